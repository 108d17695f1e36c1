//! States and whose moves lead from one to another, whatever the states are made of.

use kiber_engine::{Place, Stroke, Untimed};

/// A move from one state to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    pub(super) from: u32,
    pub(super) to: u32,
    label: u32,
}

/// A member and how it moves.
pub(super) type Move = (usize, Stroke);

const STROKES: [Stroke; 5] = [Stroke::Whole, Stroke::Leaves, Stroke::GoesOn, Stroke::Arrives, Stroke::FallsBack];
/// Set in a label that stands for several moves at one instant.
const TOGETHER: u32 = 1 << 31;

/// The moves between states. State 0 is the start; each state's moves follow each other.
#[derive(Clone, Debug, Default)]
pub(super) struct Web {
    pub(super) edges: Vec<Edge>,
    /// Where the moves of each state begin that was looked at.
    first_edges: Vec<u32>,
    /// Moves at one instant.
    together: Vec<Vec<Move>>,
    /// How many states there are.
    count: usize,
    /// Whether some moves were left out, since there are too many.
    partial: bool,
}

impl Web {
    pub(super) fn clear(&mut self) {
        self.edges.clear();
        self.first_edges.clear();
        self.together.clear();
        self.count = 0;
        self.partial = false;
    }

    /// Some moves are left out.
    pub(super) fn leave_out(&mut self) {
        self.partial = true;
    }

    /// So many states are known by now.
    pub(super) fn set_count(&mut self, count: usize) {
        self.count = count;
    }

    /// The number of states.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// How many states were looked at.
    pub(super) fn looked_at(&self) -> usize {
        self.first_edges.len()
    }

    /// Whether all states were looked at, and all moves.
    pub(super) fn is_whole(&self) -> bool {
        self.looked_at() == self.count && !self.partial
    }

    /// The moves added from here on are those of the next state.
    pub(super) fn next_state(&mut self) {
        self.first_edges.push(self.edges.len() as u32);
    }

    /// Adds a move of the present state.
    pub(super) fn push(&mut self, to: u32, moves: &[Move]) {
        let label = match moves {
            &[(member, stroke)] => {
                let stroke = STROKES.iter().position(|&known| known == stroke).unwrap_or_default();
                (member * STROKES.len() + stroke) as u32
            }
            _ => {
                self.together.push(moves.to_vec());
                TOGETHER | (self.together.len() - 1) as u32
            }
        };
        let from = self.first_edges.len().saturating_sub(1) as u32;
        self.edges.push(Edge { from, to, label });
    }

    /// Who moves, and how.
    pub(super) fn moves(&self, edge: &Edge) -> impl Iterator<Item = Move> + '_ {
        let single = (edge.label & TOGETHER == 0).then(|| {
            let label = edge.label as usize;
            let stroke = STROKES.get(label % STROKES.len()).copied().unwrap_or(Stroke::Whole);
            (label / STROKES.len(), stroke)
        });
        let several = match single {
            Some(_) => None,
            None => self.together.get((edge.label & !TOGETHER) as usize),
        };
        single.into_iter().chain(several.into_iter().flatten().copied())
    }

    pub(super) fn moves_member(&self, edge: &Edge, member: usize) -> bool {
        self.moves(edge).any(|(mover, _)| mover == member)
    }

    /// The moves out of a state.
    pub(super) fn out(&self, state: u32) -> &[Edge] {
        let state = state as usize;
        let Some(&first) = self.first_edges.get(state) else { return &[] };
        let end = self.first_edges.get(state + 1).map_or(self.edges.len(), |&end| end as usize);
        self.edges.get(first as usize..end).unwrap_or_default()
    }

    /// The place of a move among all.
    pub(super) fn number(&self, edge: &Edge) -> Option<usize> {
        let first = *self.first_edges.get(edge.from as usize)? as usize;
        self.out(edge.from).iter().position(|other| other == edge).map(|at| first + at)
    }

    /// Whether nothing can move in a state.
    pub(super) fn rests(&self, state: u32) -> bool {
        (state as usize) < self.looked_at() && self.out(state).is_empty()
    }
}

/// States that have a web of moves, and in which the members of a group stand somewhere.
pub(super) trait Space {
    fn web(&self) -> &Web;
    /// The numbers of the mechanisms that move.
    fn members(&self) -> &[usize];
    /// Where a member is in a state.
    fn place(&self, state: u32, member: usize) -> Place;

    /// Puts the members where they are in a state.
    fn stand_in(&self, untimed: &mut Untimed, state: u32) {
        let members = self.members().iter().enumerate();
        untimed.put(members.map(|(member, &mechanism)| (mechanism, self.place(state, member))));
    }
}
