//! Dashed frames around sub-circuits whose parts stand together.

use std::collections::BTreeMap;

use kiber_netlist::{Circuit, Id};

use super::drawing::{Drawing, part_of};
use super::geometry::{Frame, Rect, Says, What};

const AROUND: i32 = 5;

/// A frame for every instance that has two symbols or more and no foreign one between them.
pub(crate) fn frames(circuit: &Circuit, drawing: &Drawing) -> Vec<Frame> {
    if circuit.instances.is_empty() {
        return Vec::new();
    }
    // A symbol with its name, and the part that it belongs to.
    let mut whole: BTreeMap<What, Rect> = drawing.symbols.iter().map(|symbol| (symbol.what, symbol.bounds)).collect();
    for text in &drawing.texts {
        if let Says::Name(what) | Says::Value(what) = text.says
            && let Some(bounds) = whole.get_mut(&what)
        {
            *bounds = bounds.around(&text.bounds);
        }
    }
    let taken: Vec<(usize, Rect)> =
        whole.into_iter().filter_map(|(what, bounds)| Some((part_of(circuit, what)?.index(), bounds))).collect();
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
