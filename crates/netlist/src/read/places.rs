//! Where everything that was read stands in the text, beside the schematic and in the same order.

use crate::text::Span;

/// The places of a part or a model.
#[derive(Clone, Debug, Default)]
pub(crate) struct PartPlaces {
    /// The name, with its quotes.
    pub(crate) name: Span,
    /// The word for the kind.
    pub(crate) kind: Span,
    /// The values given.
    pub(crate) fields: Vec<(&'static str, Span)>,
    /// The nets of `pins`, or of `coil`, `set`, `reset` and `home`, in the order of the kind's table.
    pub(crate) pins: Vec<Span>,
    /// The contacts, in order; of a stepper its off-normal contacts, then its interrupters, whichever
    /// the text gives first.
    pub(crate) contacts: Vec<ContactPlaces>,
    /// The wafers, in order.
    pub(crate) wafers: Vec<WaferPlaces>,
    /// The windings of `coils`, in order; the pins of the only `coil` are in `pins`.
    pub(crate) coils: Vec<CoilPlaces>,
    /// The pins of a sub-circuit in use, each with what it is joined to, in order.
    pub(crate) joins: Vec<[Span; 2]>,
}

/// The places of a contact.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ContactPlaces {
    pub(crate) name: Span,
    /// Make and break: both ends. Change-over: common, break side, make side. Wafer: common.
    pub(crate) nets: [Option<Span>; 3],
}

/// The places of a wafer.
#[derive(Clone, Debug, Default)]
pub(crate) struct WaferPlaces {
    pub(crate) common: Span,
    /// By place, as far as the text goes.
    pub(crate) nets: Vec<Span>,
}

/// The places of a winding.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CoilPlaces {
    pub(crate) pins: [Span; 2],
}

/// The places of the names in `roles` or in `drawing`.
#[derive(Debug, Default)]
pub(crate) struct NamesPlaces {
    /// The word for the field or its value.
    pub(crate) whole: Span,
    /// Each name or range of each field, in order.
    pub(crate) names: Vec<(&'static str, Vec<Span>)>,
}

impl PartPlaces {
    /// Adds what is inside the value of a field.
    pub(crate) fn add_inside(&mut self, value: Self) {
        let Self { name: _, kind: _, fields: _, pins, contacts, wafers, coils, joins } = value;
        self.pins.extend(pins);
        self.contacts.extend(contacts);
        self.wafers.extend(wafers);
        self.coils.extend(coils);
        self.joins.extend(joins);
    }

    /// The place of a field's value, if the text gives it here.
    pub(crate) fn field(&self, name: &str) -> Option<Span> {
        self.fields.iter().find(|(field, _)| *field == name).map(|&(_, span)| span)
    }
}
