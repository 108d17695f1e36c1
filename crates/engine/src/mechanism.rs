//! What moves (placeholder; the interface is real).

/// A place of a mechanism, by its number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(pub u8);

impl Place {
    /// A relay that rests released, a button that is free, a toggle that is off.
    pub const RELEASED: Place = Place(0);
    /// On its way to operated.
    pub const LEAVING: Place = Place(1);
    /// Operated, pressed, on.
    pub const OPERATED: Place = Place(2);
    /// On its way back.
    pub const RETURNING: Place = Place(3);
}

/// What the drive of a mechanism asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Request {
    /// Nothing: a coil current between release and operate.
    #[default]
    Nothing,
    /// To operate.
    Operate,
    /// To release.
    Release,
}
