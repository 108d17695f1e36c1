//! What a relay circuit **looks like**: pictures of it, as SVG and as text.
//!
//! ```
//! use std::sync::Arc;
//! use kiber_draw::timing::{Diagram, Subject, TextStyle, Window};
//! use kiber_script::{Player, parse};
//! use kiber_trace::Recording;
//!
//! let source = r#"Circuit(title: "A relay that holds itself", parts: {
//!     "G1": Source(plus: "+", minus: "-", volts: 24.0),
//!     "S1": Button(contacts: {"1": Make("+", "a")}),
//!     "K1": Relay(coil: ("a", "-"), contacts: {"1": Make("+", "a")}),
//! })"#;
//! let circuit = Arc::new(kiber_netlist::read(source).circuit.unwrap());
//! let script = parse("press S1\nwait 4ms", &circuit).0.unwrap();
//! let mut recording = Recording::new();
//! Player::power_up(Arc::clone(&circuit), &mut recording).play(&script, &mut recording);
//!
//! let shown = ["S1", "K1"].map(|name| Subject::Part(circuit.part(name).unwrap()));
//! let diagram = Diagram::new(&circuit, &recording, &shown, Window::default());
//! assert_eq!(diagram.text(&TextStyle::default()), "\
//! A relay that holds itself
//!
//!           1               2
//! S1       ▁▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▁▁▁▁▁▁▁▁▁
//! K1 48 mA ▁█████████████████████████
//! K1       ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁╱╱▔▔▔▔▔▔▔▔▔
//!           ┬─────────┬─────────┬───
//! ms        0         5         10
//! 1 press S1   2 wait 4ms
//! ");
//! ```
//!
//! # What this crate does not do
//! It does layout only: what happened is what a [`Recording`](kiber_trace::Recording) says. It reads and writes
//! no files, and knows nothing of pages but their width.

pub mod ladder;
mod live;
mod markup;
pub mod rung;
pub mod table;
pub mod timing;

pub use live::{Live, NetLive, PartLive, PartLook, SideLive};
