//! A game-playing machine: a circuit that runs, and what its parts are for.

use std::sync::Arc;

use kiber_bachet::Rules;
use kiber_engine::{Action, LampLevel, Outcome, Simulator, State};
use kiber_netlist::{Circuit, PartId, PartKind, Roles};

use crate::breach::Breach;
use crate::error::Error;
use crate::roles::find_roles;

/// A machine that stands on the table and is switched on.
///
/// Its methods are what a person does at its panel; every one lets the circuit settle and says what
/// came of it. Nothing here knows how the machine plays: that is read off the lamps.
#[derive(Clone, Debug)]
pub struct Machine {
    simulator: Simulator,
    circuit: Arc<Circuit>,
    roles: Roles,
    rules: Rules,
    game_relays: Vec<PartId>,
}

/// What the machine did when its move was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The relays that operated on the move, memory relays aside.
    pub relays: Vec<PartId>,
    /// How many lamps went dark; none when the machine resigns.
    pub took: usize,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    /// The person darkened the last lamp.
    PersonWon,
    /// The machine darkened no lamp: it resigned.
    Resigned,
    /// The machine darkened the last lamp.
    MachineWon,
}

impl Ending {
    /// Whether the machine lost.
    pub fn is_loss(self) -> bool {
        self != Self::MachineWon
    }
}

impl Machine {
    /// Switches the machine on.
    ///
    /// # Errors
    /// [`Error::NotAMachine`] when the circuit lacks a part for a role, [`Error::Rules`] when its roles
    /// make no game, [`Error::NoFirstGame`] when it never settles after power-up.
    pub fn new(circuit: Arc<Circuit>) -> Result<Self, Error> {
        let roles = find_roles(&circuit)?;
        let rules = Rules::new(u32::try_from(roles.lamps.len()).unwrap_or(u32::MAX), roles.take)?;
        let game_relays = circuit
            .parts
            .iter()
            .filter(|(id, part)| matches!(part.kind, PartKind::Relay(_)) && !roles.memory.contains(id))
            .map(|(id, _)| id)
            .collect();
        let mut machine = Self { simulator: Simulator::new(Arc::clone(&circuit)), circuit, roles, rules, game_relays };
        let outcome = machine.simulator.power_up(&mut ());
        settled(outcome, None).map_err(|breach| Error::no_first_game(&breach, &machine.circuit))?;
        Ok(machine)
    }

    /// The circuit.
    pub fn circuit(&self) -> &Arc<Circuit> {
        &self.circuit
    }

    /// What its parts are for.
    pub fn roles(&self) -> &Roles {
        &self.roles
    }

    /// The rules of the game that its roles tell: as many objects as lamps.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The most lamps a move may darken.
    pub fn take(&self) -> usize {
        self.roles.take as usize
    }

    /// How many lamps are lit: the objects still on the table.
    pub fn lit(&self) -> usize {
        self.roles.lamps.iter().filter(|&&lamp| self.is_lit(lamp)).count()
    }

    /// Whether a part is a lamp that is lit.
    pub fn is_lit(&self, part: PartId) -> bool {
        self.simulator.lamp(part) == LampLevel::Lit
    }

    /// Whether the contacts of a relay stand operated.
    pub fn is_operated(&self, part: PartId) -> bool {
        self.simulator.stand(part).is_at(1)
    }

    /// The memory relays that stand operated.
    pub fn memory(&self) -> Vec<PartId> {
        self.roles.memory.iter().copied().filter(|&relay| self.is_operated(relay)).collect()
    }

    /// The relays of the game (all but the memory's) that stand operated.
    pub fn game_relays_operated(&self) -> Vec<PartId> {
        self.game_relays.iter().copied().filter(|&relay| self.is_operated(relay)).collect()
    }

    /// The state the circuit is in, to come back to.
    pub fn save(&self) -> State {
        self.simulator.state()
    }

    /// Comes back to a state saved before.
    pub fn restore(&mut self, state: &State) {
        self.simulator.restore(state, 0);
    }

    /// Switches off the toggle of the next lamp.
    ///
    /// # Errors
    /// When a lamp other than this one changes, or this one does not go dark.
    pub fn take_one(&mut self) -> Result<(), Breach> {
        let before = self.levels();
        let next = before.iter().position(|&level| level == LampLevel::Lit);
        let (Some(&lamp), Some(&toggle)) =
            (next.and_then(|place| self.roles.lamps.get(place)), next.and_then(|place| self.roles.toggles.get(place)))
        else {
            return Ok(());
        };
        self.work(&[Action::TurnOff(toggle)], toggle)?;
        if self.is_lit(lamp) {
            return Err(Breach::StaysLit(lamp));
        }
        if self.darkened_in_turn(&before)? > 1 {
            return Err(Breach::OutOfTurn(self.gone(&before).into_iter().filter(|&gone| gone != lamp).collect()));
        }
        Ok(())
    }

    /// Presses "the automaton's move".
    ///
    /// # Errors
    /// When the lamps that went dark are not the next ones, or more than a move allows, or one came
    /// on again.
    pub fn ask_move(&mut self) -> Result<Answer, Breach> {
        let lamps = self.levels();
        let relays = self.game_relays_operated();
        self.press(self.roles.move_button)?;
        let took = self.darkened_in_turn(&lamps)?;
        if took > self.take() {
            return Err(Breach::TookTooMany { took, allowed: self.take() });
        }
        let mut operated = self.game_relays_operated();
        operated.retain(|relay| !relays.contains(relay));
        Ok(Answer { relays: operated, took })
    }

    /// Checks the verdict lamps, in mid-game (`None`) or at the end.
    ///
    /// After a resignation only "you lost" must be off: the person sees for himself that no lamp
    /// went dark.
    ///
    /// # Errors
    /// When a verdict lamp is lit that should not be, or the other way round.
    pub fn check_verdict(&self, ending: Option<Ending>) -> Result<(), Breach> {
        let (won, lost) = match ending {
            None => (Some(false), Some(false)),
            Some(Ending::PersonWon) => (Some(true), Some(false)),
            Some(Ending::MachineWon) => (Some(false), Some(true)),
            Some(Ending::Resigned) => (None, Some(false)),
        };
        for (lamp, wanted) in [(self.roles.won, won), (self.roles.lost, lost)] {
            let (Some(lamp), Some(wanted)) = (lamp, wanted) else { continue };
            match (wanted, self.simulator.lamp(lamp)) {
                (true, LampLevel::Off | LampLevel::Dim) => return Err(Breach::NoVerdict(lamp)),
                (false, LampLevel::Lit) => return Err(Breach::FalseVerdict(lamp)),
                (false, LampLevel::Dim) => return Err(Breach::Dim(vec![lamp])),
                (true, LampLevel::Lit) | (false, LampLevel::Off) => {}
            }
        }
        Ok(())
    }

    /// What the honest person does once the game is over: punishes a machine that lost, rewards one
    /// that won (if it has the button), resets it and puts the toggles back on.
    ///
    /// # Errors
    /// When the next game does not start with all lamps lit and no verdict.
    pub fn close(&mut self, ending: Ending) -> Result<(), Breach> {
        if ending.is_loss() {
            self.press(self.roles.punish)?;
        } else if let Some(reward) = self.roles.reward {
            self.press(reward)?;
        }
        self.next_game()
    }

    /// Presses reset and puts every toggle on.
    ///
    /// # Errors
    /// When not all lamps are lit then, or a verdict lamp is.
    pub fn next_game(&mut self) -> Result<(), Breach> {
        self.press(self.roles.reset)?;
        self.toggles_on()?;
        self.check_start()
    }

    /// Checks that a game can start: every lamp lit, no verdict.
    ///
    /// # Errors
    /// When it is not so.
    pub fn check_start(&self) -> Result<(), Breach> {
        let dark: Vec<PartId> = self.roles.lamps.iter().copied().filter(|&lamp| !self.is_lit(lamp)).collect();
        if !dark.is_empty() {
            return Err(Breach::NotLit(dark));
        }
        self.check_verdict(None)
    }

    /// Presses a button: press, settle, free, settle.
    ///
    /// # Errors
    /// When the part is no button that can be pressed, or the circuit never settles.
    pub fn press(&mut self, button: PartId) -> Result<(), Breach> {
        self.work(&[Action::Press(button)], button)?;
        self.work(&[Action::Free(button)], button)
    }

    /// Switches one toggle off.
    ///
    /// # Errors
    /// When the part is no toggle, or the circuit never settles.
    pub fn turn_off(&mut self, toggle: PartId) -> Result<(), Breach> {
        self.work(&[Action::TurnOff(toggle)], toggle)
    }

    /// Puts every toggle on, all at one instant.
    ///
    /// # Errors
    /// When a part is no toggle, or the circuit never settles.
    pub fn toggles_on(&mut self) -> Result<(), Breach> {
        let actions: Vec<Action> = self.roles.toggles.iter().map(|&toggle| Action::TurnOn(toggle)).collect();
        match self.roles.toggles.first() {
            Some(&first) => self.work(&actions, first),
            None => Ok(()),
        }
    }

    fn work(&mut self, actions: &[Action], part: PartId) -> Result<(), Breach> {
        self.simulator.act(actions, &mut ()).map_err(|_| Breach::Refused { part })?;
        settled(self.simulator.settle(&mut ()), Some(part))
    }

    fn levels(&self) -> Vec<LampLevel> {
        self.roles.lamps.iter().map(|&lamp| self.simulator.lamp(lamp)).collect()
    }

    /// The lamps that were lit and are not now.
    fn gone(&self, before: &[LampLevel]) -> Vec<PartId> {
        let lamps = self.roles.lamps.iter().copied().zip(before);
        lamps.filter(|&(lamp, &was)| was == LampLevel::Lit && !self.is_lit(lamp)).map(|(lamp, _)| lamp).collect()
    }

    /// How many lamps went dark, if they are the next ones and no other lamp changed.
    fn darkened_in_turn(&self, before: &[LampLevel]) -> Result<usize, Breach> {
        let lamps = || self.roles.lamps.iter().copied().zip(before.iter().copied());
        let found = |wanted: &dyn Fn(PartId, LampLevel) -> bool| -> Vec<PartId> {
            lamps().filter(|&(lamp, was)| wanted(lamp, was)).map(|(lamp, _)| lamp).collect()
        };
        let dim = found(&|lamp, _| self.simulator.lamp(lamp) == LampLevel::Dim);
        if !dim.is_empty() {
            return Err(Breach::Dim(dim));
        }
        let again = found(&|lamp, was| was != LampLevel::Lit && self.is_lit(lamp));
        if !again.is_empty() {
            return Err(Breach::LitAgain(again));
        }
        let gone = self.gone(before);
        let next = lamps().filter(|&(_, was)| was == LampLevel::Lit).map(|(lamp, _)| lamp).take(gone.len());
        if next.eq(gone.iter().copied()) { Ok(gone.len()) } else { Err(Breach::OutOfTurn(gone)) }
    }
}

fn settled(outcome: Outcome, after: Option<PartId>) -> Result<(), Breach> {
    match outcome {
        Outcome::Settled => Ok(()),
        Outcome::Oscillates(oscillation) => Err(Breach::NeverSettles { after, parts: oscillation.parts.clone() }),
        Outcome::GaveUp(_) => Err(Breach::NeverSettles { after, parts: Vec::new() }),
    }
}
