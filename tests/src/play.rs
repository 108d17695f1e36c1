//! Circuits and scripts as text, played.

use std::fmt::Write;
use std::sync::Arc;

use kiber_automaton::Embedded;
use kiber_engine::{Event, Nanoamps};
use kiber_netlist::{Circuit, Finding, Severity, line_and_column};
use kiber_script::{Player, Report, Script, parse};
use kiber_testbench::Trace;
use kiber_trace::Recording;

/// A script that has been played.
#[derive(Debug)]
pub struct Played {
    /// The circuit as the script left it.
    pub player: Player,
    /// What came of the script.
    pub report: Report,
    /// Everything that happened.
    pub recording: Recording,
}

/// Reads a circuit that has neither errors nor warnings.
///
/// # Panics
/// When it has.
#[track_caller]
pub fn read(source: &str) -> Arc<Circuit> {
    sound(source, kiber_netlist::read(source))
}

/// Reads a circuit that the program carries, with what it takes from others.
///
/// # Panics
/// When it has errors or warnings.
#[track_caller]
pub fn embedded(circuit: &Embedded) -> Arc<Circuit> {
    sound(circuit.source, circuit.read())
}

/// The circuit of a reading that found neither errors nor warnings.
#[track_caller]
pub(crate) fn sound(source: &str, reading: kiber_netlist::Reading) -> Arc<Circuit> {
    let found: Vec<&Finding> = reading.findings.iter().filter(|finding| finding.severity != Severity::Note).collect();
    assert!(found.is_empty(), "{}", told(source, found));
    Arc::new(reading.circuit.expect("a circuit without errors"))
}

/// Reads a circuit of these parts; warnings are let pass, since small circuits are full of them.
///
/// # Panics
/// When it has errors.
#[track_caller]
pub fn circuit(parts: &str) -> Arc<Circuit> {
    let source = format!("Circuit(title: \"a test\", parts: {{{parts}}})");
    let reading = kiber_netlist::read(&source);
    match reading.circuit {
        Some(circuit) => Arc::new(circuit),
        None => panic!("{}", told(&source, reading.findings.iter().collect())),
    }
}

/// Plays a script, which must be without errors; its expectations may fail.
///
/// # Panics
/// When the script has errors.
#[track_caller]
pub fn play(circuit: &Arc<Circuit>, script: &str) -> Played {
    let (parsed, findings) = parse(script, circuit);
    let Some(parsed) = parsed else { panic!("{}", told(script, findings.iter().collect())) };
    play_script(circuit, &parsed)
}

/// Plays a script that has been read; its expectations may fail.
pub fn play_script(circuit: &Arc<Circuit>, script: &Script) -> Played {
    let mut recording = Recording::new();
    let mut player = Player::power_up(Arc::clone(circuit), &mut recording);
    let report = player.play(script, &mut recording);
    Played { player, report, recording }
}

impl Played {
    /// Itself, if every expectation held and no short circuit or oscillation came unexpected.
    ///
    /// # Panics
    /// When something was not as expected.
    #[track_caller]
    pub fn as_expected(self) -> Self {
        let complaints = self.complaints();
        assert!(complaints.is_empty(), "{complaints}");
        self
    }

    /// What was not as expected, a line each.
    pub fn complaints(&self) -> String {
        let circuit = self.player.simulator().circuit();
        let report = &self.report;
        let mut all = String::new();
        for failure in &report.failures {
            let _ = writeln!(all, "line {}: {}", failure.line, failure.what.message);
        }
        for seen in report.oscillations.iter().filter(|seen| !seen.what.expected) {
            let _ = writeln!(all, "line {}: it oscillates, and nobody expected it", seen.line);
        }
        for seen in report.shorts.iter().filter(|seen| !seen.what.expected) {
            let _ = writeln!(all, "line {}: a short circuit that nobody expected", seen.line);
        }
        for at in &report.gave_up {
            let _ = writeln!(all, "line {}: it neither settles nor repeats itself", at.line);
        }
        if let Some(stop) = &report.stopped {
            let _ = writeln!(all, "line {}: {}", stop.line, stop.what.message(circuit));
        }
        all
    }

    /// The trace, to be shown, or a part of it.
    pub fn on_the_bench(&self) -> Trace {
        Trace::of(Arc::clone(self.player.simulator().circuit()), self.recording.clone())
    }

    /// The trace as text.
    pub fn trace(&self) -> String {
        self.on_the_bench().to_string()
    }

    /// Every event, in order.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.recording.sections.iter().flat_map(|section| &section.events)
    }

    /// The current now through a part, or the first winding of a relay.
    ///
    /// # Panics
    /// When there is no such part.
    #[track_caller]
    pub fn current(&mut self, part: &str) -> Nanoamps {
        let part = self.player.simulator().circuit().part(part).expect("a part of that name");
        self.player.simulator_mut().current(part, 0)
    }
}

fn told(source: &str, findings: Vec<&Finding>) -> String {
    let mut all = String::new();
    for finding in findings {
        let (line, column) = line_and_column(source, finding.span.start);
        let _ = writeln!(all, "{line}:{column}: {} {}: {}", finding.severity, finding.code, finding.message);
    }
    all
}
