//! What a relay circuit **does** (placeholder bodies, real interface).

mod current;
mod event;
mod fault;
mod mechanism;
mod simulator;

pub use current::Nanoamps;
pub use event::{Event, LampLevel, Micros, Oscillation, Short, ShortStep, Sink, What};
pub use fault::Fault;
pub use mechanism::{Place, Request};
pub use simulator::{Action, ActionError, Outcome, Simulator, State, ContactsMoved};
