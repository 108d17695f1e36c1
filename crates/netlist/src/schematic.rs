//! A circuit as it is written (placeholder).
/// A circuit as it is written.
#[derive(Clone, Debug, PartialEq)]
pub struct Schematic;
