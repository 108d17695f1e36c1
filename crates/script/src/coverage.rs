//! What scripts have made a circuit do at all, and what none of them has.

use std::sync::Arc;

use kiber_engine::{ContactSide, Event, Fault, LampLevel, Nanoamps, Simulator, Sink};
use kiber_netlist::{Circuit, ContactId, PartId, PartKind, RelayAction};
use kiber_trace::Recorder;

use crate::play::Player;
use crate::report::Report;
use crate::script::Script;
use crate::step::{Claim, Condition};

/// The least current that counts as one: as finely as traces tell currents.
const LEAST: Nanoamps = Nanoamps(1_000);

/// What a side of a contact has done. Each side of a change-over counts by itself, and so does each place
/// of a wafer.
///
/// What a fault made it do does not count: it says nothing about the contact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideCovered {
    /// The contact.
    pub contact: ContactId,
    /// Which side of it.
    pub side: ContactSide,
    /// It has gone from closed to open.
    pub opened: bool,
    /// It has gone from open to closed.
    pub closed: bool,
    /// It has carried a microampere or more, or the current of a short circuit.
    pub carried: bool,
    last: Option<bool>,
}

impl SideCovered {
    /// Whether it has done all that a contact does.
    pub fn is_whole(&self) -> bool {
        self.opened && self.closed && self.carried
    }
}

/// One thing that a part can come to do, and whether it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartCovered {
    /// A relay, stepper, button, toggle, selector or lamp.
    pub part: PartId,
    /// Where it comes from elsewhere, in the word that `expect` has for it: relays `operated` and `released`
    /// or a side, buttons `pressed`, toggles `on` and `off`, steppers and selectors a place, lamps `lit`.
    pub condition: Condition,
    /// Whether it has come there. Standing there at power-up does not count, but for lamps.
    pub reached: bool,
}

impl PartCovered {
    /// What a script would expect then: `K1 operated`.
    pub fn claim(&self) -> Claim {
        Claim::Part(self.part, self.condition)
    }

    /// The word of that: `operated`, `at 4`.
    pub fn word(&self) -> String {
        self.claim().word().into_owned()
    }
}

/// Keeps what the runs of one circuit have covered.
///
/// ```
/// use std::sync::Arc;
/// use kiber_script::{Coverage, parse};
///
/// let source = r#"Circuit(title: "", parts: {
///     "G1": Source(plus: "+", minus: "-"),
///     "S1": Button(contacts: {"1": Make("+", "a")}),
///     "K1": Relay(coil: ("a", "-"), contacts: {"1": Make("+", "b")}),
///     "H1": Lamp(pins: ("b", "-")),
/// })"#;
/// let circuit = Arc::new(kiber_netlist::read(source).circuit.unwrap());
/// let script = parse("hold S1", &circuit).0.unwrap();
///
/// let mut coverage = Coverage::new(Arc::clone(&circuit));
/// coverage.play(&script);
///
/// let never: Vec<String> =
///     coverage.parts().filter(|it| !it.reached).map(|it| it.claim().shown(&circuit).to_string()).collect();
/// assert_eq!(never, ["K1 released"]);
/// let k1 = coverage.sides().last().unwrap();
/// assert!(k1.closed && k1.carried && !k1.opened);
/// ```
#[derive(Clone, Debug)]
pub struct Coverage {
    circuit: Arc<Circuit>,
    runs: usize,
    sides: Vec<SideCovered>,
    parts: Vec<PartCovered>,
    /// For each row of `parts` whether the part was there when it last rested anywhere.
    rested: Vec<Option<bool>>,
}

impl Coverage {
    /// Of a circuit of which nothing has been run yet.
    pub fn new(circuit: Arc<Circuit>) -> Self {
        let simulator = Simulator::new(Arc::clone(&circuit));
        let sides = simulator.contact_currents().into_iter().map(|found| SideCovered {
            contact: found.contact,
            side: found.side,
            opened: false,
            closed: false,
            carried: false,
            last: None,
        });
        let sides = sides.collect();
        let parts = circuit.parts.iter().flat_map(|(part, row)| {
            let conditions = conditions(&row.kind).into_iter();
            conditions.map(move |condition| PartCovered { part, condition, reached: false })
        });
        let parts: Vec<PartCovered> = parts.collect();
        let rested = vec![None; parts.len()];
        Self { circuit, runs: 0, sides, parts, rested }
    }

    /// A run begins from power-up.
    pub fn begin(&mut self) {
        self.runs += 1;
        self.rested.fill(None);
        self.sides.iter_mut().for_each(|side| side.last = None);
    }

    /// Takes note of how the circuit stands; called at every instant, as [`Sink::solved`] is.
    pub fn look(&mut self, simulator: &Simulator) {
        let faults = simulator.faults();
        let mut may_carry = false;
        for covered in &mut self.sides {
            let (contact, side) = (covered.contact, covered.side);
            if !faults.is_empty() && faults.iter().any(|fault| is_at(fault, contact)) {
                covered.last = None;
                continue;
            }
            let closed = simulator.is_side_closed(contact, side);
            match covered.last.replace(closed) {
                Some(true) if !closed => covered.opened = true,
                Some(false) if closed => covered.closed = true,
                _ => {}
            }
            may_carry |= closed && !covered.carried;
        }
        if may_carry {
            let currents = simulator.contact_currents();
            for (covered, found) in self.sides.iter_mut().zip(currents) {
                let carries = found.current.is_none_or(|current| Nanoamps(current.0.saturating_abs()) >= LEAST);
                covered.carried |= carries && covered.last == Some(true);
            }
        }
        self.look_at_parts(simulator);
    }

    fn look_at_parts(&mut self, simulator: &Simulator) {
        for (covered, rested) in self.parts.iter_mut().zip(&mut self.rested) {
            let part = covered.part;
            let is_there = match covered.condition {
                Condition::Lit => {
                    covered.reached |= simulator.lamp(part) == LampLevel::Lit;
                    continue;
                }
                Condition::Pressed | Condition::On => simulator.is_held(part),
                Condition::Off => !simulator.is_held(part),
                condition => match (condition.position(), simulator.stand(part)) {
                    // On its way it is nowhere.
                    (_, stand) if stand.towards.is_some() => continue,
                    (Some(position), stand) => stand.is_at(position),
                    (None, _) => continue,
                },
            };
            covered.reached |= is_there && *rested == Some(false);
            *rested = Some(is_there);
        }
    }

    /// Plays a script from power-up, expectations failing or not.
    pub fn play(&mut self, script: &Script) -> Report {
        self.begin();
        let circuit = Arc::clone(&self.circuit);
        Player::power_up(circuit, self).play(script, self)
    }

    /// Adds what other runs of the same circuit have covered.
    pub fn add(&mut self, other: &Self) {
        self.runs += other.runs;
        for (own, other) in self.sides.iter_mut().zip(&other.sides) {
            own.opened |= other.opened;
            own.closed |= other.closed;
            own.carried |= other.carried;
        }
        for (own, other) in self.parts.iter_mut().zip(&other.parts) {
            own.reached |= other.reached;
        }
    }

    /// The circuit.
    pub fn circuit(&self) -> &Arc<Circuit> {
        &self.circuit
    }

    /// How many runs there were.
    pub fn runs(&self) -> usize {
        self.runs
    }

    /// Every side of every contact that is wired, in the order of the circuit; of a change-over the break
    /// side first.
    pub fn sides(&self) -> impl ExactSizeIterator<Item = &SideCovered> {
        self.sides.iter()
    }

    /// All that parts can come to do, part by part in the order of the circuit.
    pub fn parts(&self) -> impl ExactSizeIterator<Item = &PartCovered> {
        self.parts.iter()
    }
}

impl Sink for Coverage {
    const WANTS: bool = false;
    const WANTS_SOLVED: bool = true;

    fn event(&mut self, _: Event) {}

    fn solved(&mut self, simulator: &Simulator) {
        self.look(simulator);
    }
}

impl Recorder for Coverage {}

fn is_at(fault: &Fault, contact: ContactId) -> bool {
    match *fault {
        Fault::ContactStuckOpen(broken) | Fault::ContactWelded { contact: broken, .. } => broken == contact,
        _ => false,
    }
}

/// What a part can come to do.
fn conditions(kind: &PartKind) -> Vec<Condition> {
    match kind {
        PartKind::Relay(relay) => match relay.action {
            RelayAction::Polarized { centre: true, .. } => vec![Condition::Left, Condition::Centre, Condition::Right],
            RelayAction::Polarized { centre: false, .. } => vec![Condition::Left, Condition::Right],
            _ => vec![Condition::Operated, Condition::Released],
        },
        PartKind::Stepper(stepper) => (0..stepper.places).map(|place| Condition::At(place as u16)).collect(),
        PartKind::Selector(selector) => (0..selector.places).map(|place| Condition::At(place as u16)).collect(),
        PartKind::Button(_) => vec![Condition::Pressed],
        PartKind::Toggle(_) => vec![Condition::On, Condition::Off],
        PartKind::Lamp(_) => vec![Condition::Lit],
        _ => Vec::new(),
    }
}
