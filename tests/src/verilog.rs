//! A relay circuit as switch-level Verilog, for an independent simulator to play the same games.
//!
//! Every side of a contact is a `tranif1` or `tranif0` switch between two nets, every pole of a source
//! a supply net, every relay the behavioural model in `tests/icarus/relay.v` with the relay's nominal
//! times. Verilog knows no currents. A coil counts as fed, and a lamp as lit, when its one pin has the
//! level of the plus pole and its other pin that of the minus pole; a net that nothing drives has the
//! level `z`, which is neither. This is right only while no current goes through two loads one behind
//! the other, so circuits in which one could are refused:
//!
//! - Contacts, wires and diodes, all taken as closed, must join every net that has a load either to
//!   plus or to minus of one ideal source, never to both and never to neither; every load lies between
//!   a net of the plus side and one of the minus side. Resistors and second windings are refused,
//!   and so is every part beyond plain relays, hands, lamps and diodes.
//! - A load with an end that is wired to a pole for good cannot be the middle one of three in series.
//!   One that is switched on both ends could be: the current would enter where it should leave, and
//!   go on from its other pin. That is let pass only if every contact at that pin leads to a net on
//!   which the other load depends, so that it has the level of plus already.
//!
//! Verilog's one-way switches hold themselves through a loop, which no diode does; so a diode is no
//! part of the switches at all. The loads behind it look at both its ends. This is right only while
//! the diode feeds nothing but them, and circuits in which it might are refused: every contact behind
//! it must lead to a net on which its near end depends. So it is with the diodes of the automaton:
//! behind them are only the coils P1 to P4 and their self-holds, which lead to the hold bus, and all
//! that comes to the diodes comes from the hold bus.

mod icarus;
mod sides;
mod steps;
mod text;
mod ways;

use std::fmt;

use kiber_netlist::{Circuit, PartId};

pub use icarus::{Icarus, Prepared};
pub use steps::{Line, lines, steps};

/// A circuit that has been written as Verilog.
#[derive(Clone, Debug)]
pub struct Verilog {
    /// The module `circuit`, with macros for the widths of its ports.
    pub text: String,
    /// The buttons and toggles, from the lowest bit of the port `hand`.
    pub hands: Vec<PartId>,
    /// The lamps and relays, from the first digit of the port `shown`.
    pub shown: Vec<PartId>,
}

impl Verilog {
    /// Writes a circuit.
    ///
    /// # Errors
    /// When levels instead of currents would not do for it.
    pub fn new(circuit: &Circuit) -> Result<Self, Refusal> {
        let sides = sides::Sides::new(circuit)?;
        Ok(text::write(circuit, &sides))
    }
}

/// Why a circuit or a script is not written as Verilog: the part or the line, and what about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The part's name, or the number of the line.
    pub at: String,
    /// Why.
    pub why: Why,
}

/// What about a part or a line does not go into Verilog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// A resistor.
    Resistor,
    /// A source that is off at the start, or has an internal resistance.
    NotIdeal,
    /// A relay with several windings.
    Windings,
    /// A kind of part that the behavioural models leave out.
    OtherPart(&'static str),
    /// A contact of this name that moves apart from the others of its part, or bounces.
    OwnMoment(String),
    /// A net of this name that contacts may join to poles that must stay apart.
    TwoPoles(String),
    /// A load that does not lie between the plus and the minus side of one source.
    NotBetweenPoles,
    /// A load that even the whole voltage neither operates nor lights.
    TooWeak,
    /// A load through which the current of that other one could come back.
    Series(String),
    /// A diode that may feed more than the loads at its end.
    LeadsOn,
    /// A line that does something to faults or sources.
    NotByHand,
    /// A line after which the circuit never settles.
    NeverSettles,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.at)?;
        match &self.why {
            Why::Resistor => f.write_str("a resistor needs currents"),
            Why::NotIdeal => f.write_str("only a source that is on and ideal is a supply net"),
            Why::Windings => f.write_str("the windings of a relay add currents"),
            Why::OtherPart(kind) => write!(f, "{kind} has no model in Verilog, only the plain relay has"),
            Why::OwnMoment(contact) => write!(f, "its contact {contact} has a moment of its own, or bounces"),
            Why::TwoPoles(net) => write!(f, "contacts may join {net} to more than one pole"),
            Why::NotBetweenPoles => f.write_str("not between the plus and the minus side of one source"),
            Why::TooWeak => f.write_str("even the whole voltage does not bring it to operate, or to light"),
            Why::Series(other) => write!(f, "the current of {other} could come back through it"),
            Why::LeadsOn => f.write_str("it may feed more than the loads at its end"),
            Why::NotByHand => f.write_str("only hands and time go into a test bench"),
            Why::NeverSettles => f.write_str("the circuit never settles"),
        }
    }
}

impl std::error::Error for Refusal {}
