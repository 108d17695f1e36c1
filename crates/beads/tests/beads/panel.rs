//! The machine at its panel.

use kiber_bachet::{Drawn, Error, KnowsMemory, Match, Opponent, Panel, Plan, Rules, Strategies, Verdict};
use kiber_beads::{Machine, Schedule};
use kiber_minimax::Random;

fn article(seed: u64) -> Machine {
    Machine::new(Rules::ARTICLE, Schedule::article(), seed).unwrap()
}

#[test]
fn whoever_plays_it_is_beaten_after_twelve_losses() {
    for seed in 0..20 {
        let mut machine = article(seed);
        let plan = Plan { games: 2_000, kept: 0, points: 1 };
        let mut person = Drawn::new(Opponent::Uniform, Random::new(100 + seed));
        let played = Match::play(&mut machine, &mut person, plan, |_| false).unwrap();
        assert_eq!((played.games, played.lost), (2_000, 12), "seed {seed}");
        // Its memory is the beads that are gone, numbered as the moves of a relay machine.
        let every_move = Strategies::every_move(Rules::ARTICLE).unwrap();
        for (number, strategy) in every_move.list().iter().enumerate() {
            let wins = Rules::ARTICLE.winning_take(strategy.position) == Some(strategy.take);
            assert_eq!(machine.memory().contains(number), !wins, "{strategy:?}");
        }
    }
}

#[test]
fn the_same_seed_draws_the_same_beads() {
    let play = |seed| {
        let mut machine = article(seed);
        let plan = Plan { games: 50, kept: 50, points: 1 };
        Match::play(&mut machine, &mut KnowsMemory::new(None), plan, |_| false).unwrap().kept
    };
    assert_eq!(play(7), play(7));
    assert_ne!(play(7), play(8));
}

#[test]
fn a_saved_state_brings_chance_back_too() {
    let mut machine = article(3);
    machine.person_takes(1).unwrap();
    let saved = machine.save();
    let taken = machine.machine_takes().unwrap();
    machine.punish().unwrap();
    machine.restore(&saved);
    assert_eq!(machine.objects_left(), 7);
    assert_eq!(machine.memory().relays().count(), 0);
    assert_eq!(machine.machine_takes(), Ok(taken));
}

#[test]
fn moves_out_of_turn_and_against_the_rules_are_refused() {
    let mut machine = Machine::new(Rules::new(2, 1).unwrap(), Schedule::article(), 1).unwrap();
    assert_eq!(machine.machine_takes(), Err(Error::OutOfTurn));
    assert_eq!(machine.person_takes(2), Err(Error::IllegalTake { take: 2, left: 2, most: 1 }));
    machine.person_takes(1).unwrap();
    assert_eq!(machine.person_takes(1), Err(Error::OutOfTurn));
    assert_eq!(machine.machine_takes(), Ok(1));
    assert_eq!(machine.verdict(), Some(Verdict::MachineWon));
    assert_eq!(machine.machine_takes(), Err(Error::OutOfTurn));
    assert_eq!(machine.person_takes(1), Err(Error::OutOfTurn));
}

#[test]
fn a_machine_that_resigns_at_its_first_box_cannot_be_punished_further() {
    // Of five objects the person takes one and leaves the machine a lost position.
    let mut machine = Machine::new(Rules::new(5, 3).unwrap(), Schedule::article(), 1).unwrap();
    let mut lost = 0;
    for game in 0..10 {
        machine.person_takes(1).unwrap();
        let taken = machine.machine_takes().unwrap();
        if taken == 0 {
            assert_eq!(machine.verdict(), None);
            assert_eq!(machine.machine_takes(), Err(Error::OutOfTurn));
            let before = machine.contents().clone();
            machine.punish().unwrap();
            assert_eq!(*machine.contents(), before, "game {game}");
        } else {
            machine.person_takes(4 - taken).unwrap();
            assert_eq!(machine.verdict(), Some(Verdict::PersonWon));
            machine.punish().unwrap();
            lost += 1;
        }
        machine.new_game().unwrap();
    }
    // Three beads lost, and from then on it resigns.
    assert_eq!(lost, 3);
}
