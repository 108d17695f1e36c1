//! The words for where a part stands.

use std::borrow::Cow;

use kiber_engine::Stand;
use kiber_netlist::{Circuit, PartId, PartKind, RelayAction};

/// How the positions of a part are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Positions {
    /// Released and operated.
    Two,
    /// Whole and blown.
    Fuse,
    /// Left, centre and right.
    Sides,
    /// Numbers from 0, one after another and round again.
    Ring,
    /// Numbers from 0, of which a hand chooses.
    Row,
}

impl Positions {
    pub(crate) fn of(kind: &PartKind) -> Self {
        match kind {
            PartKind::Relay(relay) if matches!(relay.action, RelayAction::Polarized { .. }) => Self::Sides,
            PartKind::Stepper(_) => Self::Ring,
            PartKind::Selector(_) => Self::Row,
            PartKind::Fuse(_) => Self::Fuse,
            _ => Self::Two,
        }
    }

    /// How a position is called: `operated`, `right`, `4`.
    pub(crate) fn word(self, position: u16) -> Cow<'static, str> {
        let words: &[&'static str] = match self {
            Self::Two => &["released", "operated"],
            Self::Fuse => &["whole", "blown"],
            Self::Sides => &["left", "centre", "right"],
            Self::Ring | Self::Row => &[],
        };
        match words.get(usize::from(position)) {
            Some(&word) => word.into(),
            None => position.to_string().into(),
        }
    }
}

/// Where a part is that rests in a position, as scripts expect it: `operated`, `right`, `at 4`.
pub(crate) fn position_words(positions: Positions, position: u16) -> Cow<'static, str> {
    match positions {
        Positions::Ring | Positions::Row => format!("at {position}").into(),
        _ => positions.word(position),
    }
}

/// Where a part stands: `operated`, `on its way to operated`, `at 4`, `on its way from left to centre`.
pub(crate) fn stand_words(circuit: &Circuit, part: PartId, stand: Stand) -> Cow<'static, str> {
    let positions = circuit.parts.get(part).map_or(Positions::Two, |part| Positions::of(&part.kind));
    match (stand.towards, positions) {
        (None, _) => position_words(positions, stand.at),
        (Some(to), _) if to == stand.at => "on its way home".into(),
        (Some(to), Positions::Two) => format!("on its way to {}", positions.word(to)).into(),
        (Some(to), _) => format!("on its way from {} to {}", positions.word(stand.at), positions.word(to)).into(),
    }
}
