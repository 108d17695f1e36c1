//! Values against plain minimax, and what an analysis prefers.

use proptest::prelude::*;

use super::*;
use crate::evaluate::Evaluation;
use crate::rules::Setup;

fn positions() -> impl Strategy<Value = (Kalah, Position)> {
    let rules = prop::sample::select(&Rules::ALL[..]);
    let evaluation = prop::sample::select(&Evaluation::ALL[..]);
    (rules, evaluation, prop_oneof![1..5_usize, 8..10_usize], any::<bool>()).prop_flat_map(
        |(rules, evaluation, pits, south)| {
            let side = if south { Side::South } else { Side::North };
            let places = prop::collection::vec(prop_oneof![Just(0), 0..5_u32, 0..20_u32], 2 * pits + 2);
            let game = Kalah { rules, evaluation };
            places.prop_map(move |places| (game, Position::new(places, side).unwrap()))
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn values_are_those_of_plain_minimax((game, position) in positions()) {
        let mut search = Search::new(game, 1 << 14);
        for depth in 0..5 {
            let plain = kiber_minimax::minimax(&game, &position, Some(depth), |_| false).unwrap();
            let found = search.to_depth(&position, depth, |_| false).unwrap();
            prop_assert_eq!(found.value, plain.value, "depth {}", depth);
            prop_assert!(!found.proved || plain.proved, "depth {}", depth);

            // The line is legal, as long as was asked for, and comes to the value.
            let mut end = position.clone();
            for &pit in &found.line {
                end = end.after(game.rules, pit).unwrap();
            }
            prop_assert!(found.line.len() == depth as usize || end.ending(game.rules).is_some(), "depth {}", depth);
            prop_assert_eq!(game.value(&end), found.value);
        }
    }

    #[test]
    fn what_is_said_to_be_proved_is_the_true_value((game, position) in positions()) {
        prop_assume!(position.pits() < 5 && position.total() < 24);
        let mut table = kiber_minimax::Table::new(100_000);
        let truth = kiber_minimax::solve(&game, &position, &mut table, |_| false).value().unwrap();
        let mut search = Search::new(game, 1 << 16);
        for depth in 0..9 {
            let found = search.to_depth(&position, depth, |_| false).unwrap();
            prop_assert!(!found.proved || found.value == truth, "depth {}: {:?}, not {}", depth, found, truth);
        }
        let analysis = search.analyse(&position, 60, |_| false);
        let values = analysis.moves.iter().map(|valued| valued.value);
        let best = if position.to_move() == Side::South { values.max() } else { values.min() };
        prop_assert!(analysis.moves.iter().all(MoveValue::is_proved));
        prop_assert_eq!(best.unwrap_or(truth), truth);
    }
}

#[test]
fn sooner_wins_and_later_losses_are_preferred() {
    let rules = Rules::Wetherell;
    let game = Kalah { rules, evaluation: Evaluation::Chapter };
    let mut search = Search::new(game, 1 << 16);
    let mut seen = Vec::new();
    for text in ["3,1,3/7 1,1,0/0 S", "1,2,1/10 0,1,1/6 S", "1,2,1/2 3,1,3/9 S"] {
        let analysis = search.analyse(&text.parse().unwrap(), 30, |_| false);
        seen.push(text.to_owned());
        for valued in &analysis.moves {
            let is_best = analysis.best().contains(&valued);
            let best = if is_best { " best" } else { "" };
            seen.push(format!("  {}: {} proved at {:?}{best}", valued.pit, valued.value, valued.proved_at));
        }
    }
    insta::assert_snapshot!(seen.join("\n"));
}

/// The best pits of a position as deep as is told, where of two equally good ones only one is proved.
#[track_caller]
fn check_equal(rules: Rules, text: &str, depth: u32, expected: &[usize]) {
    let game = Kalah { rules, evaluation: Evaluation::Chapter };
    let analysis = Search::new(game, 1 << 16).analyse(&text.parse().unwrap(), depth, |_| false);
    let best: Vec<usize> = analysis.best().iter().map(|valued| valued.pit).collect();
    assert_eq!(best, expected, "{:?}", analysis.moves);
    let value = analysis.best()[0].value;
    let equal = analysis.moves.iter().filter(|valued| valued.value == value);
    assert!(equal.clone().any(MoveValue::is_proved) && !equal.clone().all(MoveValue::is_proved));
}

#[test]
fn a_proved_win_is_better_than_as_good_a_guess_and_a_proved_loss_is_not() {
    check_equal(Rules::Standard, "2,0,2,3/1 0,0,0,2/1 S", 3, &[1]);
    check_equal(Rules::StandardEmptyCapture, "0,1,0,1/1 1,0,0,1/3 N", 2, &[4]);
    check_equal(Rules::StandardEmptyCapture, "1,1,0/0 1,1,0/3 S", 3, &[1]);
}

/// The line of a win that is as good as can be, which is found where it is only asked whether a move is better.
#[track_caller]
fn check_line(rules: Rules, text: &str, depth: u32) {
    let game = Kalah { rules, evaluation: Evaluation::Chapter };
    let mut end: Position = text.parse().unwrap();
    let found = Search::new(game, 1 << 16).to_depth(&end, depth, |_| false).unwrap();
    for &pit in &found.line {
        end = end.after(rules, pit).unwrap();
    }
    assert!(found.proved && end.ending(rules).is_some(), "{found:?}");
    assert_eq!(game.value(&end), found.value);
}

#[test]
fn the_line_of_a_proved_win_goes_on_to_the_end() {
    check_line(Rules::Wetherell, "1,0,2/0 0,0,1/0 S", 3);
    check_line(Rules::Wetherell, "0,2,0/0 0,3,1/2 N", 5);
    check_line(Rules::Wetherell, "0,4,4,4/0 3,3,3,3/0 N", 13);
    check_line(Rules::Standard, "0,2,0,0,0,0,0,2/3 0,0,1,0,0,0,0,0/2 S", 3);
}

#[test]
fn there_is_an_answer_at_any_time() {
    let setup = Setup::new(Rules::Wetherell, 6, 6).unwrap();
    let game = Kalah { rules: setup.rules(), evaluation: Evaluation::Better };
    let start = Position::start(setup);
    let mut search = Search::new(game, 1 << 20);
    let analysis = search.analyse(&start, 100, |_| true);
    assert!(analysis.stopped && analysis.depth >= 1 && analysis.moves.len() == 6);
    let analysis = search.analyse(&start, 100, |nodes| nodes > 100_000);
    assert!(analysis.stopped && analysis.depth >= 5, "{analysis:?}");
    assert!(search.to_depth(&start, 12, |_| true).is_none());
    let over: Position = "0,0/5 1,1/3 S".parse().unwrap();
    let nothing = search.analyse(&over, 5, |_| false);
    assert!(nothing.moves.is_empty() && nothing.first().is_none() && !nothing.stopped);
}
