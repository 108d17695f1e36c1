//! Kalah searched by the crate of searches, and its evaluations.

use kiber_kalah::{Evaluation, Kalah, Position, Rules, Side};
use kiber_minimax::{Game, Table, alpha_beta_with_table};
use proptest::prelude::*;

use crate::games::any_game;
use crate::oracle;

/// The value of every move, searched to a depth that counts the move itself.
fn move_values(game: Kalah, position: &Position, depth: u32) -> Vec<(usize, i32)> {
    let mut table = Table::new(100_000);
    let mut value = |pit| {
        let after = position.after(game.rules, pit).unwrap();
        alpha_beta_with_table(&game, &after, Some(depth - 1), &mut table, |_| false).unwrap().value
    };
    position.moves(game.rules).into_iter().map(|pit| (pit, value(pit))).collect()
}

#[test]
fn every_row_of_fixed_depth_that_is_not_deep() {
    let games = oracle::games();
    let mut rows = 0;
    for (rules, data) in oracle::by_rules(&games) {
        let game = Kalah { rules, evaluation: Evaluation::Chapter };
        for (key, by_depth) in data["fixed_depth_start"]["rows"].as_object().unwrap() {
            let start = Position::start(oracle::setup(rules, key));
            for row in by_depth.as_array().unwrap() {
                let depth = row["depth"].as_u64().unwrap() as u32;
                if depth > 6 {
                    continue;
                }
                let values = move_values(game, &start, depth);
                let expected = row["move_values"].as_object().unwrap();
                assert_eq!(values.len(), expected.len());
                for (pit, value) in &values {
                    assert_eq!(Some(i64::from(*value)), expected[&pit.to_string()].as_i64(), "{rules} {key} {row}");
                }
                let best = values.iter().map(|&(_, value)| value).max();
                assert_eq!(best.map(i64::from), row["value"].as_i64(), "{rules} {key} {row}");
                rows += 1;
            }
        }
    }
    assert_eq!(rows, 3 * 3 * 6);
}

#[track_caller]
fn check_better(rules: Rules, text: &str, expected: i32) {
    let game = Kalah { rules, evaluation: Evaluation::Better };
    assert_eq!(game.evaluate(&text.parse().unwrap()), expected, "{text}");
}

#[test]
fn the_better_evaluation_counts_what_it_says() {
    // Two stones in the kalah, a stone that stays at home, nothing else; South is on move.
    check_better(Rules::Wetherell, "1,0,0/9 0,0,0/7 S", 2 * 64 + 13 + 219 - 76 - 51);
    // The same for North.
    check_better(Rules::Wetherell, "0,0,0/7 1,0,0/9 N", -(2 * 64 + 13 + 219 - 76 - 51));
    // He is not on move: the tempo is the other's.
    check_better(Rules::Wetherell, "1,0,0/9 0,0,1/7 N", 2 * 64 - (67 - 51));
    // The best move captures 3 and sows 1 into the kalah; North's stones would stay at home.
    check_better(Rules::Wetherell, "0,0,3/5 0,2,0/5 S", 3 * 13 + 47 + 4 * 67 - (2 * 13 + 219 - 27 + 41) - 51);
}

/// Kept from a run of `no_board_is_too_large_to_be_judged`: the guess was 1, and nothing can be won.
#[test]
fn a_board_without_a_stone_is_worth_nothing() {
    for pits in 1..4 {
        let position = Position::new(vec![0; 2 * (pits + 1)], Side::North).unwrap();
        for (rules, evaluation) in Rules::ALL.into_iter().flat_map(|rules| Evaluation::ALL.map(|each| (rules, each))) {
            let game = Kalah { rules, evaluation };
            assert_eq!((game.evaluate(&position), game.bounds(&position)), (0, 0..=0), "{rules} {evaluation} {pits}");
        }
    }
}

proptest! {
    #[test]
    fn values_stay_within_the_bounds_of_every_position_before(record in any_game()) {
        for evaluation in Evaluation::ALL {
            let game = Kalah { rules: record.rules(), evaluation };
            let value = game.value(record.position());
            let mut position = record.start().clone();
            for pit in record.moves() {
                prop_assert!(game.bounds(&position).contains(&value), "{evaluation} {position} {value}");
                position = position.after(record.rules(), pit).unwrap();
            }
            prop_assert!(game.bounds(&position).contains(&value), "{evaluation} {position} {value}");
        }
    }

    #[test]
    fn both_sides_are_judged_alike(record in any_game()) {
        let position = record.position();
        let (south, north) = position.places().split_at(position.pits() + 1);
        let turned = Position::new([north, south].concat(), position.to_move().other()).unwrap();
        for evaluation in Evaluation::ALL {
            let game = Kalah { rules: record.rules(), evaluation };
            prop_assert_eq!(game.value(position), -game.value(&turned));
        }
    }

    #[test]
    fn the_evaluation_takes_small_numbers_as_well(record in any_game()) {
        let position = record.position();
        let small = |side: Side| position.side(side).iter().map(|&stones| stones as u8).collect::<Vec<u8>>();
        let (own, other) = (position.to_move(), position.to_move().other());
        let game = Kalah { rules: record.rules(), evaluation: Evaluation::Better };
        let kalahs = (position.kalah(own), position.kalah(other));
        let guess = Evaluation::Better.of(record.rules(), &small(own), kalahs.0, &small(other), kalahs.1);
        prop_assert_eq!(guess * own.sign(), game.evaluate(position));
    }

    #[test]
    fn no_board_is_too_large_to_be_judged(places in prop::collection::vec(prop::sample::select(vec![0_u32, 1, 2, 14, 990, 10_000, 100_000]), 2..100)) {
        let places = [places.clone(), places].concat();
        if let Ok(position) = Position::new(places, Side::North) {
            for rules in Rules::ALL {
                let game = Kalah { rules, evaluation: Evaluation::Better };
                prop_assert!(game.bounds(&position).contains(&game.evaluate(&position)));
            }
        }
    }
}
