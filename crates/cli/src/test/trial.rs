//! One script played, and its trace compared with the golden one.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Write};
use std::path::Path;
use std::sync::{Arc, OnceLock};

use kiber_netlist::{Circuit, File as Included, Reading};
use kiber_script::{Coverage, Player, Report, Script};
use kiber_trace::{Recorder, ScriptPin, TextTrace};

use super::changes::Changes;
use super::comparer::{Compared, Comparer};
use super::suite::{Case, CircuitAt, shown};
use crate::problem::Problem;
use crate::run::text_out::TextOut;
use crate::script::read_script;
use crate::source::{Source, circuit_source, script_source};
use crate::whole_file::WholeFile;

/// What came of a case.
#[derive(Debug)]
pub(super) enum Trial {
    /// It was played.
    Played(Box<Played>),
    /// It could not be.
    Broken(Broken),
}

/// A script that was played.
#[derive(Debug)]
pub(super) struct Played {
    pub(super) ready: Ready,
    pub(super) report: Report,
    pub(super) golden: Golden,
    /// What has changed in the trace, if it has.
    pub(super) changes: Option<Changes>,
    /// What it made the circuit do, if that was asked for.
    pub(super) coverage: Option<Coverage>,
    /// What came of putting its trace in the golden one's place, if that was tried.
    pub(super) kept: Option<Result<(), String>>,
}

/// How a trace stands to the golden one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Golden {
    /// A built-in script has none.
    Without,
    /// There is none yet.
    New,
    Compared(Compared),
    /// It is there, and cannot be read.
    Unreadable(String),
}

/// Why a case could not be played.
#[derive(Debug)]
pub(super) enum Broken {
    /// It has no circuit, or its text cannot be read; in words.
    Unreadable(String),
    /// Its circuit has errors.
    Circuit,
    /// It has errors itself.
    Script { source: Source, reading: Box<kiber_script::Reading> },
}

/// A script and its circuit, ready to be played as often as needed.
#[derive(Debug)]
pub(super) struct Ready {
    pub(super) circuit: Arc<Circuit>,
    pub(super) source: Source,
    /// What the script includes.
    pub(super) files: Vec<Included>,
    script: Script,
    pin: ScriptPin,
}

/// A circuit, read when the first of its scripts is played.
pub(super) struct Loaded {
    at: CircuitAt,
    read: OnceLock<Result<Read, String>>,
}

/// A circuit's text and what came of it.
pub(super) struct Read {
    pub(super) source: Source,
    pub(super) reading: Reading,
    pub(super) circuit: Option<Arc<Circuit>>,
}

impl Loaded {
    pub(super) fn new(at: CircuitAt) -> Self {
        Self { at, read: OnceLock::new() }
    }

    /// How it is spoken of.
    pub(super) fn name(&self) -> String {
        shown(&self.at.0)
    }

    /// The circuit, if a script has asked for it and its text can be read.
    pub(super) fn known(&self) -> Option<&Read> {
        self.read.get()?.as_ref().ok()
    }

    /// The circuit, or why its text cannot be read.
    pub(super) fn read(&self) -> &Result<Read, String> {
        self.read.get_or_init(|| {
            let source = circuit_source(&self.at.0).map_err(|problem| problem.to_string())?;
            let mut reading = match source.utf8() {
                Ok(text) => source.read(text),
                Err(unreadable) => Reading { findings: vec![unreadable.finding()], ..Reading::default() },
            };
            let circuit = reading.circuit.take().map(Arc::new);
            Ok(Read { source, reading, circuit })
        })
    }
}

impl Trial {
    /// Plays a script and compares its trace; with `accept`, one that is new or changed becomes the golden one.
    pub(super) fn of(case: &Case, circuits: &[Loaded], accept: bool, cover: bool) -> Self {
        let ready = match Ready::new(case, circuits) {
            Ok(ready) => ready,
            Err(broken) => return Self::Broken(broken),
        };
        let mut coverage = cover.then(|| Coverage::new(Arc::clone(&ready.circuit)));
        let (report, golden) = ready.compare(case.golden.as_deref(), coverage.as_mut());
        let mut played = Played { ready, report, golden, changes: None, coverage, kept: None };
        if accept && played.may_be_kept() {
            played.keep(case);
        }
        if let (Golden::Compared(Compared::Changed(first)), Some(path)) = (&played.golden, &case.golden)
            && played.kept.is_none()
        {
            played.changes = Some(Changes::new(&played.ready, path, first.clone()));
        }
        Self::Played(Box::new(played))
    }
}

impl Played {
    /// Whether the script came to its end and all was as it expects.
    pub(super) fn is_as_expected(&self) -> bool {
        self.report.is_good()
    }

    /// Whether there is a trace to be written, and it tells what the script expects: of one that fails
    /// nobody could say later what was right.
    pub(super) fn may_be_kept(&self) -> bool {
        self.is_as_expected() && !matches!(self.golden, Golden::Without | Golden::Compared(Compared::Same))
    }

    /// Puts its trace in the place of the golden one.
    pub(super) fn keep(&mut self, case: &Case) {
        if let Some(golden) = &case.golden {
            self.kept = Some(self.ready.keep(golden).map_err(|problem| problem.to_string()));
        }
    }
}

impl Ready {
    fn new(case: &Case, circuits: &[Loaded]) -> Result<Self, Broken> {
        let number = case.circuit.as_ref().map_err(|why| Broken::Unreadable(why.clone()))?;
        let unknown = || Broken::Unreadable("no circuit lies beside it".to_owned());
        let read = circuits.get(*number).ok_or_else(unknown)?.read().as_ref();
        let read = read.map_err(|why| Broken::Unreadable(why.clone()))?;
        let circuit = read.circuit.as_ref().ok_or(Broken::Circuit)?;
        let told = |problem: Problem| Broken::Unreadable(problem.to_string());
        let source = script_source(&case.script, &read.source).map_err(told)?;
        let mut reading = match source.utf8() {
            Ok(text) => read_script(&source, text, circuit),
            Err(unreadable) => {
                kiber_script::Reading { findings: vec![unreadable.finding()], ..kiber_script::Reading::default() }
            }
        };
        let Some(script) = reading.script.take() else {
            return Err(Broken::Script { source, reading: Box::new(reading) });
        };
        let files = reading.files;
        let pin = ScriptPin { name: source.stem(), fingerprint: script.fingerprint(circuit) };
        Ok(Self { circuit: Arc::clone(circuit), source, files, script, pin })
    }

    /// Plays it to a recorder.
    fn play<R: Recorder>(&self, recorder: &mut R) -> Report {
        let mut player = Player::power_up(Arc::clone(&self.circuit), recorder);
        player.play(&self.script, recorder)
    }

    /// Plays it, and compares its trace with the golden one as it comes.
    fn compare(&self, golden: Option<&Path>, coverage: Option<&mut Coverage>) -> (Report, Golden) {
        let mut comparer = match golden.map(|path| self.comparer(path)) {
            None => return (self.play_covered((), coverage), Golden::Without),
            Some(Ok(comparer)) => comparer,
            Some(Err(error)) if error.kind() == ErrorKind::NotFound => {
                return (self.play_covered((), coverage), Golden::New);
            }
            Some(Err(error)) => return (self.play_covered((), coverage), Golden::Unreadable(error.to_string())),
        };
        let mut trace = TextTrace::new(Arc::clone(&self.circuit), &mut comparer);
        let report = self.play_covered(&mut trace, coverage);
        trace.write_end(report.time_us);
        drop(trace);
        let compared = comparer.compared();
        (report, compared.map_or_else(|error| Golden::Unreadable(error.to_string()), Golden::Compared))
    }

    fn comparer(&self, golden: &Path) -> io::Result<Comparer<BufReader<File>>> {
        Comparer::new(BufReader::new(File::open(golden)?), &self.head())
    }

    /// Plays it, and notes what it covers only if somebody wants to know.
    fn play_covered<R: Recorder>(&self, mut recorder: R, coverage: Option<&mut Coverage>) -> Report {
        match coverage {
            None => self.play(&mut recorder),
            Some(coverage) => {
                coverage.begin();
                self.play(&mut (recorder, coverage))
            }
        }
    }

    fn head(&self) -> String {
        let mut trace = TextTrace::new(Arc::clone(&self.circuit), String::new());
        trace.write_head(Some(&self.pin));
        trace.into_inner().unwrap_or_default()
    }

    /// Plays it once more and writes the whole trace.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut failed = None;
        let mut trace = TextTrace::new(Arc::clone(&self.circuit), TextOut::new(out, &mut failed));
        trace.write_head(Some(&self.pin));
        let report = self.play(&mut trace);
        trace.write_end(report.time_us);
        drop(trace);
        failed.map_or(Ok(()), Err)
    }

    /// Plays it once more and puts its trace in the place of the golden one.
    pub(super) fn keep(&self, golden: &Path) -> Result<(), Problem> {
        let cannot = |error| Problem::message(format!("cannot write `{}`: {error}", golden.display()));
        let mut file = WholeFile::create(golden)?;
        self.write(&mut file).map_err(cannot)?;
        file.keep().map_err(cannot)
    }
}
