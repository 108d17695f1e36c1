//! What one side of a contact had to do.

use kiber_engine::{ContactSide, Nanoamps};
use kiber_netlist::ContactId;

use super::peak::Peak;

/// What scripts asked of a side of a contact.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactWear {
    /// The contact.
    pub contact: ContactId,
    /// Which side of it.
    pub side: ContactSide,
    /// How often it closed, bounces included.
    pub closed: u64,
    /// How often it opened.
    pub opened: u64,
    /// How often a current flowed as it closed.
    pub made: u64,
    /// How often it carried a current as it opened.
    pub broken: u64,
    /// How often it closed or opened a short circuit, whose current nothing limits.
    pub shorted: u64,
    /// The largest current that it made or broke.
    pub switched: Option<Peak>,
    /// The largest current that it carried.
    pub carried: Option<Peak>,
    /// What it is rated for, in amperes.
    pub rated_amps: Option<f64>,
}

impl ContactWear {
    pub(super) fn new((contact, side): (ContactId, ContactSide), rated_amps: Option<f64>) -> Self {
        Self {
            contact,
            side,
            closed: 0,
            opened: 0,
            made: 0,
            broken: 0,
            shorted: 0,
            switched: None,
            carried: None,
            rated_amps,
        }
    }

    /// The largest current that it switched or carried; 0 if there was none.
    pub fn largest(&self) -> Nanoamps {
        let peaks = [&self.switched, &self.carried].into_iter().flatten();
        peaks.map(|peak| peak.current).max().unwrap_or_default()
    }

    /// The largest current as a share of the rating; 1 is the rating itself. Infinite for a contact that
    /// switched a short circuit, none without a rating.
    pub fn load(&self) -> Option<f64> {
        let rated = self.rated_amps?;
        // In nanoamperes, of which both are whole numbers: a load of 185 % is 1.85 then.
        Some(if self.shorted > 0 { f64::INFINITY } else { self.largest().0 as f64 / (rated * 1e9) })
    }

    /// Whether that is more than it is rated for.
    pub fn is_over(&self) -> bool {
        self.load().is_some_and(|load| load > 1.0)
    }
}
