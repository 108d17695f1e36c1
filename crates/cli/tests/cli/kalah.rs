//! `kiber kalah`.

use kiber_cli::Terminal;
use kiber_kalah::Record;
use serde_json::{Value, json};

use crate::{Ran, file, kiber, kiber_with, path, without_folder};

fn known() -> Value {
    serde_json::from_str(include_str!("../../../../tests/oracles/games.json")).unwrap()
}

/// Each of the rules by its name, with its rows.
fn by_rules(known: &Value) -> [(&'static str, &Value); 3] {
    [
        ("wetherell", &known["wetherell"]),
        ("standard", &known["standard"]["no_empty_capture"]),
        ("standard-empty", &known["standard"]["empty_capture"]),
    ]
}

#[track_caller]
fn output(args: &[&str]) -> String {
    let ran = kiber(&[&["kalah"], args].concat());
    assert_eq!((ran.status, ran.errors.as_str()), (0, ""), "{ran:?}");
    ran.output
}

#[track_caller]
fn report(args: &[&str]) -> Value {
    let ran = kiber(&[&["kalah"], args, &["--format", "json"]].concat());
    assert_eq!((ran.status, ran.errors.as_str()), (0, ""), "{ran:?}");
    ran.json()
}

#[track_caller]
fn refused(args: &[&str], pieces: &[&str]) {
    let ran = kiber(&[&["kalah"], args].concat());
    assert_eq!((ran.status, ran.output.as_str()), (2, ""), "{ran:?}");
    assert!(pieces.iter().all(|piece| ran.errors.contains(piece)), "{pieces:?} in {}", ran.errors);
}

fn played(args: &[&str], typed: &str) -> Ran {
    kiber_with(&[&["kalah", "play", "--seed", "1"], args].concat(), typed, Terminal::default())
}

/// A session that goes well, to its end.
#[track_caller]
fn session(args: &[&str], typed: &str) -> String {
    let ran = played(args, typed);
    assert_eq!((ran.status, ran.errors.as_str()), (0, ""), "{ran:?}");
    let long: Vec<&str> = ran.output.lines().filter(|line| line.chars().count() > 80).collect();
    assert_eq!(long, [] as [&str; 0]);
    ran.output
}

#[test]
fn everything_fits_eighty_columns() {
    let commands: [&[&str]; 13] = [
        &["--help"],
        &["play", "--help"],
        &["analyse", "--help"],
        &["solve", "--help"],
        &["perft", "--help"],
        &["match", "--help"],
        &["analyse", "--depth", "3"],
        &["analyse", "--pits", "40", "--depth", "1"],
        &["analyse", "--depth", "30", "--pits", "2", "--stones", "6"],
        &["perft", "--depth", "3"],
        &["solve", "--stones", "1", "--pits", "3"],
        &["match", "--games", "2", "--depth", "1"],
        &["match", "--games", "2", "--depth", "1", "--show", "2", "--rules", "standard"],
    ];
    for args in commands {
        let output = output(args);
        let long: Vec<&str> = output.lines().filter(|line| line.chars().count() > 80).collect();
        assert_eq!(long, [] as [&str; 0], "{args:?}");
    }
    for command in ["play", "analyse", "solve", "perft", "match"] {
        let help = output(&[command, "--help"]);
        assert!(help.contains("Examples:") && help.contains("Exit status"), "{help}");
    }
}

#[test]
fn perft_counts_every_row() {
    let known = known();
    let mut rows = 0;
    for (rules, data) in by_rules(&known) {
        for kind in ["perft", "perft_small_boards"] {
            for (key, counts) in data[kind].as_object().unwrap() {
                let (pits, stones) = key.split_once(',').unwrap();
                let depth = (counts.as_array().unwrap().len() - 1).to_string();
                let game = ["perft", "--rules", rules, "--pits", pits, "--stones", stones, "--depth", &depth];
                assert_eq!(&report(&game)["counts"], counts, "{rules} {key}");
                rows += 1;
            }
        }
    }
    assert_eq!(rows, 3 * (6 + 15));
}

#[test]
fn perft_of_a_game_that_ends_goes_on_with_nothing() {
    assert_eq!(
        report(&["perft", "--pits", "1", "--stones", "1", "--depth", "8"])["counts"],
        json!([1, 1, 1, 0, 0, 0, 0, 0, 0])
    );
    insta::assert_snapshot!(output(&["perft", "--depth", "5"]), @r"
    Kalah by Wetherell's rules, 6 pits a side, 48 stones
    ----------------------------------------------------

    moves  sequences of so many moves
        0                           1
        1                           6
        2                          36
        3                         186
        4                         973
        5                       4,823
    ");
}

#[test]
fn analyse_gives_the_values_of_every_depth() {
    let known = known();
    for (rules, data) in by_rules(&known) {
        for (key, rows) in data["fixed_depth_start"]["rows"].as_object().unwrap() {
            let (pits, stones) = key.split_once(',').unwrap();
            for row in rows.as_array().unwrap().iter().take(5) {
                let depth = row["depth"].to_string();
                let game = ["analyse", "--rules", rules, "--pits", pits, "--stones", stones, "--depth", &depth];
                let told = report(&game);
                assert_eq!(told["move_values"], row["move_values"], "{game:?}");
                assert_eq!(told["value"], row["value"], "{game:?}");
                assert_eq!(told["pv"].as_array().map(Vec::len) as Option<usize>, depth.parse().ok(), "{game:?}");
            }
        }
    }
}

#[test]
fn analyse_shows_the_board_and_every_move() {
    insta::assert_snapshot!(output(&["analyse", "--depth", "5"]));
    insta::assert_snapshot!(output(&["analyse", "--rules", "standard", "--position", "1,0,2/3 0,4,1/5 N"]));
    insta::assert_snapshot!(output(&["analyse", "--position", "0,0,0/2 0,4,1/5 N"]));
}

#[test]
fn analyse_judges_in_two_ways() {
    let chapter = report(&["analyse", "--depth", "3"]);
    assert_eq!((&chapter["evaluation"], &chapter["unit"]), (&json!("chapter"), &json!(1)));
    let better = report(&["analyse", "--depth", "3", "--evaluation", "better"]);
    assert_eq!((&better["evaluation"], &better["unit"]), (&json!("better"), &json!(64)));
    assert_ne!(chapter["move_values"], better["move_values"]);
}

#[test]
fn analyse_sees_the_soonest_win_and_the_latest_loss() {
    // South wins with pit 3 at once, and with others later.
    let told = report(&["analyse", "--position", "1,1,1/6 1,1,1/0 S"]);
    assert_eq!((&told["value"], &told["proved"], &told["best"]), (&json!(12), &json!(true), &json!([3])));
    assert_eq!(told["moves"][2]["proved_at"], json!(1));
    // Every move of South's loses: with 5 or 6 at once, with 1 only after eight moves.
    let told = report(&["analyse", "--position", "1,0,0,0,1,1/5 0,3,0,0,0,2/11 S", "--depth", "20"]);
    let proved_at: Vec<u64> =
        told["moves"].as_array().unwrap().iter().map(|valued| valued["proved_at"].as_u64().unwrap()).collect();
    assert_eq!((&told["value"], &told["best"], proved_at), (&json!(-24), &json!([1]), vec![8, 2, 2]));
    let played =
        session(&["--position", "1,0,0,0,1,1/5 0,3,0,0,0,2/11 S", "--you", "north", "--machine", "better:8"], "");
    assert!(played.contains("The machine plays 1."), "{played}");
}

#[test]
fn analyse_answers_when_time_is_up() {
    let told = report(&["analyse", "--stones", "6", "--most-time", "0.2"]);
    assert_eq!(told["stopped"], json!("out of time"));
    assert!(told["depth"].as_u64() >= Some(2), "{told}");
    assert_eq!(told["moves"].as_array().map(Vec::len), Some(6));
}

#[test]
fn solve_proves_the_small_games() {
    let known = known();
    for (rules, data) in by_rules(&known) {
        for (key, row) in data["values"].as_object().unwrap() {
            let (pits, stones) = key.split_once(',').unwrap();
            // The others take longer.
            if ["3,5", "5,1"].contains(&key.as_str()) {
                continue;
            }
            let told = report(&["solve", "--rules", rules, "--pits", pits, "--stones", stones]);
            assert_eq!(told["proved"], json!(true), "{rules} {key}");
            assert_eq!(told["value"], row["playout_margin"], "{rules} {key}");
            assert_eq!(told["move_values"], row["move_values"], "{rules} {key}");
            let winner = ["North", "nobody", "South"][(row["wdl"].as_i64().unwrap() + 1) as usize];
            assert_eq!(told["winner"], winner, "{rules} {key}");
        }
    }
}

#[test]
fn solve_proves_endgames() {
    let known = known();
    for (rules, data) in by_rules(&known) {
        for row in data["endgames"].as_array().unwrap().iter().step_by(3) {
            let told = report(&["solve", "--rules", rules, "--position", &position(row), "--threads", "1"]);
            assert_eq!(told["proved"], json!(true), "{row}");
            assert_eq!((&told["value"], &told["move_values"]), (&row["playout_margin"], &row["move_values"]), "{row}");
        }
    }
}

/// The position of a row, as text.
fn position(row: &Value) -> String {
    let places: Vec<String> = row["b"].as_array().unwrap().iter().map(Value::to_string).collect();
    let (south, north) = places.split_at(places.len() / 2);
    let half = |half: &[String]| format!("{}/{}", half[..half.len() - 1].join(","), half[half.len() - 1]);
    let side = if row["side"] == 0 { 'S' } else { 'N' };
    format!("{} {} {side}", half(south), half(north))
}

#[test]
fn solve_gives_up_at_its_limit() {
    let ran =
        kiber(&["kalah", "solve", "--stones", "6", "--most-time", "0.1", "--most-memory", "64", "--format", "json"]);
    assert_eq!(ran.status, 3, "{ran:?}");
    assert!(ran.errors.contains("ended before all was proved: out of time"), "{}", ran.errors);
    let told = ran.json();
    assert_eq!((&told["proved"], &told["stopped"]), (&json!(false), &json!("out of time")));
}

#[test]
fn a_table_takes_no_large_share_of_the_time() {
    // A whole one has 86 million positions.
    let ran = kiber(&["kalah", "solve", "--stones", "6", "--most-time", "0.05", "--format", "json", "--threads", "1"]);
    assert_eq!(ran.status, 3, "{ran:?}");
    let told = ran.json();
    let positions = told["table"]["positions"].as_u64().unwrap_or(0);
    assert!(positions <= 40_000, "{positions}");
    assert!(told["nodes"].as_u64() > Some(0), "{told}");
    let told = kiber(&["kalah", "solve", "--stones", "6", "--most-time", "0", "--format", "json"]).json();
    assert_eq!((&told["table"], &told["stopped"]), (&json!(null), &json!("out of time")));
}

#[test]
fn memory_that_cannot_be_had_is_refused_before_a_table_is_built() {
    let table = path("no-memory.table").into_os_string().into_string().unwrap();
    let much = ["solve", "--pits", "8", "--stones", "5", "--most-memory", "1000000000", "--table", &table];
    refused(&much, &["MiB of memory", "--most-memory"]);
    assert!(!std::path::Path::new(&table).exists());
}

#[test]
fn solve_proves_what_it_is_asked_to() {
    let position = ["solve", "--position", "0,1,0,0,2,2/9 0,0,0,2,1,1/6 S", "--prove"];
    let winner = report(&[&position[..], &["winner"]].concat());
    assert_eq!((&winner["proved"], &winner["winner"]), (&json!(true), &json!("South")));
    let value = report(&[&position[..], &["value"]].concat());
    assert_eq!((&value["value"], &value["winner"], &value["bounds"]), (&json!(2), &json!("South"), &json!([2, 2])));
    let moves = report(&[&position[..], &["moves"]].concat());
    assert_eq!(moves["move_values"], json!({"2": 2, "5": 0, "6": 2}));
    insta::assert_snapshot!(output(&[&position[..], &["moves", "--threads", "1"]].concat()));
}

#[test]
fn a_table_is_built_kept_and_read() {
    let path = path("kalah-endgames.table").into_os_string().into_string().unwrap();
    let _ = std::fs::remove_file(&path);
    let game = ["solve", "--rules", "standard", "--pits", "3", "--stones", "3", "--table", &path];
    let built = report(&game);
    assert_eq!((&built["table"]["built"], &built["value"]), (&json!(true), &json!(2)));
    let read = report(&game);
    assert_eq!((&read["table"]["built"], &read["value"]), (&json!(false), &json!(2)));
    assert_eq!(built["table"]["stones"], read["table"]["stones"]);
    assert_eq!(built["move_values"], read["move_values"]);
    // It serves no other game.
    let other = ["solve", "--rules", "wetherell", "--pits", "3", "--stones", "3", "--table", &path];
    refused(&other, &["kalah-endgames.table", "standard rules with 3 pits", "wetherell with 3"]);
    let other = ["solve", "--rules", "standard", "--pits", "4", "--stones", "3", "--table", &path];
    refused(&other, &["with 3 pits a side", "standard with 4"]);
}

#[test]
fn damaged_tables_are_refused() {
    let path = path("kalah-whole.table").into_os_string().into_string().unwrap();
    let _ = std::fs::remove_file(&path);
    report(&["solve", "--pits", "2", "--stones", "3", "--table", &path]);
    let whole = std::fs::read(&path).unwrap();
    let solve = |name: &str, bytes: &[u8]| {
        let damaged = file(name, bytes);
        refused(&["solve", "--pits", "2", "--stones", "3", "--table", &damaged], &[name]);
    };
    solve("kalah-empty.table", b"");
    solve("kalah-no.table", b"this is no table");
    solve("kalah-short.table", &whole[..whole.len() - 1]);
    solve("kalah-long.table", &[&whole[..], b"x"].concat());
    let mut changed = whole.clone();
    *changed.last_mut().unwrap() ^= 1;
    solve("kalah-changed.table", &changed);
    refused(&["solve", "--table", env!("CARGO_TARGET_TMPDIR")], &["directory"]);
}

#[test]
fn a_board_that_is_too_large_is_not_solved() {
    refused(&["solve", "--pits", "40"], &["too many positions to be solved exactly"]);
    let told = report(&["analyse", "--pits", "40", "--depth", "2"]);
    assert_eq!(told["move_values"].as_object().map(|values| values.len()), Some(40));
}

#[test]
fn what_is_no_position_is_refused() {
    refused(&["analyse", "--position", "1,2,3"], &["at character 6", "`/` and South's kalah"]);
    refused(&["analyse", "--position", "1,-2/3 0,1/2 S"], &["at character 3", "fewer than 0 stones", "`-2`"]);
    refused(&["analyse", "--position", "-1,2/3 0,1/2 S"], &["at character 1", "fewer than 0"]);
    refused(&["analyse", "--position", "1,2/3 0,1/2"], &["who is to move is due here"]);
    refused(&["analyse", "--position", "1,2/3 0,1,4/2 S"], &["South has 2 pits and North 3"]);
    refused(&["analyse", "--position", "1,999999/3 0,1/2 S"], &["up to 200000 stones"]);
    refused(&["solve", "--position", "1,2/3 0,1/2 S", "--pits", "3"], &["2 pits a side, and the game has 3"]);
    refused(&["perft", "--position", "1,2/3 0,1/2 S", "--stones", "2"], &["9 stones", "2 x 2 x 2 = 8"]);
    refused(
        &["solve", "--position", "0,0/3 0,1/4 S", "--stones", "2"],
        &["the game is over", "South is to move and has no stone"],
    );
    refused(&["play", "--position", "0,0/3 0,1/4 S"], &["the game is over"]);
    refused(&["match", "--position", "1,0/3 0,1/3 S"], &["--position says nothing"]);
    refused(&["solve", "--pits", "0"], &["1 to 100 pits"]);
    refused(&["solve", "--stones", "1001"], &["1 to 1000 stones"]);
    refused(&["solve", "--rules", "chess"], &["no rules `chess`", "wetherell, standard, standard-empty"]);
    refused(&["solve", "--rules", "wetherel"], &["no rules `wetherel`; did you mean `wetherell`?"]);
    refused(&["match", "--south", "bettr:4"], &["did you mean `better`?"]);
    refused(&["match", "--south", "best"], &["chapter, better or random"]);
    refused(&["match", "--south", "better:0"], &["1 to 100"]);
    refused(&["analyse", "--evaluation", "beter"], &["did you mean `better`?"]);
    #[cfg(target_os = "linux")]
    refused(&["play", "--load", "/dev/zero"], &["larger than 64 MiB"]);
    let help = kiber(&["kalah", "match", "--help"]).output;
    assert!(help.contains("--stones") && !help.contains("--position"), "{help}");
    refused(&["analyse", "--evaluation", "best"], &["chapter or better"]);
    refused(&["play", "--you", "east"], &["south", "north", "both"]);
    refused(&["play", "--load", "nowhere.kalah"], &["cannot read `nowhere.kalah`"]);
}

#[test]
fn what_cannot_be_solved_is_refused_before_tables_are_built() {
    let table = path("unsolvable.table").into_os_string().into_string().unwrap();
    refused(&["solve", "--position", "0,0,1000/0 1000,0,0/0 S", "--table", &table], &["too many positions"]);
    assert!(!std::path::Path::new(&table).exists());
}

#[test]
fn no_move_is_named_where_nothing_is_proved() {
    let ran = kiber(&["kalah", "solve", "--most-time", "0", "--most-memory", "1"]);
    assert_eq!(ran.status, 3, "{ran:?}");
    assert!(ran.output.contains("Not proved who wins") && !ran.output.contains("By pit"), "{}", ran.output);
}

#[test]
fn any_total_is_fine_where_no_stones_are_told() {
    let told = report(&["solve", "--position", "0,1/3 0,1/4 S"]);
    assert_eq!(told["proved"], json!(true));
    let fits = report(&["solve", "--position", "1,1/3 0,1/2 S", "--stones", "2"]);
    assert_eq!(fits["proved"], json!(true));
}

#[test]
fn a_session() {
    let typed = "help\n3\nhint\nundo\n3\nexplain\nquit\n";
    insta::assert_snapshot!(session(&["--machine", "better:3"], typed));
}

#[test]
fn a_standard_session_with_extra_moves() {
    let typed = "3,6\ngame\nanalyse\nundo\n3\n6 1\nquit";
    insta::assert_snapshot!(session(&["--rules", "standard", "--machine", "chapter:2"], typed));
}

#[test]
fn what_cannot_be_played_is_answered() {
    let answers =
        session(&["--machine", "random"], "7\n0\n1 x\nboared\nundo\nexplain\nsave\nload\n99999999999999999999\n");
    for piece in [
        "there is no pit 7",
        "there is no pit 0",
        "`1 x` is no move and no word",
        "did you mean `board`?",
        "there is no move of yours to take back",
        "no move has been made yet",
        "save it where?",
        "load it from where?",
        "`99999999999999999999` is no move",
    ] {
        assert!(answers.contains(piece), "{piece}: {answers}");
    }
    let empty = session(&["--you", "both", "--position", "0,3,1/0 2,0,0/0 S"], "1\n2\n3\n");
    assert!(empty.contains("South's pit 1 is empty; South may move from 2 or 3"), "{empty}");
}

#[test]
fn the_person_may_sit_north_or_on_both_sides() {
    let north = session(&["--you", "north", "--machine", "better:2"], "quit\n");
    assert!(north.contains("The machine plays") && north.contains("your move (North)"), "{north}");
    let both = session(&["--you", "both"], "3\n4\nswap\nundo\nundo\nundo\n");
    assert!(!both.contains("The machine plays"), "{both}");
    assert!(both.contains("both sides are yours already") && both.contains("no move of yours"), "{both}");
}

#[test]
fn a_game_is_saved_and_gone_on_with() {
    let path = path("kalah-saved.kalah").into_os_string().into_string().unwrap();
    let saved = session(&["--rules", "standard", "--you", "both"], &format!("3,6\n2\nsave {path}\nquit\n"));
    assert!(without_folder(&saved).contains("written to kalah-saved.kalah"), "{saved}");
    let record: Record = std::fs::read_to_string(&path).unwrap().parse().unwrap();
    assert_eq!(record.moves().collect::<Vec<_>>(), [3, 6, 2]);
    let again = session(&["--load", &path, "--you", "both"], "game\nundo\ngame\nquit\n");
    assert!(again.contains("1. 3,6 2\n") && again.contains("1. 3,6\n"), "{again}");
    let loaded = session(&["--you", "both"], &format!("load {path}\ngame\n"));
    assert!(loaded.contains("1. 3,6 2\n"), "{loaded}");
    let damaged = file("kalah-damaged.kalah", "Rules: standard\nPits: 6\nStones: 4\n\n1. 3 6\n");
    refused(&["play", "--load", &damaged], &["kalah-damaged.kalah: line 5, column 6: South moves again"]);
}

#[test]
fn the_end_of_a_game_is_told() {
    let over = session(&["--position", "0,0,1/5 1,2,2/0 S"], "3\n1\nundo\n3\nquit\n");
    assert!(over.contains("South has 6 of 11 stones, more than half: South wins 6 to 0."), "{over}");
    assert!(over.contains("the game is over. South has more than half of all stones: South wins 6 to 0."), "{over}");
}

#[test]
fn whole_games_are_played_to_their_end_and_the_machine_wins_from_a_person_at_random() {
    let mut won = 0;
    for seed in ["1", "2", "3", "4"] {
        // Typing every pit in turn, legal or not, comes to an end, too.
        let typed = "1\n2\n3\n4\n5\n6\n".repeat(40) + "game\n";
        let args = ["kalah", "play", "--seed", seed, "--machine", "better:3", "--stones", "3"];
        let ran = kiber_with(&args, &typed, Terminal::default());
        assert_eq!(ran.status, 0);
        let game: String =
            ran.output.split("Rules:").nth(1).unwrap().lines().map(|line| format!("{}\n", line.trim())).collect();
        let record: Record = format!("Rules:{game}").parse().unwrap();
        let swept = record.swept().unwrap();
        won += u32::from(swept.margin() < 0);
    }
    assert_eq!(won, 4);
}

#[test]
fn a_match_is_the_same_each_time() {
    let games = ["match", "--games", "20", "--depth", "2", "--stones", "3"];
    let told = output(&games);
    insta::assert_snapshot!(told);
    assert_eq!(told, output(&games));
    assert_eq!(told, output(&[&games[..], &["--threads", "7", "--seed", "1"]].concat()));
    assert_ne!(told, output(&[&games[..], &["--seed", "2"]].concat()));
}

#[test]
fn the_better_evaluation_wins_its_match() {
    let told = report(&["match", "--games", "40", "--depth", "3"]);
    assert_eq!(
        (&told["south"], &told["north"], &told["played"]),
        (&json!("better:3"), &json!("chapter:3"), &json!(40))
    );
    let (share, error) = (told["share"].as_f64().unwrap(), told["error"].as_f64().unwrap());
    assert!(share - error > 0.5, "{told}");
    let sum = |key: &str| ["wins", "draws", "losses"].iter().map(|end| told[key][end].as_u64().unwrap()).sum::<u64>();
    assert_eq!((sum("as_south"), sum("as_north")), (20, 20));
}

#[test]
fn games_that_are_shown_read_back() {
    let told =
        report(&["match", "--games", "4", "--depth", "1", "--show", "3", "--south", "random", "--rules", "standard"]);
    let shown = told["shown"].as_array().unwrap();
    assert_eq!(shown.len(), 3);
    for text in shown {
        let record: Record = text.as_str().unwrap().parse().unwrap();
        assert!(record.ending().is_some());
    }
}

#[test]
fn a_match_out_of_time_tells_what_was_played() {
    let ran =
        kiber(&["kalah", "match", "--games", "1000000", "--depth", "2", "--most-time", "0.3", "--format", "json"]);
    assert_eq!(ran.status, 3, "{ran:?}");
    assert!(ran.errors.contains("out of time"), "{}", ran.errors);
    let told = ran.json();
    assert!(told["played"].as_u64() >= Some(2) && told["stopped"] == "out of time", "{told}");
    // A single move may take longer than that.
    let ran = kiber(&["kalah", "match", "--stones", "6", "--depth", "100", "--most-time", "0.2"]);
    assert_eq!(ran.status, 3, "{ran:?}");
    assert!(ran.errors.contains("ended after 0 of 100 games"), "{}", ran.errors);
}
