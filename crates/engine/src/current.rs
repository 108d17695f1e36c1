//! Currents, rounded as they are compared.

use std::fmt;

/// A current in whole nanoamperes, which is how finely currents are told apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nanoamps(pub i64);

impl Nanoamps {
    /// Rounds a current in amperes; what no circuit carries is brought to the largest that fits.
    pub fn from_amps(amps: f64) -> Self {
        Self((amps * 1e9).round_ties_even() as i64)
    }

    /// The current in milliamperes.
    pub fn milliamps(self) -> f64 {
        self.0 as f64 / 1e6
    }
}

impl fmt::Display for Nanoamps {
    /// Milliamperes with up to three decimals: `48 mA`, `32.4 mA`, `0.002 mA`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let thousandths = (self.0 as f64 / 1e3).round() / 1e3;
        // Avoids "-0".
        write!(f, "{} mA", thousandths + 0.0)
    }
}
