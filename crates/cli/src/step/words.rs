//! How the conditions of parts are called at the prompt.

use kiber_engine::{Place, Simulator};
use kiber_netlist::{Circuit, PartId, PartKind};
use kiber_trace::words;

/// What a part shows or stands in: `lit`, `on`, `pressed`, `operated`; nothing for parts that only conduct.
pub(super) fn condition(circuit: &Circuit, simulator: &Simulator, part: PartId) -> &'static str {
    let held = simulator.is_held(part);
    match &circuit.parts[part].kind {
        PartKind::Lamp(_) => words::lamp_level(simulator.lamp(part)),
        PartKind::Button(_) => {
            if held {
                "pressed"
            } else {
                "free"
            }
        }
        PartKind::Toggle(_) => {
            if held {
                "on"
            } else {
                "off"
            }
        }
        PartKind::Source(_) => {
            if simulator.source_is_on(part) {
                "on"
            } else {
                "off"
            }
        }
        PartKind::Relay(_) => place_word(simulator.place(part)),
        _ => "",
    }
}

pub(super) fn place_word(place: Place) -> &'static str {
    match place {
        Place::OPERATED => "operated",
        Place::LEAVING => "on its way to operated",
        Place::RETURNING => "on its way to released",
        _ => "released",
    }
}
