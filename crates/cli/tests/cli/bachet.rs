//! `kiber bachet`: play at the prompt, solutions, matches, the comparison with the bead machine.

use kiber_cli::Terminal;
use serde_json::{Value, json};

use crate::{Ran, file, kiber, kiber_with};

#[track_caller]
fn done(args: &[&str]) -> Ran {
    let ran = kiber(&[&["bachet"], args].concat());
    assert_eq!((ran.status, ran.errors.as_str()), (0, ""), "{ran:?}");
    ran
}

/// What a sitting says after the words of welcome.
#[track_caller]
fn said(args: &[&str], lines: &str) -> String {
    let args = [&["bachet", "play"], args].concat();
    let ran = kiber_with(&args, lines, Terminal::default());
    assert_eq!((ran.status, ran.errors.as_str()), (0, ""), "{ran:?}");
    assert!(ran.output.lines().all(|line| line.chars().count() <= 80), "{}", ran.output);
    ran.output.split_once("`quit` leaves.\n\n").unwrap().1.to_string()
}

#[track_caller]
fn refused(args: &[&str], why: &str) {
    let ran = kiber(&[&["bachet"], args].concat());
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.errors.contains(why), "{}", ran.errors);
}

#[test]
fn the_articles_own_game_and_the_one_after_it() {
    insta::assert_snapshot!(said(&[], "1\n1\ntake 2\n1\nmemory\n1\n1\n2\n"));
}

#[test]
fn takes_are_taken_back_over_the_end_of_a_game() {
    let text = said(&[], "undo\n3\n3\n1\nshow\nundo\nmemory\nundo\nundo\nshow\n");
    insta::assert_snapshot!(text);
    // What was taken back was never learned, and the game goes on as it was.
    let (once, again) = (said(&[], "1\n1\n2\n1\n"), said(&[], "1\n1\n2\nundo\n2\n1\nundo\n1\n"));
    assert_eq!(once.lines().last(), again.lines().last());
    assert!(again.ends_with("It has given up 1 from 2.\n  You won 1 game, and lost 0.\n"), "{again}");
}

#[test]
fn hints_know_the_theory_and_this_machine() {
    insta::assert_snapshot!(said(&[], "hint\n1\nhint\n3\nhint\n"), @"
    Game 1                      ● ● ● ● ● ● ● ●  8 left
    no take wins against a perfect player; but this machine can still be made to
    lose: take 1
    You take 1                  · ● ● ● ● ● ● ●  7 left
    The machine takes 1 (P1)    · · ● ● ● ● ● ●  6 left
    take 2: with 4 left no answer helps
    You take 3                  · · · · · ● ● ●  3 left
    The machine takes 1 (P9)    · · · · · · ● ●  2 left
    take 2: it wins at once
    You won 0 games, and lost 0.
    ");
    let perfect = said(&["--against", "perfect", "--seed", "1"], "hint\n");
    assert!(perfect.contains("no take wins against a perfect player\n"), "{perfect}");
    // The last loss taught it all.
    let six = "1\n1\n1\n2\n1\n1\n1\n1\n1\n1\n2\n1\n1\n2\n3\n1\n2\n2\n1\n2\n1\nhint\n";
    let learned = said(&[], six);
    assert!(learned.contains("makes no mistake any"), "{learned}");
}

#[test]
fn nonsense_is_answered_by_what_can_be_typed() {
    insta::assert_snapshot!(said(&[], "4\n0\n-1\nundu\nwhat is this\ntake\ntake two\n1 2\n  # a comment\n\n99999999999\nhelp\nnew\nquit\n3\n"), @"
    Game 1                      ● ● ● ● ● ● ● ●  8 left
    you may take 1 to 3
    you may take 1 to 3
    `-1` says nothing here; type a number from 1 to 3 to take so many, or `help`
    nothing is called `undu`; did you mean `undo`?
    `what is this` says nothing here; type a number from 1 to 3 to take so many,
    or `help`
    take how many? `take 1` to `take 3`
    `take two` says nothing here; type a number from 1 to 3 to take so many, or
    `help`
    `1 2` says nothing here; type a number from 1 to 3 to take so many, or `help`
    you may take 1 to 3
    2, take 2  take so many objects
    hint       what a perfect player would do, and what beats this machine
    undo       take back your last take and the answer, over game ends, too
    memory     what the machine has learned
    show       the objects and the score
    new        give this game up and begin another; nothing is learned from it
    help       this list
    quit       leave; so does the end of input
    Game 2                      ● ● ● ● ● ● ● ●  8 left
    You won 0 games, and lost 0.
    ");
}

#[test]
fn other_machines_and_players_sit_down_as_well() {
    let beads = said(&["--machine", "beads", "--seed", "3"], "3\n1\nmemory\n");
    assert_eq!(beads, said(&["--machine", "beads", "--seed", "3"], "3\n1\nmemory\n"));
    let generated = said(&["--machine", "generated", "--objects", "5"], "1\n1\nhint\n");
    assert!(generated.contains("The machine takes 1 (P"), "{generated}");
    insta::assert_snapshot!(said(&["--against", "perfect-fixed", "--second", "--seed", "1"], "3\n3\nmemory\n"), @"
    Game 1                      ● ● ● ● ● ● ● ●  8 left
    The player takes 1          · ● ● ● ● ● ● ●  7 left
    You take 3                  · · · · ● ● ● ●  4 left
    The player takes 1          · · · · · ● ● ●  3 left
    You take 3                  · · · · · · · ·  0 left
    You won.

    Game 2                      ● ● ● ● ● ● ● ●  8 left
    The player takes 1          · ● ● ● ● ● ● ●  7 left
    a player who neither learns nor forgets
    You won 1 game, and lost 0.
    ");
    let turned = said(&["--machine", "plain", "--objects", "5", "--last-loses"], "1\n2\n");
    assert!(turned.contains("You won."), "{turned}");
    let at_once = said(&["--against", "perfect", "--second", "--objects", "2"], "1\n");
    assert!(at_once.contains("nothing is left to take"), "{at_once}");
}

#[test]
fn a_machine_that_breaks_the_rules_loses_nothing_but_the_move() {
    // The first two toggles stand in each other's places.
    let article = std::fs::read_to_string(circuit("article")).unwrap();
    let crossed = article.replace("toggles: \"V1..V8\"", "toggles: [\"V2\", \"V1\", \"V3..V8\"]");
    assert_ne!(article, crossed);
    let text = said(&["--machine", &file("crossed.ron", crossed)], "1\nshow\n");
    assert!(text.contains("L1 stays lit with its toggle off") && text.contains("8 left\n  You won 0 games"), "{text}");
}

fn circuit(name: &str) -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../circuits/{name}/{name}.ron"))
}

#[test]
fn solutions_of_games_of_any_size() {
    insta::assert_snapshot!(done(&["solve"]).output);
    let greatest = done(&["solve", "--objects", "4000000000", "--take", "9", "--last-loses"]).output;
    assert!(greatest.contains("one more than a multiple of 10") && greatest.lines().count() < 60, "{greatest}");
    let solved = done(&["solve", "--objects", "6", "--take", "2", "--format", "json"]).json();
    assert_eq!((solved["first_player_wins"].as_bool(), solved["moves"].as_u64()), (Some(false), Some(4)));
    assert_eq!(solved["positions"][1]["take"], 2);
    assert_eq!(solved["positions"].as_array().unwrap().len(), 6);
}

#[test]
fn every_move_of_a_position_is_valued() {
    insta::assert_snapshot!(done(&["analyse", "7"]).output, @"
    7 objects left
    --------------

    The player to move wins, by taking 3 and no other number; the game lasts 3 moves
    more.

            take      leaves  then
               1           6  loses to 2, over after 4 moves
               2           5  loses to 1, over after 4 moves
               3           4  wins, over after 3 moves
    ");
    let values = done(&["analyse", "2", "--last-loses", "--format", "json"]).json();
    assert_eq!(values["winning_take"], 1);
    let moves: Vec<(bool, u64)> = values["move_values"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["wins"].as_bool().unwrap(), one["moves"].as_u64().unwrap()))
        .collect();
    assert_eq!(moves, [(true, 2), (false, 1)]);
    assert!(done(&["analyse", "0"]).output.contains("The game is over."));
    assert!(done(&["analyse", "100", "--take", "60"]).output.contains("20 takes more"));
}

#[test]
fn a_match_is_told_with_its_losses() {
    insta::assert_snapshot!(done(&["match", "--games", "40", "--show", "2"]).output);
}

#[track_caller]
fn check_losses(args: &[&str], losses: &[u64], lost: u64) {
    let told = done(&[&["match", "--format", "json"], args].concat()).json();
    let first: Vec<u64> =
        told["losses"].as_array().unwrap().iter().take(losses.len()).map(|game| game.as_u64().unwrap()).collect();
    assert_eq!((first.as_slice(), told["machine_lost"].as_u64()), (losses, Some(lost)), "{args:?}");
    let won = told["machine_won"].as_u64().unwrap();
    assert_eq!(won + lost, told["games"].as_u64().unwrap());
    assert_eq!(told["curve"].as_array().unwrap().last().unwrap()["lost"], lost);
    assert_eq!(told["last_loss"].as_u64(), losses.last().copied());
}

#[test]
fn matches_of_every_person_and_machine() {
    check_losses(&[], &[1, 2, 3, 4, 5, 6], 6);
    check_losses(&["--machine", "plain-article"], &[1, 2, 3, 4, 5, 6], 6);
    check_losses(&["--person", "perfect-fixed"], &[1, 2, 3, 4, 5], 5);
    check_losses(&["--person", "perfect-fixed:3"], &[], 0);
    check_losses(&["--machine", "full-memory"], &[1, 2, 3, 4, 5, 6, 7, 8], 8);
    check_losses(&["--machine", "plain-full-memory"], &[1, 2, 3, 4, 5, 6, 7, 8], 8);
    check_losses(&["--machine", "no-diodes"], &[1, 2, 3, 4, 5, 6], 6);
    check_losses(&["--machine", "generated"], &[1, 2, 3, 4, 5, 6, 7, 8, 9], 9);
    check_losses(&["--machine", "perfect", "--person", "uniform"], &[], 0);
    for person in ["perfect", "uniform", "takes-rest", "learner"] {
        for machine in ["article", "beads"] {
            let args = ["match", "--person", person, "--machine", machine, "--games", "300", "--format", "json"];
            let told = done(&args).json();
            let most = if machine == "beads" { 12 } else { 6 };
            assert!(told["machine_lost"].as_u64().unwrap() <= most, "{told}");
            assert_eq!(told, done(&args).json());
            let other = done(&[&args[..], &["--seed", "2"]].concat()).json();
            assert_eq!(other["seed"], 2);
        }
    }
}

#[test]
fn relays_and_plain_strategy_play_the_same_match() {
    for person in ["perfect", "uniform", "takes-rest", "knows-memory", "learner"] {
        for (one, other) in [("article", "plain-article"), ("full-memory", "plain-full-memory"), ("generated", "plain")]
        {
            let told = |machine| {
                let args = ["match", "--person", person, "--machine", machine, "--games", "60", "--show", "60"];
                done(&[&args[..], &["--format", "json", "--seed", "5"]].concat()).json()
            };
            let (one, other) = (told(one), told(other));
            assert_eq!((&one["shown"], &one["given_up"]), (&other["shown"], &other["given_up"]), "{person}");
        }
    }
}

#[test]
fn a_long_match_can_be_stopped_and_shows_how_far_it_is() {
    let args = ["bachet", "match", "--machine", "plain", "--games", "1000000000", "--most-time", "0.7"];
    let terminal = Terminal { errors: true, ..Terminal::default() };
    let ran = kiber_with(&args, "", terminal);
    assert_eq!(ran.status, 3, "{ran:?}");
    assert!(ran.errors.contains("lost by the machine"), "{}", ran.errors);
    assert!(ran.errors.contains("ended after ") && !ran.output.contains("out of time"), "{ran:?}");
    assert!(ran.errors.ends_with(" of 1,000,000,000 games: out of time\n"), "{}", ran.errors);
}

#[test]
fn the_bead_machine_is_compared_loss_by_loss() {
    insta::assert_snapshot!(done(&["compare"]).output);
    let sums = |machine: &str| done(&["compare", "--machine", machine, "--format", "json"]).json()["sums"].to_string();
    insta::assert_snapshot!(sums("article"), @r#"{"behind":3,"given_up_with":2,"kept":0,"left_out":1,"lost":6}"#);
    insta::assert_snapshot!(sums("full-memory"), @r#"{"behind":3,"given_up_with":0,"kept":0,"left_out":1,"lost":8}"#);
    insta::assert_snapshot!(sums("generated"), @r#"{"behind":3,"given_up_with":0,"kept":0,"left_out":0,"lost":9}"#);
}

#[test]
fn a_comparison_that_is_given_up_says_so_to_programs_too() {
    let gave_up = |args: &[&str], why: &str| {
        let args = [&["bachet", "compare", "--format", "json"], args].concat();
        let ran = kiber(&args);
        assert_eq!(ran.status, 3, "{ran:?}");
        assert!(ran.errors.starts_with("ended before the machines were compared: "), "{}", ran.errors);
        let told = ran.json();
        assert!(told["stopped"].as_str().is_some_and(|stopped| stopped.contains(why)), "{told}");
        assert!(ran.errors.contains(why), "{}", ran.errors);
        assert_eq!((&told["beads"], &told["other"]), (&Value::Null, &Value::Null));
        told
    };
    gave_up(&["--most-time", "0"], "out of time");
    let told = gave_up(&["--machine", "plain", "--most-states", "10"], "more than 10 memory states");
    assert_eq!((&told["objects"], &told["machine"]), (&json!(8), &json!("plain")));
    gave_up(&["--machine", "plain", "--objects", "16000"], "more than a GiB of memory; fewer --objects need less");
    let done = done(&["compare", "--most-states", "24", "--format", "json"]).json();
    assert_eq!((&done["stopped"], &done["other"]["memory_states"]), (&Value::Null, &json!(24)));
}

#[test]
fn what_cannot_be_played_is_said() {
    refused(&["play", "--machine", "artcle"], "did you mean `article`?");
    refused(&["play", "--machine", "bead"], "did you mean `beads`?");
    refused(&["match", "--machine", "plain-artcle"], "did you mean `plain-article`?");
    refused(&["play", "--machine", "stairway"], "not a game-playing machine");
    refused(&["play", "--machine", "article", "--objects", "9"], "article plays with 8 objects");
    refused(&["play", "--machine", "generated", "--last-loses"], "the last object wins");
    refused(&["play", "--objects", "0", "--machine", "plain"], "at least one object");
    refused(&["play", "--against", "perfekt"], "did you mean `perfect`?");
    let ran = kiber(&["--format", "json", "bachet", "play"]);
    assert!(ran.status == 2 && ran.errors.contains("talks to a person"), "{ran:?}");
    refused(&["match", "--person", "prefect"], "did you mean `perfect`?");
    refused(&["match", "--person", "xyz"], "there are perfect, perfect-fixed");
    refused(&["match", "--person", "perfect-fixed:0"], "from 1 up, as in `perfect-fixed:3`");
    refused(&["match", "--person", "perfect-fixed:4"], "a move takes 1 to 3 here");
    refused(&["match", "--machine", "perfect-fixed:4"], "the most is `perfect-fixed:3`");
    refused(&["play", "--against", "perfect-fixed:3", "--take", "2"], "takes 1 to 2 here");
    refused(&["match", "--person", "learner", "--machine", "perfect", "--objects", "4000000000"], "strategies");
    refused(&["compare", "--machine", "beads"], "without beads");
    refused(&["compare", "--machine", "plain", "--objects", "9"], "beaten for ever");
    refused(&["analyse", "x"], "invalid");
}

#[test]
fn help_fits_eighty_columns() {
    for command in ["play", "solve", "analyse", "match", "compare"] {
        let help = done(&[command, "--help"]).output;
        assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
        assert!(help.contains("Examples:"), "{help}");
    }
}

#[test]
fn a_long_title_is_a_heading_of_two_lines() {
    let ran = kiber(&["bachet", "match", "--machine", "race", "--games", "1"]);
    assert!(ran.output.starts_with("race: The learning automaton"), "{}", ran.output);
    assert!(ran.output.lines().all(|line| line.chars().count() <= 80), "{}", ran.output);
}
