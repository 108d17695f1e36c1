//! The values that may vary: the volts of sources, and the ohms of all that resists.

use std::sync::Arc;

use kiber_netlist::{Circuit, Id, PartId, PartKind, Quantity};

use crate::plan::{LoadId, LoadKind, Plan, SourceId};

/// A source whose internal resistance may be 0 or not counts as having at least so many ohms. What a
/// coil carries changes by less than is told apart.
const HARDLY_OHMS: f64 = 1e-6;

/// A value of a part that is set to one end of its range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// The part.
    pub part: PartId,
    /// Which of its values.
    pub what: Varied,
    /// What it is set to, in volts or ohms.
    pub value: f64,
}

/// Which value of a part varies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Varied {
    /// The volts of a source.
    Volts,
    /// The internal ohms of a source.
    InternalOhms,
    /// The ohms of a resistor or, from its rated volts and amperes, of a lamp.
    Ohms,
    /// The ohms of a winding, by its number.
    WindingOhms(usize),
}

/// Where in its range a value stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Level {
    Least,
    #[default]
    Nominal,
    Most,
}

impl Level {
    pub(super) fn of(self, range: Quantity) -> f64 {
        match self {
            Self::Least => range.min,
            Self::Nominal => range.nominal,
            Self::Most => range.max,
        }
    }

    pub(super) fn other_end(self) -> Self {
        match self {
            Self::Least => Self::Most,
            Self::Nominal | Self::Most => Self::Least,
        }
    }
}

/// The ranges of a plan's values.
#[derive(Debug)]
pub(super) struct Values {
    ohms: Vec<Quantity>,
    volts: Vec<Quantity>,
}

impl Values {
    pub(super) fn new(plan: &Plan) -> Self {
        let ohms = plan.loads.ids().map(|load| ohms(plan, load)).collect();
        let volts = plan.sources.iter().map(|(_, source)| match &plan.circuit.parts[source.part].kind {
            PartKind::Source(known) => known.volts,
            _ => Quantity::exactly(source.volts),
        });
        Self { ohms, volts: volts.collect() }
    }

    pub(super) fn ohms(&self, load: LoadId) -> Quantity {
        self.ohms[load.index()]
    }

    pub(super) fn volts(&self, source: SourceId) -> Quantity {
        self.volts[source.index()]
    }

    /// Whether any of them varies.
    pub(super) fn vary(&self) -> bool {
        self.ohms.iter().chain(&self.volts).any(|range| range.min < range.max)
    }
}

/// The range of a load's resistance.
fn ohms(plan: &Plan, load: LoadId) -> Quantity {
    let known = &plan.loads[load];
    match &plan.circuit.parts[known.part].kind {
        PartKind::Resistor(resistor) => resistor.ohms,
        PartKind::Lamp(lamp) => Quantity {
            min: lamp.volts.min / lamp.amps.max,
            nominal: known.ohms,
            max: lamp.volts.max / lamp.amps.min,
            stated_range: lamp.volts.stated_range || lamp.amps.stated_range,
        },
        PartKind::Source(source) => {
            let range = source.internal_ohms;
            Quantity { min: range.min.max(HARDLY_OHMS), max: range.max.max(HARDLY_OHMS), ..range }
        }
        kind => kind.coils().nth(winding_number(plan, load)).map_or(Quantity::exactly(known.ohms), |coil| coil.ohms),
    }
}

/// The place of a winding among those of its part.
pub(super) fn winding_number(plan: &Plan, load: LoadId) -> usize {
    let first = plan.of_part(plan.loads[load].part).first_load;
    first.map_or(0, |first| load.index().saturating_sub(first.index()))
}

/// Which value of its part a load's resistance is.
pub(super) fn varied(plan: &Plan, load: LoadId) -> Varied {
    match plan.loads[load].kind {
        LoadKind::Winding { .. } => Varied::WindingOhms(winding_number(plan, load)),
        LoadKind::Internal { .. } => Varied::InternalOhms,
        _ => Varied::Ohms,
    }
}

/// An end of a load's range as the circuit states it.
pub(super) fn stated(ohms: f64) -> f64 {
    if ohms <= HARDLY_OHMS { 0.0 } else { ohms }
}

/// The circuit with a trace of resistance in each source that is nominally ideal and need not be, so
/// that it is the same kind of source at all its values.
pub(super) fn stiffened(circuit: &Arc<Circuit>) -> Arc<Circuit> {
    let may_resist = |kind: &PartKind| match kind {
        PartKind::Source(source) => source.internal_ohms.nominal < HARDLY_OHMS && source.internal_ohms.max > 0.0,
        _ => false,
    };
    if !circuit.parts.rows().iter().any(|part| may_resist(&part.kind)) {
        return Arc::clone(circuit);
    }
    let mut stiffened = Circuit::clone(circuit);
    for id in circuit.parts.ids() {
        let kind = &mut stiffened.parts[id].kind;
        if may_resist(kind)
            && let PartKind::Source(source) = kind
        {
            source.internal_ohms.nominal = HARDLY_OHMS;
        }
    }
    Arc::new(stiffened)
}
