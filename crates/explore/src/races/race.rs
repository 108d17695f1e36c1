//! What was found: two orders of one action, and two outcomes.

use kiber_engine::Place;
use kiber_netlist::{ContactId, PartId};
use kiber_script::{Step, Turn, Verb};

use super::Level;

/// A critical race: two orders of one action with two outcomes.
#[derive(Clone, Debug, PartialEq)]
pub struct Race {
    /// The level at which it was found.
    pub level: Level,
    /// The action that starts it.
    pub step: Step,
    /// When, in the course of the action.
    pub stage: Stage,
    /// Whether only moves at exactly the same instant decide.
    pub tie: bool,
    /// The relays that compete, in the order of the circuit.
    pub relays: Vec<PartId>,
    /// The contact whose moment decides, where one can be named.
    pub contact: Option<ContactId>,
    /// Two orders, and what comes of each. The first is what the nominal times lead to, if its outcome
    /// is among those that orders have.
    pub orders: [Order; 2],
    /// How many turns the two orders have in common before they part.
    pub common: usize,
}

/// The part of an action in which a race is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// After the hands acted.
    Acted,
    /// Of a press: while the button is down.
    Pressed,
    /// Of a press: after the button is freed.
    Freed,
}

/// An order in which parts move.
#[derive(Clone, Debug, PartialEq)]
pub struct Order {
    /// Who moves, one after another, since the hands acted.
    pub turns: Vec<Turn>,
    /// Who then moves again and again, if it never settles.
    pub round: Vec<Turn>,
    /// What comes of it.
    pub outcome: Outcome,
}

/// What comes of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It settles; those parts stand otherwise than after the other order, and where.
    Settles(Vec<(PartId, Place)>),
    /// It never settles; those parts move again and again.
    NeverSettles(Vec<PartId>),
}

impl Race {
    /// The two orders as steps of scripts, each to be done where the action was judged. An order that
    /// never settles is followed for one round; what comes after it takes its usual times.
    pub fn scripts(&self) -> [Vec<Step>; 2] {
        [0, 1].map(|which| {
            let Some(order) = self.orders.get(which) else { return Vec::new() };
            let turns: Vec<Turn> = order.turns.iter().chain(&order.round).copied().collect();
            match (self.stage, &self.step) {
                (Stage::Freed, Step::Act { on, .. }) => {
                    let act = |verb| Step::Act { verb, on: on.clone(), lasting: None };
                    vec![act(Verb::Hold), act(Verb::Free).in_order(turns)]
                }
                (_, step) => vec![step.clone().in_order(turns)],
            }
        })
    }
}
