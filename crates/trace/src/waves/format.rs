//! What a wave file has to be able to write, whichever its format.

use std::io;

use kiber_engine::Micros;

/// A signal of a wave file, by its number: they are declared from 0 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signal(pub u32);

/// What a signal can say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// 0, 1, or x.
    Bit,
    /// A whole number of so many bits, or x.
    Number(u32),
    /// A decimal number, or none.
    Real,
    /// Text.
    Text,
}

/// A bit of a wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bit {
    /// No.
    Zero,
    /// Yes.
    One,
    /// Neither.
    X,
}

impl From<bool> for Bit {
    fn from(is: bool) -> Self {
        if is { Self::One } else { Self::Zero }
    }
}

/// A decimal number, exactly: so many thousandths, or millionths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimal {
    /// The number without its point.
    pub units: i64,
    /// How many digits stand after the point, at most 9.
    pub decimals: u8,
}

impl Decimal {
    /// The nearest binary number, which is also what its digits are read as.
    pub fn to_f64(self) -> f64 {
        // Both are exact up to 2^53, so the quotient is rounded once.
        self.units as f64 / 10_u64.pow(u32::from(self.decimals.min(9))) as f64
    }
}

/// A format of wave files, and where one is being written to.
///
/// What cannot be written is remembered and said by [`finish`](Self::finish); nothing more is written
/// then. Signals are told of after the head has ended, times only go forwards, and a signal may change
/// several times at one instant.
pub trait WaveFormat {
    /// What was written into.
    type Out;

    /// A line for whoever reads the file, in the head; printable ASCII.
    fn remark(&mut self, text: &str);
    /// Begins a scope within the one that is open; signals lie in scopes.
    fn begin_scope(&mut self, name: &str);
    /// Ends the scope that is open.
    fn end_scope(&mut self);
    /// Declares a signal in the scope that is open.
    fn signal(&mut self, name: &str, kind: Kind) -> Signal;
    /// The head is over; next come the values before anything has happened.
    fn end_of_head(&mut self);
    /// The values before anything has happened are over.
    fn end_of_start(&mut self);
    /// What follows is at this instant, in microseconds since power-up.
    fn instant(&mut self, at: Micros);
    /// Says a bit.
    fn bit(&mut self, signal: Signal, bit: Bit);
    /// Says a number; none is x.
    fn number(&mut self, signal: Signal, number: Option<u32>);
    /// Says a decimal number; none is not a number.
    fn real(&mut self, signal: Signal, real: Option<Decimal>);
    /// Says a text; printable ASCII.
    fn text(&mut self, signal: Signal, text: &str);
    /// The last instant is over: everything is written.
    ///
    /// # Errors
    /// When something could not be written, now or before.
    fn finish(self) -> io::Result<Self::Out>;
}
