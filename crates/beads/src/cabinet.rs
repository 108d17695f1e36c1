//! The boxes of a machine, and which position each is for.

use std::ops::Range;

use kiber_minimax::Player;

use crate::arena::{Arena, Move, Subject};
use crate::error::Error;

/// Which positions of tic-tac-toe have a box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// Every position in which there is something to choose, that is, more than one empty square: 304
    /// for the machine that moves first (1 + 12 + 108 + 183). On the last empty square it has no choice.
    #[default]
    Every,
    /// Those of them that are not lost at once whatever the machine does: where the opponent threatens
    /// to fill two lines and the machine can fill none, there is no box, and the machine resigns. These
    /// are 17, which leaves 287, the number that Michie gives (Michie, "Experiments on the mechanization
    /// of game-learning", The Computer Journal 6, 1963). He does not say which positions he left out;
    /// this reading gives his number.
    Michie,
}

/// The boxes of a machine: one for every position in which it may have to choose, and in it a kind of
/// bead for every move.
#[derive(Clone, Debug)]
pub struct Cabinet {
    arena: Arena,
    side: Player,
    choice: Choice,
    boxes: Vec<Matchbox>,
    places: Vec<Place>,
    owners: Vec<usize>,
}

/// One box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matchbox {
    /// Its position, by its place in [`Arena::nodes`].
    pub node: usize,
    /// The numbers of its kinds of beads, in the order of the moves.
    pub beads: Range<usize>,
    /// Before which moves of the machine the box may be needed, from 1.
    pub turns: (u32, u32),
}

/// What the machine does in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// The game is over, or the opponent is to move.
    NotMine,
    /// It draws a bead from the box of that number.
    Box(usize),
    /// There is one move only, and no box.
    Only,
    /// It resigns.
    Resigns,
}

impl Cabinet {
    /// The boxes of a machine that plays this side.
    ///
    /// # Errors
    /// [`Error::TooManyMoves`] for a game that cannot be laid out; [`Error::NoBoxes`] where the machine
    /// never has to choose.
    pub fn new(subject: Subject, side: Player, choice: Choice) -> Result<Self, Error> {
        Self::of(Arena::new(subject)?, side, choice)
    }

    /// The same for a game that is laid out already.
    ///
    /// # Errors
    /// [`Error::NoBoxes`] where the machine never has to choose.
    pub fn of(arena: Arena, side: Player, choice: Choice) -> Result<Self, Error> {
        let (mut boxes, mut places, mut owners) = (Vec::new(), Vec::new(), Vec::new());
        for (node, position) in arena.nodes().iter().enumerate() {
            let is_tictactoe = arena.subject() == Subject::TicTacToe;
            places.push(if position.player != Some(side) {
                Place::NotMine
            } else if is_tictactoe && position.moves.iter().map(|chosen| chosen.ways).sum::<u32>() == 1 {
                Place::Only
            } else if is_tictactoe && choice == Choice::Michie && is_lost_at_once(&arena, node, side) {
                Place::Resigns
            } else {
                let first = owners.len();
                owners.resize(first + position.moves.len(), boxes.len());
                let (earliest, latest) = position.moves_before;
                boxes.push(Matchbox { node, beads: first..owners.len(), turns: (earliest / 2 + 1, latest / 2 + 1) });
                Place::Box(boxes.len() - 1)
            });
        }
        if boxes.is_empty() {
            return Err(Error::NoBoxes);
        }
        Ok(Self { arena, side, choice, boxes, places, owners })
    }

    /// The game.
    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    /// Which player the machine is.
    pub fn side(&self) -> Player {
        self.side
    }

    /// Which positions have a box.
    pub fn choice(&self) -> Choice {
        self.choice
    }

    /// The boxes: those of early positions first.
    pub fn boxes(&self) -> &[Matchbox] {
        &self.boxes
    }

    /// How many kinds of beads there are, over all boxes: moves of the machine.
    pub fn kinds(&self) -> usize {
        self.owners.len()
    }

    /// How a box is written: its position.
    pub fn name(&self, matchbox: &Matchbox) -> &str {
        self.arena.nodes().get(matchbox.node).map_or("", |node| node.name.as_str())
    }

    /// The moves of a box, in the order of its kinds of beads.
    pub fn moves(&self, matchbox: &Matchbox) -> &[Move] {
        self.arena.nodes().get(matchbox.node).map_or(&[], |node| node.moves.as_slice())
    }

    /// The box and the move of a kind of bead.
    pub fn bead(&self, bead: usize) -> Option<(&Matchbox, &Move)> {
        let matchbox = self.boxes.get(*self.owners.get(bead)?)?;
        Some((matchbox, self.moves(matchbox).get(bead - matchbox.beads.start)?))
    }

    /// The box of a position, by the way it is written.
    pub fn find(&self, name: &str) -> Option<&Matchbox> {
        self.boxes.iter().find(|matchbox| self.name(matchbox) == name)
    }

    /// Whether a move is one of the best, in a position that is not lost anyway: a bead that a machine
    /// has to keep.
    pub fn is_good(&self, bead: usize) -> bool {
        self.bead(bead).is_some_and(|(matchbox, chosen)| {
            self.arena.is_best(matchbox.node, chosen) && self.to_machine(self.arena.value(matchbox.node)) > -1
        })
    }

    /// Whether a move of a box wins, if the machine goes on to play well.
    pub fn wins(&self, bead: usize) -> bool {
        self.bead(bead).is_some_and(|(_, chosen)| self.to_machine(self.arena.value(chosen.to)) == 1)
    }

    /// A value as the machine sees it.
    pub(crate) fn to_machine(&self, value: i32) -> i32 {
        match self.side {
            Player::First => value,
            Player::Second => -value,
        }
    }

    pub(crate) fn place(&self, node: usize) -> Place {
        self.places.get(node).copied().unwrap_or(Place::NotMine)
    }
}

/// Whether the opponent wins with his next move whatever the player does.
fn is_lost_at_once(arena: &Arena, node: usize, side: Player) -> bool {
    let lost = match side {
        Player::First => -1,
        Player::Second => 1,
    };
    let next = |node: usize| arena.nodes().get(node).map_or(&[][..], |node| node.moves.as_slice());
    let ends_lost =
        |node: usize| arena.nodes().get(node).is_some_and(|node| node.player.is_none() && node.result == lost);
    let moves = next(node);
    !moves.is_empty() && moves.iter().all(|chosen| next(chosen.to).iter().any(|reply| ends_lost(reply.to)))
}
