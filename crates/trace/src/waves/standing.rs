//! How a part stands, as its signals say it.

use kiber_engine::{ContactSide, Fault, LampLevel, Nanoamps, Place, Simulator};
use kiber_netlist::{Circuit, ContactForm, ContactId, Part, PartId, PartKind};

use super::format::{Bit, Decimal, WaveFormat};
use super::signals::OfPart;
use crate::recording::microamps;
use crate::stands::{Positions, position_words, stand_words};
use crate::words;

/// How a part stands before power-up: nothing has current yet.
pub(super) fn start_of_part(
    format: &mut impl WaveFormat,
    circuit: &Circuit,
    part: PartId,
    known: &OfPart,
    simulator: &Simulator,
) {
    let Some(Part { kind, .. }) = circuit.parts.get(part) else { return };
    let place = simulator.place(part);
    match (known.hand, kind) {
        (Some(signal), PartKind::Selector(_)) => {
            format.number(signal, Some(u32::from(simulator.stand(part).at)));
        }
        (Some(signal), _) => format.bit(signal, simulator.is_held(part).into()),
        (None, _) => {}
    }
    if let Some(signal) = known.on {
        format.bit(signal, simulator.source_is_on(part).into());
    }
    if let Some(signal) = known.whole {
        format.bit(signal, Bit::One);
    }
    for signal in [known.shorted, known.partial, known.both, known.lit].into_iter().flatten() {
        format.bit(signal, Bit::Zero);
    }
    if let Some(signal) = known.asks {
        format.text(signal, without_asks(words::request(kind, simulator.asks(part))));
    }
    for signal in [known.overload, known.current, known.lamp_current].into_iter().flatten() {
        format.real(signal, Some(milliamps(Nanoamps(0))));
    }
    say_place(format, circuit, part, known, place);
}

/// Where a part stands from now on.
pub(super) fn say_place(format: &mut impl WaveFormat, circuit: &Circuit, part: PartId, known: &OfPart, place: Place) {
    let Some(mechanics) = &known.mechanics else { return };
    let stand = mechanics.stand(place);
    if let Some(signal) = known.place {
        format.number(signal, Some(u32::from(place.0)));
    }
    if let Some((signal, positions)) = known.stands {
        match (positions, stand.towards) {
            (Positions::Sides, None) => format.text(signal, &position_words(positions, stand.at)),
            (Positions::Sides, Some(_)) => format.text(signal, &stand_words(circuit, part, stand)),
            (Positions::Two | Positions::Fuse, towards) => {
                format.bit(signal, if towards.is_some() { Bit::X } else { (stand.at > 0).into() });
            }
            (Positions::Ring | Positions::Row, towards) => {
                format.number(signal, towards.is_none().then_some(u32::from(stand.at)));
            }
        }
    }
    if let Some(signal) = known.armature {
        format.bit(signal, if place.is_seat() { stand.pulled.into() } else { Bit::X });
    }
}

/// How a fault keeps a side of a contact; none if the contact moves.
pub(super) fn fixed(contact: ContactId, form: &ContactForm, side: ContactSide, faults: &[Fault]) -> Option<bool> {
    let mut kept = None;
    for &fault in faults {
        match fault {
            // Burnt away, it conducts no more, welded or not.
            Fault::ContactStuckOpen(broken) if broken == contact => return Some(false),
            Fault::ContactWelded { contact: welded, side: on } if welded == contact => {
                let has_sides = matches!(form, ContactForm::Changeover { .. } | ContactForm::Wafer { .. });
                kept = Some(!has_sides || on == side);
            }
            _ => {}
        }
    }
    kept
}

pub(super) fn brightness(level: LampLevel) -> Bit {
    match level {
        LampLevel::Off => Bit::Zero,
        LampLevel::Dim => Bit::X,
        LampLevel::Lit => Bit::One,
    }
}

pub(super) fn milliamps(current: Nanoamps) -> Decimal {
    Decimal { units: microamps(current), decimals: 3 }
}

/// `to operate` of `asks to operate`: the signal says who asks.
pub(super) fn without_asks(words: &str) -> &str {
    words.strip_prefix("asks ").unwrap_or(words)
}
