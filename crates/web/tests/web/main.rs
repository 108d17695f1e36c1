//! The machine as a page: frames against the session, the game, and the server over real sockets.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot set up has failed")]

mod client;
mod frames;
mod game;
mod guards;
mod keeping;
mod replay;
mod served;

use std::sync::Arc;

use kiber_automaton::Embedded;
use kiber_netlist::Circuit;

/// A circuit that the program carries.
#[track_caller]
fn embedded(name: &str) -> (&'static Embedded, Arc<Circuit>) {
    let embedded = Embedded::find(name).unwrap();
    (embedded, Arc::new(embedded.read().circuit.unwrap()))
}
