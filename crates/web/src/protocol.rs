//! What the page is told, as values: the words and shapes of the JSON between server and page.
//!
//! Parts, nets and contacts are told apart by their place in the circuit's tables; names stand in the
//! [`Description`] alone. Times are whole microseconds.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What a circuit is: all that does not change while it runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Description {
    /// The name by which commands know it.
    pub name: String,
    /// What it is, in a line.
    pub title: String,
    /// The file that it was read from; none of what the program carries.
    pub file: Option<String>,
    /// The name of each net.
    pub nets: Vec<String>,
    /// Every part.
    pub parts: Vec<Part>,
    /// Every contact.
    pub contacts: Vec<Contact>,
    /// What stands on the front, row by row.
    pub panel: Vec<Vec<PanelItem>>,
    /// What the parts of a game-playing machine are; none of other circuits.
    pub roles: Option<Roles>,
    /// The drawing as SVG, without a state and without its style.
    pub drawing: String,
}

/// A part.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Part {
    /// The name that scripts use.
    pub name: String,
    /// What people see, if it differs.
    pub label: Option<String>,
    /// One word: `relay`, `bistable`, `lamp` and so on.
    pub kind: &'static str,
    /// A remark.
    pub note: Option<String>,
    /// Its contacts.
    pub contacts: Vec<usize>,
    /// How many places a stepper or a selector has.
    pub places: Option<u32>,
    /// The word for it at rest, where drawings show nothing of it: `released`, `centre`, `at 0`.
    pub rest: &'static str,
}

/// A contact.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Contact {
    /// `K1/2`.
    pub name: String,
    /// The part that moves it.
    pub part: usize,
    /// `make`, `break`, `changeover`, `left`, `right` or `wafer`.
    pub form: &'static str,
    /// The sides that are wired, as in [`Frame::contacts`].
    pub sides: Vec<Cow<'static, str>>,
}

/// A part on the front.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PanelItem {
    /// Which.
    pub part: usize,
    /// What is written beside it; may be empty.
    pub caption: String,
}

/// What the parts of a game-playing machine are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Roles {
    /// The lamps that stand for the stones, in the order in which they are taken.
    pub lamps: Vec<usize>,
    /// The toggle of each lamp.
    pub toggles: Vec<usize>,
    /// The button that asks for the machine's move.
    #[serde(rename = "move")]
    pub move_button: usize,
    /// The button that punishes it.
    pub punish: usize,
    /// The button that rewards it.
    pub reward: Option<usize>,
    /// The button that makes it ready for the next game.
    pub reset: usize,
    /// The lamp that says that the person has won.
    pub won: Option<usize>,
    /// The lamp that says that the person has lost.
    pub lost: Option<usize>,
    /// The relays that remember from game to game.
    pub memory: Vec<usize>,
    /// The most stones that a move takes.
    pub take: u32,
}

/// Something done, or power-up, and all that came of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Deed {
    /// What was done, as a script writes it.
    pub title: String,
    /// When, since power-up.
    pub start_us: u64,
    /// How long it took; the last frame stands there.
    pub end_us: u64,
    /// How it ended: `settled`, `oscillates with a period of …`, `time is up, nothing moves`.
    pub ending: String,
    /// What was the case from which instant on; never empty.
    pub frames: Vec<Frame>,
    /// Whether frames were left out of its middle because there are too many.
    pub cut: bool,
}

/// What is true from an instant on, as far as it differs from the frame before. The first frame of all
/// has everything.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Frame {
    /// When, since the deed began.
    pub t_us: u64,
    /// What happened, in the words of a trace.
    pub lines: Vec<String>,
    /// How parts stand.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub parts: BTreeMap<usize, PartNow>,
    /// Of parts with several windings: through which of them current flows.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub windings: BTreeMap<usize, Vec<bool>>,
    /// Of contacts: the sides that are closed, `make`, `break`, `left`, `right` or `place:3`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub contacts: BTreeMap<usize, Vec<Cow<'static, str>>>,
    /// Of contacts: the sides through which current flows.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub carrying: BTreeMap<usize, Vec<Cow<'static, str>>>,
    /// Of nets: how they stand against the rails.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub nets: BTreeMap<usize, NetNow>,
    /// Of nets: whether current flows through them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub current: BTreeMap<usize, bool>,
    /// The game, whole, if anything about it changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<Game>,
}

/// How a part stands: a word, and the current in milliamperes of its winding that has most, or through
/// it. No current of parts without one, and of a source that is short-circuited.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PartNow(pub Cow<'static, str>, pub Option<f64>);

/// How a net stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum NetNow {
    /// Nothing drives it.
    #[default]
    Floating,
    /// At the potential of a plus pole.
    Plus,
    /// At the potential of a minus pole.
    Minus,
    /// At a potential between two poles.
    Between,
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Turn {
    /// The person's.
    Person,
    /// The machine's.
    Automaton,
    /// The game is over.
    Over,
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// The person.
    Person,
    /// The machine.
    Automaton,
}

/// How the game stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Game {
    /// How many lamps are lit.
    pub stones: usize,
    /// Whose turn it is; nobody's until the lamps are on.
    pub turn: Option<Turn>,
    /// Who won the game that is over.
    pub over: Option<Winner>,
    /// How many stones the person has taken in this turn.
    pub taken: usize,
    /// The most that may be taken.
    pub take: usize,
    /// The memory relays that have operated.
    pub memory: Vec<usize>,
    /// How many games are over.
    pub games: u32,
    /// How many of them the machine has lost.
    pub losses: u32,
    /// The most that it loses to whoever keeps to the rules, whatever they do; none where that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<u64>,
    /// What to do next, or what has happened, for people.
    pub said: String,
}

/// A place in the timeline: a deed and one of its frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct At(pub usize, pub usize);

/// What is to follow what stays of a timeline.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Appended {
    /// The last frame that stays; none if nothing does.
    pub keep: Option<At>,
    /// The deeds after it.
    pub deeds: Vec<Deed>,
    /// What is to be said beside them: what does not hold of what was expected.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
    /// The machine's version from now on.
    pub version: u64,
}

/// What to circle in the drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Highlight {
    /// Contacts.
    pub contacts: Vec<usize>,
    /// Nets.
    pub nets: Vec<usize>,
    /// Parts.
    pub parts: Vec<usize>,
}

/// Why something is as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Why {
    /// Sentences.
    pub lines: Vec<String>,
    /// What they are about.
    pub highlight: Highlight,
}

/// What can be asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Subject {
    /// A part.
    Part(usize),
    /// A net.
    Net(usize),
    /// A contact.
    Contact(usize),
}

/// A circuit that can be had.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// What it is, in a line.
    pub title: String,
}
