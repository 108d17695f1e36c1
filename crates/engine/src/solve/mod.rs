//! The electricity of one instant: Kirchhoff's laws for the contacts as they stand.

mod diodes;
mod linear;
mod merge;
mod sparse;

pub(crate) use diodes::{DiodeBranch, FORWARD_OHMS, Judgement, Solver};
pub(crate) use linear::{Branch, GROUND};
pub(crate) use merge::{Heights, Merger};

/// Potentials closer than this, in volts, are one potential.
pub(crate) const SAME_VOLTS: f64 = 1e-9;
