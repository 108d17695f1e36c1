//! Who competes where two orders part, and which contact decides.

use kiber_engine::{Action, ContactsMoved, Fault, Place, Stroke, Untimed};
use kiber_netlist::{ContactForm, ContactId};

/// The contact by which a move of one mechanism changes what another can do next, if it is one alone:
/// with that contact kept as it is, the move would make no difference to the other.
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
    contacts.into_iter().find(|&contact| {
        let mut kept = untimed.clone();
        let fault = kept_as_it_is(untimed, contact);
        if kept.act(&[Action::Break(fault)]).is_err() {
            return false;
        }
        kept.put([(mechanism, to)]);
        options(&kept, other) == before
    })
}

/// What a mechanism can do next.
pub(super) fn options(untimed: &Untimed, mechanism: usize) -> [Option<Place>; 3] {
    [Stroke::Leaves, Stroke::Arrives, Stroke::FallsBack].map(|stroke| untimed.destination(mechanism, stroke))
}

/// The fault that keeps a contact as it stands.
fn kept_as_it_is(untimed: &Untimed, contact: ContactId) -> Fault {
    let simulator = untimed.simulator();
    let is_changeover = simulator
        .circuit()
        .contacts
        .get(contact)
        .is_some_and(|contact| matches!(contact.form, ContactForm::Changeover { .. }));
    if simulator.is_break_closed(contact) {
        Fault::ContactWelded { contact, make: false }
    } else if simulator.is_closed(contact) {
        Fault::ContactWelded { contact, make: is_changeover || !simulator.is_break_closed(contact) }
    } else {
        Fault::ContactStuckOpen(contact)
    }
}
