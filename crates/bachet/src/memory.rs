//! What a machine remembers from game to game.

/// A set of memory relays that stand operated, by their numbers from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Memory {
    /// Without zeros at the end, so that equal sets are equal.
    words: Vec<u64>,
}

impl Memory {
    /// Nothing remembered: a machine that has just been switched on.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether the relay of that number stands operated.
    pub fn contains(&self, relay: usize) -> bool {
        self.words.get(relay / 64).is_some_and(|word| word >> (relay % 64) & 1 == 1)
    }

    /// Operates the relay of that number; says whether it stood released.
    pub fn insert(&mut self, relay: usize) -> bool {
        let is_new = !self.contains(relay);
        if self.words.len() <= relay / 64 {
            self.words.resize(relay / 64 + 1, 0);
        }
        if let Some(word) = self.words.get_mut(relay / 64) {
            *word |= 1 << (relay % 64);
        }
        is_new
    }

    /// About how many bytes it takes up.
    pub(crate) fn bytes(&self) -> u64 {
        (size_of::<Self>() + size_of_val(self.words.as_slice())) as u64
    }

    /// The relays that stand operated, from the lowest number up.
    pub fn relays(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.words.len() * 64).filter(|&relay| self.contains(relay))
    }
}

impl FromIterator<usize> for Memory {
    fn from_iter<I: IntoIterator<Item = usize>>(relays: I) -> Self {
        let mut memory = Self::new();
        memory.extend(relays);
        memory
    }
}

impl Extend<usize> for Memory {
    fn extend<I: IntoIterator<Item = usize>>(&mut self, relays: I) {
        for relay in relays {
            self.insert(relay);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_sets_are_equal_however_they_came_about() {
        let memory: Memory = [70, 3, 64].into_iter().collect();
        assert_eq!(memory.relays().collect::<Vec<_>>(), [3, 64, 70]);
        assert_eq!(memory, [3, 64, 70, 3].into_iter().collect());
        let mut grown = Memory::new();
        assert!(grown.insert(3) && !grown.insert(3) && grown.insert(64) && grown.insert(70));
        assert_eq!(memory, grown);
        assert!(!memory.contains(4) && !memory.contains(1000));
    }
}
