//! The game that the article tells, press by press.

use kiber_netlist::{Circuit, PartId, PartKind, fold};

use crate::breach::Breach;
use crate::machine::Machine;

/// The article's own game, played on a circuit.
///
/// The person takes one lamp, one, two and the last; the machine answers with one each time, loses
/// and is punished. In the next game it takes two from position 2 and wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArticleGame {
    /// Press by press.
    pub steps: Vec<Step>,
    /// Where the circuit parted from the article, or could not go on; `None` if it agrees.
    pub disagreement: Option<Disagreement>,
}

/// A thing the person does and what came of it, computed on the circuit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What the person does.
    pub hand: Hand,
    /// The relays that operated.
    pub operated: Vec<PartId>,
    /// The relays that released.
    pub released: Vec<PartId>,
    /// The lamps that went dark.
    pub dark: Vec<PartId>,
    /// The lamps that came on.
    pub lit: Vec<PartId>,
    /// The memory relays that stand operated now.
    pub memory: Vec<PartId>,
}

/// What the person does in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hand {
    /// Switches these toggles off, one after the other.
    TurnsOff(Vec<PartId>),
    /// Presses this button.
    Presses(PartId),
    /// Puts all toggles back on.
    TogglesOn,
}

/// How the circuit differs from the article.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Disagreement {
    /// At the last step shown, the article tells of something else.
    TellsOtherwise {
        /// What the article tells: `P12, L7 dark`.
        told: String,
    },
    /// After the last step shown the circuit could not go on.
    Broke(Breach),
}

/// A step as the article tells it: the hand, the relays that operate, the lamps that go dark and
/// those that come on, the memory relays that stand operated after it.
struct Told {
    hand: ToldHand,
    operated: &'static [&'static str],
    dark: &'static [&'static str],
    lit: &'static [&'static str],
    memory: &'static [&'static str],
}

enum ToldHand {
    Off(&'static [usize]),
    Move,
    Punish,
    Reset,
    TogglesOn,
}

const fn told(
    hand: ToldHand,
    operated: &'static [&'static str],
    dark: &'static [&'static str],
    lit: &'static [&'static str],
    memory: &'static [&'static str],
) -> Told {
    Told { hand, operated, dark, lit, memory }
}

const STORED: &[&str] = &["P12'"];

/// The article's game; toggles by their number.
const TOLD: &[Told] = &[
    told(ToldHand::Off(&[1]), &[], &["L1"], &[], &[]),
    told(ToldHand::Move, &["P1"], &["L2"], &[], &[]),
    told(ToldHand::Off(&[3]), &[], &["L3"], &[], &[]),
    told(ToldHand::Move, &["P5"], &["L4"], &[], &[]),
    told(ToldHand::Off(&[5, 6]), &[], &["L5", "L6"], &[], &[]),
    told(ToldHand::Move, &["P12"], &["L7"], &[], &[]),
    told(ToldHand::Off(&[8]), &[], &["L8"], &["L9"], &[]),
    told(ToldHand::Punish, &["P12'"], &[], &[], STORED),
    told(ToldHand::Reset, &[], &[], &["L2", "L4", "L7"], STORED),
    told(ToldHand::TogglesOn, &[], &["L9"], &["L1", "L3", "L5", "L6", "L8"], STORED),
    told(ToldHand::Off(&[1]), &[], &["L1"], &[], STORED),
    told(ToldHand::Move, &["P1"], &["L2"], &[], STORED),
    told(ToldHand::Off(&[3]), &[], &["L3"], &[], STORED),
    told(ToldHand::Move, &["P5"], &["L4"], &[], STORED),
    told(ToldHand::Off(&[5, 6]), &[], &["L5", "L6"], &[], STORED),
    told(ToldHand::Move, &["P13"], &["L7", "L8"], &["L10"], STORED),
];

impl ArticleGame {
    /// Plays the article's game from power-up, as far as the circuit goes along with it; `None` if it
    /// has other relays than the article's machine, of which the article tells nothing.
    pub fn new(machine: &Machine) -> Option<Self> {
        if !has_the_articles_relays(machine) {
            return None;
        }
        let mut game = Self { steps: Vec::new(), disagreement: None };
        let mut machine = machine.clone();
        for told in TOLD {
            match step(&mut machine, told) {
                Err(breach) => game.disagreement = Some(Disagreement::Broke(breach)),
                Ok(step) => {
                    if !agrees(&machine, told, &step) {
                        game.disagreement = Some(Disagreement::TellsOtherwise { told: told.text() });
                    }
                    game.steps.push(step);
                }
            }
            if game.disagreement.is_some() {
                break;
            }
        }
        Some(game)
    }

    /// Whether the circuit does what the article tells, at every press.
    pub fn is_as_told(&self) -> bool {
        self.disagreement.is_none()
    }
}

/// Whether it has eight lamps, fourteen relays P1 to P14 for the moves, and the memory relay of which
/// the article tells.
fn has_the_articles_relays(machine: &Machine) -> bool {
    let circuit = machine.circuit().as_ref();
    let roles = machine.roles();
    let is_relay = |number: usize| {
        let name = format!("P{number}");
        circuit.parts.iter().any(|(id, part)| {
            matches!(part.kind, PartKind::Relay(_)) && !roles.memory.contains(&id) && is_called(circuit, id, &name)
        })
    };
    roles.lamps.len() == 8
        && (1..=14).all(is_relay)
        && !is_relay(15)
        && STORED.iter().all(|name| roles.memory.iter().any(|&relay| is_called(circuit, relay, name)))
}

fn step(machine: &mut Machine, told: &Told) -> Result<Step, Breach> {
    let roles = machine.roles().clone();
    let lamps: Vec<PartId> = roles.lamps.iter().chain(&roles.won).chain(&roles.lost).copied().collect();
    let lit_before: Vec<bool> = lamps.iter().map(|&lamp| machine.is_lit(lamp)).collect();
    let relays_before = all_operated(machine);
    let hand = match told.hand {
        ToldHand::Off(numbers) => {
            let toggles = numbers.iter().filter_map(|&number| roles.toggles.get(number - 1).copied()).collect();
            Hand::TurnsOff(toggles)
        }
        ToldHand::Move => Hand::Presses(roles.move_button),
        ToldHand::Punish => Hand::Presses(roles.punish),
        ToldHand::Reset => Hand::Presses(roles.reset),
        ToldHand::TogglesOn => Hand::TogglesOn,
    };
    match &hand {
        Hand::TurnsOff(toggles) => toggles.iter().try_for_each(|&toggle| machine.turn_off(toggle))?,
        Hand::Presses(button) => machine.press(*button)?,
        Hand::TogglesOn => machine.toggles_on()?,
    }
    let relays = all_operated(machine);
    let changed = |now: bool| -> Vec<PartId> {
        let both = lamps.iter().copied().zip(&lit_before);
        both.filter(|&(lamp, &was)| was != now && machine.is_lit(lamp) == now).map(|(lamp, _)| lamp).collect()
    };
    Ok(Step {
        hand,
        operated: relays.iter().copied().filter(|relay| !relays_before.contains(relay)).collect(),
        released: relays_before.iter().copied().filter(|relay| !relays.contains(relay)).collect(),
        dark: changed(false),
        lit: changed(true),
        memory: machine.memory(),
    })
}

fn all_operated(machine: &Machine) -> Vec<PartId> {
    let mut all = machine.game_relays_operated();
    all.extend(machine.memory());
    all
}

fn agrees(machine: &Machine, told: &Told, step: &Step) -> bool {
    let circuit = machine.circuit();
    // Only the memory outlives the reset.
    let forgotten = !matches!(told.hand, ToldHand::Reset) || machine.game_relays_operated().is_empty();
    let released = matches!(told.hand, ToldHand::Reset) || step.released.is_empty();
    forgotten
        && released
        && same(circuit, &step.operated, told.operated)
        && same(circuit, &step.dark, told.dark)
        && same(circuit, &step.lit, told.lit)
        && same(circuit, &step.memory, told.memory)
}

/// Whether these are the parts of those names.
fn same(circuit: &Circuit, parts: &[PartId], names: &[&str]) -> bool {
    parts.len() == names.len() && parts.iter().zip(names).all(|(&part, &name)| is_called(circuit, part, name))
}

/// Whether it is the part of that name, by name or by a label that looks like it.
fn is_called(circuit: &Circuit, part: PartId, name: &str) -> bool {
    let part = &circuit.parts[part];
    part.name == name || fold(part.shown()) == fold(name)
}

impl Told {
    fn text(&self) -> String {
        let mut text: Vec<String> = Vec::new();
        let mut add = |names: &[&str], word: &str| {
            if !names.is_empty() {
                text.push(format!("{} {word}", names.join(", ")));
            }
        };
        add(self.operated, "operated");
        add(self.dark, "dark");
        add(self.lit, "lit");
        add(self.memory, "remembered");
        text.join("; ")
    }
}
