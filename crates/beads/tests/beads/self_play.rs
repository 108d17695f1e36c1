//! Two machines that teach each other.

use kiber_bachet::Rules;
use kiber_beads::{Cabinet, Choice, Error, Learner, Lesson, Outcome, Schedule, SelfPlay, Subject, Teacher};
use kiber_minimax::{Player, Random};

fn two(subject: Subject, schedule: &Schedule) -> SelfPlay {
    let [first, second] = [Player::First, Player::Second]
        .map(|side| Learner::new(Cabinet::new(subject, side, Choice::Every).unwrap(), schedule.clone()));
    SelfPlay::new(first, second).unwrap()
}

#[test]
fn the_one_who_must_lose_gives_up() {
    let mut table = two(Subject::Bachet(Rules::ARTICLE), &Schedule::article());
    let mut random = Random::new(1);
    let games: Vec<_> = (0..200).map(|_| table.play(&mut random)).collect();
    // Both lose beads until the first one has none left that wins, and resigns for ever.
    assert!(games[..20].iter().any(|game| game.outcome == Outcome::Won));
    assert!(games[20..].iter().all(|game| game.resigned == Some(Player::First)));
    let first = table.learner(Player::First);
    assert_eq!(first.contents.total_in_box(&first.cabinet.boxes()[0]), 0);
    // So the second one is not taught all that it could be.
    let second = table.learner(Player::Second);
    let teacher = Teacher::anyone(second.cabinet.arena());
    let lesson = Lesson { cabinet: &second.cabinet, schedule: &second.schedule, teacher: &teacher };
    assert!(lesson.standing(&second.contents).can_lose);
}

#[test]
fn two_machines_at_noughts_and_crosses_come_to_draw() {
    let mut table = two(Subject::TicTacToe, &Schedule::menace());
    let mut random = Random::new(1);
    let mut drawn = || (0..1_000).filter(|_| table.play(&mut random).outcome == Outcome::Drawn).count();
    let draws = [drawn(), drawn(), drawn()];
    assert_eq!(draws, [509, 749, 762]);
}

#[test]
fn machines_of_different_games_do_not_sit_at_one_table() {
    let learner =
        |subject, side| Learner::new(Cabinet::new(subject, side, Choice::Every).unwrap(), Schedule::article());
    let bachet = |objects| Subject::Bachet(Rules::new(objects, 3).unwrap());
    for (first, second) in [
        (learner(bachet(8), Player::First), learner(bachet(9), Player::Second)),
        (learner(bachet(8), Player::Second), learner(bachet(8), Player::First)),
        (learner(Subject::TicTacToe, Player::First), learner(bachet(8), Player::Second)),
    ] {
        assert_eq!(SelfPlay::new(first, second).unwrap_err(), Error::OtherMachine);
    }
}
