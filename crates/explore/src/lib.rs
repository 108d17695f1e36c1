//! What a circuit **can do**: every state that the rules of its operator allow, and every order that
//! its relays may take.

pub mod book;
mod bounds;
mod components;
mod edges;
mod exploration;
#[cfg(test)]
mod graphs;
mod layout;
mod limits;
mod model;
mod odd;
mod problem;
pub mod races;
mod retell;
mod runs;
mod search;
mod segments;
mod store;
mod temporal;
mod verdict;
mod worker;

// What to explore.
pub use book::{Property, PropertyKind, Rule, RuleBook};
pub use exploration::{Options, explore};
pub use limits::{GaveUp, Limits, Progress};

// What came of it.
pub use bounds::Bound;
pub use exploration::{Exploration, Transition, Visitor};
pub use problem::Problem;
pub use retell::Retold;
pub use runs::Run;
pub use verdict::{Outcome, RaceFound, Vacuous, Verdict};
