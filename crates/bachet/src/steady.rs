//! A player in the machine's place.

use kiber_minimax::Random;

use crate::error::Error;
use crate::memory::Memory;
use crate::panel::{Panel, Verdict};
use crate::person::Opponent;
use crate::rules::Rules;
use crate::series::Ending;

/// An [`Opponent`] who sits where the machine stands: he answers at a panel, and neither punishment
/// nor reward teaches him anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Steady {
    rules: Rules,
    opponent: Opponent,
    opens: bool,
    state: SteadyState,
}

/// All that can change in a [`Steady`] player: the game, and the chance he draws from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SteadyState {
    random: Random,
    left: u32,
    persons_turn: bool,
    verdict: Option<Verdict>,
}

impl Steady {
    /// A player of this kind, who draws from `random`.
    pub fn new(rules: Rules, opponent: Opponent, random: Random) -> Self {
        let state = SteadyState { random, left: rules.objects(), persons_turn: true, verdict: None };
        Self { rules, opponent, opens: false, state }
    }

    /// The same player, who makes the first move of every game before the person does; a game of few
    /// objects may be over by it.
    pub fn opening(self) -> Self {
        let mut opening = Self { opens: true, ..self };
        opening.start();
        opening
    }

    fn start(&mut self) {
        self.state.left = self.rules.objects();
        self.state.verdict = None;
        self.state.persons_turn = true;
        let opening =
            if self.opens { self.opponent.draw(self.rules, self.state.left, &mut self.state.random) } else { None };
        if let Some(take) = opening {
            self.took(take, false);
        }
    }

    fn took(&mut self, take: u32, person: bool) {
        self.state.left = self.state.left.saturating_sub(take);
        self.state.persons_turn = !person;
        if self.state.left == 0 {
            let lost = Ending::by_last_object(self.rules, person).is_loss();
            self.state.verdict = Some(if lost { Verdict::PersonWon } else { Verdict::MachineWon });
        }
    }
}

impl Panel for Steady {
    type Error = Error;
    type State = SteadyState;

    fn rules(&self) -> Rules {
        self.rules
    }

    fn objects_left(&self) -> u32 {
        self.state.left
    }

    fn verdict(&self) -> Option<Verdict> {
        self.state.verdict
    }

    fn memory(&self) -> Memory {
        Memory::new()
    }

    fn person_takes(&mut self, take: u32) -> Result<(), Error> {
        let (left, most) = (self.state.left, self.rules.most());
        if self.state.verdict.is_some() || !self.state.persons_turn {
            return Err(Error::OutOfTurn);
        }
        if !self.rules.allows(left, take) {
            return Err(Error::IllegalTake { take, left, most });
        }
        self.took(take, true);
        Ok(())
    }

    fn machine_takes(&mut self) -> Result<u32, Error> {
        if self.state.verdict.is_some() || self.state.persons_turn {
            return Err(Error::OutOfTurn);
        }
        let take = self.opponent.draw(self.rules, self.state.left, &mut self.state.random).ok_or(Error::OutOfTurn)?;
        self.took(take, false);
        Ok(take)
    }

    fn punish(&mut self) -> Result<(), Error> {
        Ok(())
    }

    fn reward(&mut self) -> Result<(), Error> {
        Ok(())
    }

    fn new_game(&mut self) -> Result<(), Error> {
        self.start();
        Ok(())
    }

    fn save(&self) -> SteadyState {
        self.state.clone()
    }

    fn restore(&mut self, state: &SteadyState) {
        self.state.clone_from(state);
    }
}
