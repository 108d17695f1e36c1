//! What happened, as much of it as a test wants to compare.

use std::fmt;
use std::sync::Arc;

use kiber_engine::{Fault, What};
use kiber_netlist::{Circuit, nearest};
use kiber_trace::{Recording, TextTrace};

use crate::bench::Mark;
use crate::error::{Error, Kind};

/// A section begins, a heading, the end.
const TITLE: &str = "==";
/// How wide the column of times is, two blanks behind it included.
const TIMES: usize = 14;

/// The trace of a bench, or a part of it. It is shown as `docs/traces.md` explains it; what is left out is
/// only not shown.
///
/// A whole trace begins with a head, which changes whenever the circuit does, and ends with a line about its
/// end. A part has neither.
#[derive(Clone, Debug)]
pub struct Trace {
    circuit: Arc<Circuit>,
    recording: Recording,
    /// The faults that are there before the first section shown.
    faults: Vec<Fault>,
    framed: bool,
    times: bool,
    only: Vec<String>,
}

impl Trace {
    /// Of a recording that was made without a bench, from power-up on.
    pub fn of(circuit: Arc<Circuit>, recording: Recording) -> Self {
        Self { circuit, recording, faults: Vec::new(), framed: true, times: true, only: Vec::new() }
    }

    /// Only what happened since a moment on the same bench.
    #[must_use]
    pub fn since(mut self, mark: &Mark) -> Self {
        let count = mark.sections.min(self.recording.sections.len());
        for section in self.recording.sections.drain(..count) {
            for event in section.events {
                match event.what {
                    What::Fault { fault, present: true } => self.faults.push(fault),
                    What::Fault { fault, present: false } => self.faults.retain(|&there| there != fault),
                    _ => {}
                }
            }
        }
        self.framed = false;
        self
    }

    /// Only the last action; at first, power-up.
    #[must_use]
    pub fn last(self) -> Self {
        let sections = self.recording.sections.len().saturating_sub(1);
        self.since(&Mark { sections })
    }

    /// Without the lines above the first section and the one below the last, which name the circuit, the
    /// script and the end.
    #[must_use]
    pub fn without_frame(mut self) -> Self {
        self.framed = false;
        self
    }

    /// Without times: what happens and in which order, but not when, nor for how long. So a trace of a
    /// circuit with other relays is the same as long as they move in the same order.
    #[must_use]
    pub fn without_times(mut self) -> Self {
        self.times = false;
        self
    }

    /// Only what these parts do, named as scripts name them, and what is said of the whole circuit.
    ///
    /// # Errors
    /// When there is no part of such a name.
    pub fn only(mut self, parts: &[&str]) -> Result<Self, Error> {
        for &name in parts {
            let Some(part) = self.circuit.part(name) else {
                let names = self.circuit.parts.rows().iter().map(|part| part.name.as_str());
                let near = nearest(name, names).first().map(|near| format!("; did you mean `{near}`?"));
                let text = format!("there is no part `{name}`{}", near.unwrap_or_default());
                return Err(Error::new(Kind::Script, text));
            };
            self.only.push(self.circuit.parts[part].name.clone());
        }
        Ok(self)
    }

    /// All of it.
    fn text(&self) -> String {
        let circuit = Arc::clone(&self.circuit);
        let mut trace = TextTrace::new(circuit, String::new()).with_faults(self.faults.clone());
        if self.framed {
            trace.write_head(self.recording.script.as_ref());
        }
        self.recording.replay(&mut trace);
        if self.framed {
            trace.write_end(self.recording.end());
        }
        trace.into_inner().unwrap_or_default()
    }

    fn shows(&self, line: &str) -> bool {
        let Some((_, what)) = line.split_at_checked(TIMES) else { return true };
        let who = what.split(' ').next().unwrap_or_default();
        // A fault is told of the contact.
        let part = who.split('/').next().unwrap_or_default();
        self.only.is_empty() || who.is_empty() || self.only.iter().any(|only| only == part)
    }
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.text();
        let mut in_section = false;
        for line in text.trim_start_matches('\n').lines() {
            in_section |= line.starts_with(TITLE);
            let is_event = in_section && !line.starts_with(TITLE) && !line.is_empty();
            match (is_event, self.times) {
                (true, _) if !self.shows(line) => {}
                (true, false) => {
                    let what = line.get(TIMES..).unwrap_or_default();
                    writeln!(f, "  {}", without_spans(what).trim_end())?;
                }
                (false, false) if line.starts_with(TITLE) && line.ends_with(" ms") => {
                    writeln!(f, "{}", without_spans(line))?;
                }
                _ => writeln!(f, "{line}")?,
            }
        }
        Ok(())
    }
}

/// Puts `…` for each time in a line: digits, a point, three digits and `ms`.
fn without_spans(line: &str) -> String {
    let mut rest = line;
    let mut text = String::with_capacity(line.len());
    while let Some(at) = rest.find(" ms") {
        let (before, after) = rest.split_at(at);
        let number = before
            .rfind(|letter: char| !letter.is_ascii_digit() && letter != '.')
            .map_or(0, |at| at + before.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8));
        let is_span =
            before.get(number..).and_then(|number| number.split_once('.')).is_some_and(|(whole, decimals)| {
                !whole.is_empty() && decimals.len() == 3 && decimals.bytes().all(|byte| byte.is_ascii_digit())
            });
        text.push_str(if is_span { before.get(..number).unwrap_or_default() } else { before });
        text.push_str(if is_span { "…" } else { "" });
        text.push_str(" ms");
        rest = after.get(" ms".len()..).unwrap_or_default();
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::without_spans;

    #[track_caller]
    fn check(line: &str, expected: &str) {
        assert_eq!(without_spans(line), expected);
    }

    #[test]
    fn only_times_go() {
        check(
            "short circuit of G1 ends after 2.000 ms: through K1/1",
            "short circuit of G1 ends after … ms: through K1/1",
        );
        check("oscillates with a period of 12.000 ms: K1", "oscillates with a period of … ms: K1");
        check("== end at 8.000 ms", "== end at … ms");
        check("== wait 8 ms", "== wait 8 ms");
        check("K1     coil 48.123 mA", "K1     coil 48.123 mA");
        check("a. ms, 1. ms, .123 ms, …1.234 ms", "a. ms, 1. ms, .123 ms, …… ms");
    }
}
