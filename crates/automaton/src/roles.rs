//! Which part of a circuit plays which role.

use kiber_netlist::{Circuit, Roles};

use crate::error::Error;

/// The roles no machine can do without: the role, the article's names for it and their kind.
const NEEDED: [(&str, &str, u32, &str); 5] = [
    ("lamps", "L", 8, "Lamp"),
    ("toggles", "V", 8, "Toggle"),
    ("move", "KN1", 1, "Button"),
    ("punish", "KN2", 1, "Button"),
    ("reset", "KN4", 1, "Button"),
];

/// The roles of the circuit's parts, which the reader found by `roles:` or by the article's names.
///
/// # Errors
/// [`Error::NotAMachine`] with every role that has no part.
pub(crate) fn find_roles(circuit: &Circuit) -> Result<Roles, Error> {
    match &circuit.roles {
        Some(roles) if !roles.lamps.is_empty() => Ok(roles.clone()),
        Some(_) => Err(Error::NotAMachine { missing: vec!["lamps (none named)".to_string()] }),
        None => Err(Error::NotAMachine { missing: missing(circuit) }),
    }
}

/// Every role for which the circuit has not all the parts by the article's names.
fn missing(circuit: &Circuit) -> Vec<String> {
    let is_there = |name: &str, kind: &str| {
        circuit.part(name).and_then(|part| circuit.parts.get(part)).is_some_and(|part| part.kind.name() == kind)
    };
    let mut missing = Vec::new();
    for (role, name, number, kind) in NEEDED {
        let (all, names) = if number == 1 {
            (is_there(name, kind), name.to_string())
        } else {
            let all = (1..=number).all(|number| is_there(&format!("{name}{number}"), kind));
            (all, format!("{name}1..{name}{number}"))
        };
        if !all {
            missing.push(format!("{role} ({names})"));
        }
    }
    missing
}
