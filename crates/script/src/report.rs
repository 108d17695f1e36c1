//! A whole script played, and what there is to report.

use std::ops::Range;
use std::sync::Arc;

use kiber_engine::{BlownRecord, BothCoilsRecord, Micros, Oscillation, OverloadRecord, ShortRecord};
use kiber_netlist::{Circuit, Finding, Severity};
use kiber_trace::Recorder;

use crate::judge::Failure;
use crate::plan::Plan;
use crate::play::Player;
use crate::refusal::Refusal;
use crate::script::{Line, ReadyStep, Script};
use crate::step::{Claim, Condition, Happening};

/// What came of a script.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The actions that were done, waiting included.
    pub actions: u64,
    /// The expectations that held; each that a comma or a range joins counts.
    pub passed: u64,
    /// The expectations that did not.
    pub failed: u64,
    /// Those that did not, in order.
    pub failures: Vec<At<Failure>>,
    /// Each time the circuit did not settle but repeated itself, and what it would do for ever after a
    /// last action that let a time pass.
    pub oscillations: Vec<At<Seen<Arc<Oscillation>>>>,
    /// The short circuits.
    pub shorts: Vec<At<Seen<ShortRecord>>>,
    /// The sources that gave more than they are meant to, and the fuses that carried more.
    pub overloads: Vec<At<OverloadRecord>>,
    /// The bistable relays both of whose coils were driven.
    pub both_coils: Vec<At<BothCoilsRecord>>,
    /// The fuses that have blown.
    pub blown: Vec<At<Seen<BlownRecord>>>,
    /// After how many instants an action was given up: it neither settled nor repeated itself.
    pub gave_up: Vec<At<u64>>,
    /// Why the script stopped before its end, if it did.
    pub stopped: Option<At<Refusal>>,
    /// When it ended, in microseconds since power-up.
    pub time_us: Micros,
}

/// Something with the line of the script that it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct At<T> {
    /// The line, from 1; 0 is power-up.
    pub line: usize,
    /// The bytes of the line, or of the place in it that is meant, in the script's text.
    pub span: Range<usize>,
    /// What it is.
    pub what: T,
}

/// Something that a script may or may not have counted with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen<T> {
    /// What it is.
    pub what: T,
    /// Whether an expectation about that action named it.
    pub expected: bool,
}

impl Report {
    /// Whether the script came to its end and every expectation held.
    pub fn is_good(&self) -> bool {
        self.failed == 0 && self.stopped.is_none()
    }

    /// The failed expectations, and what stopped the script, as findings in its text.
    pub fn findings(&self, circuit: &Circuit) -> Vec<Finding> {
        let failures = self.failures.iter().map(|failure| {
            Finding::new("script-expectation-failed", Severity::Error, failure.span.clone(), &failure.what.message)
        });
        let stopped = self.stopped.iter().map(|stop| stop.what.finding(circuit, stop.span.clone()));
        failures.chain(stopped).collect()
    }

    /// Takes over what happened in an action, so that later expectations can mark it as expected.
    fn take_over(&mut self, player: &Player, line: Line) {
        let happened = player.happened();
        let at = |what| At { line: line.number(), span: line.span(), what };
        self.oscillations.extend(happened.oscillations.iter().map(|oscillation| {
            let what = Seen { what: Arc::clone(oscillation), expected: false };
            At { line: line.number(), span: line.span(), what }
        }));
        self.gave_up.extend(happened.gave_up.map(at));
        for seen in &happened.overloads {
            let known = self.overloads.iter_mut().rev().find(|known| {
                known.what.began == seen.began && known.what.part == seen.part && known.what.lasted.is_none()
            });
            match known {
                Some(known) => known.what = seen.clone(),
                None => self.overloads.push(At { line: line.number(), span: line.span(), what: seen.clone() }),
            }
        }
        for seen in &happened.both_coils {
            let known = self.both_coils.iter_mut().rev().find(|known| {
                known.what.began == seen.began && known.what.part == seen.part && known.what.lasted.is_none()
            });
            match known {
                Some(known) => known.what = seen.clone(),
                None => self.both_coils.push(At { line: line.number(), span: line.span(), what: seen.clone() }),
            }
        }
        self.blown.extend(happened.blown.iter().map(|seen| {
            let what = Seen { what: seen.clone(), expected: false };
            At { line: line.number(), span: line.span(), what }
        }));
        for seen in &happened.shorts {
            let known = self.shorts.iter_mut().rev().find(|known| {
                known.what.what.began == seen.began
                    && known.what.what.short == seen.short
                    && known.what.what.lasted.is_none()
            });
            match known {
                Some(known) => known.what.what.lasted = seen.lasted,
                None => {
                    let what = Seen { what: seen.clone(), expected: false };
                    self.shorts.push(At { line: line.number(), span: line.span(), what });
                }
            }
        }
    }
}

impl Player {
    /// Plays a script to its end, failed expectations or not; an action that cannot be done stops it.
    ///
    /// The script must have been read for this player's circuit.
    pub fn play<R: Recorder>(&mut self, script: &Script, recorder: &mut R) -> Report {
        let circuit = Arc::clone(self.simulator.circuit());
        let mut report = Report::default();
        let power_up = Line { number: 0, start: 0, end: 0, step: 0 };
        report.take_over(self, power_up);
        let mut own_oscillations = 0;
        let mut last = power_up;
        let mut is_expected = false;
        for &line in &script.lines {
            let Some(ready) = script.steps.get(line.step as usize) else { continue };
            if let Plan::Expect(claims) = &ready.plan {
                is_expected |= self.expect(claims, (line, ready), own_oscillations, &mut report);
                continue;
            }
            if let Err(refusal) = self.act(&ready.plan, &ready.step.shown(&circuit), recorder) {
                let span = match refusal.index(&ready.step) {
                    Some(index) => line.place(ready, index),
                    None => line.span(),
                };
                report.stopped = Some(At { line: line.number(), span, what: refusal });
                break;
            }
            report.actions += 1;
            (last, is_expected) = (line, false);
            own_oscillations = report.oscillations.len();
            if !self.happened.is_uneventful() {
                report.take_over(self, line);
            }
        }
        if let Some(oscillation) = self.oscillates_unwatched() {
            let is_known = report.oscillations.iter().any(|known| known.what.what == oscillation);
            if !is_known {
                let what = Seen { what: oscillation, expected: is_expected };
                report.oscillations.push(At { line: last.number(), span: last.span(), what });
            }
        }
        report.time_us = self.simulator.now();
        report
    }

    /// Judges the claims; whether one of them says, rightly, that the circuit oscillates.
    fn expect(
        &mut self,
        claims: &[Claim],
        (line, ready): (Line, &ReadyStep),
        own_oscillations: usize,
        report: &mut Report,
    ) -> bool {
        let mut oscillating = false;
        for (index, claim) in claims.iter().enumerate() {
            let Some(failure) = self.judge(claim) else {
                report.passed += 1;
                match claim {
                    Claim::Circuit(Happening::Oscillating) => {
                        oscillating = true;
                        let own = report.oscillations.iter_mut().skip(own_oscillations);
                        own.for_each(|oscillation| oscillation.what.expected = true);
                    }
                    Claim::Circuit(Happening::Short) => {
                        // A short that was there before belongs to an earlier line.
                        for known in &mut report.shorts {
                            let is_known = |seen: &ShortRecord| {
                                (seen.began, &seen.short) == (known.what.what.began, &known.what.what.short)
                            };
                            known.what.expected |= self.happened.shorts.iter().any(is_known);
                        }
                    }
                    &Claim::Part(part, Condition::Blown) => {
                        for known in report.blown.iter_mut().filter(|known| known.what.what.part == part) {
                            known.what.expected |= self.happened.blown.contains(&known.what.what);
                        }
                    }
                    _ => {}
                }
                continue;
            };
            report.failed += 1;
            report.failures.push(At { line: line.number(), span: line.place(ready, index), what: failure });
        }
        oscillating
    }
}
