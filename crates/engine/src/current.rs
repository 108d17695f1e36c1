//! Currents, rounded as they are compared.

use std::fmt;

/// A current in whole nanoamperes, which is how finely currents are told apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nanoamps(pub i64);

impl Nanoamps {
    /// Rounds a current in amperes, halves to the even side; what no circuit carries is brought to
    /// the largest that fits.
    #[inline]
    pub fn from_amps(amps: f64) -> Self {
        // Adding and taking away so large a number leaves no room for a fraction: the processor rounds.
        const ROUNDS: f64 = 1.5 * (1u64 << 52) as f64;
        let scaled = amps * 1e9;
        if scaled.abs() < (1u64 << 51) as f64 { Self(((scaled + ROUNDS) - ROUNDS) as i64) } else { Self(scaled as i64) }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding() {
        for (amps, expected) in [
            (0.0, 0),
            (0.028, 28_000_000),
            (-0.048, -48_000_000),
            (2.5e-9, 2),
            (3.5e-9, 4),
            (-2.5e-9, -2),
            (-0.4e-9, 0),
            (1e6, 1_000_000_000_000_000),
            (1e300, i64::MAX),
            (f64::NEG_INFINITY, i64::MIN),
            (f64::NAN, 0),
        ] {
            assert_eq!(Nanoamps::from_amps(amps), Nanoamps(expected), "{amps}");
        }
    }

    #[test]
    fn shown() {
        let shown = [48_000_000, 32_432_432, 1_600, -300, 0].map(|nano| Nanoamps(nano).to_string());
        assert_eq!(shown, ["48 mA", "32.432 mA", "0.002 mA", "0 mA", "0 mA"]);
    }
}
