//! The words of a trace: how one event is put into a line.
//!
//! A line has three columns: the time since its section began, the part (empty when the whole
//! circuit is meant), and what happened to it.

use kiber_engine::{
    ContactSide, Fault, LampLevel, Micros, Nanoamps, Oscillation, Place, Request, Short, ShortStep, What,
};
use kiber_netlist::{Circuit, ContactForm, ContactId, NetId, PartId, PartKind, RelayAction};

use crate::figures::{push_milliamps, push_millis, push_whole};
use crate::moves::{AllMoves, Side};
use crate::recorder::Ending;
use crate::recording::microamps;

/// Before the fingerprint and the title of the circuit.
pub(crate) const CIRCUIT: &str = "circuit ";
/// Before the fingerprint and the name of the script.
pub(crate) const SCRIPT: &str = "script  ";
/// Before a heading of the script.
pub(crate) const HEADING: &str = "=== ";
/// The first line of every trace; the number grows when the words change.
pub(crate) const FIRST_LINE: &str = "kiber trace 1";
/// What every section's line begins with.
pub(crate) const SECTION: &str = "== ";
/// What the last line begins with.
pub(crate) const END: &str = "== end at ";

/// What follows a contact that a short circuit's path passes twice in a row.
pub(crate) const BOTH_SIDES: &str = " (both sides)";

/// A hand has turned a selector, which has yet to move.
pub(crate) const TURNED_TO: &str = "turned to ";
/// A hand has turned a selector, which has followed at once.
pub(crate) const TURNED_FROM: &str = "turned from ";
/// A fuse has blown, and what it fed.
pub(crate) const BLOWN: &str = "blown";
pub(crate) const FED: &str = "; fed ";
pub(crate) const REPLACED: &str = "replaced";

const TIME_WIDTH: usize = 9;
const PART_WIDTH: usize = 5;

/// Puts events of one circuit into words.
#[derive(Debug)]
pub(crate) struct Wording<'a> {
    pub(crate) circuit: &'a Circuit,
    pub(crate) faults: &'a [Fault],
    pub(crate) moves: &'a mut AllMoves,
    pub(crate) line: &'a mut String,
}

impl Wording<'_> {
    /// A whole line for an event.
    pub(crate) fn event(&mut self, since: Micros, what: &What) {
        self.time(since);
        match what {
            &What::Hand { part, operated } => {
                self.part(part);
                self.line.push_str(hand_word(self.circuit, part, operated));
            }
            &What::Source { part, on } => {
                self.part(part);
                self.line.push_str(if on { "switched on" } else { "switched off" });
            }
            What::Fault { fault, present } => self.fault(fault, *present),
            &What::Moved { part, from, to } => {
                self.part(part);
                self.line.push_str(&self.moves.of(self.circuit, part).words(from, to));
                self.contacts(part, from, to);
            }
            &What::Coil { part, current, asks, partial } => {
                self.part(part);
                let kind = &self.circuit.parts[part].kind;
                let (coil, current) = coil_words(kind, current, asks);
                self.line.push_str(coil);
                self.line.push(' ');
                push_milliamps(self.line, current);
                self.line.push_str(if partial { " (partial), " } else { ", " });
                self.line.push_str(request_words(kind, asks));
            }
            &What::Lamp { part, level, current } => {
                self.part(part);
                self.line.push_str(level_word(level));
                self.line.push_str(", ");
                push_milliamps(self.line, current);
            }
            What::ShortBegan(short) => {
                self.whole_circuit();
                push_short(self.line, self.circuit, short);
                self.line.push_str(" begins");
                push_path(self.line, self.circuit, short);
            }
            What::ShortEnded(short, lasted) => {
                self.whole_circuit();
                push_short(self.line, self.circuit, short);
                self.line.push_str(" ends after ");
                self.span(*lasted);
                push_path(self.line, self.circuit, short);
            }
            &What::OverloadBegan { part, current } => {
                self.part(part);
                self.line.push_str("overloaded, ");
                push_milliamps(self.line, current);
            }
            &What::OverloadEnded { part, lasted } => {
                self.part(part);
                self.line.push_str("no longer overloaded, after ");
                self.span(lasted);
            }
            &What::Turned { part, to } => {
                self.part(part);
                self.line.push_str(TURNED_TO);
                push_whole(self.line, u64::from(to));
            }
            What::Blown { part, fed } => {
                self.part(*part);
                self.line.push_str(BLOWN);
                if !fed.is_empty() {
                    self.line.push_str(FED);
                    push_parts(self.line, self.circuit, fed);
                }
            }
            &What::Replaced { part } => {
                self.part(part);
                self.line.push_str(REPLACED);
            }
            &What::BothCoils { part, driven } => {
                self.part(part);
                self.line.push_str(both_coils_words(driven));
            }
            What::Settled => {
                self.whole_circuit();
                self.line.push_str("settled");
            }
            What::Oscillates(oscillation) => {
                self.whole_circuit();
                oscillation_words(self.circuit, oscillation, self.line);
            }
        }
        self.line.push('\n');
    }

    /// A whole line for a hand whose contacts followed at once: two events.
    pub(crate) fn hand_and_contacts(&mut self, since: Micros, hand: &What, from: Place, to: Place) {
        self.time(since);
        let part = match *hand {
            What::Hand { part, operated } => {
                self.part(part);
                self.line.push_str(hand_word(self.circuit, part, operated));
                part
            }
            What::Turned { part, to } => {
                self.part(part);
                self.line.push_str(TURNED_FROM);
                push_whole(self.line, u64::from(from.0 / 2));
                self.line.push_str(" to ");
                push_whole(self.line, u64::from(to));
                part
            }
            _ => return,
        };
        let before = self.line.len();
        self.contacts(part, from, to);
        if self.line.len() == before {
            self.line.push_str("; moves no contact");
        }
        self.line.push('\n');
    }

    /// A whole line for the end of a section, unless its last event says it.
    pub(crate) fn ending(&mut self, since: Micros, ending: &Ending) {
        if *ending == Ending::Told {
            return;
        }
        self.time(since);
        self.whole_circuit();
        match ending {
            Ending::Told => {}
            Ending::TimeUp { still: true } => self.line.push_str("time is up, nothing moves"),
            Ending::TimeUp { still: false } => self.line.push_str("time is up, still moving"),
            Ending::GaveUp(instants) => {
                self.line.push_str("still moving, given up after ");
                push_whole(self.line, *instants);
                self.line.push_str(" instants");
            }
            Ending::Refused => self.line.push_str("refused, nothing done"),
        }
        self.line.push('\n');
    }

    fn time(&mut self, since: Micros) {
        push_millis(self.line, since, TIME_WIDTH);
        self.line.push_str(" ms  ");
    }

    fn part(&mut self, part: PartId) {
        push_cell(self.line, &self.circuit.parts[part].name);
    }

    fn whole_circuit(&mut self) {
        push_cell(self.line, "");
    }

    fn span(&mut self, span: Micros) {
        push_millis(self.line, span, 0);
        self.line.push_str(" ms");
    }

    /// The contacts a move opens and closes: `; opens K1/2 break; closes K1/1, K1/2 make`.
    fn contacts(&mut self, part: PartId, from: Place, to: Place) {
        let moves = self.moves.of(self.circuit, part);
        for (verb, was_closed) in [("; opens ", true), ("; closes ", false)] {
            let mut before = verb;
            for side in moves.sides(from, to, self.faults) {
                if side.was_closed == was_closed {
                    self.line.push_str(before);
                    push_side(self.line, self.circuit, side);
                    before = ", ";
                }
            }
        }
    }

    fn fault(&mut self, fault: &Fault, present: bool) {
        let place = self.line.len();
        push_fault_place(self.line, self.circuit, fault);
        let width = self.line.get(place..).map_or(0, |cell| cell.chars().count());
        pad(self.line, width);
        self.line.push_str(if present { "fault: " } else { "mended: " });
        push_fault(self.line, self.circuit, fault);
    }
}

/// Which sources are shorted: `short circuit of G1`.
pub(crate) fn push_short(line: &mut String, circuit: &Circuit, short: &Short) {
    line.push_str("short circuit of ");
    push_parts(line, circuit, &short.sources);
}

/// Through what: `: through K1/2, K2/1`.
pub(crate) fn push_path(line: &mut String, circuit: &Circuit, short: &Short) {
    let mut before = ": through ";
    let mut rest = short.path.as_slice();
    while let Some((&step, after)) = rest.split_first() {
        line.push_str(before);
        before = ", ";
        rest = after;
        match step {
            ShortStep::Contact(contact) => push_contact(line, circuit, contact),
            ShortStep::Part(part) => line.push_str(&circuit.parts[part].name),
        }
        // A change-over that bridges is passed from side to side.
        if after.first() == Some(&step) {
            line.push_str(BOTH_SIDES);
            rest = after.get(1..).unwrap_or_default();
        }
    }
}

/// The part or contact that a fault is at.
pub(crate) fn push_fault_place(line: &mut String, circuit: &Circuit, fault: &Fault) {
    match *fault {
        Fault::ContactStuckOpen(contact) | Fault::ContactWelded { contact, .. } => push_contact(line, circuit, contact),
        Fault::CoilOpen(part) | Fault::CoilShorted(part) | Fault::ArmatureStuck(part) | Fault::WireOff(part, _) => {
            line.push_str(&circuit.parts[part].name);
        }
    }
}

/// What is wrong, without saying with which part: `contact welded`.
pub(crate) fn push_fault(line: &mut String, circuit: &Circuit, fault: &Fault) {
    match *fault {
        Fault::ContactStuckOpen(_) => line.push_str("contact stuck open"),
        Fault::ContactWelded { contact, side } => {
            line.push_str("contact welded");
            match side {
                ContactSide::Place(place) => {
                    line.push_str(" at place ");
                    push_whole(line, u64::from(place));
                }
                ContactSide::Make if is_changeover(circuit, contact) => line.push_str(" on its make side"),
                ContactSide::Break if is_changeover(circuit, contact) => line.push_str(" on its break side"),
                ContactSide::Make | ContactSide::Break => {}
            }
        }
        Fault::CoilOpen(_) => line.push_str("coil open"),
        Fault::CoilShorted(_) => line.push_str("coil shorted"),
        Fault::WireOff(_, net) => {
            line.push_str("wire of net ");
            push_net(line, circuit, net);
            line.push_str(" off");
        }
        Fault::ArmatureStuck(_) => line.push_str("armature stuck"),
    }
}

/// The words for an oscillation: `oscillates with a period of 12.000 ms: K1`.
pub(crate) fn oscillation_words(circuit: &Circuit, oscillation: &Oscillation, line: &mut String) {
    line.push_str("oscillates with a period of ");
    push_millis(line, oscillation.period, 0);
    line.push_str(" ms");
    if !oscillation.parts.is_empty() {
        line.push_str(": ");
        push_parts(line, circuit, &oscillation.parts);
    }
}

/// The places between which a hand's contacts go when they follow at once.
pub(crate) fn at_once(operated: bool) -> (Place, Place) {
    if operated { (Place::RELEASED, Place::OPERATED) } else { (Place::OPERATED, Place::RELEASED) }
}

/// How a position of a hand-worked part is called: a button is pressed or free, a toggle on or off.
pub(crate) fn hand_word(circuit: &Circuit, part: PartId, operated: bool) -> &'static str {
    match (&circuit.parts[part].kind, operated) {
        (PartKind::Button(_), true) => "pressed",
        (PartKind::Button(_), false) => "free",
        (_, true) => "on",
        (_, false) => "off",
    }
}

/// A relay with two coils that drive it opposite ways.
pub(crate) fn has_opposed_coils(kind: &PartKind) -> bool {
    matches!(kind, PartKind::Relay(relay)
        if matches!(relay.action, RelayAction::Bistable { .. }) && relay.coils.len() > 1)
}

/// Which coil the current is told of, and the current in it.
fn coil_words(kind: &PartKind, current: Nanoamps, asks: Request) -> (&'static str, Nanoamps) {
    match kind {
        PartKind::Stepper(_) if asks == Request::Reverse => ("home coil", current),
        kind if has_opposed_coils(kind) => match microamps(current) {
            0 => ("coils", current),
            ..0 => ("reset coil", Nanoamps(current.0.saturating_neg())),
            1.. => ("set coil", current),
        },
        _ => ("coil", current),
    }
}

/// What a coil of such a part asks for.
pub(crate) fn request_words(kind: &PartKind, request: Request) -> &'static str {
    let centre = match kind {
        PartKind::Relay(relay) => match relay.action {
            RelayAction::Polarized { centre, .. } => Some(centre),
            _ => None,
        },
        _ => None,
    };
    match (request, centre) {
        (Request::Nothing, _) => "asks for nothing",
        (Request::Operate, Some(_)) => "asks for right",
        (Request::Release, Some(true)) => "asks for centre",
        (Request::Release, Some(false)) | (Request::Reverse, Some(true)) => "asks for left",
        (Request::Operate, None) => "asks to operate",
        (Request::Release, None) => "asks to release",
        (Request::Reverse, None) if matches!(kind, PartKind::Stepper(_)) => "asks for home",
        (Request::Reverse, None) if matches!(kind, PartKind::Relay(_)) => "asks to release slowly",
        (Request::Reverse, _) => "asks to reverse",
    }
}

/// Whether the coils of a bistable relay hold each other.
pub(crate) fn both_coils_words(driven: bool) -> &'static str {
    if driven { "both coils driven, stays" } else { "no longer both coils driven" }
}

/// How bright a lamp is.
pub(crate) fn level_word(level: LampLevel) -> &'static str {
    match level {
        LampLevel::Off => "off",
        LampLevel::Dim => "dim",
        LampLevel::Lit => "lit",
    }
}

/// A contact as a script writes it: `K1/2`.
pub(crate) fn push_contact(line: &mut String, circuit: &Circuit, contact: ContactId) {
    let contact = &circuit.contacts[contact];
    line.push_str(&circuit.parts[contact.part].name);
    line.push('/');
    line.push_str(&contact.name);
}

/// A net in quotes, on one line whatever its name holds.
pub(crate) fn push_net(line: &mut String, circuit: &Circuit, net: NetId) {
    line.push('"');
    push_on_one_line(line, &circuit.nets[net].name);
    line.push('"');
}

/// Free text on one line: control characters and backslashes are escaped.
pub(crate) fn push_on_one_line(line: &mut String, text: &str) {
    for letter in text.chars() {
        if letter.is_control() || letter == '\\' {
            line.extend(letter.escape_default());
        } else {
            line.push(letter);
        }
    }
}

pub(crate) fn is_changeover(circuit: &Circuit, contact: ContactId) -> bool {
    matches!(circuit.contacts[contact].form, ContactForm::Changeover { .. })
}

fn push_side(line: &mut String, circuit: &Circuit, side: Side) {
    push_contact(line, circuit, side.contact);
    match side.side {
        ContactSide::Place(place) => {
            line.push_str(" at ");
            push_whole(line, u64::from(place));
        }
        ContactSide::Make if is_changeover(circuit, side.contact) => line.push_str(" make"),
        ContactSide::Break if is_changeover(circuit, side.contact) => line.push_str(" break"),
        ContactSide::Make | ContactSide::Break => {}
    }
}

fn push_parts(line: &mut String, circuit: &Circuit, parts: &[PartId]) {
    let mut before = "";
    for &part in parts {
        line.push_str(before);
        line.push_str(&circuit.parts[part].name);
        before = ", ";
    }
}

fn push_cell(line: &mut String, text: &str) {
    line.push_str(text);
    pad(line, text.chars().count());
}

fn pad(line: &mut String, width: usize) {
    for _ in width..PART_WIDTH.max(width) + 2 {
        line.push(' ');
    }
}
