//! The ways of current through one load, as lines of text: for a terminal, around the part somebody looks at.

mod fold;
mod lay;
mod symbol;

use kiber_engine::{ContactSide, Simulator};
use kiber_explain::{Through, routes};
use kiber_netlist::{Circuit, ContactId, NetId, PartId};

use crate::live::Live;
use fold::fold;
use symbol::Item;

/// The ways through a load, drawn from the rail of a source's plus to that of its minus.
///
/// A closed contact is a block, `[K1/1]`, an open one a gap, `┤K1/1├`; a stroke before the name is a break contact.
/// The line is heavy where current flows. Ways that begin or end alike are drawn once as far as they do.
///
/// ```
/// use std::sync::Arc;
/// use kiber_draw::rung::Rung;
/// use kiber_engine::Simulator;
/// use kiber_explain::Through;
///
/// let source = r#"Circuit(title: "Start and stop", parts: {
///     "G1": Source(plus: "+", minus: "-", volts: 24.0),
///     "S1": Button(contacts: {"1": Break("+", "a")}),
///     "S2": Button(contacts: {"1": Make("a", "b")}),
///     "K1": Relay(coil: ("b", "-"), contacts: {"1": Make("a", "b")}),
/// })"#;
/// let circuit = Arc::new(kiber_netlist::read(source).circuit.unwrap());
/// let k1 = circuit.part("K1").unwrap();
/// let mut simulator = Simulator::new(circuit);
/// let _ = simulator.power_up(&mut ());
/// assert_eq!(Rung::of(&simulator, Through::Winding(k1, 0), 4, 80).text(), "\
/// + ──[/S1/1]──┬─┤S2/1├─┬──(K1)── -
///              └─┤K1/1├─┘
/// ");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rung {
    /// The lines, from above; each is its pieces from left to right.
    pub lines: Vec<Vec<Piece>>,
}

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// As it is shown.
    pub text: String,
    /// What it shows.
    pub shows: Shows,
}

/// What a piece of a line shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shows {
    /// Nothing: blanks, or a sign that the line goes on below.
    Nothing,
    /// A wire, and whether current flows through it.
    Wire(bool),
    /// A pole of a source.
    Rail(NetId),
    /// A side of a contact.
    Contact {
        /// Which contact.
        contact: ContactId,
        /// Which side.
        side: ContactSide,
        /// Whether it conducts.
        closed: bool,
        /// Whether current flows through it.
        carries: bool,
    },
    /// A load, a diode, a fuse, a source.
    Part {
        /// Which part.
        part: PartId,
        /// Whether current flows through it.
        carries: bool,
    },
}

impl Rung {
    /// The ways through a load as the circuit stands, at most `most` of them: those by which it has, or lacks fewest
    /// contacts to have, current come first. Lines longer than `width` characters go on below.
    pub fn of(simulator: &Simulator, load: Through, most: usize, width: usize) -> Self {
        let circuit = simulator.circuit();
        let live = Live::of(simulator);
        let ways: Vec<Vec<Item>> =
            routes(simulator, load, most).iter().filter_map(|route| symbol::items(circuit, route, &live)).collect();
        if ways.is_empty() {
            return Self { lines: Vec::new() };
        }
        Self { lines: lay::lines(circuit, &fold(ways), width) }
    }

    /// The lines as text; empty where no source is in reach.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for line in &self.lines {
            let start = text.len();
            line.iter().for_each(|piece| text.push_str(&piece.text));
            text.truncate(start + text.get(start..).map_or(0, |line| line.trim_end().len()));
            text.push('\n');
        }
        text
    }
}

/// A part's name: that by which everything else speaks of it, not its label.
fn named(circuit: &Circuit, part: PartId) -> String {
    one_line(circuit.parts.get(part).map_or("", |part| part.name.as_str()))
}

/// A name without what would break a line.
fn one_line(name: &str) -> String {
    name.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}
