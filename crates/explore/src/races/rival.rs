//! Who competes where two orders part, and which contact decides.

use kiber_engine::{Action, ContactSide, ContactsMoved, Fault, Place, Stroke, Untimed};
use kiber_netlist::{ContactForm, ContactId};

/// The contact by which a move of one mechanism changes what another can do next: the one whose move
/// alone makes that difference or, if there is none, the first without whose move there is none.
///
/// `untimed` stands where both could move.
pub(super) fn deciding_contact(untimed: &Untimed, mover: (usize, Stroke), other: usize) -> Option<ContactId> {
    let (mechanism, stroke) = mover;
    let part = untimed.part(mechanism)?;
    let from = untimed.places().get(mechanism).copied()?;
    let to = untimed.destination(mechanism, stroke)?;
    let before = options(untimed, other);
    let mut moved = untimed.clone();
    moved.put([(mechanism, to)]);
    if options(&moved, other) == before {
        return None;
    }
    let ContactsMoved { closes, opens } = untimed.simulator().contacts_moved(part, from, to);
    let mut contacts: Vec<ContactId> = closes.iter().chain(&opens).map(|&(contact, _)| contact).collect();
    contacts.sort_unstable();
    contacts.dedup();
    // A contact that bridges just now cannot be kept so by any fault.
    let bridges = |contact: ContactId| {
        let simulator = untimed.simulator();
        is_changeover(untimed, contact) && simulator.is_closed(contact) && simulator.is_break_closed(contact)
    };
    let (bridging, kept): (Vec<ContactId>, Vec<ContactId>) =
        contacts.into_iter().partition(|&contact| bridges(contact));
    // What the other can do if the mechanism moves while those contacts stay as they are.
    let with_kept = |stays: &dyn Fn(ContactId) -> bool| {
        let stays = kept.iter().filter(|&&contact| stays(contact));
        let faults: Vec<Action> = stays.map(|&contact| Action::Break(kept_as_it_is(untimed, contact))).collect();
        let mut circuit = untimed.clone();
        circuit.act(&faults).ok()?;
        circuit.put([(mechanism, to)]);
        Some(options(&circuit, other))
    };
    let after = Some(options(&moved, other));
    let sufficient = |contact: ContactId| with_kept(&|other| other != contact) == after;
    let necessary = |contact: ContactId| with_kept(&|other| other == contact) == Some(before);
    let found = match bridging.as_slice() {
        [] => kept.iter().find(|&&contact| sufficient(contact)),
        _ => None,
    };
    let found = found.or_else(|| kept.iter().find(|&&contact| necessary(contact)));
    match (found, bridging.as_slice()) {
        (Some(&contact), _) | (None, &[contact]) => Some(contact),
        _ => None,
    }
}

/// What a mechanism can do next.
pub(super) fn options(untimed: &Untimed, mechanism: usize) -> [Option<Place>; 4] {
    [Stroke::Leaves, Stroke::GoesOn, Stroke::Arrives, Stroke::FallsBack]
        .map(|stroke| untimed.destination(mechanism, stroke))
}

/// The fault that keeps a contact as it stands.
fn kept_as_it_is(untimed: &Untimed, contact: ContactId) -> Fault {
    let simulator = untimed.simulator();
    if simulator.is_break_closed(contact) {
        Fault::ContactWelded { contact, side: ContactSide::Break }
    } else if simulator.is_closed(contact) {
        Fault::ContactWelded { contact, side: closed_side(untimed, contact) }
    } else {
        Fault::ContactStuckOpen(contact)
    }
}

/// The side on which a contact conducts that conducts on none but one.
fn closed_side(untimed: &Untimed, contact: ContactId) -> ContactSide {
    let places = match untimed.circuit().contacts.get(contact).map(|contact| &contact.form) {
        Some(ContactForm::Wafer { places, .. }) => places.len(),
        _ => 0,
    };
    let touched = (0..places as u16).map(ContactSide::Place);
    touched.into_iter().find(|&place| untimed.simulator().is_side_closed(contact, place)).unwrap_or(ContactSide::Make)
}

fn is_changeover(untimed: &Untimed, contact: ContactId) -> bool {
    let known = untimed.circuit().contacts.get(contact);
    known.is_some_and(|contact| matches!(contact.form, ContactForm::Changeover { .. }))
}
