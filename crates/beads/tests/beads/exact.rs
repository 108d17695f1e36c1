//! The chain on other machines: against exact fractions, against following every lesson, and against
//! what a search of the game finds.

use std::collections::BTreeSet;

use kiber_bachet::{Heap, LastObject, Opponent, Rules};
use kiber_beads::{
    Cabinet, Chain, Choice, Contents, Error, Extremes, Lesson, Moves, Number, Outcome, Schedule, Subject, Teacher,
    losses_from_start,
};
use kiber_minimax::{Player, minimax};
use num_rational::BigRational;
use proptest::prelude::*;

use super::{bachet, by, chain};

/// Schedules that only take beads away.
fn schedules() -> impl Strategy<Value = Schedule> {
    let beads = proptest::collection::vec(1_u32..=2, 1..=2);
    let moves = prop_oneof![Just(Moves::Last), Just(Moves::All)];
    (beads, -1..=0, -2..=0, moves)
        .prop_map(|(beads, won, lost, moves)| Schedule::new(beads, won, 0, lost, moves).unwrap())
}

fn opponents() -> impl Strategy<Value = Opponent> {
    (0..Opponent::ALL.len()).prop_map(|number| Opponent::ALL[number])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn floating_point_is_as_good_as_fractions(
        objects in 2_u32..=6, most in 1_u32..=3, schedule in schedules(), opponent in opponents(), is_second: bool,
    ) {
        let rules = Rules::new(objects, most).unwrap();
        let side = if is_second { Player::Second } else { Player::First };
        let cabinet = Cabinet::new(Subject::Bachet(rules), side, Choice::Every).unwrap();
        let teacher = by(&cabinet, opponent);
        let lesson = Lesson { cabinet: &cabinet, schedule: &schedule, teacher: &teacher };
        let start = Contents::new(&cabinet, &schedule);
        let Ok(exact) = Chain::<BigRational>::new(&lesson, &start, 300, |_| false) else { return Ok(()) };
        let near = Chain::<f64>::new(&lesson, &start, 300, |_| false).unwrap();
        prop_assert_eq!(exact.extremes(), near.extremes());
        let same = |exact: &BigRational, near: f64| (exact.to_f64() - near).abs() <= 1e-9 * (1.0 + near.abs());
        let (one, other) = (exact.expected(), near.expected());
        prop_assert!(same(&one.games, other.games) && same(&one.losses, other.losses), "{one:?} {other:?}");
        prop_assert!(same(&one.trained, other.trained));
        prop_assert!((one.variance.to_f64() - other.variance).abs() <= 1e-6 * (1.0 + other.variance));
        // The expected losses of a lesson are those of all its games, one by one.
        let (mut one, mut other) = (exact.start(), near.start());
        for _ in 0..4 {
            let (exact_lost, ..) = exact.next_game(&one);
            prop_assert!(same(&exact_lost, near.next_game(&other).0));
            (one, other) = (exact.after_a_game(&one), near.after_a_game(&other));
            let sum = one.iter().fold(BigRational::zero(), |sum, chance| sum.plus(chance));
            prop_assert_eq!(sum, BigRational::one());
        }
    }

    #[test]
    fn the_extremes_are_those_of_following_every_lesson(
        objects in 2_u32..=6, most in 1_u32..=3, schedule in schedules(),
    ) {
        let cabinet = bachet(objects, most);
        let teacher = Teacher::anyone(cabinet.arena());
        let lesson = Lesson { cabinet: &cabinet, schedule: &schedule, teacher: &teacher };
        let start = Contents::new(&cabinet, &schedule);
        let Ok(chain) = Chain::<f64>::new(&lesson, &start, 300, |_| false) else { return Ok(()) };
        let mut naive = Naive { lesson, seen: BTreeSet::new(), ends: BTreeSet::new() };
        let most = naive.most(&start);
        let extremes = chain.extremes();
        prop_assert_eq!((extremes.states, extremes.most_losses), (naive.seen.len(), most));
        let ends: BTreeSet<Contents> = chain.ends().map(|(contents, _)| contents.clone()).collect();
        prop_assert_eq!(ends, naive.ends);
    }
}

/// Follows every lesson by playing every game move by move.
struct Naive<'a> {
    lesson: Lesson<'a>,
    seen: BTreeSet<Contents>,
    ends: BTreeSet<Contents>,
}

impl Naive<'_> {
    /// The most losses from here on.
    fn most(&mut self, contents: &Contents) -> Option<u64> {
        self.seen.insert(contents.clone());
        let mut games = Vec::new();
        self.games(contents, 0, &mut Vec::new(), &mut games);
        let changes: BTreeSet<(Outcome, Contents)> = games
            .into_iter()
            .map(|(outcome, drawn)| {
                let mut after = contents.clone();
                after.learn(self.lesson.schedule, outcome, &drawn);
                (outcome, after)
            })
            .collect();
        let loses = changes.iter().any(|(outcome, _)| *outcome == Outcome::Lost);
        let changed = changes.iter().any(|(_, after)| after != contents);
        if !changed || (!loses && !self.lesson.schedule.punishes_success()) {
            self.ends.insert(contents.clone());
        }
        let mut most = Some(0);
        for (outcome, after) in changes {
            let loss = u64::from(outcome == Outcome::Lost);
            let then = if after != *contents {
                self.most(&after)
            } else if loss == 1 {
                None
            } else {
                Some(0)
            };
            most = most.zip(then).map(|(most, then)| most.max(then + loss));
        }
        most
    }

    fn games(&self, contents: &Contents, node: usize, drawn: &mut Vec<usize>, all: &mut Vec<(Outcome, Vec<usize>)>) {
        let cabinet = self.lesson.cabinet;
        let position = &cabinet.arena().nodes()[node];
        let Some(player) = position.player else {
            let outcome = if position.result == -1 { Outcome::Won } else { Outcome::Lost };
            all.push((outcome, drawn.clone()));
            return;
        };
        if player == Player::First {
            position.moves.iter().for_each(|chosen| self.games(contents, chosen.to, drawn, all));
            return;
        }
        let matchbox = cabinet.boxes().iter().find(|matchbox| matchbox.node == node).unwrap();
        if contents.total_in_box(matchbox) == 0 {
            all.push((Outcome::Lost, drawn.clone()));
        }
        for (bead, chosen) in matchbox.beads.clone().zip(&position.moves) {
            if contents.count(bead) > 0 {
                drawn.push(bead);
                self.games(contents, chosen.to, drawn, all);
                drawn.pop();
            }
        }
    }
}

/// What a position is worth to the first player, by the search that looks at every line of play.
fn searched(rules: Rules, position: Heap) -> i32 {
    minimax(&rules, &position, None, |_| false).unwrap().value
}

/// Whether a move of the machine wins, by that search.
fn wins(rules: Rules, cabinet: &Cabinet, bead: usize) -> bool {
    let (matchbox, chosen) = cabinet.bead(bead).unwrap();
    let left: u32 = cabinet.name(matchbox).parse().unwrap();
    searched(rules, Heap { left: left - chosen.name, player: Player::First }) == -1
}

#[test]
fn where_the_person_must_lose_exactly_the_winning_moves_survive() {
    for (objects, most) in [(3, 2), (4, 3), (6, 2), (8, 3), (9, 2), (5, 4), (6, 5), (12, 2)] {
        let rules = Rules::new(objects, most).unwrap();
        let (cabinet, schedule) = (bachet(objects, most), Schedule::article());
        let chain = chain::<f64>(&cabinet, &schedule, &Teacher::anyone(cabinet.arena())).unwrap();
        let losing = (0..cabinet.kinds()).filter(|&bead| !wins(rules, &cabinet, bead)).count() as u64;
        let extremes = chain.extremes();
        // From every path the same number of losses: each losing move costs one, and nothing else does.
        assert_eq!((extremes.fewest_losses, extremes.most_losses), (losing, Some(losing)), "{rules:?}");
        assert_eq!((extremes.ends, extremes.trained_ends), (1, 1), "{rules:?}");
        for (end, _) in chain.ends() {
            for (bead, &count) in end.counts().iter().enumerate() {
                assert_eq!(count == 1, wins(rules, &cabinet, bead), "{rules:?}, bead {bead}");
            }
        }
    }
}

#[test]
fn whichever_opponent_teaches_only_winning_moves_survive_in_boxes_that_games_still_reach() {
    let mut untouched = 0;
    for (objects, most) in [(4, 3), (8, 3), (9, 2), (5, 4)] {
        let rules = Rules::new(objects, most).unwrap();
        for opponent in Opponent::ALL {
            let (cabinet, schedule) = (bachet(objects, most), Schedule::article());
            let teacher = by(&cabinet, opponent);
            let chain = chain::<f64>(&cabinet, &schedule, &teacher).unwrap();
            let lesson = Lesson { cabinet: &cabinet, schedule: &schedule, teacher: &teacher };
            for (end, trained) in chain.ends() {
                assert!(trained, "{rules:?}, {opponent}: {end:?}");
                for (matchbox, reached) in cabinet.boxes().iter().zip(lesson.reached(end)) {
                    for bead in matchbox.beads.clone() {
                        let (left, wins) = (end.count(bead) == 1, wins(rules, &cabinet, bead));
                        // A winning move is never punished; a losing one is left only out of reach.
                        assert!(left == wins || (left && !reached), "{rules:?}, {opponent}, bead {bead}");
                        untouched += u32::from(left && !wins);
                    }
                }
            }
        }
    }
    assert!(untouched > 0, "no teacher left a box out");
}

#[test]
fn a_game_that_the_person_wins_from_the_start_is_lost_for_ever() {
    let (cabinet, schedule) = (bachet(5, 3), Schedule::article());
    let anyone = chain::<f64>(&cabinet, &schedule, &Teacher::anyone(cabinet.arena())).unwrap();
    assert_eq!(
        anyone.extremes(),
        Extremes { states: 64, fewest_losses: 6, most_losses: None, most_punished: 6, ends: 1, trained_ends: 0 }
    );
    // One who knows how to win teaches it three things: its box is empty then.
    let teacher = by(&cabinet, Opponent::Perfect);
    let expected = chain::<f64>(&cabinet, &schedule, &teacher).unwrap().expected();
    assert_eq!((expected.games, expected.losses, expected.trained), (3.0, 3.0, 0.0));
}

#[test]
fn what_cannot_be_followed_is_said_with_its_number() {
    let (cabinet, schedule) = (bachet(16, 3), Schedule::article());
    let teacher = Teacher::anyone(cabinet.arena());
    let lesson = Lesson { cabinet: &cabinet, schedule: &schedule, teacher: &teacher };
    let start = Contents::new(&cabinet, &schedule);
    let error = Chain::<f64>::new(&lesson, &start, 1_000, |_| false).unwrap_err();
    insta::assert_snapshot!(error, @"more than 1000 contents of the boxes can be reached (of 4.3980e12 that there are)");
    let error = chain::<f64>(&cabinet, &Schedule::menace(), &teacher).unwrap_err();
    insta::assert_snapshot!(error, @"this schedule puts beads in, so the boxes can hold any number; only simulation tells");
    let of_another = Contents::new(&bachet(8, 3), &schedule);
    assert_eq!(Chain::<f64>::new(&lesson, &of_another, 9, |_| false).unwrap_err(), Error::OtherMachine);
    assert_eq!(Chain::<f64>::new(&lesson, &start, 9, |_| true).unwrap_err(), Error::Stopped);
}

#[test]
fn the_game_turned_round_is_learned_as_well() {
    let rules = Rules::new(9, 3).unwrap().with_last(LastObject::Loses);
    let cabinet = Cabinet::new(Subject::Bachet(rules), Player::Second, Choice::Every).unwrap();
    let extremes = chain::<f64>(&cabinet, &Schedule::article(), &Teacher::anyone(cabinet.arena())).unwrap().extremes();
    let losing = (0..cabinet.kinds()).filter(|&bead| !wins(rules, &cabinet, bead)).count() as u64;
    assert_eq!((extremes.fewest_losses, extremes.most_losses), (losing, Some(losing)));
    assert_eq!((extremes.ends, extremes.trained_ends), (1, 1));
}

#[test]
fn the_argument_gives_the_numbers_of_following_every_lesson() {
    let mut told = 0;
    for (objects, most) in (1..=9).flat_map(|objects| (1..=4).map(move |most| (objects, most))) {
        for (last, side) in [LastObject::Wins, LastObject::Loses]
            .into_iter()
            .flat_map(|last| [(last, Player::First), (last, Player::Second)])
        {
            let rules = Rules::new(objects, most).unwrap().with_last(last);
            let Ok(cabinet) = Cabinet::new(Subject::Bachet(rules), side, Choice::Every) else { continue };
            for schedule in [Schedule::article(), "2,1:0/0/-1:last".parse().unwrap()] {
                let Some(losses) = losses_from_start(&cabinet, &schedule) else { continue };
                let teacher = Teacher::anyone(cabinet.arena());
                let lesson = Lesson { cabinet: &cabinet, schedule: &schedule, teacher: &teacher };
                let start = Contents::new(&cabinet, &schedule);
                let Ok(chain) = Chain::<f64>::new(&lesson, &start, 2_000, |_| false) else { continue };
                let extremes = chain.extremes();
                let found = (extremes.fewest_losses, extremes.most_losses);
                assert_eq!(found, (losses, Some(losses)), "{rules:?}, {side:?}, {schedule}");
                assert_eq!((extremes.ends, extremes.trained_ends), (1, 1), "{rules:?}, {side:?}, {schedule}");
                told += 1;
            }
        }
    }
    assert!(told > 30, "only {told} machines");
}
