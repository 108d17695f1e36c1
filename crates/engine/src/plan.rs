//! A circuit made ready to run: flat tables of what moves, what conducts and what draws current.

use std::collections::BTreeMap;
use std::sync::Arc;

use kiber_netlist::{Circuit, ContactForm, ContactId, Id, NetId, PartId, PartKind, Quantity, Table, typed_ids};

use crate::current::Nanoamps;
use crate::mechanism::{Movement, Place, PlaceSet};

typed_ids! {
    /// Something that moves contacts.
    pub(crate) MechanismId;
    /// A side of a contact: what joins two nets in some places of a mechanism.
    pub(crate) LinkId;
    /// Whatever has a resistance: a winding, a lamp, a resistor, a source with internal resistance.
    pub(crate) LoadId;
    /// A diode.
    pub(crate) DiodeId;
    /// A source, ideal or not.
    pub(crate) SourceId;
}

/// What the engine needs of a circuit that no action and no fault changes.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) circuit: Arc<Circuit>,
    pub(crate) mechanisms: Table<MechanismId, Mechanism>,
    movements: Vec<Movement>,
    pub(crate) links: Table<LinkId, Link>,
    pub(crate) loads: Table<LoadId, Load>,
    pub(crate) diodes: Table<DiodeId, DiodePlan>,
    pub(crate) sources: Table<SourceId, SourcePlan>,
    /// The break side and the make side of each contact.
    sides: Vec<[Option<LinkId>; 2]>,
    places_of_parts: Vec<PartPlan>,
}

/// Where a part went in the tables.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PartPlan {
    pub(crate) mechanism: Option<MechanismId>,
    pub(crate) first_load: Option<LoadId>,
    pub(crate) diode: Option<DiodeId>,
    pub(crate) source: Option<SourceId>,
}

/// What drives a mechanism.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Drive {
    /// The currents of its windings: loads `first` and the `windings - 1` after it.
    Coil { first: LoadId, windings: u32, operate: Nanoamps, release: Nanoamps },
    /// A hand.
    Hand,
}

#[derive(Debug)]
pub(crate) struct Mechanism {
    pub(crate) part: PartId,
    pub(crate) drive: Drive,
    movement: u32,
    pub(crate) start: Place,
    /// Its links are `links.0 .. links.1`.
    pub(crate) links: (u32, u32),
}

impl Mechanism {
    pub(crate) fn link_ids(&self) -> impl Iterator<Item = LinkId> + use<> {
        (self.links.0..self.links.1).map(|index| LinkId::from_index(index as usize))
    }
}

#[derive(Debug)]
pub(crate) struct Link {
    pub(crate) contact: ContactId,
    /// Whether it is the make side of its contact.
    pub(crate) make: bool,
    pub(crate) mechanism: MechanismId,
    pub(crate) ends: [NetId; 2],
    pub(crate) closed_in: PlaceSet,
}

/// What kind of load it is, and what its current decides.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LoadKind {
    /// A winding; `share` is the relay's operate current over the winding's own.
    Winding {
        mechanism: MechanismId,
        share: f64,
    },
    /// A lamp, dim and lit from these currents.
    Lamp {
        dim: Nanoamps,
        lit: Nanoamps,
    },
    Resistor,
    /// The internal resistance of a source; its pins are minus and plus, so that its current is
    /// what the source gives.
    Internal {
        source: SourceId,
    },
}

#[derive(Debug)]
pub(crate) struct Load {
    pub(crate) part: PartId,
    pub(crate) pins: [NetId; 2],
    pub(crate) ohms: f64,
    pub(crate) kind: LoadKind,
}

#[derive(Debug)]
pub(crate) struct DiodePlan {
    pub(crate) part: PartId,
    pub(crate) anode: NetId,
    pub(crate) cathode: NetId,
    pub(crate) drop_volts: f64,
}

#[derive(Debug)]
pub(crate) struct SourcePlan {
    pub(crate) part: PartId,
    pub(crate) plus: NetId,
    pub(crate) minus: NetId,
    pub(crate) volts: f64,
    /// 0 is an ideal source.
    pub(crate) internal_ohms: f64,
    pub(crate) internal_load: Option<LoadId>,
    pub(crate) max: Option<Nanoamps>,
    pub(crate) on_at_start: bool,
}

impl Plan {
    pub(crate) fn new(circuit: Arc<Circuit>) -> Self {
        let sides = vec![[None; 2]; circuit.contacts.len()];
        let mut building = Building { sides, ..Building::default() };
        let mut places_of_parts = Vec::with_capacity(circuit.parts.len());
        for (id, part) in circuit.parts.iter() {
            places_of_parts.push(building.part(&circuit, id, &part.kind));
        }
        let Building { mechanisms, movements, links, loads, diodes, sources, sides, .. } = building;
        Self { mechanisms, movements, links, loads, diodes, sources, sides, places_of_parts, circuit }
    }

    pub(crate) fn of_part(&self, part: PartId) -> PartPlan {
        self.places_of_parts.get(part.index()).copied().unwrap_or_default()
    }

    pub(crate) fn movement(&self, mechanism: MechanismId) -> &Movement {
        &self.movements[self.mechanisms[mechanism].movement as usize]
    }

    /// The break side and the make side of a contact, as far as they are wired.
    pub(crate) fn sides(&self, contact: ContactId) -> [Option<LinkId>; 2] {
        self.sides[contact.index()]
    }

    /// The windings of a mechanism that is driven by a coil.
    pub(crate) fn windings(&self, mechanism: MechanismId) -> impl Iterator<Item = LoadId> + use<> {
        let (first, count) = match self.mechanisms[mechanism].drive {
            Drive::Coil { first, windings, .. } => (first.index(), windings as usize),
            Drive::Hand => (0, 0),
        };
        (first..first + count).map(LoadId::from_index)
    }
}

#[derive(Default)]
struct Building {
    mechanisms: Table<MechanismId, Mechanism>,
    movements: Vec<Movement>,
    movement_numbers: BTreeMap<[u64; 3], u32>,
    links: Table<LinkId, Link>,
    loads: Table<LoadId, Load>,
    diodes: Table<DiodeId, DiodePlan>,
    sources: Table<SourceId, SourcePlan>,
    sides: Vec<[Option<LinkId>; 2]>,
}

impl Building {
    fn part(&mut self, circuit: &Circuit, part: PartId, kind: &PartKind) -> PartPlan {
        let mut plan = PartPlan::default();
        match kind {
            PartKind::Relay(relay) => {
                let mechanism = MechanismId::from_index(self.mechanisms.len());
                let operate = relay.operate_ma.nominal;
                let first = LoadId::from_index(self.loads.len());
                for coil in &relay.coils {
                    let share = operate / coil.operate_ma.nominal;
                    let kind = LoadKind::Winding { mechanism, share };
                    self.loads.push(Load { part, pins: [coil.plus, coil.minus], ohms: coil.ohms.nominal, kind });
                }
                plan.first_load = Some(first);
                let drive = Drive::Coil {
                    first,
                    windings: relay.coils.len() as u32,
                    operate: Nanoamps::from_amps(operate / 1e3),
                    release: Nanoamps::from_amps(relay.release_ma.nominal / 1e3),
                };
                plan.mechanism = Some(self.mechanism(
                    circuit,
                    part,
                    drive,
                    Movement::of_relay(relay),
                    Place::RELEASED,
                    &relay.contacts,
                ));
            }
            PartKind::Button(hand) | PartKind::Toggle(hand) => {
                let start = if hand.on { Place::OPERATED } else { Place::RELEASED };
                let movement = Movement::of_hand(hand);
                plan.mechanism = Some(self.mechanism(circuit, part, Drive::Hand, movement, start, &hand.contacts));
            }
            PartKind::Lamp(lamp) => {
                let rated = lamp.amps.nominal;
                let kind =
                    LoadKind::Lamp { dim: Nanoamps::from_amps(rated * 0.1), lit: Nanoamps::from_amps(rated * 0.7) };
                plan.first_load =
                    Some(self.loads.push(Load { part, pins: lamp.pins, ohms: lamp.volts.nominal / rated, kind }));
            }
            PartKind::Resistor(resistor) => {
                let Quantity { nominal: ohms, .. } = resistor.ohms;
                plan.first_load =
                    Some(self.loads.push(Load { part, pins: resistor.pins, ohms, kind: LoadKind::Resistor }));
            }
            PartKind::Source(source) => {
                let id = SourceId::from_index(self.sources.len());
                let internal_ohms = source.internal_ohms.nominal;
                let internal_load = (internal_ohms > 0.0).then(|| {
                    self.loads.push(Load {
                        part,
                        pins: [source.minus, source.plus],
                        ohms: internal_ohms,
                        kind: LoadKind::Internal { source: id },
                    })
                });
                plan.first_load = internal_load;
                plan.source = Some(self.sources.push(SourcePlan {
                    part,
                    plus: source.plus,
                    minus: source.minus,
                    volts: source.volts.nominal,
                    internal_ohms,
                    internal_load,
                    max: source.max_amps.map(Nanoamps::from_amps),
                    on_at_start: source.on,
                }));
            }
            PartKind::Diode(diode) => {
                plan.diode = Some(self.diodes.push(DiodePlan {
                    part,
                    anode: diode.anode,
                    cathode: diode.cathode,
                    drop_volts: diode.drop_volts,
                }));
            }
            PartKind::Wire(_) => {}
            PartKind::Stepper(_) | PartKind::Selector(_) | PartKind::Capacitor(_) | PartKind::Fuse(_) => {}
        }
        plan
    }

    fn mechanism(
        &mut self,
        circuit: &Circuit,
        part: PartId,
        drive: Drive,
        movement: Movement,
        start: Place,
        contacts: &[ContactId],
    ) -> MechanismId {
        let id = MechanismId::from_index(self.mechanisms.len());
        let first_link = self.links.len() as u32;
        for &contact in contacts {
            self.contact(circuit, id, contact);
        }
        let movement = self.movement(movement);
        self.mechanisms.push(Mechanism { part, drive, movement, start, links: (first_link, self.links.len() as u32) });
        id
    }

    /// Relays of one model share a table.
    fn movement(&mut self, movement: Movement) -> u32 {
        *self.movement_numbers.entry(movement.key()).or_insert_with(|| {
            self.movements.push(movement);
            self.movements.len() as u32 - 1
        })
    }

    fn contact(&mut self, circuit: &Circuit, mechanism: MechanismId, contact: ContactId) {
        let mut side = |make: bool, ends: [NetId; 2], closed_in: PlaceSet| {
            let link = self.links.push(Link { contact, make, mechanism, ends, closed_in });
            self.sides[contact.index()][usize::from(make)] = Some(link);
        };
        match circuit.contacts[contact].form {
            ContactForm::Left(..) | ContactForm::Right(..) | ContactForm::Wafer { .. } => {}
            ContactForm::Make(a, b) => side(true, [a, b], PlaceSet::OPERATED),
            ContactForm::Break(a, b) => side(false, [a, b], PlaceSet::RELEASED),
            ContactForm::Changeover { common, break_side, make_side, bridging } => {
                let (break_places, make_places) = if bridging {
                    (PlaceSet::NOT_OPERATED, PlaceSet::NOT_RELEASED)
                } else {
                    (PlaceSet::RELEASED, PlaceSet::OPERATED)
                };
                if let Some(net) = break_side {
                    side(false, [common, net], break_places);
                }
                if let Some(net) = make_side {
                    side(true, [common, net], make_places);
                }
            }
        }
    }
}
