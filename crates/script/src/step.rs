//! One line of a script as a value.

use kiber_engine::{Micros, Stroke};
use kiber_netlist::{ContactId, NetId, PartId, PartKind, RelayAction};

/// One line of a script: something done, time that passes, or something expected.
///
/// Steps are what a program writes as well as what text is parsed into: build them with the
/// functions below, show them as lines with [`Step::shown`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A hand, a switched source or a fault, on all these targets at the same instant.
    Act {
        /// What is done.
        verb: Verb,
        /// To what; never empty.
        on: Vec<Target>,
        /// For how long, if that was said.
        lasting: Option<Micros>,
    },
    /// The same, and then these move in this order while all others wait; then the circuit settles.
    InOrder {
        /// What is done.
        verb: Verb,
        /// To what; never empty.
        on: Vec<Target>,
        /// Who moves; never empty.
        turns: Vec<Turn>,
    },
    /// Exactly so much time passes, in microseconds.
    Wait(Micros),
    /// All these hold.
    Expect(Vec<Claim>),
}

/// What may be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verb {
    /// Move a toggle to its other position.
    Flip,
    /// Put a toggle on, switch a source on; already there is fine.
    On,
    /// Put a toggle off, switch a source off; already there is fine.
    Off,
    /// Press a button, let the circuit settle (or the time pass), free it, let it settle.
    Press,
    /// Press a button and keep it pressed.
    Hold,
    /// Free a button.
    Free,
    /// Turn a selector to this place; turned there already is fine.
    Set(u16),
    /// Put a new fuse in the place of a blown one.
    Replace,
    /// A contact that never conducts again, or a coil that is interrupted.
    Break,
    /// A contact that is closed for good, on the side on which it stands.
    Weld,
    /// A coil without resistance.
    Short,
    /// The wire of a net is off at a part.
    Cut,
    /// An armature that stays where it stands.
    Stick,
    /// Mend a contact, a wire, or everything that is broken at a part.
    Mend,
}

/// What something is done to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// A part: `KN1`.
    Part(PartId),
    /// A contact: `K1/2`.
    Contact(ContactId),
    /// The wire of a net at a part: `K1 b`.
    Wire(PartId, NetId),
}

/// A move in its place of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// Who moves: a relay or a stepper, a fuse, or a hand's part that takes its time.
    pub part: PartId,
    /// How.
    pub stroke: Stroke,
    /// When, in microseconds since the hands acted; none is at once.
    pub at: Option<Micros>,
    /// Whether it moves together with the one before it.
    pub together: bool,
}

/// One thing that is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// A part is in that condition.
    Part(PartId, Condition),
    /// A contact is closed (`true`) or open; of a change-over, its make side.
    Contact(ContactId, bool),
    /// Something about the whole circuit.
    Circuit(Happening),
}

/// A condition of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Condition {
    /// A relay whose contacts stand operated.
    Operated,
    /// A relay whose contacts stand released.
    Released,
    /// A polarized relay that stands left.
    Left,
    /// A polarized relay that stands between its contacts.
    Centre,
    /// A polarized relay that stands right.
    Right,
    /// A stepper or a selector that stands at this place.
    At(u16),
    /// A fuse that has blown.
    Blown,
    /// A fuse that has not.
    Whole,
    /// A lamp with at least 70 % of its rated current.
    Lit,
    /// A lamp with less than that, and at least 10 %.
    Dim,
    /// A lamp with less than 10 %; a toggle or a source that is off.
    Off,
    /// A toggle or a source that is on.
    On,
    /// A button that a hand holds.
    Pressed,
    /// A button that no hand holds.
    Free,
}

/// What may have happened since the last action began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Happening {
    /// Nothing moves now.
    Settled,
    /// The action did not come to rest because the circuit repeats itself; after a time that was
    /// let pass: left alone from now on, it never would.
    Oscillating,
    /// There was a short circuit at some moment, or there still is one.
    Short,
}

impl Condition {
    /// The condition in which a part of that kind is while it rests in a position, as
    /// [`Stand`](kiber_engine::Stand) counts them; none of kinds in which nothing moves.
    pub fn resting(kind: &PartKind, position: u16) -> Option<Self> {
        let conditions = match kind {
            PartKind::Relay(relay) if matches!(relay.action, RelayAction::Polarized { .. }) => {
                &[Self::Left, Self::Centre, Self::Right][..]
            }
            PartKind::Relay(_) => &[Self::Released, Self::Operated],
            PartKind::Button(_) => &[Self::Free, Self::Pressed],
            PartKind::Toggle(_) => &[Self::Off, Self::On],
            PartKind::Fuse(_) => &[Self::Whole, Self::Blown],
            PartKind::Stepper(_) | PartKind::Selector(_) => return Some(Self::At(position)),
            _ => &[],
        };
        conditions.get(usize::from(position)).copied()
    }

    /// The position in which the contacts of a relay, a stepper or a selector rest then, as
    /// [`Stand`](kiber_engine::Stand) counts them; none of a condition that is about something else.
    pub fn position(self) -> Option<u16> {
        match self {
            Self::Released | Self::Left => Some(0),
            Self::Operated | Self::Centre => Some(1),
            Self::Right => Some(2),
            Self::At(place) => Some(place),
            _ => None,
        }
    }
}

impl Step {
    /// A verb done to parts.
    pub fn act(verb: Verb, parts: impl IntoIterator<Item = PartId>) -> Self {
        Self::Act { verb, on: parts.into_iter().map(Target::Part).collect(), lasting: None }
    }

    /// `flip V1`
    pub fn flip(toggle: PartId) -> Self {
        Self::act(Verb::Flip, [toggle])
    }

    /// `on V1`: a toggle or a source.
    pub fn on(part: PartId) -> Self {
        Self::act(Verb::On, [part])
    }

    /// `off V1`: a toggle or a source.
    pub fn off(part: PartId) -> Self {
        Self::act(Verb::Off, [part])
    }

    /// `press KN1`
    pub fn press(button: PartId) -> Self {
        Self::act(Verb::Press, [button])
    }

    /// `press KN1 for 3ms`
    pub fn press_for(button: PartId, span: Micros) -> Self {
        Self::press(button).lasting(span)
    }

    /// `hold KN1`
    pub fn hold(button: PartId) -> Self {
        Self::act(Verb::Hold, [button])
    }

    /// `free KN1`
    pub fn free(button: PartId) -> Self {
        Self::act(Verb::Free, [button])
    }

    /// `set SA1 4`
    pub fn set(selector: PartId, place: u16) -> Self {
        Self::act(Verb::Set(place), [selector])
    }

    /// `replace F1`
    pub fn replace(fuse: PartId) -> Self {
        Self::act(Verb::Replace, [fuse])
    }

    /// `expect P1 operated`
    pub fn expect(part: PartId, condition: Condition) -> Self {
        Self::Expect(vec![Claim::Part(part, condition)])
    }

    /// The same action `for` so many microseconds; waiting and expecting stay as they are.
    #[must_use]
    pub fn lasting(mut self, span: Micros) -> Self {
        if let Self::Act { lasting, .. } = &mut self {
            *lasting = Some(span);
        }
        self
    }

    /// The same action, then these moves in this order; in place of a time, if it had one. Waiting and
    /// expecting stay as they are.
    #[must_use]
    pub fn in_order(self, turns: Vec<Turn>) -> Self {
        match self {
            Self::Act { verb, on, .. } | Self::InOrder { verb, on, .. } if !turns.is_empty() => {
                Self::InOrder { verb, on, turns }
            }
            Self::InOrder { verb, on, .. } => Self::Act { verb, on, lasting: None },
            other => other,
        }
    }

    /// Whether it does something or lets time pass, rather than expect.
    pub fn is_action(&self) -> bool {
        !matches!(self, Self::Expect(_))
    }
}
