//! A row of bits.

/// A row of bits of a fixed length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bits {
    words: Box<[u64]>,
}

impl Bits {
    /// So many bits, none of them set.
    pub(crate) fn new(count: usize) -> Self {
        Self { words: vec![0; count.div_ceil(64)].into() }
    }

    #[inline]
    pub(crate) fn has(&self, index: usize) -> bool {
        self.words[index / 64] >> (index % 64) & 1 == 1
    }

    #[inline]
    pub(crate) fn flip(&mut self, index: usize) {
        self.words[index / 64] ^= 1 << (index % 64);
    }

    /// The first 64 bits.
    #[inline]
    pub(crate) fn first_word(&self) -> u64 {
        self.words.first().copied().unwrap_or_default()
    }
}
