//! **Races**: does the outcome depend on which relay is faster?

use std::fmt;
use std::sync::Arc;

use kiber_engine::Simulator;
use kiber_netlist::{Circuit, ContactId, PartId};
use kiber_script::Prepared;

/// What the delays may change: the four questions about races.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// 1: every relay takes its nominal time; what happens at one instant happens together.
    Nominal,
    /// 2: relays whose coil asks them to move may move in any order, one at a time, in one step.
    Order,
    /// 3: as 2, but a move is two steps, with the transfer position between them.
    Overlap,
    /// 4: any times inside each relay's tolerances.
    Times,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nominal => "1 (nominal times)",
            Self::Order => "2 (armature order)",
            Self::Overlap => "3 (contact overlap)",
            Self::Times => "4 (times)",
        })
    }
}

/// How races are looked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Question {
    /// The level.
    pub level: Level,
    /// At level 4: how far a time given as one number may vary either way, as a share of it: 0.2.
    pub tolerance: f64,
    /// Whether independent relays are taken to commute; the verdict does not depend on it.
    pub reduce: bool,
    /// The most intermediate states looked at for one action before it is given up.
    pub most_states: usize,
}

impl Question {
    /// The usual question at a level: 20 %, with reduction.
    pub fn new(level: Level) -> Self {
        Self { level, tolerance: 0.2, reduce: true, most_states: 1_000_000 }
    }
}

/// Looks for races, one action after another; one for each thread.
#[derive(Clone, Debug)]
pub struct Judge {
    _question: Question,
}

/// What became of judging an action.
#[derive(Clone, Debug, PartialEq)]
pub enum Judgement {
    /// Whatever the order (or times), it settles in the same state.
    Clean,
    /// It depends on the order.
    Critical(Box<Race>),
    /// Too many orders to look at.
    GaveUp,
}

/// A critical race: two orders of one action with two outcomes.
#[derive(Clone, Debug, PartialEq)]
pub struct Race {
    /// The relays that compete, in the order of the circuit.
    pub relays: Vec<PartId>,
    /// The contact whose moment decides, where one can be named.
    pub contact: Option<ContactId>,
}

impl Judge {
    /// A judge for a circuit.
    pub fn new(_circuit: Arc<Circuit>, question: Question) -> Self {
        Self { _question: question }
    }

    /// Judges a step done to the circuit as it stands, settled.
    pub fn step(&mut self, _from: &Simulator, _step: &Prepared) -> Judgement {
        Judgement::Clean
    }
}
