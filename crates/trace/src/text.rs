//! A run as text, written down line by line while it happens.

use std::fmt;
use std::sync::Arc;

use kiber_engine::{Event, Fault, Micros, Sink, What};
use kiber_netlist::{Circuit, Fingerprint};

use crate::figures::push_millis;
use crate::hands::{Hands, Told};
use crate::moves::AllMoves;
use crate::recorder::{Ending, Recorder};
use crate::recording::ScriptPin;
use crate::wording::{CIRCUIT, END, FIRST_LINE, HEADING, SCRIPT, SECTION, Wording, push_on_one_line};

/// Writes a trace into `W` as the events come; it keeps one line at a time, however long the run.
///
/// [`write_head`](Self::write_head) and [`write_end`](Self::write_end) frame a whole run. Left
/// out, what is written are just the sections, which is what a prompt shows after an action.
///
/// When `W` refuses a line, nothing more is written and [`into_inner`](Self::into_inner) says so.
#[derive(Clone, Debug)]
pub struct TextTrace<W> {
    circuit: Arc<Circuit>,
    out: W,
    written: fmt::Result,
    line: String,
    /// Headings that no section stands under yet.
    headings: String,
    section_start: Micros,
    hands: Hands,
    faults: Vec<Fault>,
    moves: AllMoves,
}

impl<W: fmt::Write> TextTrace<W> {
    /// A trace of that circuit, from a state without faults, into `out`.
    pub fn new(circuit: Arc<Circuit>, out: W) -> Self {
        Self {
            circuit,
            out,
            written: Ok(()),
            line: String::new(),
            headings: String::new(),
            section_start: 0,
            hands: Hands::default(),
            faults: Vec::new(),
            moves: AllMoves::default(),
        }
    }

    /// For a trace that starts in a state with faults: a broken contact does not move with its part.
    #[must_use]
    pub fn with_faults(mut self, faults: Vec<Fault>) -> Self {
        self.faults = faults;
        self
    }

    /// Writes the lines above the first section: what this is, of which circuit, and by which script.
    pub fn write_head(&mut self, script: Option<&ScriptPin>) {
        self.line.push_str(FIRST_LINE);
        self.line.push('\n');
        push_pin(&mut self.line, CIRCUIT, self.circuit.fingerprint(), &self.circuit.title);
        if let Some(ScriptPin { name, fingerprint }) = script {
            push_pin(&mut self.line, SCRIPT, *fingerprint, name);
        }
        self.pass_on();
    }

    /// Writes the last line: the instant, since power-up, at which the run ended. A trace without
    /// it was cut off.
    pub fn write_end(&mut self, at: Micros) {
        self.write_hands();
        self.line.push('\n');
        self.line.push_str(END);
        push_millis(&mut self.line, at, 0);
        self.line.push_str(" ms\n");
        self.pass_on();
    }

    /// What was written into.
    ///
    /// # Errors
    /// When a line could not be written.
    pub fn into_inner(mut self) -> Result<W, fmt::Error> {
        self.write_hands();
        self.written.map(|()| self.out)
    }

    fn write_hands(&mut self) {
        let mut hands = std::mem::take(&mut self.hands);
        hands.flush(|told| self.write_told(told));
        self.hands = hands;
    }

    fn write_told(&mut self, told: Told) {
        match told {
            Told::One(event) => {
                self.write(event.at, |wording, since| wording.event(since, &event.what));
                if let What::Fault { fault, present } = event.what {
                    self.remember_fault(fault, present);
                }
            }
            Told::HandAndMove(hand, its_move) => {
                if let What::Moved { from, to, .. } = its_move.what {
                    self.write(hand.at, |wording, since| wording.hand_and_contacts(since, &hand.what, from, to));
                }
            }
        }
    }

    fn write(&mut self, at: Micros, put: impl FnOnce(&mut Wording<'_>, Micros)) {
        let Self { circuit, faults, moves, line, .. } = self;
        let mut wording = Wording { circuit, faults, moves, line };
        put(&mut wording, at.saturating_sub(self.section_start));
        self.pass_on();
    }

    fn pass_on(&mut self) {
        if self.written.is_ok() {
            self.written = self.out.write_str(&self.line);
        }
        self.line.clear();
    }

    fn remember_fault(&mut self, fault: Fault, present: bool) {
        if present {
            self.faults.push(fault);
        } else {
            self.faults.retain(|&there| there != fault);
        }
    }
}

impl<W: fmt::Write> Sink for TextTrace<W> {
    fn event(&mut self, event: Event) {
        let mut hands = std::mem::take(&mut self.hands);
        hands.take(event, |told| self.write_told(told));
        self.hands = hands;
    }
}

impl<W: fmt::Write> Recorder for TextTrace<W> {
    fn heading(&mut self, heading: &str) {
        self.headings.push('\n');
        self.headings.push_str(HEADING);
        if heading.contains(char::is_control) {
            push_on_one_line(&mut self.headings, heading);
        } else {
            self.headings.push_str(heading);
        }
        self.headings.push('\n');
    }

    fn begin_section(&mut self, title: &dyn fmt::Display, at: Micros) {
        self.write_hands();
        self.section_start = at;
        self.line.push_str(&self.headings);
        self.headings.clear();
        self.line.push('\n');
        self.line.push_str(SECTION);
        let before = self.line.len();
        // A `String` takes whatever it is given.
        let _ = fmt::Write::write_fmt(&mut self.line, format_args!("{title}"));
        if self.line.get(before..).is_some_and(|title| title.contains(char::is_control)) {
            let title = self.line.split_off(before);
            push_on_one_line(&mut self.line, &title);
        }
        self.line.push('\n');
        self.pass_on();
    }

    fn end_section(&mut self, at: Micros, ending: Ending) {
        self.write_hands();
        self.write(at, |wording, since| wording.ending(since, &ending));
    }
}

/// A line of the head: what it is of, its fingerprint, and its name.
fn push_pin(line: &mut String, of: &str, fingerprint: Fingerprint, name: &str) {
    line.push_str(of);
    // A `String` takes whatever it is given.
    let _ = fmt::Write::write_fmt(line, format_args!("{fingerprint}  "));
    push_on_one_line(line, name);
    line.truncate(line.trim_end().len());
    line.push('\n');
}
