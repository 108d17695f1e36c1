//! Every search finds what the definition says, at every depth, on games drawn by chance.
#![allow(clippy::unwrap_used, reason = "a test that cannot set up has failed")]

mod common;

use common::{Drawn, games};
use kiber_minimax::{
    ByLevels, Error, Found, Game, Player, Random, Table, alpha_beta, alpha_beta_with_table, analyse, deepening,
    min_max_of_game, minimax, solve,
};
use proptest::prelude::*;

/// The value is the naive one, the best move has it, the line leads to it, and "proved" is true.
fn check(game: &Drawn, depth: Option<u32>, found: &Found<usize>, name: &str) {
    let value = game.naive(0, depth);
    assert_eq!(found.value, value, "{name} to {depth:?}");
    let searched = !game.is_over(0) && depth != Some(0);
    assert_eq!(found.best.is_some(), searched, "{name} to {depth:?}");
    assert_eq!(found.line.first().copied(), found.best, "{name}");
    if let Some(best) = found.best {
        assert_eq!(game.naive(best, depth.map(|depth| depth - 1)), value, "{name} to {depth:?}: {best}");
    }
    let end = game.after(0, &found.line);
    let left = depth.map(|depth| depth - found.line.len() as u32);
    assert!(game.is_over(end) || left == Some(0), "{name} to {depth:?}: {:?} ends early", found.line);
    assert_eq!(game.naive(end, Some(0)), value, "{name} to {depth:?}: {:?}", found.line);
    if found.proved {
        assert_eq!(value, game.naive(0, None), "{name} to {depth:?} says proved");
        let of_best = found.best.map_or(value, |best| game.naive(best, None));
        assert_eq!(of_best, value, "{name} to {depth:?}: {:?} is not the best", found.best);
    }
    if depth.is_none_or(|depth| depth >= game.height(0)) {
        assert!(found.proved, "{name} to {depth:?} has seen everything");
    }
}

fn depths(game: &Drawn) -> impl Iterator<Item = Option<u32>> {
    (0..=game.height(0) + 1).map(Some).chain([None])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn plain_and_alpha_beta(game in games(16, 4, false)) {
        for depth in depths(&game) {
            check(&game, depth, &minimax(&game, &0, depth, |_| false).unwrap(), "minimax");
            check(&game, depth, &alpha_beta(&game, &0, depth, |_| false).unwrap(), "alpha-beta");
        }
    }

    /// A table filled by searches to other depths, in any order, large or so small that it forgets.
    #[test]
    fn one_table_for_all_depths(
        game in games(16, 3, false),
        size in prop::sample::select(vec![0_usize, 4, 1000]),
        order in prop::collection::vec(0_u32..14, 1..8),
    ) {
        let mut table = Table::new(size);
        for depth in order.into_iter().map(|depth| (depth < 12).then_some(depth)) {
            let found = alpha_beta_with_table(&game, &0, depth, &mut table, |_| false).unwrap();
            check(&game, depth, &found, "alpha-beta with a table");
        }
        prop_assert!(table.len() <= table.most_positions());
    }

    #[test]
    fn deepening_step_by_step(game in games(16, 3, false), most in 0_u32..12, size in 0_usize..40) {
        let deepened = deepening(&game, &0, Some(most), &mut Table::new(size), |_| false);
        let Some(last) = deepened.steps.last() else {
            prop_assert!(deepened.found.value == game.naive(0, Some(0)));
            return Ok(());
        };
        prop_assert_eq!(last.depth, deepened.depth);
        check(&game, Some(deepened.depth), &deepened.found, "deepening");
        prop_assert!(deepened.depth == most || deepened.found.proved);
        for step in deepened.steps {
            prop_assert_eq!(step.value, game.naive(0, Some(step.depth)));
        }
        let to_the_end = deepening(&game, &0, None, &mut Table::new(size), |_| false);
        prop_assert!(to_the_end.found.proved);
    }

    #[test]
    fn exact_solving(game in games(16, 40, false), size in 0_usize..40) {
        let solved = solve(&game, &0, &mut Table::new(size), |_| false);
        let value = game.naive(0, None);
        prop_assert_eq!(solved.value(), Some(value));
        let nodes = solved.nodes;
        check(&game, None, &Found { value, best: solved.best, line: solved.line, proved: true, nodes }, "solving");
        for question in solved.questions {
            prop_assert_eq!(question.yes, value >= question.at_least);
        }
    }

    /// Every move has its value and its number of plies, and no slower win or quicker loss is chosen.
    #[test]
    fn every_move_valued(game in games(14, 2, false), seed: u64) {
        let analysis = analyse(&game, &0, None, 1000, |_| false);
        let mut moves = Vec::new();
        game.moves(&0, &mut moves);
        prop_assert_eq!(analysis.moves.iter().map(|valued| valued.chosen).collect::<Vec<_>>(), moves);
        for valued in &analysis.moves {
            let (value, plies) = game.naive_timed(valued.chosen);
            prop_assert_eq!((valued.value, valued.proved), (value, true));
            let end = game.after(0, &valued.line);
            prop_assert!(game.is_over(end) && game.naive(end, None) == value);
            prop_assert_eq!(valued.plies, Some(valued.line.len() as u32));
            if value != 0 {
                prop_assert_eq!(valued.plies, Some(plies + 1));
            }
        }
        if let Some(chosen) = analysis.choose(&mut Random::new(seed)) {
            let (value, plies) = game.naive_timed(0);
            prop_assert_eq!(chosen.value, value);
            prop_assert!(value == 0 || chosen.plies == Some(plies));
            prop_assert!(analysis.best().contains(&chosen) && analysis.best().first().copied() == analysis.first());
        } else {
            prop_assert!(game.is_over(0));
        }
    }

    #[test]
    fn moves_valued_to_a_depth(game in games(14, 3, false), most in 0_u32..8) {
        let analysis = analyse(&game, &0, Some(most), 1000, |_| false);
        for valued in &analysis.moves {
            // A move that is settled at less than the whole depth stays as it is.
            prop_assert!(valued.value == game.naive(valued.chosen, Some(analysis.depth - 1)) || valued.plies.is_some());
            prop_assert!(!valued.proved || valued.value == game.naive(valued.chosen, None));
        }
        prop_assert!(analysis.depth <= most.max(1));
    }

    #[test]
    fn the_articles_levels(game in games(16, 5, true)) {
        for depth in depths(&game) {
            let valued = min_max_of_game(&game, &0, depth, |_| false).unwrap();
            prop_assert!((-1.0..=1.0).contains(&valued.value));
            let value = ByLevels::new(&game, &0, depth).in_game_units(valued.value);
            prop_assert_eq!(value, game.naive(0, depth));
            prop_assert_eq!(valued.nodes, minimax(&game, &0, depth, |_| false).unwrap().nodes);
        }
    }

    /// Of a player who moves twice the levels know nothing, and say so.
    #[test]
    fn levels_refuse_a_player_who_moves_twice(game in games(12, 5, false)) {
        match min_max_of_game(&game, &0, None, |_| false) {
            Ok(valued) => prop_assert_eq!(ByLevels::new(&game, &0, None).in_game_units(valued.value), game.naive(0, None)),
            Err(Error::MovesTwice { level }) => prop_assert!(level <= game.height(0) + 2),
            Err(error) => prop_assert!(false, "{error}"),
        }
    }
}

/// A game too long for any recursion: a heap from which each takes one.
struct Long;

impl Game for Long {
    type Position = u32;
    type Move = u32;

    fn player(&self, left: &u32) -> Player {
        if left.is_multiple_of(2) { Player::First } else { Player::Second }
    }

    fn moves(&self, left: &u32, moves: &mut Vec<u32>) {
        moves.clear();
        moves.extend((*left >= 1).then_some(1));
    }

    fn play(&self, left: &u32, taken: u32) -> u32 {
        left - taken
    }

    fn result(&self, _: &u32) -> i32 {
        1
    }

    fn evaluate(&self, _: &u32) -> i32 {
        0
    }

    fn bounds(&self, _: &u32) -> std::ops::RangeInclusive<i32> {
        -1..=1
    }
}

#[test]
fn a_long_game_is_no_deep_stack() {
    const LONG: u32 = 1_000_000;
    let nodes = u64::from(LONG) + 1;
    let plain = minimax(&Long, &LONG, None, |_| false).unwrap();
    assert_eq!((plain.value, plain.nodes, plain.line.len()), (1, nodes, LONG as usize));
    let pruned = alpha_beta(&Long, &LONG, None, |_| false).unwrap();
    assert_eq!((pruned.value, pruned.nodes), (1, nodes));
    let solved = solve(&Long, &LONG, &mut Table::new(100), |_| false);
    assert_eq!((solved.value(), solved.line.len()), (Some(1), LONG as usize));
    let valued = min_max_of_game(&Long, &LONG, None, |_| false).unwrap();
    assert_eq!((valued.value, valued.nodes), (1.0, nodes));
}
