//! What stands on the screen for a circuit: the front panel, the relays, the memory.

use kiber_netlist::{Circuit, ContactForm, NetId, PartId, PartKind, RelayAction};
use ratatui::text::Span;

use super::look::AROUND_NAME;
use crate::words::plain;

/// The parts of a circuit in the order in which they are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Board {
    /// The front panel, row by row.
    pub(super) panel: Vec<Vec<Item>>,
    /// Relays and steppers, and what else does something and is not on the panel.
    pub(super) relays: Vec<Item>,
    /// What remembers.
    pub(super) memory: Vec<Item>,
    /// Whether the circuit says what stands on its panel.
    pub(super) panel_is_given: bool,
}

/// A part in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Item {
    pub(super) part: PartId,
    /// What is written above it; empty is nothing.
    pub(super) caption: String,
    /// How wide its sign and name are.
    pub(super) face_width: u16,
}

impl Item {
    fn new(circuit: &Circuit, part: PartId, caption: &str) -> Self {
        let name = plain(&circuit.parts[part].name);
        Self { part, caption: plain(caption), face_width: columns(&name).saturating_add(AROUND_NAME as u16) }
    }

    /// How wide it is with its caption.
    pub(super) fn width(&self) -> u16 {
        self.face_width.max(columns(&self.caption))
    }
}

/// How many columns a text takes on a terminal.
pub(super) fn columns(text: &str) -> u16 {
    u16::try_from(Span::raw(text).width()).unwrap_or(u16::MAX)
}

impl Board {
    pub(super) fn new(circuit: &Circuit) -> Self {
        let panel_is_given = !circuit.panel.is_empty();
        let panel: Vec<Vec<Item>> = if panel_is_given {
            let row = |row: &Vec<kiber_netlist::PanelItem>| {
                row.iter().map(|item| Item::new(circuit, item.part, &item.caption)).collect()
            };
            circuit.panel.iter().map(row).collect()
        } else {
            made_panel(circuit)
        };
        let on_panel = |part: PartId| panel.iter().flatten().any(|item| item.part == part);
        let memory: Vec<Item> = memory(circuit)
            .into_iter()
            .filter(|&part| !on_panel(part))
            .map(|part| Item::new(circuit, part, ""))
            .collect();
        let remembers = |part: PartId| memory.iter().any(|item| item.part == part);
        let mut relays: Vec<Item> = Vec::new();
        let mut others: Vec<Item> = Vec::new();
        for (part, row) in circuit.parts.iter().filter(|&(part, _)| !on_panel(part) && !remembers(part)) {
            match row.kind {
                PartKind::Relay(_) | PartKind::Stepper(_) => relays.push(Item::new(circuit, part, "")),
                PartKind::Wire(_) | PartKind::Diode(_) | PartKind::Resistor(_) => {}
                _ => others.push(Item::new(circuit, part, "")),
            }
        }
        relays.append(&mut others);
        Self { panel, relays, memory, panel_is_given }
    }

    /// Every part on it, in the order of reading.
    pub(super) fn parts(&self) -> impl Iterator<Item = PartId> + '_ {
        self.panel.iter().flatten().chain(&self.relays).chain(&self.memory).map(|item| item.part)
    }
}

/// A panel for a circuit that says nothing of one: the lamps, then all that hands work.
fn made_panel(circuit: &Circuit) -> Vec<Vec<Item>> {
    let row = |fits: fn(&PartKind) -> bool| -> Vec<Item> {
        let parts = circuit.parts.iter().filter(|(_, part)| fits(&part.kind));
        parts
            .map(|(id, part)| {
                Item::new(circuit, id, part.label.as_deref().filter(|label| *label != part.name).unwrap_or(""))
            })
            .collect()
    };
    let rows = [
        row(|kind| matches!(kind, PartKind::Lamp(_))),
        row(|kind| matches!(kind, PartKind::Toggle(_) | PartKind::Selector(_))),
        row(|kind| matches!(kind, PartKind::Button(_))),
    ];
    rows.into_iter().filter(|row| !row.is_empty()).collect()
}

/// What remembers: what the circuit says does, or else what keeps its place without current, and relays that
/// hold themselves.
fn memory(circuit: &Circuit) -> Vec<PartId> {
    if let Some(roles) = &circuit.roles
        && !roles.memory.is_empty()
    {
        return roles.memory.clone();
    }
    circuit.parts.iter().filter(|(_, part)| remembers(circuit, &part.kind)).map(|(id, _)| id).collect()
}

fn remembers(circuit: &Circuit, kind: &PartKind) -> bool {
    let PartKind::Relay(relay) = kind else { return false };
    match relay.action {
        RelayAction::Bistable { .. } | RelayAction::Impulse { .. } => true,
        RelayAction::Polarized { centre, .. } => !centre,
        RelayAction::Neutral | RelayAction::OnDelay | RelayAction::OffDelay => {
            let own: Vec<NetId> = relay.coils.iter().flat_map(|coil| [coil.plus, coil.minus]).collect();
            relay.contacts.iter().any(|&contact| match &circuit.contacts[contact].form {
                ContactForm::Make(a, b) => own.contains(a) != own.contains(b),
                ContactForm::Changeover { common, make_side: Some(make), .. } => {
                    own.contains(common) != own.contains(make)
                }
                _ => false,
            })
        }
    }
}
