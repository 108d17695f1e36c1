//! The matchbox machine at a panel, to be worked by a person.

use kiber_bachet::{Error, Memory, Panel, Rules, Verdict};
use kiber_minimax::{Player, Random};

use crate::arena::Subject;
use crate::cabinet::{Cabinet, Choice};
use crate::contents::Contents;
use crate::error::Error as BeadsError;
use crate::lesson::answer;
use crate::schedule::{Outcome, Schedule};

/// The matchbox machine for Bachet with somebody who draws its beads, worked by the same [`Panel`] as
/// the relay machine.
///
/// Its memory, as a panel shows it, is the moves that it has no bead left for: a relay for each kind of
/// bead, in the order of the boxes, which is that of [`kiber_bachet::Strategies::every_move`] wherever a
/// move may take two or more.
///
/// ```
/// use kiber_bachet::{Panel, Rules};
/// use kiber_beads::{Machine, Schedule};
///
/// let mut machine = Machine::new(Rules::ARTICLE, Schedule::article(), 1)?;
/// machine.person_takes(1)?;
/// let taken = machine.machine_takes()?;
/// assert_eq!(machine.objects_left(), 7 - taken);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Machine {
    rules: Rules,
    cabinet: Cabinet,
    schedule: Schedule,
    state: MachineState,
}

/// All that can change in a [`Machine`], chance included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineState {
    contents: Contents,
    random: Random,
    node: usize,
    drawn: Vec<usize>,
    resigned: bool,
}

impl Machine {
    /// A machine that has learned nothing yet; its beads are drawn by this seed.
    ///
    /// # Errors
    /// [`crate::Error::TooManyMoves`] for a game that cannot be laid out, [`crate::Error::NoBoxes`]
    /// where the machine never has to choose.
    pub fn new(rules: Rules, schedule: Schedule, seed: u64) -> Result<Self, BeadsError> {
        let cabinet = Cabinet::new(Subject::Bachet(rules), Player::Second, Choice::Every)?;
        let contents = Contents::new(&cabinet, &schedule);
        let random = Random::new(seed);
        let state = MachineState { contents, random, node: 0, drawn: Vec::new(), resigned: false };
        Ok(Self { rules, cabinet, schedule, state })
    }

    /// The same machine with other beads in its boxes.
    ///
    /// # Errors
    /// [`crate::Error::OtherMachine`] if they are those of other boxes.
    pub fn with_contents(mut self, contents: Contents) -> Result<Self, BeadsError> {
        if !contents.is_of(&self.cabinet) {
            return Err(BeadsError::OtherMachine);
        }
        self.state.contents = contents;
        Ok(self)
    }

    /// Its boxes.
    pub fn cabinet(&self) -> &Cabinet {
        &self.cabinet
    }

    /// What is in them.
    pub fn contents(&self) -> &Contents {
        &self.state.contents
    }

    /// Who is to move; `None` when the game is over, a resignation included.
    fn player(&self) -> Option<Player> {
        let node = self.cabinet.arena().nodes().get(self.state.node);
        node.and_then(|node| node.player).filter(|_| !self.state.resigned)
    }

    fn learn(&mut self, outcome: Outcome) {
        self.state.contents.learn(&self.schedule, outcome, &self.state.drawn);
    }
}

impl Panel for Machine {
    type Error = Error;
    type State = MachineState;

    fn rules(&self) -> Rules {
        self.rules
    }

    fn objects_left(&self) -> u32 {
        let node = self.cabinet.arena().nodes().get(self.state.node);
        node.and_then(|node| node.name.parse().ok()).unwrap_or(0)
    }

    fn verdict(&self) -> Option<Verdict> {
        let node = self.cabinet.arena().nodes().get(self.state.node)?;
        let result = if node.player.is_none() { node.result } else { 0 };
        match result {
            1 => Some(Verdict::PersonWon),
            -1 => Some(Verdict::MachineWon),
            _ => None,
        }
    }

    fn memory(&self) -> Memory {
        let counts = self.state.contents.counts().iter().enumerate();
        counts.filter(|&(_, &count)| count == 0).map(|(bead, _)| bead).collect()
    }

    fn person_takes(&mut self, take: u32) -> Result<(), Error> {
        if self.player() != Some(Player::First) {
            return Err(Error::OutOfTurn);
        }
        let node = self.cabinet.arena().nodes().get(self.state.node);
        let chosen = node.and_then(|node| node.moves.iter().find(|chosen| chosen.name == take));
        match chosen {
            Some(chosen) => self.state.node = chosen.to,
            None => return Err(Error::IllegalTake { take, left: self.objects_left(), most: self.rules.most() }),
        }
        Ok(())
    }

    fn machine_takes(&mut self) -> Result<u32, Error> {
        if self.player() != Some(Player::Second) {
            return Err(Error::OutOfTurn);
        }
        let before = self.objects_left();
        let MachineState { contents, random, node, drawn, .. } = &mut self.state;
        match answer(&self.cabinet, contents, *node, random, drawn) {
            Some(next) => self.state.node = next,
            None => self.state.resigned = true,
        }
        Ok(before.saturating_sub(self.objects_left()))
    }

    fn punish(&mut self) -> Result<(), Error> {
        self.learn(Outcome::Lost);
        Ok(())
    }

    fn reward(&mut self) -> Result<(), Error> {
        self.learn(Outcome::Won);
        Ok(())
    }

    fn new_game(&mut self) -> Result<(), Error> {
        (self.state.node, self.state.resigned) = (0, false);
        self.state.drawn.clear();
        Ok(())
    }

    fn save(&self) -> MachineState {
        self.state.clone()
    }

    fn restore(&mut self, state: &MachineState) {
        self.state.clone_from(state);
    }
}
