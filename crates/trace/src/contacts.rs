//! Which sides of a part's contacts close and open when the part moves.

use kiber_engine::{Fault, Place};
use kiber_netlist::{Circuit, ContactForm, ContactId, PartId};

/// A side of a contact that a move opens or closes: `K1/1`, or `K1/2 make` of a change-over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Side {
    pub(crate) contact: ContactId,
    pub(crate) make: bool,
    /// Whether it opens.
    pub(crate) was_closed: bool,
}

/// What opens and closes as `part` goes from one place to another with these faults, in the order
/// of the circuit; a change-over's break side comes before its make side.
pub(crate) fn sides_that_move<'a>(
    circuit: &'a Circuit,
    part: PartId,
    from: Place,
    to: Place,
    faults: &'a [Fault],
) -> impl Iterator<Item = Side> + 'a {
    let sound = circuit.contacts_of(part).iter().filter(|&&contact| !is_fixed(contact, faults));
    sound.flat_map(move |&contact| {
        let form = &circuit.contacts[contact].form;
        [false, true].into_iter().filter_map(move |make| {
            let was_closed = is_closed(form, make, from);
            (was_closed != is_closed(form, make, to)).then_some(Side { contact, make, was_closed })
        })
    })
}

/// Whether a fault keeps the contact from moving: open for good, or closed for good.
fn is_fixed(contact: ContactId, faults: &[Fault]) -> bool {
    faults.iter().any(|&fault| match fault {
        Fault::ContactStuckOpen(broken) => broken == contact,
        Fault::ContactWelded { contact: welded, .. } => welded == contact,
        _ => false,
    })
}

/// Whether that side of a sound contact conducts while its part stands in a place.
fn is_closed(form: &ContactForm, make: bool, place: Place) -> bool {
    let on_the_way = place != Place::RELEASED && place != Place::OPERATED;
    match (form, make) {
        (ContactForm::Make(..), true) => place == Place::OPERATED,
        (ContactForm::Break(..), false) => place == Place::RELEASED,
        (ContactForm::Changeover { break_side, make_side, bridging, .. }, _) => {
            let wired = if make { make_side.is_some() } else { break_side.is_some() };
            let rest = if make { Place::OPERATED } else { Place::RELEASED };
            wired && (place == rest || (on_the_way && *bridging))
        }
        _ => false,
    }
}
