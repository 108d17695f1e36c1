//! What a deed comes to that is interrupted: the same action for the time it has had.

use kiber_engine::Micros;
use kiber_script::{Step, Verb};

use crate::deed::Deed;

/// The steps that bring the circuit to where it stands so long after a deed began; none for what is not cut.
pub(crate) fn cut(deed: &Deed, after: Micros) -> Option<Vec<Step>> {
    match deed.step.as_ref()? {
        Step::Wait(_) => Some(vec![Step::Wait(after)]),
        Step::Act { verb: Verb::Press, on, .. } => {
            let hand = |verb, span| Step::Act { verb, on: on.clone(), lasting: Some(span) };
            match deed.freed_at {
                Some(freed) if freed <= after => Some(vec![hand(Verb::Hold, freed), hand(Verb::Free, after - freed)]),
                _ => Some(vec![hand(Verb::Hold, after)]),
            }
        }
        step @ Step::Act { .. } => Some(vec![step.clone().lasting(after)]),
        Step::InOrder { .. } | Step::Expect(_) => None,
    }
}
