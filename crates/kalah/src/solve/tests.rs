//! Solving against looking at every game, and what it says when it is stopped.

use kiber_minimax::Table;
use proptest::prelude::*;

use super::*;
use crate::evaluate::Evaluation;
use crate::game::Kalah;
use crate::rules::Setup;

fn means(goal: Goal, threads: usize, guess: i32) -> Means<'static> {
    Means { goal, table: None, threads, most_bytes: 1 << 16, guess }
}

/// The value by the other crate's solver: the margin by the standard rules, and by Wetherell's who wins.
fn by_other_solver(rules: Rules, position: &Position) -> i32 {
    let game = Kalah { rules, evaluation: Evaluation::Chapter };
    kiber_minimax::solve(&game, position, &mut Table::new(100_000), |_| false).value().unwrap()
}

fn seen(rules: Rules, margin: i32) -> i32 {
    if rules == Rules::Wetherell { margin.signum() } else { margin }
}

fn positions() -> impl Strategy<Value = (Rules, Position)> {
    let rules = prop::sample::select(&Rules::ALL[..]);
    (rules, 1..5_usize, any::<bool>()).prop_flat_map(|(rules, pits, south)| {
        let side = if south { Side::South } else { Side::North };
        let places = prop::collection::vec(0..4_u32, 2 * pits + 2);
        places.prop_map(move |places| (rules, Position::new(places, side).unwrap()))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(50))]

    #[test]
    fn every_goal_comes_to_what_another_solver_finds((rules, position) in positions(), guess in -9..9, threads in 1..4_usize) {
        let value = by_other_solver(rules, &position);
        let solved = solve(rules, &position, &means(Goal::EveryMove, threads, guess), |_| false).unwrap();
        let margin = solved.value().unwrap();
        let value = if rules == Rules::Wetherell { value.signum() } else { value };
        prop_assert_eq!(seen(rules, margin), value);
        prop_assert!(!solved.stopped);

        // Every move, too; the best of them is the position's.
        for solved_move in &solved.moves {
            let after = position.after(rules, solved_move.pit).unwrap();
            let expected = by_other_solver(rules, &after);
            let expected = if rules == Rules::Wetherell { expected.signum() } else { expected };
            prop_assert_eq!(seen(rules, solved_move.value().unwrap()), expected);
        }
        let values = solved.moves.iter().filter_map(SolvedMove::value);
        let best = if position.to_move() == Side::South { values.max() } else { values.min() };
        prop_assert_eq!(best.unwrap_or(margin), margin);

        // The line is legal, ends the game, and comes to the value.
        let mut end = position.clone();
        for &pit in &solved.line {
            end = end.after(rules, pit).unwrap();
        }
        let result = end.result(rules);
        prop_assert_eq!(result.map(|result| seen(rules, result)), Some(seen(rules, margin)), "{}", end);
        prop_assert_eq!(solved.best, solved.line.first().copied());

        // Whatever the number of threads, and whatever was asked before: all but the positions looked at.
        for goal in [Goal::Winner, Goal::Value, Goal::EveryMove] {
            let told = |threads| {
                let solved = solve(rules, &position, &means(goal, threads, guess), |_| false).unwrap();
                let asked: Vec<_> = solved.questions.iter().map(|asked| (asked.at_least, asked.yes)).collect();
                (solved.bounds, solved.moves, solved.best, solved.line, asked)
            };
            prop_assert_eq!(told(1), told(3), "{:?}", goal);
        }

        // Only the winner, and only the value: the same, with and without a table.
        let winner = solve(rules, &position, &means(Goal::Winner, threads, guess), |_| false).unwrap();
        prop_assert_eq!(winner.winner(), Some(margin.signum()));
        let table = EndgameTable::build(rules, position.pits(), 5, 1, |_, _| false).unwrap();
        let with_table = Means { table: Some(&table), ..means(Goal::Value, threads, guess) };
        let solved = solve(rules, &position, &with_table, |_| false).unwrap();
        prop_assert_eq!(solved.value(), Some(margin));
    }
}

#[test]
fn what_was_proved_before_it_was_stopped_stands() {
    let setup = Setup::new(Rules::Standard, 6, 3).unwrap();
    let start = Position::start(setup);
    let mut asked = 0;
    let solved = solve(setup.rules(), &start, &means(Goal::Value, 1, 0), |nodes| {
        asked += 1;
        nodes > 200_000
    })
    .unwrap();
    assert!(solved.stopped && asked > 10 && solved.nodes > 200_000);
    assert!(solved.bounds.contains(&2) && solved.value().is_none() && solved.line.is_empty());
    assert!(solved.best.is_some_and(|best| (1..=6).contains(&best)));
    let stopped = solve(setup.rules(), &start, &means(Goal::Winner, 2, 0), |_| true).unwrap();
    assert!(stopped.stopped && stopped.winner().is_none());
}

#[test]
fn no_guess_is_too_far_off() {
    for position in ["1,0,2/3 0,4,1/5 N", "1,0,2/3 0,4,1/5 S"] {
        let position = position.parse().unwrap();
        let values = [i32::MIN, -99, 0, 99, i32::MAX].map(|guess| {
            solve(Rules::Standard, &position, &means(Goal::EveryMove, 1, guess), |_| false).unwrap().value()
        });
        assert!(values[0].is_some() && values.iter().all(|value| *value == values[0]), "{values:?}");
    }
}

#[test]
fn what_cannot_be_solved_and_tables_of_other_games() {
    let table = EndgameTable::build(Rules::Standard, 3, 4, 1, |_, _| false).unwrap();
    let start = Position::start(Setup::new(Rules::Wetherell, 3, 2).unwrap());
    let with_table = Means { table: Some(&table), ..means(Goal::Value, 1, 0) };
    assert_eq!(solve(Rules::Wetherell, &start, &with_table, |_| false), Err(Error::OtherTable));
    for (pits, stones) in [(16, 1), (100, 1000), (15, 8), (2, 64)] {
        let start = Position::start(Setup::new(Rules::Standard, pits, stones).unwrap());
        assert!(!is_solvable(&start));
        assert_eq!(solve(Rules::Standard, &start, &means(Goal::Winner, 1, 0), |_| false), Err(Error::TooLarge));
    }
    let wide = Position::start(Setup::new(Rules::Standard, 9, 1).unwrap());
    assert!(is_solvable(&wide));
}
