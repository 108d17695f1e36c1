//! Tables for the one who solders: what is on each net, and what each relay has. As CSV (RFC 4180).
//!
//! A cell that a spreadsheet would take for a formula has an apostrophe in front.
//!
//! ```
//! let source = r#"Circuit(title: "A relay", parts: {
//!     "G1": Source(plus: "+", minus: "-", volts: 24.0),
//!     "K1": Relay(coil: ("+", "-"), contacts: {"1": Changeover(common: "+", break: "a", make: "b")}),
//! })"#;
//! let circuit = kiber_netlist::read(source).circuit.unwrap();
//! assert_eq!(kiber_draw::table::wiring(&circuit), "\
//! net,pins,part,label,terminal,kind
//! +,3,G1,,plus,source
//! +,3,K1,,coil +,relay
//! +,3,K1,,1 common,relay
//! -,2,G1,,minus,source
//! -,2,K1,,coil -,relay
//! a,1,K1,,1 break,relay
//! b,1,K1,,1 make,relay
//! ");
//! ```

use std::fmt::Write as _;

use kiber_netlist::{Circuit, ContactForm, Id, NetId, PartId, PartKind};

use crate::ladder::{Drawing, Options, What};

/// The wiring list: a row for every pin on every net, nets in the order of the circuit.
pub fn wiring(circuit: &Circuit) -> String {
    let mut pins: Vec<Vec<(PartId, String)>> = vec![Vec::new(); circuit.nets.len()];
    for (part, _) in circuit.parts.iter() {
        for (net, terminal) in terminals(circuit, part) {
            if let Some(list) = pins.get_mut(net.index()) {
                list.push((part, terminal));
            }
        }
    }
    let mut out = String::new();
    row(&mut out, &["net", "pins", "part", "label", "terminal", "kind"]);
    for ((_, net), pins) in circuit.nets.iter().zip(&pins) {
        for (part, terminal) in pins {
            let Some(part) = circuit.parts.get(*part) else { continue };
            let label = part.label.as_deref().unwrap_or_default();
            row(&mut out, &[&net.name, &pins.len().to_string(), &part.name, label, terminal, part.kind.noun()]);
        }
    }
    out
}

/// The relays and whatever else has contacts: a row for every winding and for every contact, with its nets and
/// the number of its path in the drawing that [`Drawing::new`] makes.
pub fn contacts(circuit: &Circuit, options: &Options) -> String {
    let drawing = Drawing::new(circuit, options);
    let path = |is_it: &dyn Fn(What) -> bool| {
        let paths = drawing.symbols.iter().filter(|symbol| is_it(symbol.what)).map(|symbol| symbol.path);
        let mut paths: Vec<String> = paths.map(|path| path.to_string()).collect();
        paths.dedup();
        paths.join(" ")
    };
    let net = |net: Option<NetId>| net.and_then(|net| circuit.nets.get(net)).map_or("", |net| net.name.as_str());
    let mut out = String::new();
    row(&mut out, &["part", "label", "kind", "item", "form", "net_1", "net_2", "net_3", "ohms", "operate_ma", "path"]);
    for (id, part) in circuit.parts.iter() {
        let label = part.label.as_deref().unwrap_or_default();
        let start = [part.name.as_str(), label, part.kind.noun()];
        let mut item = |cells: [&str; 8]| row(&mut out, &[&start[..], &cells[..]].concat());
        for (winding, coil) in part.kind.coils().enumerate() {
            let name = coil_name(&part.kind, winding);
            let (ohms, operate) = (coil.ohms.nominal.to_string(), coil.operate_ma.nominal.to_string());
            let path = path(&|what| what == What::Winding(id, winding));
            item([&name, "coil", net(Some(coil.plus)), net(Some(coil.minus)), "", &ohms, &operate, &path]);
        }
        for &contact in circuit.contacts_of(id) {
            let Some(contact_row) = circuit.contacts.get(contact) else { continue };
            let path = path(&|what| match what {
                What::Side(other, _) | What::Changeover(other) => other == contact,
                _ => false,
            });
            let name = contact_row.name.as_str();
            let mut two = |form, one, other| item([name, form, net(Some(one)), net(Some(other)), "", "", "", &path]);
            match &contact_row.form {
                &ContactForm::Make(one, other) => two("make", one, other),
                &ContactForm::Break(one, other) => two("break", one, other),
                &ContactForm::Left(one, other) => two("left", one, other),
                &ContactForm::Right(one, other) => two("right", one, other),
                &ContactForm::Changeover { common, break_side, make_side, bridging } => {
                    let form = if bridging { "change-over, make before break" } else { "change-over" };
                    item([name, form, net(Some(common)), net(break_side), net(make_side), "", "", &path]);
                }
                ContactForm::Wafer { common, places, .. } => {
                    for (place, to) in places.iter().enumerate().filter(|(_, to)| to.is_some()) {
                        let form = format!("place {place}");
                        item([name, &form, net(Some(*common)), net(*to), "", "", "", &path]);
                    }
                }
            }
        }
    }
    out
}

/// The pins of a part with what they are called, in the order of the text.
fn terminals(circuit: &Circuit, part: PartId) -> Vec<(NetId, String)> {
    let Some(row) = circuit.parts.get(part) else { return Vec::new() };
    let mut terminals: Vec<(NetId, String)> = Vec::new();
    match &row.kind {
        PartKind::Relay(_) | PartKind::Stepper(_) => {
            for (winding, coil) in row.kind.coils().enumerate() {
                let name = coil_name(&row.kind, winding);
                terminals.push((coil.plus, format!("{name} +")));
                terminals.push((coil.minus, format!("{name} -")));
            }
        }
        kind => {
            let names: &[&str] = match kind {
                PartKind::Source(_) => &["plus", "minus"],
                PartKind::Diode(_) => &["anode", "cathode"],
                _ => &[],
            };
            for (number, net) in kind.own_pins().into_iter().enumerate() {
                let name = names.get(number).map_or_else(|| (number + 1).to_string(), |name| (*name).to_owned());
                terminals.push((net, name));
            }
        }
    }
    for contact in circuit.contacts_of(part).iter().filter_map(|&contact| circuit.contacts.get(contact)) {
        let name = &contact.name;
        match &contact.form {
            ContactForm::Changeover { common, break_side, make_side, .. } => {
                terminals.push((*common, format!("{name} common")));
                terminals.extend(break_side.map(|net| (net, format!("{name} break"))));
                terminals.extend(make_side.map(|net| (net, format!("{name} make"))));
            }
            ContactForm::Wafer { common, places, .. } => {
                terminals.push((*common, format!("{name} common")));
                let wired = places.iter().enumerate().filter_map(|(place, net)| Some((place, (*net)?)));
                terminals.extend(wired.map(|(place, net)| (net, format!("{name} place {place}"))));
            }
            form => terminals.extend(form.nets().zip(["a", "b"]).map(|(net, end)| (net, format!("{name} {end}")))),
        }
    }
    terminals
}

fn coil_name(kind: &PartKind, winding: usize) -> String {
    let name = kind.coils().nth(winding).map_or("", |coil| coil.name.as_str());
    match (name, kind.coils().count()) {
        ("", 0 | 1) => "coil".to_owned(),
        ("", _) => format!("coil {}", winding + 1),
        (name, _) => format!("coil {name}"),
    }
}

fn row(out: &mut String, cells: &[&str]) {
    let cells: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
    let _ = writeln!(out, "{}", cells.join(","));
}

/// In quotes where a comma or a quote would be taken for more than a letter. A sign by itself is none, nor is a
/// number; anything else that begins like a formula is kept from being one.
fn quoted(cell: &str) -> String {
    let is_formula =
        cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && cell.chars().count() > 1 && cell.parse::<f64>().is_err();
    let cell = if is_formula { format!("'{cell}") } else { cell.to_owned() };
    if cell.contains([',', '"', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn nothing_is_a_formula() {
        let cells = ["+", "-", "-12", "=1+1", "+A1", "-K1", "@x", "a,b", "a\"b", "=\"x\"", ""];
        let shown = ["+", "-", "-12", "'=1+1", "'+A1", "'-K1", "'@x", "\"a,b\"", "\"a\"\"b\"", "\"'=\"\"x\"\"\"", ""];
        assert_eq!(cells.map(quoted), shown);
    }
}
