//! What would have to move: the smallest sets of mechanisms that would give a coil or a lamp what it lacks.

use kiber_engine::{LampLevel, Place, Request, Simulator, Stand};
use kiber_netlist::PartId;

use crate::search::Search;

/// The largest sets that are looked for.
pub const MOST_MOVES: usize = 4;
/// So many smallest sets are kept.
pub(crate) const MOST_SETS: usize = 64;

/// A mechanism that would have to move, or a source that would have to be switched on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A relay, a hand's part or a fuse goes to another seat.
    To {
        /// Which.
        part: PartId,
        /// The seat.
        place: Place,
        /// What that seat means.
        stand: Stand,
    },
    /// A source is switched on.
    On(PartId),
}

impl Move {
    /// The part that moves.
    pub fn part(self) -> PartId {
        match self {
            Self::To { part, .. } | Self::On(part) => part,
        }
    }
}

/// The smallest sets that would do it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lack {
    /// The sets, all of one size; none if no set of up to [`MOST_MOVES`] would do.
    pub sets: Vec<Vec<Move>>,
    /// At least so many mechanisms have to move.
    pub at_least: usize,
    /// Whether so many mechanisms can move at all: if not, nothing would do it.
    pub can_be: bool,
    /// Whether these are all sets of that size: more than 64 are not listed.
    pub all: bool,
}

/// What is wanted of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    Operates(PartId),
    Lights(PartId),
}

impl Wanted {
    pub(crate) fn is_so(self, simulator: &Simulator) -> bool {
        match self {
            Self::Operates(part) => simulator.asks(part) == Request::Operate,
            Self::Lights(part) => simulator.lamp(part) == LampLevel::Lit,
        }
    }

    pub(crate) fn part(self) -> PartId {
        match self {
            Self::Operates(part) | Self::Lights(part) => part,
        }
    }
}

/// The smallest sets of moves after which that is so, the currents solved for each.
pub(crate) fn smallest_sets(simulator: &Simulator, wanted: Wanted, may_go_on: &mut dyn FnMut(usize) -> bool) -> Lack {
    let mut search = Search::new(simulator, wanted);
    let mut lack = Lack { sets: Vec::new(), at_least: 1, can_be: true, all: true };
    for size in 1..=MOST_MOVES {
        search.look_for(size, may_go_on);
        if search.gave_up() {
            lack.all = false;
            break;
        }
        lack.at_least = size;
        if !search.found.is_empty() {
            lack.all = search.found.len() <= MOST_SETS;
            lack.sets = search.found.into_iter().take(MOST_SETS).collect();
            return lack;
        }
        lack.at_least = size + 1;
    }
    let can_move = search.seats.iter().filter(|seats| !seats.is_empty()).count();
    lack.can_be = lack.at_least <= can_move;
    lack
}
