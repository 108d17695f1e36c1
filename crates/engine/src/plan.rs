//! A circuit made ready to run: flat tables of what moves, what conducts and what draws current.

use std::collections::BTreeMap;
use std::sync::Arc;

use kiber_netlist::{Circuit, Coil, ContactId, Id, NetId, PartId, PartKind, Quantity, RelayAction, Table, typed_ids};

use crate::current::Nanoamps;
use crate::mechanism::{Movement, Place, PlaceSet};
use crate::movement::{ContactSide, Mechanics};

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
    /// A fuse.
    pub(crate) FuseId;
    /// A capacitor.
    pub(crate) CapacitorId;
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
    pub(crate) fuses: Table<FuseId, FusePlan>,
    /// Relays that release more slowly while a winding of theirs is short-circuited.
    pub(crate) slugs: Vec<MechanismId>,
    pub(crate) capacitors: Table<CapacitorId, CapacitorPlan>,
    /// The links of each contact are `sides.0 .. sides.1`.
    sides: Vec<(u32, u32)>,
    places_of_parts: Vec<PartPlan>,
    /// Where the number of each mechanism's seat begins in a settled state's bits, and where the last
    /// one ends.
    seat_starts: Vec<u32>,
}

/// Where a part went in the tables.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PartPlan {
    pub(crate) mechanism: Option<MechanismId>,
    pub(crate) first_load: Option<LoadId>,
    pub(crate) diode: Option<DiodeId>,
    pub(crate) source: Option<SourceId>,
    pub(crate) fuse: Option<FuseId>,
    pub(crate) capacitor: Option<CapacitorId>,
}

/// What drives a mechanism.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Drive {
    /// The currents of its windings: loads `first` and the `windings - 1` after it.
    Coil { first: LoadId, windings: u32, operate: Nanoamps, release: Nanoamps, sense: Sense },
    /// A hand that holds it or does not.
    Hand,
    /// A hand that turns it to a place.
    Turned,
    /// The current through a fuse.
    Fuse,
}

/// What a mechanism makes of the currents of its windings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sense {
    /// Their sum, whatever its sign: operates, or releases.
    Neutral,
    /// Their sum: plus operates, minus releases, and without it nothing is asked.
    TwoWays,
    /// Their sum: plus operates, minus reverses, and without it, it releases.
    ThreeWays,
    /// The first operates, the second releases, both or none ask for nothing.
    SetReset,
    /// The second reverses; without it the first operates, or releases.
    StepHome,
}

impl Sense {
    /// Whether the windings are judged each by itself.
    pub(crate) fn is_double(self) -> bool {
        matches!(self, Self::SetReset | Self::StepHome)
    }

    /// Whether the sign of the current decides.
    pub(crate) fn has_direction(self) -> bool {
        matches!(self, Self::TwoWays | Self::ThreeWays)
    }
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
    pub(crate) side: ContactSide,
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
    /// The resistance of a fuse that limits a short circuit.
    Fuse(FuseId),
    /// The series resistance of a capacitor.
    Capacitor(CapacitorId),
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

#[derive(Debug)]
pub(crate) struct FusePlan {
    pub(crate) part: PartId,
    pub(crate) mechanism: MechanismId,
    pub(crate) pins: [NetId; 2],
    pub(crate) rated: Nanoamps,
    /// What limits the current while it is all there is between the poles of an ideal source. Takes
    /// part in the currents only then.
    pub(crate) short_load: LoadId,
}

#[derive(Debug)]
pub(crate) struct CapacitorPlan {
    /// Its series resistance.
    pub(crate) load: LoadId,
    pub(crate) farads: f64,
    /// Of its first pin against its second.
    pub(crate) volts_at_start: f64,
}

impl Plan {
    pub(crate) fn new(circuit: Arc<Circuit>) -> Self {
        let sides = vec![(0, 0); circuit.contacts.len()];
        let mut building = Building { sides, ..Building::default() };
        let mut places_of_parts = Vec::with_capacity(circuit.parts.len());
        for (id, part) in circuit.parts.iter() {
            places_of_parts.push(building.part(&circuit, id, &part.kind));
        }
        let Building { mechanisms, movements, links, loads, diodes, sources, fuses, slugs, capacitors, sides, .. } =
            building;
        let mut seat_starts = vec![0];
        let mut bits = 0;
        for (_, mechanism) in mechanisms.iter() {
            let seats = movements[mechanism.movement as usize].seats;
            bits += usize::BITS - seats.saturating_sub(1).leading_zeros();
            seat_starts.push(bits);
        }
        Self {
            mechanisms,
            movements,
            links,
            loads,
            diodes,
            sources,
            fuses,
            slugs,
            capacitors,
            sides,
            places_of_parts,
            seat_starts,
            circuit,
        }
    }

    /// How many bits the seats of all mechanisms take.
    pub(crate) fn seat_bits(&self) -> usize {
        self.seat_starts.last().map_or(0, |&end| end as usize)
    }

    /// Where the number of a mechanism's seat stands in a settled state's bits, and how wide it is.
    pub(crate) fn seat_field(&self, mechanism: MechanismId) -> (usize, usize) {
        let [start, end] = [0, 1].map(|next| self.seat_starts[mechanism.index() + next] as usize);
        (start, end - start)
    }

    pub(crate) fn of_part(&self, part: PartId) -> PartPlan {
        self.places_of_parts.get(part.index()).copied().unwrap_or_default()
    }

    pub(crate) fn movement(&self, mechanism: MechanismId) -> &Movement {
        &self.movements[self.mechanisms[mechanism].movement as usize]
    }

    /// The sides of a contact, as far as they are wired.
    pub(crate) fn sides(&self, contact: ContactId) -> impl Iterator<Item = LinkId> + use<> {
        let (first, end) = self.sides.get(contact.index()).copied().unwrap_or_default();
        (first..end).map(|index| LinkId::from_index(index as usize))
    }

    /// That side of a contact, if it is wired.
    pub(crate) fn side(&self, contact: ContactId, side: ContactSide) -> Option<LinkId> {
        self.sides(contact).find(|&link| self.links[link].side == side)
    }

    /// The windings of a mechanism that is driven by a coil.
    pub(crate) fn windings(&self, mechanism: MechanismId) -> impl Iterator<Item = LoadId> + use<> {
        let (first, count) = match self.mechanisms[mechanism].drive {
            Drive::Coil { first, windings, .. } => (first.index(), windings as usize),
            Drive::Hand | Drive::Turned | Drive::Fuse => (0, 0),
        };
        (first..first + count).map(LoadId::from_index)
    }
}

#[derive(Default)]
struct Building {
    mechanisms: Table<MechanismId, Mechanism>,
    movements: Vec<Movement>,
    movement_numbers: BTreeMap<Movement, u32>,
    links: Table<LinkId, Link>,
    loads: Table<LoadId, Load>,
    diodes: Table<DiodeId, DiodePlan>,
    sources: Table<SourceId, SourcePlan>,
    fuses: Table<FuseId, FusePlan>,
    slugs: Vec<MechanismId>,
    capacitors: Table<CapacitorId, CapacitorPlan>,
    sides: Vec<(u32, u32)>,
}

impl Building {
    fn part(&mut self, circuit: &Circuit, part: PartId, kind: &PartKind) -> PartPlan {
        let mut plan = PartPlan::default();
        match kind {
            PartKind::Relay(relay) => {
                let sense = match relay.action {
                    RelayAction::Bistable { .. } if relay.coils.len() == 2 => Sense::SetReset,
                    RelayAction::Bistable { .. } | RelayAction::Polarized { centre: false, .. } => Sense::TwoWays,
                    RelayAction::Polarized { centre: true, .. } => Sense::ThreeWays,
                    _ => Sense::Neutral,
                };
                let (operate, release) = (relay.operate_ma.nominal, relay.release_ma.nominal);
                let drive = self.windings(part, &mut plan, relay.coils.iter(), operate, release, sense);
                plan.mechanism = self.mechanism(circuit, part, drive);
                if relay.shorted_release_ms.is_some() {
                    self.slugs.extend(plan.mechanism);
                }
            }
            PartKind::Stepper(stepper) => {
                let sense = if stepper.home.is_some() { Sense::StepHome } else { Sense::Neutral };
                let (operate, release) = (stepper.coil.operate_ma.nominal, stepper.release_ma.nominal);
                let drive = self.windings(part, &mut plan, stepper.coils(), operate, release, sense);
                plan.mechanism = self.mechanism(circuit, part, drive);
            }
            PartKind::Button(_) | PartKind::Toggle(_) => {
                plan.mechanism = self.mechanism(circuit, part, Drive::Hand);
            }
            PartKind::Selector(_) => plan.mechanism = self.mechanism(circuit, part, Drive::Turned),
            PartKind::Fuse(fuse) => {
                let id = FuseId::from_index(self.fuses.len());
                plan.mechanism = self.mechanism(circuit, part, Drive::Fuse);
                let Some(mechanism) = plan.mechanism else { return plan };
                let kind = LoadKind::Fuse(id);
                let short_load = self.loads.push(Load { part, pins: fuse.pins, ohms: fuse.short_ohms, kind });
                let rated = Nanoamps::from_amps(fuse.amps);
                self.fuses.push(FusePlan { part, mechanism, pins: fuse.pins, rated, short_load });
                plan.fuse = Some(id);
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
            PartKind::Capacitor(capacitor) => {
                let id = CapacitorId::from_index(self.capacitors.len());
                let (ohms, kind) = (capacitor.series_ohms.nominal, LoadKind::Capacitor(id));
                let load = self.loads.push(Load { part, pins: capacitor.pins, ohms, kind });
                plan.first_load = Some(load);
                let (farads, volts_at_start) = (capacitor.farads.nominal, capacitor.volts);
                plan.capacitor = Some(self.capacitors.push(CapacitorPlan { load, farads, volts_at_start }));
            }
            PartKind::Wire(_) => {}
        }
        plan
    }

    /// The windings of a part as loads that follow each other, and how they drive it.
    fn windings<'c>(
        &mut self,
        part: PartId,
        plan: &mut PartPlan,
        coils: impl Iterator<Item = &'c Coil>,
        operate_ma: f64,
        release_ma: f64,
        sense: Sense,
    ) -> Drive {
        let mechanism = MechanismId::from_index(self.mechanisms.len());
        let first = LoadId::from_index(self.loads.len());
        for coil in coils {
            let kind = LoadKind::Winding { mechanism, share: operate_ma / coil.operate_ma.nominal };
            self.loads.push(Load { part, pins: [coil.plus, coil.minus], ohms: coil.ohms.nominal, kind });
        }
        plan.first_load = Some(first);
        Drive::Coil {
            first,
            windings: (self.loads.len() - first.index()) as u32,
            operate: Nanoamps::from_amps(operate_ma / 1e3),
            release: Nanoamps::from_amps(release_ma / 1e3),
            sense,
        }
    }

    fn mechanism(&mut self, circuit: &Circuit, part: PartId, drive: Drive) -> Option<MechanismId> {
        let Mechanics { movement, start, sides } = Mechanics::of(circuit, part)?;
        let id = MechanismId::from_index(self.mechanisms.len());
        let first_link = self.links.len() as u32;
        for side in sides {
            let link = self.links.push(Link {
                contact: side.contact,
                side: side.side,
                mechanism: id,
                ends: side.ends,
                closed_in: side.closed_in,
            });
            let own = &mut self.sides[side.contact.index()];
            if own.0 == own.1 {
                own.0 = link.index() as u32;
            }
            own.1 = link.index() as u32 + 1;
        }
        let movement = self.movement(movement);
        self.mechanisms.push(Mechanism { part, drive, movement, start, links: (first_link, self.links.len() as u32) });
        Some(id)
    }

    /// Parts of one model share a table.
    fn movement(&mut self, movement: Movement) -> u32 {
        if let Some(&known) = self.movement_numbers.get(&movement) {
            return known;
        }
        let number = self.movements.len() as u32;
        self.movements.push(movement.clone());
        self.movement_numbers.insert(movement, number);
        number
    }
}
