//! What a relay circuit **does**.

mod action;
mod agenda;
mod current;
mod electricity;
mod event;
mod fault;
mod history;
mod large;
mod mechanism;
mod motion;
mod network;
mod plan;
mod rails;
mod shorts;
mod simulator;
mod small;
mod solve;
mod state;
mod view;
mod watch;
mod zone;

pub use action::{Action, ActionError};
pub use current::Nanoamps;
pub use event::{Event, LampLevel, Micros, Oscillation, Short, ShortStep, Sink, What};
pub use fault::Fault;
pub use mechanism::{Place, Request};
pub use simulator::{Outcome, Simulator};
pub use state::State;
pub use view::ContactsMoved;
pub use watch::{OverloadRecord, ShortRecord};
