//! Tic-tac-toe as a whole: what is known of it, and how many positions each search visits.
#![allow(clippy::unwrap_used, reason = "a test that cannot set up has failed")]

use kiber_minimax::tictactoe::{Mark, Position, TicTacToe};
use kiber_minimax::{
    Counts, Error, Random, Table, alpha_beta, alpha_beta_with_table, analyse, deepening, min_max_of_game, minimax,
    solve,
};
use serde_json::{Value, json};

/// The row that two independent programs computed.
fn known() -> Value {
    let all: Value = serde_json::from_str(include_str!("../../../tests/oracles/games.json")).unwrap();
    all["tic_tac_toe"].clone()
}

#[test]
fn every_known_number() {
    let known = known();
    let counts = Counts::new(&TicTacToe, &Position::START, |_| false).unwrap();
    let solved = solve(&TicTacToe, &Position::START, &mut Table::new(10_000), |_| false);
    let analysis = analyse(&TicTacToe, &Position::START, None, 10_000, |_| false);
    let values: Vec<i32> = analysis.moves.iter().map(|valued| valued.value).collect();
    let by_result = |result| counts.games_by_result[&result] as u64;
    let numbers = |numbers: &[u128]| numbers.iter().map(|&number| number as u64).collect::<Vec<_>>();
    let found = json!({
        "value": solved.value(),
        "first_move_values": values,
        "reachable_positions": counts.positions,
        "terminal_positions": counts.finals,
        "games": counts.games as u64,
        "games_by_result": {"X": by_result(1), "draw": by_result(0), "O": by_result(-1)},
        "perft": numbers(&counts.perft),
    });
    assert_eq!(found, known);
    assert!(analysis.moves.iter().all(|valued| valued.proved && valued.plies == Some(9) && valued.line.len() == 9));
}

/// How many positions each search visits, to the end of the game.
fn visited(text: &str) -> String {
    let position: Position = text.parse().unwrap();
    let levels = min_max_of_game(&TicTacToe, &position, None, |_| false).unwrap();
    let plain = minimax(&TicTacToe, &position, None, |_| false).unwrap();
    let pruned = alpha_beta(&TicTacToe, &position, None, |_| false).unwrap();
    let remembered = alpha_beta_with_table(&TicTacToe, &position, None, &mut Table::new(10_000), |_| false).unwrap();
    let deepened = deepening(&TicTacToe, &position, None, &mut Table::new(10_000), |_| false);
    let solved = solve(&TicTacToe, &position, &mut Table::new(10_000), |_| false);
    let values = [plain.value, pruned.value, remembered.value, deepened.found.value, solved.value().unwrap()];
    assert!(values.iter().all(|&value| f64::from(value) == levels.value), "{text}: {values:?}");
    let proved = [plain.proved, pruned.proved, remembered.proved, deepened.found.proved];
    assert_eq!(proved, [true; 4]);
    format!(
        "{text}  value {:2}  levels {:6}  minimax {:6}  alpha-beta {:5}  table {:4}  deepening {:4}  bounds {:4}",
        plain.value, levels.nodes, plain.nodes, pruned.nodes, remembered.nodes, deepened.found.nodes, solved.nodes
    )
}

#[test]
fn every_search_finds_the_same_with_fewer_positions() {
    let all = [".../.../...", "X../.../...", ".../.X./...", "XO./.../...", "X../.O./..X", "XOX/.O./.X.", "XX./OO./..."];
    insta::assert_snapshot!(all.map(visited).join("\n"), @r"
    .../.../...  value  0  levels 549946  minimax 549946  alpha-beta 15593  table 4526  deepening 6939  bounds 4636
    X../.../...  value  0  levels  59705  minimax  59705  alpha-beta  1776  table  911  deepening 1671  bounds  954
    .../.X./...  value  0  levels  55505  minimax  55505  alpha-beta  2031  table  847  deepening 1725  bounds  903
    XO./.../...  value  1  levels   8232  minimax   8232  alpha-beta   397  table  253  deepening  456  bounds  297
    X../.O./..X  value  0  levels   1053  minimax   1053  alpha-beta   268  table  211  deepening  414  bounds  256
    XOX/.O./.X.  value  0  levels     61  minimax     61  alpha-beta    18  table   18  deepening   34  bounds   27
    XX./OO./...  value  1  levels    157  minimax    157  alpha-beta     2  table    2  deepening    2  bounds    4
    ");
}

/// From every position with a move, every search agrees, and the table is shared by all.
#[test]
fn all_positions_agree() {
    let mut table = Table::new(100_000);
    let mut open = vec![Position::START];
    let mut seen = std::collections::BTreeSet::new();
    while let Some(position) = open.pop() {
        if !seen.insert(position) {
            continue;
        }
        open.extend(position.moves().map(|square| position.play(square).unwrap()));
        if position.plies() < 3 {
            continue;
        }
        for depth in [Some(2), None] {
            let plain = minimax(&TicTacToe, &position, depth, |_| false).unwrap();
            let remembered = alpha_beta_with_table(&TicTacToe, &position, depth, &mut table, |_| false).unwrap();
            assert_eq!(remembered.value, plain.value, "{position} to {depth:?}");
            assert!(depth.is_some() || remembered.proved && plain.proved);
        }
    }
    assert_eq!(seen.len(), 5478);
}

#[test]
fn a_win_is_taken_at_once_and_a_loss_put_off() {
    let best = |text: &str| {
        let analysis = analyse(&TicTacToe, &text.parse().unwrap(), None, 10_000, |_| false);
        let best = analysis.best().iter().map(|valued| valued.chosen.number()).collect::<Vec<_>>();
        (best, analysis.first().and_then(|valued| valued.plies), analysis.first().map(|valued| valued.value))
    };
    assert_eq!(best("XX./OO./..."), (vec![3], Some(1), Some(1)));
    assert_eq!(best("XOX/.O./..."), (vec![8], Some(5), Some(0)));
    assert_eq!(best("X../.O./..."), (vec![2, 3, 4, 6, 7, 8, 9], Some(7), Some(0)));
    // O can win now, and X twice over on his next move.
    assert_eq!(best("X.X/OO./X.."), (vec![6], Some(1), Some(-1)));
    // O is lost whatever he does, and blocks all the same, because that lasts two moves longer.
    assert_eq!(best("XO./X../..."), (vec![7], Some(4), Some(1)));
    // Nothing can be put off: X has two threats.
    assert_eq!(best("X.X/.O./X.O"), (vec![2, 4, 6, 8], Some(2), Some(1)));
}

#[test]
fn stopping_leaves_what_was_found() {
    let start = Position::START;
    let stopped = deepening(&TicTacToe, &start, None, &mut Table::new(10_000), |_| true);
    assert_eq!((stopped.depth, stopped.stopped, stopped.found.proved), (0, true, false));
    assert!(stopped.found.best.is_some());
    let stopped = deepening(&TicTacToe, &start, None, &mut Table::new(10_000), |nodes| nodes > 2000);
    assert!(stopped.stopped && (3..9).contains(&stopped.depth), "{stopped:?}");
    assert_eq!((stopped.found.line.len(), stopped.found.proved), (stopped.depth as usize, false));
    let whole = minimax(&TicTacToe, &start, Some(stopped.depth), |_| false).unwrap();
    assert_eq!(stopped.found.value, whole.value);

    let solved = solve(&TicTacToe, &start, &mut Table::new(10_000), |_| true);
    assert_eq!((solved.bounds.clone(), solved.value(), solved.stopped), (-1..=1, None, true));
    let analysis = analyse(&TicTacToe, &start, None, 10_000, |_| true);
    assert!(analysis.stopped && analysis.depth == 1 && analysis.moves.len() == 9);
    assert!(analysis.moves.iter().all(|valued| !valued.proved && valued.plies.is_none()));
    for nodes in [0, 1024] {
        let stop = |visited| visited >= nodes;
        assert_eq!(minimax(&TicTacToe, &start, None, stop), Err(Error::Stopped { nodes }));
        assert_eq!(alpha_beta(&TicTacToe, &start, None, stop), Err(Error::Stopped { nodes }));
        assert_eq!(Counts::new(&TicTacToe, &start, stop), Err(Error::Stopped { nodes }));
    }
}

#[test]
fn perfect_play_never_loses_whatever_the_other_does() {
    let mut random = Random::new(1);
    for perfect in [Mark::X, Mark::O] {
        for _ in 0..40 {
            let mut position = Position::START;
            while let Some(mark) = position.to_move() {
                let square = if mark == perfect {
                    analyse(&TicTacToe, &position, None, 10_000, |_| false).choose(&mut random).unwrap().chosen
                } else {
                    let moves: Vec<_> = position.moves().collect();
                    *random.choose(&moves).unwrap()
                };
                position = position.play(square).unwrap();
            }
            assert_ne!(position.winner(), Some(perfect.other()), "{position}");
        }
    }
}
