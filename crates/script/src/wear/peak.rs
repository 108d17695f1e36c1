//! The largest current, and when.

use kiber_engine::Nanoamps;
use kiber_netlist::PartId;

use crate::margins::Moment;

/// The largest current through a part or a contact of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Peak {
    /// The part.
    pub part: PartId,
    /// Which of its windings, the first being 0.
    pub winding: usize,
    /// How much, whatever its direction.
    pub current: Nanoamps,
    /// When that first was so.
    pub moment: Moment,
}
