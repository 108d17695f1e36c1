//! A whole script played, and what there is to report.

use std::ops::Range;
use std::sync::Arc;

use kiber_engine::{BlownRecord, BothCoilsRecord, Micros, Oscillation, OverloadRecord, ShortRecord};
use kiber_netlist::{Circuit, Elsewhere, Finding, Severity};
use kiber_trace::Recorder;

use crate::around::Around;
use crate::item::{Item, What};
use crate::judge::Failure;
use crate::plan::Plan;
use crate::play::Player;
use crate::refusal::Refusal;
use crate::script::{ReadyStep, Script};
use crate::step::{Claim, Condition, Happening};
use crate::walk::Walk;

/// So many of a kind are kept in a report; a repeat may bring millions.
const MOST_KEPT: usize = 100_000;
/// Whoever may stop a run is asked after so many steps.
const ASKED_EVERY: u64 = 256;

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
    /// How many more things there would have been in these lists: of each kind, the first 100,000 are
    /// kept. Of those that are not, nobody knows whether an expectation counted with them.
    pub left_out: u64,
    /// Whether whoever was asked stopped it before its end.
    pub interrupted: bool,
    /// When it ended, in microseconds since power-up.
    pub time_us: Micros,
}

/// Something with the line of the script that it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct At<T> {
    /// Which of the script's steps it is, from 1, in the order in which they are done; 0 is power-up.
    pub step: u64,
    /// The line, from 1, in its file; 0 is power-up.
    pub line: usize,
    /// The bytes of the line, or of the place in it that is meant, in its file.
    pub span: Range<usize>,
    /// The file, the rounds of the repeats, and the heading.
    pub around: Around,
    /// What it is.
    pub what: T,
}

impl<T> At<T> {
    /// A message with the round, if there is one, before it: `in round 3 of 7: K1 is released, expected
    /// operated`.
    pub fn with_round(&self, message: &str) -> String {
        match self.around.rounds_in_words() {
            Some(rounds) => format!("{rounds}: {message}"),
            None => message.to_owned(),
        }
    }

    /// A finding there: the round in the message, the heading beside the place, and where the file is
    /// included.
    fn finding(&self, mut finding: Finding) -> Finding {
        let Around { file, includes, .. } = &self.around;
        (finding.file, finding.second_file) = (*file, *file);
        finding.span = self.span.clone();
        finding.message = self.with_round(&finding.message);
        finding.label = self.around.heading_in_words().unwrap_or_default();
        let places = includes.iter().rev().map(|include| Elsewhere {
            file: include.file,
            span: include.span.clone(),
            why: "included here".to_owned(),
        });
        finding.more.extend(places);
        finding
    }
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
        self.failed == 0 && self.stopped.is_none() && !self.interrupted
    }

    /// The failed expectations, and what stopped the script, as findings in its text and in the files
    /// that it includes.
    pub fn findings(&self, circuit: &Circuit) -> Vec<Finding> {
        let failures = self.failures.iter().map(|failure| {
            let message = &failure.what.message;
            failure.finding(Finding::new("script-expectation-failed", Severity::Error, 0..0, message))
        });
        let stopped = self.stopped.iter().map(|stop| stop.finding(stop.what.finding(circuit, stop.span.clone())));
        failures.chain(stopped).collect()
    }

    /// Takes over what happened in an action, so that later expectations can mark it as expected.
    fn take_over(&mut self, player: &Player, spot: Spot<'_, '_>) {
        let happened = player.happened();
        let left_out = &mut self.left_out;
        for oscillation in &happened.oscillations {
            keep(&mut self.oscillations, left_out, || spot.at(Seen::unexpected(Arc::clone(oscillation))));
        }
        if let Some(instants) = happened.gave_up {
            keep(&mut self.gave_up, left_out, || spot.at(instants));
        }
        for seen in &happened.overloads {
            let known = began_at(&mut self.overloads, seen.began, |row| row.began);
            match known.iter_mut().rev().find(|known| known.what.part == seen.part && known.what.lasted.is_none()) {
                Some(known) => known.what = seen.clone(),
                None => keep(&mut self.overloads, left_out, || spot.at(seen.clone())),
            }
        }
        for seen in &happened.both_coils {
            let known = began_at(&mut self.both_coils, seen.began, |row| row.began);
            match known.iter_mut().rev().find(|known| known.what.part == seen.part && known.what.lasted.is_none()) {
                Some(known) => known.what = seen.clone(),
                None => keep(&mut self.both_coils, left_out, || spot.at(seen.clone())),
            }
        }
        for seen in &happened.blown {
            keep(&mut self.blown, left_out, || spot.at(Seen::unexpected(seen.clone())));
        }
        for seen in &happened.shorts {
            let known = began_at(&mut self.shorts, seen.began, |row| row.what.began);
            match known
                .iter_mut()
                .rev()
                .find(|known| is_same(&known.what.what, seen) && known.what.what.lasted.is_none())
            {
                Some(known) => known.what.what.lasted = seen.lasted,
                None => keep(&mut self.shorts, left_out, || spot.at(Seen::unexpected(seen.clone()))),
            }
        }
    }
}

/// Whether it is one short circuit, by whatever way it went.
fn is_same(one: &ShortRecord, other: &ShortRecord) -> bool {
    one.began == other.began && one.short.sources == other.short.sources
}

impl<T> Seen<T> {
    fn unexpected(what: T) -> Self {
        Self { what, expected: false }
    }
}

/// A line, and the walk that has come to it.
#[derive(Clone, Copy)]
struct Spot<'w, 's> {
    step: u64,
    line: Item,
    walk: &'w Walk<'s>,
}

impl Spot<'_, '_> {
    fn at<T>(self, what: T) -> At<T> {
        self.place(self.line.span(), what)
    }

    fn place<T>(self, span: Range<usize>, what: T) -> At<T> {
        let around = if self.line.number == 0 { Around::default() } else { self.walk.around() };
        At { step: self.step, line: self.line.number(), span, around, what }
    }
}

/// Adds to a list, or counts what is left out.
fn keep<T>(list: &mut Vec<T>, left_out: &mut u64, what: impl FnOnce() -> T) {
    if list.len() < MOST_KEPT {
        list.push(what());
    } else {
        *left_out += 1;
    }
}

/// The rows that began at that instant. Rows are in the order in which they began.
fn began_at<T>(list: &mut [At<T>], began: Micros, begins: impl Fn(&T) -> Micros) -> &mut [At<T>] {
    let first = list.partition_point(|row| begins(&row.what) < began);
    let rows = list.get_mut(first..).unwrap_or_default();
    let end = rows.partition_point(|row| begins(&row.what) == began);
    rows.get_mut(..end).unwrap_or_default()
}

impl Player {
    /// Plays a script to its end, failed expectations or not; an action that cannot be done stops it.
    ///
    /// The script must have been read for this player's circuit.
    pub fn play<R: Recorder>(&mut self, script: &Script, recorder: &mut R) -> Report {
        self.play_while(script, recorder, &mut |_| true)
    }

    /// Plays a script as [`play`](Self::play) does, and asks after every few hundred steps whether to go
    /// on. What is asked sees how many steps are done by then; [`Script::len`] says of how many.
    pub fn play_while<R: Recorder>(
        &mut self,
        script: &Script,
        recorder: &mut R,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Report {
        let circuit = Arc::clone(self.simulator.circuit());
        let mut report = Report::default();
        let power_up = Item { number: 0, start: 0, end: 0, what: What::Unknown };
        let mut walk = Walk::new(script);
        report.take_over(self, Spot { step: 0, line: power_up, walk: &walk });
        let mut own_oscillations = 0;
        let (mut last, mut last_done, mut last_walk) = (power_up, 0, Walk::new(script));
        let mut is_expected = false;
        let mut done = 0;
        while let Some((line, ready)) = walk.step() {
            if done % ASKED_EVERY == 0 && !go_on(done) {
                report.interrupted = true;
                break;
            }
            done += 1;
            let spot = Spot { step: done, line, walk: &walk };
            if let Plan::Expect(claims) = &ready.plan {
                is_expected |= self.expect(claims, (spot, ready), own_oscillations, &mut report);
                continue;
            }
            if let Some(heading) = walk.new_heading() {
                recorder.heading(heading);
            }
            if let Err(refusal) = self.act(&ready.plan, &ready.step.shown(&circuit), recorder) {
                let span = match refusal.index(&ready.step) {
                    Some(index) => line.place(ready, index),
                    None => line.span(),
                };
                report.stopped = Some(Spot { step: done, line, walk: &walk }.place(span, refusal));
                break;
            }
            report.actions += 1;
            (last, last_done, is_expected) = (line, done, false);
            last_walk.come_to(&walk);
            own_oscillations = report.oscillations.len();
            if !self.happened.is_uneventful() {
                report.take_over(self, Spot { step: done, line, walk: &walk });
            }
        }
        if let Some(oscillation) = self.oscillates_unwatched() {
            let is_known = report.oscillations.iter().any(|known| known.what.what == oscillation);
            if !is_known {
                let what = Seen { what: oscillation, expected: is_expected };
                report.oscillations.push(Spot { step: last_done, line: last, walk: &last_walk }.at(what));
            }
        }
        report.time_us = self.simulator.now();
        report
    }

    /// Judges the claims; whether one of them says, rightly, that the circuit oscillates.
    fn expect(
        &mut self,
        claims: &[Claim],
        (spot, ready): (Spot<'_, '_>, &ReadyStep),
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
                        for seen in &self.happened.shorts {
                            for known in began_at(&mut report.shorts, seen.began, |row| row.what.began) {
                                let known_short = &known.what.what;
                                known.what.expected |= is_same(known_short, seen) && known_short.lasted == seen.lasted;
                            }
                        }
                    }
                    &Claim::Part(part, Condition::Blown) => {
                        for seen in self.happened.blown.iter().filter(|seen| seen.part == part) {
                            for known in began_at(&mut report.blown, seen.at, |row| row.what.at) {
                                known.what.expected |= known.what.what == *seen;
                            }
                        }
                    }
                    _ => {}
                }
                continue;
            };
            report.failed += 1;
            let place = spot.line.place(ready, index);
            keep(&mut report.failures, &mut report.left_out, || spot.place(place, failure));
        }
        oscillating
    }
}
