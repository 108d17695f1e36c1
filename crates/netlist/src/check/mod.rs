//! What an electrician would say: one group of questions a file.

mod blocks;
mod mixed;
mod names;
mod pins;
mod rest;
mod supply;
mod values;
mod wiring;

pub(crate) use names::check_names;
pub(crate) use values::check_values;

use crate::circuit::Circuit;
use crate::read::Draft;
use crate::read::reader::Reader;
use wiring::Wiring;

/// The questions about the wiring, asked of a circuit that could be built.
pub(crate) fn check_wiring(reader: &mut Reader<'_>, draft: &Draft, circuit: &Circuit) {
    let wiring = Wiring::of(circuit, &draft.parts);
    let connected = wiring.merged(|_| true);
    pins::check_pins(reader, &wiring);
    rest::check_rest(reader, &wiring);
    mixed::check_mixed(reader, &wiring, &connected);
    supply::check_supply(reader, &wiring, &connected);
}
