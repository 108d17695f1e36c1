//! The parts that look at very many positions, against the rows.

use kiber_kalah::{
    EndgameTable, Evaluation, Goal, Kalah, Majority, Means, Position, Reachable, Rules, Search, Setup, SolvedMove,
    perft, solve,
};
use serde_json::Value;

use crate::oracle;

fn means(table: Option<&EndgameTable>) -> Means<'_> {
    Means { goal: Goal::EveryMove, table, threads: 1, most_bytes: 1 << 22, guess: 0 }
}

/// Solves a position and compares it with `playout_margin`, `wdl`, `move_values` and, if there, `best_moves`.
#[track_caller]
fn check(rules: Rules, position: &Position, table: Option<&EndgameTable>, row: &Value) {
    let solved = solve(rules, position, &means(table), |_| false).unwrap();
    let value = solved.value().unwrap();
    assert_eq!(Some(i64::from(value)), row["playout_margin"].as_i64(), "{rules} {position}");
    assert_eq!(solved.winner().map(i64::from), row["wdl"].as_i64(), "{rules} {position}");
    let expected = row["move_values"].as_object().unwrap();
    assert_eq!(solved.moves.len(), expected.len(), "{rules} {position}");
    for solved_move in &solved.moves {
        let value = solved_move.value().map(i64::from);
        assert_eq!(value, expected[&solved_move.pit.to_string()].as_i64(), "{rules} {position}: {solved_move:?}");
    }
    if let Some(best) = row["best_moves"].as_array() {
        let best: Vec<usize> = best.iter().map(|pit| pit.as_u64().unwrap() as usize).collect();
        let found = solved.moves.iter().filter(|solved_move| solved_move.value() == Some(value));
        assert_eq!(
            found.map(|solved_move: &SolvedMove| solved_move.pit).collect::<Vec<_>>(),
            best,
            "{rules} {position}"
        );
    }
}

#[test]
fn every_row_of_values() {
    let games = oracle::games();
    let mut rows = 0;
    for (rules, data) in oracle::by_rules(&games) {
        for (key, row) in data["values"].as_object().unwrap() {
            let setup = oracle::setup(rules, key);
            check(rules, &Position::start(setup), None, row);
            rows += 1;
        }
    }
    assert_eq!(rows, 3 * 11);
}

#[test]
fn every_row_of_endgames() {
    let games = oracle::games();
    let mut rows = 0;
    for (rules, data) in oracle::by_rules(&games) {
        let table = EndgameTable::build(rules, 6, 8, 2, |_, _| false).unwrap();
        for row in data["endgames"].as_array().unwrap() {
            let position = oracle::position(row);
            let table = (position.pits() == table.pits()).then_some(&table);
            check(rules, &position, table, row);
            if let Some(margin) = table.and_then(|table| table.value(&position)) {
                assert_eq!(Some(i64::from(margin)), row["playout_margin"].as_i64(), "{rules} {position}");
            }
            rows += 1;
        }
    }
    assert_eq!(rows, 3 * 75);
}

#[test]
fn every_row_of_graphs() {
    let games = oracle::games();
    let mut rows = 0;
    let mut check = |rules, key: &str, majority, row: &Value, margin: &Value| {
        let start = Position::start(oracle::setup(rules, key));
        let found = Reachable::new(rules, &start, majority, |_| false).unwrap();
        let counts = [found.positions, found.south_wins, found.north_wins, found.draws];
        let expected = ["nodes", "south_wins", "north_wins", "draws"].map(|name| row[name].as_u64().unwrap());
        assert_eq!(counts, expected, "{rules} {key} {majority:?}");
        assert_eq!(Some(i64::from(found.margin)), margin.as_i64(), "{rules} {key} {majority:?}");
        rows += 1;
    };
    for (rules, data) in oracle::by_rules(&games) {
        for (key, row) in data["values"].as_object().unwrap() {
            if row["graph"].is_object() {
                let margin = if rules == Rules::Wetherell { "stop_margin" } else { "playout_margin" };
                check(rules, key, Majority::AsByTheRules, &row["graph"], &row[margin]);
            }
        }
        let stopping = data["graph_with_majority_stop"].as_object().into_iter().flatten();
        for (key, row) in stopping {
            check(rules, key, Majority::Ends, row, &row["stop_margin"]);
        }
    }
    assert_eq!(rows, 3 * 10 + 2 * 10);
}

#[test]
fn every_row_of_fixed_depth() {
    let games = oracle::games();
    let mut rows = 0;
    for (rules, data) in oracle::by_rules(&games) {
        let game = Kalah { rules, evaluation: Evaluation::Chapter };
        for (key, by_depth) in data["fixed_depth_start"]["rows"].as_object().unwrap() {
            let start = Position::start(oracle::setup(rules, key));
            let mut search = Search::new(game, 1 << 22);
            for row in by_depth.as_array().unwrap() {
                let depth = row["depth"].as_u64().unwrap() as u32;
                let analysis = search.analyse(&start, depth, |_| false);
                assert_eq!(analysis.depth, depth);
                let expected = row["move_values"].as_object().unwrap();
                assert_eq!(analysis.moves.len(), expected.len());
                for valued in &analysis.moves {
                    let expected = expected[&valued.pit.to_string()].as_i64();
                    assert_eq!(Some(i64::from(valued.value)), expected, "{rules} {key} depth {depth}: {valued:?}");
                }
                let best: Vec<usize> = analysis.best().iter().map(|valued| valued.pit).collect();
                let tied = row["best_moves"].as_array().unwrap().iter().map(|pit| pit.as_u64().unwrap() as usize);
                assert_eq!(best, tied.collect::<Vec<_>>(), "{rules} {key} depth {depth}");
                let found = search.to_depth(&start, depth, |_| false).unwrap();
                assert_eq!(Some(i64::from(found.value)), row["value"].as_i64(), "{rules} {key} depth {depth}");
                assert!(best.contains(&found.line[0]), "{rules} {key} depth {depth}: {found:?}");
                rows += 1;
            }
        }
    }
    assert_eq!(rows, 3 * 3 * 8);
}

#[test]
fn every_row_of_sequences_counted_fast() {
    let games = oracle::games();
    let mut rows = 0;
    for (rules, data) in oracle::by_rules(&games) {
        for kind in ["perft", "perft_small_boards"] {
            for (key, expected) in data[kind].as_object().unwrap() {
                let expected: Vec<u64> =
                    expected.as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).collect();
                let start = Position::start(oracle::setup(rules, key));
                let counts = perft(rules, &start, expected.len() as u32 - 1, |_| false);
                assert_eq!(counts, Some(expected), "{rules} {key}");
                rows += 1;
            }
        }
    }
    assert_eq!(rows, 3 * (6 + 15));
}

/// The margins of table 9 of Irving, Donkers and Uiterwijk (2000): standard Kalah with empty capture.
fn published(is_wanted: impl Fn(Setup) -> bool) -> Vec<(Setup, i64)> {
    let games = oracle::games();
    let rows = games["published"]["irving2000_table9_margin"].as_object().unwrap();
    let rows =
        rows.iter().map(|(key, margin)| (oracle::setup(Rules::StandardEmptyCapture, key), margin.as_i64().unwrap()));
    rows.filter(|&(setup, _)| is_wanted(setup)).collect()
}

#[track_caller]
fn check_published(setup: Setup, margin: i64, threads: usize) {
    let start = Position::start(setup);
    let stones = EndgameTable::worthwhile(setup.pits(), setup.total(), 1 << 28);
    let table = EndgameTable::build(setup.rules(), setup.pits(), stones, threads, |_, _| false).unwrap();
    let means = Means { goal: Goal::Value, table: Some(&table), threads, most_bytes: 1 << 30, guess: 4 };
    let solved = solve(setup.rules(), &start, &means, |_| false).unwrap();
    assert_eq!(solved.value().map(i64::from), Some(margin), "{setup:?}");
}

#[test]
fn published_margins_up_to_six_pits_of_four() {
    let rows = published(|setup| setup.total() <= 48);
    assert_eq!(rows.len(), 14);
    for (setup, margin) in rows {
        check_published(setup, margin, 2);
    }
}

#[test]
fn four_pits_of_three_with_and_without_empty_capture() {
    for (rules, margin) in [(Rules::StandardEmptyCapture, 8), (Rules::Standard, 6)] {
        check_published(Setup::new(rules, 4, 3).unwrap(), margin, 1);
    }
}

#[test]
#[ignore = "takes a minute, in a release build"]
fn six_pits_of_four_without_empty_capture() {
    check_published(Setup::new(Rules::Standard, 6, 4).unwrap(), 8, 2);
}

#[test]
fn up_to_three_stones_are_a_draw_by_wetherells_rules() {
    for stones in 1..=3 {
        let setup = Setup::new(Rules::Wetherell, 6, stones).unwrap();
        let most = EndgameTable::worthwhile(6, setup.total(), 1 << 28);
        let table = EndgameTable::build(setup.rules(), 6, most, 2, |_, _| false).unwrap();
        let means = Means { goal: Goal::Winner, threads: 2, most_bytes: 1 << 30, ..means(Some(&table)) };
        let solved = solve(setup.rules(), &Position::start(setup), &means, |_| false).unwrap();
        assert_eq!(solved.winner(), Some(0), "{stones} stones");
    }
}

#[test]
#[ignore = "takes hours, in a release build"]
fn published_margins_of_the_rest() {
    for (setup, margin) in published(|setup| setup.total() > 48) {
        check_published(setup, margin, 2);
    }
}

/// Table 10: who wins with 1 to 6 pits of 1 to 6 stones, for the first player.
#[test]
fn published_winners_of_boards_with_few_stones() {
    let games = oracle::games();
    let mut rows = 0;
    for (pits, letters) in games["published"]["irving2000_table10_wdl"].as_object().unwrap() {
        for (stones, letter) in (1..).zip(letters.as_str().unwrap().chars()) {
            let setup = Setup::new(Rules::StandardEmptyCapture, pits.parse().unwrap(), stones).unwrap();
            let expected = match letter {
                'W' => 1,
                'D' => 0,
                'L' => -1,
                _ => continue,
            };
            // The larger ones stand in table 9 with their margins.
            if setup.total() <= 36 {
                let means = Means { goal: Goal::Winner, ..means(None) };
                let solved = solve(setup.rules(), &Position::start(setup), &means, |_| false).unwrap();
                assert_eq!(solved.winner(), Some(expected), "{pits} pits, {stones} stones");
                rows += 1;
            }
        }
    }
    assert_eq!(rows, 28);
}
