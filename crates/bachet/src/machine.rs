//! The automaton in plain Rust.

use crate::error::Error;
use crate::memory::Memory;
use crate::panel::{Panel, Verdict};
use crate::rules::{LastObject, Rules};
use crate::strategies::Strategies;

/// The learning automaton without relays: it answers by its strategies, and a punishment switches off
/// the last one used.
///
/// A box whose strategies are all switched off resigns, and a punishment then goes to the move made
/// before. A machine that has made no move yet cannot be punished.
#[derive(Clone, Debug)]
pub struct Machine {
    strategies: Strategies,
    state: MachineState,
}

/// All that can change in a [`Machine`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineState {
    memory: Memory,
    left: u32,
    turn: Turn,
    moves: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    Person,
    Machine,
    Over(Option<Verdict>),
}

impl Machine {
    /// A machine that has learned nothing yet.
    pub fn new(strategies: Strategies) -> Self {
        let mut machine = Self { state: MachineState::start(Memory::new(), strategies.rules()), strategies };
        machine.state.moves.reserve(machine.strategies.rules().objects().min(64) as usize);
        machine
    }

    /// Its strategies.
    pub fn strategies(&self) -> &Strategies {
        &self.strategies
    }

    /// The strategies used in this game, by their numbers.
    pub fn moves(&self) -> &[usize] {
        &self.state.moves
    }

    fn took_last(&mut self, taker: Verdict) {
        let verdict = match (self.rules().last(), taker) {
            (LastObject::Wins, taker) => taker,
            (LastObject::Loses, Verdict::PersonWon) => Verdict::MachineWon,
            (LastObject::Loses, Verdict::MachineWon) => Verdict::PersonWon,
        };
        self.state.turn = Turn::Over(Some(verdict));
    }
}

impl MachineState {
    fn start(memory: Memory, rules: Rules) -> Self {
        Self { memory, left: rules.objects(), turn: Turn::Person, moves: Vec::new() }
    }
}

impl Panel for Machine {
    type Error = Error;
    type State = MachineState;

    fn rules(&self) -> Rules {
        self.strategies.rules()
    }

    fn objects_left(&self) -> u32 {
        self.state.left
    }

    fn verdict(&self) -> Option<Verdict> {
        match self.state.turn {
            Turn::Over(verdict) => verdict,
            Turn::Person | Turn::Machine => None,
        }
    }

    fn memory(&self) -> Memory {
        self.state.memory.clone()
    }

    fn person_takes(&mut self, take: u32) -> Result<(), Error> {
        if self.state.turn != Turn::Person {
            return Err(Error::OutOfTurn);
        }
        let (left, rules) = (self.state.left, self.rules());
        if !rules.allows(left, take) {
            return Err(Error::IllegalTake { take, left, most: rules.most() });
        }
        self.state.left -= take;
        self.state.turn = Turn::Machine;
        if self.state.left == 0 {
            self.took_last(Verdict::PersonWon);
        }
        Ok(())
    }

    fn machine_takes(&mut self) -> Result<u32, Error> {
        if self.state.turn != Turn::Machine {
            return Err(Error::OutOfTurn);
        }
        let answer = self.strategies.answer(&self.state.memory, self.state.left);
        let Some((number, strategy)) =
            answer.and_then(|number| self.strategies.list().get(number).map(|strategy| (number, strategy)))
        else {
            self.state.turn = Turn::Over(None);
            return Ok(0);
        };
        let take = strategy.take;
        self.state.moves.push(number);
        self.state.left -= take;
        self.state.turn = Turn::Person;
        if self.state.left == 0 {
            self.took_last(Verdict::MachineWon);
        }
        Ok(take)
    }

    fn punish(&mut self) -> Result<(), Error> {
        if let Some(relay) = self.strategies.punished(&self.state.moves) {
            self.state.memory.insert(relay);
        }
        Ok(())
    }

    fn reward(&mut self) -> Result<(), Error> {
        Ok(())
    }

    fn new_game(&mut self) -> Result<(), Error> {
        self.state = MachineState::start(std::mem::take(&mut self.state.memory), self.rules());
        Ok(())
    }

    fn save(&self) -> MachineState {
        self.state.clone()
    }

    fn restore(&mut self, state: &MachineState) {
        self.state.clone_from(state);
    }
}
