//! Doing things where the cursor stands.

use std::cell::Cell;
use std::sync::Arc;

use kiber_engine::{Event, Micros, What};
use kiber_netlist::Finding;
use kiber_script::{Done, Mark, Player, Refusal, Step, Target, Verb, parse_line};
use kiber_trace::{Ending, Section};

use crate::cutting::cut;
use crate::deed::{self, Deed};
use crate::passing::Passed;
use crate::session::{Moment, Session};
use crate::watcher::Watcher;

/// What came of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Acted {
    /// Something was done, or time passed.
    Did {
        /// How many of the deeds there were before still are as they were; all behind them are new.
        kept: usize,
        /// The stop at which the cursor stands, by its number, if it is not at the end.
        stopped: Option<usize>,
    },
    /// Something was expected; what does not hold, each in a sentence without a full stop.
    Expected {
        /// How many expectations hold.
        passed: usize,
        /// What does not.
        failures: Vec<String>,
    },
}

/// Why a line could not be done; then nothing has happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Refused {
    /// It cannot be understood.
    Findings(Vec<Finding>),
    /// It cannot be done now, and why, in a sentence without a full stop.
    Now(String),
}

impl Refused {
    /// What is wrong, and what was probably meant, a sentence each, without full stops.
    pub fn messages(&self) -> Vec<String> {
        match self {
            Self::Now(message) => vec![message.clone()],
            Self::Findings(findings) => findings
                .iter()
                .map(|finding| match &finding.help {
                    Some(help) => format!("{}; {help}", finding.message),
                    None => finding.message.clone(),
                })
                .collect(),
        }
    }
}

impl Session {
    /// Does a line of a script where the cursor stands; nothing for a blank and for a comment.
    ///
    /// # Errors
    /// When the line is not understood or cannot be done; then nothing has happened.
    pub fn line(&mut self, text: &str) -> Result<Option<Acted>, Refused> {
        let step = parse_line(text, &self.circuit).map_err(Refused::Findings)?;
        let Some(step) = step else { return Ok(None) };
        let acted = self.act(&step).map_err(|refusal| Refused::Now(refusal.message(&self.circuit)))?;
        Ok(Some(acted))
    }

    /// Does a step where the cursor stands, which then stands at the end of what was done, or where the first
    /// stop in it is.
    ///
    /// # Errors
    /// When it cannot be done; then nothing has happened.
    pub fn act(&mut self, step: &Step) -> Result<Acted, Refusal> {
        let acted = self.begin(step)?;
        let Acted::Did { kept, stopped } = acted else { return Ok(acted) };
        let stopped = stopped.or_else(|| match self.run_on() {
            Passed::Stopped(stop) => Some(stop),
            Passed::Going | Passed::AtEnd => None,
        });
        Ok(Acted::Did { kept, stopped })
    }

    /// Does a step where the cursor stands, and leaves the cursor at its first instant, which may be where a stop
    /// is.
    ///
    /// # Errors
    /// When it cannot be done; then nothing has happened.
    pub fn begin(&mut self, step: &Step) -> Result<Acted, Refusal> {
        if let Step::Expect(_) = step {
            return match self.as_it_happened()?.step(step, &mut ())? {
                Done::Expected { passed, failures } => {
                    let failures = failures.into_iter().map(|failure| failure.message).collect();
                    Ok(Acted::Expected { passed, failures })
                }
                Done::Acted => Ok(Acted::Expected { passed: 0, failures: Vec::new() }),
            };
        }
        let before = self.stops_that_hold();
        let mut player = self.shown.clone();
        let (kept, mut done) = self.up_to_here(&mut player)?;
        done.push(self.deed(&mut player, step)?);
        self.deeds.truncate(kept);
        self.recording.sections.truncate(kept);
        for (deed, section) in done {
            self.deeds.push(deed);
            self.recording.sections.push(section);
        }
        self.at_end = player;
        self.go_to(Moment { deed: self.deeds.len() - 1, instant: 0 });
        Ok(Acted::Did { kept, stopped: self.stop_reached(&before) })
    }

    /// Brings a player to where the cursor stands; how many deeds stay as they are, and those that come in place of
    /// the one that is cut.
    fn up_to_here(&self, player: &mut Player) -> Result<(usize, Vec<(Deed, Section)>), Refusal> {
        let number = self.here.deed;
        if let Some((steps, before)) = self.interrupted() {
            player.back(before);
            let done: Result<Vec<_>, Refusal> = steps.iter().map(|step| self.deed(player, step)).collect();
            return Ok((number, done?));
        }
        match self.deeds.get(number + 1).and_then(|next| next.before.as_ref()) {
            Some(end) => player.back(end),
            // Where nobody has gone back, all goes on as it would for a player.
            None => player.clone_from(&self.at_end),
        }
        Ok((number + 1, Vec::new()))
    }

    /// What a deed comes to in whose middle the cursor stands, and the moment before it; none where it does not, and
    /// where the deed cannot be cut.
    fn interrupted(&self) -> Option<(Vec<Step>, &Mark)> {
        let is_over = self.here == self.last_of(self.here.deed) && self.past == 0;
        let deed = self.deeds.get(self.here.deed).filter(|_| !is_over)?;
        Some((cut(deed, self.time_in_deed())?, deed.before.as_ref()?))
    }

    /// A player where the cursor stands, that knows what has happened since the action began.
    fn as_it_happened(&self) -> Result<Player, Refusal> {
        let mut player = self.shown.clone();
        if let Some((steps, before)) = self.interrupted() {
            player.back(before);
            for step in &steps {
                player.step(step, &mut ())?;
            }
        }
        Ok(player)
    }

    /// Does a step, and keeps every instant of it.
    fn deed(&self, player: &mut Player, step: &Step) -> Result<(Deed, Section), Refusal> {
        let before = player.mark();
        let (start, state) = (player.simulator().now(), player.simulator().state());
        let faults = player.simulator().faults().to_vec();
        let seen = Cell::new(0);
        let most = self.limits.instants;
        let mut watcher = Watcher::new((start, state), most, &seen);
        player.step_while(step, &mut watcher, |_| seen.get() < most)?;
        let simulator = player.simulator();
        let (mut recording, instants) = watcher.into_parts((simulator.now(), simulator.state()));
        let mut section = recording.sections.pop().unwrap_or_else(|| nothing(start, &self.circuit, step));
        let after = section.end.saturating_sub(start);
        let step = had_so_long(step, after, freed_at(step, &section.events, start));
        let step = given_up(step, &section, player.happened().gave_up.is_some());
        section.title = step.shown(&self.circuit).to_string();
        let deed = Deed {
            title: section.title.clone(),
            start,
            is_cut: seen.get() > instants.len(),
            instants: instants.iter().map(|&(at, _)| at.saturating_sub(start)).collect(),
            states: instants.into_iter().map(|(_, state)| state).collect(),
            freed_at: freed_at(&step, &section.events, start),
            lines: deed::lines(&self.circuit, &section, &faults),
            before: Some(before),
            step: Some(step),
        };
        Ok((deed, section))
    }
}

/// A section of an action of which nothing was told.
fn nothing(start: Micros, circuit: &Arc<kiber_netlist::Circuit>, step: &Step) -> Section {
    Section {
        headings: Vec::new(),
        title: step.shown(circuit).to_string(),
        start,
        end: start,
        ending: Ending::Told,
        events: Vec::new(),
    }
}

/// The step as it was done, if its time was ended early by the limit on instants.
fn had_so_long(step: &Step, after: Micros, freed: Option<Micros>) -> Step {
    match step {
        Step::Wait(span) if after < *span => Step::Wait(after),
        Step::Act { verb: Verb::Press, on, lasting: Some(_) } if freed.is_none() => {
            Step::Act { verb: Verb::Hold, on: on.clone(), lasting: Some(after) }
        }
        Step::Act { verb, lasting: Some(span), .. } if *verb != Verb::Press && after < *span => {
            step.clone().lasting(after)
        }
        _ => step.clone(),
    }
}

/// The step as it was done, if the circuit was given up before it settled: whoever does it again may be more patient.
fn given_up(step: Step, section: &Section, is_given_up: bool) -> Step {
    let after = section.end.saturating_sub(section.start);
    match &step {
        Step::Act { verb: Verb::Press, lasting: None, .. } if is_given_up => {
            match freed_at(&step, &section.events, section.start) {
                Some(freed) if !matches!(section.ending, Ending::GaveUp(_)) => step.lasting(freed),
                _ => step,
            }
        }
        Step::Act { verb, lasting: None, .. } if is_given_up && *verb != Verb::Press => step.lasting(after),
        _ => step,
    }
}

/// When the hand let go of what a step pressed, in microseconds since it began.
fn freed_at(step: &Step, events: &[Event], start: Micros) -> Option<Micros> {
    let Step::Act { verb: Verb::Press, on, .. } = step else { return None };
    let Some(&Target::Part(pressed)) = on.first() else { return None };
    let let_go = events
        .iter()
        .rev()
        .find(|event| matches!(event.what, What::Hand { part, operated: false } if part == pressed))?;
    Some(let_go.at.saturating_sub(start))
}
