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
    /// The parts to which something happened in a stretch of a recording, so many at most: what hands do first,
    /// then that to which most happened.
    pub fn what_moved(circuit: &Arc<Circuit>, recording: &Recording, window: Window, most: usize) -> Self {
        let from = window.from.unwrap_or(0);
        let to = window.to.unwrap_or(u64::MAX);
        let mut moved: BTreeMap<PartId, usize> = BTreeMap::new();
        let sections = recording.sections.iter().enumerate().filter(|(number, _)| window.has_section(*number));
        for event in sections.flat_map(|(_, section)| &section.events) {
            if !(from..=to).contains(&event.at) {
                continue;
            }
            // A relay tells of its coil, of its leaving and of its arriving; others say it once.
            let (part, weight) = match &event.what {
                What::Moved { part, .. } | What::Coil { part, .. } => (*part, 1),
                What::Lamp { part, .. }
                | What::Source { part, .. }
                | What::Blown { part, .. }
                | What::Replaced { part } => (*part, 3),
                _ => continue,
            };
            *moved.entry(part).or_default() += weight;
        }
        let mut chosen: Vec<PartId> = parts(circuit).filter(|part| moved.contains_key(part)).collect();
        let most_first = |part: &PartId| std::cmp::Reverse(moved.get(part).copied().unwrap_or(0));
        chosen.sort_by_key(|part| (!is_hand(circuit, *part), most_first(part)));
        let left_out = chosen.split_off(most.min(chosen.len()));
        let mut choice = Self { shown: chosen.into_iter().map(Subject::Part).collect(), left_out };
        choice.shown.sort_unstable();
        choice.left_out.sort_unstable();
        choice
    }
}

fn is_hand(circuit: &Circuit, part: PartId) -> bool {
    let kind = circuit.parts.get(part).map(|part| &part.kind);
    matches!(kind, Some(PartKind::Button(_) | PartKind::Toggle(_) | PartKind::Selector(_)))
}
