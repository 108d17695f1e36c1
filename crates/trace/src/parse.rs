//! Trace text back to a recording.
//!
//! The words say which events they stand for; whatever else a line shows (contacts, columns) follows
//! from the circuit. So the text is read loosely, written again, and compared: what comes back is
//! exactly what was written, or an error names the line.

use std::fmt;
use std::sync::Arc;

use kiber_engine::{
    ContactSide, Event, Fault, LampLevel, Micros, Nanoamps, Oscillation, Place, Request, Short, ShortStep, What,
};
use kiber_netlist::{Circuit, ContactForm, ContactId, Fingerprint, PartId, PartKind};

use crate::moves::AllMoves;
use crate::recorder::{Ending, Recorder};
use crate::recording::{Recording, ScriptPin, Section};
use crate::wording::{
    BLOWN, BOTH_SIDES, CIRCUIT, END, FED, HEADING, REPLACED, SCRIPT, SECTION, TURNED_FROM, TURNED_TO, at_once,
    both_coils_words, hand_word, has_opposed_coils, level_word, push_net, request_words,
};

/// Why a text is no trace of a circuit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it, in a sentence without a full stop.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ParseError {}

impl Recording {
    /// Reads a whole trace of that circuit, as [`Recording::text`] writes it.
    ///
    /// # Errors
    /// The first line that is not what a run of this circuit would have written there.
    pub fn parse(text: &str, circuit: &Arc<Circuit>) -> Result<Self, ParseError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut recording = Self::new();
        let mut moves = AllMoves::default();
        for (index, line) in text.lines().enumerate() {
            if recording.sections.is_empty()
                && let Some(of) = line.strip_prefix(CIRCUIT)
            {
                check_circuit(of, circuit).map_err(|message| ParseError { line: index + 1, message })?;
            } else if recording.sections.is_empty()
                && let Some(script) = line.strip_prefix(SCRIPT)
            {
                recording.script = script_pin(script);
            } else if let Some(heading) = line.strip_prefix(HEADING) {
                recording.heading(heading);
            } else if let Some(title) = line.strip_prefix(SECTION) {
                if !line.starts_with(END) {
                    recording.start_section(title);
                }
            } else if let Some(section) = recording.sections.last_mut()
                && !line.trim().is_empty()
                && section.line(line, circuit, &mut moves).is_none()
            {
                let message = format!("no event of this circuit is written like this: {}", line.trim());
                return Err(ParseError { line: index + 1, message });
            }
        }
        recording.compare(text, circuit)?;
        Ok(recording)
    }

    fn start_section(&mut self, title: &str) {
        let start = self.end();
        self.begin_section(&title, start);
    }

    fn compare(&self, text: &str, circuit: &Arc<Circuit>) -> Result<(), ParseError> {
        let again = self.text(circuit);
        let mut wanted = again.lines();
        for (index, line) in text.lines().enumerate() {
            let wanted = wanted.next();
            if wanted != Some(line) {
                let message = match wanted {
                    Some(wanted) => format!("this circuit would have written: {}", wanted.trim()),
                    None => "the trace should have ended before this line".to_owned(),
                };
                return Err(ParseError { line: index + 1, message });
            }
        }
        match wanted.next() {
            Some(_) => {
                Err(ParseError { line: text.lines().count() + 1, message: "the trace is cut off here".to_owned() })
            }
            None => Ok(()),
        }
    }
}

/// Whether the trace belongs to this circuit.
fn check_circuit(of: &str, circuit: &Circuit) -> Result<(), String> {
    let (pinned, own) = (fingerprint(of), circuit.fingerprint());
    match pinned {
        Some(pinned) if pinned != own => Err(format!(
            "this is the trace of another circuit, or of another version of this one: it is pinned to {pinned}, and \
             this circuit is {own}"
        )),
        _ => Ok(()),
    }
}

/// The fingerprint at the start of a line of the head.
fn fingerprint(text: &str) -> Option<Fingerprint> {
    let digits = text.get(..8).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
    u32::from_str_radix(digits, 16).ok().map(Fingerprint)
}

fn script_pin(text: &str) -> Option<ScriptPin> {
    let fingerprint = fingerprint(text)?;
    Some(ScriptPin { name: text.get(10..).unwrap_or_default().to_owned(), fingerprint })
}

impl Section {
    /// Takes in a line below the section's title.
    fn line(&mut self, line: &str, circuit: &Circuit, moves: &mut AllMoves) -> Option<()> {
        let (time, rest) = line.trim_start().strip_prefix('+')?.split_once(" ms  ")?;
        let at = self.start.checked_add(millis(time)?)?;
        self.end = at;
        if rest.starts_with(' ') {
            return self.whole_circuit(at, rest.trim_start(), circuit);
        }
        let (name, words) = rest.split_once("  ")?;
        let words = words.trim_start();
        if let Some((fault, present)) = fault(name, words, circuit) {
            self.push(at, What::Fault { fault, present });
            return Some(());
        }
        let part = exact_part(name, circuit)?;
        self.part(at, part, words, (circuit, moves))
    }

    fn push(&mut self, at: Micros, what: What) {
        self.events.push(Event { at, what });
    }

    fn whole_circuit(&mut self, at: Micros, words: &str, circuit: &Circuit) -> Option<()> {
        if words == "settled" {
            self.push(at, What::Settled);
        } else if let Some(words) = words.strip_prefix("oscillates with a period of ") {
            let (period, parts) = words.split_once(" ms")?;
            let parts = parts.strip_prefix(": ").unwrap_or_default();
            let oscillation =
                Oscillation { period: millis(period)?, parts: list(parts, |name| exact_part(name, circuit))? };
            self.push(at, What::Oscillates(Arc::new(oscillation)));
        } else if let Some(words) = words.strip_prefix("short circuit of ") {
            let what = short(words, circuit)?;
            self.push(at, what);
        } else if let Some(words) = words.strip_prefix("time is up, ") {
            self.ending = Ending::TimeUp { still: words == "nothing moves" };
        } else if let Some(words) = words.strip_prefix("still moving, given up after ") {
            self.ending = Ending::GaveUp(words.strip_suffix(" instants")?.parse().ok()?);
        } else if words == "refused, nothing done" {
            self.ending = Ending::Refused;
        } else {
            return None;
        }
        Some(())
    }

    fn part(
        &mut self,
        at: Micros,
        part: PartId,
        words: &str,
        (circuit, moves): (&Circuit, &mut AllMoves),
    ) -> Option<()> {
        let (word, contacts) = words.split_once(';').map_or((words, None), |(word, contacts)| (word, Some(contacts)));
        let kind = &circuit.parts[part].kind;
        if matches!(kind, PartKind::Button(_) | PartKind::Toggle(_)) {
            let operated = [true, false].into_iter().find(|&operated| hand_word(circuit, part, operated) == word);
            if let Some(operated) = operated {
                self.push(at, What::Hand { part, operated });
                if contacts.is_some() {
                    let (from, to) = at_once(operated);
                    self.push(at, What::Moved { part, from, to });
                }
                return Some(());
            }
        }
        if let (PartKind::Selector(_), Some(places)) = (kind, word.strip_prefix(TURNED_FROM)) {
            let (from, to) = places.split_once(" to ")?;
            let (from, to) = (from.parse::<u16>().ok()?, to.parse::<u16>().ok()?);
            self.push(at, What::Turned { part, to });
            let (from, to) = (Place(from.checked_mul(2)?), Place(to.checked_mul(2)?));
            self.push(at, What::Moved { part, from, to });
            return Some(());
        }
        if word == BLOWN && matches!(kind, PartKind::Fuse(_)) {
            let fed = words.strip_prefix(BLOWN)?.strip_prefix(FED).unwrap_or_default();
            let fed = list(fed, |name| exact_part(name, circuit))?.into();
            self.push(at, What::Blown { part, fed });
            return Some(());
        }
        if let Some((from, to)) = moves.of(circuit, part).read(word) {
            self.push(at, What::Moved { part, from, to });
            return Some(());
        }
        let what = match (kind, words.split_once(", ")) {
            (PartKind::Source(_), None) => {
                What::Source { part, on: pick(words, &[("switched on", true), ("switched off", false)])? }
            }
            (PartKind::Source(_) | PartKind::Fuse(_), Some(("overloaded", current))) => {
                What::OverloadBegan { part, current: milliamps(current)? }
            }
            (PartKind::Source(_) | PartKind::Fuse(_), Some(("no longer overloaded", after))) => {
                What::OverloadEnded { part, lasted: millis(after.strip_prefix("after ")?.strip_suffix(" ms")?)? }
            }
            (PartKind::Lamp(_), Some((level, current))) => {
                let levels = [LampLevel::Off, LampLevel::Dim, LampLevel::Lit];
                let level = levels.into_iter().find(|&known| level_word(known) == level)?;
                What::Lamp { part, level, current: milliamps(current)? }
            }
            (PartKind::Selector(_), None) => What::Turned { part, to: words.strip_prefix(TURNED_TO)?.parse().ok()? },
            (PartKind::Fuse(_), None) if words == REPLACED => What::Replaced { part },
            (PartKind::Relay(_), _) if has_opposed_coils(kind) && is_about_both_coils(words) => {
                What::BothCoils { part, driven: words == both_coils_words(true) }
            }
            (PartKind::Relay(_) | PartKind::Stepper(_), Some((current, asks))) => {
                let (backwards, current) = coil_current(kind, current)?;
                let (current, partial) =
                    current.strip_suffix(" (partial)").map_or((current, false), |current| (current, true));
                let requests = [Request::Nothing, Request::Operate, Request::Release, Request::Reverse];
                let asks = requests.into_iter().find(|&known| request_words(kind, known) == asks)?;
                let Nanoamps(current) = milliamps(current)?;
                let current = Nanoamps(if backwards { current.checked_neg()? } else { current });
                What::Coil { part, current, asks, partial }
            }
            _ => return None,
        };
        self.push(at, what);
        Some(())
    }
}

fn is_about_both_coils(words: &str) -> bool {
    [true, false].into_iter().any(|driven| both_coils_words(driven) == words)
}

/// The current behind the name of a coil, and whether that coil drives the other way.
fn coil_current<'a>(kind: &PartKind, words: &'a str) -> Option<(bool, &'a str)> {
    let coils =
        [("coil ", false), ("coils ", false), ("home coil ", false), ("set coil ", false), ("reset coil ", true)];
    let (coil, backwards) = coils.into_iter().find(|(coil, _)| words.starts_with(coil))?;
    let backwards = backwards && has_opposed_coils(kind);
    words.strip_prefix(coil).map(|current| (backwards, current))
}

fn short(words: &str, circuit: &Circuit) -> Option<What> {
    let (words, path) = words.split_once(": through ").map_or((words, ""), |(words, path)| (words, path));
    let (sources, lasted) = match words.strip_suffix(" begins") {
        Some(sources) => (sources, None),
        None => {
            let (sources, lasted) = words.strip_suffix(" ms")?.split_once(" ends after ")?;
            (sources, Some(millis(lasted)?))
        }
    };
    let mut steps = Vec::new();
    for name in path.split(", ").filter(|name| !name.is_empty()) {
        let (name, times) = name.strip_suffix(BOTH_SIDES).map_or((name, 1), |name| (name, 2));
        let step = match exact_contact(name, circuit) {
            Some(contact) => ShortStep::Contact(contact),
            None => ShortStep::Part(exact_part(name, circuit)?),
        };
        steps.extend(std::iter::repeat_n(step, times));
    }
    let short = Arc::new(Short { sources: list(sources, |name| exact_part(name, circuit))?, path: steps });
    Some(match lasted {
        None => What::ShortBegan(short),
        Some(lasted) => What::ShortEnded(short, lasted),
    })
}

fn fault(place: &str, words: &str, circuit: &Circuit) -> Option<(Fault, bool)> {
    let (present, words) = match words.strip_prefix("fault: ") {
        Some(words) => (true, words),
        None => (false, words.strip_prefix("mended: ")?),
    };
    let fault = if let Some(net) = words.strip_prefix("wire of net ").and_then(|words| words.strip_suffix(" off")) {
        let written = |id| {
            let mut name = String::new();
            push_net(&mut name, circuit, id);
            name
        };
        Fault::WireOff(exact_part(place, circuit)?, circuit.nets.ids().find(|&id| written(id) == net)?)
    } else {
        match words {
            "contact stuck open" => Fault::ContactStuckOpen(exact_contact(place, circuit)?),
            "coil open" => Fault::CoilOpen(exact_part(place, circuit)?),
            "coil shorted" => Fault::CoilShorted(exact_part(place, circuit)?),
            "armature stuck" => Fault::ArmatureStuck(exact_part(place, circuit)?),
            _ => {
                let contact = exact_contact(place, circuit)?;
                let is_break = matches!(circuit.contacts[contact].form, ContactForm::Break(..));
                let sides = [
                    ("contact welded", if is_break { ContactSide::Break } else { ContactSide::Make }),
                    ("contact welded on its make side", ContactSide::Make),
                    ("contact welded on its break side", ContactSide::Break),
                ];
                let side = match words.strip_prefix("contact welded at place ") {
                    Some(place) => ContactSide::Place(place.parse().ok()?),
                    None => pick(words, &sides)?,
                };
                Fault::ContactWelded { contact, side }
            }
        }
    };
    Some((fault, present))
}

fn exact_part(name: &str, circuit: &Circuit) -> Option<PartId> {
    circuit.part(name).filter(|&part| circuit.parts[part].name == name)
}

fn exact_contact(name: &str, circuit: &Circuit) -> Option<ContactId> {
    circuit.contact(name)
}

fn pick<T: Copy>(word: &str, table: &[(&str, T)]) -> Option<T> {
    table.iter().find(|&&(known, _)| known == word).map(|&(_, value)| value)
}

fn list<T>(names: &str, find: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    if names.is_empty() {
        return Some(Vec::new());
    }
    names.split(", ").map(find).collect()
}

/// `12.345`, exactly, as microseconds.
fn millis(text: &str) -> Option<Micros> {
    let (whole, decimals) = text.split_once('.')?;
    if decimals.len() != 3 || !decimals.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    whole.parse::<Micros>().ok()?.checked_mul(1000)?.checked_add(decimals.parse().ok()?)
}

/// `-24.5 mA`, exactly.
fn milliamps(text: &str) -> Option<Nanoamps> {
    let number = text.strip_suffix(" mA")?;
    let (sign, number) = number.strip_prefix('-').map_or((1, number), |number| (-1, number));
    let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
    if decimals.len() > 3 || !decimals.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let micro: i64 = format!("{decimals:0<3}").parse().ok()?;
    let nanoamps = whole.parse::<i64>().ok()?.checked_mul(1_000_000)?.checked_add(micro * 1000)?;
    Some(Nanoamps(sign * nanoamps))
}
