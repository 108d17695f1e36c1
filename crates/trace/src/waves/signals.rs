//! Which signals a circuit has.

use kiber_engine::{ContactSide, Mechanics};
use kiber_netlist::{Circuit, Contact, ContactForm, ContactId, Id, Part, PartId, PartKind, RelayAction};

use super::format::{Kind, Signal, WaveFormat};
use super::names::Instances;
use super::tree::{Wanted, declare};
use crate::stands::Positions;
use crate::wording::{has_opposed_coils, is_changeover};

/// As many bits as places of parts need.
const PLACE: Kind = Kind::Number(16);

/// Every signal of a file.
#[derive(Debug)]
pub(super) struct Signals {
    pub(super) run: OfRun,
    /// By part.
    pub(super) parts: Vec<OfPart>,
    /// By contact.
    pub(super) contacts: Vec<OfContact>,
    /// By net, if they are wanted.
    pub(super) nets: Vec<Signal>,
    /// The capacitors, if they are wanted.
    pub(super) capacitors: Vec<(PartId, Signal)>,
}

/// What is told of the run as a whole.
#[derive(Clone, Copy, Debug)]
pub(super) struct OfRun {
    pub(super) section: Signal,
    pub(super) heading: Signal,
    pub(super) action: Signal,
    pub(super) state: Signal,
    pub(super) settled: Signal,
    pub(super) faults: Signal,
    pub(super) message: Signal,
}

/// What is told of a part.
#[derive(Clone, Debug, Default)]
pub(super) struct OfPart {
    pub(super) hand: Option<Signal>,
    pub(super) on: Option<Signal>,
    pub(super) shorted: Option<Signal>,
    pub(super) overload: Option<Signal>,
    pub(super) whole: Option<Signal>,
    pub(super) stands: Option<(Signal, Positions)>,
    pub(super) armature: Option<Signal>,
    pub(super) place: Option<Signal>,
    pub(super) current: Option<Signal>,
    pub(super) asks: Option<Signal>,
    pub(super) partial: Option<Signal>,
    pub(super) both: Option<Signal>,
    pub(super) lit: Option<Signal>,
    pub(super) lamp_current: Option<Signal>,
    /// How it moves, if anything in it does.
    pub(super) mechanics: Option<Mechanics>,
}

/// What is told of a contact: of each of its sides, whether it is closed.
#[derive(Clone, Debug, Default)]
pub(super) struct OfContact {
    pub(super) sides: Vec<OfSide>,
}

/// A side of a contact.
#[derive(Clone, Copy, Debug)]
pub(super) struct OfSide {
    pub(super) side: ContactSide,
    pub(super) signal: Signal,
    /// Whether its part holds it closed, whatever may be broken.
    pub(super) held_closed: bool,
}

/// Declares signals scope by scope.
struct Declaring<'a, F> {
    circuit: &'a Circuit,
    instances: Instances<'a>,
    format: &'a mut F,
    parts: Vec<OfPart>,
}

impl Signals {
    /// Declares all signals of a circuit.
    pub(super) fn declare(circuit: &Circuit, nets: bool, format: &mut impl WaveFormat) -> Self {
        let run = of_run(format);
        let mut declaring = Declaring {
            circuit,
            instances: Instances::of(circuit),
            format,
            parts: Vec::with_capacity(circuit.parts.len()),
        };
        for id in circuit.parts.ids() {
            // Of a fuse it is an event of its own that it blows.
            let is_fuse = matches!(circuit.parts[id].kind, PartKind::Fuse(_));
            let mechanics = Mechanics::of(circuit, id).filter(|_| !is_fuse);
            declaring.parts.push(OfPart { mechanics, ..OfPart::default() });
        }
        declaring.hands();
        declaring.supply();
        declaring.movers();
        let contacts = declaring.contacts();
        declaring.coils_and_lamps();
        let (nets, capacitors) = if nets { declaring.volts() } else { Default::default() };
        Self { run, parts: declaring.parts, contacts, nets, capacitors }
    }
}

fn of_run(format: &mut impl WaveFormat) -> OfRun {
    format.begin_scope("run");
    let run = OfRun {
        section: format.signal("section", Kind::Number(32)),
        heading: format.signal("heading", Kind::Text),
        action: format.signal("action", Kind::Text),
        state: format.signal("state", Kind::Text),
        settled: format.signal("settled", Kind::Bit),
        faults: format.signal("faults", Kind::Text),
        message: format.signal("message", Kind::Text),
    };
    format.end_scope();
    run
}

impl<F: WaveFormat> Declaring<'_, F> {
    /// A scope with a signal for each part that has such a thing, put where it belongs.
    fn of_parts(
        &mut self,
        scope: &str,
        kind: Kind,
        has: impl Fn(&Part, &OfPart) -> bool,
        slot: impl Fn(&mut OfPart) -> &mut Option<Signal>,
    ) {
        let known = self.circuit.parts.iter().zip(&self.parts);
        let having: Vec<PartId> = known.filter(|((_, part), known)| has(part, known)).map(|((id, _), _)| id).collect();
        let wanted: Vec<Wanted<'_>> =
            having.iter().map(|&id| Wanted::of(&self.circuit.parts[id].name, kind, &self.instances)).collect();
        let signals = declare(self.format, scope, &wanted);
        for (id, signal) in having.into_iter().zip(signals) {
            if let Some(part) = self.parts.get_mut(id.index()) {
                *slot(part) = Some(signal);
            }
        }
    }

    fn hands(&mut self) {
        self.of_parts("buttons", Kind::Bit, |part, _| matches!(part.kind, PartKind::Button(_)), |part| &mut part.hand);
        self.of_parts("toggles", Kind::Bit, |part, _| matches!(part.kind, PartKind::Toggle(_)), |part| &mut part.hand);
        self.of_parts("selectors", PLACE, |part, _| matches!(part.kind, PartKind::Selector(_)), |part| &mut part.hand);
    }

    fn supply(&mut self) {
        let is_source = |part: &Part, _: &OfPart| matches!(part.kind, PartKind::Source(_));
        let is_fuse = |part: &Part, _: &OfPart| matches!(part.kind, PartKind::Fuse(_));
        let has_limit = |part: &Part, _: &OfPart| match &part.kind {
            PartKind::Source(source) => source.max_amps.is_some(),
            kind => matches!(kind, PartKind::Fuse(_)),
        };
        self.of_parts("sources", Kind::Bit, is_source, |part| &mut part.on);
        self.of_parts("shorts", Kind::Bit, is_source, |part| &mut part.shorted);
        self.of_parts("overloads", Kind::Real, has_limit, |part| &mut part.overload);
        self.of_parts("fuses", Kind::Bit, is_fuse, |part| &mut part.whole);
    }

    fn movers(&mut self) {
        let is_relay = |sides: bool| {
            move |part: &Part, _: &OfPart| {
                matches!(part.kind, PartKind::Relay(_)) && sides == (Positions::of(&part.kind) == Positions::Sides)
            }
        };
        let has_wipers = |part: &Part, _: &OfPart| matches!(part.kind, PartKind::Stepper(_) | PartKind::Selector(_));
        let has_ratchet = |part: &Part, _: &OfPart| match &part.kind {
            PartKind::Stepper(_) => true,
            PartKind::Relay(relay) => matches!(relay.action, RelayAction::Impulse { .. }),
            _ => false,
        };
        // Where it stands is found by what it is, once its signal is known.
        self.of_parts("relays", Kind::Bit, is_relay(false), |part| &mut part.place);
        self.note_stands();
        self.of_parts("polarized", Kind::Text, is_relay(true), |part| &mut part.place);
        self.note_stands();
        self.of_parts("wipers", PLACE, has_wipers, |part| &mut part.place);
        self.note_stands();
        self.of_parts("armatures", Kind::Bit, has_ratchet, |part| &mut part.armature);
        self.of_parts("places", PLACE, |_, known| known.mechanics.is_some(), |part| &mut part.place);
    }

    fn note_stands(&mut self) {
        for (known, part) in self.parts.iter_mut().zip(self.circuit.parts.rows()) {
            if let Some(signal) = known.place.take() {
                known.stands = Some((signal, Positions::of(&part.kind)));
            }
        }
    }

    fn contacts(&mut self) -> Vec<OfContact> {
        let mut contacts = vec![OfContact::default(); self.circuit.contacts.len()];
        let mut wanted = Vec::new();
        let mut sides: Vec<(ContactId, ContactSide, bool)> = Vec::new();
        for (part, known) in self.circuit.parts.rows().iter().zip(&self.parts) {
            let Some(mechanics) = &known.mechanics else { continue };
            for (id, side, closed) in mechanics.closed(mechanics.start()) {
                let Some(contact) = self.circuit.contacts.get(id) else { continue };
                let of_contact = Wanted::of(&part.name, Kind::Bit, &self.instances).with(&contact.name);
                wanted.push(match side_name(self.circuit, contact, id, side) {
                    Some(side) => of_contact.with(&side),
                    None => of_contact,
                });
                sides.push((id, side, closed));
            }
        }
        let signals = declare(self.format, "contacts", &wanted);
        for ((id, side, held_closed), signal) in sides.into_iter().zip(signals) {
            if let Some(contact) = contacts.get_mut(id.index()) {
                contact.sides.push(OfSide { side, signal, held_closed });
            }
        }
        contacts
    }

    fn coils_and_lamps(&mut self) {
        let has_coil = |part: &Part, _: &OfPart| matches!(part.kind, PartKind::Relay(_) | PartKind::Stepper(_));
        let is_lamp = |part: &Part, _: &OfPart| matches!(part.kind, PartKind::Lamp(_));
        self.of_parts("coils", Kind::Real, has_coil, |part| &mut part.current);
        self.of_parts("asks", Kind::Text, has_coil, |part| &mut part.asks);
        self.of_parts("partial", Kind::Bit, has_coil, |part| &mut part.partial);
        self.of_parts("both_coils", Kind::Bit, |part, _| has_opposed_coils(&part.kind), |part| &mut part.both);
        self.of_parts("lamps", Kind::Bit, is_lamp, |part| &mut part.lit);
        self.of_parts("lamps_mA", Kind::Real, is_lamp, |part| &mut part.lamp_current);
    }

    fn volts(&mut self) -> (Vec<Signal>, Vec<(PartId, Signal)>) {
        let nets: Vec<Wanted<'_>> =
            self.circuit.nets.rows().iter().map(|net| Wanted::of(&net.name, Kind::Real, &self.instances)).collect();
        let nets = declare(self.format, "nets", &nets);
        let is_capacitor = |part: &Part| matches!(part.kind, PartKind::Capacitor(_));
        let capacitors: Vec<(PartId, &Part)> =
            self.circuit.parts.iter().filter(|(_, part)| is_capacitor(part)).collect();
        let wanted: Vec<Wanted<'_>> =
            capacitors.iter().map(|(_, part)| Wanted::of(&part.name, Kind::Real, &self.instances)).collect();
        let signals = declare(self.format, "capacitors", &wanted);
        (nets, capacitors.into_iter().map(|(id, _)| id).zip(signals).collect())
    }
}

/// What tells a side of a contact from the others of it, if it has others.
fn side_name(circuit: &Circuit, contact: &Contact, id: ContactId, side: ContactSide) -> Option<String> {
    match (side, &contact.form) {
        (ContactSide::Place(place), ContactForm::Wafer { .. }) => Some(place.to_string()),
        (ContactSide::Make, _) if is_changeover(circuit, id) => Some("make".to_owned()),
        (ContactSide::Break, _) if is_changeover(circuit, id) => Some("break".to_owned()),
        _ => None,
    }
}
