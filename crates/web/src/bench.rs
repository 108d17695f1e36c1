//! A machine on the bench: a session with its timeline, held to limits.

use std::fmt;
use std::sync::Arc;

use kiber_engine::{Outcome, Simulator};
use kiber_netlist::{Circuit, Finding, PartId, PartKind};
use kiber_script::{Step, Verb, parse_line};
use kiber_session::{Acted, Moment, Session};
use kiber_trace::{Ending, Since};

use crate::lesson::most_losses;
use crate::protocol::{Appended, At, Deed, Subject, Why};
use crate::referee::Referee;
use crate::timeline::Timeline;
use crate::why::ask;

/// How much one machine may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most frames that are told of one deed.
    pub frames: usize,
    /// The most instants of one deed; a time that is let pass ends there.
    pub instants: usize,
    /// The most instants of all deeds together.
    pub all_instants: usize,
    /// The most deeds.
    pub deeds: usize,
    /// What all instants together may hold: so many parts and contacts. So a large circuit has fewer instants.
    pub cells: usize,
    /// How many states are looked at for the most games that a machine loses; of one with more it is not told.
    pub lesson_states: u64,
}

impl Limits {
    /// The limits for a circuit of that size.
    fn of(self, circuit: &Circuit) -> Self {
        let cells = (circuit.parts.len() + circuit.contacts.len()).max(1);
        let (instants, states) = (self.cells / cells, self.cells as u64 / cells as u64);
        Self { all_instants: self.all_instants.min(instants), lesson_states: self.lesson_states.min(states), ..self }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            frames: 500,
            instants: 5_000,
            all_instants: 50_000,
            deeds: 2_000,
            cells: 20_000_000,
            lesson_states: 10_000,
        }
    }
}

/// A point in time: a frame, or so long after one, before the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// The frame.
    pub at: At,
    /// How long after it, in microseconds.
    pub after_us: u64,
}

impl From<At> for Point {
    fn from(at: At) -> Self {
        Self { at, after_us: 0 }
    }
}

/// Why something was not done. Nothing has happened then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotDone {
    /// There is no such moment, part, contact or net.
    NoSuch(String),
    /// A line that is not understood: what is wrong, and what was probably meant.
    Unclear {
        /// What is wrong.
        error: String,
        /// What was meant.
        near: Vec<String>,
    },
    /// It cannot be done now.
    Now(String),
    /// A limit is reached.
    Limit(String),
}

impl fmt::Display for NotDone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuch(words) | Self::Now(words) | Self::Limit(words) => f.write_str(words),
            Self::Unclear { error, near } => {
                f.write_str(error)?;
                near.iter().try_for_each(|near| write!(f, "; {near}"))
            }
        }
    }
}

impl std::error::Error for NotDone {}

/// Why something is as it is: the question, with all that it takes to answer it.
#[derive(Clone, Debug)]
pub struct Question {
    simulator: Simulator,
    since: Since,
    subject: Subject,
}

impl Question {
    /// The answer; it takes long where there are many ways in which it could be otherwise, so it is asked again and
    /// again whether to go on looking for them, with how many have been tried.
    ///
    /// # Errors
    /// [`NotDone::NoSuch`] if there is no such thing.
    pub fn answer(&self, may_go_on: &mut dyn FnMut(usize) -> bool) -> Result<Why, NotDone> {
        let answer = ask(&self.simulator, self.subject, &self.since, may_go_on);
        answer.ok_or_else(|| {
            let (what, index) = match self.subject {
                Subject::Part(index) => ("part", index),
                Subject::Net(index) => ("net", index),
                Subject::Contact(index) => ("contact", index),
            };
            NotDone::NoSuch(format!("there is no {what} {index}"))
        })
    }
}

/// A machine: what was done to it, every instant of it, and the frames that show it.
#[derive(Clone, Debug)]
pub struct Bench {
    session: Session,
    timeline: Timeline,
    /// As they were given.
    given: Limits,
    /// As they are for this circuit.
    limits: Limits,
    version: u64,
}

impl Bench {
    /// Switches a circuit on.
    ///
    /// # Errors
    /// [`NotDone::Limit`] if it neither settles nor repeats itself within the limit on instants.
    pub fn new(circuit: Arc<Circuit>, limits: Limits) -> Result<Self, NotDone> {
        let (given, limits) = (limits, limits.of(&circuit));
        try_power(&circuit, limits)?;
        let referee = Referee::new(&circuit, most_losses(&circuit, limits.lesson_states));
        let mut session = Session::with_limits(circuit, kiber_session::Limits { instants: limits.instants });
        let timeline = Timeline::of(&mut session, limits.frames, referee);
        Ok(Self { session, timeline, given, limits, version: 0 })
    }

    /// The circuit.
    pub fn circuit(&self) -> &Arc<Circuit> {
        self.session.circuit()
    }

    /// The deeds, the power-up first.
    pub fn deeds(&self) -> &[Deed] {
        self.timeline.deeds()
    }

    /// The last frame there is.
    pub fn last(&self) -> At {
        self.timeline.last()
    }

    /// How often something about it has changed.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The session as it stands at a point.
    ///
    /// # Errors
    /// [`NotDone::NoSuch`] if there is no such point.
    pub fn at(&mut self, point: impl Into<Point>) -> Result<&Session, NotDone> {
        self.go_to(point.into())?;
        Ok(&self.session)
    }

    fn go_to(&mut self, Point { at, after_us }: Point) -> Result<(), NotDone> {
        let found = self.timeline.moment(at);
        let moment = found.ok_or_else(|| NotDone::NoSuch(format!("there is no moment [{}, {}]", at.0, at.1)))?;
        if after_us == 0 {
            self.session.go_to(moment);
            return Ok(());
        }
        // Where frames are left out, other instants lie between this one and the next.
        let next = self.timeline.moment(At(at.0, at.1 + 1));
        let until = next.map_or(0, |next| self.session.time_of(next).saturating_sub(self.session.time_of(moment)));
        let deed = self.session.deeds().get(moment.deed).filter(|_| after_us < until);
        let Some(deed) = deed else {
            let words = format!("{after_us} us after [{}, {}] another moment has come", at.0, at.1);
            return Err(NotDone::NoSuch(words));
        };
        let wanted = deed.instants().get(moment.instant).map_or(after_us, |instant| instant + after_us);
        let instant = deed.instant_at(wanted);
        let before = deed.instants().get(instant).copied().unwrap_or(0);
        self.session.go_to(Moment { instant, ..moment });
        if wanted > before {
            self.session.let_pass(wanted - before);
        }
        Ok(())
    }

    /// Does a line of a script at a point; what came after it is gone.
    ///
    /// # Errors
    /// When there is no such point, the line is not understood or cannot be done, or a limit is reached.
    pub fn act(&mut self, point: impl Into<Point>, line: &str) -> Result<Appended, NotDone> {
        let step = parse_line(line, self.session.circuit()).map_err(not_clear)?;
        let step = step.ok_or_else(|| unclear("there is nothing to be done in this line"))?;
        self.go_to(point.into())?;
        self.step(&step)
    }

    /// Does a step at the end of everything.
    ///
    /// # Errors
    /// As [`Bench::act`].
    pub fn step_at_end(&mut self, step: &Step) -> Result<Appended, NotDone> {
        self.session.go_to(self.session.last());
        self.step(step)
    }

    /// Does a step where the session's cursor is.
    fn step(&mut self, step: &Step) -> Result<Appended, NotDone> {
        if step.is_action() {
            self.has_room()?;
        }
        match self.session.act(step) {
            Ok(Acted::Did { kept, .. }) => {
                self.timeline.follow(&mut self.session, kept);
                self.version += 1;
                Ok(Appended { lines: self.ended_early(step), ..self.appended(kept) })
            }
            Ok(Acted::Expected { failures, .. }) => {
                let lines = if failures.is_empty() { vec!["as expected".to_owned()] } else { failures };
                Ok(Appended { lines, ..self.appended(self.timeline.deeds().len()) })
            }
            Err(refusal) => Err(NotDone::Now(refusal.message(self.session.circuit()))),
        }
    }

    /// What is to be said if less was done than was asked for.
    fn ended_early(&self, step: &Step) -> Vec<String> {
        let Some(deed) = self.session.deeds().last() else { return Vec::new() };
        let (title, most) = (deed.title(), self.limits.instants);
        if deed.step().is_some_and(|done| done != step) {
            return vec![format!("only `{title}` was done: one action has {most} instants at most")];
        }
        match self.session.recording().sections.last().map(|section| &section.ending) {
            Some(Ending::GaveUp(_)) => {
                vec![format!("`{title}` was given up, still moving: one action has {most} instants at most")]
            }
            _ => Vec::new(),
        }
    }

    /// Whether there is room for another deed after where the session's cursor is.
    fn has_room(&self) -> Result<(), NotDone> {
        let before = self.session.deeds().get(..=self.session.here().deed).unwrap_or_default();
        let Limits { deeds, all_instants, .. } = self.limits;
        if before.len() >= deeds {
            return Err(NotDone::Limit(format!("{deeds} actions is the most that is kept; go back, or begin anew")));
        }
        if before.iter().map(|deed| deed.instants().len()).sum::<usize>() >= all_instants {
            let words = format!("more than {all_instants} instants have been kept; go back, or begin anew");
            return Err(NotDone::Limit(words));
        }
        Ok(())
    }

    fn appended(&self, kept: usize) -> Appended {
        let deeds = self.timeline.deeds();
        let keep = kept.checked_sub(1).and_then(|last| Some(At(last, deeds.get(last)?.frames.len().saturating_sub(1))));
        Appended {
            keep,
            deeds: deeds.get(kept..).unwrap_or_default().to_vec(),
            lines: Vec::new(),
            version: self.version,
        }
    }

    /// Frees every button that a hand holds at the end of everything; none if there is no such button.
    pub fn free_buttons(&mut self) -> Option<Appended> {
        self.session.go_to(self.session.last());
        let simulator = self.session.simulator();
        let held: Vec<PartId> = self
            .session
            .circuit()
            .parts
            .iter()
            .filter(|&(id, part)| matches!(part.kind, PartKind::Button(_)) && simulator.is_held(id))
            .map(|(id, _)| id)
            .collect();
        if held.is_empty() {
            return None;
        }
        self.step_at_end(&Step::act(Verb::Free, held)).ok()
    }

    /// Takes down a question why something is as it is at a point, to be answered without the machine.
    ///
    /// # Errors
    /// [`NotDone::NoSuch`] if there is no such point.
    pub fn question(&mut self, point: impl Into<Point>, subject: Subject) -> Result<Question, NotDone> {
        let session = self.at(point)?;
        Ok(Question { simulator: session.simulator().clone(), since: session.since(), subject })
    }

    /// Does everything again with another circuit, as far as there is room for it; what could not be done any
    /// more, a sentence each.
    ///
    /// # Errors
    /// As [`Bench::new`]; the machine is as it was then.
    pub fn reload(&mut self, circuit: Arc<Circuit>) -> Result<Vec<String>, NotDone> {
        let mut again = Self::new(circuit, self.given)?;
        let script = self.script();
        let mut refused = Vec::new();
        let mut lines = script.lines();
        while let Some(line) = lines.next() {
            match again.act(again.last(), line) {
                Ok(done) => refused.extend(done.lines.into_iter().map(|words| format!("{line}: {words}"))),
                Err(NotDone::Limit(words)) => {
                    refused.push(format!("{line}: {words}"));
                    match lines.by_ref().count() {
                        0 => {}
                        1 => refused.push("the action after it was not done either".to_owned()),
                        more => refused.push(format!("the {more} actions after it were not done either")),
                    }
                }
                Err(other) => refused.push(format!("{line}: {other}")),
            }
        }
        again.version = self.version + 1;
        *self = again;
        Ok(refused)
    }

    /// Everything that was done, as a script.
    pub fn script(&mut self) -> String {
        self.session.go_to(self.session.last());
        self.session.script()
    }

    /// Everything that happened.
    pub fn recording(&self) -> &kiber_trace::Recording {
        self.session.recording()
    }
}

/// Whether a circuit comes to rest after power-up, or repeats itself, before too much has happened.
fn try_power(circuit: &Arc<Circuit>, limits: Limits) -> Result<(), NotDone> {
    let mut simulator = Simulator::new(Arc::clone(circuit));
    simulator.set_limit(limits.instants as u64);
    match simulator.power_up(&mut ()) {
        Outcome::GaveUp(instants) => Err(NotDone::Limit(format!(
            "switched on, the circuit still moves after {instants} instants, more than can be shown"
        ))),
        Outcome::Settled | Outcome::Oscillates(_) => Ok(()),
    }
}

fn unclear(error: &str) -> NotDone {
    NotDone::Unclear { error: error.to_owned(), near: Vec::new() }
}

fn not_clear(findings: Vec<Finding>) -> NotDone {
    NotDone::Unclear {
        error: findings.iter().map(|finding| finding.message.as_str()).collect::<Vec<_>>().join("; "),
        near: findings.iter().filter_map(|finding| finding.help.as_ref().map(ToString::to_string)).collect(),
    }
}
