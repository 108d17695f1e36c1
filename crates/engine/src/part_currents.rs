//! The currents of all parts at once.

use kiber_netlist::{Id, PartId, PartKind};

use crate::current::Nanoamps;
use crate::plan::LoadId;
use crate::simulator::Simulator;

/// What flows through a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartCurrent {
    /// The part.
    pub part: PartId,
    /// Which of its windings, the first being 0; 0 of a part without windings.
    pub winding: usize,
    /// The current, with the sign that [`Simulator::current`] gives it.
    pub current: Nanoamps,
}

impl Simulator {
    /// The currents of every winding, lamp, resistor, capacitor, diode, fuse and source, in the order of the
    /// circuit: those of [`Simulator::current`], at the cost of working out once what flows where nothing
    /// resists. None of a source that is short-circuited: what it gives has no value.
    pub fn part_currents(&self) -> Vec<PartCurrent> {
        let sources = self.source_currents();
        let fuses = if self.plan.fuses.is_empty() { Vec::new() } else { self.fuse_currents() };
        let diodes = if self.plan.diodes.is_empty() { Default::default() } else { self.flows().diodes };
        let shorted = |part: PartId| self.electricity.standing.iter().any(|short| short.sources.contains(&part));
        let mut currents = Vec::new();
        for (part, row) in self.plan.circuit.parts.iter() {
            let plan = self.plan.of_part(part);
            let mut push = |winding, current| currents.push(PartCurrent { part, winding, current });
            if let Some(source) = plan.source {
                if !shorted(part) {
                    push(0, sources.get(source.index()).copied().unwrap_or_default());
                }
            } else if let Some(diode) = plan.diode {
                let amps = diodes.get(&diode).copied().filter(|_| self.electricity.conducts(diode));
                push(0, amps.map_or(Nanoamps(0), Nanoamps::from_amps));
            } else if let Some(fuse) = plan.fuse {
                push(0, fuses.get(fuse.index()).copied().unwrap_or_default());
            } else if let Some(first) = plan.first_load {
                let windings = match row.kind {
                    PartKind::Relay(_) | PartKind::Stepper(_) => row.kind.coils().count(),
                    _ => 1,
                };
                for winding in 0..windings {
                    let load = LoadId::from_index(first.index() + winding);
                    push(winding, self.electricity.current(load));
                }
            }
        }
        currents
    }
}
