//! What is said of the learning automaton and its variants, found out by somebody who plays them by
//! hand: no rule-book, no explorer, no judge.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use kiber_engine::{Action, LampLevel, Place, State, Untimed};
use kiber_netlist::{Circuit, PartId};
use kiber_script::{Player, Step};

use crate::dice::Dice;
use crate::orders::ways_to_end;
use crate::times::by_lot;

/// The relays that stand operated between two games.
type Memory = BTreeSet<PartId>;

/// An honest person at a machine.
struct Person {
    player: Player,
    lamps: Vec<PartId>,
    toggles: Vec<PartId>,
    /// Every settled state with every single thing that a hand does in it.
    done: BTreeMap<(State, bool, PartId), Action>,
    games: usize,
    resigned: usize,
}

impl Person {
    fn new(circuit: &Arc<Circuit>) -> Self {
        let parts = |prefix: &str| (1..=8).map(|number| circuit.part(&format!("{prefix}{number}")).unwrap()).collect();
        Self {
            player: Player::power_up(Arc::clone(circuit), &mut ()),
            lamps: parts("L"),
            toggles: parts("V"),
            done: BTreeMap::new(),
            games: 0,
            resigned: 0,
        }
    }

    fn part(&self, name: &str) -> PartId {
        self.player.simulator().circuit().part(name).unwrap()
    }

    /// Does one thing; it settles and shorts nothing.
    fn act(&mut self, step: &Step, part: PartId, action: Action) {
        let key = (self.player.simulator().state(), matches!(action, Action::Free(_)), part);
        self.done.insert(key, action);
        self.player.step(step, &mut ()).unwrap();
        let happened = self.player.happened();
        assert!(
            happened.oscillations.is_empty() && happened.shorts.is_empty(),
            "{}",
            step.shown(self.player.simulator().circuit())
        );
    }

    fn press(&mut self, name: &str) {
        let part = self.part(name);
        self.act(&Step::hold(part), part, Action::Press(part));
        self.act(&Step::free(part), part, Action::Free(part));
    }

    fn lit(&self) -> Vec<usize> {
        let simulator = self.player.simulator();
        (0..8).filter(|&at| simulator.lamp(self.lamps[at]) == LampLevel::Lit).collect()
    }

    /// Which of the two verdicts are lit.
    fn verdict(&self) -> [bool; 2] {
        ["L9", "L10"].map(|name| self.player.simulator().lamp(self.part(name)) == LampLevel::Lit)
    }

    fn memory(&self) -> Memory {
        let simulator = self.player.simulator();
        let parts = simulator.circuit().parts.iter();
        parts
            .filter(|(id, part)| part.name.starts_with('P') && simulator.place(*id) == Place::OPERATED)
            .map(|(id, _)| id)
            .collect()
    }

    /// The person is to move: every way to go on; where the memory gets, and whether the machine lost.
    fn game(&mut self, ends: &mut Vec<(Memory, bool)>) {
        assert_eq!(self.verdict(), [false; 2], "no verdict before the end");
        let before = self.player.mark();
        for take in 1..=self.lit().len().min(3) {
            self.player.back(&before);
            for _ in 0..take {
                let toggle = self.toggles[self.lit()[0]];
                self.act(&Step::off(toggle), toggle, Action::Flip(toggle));
            }
            let lit = self.lit().len();
            if lit == 0 {
                assert_eq!(self.verdict(), [true, false]);
                self.over(true, ends);
                continue;
            }
            self.press("KN1");
            let taken = lit - self.lit().len();
            assert!(taken <= 3);
            match (taken, self.lit().len()) {
                (0, _) => {
                    assert_eq!(self.verdict(), [false; 2]);
                    self.resigned += 1;
                    self.over(true, ends);
                }
                (_, 0) => {
                    assert_eq!(self.verdict(), [false, true]);
                    self.over(false, ends);
                }
                _ => self.game(ends),
            }
        }
    }

    fn over(&mut self, lost: bool, ends: &mut Vec<(Memory, bool)>) {
        self.games += 1;
        if lost {
            self.press("KN2");
        }
        self.press("KN4");
        for toggle in self.toggles.clone() {
            if !self.player.simulator().is_held(toggle) {
                self.act(&Step::on(toggle), toggle, Action::Flip(toggle));
            }
        }
        ends.push((self.memory(), lost));
    }
}

/// All that an honest person can do with a machine, and how many games it loses at most.
fn play(source: &str) -> (Person, usize, usize) {
    let circuit = Arc::new(kiber_netlist::read(source).circuit.unwrap());
    let mut person = Person::new(&circuit);
    let mut starts = BTreeMap::from([(person.memory(), person.player.mark())]);
    let mut outcomes: BTreeMap<Memory, BTreeSet<(Memory, bool)>> = BTreeMap::new();
    while let Some(memory) = starts.keys().find(|memory| !outcomes.contains_key(*memory)).cloned() {
        let mut found = BTreeSet::new();
        let start = starts[&memory].clone();
        // Every end of every game, and the state that it leaves.
        person.player.back(&start);
        let mut ends = Vec::new();
        person.game(&mut ends);
        for (after, lost) in ends {
            found.insert((after, lost));
        }
        outcomes.insert(memory.clone(), found);
        for (after, _) in &outcomes[&memory] {
            if !starts.contains_key(after) {
                let mark = settled_with(&circuit, after);
                starts.insert(after.clone(), mark);
            }
        }
    }
    // Relaxed until nothing changes; a machine that learns nothing would never end.
    let mut losses: BTreeMap<Memory, usize> = outcomes.keys().map(|memory| (memory.clone(), 0)).collect();
    for _ in 0..=outcomes.len() {
        let before = losses.clone();
        for (memory, ends) in &outcomes {
            losses.insert(
                memory.clone(),
                ends.iter().map(|(after, lost)| before[after] + usize::from(*lost)).max().unwrap(),
            );
        }
        if losses == before {
            let most = losses.values().copied().max().unwrap();
            return (person, outcomes.len(), most);
        }
    }
    panic!("it loses for ever")
}

/// The machine as it stands between two games with just these relays operated.
fn settled_with(circuit: &Arc<Circuit>, memory: &Memory) -> kiber_script::Mark {
    let mut player = Player::power_up(Arc::clone(circuit), &mut ());
    let words = player.simulator().settled_words();
    let mut bits = vec![0; words];
    assert!(player.simulator().write_settled(&mut bits));
    let moving = crate::orders::movers(circuit);
    for part in memory {
        let bit = moving.iter().position(|mover| mover == part).unwrap();
        bits[bit / 64] |= 1 << (bit % 64);
    }
    player.simulator_mut().restore_settled(&bits, 0);
    assert!(player.simulator().is_settled());
    player.mark()
}

/// How many of the things done have more than one way to end at levels 2 and 3, and at level 4 as far
/// as lots show. Only one in `every` is looked at.
fn races(person: &Person, every: usize) -> [usize; 3] {
    let mut found = [0; 3];
    let mut dice = Dice::new(4);
    let mut simulator = person.player.simulator().clone();
    let mut untimed = Untimed::new(Arc::clone(simulator.circuit()));
    // What it remembers would be copied with it, over and over.
    simulator.remember(0);
    for ((state, ..), &action) in person.done.iter().step_by(every) {
        simulator.restore(state, 0);
        for (at, halves) in [false, true].into_iter().enumerate() {
            found[at] += usize::from(ways_to_end(&simulator, &[action], halves, 2_000).unwrap() > 1);
        }
        let mut outcomes: Vec<_> =
            (0..4).map(|_| by_lot(&mut untimed, &simulator, &[action], 0.2, &mut dice, 200)).collect();
        outcomes.sort_unstable();
        outcomes.dedup();
        found[2] += usize::from(outcomes.len() > 1);
    }
    found
}

/// Only one thing in so many is looked at for races; all of them by `--ignored`.
const EVERY: usize = 13;

struct Said {
    source: &'static str,
    memories: usize,
    games: usize,
    resigned: usize,
    losses: usize,
    /// Whether something is critical at levels 2, 3 and 4.
    critical: [bool; 3],
}

const ARTICLE: Said = Said {
    source: include_str!("../../../../circuits/article/article.ron"),
    memories: 24,
    games: 318,
    resigned: 0,
    losses: 6,
    critical: [false; 3],
};

const NO_DIODES: Said = Said {
    source: include_str!("../../../../circuits/no-diodes/no-diodes.ron"),
    critical: [false, true, false],
    ..ARTICLE
};

const FULL_MEMORY: Said = Said {
    source: include_str!("../../../../circuits/full-memory/full-memory.ron"),
    memories: 42,
    games: 526,
    resigned: 24,
    losses: 8,
    critical: [false; 3],
};

#[track_caller]
fn check(said: &Said, every: usize) {
    let (person, memories, losses) = play(said.source);
    assert_eq!((memories, person.games, person.resigned), (said.memories, said.games, said.resigned));
    assert_eq!(losses, said.losses);
    assert_eq!(races(&person, every).map(|found| found > 0), said.critical, "levels 2, 3 and 4");
}

#[test]
fn the_machine_of_the_article() {
    check(&ARTICLE, EVERY);
}

#[test]
fn the_machine_without_diodes() {
    check(&NO_DIODES, EVERY);
}

#[test]
fn the_machine_that_remembers_everything() {
    check(&FULL_MEMORY, EVERY);
}

#[test]
#[ignore = "takes a minute; run with -- --ignored"]
fn all_that_is_done_to_the_machines() {
    for said in [&ARTICLE, &NO_DIODES, &FULL_MEMORY] {
        check(said, 1);
    }
}

/// What can never be punished is never remembered.
#[test]
fn six_relays_that_never_operate() {
    let (person, ..) = play(FULL_MEMORY.source);
    let never = ["P2'", "P4'", "P5'", "P11'", "P13'", "P14'"].map(|name| person.part(name));
    let mut simulator = person.player.simulator().clone();
    for (state, ..) in person.done.keys() {
        simulator.restore(state, 0);
        assert!(never.iter().all(|&relay| simulator.place(relay) == Place::RELEASED));
    }
}

#[test]
fn the_machine_that_races() {
    let (person, ..) = play(include_str!("../../../../circuits/race/race.ron"));
    assert!(races(&person, EVERY)[0] > 0);
}
