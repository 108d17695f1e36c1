//! Dashed frames around sub-circuits whose parts stand together.

use kiber_netlist::{Circuit, Id};

use super::drawing::{Drawing, part_of};
use super::geometry::{Frame, Rect, Says};

const AROUND: i32 = 5;

/// A frame for every instance that has two symbols or more and no foreign one between them.
pub(crate) fn frames(circuit: &Circuit, drawing: &Drawing) -> Vec<Frame> {
    // A symbol with its name, and the part that it belongs to.
    let taken: Vec<(usize, Rect)> = drawing
        .symbols
        .iter()
        .filter_map(|symbol| {
            let names = drawing.texts.iter().filter(|text| match text.says {
                Says::Name(what) | Says::Value(what) => what == symbol.what,
                _ => false,
            });
            let bounds = names.fold(symbol.bounds, |bounds, text| bounds.around(&text.bounds));
            Some((part_of(circuit, symbol.what)?.index(), bounds))
        })
        .collect();
    let frame = |(instance, row): (usize, &kiber_netlist::Instance)| {
        let own = || taken.iter().filter(|(part, _)| row.parts.contains(part)).map(|(_, bounds)| *bounds);
        let bounds = own().reduce(|one, other| one.around(&other))?;
        let bounds =
            Rect { left: bounds.left - AROUND, top: bounds.top, right: bounds.right + AROUND, bottom: bounds.bottom };
        let mut foreign = taken.iter().filter(|(part, _)| !row.parts.contains(part));
        (own().count() > 1 && foreign.all(|(_, other)| !other.overlaps(&bounds))).then_some(Frame { instance, bounds })
    };
    circuit.instances.iter().enumerate().filter_map(frame).collect()
}
