//! Any machine behind one panel.

use std::fmt;

use kiber_automaton::Machine as Relays;
use kiber_bachet::{Machine as Plain, Memory, Panel, Rules, Steady, Verdict};
use kiber_beads::Machine as Beads;

/// Any machine that can be played against.
#[expect(clippy::large_enum_variant, reason = "there is one on the table")]
pub(crate) enum Machine {
    /// A circuit.
    Relays(Relays),
    /// The automaton in plain Rust.
    Plain(Plain),
    /// The matchbox machine.
    Beads(Beads),
    /// A player who does not learn.
    Steady(Steady),
}

/// All that can change in a machine.
#[derive(Clone)]
pub(crate) enum State {
    Relays(<Relays as Panel>::State),
    Plain(<Plain as Panel>::State),
    Beads(<Beads as Panel>::State),
    Steady(<Steady as Panel>::State),
}

/// What a machine says when it cannot be worked.
#[derive(Debug)]
pub(crate) struct Refused(String);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Does the same with whichever machine it is.
macro_rules! each {
    ($machine:expr, $panel:ident => $does:expr) => {
        match $machine {
            Machine::Relays($panel) => $does,
            Machine::Plain($panel) => $does,
            Machine::Beads($panel) => $does,
            Machine::Steady($panel) => $does,
        }
    };
}

fn said<T, E: fmt::Display>(done: Result<T, E>) -> Result<T, Refused> {
    done.map_err(|error| Refused(error.to_string()))
}

impl Machine {
    /// The relays of the game that stand operated, by their names; none of a machine without relays.
    pub(crate) fn relays_operated(&self) -> Vec<String> {
        let Self::Relays(relays) = self else { return Vec::new() };
        let name = |relay| relays.circuit().parts[relay].name.clone();
        relays.game_relays_operated().into_iter().map(name).collect()
    }
}

impl Panel for Machine {
    type Error = Refused;
    type State = State;

    fn rules(&self) -> Rules {
        each!(self, panel => Panel::rules(panel))
    }

    fn objects_left(&self) -> u32 {
        each!(self, panel => panel.objects_left())
    }

    fn verdict(&self) -> Option<Verdict> {
        each!(self, panel => panel.verdict())
    }

    fn memory(&self) -> Memory {
        each!(self, panel => Panel::memory(panel))
    }

    fn person_takes(&mut self, take: u32) -> Result<(), Refused> {
        each!(self, panel => said(panel.person_takes(take)))
    }

    fn machine_takes(&mut self) -> Result<u32, Refused> {
        each!(self, panel => said(panel.machine_takes()))
    }

    fn punish(&mut self) -> Result<(), Refused> {
        each!(self, panel => said(panel.punish()))
    }

    fn reward(&mut self) -> Result<(), Refused> {
        each!(self, panel => said(panel.reward()))
    }

    fn new_game(&mut self) -> Result<(), Refused> {
        each!(self, panel => said(panel.new_game()))
    }

    fn save(&self) -> State {
        match self {
            Self::Relays(relays) => State::Relays(Panel::save(relays)),
            Self::Plain(plain) => State::Plain(plain.save()),
            Self::Beads(beads) => State::Beads(beads.save()),
            Self::Steady(steady) => State::Steady(steady.save()),
        }
    }

    fn restore(&mut self, state: &State) {
        match (self, state) {
            (Self::Relays(relays), State::Relays(state)) => Panel::restore(relays, state),
            (Self::Plain(plain), State::Plain(state)) => plain.restore(state),
            (Self::Beads(beads), State::Beads(state)) => beads.restore(state),
            (Self::Steady(steady), State::Steady(state)) => steady.restore(state),
            // Nobody comes back to the state of another machine.
            _ => {}
        }
    }
}
