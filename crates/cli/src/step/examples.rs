//! Names for the help at the prompt: those of the circuit in hand, so that its examples can be
//! typed as they stand.

use kiber_netlist::{Circuit, PartKind, RelayAction};

/// A name for each kind of thing that the help speaks of.
pub(super) struct Examples {
    /// Marks in the help, and the names that stand for them.
    names: [(&'static str, String); 10],
}

impl Examples {
    /// The first of each kind, those of the panel before the others; usual names for what the
    /// circuit does not have.
    pub(super) fn new(circuit: &Circuit) -> Self {
        let on_panel = || circuit.panel.iter().flatten().map(|item| item.part);
        let parts = || on_panel().chain(circuit.parts.iter().map(|(id, _)| id));
        let first = |fits: fn(&PartKind) -> bool, usual: &str| {
            let found = parts().find(|&part| fits(&circuit.parts[part].kind));
            found.map_or_else(|| usual.to_string(), |part| circuit.parts[part].name.clone())
        };
        let is_relay = |&part: &_| matches!(circuit.parts[part].kind, PartKind::Relay(_));
        let is_polarized = |&part: &_| matches!(&circuit.parts[part].kind, PartKind::Relay(relay) if matches!(relay.action, RelayAction::Polarized { .. }));
        // A polarized relay is never operated, so it is shown only where there is no other.
        let operated = parts().find(|part| is_relay(part) && !is_polarized(part));
        let relay = operated.or_else(|| parts().find(is_relay));
        let stands = if operated.is_none() && relay.is_some() { "right" } else { "operated" };
        let with_contact = relay.into_iter().chain(parts()).find(|&part| !circuit.contacts_of(part).is_empty());
        let contact = with_contact.and_then(|part| {
            let contact = circuit.contacts_of(part).first()?;
            Some(format!("{}/{}", circuit.parts[part].name, circuit.contacts[*contact].name))
        });
        let net = relay.and_then(|part| {
            let nets = circuit.nets_of(part);
            let plain = |name: &str| name.chars().all(char::is_alphanumeric);
            nets.into_iter().map(|net| circuit.nets[net].name.clone()).find(|name| plain(name))
        });
        Self {
            names: [
                ("{button}", first(|kind| matches!(kind, PartKind::Button(_)), "S1")),
                ("{toggle}", first(|kind| matches!(kind, PartKind::Toggle(_)), "V1")),
                ("{selector}", first(|kind| matches!(kind, PartKind::Selector(_)), "SA1")),
                ("{fuse}", first(|kind| matches!(kind, PartKind::Fuse(_)), "F1")),
                ("{source}", first(|kind| matches!(kind, PartKind::Source(_)), "G1")),
                ("{lamp}", first(|kind| matches!(kind, PartKind::Lamp(_)), "H1")),
                ("{relay}", relay.map_or_else(|| "K1".to_string(), |part| circuit.parts[part].name.clone())),
                ("{stands}", stands.to_string()),
                ("{contact}", contact.unwrap_or_else(|| "K1/2".to_string())),
                ("{net}", net.unwrap_or_else(|| "a".to_string())),
            ],
        }
    }

    /// A text of the help with these names in it.
    pub(super) fn fill(&self, text: &str) -> String {
        self.names.iter().fold(text.to_string(), |text, (mark, name)| text.replace(mark, name))
    }
}
