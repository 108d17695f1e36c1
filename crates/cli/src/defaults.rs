//! The values that a circuit leaves to their defaults.

use std::io::{self, Write};

use kiber_netlist::{Circuit, DefaultValue};
use serde_json::{Value, json};

use crate::words::{count, heading, wrapped};

/// Writes a line for each kind of part: `Relay, 2 parts: coil_ohms 500, operate_ma 28, …`.
pub(crate) fn write(out: &mut dyn Write, circuit: &Circuit, color: bool) -> io::Result<()> {
    let defaults = circuit.defaults_used();
    if defaults.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{}", heading("Left to the defaults", color))?;
    for group in defaults.chunk_by(|a, b| (a.kind, a.parts) == (b.kind, b.parts)) {
        let Some(DefaultValue { kind, parts, .. }) = group.first() else { continue };
        let values: Vec<String> = group.iter().map(|default| format!("{} {}", default.field, default.value)).collect();
        let text = format!("{kind}, {}: {}", count(*parts as u64, "part"), values.join(", "));
        for line in wrapped(&text, 78) {
            writeln!(out, "  {line}")?;
        }
    }
    Ok(())
}

/// The same for a program.
pub(crate) fn value(circuit: &Circuit) -> Value {
    let defaults = circuit.defaults_used().into_iter().map(|default| {
        let DefaultValue { kind, field, value, unit, parts } = default;
        json!({ "kind": kind, "field": field, "value": value, "unit": unit, "parts": parts })
    });
    defaults.collect()
}
