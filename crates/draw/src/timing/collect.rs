//! From what happened to the lanes that show it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use kiber_engine::{ContactSide, Fault, LampLevel, Mechanics, Micros, Nanoamps, Place, Simulator, Stand, What};
use kiber_netlist::{Circuit, ContactForm, ContactId, PartId, PartKind};
use kiber_trace::{Recording, words};

use super::clock::Clock;
use super::diagram::{Alarm, AlarmKind, Window};
use super::lane::{Lane, State};
use super::subject::Aspect;

/// Follows a recording and keeps the lanes that are asked for.
pub(crate) struct Collector {
    circuit: Arc<Circuit>,
    /// The circuit as it stands before it is switched on.
    unpowered: Simulator,
    lanes: Vec<Lane>,
    /// The lanes that show where a part stands, or its coil.
    stands: BTreeMap<PartId, Vec<usize>>,
    /// The lanes of contacts, by the part that moves them.
    contacts: BTreeMap<PartId, Vec<usize>>,
    mechanics: BTreeMap<PartId, Mechanics>,
    /// The sides that are closed, but for faults.
    closed: BTreeSet<(ContactId, ContactSide)>,
    faults: Vec<Fault>,
    pub(crate) alarms: Vec<Alarm>,
}

impl Collector {
    pub(crate) fn new(circuit: &Arc<Circuit>, aspects: Vec<Aspect>) -> Self {
        let mut collector = Self {
            circuit: Arc::clone(circuit),
            unpowered: Simulator::new(Arc::clone(circuit)),
            lanes: Vec::new(),
            stands: BTreeMap::new(),
            contacts: BTreeMap::new(),
            mechanics: BTreeMap::new(),
            closed: BTreeSet::new(),
            faults: Vec::new(),
            alarms: Vec::new(),
        };
        aspects.into_iter().for_each(|aspect| collector.add(aspect));
        collector
    }

    fn add(&mut self, aspect: Aspect) {
        let number = self.lanes.len();
        let circuit = &self.circuit;
        let before = match aspect {
            Aspect::Coil(_) => State::Current(Nanoamps(0)),
            Aspect::Lamp(_) => State::At(0),
            Aspect::Fuse(_) => State::At(1),
            Aspect::Source(_) => State::At(0),
            Aspect::Stand(part) => stand_state(circuit, part, self.unpowered.stand(part)),
            Aspect::Side(contact, _) | Aspect::Wiper(contact) => {
                let part = circuit.contacts[contact].part;
                for side in sides(&circuit.contacts[contact].form) {
                    if self.unpowered.is_side_closed(contact, side) {
                        self.closed.insert((contact, side));
                    }
                }
                if let Some(mechanics) = Mechanics::of(circuit, part) {
                    self.mechanics.entry(part).or_insert(mechanics);
                }
                self.contacts.entry(part).or_default().push(number);
                self.contact_state(aspect).unwrap_or(State::At(0))
            }
        };
        if let Aspect::Coil(part)
        | Aspect::Lamp(part)
        | Aspect::Fuse(part)
        | Aspect::Source(part)
        | Aspect::Stand(part) = aspect
        {
            self.stands.entry(part).or_default().push(number);
        }
        let (shape, name, label) =
            (aspect.shape(&self.circuit), aspect.name(&self.circuit), aspect.label(&self.circuit));
        let by_hand = matches!(aspect, Aspect::Stand(part) if matches!(
            self.circuit.parts.get(part).map(|part| &part.kind),
            Some(PartKind::Button(_) | PartKind::Toggle(_) | PartKind::Selector(_))
        ));
        self.lanes.push(Lane { aspect, shape, name, label, by_hand, before, steps: Vec::new() });
        // With the supply, every source that is on gives its voltage.
        if let Aspect::Source(part) = aspect
            && self.unpowered.source_is_on(part)
        {
            self.lanes[number].push(0, State::At(1));
        }
    }

    /// The lanes of a recording, from its beginning up to the last section that is asked for.
    pub(crate) fn collect(mut self, recording: &Recording, clock: &Clock, window: &Window) -> (Vec<Lane>, Vec<Alarm>) {
        let (first, last) = window.sections.unwrap_or((0, usize::MAX));
        for (number, section) in recording.sections.iter().enumerate() {
            if number > last {
                break;
            }
            if number == first && number > 0 {
                self.lanes.iter_mut().for_each(Lane::forget_steps);
                // What still stands is seen from the beginning.
                let ended = |alarm: &Alarm| alarm.to.is_some();
                self.alarms.retain(|alarm| !ended(alarm));
            }
            for event in &section.events {
                self.take(clock.shown(number, event.at), &event.what);
            }
        }
        (self.lanes, self.alarms)
    }

    fn take(&mut self, at: Micros, what: &What) {
        match what {
            What::Coil { part, current, .. } => {
                self.set(at, *part, |aspect| matches!(aspect, Aspect::Coil(_)).then_some(State::Current(*current)));
            }
            What::Lamp { part, level, .. } => {
                let state = match level {
                    LampLevel::Off => 0,
                    LampLevel::Dim => 1,
                    LampLevel::Lit => 2,
                };
                self.set(at, *part, |_| Some(State::At(state)));
            }
            What::Source { part, on } => self.set(at, *part, |_| Some(State::At(u16::from(*on)))),
            What::Blown { part, .. } => self.set(at, *part, |_| Some(State::At(0))),
            What::Replaced { part } => self.set(at, *part, |_| Some(State::At(1))),
            What::Moved { part, from, to } => self.moved(at, *part, *from, *to),
            What::Fault { fault, present } => {
                self.faults.retain(|known| known != fault);
                if *present {
                    self.faults.push(*fault);
                }
                let parts: Vec<PartId> = self.contacts.keys().copied().collect();
                parts.into_iter().for_each(|part| self.show_contacts(at, part));
            }
            What::ShortBegan(short) => {
                let words = words::short(&self.circuit, short);
                self.alarms.push(Alarm { kind: AlarmKind::Short, from: at, to: None, words });
            }
            What::ShortEnded(short, _) => {
                let words = words::short(&self.circuit, short);
                self.end_alarm(at, AlarmKind::Short, &words);
            }
            What::OverloadBegan { part, .. } => {
                let words = format!("{} overloaded", self.circuit.parts[*part].name);
                self.alarms.push(Alarm { kind: AlarmKind::Overload, from: at, to: None, words });
            }
            What::OverloadEnded { part, .. } => {
                let words = format!("{} overloaded", self.circuit.parts[*part].name);
                self.end_alarm(at, AlarmKind::Overload, &words);
            }
            What::Oscillates(oscillation) => {
                let words = words::oscillation(&self.circuit, oscillation);
                let from = at.saturating_sub(oscillation.period);
                self.alarms.push(Alarm { kind: AlarmKind::Oscillation, from, to: Some(at), words });
            }
            What::Hand { .. } | What::Turned { .. } | What::BothCoils { .. } | What::Settled => {}
        }
    }

    fn end_alarm(&mut self, at: Micros, kind: AlarmKind, words: &str) {
        let open = |alarm: &&mut Alarm| alarm.kind == kind && alarm.to.is_none();
        let mut alarms: Vec<&mut Alarm> = self.alarms.iter_mut().filter(open).collect();
        let same = alarms.iter().rposition(|alarm| alarm.words == words).unwrap_or(0);
        if let Some(alarm) = alarms.get_mut(same) {
            alarm.to = Some(at);
        }
    }

    fn set(&mut self, at: Micros, part: PartId, state: impl Fn(Aspect) -> Option<State>) {
        for &number in self.stands.get(&part).into_iter().flatten() {
            let Some(lane) = self.lanes.get_mut(number) else { continue };
            if let Some(state) = state(lane.aspect) {
                lane.push(at, state);
            }
        }
    }

    fn moved(&mut self, at: Micros, part: PartId, from: Place, to: Place) {
        let state = stand_state(&self.circuit, part, self.unpowered.stand_in(part, to));
        self.set(at, part, |aspect| matches!(aspect, Aspect::Stand(_)).then_some(state));
        if let Some(mechanics) = self.mechanics.get(&part) {
            for (contact, side, closes) in mechanics.moved(from, to) {
                if closes {
                    self.closed.insert((contact, side));
                } else {
                    self.closed.remove(&(contact, side));
                }
            }
            self.show_contacts(at, part);
        }
    }

    fn show_contacts(&mut self, at: Micros, part: PartId) {
        for number in self.contacts.get(&part).cloned().unwrap_or_default() {
            let Some(aspect) = self.lanes.get(number).map(|lane| lane.aspect) else { continue };
            if let (Some(state), Some(lane)) = (self.contact_state(aspect), self.lanes.get_mut(number)) {
                lane.push(at, state);
            }
        }
    }

    fn contact_state(&self, aspect: Aspect) -> Option<State> {
        match aspect {
            Aspect::Side(contact, side) => Some(State::At(u16::from(self.is_closed(contact, side)))),
            Aspect::Wiper(contact) => {
                let form = &self.circuit.contacts.get(contact)?.form;
                let touched = sides(form).into_iter().rev().find(|&side| self.is_closed(contact, side));
                Some(match touched {
                    Some(ContactSide::Place(place)) => State::At(place),
                    _ => State::Open,
                })
            }
            _ => None,
        }
    }

    /// Whether a side conducts, under the faults that it has.
    fn is_closed(&self, contact: ContactId, side: ContactSide) -> bool {
        let mut closed = self.closed.contains(&(contact, side));
        let one_sided =
            !matches!(self.circuit.contacts[contact].form, ContactForm::Changeover { .. } | ContactForm::Wafer { .. });
        for fault in &self.faults {
            match *fault {
                Fault::ContactWelded { contact: welded, side: at } if welded == contact => {
                    closed = one_sided || at == side;
                }
                _ => {}
            }
        }
        closed && !self.faults.contains(&Fault::ContactStuckOpen(contact))
    }
}

/// The sides that a form has.
fn sides(form: &ContactForm) -> Vec<ContactSide> {
    match form {
        ContactForm::Break(..) => vec![ContactSide::Break],
        ContactForm::Changeover { .. } => vec![ContactSide::Break, ContactSide::Make],
        ContactForm::Wafer { places, .. } => {
            (0..places.len()).filter_map(|place| u16::try_from(place).ok()).map(ContactSide::Place).collect()
        }
        _ => vec![ContactSide::Make],
    }
}

fn stand_state(circuit: &Circuit, part: PartId, stand: Stand) -> State {
    match (stand.towards, circuit.parts.get(part).map(|part| &part.kind)) {
        (None, _) => State::At(stand.at),
        // A stepper that runs home says where it stands, not where it goes.
        (Some(towards), Some(PartKind::Stepper(_))) if towards == stand.at => State::Towards(0),
        (Some(towards), _) => State::Towards(towards),
    }
}
