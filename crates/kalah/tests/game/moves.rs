//! Every move of the file, and what is said about moves that are none.

use kiber_kalah::{Ending, Error, Position, Rules, Setup, Side};
use serde_json::Value;

use crate::oracle;

/// Plays the move of a row and compares all that the row tells.
#[track_caller]
fn check(rules: Rules, row: &Value) {
    let position = oracle::position(row);
    let pit = row["pit"].as_u64().unwrap() as usize;
    assert!(position.moves(rules).contains(&pit), "{row}");
    let turn = position.play(rules, pit).unwrap();
    assert_eq!(turn.after.places(), oracle::places(&row["after"]), "{row}");
    assert_eq!(position.after(rules, pit).unwrap(), turn.after, "{row}");
    if let Some(laps) = row.get("laps") {
        assert_eq!(turn.laps.len() as u64, laps.as_u64().unwrap(), "{row}");
    }
    assert_eq!(u64::from(turn.captured()), row["captured"].as_u64().unwrap(), "{row}");
    assert_eq!(turn.ending.is_some(), row["over"].as_bool().unwrap(), "{row}");
    let swept = turn.swept.as_ref().map(|swept| swept.places().to_vec());
    assert_eq!(swept, row["final"].as_array().map(|_| oracle::places(&row["final"])), "{row}");
    if let Some(next) = row.get("next") {
        assert_eq!(turn.after.to_move(), oracle::side(next), "{row}");
        assert_eq!(turn.extra_move, turn.ending.is_none() && next == &row["side"], "{row}");
    } else {
        assert_eq!(turn.after.to_move(), turn.side.other(), "{row}");
    }
    assert_eq!(turn.after.moves(rules).is_empty(), turn.ending.is_some(), "{row}");
}

#[test]
fn every_move_of_the_file() {
    let games = oracle::games();
    let mut rows = 0;
    for (rules, data) in oracle::by_rules(&games) {
        for kind in ["worked", "moves", "moves_rare"] {
            for row in data[kind].as_array().into_iter().flatten() {
                check(rules, row);
                rows += 1;
            }
        }
    }
    assert_eq!(rows, 15 + 222 + 63 + 115 + 110);
}

#[track_caller]
fn check_end(rules: Rules, text: &str, ending: Option<Ending>, result: Option<i32>) {
    let position: Position = text.parse().unwrap();
    assert_eq!(position.ending(rules), ending, "{text}");
    assert_eq!(position.result(rules), result, "{text}");
}

#[test]
fn how_games_end() {
    let (south, north) = (Side::South, Side::North);
    // Exactly half is no majority; one stone more is, and nothing else counts then.
    check_end(Rules::Wetherell, "1,0/3 1,1/0 S", None, None);
    check_end(Rules::Wetherell, "1,0/4 1,1/0 S", Some(Ending::Majority(south)), Some(7));
    check_end(Rules::Wetherell, "1,0/0 1,1/4 N", Some(Ending::Majority(north)), Some(-7));
    check_end(Rules::Wetherell, "0,0/3 2,1/0 N", None, None);
    check_end(Rules::Wetherell, "0,0/3 2,1/0 S", Some(Ending::CannotMove(south)), Some(0));
    check_end(Rules::Wetherell, "3,1/1 0,0/2 N", Some(Ending::CannotMove(north)), Some(7));
    // No majority ends the standard game, and it does not matter who is to move.
    check_end(Rules::Standard, "1,0/9 1,1/0 S", None, None);
    check_end(Rules::Standard, "0,0/3 2,1/1 N", Some(Ending::Bare(south)), Some(-1));
    check_end(Rules::Standard, "3,1/1 0,0/2 S", Some(Ending::Bare(north)), Some(3));
    check_end(Rules::StandardEmptyCapture, "0,0/3 0,0/2 S", Some(Ending::BothBare), Some(1));
}

#[track_caller]
fn check_refused(rules: Rules, text: &str, pit: usize, message: &str) {
    let position: Position = text.parse().unwrap();
    let error = position.play(rules, pit).unwrap_err();
    assert_eq!(error.to_string(), message);
    assert_eq!(position.after(rules, pit), Err(error));
}

#[test]
fn moves_that_are_none() {
    let board = "0,3,1/0 2,0,0/0 S";
    check_refused(
        Rules::Wetherell,
        board,
        0,
        "there is no pit 0; pits are numbered 1 to 3 from their owner's left to his right",
    );
    check_refused(
        Rules::Standard,
        board,
        4,
        "there is no pit 4; pits are numbered 1 to 3 from their owner's left to his right",
    );
    check_refused(Rules::Wetherell, board, 1, "South's pit 1 is empty; South may move from 2 or 3");
    check_refused(
        Rules::Wetherell,
        "1,0/4 1,1/0 S",
        1,
        "the game is over in 1,0/4 1,1/0 S: South has more than half of all stones",
    );
    check_refused(
        Rules::Standard,
        "1,0/4 0,0/0 S",
        1,
        "the game is over in 1,0/4 0,0/0 S: North has no stone left in the pits",
    );
}

#[test]
fn boards_that_are_none() {
    let refused = |places: Vec<u32>| Position::new(places, Side::South).unwrap_err().to_string();
    let length = |places: usize| {
        format!(
            "a board is an even number of places from 4 to 202: as many pits on either side, and a kalah each; not {places}"
        )
    };
    for places in [0, 1, 2, 3, 5, 13, 203, 204] {
        assert_eq!(refused(vec![1; places]), length(places));
    }
    assert_eq!(refused(vec![u32::MAX; 4]), "a board holds up to 200000 stones, not 17179869180");
    for places in [4, 14, 202] {
        assert!(Position::new(vec![1; places], Side::North).is_ok());
    }
}

#[test]
fn positions_of_another_game() {
    let setup = Setup::new(Rules::Wetherell, 2, 3).unwrap();
    let refused = |text: &str| setup.check(&text.parse().unwrap()).unwrap_err();
    assert_eq!(refused("3/0 3/0 S").to_string(), "the position has 1 pits a side, and the game has 2");
    assert_eq!(
        refused("3,3/0 3,3/1 S").to_string(),
        "the position has 13 stones; a game with 2 pits a side and 3 in each has 2 x 2 x 3 = 12 from start to end"
    );
    assert!(matches!(refused("3,0/7 1,1/0 N"), Error::Over { ending: Ending::Majority(Side::South), .. }));
    assert_eq!(setup.check(&Position::start(setup)), Ok(()));
    assert_eq!(setup.check(&"3,0/6 1,1/1 N".parse().unwrap()), Ok(()));
}
