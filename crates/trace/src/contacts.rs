//! Which sides of a part's contacts close and open when the part moves.

use kiber_engine::{ContactSide, Fault, Mechanics, Place};
use kiber_netlist::{Circuit, ContactId, PartId};

/// A side of a contact that a move opens or closes: `K1/1`, `K1/2 make` of a change-over, or
/// `SA1/a place 3` of a wafer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Side {
    pub(crate) contact: ContactId,
    pub(crate) side: ContactSide,
    /// Whether it opens.
    pub(crate) was_closed: bool,
}

/// What opens and closes as `part` goes from one place to another with these faults, in the order
/// of the circuit; a change-over's break side comes before its make side.
pub(crate) fn sides_that_move(circuit: &Circuit, part: PartId, from: Place, to: Place, faults: &[Fault]) -> Vec<Side> {
    let Some(mechanics) = Mechanics::of(circuit, part) else { return Vec::new() };
    mechanics
        .moved(from, to)
        .filter(|&(contact, ..)| !is_fixed(contact, faults))
        .map(|(contact, side, closes)| Side { contact, side, was_closed: !closes })
        .collect()
}

/// Whether a fault keeps the contact from moving: open for good, or closed for good.
fn is_fixed(contact: ContactId, faults: &[Fault]) -> bool {
    faults.iter().any(|&fault| match fault {
        Fault::ContactStuckOpen(broken) => broken == contact,
        Fault::ContactWelded { contact: welded, .. } => welded == contact,
        _ => false,
    })
}
