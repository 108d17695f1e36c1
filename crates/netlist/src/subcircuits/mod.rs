//! Sub-circuits: found, opened, checked as they stand, and written out, so that nothing that comes
//! after knows of them.

pub(crate) mod addresses;
pub(crate) mod definitions;
pub(crate) mod extent;
pub(crate) mod files;
pub(crate) mod flat;
pub(crate) mod joins;
mod nets;
