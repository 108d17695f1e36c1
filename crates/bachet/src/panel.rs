//! Who works a machine: what a person does at its panel and sees on it.

use crate::memory::Memory;
use crate::rules::Rules;

/// The panel of a machine that plays Bachet against a person, who always starts.
///
/// A game goes: [`Panel::person_takes`] and [`Panel::machine_takes`] in turn, until nothing is left or
/// the machine takes nothing, which is to resign; then [`Panel::punish`] a machine that lost or
/// [`Panel::reward`] one that won; then [`Panel::new_game`].
///
/// ```
/// use kiber_bachet::{Error, Machine, Panel, Rules, Strategies, Verdict};
///
/// /// Plays a game of a person who takes what he is told; says whether the machine lost.
/// fn play<P: Panel>(panel: &mut P, takes: &[u32]) -> Result<bool, P::Error> {
///     for &take in takes {
///         panel.person_takes(take)?;
///         if panel.objects_left() == 0 || panel.machine_takes()? == 0 {
///             panel.punish()?;
///             return Ok(true);
///         }
///     }
///     panel.reward()?;
///     Ok(false)
/// }
///
/// let mut machine = Machine::new(Strategies::article());
/// assert!(play(&mut machine, &[1, 1, 2, 1])?);
/// assert_eq!(machine.verdict(), Some(Verdict::PersonWon));
/// machine.new_game()?;
/// assert!(!play(&mut machine, &[1, 1, 2])?);
/// assert_eq!(machine.verdict(), Some(Verdict::MachineWon));
/// # Ok::<(), Error>(())
/// ```
pub trait Panel {
    /// Why the panel could not be worked so, or what the machine did against the rules.
    type Error: std::fmt::Display;

    /// All that can change, to come back to.
    type State: Clone;

    /// The rules of the game.
    fn rules(&self) -> Rules;

    /// How many objects are left: the lamps that are lit.
    fn objects_left(&self) -> u32;

    /// What the verdict lamps say: nothing in mid-game, and nothing when the machine has resigned.
    fn verdict(&self) -> Option<Verdict>;

    /// The memory relays that stand operated, by their numbers.
    fn memory(&self) -> Memory;

    /// The person takes so many: switches off that many toggles in the panel's order.
    ///
    /// # Errors
    /// When the rules do not allow it, or a machine answers it by something that they do not allow.
    fn person_takes(&mut self, take: u32) -> Result<(), Self::Error>;

    /// Asks for the machine's move; says how many it took, 0 when it resigns.
    ///
    /// # Errors
    /// When it is not the machine's turn, or the machine does something that the rules do not allow.
    fn machine_takes(&mut self) -> Result<u32, Self::Error>;

    /// Punishes the machine: the last move that it made is switched off.
    ///
    /// # Errors
    /// When the machine cannot be worked.
    fn punish(&mut self) -> Result<(), Self::Error>;

    /// Rewards the machine.
    ///
    /// # Errors
    /// When the machine cannot be worked.
    fn reward(&mut self) -> Result<(), Self::Error>;

    /// Resets the machine and puts all objects back; only what it remembers stays.
    ///
    /// # Errors
    /// When not all objects are back then, or a verdict is shown.
    fn new_game(&mut self) -> Result<(), Self::Error>;

    /// The state of the machine and of its panel.
    fn save(&self) -> Self::State;

    /// Comes back to a state saved before.
    fn restore(&mut self, state: &Self::State);
}

/// What the verdict lamps say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// "You won."
    PersonWon,
    /// "You lost."
    MachineWon,
}
