//! Steps done to a running circuit, one by one.

use std::sync::Arc;

use kiber_engine::{Action, ContactSide, Fault, Lasting, Micros, Outcome, Simulator, State};
use kiber_netlist::{Circuit, ContactForm, ContactId, PartId};
use kiber_trace::{Ending, Recorder};

use crate::happened::Happened;
use crate::judge::Failure;
use crate::order::take_turns;
use crate::plan::{Plan, Then};
use crate::refusal::Refusal;
use crate::step::{Claim, Step, Target, Verb};

/// As far as the clock may run: half of what it can count, so that nothing ever overflows.
const LAST_INSTANT: Micros = Micros::MAX / 2;

/// A running circuit and what the last action did to it.
#[derive(Clone, Debug)]
pub struct Player {
    pub(crate) simulator: Simulator,
    pub(crate) happened: Happened,
}

/// What came of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Done {
    /// Something was done, or time passed; [`Player::happened`] has the rest.
    Acted,
    /// So many expectations held, and these did not.
    Expected {
        /// How many held.
        passed: usize,
        /// Those that did not, and what is the case instead.
        failures: Vec<Failure>,
    },
}

/// A moment to come back to.
#[derive(Clone, Debug)]
pub struct Mark {
    state: State,
    now: Micros,
    happened: Happened,
    /// None in the middle of an action.
    lasting: Option<Lasting>,
}

impl Mark {
    /// A moment in the middle of an action, of which nothing is known but how the circuit stands: nothing
    /// has happened since. `now` is in microseconds since power-up.
    pub fn at(state: State, now: Micros) -> Self {
        Self { state, now, happened: Happened::default(), lasting: None }
    }
}

/// Whether to go on, asked at every instant of a time that is let pass; nobody who asks, and it always goes on.
type GoOn<'a> = Option<&'a mut dyn FnMut(&Simulator) -> bool>;

impl Player {
    /// Switches the circuit on; the recorder gets a section "power-up".
    pub fn power_up<R: Recorder>(circuit: Arc<Circuit>, recorder: &mut R) -> Self {
        let mut player = Self { simulator: Simulator::new(circuit), happened: Happened::default() };
        recorder.begin_section(&"power-up", 0);
        let outcome = player.simulator.power_up(recorder);
        player.end(outcome, recorder);
        player.happened.take_records(&player.simulator);
        player
    }

    /// The circuit as it stands.
    pub fn simulator(&self) -> &Simulator {
        &self.simulator
    }

    /// The circuit as it stands, to ask for currents.
    pub fn simulator_mut(&mut self) -> &mut Simulator {
        &mut self.simulator
    }

    /// What happened since the last action began; at first, since power-up.
    pub fn happened(&self) -> &Happened {
        &self.happened
    }

    /// Marks this moment.
    pub fn mark(&self) -> Mark {
        Mark {
            state: self.simulator.state(),
            now: self.simulator.now(),
            happened: self.happened.clone(),
            lasting: Some(self.simulator.lasting()),
        }
    }

    /// Comes back to a moment marked on this circuit; what comes then is what came after it was marked.
    ///
    /// A short circuit or an overload that is there at a moment in the middle of an action ([`Mark::at`]) counts its
    /// time from it.
    pub fn back(&mut self, mark: &Mark) {
        self.simulator.restore(&mark.state, mark.now);
        if let Some(lasting) = &mark.lasting {
            self.simulator.lasts_since(lasting);
        }
        self.happened = mark.happened.clone();
    }

    /// Does one step.
    ///
    /// # Errors
    /// When it cannot be done; then nothing has happened, and nothing is forgotten.
    pub fn step<R: Recorder>(&mut self, step: &Step, recorder: &mut R) -> Result<Done, Refusal> {
        self.step_within(step, recorder, None)
    }

    /// Does one step, and asks at every instant of a time that it lets pass whether to go on. Where the answer
    /// is no, the time ends there, in the middle of the step; what it would have freed stays held.
    ///
    /// # Errors
    /// As [`Player::step`].
    pub fn step_while<R: Recorder>(
        &mut self,
        step: &Step,
        recorder: &mut R,
        mut go_on: impl FnMut(&Simulator) -> bool,
    ) -> Result<Done, Refusal> {
        self.step_within(step, recorder, Some(&mut go_on))
    }

    fn step_within<R: Recorder>(&mut self, step: &Step, recorder: &mut R, go_on: GoOn<'_>) -> Result<Done, Refusal> {
        let circuit = Arc::clone(self.simulator.circuit());
        let plan = Plan::new(step, &circuit);
        if let Plan::Expect(claims) = &plan {
            let failures: Vec<Failure> = claims.iter().filter_map(|claim| self.judge(claim)).collect();
            return Ok(Done::Expected { passed: claims.len() - failures.len(), failures });
        }
        self.act_within(&plan, &step.shown(&circuit), recorder, go_on)?;
        Ok(Done::Acted)
    }

    /// Whether one claim holds at this moment; if not, what is the case instead.
    pub fn holds(&mut self, claim: &Claim) -> Result<(), Failure> {
        self.judge(claim).map_or(Ok(()), Err)
    }

    /// Does a plan that is no expectation.
    pub(crate) fn act<R: Recorder>(
        &mut self,
        plan: &Plan,
        title: &dyn std::fmt::Display,
        recorder: &mut R,
    ) -> Result<(), Refusal> {
        self.act_within(plan, title, recorder, None)
    }

    fn act_within<R: Recorder>(
        &mut self,
        plan: &Plan,
        title: &dyn std::fmt::Display,
        recorder: &mut R,
        go_on: GoOn<'_>,
    ) -> Result<(), Refusal> {
        let start = self.simulator.now();
        if R::WANTS {
            recorder.begin_section(title, start);
        }
        let before = std::mem::take(&mut self.happened);
        self.simulator.forget_records();
        let done = self.do_plan(plan, recorder, go_on);
        if done.is_err() {
            self.happened = before;
            recorder.end_section(start, Ending::Refused);
        } else {
            self.happened.take_records(&self.simulator);
        }
        done
    }

    fn do_plan<R: Recorder>(&mut self, plan: &Plan, recorder: &mut R, go_on: GoOn<'_>) -> Result<(), Refusal> {
        match plan {
            Plan::Hands { actions, then } => {
                self.check_clock(then)?;
                self.rehearse(actions, then)?;
                self.simulator.act(actions, recorder)?;
                self.follow(then, recorder, go_on)
            }
            Plan::Faults { verb, on, then } => {
                self.check_clock(then)?;
                let actions = self.fault_actions(*verb, on)?;
                self.rehearse(&actions, then)?;
                self.simulator.act(&actions, recorder)?;
                self.follow(then, recorder, go_on)
            }
            Plan::Wait(span) => self.follow(&Then::Pass(*span), recorder, go_on),
            Plan::Expect(_) => Ok(()),
        }
    }

    fn follow<R: Recorder>(&mut self, then: &Then, recorder: &mut R, go_on: GoOn<'_>) -> Result<(), Refusal> {
        self.check_clock(then)?;
        match then {
            Then::Order(turns, after) => {
                take_turns(&mut self.simulator, turns, recorder)?;
                self.follow(after, recorder, go_on)?;
            }
            Then::Settle => {
                let outcome = self.simulator.settle(recorder);
                self.end(outcome, recorder);
            }
            Then::Free(actions) => {
                let outcome = self.simulator.settle(recorder);
                self.happened.outcome(outcome);
                self.simulator.act(actions, recorder)?;
                let outcome = self.simulator.settle(recorder);
                self.end(outcome, recorder);
            }
            Then::Pass(span) => {
                self.pass(*span, recorder, go_on);
                self.time_up(recorder);
            }
            Then::PassAndFree(span, actions) => {
                if !self.pass(*span, recorder, go_on) {
                    self.time_up(recorder);
                    return Ok(());
                }
                self.simulator.act(actions, recorder)?;
                let outcome = self.simulator.settle(recorder);
                self.end(outcome, recorder);
            }
        }
        Ok(())
    }

    /// Lets a time pass; whether all of it has.
    fn pass<R: Recorder>(&mut self, span: Micros, recorder: &mut R, go_on: GoOn<'_>) -> bool {
        let end = self.simulator.now().saturating_add(span);
        if let Some(go_on) = go_on {
            while let Some(next) = self.simulator.until_next() {
                if next > end.saturating_sub(self.simulator.now()) {
                    break;
                }
                if !go_on(&self.simulator) {
                    return false;
                }
                self.simulator.wait(next, recorder);
            }
        }
        self.simulator.wait(end.saturating_sub(self.simulator.now()), recorder);
        true
    }

    fn time_up<R: Recorder>(&mut self, recorder: &mut R) {
        self.happened.timed = true;
        recorder.end_section(self.simulator.now(), Ending::TimeUp { still: self.simulator.is_settled() });
    }

    /// Tries an order out, so that one that cannot be kept to is refused before anything is done.
    fn rehearse(&self, actions: &[Action], then: &Then) -> Result<(), Refusal> {
        if let Then::Order(turns, _) = then {
            let mut rehearsal = self.simulator.clone();
            rehearsal.act(actions, &mut ())?;
            take_turns(&mut rehearsal, turns, &mut ())?;
        }
        Ok(())
    }

    fn end<R: Recorder>(&mut self, outcome: Outcome, recorder: &mut R) {
        let ending = match outcome {
            Outcome::GaveUp(instants) => Ending::GaveUp(instants),
            Outcome::Settled | Outcome::Oscillates(_) => Ending::Told,
        };
        self.happened.outcome(outcome);
        if R::WANTS {
            recorder.end_section(self.simulator.now(), ending);
        }
    }

    fn check_clock(&self, then: &Then) -> Result<(), Refusal> {
        let span = match then {
            Then::Order(turns, _) => turns.iter().filter_map(|turn| turn.at).max().unwrap_or(0),
            Then::Pass(span) | Then::PassAndFree(span, _) => *span,
            Then::Settle | Then::Free(_) => 0,
        };
        match self.simulator.now().checked_add(span) {
            Some(end) if end <= LAST_INSTANT => Ok(()),
            _ => Err(Refusal::TooLate),
        }
    }

    /// What a line about faults asks of the circuit as it stands.
    fn fault_actions(&self, verb: Verb, on: &[Target]) -> Result<Vec<Action>, Refusal> {
        let mut actions = Vec::with_capacity(on.len());
        for &target in on {
            let fault = match (verb, target) {
                (Verb::Mend, _) => {
                    let mut found = false;
                    for &fault in self.simulator.faults().iter().filter(|fault| self.is_at(fault, target)) {
                        found = true;
                        if !actions.contains(&Action::Mend(fault)) {
                            actions.push(Action::Mend(fault));
                        }
                    }
                    if !found {
                        return Err(Refusal::NothingToMend(target));
                    }
                    continue;
                }
                (Verb::Weld, Target::Contact(contact)) => {
                    Fault::ContactWelded { contact, side: self.side_it_stands_on(contact) }
                }
                (_, Target::Contact(contact)) => Fault::ContactStuckOpen(contact),
                (_, Target::Wire(part, net)) => Fault::WireOff(part, net),
                (Verb::Short, Target::Part(part)) => Fault::CoilShorted(part),
                (Verb::Stick, Target::Part(part)) => Fault::ArmatureStuck(part),
                (_, Target::Part(part)) => Fault::CoilOpen(part),
            };
            actions.push(Action::Break(fault));
        }
        Ok(actions)
    }

    /// The side on which a contact is welded: that on which it stands, of a change-over between its
    /// sides the make side. A side that is not wired, or burnt away, shows only in the armature.
    fn side_it_stands_on(&self, contact: ContactId) -> ContactSide {
        let simulator = &self.simulator;
        let Some(known) = simulator.circuit().contacts.get(contact) else { return ContactSide::Make };
        match known.form {
            ContactForm::Make(..) | ContactForm::Left(..) | ContactForm::Right(..) => ContactSide::Make,
            ContactForm::Break(..) => ContactSide::Break,
            ContactForm::Changeover { .. } if simulator.is_closed(contact) => ContactSide::Make,
            ContactForm::Changeover { .. } if simulator.is_break_closed(contact) => ContactSide::Break,
            ContactForm::Changeover { .. } => {
                let at_rest = simulator.stand(known.part).is_at(0);
                if at_rest { ContactSide::Break } else { ContactSide::Make }
            }
            ContactForm::Wafer { .. } => {
                let stand = simulator.stand(known.part);
                ContactSide::Place(stand.towards.unwrap_or(stand.at))
            }
        }
    }

    fn is_at(&self, fault: &Fault, target: Target) -> bool {
        let part_of = |contact: ContactId| self.simulator.circuit().contacts.get(contact).map(|contact| contact.part);
        let at_part = |part: PartId| match *fault {
            Fault::ContactStuckOpen(contact) | Fault::ContactWelded { contact, .. } => part_of(contact) == Some(part),
            Fault::CoilOpen(broken) | Fault::CoilShorted(broken) | Fault::WireOff(broken, _) => broken == part,
            Fault::ArmatureStuck(broken) => broken == part,
        };
        match target {
            Target::Part(part) => at_part(part),
            Target::Wire(part, net) => *fault == Fault::WireOff(part, net),
            Target::Contact(contact) => match *fault {
                Fault::ContactStuckOpen(broken) | Fault::ContactWelded { contact: broken, .. } => broken == contact,
                _ => false,
            },
        }
    }
}
