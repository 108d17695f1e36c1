//! The circuits shipped, played by every honest person, by the person who always wins and by others.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot set up has failed")]

use std::sync::Arc;

use kiber_automaton::{
    ArticleGame, Bound, Breach, CIRCUITS, Disagreement, Embedded, Error, Game, Lesson, LessonEnd, Machine, Progress,
    Walk, generate_bachet,
};
use kiber_explore::{GaveUp, Limits, Options};
use kiber_netlist::{Circuit, PartId};

fn circuit(source: &str) -> Arc<Circuit> {
    let reading = kiber_netlist::read(source);
    let errors: Vec<_> = reading.findings.iter().filter(|finding| finding.is_error()).collect();
    Arc::new(reading.circuit.unwrap_or_else(|| panic!("{errors:?}")))
}

fn embedded(name: &str) -> &'static str {
    Embedded::find(name).unwrap().source
}

/// The article's circuit with one piece of its text changed.
#[track_caller]
fn article_with(piece: &str, instead: &str) -> Machine {
    let source = embedded("article");
    assert!(source.contains(piece), "the article has no `{piece}`");
    Machine::new(circuit(&source.replacen(piece, instead, 1))).unwrap()
}

fn machine(name: &str) -> Machine {
    Machine::new(circuit(embedded(name))).unwrap()
}

fn walk(machine: &Machine) -> Walk {
    Walk::new(machine, &Options::default(), |_| true).unwrap()
}

/// An example for every edge, played on the circuit.
fn examples(machine: &Machine, walk: &Walk) -> Vec<Game> {
    let edges =
        walk.states.iter().enumerate().flat_map(|(from, state)| state.edges.iter().map(move |edge| (from, edge)));
    edges.map(|(from, edge)| walk.example(machine, from, edge).unwrap()).collect()
}

fn names(machine: &Machine, parts: &[PartId]) -> Vec<String> {
    parts.iter().map(|&part| machine.circuit().parts[part].name.clone()).collect()
}

#[track_caller]
fn check_machine(name: &str, memory_states: usize, games: u64, resigned: u64, worst: Option<u64>) {
    let walk = walk(&machine(name));
    let bound = Bound::new(&walk);
    assert_eq!(walk.breaches, []);
    assert_eq!((walk.states.len(), walk.games, walk.resigned), (memory_states, games, resigned), "{name}");
    assert_eq!(bound.worst_case(), worst, "{name}");
    assert_eq!(bound.unbeatable().len(), 1, "{name}");
    assert!(bound.unbeatable_always_reached(), "{name}");
    let series = bound.worst_series(&walk);
    assert_eq!(series.len() as u64, worst.unwrap(), "{name}");
    let machine = machine(name);
    assert!(series.iter().all(|&(from, edge)| walk.example(&machine, from, edge).unwrap().ending.is_loss()), "{name}");
}

#[test]
fn what_honest_persons_can_make_of_each_machine() {
    check_machine("article", 24, 318, 0, Some(6));
    check_machine("no-diodes", 24, 318, 0, Some(6));
    check_machine("full-memory", 42, 526, 24, Some(8));
}

#[test]
fn the_race_stores_two_strategies_with_one_press() {
    let machine = machine("race");
    let walk = walk(&machine);
    assert_eq!(Bound::new(&walk).worst_case(), Some(6));
    let both = examples(&machine, &walk).iter().filter(|game| names(&machine, &game.stored) == ["P6'", "P12'"]).count();
    assert!(both > 0);
    // The sound machine never does.
    let sound = self::machine("article");
    assert!(examples(&sound, &self::walk(&sound)).iter().all(|game| game.stored.len() <= 1));
}

#[test]
fn what_full_memory_never_needs() {
    let machine = machine("full-memory");
    let walk = walk(&machine);
    let never: Vec<PartId> = machine
        .roles()
        .memory
        .iter()
        .copied()
        .filter(|relay| !walk.states.iter().any(|state| state.memory.contains(relay)))
        .collect();
    assert_eq!(names(&machine, &never), ["P2'", "P4'", "P5'", "P11'", "P13'", "P14'"]);
}

/// A lesson in lines: takes, relays, memory set, strategies that went.
fn told(machine: &Machine, lesson: &Lesson) -> String {
    let mut text = String::new();
    for loss in &lesson.losses {
        let takes: Vec<String> = loss.game.moves.iter().map(|turn| turn.take.to_string()).collect();
        let relays: Vec<String> = loss.game.moves.iter().flat_map(|turn| names(machine, &turn.relays)).collect();
        let changes: Vec<String> = loss
            .changes
            .iter()
            .map(|change| {
                let (before, after) = (names(machine, &change.before), names(machine, &change.after));
                format!("{} -> {}", before.join(" "), if after.is_empty() { "none".into() } else { after.join(" ") })
            })
            .collect();
        let stored = names(machine, &loss.game.stored).join(" ");
        text.push_str(&format!("{} | {} | {stored} | {}\n", takes.join(" "), relays.join(" "), changes.join(", ")));
    }
    text
}

#[test]
fn the_lesson_of_the_article() {
    let machine = machine("article");
    let lesson = Lesson::new(&machine, || false).unwrap();
    assert_eq!(lesson.end, LessonEnd::NoWinLeft);
    insta::assert_snapshot!(told(&machine, &lesson), @r"
    1 1 1 2 | P1 P5 P9 | P9' | P9 -> P10
    1 1 1 1 | P1 P5 P10 | P10' | P10 -> P11
    1 1 2 1 | P1 P5 P12 | P12' | P12 -> P13
    1 2 3 | P1 P6 | P6' | P6 -> P7
    1 2 2 | P1 P7 | P7' | P7 -> P8
    1 2 1 | P1 P8 | P8' | P8 -> none, P1 -> P2, P3 -> P4
    ");
}

#[test]
fn the_lesson_of_full_memory() {
    let machine = machine("full-memory");
    let lesson = Lesson::new(&machine, || false).unwrap();
    assert_eq!(lesson.end, LessonEnd::NoWinLeft);
    insta::assert_snapshot!(told(&machine, &lesson), @r"
    1 1 1 2 | P1 P5 P9 | P9' | P9 -> P10
    1 1 1 1 | P1 P5 P10 | P10' | P10 -> P11
    1 1 2 1 | P1 P5 P12 | P12' | P12 -> P13
    1 2 3 | P1 P6 | P6' | P6 -> P7
    1 2 2 | P1 P7 | P7' | P7 -> P8
    1 2 1 | P1 P8 | P8' | P8 -> none
    1 2 | P1 | P1' | P1 -> P2
    2 1 | P3 | P3' | P3 -> P4
    ");
}

/// How often a person wins in 30 games who plays perfectly by theory and takes so many lamps where
/// theory knows no win; whatever the machine's memory.
fn losses_to_the_perfect(machine: &Machine, in_lost_positions: usize) -> u32 {
    let mut machine = machine.clone();
    let mut losses = 0;
    for _ in 0..30 {
        loop {
            let lit = machine.lit();
            let best = lit % (machine.take() + 1);
            let take = if best == 0 { in_lost_positions } else { best };
            (0..take).for_each(|_| machine.take_one().unwrap());
            let ending = if machine.lit() == 0 {
                Some(kiber_automaton::Ending::PersonWon)
            } else {
                let answer = machine.ask_move().unwrap();
                assert!(answer.took > 0);
                (machine.lit() == 0).then_some(kiber_automaton::Ending::MachineWon)
            };
            machine.check_verdict(ending).unwrap();
            if let Some(ending) = ending {
                losses += u32::from(ending.is_loss());
                machine.close(ending).unwrap();
                break;
            }
        }
    }
    losses
}

#[test]
fn persons_who_play_perfectly_and_know_nothing_of_the_memory() {
    assert_eq!(losses_to_the_perfect(&machine("article"), 1), 5);
    assert_eq!(losses_to_the_perfect(&machine("article"), 3), 0);
}

#[test]
fn the_articles_own_game_comes_out() {
    let machine = machine("article");
    let game = ArticleGame::new(&machine).unwrap();
    assert_eq!(game.disagreement, None);
    let last = game.steps.last().unwrap();
    assert_eq!(names(&machine, &last.operated), ["P13"]);
    assert_eq!(names(&machine, &last.dark), ["L7", "L8"]);
    assert_eq!(names(&machine, &last.lit), ["L10"]);
    for name in ["no-diodes", "full-memory"] {
        assert!(ArticleGame::new(&self::machine(name)).unwrap().is_as_told(), "{name}");
    }
    // It has relays of the same names, and they are other ones.
    let eight = Machine::new(circuit(&generate_bachet(8, 3).unwrap())).unwrap();
    assert_eq!(ArticleGame::new(&eight), None);
}

#[test]
fn a_machine_that_plays_otherwise_is_told_from_the_article() {
    let machine = article_with(r#"break: "T12", make: "T13""#, r#"break: "T13", make: "T12""#);
    let game = ArticleGame::new(&machine).unwrap();
    assert_eq!(game.disagreement, Some(Disagreement::TellsOtherwise { told: "P12 operated; L7 dark".into() }));
    assert_eq!(names(&machine, &game.steps.last().unwrap().operated), ["P13"]);
}

#[track_caller]
fn check_breach(piece: &str, instead: &str, expected: &str) {
    let machine = article_with(piece, instead);
    let walk = walk(&machine);
    assert!(walk.broken >= walk.breaches.len() as u64);
    let words: Vec<String> = walk.breaches.iter().map(|broken| broken.breach.describe(machine.circuit())).collect();
    assert!(words.iter().any(|words| words == expected), "{words:#?}");
}

#[test]
fn machines_that_break_the_rules_are_found_out() {
    check_breach(
        "lamps: \"L1..L8\",\n        toggles: \"V1..V8\"",
        r#"lamps: ["L1..L6", "L8", "L7"], toggles: ["V1..V6", "V8", "V7"]"#,
        "L7 went dark out of turn",
    );
    check_breach(r#"toggles: "V1..V8""#, r#"toggles: ["V1..V6", "V8", "V7"]"#, "L7 stays lit with its toggle off");
    check_breach(r#"reset: "KN4","#, r#"reset: "KN4", take: 2,"#, "took 3 lamps, 2 are allowed");
    check_breach("won: \"L9\",\n        lost: \"L10\"", r#"won: "L10", lost: "L9""#, "L10 is not lit and should be");
    check_breach(r#"reset: "KN4""#, r#"reset: "KN3""#, "L4, L6 not lit in a new game");
    check_breach(
        r#""KN2": Button(label: "КН2", contacts: {"1": Make("PN", "Q")}"#,
        r#""K1": Relay(coil: ("x", "0"), contacts: {"1": Break("x", "y")}),
           "KN2": Button(label: "КН2", contacts: {"1": Make("PN", "Q"), "2": Make("VP", "y")}"#,
        "after KN2 the circuit never settles: K1 keeps moving",
    );
}

#[test]
fn a_memory_that_does_not_hold_never_learns() {
    let machine = article_with(
        "coil: (\"M12\", \"0\"), contacts: {\n            \"1\": Make(\"VP\", \"M12\"),",
        "coil: (\"M12\", \"0\"), contacts: {",
    );
    let walk = walk(&machine);
    let bound = Bound::new(&walk);
    assert_eq!(walk.breaches, []);
    assert_eq!(bound.worst_case(), None);
    assert_eq!(bound.unbeatable(), [] as [usize; 0]);
    assert!(!bound.unbeatable_always_reached());
    let lesson = Lesson::new(&machine, || false).unwrap();
    assert_eq!((lesson.losses.len(), lesson.end), (3, LessonEnd::StateRepeats));
}

#[track_caller]
fn check_error(source: &str, expected: &str) {
    let error = Machine::new(circuit(source))
        .and_then(|machine| Walk::new(&machine, &Options::default(), |_| true).map(|_| ()))
        .unwrap_err();
    assert_eq!(error.to_string(), expected);
}

#[test]
fn circuits_that_are_no_machine_say_what_is_missing() {
    check_error(
        r#"Circuit(title: "A lamp", parts: {"G1": Source(plus: "+", minus: "-"), "L1": Lamp(pins: ("+", "-"))})"#,
        "not a game-playing machine: no part for lamps (L1..L8), toggles (V1..V8), move (KN1), punish (KN2), reset (KN4)",
    );
    let article = embedded("article");
    check_error(
        &article.replace(r#"lamps: "L1..L8""#, r#"lamps: ["L1..L7", "L10"]"#),
        "no game can start: L10 not lit in a new game",
    );
    check_error(
        &article.replace(
            "    parts: {",
            r#"    parts: { "K1": Relay(coil: ("x", "0"), contacts: {"1": Break("x", "VP")}),"#,
        ),
        "no game can start: after power-up the circuit never settles: K1 keeps moving",
    );
}

#[test]
fn a_walk_stops_when_it_is_told_to() {
    let machine = machine("article");
    let stopped =
        |watch: &mut dyn FnMut(Progress) -> bool| Walk::new(&machine, &Options::default(), watch).unwrap_err();
    let error = stopped(&mut |progress| !matches!(progress, Progress::Exploring(_)));
    assert!(matches!(error, Error::GaveUp { states: 1.., why: GaveUp::Stopped }), "{error:?}");
    let error = stopped(&mut |progress| !matches!(progress, Progress::Counting { done: 10.., .. }));
    assert!(matches!(error, Error::GaveUp { why: GaveUp::Stopped, .. }), "{error:?}");
    let few = Options { limits: Limits { states: 100, ..Limits::default() }, ..Options::default() };
    let error = Walk::new(&machine, &few, |_| true).unwrap_err();
    assert!(matches!(error, Error::GaveUp { why: GaveUp::States(100), .. }), "{error:?}");
    // It is asked after a thousand moves, so the machine must have as many to make.
    let large = circuit(&generate_bachet(16, 3).unwrap());
    let lesson = Lesson::new(&Machine::new(large).unwrap(), || true);
    assert!(matches!(lesson, Err(Error::Stopped { .. })), "{:?}", lesson.err());
}

#[test]
fn breaches_are_told_in_words() {
    let circuit = circuit(embedded("article"));
    let lamp = circuit.part("L7").unwrap();
    assert_eq!(Breach::Dim(vec![lamp]).describe(&circuit), "L7 dim, neither lit nor off");
    assert_eq!(Breach::FalseVerdict(lamp).describe(&circuit), "L7 is lit and should not be");
}

#[test]
fn every_folder_of_circuits_is_embedded_and_nothing_else() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../circuits");
    let list = |folder: &std::path::Path, ending: Option<&str>| -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
        let mut names: Vec<String> = entries
            .filter(|entry| entry.file_type().unwrap().is_dir() == ending.is_none())
            .filter_map(|entry| {
                let name = entry.file_name().into_string().unwrap();
                match ending {
                    None => Some(name),
                    Some(ending) => name.strip_suffix(ending).map(str::to_owned),
                }
            })
            .collect();
        names.sort();
        names
    };
    let mut folders = list(&folder, None);
    folders.retain(|name| name != "bad");
    // As `embedded.rs` writes them, so that a difference can be copied from here.
    let row = |name: &str, scripts: &[String]| format!("    {name:?}: {scripts:?},\n");
    let there: String = folders.iter().map(|name| row(name, &list(&folder.join(name), Some(".script")))).collect();
    let mut circuits: Vec<_> = CIRCUITS.iter().collect();
    circuits.sort_by_key(|circuit| circuit.name);
    let embedded: String = circuits
        .iter()
        .map(|circuit| {
            let mut scripts: Vec<String> = circuit.scripts.iter().map(|script| script.name.to_string()).collect();
            scripts.sort();
            row(circuit.name, &scripts)
        })
        .collect();
    assert!(embedded == there, "embedded:\n{embedded}in circuits/:\n{there}");
    for circuit in CIRCUITS {
        assert_ne!(circuit.title(), "", "{}", circuit.name);
        assert_eq!(circuit.script("no such script").map(|script| script.name), None);
    }
}
