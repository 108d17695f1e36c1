//! `kiber beads`.

use serde_json::{Value, json};

use crate::{Ran, file, kiber, path};

/// A run that does its work, whose report fits a terminal.
#[track_caller]
fn fits(args: &[&str]) -> Ran {
    let ran = kiber(args);
    assert_eq!((ran.status, ran.errors.as_str()), (0, ""), "{args:?}");
    let long: Vec<&str> = ran.output.lines().filter(|line| line.chars().count() > 80).collect();
    assert_eq!(long, [] as [&str; 0], "{args:?}");
    ran
}

/// A path as an argument.
fn to(name: &str) -> String {
    path(name).into_os_string().into_string().unwrap()
}

/// The message of a run that cannot be done.
#[track_caller]
fn refused(args: &[&str]) -> String {
    let ran = kiber(args);
    assert_eq!((ran.status, ran.output.as_str()), (2, ""), "{args:?}");
    ran.errors.replace(&to(""), "DIR/")
}

#[test]
fn the_articles_machine_learns() {
    let ran = fits(&["beads", "learn"]);
    insta::assert_snapshot!(ran.output);
}

#[test]
fn a_lesson_of_so_many_games_with_its_curve() {
    let ran =
        fits(&["beads", "learn", "--opponent", "uniform", "--games", "60", "--lessons", "2000", "--curve", "text"]);
    insta::assert_snapshot!(ran.output);
}

#[test]
fn menace_learns() {
    let ran = fits(&["beads", "learn", "--game", "tictactoe", "--games", "200", "--lessons", "20", "--curve", "text"]);
    insta::assert_snapshot!(ran.output);
}

#[test]
fn the_json_has_every_key() {
    let learned = kiber(&["beads", "learn", "--lessons", "1000", "--format", "json"]).json();
    assert_eq!(learned["worst_case_losses"], 12);
    let all = json!({
        "worst_case_losses": 12, "fewest_losses": 12, "most_punished_losses": 12,
        "states": 960, "ends": 1, "trained_ends": 1,
    });
    assert_eq!((&learned["anyone"], &learned["by_opponent"]), (&all, &all));
    assert_eq!(format!("{:.3}", learned["expected_games"].as_f64().unwrap()), "25.735");
    assert_eq!(format!("{:.9}", learned["expected_losses"].as_f64().unwrap()), "12.000000000");
    assert_eq!(learned["expected_losses_exactly"], "12");
    assert!(learned["expected_games_exactly"].as_str().unwrap().contains('/'));
    assert_eq!(learned["first_game"], json!({ "won": "11/54", "drawn": "0", "lost": "43/54" }));
    assert_eq!((&learned["boxes"], &learned["beads"]), (&json!(7), &json!(18)));
    assert_eq!(learned["played"]["lessons"], 1000);
    assert_eq!(learned["played"]["losses"]["mean"], 12.0);
    assert_eq!((&learned["curve"], &learned["stopped"]), (&Value::Null, &Value::Null));

    let uniform = ["beads", "learn", "--opponent", "uniform", "--lessons", "9", "--games", "5", "--curve", "text"];
    let learned = kiber(&[&uniform[..], &["--format", "json"]].concat()).json();
    assert_eq!(learned["first_game"]["won"], "131/243");
    assert_eq!(learned["after"]["games"], 5);
    let beads: f64 = learned["after"]["beads_left"].as_object().unwrap().values().filter_map(Value::as_f64).sum();
    assert!((beads - 1.0).abs() < 1e-9, "{learned}");
    assert_eq!(learned["curve"]["points"].as_array().unwrap().len(), 5);
    assert_eq!(learned["curve"]["played"].as_array().unwrap().len(), 5);
}

/// What is told of a machine of Bachet of any size.
#[track_caller]
fn check(args: &[&str], losses: Value, games: Value) {
    let args = [&["beads", "learn", "--lessons", "10", "--format", "json"], args].concat();
    let ran = kiber(&args);
    assert_eq!((ran.status, ran.errors.as_str()), (0, ""), "{args:?}");
    let learned = ran.json();
    let rounded = learned["expected_games"].as_f64().map(|games| format!("{games:.3}"));
    assert_eq!((&learned["worst_case_losses"], json!(rounded)), (&losses, games), "{args:?}");
}

#[test]
fn machines_of_other_sizes_sides_and_schedules() {
    check(&["--objects", "9", "--take", "2"], json!(9), json!("17.634"));
    check(&["--opponent", "perfect-fixed"], json!(12), json!("9.330"));
    check(&["--opponent", "takes-rest"], json!(12), json!("61.198"));
    // Where the person wins from the start there is no limit.
    check(&["--objects", "5"], Value::Null, json!("3.000"));
    check(&["--objects", "6", "--take", "1"], json!(0), json!("0.000"));
    // Too many contents to follow; the worst case is known all the same.
    check(&["--objects", "20", "--most-states", "100"], json!(39), Value::Null);
    check(&["--objects", "20", "--most-states", "100", "--side", "first"], Value::Null, json!("15.000"));
    check(&["--objects", "7", "--side", "first", "--opponent", "uniform"], json!(10), json!("39.151"));
    check(&["--objects", "4", "--last-loses", "--side", "first"], json!(4), json!("5.000"));
    check(&["--objects", "4", "--schedule", "2:0/0/-1:all"], json!(6), json!("27.223"));
    check(&["--objects", "4", "--schedule", "menace"], Value::Null, Value::Null);
}

#[test]
fn what_is_followed_is_limited_and_said() {
    let ran = fits(&["beads", "learn", "--objects", "20", "--most-states", "1000", "--lessons", "10"]);
    insta::assert_snapshot!(ran.output);
    let ran = kiber(&["beads", "learn", "--most-time", "0", "--format", "json"]);
    assert_eq!(ran.status, 3, "{ran:?}");
    assert_eq!((&ran.json()["stopped"], &ran.json()["expected_games"]), (&json!("out of time"), &Value::Null));
}

#[test]
fn a_machine_is_kept_shown_and_taught_on() {
    let kept = to("kept.beads");
    let half = ["beads", "learn", "--games", "8", "--lessons", "1", "--save", &kept];
    let ran = fits(&half);
    // How the lines are broken depends on how long the path is.
    let words = ran.output.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("kept.beads: the machine after one lesson of 8 games"), "{}", ran.output);
    let text = std::fs::read_to_string(&kept).unwrap();
    assert!(text.starts_with("kiber beads 1\ngame bachet 8 3\nside second\n"), "{text}");
    insta::assert_snapshot!(fits(&["beads", "show", "--load", &kept]).output);

    // Taught to the end it is fully trained.
    let on = ["beads", "learn", "--load", &kept, "--save", &kept, "--lessons", "100", "--format", "json"];
    let learned = kiber(&on).json();
    let left = learned["worst_case_losses"].as_u64().unwrap();
    assert!(left < 12, "{learned}");
    assert_eq!((&learned["lost"], &learned["saved"]["lost"]), (&json!(12 - left), &json!(12)));
    let shown = kiber(&["beads", "show", "--load", &kept, "--format", "json"]).json();
    assert_eq!((&shown["fully_trained"], &shown["can_change"]), (&json!(true), &json!(false)));
    assert_eq!(
        shown["shown"][0]["moves"][2],
        json!({
            "move": 3, "beads": 1, "chance": 1.0, "best": true, "color": "blue",
        })
    );
    assert_eq!(shown["shown"][3]["reached"], false);
    let output = fits(&["beads", "show", "--load", &kept]).output;
    assert!(output.contains("Fully trained: no person can win a game from it."), "{output}");
    assert!(output.contains("No game comes to these boxes any more: 4."), "{output}");
    assert!(output.contains("empty: it resigns"), "{output}");
}

#[test]
fn boxes_are_shown() {
    insta::assert_snapshot!(fits(&["beads", "show"]).output);
    let all = fits(&["beads", "show", "--game", "tictactoe", "--all"]).output;
    assert_eq!(all.lines().filter(|line| line.starts_with(['X', 'O', '.'])).count(), 304);
    let one = fits(&["beads", "show", "--game", "tictactoe", "--box", "XO./.../..."]).output;
    assert!(one.contains("XO./.../...") && !one.contains("X.O/.../..."), "{one}");
    let boxes =
        |args: &[&str]| kiber(&[&["beads", "show", "--format", "json", "--game", "tictactoe"], args].concat()).json();
    assert_eq!(boxes(&[])["boxes"], 304);
    assert_eq!(boxes(&["--michie"])["boxes"], 287);
    assert_eq!(boxes(&["--side", "second"])["boxes"], 289);
}

#[test]
fn files_that_hold_another_machine_or_none_are_refused() {
    let bachet = to("bachet.beads");
    fits(&["beads", "learn", "--lessons", "1", "--games", "1", "--save", &bachet]);
    let menace = to("menace.beads");
    fits(&["beads", "selfplay", "--game", "tictactoe", "--games", "1", "--save", &menace]);
    let damaged = file("damaged.beads", std::fs::read_to_string(&bachet).unwrap().replace("box 5:", "box 9:"));
    let show = |file: &str, more: &[&str]| refused(&[&["beads", "show", "--load", file], more].concat());
    insta::assert_snapshot!(show(&bachet, &["--game", "tictactoe"]), @"error: `DIR/bachet.beads`: its machine plays bachet, and --game says tictactoe");
    insta::assert_snapshot!(show(&bachet, &["--objects", "9"]), @"error: `DIR/bachet.beads`: its machine plays with --objects 8, not 9");
    insta::assert_snapshot!(show(&bachet, &["--last-loses"]), @"error: `DIR/bachet.beads`: in its game who takes the last object wins, and --last-loses says not");
    insta::assert_snapshot!(show(&bachet, &["--side", "first"]), @"error: `DIR/bachet.beads`: its machine moves second");
    insta::assert_snapshot!(show(&menace, &["--michie"]), @"error: `DIR/menace.beads`: its machine has 304 boxes, and --michie asks for 287");
    insta::assert_snapshot!(show(&menace, &["--take", "3"]), @"error: `DIR/menace.beads`: its machine plays tic-tac-toe; --objects, --take and --last-loses do not");
    insta::assert_snapshot!(show(&damaged, &[]), @"error: `DIR/damaged.beads`: line 8: this machine has no box `9`; its boxes are 7 to 1");
    assert!(show(&to("none.beads"), &[]).contains("none.beads"));
    let binary = file("binary.beads", [0xff, 0xfe, 0x00]);
    assert!(show(&binary, &[]).contains("binary.beads"));
}

#[test]
fn what_cannot_be_asked_is_said() {
    insta::assert_snapshot!(refused(&["beads", "show", "--michie"]), @"error: --michie is about the boxes of tic-tac-toe; it goes with --game tictactoe");
    insta::assert_snapshot!(refused(&["beads", "show", "--game", "tictactoe", "--take", "2"]), @"error: --objects, --take and --last-loses are about Bachet, not about tic-tac-toe");
    insta::assert_snapshot!(refused(&["beads", "show", "--objects", "1"]), @"error: the machine never has to choose in this game: it needs no box");
    insta::assert_snapshot!(refused(&["beads", "show", "--objects", "100000", "--take", "50000"]), @"error: the game has more than 100000 moves over all its positions, too many to lay out");
    insta::assert_snapshot!(refused(&["beads", "show", "--box", "8"]), @"error: none of the machine's 7 boxes is `8`; they are 7 to 1");
    insta::assert_snapshot!(refused(&["beads", "show", "--game", "tictactoe", "--box", "..O/.X./..."]), @"error: none of the machine's 304 boxes is `..O/.X./...`; turned it is `O../.X./...`");
    let usage = |args: &[&str]| refused(args).lines().next().unwrap_or_default().to_owned();
    insta::assert_snapshot!(usage(&["beads", "learn", "--curve", "curve.png"]), @"error: invalid value 'curve.png' for '--curve <TO>': a curve goes to `text`, or to a file that ends in .csv or .svg");
    insta::assert_snapshot!(usage(&["beads", "learn", "--schedule", "1:0/0:last"]), @"error: invalid value '1:0/0:last' for '--schedule <HOW>': `0/0` has not three changes; a schedule is `article`, `menace`, or like 4,3,2,1:+3/+1/-1:all: the beads of a move by turn, the change after a win, a draw and a loss, and `last` move or `all`");
    insta::assert_snapshot!(usage(&["beads", "learn", "--schedule", "articel"]), @"error: invalid value 'articel' for '--schedule <HOW>': no such schedule; did you mean `article`?");
    insta::assert_snapshot!(usage(&["beads", "learn", "--opponent", "prefect"]), @"error: invalid value 'prefect' for '--opponent <WHO>': no such player; did you mean `perfect`?");
}

#[test]
fn labels_are_shown_and_drawn() {
    insta::assert_snapshot!(fits(&["beads", "labels"]).output);
    let one = to("labels.svg");
    assert!(fits(&["beads", "labels", "-o", &one]).output.ends_with("labels.svg: the labels of 7 boxes\n"));
    assert_eq!(std::fs::read_to_string(&one).unwrap().matches("<g ").count(), 7);
    let many = to("menace-labels.svg");
    let ran = kiber(&["beads", "labels", "--game", "tictactoe", "-o", &many, "--format", "json"]).json();
    let files = ran["files"].as_array().unwrap();
    assert!(files.len() == 15 && files[14].as_str().unwrap().ends_with("menace-labels-15.svg"), "{ran}");
    assert_eq!(ran["labels"].as_array().unwrap().len(), 304);
    assert!(path("menace-labels-15.svg").is_file() && !path("menace-labels.svg").exists());
}

#[test]
fn curves_are_written() {
    let csv = to("curve.csv");
    let ran = fits(&["beads", "learn", "--lessons", "50", "--games", "30", "--curve", &csv]);
    assert!(ran.output.contains("curve.csv: the learning curve"), "{}", ran.output);
    let written = std::fs::read_to_string(&csv).unwrap();
    assert_eq!(written.lines().count(), 31);
    let svg = to("curve.svg");
    fits(&["beads", "selfplay", "--game", "tictactoe", "--games", "100", "--curve", &svg]);
    let written = std::fs::read_to_string(&svg).unwrap();
    assert!(written.starts_with("<svg") && written.matches("<polyline").count() == 2, "{written}");
    let nowhere = to("no/such/folder/curve.svg");
    assert!(refused(&["beads", "selfplay", "--games", "1", "--curve", &nowhere]).contains("cannot write"));
}

#[test]
fn files_are_tried_before_the_work_and_each_is_one_of_its_own() {
    let (here, dotted) = (to("twice.beads"), to("./twice.beads"));
    for command in [["learn", "--curve"], ["selfplay", "--save"]] {
        // So many games take long; they are not begun.
        let [command, option] = command;
        let nowhere = to("no/such/folder/file.svg");
        let ran = refused(&["beads", command, "--lessons", "1000000000", option, &nowhere]);
        assert_eq!(ran, "error: cannot write `DIR/no/such/folder/file.svg`: there is no such folder\n");
    }
    let ran = refused(&["beads", "selfplay", "--save", &here, "--save-second", &dotted]);
    assert!(ran.contains("twice.beads` is named twice"), "{ran}");
    let svg = to("twice.svg");
    let ran = refused(&["beads", "learn", "--save", &svg, "--curve", &svg]);
    assert!(ran.contains("twice.svg` is named twice"), "{ran}");
    let ran = refused(&["beads", "learn", "--save", "-"]);
    assert!(ran.contains("standard output is for the report"), "{ran}");
    assert!(!path("twice.beads").exists() && !path("twice.svg").exists());
}

#[test]
fn labels_of_one_page_go_to_standard_output() {
    let drawn = kiber(&["beads", "labels", "-o", "-"]).output;
    assert!(drawn.starts_with("<svg") && drawn.trim_end().ends_with("</svg>"), "{drawn}");
    assert!(refused(&["beads", "labels", "--game", "tictactoe", "-o", "-"]).contains("give -o a file"));
    assert!(refused(&["beads", "labels", "-o", "-", "--format", "json"]).contains("give -o a file"));
}

#[test]
fn large_machines_are_told_without_endless_fractions_and_followings() {
    let size = ["--objects", "3000", "--take", "3"];
    let shown = kiber(&[&["beads", "show", "--format", "json"], &size[..]].concat()).json();
    let uniform = shown["against"].as_array().unwrap().iter().find(|one| one["opponent"] == "uniform").unwrap();
    assert!(uniform["won"].as_f64().is_some_and(|won| (won - 0.5).abs() < 1e-9), "{uniform}");
    fits(&[&["beads", "show"], &size[..]].concat());
    let wide = ["beads", "learn", "--objects", "300", "--take", "150", "--lessons", "1", "--games", "5"];
    let ran = kiber(&wide);
    let said = ran.output.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("33675 kinds of beads is too large to be followed"), "{}", ran.output);
}

#[test]
fn two_machines_teach_each_other() {
    insta::assert_snapshot!(fits(&["beads", "selfplay"]).output);
    let played = ["beads", "selfplay", "--game", "tictactoe", "--games", "500", "--lessons", "3", "--curve", "text"];
    let ran = fits(&played);
    insta::assert_snapshot!(ran.output);
    let played = kiber(&[&played[..], &["--format", "json"]].concat()).json();
    let sum: u64 = ["won_by_first", "drawn", "won_by_second"].iter().filter_map(|key| played[key].as_u64()).sum();
    assert_eq!((sum, &played["games"], &played["lessons"]), (1500, &json!(1500), &json!(3)));
    assert_eq!((&played["first"]["boxes"], &played["second"]["boxes"]), (&json!(304), &json!(289)));
}

#[test]
fn help_fits_eighty_columns() {
    for command in [&[][..], &["learn"], &["show"], &["labels"], &["selfplay"]] {
        fits(&[&["beads"], command, &["--help"]].concat());
    }
}

#[test]
fn labels_are_named_for_what_they_are() {
    insta::assert_snapshot!(refused(&["beads", "labels", "-o", "labels.pdf"]), @"error: a picture is written as SVG, and `.pdf` says something else; type -o labels.svg");
}

#[test]
fn the_extremes_say_whose_they_are() {
    let learned =
        kiber(&["beads", "learn", "--opponent", "perfect-fixed", "--lessons", "9", "--format", "json"]).json();
    assert_eq!(learned["worst_case_losses"], 12);
    let (anyone, he) = (&learned["anyone"], &learned["by_opponent"]);
    assert_eq!((&anyone["fewest_losses"], &anyone["worst_case_losses"]), (&json!(12), &json!(12)));
    assert_eq!((&he["fewest_losses"], &he["worst_case_losses"]), (&json!(7), &json!(7)));
    assert_eq!(learned["played"]["losses"]["mean"], 7.0);
    // What is known by argument alone.
    let argued = ["beads", "learn", "--objects", "20", "--most-states", "100", "--lessons", "9", "--format", "json"];
    let argued = kiber(&argued).json();
    let anyone = &argued["anyone"];
    assert_eq!((&anyone["fewest_losses"], &anyone["worst_case_losses"]), (&json!(39), &json!(39)));
    assert_eq!((&anyone["states"], &argued["by_opponent"]), (&Value::Null, &Value::Null));
}

#[test]
fn the_lesson_that_is_kept_is_the_first_one_played() {
    let kept = to("first-lesson.beads");
    for seed in 1..6 {
        let seed = seed.to_string();
        let lesson = ["beads", "learn", "--lessons", "1", "--seed", &seed, "--save", &kept, "--format", "json"];
        let told = kiber(&[&lesson[..], &["--games", "8"]].concat()).json();
        let (played, saved) = (&told["played"], &told["saved"]);
        assert_eq!(played["early_losses"]["mean"].as_f64(), saved["lost"].as_f64(), "{told}");
        // One lesson says nothing of how far it strays.
        assert_eq!(played["early_losses"]["standard_error"], Value::Null);
        let told = kiber(&lesson).json();
        let (played, saved) = (&told["played"], &told["saved"]);
        assert_eq!(played["games"]["mean"].as_f64(), saved["games"].as_f64(), "{told}");
        assert_eq!(played["losses"]["mean"].as_f64(), saved["lost"].as_f64(), "{told}");
    }
    let told = kiber(&["beads", "learn", "--games", "8", "--lessons", "1"]).output;
    assert!(told.contains("losses in 8 games") && !told.contains("5.000 +-"), "{told}");
}

#[test]
fn what_could_not_be_finished_is_said_beside_the_report() {
    let ran = kiber(&["beads", "learn", "--most-time", "0"]);
    assert_eq!((ran.status, ran.errors.as_str()), (3, "ended before all was worked out: out of time\n"));
    let ran = kiber(&["beads", "selfplay", "--lessons", "2", "--most-time", "0"]);
    assert_eq!(
        (ran.status, ran.errors.as_str()),
        (3, "ended before 2 lessons of 1,000 games were played: out of time\n")
    );
    assert!(!ran.output.contains("out of time"), "{}", ran.output);
}

#[test]
fn no_teacher_takes_more_than_a_move_may() {
    insta::assert_snapshot!(refused(&["beads", "learn", "--opponent", "perfect-fixed:9"]), @"error: a move takes 1 to 3 here, and `perfect-fixed:9` would take 9; the most is `perfect-fixed:3`");
    insta::assert_snapshot!(refused(&["beads", "learn", "--game", "tictactoe", "--opponent", "perfect-fixed:2"]), @"error: `perfect-fixed:N` is about Bachet, where a move takes objects; for tic-tac-toe type `perfect-fixed`");
}
