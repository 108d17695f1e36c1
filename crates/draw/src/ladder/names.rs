//! What stands beside a symbol.

use kiber_engine::ContactSide;
use kiber_netlist::{Circuit, ContactForm, ContactId, Current, PartId, PartKind, RelayAction};

use super::geometry::What;

const LONGEST: usize = 18;

/// The name beside a symbol, and a value or a mark below it.
pub(crate) fn name(circuit: &Circuit, what: What) -> (String, Option<String>) {
    match what {
        What::Changeover(contact) => (shortened(&circuit.contact_shown(contact)), None),
        What::Side(contact, side) => (shortened(&circuit.contact_shown(contact)), mark(circuit, contact, side)),
        What::Winding(part, winding) => {
            let Some(row) = circuit.parts.get(part) else { return (String::new(), None) };
            let coil = row.kind.coils().nth(winding).map_or("", |coil| coil.name.as_str());
            let mut name = shortened(row.shown());
            let several = row.kind.coils().count() > 1;
            if several && !coil.is_empty() {
                name = format!("{name} {}", shortened(coil));
            } else if several {
                name = format!("{name} {}", winding_word(&row.kind, winding));
            }
            let delay = match &row.kind {
                PartKind::Relay(relay) => match relay.action {
                    RelayAction::OnDelay => Some(millis(relay.operate_ms.nominal)),
                    RelayAction::OffDelay => Some(millis(relay.release_ms.nominal)),
                    _ => None,
                },
                _ => None,
            };
            (name, delay)
        }
        What::Part(part) => (shown(circuit, part), value(circuit, part)),
        What::Link(part, _) => (shown(circuit, part), None),
    }
}

fn winding_word(kind: &PartKind, winding: usize) -> String {
    match (kind, winding) {
        (PartKind::Stepper(_), 0) => "step".to_owned(),
        (PartKind::Stepper(_), _) => "home".to_owned(),
        (PartKind::Relay(relay), 0) if matches!(relay.action, RelayAction::Bistable { .. }) => "set".to_owned(),
        (PartKind::Relay(relay), _) if matches!(relay.action, RelayAction::Bistable { .. }) => "reset".to_owned(),
        _ => (winding + 1).to_string(),
    }
}

fn shown(circuit: &Circuit, part: PartId) -> String {
    circuit.parts.get(part).map_or(String::new(), |part| shortened(part.shown()))
}

/// What tells the side of a contact where its symbol alone does not.
fn mark(circuit: &Circuit, contact: ContactId, side: ContactSide) -> Option<String> {
    match (&circuit.contacts.get(contact)?.form, side) {
        (ContactForm::Changeover { .. }, ContactSide::Break) => Some("break".to_owned()),
        (ContactForm::Changeover { .. }, _) => Some("make".to_owned()),
        (ContactForm::Left(..), _) => Some("left".to_owned()),
        (ContactForm::Right(..), _) => Some("right".to_owned()),
        (_, ContactSide::Place(place)) => Some(format!("place {place}")),
        _ => None,
    }
}

fn value(circuit: &Circuit, part: PartId) -> Option<String> {
    match &circuit.parts.get(part)?.kind {
        PartKind::Source(source) => {
            let kind = if source.current == Current::Ac { " ~" } else { "" };
            Some(format!("{}{kind}", with_unit(source.volts.nominal, "V")))
        }
        PartKind::Resistor(resistor) => Some(with_unit(resistor.ohms.nominal, "Ω")),
        PartKind::Capacitor(capacitor) => Some(with_unit(capacitor.farads.nominal, "F")),
        PartKind::Fuse(fuse) => Some(with_unit(fuse.amps, "A")),
        _ => None,
    }
}

fn millis(value: f64) -> String {
    with_unit(value / 1e3, "s")
}

/// A value with the prefix that leaves one to three digits before the point.
fn with_unit(value: f64, unit: &str) -> String {
    const PREFIXES: [(f64, &str); 7] =
        [(1e6, "M"), (1e3, "k"), (1.0, ""), (1e-3, "m"), (1e-6, "µ"), (1e-9, "n"), (1e-12, "p")];
    let found = PREFIXES.into_iter().find(|(size, _)| value.abs() >= *size * (1.0 - 1e-9));
    let (size, prefix) = found.unwrap_or((1.0, ""));
    let rounded = (value / size * 1e3).round() / 1e3;
    format!("{rounded} {prefix}{unit}")
}

fn shortened(name: &str) -> String {
    if name.chars().count() <= LONGEST {
        return name.to_owned();
    }
    // The end tells more: it has the number.
    let skipped = name.chars().count() - LONGEST + 1;
    format!("…{}", name.chars().skip(skipped).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_short_units() {
        let shown = [24.0, 1000.0, 0.001, 1.5e6, 0.0, 4.7e-5].map(|value| with_unit(value, "F"));
        assert_eq!(shown, ["24 F", "1 kF", "1 mF", "1.5 MF", "0 F", "47 µF"]);
    }

    #[test]
    fn a_long_name_keeps_its_end() {
        assert_eq!(shortened("K1"), "K1");
        assert_eq!(shortened("the-register.of-units.K1/2"), "…ter.of-units.K1/2");
    }
}
