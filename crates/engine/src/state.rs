//! A state as a small value: compared, hashed, saved, restored.

use std::sync::Arc;

use kiber_netlist::Id;

use crate::event::Micros;
use crate::fault::Fault;
use crate::history::Standing;
use crate::mechanism::{Place, PlaceRule, Request};
use crate::motion::towards;
use crate::plan::{Drive, MechanismId, Plan};
use crate::simulator::Simulator;

/// A state of a circuit, settled or not.
///
/// It holds where every mechanism stands, what is still under way and for how long, which sources
/// are on, what is broken, and what every capacitor holds: the voltage it rests at, or the one it has
/// moved from and for how long. It never holds absolute time, so a state that comes back equals what
/// it was, and two ways to one state give the same value. It belongs to the circuit it was taken
/// from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    /// By mechanism: its place, with [`HELD`] set while a hand holds it operated.
    places: Box<[u16]>,
    /// What is under way, in the order of the mechanisms.
    timers: Box<[Timer]>,
    source_on: Arc<[bool]>,
    faults: Arc<[Fault]>,
    /// By capacitor.
    charges: Box<[Charge]>,
}

/// What a capacitor holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Charge {
    /// While it rests, or when it began to move.
    microvolts: i64,
    /// For how long it has moved; none while it rests.
    moved_for: Option<Micros>,
}

/// Set in a place while a hand holds the mechanism operated.
const HELD: u16 = 0x8000;

/// A move that is still to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Timer {
    mechanism: u32,
    relative: Relative,
}

/// How a mechanism stands, as seen from an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Relative {
    place: Place,
    /// Until it moves on.
    remaining: Option<Micros>,
    /// While it travels: what its coil asks for, and since how long, as far as that can still
    /// matter when it arrives.
    asks: Request,
    asked_for: Micros,
    /// Where a hand turns it.
    goal: Place,
}

pub(crate) fn relative(plan: &Plan, mechanism: MechanismId, standing: Standing, now: Micros) -> Relative {
    let Standing { place, asks, since, due, goal } = standing;
    let remaining = (due != Micros::MAX).then(|| due.wrapping_sub(now));
    if standing.is_of_capacitor() {
        // Its voltage is told apart like a time.
        return Relative { place, remaining, asks, asked_for: since, goal };
    }
    let movement = plan.movement(mechanism);
    // What is asked on the way matters if the seat it comes to is left for it, or a later one.
    let matters_for = match movement.rule(place) {
        // Whoever is turned to a place asks anew wherever it comes to.
        _ if matches!(plan.mechanisms[mechanism].drive, Drive::Turned) => None,
        PlaceRule::Travel { .. } => movement.longest_wait(movement.next_seat(place), asks),
        PlaceRule::Seat { .. } => None,
    };
    match matters_for {
        Some(longest) => Relative { place, remaining, asks, asked_for: now.wrapping_sub(since).min(longest), goal },
        None => Relative { place, remaining, asks: Request::Nothing, asked_for: 0, goal },
    }
}

impl Simulator {
    /// The state as it is now.
    pub fn state(&self) -> State {
        let places = self
            .plan
            .mechanisms
            .iter()
            .map(|(id, mechanism)| {
                let held = matches!(mechanism.drive, Drive::Hand) && self.motion.asks[id.index()] == Request::Operate;
                self.motion.places[id.index()].0 | if held { HELD } else { 0 }
            })
            .collect();
        let timer = |mechanism: MechanismId| Timer {
            mechanism: mechanism.index() as u32,
            relative: relative(&self.plan, mechanism, self.motion.standing(mechanism), self.motion.now),
        };
        let mut under_way = self.motion.agenda.pending();
        let waits = |mechanism: &MechanismId| self.motion.goal(*mechanism) != self.motion.place(*mechanism);
        let stuck = self.motion.turned(&self.plan).filter(|mechanism| self.motion.is_stuck(*mechanism)).filter(waits);
        under_way.extend(stuck);
        under_way.sort_unstable();
        under_way.dedup();
        State {
            places,
            timers: under_way.into_iter().map(timer).collect(),
            source_on: Arc::clone(&self.source_on),
            faults: Arc::clone(&self.faults),
            charges: self
                .electricity
                .charges
                .all()
                .iter()
                .map(|held| Charge {
                    microvolts: held.microvolts,
                    moved_for: held.since.map(|since| self.motion.now.wrapping_sub(since)),
                })
                .collect(),
        }
    }

    /// Puts the circuit into a state that was taken from it; the clock shows `now` from then on.
    ///
    /// No event is told: what the circuit does from here on is what it did after the state was taken.
    /// A state of another circuit is not taken over.
    pub fn restore(&mut self, state: &State, now: Micros) {
        let charges = self.electricity.charges.all().len();
        if state.places.len() != self.motion.places.len()
            || state.source_on.len() != self.source_on.len()
            || state.charges.len() != charges
        {
            return;
        }
        self.go_to(now);
        self.motion.agenda.clear();
        let plan = Arc::clone(&self.plan);
        let place_of = |stored: u16| Place(stored & !HELD);
        let blown = |mechanism: MechanismId| {
            let index = mechanism.index();
            self.motion.places[index] != place_of(state.places[index])
        };
        let rewired = self.source_on != state.source_on
            || self.faults != state.faults
            || plan.fuses.rows().iter().any(|fuse| blown(fuse.mechanism));
        for (mechanism, &stored) in plan.mechanisms.ids().zip(&state.places) {
            let index = mechanism.index();
            let (from, to) = (self.motion.places[index], place_of(stored));
            if from != to {
                self.motion.places[index] = to;
                if !rewired {
                    self.electricity.moved(&plan, mechanism, from, to);
                }
            }
            match plan.mechanisms[mechanism].drive {
                Drive::Hand => {
                    self.motion.asks[index] = if stored & HELD == 0 { Request::Release } else { Request::Operate };
                    self.motion.since[index] = now;
                }
                Drive::Turned => self.motion.restore_goal(mechanism, to),
                Drive::Fuse => self.motion.asks[index] = Request::Nothing,
                Drive::Coil { .. } => {}
            }
        }
        if rewired {
            self.source_on = Arc::clone(&state.source_on);
            self.faults = Arc::clone(&state.faults);
            self.rewire();
        }
        for (capacitor, charge) in state.charges.iter().enumerate() {
            let since = charge.moved_for.map(|moved_for| now.wrapping_sub(moved_for));
            self.electricity.charge(&plan, capacitor, charge.microvolts, since);
        }
        self.solve_silently(true);
        for timer in &state.timers {
            let mechanism = MechanismId::from_index(timer.mechanism as usize);
            let index = mechanism.index();
            let Relative { place, remaining, asked_for, goal, .. } = timer.relative;
            if let Drive::Turned = plan.mechanisms[mechanism].drive {
                self.motion.restore_goal(mechanism, goal);
                self.motion.asks[index] = if place.is_seat() { towards(place, goal) } else { Request::Nothing };
            }
            let Some(remaining) = remaining else { continue };
            let due = now.saturating_add(remaining);
            self.motion.agenda.set(mechanism, due);
            // Since when may lie before time 0; the sums that use it wrap back.
            self.motion.since[index] = match plan.movement(mechanism).departure(place, self.motion.asks[index]) {
                Some(departure) => due.wrapping_sub(departure.after),
                None => now.wrapping_sub(asked_for),
            };
        }
    }

    /// Whether the state is settled, nothing is broken and no armature stuck: whether
    /// [`Simulator::write_settled`] says all of it.
    pub fn is_plain(&self) -> bool {
        self.is_settled() && self.faults.is_empty()
    }

    /// How many words [`Simulator::write_settled`] writes.
    pub fn settled_words(&self) -> usize {
        self.settled_bits().div_ceil(WORD)
    }

    /// How many bits of those words are used, from bit 0 of the first word on.
    pub fn settled_bits(&self) -> usize {
        self.first_charge_bit() + CHARGE_BITS * self.plan.capacitors.len()
    }

    fn first_charge_bit(&self) -> usize {
        self.plan.seat_bits() + self.plan.sources.len()
    }

    /// Writes a state that is settled and without faults as bits: for each mechanism, in the order of
    /// the circuit, the number of its seat in as many bits as its seats need (one for relay, button and
    /// toggle: whether it stands operated), then a bit for each source that is on, then for each capacitor
    /// its microvolts in 64 bits. Bits after those are left as they are. False, and nothing is written, if the state is not like that.
    pub fn write_settled(&self, bits: &mut [u64]) -> bool {
        if !self.is_plain() {
            return false;
        }
        let mechanisms = self.motion.places.len();
        let all_single = self.plan.seat_bits() == mechanisms;
        if all_single {
            for (word, places) in bits.iter_mut().zip(self.motion.places.chunks(WORD)) {
                let used = u64::MAX >> (WORD - places.len());
                *word = *word & !used | operated(places);
            }
        } else {
            for (id, place) in self.plan.mechanisms.ids().zip(&self.motion.places) {
                write_bits(bits, self.plan.seat_field(id), u64::from(place.0 >> 1));
            }
        }
        for (index, &on) in (self.plan.seat_bits()..).zip(self.source_on.iter()) {
            write_bits(bits, (index, 1), u64::from(on));
        }
        let first = (self.first_charge_bit()..).step_by(CHARGE_BITS);
        for (first, held) in first.zip(self.electricity.charges.all()) {
            write_bits(bits, (first, CHARGE_BITS), held.microvolts as u64);
        }
        true
    }

    /// Puts the circuit into a state written by [`Simulator::write_settled`], as
    /// [`Simulator::restore`] does. Bits after the state's own do not matter.
    pub fn restore_settled(&mut self, bits: &[u64], now: Micros) {
        let all_single = self.plan.seat_bits() == self.motion.places.len();
        if !all_single || !self.is_plain() || !self.moves_alone_lead_to(bits) {
            return self.restore_settled_anyhow(bits, now);
        }
        self.go_to(now);
        let Self { plan, motion, electricity, .. } = self;
        for (number, first) in (0..motion.places.len()).step_by(WORD).enumerate() {
            let places = &motion.places[first..motion.places.len().min(first + WORD)];
            let wanted = bits.get(number).copied().unwrap_or_default();
            let mut differing = (operated(places) ^ wanted) & u64::MAX >> (WORD - places.len());
            while differing != 0 {
                let index = first + differing.trailing_zeros() as usize;
                differing &= differing - 1;
                let mechanism = MechanismId::from_index(index);
                let (from, to, asks) = match motion.places[index] {
                    Place::OPERATED => (Place::OPERATED, Place::RELEASED, Request::Release),
                    from => (from, Place::OPERATED, Request::Operate),
                };
                motion.places[index] = to;
                match plan.mechanisms[mechanism].drive {
                    Drive::Hand => {
                        motion.asks[index] = asks;
                        motion.since[index] = now;
                    }
                    Drive::Turned => motion.restore_goal(mechanism, to),
                    Drive::Coil { .. } | Drive::Fuse => {}
                }
                electricity.moved(plan, mechanism, from, to);
            }
        }
        // Nobody is under way in a settled state, so it does not matter since when a coil asks for what
        // it asks for, and what all others ask for is what it was.
        self.solve_silently(false);
    }

    /// Whether nothing but seats of mechanisms tells the present state from the one written in `bits`.
    fn moves_alone_lead_to(&self, bits: &[u64]) -> bool {
        let bit = |index: usize| bits.get(index / WORD).is_some_and(|word| word >> (index % WORD) & 1 == 1);
        let mut sources = (self.motion.places.len()..).zip(self.source_on.iter());
        sources.all(|(index, &on)| bit(index) == on)
            && self.motion.places.chunks(WORD).all(all_seated)
            && self.electricity.standing.is_empty()
            && self.electricity.wiring.network.rails.always_shorted.is_empty()
            && self.plan.fuses.is_empty()
            && self.plan.capacitors.is_empty()
    }

    fn restore_settled_anyhow(&mut self, bits: &[u64], now: Micros) {
        let places = self
            .plan
            .mechanisms
            .iter()
            .map(|(id, mechanism)| {
                let last = self.plan.movement(id).seats.saturating_sub(1);
                let seat = Place::seat((read_bits(bits, self.plan.seat_field(id)) as usize).min(last));
                match mechanism.drive {
                    Drive::Hand if seat == Place::OPERATED => seat.0 | HELD,
                    _ => seat.0,
                }
            })
            .collect();
        let first_source = self.plan.seat_bits();
        let source_on =
            (0..self.plan.sources.len()).map(|source| read_bits(bits, (first_source + source, 1)) == 1).collect();
        let first = (self.first_charge_bit()..).step_by(CHARGE_BITS);
        let charges = first
            .take(self.plan.capacitors.len())
            .map(|first| Charge { microvolts: read_bits(bits, (first, CHARGE_BITS)) as i64, moved_for: None })
            .collect();
        let state = State { places, timers: Box::default(), source_on, faults: Arc::new([]), charges };
        self.restore(&state, now);
    }
}

/// Writes a number into so many bits from a place on; bits that there are no words for are lost.
fn write_bits(bits: &mut [u64], (first, width): (usize, usize), number: u64) {
    for bit in 0..width {
        let (word, at) = ((first + bit) / WORD, (first + bit) % WORD);
        if let Some(word) = bits.get_mut(word) {
            *word = *word & !(1 << at) | (number >> bit & 1) << at;
        }
    }
}

fn read_bits(bits: &[u64], (first, width): (usize, usize)) -> u64 {
    (0..width).fold(0, |number, bit| {
        let (word, at) = ((first + bit) / WORD, (first + bit) % WORD);
        number | (bits.get(word).copied().unwrap_or_default() >> at & 1) << bit
    })
}

/// How many places go into a word of bits.
const WORD: usize = 64;
/// How many bits a capacitor takes.
const CHARGE_BITS: usize = 64;

/// Up to 64 places as bits: whether each is [`Place::OPERATED`], if all of them are seats.
#[inline]
fn operated(places: &[Place]) -> u64 {
    // Eight places at a time: the bit that tells operated from released, gathered by a product.
    let mut eights = places.chunks_exact(8);
    let mut bits = 0;
    let mut at = 0;
    for eight in &mut eights {
        let bytes: [u8; 8] = std::array::from_fn(|index| eight[index].0 as u8);
        let ones = u64::from_le_bytes(bytes) >> 1 & 0x0101_0101_0101_0101;
        bits |= (ones.wrapping_mul(0x0102_0408_1020_4080) >> 56) << at;
        at += 8;
    }
    for place in eights.remainder() {
        bits |= u64::from(place.0 >> 1 & 1) << at;
        at += 1;
    }
    bits
}

/// Whether all of these are released or operated, and none is between its seats.
#[inline]
fn all_seated(places: &[Place]) -> bool {
    places.iter().fold(0, |all, place| all | place.0) & 1 == 0
}
