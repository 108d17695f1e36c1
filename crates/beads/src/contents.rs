//! What is in the boxes.

use kiber_minimax::Random;

use crate::cabinet::{Cabinet, Matchbox, Place};
use crate::error::Error;
use crate::schedule::{Moves, Outcome, Schedule};

/// How many beads of each kind are in the boxes of a machine.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Contents {
    counts: Box<[u32]>,
}

impl Contents {
    /// The most beads of one kind; further ones are not put in.
    pub const MOST: u32 = 1_000_000;

    /// The boxes as a machine starts with them.
    ///
    /// A box that may be needed at several turns of the machine has the beads of the earliest one.
    pub fn new(cabinet: &Cabinet, schedule: &Schedule) -> Self {
        let counts = cabinet.boxes().iter().flat_map(|matchbox| {
            let beads = schedule.beads(matchbox.turns.0);
            matchbox.beads.clone().map(move |_| beads)
        });
        Self { counts: counts.collect() }
    }

    /// These beads, by their kinds.
    ///
    /// # Errors
    /// [`Error::OtherMachine`] for another number of kinds than the cabinet has, or more beads of one
    /// than [`Contents::MOST`].
    pub fn of(cabinet: &Cabinet, counts: Vec<u32>) -> Result<Self, Error> {
        if counts.len() != cabinet.kinds() || counts.iter().any(|&count| count > Self::MOST) {
            return Err(Error::OtherMachine);
        }
        Ok(Self { counts: counts.into() })
    }

    /// How many beads there are of each kind.
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }

    /// How many beads there are of a kind.
    pub fn count(&self, bead: usize) -> u32 {
        self.counts.get(bead).copied().unwrap_or(0)
    }

    /// How many beads there are of each kind of one box.
    pub fn in_box(&self, matchbox: &Matchbox) -> &[u32] {
        self.counts.get(matchbox.beads.clone()).unwrap_or(&[])
    }

    /// How many beads there are altogether.
    pub fn total(&self) -> u64 {
        self.counts.iter().map(|&count| u64::from(count)).sum()
    }

    /// How many beads there are in one box.
    pub fn total_in_box(&self, matchbox: &Matchbox) -> u64 {
        self.in_box(matchbox).iter().map(|&count| u64::from(count)).sum()
    }

    /// Draws a bead of a box: each bead with the same chance; `None` from an empty box.
    pub fn draw(&self, matchbox: &Matchbox, random: &mut Random) -> Option<usize> {
        let total = self.total_in_box(matchbox);
        if total == 0 {
            return None;
        }
        let mut drawn = random.below(total);
        for (place, &count) in self.in_box(matchbox).iter().enumerate() {
            match drawn.checked_sub(u64::from(count)) {
                Some(rest) => drawn = rest,
                None => return Some(matchbox.beads.start + place),
            }
        }
        None
    }

    /// What a game does to the boxes; `drawn` are the beads drawn in it, in their order. Says whether
    /// the last bead of a kind was taken away, and with it a move that the machine could make.
    ///
    /// What is to be taken from where nothing is left is not taken: a machine that resigned at its first
    /// box has drawn nothing, and nothing changes.
    pub fn learn(&mut self, schedule: &Schedule, outcome: Outcome, drawn: &[usize]) -> bool {
        let change = schedule.change(outcome);
        let from = match schedule.moves() {
            Moves::Last => drawn.len().saturating_sub(1),
            Moves::All => 0,
        };
        let mut ran_out = false;
        for &bead in drawn.get(from..).unwrap_or(&[]) {
            if let Some(count) = self.counts.get_mut(bead) {
                let before = *count;
                *count = count.saturating_add_signed(change).min(Self::MOST);
                ran_out |= before > 0 && *count == 0;
            }
        }
        ran_out
    }

    /// The number of all contents that boxes with these beads could come to by losing some.
    pub(crate) fn possibilities(&self) -> f64 {
        self.counts.iter().map(|&count| f64::from(count) + 1.0).product()
    }

    pub(crate) fn is_of(&self, cabinet: &Cabinet) -> bool {
        self.counts.len() == cabinet.kinds()
    }

    /// The moves that the machine may make in a position, each with its bead, if it has a box there, and
    /// its share of the whole: as many beads as it has. None where the machine resigns.
    pub(crate) fn answers<'a>(
        &'a self,
        cabinet: &'a Cabinet,
        node: usize,
    ) -> impl Iterator<Item = (usize, Option<usize>, u64)> + 'a {
        let place = cabinet.place(node);
        let boxed = match place {
            Place::Box(number) => cabinet.boxes().get(number),
            _ => None,
        };
        let first = boxed.map_or(0, |matchbox| matchbox.beads.start);
        let moves = cabinet.arena().nodes().get(node).map_or(&[][..], |node| node.moves.as_slice());
        let known = matches!(place, Place::Box(_) | Place::Only);
        moves.iter().enumerate().filter(move |_| known).filter_map(move |(number, chosen)| {
            let bead = boxed.map(|_| first + number);
            let weight = bead.map_or(1, |bead| u64::from(self.count(bead)));
            (weight > 0).then_some((chosen.to, bead, weight))
        })
    }
}
