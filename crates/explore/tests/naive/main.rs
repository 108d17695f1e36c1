//! Random circuits under random rule-books: the explorer and its verdicts against a search that knows
//! nothing clever.

#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that cannot set up has failed")]

mod books;
mod circuits;
mod conditions;
mod dice;
mod machines;
mod orders;
mod races;
mod search;
mod times;

use std::sync::Arc;

use kiber_explore::{Exploration, Limits, Options, Outcome, Run, Vacuous, book, explore};
use kiber_netlist::Circuit;
use kiber_script::{Player, parse};

use books::{Book, Property};
use conditions::Condition;
use dice::Dice;
use search::{Found, Stand, Stopped, search};

/// How often what was to be seen was seen.
#[derive(Debug, Default)]
struct Seen {
    compared: usize,
    problems: usize,
    rounds: usize,
    odd: usize,
    refuted: usize,
}

fn compare_all(seeds: std::ops::Range<u64>) -> Seen {
    let mut seen = Seen::default();
    for seed in seeds {
        let mut dice = Dice::new(seed);
        let circuit = match dice.one_in(3) {
            true => circuits::any_with_a_clock(&mut dice),
            false => circuits::any(&mut dice),
        };
        if let Some(circuit) = circuit {
            let book = Book::random(&mut dice, &circuit);
            compare(seed, &circuit, &book, &mut seen);
        }
    }
    seen
}

#[test]
fn random_books_are_judged_as_by_hand() {
    let seen = compare_all(0..700);
    let Seen { compared, problems, rounds, odd, refuted } = seen;
    assert!(compared > 300 && problems > 50 && rounds > 30 && odd > 3 && refuted > 1_000, "{seen:?}");
}

#[test]
#[ignore = "takes minutes; run with -- --ignored"]
fn more_random_books_are_judged_as_by_hand() {
    compare_all(700..40_000);
}

fn compare(seed: u64, circuit: &Arc<Circuit>, own: &Book, seen: &mut Seen) {
    let text = own.text();
    let reading = book::read(&text, circuit);
    let Some(book) = reading.book else {
        // What comes out alike whatever happens is refused.
        let known = |code: &str| ["book-out-of-range", "book-bad-braces"].contains(&code);
        let errors = || reading.findings.iter().filter(|finding| finding.is_error());
        assert!(errors().all(|finding| known(finding.code)), "seed {seed}: {:?}\n{text}", reading.findings);
        return;
    };
    let found = search(circuit, own);
    if let Err(Stopped::TooMuch) = found {
        return;
    }
    let options = Options { limits: Limits { states: 5_000, ..Limits::default() }, ..Options::default() };
    let explored = explore(Arc::clone(circuit), Arc::new(book), &options, &mut |_| true);
    let (found, exploration) = match (found, explored) {
        (Ok(found), Ok(exploration)) => (found, exploration),
        (Err(Stopped::Problem(rule, rules)), Err(problem)) => {
            assert_eq!((problem.rule, problem.before.len()), (Some(rule), rules), "seed {seed}: {problem}\n{text}");
            seen.problems += 1;
            return;
        }
        (found, explored) => panic!("seed {seed}: {:?}, {:?}\n{text}", found.err(), explored.err()),
    };
    let message = |what: &str| format!("seed {seed}: {what}\n{text}\n{}", kiber_netlist::print(circuit));
    assert_eq!(exploration.states() as usize, found.states.len(), "{}", message("states"));
    let edges: usize = found.edges.iter().map(Vec::len).sum();
    assert_eq!(exploration.transitions() as usize, edges, "{}", message("transitions"));
    let rounds = found.states.iter().filter(|reached| matches!(reached.stand, Stand::Round(_))).count();
    assert_eq!(exploration.orbits() as usize, rounds, "{}", message("orbits"));
    seen.compared += 1;
    seen.rounds += rounds;
    // Both number breadth first, rule by rule.
    let mut visitor = exploration.visitor();
    for (number, reached) in found.states.iter().enumerate() {
        let (player, values) = visitor.visit(number as u32);
        assert_eq!(values, reached.values, "{}", message("values"));
        if let Stand::At(state) = &reached.stand {
            assert_eq!(&player.simulator().state(), state, "{}", message("state"));
            seen.odd += usize::from(!player.simulator().is_plain());
        }
        let run = exploration.run_to(number as u32);
        assert_eq!(run.rules.len(), found.depth[number], "{}", message("depth"));
        leads_to(&exploration, &run, &reached.stand, &message("script"));
    }
    for (verdict, property) in exploration.verdicts().iter().zip(&own.properties) {
        let judged = found.judge(circuit, own, property);
        let what = format!("{property:?}: {judged:?}, {verdict:?}");
        assert_eq!(verdict.outcome == Outcome::Proved, judged.holds, "{}", message(&what));
        assert_eq!(verdict.vacuous.is_some(), judged.vacuous, "{}", message(&what));
        if judged.vacuous && found.nothing_enabled() {
            assert_eq!(verdict.vacuous, Some(Vacuous::NothingEnabled));
        }
        if let Property::AtMost(_) = property {
            assert_eq!(verdict.bound.as_ref().unwrap().most, found.most(own), "{}", message(&what));
        }
        if let Outcome::Refuted(run) = &verdict.outcome {
            seen.refuted += 1;
            if let Some(shortest) = judged.shortest {
                assert_eq!(run.rules.len() + usize::from(run.then.is_some()), shortest, "{}", message(&what));
            }
            follows(&found, own, run, property, &message(&what));
            if let Property::Never(condition) | Property::Unreachable(condition) = property {
                assert!(shows(&exploration, own, run, condition), "{}", message(&what));
            }
        }
    }
}

/// The script of a run comes to the state that it is a run to.
fn leads_to(exploration: &Exploration, run: &Run, stand: &Stand, message: &str) {
    let text = exploration.script(run, &[]);
    let (script, _) = parse(&text, exploration.circuit());
    let mut player = Player::power_up(Arc::clone(exploration.circuit()), &mut ());
    let report = player.play(&script.unwrap(), &mut ());
    assert!(report.stopped.is_none(), "{message}\n{text}");
    match stand {
        Stand::At(state) => assert_eq!(&player.simulator().state(), state, "{message}\n{text}"),
        Stand::Round(least) => {
            assert!(!player.happened().oscillations.is_empty(), "{message}\n{text}");
            let period = player.happened().oscillations[0].period;
            let on_it = (0..period).any(|_| {
                player.simulator_mut().wait(1, &mut ());
                player.simulator().state() == *least
            });
            assert!(on_it, "{message}\n{text}");
        }
    }
}

/// Whether the script of a run comes to where a condition holds.
fn shows(exploration: &Exploration, own: &Book, run: &Run, condition: &Condition) -> bool {
    let circuit = exploration.circuit();
    let (mut player, mut values) = (Player::power_up(Arc::clone(circuit), &mut ()), vec![0, 0]);
    for retold in exploration.retell(run) {
        let before = values.clone();
        for (variable, expression) in &own.rules[retold.rule].set {
            values[*variable] = expression.value(player.simulator(), &before);
        }
        for step in &retold.steps {
            player.step(step, &mut ()).unwrap();
        }
    }
    let mut player = Player::power_up(Arc::clone(circuit), &mut ());
    let report = player.play(&parse(&exploration.script(run, &[]), circuit).0.unwrap(), &mut ());
    report.stopped.is_none() && condition.holds(player.simulator(), &values)
}

/// A run is one that can be run, and one that goes round comes back.
fn follows(found: &Found, own: &Book, run: &Run, property: &Property, message: &str) {
    let mut state = 0;
    let mut round_begins = None;
    let mut count = 0;
    for (at, &rule) in run.rules.iter().enumerate() {
        if run.repeats_from == Some(at) {
            round_begins = Some(state);
        }
        let edge = found.edges[state].iter().find(|&&(used, _)| used == rule);
        state = edge.unwrap_or_else(|| panic!("{message}: {run:?}")).1;
        count += own.rules[rule].add;
    }
    if run.repeats_from.is_some() {
        assert_eq!(round_begins, Some(state), "{message}: {run:?}");
    }
    if let Property::AtMost(most) = property {
        assert!(count > *most, "{message}: {run:?}");
    }
}
