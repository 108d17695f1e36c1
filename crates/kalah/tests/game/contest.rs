//! Matches: the better evaluation is better, and the same seed gives the same games.

use kiber_kalah::{Contest, Engine, Evaluation, Played, Position, Record, Rules, Score, Setup, Side};
use kiber_minimax::Random;
use proptest::prelude::*;

fn contest(rules: Rules, pits: usize, stones: u32, depth: u32) -> Contest {
    let engine = |evaluation| Engine { evaluation, depth };
    let engines = [engine(Evaluation::Better), engine(Evaluation::Chapter)];
    Contest { setup: Setup::new(rules, pits, stones).unwrap(), engines, opening: 6, seed: 1 }
}

fn pair(contest: &Contest, number: u64) -> [Played; 2] {
    contest.pair(number, |_| false).unwrap().unwrap()
}

fn score(contest: &Contest, pairs: u64) -> Score {
    let mut score = Score::default();
    for number in 0..pairs {
        pair(contest, number).iter().for_each(|played| score.count(played));
    }
    score
}

/// The better evaluation is better beyond chance, by at least so much.
#[track_caller]
fn check_better(contest: &Contest, pairs: u64, least: f64) {
    let score = score(contest, pairs);
    assert_eq!(score.games(), 2 * pairs);
    let sure = score.share() - score.error();
    assert!(sure > least, "{:?} {} +- {}: {score:?}", contest.setup, score.share(), score.error());
}

#[test]
fn the_better_evaluation_is_better() {
    check_better(&contest(Rules::Wetherell, 6, 4, 4), 100, 0.8);
    check_better(&contest(Rules::Standard, 6, 4, 4), 100, 0.7);
    check_better(&contest(Rules::StandardEmptyCapture, 6, 4, 4), 100, 0.7);
}

#[test]
#[ignore = "takes minutes; run with --release -- --ignored"]
fn the_better_evaluation_is_better_in_a_thousand_games_of_every_kind() {
    for rules in Rules::ALL {
        for (pits, stones) in [(4, 4), (6, 3), (6, 4), (6, 6), (8, 4), (10, 3)] {
            check_better(&contest(rules, pits, stones, 4), 500, 0.55);
        }
        for depth in [3, 5, 6] {
            check_better(&contest(rules, 6, 4, depth), 500, 0.65);
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_games() {
    let contest = contest(Rules::Standard, 5, 3, 2);
    assert_eq!(pair(&contest, 7), pair(&contest, 7));
    assert_ne!(pair(&contest, 7), pair(&contest, 8));
    assert_ne!(pair(&contest, 7), pair(&Contest { seed: 2, ..contest }, 7));
}

#[test]
fn both_games_of_a_pair_begin_alike_with_the_seats_changed() {
    let [one, other] = pair(&contest(Rules::Wetherell, 6, 4, 1), 3);
    assert_eq!((one.first, other.first), (Side::South, Side::North));
    let opening = |record: &kiber_kalah::Record| record.moves().take(6).collect::<Vec<_>>();
    assert_eq!(opening(&one.record), opening(&other.record));
    assert!(one.record.ending().is_some() && other.record.ending().is_some());
}

#[test]
fn an_opening_that_ends_the_game_is_made_shorter() {
    let [one, _] = pair(&Contest { opening: 1000, ..contest(Rules::Wetherell, 2, 1, 1) }, 0);
    assert!(one.record.ending().is_some());
}

#[test]
fn shares_and_their_errors() {
    let score = Score { wins: 60, draws: 20, losses: 20, ..Score::default() };
    assert_eq!((score.games(), score.share()), (100, 0.7));
    // 62 won, 20 drawn, 22 lost of 104: the mean is 9/13, the mean square 67/104.
    let variance = 67.0 / 104.0 - (9.0_f64 / 13.0).powi(2);
    assert!((score.error() - 1.96 * (variance / 104.0).sqrt()).abs() < 1e-12);
    // Nothing played proves nothing, and four games won not much.
    assert_eq!((Score::default().share(), Score::default().error()), (0.5, 0.49));
    let four = Score { wins: 4, ..Score::default() };
    assert!(four.share() - four.error() < 0.75, "{}", four.error());
}

#[test]
fn a_match_can_be_stopped_in_the_middle_of_a_game() {
    let contest = contest(Rules::Wetherell, 6, 6, 100);
    let mut asked = 0;
    let stopped = contest.pair(0, |_| {
        asked += 1;
        asked > 3
    });
    assert_eq!(stopped, Ok(None));
}

proptest! {
    #[test]
    fn an_engine_makes_only_legal_moves_however_soon_it_has_to(
        rules in prop::sample::select(Rules::ALL.to_vec()),
        (pits, stones) in (1..9_usize, 1..6_u32),
        evaluation in prop::sample::select(Evaluation::ALL.to_vec()),
        depth in 0..4_u32,
        seed: u64,
        patience in 0..3_u32,
    ) {
        let mut record = Record::new(Setup::new(rules, pits, stones).unwrap());
        let mut engine = Engine { evaluation, depth }.seated(rules, 1 << 12);
        let mut random = Random::new(seed);
        let mut left = patience;
        loop {
            let chosen = engine.choose(record.position(), &mut random, |_| {
                left = left.saturating_sub(1);
                left == 0
            });
            let legal = record.position().moves(rules);
            prop_assert_eq!(chosen.is_none(), legal.is_empty());
            let Some((pit, _)) = chosen else { break };
            prop_assert!(legal.contains(&pit));
            record.play(pit).unwrap();
        }
        prop_assert!(record.ending().is_some());
    }
}

#[test]
fn an_engine_takes_the_soonest_win_and_the_latest_loss() {
    let choose = |text: &str, depth| {
        let position: Position = text.parse().unwrap();
        let mut engine = Engine { evaluation: Evaluation::Better, depth }.seated(Rules::Wetherell, 1 << 16);
        let chosen = |seed| engine.choose(&position, &mut Random::new(seed), |_| false).unwrap().0;
        let mut all: Vec<usize> = (0..20).map(chosen).collect();
        all.dedup();
        all
    };
    // Pit 3 wins at once, the others later.
    assert_eq!(choose("1,1,1/6 1,1,1/0 S", 6), [3]);
    // Pits 5 and 6 lose at once, pit 1 after eight moves.
    assert_eq!(choose("1,0,0,0,1,1/5 0,3,0,0,0,2/11 S", 10), [1]);
}
