//! A search over whole states, one rule after another, and what it says of properties, all in the
//! plainest way.

use std::collections::BTreeMap;
use std::sync::Arc;

use kiber_engine::State;
use kiber_netlist::Circuit;
use kiber_script::{Player, Step, Verb, parse_line};

use crate::books::{Book, Property};
use crate::conditions::Condition;

/// A circuit's state or, if it never settles, one that stands for its round.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stand {
    At(State),
    Round(State),
}

#[derive(Clone, Debug)]
pub(crate) struct Reached {
    pub(crate) stand: Stand,
    pub(crate) values: Vec<i64>,
    /// For a round, the states it goes through.
    round: Vec<State>,
}

/// A moment between two lines of a rule, used in a state.
#[derive(Clone, Debug)]
struct Between {
    /// How many rules there are on the way to it, the one it is in included.
    rules: usize,
    state: State,
    values: Vec<i64>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    pub(crate) states: Vec<Reached>,
    /// By state: rule and target.
    pub(crate) edges: Vec<Vec<(usize, usize)>>,
    /// How many rules the shortest way to a state has.
    pub(crate) depth: Vec<usize>,
    between: Vec<Between>,
    pub(crate) enabled: Vec<bool>,
    /// How many rules there are on the way to the first short, and the first round.
    pub(crate) short: Option<usize>,
    pub(crate) unsettled: Option<usize>,
}

/// Why there is nothing to compare.
#[derive(Clone, Debug)]
pub(crate) enum Stopped {
    TooMuch,
    /// This rule cannot be done, first of all; so many rules have something to tell before, itself
    /// included if some of its lines can be done.
    Problem(usize, usize),
}

enum Fired {
    Done,
    Round(Vec<State>),
    Problem,
    TooLong,
}

const MOST: usize = 150;
const LONGEST_PERIOD: u64 = 60_000;

/// What is to be done by a line at this moment.
fn step(line: &str, circuit: &Circuit, values: &[i64]) -> Option<Step> {
    parse_line(&line.replace("{n}", &values[0].to_string()), circuit).ok().flatten()
}

/// All that a circuit goes through in a round, microsecond by microsecond.
fn round(player: &mut Player) -> Option<Vec<State>> {
    let period = player.happened().oscillations.last()?.period;
    if period > LONGEST_PERIOD {
        return None;
    }
    let mut states: Vec<State> = Vec::new();
    for _ in 0..period {
        states.push(player.simulator().state());
        player.simulator_mut().wait(1, &mut ());
    }
    (states.first() == Some(&player.simulator().state())).then_some(states)
}

fn do_line(player: &mut Player, step: &Step) -> Fired {
    let before = player.mark();
    if player.step(step, &mut ()).is_err() {
        return Fired::Problem;
    }
    let happened = player.happened().clone();
    if happened.gave_up.is_some() {
        return Fired::TooLong;
    }
    if happened.oscillations.is_empty() {
        return Fired::Done;
    }
    let after = player.mark();
    // A press that does not settle while it is pressed is never freed.
    if let Step::Act { verb: Verb::Press, on, lasting: None } = step {
        player.back(&before);
        let hold = Step::Act { verb: Verb::Hold, on: on.clone(), lasting: None };
        if player.step(&hold, &mut ()).is_err() || player.happened().oscillations.is_empty() {
            player.back(&after);
        }
    }
    round(player).map_or(Fired::TooLong, Fired::Round)
}

pub(crate) fn search(circuit: &Arc<Circuit>, book: &Book) -> Result<Found, Stopped> {
    let mut player = Player::power_up(Arc::clone(circuit), &mut ());
    let mut found = Found { enabled: vec![false; book.rules.len()], ..Found::default() };
    let mut known: BTreeMap<(Stand, Vec<i64>), usize> = BTreeMap::new();
    let happened = player.happened().clone();
    if happened.gave_up.is_some() {
        return Err(Stopped::TooMuch);
    }
    found.short = (!happened.shorts.is_empty()).then_some(0);
    found.unsettled = (!happened.oscillations.is_empty()).then_some(0);
    let mut start = Reached { stand: Stand::At(player.simulator().state()), values: vec![0, 0], round: Vec::new() };
    if found.unsettled.is_some() {
        start = as_round(round(&mut player).ok_or(Stopped::TooMuch)?, vec![0, 0]);
    }
    known.insert((start.stand.clone(), start.values.clone()), 0);
    found.states.push(start);
    found.depth.push(0);
    while found.edges.len() < found.states.len() {
        if found.states.len() > MOST {
            return Err(Stopped::TooMuch);
        }
        let number = found.edges.len();
        let rules = found.depth[number] + 1;
        let from = found.states[number].clone();
        found.edges.push(Vec::new());
        let Stand::At(state) = &from.stand else { continue };
        for (index, rule) in book.rules.iter().enumerate() {
            player.simulator_mut().restore(state, 0);
            if !rule.when.holds(player.simulator(), &from.values) {
                continue;
            }
            found.enabled[index] = true;
            let stuck = |lines: usize| Stopped::Problem(index, rules - 1 + usize::from(lines > 0));
            let mut values = from.values.clone();
            for (variable, expression) in &rule.set {
                values[*variable] = expression.value(player.simulator(), &from.values);
            }
            if values.iter().any(|value| !(0..=2).contains(value)) {
                return Err(stuck(0));
            }
            let mut reached = None;
            for (at, line) in rule.then.iter().enumerate() {
                let Some(step) = step(line, circuit, &values) else { return Err(stuck(at)) };
                let fired = do_line(&mut player, &step);
                match fired {
                    Fired::Problem => return Err(stuck(at)),
                    Fired::TooLong => return Err(Stopped::TooMuch),
                    Fired::Done | Fired::Round(_) => {}
                }
                // What was shorted before a press that was tried again is shorted again.
                if !player.happened().shorts.is_empty() {
                    found.short.get_or_insert(rules);
                }
                if let Fired::Round(round) = fired {
                    found.unsettled.get_or_insert(rules);
                    reached = Some(as_round(round, values.clone()));
                    break;
                }
                if at + 1 < rule.then.len() {
                    let state = player.simulator().state();
                    found.between.push(Between { rules, state, values: values.clone() });
                }
            }
            let reached = reached.unwrap_or_else(|| Reached {
                stand: Stand::At(player.simulator().state()),
                values,
                round: Vec::new(),
            });
            let new = found.states.len();
            let target = *known.entry((reached.stand.clone(), reached.values.clone())).or_insert(new);
            if target == new {
                found.states.push(reached);
                found.depth.push(rules);
            }
            found.edges[number].push((index, target));
        }
    }
    Ok(found)
}

fn as_round(round: Vec<State>, values: Vec<i64>) -> Reached {
    let least = round.iter().min().cloned().unwrap();
    Reached { stand: Stand::Round(least), values, round }
}

/// What is said of a property: whether it holds, and if not, how many rules the shortest run has that
/// shows it, if that is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Judged {
    pub(crate) holds: bool,
    pub(crate) shortest: Option<usize>,
    pub(crate) vacuous: bool,
}

impl Found {
    /// By state: whether a condition holds there; in a round, at any moment of it.
    fn held(&self, circuit: &Arc<Circuit>, condition: &Condition) -> Vec<bool> {
        let mut player = Player::power_up(Arc::clone(circuit), &mut ());
        let mut holds = |state: &State, values: &[i64]| {
            player.simulator_mut().restore(state, 0);
            condition.holds(player.simulator(), values)
        };
        self.states
            .iter()
            .map(|reached| match &reached.stand {
                Stand::At(state) => holds(state, &reached.values),
                Stand::Round(_) => reached.round.iter().step_by(100).any(|state| holds(state, &reached.values)),
            })
            .collect()
    }

    /// How many rules lead to the first checked moment at which a condition holds.
    fn first(&self, circuit: &Arc<Circuit>, condition: &Condition, moments: bool) -> Option<usize> {
        let held = self.held(circuit, condition);
        let states = held.iter().zip(&self.depth).filter(|&(&held, _)| held).map(|(_, &depth)| depth).min();
        let mut player = Player::power_up(Arc::clone(circuit), &mut ());
        let between = self.between.iter().filter(|_| moments).filter(|between| {
            player.simulator_mut().restore(&between.state, 0);
            condition.holds(player.simulator(), &between.values)
        });
        let between = between.map(|between| between.rules).min();
        states.into_iter().chain(between).min()
    }

    /// States that can be reached from one over states that `within` allows, itself included.
    fn reach(&self, from: usize, within: &dyn Fn(usize) -> bool) -> Vec<bool> {
        let mut reached = vec![false; self.states.len()];
        let mut open = vec![from];
        while let Some(state) = open.pop() {
            if within(state) && !std::mem::replace(&mut reached[state], true) {
                open.extend(self.edges[state].iter().map(|&(_, to)| to));
            }
        }
        reached
    }

    /// The most a counter comes to; none if it grows for ever.
    pub(crate) fn most(&self, book: &Book) -> Option<u64> {
        let mut most = vec![0u64; self.states.len()];
        // After as many rounds as there are states, only what grows for ever still grows.
        for _ in 0..=self.states.len() {
            let before = most.clone();
            for (state, edges) in self.edges.iter().enumerate() {
                let beyond = edges.iter().map(|&(rule, to)| before[to] + book.rules[rule].add).max();
                most[state] = beyond.unwrap_or(0);
            }
            if most == before {
                return Some(most[0]);
            }
        }
        None
    }

    pub(crate) fn judge(&self, circuit: &Arc<Circuit>, book: &Book, property: &Property) -> Judged {
        let yes = |_: usize| true;
        let shown = |shortest: Option<usize>| Judged { holds: shortest.is_none(), shortest, vacuous: false };
        let only = |holds: bool| Judged { holds, shortest: None, vacuous: false };
        let mut judged = match property {
            Property::Never(condition) => shown(self.first(circuit, condition, true)),
            Property::Unreachable(condition) => shown(self.first(circuit, condition, false)),
            Property::Settles => shown(self.unsettled),
            Property::NoShort => shown(self.short),
            Property::AtMost(bound) => only(self.most(book).is_some_and(|most| most <= *bound)),
            Property::AlwaysPossible(condition) => {
                let held = self.held(circuit, condition);
                let lost = (0..self.states.len()).filter(|&state| {
                    let reached = self.reach(state, &yes);
                    !reached.iter().zip(&held).any(|(&reached, &held)| reached && held)
                });
                shown(lost.map(|state| self.depth[state]).min())
            }
            Property::Eventually(condition) => {
                let held = self.held(circuit, condition);
                let without = |state: usize| !held[state];
                let reached = self.reach(0, &without);
                only(!(0..self.states.len()).filter(|&state| reached[state]).any(|state| {
                    let edges = &self.edges[state];
                    edges.is_empty() || edges.iter().any(|&(_, to)| self.reach(to, &without)[state])
                }))
            }
        };
        judged.vacuous = judged.holds && self.is_vacuous(circuit, book, property);
        judged
    }

    /// Whether the first rule at most was ever enabled; of a book that has no other, not even that.
    pub(crate) fn nothing_enabled(&self) -> bool {
        match self.enabled.as_slice() {
            [only] => !only,
            [_, others @ ..] => !others.contains(&true),
            [] => true,
        }
    }

    fn is_vacuous(&self, circuit: &Arc<Circuit>, book: &Book, property: &Property) -> bool {
        if self.nothing_enabled() {
            return true;
        }
        match property {
            Property::Never(condition) => {
                condition.first_term().is_some_and(|first| self.first(circuit, first, true).is_none())
            }
            Property::AtMost(_) => {
                !book.rules.iter().zip(&self.enabled).any(|(rule, &enabled)| enabled && rule.add > 0)
            }
            _ => false,
        }
    }
}
