//! The fingerprint of what a script does, repeats and all.

use std::fmt;

use kiber_netlist::{Circuit, Fingerprint};

use crate::item::What;
use crate::script::Script;

/// 2⁶¹ − 1, a prime.
const PRIME: u64 = (1 << 61) - 1;
/// Any number that powers do not soon bring back to 1.
const BASE: u64 = 0x0e35_79b9_7f4a_7c15;

/// Stands for a sequence of lines: a polynomial in `BASE`, with a number for each line as its
/// coefficients, and the power of `BASE` that makes room for the sequence behind another.
///
/// How a sequence is put together makes no difference, so a repeat has the digest of its lines written
/// out, at the cost of a few multiplications.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Digest {
    value: u64,
    power: u64,
}

impl Digest {
    const NOTHING: Self = Self { value: 0, power: 1 };

    fn line(text: &dyn fmt::Display) -> Self {
        let mut hash = Hash(0xcbf2_9ce4_8422_2325);
        // Hashing takes whatever it is given.
        let _ = fmt::Write::write_fmt(&mut hash, format_args!("{text}"));
        Self { value: hash.0 % (PRIME - 1) + 1, power: BASE }
    }

    fn then(self, after: Self) -> Self {
        let value = (times(self.value, after.power) + after.value) % PRIME;
        Self { value, power: times(self.power, after.power) }
    }

    fn repeated(self, mut count: u32) -> Self {
        let (mut all, mut doubled) = (Self::NOTHING, self);
        while count > 0 {
            if count % 2 == 1 {
                all = all.then(doubled);
            }
            doubled = doubled.then(doubled);
            count /= 2;
        }
        all
    }
}

fn times(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

/// FNV-1a over 64 bits.
struct Hash(u64);

impl fmt::Write for Hash {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for &byte in text.as_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        Ok(())
    }
}

impl Script {
    /// The fingerprint of what the script does: its actions in order, however they are written. A repeat
    /// and an include have that of their lines written out. Comments, headings and expectations change
    /// nothing that happens, and are no part of it.
    pub fn fingerprint(&self, circuit: &Circuit) -> Fingerprint {
        let of_step = |ready: &crate::script::ReadyStep| match ready.step.is_action() {
            true => Digest::line(&ready.step.shown(circuit)),
            false => Digest::NOTHING,
        };
        let steps: Vec<Digest> = self.steps.iter().map(of_step).collect();
        let mut files = vec![Digest::NOTHING; self.bodies.len()];
        for &file in &self.bottom_up {
            let digest = self.digest(file, &steps, &files);
            if let Some(known) = files.get_mut(file as usize) {
                *known = digest;
            }
        }
        let whole = files.first().map_or(0, |digest| digest.value);
        Fingerprint::of(&fmt::from_fn(|f| write!(f, "{whole:016x}")))
    }

    fn digest(&self, file: u32, steps: &[Digest], files: &[Digest]) -> Digest {
        let body = self.bodies.get(file as usize).map_or(&[][..], Vec::as_slice);
        let mut all = Digest::NOTHING;
        // What came before each repeat that is open, how often it is done, and where it ends.
        let mut open: Vec<(Digest, u32, u32)> = Vec::new();
        let close = |all: &mut Digest, open: &mut Vec<(Digest, u32, u32)>, at: u32| {
            while let Some((before, times, _)) = open.pop_if(|(_, _, end)| *end <= at) {
                *all = before.then(all.repeated(times));
            }
        };
        for (index, item) in body.iter().enumerate() {
            close(&mut all, &mut open, index as u32);
            match item.what {
                What::Step(step) => all = all.then(steps.get(step as usize).copied().unwrap_or(Digest::NOTHING)),
                What::Include(file) => all = all.then(files.get(file as usize).copied().unwrap_or(Digest::NOTHING)),
                What::Repeat { times, end } => {
                    open.push((all, times, end));
                    all = Digest::NOTHING;
                }
                What::Heading(_) | What::Unknown => {}
            }
        }
        close(&mut all, &mut open, body.len() as u32);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_a_sequence_is_put_together_makes_no_difference() {
        let [a, b, c] = ["press S1", "press S2", "wait 3ms"].map(|text| Digest::line(&text));
        assert_eq!(a.then(b).then(c), a.then(b.then(c)));
        let once = a.then(b);
        assert_eq!(once.repeated(5), once.then(once).then(once).then(once).then(once));
        assert_eq!(a.repeated(6).repeated(7), a.repeated(42));
        assert_eq!(a.repeated(0), Digest::NOTHING);
        assert_ne!(a.then(b), b.then(a));
        assert_ne!(a.repeated(1_000_000_000), a.repeated(999_999_999));
        assert_ne!(a, a.then(a));
    }
}
