//! A circuit **under somebody's hands**: what was done to it, every moment of it, back and forward.
//!
//! ```
//! use std::sync::Arc;
//! use kiber_session::{Moment, Passed, Session};
//!
//! let source = r#"Circuit(title: "Start and stop", parts: {
//!     "G1": Source(plus: "+", minus: "-", volts: 24.0),
//!     "S1": Button(contacts: {"1": Break("+", "a")}),
//!     "S2": Button(contacts: {"1": Make("a", "b")}),
//!     "K1": Relay(coil: ("b", "-"), contacts: {"1": Make("a", "b")}),
//! })"#;
//! let circuit = Arc::new(kiber_netlist::read(source).circuit.unwrap());
//! let k1 = circuit.part("K1").unwrap();
//! let mut session = Session::new(Arc::clone(&circuit));
//!
//! session.line("press S2").unwrap();
//! assert!(session.simulator().stand(k1).is_at(1));
//! // Back to where the button goes down: time 0, then 7 ms (the armature leaves), then 8 ms.
//! assert_eq!(session.deeds()[1].instants(), [0, 7_000, 8_000]);
//! session.go_to(Moment { deed: 1, instant: 0 });
//! assert!(session.simulator().stand(k1).is_at(0));
//!
//! // 3 ms later the hand lets go: what came after is dropped, and what was done is a script.
//! assert_eq!(session.let_pass(3_000), Passed::Going);
//! session.line("free S2").unwrap();
//! assert!(session.simulator().stand(k1).is_at(0));
//! assert_eq!(session.script(), "hold S2 for 3ms\nfree S2\n");
//! ```
//!
//! # How it works
//! The whole of an action is simulated at once, and the state at each of its instants is kept. What is *shown* is
//! a cursor that moves through these moments: real speed, slow motion, stepping back and forward, and stopping
//! when something happens only move the cursor. Acting where the cursor stands drops what came later; acting in
//! the middle of an action first cuts that action to the time it has had so far. So what was done is always a
//! script that does the same when it is played.
//!
//! # What this crate does not do
//! It knows no clock: whoever shows a session at real speed says how much time has passed. It opens no files and
//! draws nothing. An action `in order` and the power-up are not cut; who acts in the middle of them acts at their end.

mod acting;
mod cutting;
mod deed;
mod finding;
mod passing;
mod reload;
mod session;
mod stop;
mod watcher;

pub use acting::{Acted, Refused};
pub use deed::Deed;
pub use passing::Passed;
pub use reload::Reloaded;
pub use session::{Limits, Moment, Motion, Session};
pub use stop::Stop;
