//! The relay machine behind the panel that any machine of Bachet has.

use kiber_bachet::{Memory, Panel, Rules, Verdict};
use kiber_engine::State;

use crate::breach::Breach;
use crate::error::Error;
use crate::machine::{Ending, Machine};

impl Machine {
    /// The error for something that the circuit did and that the rules do not allow.
    fn broke(&self, breach: Breach) -> Error {
        Error::Broke { why: breach.describe(self.circuit()) }
    }
}

/// Memory relays are numbered in the order of [`Roles::memory`](kiber_netlist::Roles::memory).
///
/// A circuit cannot tell whose turn it is; what the rules do not allow is noticed by the lamps.
impl Panel for Machine {
    type Error = Error;
    type State = State;

    fn rules(&self) -> Rules {
        Machine::rules(self)
    }

    fn objects_left(&self) -> u32 {
        // No circuit has so many lamps.
        u32::try_from(self.lit()).unwrap_or(u32::MAX)
    }

    fn verdict(&self) -> Option<Verdict> {
        let lit = |lamp: Option<_>| lamp.is_some_and(|lamp| self.is_lit(lamp));
        if lit(self.roles().won) {
            Some(Verdict::PersonWon)
        } else if lit(self.roles().lost) {
            Some(Verdict::MachineWon)
        } else {
            None
        }
    }

    fn memory(&self) -> Memory {
        let relays = self.roles().memory.iter().enumerate();
        relays.filter(|&(_, &relay)| self.is_operated(relay)).map(|(number, _)| number).collect()
    }

    fn person_takes(&mut self, take: u32) -> Result<(), Error> {
        let (left, rules) = (self.objects_left(), Machine::rules(self));
        if !rules.allows(left, take) {
            return Err(kiber_bachet::Error::IllegalTake { take, left, most: rules.most() }.into());
        }
        for _ in 0..take {
            self.take_one().map_err(|breach| self.broke(breach))?;
        }
        let ending = (self.objects_left() == 0).then_some(Ending::PersonWon);
        self.check_verdict(ending).map_err(|breach| self.broke(breach))
    }

    fn machine_takes(&mut self) -> Result<u32, Error> {
        let left = self.objects_left();
        if left == 0 {
            return Err(kiber_bachet::Error::OutOfTurn.into());
        }
        let answer = self.ask_move().map_err(|breach| self.broke(breach))?;
        let ending = match (answer.took, self.objects_left()) {
            (0, _) => Some(Ending::Resigned),
            (_, 0) => Some(Ending::MachineWon),
            _ => None,
        };
        self.check_verdict(ending).map_err(|breach| self.broke(breach))?;
        Ok(left - self.objects_left())
    }

    fn punish(&mut self) -> Result<(), Error> {
        self.press(self.roles().punish).map_err(|breach| self.broke(breach))
    }

    fn reward(&mut self) -> Result<(), Error> {
        match self.roles().reward {
            Some(reward) => self.press(reward).map_err(|breach| self.broke(breach)),
            None => Ok(()),
        }
    }

    fn new_game(&mut self) -> Result<(), Error> {
        self.next_game().map_err(|breach| self.broke(breach))
    }

    fn save(&self) -> State {
        Machine::save(self)
    }

    fn restore(&mut self, state: &State) {
        Machine::restore(self, state);
    }
}
