//! A table as bytes, and checked when it is read again.

use std::fmt;
use std::io::{self, Read, Write};

use super::{EndgameTable, future_by_moves};
use crate::packed::{Lanes, Large, Packed, Ranking, Small, Sowing};
use crate::rules::Rules;

/// How a table begins.
const MAGIC: &[u8; 16] = b"Kiber endgames 1";
const HEADER: usize = MAGIC.len() + 16;

/// Why bytes are no table.
#[derive(Debug)]
#[non_exhaustive]
pub enum TableError {
    /// They cannot be read or written.
    Io(io::Error),
    /// They do not begin as a table does.
    NotATable,
    /// The rules, the pits or the stones are none that a table has.
    Header,
    /// There are fewer or more bytes than the table has positions.
    Length {
        /// How many positions a table has that begins so.
        positions: u64,
    },
    /// The bytes are not those that were written.
    Damaged,
    /// A value is not what the moves from its position come to.
    Wrong {
        /// The number of the position.
        position: u64,
    },
}

impl EndgameTable {
    /// Writes the table: a line that says what it is, rules, pits and stones, a sum to check by, and the
    /// values.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let rules = Rules::ALL.iter().position(|&rules| rules == self.rules).unwrap_or_default();
        let mut header = MAGIC.to_vec();
        header.extend([rules as u8, self.pits as u8, self.stones as u8, 0, 0, 0, 0, 0]);
        header.extend(self.sum().to_le_bytes());
        out.write_all(&header)?;
        out.write_all(&self.values)
    }

    /// Reads a table that was written, and checks it: its length, its sum, and whether the values of
    /// some thousands of positions are what the moves from them come to.
    ///
    /// # Errors
    /// [`TableError`]: what is no table, or is damaged.
    pub fn read(input: &mut impl Read) -> Result<Self, TableError> {
        let mut header = [0; HEADER];
        input.read_exact(&mut header).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => TableError::NotATable,
            _ => TableError::Io(error),
        })?;
        let (magic, fields) = header.split_at(MAGIC.len());
        let (&[rules, pits, stones, ref zeros @ ..], sum) = fields.split_at(8) else { return Err(TableError::Header) };
        if magic != MAGIC {
            return Err(TableError::NotATable);
        }
        let positions =
            Self::positions(usize::from(pits), u32::from(stones)).filter(|_| zeros.iter().all(|&zero| zero == 0));
        let ranking = Ranking::new(u32::from(pits), u32::from(stones));
        let (Some(&rules), Some(positions), Some(ranking)) = (Rules::ALL.get(usize::from(rules)), positions, ranking)
        else {
            return Err(TableError::Header);
        };
        let mut values = Vec::new();
        // One byte more than there should be tells a longer file.
        input.take(positions + 1).read_to_end(&mut values).map_err(TableError::Io)?;
        if values.len() as u64 != positions {
            return Err(TableError::Length { positions });
        }
        let table = Self { rules, pits: u32::from(pits), stones: u32::from(stones), ranking, values };
        if sum != table.sum().to_le_bytes() {
            return Err(TableError::Damaged);
        }
        if table.pits() <= Sowing::<Small>::MOST_PITS {
            table.check(&Sowing::<Small>::new(rules, table.pits()))?;
        } else {
            table.check(&Sowing::<Large>::new(rules, table.pits()))?;
        }
        Ok(table)
    }

    /// Works some values out again.
    fn check<L: Lanes>(&self, sowing: &Sowing<L>) -> Result<(), TableError> {
        const CHECKED: u64 = 10_000;
        let count = self.values.len() as u64;
        let step = (count / CHECKED).max(1) as usize;
        for position in (0..count).rev().step_by(step) {
            let pits: Packed<L> = self.ranking.position(position);
            let future = future_by_moves(sowing, &self.ranking, pits, |rank| self.future(rank));
            if future != self.future(position) {
                return Err(TableError::Wrong { position });
            }
        }
        Ok(())
    }

    /// FNV-1a over the header's fields and the values, eight bytes at a time (Fowler, Noll and Vo).
    fn sum(&self) -> u64 {
        let seed =
            0xCBF2_9CE4_8422_2325 ^ u64::from(self.pits) << 8 ^ u64::from(self.stones) ^ (self.rules as u64) << 16;
        let mix = |sum: u64, word: u64| (sum ^ word).wrapping_mul(0x0100_0000_01B3);
        let (words, rest) = self.values.as_chunks::<8>();
        let sum = words.iter().fold(seed, |sum, &word| mix(sum, u64::from_le_bytes(word)));
        rest.iter().fold(sum, |sum, &byte| mix(sum, u64::from(byte)))
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "{error}"),
            Self::NotATable => f.write_str("no endgame table: it does not begin as one"),
            Self::Header => f.write_str("no endgame table that this program could have written"),
            Self::Length { positions } => {
                write!(f, "an endgame table cut short or with something after it: it should hold {positions} values")
            }
            Self::Damaged => f.write_str("a damaged endgame table: its values are not those that were written"),
            Self::Wrong { position } => write!(
                f,
                "a wrong endgame table: the value of position {position} is not what the moves from it come to"
            ),
        }
    }
}

impl std::error::Error for TableError {}
