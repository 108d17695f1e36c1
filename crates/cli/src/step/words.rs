//! How the conditions of parts are called at the prompt.

use std::borrow::Cow;

use kiber_engine::Simulator;
use kiber_netlist::{Circuit, PartId, PartKind};
use kiber_trace::words;

/// What a part shows or stands in: `lit`, `on`, `pressed`, `operated`, `at 4`; nothing for parts that only
/// conduct.
pub(crate) fn condition(circuit: &Circuit, simulator: &Simulator, part: PartId) -> Cow<'static, str> {
    let held = simulator.is_held(part);
    let word = match &circuit.parts[part].kind {
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
        PartKind::Relay(_) | PartKind::Stepper(_) | PartKind::Selector(_) | PartKind::Fuse(_) => {
            return words::stand(circuit, part, simulator.stand(part));
        }
        _ => "",
    };
    word.into()
}
