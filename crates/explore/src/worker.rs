//! One thread's part of the search: a running circuit that is put into one state after another, and
//! to which every rule that is enabled there is applied.

use std::ops::Range;
use std::sync::Arc;

use hashbrown::HashTable;
use kiber_engine::State;
use kiber_script::{Player, Prepared, Refusal, Step, Verb};

use crate::book::{LeavesRange, LineProblem, Moment, Spliced};
use crate::model::{Model, Use};
use crate::odd::{OddState, OddStates, go_round, to_least_on_orbit};
use crate::races::{Judge, Judgement, Race, Unjudged};
use crate::search::Space;
use crate::store::{Origin, Store, hash_of};

/// In the number of an odd state: it is new, and numbered within its batch.
const LOCAL_ODD: u32 = 1 << 31;
/// In the target of an edge: a candidate of the batch, not a known state.
pub(crate) const CANDIDATE: u32 = 1 << 31;
/// After so many rules in one state it is asked whether the search goes on.
const MANY_RULES: usize = 64;

/// What happened while a line of a rule was done.
#[derive(Clone, Debug)]
pub(crate) enum Incident {
    /// A watched condition held between two lines.
    Held(usize),
    /// A source was shorted.
    Short,
    /// It never settles.
    Orbit,
    /// A critical race, for this property.
    Race(usize, Box<Race>),
    /// An action that is not judged, for this property, and why.
    RaceGivenUp(usize, Unjudged),
}

/// An incident and where it happened.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) state: u32,
    pub(crate) rule: u16,
    pub(crate) line: u16,
    pub(crate) incident: Incident,
}

/// Why a rule cannot be done: the book is wrong, not the circuit.
#[derive(Clone, Debug)]
pub(crate) enum Trouble {
    /// A variable would leave its range.
    OutOfRange(LeavesRange),
    /// A line makes no step.
    Line(LineProblem),
    /// A step cannot be done.
    Refused(Arc<Prepared>, Refusal),
}

/// What came of looking at some states.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    /// New states, with their marks, the states and rules they were first reached from.
    pub(crate) words: Vec<u64>,
    pub(crate) marks: Vec<u64>,
    pub(crate) origins: Vec<(u32, u16)>,
    /// New odd states, by their number within the batch.
    pub(crate) odd: Vec<OddState>,
    pub(crate) transitions: u64,
    /// Only if edges are kept: by state, how many; then where each goes and by which rule.
    pub(crate) degrees: Vec<u32>,
    pub(crate) targets: Vec<u32>,
    pub(crate) rules: Vec<u16>,
    pub(crate) found: Vec<Found>,
    /// The rules that were enabled somewhere.
    pub(crate) fired: Vec<u64>,
    /// Where a settling was given up, after so many instants.
    pub(crate) gave_up: Option<(u32, u16, u64)>,
    /// The state, the rule, how many of its lines were done, and why it went no further.
    pub(crate) trouble: Option<(u32, u16, u16, Trouble)>,
    /// Whether the search was stopped before all of the states were looked at.
    pub(crate) stopped: bool,
    odd_numbers: OddStates,
    known: HashTable<u32>,
}

impl Batch {
    fn clear(&mut self) {
        let Self { words, marks, origins, odd, degrees, targets, rules, found, fired, known, .. } = self;
        words.clear();
        marks.clear();
        origins.clear();
        odd.clear();
        degrees.clear();
        targets.clear();
        rules.clear();
        found.clear();
        fired.fill(0);
        known.clear();
        self.transitions = 0;
        self.gave_up = None;
        self.trouble = None;
        self.stopped = false;
        self.odd_numbers = OddStates::default();
    }

    /// The number within the batch of an odd state that a candidate is.
    pub(crate) fn local_odd(number: u32) -> Option<usize> {
        (number & LOCAL_ODD != 0).then_some((number & !LOCAL_ODD) as usize)
    }
}

/// What firing a rule came to.
enum Fired {
    Done,
    /// It goes round for ever; the circuit stands in the least state of the orbit.
    Orbit,
    GaveUp(u64),
}

/// A running circuit and what is needed to apply rules to it.
#[derive(Debug)]
pub(crate) struct Worker {
    pub(crate) player: Player,
    pub(crate) values: Vec<i64>,
    next_values: Vec<i64>,
    spliced: Spliced,
    judges: Vec<(usize, Judge)>,
    enabled: Vec<u16>,
    words: Vec<u64>,
    /// How the circuit stood before the line that is being done.
    before: Vec<u64>,
    odd_before: Option<State>,
}

impl Worker {
    pub(crate) fn new(model: &Model) -> Self {
        let judge = |&(property, question)| (property, Judge::new(Arc::clone(&model.circuit), question));
        Self {
            player: Player::power_up(Arc::clone(&model.circuit), &mut ()),
            values: model.book.start_values(),
            next_values: Vec::new(),
            spliced: Spliced::default(),
            judges: model.judged.iter().map(judge).collect(),
            enabled: Vec::new(),
            words: vec![0; model.layout.words()],
            before: vec![0; model.layout.words()],
            odd_before: None,
        }
    }

    /// Puts the circuit and the variables into a state that was found.
    pub(crate) fn stand(&mut self, model: &Model, odd: &OddStates, state: &[u64]) {
        match model.layout.odd(state) {
            Some(number) => self.player.simulator_mut().restore(&odd.state(number).state, 0),
            None => self.player.simulator_mut().restore_settled(state, 0),
        }
        model.layout.read_values(state, &mut self.values);
    }

    /// The rules that may be used as things stand.
    fn find_enabled(&mut self, model: &Model) {
        let moment = Moment { simulator: self.player.simulator(), values: &self.values };
        self.enabled.clear();
        let rules = model.book.rules.iter().enumerate();
        self.enabled.extend(rules.filter(|(_, rule)| rule.when.holds(moment)).map(|(index, _)| index as u16));
    }

    /// Writes the state as it stands; one that is odd is returned, and its number left out.
    pub(crate) fn write(&mut self, model: &Model, orbit: bool, values: &[i64], words: &mut [u64]) -> Option<OddState> {
        words.fill(0);
        let simulator = self.player.simulator();
        let plain = !orbit && simulator.write_settled(words);
        model.layout.write_values(values, words);
        (!plain).then(|| OddState { state: simulator.state(), orbit })
    }

    /// Puts in the state after power-up, and returns its marks.
    pub(crate) fn start(&mut self, model: &Model, odd: &mut OddStates, store: &mut Store, orbit: bool) -> Vec<u64> {
        if orbit {
            to_least_on_orbit(self.player.simulator_mut());
        }
        let values = std::mem::take(&mut self.values);
        let mut words = vec![0; model.layout.words()];
        if let Some(strange) = self.write(model, orbit, &values, &mut words) {
            model.layout.write_odd(odd.insert(strange), &mut words);
        }
        store.insert(hash_of(&words), &words, Origin { parent: 0, rule: 0 });
        let mut marks = Vec::new();
        self.mark(model, orbit, &values, &mut marks);
        self.values = values;
        marks
    }

    /// Looks at all rules in these states, and notes what they lead to. `goes_on` is told now and then
    /// how many transitions more were looked at, and ends it by saying `false`.
    pub(crate) fn expand(
        &mut self,
        model: &Model,
        space: &Space,
        states: Range<u32>,
        batch: &mut Batch,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) {
        batch.clear();
        batch.fired.resize(model.book.rules.len().div_ceil(64), 0);
        let (store, odd) = (&space.store, &space.odd);
        let mut before = 0;
        for number in states {
            if !goes_on(batch.transitions - before) {
                batch.stopped = true;
                return;
            }
            before = batch.transitions;
            if !is_orbit(model, odd, store.state(number)) {
                self.expand_one(model, store, odd, number, batch, goes_on);
            }
            if model.keep_edges {
                batch.degrees.push((batch.transitions - before) as u32);
            }
            if batch.trouble.is_some() || batch.gave_up.is_some() || batch.stopped {
                return;
            }
        }
    }

    fn expand_one(
        &mut self,
        model: &Model,
        store: &Store,
        odd: &OddStates,
        number: u32,
        batch: &mut Batch,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) {
        let state = store.state(number);
        self.stand(model, odd, state);
        self.find_enabled(model);
        for at in 0..self.enabled.len() {
            let rule = self.enabled[at];
            if at % MANY_RULES == MANY_RULES - 1 && !goes_on(0) {
                batch.stopped = true;
                return;
            }
            if at > 0 {
                self.stand(model, odd, state);
            }
            batch.fired[rule as usize / 64] |= 1 << (rule % 64);
            let orbit = match self.fire(model, number, rule, batch) {
                Ok(Fired::Done) => false,
                Ok(Fired::Orbit) => true,
                Ok(Fired::GaveUp(instants)) => {
                    batch.gave_up = Some((number, rule, instants));
                    return;
                }
                Err((lines, trouble)) => {
                    batch.trouble = Some((number, rule, lines, trouble));
                    return;
                }
            };
            let target = self.note(model, store, odd, orbit, (number, rule), batch);
            batch.transitions += 1;
            if model.keep_edges {
                batch.targets.push(target);
                batch.rules.push(rule);
            }
        }
    }

    /// Does a rule to the circuit as it stands; the values after it are in `next_values`. Trouble comes
    /// with the number of lines that were done before it.
    fn fire(&mut self, model: &Model, number: u32, index: u16, batch: &mut Batch) -> Result<Fired, (u16, Trouble)> {
        let Self { player, values, next_values, spliced, judges, before, odd_before, .. } = self;
        let rule = &model.book.rules[index as usize];
        let moment = Moment { simulator: player.simulator(), values };
        model.book.set(rule, moment, next_values).map_err(|leaves| (0, Trouble::OutOfRange(leaves)))?;
        for (at, line) in rule.then.iter().enumerate() {
            let place = |incident| Found { state: number, rule: index, line: at as u16, incident };
            let moment = Moment { simulator: player.simulator(), values: next_values };
            let prepared = line.at(moment, spliced).map_err(|problem| (at as u16, Trouble::Line(problem)))?;
            for (property, judge) in judges.iter_mut() {
                match judge.step(player.simulator(), prepared) {
                    Judgement::Clean => {}
                    Judgement::Critical(race) => push_race(batch, place(Incident::Race(*property, race))),
                    Judgement::GaveUp(why) => push_once(batch, place(Incident::RaceGivenUp(*property, why))),
                }
            }
            let simulator = player.simulator();
            *odd_before = if simulator.write_settled(before) { None } else { Some(simulator.state()) };
            if let Err(refusal) = player.perform(prepared, &mut ()) {
                return Err((at as u16, Trouble::Refused(Arc::clone(prepared), refusal)));
            }
            let happened = player.happened();
            if let Some(instants) = happened.gave_up {
                return Ok(Fired::GaveUp(instants));
            }
            let goes_round = !happened.oscillations.is_empty();
            if goes_round {
                push_once(batch, place(Incident::Orbit));
                find_orbit(player, before, odd_before.as_ref(), prepared);
            }
            // Of what never settles, what it does on its way to the orbit and there.
            if !player.happened().shorts.is_empty() {
                push_once(batch, place(Incident::Short));
            }
            if goes_round {
                to_least_on_orbit(player.simulator_mut());
                return Ok(Fired::Orbit);
            }
            if at + 1 < rule.then.len() {
                let moment = Moment { simulator: player.simulator(), values: next_values };
                look_between(model, moment, &place(Incident::Orbit), batch);
            }
        }
        Ok(Fired::Done)
    }

    /// Works out which watched conditions hold in the state as it stands; in an orbit, at any instant of
    /// it, since it goes through all of them for ever.
    fn mark(&mut self, model: &Model, orbit: bool, values: &[i64], marks: &mut Vec<u64>) {
        let start = marks.len();
        model.mark(Moment { simulator: self.player.simulator(), values }, marks);
        if orbit {
            let mut now = Vec::new();
            go_round(self.player.simulator_mut(), |simulator, _| {
                now.clear();
                model.mark(Moment { simulator, values }, &mut now);
                marks[start..].iter_mut().zip(&now).for_each(|(marks, now)| *marks |= now);
                true
            });
        }
    }

    /// Notes the state as it stands, reached from a state by a rule; returns the edge's target.
    fn note(
        &mut self,
        model: &Model,
        store: &Store,
        odd: &OddStates,
        orbit: bool,
        origin: (u32, u16),
        batch: &mut Batch,
    ) -> u32 {
        let mut words = std::mem::take(&mut self.words);
        let values = std::mem::take(&mut self.next_values);
        let strange = self.write(model, orbit, &values, &mut words);
        let mut new = false;
        if let Some(strange) = strange {
            let number = odd.find(&strange).unwrap_or_else(|| {
                new = true;
                let local = batch.odd_numbers.insert(strange.clone());
                if local as usize == batch.odd.len() {
                    batch.odd.push(strange);
                }
                local | LOCAL_ODD
            });
            model.layout.write_odd(number, &mut words);
        }
        let hash = hash_of(&words);
        // Much of what hands do changes nothing; then there is nothing to look for.
        let known = match new {
            true => None,
            false if words == store.state(origin.0) => Some(origin.0),
            false => store.find(hash, &words),
        };
        let target = known.unwrap_or_else(|| {
            let width = words.len();
            let all = &batch.words;
            let row = |candidate: u32| &all[candidate as usize * width..(candidate as usize + 1) * width];
            let candidate = batch.known.find(hash, |&candidate| row(candidate) == words).copied();
            candidate.unwrap_or_else(|| {
                let candidate = batch.origins.len() as u32;
                batch.words.extend_from_slice(&words);
                batch.origins.push(origin);
                self.mark(model, orbit, &values, &mut batch.marks);
                let all = &batch.words;
                batch.known.insert_unique(hash, candidate, |&candidate| {
                    hash_of(&all[candidate as usize * width..(candidate as usize + 1) * width])
                });
                candidate
            }) | CANDIDATE
        });
        self.words = words;
        self.next_values = values;
        target
    }
}

/// After an action that never settles, the circuit stands on its orbit.
///
/// If a press never settled before it was freed, where it stood when it was freed is chance; what
/// counts is the orbit while it is pressed.
fn find_orbit(player: &mut Player, before: &[u64], odd_before: Option<&State>, prepared: &Prepared) {
    let Some(pressing) = without_freeing(prepared.step()) else { return };
    let pressing = Prepared::new(pressing, player.simulator().circuit());
    for again in [&pressing, prepared] {
        match odd_before {
            Some(state) => player.simulator_mut().restore(state, 0),
            None => player.simulator_mut().restore_settled(before, 0),
        }
        // What was done once can be done again.
        let _ = player.perform(again, &mut ());
        if !player.happened().oscillations.is_empty() {
            break;
        }
    }
}

fn is_orbit(model: &Model, odd: &OddStates, state: &[u64]) -> bool {
    odd.is_orbit(model.layout.odd(state))
}

/// Looks at the conditions that must never hold, after a line that is not the rule's last.
fn look_between(model: &Model, moment: Moment<'_>, place: &Found, batch: &mut Batch) {
    for (index, watched) in model.watched.iter().enumerate() {
        if matches!(watched.use_of, Use::Never { .. } | Use::First { .. }) && watched.condition.holds(moment) {
            push_once(batch, Found { incident: Incident::Held(index), ..place.clone() });
        }
    }
}

/// Notes the first incident of a kind.
fn push_once(batch: &mut Batch, found: Found) {
    let same = |other: &Found| match (&other.incident, &found.incident) {
        (Incident::Held(a), Incident::Held(b)) | (Incident::RaceGivenUp(a, _), Incident::RaceGivenUp(b, _)) => a == b,
        (Incident::Short, Incident::Short) | (Incident::Orbit, Incident::Orbit) => true,
        _ => false,
    };
    if !batch.found.iter().any(same) {
        batch.found.push(found);
    }
}

/// Notes the first race of the same relays by the same rule.
fn push_race(batch: &mut Batch, found: Found) {
    if !batch.found.iter().any(|other| is_same_race(other, &found)) {
        batch.found.push(found);
    }
}

/// Whether two incidents are races of the same relays for the same contact, by the same rule.
pub(crate) fn is_same_race(a: &Found, b: &Found) -> bool {
    match (&a.incident, &b.incident) {
        (Incident::Race(of_a, a_race), Incident::Race(of_b, b_race)) => {
            of_a == of_b && a.rule == b.rule && a_race.relays == b_race.relays && a_race.contact == b_race.contact
        }
        _ => false,
    }
}

/// The step that presses and does not free, of one that does both.
pub(crate) fn without_freeing(step: &Step) -> Option<Step> {
    match step {
        Step::Act { verb: Verb::Press, on, lasting } => {
            Some(Step::Act { verb: Verb::Hold, on: on.clone(), lasting: *lasting })
        }
        _ => None,
    }
}
