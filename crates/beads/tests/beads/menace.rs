//! Tic-tac-toe: MENACE and the machine that moves second.

use kiber_bachet::Opponent;
use kiber_beads::{Cabinet, Chain, Choice, Contents, Error, Lesson, Plan, Schedule, Simulation, Subject};
use kiber_minimax::tictactoe::{Position, TicTacToe};
use kiber_minimax::{Player, Random, minimax};
use num_rational::BigRational;

use super::{by, chain};

fn cabinet(side: Player, choice: Choice) -> Cabinet {
    Cabinet::new(Subject::TicTacToe, side, choice).unwrap()
}

/// How many boxes there are for each turn of the machine.
#[track_caller]
fn check_boxes(side: Player, choice: Choice, expected: &[usize]) {
    let cabinet = cabinet(side, choice);
    let by_turn: Vec<usize> =
        (1..=4).map(|turn| cabinet.boxes().iter().filter(|matchbox| matchbox.turns == (turn, turn)).count()).collect();
    assert_eq!((by_turn.as_slice(), cabinet.boxes().len()), (expected, expected.iter().sum()), "{side:?}, {choice:?}");
}

#[test]
fn the_boxes() {
    check_boxes(Player::First, Choice::Every, &[1, 12, 108, 183]);
    // 287, Michie's number.
    check_boxes(Player::First, Choice::Michie, &[1, 12, 108, 166]);
    check_boxes(Player::Second, Choice::Every, &[3, 38, 153, 95]);
}

#[test]
fn the_beads() {
    let cabinet = cabinet(Player::First, Choice::Every);
    let contents = Contents::new(&cabinet, &Schedule::menace());
    let first = &cabinet.boxes()[0];
    let squares: Vec<(u32, u32)> = cabinet.moves(first).iter().map(|chosen| (chosen.name, chosen.ways)).collect();
    assert_eq!((squares, contents.in_box(first)), (vec![(1, 4), (2, 4), (5, 1)], &[4, 4, 4][..]));
    for matchbox in cabinet.boxes() {
        let expected = 5 - matchbox.turns.0;
        assert!(contents.in_box(matchbox).iter().all(|&count| count == expected), "{matchbox:?}");
    }
}

#[test]
fn values_are_those_that_the_search_finds() {
    let cabinet = cabinet(Player::First, Choice::Every);
    let arena = cabinet.arena();
    assert_eq!((arena.nodes().len(), arena.value(0)), (765, 0));
    for (place, node) in arena.nodes().iter().enumerate().rev().filter(|(_, node)| node.moves_before.0 >= 2) {
        let position: Position = node.name.parse().unwrap();
        let found = minimax(&TicTacToe, &position, None, |_| false).unwrap();
        assert_eq!(arena.value(place), found.value, "{}", node.name);
        let squares: u32 = node.moves.iter().map(|chosen| chosen.ways).sum();
        assert_eq!(squares as usize, position.moves().count(), "{}", node.name);
    }
}

#[test]
fn games_of_chance_end_as_they_do_everywhere() {
    // Of the games of two players who go to any empty square the first wins 737 of 1260, and 8 of 63 are
    // drawn; a machine whose beads stand for squares up to symmetry chooses otherwise, so it is the
    // second player that counts here: a machine that moves second with as many beads as squares.
    let cabinet = cabinet(Player::Second, Choice::Every);
    let counts = cabinet.boxes().iter().flat_map(|matchbox| cabinet.moves(matchbox).iter().map(|chosen| chosen.ways));
    let contents = Contents::of(&cabinet, counts.collect()).unwrap();
    let (schedule, teacher) = (Schedule::article(), by(&cabinet, Opponent::Uniform));
    let lesson = Lesson { cabinet: &cabinet, schedule: &schedule, teacher: &teacher };
    let chances = lesson.chances::<BigRational>(&contents);
    assert_eq!([chances.lost, chances.drawn].map(|chance| chance.to_string()), ["737/1260", "8/63"]);
}

#[test]
fn nobody_beats_one_who_plays_perfectly() {
    for side in [Player::First, Player::Second] {
        let cabinet = cabinet(side, Choice::Every);
        let schedule = Schedule::menace();
        for opponent in [Opponent::Perfect, Opponent::PerfectFixed { take: 1 }] {
            let teacher = by(&cabinet, opponent);
            let lesson = Lesson { cabinet: &cabinet, schedule: &schedule, teacher: &teacher };
            let chances = lesson.chances::<f64>(&Contents::new(&cabinet, &schedule));
            assert_eq!(chances.won, 0.0, "{side:?}, {opponent}");
        }
    }
}

/// Games lost of the first and of the last thousand, in lessons of 500 games, and the lessons in which
/// the first box was emptied, so that the machine resigns for ever.
#[track_caller]
fn check_learning(opponent: Opponent, expected: (u64, u64, u64)) {
    let (cabinet, schedule) = (cabinet(Player::First, Choice::Every), Schedule::menace());
    let teacher = by(&cabinet, opponent);
    let lesson = Lesson { cabinet: &cabinet, schedule: &schedule, teacher: &teacher };
    let plan = Plan { lessons: 40, most_games: 500, curve: 500 };
    let start = Contents::new(&cabinet, &schedule);
    let played = Simulation::new(&lesson, &start, plan, &mut Random::new(1), |_| false);
    let lost = |from: usize| played.curve[from..from + 25].iter().map(|tally| tally.lost).sum::<u64>();
    let over_in_vain = played.lessons - played.trained - played.given_up;
    assert_eq!((lost(0), lost(475), over_in_vain), expected, "{opponent}");
}

#[test]
fn menace_learns_from_chance_and_despairs_of_perfection() {
    check_learning(Opponent::Uniform, (268, 110, 0));
    check_learning(Opponent::PerfectFixed { take: 1 }, (690, 376, 15));
    check_learning(Opponent::Perfect, (705, 628, 25));
}

#[test]
fn its_contents_are_too_many_to_follow() {
    let cabinet = cabinet(Player::First, Choice::Every);
    let teacher = by(&cabinet, Opponent::PerfectFixed { take: 1 });
    assert_eq!(chain::<f64>(&cabinet, &Schedule::menace(), &teacher).unwrap_err(), Error::GrowsWithoutEnd);
    let lesson = Lesson { cabinet: &cabinet, schedule: &Schedule::article(), teacher: &teacher };
    let start = Contents::new(&cabinet, lesson.schedule);
    let error = Chain::<f64>::new(&lesson, &start, 1_000, |_| false).unwrap_err();
    assert!(matches!(error, Error::TooManyStates { most: 1_000, .. }), "{error}");
}
