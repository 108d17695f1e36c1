//! What an electrician would say: one group of questions a file.

mod blocks;
mod fuses;
mod mixed;
mod names;
mod pins;
mod rest;
mod supply;
mod times;
mod values;
mod windings;
mod wiring;

pub(crate) use names::check_names;
pub(crate) use values::check_values;

use crate::circuit::Circuit;
use crate::read::reader::Reader;
use crate::subcircuits::flat::Flat;
use wiring::Wiring;

/// The questions about the wiring, asked of a circuit that could be built.
///
/// A circuit with pins is a piece of others: what feeds it is not to be seen here.
pub(crate) fn check_wiring(reader: &mut Reader<'_>, flat: &Flat<'_>, circuit: &Circuit, has_pins: bool) {
    let wiring = Wiring::of(circuit, flat);
    let connected = wiring.merged(|_| true);
    pins::check_pins(reader, &wiring);
    rest::check_rest(reader, &wiring);
    mixed::check_mixed(reader, &wiring, &connected);
    windings::check_windings(reader, &wiring);
    fuses::check_fuses(reader, &wiring);
    if !has_pins {
        supply::check_supply(reader, &wiring, &connected);
    }
}
