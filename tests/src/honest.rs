//! Honest games on a learning automaton, recorded as bare actions to be played again and again.

use std::sync::Arc;

use kiber_engine::{Action, LampLevel, Simulator, Sink};
use kiber_netlist::{Circuit, PartId, Roles};
use kiber_script::{Script, Step, Verb};

/// One line of a script, as the engine takes it.
#[derive(Clone, Debug)]
pub enum Line {
    /// Hands move at one instant, then the circuit settles.
    Hands(Vec<Action>),
    /// A button is pressed, the circuit settles, the button is freed, the circuit settles.
    Press(PartId),
}

/// Games recorded on a circuit.
#[derive(Clone, Debug)]
pub struct Game {
    circuit: Arc<Circuit>,
    /// The lines, ending with the machine switched off and on, so that they can be played again.
    pub actions: Vec<Line>,
}

impl Game {
    /// The machine, switched on.
    pub fn start(&self) -> Simulator {
        let mut simulator = Simulator::new(Arc::clone(&self.circuit));
        let _ = simulator.power_up(&mut ());
        simulator
    }

    /// The circuit.
    pub fn circuit(&self) -> &Arc<Circuit> {
        &self.circuit
    }

    /// The same lines as a script.
    pub fn script(&self) -> Script {
        let step = |line: &Line| match line {
            Line::Press(button) => Step::press(*button),
            Line::Hands(actions) => {
                let on = matches!(actions.as_slice(), [Action::TurnOn(_), ..]);
                let toggles = actions.iter().filter_map(|action| match *action {
                    Action::TurnOn(toggle) | Action::TurnOff(toggle) => Some(toggle),
                    _ => None,
                });
                Step::act(if on { Verb::On } else { Verb::Off }, toggles)
            }
        };
        Script::from_steps(self.actions.iter().map(step), &self.circuit)
    }
}

/// Plays lines on a machine.
pub fn play(simulator: &mut Simulator, lines: &[Line], sink: &mut impl Sink) {
    for line in lines {
        match line {
            Line::Hands(actions) => act(simulator, actions, sink),
            Line::Press(button) => {
                act(simulator, &[Action::Press(*button)], sink);
                act(simulator, &[Action::Free(*button)], sink);
            }
        }
    }
}

fn act(simulator: &mut Simulator, actions: &[Action], sink: &mut impl Sink) {
    simulator.act(actions, sink).expect("an honest person does only what can be done");
    let _ = simulator.settle(sink);
}

/// Records so many honest games of a person who takes at random (always the same way).
///
/// # Panics
/// When the circuit is not in the library or is no learning automaton.
pub fn games(name: &str, count: usize) -> Game {
    games_of(name, count, 1)
}

/// Records the games of another person, who takes at random in another way.
///
/// # Panics
/// When the circuit is not in the library or is no learning automaton.
pub fn games_of(name: &str, count: usize, person: u64) -> Game {
    let found = crate::library().into_iter().find(|beside| beside.name == name).expect("a circuit of the library");
    let circuit = found.read();
    let roles = circuit.roles.clone().expect("a machine with roles");
    let mains = circuit.part("V9").expect("a mains switch");
    let mut recorder =
        Recorder { simulator: Simulator::new(Arc::clone(&circuit)), roles, lines: Vec::new(), chance: person };
    let _ = recorder.simulator.power_up(&mut ());
    for _ in 0..count {
        recorder.game();
    }
    recorder.line(Line::Hands(vec![Action::TurnOff(mains)]));
    recorder.line(Line::Hands(vec![Action::TurnOn(mains)]));
    Game { circuit, actions: recorder.lines }
}

struct Recorder {
    simulator: Simulator,
    roles: Roles,
    lines: Vec<Line>,
    chance: u64,
}

impl Recorder {
    fn line(&mut self, line: Line) {
        play(&mut self.simulator, std::slice::from_ref(&line), &mut ());
        self.lines.push(line);
    }

    fn lamps_lit(&self) -> usize {
        self.roles.lamps.iter().filter(|&&lamp| self.simulator.lamp(lamp) == LampLevel::Lit).count()
    }

    fn take(&mut self, at_most: usize) -> usize {
        self.chance = self.chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        1 + (self.chance >> 33) as usize % at_most
    }

    fn game(&mut self) {
        let lost = loop {
            let before = self.lamps_lit();
            for _ in 0..self.take(before.min(self.roles.take as usize)) {
                let next = self.roles.lamps.len() - self.lamps_lit();
                self.line(Line::Hands(vec![Action::TurnOff(self.roles.toggles[next])]));
            }
            let left = self.lamps_lit();
            if left == 0 {
                break true;
            }
            self.line(Line::Press(self.roles.move_button));
            match self.lamps_lit() {
                0 => break false,
                same if same == left => break true,
                _ => {}
            }
        };
        if lost {
            self.line(Line::Press(self.roles.punish));
        } else if let Some(reward) = self.roles.reward {
            self.line(Line::Press(reward));
        }
        self.line(Line::Press(self.roles.reset));
        self.line(Line::Hands(self.roles.toggles.iter().map(|&toggle| Action::TurnOn(toggle)).collect()));
    }
}
