//! `kiber learn`, and `kiber` alone.

use crate::{LAMP, file, kiber, kiber_with};
use kiber_automaton::Embedded;
use kiber_cli::Terminal;

#[test]
fn kiber_alone_shows_the_article_learning() {
    let alone = kiber::<&str>(&[]);
    assert_eq!((alone.status, alone.errors.as_str()), (0, ""));
    assert_eq!(alone.output, kiber(&["learn"]).output);
    assert_eq!(alone.output, kiber(&["learn", "article"]).output);
    insta::assert_snapshot!(alone.output);
}

#[test]
fn full_memory_learns_in_eight() {
    let ran = kiber(&["learn", "full-memory"]);
    assert_eq!((ran.status, ran.errors.as_str()), (0, ""));
    insta::assert_snapshot!(ran.output);
}

#[test]
fn the_report_fits_eighty_columns() {
    for name in ["article", "full-memory", "no-diodes", "race"] {
        let output = kiber(&["learn", name]).output;
        let long: Vec<&str> = output.lines().filter(|line| line.chars().count() > 80).collect();
        assert_eq!(long, [] as [&str; 0], "{name}");
    }
}

#[test]
fn the_json_has_every_key() {
    let learned = kiber(&["learn", "--format", "json"]).json();
    assert_eq!(learned["worst_case_losses"], 6);
    assert_eq!(learned["memory_states"], 24);
    assert_eq!(learned["unbeatable_states"], 1);
    assert_eq!(learned["article_game_ok"], true);
    assert_eq!(learned["stopped"], serde_json::Value::Null);
    assert_eq!(learned["games"], 318);
    assert_eq!(learned["resigned"], 0);
    let lesson = learned["lesson"].as_array().unwrap();
    assert_eq!(lesson.len(), 6);
    assert_eq!(lesson[0]["game"], 1);
    assert_eq!(lesson[5]["memory"], serde_json::json!(["P8'"]));
    assert_eq!(lesson[5]["strategy"], "P8, P1 -> P2, P3 -> P4");
    for loss in lesson {
        assert!(loss["takes"].is_array() && loss["relays"].is_array(), "{loss}");
    }
    let full = kiber(&["learn", "full-memory", "--format", "json"]).json();
    assert_eq!((&full["worst_case_losses"], &full["games"], &full["resigned"]), (&8.into(), &526.into(), &24.into()));
    assert_eq!(full["memory_states"], 42);
}

/// The article's circuit with a piece of its text changed, as a file of that name.
#[track_caller]
fn article_file(name: &str, piece: &str, instead: &str) -> String {
    let source = Embedded::find("article").unwrap().source;
    assert!(source.contains(piece), "the article has no `{piece}`");
    file(name, source.replacen(piece, instead, 1))
}

#[test]
fn a_machine_that_does_not_learn_is_status_1() {
    let forgets = article_file(
        "forgets.ron",
        "coil: (\"M12\", \"0\"), contacts: {\n            \"1\": Make(\"VP\", \"M12\"),",
        "coil: (\"M12\", \"0\"), contacts: {",
    );
    let ran = kiber(&["learn", &forgets]);
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.output.contains("no limit"), "{}", ran.output);
    let learned = kiber(&["learn", &forgets, "--format", "json"]).json();
    assert_eq!(learned["worst_case_losses"], serde_json::Value::Null);
    assert_eq!(learned["unbeatable_states"], 0);
}

#[test]
fn only_the_article_owes_its_own_game() {
    // Position 2 tries two lamps first: it learns, and is not the article's machine.
    let swapped = (r#"break: "T12", make: "T13""#, r#"break: "T13", make: "T12""#);
    let elsewhere = article_file("swapped.ron", swapped.0, swapped.1);
    let learned = kiber(&["learn", &elsewhere, "--format", "json"]);
    assert_eq!(learned.json()["article_game_ok"], false);
    let folder = crate::path("own");
    std::fs::create_dir_all(&folder).unwrap();
    let named = article_file("own/article.ron", swapped.0, swapped.1);
    let ran = kiber(&["learn", &named]);
    assert_eq!(ran.status, 1);
    assert!(ran.output.contains("Not as the article tells"), "{}", ran.output);
}

#[test]
fn a_machine_that_breaks_the_rules_is_status_1_and_says_how() {
    let greedy = article_file("greedy.ron", r#"reset: "KN4","#, r#"reset: "KN4", take: 2,"#);
    let ran = kiber(&["learn", &greedy]);
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.output.contains("took 3 lamps, 2 are allowed"), "{}", ran.output);
    assert!(ran.output.contains("worst case     3 losses; games against the rules not counted"), "{}", ran.output);
    assert!(ran.output.contains("the machine wins, or\nbreaks the rules."), "{}", ran.output);
    let learned = kiber(&["learn", &greedy, "--format", "json"]).json();
    assert!(learned["broken"].as_u64() > Some(0) && learned["breaches"].is_array());
}

#[test]
fn what_is_no_such_machine_says_what_is_missing() {
    let lamp = file("no-machine.ron", LAMP);
    let ran = kiber(&["learn", &lamp]);
    assert_eq!((ran.status, ran.output.as_str()), (2, ""));
    for piece in ["no-machine.ron", "lamps (L1..L8)", "toggles (V1..V8)", "move (KN1)", "punish (KN2)", "reset (KN4)"] {
        assert!(ran.errors.contains(piece), "{piece} in {}", ran.errors);
    }
    let broken = file("no-circuit.ron", "Circuit(");
    assert_eq!(kiber(&["learn", &broken]).status, 2);
}

#[test]
fn giving_up_is_not_yes() {
    let ran = kiber(&["learn", "--most-states", "20"]);
    assert_eq!((ran.status, ran.output.as_str()), (1, ""));
    assert!(ran.errors.contains("given up after") && ran.errors.contains("--most-states"), "{}", ran.errors);
    no_answer(&["learn", "--most-states", "20"], "given up after");
    no_answer(&["learn", "--most-time", "0"], "out of time; --most-time allows more");
}

#[test]
fn a_generated_machine_is_told_like_the_built_in_one_and_nothing_of_the_article() {
    let twelve = crate::path("twelve.ron").display().to_string();
    assert_eq!(kiber(&["generate", "bachet", "--objects", "12", "--take", "3", "-o", &twelve]).status, 0);
    let ran = kiber(&["learn", &twelve]);
    assert_eq!((ran.status, ran.errors.as_str()), (0, ""));
    for piece in [
        "12 lamps are lit",
        "After 15 losses no win is left",
        "memory states  342\n  unbeatable     1, reached whatever is played",
        "worst case     15 losses, then never again",
    ] {
        assert!(ran.output.contains(piece), "{piece} in {}", ran.output);
    }
    assert!(!ran.output.contains("article"), "{}", ran.output);
    // Eight lamps and relays of the same names do not make it the article's machine.
    let eight = crate::path("eight.ron").display().to_string();
    assert_eq!(kiber(&["generate", "bachet", "--objects", "8", "--take", "3", "-o", &eight]).status, 0);
    let ran = kiber(&["learn", &eight, "--format", "json", "--threads", "2"]);
    let learned = ran.json();
    assert_eq!(
        (ran.status, &learned["article_game_ok"], &learned["article_game"]),
        (0, &serde_json::Value::Null, &serde_json::Value::Null)
    );
    assert_eq!((&learned["memory_states"], &learned["worst_case_losses"]), (&54.into(), &9.into()));
}

/// No end was come to: status 1, and every key with nothing in it.
#[track_caller]
fn no_answer(args: &[&str], why: &str) {
    let ran = kiber(&[args, &["--format", "json"]].concat());
    assert_eq!(ran.status, 1, "{ran:?}");
    let answer = ran.json();
    for key in ["worst_case_losses", "memory_states", "unbeatable_states", "article_game_ok"] {
        assert_eq!(answer.get(key), Some(&serde_json::Value::Null), "{key}");
    }
    assert_eq!(answer["lesson"], serde_json::json!([]));
    assert!(answer["stopped"].as_str().is_some_and(|text| text.contains(why)), "{answer}");
}

#[test]
fn a_machine_that_cannot_begin_is_status_1() {
    let off = article_file("mains-off.ron", "label: \"В9\",\n            on: true", r#"label: "В9""#);
    let ran = kiber(&["learn", &off]);
    assert_eq!((ran.status, ran.output.as_str()), (1, ""));
    assert!(ran.errors.contains("not lit in a new game"), "{}", ran.errors);
    no_answer(&["learn", &off], "not lit in a new game");
}

#[test]
fn progress_is_for_terminals() {
    assert_eq!(kiber(&["learn", "full-memory"]).errors, "");
    let seen = kiber_with(&["learn", "full-memory"], "", Terminal { errors: true, ..Terminal::default() });
    // Short work shows none, or wipes it away.
    assert!(seen.errors.is_empty() || seen.errors.ends_with('\r'), "{:?}", seen.errors);
}
