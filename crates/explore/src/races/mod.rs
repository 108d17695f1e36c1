//! **Races**: does the outcome depend on which relay is faster?
//!
//! A [`Judge`] is asked about one action after another, each done to a settled circuit. At levels 2
//! and 3 it follows every order in which relays may move, as a graph of the states between; at levels 1
//! and 4 it follows the clock, with every time that a relay may take. Two ways to end make a critical
//! [`Race`], told as two orders of one action.

use std::fmt;
use std::sync::Arc;

use kiber_engine::{Action, Outcome as SimulatorOutcome, Place, Simulator, Untimed};
use kiber_netlist::Circuit;
use kiber_script::Prepared;

use bounds::Bounds;
use graph::Graph;
use stops::Stops;

mod bounds;
mod bridging;
mod clockwork;
mod ends;
mod graph;
mod groups;
mod limits;
mod orders;
mod places;
mod race;
mod rival;
mod schedule;
mod situation;
mod stops;
mod tell;
mod ties;
mod times;
mod unjudged;
mod web;
mod witness;
mod words;
mod zone;

pub use bridging::with_bridging;
pub use limits::{Limit, Limits, Time};
pub use race::{Order, Outcome, Race, Stage};
pub use unjudged::{Unjudged, refusal};

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
        Self { level, tolerance: 0.2, reduce: true, most_states: 250_000 }
    }
}

/// Looks for races, one action after another; one for each thread.
#[derive(Clone, Debug)]
pub struct Judge {
    question: Question,
    untimed: Untimed,
    nominal: Simulator,
    graph: Graph,
    /// Where mechanisms stop on their way, so that others may move meanwhile.
    stops: Stops,
    /// By mechanism, how long it may take.
    bounds: Vec<Bounds>,
    /// Why nothing of this circuit is judged, if so.
    refused: Option<Unjudged>,
    /// The places once the hands had acted.
    acted: Vec<Place>,
    /// Whether something was under way before that, nobody knows for how long.
    under_way: bool,
}

/// What became of judging an action.
#[derive(Clone, Debug, PartialEq)]
pub enum Judgement {
    /// Whatever the order (or times), it ends in the same way. It may be that it never settles,
    /// whatever the order: that is no race.
    Clean,
    /// It depends on the order.
    Critical(Box<Race>),
    /// Nobody knows, for this reason.
    GaveUp(Unjudged),
}

/// What became of a stage.
enum Staged {
    /// It ends in one way; `rests` if the untimed circuit stands there now.
    Clean {
        rests: bool,
    },
    Critical(Box<Race>),
    GaveUp(Unjudged),
}

/// An action under judgement.
#[derive(Clone, Copy)]
struct Case<'a> {
    step: &'a Prepared,
    stage: Stage,
    /// What the hands do in this stage.
    actions: &'a [Action],
}

impl Judge {
    /// A judge for a circuit.
    pub fn new(circuit: Arc<Circuit>, question: Question) -> Self {
        let untimed = Untimed::new(Arc::clone(&circuit));
        let nominal = Simulator::new(circuit);
        let (graph, acted) = (Graph::default(), Vec::new());
        let (stops, bounds) = (Stops::nowhere(), Vec::new());
        let mut judge =
            Self { question, untimed, nominal, graph, stops, bounds, refused: None, acted, under_way: false };
        judge.bounds = judge.bounds_of_all();
        if question.level != Level::Order {
            judge.stops = Stops::on_the_way(&judge.bounds);
        }
        judge.refused = judge.refusal();
        judge
    }

    fn refusal(&self) -> Option<Unjudged> {
        if let Some(&capacitor) = unjudged::capacitors(self.untimed.circuit()).first() {
            return Some(Unjudged::Capacitor(capacitor));
        }
        let muddled = self.bounds.iter().position(|bounds| self.question.level != Level::Order && bounds.is_muddled());
        muddled.and_then(|mechanism| self.untimed.part(mechanism)).map(Unjudged::Moments)
    }

    /// What it was asked.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// Judges a step done to the circuit as it stands, settled. Of a circuit that is not, orders are
    /// judged as from where it stands; what depends on times is given up.
    ///
    /// Steps that say a time or an order, faults and expectations are clean: they leave nothing to
    /// order. A press has two stages, judged one after the other; the second begins where nominal times
    /// lead in the first.
    pub fn step(&mut self, from: &Simulator, step: &Prepared) -> Judgement {
        let Some((first, then)) = step.hands() else { return Judgement::Clean };
        if let Some(why) = self.refused {
            return Judgement::GaveUp(why);
        }
        self.untimed.stand_as(from);
        self.under_way = !from.is_settled();
        let stage = if then.is_some() { Stage::Pressed } else { Stage::Acted };
        let rests = match self.stage(Case { step, stage, actions: first }) {
            Staged::Clean { rests } => rests,
            Staged::Critical(race) => return Judgement::Critical(race),
            Staged::GaveUp(why) => return Judgement::GaveUp(why),
        };
        let Some(then) = then else { return Judgement::Clean };
        if !rests && !self.rest_nominally(from, first) {
            return Judgement::Clean;
        }
        self.under_way = false;
        match self.stage(Case { step, stage: Stage::Freed, actions: then }) {
            Staged::Clean { .. } => Judgement::Clean,
            Staged::Critical(race) => Judgement::Critical(race),
            Staged::GaveUp(why) => Judgement::GaveUp(why),
        }
    }

    /// Puts the untimed circuit where nominal times lead after these actions; false if they never
    /// come to rest, or cannot be done.
    fn rest_nominally(&mut self, from: &Simulator, actions: &[Action]) -> bool {
        self.nominal.restore(&from.state(), 0);
        if self.nominal.act(actions, &mut ()).is_err() || self.nominal.settle(&mut ()) != SimulatorOutcome::Settled {
            return false;
        }
        self.untimed.stand_as(&self.nominal);
        true
    }

    /// Judges what follows when hands act on the untimed circuit as it stands.
    fn stage(&mut self, case: Case<'_>) -> Staged {
        if self.untimed.act(case.actions).is_err() {
            return Staged::Clean { rests: false };
        }
        self.acted.clear();
        self.acted.extend_from_slice(self.untimed.places());
        match self.question.level {
            Level::Nominal | Level::Times => self.times(case),
            Level::Order | Level::Overlap => self.orders(case),
        }
    }
}
