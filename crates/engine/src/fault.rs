//! What is broken: an overlay over the circuit, part of the state.

use kiber_netlist::{ContactId, NetId, PartId};

use crate::movement::ContactSide;

/// One thing that is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// The contact never conducts.
    ContactStuckOpen(ContactId),
    /// The contact is welded: closed for good. A change-over or a wafer stays closed on the side on
    /// which it stood when it was welded.
    ContactWelded {
        /// The contact.
        contact: ContactId,
        /// The side; what a plain make or break contact says here does not matter.
        side: ContactSide,
    },
    /// The coil (every winding) is interrupted.
    CoilOpen(PartId),
    /// The coil (every winding) is shorted: 0 Ω.
    CoilShorted(PartId),
    /// The wire of a net is off at the part: each terminal that it went to is on its own.
    WireOff(PartId, NetId),
    /// The armature stays in the place in which it stands.
    ArmatureStuck(PartId),
}
