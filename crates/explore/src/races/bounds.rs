//! How long each relay may take.

use kiber_netlist::{Circuit, PartId, PartKind, Quantity};

use super::{Level, Question};

/// The least and the most of a time, in microseconds.
pub(super) type Span = (i64, i64);

/// The times of a mechanism.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) operate: Span,
    pub(super) release: Span,
    pub(super) transfer: Span,
    /// What the times are nominally.
    pub(super) nominal: Nominal,
    /// Whether a hand moves it, at once but for the transfer.
    pub(super) by_hand: bool,
}

/// The nominal times of a mechanism, in microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Nominal {
    pub(super) operate: i64,
    pub(super) release: i64,
    pub(super) transfer: i64,
}

impl Bounds {
    /// The times of a part; at level 1 the nominal ones alone.
    pub(super) fn of(circuit: &Circuit, part: Option<PartId>, question: &Question) -> Self {
        let span = |quantity: Quantity| match question.level {
            Level::Nominal => (micros(quantity.nominal), micros(quantity.nominal)),
            _ if quantity.stated_range => (micros(quantity.min), micros(quantity.max)),
            _ => {
                let tolerance = question.tolerance.max(0.0);
                let least = quantity.nominal * (1.0 - tolerance).max(0.0);
                (micros(least), micros(quantity.nominal * (1.0 + tolerance)))
            }
        };
        // The engine gives a relay a microsecond at least.
        let whole = |quantity: Quantity| {
            let (least, most) = span(quantity);
            (least.max(1), most.max(1))
        };
        match part.and_then(|part| circuit.parts.get(part)).map(|part| &part.kind) {
            Some(PartKind::Relay(relay)) => Self {
                operate: whole(relay.operate_ms),
                release: whole(relay.release_ms),
                transfer: span(relay.transfer_ms),
                nominal: Nominal {
                    operate: micros(relay.operate_ms.nominal).max(1),
                    release: micros(relay.release_ms.nominal).max(1),
                    transfer: micros(relay.transfer_ms.nominal),
                },
                by_hand: false,
            },
            Some(PartKind::Button(hand) | PartKind::Toggle(hand)) => {
                let transfer = span(Quantity::exactly(hand.transfer_ms));
                let nominal = micros(hand.transfer_ms);
                Self {
                    operate: transfer,
                    release: transfer,
                    transfer,
                    nominal: Nominal { operate: nominal, release: nominal, transfer: nominal },
                    by_hand: true,
                }
            }
            _ => {
                Self { operate: (0, 0), release: (0, 0), transfer: (0, 0), nominal: Nominal::default(), by_hand: true }
            }
        }
    }

    /// How long after the request it leaves its seat, bound for operated or for released.
    pub(super) fn departure(&self, operates: bool) -> Span {
        let (least, most) = self.whole(operates);
        ((least - self.transfer.1).max(0), (most - self.transfer.0).max(0))
    }

    /// How long after the request it arrives.
    pub(super) fn whole(&self, operates: bool) -> Span {
        if operates { self.operate } else { self.release }
    }

    /// Whether it ever is between its contacts.
    pub(super) fn has_travel(&self) -> bool {
        self.transfer.1 > 0
    }
}

/// Milliseconds as whole microseconds, the nearest.
fn micros(milliseconds: f64) -> i64 {
    (milliseconds * 1e3).round() as i64
}
