//! A run as waves: what viewers of digital signals show, as VCD and as FST.
//!
//! [`Waves`] is a [`Recorder`](crate::Recorder) that turns events into changes of signals while a run
//! goes on, and hands them to a [`WaveFormat`]: [`Vcd`], which is text that everybody reads, or [`Fst`],
//! which is packed. Both get the same signals and the same changes. Nothing is kept but a piece of the
//! file, however long the run.
//!
//! ```
//! use std::sync::Arc;
//! use kiber_engine::{Action, Simulator};
//! use kiber_trace::waves::{Contents, Vcd, Waves};
//! use kiber_trace::{Ending, Recorder};
//!
//! let source = r#"Circuit(
//!     title: "A relay",
//!     parts: {
//!         "G1": Source(plus: "+", minus: "-", volts: 24.0),
//!         "S1": Button(contacts: {"1": Make("+", "a")}),
//!         "K1": Relay(coil: ("a", "-"), contacts: {}),
//!     },
//! )"#;
//! let circuit = Arc::new(kiber_netlist::read(source).circuit.unwrap());
//!
//! let mut waves = Waves::new(Arc::clone(&circuit), Contents::default(), Vcd::new(Vec::new()));
//! let mut simulator = Simulator::new(Arc::clone(&circuit));
//! waves.begin_section(&"power-up", simulator.now());
//! let _ = simulator.power_up(&mut waves);
//! waves.end_section(simulator.now(), Ending::Told);
//! waves.begin_section(&"hold S1", simulator.now());
//! simulator.act(&[Action::Press(circuit.part("S1").unwrap())], &mut waves).unwrap();
//! let _ = simulator.settle(&mut waves);
//! waves.end_section(simulator.now(), Ending::Told);
//! let vcd = String::from_utf8(waves.finish(simulator.now()).unwrap()).unwrap();
//!
//! assert!(vcd.contains("$scope module coils $end\n$var real 64 / K1 $end\n"));
//! // 7 ms after the press its armature leaves, and 1 ms later it has arrived.
//! assert!(vcd.ends_with("#7000\nb1 -\nx+\n#8000\nb10 -\n1+\n1%\nssettled $\n"), "{vcd}");
//! ```
//!
//! What is told of what is listed in `docs/waves.md`. Names are made such that every reader takes them,
//! in one way for both formats.

mod format;
mod fst;
mod names;
mod signals;
mod standing;
mod telling;
mod tree;
mod vcd;

pub use format::{Bit, Decimal, Kind, Signal, WaveFormat};
pub use fst::Fst;
pub use telling::{Contents, Waves};
pub use vcd::Vcd;
