//! How many sequences of moves there are, counted one by one.

use kiber_kalah::{Position, Rules};

use crate::oracle;

/// The sequences of exactly 0, 1, … moves; by the standard rules every sowing is a move.
fn sequences(rules: Rules, start: Position, depth: usize) -> Vec<u64> {
    let mut counts = vec![0; depth + 1];
    let mut open = vec![(start, 0)];
    while let Some((position, made)) = open.pop() {
        counts[made] += 1;
        if made < depth {
            open.extend(position.moves(rules).iter().map(|&pit| (position.after(rules, pit).unwrap(), made + 1)));
        }
    }
    counts
}

#[test]
fn every_row_of_sequences() {
    let games = oracle::games();
    let mut rows = 0;
    for (rules, data) in oracle::by_rules(&games) {
        for kind in ["perft", "perft_small_boards"] {
            for (key, expected) in data[kind].as_object().unwrap() {
                let expected: Vec<u64> =
                    expected.as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).collect();
                let start = Position::start(oracle::setup(rules, key));
                assert_eq!(sequences(rules, start, expected.len() - 1), expected, "{rules} {key}");
                rows += 1;
            }
        }
    }
    assert_eq!(rows, 3 * (6 + 15));
}
