//! How much scripts ask of contacts and coils: operations, currents switched and carried.

mod contact;
mod peak;

use std::collections::BTreeMap;
use std::sync::Arc;

use kiber_engine::{ContactSide, Event, Fault, Micros, Nanoamps, Simulator, Sink, Stand, What};
use kiber_netlist::{Circuit, ContactId, PartId, PartKind, RelayAction};
use kiber_trace::Recorder;

use crate::around::Around;
use crate::margins::{Moment, Played};
use crate::play::{Done, Player};
use crate::report::At;
use crate::script::Script;
use crate::step::Step;
pub use contact::ContactWear;
pub use peak::Peak;

/// Currents below this are what rounding leaves over, and none.
const NO_CURRENT: Nanoamps = Nanoamps(1_000);

/// Counts what scripts ask of one circuit, one script after another.
///
/// ```
/// use std::sync::Arc;
/// use kiber_script::{WearSurvey, parse};
///
/// let source = r#"Circuit(title: "", parts: {
///     "G1": Source(plus: "+", minus: "-", volts: 24.0),
///     "S1": Button(contact_amps: 0.08, contacts: {"1": Make("+", "a")}),
///     "K1": Relay(coil: ("a", "-"), contacts: {"1": Make("+", "b")}),
///     "H1": Lamp(pins: ("a", "-")),
/// })"#;
/// let circuit = Arc::new(kiber_netlist::read(source).circuit.unwrap());
/// let script = parse("press S1\npress S1", &circuit).0.unwrap();
///
/// let mut survey = WearSurvey::new(Arc::clone(&circuit));
/// survey.play(&script);
/// assert_eq!(survey.operations(circuit.part("K1").unwrap()), 2);
///
/// let contacts = survey.contacts();
/// let heaviest = &contacts[0]; // S1/1 switches a coil and a lamp
/// assert_eq!((heaviest.made, heaviest.broken), (2, 2));
/// assert_eq!(heaviest.switched.as_ref().unwrap().current.to_string(), "148 mA");
/// assert_eq!(heaviest.load(), Some(1.85));
/// assert!(survey.is_over_a_rating());
/// ```
#[derive(Debug)]
pub struct WearSurvey {
    circuit: Arc<Circuit>,
    scripts: usize,
    operations: BTreeMap<PartId, u64>,
    contacts: BTreeMap<(ContactId, ContactSide), ContactWear>,
    peaks: BTreeMap<(PartId, usize), Peak>,
}

impl WearSurvey {
    /// For scripts that were read for this circuit.
    pub fn new(circuit: Arc<Circuit>) -> Self {
        Self { circuit, scripts: 0, operations: BTreeMap::new(), contacts: BTreeMap::new(), peaks: BTreeMap::new() }
    }

    /// Looks at what happens when the circuit is switched on, and nothing else.
    pub fn power_up(&mut self) {
        let circuit = Arc::clone(&self.circuit);
        let _ = Player::power_up(circuit, &mut Counting::new(self, None));
    }

    /// Plays a script from power-up, expectations failing or not, and counts.
    pub fn play(&mut self, script: &Script) -> Played {
        let circuit = Arc::clone(&self.circuit);
        let number = Some(self.scripts);
        self.scripts += 1;
        let mut counting = Counting::new(self, number);
        let mut player = Player::power_up(circuit, &mut counting);
        let mut played = Played::default();
        let mut lines = script.lines();
        let mut done = 0;
        while let Some((line, span, step)) = lines.next() {
            done += 1;
            (counting.line, counting.around, counting.step) = (line, lines.around(), Some(step));
            match player.step(step, &mut counting) {
                Ok(Done::Acted) => {}
                Ok(Done::Expected { passed, failures }) => {
                    played.passed += passed;
                    played.failed += failures.len();
                }
                Err(refusal) => {
                    let around = counting.around.clone();
                    played.stopped = Some(At { step: done, line, span, around, what: refusal });
                    break;
                }
            }
        }
        played
    }

    /// How often a part operated: how often a relay, button or toggle arrived at its operated side, and how
    /// often a part that flips or has places arrived at another one.
    pub fn operations(&self, part: PartId) -> u64 {
        self.operations.get(&part).copied().unwrap_or(0)
    }

    /// Every side of a contact that is wired: those with the highest load first, then those without a rating,
    /// the largest currents first.
    pub fn contacts(&self) -> Vec<&ContactWear> {
        let mut contacts: Vec<&ContactWear> = self.contacts.values().collect();
        contacts.sort_by(|a, b| {
            let by_load = b.load().unwrap_or(-1.0).total_cmp(&a.load().unwrap_or(-1.0));
            by_load.then_with(|| (b.shorted, b.largest()).cmp(&(a.shorted, a.largest())))
        });
        contacts
    }

    /// Whether a contact has more to do with than it is rated for.
    pub fn is_over_a_rating(&self) -> bool {
        self.contacts.values().any(ContactWear::is_over)
    }

    /// The largest current of every winding, lamp, resistor, capacitor, diode, fuse and source, in the order
    /// of the circuit. Parts that never carried any are left out.
    pub fn peaks(&self) -> impl Iterator<Item = &Peak> {
        self.peaks.values()
    }
}

/// Whoever counts while a script plays.
struct Counting<'s> {
    survey: &'s mut WearSurvey,
    script: Option<usize>,
    line: usize,
    around: Around,
    step: Option<&'s Step>,
    /// The sides as they were after the last move: whether closed, and with what current.
    before: Vec<(bool, Option<Nanoamps>)>,
    faults: Vec<Fault>,
    /// The last position of the parts that moved.
    positions: BTreeMap<PartId, u16>,
    moved: Vec<(PartId, kiber_engine::Place, kiber_engine::Place)>,
}

impl<'s> Counting<'s> {
    fn new(survey: &'s mut WearSurvey, script: Option<usize>) -> Self {
        Self {
            survey,
            script,
            line: 0,
            around: Around::default(),
            step: None,
            before: Vec::new(),
            faults: Vec::new(),
            positions: BTreeMap::new(),
            moved: Vec::new(),
        }
    }

    fn moment(&self, at: Micros, settled: bool) -> Moment {
        let circuit = &self.survey.circuit;
        Moment {
            script: self.script,
            line: self.line,
            around: self.around.clone(),
            action: self.step.map(|step| step.shown(circuit).to_string()).unwrap_or_default(),
            at,
            settled,
        }
    }

    /// Counts the parts that have arrived somewhere.
    fn count_moves(&mut self, simulator: &Simulator) {
        for (part, from, to) in std::mem::take(&mut self.moved) {
            let known = self.positions.entry(part).or_insert_with(|| simulator.stand_in(part, from).at);
            let stand = simulator.stand_in(part, to);
            let Stand { at, towards: None, .. } = stand else { continue };
            let is_other = std::mem::replace(known, at) != at;
            if is_other && (at == 1 || counts_both_ways(&self.survey.circuit, part)) {
                *self.survey.operations.entry(part).or_default() += 1;
            }
        }
    }

    fn count_contacts(&mut self, simulator: &Simulator) {
        let rows = simulator.contact_currents();
        // What a fault closes or opens, no armature did; and before power-up nothing was closed by anybody.
        let counts = self.before.len() == rows.len() && self.faults == simulator.faults();
        self.faults = simulator.faults().to_vec();
        let mut before = Vec::with_capacity(rows.len());
        for (number, row) in rows.iter().enumerate() {
            let closed = simulator.is_side_closed(row.contact, row.side);
            let (was_closed, had) = self.before.get(number).copied().unwrap_or_default();
            before.push((closed, row.current));
            let key = (row.contact, row.side);
            let rated_amps = self.survey.circuit.contacts[row.contact].rated_amps;
            let wear = self.survey.contacts.entry(key).or_insert_with(|| ContactWear::new(key, rated_amps));
            let mut switched = None;
            if counts && closed && !was_closed {
                wear.closed += 1;
                switched = Some(row.current);
                wear.made += u64::from(row.current.is_some_and(is_some));
            }
            if counts && !closed && was_closed {
                wear.opened += 1;
                switched = Some(had);
                wear.broken += u64::from(had.is_some_and(is_some));
            }
            let carried = closed.then_some(row.current);
            if switched == Some(None) {
                wear.shorted += 1;
            }
            let switched = switched.flatten().map(size).filter(|&size| is_more(wear.switched.as_ref(), size));
            let carried = carried.flatten().map(size).filter(|&size| is_more(wear.carried.as_ref(), size));
            if switched.is_none() && carried.is_none() {
                continue;
            }
            let moment = self.moment(simulator.now(), simulator.is_settled());
            let Some(wear) = self.survey.contacts.get_mut(&key) else { continue };
            if let Some(current) = switched {
                wear.switched = Some(Peak {
                    part: row_part(&self.survey.circuit, row.contact),
                    winding: 0,
                    current,
                    moment: moment.clone(),
                });
            }
            if let Some(current) = carried {
                wear.carried =
                    Some(Peak { part: row_part(&self.survey.circuit, row.contact), winding: 0, current, moment });
            }
        }
        self.before = before;
    }

    fn note_peaks(&mut self, simulator: &Simulator) {
        for row in simulator.part_currents() {
            let current = size(row.current);
            let key = (row.part, row.winding);
            if is_more(self.survey.peaks.get(&key), current) {
                let moment = self.moment(simulator.now(), simulator.is_settled());
                self.survey.peaks.insert(key, Peak { part: row.part, winding: row.winding, current, moment });
            }
        }
    }
}

impl Sink for Counting<'_> {
    const WANTS_SOLVED: bool = true;

    fn event(&mut self, event: Event) {
        if let What::Moved { part, from, to } = event.what {
            self.moved.push((part, from, to));
        }
    }

    fn solved(&mut self, simulator: &Simulator) {
        self.count_moves(simulator);
        self.count_contacts(simulator);
        self.note_peaks(simulator);
    }
}

impl Recorder for Counting<'_> {}

fn row_part(circuit: &Circuit, contact: ContactId) -> PartId {
    circuit.contacts[contact].part
}

fn size(current: Nanoamps) -> Nanoamps {
    Nanoamps(current.0.saturating_abs())
}

fn is_some(current: Nanoamps) -> bool {
    size(current) >= NO_CURRENT
}

fn is_more(known: Option<&Peak>, current: Nanoamps) -> bool {
    is_some(current) && known.is_none_or(|known| current > known.current)
}

/// Whether each arrival is an operation of its own: of what flips at each pull, or turns from place to place.
fn counts_both_ways(circuit: &Circuit, part: PartId) -> bool {
    match circuit.parts.get(part).map(|part| &part.kind) {
        Some(PartKind::Relay(relay)) => {
            matches!(relay.action, RelayAction::Impulse { .. } | RelayAction::Polarized { .. })
        }
        Some(PartKind::Stepper(_) | PartKind::Selector(_)) => true,
        _ => false,
    }
}
