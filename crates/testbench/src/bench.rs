//! A circuit that runs, and everything that happened to it.

use std::path::Path;
use std::sync::Arc;

use kiber_engine::Simulator;
use kiber_netlist::{Circuit, Finding, Severity, read_with};
use kiber_script::{Done, Player, Step, parse_line, parse_with};
use kiber_trace::{Recorder, Recording, ScriptPin};

use crate::error::{Error, Kind};
use crate::files::{OnDisk, name, text};
use crate::shown::Texts;
use crate::trace::Trace;

/// What a heading in a script begins with.
const HEADING: &str = "== ";

/// A circuit that is switched on, and worked line by line.
#[derive(Clone, Debug)]
pub struct Bench {
    circuit: Arc<Circuit>,
    player: Player,
    recording: Recording,
}

/// A moment on a bench, for [`Trace::since`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    pub(crate) sections: usize,
}

impl Bench {
    /// Puts the circuit of a file on the bench, and switches it on.
    ///
    /// # Errors
    /// When the file cannot be read, or the circuit has errors; warnings are let pass.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        Self::read_as(&text(path)?, &name(path))
    }

    /// Puts a circuit given as text on the bench, and switches it on.
    ///
    /// # Errors
    /// When the circuit has errors.
    pub fn read(source: &str) -> Result<Self, Error> {
        Self::read_as(source, "circuit")
    }

    fn read_as(source: &str, name: &str) -> Result<Self, Error> {
        let reading = read_with(source, name, &mut OnDisk);
        match reading.circuit {
            Some(circuit) => Ok(Self::new(Arc::new(circuit))),
            None => {
                let errors = reading.findings.iter().filter(|finding| finding.is_error());
                let shown = Texts { name, text: source, files: &reading.files }.shown(errors);
                Err(Error::new(Kind::Circuit, shown))
            }
        }
    }

    /// Puts a circuit on the bench, and switches it on.
    pub fn new(circuit: Arc<Circuit>) -> Self {
        let mut recording = Recording::new();
        let player = Player::power_up(Arc::clone(&circuit), &mut recording);
        Self { circuit, player, recording }
    }

    /// Plays lines of a script on the circuit as it stands: actions, expectations, headings, comments. All
    /// lines are read before the first is played.
    ///
    /// # Errors
    /// When a line cannot be read, when an action cannot be done, which ends it there, or when something is
    /// not as it is expected, which does not.
    pub fn act(&mut self, lines: &str) -> Result<&mut Self, Error> {
        let mut read: Vec<(usize, &str, Line<'_>)> = Vec::new();
        let mut findings = Vec::new();
        let mut start = 0;
        for whole in lines.split_inclusive('\n') {
            let line = whole.trim_end_matches(['\n', '\r']);
            match line.trim_start().strip_prefix(HEADING) {
                Some(title) => read.push((start, line, Line::Heading(title.trim()))),
                None => match parse_line(line, &self.circuit) {
                    Ok(Some(step)) => read.push((start, line, Line::Step(step))),
                    Ok(None) => {}
                    Err(found) => findings.extend(found.into_iter().map(|finding| moved(finding, start))),
                },
            }
            start += whole.len();
        }
        let texts = Texts { name: "script", text: lines, files: &[] };
        if !findings.is_empty() {
            return Err(Error::new(Kind::Script, texts.shown(&findings)));
        }
        let mut kind = Kind::Expectation;
        for (start, line, what) in read {
            let step = match what {
                Line::Heading(title) => {
                    self.recording.heading(title);
                    continue;
                }
                Line::Step(step) => step,
            };
            match self.player.step(&step, &mut self.recording) {
                Ok(Done::Acted) => {}
                Ok(Done::Expected { failures, .. }) => findings.extend(failures.iter().map(|failure| {
                    let span = span_in(line, &failure.claim.shown(&self.circuit).to_string(), start);
                    Finding::new("script-expectation-failed", Severity::Error, span, &failure.message)
                })),
                Err(refusal) => {
                    let blanks = line.len() - line.trim_start().len();
                    findings.push(refusal.finding(&self.circuit, start + blanks..start + line.trim_end().len()));
                    kind = Kind::Refused;
                    break;
                }
            }
        }
        if findings.is_empty() { Ok(self) } else { Err(Error::new(kind, texts.shown(&findings))) }
    }

    /// Plays a script file on the circuit as it stands. If nothing has been done to it yet, the trace
    /// names the script in its head, as that of `kiber run` does.
    ///
    /// # Errors
    /// As [`Bench::act`], or when the file cannot be read.
    pub fn run(&mut self, script: impl AsRef<Path>) -> Result<&mut Self, Error> {
        let path = script.as_ref();
        let (source, name) = (text(path)?, name(path));
        let reading = parse_with(&source, &name, &self.circuit, &mut OnDisk);
        let texts = Texts { name: &name, text: &source, files: &reading.files };
        let Some(script) = reading.script else {
            return Err(Error::new(Kind::Script, texts.shown(&reading.findings)));
        };
        if self.recording.sections.len() == 1 {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            self.recording.script = Some(ScriptPin { name: stem, fingerprint: script.fingerprint(&self.circuit) });
        }
        let report = self.player.play(&script, &mut self.recording);
        let kind = if report.stopped.is_some() { Kind::Refused } else { Kind::Expectation };
        let findings = report.findings(&self.circuit);
        if findings.is_empty() { Ok(self) } else { Err(Error::new(kind, texts.shown(&findings))) }
    }

    /// Everything that has happened since the circuit was switched on.
    pub fn trace(&self) -> Trace {
        Trace::of(Arc::clone(&self.circuit), self.recording.clone())
    }

    /// This moment.
    pub fn mark(&self) -> Mark {
        Mark { sections: self.recording.sections.len() }
    }

    /// The circuit on the bench.
    pub fn circuit(&self) -> &Arc<Circuit> {
        &self.circuit
    }

    /// The circuit as it stands.
    pub fn simulator(&self) -> &Simulator {
        self.player.simulator()
    }
}

/// A line that says something.
enum Line<'a> {
    Heading(&'a str),
    Step(Step),
}

/// A finding in a line, as one in the text of which the line begins there.
fn moved(mut finding: Finding, by: usize) -> Finding {
    finding.span = finding.span.start + by..finding.span.end + by;
    if let Some((span, _)) = &mut finding.second {
        *span = span.start + by..span.end + by;
    }
    finding
}

/// Where a claim is written in a line, or all that the line says.
fn span_in(line: &str, claim: &str, start: usize) -> std::ops::Range<usize> {
    let blanks = line.len() - line.trim_start().len();
    match line.find(claim) {
        Some(at) => start + at..start + at + claim.len(),
        None => start + blanks..start + line.trim_end().len(),
    }
}
