//! `kiber tictactoe`.

use kiber_cli::Terminal;
use serde_json::{Value, json};

use crate::{Ran, kiber, kiber_with, path};

fn known() -> Value {
    let all: Value = serde_json::from_str(include_str!("../../../../tests/oracles/games.json")).unwrap();
    all["tic_tac_toe"].clone()
}

#[track_caller]
fn output(args: &[&str]) -> String {
    let ran = kiber(&[&["tictactoe"], args].concat());
    assert_eq!((ran.status, ran.errors.as_str()), (0, ""), "{ran:?}");
    ran.output
}

#[track_caller]
fn report(args: &[&str]) -> Value {
    let ran = kiber(&[&["tictactoe"], args, &["--format", "json"]].concat());
    assert_eq!((ran.status, ran.errors.as_str()), (0, ""), "{ran:?}");
    ran.json()
}

#[track_caller]
fn refused(args: &[&str], pieces: &[&str]) {
    let ran = kiber(&[&["tictactoe"], args].concat());
    assert_eq!((ran.status, ran.output.as_str()), (2, ""), "{ran:?}");
    assert!(pieces.iter().all(|piece| ran.errors.contains(piece)), "{pieces:?} in {}", ran.errors);
}

fn played(args: &[&str], typed: &str) -> Ran {
    kiber_with(&[&["tictactoe", "play", "--seed", "1"], args].concat(), typed, Terminal::default())
}

#[test]
fn a_long_seed_and_name_fit_the_beginning() {
    let args = ["tictactoe", "play", "--you", "o", "--machine", "9", "--seed", "18446744073709551615"];
    let ran = kiber_with(&args, "quit\n", Terminal::default());
    assert!(ran.output.lines().all(|line| line.chars().count() <= 80), "{}", ran.output);
}

#[test]
fn everything_fits_eighty_columns() {
    let commands: [&[&str]; 11] = [
        &["--help"],
        &["play", "--help"],
        &["solve", "--help"],
        &["analyse", "--help"],
        &["tree", "--help"],
        &["match", "--help"],
        &["solve"],
        &["analyse"],
        &["tree"],
        &["tree", "XO./OX./X.O", "--depth", "9"],
        &["match", "--games", "10"],
    ];
    for args in commands {
        let output = output(args);
        let long: Vec<&str> = output.lines().filter(|line| line.chars().count() > 80).collect();
        assert_eq!(long, [] as [&str; 0], "{args:?}");
    }
    for command in ["play", "solve", "analyse", "tree", "match"] {
        let help = output(&[command, "--help"]);
        assert!(help.contains("Examples:") && help.contains("Exit status"), "{help}");
    }
}

#[test]
fn solve_tells_the_numbers_and_the_searches() {
    insta::assert_snapshot!(output(&["solve"]));
    let solved = report(&["solve"]);
    let known = known();
    for key in ["reachable_positions", "terminal_positions", "games", "games_by_result", "perft"] {
        assert_eq!(solved["counts"][key], known[key], "{key}");
    }
    assert_eq!((&solved["value"], &solved["proved"]), (&known["value"], &json!(true)));
    assert_eq!(solved["pv"].as_array().map(Vec::len), Some(9));
    let searches = solved["searches"].as_array().unwrap();
    assert_eq!(searches.len(), 6);
    assert!(searches.iter().all(|search| search["value"] == 0 && search["nodes"].as_u64() <= Some(549_946)));
    let late = report(&["solve", "XXX/OO./..."]);
    assert_eq!((&late["value"], &late["best"], &late["pv"]), (&json!(1), &Value::Null, &json!([])));
    assert_eq!((&late["counts"]["games"], &late["counts"]["perft"]), (&json!(1), &json!([1])));
}

#[test]
fn analyse_says_what_every_move_comes_to() {
    insta::assert_snapshot!(output(&["analyse", "X.O/.X./..O"]), @r"
    X.O/.X./..O, X to move
    ----------------------

      X | 2 | O
     ---+---+---
      4 | X | 6
     ---+---+---
      7 | 8 | O

      move  value   plies  best play
         2  O wins      2  2 6
         4  O wins      2  4 6
    *    6  draw        5  6 4 7 2 8
         7  O wins      2  7 6
         8  O wins      2  8 6

    * as good as any: the sooner win, the later loss. 73 positions visited.
    ");
    insta::assert_snapshot!(output(&["analyse", "XXX/OO./..."]), @r"
    XXX/OO./..., X has won
    ----------------------

      X | X | X
     ---+---+---
      O | O | 6
     ---+---+---
      7 | 8 | 9

    The game is over: X has won.
    ");
    let analysed = report(&["analyse", "X.O/.X./..O"]);
    assert_eq!(analysed["to_move"], "X");
    assert_eq!((&analysed["value"], &analysed["proved"], &analysed["best"]), (&json!(0), &json!(true), &json!([6])));
    assert_eq!(analysed["move_values"], json!({"2": -1, "4": -1, "6": 0, "7": -1, "8": -1}));
    assert_eq!(analysed["moves"][0], json!({"move": 2, "value": -1, "proved": true, "plies": 2, "line": [2, 6]}));
    assert_eq!(analysed["pv"], analysed["moves"][2]["line"]);
    let start = report(&["analyse"]);
    let values: Vec<&Value> = start["moves"].as_array().unwrap().iter().map(|valued| &valued["value"]).collect();
    assert_eq!(json!(values), known()["first_move_values"]);
    let over = report(&["analyse", "XXX/OO./..."]);
    assert_eq!((&over["value"], &over["to_move"], &over["moves"]), (&json!(1), &Value::Null, &json!([])));
}

#[test]
fn positions_that_no_game_comes_to_are_refused() {
    for command in ["solve", "analyse", "tree"] {
        refused(&[command, "X.O"], &["a board has 9 squares, not 3", "X.O/.X./..O"]);
        refused(&[command, "X.O/.Y./..."], &["square 5", "`Y`"]);
        refused(&[command, "XX./..././.."], &["row 3 has 1 square", "not 3"]);
        refused(&[command, "XX./.../..."], &["2 X and 0 O cannot be"]);
        refused(&[command, "XXX/OOO/..."], &["both players have three in a row"]);
        refused(&[command, "XXX/OO./O.."], &["X has three in a row and O has moved since"]);
    }
    refused(&["play", "--position", "XXX/OO./..."], &["the game is over: X has won"]);
    refused(&["play", "--machine", "good"], &["perfect, random, or how many moves"]);
    refused(&["match", "--x", "perfct"], &["did you mean `perfect`?"]);
    refused(&["match", "--x", "10"], &["1 to 9"]);
    refused(&["match", "--games", "0"], &["--games"]);
    refused(&["tree", "--depth", "10"], &["--depth"]);
    refused(&["play", "--format", "json"], &["--format"]);
    let typed_first = kiber(&["--format", "json", "tictactoe", "play"]);
    assert_eq!((typed_first.status, typed_first.output.as_str()), (2, ""));
}

#[test]
fn the_tree_as_text_as_a_picture_and_for_programs() {
    insta::assert_snapshot!(output(&["tree", "XOX/.OX/O..", "--depth", "2"]), @r"
    level  7  X to move   max       1 position
    level  8  O to move   min       3 positions
    level  9  X to move   max       4 positions

    XOX/.OX/O..   1
    ├─ 4  XOX/XOX/O..  -1
    │  ├─ 8  XOX/XOX/OO.  -1 *
    │  └─ 9  XOX/XOX/O.O   0 …
    ├─ 8  XOX/.OX/OX.   0
    │  ├─ 4  XOX/OOX/OX.   1 …
    │  └─ 9  XOX/.OX/OXO   0 * …
    └─ 9  XOX/.OX/O.X   1 *

    1: X wins, 0: draw, -1: O wins. * gives the value above it; … the game goes on.
    ");
    assert!(output(&["tree", "--depth", "0"]).starts_with("level  1  X to move   max       1 position\n"));
    let file = path("tree.svg").display().to_string();
    let written = output(&["tree", "--svg", &file]);
    assert!(written.ends_with("tree.svg: 16 boards on levels 1 to 3\n"), "{written}");
    let svg = std::fs::read_to_string(&file).unwrap();
    assert_eq!(svg, output(&["tree", "--svg", "-"]));
    assert!(svg.starts_with("<svg ") && svg.contains("<title id=\"title\">"), "{svg}");
    let tree = report(&["tree", "--svg", &file]);
    assert_eq!(tree["levels"][1], json!({"level": 2, "player": "O", "choice": "min", "positions": 3}));
    assert_eq!(tree["branches"].as_array().map(Vec::len), Some(16));
    assert_eq!(tree["branches"][2]["position"], "XO./.../...");
    assert_eq!((&tree["svg"], &tree["value"]), (&json!(file), &json!(0)));
    let whole = report(&["tree", "--depth", "2", "--every-move"]);
    assert_eq!(whole["branches"].as_array().map(Vec::len), Some(82));
    refused(&["tree", "--svg", "-", "--format", "json"], &["standard output"]);
    refused(&["tree", "--depth", "9", "--svg", &file], &["boards", "--depth"]);
    refused(&["tree", "--svg", env!("CARGO_TARGET_TMPDIR")], &["it is a directory"]);
}

#[test]
fn a_match_is_the_same_each_time_and_near_what_is_exact() {
    insta::assert_snapshot!(output(&["match", "--games", "1000"]), @r"
    1,000 games, X perfect, O random, seed 1

                     games      share    exactly
    X wins             961     96.1 %   96.781 %
    draw                39      3.9 %    3.219 %
    O wins               0        0 %        0 %

    A game took 5.81 moves on average, exactly 5.78.
    ");
    let all = report(&["match", "--x", "random", "--o", "random", "--games", "5000", "--seed", "3"]);
    assert_eq!(all["played"], 5000);
    let games = |key: &str| all[key].as_u64().unwrap();
    assert_eq!(games("x_wins") + games("draws") + games("o_wins"), 5000);
    for key in ["x_wins", "draws", "o_wins"] {
        let exact = all["exact"][key].as_f64().unwrap();
        assert!((games(key) as f64 / 5000.0 - exact).abs() < 0.02, "{key} {all}");
    }
    // Two perfect players draw, and a perfect one never loses.
    let perfect = report(&["match", "--o", "perfect", "--games", "50"]);
    assert_eq!((&perfect["draws"], &perfect["exact"]["mean_plies"]), (&json!(50), &json!(9.0)));
    assert_eq!(report(&["match", "--x", "1", "--o", "perfect", "--games", "50"])["exact"]["x_wins"], 0.0);
}

#[test]
fn a_game_with_a_person() {
    let typed = "5\n5\nhint\nanalyse\nunod\nten\n10\nundo\nundo\nboard\n\nhelp\nquit\n1\n";
    let ran = played(&[], typed);
    assert_eq!((ran.status, ran.errors.as_str()), (0, ""));
    insta::assert_snapshot!(ran.output);
}

#[test]
fn a_lost_game_can_be_taken_back_and_the_marks_exchanged() {
    let ran = played(
        &["--you", "O", "--machine", "perfect", "--position", "X../.../..."],
        "2\n3\n6\n4\n1\nhint\nnew\nswap\n",
    );
    assert_eq!(ran.status, 0);
    insta::assert_snapshot!(ran.output);
}

#[test]
fn a_person_can_beat_the_machine_that_looks_nowhere() {
    let ran = played(&["--machine", "random", "--position", "XX./OO./..."], "3\nundo\n3\n");
    assert_eq!(ran.output.matches("you have won").count(), 2, "{}", ran.output);
    let ran = played(&["--machine", "1", "--position", "XX./OO./..."], "9\n");
    assert!(ran.output.contains("the machine has won"), "{}", ran.output);
}

/// Whatever is typed, each line is answered, and the end of input ends it.
#[test]
fn nonsense_is_answered() {
    for typed in ["", "\u{1b}[31m\n", "-1\n0\n99999999999999999999\n", "new new\nundo 3\n1 2\n", "\u{feff}5\n"] {
        let ran = played(&[], typed);
        assert_eq!((ran.status, ran.errors.as_str()), (0, ""), "{typed:?}");
        assert!(!ran.output.contains('\u{1b}'), "{:?}", ran.output);
    }
    let coloured = kiber_with(&["--color", "always", "tictactoe", "play"], "5\n", Terminal::default());
    assert!(coloured.output.contains("\u{1b}[1;31mX"), "{}", coloured.output);
}

#[test]
fn a_match_ends_when_time_is_up() {
    let ran = kiber(&["tictactoe", "match", "--games", "1000000000", "--most-time", "0.05", "--format", "json"]);
    assert_eq!(ran.status, 3, "{ran:?}");
    assert!(ran.errors.starts_with("ended after ") && ran.errors.ends_with(" of 1,000,000,000 games: out of time\n"));
    let told = ran.json();
    assert!(told["played"].as_u64() > Some(0) && told["stopped"] == "out of time", "{told}");
}

#[test]
fn a_picture_is_named_for_what_it_is() {
    let picture = path("tree.png").into_os_string().into_string().unwrap();
    refused(&["tree", "--svg", &picture], &["`.png` says something else", "--svg", "tree.svg"]);
    assert!(!std::path::Path::new(&picture).exists());
    let picture = path("named.SVG").into_os_string().into_string().unwrap();
    output(&["tree", "--depth", "1", "--svg", &picture]);
}
