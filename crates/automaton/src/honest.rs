//! Every honest game from every memory state.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use kiber_engine::State;
use kiber_explore::{Exploration, Options, explore};
use kiber_netlist::PartId;

use crate::breach::Breach;
use crate::error::Error;
use crate::game_book::GameBook;
use crate::games::{Explored, Games, Then};
use crate::machine::{Ending, Machine};
use crate::tree::{Game, Move, Played, play_game};

/// Everything that honest persons can make of a machine.
#[derive(Clone, Debug)]
pub struct Walk {
    /// Every state in which a game can start, in the order found: breadth first from power-up.
    pub states: Vec<MemoryState>,
    /// Honest games over all of them. Like every number of games at most [`u64::MAX`].
    pub games: u64,
    /// Those the machine lost, resignations included.
    pub lost: u64,
    /// Those it resigned.
    pub resigned: u64,
    /// What the machine did against the rules, the first [`Walk::MOST_BREACHES`] of them.
    pub breaches: Vec<BrokenGame>,
    /// How many such games there were.
    pub broken: u64,
    /// How many states of the circuit and the game were looked at.
    pub explored: u64,
}

/// A state in which a game can start.
#[derive(Clone, Debug)]
pub struct MemoryState {
    /// The memory relays that stand operated in it.
    pub memory: Vec<PartId>,
    /// Honest games that start here.
    pub games: u64,
    /// Where they lead.
    pub edges: Vec<Edge>,
    start: State,
}

/// The games that lead from one memory state to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The number of the state in which the next game starts.
    pub to: usize,
    /// Whether the machine loses them.
    pub lost: bool,
    /// How many there are.
    pub games: u64,
    /// What the person takes in one of them, turn by turn.
    pub takes: Vec<usize>,
}

/// A game in which the machine broke a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenGame {
    /// The memory relays that stood operated when it began.
    pub memory: Vec<PartId>,
    /// The moves up to the breach.
    pub moves: Vec<Move>,
    /// The breach.
    pub breach: Breach,
}

/// How far a walk has come, for whoever waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Progress {
    /// It finds the states that games lead to.
    Exploring(kiber_explore::Progress),
    /// It counts the games.
    Counting {
        /// Memory states found.
        states: usize,
        /// Memory states all of whose games are counted.
        done: usize,
    },
}

impl Walk {
    /// The most breaches that are kept with their game; all are counted.
    pub const MOST_BREACHES: usize = 100;

    /// Follows every honest game from every memory state that honest games reach.
    ///
    /// The person takes 1 to [`Machine::take`] lamps at a time and keeps to the panel's order; after
    /// a loss of the machine (the last lamp taken, or no lamp darkened in answer) he punishes, after
    /// a win he rewards; then he resets and puts the toggles back on. A game in which the machine
    /// breaks a rule ends there, and leads nowhere. Threads and limits are those of `options`; `watch`
    /// is told how far it is, and ends it by returning `false`.
    ///
    /// # Errors
    /// [`Error::NoFirstGame`] when not all lamps are lit even after a reset, [`Error::GaveUp`] at a
    /// limit or when `watch` says so, [`Error::NoBook`] when the parts have names that cannot be
    /// written in a rule-book, [`Error::Broke`] when a button or toggle cannot be worked as its role
    /// asks.
    pub fn new(machine: &Machine, options: &Options, mut watch: impl FnMut(Progress) -> bool) -> Result<Self, Error> {
        let mut machine = machine.clone();
        let prepared = machine.check_start().is_ok();
        first_start(&mut machine)?;
        let book = GameBook::new(&machine, prepared)?;
        let options = Options { keep_transitions: true, ..*options };
        let exploration = explore(machine.circuit().clone(), book.book.clone(), &options, &mut |&progress| {
            watch(Progress::Exploring(progress))
        })
        .map_err(|problem| Error::Broke { why: problem.message })?;
        if let Some(why) = exploration.gave_up() {
            return Err(Error::GaveUp { states: exploration.states(), why });
        }
        let explored = Explored { exploration: &exploration, book: &book };
        Self::count(&mut machine, &explored, watch)
    }

    /// Counts the games, memory state by memory state.
    fn count(
        machine: &mut Machine,
        explored: &Explored<'_>,
        mut watch: impl FnMut(Progress) -> bool,
    ) -> Result<Self, Error> {
        let exploration: &Exploration = explored.exploration;
        let mut walk = Self {
            states: Vec::new(),
            games: 0,
            lost: 0,
            resigned: 0,
            breaches: Vec::new(),
            broken: 0,
            explored: exploration.states(),
        };
        let mut visitor = exploration.visitor();
        let mut found: IndexMap<u32, ()> = IndexMap::from([(explored.start(), ())]);
        while let Some((&state, ())) = found.get_index(walk.states.len()) {
            if !watch(Progress::Counting { states: found.len(), done: walk.states.len() }) {
                return Err(Error::GaveUp { states: exploration.states(), why: kiber_explore::GaveUp::Stopped });
            }
            let games = Games::from(explored, state);
            let start = visitor.visit(state).0.simulator().state();
            machine.restore(&start);
            walk.add(machine, start, &games, &mut found);
        }
        Ok(walk)
    }

    fn add(&mut self, machine: &mut Machine, start: State, games: &Games, found: &mut IndexMap<u32, ()>) {
        let memory = machine.memory();
        let mut edges: BTreeMap<(usize, bool), Edge> = BTreeMap::new();
        let (mut all, mut broken) = (0_u64, 0_u64);
        for (turn, then, ways) in games.turns() {
            match then {
                Then::Goes(_) => {}
                Then::Breaks => broken = broken.saturating_add(ways),
                Then::Ends(ending, next) => {
                    let (to, _) = found.insert_full(next, ());
                    let lost = ending.is_loss();
                    let edge = edges.entry((to, lost)).or_insert_with(|| Edge {
                        to,
                        lost,
                        games: 0,
                        takes: games.takes_to(turn),
                    });
                    edge.games = edge.games.saturating_add(ways);
                    all = all.saturating_add(ways);
                    self.lost = self.lost.saturating_add(if lost { ways } else { 0 });
                    self.resigned = self.resigned.saturating_add(if ending == Ending::Resigned { ways } else { 0 });
                }
            }
        }
        if broken > 0 {
            self.broken = self.broken.saturating_add(broken);
            for takes in games.broken(Self::MOST_BREACHES - self.breaches.len()) {
                if let (moves, Played::Breaks(breach)) = play_game(machine, &start, &takes) {
                    self.breaches.push(BrokenGame { memory: memory.clone(), moves, breach });
                }
            }
        }
        self.games = self.games.saturating_add(all);
        self.states.push(MemoryState { memory, games: all, edges: edges.into_values().collect(), start });
    }

    /// Plays the example of an edge that leads from a memory state; `None` if there is no such state.
    pub fn example(&self, machine: &Machine, from: usize, edge: &Edge) -> Option<Game> {
        let start = &self.states.get(from)?.start;
        match play_game(&mut machine.clone(), start, &edge.takes) {
            (moves, Played::Ends(ending, stored)) => Some(Game { moves, ending, stored }),
            (_, Played::Goes | Played::Breaks(_)) => None,
        }
    }
}

/// The state in which the first game starts: that of power-up, or after a reset with toggles on.
pub(crate) fn first_start(machine: &mut Machine) -> Result<State, Error> {
    if machine.check_start().is_err() {
        let circuit = machine.circuit().clone();
        machine.next_game().map_err(|breach| Error::no_first_game(&breach, &circuit))?;
    }
    Ok(machine.save())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot set up has failed")]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::embedded::Embedded;
    use crate::generate::generate_bachet;
    use crate::tree::{GameTree, Then as Came};

    /// Plays every honest game one by one on the circuit, from every memory state, and finds the same
    /// games as were counted.
    #[track_caller]
    fn check_one_by_one(source: &str, breaks: bool) {
        let mut machine = Machine::new(Arc::new(kiber_netlist::read(source).circuit.unwrap())).unwrap();
        let walk = Walk::new(&machine, &Options::default(), |_| true).unwrap();
        let (mut games, mut lost, mut resigned, mut broken) = (0, 0, 0, 0);
        for (number, state) in walk.states.iter().enumerate() {
            let tree = GameTree::play(&mut machine, &state.start, &mut || true).unwrap();
            let mut edges: BTreeMap<(usize, bool), u64> = BTreeMap::new();
            for turn in &tree.turns {
                match &turn.then {
                    Came::Goes(_) => {}
                    Came::Breaks => broken += 1,
                    Came::Ends(ending, next, _) => {
                        let to = walk.states.iter().position(|state| state.start == **next).unwrap();
                        *edges.entry((to, ending.is_loss())).or_default() += 1;
                        games += 1;
                        lost += u64::from(ending.is_loss());
                        resigned += u64::from(*ending == Ending::Resigned);
                    }
                }
            }
            let counted: Vec<_> = state.edges.iter().map(|edge| ((edge.to, edge.lost), edge.games)).collect();
            assert_eq!(counted, edges.into_iter().collect::<Vec<_>>(), "memory state {number}");
            for edge in &state.edges {
                let game = walk.example(&machine, number, edge).unwrap();
                assert_eq!(game.ending.is_loss(), edge.lost);
                play_game(&mut machine, &state.start, &edge.takes);
                assert_eq!(machine.save(), walk.states[edge.to].start);
            }
        }
        assert_eq!((walk.games, walk.lost, walk.resigned, walk.broken), (games, lost, resigned, broken));
        assert_eq!(broken > 0, breaks);
        assert_eq!(walk.breaches.len() as u64, broken.min(Walk::MOST_BREACHES as u64));
    }

    fn article_with(piece: &str, instead: &str) -> String {
        let source = Embedded::find("article").unwrap().source;
        assert!(source.contains(piece), "the article has no `{piece}`");
        source.replacen(piece, instead, 1)
    }

    #[test]
    fn games_counted_are_the_games_played() {
        for name in ["article", "full-memory", "no-diodes", "race"] {
            check_one_by_one(Embedded::find(name).unwrap().source, false);
        }
        // The first game has to be prepared.
        check_one_by_one(&article_with(r#"label: "В3", on: true"#, r#"label: "В3""#), false);
        for (objects, take) in [(8, 3), (5, 2), (7, 4), (4, 1), (3, 2)] {
            check_one_by_one(&generate_bachet(objects, take).unwrap(), false);
        }
    }

    #[test]
    fn games_of_machines_with_exchanged_buttons_are_counted_as_they_are_played() {
        check_one_by_one(&article_with(r#"punish: "KN2""#, r#"punish: "KN1""#), false);
        check_one_by_one(&article_with(r#"move: "KN1""#, r#"move: "KN2""#), false);
    }

    #[test]
    fn games_of_machines_that_break_the_rules_are_counted_as_they_are_played() {
        let toggles = "lamps: \"L1..L8\",\n        toggles: \"V1..V8\"";
        let verdicts = "won: \"L9\",\n        lost: \"L10\"";
        for (piece, instead) in [
            (r#"reset: "KN4","#, r#"reset: "KN4", take: 2,"#),
            (toggles, r#"lamps: ["L1..L6", "L8", "L7"], toggles: ["V1..V6", "V8", "V7"]"#),
            (toggles, r#"lamps: "L1..L8", toggles: ["V1..V6", "V8", "V7"]"#),
            (toggles, r#"lamps: "L1..L7", toggles: "V1..V7""#),
            (verdicts, r#"won: "L10", lost: "L9""#),
            (verdicts, r#"lost: "L9""#),
            (r#"reset: "KN4""#, r#"reset: "KN3""#),
            (
                r#""KN2": Button(label: "КН2", contacts: {"1": Make("PN", "Q")}"#,
                r#""K1": Relay(coil: ("x", "0"), contacts: {"1": Break("x", "y")}),
                   "KN2": Button(label: "КН2", contacts: {"1": Make("PN", "Q"), "2": Make("VP", "y")}"#,
            ),
        ] {
            check_one_by_one(&article_with(piece, instead), true);
        }
    }
}
