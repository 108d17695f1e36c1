//! What has to hold for any input at all; a fuzzer and a plain test ask the same questions.

use std::sync::Arc;

use kiber_explore::{Limits, Options, book, explore};
use kiber_netlist::{CODES, Circuit, Finding, print, read};
use kiber_script::{Player, Script, Step, parse};
use kiber_trace::Recording;

/// Scripts that let more time pass than this, in microseconds, are not played: a buzzer would buzz
/// all the while.
const LONGEST: u64 = 1_000_000;

/// Reads bytes as a circuit, and the printed circuit again.
///
/// # Panics
/// When a finding has an unknown code or a place outside the text, when there is a circuit in spite
/// of an error or none without one, or when the printed circuit reads back as another.
pub fn netlist(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let reading = read(&text);
    for finding in &reading.findings {
        assert!(CODES.iter().any(|code| code.name == finding.code), "unknown code {}", finding.code);
        assert!(text.get(finding.span.clone()).is_some(), "{finding:?} is not in the text");
        if let Some((second, _)) = &finding.second {
            assert!(text.get(second.clone()).is_some(), "{finding:?} has a second place outside the text");
        }
    }
    let has_errors = reading.findings.iter().any(Finding::is_error);
    assert_eq!(reading.circuit.is_none(), has_errors, "{:?}", reading.findings);
    if let Some(circuit) = reading.circuit {
        let printed = print(&circuit);
        assert_eq!(read(&printed).circuit, Some(circuit), "{printed}");
    }
}

/// Reads the bytes before the first nul as a circuit and the rest as a script for it, plays the
/// script, and reads its trace back.
///
/// # Panics
/// When a finding has a place outside the script, when there is a script in spite of an error or
/// none without one, when the script shown reads as another one, or when the trace reads back as
/// something else.
pub fn play(bytes: &[u8]) {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    let (circuit, script) = bytes.split_at(end);
    let Some(circuit) = read(&String::from_utf8_lossy(circuit)).circuit else { return };
    let circuit = Arc::new(circuit);
    let text = String::from_utf8_lossy(script.get(1..).unwrap_or_default());
    let (script, findings) = parse(&text, &circuit);
    for finding in &findings {
        assert!(kiber_script::CODES.iter().any(|code| code.name == finding.code), "unknown code {}", finding.code);
        assert!(text.get(finding.span.clone()).is_some(), "{finding:?} is not in the script");
    }
    assert_eq!(script.is_none(), findings.iter().any(Finding::is_error), "{findings:?}");
    if let Some(script) = script {
        play_script(&circuit, &script);
    }
}

/// A script of more steps is not played, and not even gone through.
const MOST_STEPS: u64 = 20_000;

fn play_script(circuit: &Arc<Circuit>, script: &Script) {
    if script.len() > MOST_STEPS {
        return;
    }
    let steps: Vec<&Step> = script.lines().map(|(_, _, step)| step).collect();
    let shown = script.shown(circuit).to_string();
    let again = parse(&shown, circuit).0;
    let same = again.is_some_and(|again| again.lines().map(|(_, _, step)| step).eq(steps.iter().copied()));
    assert!(same, "{shown}");
    let long = |step: &&Step| match step {
        Step::Act { lasting, .. } => lasting.is_some_and(|span| span > LONGEST),
        Step::InOrder { turns, .. } => turns.iter().any(|turn| turn.at.is_some_and(|at| at > LONGEST)),
        Step::Wait(span) => *span > LONGEST,
        Step::Expect(_) => false,
    };
    if steps.iter().any(long) {
        return;
    }
    let mut recording = Recording::new();
    let mut player = Player::power_up(Arc::clone(circuit), &mut recording);
    let report = player.play(script, &mut recording);
    assert_eq!(report.time_us, player.simulator().now());
    let trace = recording.text(circuit);
    assert_eq!(Recording::parse(&trace, circuit).as_ref(), Ok(&recording), "{trace}");
}

/// Reads the bytes before the first nul as a circuit and the rest as a rule-book for it, and explores
/// what the book allows, as far as a few hundred states.
///
/// # Panics
/// When a finding has an unknown code or a place outside the book, when there is a book in spite of an
/// error or none without one, or when a property that is shown has other words than it was read from.
pub fn rules(bytes: &[u8]) {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    let (circuit, text) = bytes.split_at(end);
    let Some(circuit) = read(&String::from_utf8_lossy(circuit)).circuit else { return };
    let circuit = Arc::new(circuit);
    let text = String::from_utf8_lossy(text.get(1..).unwrap_or_default());
    let reading = book::read(&text, &circuit);
    let known = [book::CODES, CODES, kiber_script::CODES];
    for finding in &reading.findings {
        assert!(known.iter().any(|codes| codes.iter().any(|code| code.name == finding.code)), "{}", finding.code);
        for span in [Some(&finding.span), finding.second.as_ref().map(|(span, _)| span)].into_iter().flatten() {
            assert!(text.get(span.clone()).is_some(), "{finding:?} is not in the book");
        }
    }
    assert_eq!(reading.book.is_none(), reading.findings.iter().any(Finding::is_error), "{:?}", reading.findings);
    let Some(book) = reading.book else { return };
    // A buzzer would buzz all the while.
    if book.has_times() {
        return;
    }
    let options = Options { limits: Limits { states: 300, ..Limits::default() }, ..Options::default() };
    let found = explore(circuit, Arc::new(book), &options, &mut |_| true);
    if let Ok(found) = found {
        assert_eq!(found.verdicts().len(), found.book().properties.len());
    }
}
