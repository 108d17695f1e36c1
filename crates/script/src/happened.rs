//! What happened since the last action began.

use std::sync::Arc;

use kiber_engine::{Event, Micros, Oscillation, Outcome, Short, Sink, What};
use kiber_trace::Recorder;

/// What is worth telling of the last action, beside the events themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Happened {
    /// Each time the circuit was seen to repeat itself instead of settling: once for an action, up
    /// to twice for a press.
    pub oscillations: Vec<Arc<Oscillation>>,
    /// The short circuits, those included that were there when the action began.
    pub shorts: Vec<SeenShort>,
    /// After how many instants the circuit, neither settled nor repeating itself, was given up.
    pub gave_up: Option<u64>,
    /// Whether the action ended because its time was up, so that nobody waited for the circuit.
    pub(crate) timed: bool,
    /// What would become of the circuit, once somebody has asked.
    pub(crate) left_alone: Option<Outcome>,
}

/// A short circuit that was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenShort {
    /// Its sources and its path.
    pub short: Arc<Short>,
    /// When it began, in microseconds since power-up.
    pub began: Micros,
    /// How long it lasted, in microseconds; nothing while it is still there.
    pub lasted: Option<Micros>,
}

impl Happened {
    /// At the start of an action: the shorts that are there are seen by it too.
    pub(crate) fn with_shorts(there: &[(Arc<Short>, Micros)]) -> Self {
        let shorts =
            there.iter().map(|(short, began)| SeenShort { short: Arc::clone(short), began: *began, lasted: None });
        Self { shorts: shorts.collect(), ..Self::default() }
    }

    /// Whether there is nothing to report.
    pub(crate) fn is_uneventful(&self) -> bool {
        self.oscillations.is_empty() && self.shorts.is_empty() && self.gave_up.is_none()
    }

    pub(crate) fn outcome(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Settled => {}
            Outcome::Oscillates(oscillation) => self.oscillations.push(oscillation),
            Outcome::GaveUp(instants) => self.gave_up = Some(instants),
        }
    }
}

/// Passes events on and keeps the short circuits among them.
pub(crate) struct Ears<'a, R> {
    pub(crate) recorder: &'a mut R,
    pub(crate) shorts: &'a mut Vec<SeenShort>,
}

impl<R: Recorder> Sink for Ears<'_, R> {
    fn event(&mut self, event: Event) {
        match &event.what {
            What::ShortBegan(short) => {
                self.shorts.push(SeenShort { short: Arc::clone(short), began: event.at, lasted: None });
            }
            What::ShortEnded(short, lasted) => {
                let open = self.shorts.iter_mut().rev().find(|seen| seen.lasted.is_none() && seen.short == *short);
                if let Some(seen) = open {
                    seen.lasted = Some(*lasted);
                }
            }
            _ => {}
        }
        if R::WANTS {
            self.recorder.event(event);
        }
    }
}
