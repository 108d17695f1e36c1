//! The file of rows, and how they are read.

use kiber_kalah::{Position, Rules, Setup, Side};
use serde_json::Value;

/// The whole file.
pub(crate) fn games() -> Value {
    serde_json::from_str(include_str!("../../../../tests/oracles/games.json")).unwrap()
}

/// Each of the rules with its part of the file.
pub(crate) fn by_rules(games: &Value) -> [(Rules, &Value); 3] {
    [
        (Rules::Wetherell, &games["wetherell"]),
        (Rules::Standard, &games["standard"]["no_empty_capture"]),
        (Rules::StandardEmptyCapture, &games["standard"]["empty_capture"]),
    ]
}

/// `"6,3"` as a game.
pub(crate) fn setup(rules: Rules, key: &str) -> Setup {
    let (pits, stones) = key.split_once(',').unwrap();
    Setup::new(rules, pits.parse().unwrap(), stones.parse().unwrap()).unwrap()
}

pub(crate) fn side(row: &Value) -> Side {
    match row.as_u64() {
        Some(0) => Side::South,
        Some(1) => Side::North,
        _ => panic!("no side: {row}"),
    }
}

pub(crate) fn places(board: &Value) -> Vec<u32> {
    board.as_array().unwrap().iter().map(|stones| stones.as_u64().unwrap() as u32).collect()
}

/// The position of a row with the fields `b` and `side`.
pub(crate) fn position(row: &Value) -> Position {
    Position::new(places(&row["b"]), side(&row["side"])).unwrap()
}
