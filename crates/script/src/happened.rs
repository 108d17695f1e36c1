//! What happened since the last action began.

use std::sync::Arc;

use kiber_engine::{BlownRecord, BothCoilsRecord, Oscillation, Outcome, OverloadRecord, ShortRecord, Simulator};

/// What is worth telling of the last action, beside the events themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Happened {
    /// Each time the circuit was seen to repeat itself instead of settling: once for an action, up
    /// to twice for a press.
    pub oscillations: Vec<Arc<Oscillation>>,
    /// The short circuits, those included that were there when the action began.
    pub shorts: Vec<ShortRecord>,
    /// The overloads, those included that were there when the action began.
    pub overloads: Vec<OverloadRecord>,
    /// The bistable relays both of whose coils were driven, those included of which that was so when
    /// the action began.
    pub both_coils: Vec<BothCoilsRecord>,
    /// The fuses that have blown.
    pub blown: Vec<BlownRecord>,
    /// After how many instants the circuit, neither settled nor repeating itself, was given up.
    pub gave_up: Option<u64>,
    /// Whether the action ended because its time was up, so that nobody waited for the circuit.
    pub(crate) timed: bool,
    /// What would become of the circuit, once somebody has asked.
    pub(crate) left_alone: Option<Outcome>,
}

impl Happened {
    /// Whether there is nothing to report.
    pub(crate) fn is_uneventful(&self) -> bool {
        self.oscillations.is_empty()
            && self.shorts.is_empty()
            && self.overloads.is_empty()
            && self.both_coils.is_empty()
            && self.blown.is_empty()
            && self.gave_up.is_none()
    }

    pub(crate) fn outcome(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Settled => {}
            Outcome::Oscillates(oscillation) => self.oscillations.push(oscillation),
            Outcome::GaveUp(instants) => self.gave_up = Some(instants),
        }
    }

    /// Takes over what the simulator saw since its records were last forgotten.
    pub(crate) fn take_records(&mut self, simulator: &Simulator) {
        self.shorts.extend_from_slice(simulator.short_records());
        self.overloads.extend_from_slice(simulator.overload_records());
        self.both_coils.extend_from_slice(simulator.both_coils_records());
        self.blown.extend_from_slice(simulator.blown_records());
    }
}
