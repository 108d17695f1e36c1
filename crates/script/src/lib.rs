//! What a **hand** does: actions and expectations, one language for files and for the prompt.
//!
//! [`parse`] turns a script's text into a [`Script`] for one circuit, or into findings, all at once.
//! A [`Player`] holds a running circuit and does steps to it: a whole script with
//! [`Player::play`], which gives a [`Report`], or one typed line after another with [`parse_line`]
//! and [`Player::step`].
//!
//! ```
//! use std::sync::Arc;
//! use kiber_script::{Player, parse};
//!
//! let source = r#"Circuit(
//!     title: "Start and stop",
//!     parts: {
//!         "G1": Source(plus: "+", minus: "-", volts: 24.0),
//!         "S1": Button(label: "STOP", contacts: {"1": Break("+", "a")}),
//!         "S2": Button(label: "START", contacts: {"1": Make("a", "b")}),
//!         "K1": Relay(coil: ("b", "-"), contacts: {"1": Make("a", "b")}),
//!     },
//! )"#;
//! let circuit = Arc::new(kiber_netlist::read(source).circuit.unwrap());
//!
//! let (script, findings) = parse("
//!     press START
//!     expect K1 operated, settled
//!     press S1 for 3ms            # too short to let go
//!     expect K1 released
//! ", &circuit);
//! assert!(findings.is_empty());
//!
//! let mut player = Player::power_up(Arc::clone(&circuit), &mut ());
//! let report = player.play(&script.unwrap(), &mut ());
//! assert_eq!((report.passed, report.failed), (2, 1));
//! assert_eq!(report.failures[0].line, 5);
//! assert_eq!(report.failures[0].what.message, "K1 is operated, expected released");
//! ```
//!
//! Programs that make scripts build [`Step`]s, and show them as lines with [`Step::shown`]; what is
//! shown reads back as the same step.
//!
//! ```
//! # let source = r#"Circuit(title: "", parts: {
//! #     "G1": Source(plus: "+", minus: "-"), "V1": Toggle(contacts: {"1": Make("+", "a")}),
//! #     "H1": Lamp(pins: ("a", "-")) })"#;
//! # let circuit = kiber_netlist::read(source).circuit.unwrap();
//! use kiber_script::{Step, parse_line};
//!
//! let step = Step::flip(circuit.part("V1").unwrap()).lasting(3_000);
//! let line = step.shown(&circuit).to_string();
//! assert_eq!(line, "flip V1 for 3ms");
//! assert_eq!(parse_line(&line, &circuit), Ok(Some(step)));
//! ```
//!
//! # Repeats, headings and includes
//!
//! `repeat 7 { … }` stands for its lines seven times over, `include "common.script"` for those of a
//! file, and `== title` names what follows. Nothing of that is written out: a repeat keeps its lines
//! once, a file is read once, and [`Script::lines`] goes through them with a stack of its own. So
//! `repeat 1000000000 { press S1 }` is small, has the [fingerprint](Script::fingerprint) of its lines
//! written out, and is checked as fast as two rounds. What happens in it is told with its rounds, its
//! heading and the lines that include its file ([`Around`]). Files are opened by whoever calls
//! [`parse_with`].
//!
//! # What the words mean
//!
//! `docs/scripts.md` is the language for people. In short: an action is done and the circuit
//! settles; `press` settles, frees and settles again; with `for` exactly that time passes instead of
//! settling, and what is due at its last instant still happens. Parts on one line act at the same
//! instant. Expectations are about the moment, but for `oscillating` and `short`, which are about
//! everything since the last action began ([`Happened`]).
//!
//! # Speed
//!
//! A script is read at the cost of one look-up for a line that has been there before, whatever its
//! comment says, and names are looked up only once. Playing asks nothing of the text. With the
//! recorder `()` nothing is computed for anybody to see, and short circuits are still reported: the
//! engine keeps them.
//!
//! # What this crate does not do
//!
//! It opens no files and prints nothing. It knows no strategy and no rules: which action makes sense
//! is not its business. It does not simulate; every answer is the engine's.

mod around;
mod codes;
mod coverage;
mod digest;
mod expect;
mod happened;
mod item;
mod judge;
mod line;
mod margins;
mod names;
mod naming;
mod order;
mod parse;
mod piece;
mod plan;
mod play;
mod prepared;
mod range;
mod reading;
mod refusal;
mod repeat;
mod report;
mod script;
mod show;
mod show_script;
mod step;
mod survey;
mod time;
mod walk;
mod wear;
mod words;

pub use around::{Around, Include, Round};
pub use codes::CODES;
pub use coverage::{Coverage, PartCovered, SideCovered};
pub use happened::Happened;
pub use judge::Failure;
pub use line::parse_line;
pub use margins::{LeftOut, MarginSurvey, Moment, Played, Slimmest};
pub use naming::targets;
pub use play::{Done, Mark, Player};
pub use prepared::Prepared;
pub use reading::{Reading, parse, parse_with};
pub use refusal::Refusal;
pub use report::{At, Report, Seen};
pub use script::Script;
pub use step::{Claim, Condition, Happening, Step, Target, Turn, Verb};
pub use walk::Lines;
pub use wear::{ContactWear, Peak, WearSurvey};
