//! Circuits tested from Rust: load one, act on it, compare its trace.
//!
//! ```
//! # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))?;
//! use kiber_testbench::Bench;
//!
//! let mut bench = Bench::load("circuits/self-hold/self-hold.ron")?;
//! bench.act("
//!     press S1
//!     expect K1 operated, H1 lit
//! ")?;
//! insta::assert_snapshot!(bench.trace().last().without_times(), @"
//! == press S1
//!   S1     pressed; closes S1/1
//!   K1     coil 48 mA, asks to operate
//!   K1     starts to operate
//!   K1     operated; closes K1/1, K1/2
//!   H1     lit, 100 mA
//!          settled
//!   S1     free; opens S1/1
//!          settled
//! ");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What is typed are the words of scripts (`docs/scripts.md`), and what comes out is a trace as
//! `docs/traces.md` explains it. Expectations that fail, lines that cannot be read and circuits with errors
//! are an [`Error`], which shows itself with the lines that it is about, also when it is unwrapped:
//!
//! ```
//! use kiber_testbench::Bench;
//!
//! let mut bench = Bench::read(r#"Circuit(title: "A lamp and a button", parts: {
//!     "G1": Source(plus: "+", minus: "-"),
//!     "S1": Button(contacts: {"1": Make("+", "a")}),
//!     "H1": Lamp(pins: ("a", "-")),
//! })"#)?;
//! let error = bench.act("hold S1\nexpect H1 off, S1 pressed").unwrap_err();
//! assert_eq!(error.to_string(), "\
//! error[script-expectation-failed]: H1 is lit (100 mA), expected off
//!  --> script:2:8
//!   |
//! 2 | expect H1 off, S1 pressed
//!   |        ^^^^^^");
//!
//! let error = bench.act("pres S1").unwrap_err();
//! assert!(error.to_string().contains("did you mean `press`?"), "{error}");
//! # Ok::<(), kiber_testbench::Error>(())
//! ```
//!
//! A whole script is played with [`Bench::run`], a circuit that a program made or carries is put on the bench
//! with [`Bench::new`], and [`Bench::simulator`] answers what scripts have no words for:
//!
//! ```
//! # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))?;
//! use kiber_testbench::Bench;
//!
//! let mut bench = Bench::load("circuits/two-relay-toggle/two-relay-toggle.ron")?;
//! bench.run("circuits/two-relay-toggle/push-push.script")?;
//! // The trace of a script that is played first of all is the one that `kiber test` keeps beside it.
//! let kept = std::fs::read_to_string("circuits/two-relay-toggle/push-push.trace")?;
//! assert_eq!(bench.trace().to_string(), kept);
//!
//! let mark = bench.mark();
//! bench.act("hold S1\nfree S1")?;
//! insta::assert_snapshot!(bench.trace().since(&mark).only(&["K1"])?, @"
//! == hold S1
//!    +0.000 ms  K1     coil 0 mA, asks to release
//!    +4.000 ms  K1     starts to release; opens K1/1, K1/2, K1/3
//!    +5.000 ms  K1     released
//!    +5.000 ms         settled
//!
//! == free S1
//!    +5.000 ms         settled
//! ");
//! let k1 = bench.circuit().part("K1").unwrap();
//! assert_eq!(bench.simulator().current(k1, 0).to_string(), "0 mA");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What this crate does not do
//! It keeps no golden files: that is for `kiber test`, or for a snapshot library like insta. It is for tests,
//! and reads files; the crates that it stands on do not.

mod bench;
mod error;
mod files;
mod shown;
mod trace;

pub use bench::{Bench, Mark};
pub use error::Error;
pub use trace::Trace;
