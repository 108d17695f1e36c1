//! Which parts to show when nobody says.

use std::collections::BTreeMap;
use std::sync::Arc;

use kiber_engine::What;
use kiber_netlist::{Circuit, PartId, PartKind};
use kiber_trace::Recording;

use super::diagram::Window;
use super::subject::{Subject, parts};

/// What is shown, and what would not fit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The parts to show, in the order of the circuit.
    pub shown: Vec<Subject>,
    /// Parts to which something happened as well.
    pub left_out: Vec<PartId>,
}

impl Choice {
    /// The parts to which something happened in a stretch of a recording, so many at most: what hands do and
    /// what lights first, then what moves, each in the order of the circuit.
    pub fn what_moved(circuit: &Arc<Circuit>, recording: &Recording, window: Window, most: usize) -> Self {
        let from = window.from.unwrap_or(0);
        let to = window.to.unwrap_or(u64::MAX);
        let mut moved: BTreeMap<PartId, usize> = BTreeMap::new();
        for event in recording.sections.iter().flat_map(|section| &section.events) {
            if !(from..=to).contains(&event.at) {
                continue;
            }
            let part = match &event.what {
                What::Moved { part, .. }
                | What::Coil { part, .. }
                | What::Lamp { part, .. }
                | What::Source { part, .. }
                | What::Blown { part, .. }
                | What::Replaced { part } => *part,
                _ => continue,
            };
            *moved.entry(part).or_default() += 1;
        }
        let mut chosen: Vec<PartId> = parts(circuit).filter(|part| moved.contains_key(part)).collect();
        chosen.sort_by_key(|&part| rank(circuit, part));
        let left_out = chosen.split_off(most.min(chosen.len()));
        let mut choice = Self { shown: chosen.into_iter().map(Subject::Part).collect(), left_out };
        choice.shown.sort_unstable();
        choice.left_out.sort_unstable();
        choice
    }
}

/// What is shown first.
fn rank(circuit: &Circuit, part: PartId) -> u8 {
    match circuit.parts.get(part).map(|part| &part.kind) {
        Some(PartKind::Button(_) | PartKind::Toggle(_) | PartKind::Selector(_)) => 0,
        Some(PartKind::Lamp(_)) => 1,
        _ => 2,
    }
}
