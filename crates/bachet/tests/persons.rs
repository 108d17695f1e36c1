//! Persons of every kind, and the matches that they play.
#![allow(clippy::unwrap_used, reason = "a test that cannot set up has failed")]

use kiber_bachet::{
    CutShort, Drawn, Ending, Error, Heap, KnowsMemory, LastObject, Machine, Match, Memory, Opponent, Panel, Person,
    Plan, Played, Point, Rules, Scripted, Seen, Starter, Steady, Strategies, Survey, SurveyEnd, Verdict, WorstCase,
};
use kiber_minimax::{Game, Player, Random};

fn every_move(objects: u32, most: u32) -> Strategies {
    Strategies::every_move(Rules::new(objects, most).unwrap()).unwrap()
}

fn turned_round(objects: u32, most: u32) -> Strategies {
    Strategies::every_move(Rules::new(objects, most).unwrap().with_last(LastObject::Loses)).unwrap()
}

fn plan(games: u64) -> Plan {
    Plan { games, kept: 0, points: 4 }
}

fn drawn(opponent: Opponent) -> Drawn {
    Drawn::new(opponent, Random::new(1))
}

fn played(strategies: Strategies, person: &mut dyn Person, games: u64) -> Match {
    Match::play(&mut Machine::new(strategies), person, plan(games), |_| false).unwrap()
}

/// The machine loses its first games, so many of them, and no other.
#[track_caller]
fn check_loses_first(strategies: Strategies, person: &mut dyn Person, lost: u64) {
    let played = played(strategies, person, 200);
    assert_eq!(played.losses, (1..=lost).collect::<Vec<u64>>());
}

#[test]
fn who_knows_the_memory_wins_as_often_as_anybody_can() {
    for (strategies, losses) in [
        (Strategies::article(), 6),
        (Strategies::full_memory(), 8),
        (every_move(8, 3), 9),
        (every_move(12, 3), 15),
        (turned_round(9, 3), 10),
    ] {
        assert_eq!(WorstCase::new(&strategies, |_| false).unwrap().losses, Some(losses));
        check_loses_first(strategies.clone(), &mut KnowsMemory::new(Some(strategies)), losses);
    }
}

#[test]
fn who_plays_well_but_always_alike_wins_less_often() {
    check_loses_first(Strategies::article(), &mut drawn(Opponent::PerfectFixed { take: 1 }), 5);
    check_loses_first(Strategies::article(), &mut drawn(Opponent::PerfectFixed { take: 3 }), 0);
}

/// Whichever of the takes that force a win a person chooses, the article's machine loses six times.
#[test]
fn any_forced_win_will_do_against_the_article() {
    /// Chooses among the takes after which the machine can still be made to lose.
    struct AnyWin(Strategies, Random);
    impl Person for AnyWin {
        fn takes(&mut self, seen: &Seen) -> Option<u32> {
            let forced = self.0.forced_wins(&seen.memory);
            let wins = |&take: &u32| {
                let position = seen.left - take;
                let answer = self.0.answer(&seen.memory, position).map(|number| self.0.list()[number].take);
                position == 0 || answer.is_none_or(|answer| forced[(position - answer) as usize].is_some())
            };
            let winning: Vec<u32> = seen.rules.takes(seen.left).filter(wins).collect();
            self.1.choose(&winning).copied().or(Some(1))
        }
    }
    for seed in 0..50 {
        check_loses_first(Strategies::article(), &mut AnyWin(Strategies::article(), Random::new(seed)), 6);
    }
}

#[test]
fn who_knows_no_strategies_plays_perfectly() {
    let mut blind = KnowsMemory::new(None);
    // Strategies of another game are none of this machine's.
    let mut mistaken = KnowsMemory::new(Some(every_move(7, 2)));
    for left in 0..=8 {
        let seen = Seen { rules: Rules::ARTICLE, left, memory: Memory::new() };
        let perfect = drawn(Opponent::PerfectFixed { take: 1 }).takes(&seen);
        assert_eq!((blind.takes(&seen), mistaken.takes(&seen)), (perfect, perfect), "{left} left");
    }
}

#[test]
fn nobody_wins_more_often_than_the_worst_case_allows() {
    for strategies in [Strategies::article(), Strategies::full_memory(), every_move(9, 2), turned_round(9, 3)] {
        let worst = WorstCase::new(&strategies, |_| false).unwrap().losses.unwrap();
        for opponent in Opponent::ALL {
            for seed in 0..30 {
                let mut person = Drawn::new(opponent, Random::new(seed));
                let played = played(strategies.clone(), &mut person, 300);
                assert!(played.lost <= worst, "{opponent} won {} of {worst}", played.lost);
                assert_eq!(played.won() + played.lost, 300);
            }
        }
    }
}

#[test]
fn a_match_is_kept_as_far_as_planned_and_its_curve_told() {
    let mut machine = Machine::new(Strategies::full_memory());
    let mut person = KnowsMemory::new(Some(Strategies::full_memory()));
    let played = Match::play(&mut machine, &mut person, Plan { games: 10, kept: 2, points: 3 }, |_| false).unwrap();
    let shown = |Played { turns, ending }: &Played| {
        let turns: Vec<String> = turns.iter().map(|turn| format!("{}{}", turn.person, turn.machine)).collect();
        format!("{} {ending:?}", turns.join(" "))
    };
    let kept: Vec<String> = played.kept.iter().map(shown).collect();
    assert_eq!(kept, ["11 11 11 20 PersonWon", "11 11 12 10 PersonWon"].map(str::to_string));
    let curve: Vec<(u64, u64)> = played.curve.iter().map(|&Point { games, lost }| (games, lost)).collect();
    assert_eq!(curve, [(0, 0), (4, 4), (7, 7), (10, 8)]);
    assert_eq!((played.last_loss, played.resigned, played.cut_short), (Some(8), 2, None));
    assert_eq!(played.memory, machine.memory());
    assert_eq!(machine.objects_left(), 8);
}

#[test]
fn the_same_seed_plays_the_same_match() {
    let games = |seed| played(every_move(8, 3), &mut Drawn::new(Opponent::Uniform, Random::new(seed)), 100).losses;
    assert_eq!(games(7), games(7));
    assert!((0..20).any(|seed| games(seed) != games(7)));
}

#[test]
fn a_script_is_played_to_its_end_and_no_further() {
    let mut person = Scripted::new([1, 1, 2, 1, 2, 2]);
    let mut machine = Machine::new(Strategies::article());
    let left = Match::play(&mut machine, &mut person, plan(5), |_| false).unwrap();
    assert_eq!((left.games, left.lost, left.cut_short), (1, 1, Some(CutShort::PersonLeft)));
    assert_eq!(machine.objects_left(), 8);
    let mut person = Scripted::new([1, 4]);
    let broken = Match::play(&mut machine, &mut person, plan(5), |_| false).unwrap_err();
    assert_eq!(broken.error, Error::IllegalTake { take: 4, left: 6, most: 3 });
    assert_eq!(
        broken.to_string(),
        "in game 1 after 1, 1; 4, 0: 4 cannot be taken where 6 are left and a move takes 1 to 3"
    );
}

#[test]
fn a_match_stops_when_it_is_told_to() {
    let mut machine = Machine::new(every_move(8, 3));
    let stopped = Match::play(&mut machine, &mut drawn(Opponent::Perfect), plan(1000), |so_far| so_far.games >= 17);
    let stopped = stopped.unwrap();
    assert_eq!((stopped.games, stopped.cut_short), (17, Some(CutShort::Stopped)));
    assert_eq!(stopped.curve.last(), Some(&Point { games: 17, lost: stopped.lost }));
}

/// Two machines that both learn: whose game it is wins in the end, and the other has then lost what it
/// could lose.
#[test]
fn machine_against_machine_ends_with_the_winner_of_the_game() {
    for (objects, most) in [(8, 3), (9, 3), (10, 4), (5, 2), (6, 2)] {
        let rules = Rules::new(objects, most).unwrap();
        let mut starter = Starter::new(rules).unwrap();
        let long = played(every_move(objects, most), &mut starter, 2_000);
        let late = played(every_move(objects, most), &mut starter, 0);
        assert_eq!(late.games, 0);
        let last_won_by_starter = long.last_loss == Some(2_000);
        assert_eq!(last_won_by_starter, rules.is_won(objects), "{rules:?}");
        if rules.is_won(objects) {
            let whole = starter.strategies().answer(starter.memory(), objects).unwrap();
            assert_eq!(Some(starter.strategies().list()[whole].take), rules.winning_take(objects));
        }
    }
    assert!(Starter::new(Rules::new(u32::MAX, 3).unwrap()).is_err());
}

#[test]
fn the_ending_is_that_of_the_last_object() {
    let (usual, turned) = (Rules::ARTICLE, Rules::ARTICLE.with_last(LastObject::Loses));
    assert_eq!(Ending::by_last_object(usual, true), Ending::PersonWon);
    assert_eq!(Ending::by_last_object(usual, false), Ending::MachineWon);
    assert_eq!(Ending::by_last_object(turned, true), Ending::MachineWon);
    assert_eq!(Ending::by_last_object(turned, false), Ending::PersonWon);
}

/// The value of a position to the first player, by trying every game.
fn tried(rules: Rules, heap: Heap) -> i32 {
    let mut moves = Vec::new();
    rules.moves(&heap, &mut moves);
    let values = moves.iter().map(|&take| tried(rules, rules.play(&heap, take)));
    let best = match rules.player(&heap) {
        Player::First => values.max(),
        Player::Second => values.min(),
    };
    best.unwrap_or_else(|| rules.result(&heap))
}

#[test]
fn the_game_that_searches_see_is_the_game_of_the_rules() {
    for last in [LastObject::Wins, LastObject::Loses] {
        for most in 1..=4 {
            for objects in 1..=10 {
                let rules = Rules::new(objects, most).unwrap().with_last(last);
                let value = if rules.is_won(objects) { 1 } else { -1 };
                assert_eq!(tried(rules, Heap::start(rules)), value, "{rules:?}");
                let other = Heap { player: Player::Second, ..Heap::start(rules) };
                assert_eq!(tried(rules, other), -value, "{rules:?}");
            }
        }
    }
}

#[test]
fn a_survey_sees_every_memory_state_and_leaves_the_machine_as_it_was() {
    for strategies in
        [Strategies::article(), Strategies::full_memory(), every_move(8, 3), every_move(9, 2), every_move(5, 2)]
    {
        let worst = WorstCase::new(&strategies, |_| false).unwrap();
        let mut machine = Machine::new(strategies.clone());
        let survey = Survey::new(&mut machine, |_| false).unwrap();
        assert_eq!((survey.states.len(), survey.games), (worst.memory_states, worst.games));
        assert_eq!(survey.unbeatable().count(), worst.unbeatable);
        assert_eq!(survey.most_losses()[0], worst.losses);
        assert_eq!(machine.save(), Machine::new(strategies.clone()).save());
        for state in &survey.states {
            for (&position, &take) in &state.answers {
                let answer = strategies.answer(&state.memory, position).map(|number| strategies.list()[number].take);
                assert_eq!(answer.unwrap_or(0), take, "{position} with {:?}", state.memory);
            }
            for lost in &state.losses {
                let moves: Vec<usize> = lost
                    .last_move
                    .map(|last| strategies.list().iter().position(|one| (one.position, one.take) == last).unwrap())
                    .into_iter()
                    .collect();
                let mut memory = state.memory.clone();
                memory.extend(strategies.punished(&moves));
                assert_eq!(survey.states[lost.to].memory, memory);
            }
        }
    }
}

#[test]
fn a_survey_stops_when_it_is_told_to_and_will_not_have_two_answers() {
    let stopped = Survey::new(&mut Machine::new(every_move(8, 3)), |so_far| so_far.games >= 40);
    assert_eq!(stopped, Err(SurveyEnd::Stopped { games: 40 }));
    // Of a machine that remembers every move of a large game it takes up more and more.
    let mut seen = Vec::new();
    let stopped = Survey::new(&mut Machine::new(every_move(24, 3)), |so_far| {
        seen.push(so_far);
        so_far.bytes > 1 << 20
    });
    assert!(matches!(stopped, Err(SurveyEnd::Stopped { .. })));
    assert!(seen.windows(2).all(|two| two[0].games <= two[1].games && two[0].memory_states <= two[1].memory_states));
    assert!(seen.last().is_some_and(|last| last.memory_states > 1 && last.bytes < 2 << 20), "{:?}", seen.last());
    let whims = |seed| {
        let mut whim = Steady::new(Rules::ARTICLE, Opponent::Uniform, Random::new(seed));
        matches!(Survey::new(&mut whim, |_| false), Err(SurveyEnd::TwoAnswers { .. }))
    };
    assert!((0..5).any(whims));
}

#[test]
fn a_perfect_player_in_the_machines_place_never_loses_what_he_can_win() {
    for rules in [Rules::ARTICLE, Rules::new(9, 3).unwrap().with_last(LastObject::Loses)] {
        for opponent in Opponent::ALL {
            let mut perfect = Steady::new(rules, Opponent::Perfect, Random::new(1));
            let played = Match::play(&mut perfect, &mut drawn(opponent), plan(200), |_| false).unwrap();
            assert_eq!((played.lost, played.games), (0, 200), "{rules:?} {opponent}");
        }
    }
    let mut perfect = Steady::new(Rules::ARTICLE, Opponent::Perfect, Random::new(1));
    assert_eq!(perfect.machine_takes(), Err(Error::OutOfTurn));
    perfect.person_takes(3).unwrap();
    assert_eq!(perfect.person_takes(1), Err(Error::OutOfTurn));
    let before = perfect.save();
    assert_eq!(perfect.machine_takes(), Ok(1));
    perfect.person_takes(1).unwrap();
    assert_eq!((perfect.machine_takes(), perfect.verdict()), (Ok(3), Some(Verdict::MachineWon)));
    perfect.restore(&before);
    assert_eq!((perfect.objects_left(), perfect.verdict()), (5, None));
    // Who answers a player that must open wins as often as he likes.
    let mut opening = perfect.opening();
    let played = Match::play(&mut opening, &mut drawn(Opponent::Perfect), plan(50), |_| false).unwrap();
    assert_eq!(played.lost, 50);
    let mut at_once = Steady::new(Rules::new(2, 3).unwrap(), Opponent::Perfect, Random::new(1)).opening();
    assert_eq!((at_once.objects_left(), at_once.verdict()), (0, Some(Verdict::MachineWon)));
    assert_eq!(at_once.person_takes(1), Err(Error::OutOfTurn));
}
