//! How a state and the variables of a rule-book are packed into words of 64 bits.
//!
//! The circuit's settled state comes first, then a bit that says that this state is *odd* (under way,
//! going round, or with something broken) and is kept elsewhere under a number, then the variables.

use kiber_engine::Simulator;

use crate::book::Variable;

/// The fewest bits kept for the circuit, so that the number of an odd state fits there.
const NUMBER_BITS: usize = 32;

#[derive(Clone, Debug)]
pub(crate) struct Layout {
    odd_bit: usize,
    fields: Vec<Field>,
    words: usize,
}

/// Where a variable lies.
#[derive(Clone, Copy, Debug)]
struct Field {
    shift: usize,
    bits: usize,
    least: i64,
}

impl Layout {
    pub(crate) fn new(simulator: &Simulator, variables: &[Variable]) -> Self {
        let odd_bit = simulator.settled_bits().max(NUMBER_BITS);
        let mut shift = odd_bit + 1;
        let fields = variables
            .iter()
            .map(|variable| {
                let (least, most) = variable.domain.bounds();
                let bits = (u64::BITS - most.wrapping_sub(least).cast_unsigned().leading_zeros()) as usize;
                let field = Field { shift, bits, least };
                shift += bits;
                field
            })
            .collect();
        Self { odd_bit, fields, words: shift.div_ceil(64) }
    }

    /// How many words a state takes.
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// Writes the variables; they are within their bounds.
    pub(crate) fn write_values(&self, values: &[i64], words: &mut [u64]) {
        for (field, &value) in self.fields.iter().zip(values) {
            put(words, field.shift, field.bits, value.wrapping_sub(field.least).cast_unsigned());
        }
    }

    pub(crate) fn read_values(&self, words: &[u64], values: &mut Vec<i64>) {
        values.clear();
        values.extend(self.fields.iter().map(|field| {
            let above = get(words, field.shift, field.bits).cast_signed();
            field.least.wrapping_add(above)
        }));
    }

    /// The number of the odd state it is, if it is one.
    pub(crate) fn odd(&self, words: &[u64]) -> Option<u32> {
        (get(words, self.odd_bit, 1) == 1).then(|| get(words, 0, NUMBER_BITS) as u32)
    }

    pub(crate) fn write_odd(&self, number: u32, words: &mut [u64]) {
        put(words, 0, NUMBER_BITS, u64::from(number));
        put(words, self.odd_bit, 1, 1);
    }
}

fn mask(bits: usize) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

fn get(words: &[u64], shift: usize, bits: usize) -> u64 {
    if bits == 0 {
        return 0;
    }
    let (word, offset) = (shift / 64, shift % 64);
    let mut value = words[word] >> offset;
    if offset + bits > 64 {
        value |= words[word + 1] << (64 - offset);
    }
    value & mask(bits)
}

fn put(words: &mut [u64], shift: usize, bits: usize, value: u64) {
    if bits == 0 {
        return;
    }
    let (word, offset) = (shift / 64, shift % 64);
    words[word] = words[word] & !(mask(bits) << offset) | value << offset;
    if offset + bits > 64 {
        let low = 64 - offset;
        words[word + 1] = words[word + 1] & !mask(bits - low) | value >> low;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_put_is_got(fields in prop::collection::vec((0usize..=64, any::<u64>()), 1..12)) {
            let total: usize = fields.iter().map(|(bits, _)| bits).sum();
            let mut words = vec![u64::MAX; total.div_ceil(64) + 1];
            let mut shift = 0;
            for &(bits, value) in &fields {
                put(&mut words, shift, bits, value & mask(bits));
                shift += bits;
            }
            let mut shift = 0;
            for &(bits, value) in &fields {
                prop_assert_eq!(get(&words, shift, bits), value & mask(bits));
                shift += bits;
            }
            prop_assert!(get(&words, shift, 64.min(words.len() * 64 - shift)) == mask(64.min(words.len() * 64 - shift)));
        }
    }
}
