//! How many games a machine loses at the most.

use std::sync::Arc;

use kiber_automaton::{Bound, Machine, Progress, Walk};
use kiber_explore::{Limits, Options};
use kiber_netlist::Circuit;

/// The most games that a machine loses to whoever keeps to the rules, from power-up on. None of other circuits,
/// of a machine that breaks the rules itself or never stops losing, and where more states would have to be looked
/// at than that.
pub(crate) fn most_losses(circuit: &Arc<Circuit>, most_states: u64) -> Option<u64> {
    if most_states == 0 || circuit.roles.as_ref().is_none_or(|roles| roles.lamps.is_empty()) {
        return None;
    }
    let machine = Machine::new(Arc::clone(circuit)).ok()?;
    let options = Options { limits: Limits { states: most_states, ..Limits::default() }, ..Options::default() };
    // Counting the games takes as long as there are ways through the states, which few states may have many of.
    let mut counted = 0;
    let walk = Walk::new(&machine, &options, |progress| match progress {
        Progress::Counting { .. } => {
            counted += 1;
            counted <= MOST_STARTS
        }
        _ => true,
    });
    let walk = walk.ok().filter(|walk| walk.broken == 0)?;
    Bound::new(&walk).worst_case()
}

/// So many states are counted in which a game can start.
const MOST_STARTS: usize = 1_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, most_states: u64, expected: Option<u64>) {
        let circuit = kiber_automaton::Embedded::find(name).unwrap().read().circuit.unwrap();
        assert_eq!(most_losses(&Arc::new(circuit), most_states), expected);
    }

    #[test]
    fn machines_and_other_circuits() {
        check("article", 20_000, Some(6));
        check("article", 100, None);
        check("full-memory", 20_000, Some(8));
        check("self-hold", 20_000, None);
    }
}
