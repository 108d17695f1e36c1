//! Matches: the better evaluation is better, and the same seed gives the same games.

use kiber_kalah::{Contest, Engine, Evaluation, Rules, Score, Setup, Side};

fn contest(rules: Rules, pits: usize, stones: u32, depth: u32) -> Contest {
    let engine = |evaluation| Engine { evaluation, depth };
    let engines = [engine(Evaluation::Better), engine(Evaluation::Chapter)];
    Contest { setup: Setup::new(rules, pits, stones).unwrap(), engines, opening: 6, seed: 1 }
}

fn score(contest: &Contest, pairs: u64) -> Score {
    let mut score = Score::default();
    for number in 0..pairs {
        contest.pair(number).unwrap().iter().for_each(|played| score.count(played));
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
    check_better(&contest(Rules::Wetherell, 6, 4, 4), 40, 0.75);
    check_better(&contest(Rules::Standard, 6, 4, 4), 40, 0.6);
    check_better(&contest(Rules::StandardEmptyCapture, 6, 4, 4), 40, 0.6);
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
    assert_eq!(contest.pair(7), contest.pair(7));
    assert_ne!(contest.pair(7), contest.pair(8));
    assert_ne!(contest.pair(7), Contest { seed: 2, ..contest }.pair(7));
}

#[test]
fn both_games_of_a_pair_begin_alike_with_the_seats_changed() {
    let [one, other] = contest(Rules::Wetherell, 6, 4, 1).pair(3).unwrap();
    assert_eq!((one.first, other.first), (Side::South, Side::North));
    let opening = |record: &kiber_kalah::Record| record.moves().take(6).collect::<Vec<_>>();
    assert_eq!(opening(&one.record), opening(&other.record));
    assert!(one.record.ending().is_some() && other.record.ending().is_some());
}

#[test]
fn an_opening_that_ends_the_game_is_made_shorter() {
    let [one, _] = Contest { opening: 1000, ..contest(Rules::Wetherell, 2, 1, 1) }.pair(0).unwrap();
    assert!(one.record.ending().is_some());
}

#[test]
fn shares_and_their_errors() {
    let score = Score { wins: 60, draws: 20, losses: 20, ..Score::default() };
    assert_eq!((score.games(), score.share()), (100, 0.7));
    // 1.96 x sqrt((60 x 0.09 + 20 x 0.04 + 20 x 0.49) / 99 / 100)
    assert!((score.error() - 1.96 * (16.0_f64 / 9900.0).sqrt()).abs() < 1e-12);
    assert_eq!((Score::default().share(), Score::default().error()), (0.5, 0.5));
}
