//! The one stream of what happened, and who listens to it.

use std::sync::Arc;

use kiber_netlist::{ContactId, PartId};

use crate::current::Nanoamps;
use crate::fault::Fault;
use crate::mechanism::{Place, Request};
use crate::simulator::Simulator;

/// Simulated time in whole microseconds since power-up, or a span of it.
pub type Micros = u64;

/// Something that happened at an instant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// When, in microseconds since power-up.
    pub at: Micros,
    /// What.
    pub what: What,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A hand pressed or freed a button, or flipped a toggle.
    Hand {
        /// The button or toggle.
        part: PartId,
        /// Pressed or on.
        operated: bool,
    },
    /// A source was switched.
    Source {
        /// The source.
        part: PartId,
        /// On from now.
        on: bool,
    },
    /// A fault came or was mended.
    Fault {
        /// Which.
        fault: Fault,
        /// Whether it is there from now on.
        present: bool,
    },
    /// The contacts of a part moved: the mechanism went from one place to another.
    Moved {
        /// The relay, button or toggle.
        part: PartId,
        /// Where it stood.
        from: Place,
        /// Where it stands.
        to: Place,
    },
    /// What the coils of a relay ask for changed, or a current that is neither 0 nor that of a
    /// whole source across the coil came, changed or went.
    Coil {
        /// The relay.
        part: PartId,
        /// The current now: the sum over the windings, each weighed by the relay's operate current
        /// over its own. Of a bistable relay with two coils, that of set less that of reset; of a
        /// stepper, that of its home coil while it is driven, and else that of the other.
        current: Nanoamps,
        /// What it asks for now.
        asks: Request,
        /// Whether the current is neither 0 nor that of a whole source across the coil.
        partial: bool,
    },
    /// A hand turned a selector.
    Turned {
        /// The selector.
        part: PartId,
        /// The place it is turned to.
        to: u16,
    },
    /// A fuse has blown.
    Blown {
        /// The fuse.
        part: PartId,
        /// The relays and lamps that it fed, as the contacts stand, and that now carry no current; in
        /// the order of the circuit.
        fed: Arc<[PartId]>,
    },
    /// A hand put a new fuse in.
    Replaced {
        /// The fuse.
        part: PartId,
    },
    /// Both coils of a bistable relay are driven, so that it stays where it is; or no longer are.
    BothCoils {
        /// The relay.
        part: PartId,
        /// Both are driven from now on.
        driven: bool,
    },
    /// A lamp became off, dim or lit.
    Lamp {
        /// The lamp.
        part: PartId,
        /// How bright it is now.
        level: LampLevel,
        /// The current now.
        current: Nanoamps,
    },
    /// A short circuit began.
    ShortBegan(Arc<Short>),
    /// A short circuit ended after so long.
    ShortEnded(Arc<Short>, Micros),
    /// A source gives more than its `max_amps`, or a fuse carries more than its rating.
    OverloadBegan {
        /// The source or fuse.
        part: PartId,
        /// What it gives or carries.
        current: Nanoamps,
    },
    /// A source or fuse is no longer overloaded.
    OverloadEnded {
        /// The source or fuse.
        part: PartId,
        /// How long it was overloaded.
        lasted: Micros,
    },
    /// Nothing travels and no timer runs.
    Settled,
    /// The state came back to what it was one period ago: the circuit never settles by itself.
    Oscillates(Arc<Oscillation>),
}

/// How bright a lamp is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LampLevel {
    /// Below 10 % of the rated current.
    #[default]
    Off,
    /// From 10 %.
    Dim,
    /// From 70 %.
    Lit,
}

/// A closed path without resistance from pole to pole of one or more ideal sources.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Short {
    /// The ideal sources in the path; they count as off, their poles joined, while it lasts.
    pub sources: Vec<PartId>,
    /// What closes the path, in order from the first source's plus pole.
    pub path: Vec<ShortStep>,
}

/// One step of a short circuit's path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShortStep {
    /// Through a closed contact.
    Contact(ContactId),
    /// Through a part without resistance: a conducting diode, a source, a shorted coil, a wire.
    Part(PartId),
}

/// A circuit that goes on for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oscillation {
    /// How long one round takes, in microseconds.
    pub period: Micros,
    /// The parts that move in it, in the order of the circuit.
    pub parts: Vec<PartId>,
}

/// Who is told what happens.
///
/// `()` is the sink that does not want to know: with it, nothing is computed for an event.
pub trait Sink {
    /// Whether events are wanted at all; `false` compiles them away.
    const WANTS: bool = true;
    /// Whether [`Sink::solved`] is wanted; `false`, as it is unless said otherwise, compiles it away.
    const WANTS_SOLVED: bool = false;
    /// Takes the next event; events come in order.
    fn event(&mut self, event: Event);
    /// Looks at the circuit each time contacts have moved and the currents are solved, whether it has
    /// settled or not. Of a long wait in which nobody wants events and the state comes back, one
    /// period is shown.
    fn solved(&mut self, simulator: &Simulator) {
        let _ = simulator;
    }
}

impl Sink for () {
    const WANTS: bool = false;
    fn event(&mut self, _: Event) {}
}

impl Sink for Vec<Event> {
    fn event(&mut self, event: Event) {
        self.push(event);
    }
}

impl<S: Sink> Sink for &mut S {
    const WANTS: bool = S::WANTS;
    const WANTS_SOLVED: bool = S::WANTS_SOLVED;
    fn event(&mut self, event: Event) {
        (**self).event(event);
    }
    fn solved(&mut self, simulator: &Simulator) {
        (**self).solved(simulator);
    }
}

/// Nobody, or somebody.
impl<S: Sink> Sink for Option<S> {
    const WANTS: bool = S::WANTS;
    const WANTS_SOLVED: bool = S::WANTS_SOLVED;
    fn event(&mut self, event: Event) {
        if let Some(sink) = self {
            sink.event(event);
        }
    }
    fn solved(&mut self, simulator: &Simulator) {
        if let Some(sink) = self {
            sink.solved(simulator);
        }
    }
}

/// Two who are told the same, the first one first.
impl<A: Sink, B: Sink> Sink for (A, B) {
    const WANTS: bool = A::WANTS || B::WANTS;
    const WANTS_SOLVED: bool = A::WANTS_SOLVED || B::WANTS_SOLVED;
    fn event(&mut self, event: Event) {
        let (first, second) = self;
        match (A::WANTS, B::WANTS) {
            (true, true) => {
                first.event(event.clone());
                second.event(event);
            }
            (true, false) => first.event(event),
            (false, true) => second.event(event),
            (false, false) => {}
        }
    }
    fn solved(&mut self, simulator: &Simulator) {
        let (first, second) = self;
        if A::WANTS_SOLVED {
            first.solved(simulator);
        }
        if B::WANTS_SOLVED {
            second.solved(simulator);
        }
    }
}
