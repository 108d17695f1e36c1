//! What is live in a circuit at one moment.

mod nets;

pub(crate) use nets::Joined;

use kiber_engine::{ContactSide, LampLevel, Nanoamps, Simulator};
use kiber_netlist::{ContactForm, ContactId, Id, NetId, PartId, PartKind, RelayAction};

/// What is live in a circuit at one moment, for drawings.
///
/// ```
/// use std::sync::Arc;
/// use kiber_draw::{Live, NetLive, PartLook};
/// use kiber_engine::{Action, Simulator};
/// use kiber_netlist::Id;
///
/// let source = r#"Circuit(title: "A lamp and a button", parts: {
///     "G1": Source(plus: "+", minus: "-", volts: 24.0),
///     "S1": Button(contacts: {"1": Make("+", "a")}),
///     "H1": Lamp(pins: ("a", "-"), volts: 24.0, amps: 0.1),
/// })"#;
/// let circuit = Arc::new(kiber_netlist::read(source).circuit.unwrap());
/// let a = circuit.net("a").unwrap().index();
/// let mut simulator = Simulator::new(Arc::clone(&circuit));
/// simulator.power_up(&mut ());
/// let live = Live::of(&simulator);
/// assert_eq!((live.nets[a], live.carrying[a]), (NetLive::Minus, false));
///
/// simulator.act(&[Action::Press(circuit.part("S1").unwrap())], &mut ()).unwrap();
/// let live = Live::of(&simulator);
/// assert_eq!((live.nets[a], live.carrying[a]), (NetLive::Plus, true));
/// assert_eq!(live.parts[circuit.part("H1").unwrap().index()].look, PartLook::Lit);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Live {
    /// Of each net, by the index of its id: how it stands against the rails.
    pub nets: Vec<NetLive>,
    /// Of each net: whether current flows through one of its pins.
    pub carrying: Vec<bool>,
    /// Of each contact, by the index of its id: its sides that are wired, of a change-over the break side
    /// first, of a wafer by place.
    pub contacts: Vec<Vec<SideLive>>,
    /// Of each part, by the index of its id.
    pub parts: Vec<PartLive>,
    /// Of each part, whether current flows through each of its windings, by number; empty without windings.
    pub windings: Vec<Vec<bool>>,
}

/// How a net stands against the rails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NetLive {
    /// Nothing drives it: its potential is unknown.
    #[default]
    Floating,
    /// It stands at the potential of the plus pole of a source that is on: joined to it by what conducts, or
    /// by a load without current.
    Plus,
    /// The same of a minus pole.
    Minus,
    /// It has another potential, or stands at those of a plus pole and a minus pole at once.
    Between,
}

/// A side of a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SideLive {
    /// Which side; of a polarized relay's contact [`ContactSide::Make`].
    pub side: ContactSide,
    /// Whether it conducts.
    pub closed: bool,
    /// Whether current flows through it.
    pub carries: bool,
}

/// A part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PartLive {
    /// What can be seen of it.
    pub look: PartLook,
    /// Whether current flows through it: through any winding, or any of its contacts if it has no winding.
    pub carries: bool,
}

/// What can be seen of a part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PartLook {
    /// It stands in its first position; parts that do not move always do. A fuse is whole, a source switched off.
    #[default]
    Rest,
    /// Its armature, actuator or wipers are on their way.
    Moving,
    /// A relay operated, a button pressed, a toggle on, a switch away from its first place, a polarized relay
    /// away from its centre (or, if it has none, on the right), a source on, a fuse blown.
    Operated,
    /// A lamp without light.
    Off,
    /// A lamp that glows.
    Dim,
    /// A lamp that is lit.
    Lit,
}

impl NetLive {
    /// The class in a drawing: `plus`, `minus`, `between` or `floating`.
    pub fn class(self) -> &'static str {
        match self {
            Self::Floating => "floating",
            Self::Plus => "plus",
            Self::Minus => "minus",
            Self::Between => "between",
        }
    }
}

impl PartLook {
    /// The class in a drawing; empty where nothing is shown.
    pub fn class(self) -> &'static str {
        match self {
            Self::Rest | Self::Off => "",
            Self::Moving => "moving",
            Self::Operated => "operated",
            Self::Dim => "dim",
            Self::Lit => "lit",
        }
    }
}

impl Live {
    /// What is live now.
    pub fn of(simulator: &Simulator) -> Self {
        let circuit = simulator.circuit();
        let mut live = Self {
            nets: vec![NetLive::Floating; circuit.nets.len()],
            carrying: vec![false; circuit.nets.len()],
            contacts: vec![Vec::new(); circuit.contacts.len()],
            parts: circuit.parts.ids().map(|part| PartLive { look: look(simulator, part), carries: false }).collect(),
            windings: circuit.parts.rows().iter().map(|part| vec![false; part.kind.coils().count()]).collect(),
        };
        live.note_parts(simulator);
        live.note_contacts(simulator);
        live.nets = nets::of(simulator);
        live
    }

    /// A side of a contact, if it is wired.
    pub fn side(&self, contact: ContactId, side: ContactSide) -> Option<SideLive> {
        self.contacts.get(contact.index())?.iter().copied().find(|row| row.side == side)
    }

    /// Whether current flows through a winding.
    pub fn winding(&self, part: PartId, winding: usize) -> bool {
        self.windings.get(part.index()).and_then(|all| all.get(winding)).copied().unwrap_or(false)
    }

    fn note_parts(&mut self, simulator: &Simulator) {
        let circuit = simulator.circuit();
        for row in simulator.part_currents().into_iter().filter(|row| row.current != Nanoamps(0)) {
            let pins = circuit.parts.get(row.part).map_or(Vec::new(), |part| part.kind.own_pins());
            self.carry(Some(row.part), pins.into_iter().skip(2 * row.winding).take(2));
            if let Some(winding) = self.windings.get_mut(row.part.index()).and_then(|all| all.get_mut(row.winding)) {
                *winding = true;
            }
        }
        // What a source gives that is short-circuited has no value, but it flows.
        for &part in simulator.shorts().iter().flat_map(|short| &short.sources) {
            let pins = circuit.parts.get(part).map_or(Vec::new(), |part| part.kind.own_pins());
            self.carry(Some(part), pins.into_iter());
        }
    }

    fn note_contacts(&mut self, simulator: &Simulator) {
        let circuit = simulator.circuit();
        for row in simulator.contact_currents() {
            let carries = row.current != Some(Nanoamps(0));
            let closed = simulator.is_side_closed(row.contact, row.side);
            if let Some(sides) = self.contacts.get_mut(row.contact.index()) {
                sides.push(SideLive { side: row.side, closed, carries });
            }
            if let (true, Some(contact)) = (carries, circuit.contacts.get(row.contact)) {
                let has_coils = circuit.parts.get(contact.part).is_some_and(|part| part.kind.coils().next().is_some());
                self.carry(
                    (!has_coils).then_some(contact.part),
                    side_ends(&contact.form, row.side).into_iter().flatten(),
                );
            }
        }
        for sides in &mut self.contacts {
            sides.sort_by_key(|row| row.side);
        }
    }

    fn carry(&mut self, part: Option<PartId>, nets: impl Iterator<Item = NetId>) {
        if let Some(part) = part.and_then(|part| self.parts.get_mut(part.index())) {
            part.carries = true;
        }
        for net in nets {
            if let Some(carrying) = self.carrying.get_mut(net.index()) {
                *carrying = true;
            }
        }
    }
}

/// The nets that a side of a contact joins, if it is wired.
pub(crate) fn side_ends(form: &ContactForm, side: ContactSide) -> Option<[NetId; 2]> {
    match (form, side) {
        (ContactForm::Changeover { common, break_side, .. }, ContactSide::Break) => Some([*common, (*break_side)?]),
        (ContactForm::Changeover { common, make_side, .. }, ContactSide::Make) => Some([*common, (*make_side)?]),
        (ContactForm::Wafer { common, places, .. }, ContactSide::Place(place)) => {
            Some([*common, (*places.get(usize::from(place))?)?])
        }
        (ContactForm::Make(a, b) | ContactForm::Left(a, b) | ContactForm::Right(a, b), ContactSide::Make) => {
            Some([*a, *b])
        }
        (ContactForm::Break(a, b), ContactSide::Break) => Some([*a, *b]),
        _ => None,
    }
}

fn look(simulator: &Simulator, part: PartId) -> PartLook {
    let Some(row) = simulator.circuit().parts.get(part) else { return PartLook::Rest };
    match &row.kind {
        PartKind::Lamp(_) => match simulator.lamp(part) {
            LampLevel::Off => PartLook::Off,
            LampLevel::Dim => PartLook::Dim,
            LampLevel::Lit => PartLook::Lit,
        },
        PartKind::Source(_) if simulator.source_is_on(part) => PartLook::Operated,
        kind => {
            let rest = match kind {
                PartKind::Relay(relay) => match relay.action {
                    RelayAction::Polarized { centre: true, .. } => 1,
                    _ => 0,
                },
                _ => 0,
            };
            let stand = simulator.stand(part);
            match (stand.towards, stand.at == rest) {
                (Some(_), _) => PartLook::Moving,
                (None, true) => PartLook::Rest,
                (None, false) => PartLook::Operated,
            }
        }
    }
}
