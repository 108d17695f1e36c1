//! A run as waves: what viewers of digital signals show, as VCD and as FST.

mod format;
mod fst;
mod names;
mod signals;
mod tree;
mod vcd;
mod waves;

pub use format::{Bit, Decimal, Kind, Signal, WaveFormat};
pub use fst::Fst;
pub use vcd::Vcd;
pub use waves::{Contents, Waves};
