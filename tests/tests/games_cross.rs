//! The players of Bachet held against one another: relays, plain strategies, beads and minimax.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot set up has failed")]

use kiber_automaton::{Embedded, Error, LossByLoss, Machine, Saved, generate_bachet};
use kiber_bachet::{Drawn, Heap, LastObject, Match, Opponent, Plan, Rules, Strategies, Survey};
use kiber_beads::{Cabinet, Chain, Choice, Contents, Lesson, Schedule, Subject, Teacher};
use kiber_minimax::{Player, Random, analyse};
use kiber_tests::read;

fn embedded(name: &str) -> Machine {
    Machine::new(read(Embedded::find(name).unwrap().source)).unwrap()
}

fn generated(objects: u32, take: u32) -> Machine {
    Machine::new(read(&generate_bachet(objects, take).unwrap())).unwrap()
}

fn every_move(objects: u32, most: u32) -> Strategies {
    Strategies::every_move(Rules::new(objects, most).unwrap()).unwrap()
}

fn plain(strategies: &Strategies) -> kiber_bachet::Machine {
    kiber_bachet::Machine::new(strategies.clone())
}

/// The takes that win from a position, by trying every game.
fn winning_by_minimax(rules: Rules, left: u32) -> Vec<u32> {
    let heap = Heap { left, player: Player::First };
    let analysis = analyse(&rules, &heap, None, 10_000, |_| false);
    assert!(analysis.moves.iter().all(|one| one.proved), "{left} left in {rules:?}");
    let mut winning: Vec<u32> = analysis.moves.iter().filter(|one| one.value == 1).map(|one| one.chosen).collect();
    winning.sort_unstable();
    winning
}

/// In every memory state, and in every position that a person can bring about there, the relays take
/// what the plain strategy takes; so do they learn the same from every loss.
#[track_caller]
fn check_answers(mut relays: Machine, strategies: &Strategies, memory_states: usize) {
    let survey = Survey::new(&mut relays, |_| false).unwrap();
    assert_eq!(survey.states.len(), memory_states);
    let mut answers = 0;
    for state in &survey.states {
        for (&position, &take) in &state.answers {
            let number = strategies.answer(&state.memory, position);
            let expected = number.map_or(0, |number| strategies.list()[number].take);
            assert_eq!(take, expected, "from {position} with {:?}", state.memory);
            answers += 1;
        }
    }
    assert!(answers > memory_states, "{answers} answers");
    assert_eq!(survey, Survey::new(&mut plain(strategies), |_| false).unwrap());
    check_learned(&survey);
}

/// A machine that has learned all it can takes what minimax takes, wherever a take wins; and lets no
/// position come up where none does.
#[track_caller]
fn check_learned(survey: &Survey) {
    let learned: Vec<_> = survey.unbeatable().collect();
    assert_eq!(learned.len(), 1);
    for (&position, &take) in learned.iter().flat_map(|state| &state.answers) {
        assert_eq!(vec![take], winning_by_minimax(survey.rules, position), "from {position}");
    }
    assert_eq!(learned[0].answers.is_empty(), survey.rules.objects() < 2);
}

#[test]
fn in_every_memory_state_the_article_answers_as_the_strategy_and_in_the_end_as_minimax() {
    check_answers(embedded("article"), &Strategies::article(), 24);
    check_answers(embedded("no-diodes"), &Strategies::article(), 24);
}

#[test]
fn so_does_every_other_machine() {
    check_answers(embedded("full-memory"), &Strategies::full_memory(), 42);
    check_answers(generated(8, 3), &every_move(8, 3), 54);
    check_answers(generated(9, 2), &every_move(9, 2), 20);
    check_answers(generated(12, 3), &every_move(12, 3), 342);
}

#[test]
fn the_formula_is_what_minimax_finds_with_the_moves_to_the_end() {
    for last in [LastObject::Wins, LastObject::Loses] {
        for most in 1..=5 {
            let rules = Rules::new(16, most).unwrap().with_last(last);
            for left in 1..=16 {
                let heap = Heap { left, player: Player::Second };
                let mut by_search: Vec<(u32, bool, Option<u32>)> = analyse(&rules, &heap, None, 10_000, |_| false)
                    .moves
                    .iter()
                    .map(|one| (one.chosen, one.value == -1, one.plies))
                    .collect();
                by_search.sort_unstable();
                let by_formula = rules
                    .move_values(left)
                    .map(|one| (one.take, one.value.wins, Some(u32::try_from(one.value.moves).unwrap())));
                assert_eq!(by_search, by_formula.collect::<Vec<_>>(), "{left} left in {rules:?}");
            }
        }
    }
}

/// What is left in the boxes at the end are the moves that minimax finds to win, in every box.
#[test]
fn the_beads_left_are_the_moves_that_win() {
    let schedule = Schedule::article();
    for (objects, most) in [(8, 3), (6, 2), (9, 2), (6, 5)] {
        let rules = Rules::new(objects, most).unwrap();
        let cabinet = Cabinet::new(Subject::Bachet(rules), Player::Second, Choice::Every).unwrap();
        let teacher = Teacher::anyone(cabinet.arena());
        let lesson = Lesson { cabinet: &cabinet, schedule: &schedule, teacher: &teacher };
        let start = Contents::new(&cabinet, &schedule);
        let chain = Chain::<f64>::new(&lesson, &start, 1_000_000, |_| false).unwrap();
        let ends: Vec<_> = chain.ends().collect();
        assert!(!ends.is_empty());
        for (contents, trained) in ends {
            assert!(trained, "{rules:?}");
            for matchbox in cabinet.boxes() {
                let left = cabinet.moves(matchbox).iter().zip(contents.in_box(matchbox));
                let left: Vec<u32> = left.filter(|&(_, &beads)| beads > 0).map(|(chosen, _)| chosen.name).collect();
                let position = cabinet.name(matchbox).parse().unwrap();
                assert_eq!(left, winning_by_minimax(rules, position), "box {position} of {rules:?}");
            }
        }
    }
}

/// How many of the bead machine's losses a machine shares, and how many it is saved behind a winning
/// move, by a short cut, and by a move it does not have.
#[track_caller]
fn check_loss_by_loss(compared: &LossByLoss, losses: u64, shared: [usize; 4]) {
    assert_eq!(compared.beads.losses, Some((losses, losses)));
    assert_eq!(compared.beads.lesson.len() as u64, losses);
    let count = |is: fn(&Saved) -> bool| compared.moves.iter().filter(|one| is(&one.saved)).count();
    let counted = [
        compared.lost(),
        count(|saved| matches!(saved, Saved::Behind { .. })),
        count(|saved| matches!(saved, Saved::GivenUpWith { .. })),
        count(|saved| matches!(saved, Saved::LeftOut { .. })),
    ];
    assert_eq!(counted, shared);
    assert_eq!(counted.iter().sum::<usize>() as u64, losses);
    // The losses that are shared are all that the machine has.
    assert_eq!(compared.machine.losses, shared[0] as u64);
    let mut numbers: Vec<usize> =
        compared.moves.iter().filter_map(|one| if let Saved::No { loss } = one.saved { loss } else { None }).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=shared[0]).collect::<Vec<usize>>());
    for one in &compared.moves {
        let winning = winning_by_minimax(compared.rules, one.which.position);
        assert!(!winning.contains(&one.which.take), "{one:?} wins");
        if let Saved::Behind { take } = one.saved {
            assert_eq!(vec![take], winning, "{one:?}");
        }
    }
}

#[test]
fn twelve_losses_against_six_and_why() {
    let compared = LossByLoss::new(&mut embedded("article"), 1, |_| false).unwrap();
    check_loss_by_loss(&compared, 12, [6, 3, 2, 1]);
    assert_eq!(compared.positions_saved(), [5, 6, 7]);
    let by_plain = LossByLoss::new(&mut plain(&Strategies::article()), 1, |_| false).unwrap();
    assert_eq!(compared, by_plain);
    for seed in 2..8 {
        let other = LossByLoss::new(&mut plain(&Strategies::article()), seed, |_| false).unwrap();
        check_loss_by_loss(&other, 12, [6, 3, 2, 1]);
    }
    let full_memory = LossByLoss::new(&mut embedded("full-memory"), 1, |_| false).unwrap();
    check_loss_by_loss(&full_memory, 12, [8, 3, 0, 1]);
    let generated = LossByLoss::new(&mut generated(8, 3), 1, |_| false).unwrap();
    check_loss_by_loss(&generated, 12, [9, 3, 0, 0]);
}

#[test]
fn a_memory_for_every_move_saves_only_what_stands_behind_a_winning_move() {
    for last in [LastObject::Wins, LastObject::Loses] {
        for most in 2..=3 {
            for objects in 2..=9 {
                let rules = Rules::new(objects, most).unwrap().with_last(last);
                let compared = LossByLoss::new(&mut plain(&Strategies::every_move(rules).unwrap()), 1, |_| false);
                let Some(most_losses) = rules.most_losses() else {
                    assert!(compared.is_err(), "{rules:?}");
                    continue;
                };
                let losing = (1..objects).map(|left| rules.takes(left).count() - winning_by_minimax(rules, left).len());
                let losing: usize = losing.sum();
                let lost = usize::try_from(most_losses).unwrap();
                check_loss_by_loss(&compared.unwrap(), losing as u64, [lost, losing - lost, 0, 0]);
            }
        }
    }
}

#[test]
fn a_comparison_stops_when_it_is_told_to() {
    for games in [0, 10, 317, 400] {
        let mut left = games;
        let stopped = LossByLoss::new(&mut plain(&Strategies::article()), 1, |_| {
            left -= 1;
            left < 0
        });
        assert!(matches!(stopped, Err(Error::Stopped { .. })), "{games}: {stopped:?}");
    }
}

/// Whoever plays, and however chance falls, no machine loses more often than its worst case.
#[test]
fn no_match_goes_beyond_the_worst_case() {
    let plan = Plan { games: 400, kept: 0, points: 0 };
    for (number, opponent) in (0..).zip(Opponent::ALL) {
        for seed in 0..10 {
            let mut person = Drawn::new(opponent, Random::new(seed * 10 + number));
            let mut beads = kiber_beads::Machine::new(Rules::ARTICLE, Schedule::article(), seed).unwrap();
            let lost = Match::play(&mut beads, &mut person, plan, |_| false).unwrap().lost;
            assert!(lost <= 12, "{opponent} beat the beads {lost} times");
        }
        let mut person = Drawn::new(opponent, Random::new(number));
        let short = Plan { games: 60, ..plan };
        let lost = Match::play(&mut embedded("article"), &mut person, short, |_| false).unwrap().lost;
        assert!(lost <= 6, "{opponent} beat the relays {lost} times");
    }
}
