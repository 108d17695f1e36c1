//! How capacitors charge and discharge: exactly, without steps.
//!
//! Between two events the voltages of an island of resistances, sources, conducting diodes and
//! capacitors follow `dv/dt = C⁻¹(G v + s)` with `G` symmetric and negative semidefinite. Every
//! current and every voltage is then a constant and a few exponentials, and all questions are
//! answered from those: what flows now, and which whole microsecond is the first at which something
//! is decided otherwise.
//!
//! Nothing here asks the platform for a function: only `+ - * /`, the square root (which IEEE 754
//! defines to the bit) and `exp` from the crate `libm`. The same circuit gives the same bits
//! everywhere.

mod course;
mod orthogonal;
mod search;
mod sum;
#[cfg(test)]
mod tests;
mod ways;

pub(crate) use course::{Course, Ending, Network, Store};
pub(crate) use search::{Question, first_change};
pub(crate) use sum::{Decay, factor};
