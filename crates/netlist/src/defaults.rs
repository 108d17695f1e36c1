//! Which values a circuit leaves to the defaults, for people who want to see them.

use std::collections::BTreeMap;

use crate::build::Resolver;
use crate::circuit::Circuit;
use crate::kinds::{Kind, What};
use crate::schematic::{Value, Written};

/// A value that holds because neither the part nor its model gives it.
#[derive(Clone, Debug, PartialEq)]
pub struct DefaultValue {
    /// The kind of part: `"Relay"`.
    pub kind: &'static str,
    /// The field: `"operate_ma"`.
    pub field: &'static str,
    /// The value.
    pub value: f64,
    /// Its unit: `"mA"`.
    pub unit: &'static str,
    /// How many parts of the circuit it holds for.
    pub parts: usize,
}

impl Circuit {
    /// The defaults that hold somewhere in this circuit, kind by kind; values that are 0 unless
    /// somebody wants more (an internal resistance, a diode's drop) are left out.
    pub fn defaults_used(&self) -> Vec<DefaultValue> {
        self.defaults.clone()
    }
}

/// The defaults that hold for these parts.
pub(crate) fn defaults<'d>(parts: impl Iterator<Item = Resolver<'d>>) -> Vec<DefaultValue> {
    let mut counts: BTreeMap<(&str, usize), usize> = BTreeMap::new();
    for values in parts {
        let Some(written) = &values.part.written else { continue };
        for (row, field) in written.kind.fields.iter().enumerate() {
            let given = |field: &str| values.value(field);
            let is_needed = !given_by_windings(written, field.name) && is_used(written.kind, field.name, given);
            if given(field.name).is_none() && is_needed {
                *counts.entry((written.kind.name, row)).or_default() += 1;
            }
        }
    }
    let mut found = Vec::new();
    for ((kind, row), parts) in counts {
        let Some(field) = Kind::named(kind).and_then(|kind| kind.fields.get(row)) else { continue };
        let What::Number(limits) = field.what else { continue };
        let Some((value, kind)) = limits.default.zip(Kind::named(kind)) else { continue };
        if value != 0.0 {
            found.push(DefaultValue { kind: kind.name, field: field.name, value, unit: limits.unit, parts });
        }
    }
    found
}

/// Whether the value of a field matters beside the others given.
fn is_used<'a>(kind: &Kind, field: &str, given: impl Fn(&str) -> Option<&'a Value>) -> bool {
    match (kind.name, field) {
        ("DelayRelay", "operate_ms") => given("kind") != Some(&Value::Word("OnDelay")),
        ("DelayRelay", "release_ms") => given("kind") != Some(&Value::Word("OffDelay")),
        ("Polarized", "release_ma" | "release_ms") => given("centre") == Some(&Value::Flag(true)),
        ("Stepper", "home_ms") => given("home").is_some(),
        _ => true,
    }
}

/// Whether every winding of a relay has a value of its own for a field.
fn given_by_windings(part: &Written, field: &str) -> bool {
    let Some(Value::Coils(coils)) = part.get("coils") else {
        return false;
    };
    match field {
        "coil_ohms" => coils.iter().all(|(_, coil)| coil.ohms.is_some()),
        "operate_ma" => coils.iter().all(|(_, coil)| coil.operate_ma.is_some()),
        _ => false,
    }
}
