//! What is asked about.

use kiber_netlist::{Circuit, ContactId, NetId, PartId, PartKind, nearest};

use crate::words::plain;

/// Something that can be asked *why* of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    Part(PartId),
    Contact(ContactId),
    Net(NetId),
}

/// Words that may stand before the name: the answer is the same, since it says which it is.
const FILLERS: [&str; 4] = ["not ", "still ", "is ", "since when "];

/// Finds what is meant: a part by name or label, a contact, or a net. `why not K1` and `why still K1` are asked as
/// people ask, unless something is called so.
pub(crate) fn subject(circuit: &Circuit, name: &str) -> Result<Subject, String> {
    match exactly(circuit, name) {
        Err(message) => {
            let rest = FILLERS.iter().find_map(|filler| name.strip_prefix(filler)).map(str::trim);
            rest.map_or(Err(message), |rest| exactly(circuit, rest))
        }
        found => found,
    }
}

fn exactly(circuit: &Circuit, name: &str) -> Result<Subject, String> {
    if let Some(part) = circuit.part(name) {
        let known = &circuit.parts[part];
        return match known.kind {
            PartKind::Relay(_)
            | PartKind::Stepper(_)
            | PartKind::Lamp(_)
            | PartKind::Button(_)
            | PartKind::Toggle(_)
            | PartKind::Selector(_) => Ok(Subject::Part(part)),
            _ => Err(format!(
                "{} is a {}: ask why of a relay, a stepper, a lamp, a contact (K1/2) or a net",
                known.name,
                known.kind.noun()
            )),
        };
    }
    if let Some(contact) = circuit.contact(name) {
        return Ok(Subject::Contact(contact));
    }
    if let Some(net) = circuit.net(name) {
        return Ok(Subject::Net(net));
    }
    let parts = circuit.parts.rows().iter().flat_map(|part| std::iter::once(&part.name).chain(&part.label));
    let names = parts.chain(circuit.nets.rows().iter().map(|net| &net.name)).map(String::as_str);
    let near: Vec<String> = nearest(name, names).into_iter().map(|near| format!("`{near}`")).collect();
    let name = plain(name);
    Err(match near.as_slice() {
        [] => format!("there is no part, contact or net `{name}` in this circuit"),
        near => {
            format!("there is no part, contact or net `{name}` in this circuit; did you mean {}?", near.join(" or "))
        }
    })
}
