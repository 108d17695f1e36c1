//! Every honest game from one memory state, read off the states that were explored.
//!
//! Games that come to the same state of the circuit go on alike from there, so they are followed
//! together and counted: what is done grows with the states, not with the games.

use std::collections::BTreeMap;

use indexmap::IndexSet;
use kiber_explore::Exploration;

use crate::game_book::{Deed, GameBook};
use crate::machine::Ending;

/// The states that were explored, and what the rules that lead from one to another are for.
pub(crate) struct Explored<'a> {
    pub(crate) exploration: &'a Exploration,
    pub(crate) book: &'a GameBook,
}

/// The games that start in one state: the moments at which the person is to move, and the turns.
pub(crate) struct Games {
    /// The states in which the person is to move; the first one is the start.
    nodes: IndexSet<u32>,
    turns: Vec<Turn>,
    /// By node: its turns, taking 1, 2, … lamps.
    of: Vec<std::ops::Range<usize>>,
    /// By node: the turn by which it was first come to.
    first: Vec<Option<usize>>,
    /// By node: in how many ways it is come to. At most [`u64::MAX`].
    ways: Vec<u64>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    node: usize,
    take: usize,
    pub(crate) then: Then,
}

/// What came of a turn.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Then {
    /// The person is to move at this node.
    Goes(usize),
    /// The game was closed, and the next one starts in this state.
    Ends(Ending, u32),
    /// The machine broke a rule.
    Breaks,
}

impl Explored<'_> {
    /// Where the first rule with such a use leads.
    fn after(&self, state: u32, wanted: impl Fn(Deed) -> bool) -> Option<(Deed, u32)> {
        self.exploration.transitions_from(state).find_map(|transition| {
            let deed = self.book.deed(transition.rule)?;
            wanted(deed).then_some((deed, transition.to))
        })
    }

    /// The state in which the first game starts.
    pub(crate) fn start(&self) -> u32 {
        self.after(0, |deed| deed == Deed::Prepare).map_or(0, |(_, to)| to)
    }

    fn taken(&self, state: u32) -> Option<u32> {
        self.after(state, |deed| deed == Deed::Take).map(|(_, to)| to)
    }

    /// What comes of a turn after the person has taken his lamps; a state to go on in instead of a
    /// node.
    fn turn(&self, state: u32) -> Result<u32, Then> {
        let Some((deed, mut to)) = self.after(state, |deed| deed != Deed::Take) else { return Err(Then::Breaks) };
        let mut deed = deed;
        if deed == Deed::Ask {
            match self.after(to, |_| true) {
                None => return Err(Then::Breaks),
                Some((Deed::Take, _)) => return Ok(to),
                Some(closed) => (deed, to) = closed,
            }
        }
        match deed {
            Deed::Close(ending) if self.taken(to).is_some() => Err(Then::Ends(ending, to)),
            _ => Err(Then::Breaks),
        }
    }
}

impl Games {
    pub(crate) fn from(explored: &Explored<'_>, start: u32) -> Self {
        let mut games = Self {
            nodes: IndexSet::from([start]),
            turns: Vec::new(),
            of: vec![std::ops::Range::default()],
            first: vec![None],
            ways: Vec::new(),
        };
        let mut open = vec![0];
        while let Some(node) = open.pop() {
            let first = games.turns.len();
            let mut state = games.nodes.get_index(node).copied();
            let mut take = 0;
            while let Some(taken) = state.and_then(|state| explored.taken(state)) {
                take += 1;
                let then = explored.turn(taken).map_or_else(
                    |then| then,
                    |to| {
                        let (node, new) = games.nodes.insert_full(to);
                        if new {
                            games.first.push(Some(games.turns.len()));
                            games.of.push(0..0);
                            open.push(node);
                        }
                        Then::Goes(node)
                    },
                );
                games.turns.push(Turn { node, take, then });
                state = Some(taken);
            }
            if let Some(turns) = games.of.get_mut(node) {
                *turns = first..games.turns.len();
            }
        }
        games.count_ways();
        games
    }

    /// Counts node by node, each after all that lead to it: in a game no state comes back, since
    /// lamps only go dark.
    fn count_ways(&mut self) {
        let mut to_come = vec![0_usize; self.nodes.len()];
        for turn in &self.turns {
            if let Then::Goes(node) = turn.then
                && let Some(to_come) = to_come.get_mut(node)
            {
                *to_come += 1;
            }
        }
        self.ways = vec![0; self.nodes.len()];
        self.ways.iter_mut().take(1).for_each(|ways| *ways = 1);
        let mut open = vec![0];
        while let Some(node) = open.pop() {
            let here = self.ways_to(node);
            for turn in self.turns.get(self.turns_of(node)).unwrap_or_default() {
                let Then::Goes(next) = turn.then else { continue };
                let (Some(ways), Some(to_come)) = (self.ways.get_mut(next), to_come.get_mut(next)) else { continue };
                *ways = ways.saturating_add(here);
                *to_come -= 1;
                if *to_come == 0 {
                    open.push(next);
                }
            }
        }
    }

    fn ways_to(&self, node: usize) -> u64 {
        self.ways.get(node).copied().unwrap_or_default()
    }

    fn turns_of(&self, node: usize) -> std::ops::Range<usize> {
        self.of.get(node).cloned().unwrap_or_default()
    }

    /// Every turn, and how many games go so far and take it.
    pub(crate) fn turns(&self) -> impl Iterator<Item = (usize, Then, u64)> + '_ {
        self.turns.iter().enumerate().map(|(number, turn)| (number, turn.then, self.ways_to(turn.node)))
    }

    /// What the person takes, turn by turn, in the game first found that ends with a turn.
    pub(crate) fn takes_to(&self, turn: usize) -> Vec<usize> {
        let mut takes = Vec::new();
        let mut at = self.turns.get(turn);
        while let Some(turn) = at {
            takes.push(turn.take);
            at = self.first.get(turn.node).copied().flatten().and_then(|turn| self.turns.get(turn));
        }
        takes.reverse();
        takes
    }

    /// What the person takes in each game that breaks a rule, at most so many of them.
    pub(crate) fn broken(&self, most: usize) -> Vec<Vec<usize>> {
        let leads_to_a_breach = self.leading_to_a_breach();
        let leads = |node: usize| leads_to_a_breach.get(node).copied().unwrap_or(false);
        let mut broken = Vec::new();
        // What is still to be tried, and how many turns come before it.
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut takes = Vec::new();
        let spread = |node: usize, depth: usize, open: &mut Vec<(usize, usize)>| {
            open.extend(self.turns_of(node).rev().map(|turn| (turn, depth)));
        };
        spread(0, 0, &mut open);
        while let Some((number, depth)) = open.pop()
            && broken.len() < most
        {
            let Some(turn) = self.turns.get(number) else { continue };
            takes.truncate(depth);
            takes.push(turn.take);
            match turn.then {
                Then::Breaks => broken.push(takes.clone()),
                Then::Goes(node) if leads(node) => spread(node, depth + 1, &mut open),
                Then::Goes(_) | Then::Ends(..) => {}
            }
        }
        broken
    }

    fn leading_to_a_breach(&self) -> Vec<bool> {
        let mut before: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut leads = vec![false; self.nodes.len()];
        let mut open = Vec::new();
        for turn in &self.turns {
            match turn.then {
                Then::Goes(node) => before.entry(node).or_default().push(turn.node),
                Then::Breaks => open.push(turn.node),
                Then::Ends(..) => {}
            }
        }
        while let Some(node) = open.pop() {
            let Some(known) = leads.get_mut(node) else { continue };
            if !std::mem::replace(known, true) {
                open.extend(before.get(&node).into_iter().flatten());
            }
        }
        leads
    }
}
