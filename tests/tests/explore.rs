//! The explorer on whole circuits: exact numbers for every rule-book, counterexamples that play, and
//! a search that knows nothing clever.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot set up has failed")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use kiber_automaton::CIRCUITS;
use kiber_engine::State;
use kiber_explore::book::{self, Moment, RuleBook, Spliced};
use kiber_explore::{Exploration, GaveUp, Limits, Options, Outcome, Property, PropertyKind, Run, Verdict, explore};
use kiber_netlist::Circuit;
use kiber_script::{Player, parse};
use kiber_tests::{embedded, read};

/// Every rule-book of every circuit.
fn books() -> Vec<(String, Arc<Circuit>, Arc<RuleBook>)> {
    let mut all = Vec::new();
    for carried in CIRCUITS {
        let circuit = embedded(carried);
        for beside in carried.books {
            let reading = book::read(beside.source, &circuit);
            let name = format!("{} {}", carried.name, beside.name);
            assert!(reading.findings.is_empty(), "{name}: {:?}", reading.findings);
            all.push((name, Arc::clone(&circuit), Arc::new(reading.book.unwrap())));
        }
    }
    all
}

fn book_of(circuit: &str, name: &str) -> (Arc<Circuit>, Arc<RuleBook>) {
    let wanted = format!("{circuit} {name}");
    let found = books().into_iter().find(|(name, ..)| *name == wanted);
    let (_, circuit, book) = found.unwrap_or_else(|| panic!("no book {wanted}"));
    (circuit, book)
}

fn explored(circuit: &Arc<Circuit>, book: &Arc<RuleBook>, threads: usize) -> Exploration {
    let options = Options { threads, ..Options::default() };
    explore(Arc::clone(circuit), Arc::clone(book), &options, &mut |_| true)
        .unwrap_or_else(|problem| panic!("{problem}"))
}

fn verdict_line(exploration: &Exploration, verdict: &Verdict) -> String {
    let property = &exploration.book().properties[verdict.property];
    let mut line = match &verdict.outcome {
        Outcome::Proved => "proved".to_owned(),
        Outcome::Refuted(run) => format!("refuted after {}", run.rules.len()),
        Outcome::GaveUp(why) => format!("gave up: {why}"),
        Outcome::NotJudged(..) => "not judged".to_owned(),
    };
    if let Some(bound) = &verdict.bound {
        let most = bound.most.map_or("any number".to_owned(), |most| most.to_string());
        write!(line, ", {} to {most}", bound.least).unwrap();
    }
    if !verdict.races.is_empty() {
        write!(line, ", {} races", verdict.races.len()).unwrap();
    }
    if let Some(vacuous) = verdict.vacuous {
        write!(line, ", vacuous: {vacuous:?}").unwrap();
    }
    format!("  {}: {line}\n", property.name)
}

/// States, transitions and verdicts are golden facts: a change in any line is a change in what a
/// circuit can do, or in what Kiber makes of it.
#[test]
fn every_rule_book_has_its_exact_numbers() {
    let mut told = String::new();
    for (name, circuit, book) in books() {
        let exploration = explored(&circuit, &book, 2);
        assert_eq!(exploration.gave_up(), None, "{name}");
        let (states, transitions, orbits) = (exploration.states(), exploration.transitions(), exploration.orbits());
        writeln!(told, "{name}: {states} states, {transitions} transitions, {orbits} orbits").unwrap();
        for verdict in exploration.verdicts() {
            told += &verdict_line(&exploration, verdict);
        }
    }
    insta::assert_snapshot!(told);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for (name, circuit, book) in books() {
        let one = explored(&circuit, &book, 1);
        let three = explored(&circuit, &book, 3);
        assert_eq!((one.states(), one.transitions()), (three.states(), three.transitions()), "{name}");
        let (mut first, mut second) = (one.visitor(), three.visitor());
        for state in 0..one.states() as u32 {
            assert_eq!(one.run_to(state), three.run_to(state), "{name}");
            let (player, values) = first.visit(state);
            let (other, other_values) = second.visit(state);
            assert_eq!(player.simulator().state(), other.simulator().state(), "{name}");
            assert_eq!(values, other_values, "{name}");
        }
        for (verdict, other) in one.verdicts().iter().zip(three.verdicts()) {
            assert_eq!(verdict.outcome, other.outcome, "{name}");
            assert_eq!(verdict.races, other.races, "{name}");
        }
    }
}

/// Where a run leads, done step by step by somebody who knows nothing of the explorer's states.
fn follow(exploration: &Exploration, run: &Run) -> State {
    let script = exploration.script(run, &["a heading".to_owned()]);
    let (script, findings) = parse(&script, exploration.circuit());
    assert!(findings.iter().all(|finding| !finding.is_error()), "{findings:?}");
    let mut player = Player::power_up(Arc::clone(exploration.circuit()), &mut ());
    let report = player.play(&script.unwrap(), &mut ());
    assert!(report.stopped.is_none());
    player.simulator().state()
}

#[test]
fn the_script_of_a_run_leads_to_its_state() {
    for (name, circuit, book) in books() {
        let exploration = explored(&circuit, &book, 1);
        let mut visitor = exploration.visitor();
        let states = exploration.states() as u32;
        for state in (0..states).step_by(1 + states as usize / 50) {
            let run = exploration.run_to(state);
            let (player, _) = visitor.visit(state);
            if player.simulator().is_settled() {
                assert_eq!(player.simulator().state(), follow(&exploration, &run), "{name}, state {state}");
            }
        }
    }
}

/// What a property forbids is the case where its counterexample leads.
#[test]
fn a_counterexample_shows_what_it_says() {
    let mut shown = 0;
    for (name, circuit, book) in books() {
        let exploration = explored(&circuit, &book, 1);
        for verdict in exploration.verdicts() {
            let Outcome::Refuted(run) = &verdict.outcome else { continue };
            let property = &book.properties[verdict.property];
            let (PropertyKind::Never(condition) | PropertyKind::Unreachable(condition)) = &property.kind else {
                continue;
            };
            let text = exploration.script(run, &[]);
            let (script, _) = parse(&text, &circuit);
            let mut player = Player::power_up(Arc::clone(&circuit), &mut ());
            let _ = player.play(&script.unwrap(), &mut ());
            let values = values_after(&exploration, run);
            let moment = Moment { simulator: player.simulator(), values: &values };
            assert!(condition.holds(moment), "{name}: {}\n{text}", property.name);
            shown += 1;
        }
    }
    assert!(shown >= 5, "{shown} counterexamples");
}

/// The variables after a run, worked out apart from the explorer.
fn values_after(exploration: &Exploration, run: &Run) -> Vec<i64> {
    let book = exploration.book();
    let mut player = Player::power_up(Arc::clone(exploration.circuit()), &mut ());
    let mut values = book.start_values();
    let mut spliced = Spliced::default();
    let whole = run.rules.iter().map(|&rule| (rule, usize::MAX));
    for (rule, lines) in whole.chain(run.then) {
        let rule = &book.rules[rule];
        let mut after = Vec::new();
        let before = Moment { simulator: player.simulator(), values: &values };
        book.set(rule, before, &mut after).unwrap();
        values = after;
        for line in rule.then.iter().take(lines) {
            let moment = Moment { simulator: player.simulator(), values: &values };
            let prepared = Arc::clone(line.at(moment, &mut spliced).unwrap());
            player.perform(&prepared, &mut ()).unwrap();
        }
    }
    values
}

/// Both orders of every race that was found can be played, and lead to the outcomes that are told.
#[test]
fn races_can_be_played() {
    let mut played = 0;
    for (name, circuit, book) in books() {
        let exploration = explored(&circuit, &book, 1);
        for found in exploration.verdicts().iter().flat_map(|verdict| &verdict.races) {
            let (script, findings) = parse(&exploration.race_script(found, &[]), &circuit);
            assert!(findings.iter().all(|finding| !finding.is_error()), "{name}: {findings:?}");
            let ends = found.race.scripts().map(|steps| {
                let before = exploration.script(&found.run, &[]);
                let mut player = Player::power_up(Arc::clone(&circuit), &mut ());
                let _ = player.play(&parse(&before, &circuit).0.unwrap(), &mut ());
                for step in steps {
                    player
                        .step(&step, &mut ())
                        .unwrap_or_else(|refusal| panic!("{name}: {}", refusal.message(&circuit)));
                }
                player.simulator().state()
            });
            let mut player = Player::power_up(Arc::clone(&circuit), &mut ());
            let _ = player.play(&script.unwrap(), &mut ());
            assert_eq!(player.simulator().state(), ends[1], "{name}");
            assert_ne!(ends[0], ends[1], "{name}: {:?}", found.race.lines(&circuit));
            played += 1;
        }
    }
    assert!(played >= 10, "{played} races");
}

#[test]
fn a_limit_is_no_proof() {
    let (circuit, book) = book_of("article", "honest");
    let give = |limits: Limits, watch: &mut dyn FnMut(&kiber_explore::Progress) -> bool| {
        let options = Options { limits, ..Options::default() };
        explore(Arc::clone(&circuit), Arc::clone(&book), &options, watch).unwrap_or_else(|problem| panic!("{problem}"))
    };
    let few = give(Limits { states: 100, ..Limits::default() }, &mut |_| true);
    assert_eq!(few.gave_up(), Some(GaveUp::States(100)));
    let small = give(Limits { bytes: 1, ..Limits::default() }, &mut |_| true);
    assert_eq!(small.gave_up(), Some(GaveUp::Memory(1)));
    let stopped = give(Limits::default(), &mut |_| false);
    assert_eq!(stopped.gave_up(), Some(GaveUp::Stopped));
    for exploration in [few, small, stopped] {
        assert!(exploration.open() > 0);
        for verdict in exploration.verdicts() {
            assert!(matches!(verdict.outcome, Outcome::GaveUp(_)), "{:?}", verdict.outcome);
        }
    }
}

fn self_hold(book: &str) -> (Arc<Circuit>, Arc<RuleBook>) {
    let circuit = read(kiber_automaton::Embedded::find("self-hold").unwrap().source);
    let reading = book::read(book, &circuit);
    assert!(reading.findings.is_empty(), "{:?}", reading.findings);
    (circuit, Arc::new(reading.book.unwrap()))
}

/// A run to a hundred million would be as long as that, and does not fit anywhere.
#[test]
fn a_counter_that_grows_for_ever_is_shown_by_a_way_round() {
    let check = |most: &str, expected: (usize, Option<usize>)| {
        let (circuit, book) = self_hold(&format!(
            r#"Rules(counters: ["n"], rules: {{"set": (then: ["press S1"], add: {{"n": 1}}), "reset": (then: ["press S2"])}},
                properties: {{"few": AtMost("n", {most})}})"#
        ));
        let exploration = explored(&circuit, &book, 1);
        let Outcome::Refuted(run) = &exploration.verdicts()[0].outcome else { panic!("at most {most}") };
        assert_eq!((run.rules.len(), run.repeats_from), expected, "at most {most}");
    };
    check("3", (4, None));
    check("100000000", (2, Some(0)));
}

#[test]
fn a_search_can_be_stopped_after_any_state() {
    let (circuit, book) = book_of("article", "operator-errors");
    let whole = explored(&circuit, &book, 1);
    for threads in [1, 3] {
        for most in [0, 1, 70, 300] {
            let mut asked = 0;
            let options = Options { threads, ..Options::default() };
            let mut watch = |_: &kiber_explore::Progress| {
                asked += 1;
                asked <= most
            };
            let part = explore(Arc::clone(&circuit), Arc::clone(&book), &options, &mut watch)
                .unwrap_or_else(|problem| panic!("{problem}"));
            assert_eq!(part.gave_up(), Some(GaveUp::Stopped), "{most}");
            assert!(part.open() > 0 && part.states() < whole.states(), "{most}: {} states", part.states());
            if threads == 1 {
                assert!(part.states() - part.open() <= most, "{most}: {} open of {}", part.open(), part.states());
            }
            // What was seen is what the whole search sees first.
            for state in 0..part.states() as u32 {
                assert_eq!(part.run_to(state), whole.run_to(state), "{most}");
            }
        }
    }
}

/// What judging needs is counted before it is needed.
#[test]
fn a_limit_of_memory_leaves_room_to_judge() {
    let (circuit, book) = book_of("article", "honest");
    let bytes = explored(&circuit, &book, 1).bytes();
    let options = Options { limits: Limits { bytes, ..Limits::default() }, ..Options::default() };
    let exploration = explore(circuit, book, &options, &mut |_| true).unwrap_or_else(|problem| panic!("{problem}"));
    assert_eq!(exploration.gave_up(), Some(GaveUp::Memory(bytes)));
}

#[track_caller]
fn check_problem(book: &str, message: &str, script: &str) {
    let (circuit, book) = self_hold(book);
    let options = Options::default();
    let problem = match explore(Arc::clone(&circuit), Arc::clone(&book), &options, &mut |_| true) {
        Ok(_) => panic!("it can be done"),
        Err(problem) => problem,
    };
    assert_eq!(problem.to_string(), message);
    assert_eq!(problem.script(&circuit, &book), script);
}

#[test]
fn what_cannot_be_done_is_told_with_the_values_and_the_way_there() {
    check_problem(
        r#"Rules(vars: {"n": Range(0, 1), "who": OneOf(["me", "you"])}, rules: {
            "up": (set: {"n": "n + 1", "who": "1 - n"}, then: ["press S1"])})"#,
        "the rule \"up\" would set `n` to 2, and it goes from 0 to 1; with n 1, who you",
        "\n# up\npress S1\n",
    );
    check_problem(
        r#"Rules(rules: {"both": (then: ["hold S2", "hold S1"]), "one": (then: ["hold S1"])})"#,
        "the rule \"both\" cannot do `hold S2`: S2 is already pressed",
        "\n# both\nhold S2\nhold S1\n",
    );
    // The lines before the one that cannot be done belong to the way there.
    check_problem(
        r#"Rules(rules: {"one": (then: ["hold S1"], when: "S1 free"),
            "both": (then: ["press S2", "hold S1"], when: "S1 pressed")})"#,
        "the rule \"both\" cannot do `hold S1`: S1 is already pressed",
        "\n# one\nhold S1\n\n# both\npress S2\n",
    );
    let lines = vec![r#""press S1""#; 65_535].join(", ");
    check_problem(
        &format!(r#"Rules(rules: {{"long": (then: [{lines}])}})"#),
        "the rule \"long\" has 65535 lines; 65534 are the most",
        "",
    );
}

/// A breadth-first search over whole states in an ordered map, one rule at a time.
fn naive(circuit: &Arc<Circuit>, book: &RuleBook) -> (usize, u64) {
    let mut player = Player::power_up(Arc::clone(circuit), &mut ());
    let start = (player.simulator().state(), book.start_values());
    let mut known = BTreeMap::from([(start.clone(), ())]);
    let mut open = std::collections::VecDeque::from([start]);
    let mut spliced = Spliced::default();
    let mut transitions = 0;
    while let Some((state, values)) = open.pop_front() {
        for rule in &book.rules {
            player.simulator_mut().restore(&state, 0);
            let moment = Moment { simulator: player.simulator(), values: &values };
            if !rule.when.holds(moment) {
                continue;
            }
            let mut after = Vec::new();
            book.set(rule, moment, &mut after).unwrap();
            for line in &rule.then {
                let moment = Moment { simulator: player.simulator(), values: &after };
                let prepared = Arc::clone(line.at(moment, &mut spliced).unwrap());
                player.perform(&prepared, &mut ()).unwrap();
            }
            transitions += 1;
            let reached = (player.simulator().state(), after);
            if known.insert(reached.clone(), ()).is_none() {
                open.push_back(reached);
            }
        }
    }
    (known.len(), transitions)
}

#[test]
fn a_search_that_knows_nothing_clever_finds_the_same() {
    let mut compared = 0;
    for (name, circuit, book) in books() {
        let exploration = explored(&circuit, &book, 1);
        // What never settles is one state for us, and many for it.
        if exploration.orbits() == 0 {
            let found = (exploration.states() as usize, exploration.transitions());
            assert_eq!(found, naive(&circuit, &book), "{name}");
            compared += 1;
        }
    }
    assert!(compared >= 30, "{compared} books");
}

/// The article's machine at the hands of somebody who may do anything: 2.4 million states. Minutes in
/// a build that is not optimised.
#[test]
#[ignore = "takes minutes; run with --release -- --ignored"]
fn any_operator_of_the_automaton() {
    for (hold, expected) in [(false, (2_408_448, 26_492_928)), (true, (9_222_848, 118_599_264))] {
        let circuit = read(kiber_automaton::Embedded::find("article").unwrap().source);
        let toggles: Vec<_> = (1..=8).map(|number| circuit.part(&format!("V{number}")).unwrap()).collect();
        let buttons = ["KN1", "KN2", "KN4"].map(|name| circuit.part(name).unwrap());
        let mut book = RuleBook::any_operator(&circuit, &toggles, &buttons, hold);
        let ask = |name: &str, kind| Property { name: name.to_owned(), kind };
        book.properties = vec![ask("settles", PropertyKind::Settles), ask("no short", PropertyKind::NoShort)];
        let exploration = explored(&circuit, &Arc::new(book), 2);
        assert_eq!((exploration.states(), exploration.transitions()), expected, "hold: {hold}");
        assert!(exploration.verdicts().iter().all(|verdict| verdict.outcome == Outcome::Proved));
    }
}
