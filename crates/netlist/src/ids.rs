//! Typed indices and the tables they index: inside Kiber a part is a small number, and a name only
//! at the border.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A small typed index into a [`Table`].
pub trait Id: Copy + Eq + Ord {
    /// The id of row `index`. Tables are refused by the reader long before they reach `u32::MAX` rows.
    fn from_index(index: usize) -> Self;
    /// The row this id stands for.
    fn index(self) -> usize;
}

/// Defines typed indices: `typed_ids! { /// A part. PartId; }`.
#[macro_export]
macro_rules! typed_ids {
    ($($(#[$doc:meta])* $visibility:vis $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $visibility struct $name(u32);

        impl $crate::Id for $name {
            fn from_index(index: usize) -> Self {
                debug_assert!(u32::try_from(index).is_ok());
                Self(index as u32)
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.0)
            }
        }
    )*};
}

typed_ids! {
    /// A part: whatever has a name in `parts:`.
    pub PartId;
    /// A net: an ideal conductor.
    pub NetId;
    /// A contact of a part, shown as `K1/2`.
    pub ContactId;
}

/// Rows of one kind, indexed by their typed id.
#[derive(Clone, Debug, PartialEq)]
pub struct Table<I, T> {
    rows: Vec<T>,
    id: PhantomData<I>,
}

impl<I: Id, T> Table<I, T> {
    /// A table without rows.
    pub fn new() -> Self {
        Self { rows: Vec::new(), id: PhantomData }
    }

    /// Adds a row and returns its id.
    pub fn push(&mut self, row: T) -> I {
        self.rows.push(row);
        I::from_index(self.rows.len() - 1)
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The row of `id`, if the id belongs to this table.
    pub fn get(&self, id: I) -> Option<&T> {
        self.rows.get(id.index())
    }

    /// Every id with its row, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (I, &T)> + DoubleEndedIterator {
        self.rows.iter().enumerate().map(|(index, row)| (I::from_index(index), row))
    }

    /// Every id, in order.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = I> + DoubleEndedIterator + use<I, T> {
        (0..self.rows.len()).map(I::from_index)
    }

    /// The rows, in order.
    pub fn rows(&self) -> &[T] {
        &self.rows
    }
}

impl<I: Id, T> Default for Table<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Id, T> Index<I> for Table<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        &self.rows[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for Table<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.rows[id.index()]
    }
}

impl<I: Id, T> FromIterator<T> for Table<I, T> {
    fn from_iter<R: IntoIterator<Item = T>>(rows: R) -> Self {
        Self { rows: rows.into_iter().collect(), id: PhantomData }
    }
}
