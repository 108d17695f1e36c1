//! Whenever a search is stopped, what it says holds.
#![allow(clippy::unwrap_used, reason = "a test that cannot set up has failed")]

use std::ops::RangeInclusive;

use kiber_minimax::{Game, Player, Random, Table, analyse, deepening, minimax, solve};

/// A game of ten moves, four to choose from each time, whose values and movers are scattered about.
struct Scattered;

impl Scattered {
    fn draw(position: &[u8]) -> Random {
        Random::new(position.iter().fold(1, |seed, &chosen| seed * 5 + u64::from(chosen) + 1))
    }
}

impl Game for Scattered {
    type Position = Vec<u8>;
    type Move = u8;

    fn player(&self, position: &Vec<u8>) -> Player {
        if Self::draw(position).below(2) == 0 { Player::First } else { Player::Second }
    }

    fn moves(&self, position: &Vec<u8>, moves: &mut Vec<u8>) {
        moves.clear();
        moves.extend(0..if position.len() < 10 { 4 } else { 0 });
    }

    fn play(&self, position: &Vec<u8>, chosen: u8) -> Vec<u8> {
        [position.as_slice(), &[chosen]].concat()
    }

    fn result(&self, position: &Vec<u8>) -> i32 {
        Self::draw(position).below(101) as i32 - 50
    }

    fn evaluate(&self, position: &Vec<u8>) -> i32 {
        self.result(position)
    }

    fn bounds(&self, _: &Vec<u8>) -> RangeInclusive<i32> {
        -50..=50
    }
}

#[test]
fn exact_solving() {
    let (mut stopped, mut narrowed) = (0, 0);
    for first in 0..4 {
        for second in 0..4 {
            let position = vec![first, second];
            let value = minimax(&Scattered, &position, None, |_| false).unwrap().value;
            for most in 0..6 {
                let solved = solve(&Scattered, &position, &mut Table::new(100), |nodes| nodes >= most * 1024);
                assert!(solved.bounds.contains(&value), "{position:?} {most}: {solved:?}");
                let after = Scattered.play(&position, solved.best.unwrap());
                let of_best = minimax(&Scattered, &after, None, |_| false).unwrap().value;
                let is_sure = match Scattered.player(&position) {
                    Player::First => of_best >= *solved.bounds.start(),
                    Player::Second => of_best <= *solved.bounds.end(),
                };
                assert!(is_sure, "{position:?} {most}: {} by {:?}, {:?}", of_best, solved.best, solved.bounds);
                assert!(solved.stopped || solved.value() == Some(value));
                stopped += u32::from(solved.stopped);
                narrowed += u32::from(solved.stopped && solved.bounds != (-50..=50));
            }
        }
    }
    assert!(stopped > 20 && narrowed > 5, "{stopped} were stopped, {narrowed} of them with something to say");
}

#[test]
fn deepening_step_by_step() {
    let position = vec![3, 1, 2];
    let mut depths = Vec::new();
    for most in 0..8 {
        let deepened = deepening(&Scattered, &position, None, &mut Table::new(1000), |nodes| nodes >= most * 1024);
        let depth = deepened.depth;
        let whole = minimax(&Scattered, &position, Some(depth), |_| false).unwrap();
        assert_eq!(deepened.found.value, whole.value);
        assert_eq!(deepened.found.nodes == most * 1024, deepened.stopped);
        let after = Scattered.play(&position, deepened.found.best.unwrap());
        let of_best = minimax(&Scattered, &after, Some(depth.saturating_sub(1)), |_| false).unwrap().value;
        assert!(depth == 0 || of_best == whole.value, "{deepened:?}");
        depths.push(depth);
    }
    assert!(depths.is_sorted() && depths.first() == Some(&0) && depths.last() == Some(&7), "{depths:?}");
}

#[test]
fn analysis_to_the_last_whole_depth() {
    for most in 0..5 {
        let analysis = analyse(&Scattered, &vec![2, 0, 1], None, 1000, |nodes| nodes >= most * 1024);
        assert!(analysis.depth >= 1 && (analysis.stopped || analysis.depth == 7));
        for valued in &analysis.moves {
            let after = vec![2, 0, 1, valued.chosen];
            let whole = minimax(&Scattered, &after, Some(analysis.depth - 1), |_| false).unwrap();
            assert_eq!((valued.value, valued.line.len()), (whole.value, analysis.depth as usize));
        }
    }
}
