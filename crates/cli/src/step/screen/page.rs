//! The part chosen, in full: the paths around it, why it is so, its contacts.

use kiber_engine::{ContactSide, Micros, Simulator};
use kiber_netlist::{Circuit, ContactForm, ContactId, PartId, PartKind};
use kiber_session::{Moment, Session};
use kiber_trace::{Since, words};

use kiber_draw::rung::{Rung, Shows};
use kiber_explain::Through;

use super::board::columns;
use super::look::Tone;
use crate::step::state::partial_words;
use crate::step::{condition, part::part_of};
use crate::why::{Subject, answer_lines};
use crate::words::{plain, wrapped};

/// A line of the page, in its pieces.
pub(super) type Line = Vec<(String, Tone)>;

/// The most ways of current that are drawn.
const MOST_WAYS: usize = 4;

/// The text of the page. What takes long to find out is asked elsewhere ([`Page::question`]), and is shown once
/// it is told ([`Page::told`]).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Page {
    of: Option<Of>,
    /// How often what was done has changed; a moment alone does not tell one past from another.
    version: usize,
    /// Whether somebody has been asked.
    is_asked: bool,
    told: Option<Vec<Line>>,
    lines: Vec<Line>,
}

/// What a page is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Of {
    part: PartId,
    moment: Moment,
    time: Micros,
    width: u16,
    version: usize,
}

/// A question that may take long to answer, with all that is needed to do so.
pub(super) struct WhyAsked {
    of: Of,
    simulator: Simulator,
    since: Since,
}

/// Its answer.
pub(super) struct WhyTold {
    of: Of,
    lines: Vec<Line>,
}

impl WhyAsked {
    /// Finds out.
    pub(super) fn answer(self) -> WhyTold {
        let Self { of, simulator, since } = self;
        let width = usize::from(of.width.saturating_sub(2));
        let mut lines = ways(&simulator, of.part, width);
        if can_be_asked(&simulator.circuit().parts[of.part].kind) {
            let told = answer_lines(&simulator, Subject::Part(of.part), &since);
            lines.extend(told.iter().flat_map(|line| wrapped(line, width)).map(|line| vec![(line, Tone::Plain)]));
        }
        WhyTold { of, lines }
    }
}

impl Page {
    pub(super) fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Something was done: whatever it says is of the past.
    pub(super) fn forget(&mut self) {
        self.version += 1;
    }

    /// Says what is known at once.
    pub(super) fn bring_up_to_date(&mut self, session: &Session, part: PartId, width: u16) {
        let of = Of { part, moment: session.here(), time: session.time(), width, version: self.version };
        if self.of != Some(of) {
            (self.of, self.told, self.is_asked) = (Some(of), None, false);
            self.write(session);
        }
    }

    /// What there is to find out, if that was not asked yet.
    pub(super) fn question(&mut self, session: &Session) -> Option<WhyAsked> {
        let of = self.of.filter(|_| !self.is_asked)?;
        self.is_asked = true;
        Some(WhyAsked { of, simulator: session.simulator().clone(), since: session.since() })
    }

    /// Takes an answer; one to a question of before is of no use any more.
    pub(super) fn told(&mut self, told: WhyTold, session: &Session) {
        if self.of == Some(told.of) {
            self.told = Some(told.lines);
            self.write(session);
        }
    }

    fn write(&mut self, session: &Session) {
        let Some(of) = self.of else { return };
        self.lines = match &self.told {
            Some(told) => told.clone(),
            None => vec![vec![("…".to_owned(), Tone::Faint)]],
        };
        self.lines.extend(known(session, of.part, usize::from(of.width.saturating_sub(2))));
    }
}

/// The name and the condition: `P12 (Р12) relay, operated`.
pub(super) fn title(circuit: &Circuit, simulator: &Simulator, id: PartId) -> String {
    let part = &circuit.parts[id];
    let label = part.label.as_ref().filter(|label| **label != part.name);
    let label = label.map(|label| format!(" ({label})")).unwrap_or_default();
    let stands = condition(circuit, simulator, id);
    let separator = if stands.is_empty() { "" } else { ", " };
    plain(&format!("{}{label} {}{separator}{stands}", part.name, part.kind.noun()))
}

/// Coils, contacts and faults in a few words each, for little room.
pub(super) fn short(circuit: &Circuit, simulator: &Simulator, id: PartId) -> Vec<String> {
    let mut items = coil_items(circuit, simulator, id);
    items.extend(motion(circuit, simulator, id));
    let contacts = circuit.contacts_of(id);
    items.extend(contacts.iter().map(|&contact| format!("/{}", contact_words(circuit, simulator, contact))));
    items.extend(
        simulator
            .faults()
            .iter()
            .filter(|fault| part_of(circuit, fault) == id)
            .map(|fault| words::fault(circuit, fault)),
    );
    items.into_iter().map(|item| plain(&item)).collect()
}

/// The currents of a part, with what they do.
fn coil_items(circuit: &Circuit, simulator: &Simulator, id: PartId) -> Vec<String> {
    let kind = &circuit.parts[id].kind;
    let many = kind.coils().count() > 1;
    let mut items: Vec<String> = kind
        .coils()
        .enumerate()
        .map(|(winding, coil)| {
            let current = if simulator.is_partial(id, winding) {
                partial_words(circuit, simulator, id, winding)
            } else {
                simulator.current(id, winding).to_string()
            };
            if many { format!("coil {} {current}", coil.name) } else { format!("coil {current}") }
        })
        .collect();
    match kind {
        PartKind::Relay(_) | PartKind::Stepper(_) => {}
        PartKind::Button(_) | PartKind::Toggle(_) | PartKind::Selector(_) | PartKind::Wire(_) => {}
        PartKind::Source(_) if simulator.shorts().iter().any(|short| short.sources.contains(&id)) => {
            items.push("in a short circuit".to_owned());
        }
        PartKind::Capacitor(_) => {
            let volts = (simulator.voltage(id).unwrap_or_default() * 1000.0).round() / 1000.0 + 0.0;
            items.push(format!("{volts} V, {}", simulator.current(id, 0)));
        }
        _ => items.push(simulator.current(id, 0).to_string()),
    }
    items
}

fn motion(circuit: &Circuit, simulator: &Simulator, id: PartId) -> Option<String> {
    if matches!(circuit.parts[id].kind, PartKind::Button(_) | PartKind::Toggle(_)) {
        return None;
    }
    simulator.remaining(id).map(|left| format!("moves in {}", words::millis(left)))
}

/// Which contacts are closed and which are open: `closed 1, 2 make; open 3`.
pub(super) fn contacts_in_a_line(circuit: &Circuit, simulator: &Simulator, id: PartId) -> String {
    let (mut closed, mut open) = (Vec::new(), Vec::new());
    for &contact in circuit.contacts_of(id) {
        let words = contact_words(circuit, simulator, contact);
        match words.rsplit_once(' ') {
            Some((name, "open")) => open.push(name.to_owned()),
            Some((name, "closed")) => closed.push(name.to_owned()),
            _ => closed.push(words),
        }
    }
    let told = [("closed", closed), ("open", open)].into_iter().filter(|(_, names)| !names.is_empty());
    let told: Vec<String> = told.map(|(word, names)| format!("{word} {}", names.join(", "))).collect();
    plain(&told.join("; "))
}

/// The name of a contact with which of its sides is closed: `2 make`, `1 open`.
fn contact_words(circuit: &Circuit, simulator: &Simulator, id: ContactId) -> String {
    let contact = &circuit.contacts[id];
    let stands = match &contact.form {
        ContactForm::Changeover { .. } => match (simulator.is_break_closed(id), simulator.is_closed(id)) {
            (true, true) => "both".to_owned(),
            (true, false) => "break".to_owned(),
            (false, true) => "make".to_owned(),
            (false, false) => "open".to_owned(),
        },
        ContactForm::Break(..) => open_or_closed(simulator.is_break_closed(id)).to_owned(),
        ContactForm::Wafer { places, .. } => {
            let touched = |&place: &u16| simulator.is_side_closed(id, ContactSide::Place(place));
            let touched: Vec<String> =
                (0..).take(places.len()).filter(touched).map(|place: u16| place.to_string()).collect();
            if touched.is_empty() { "open".to_owned() } else { format!("at {}", touched.join(", ")) }
        }
        _ => open_or_closed(simulator.is_closed(id)).to_owned(),
    };
    format!("{} {stands}", contact.name)
}

fn open_or_closed(closed: bool) -> &'static str {
    if closed { "closed" } else { "open" }
}

/// What is known without thinking.
fn known(session: &Session, id: PartId, width: usize) -> Vec<Line> {
    let (circuit, simulator) = (session.circuit(), session.simulator());
    let part = &circuit.parts[id];
    let line = |text: String, tone| vec![(text, tone)];
    let mut lines: Vec<Line> = Vec::new();
    for item in coil_items(circuit, simulator, id).into_iter().chain(motion(circuit, simulator, id)) {
        lines.push(line(plain(&item), Tone::Plain));
    }
    lines.extend(contact_lines(circuit, simulator, id));
    for fault in simulator.faults().iter().filter(|fault| part_of(circuit, fault) == id) {
        lines.push(line(plain(&words::fault(circuit, fault)), Tone::Alarm));
    }
    if let Some(note) = &part.note {
        lines.extend(wrapped(note, width).into_iter().map(|note| line(note, Tone::Plain)));
    }
    lines
}

fn can_be_asked(kind: &PartKind) -> bool {
    matches!(
        kind,
        PartKind::Relay(_)
            | PartKind::Stepper(_)
            | PartKind::Lamp(_)
            | PartKind::Button(_)
            | PartKind::Toggle(_)
            | PartKind::Selector(_)
    )
}

/// The ways of current through a part, drawn with letters; those through each of its windings.
fn ways(simulator: &Simulator, id: PartId, width: usize) -> Vec<Line> {
    let kind = &simulator.circuit().parts[id].kind;
    let loads: Vec<Through> = match kind {
        PartKind::Relay(_) | PartKind::Stepper(_) => {
            (0..kind.coils().count()).map(|winding| Through::Winding(id, winding)).collect()
        }
        PartKind::Lamp(_) | PartKind::Resistor(_) => vec![Through::Part(id)],
        _ => Vec::new(),
    };
    // Fewer ways where many are too wide.
    let fitting = |load| {
        let drawn = (1..=MOST_WAYS).rev().map(|most| Rung::of(simulator, load, most, width));
        let fits = |rung: &Rung| {
            rung.lines
                .iter()
                .all(|line| line.iter().map(|piece| usize::from(columns(&piece.text))).sum::<usize>() <= width)
        };
        let mut last = None;
        for rung in drawn {
            let is_it = fits(&rung);
            last = Some(rung);
            if is_it {
                break;
            }
        }
        last.map(|rung| rung.lines).unwrap_or_default()
    };
    let drawn = loads.into_iter().flat_map(fitting);
    let tone = |shows| match shows {
        Shows::Nothing | Shows::Rail(_) => Tone::Plain,
        Shows::Wire(carries) | Shows::Part { carries, .. } => {
            if carries {
                Tone::Lit
            } else {
                Tone::Plain
            }
        }
        Shows::Contact { carries: true, .. } => Tone::Lit,
        Shows::Contact { closed: true, .. } => Tone::On,
        Shows::Contact { .. } => Tone::Plain,
    };
    let mut lines: Vec<Line> =
        drawn.map(|line| line.into_iter().map(|piece| (piece.text, tone(piece.shows))).collect()).collect();
    if !lines.is_empty() {
        lines.push(Vec::new());
    }
    lines
}

/// A line for each side of each contact: whether it is closed, and what flows.
fn contact_lines(circuit: &Circuit, simulator: &Simulator, id: PartId) -> Vec<Line> {
    let net = |net: kiber_netlist::NetId| circuit.nets[net].name.as_str();
    let currents = simulator.contact_currents();
    let mut lines = Vec::new();
    for row in currents.iter().filter(|row| circuit.contacts[row.contact].part == id) {
        let contact = &circuit.contacts[row.contact];
        let (side, ends) = match (&contact.form, row.side) {
            (ContactForm::Make(a, b), _) => ("make".to_owned(), Some((*a, *b))),
            (ContactForm::Break(a, b), _) => ("break".to_owned(), Some((*a, *b))),
            (ContactForm::Left(a, b), _) => ("left".to_owned(), Some((*a, *b))),
            (ContactForm::Right(a, b), _) => ("right".to_owned(), Some((*a, *b))),
            (ContactForm::Changeover { common, break_side, .. }, ContactSide::Break) => {
                ("break".to_owned(), break_side.map(|side| (*common, side)))
            }
            (ContactForm::Changeover { common, make_side, .. }, _) => {
                ("make".to_owned(), make_side.map(|side| (*common, side)))
            }
            (ContactForm::Wafer { common, places, .. }, ContactSide::Place(place)) => {
                let to = places.get(usize::from(place)).copied().flatten();
                (format!("place {place}"), to.map(|to| (*common, to)))
            }
            (ContactForm::Wafer { .. }, _) => ("wafer".to_owned(), None),
        };
        let Some((from, to)) = ends else { continue };
        let closed = simulator.is_side_closed(row.contact, row.side);
        let current = match row.current {
            Some(current) if current.0 != 0 => format!(", {current}"),
            Some(_) => String::new(),
            None => ", in a short circuit".to_owned(),
        };
        let sign = if closed { "──●──" } else { "── ──" };
        let text =
            format!("/{} {side}: {} {sign} {} {}{current}", contact.name, net(from), net(to), open_or_closed(closed));
        lines.push(vec![(plain(&text), if closed { Tone::On } else { Tone::Plain })]);
    }
    lines
}
