//! Who plays against a machine.

mod drawn;
mod knows_memory;
mod opponent;
mod scripted;
mod starter;

use crate::memory::Memory;
use crate::rules::Rules;

pub use drawn::Drawn;
pub use knows_memory::KnowsMemory;
pub use opponent::Opponent;
pub use scripted::Scripted;
pub use starter::Starter;

/// Someone who plays against a machine and always starts.
///
/// ```
/// use kiber_bachet::{Memory, Person, Rules, Seen};
///
/// /// Takes one, whatever there is.
/// struct Timid;
///
/// impl Person for Timid {
///     fn takes(&mut self, _: &Seen) -> Option<u32> {
///         Some(1)
///     }
/// }
///
/// let seen = Seen { rules: Rules::ARTICLE, left: 8, memory: Memory::new() };
/// assert_eq!(Timid.takes(&seen), Some(1));
/// ```
pub trait Person {
    /// How many objects the person takes; `None` when the person will not play on.
    fn takes(&mut self, seen: &Seen) -> Option<u32>;

    /// A game is over, and the person has won it or not. Whoever learns, learns here.
    fn game_over(&mut self, won: bool) {
        let _ = won;
    }
}

/// What a person sees of a machine when it is the person's turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The rules of the game.
    pub rules: Rules,
    /// The objects left.
    pub left: u32,
    /// What the machine remembers, for those who can read it.
    pub memory: Memory,
}
