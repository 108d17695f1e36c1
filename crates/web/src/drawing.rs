//! The drawing of a circuit, as the page has it.

use kiber_draw::ladder::{Drawing, Options};
use kiber_netlist::Circuit;

/// A circuit as current paths, without a state, which the page puts on it, and without its style, which the page
/// has already.
pub fn drawing(circuit: &Circuit) -> String {
    Drawing::new(circuit, &Options::default()).svg_without_style(None)
}
