//! Names as wave files can have them.
//!
//! A name in such a file ends at a blank; viewers take a full stop for the end of a scope, `[` for the
//! beginning of an index and a backslash for an escape, some readers find `$end` within names, and
//! GTKWave ends a name at the first byte that is not ASCII. So letters, digits, `_`, `+`, `-` and `/`
//! stay, and every other byte of a name's UTF-8 is written as `%` and two hexadecimal digits, as in
//! addresses of web pages. Two names that differ still differ.

use std::fmt::Write;

use kiber_netlist::Circuit;

/// A name of which every reader takes all.
pub(super) fn push_safe(name: &str, out: &mut String) {
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'+' | b'-' | b'/' => out.push(char::from(byte)),
            _ => push_percent(byte, out),
        }
    }
}

/// Text that is a value: printable ASCII and blanks stay as they are, but for `%` and `$`.
pub(super) fn push_safe_text(text: &str, out: &mut String) {
    for byte in text.bytes() {
        match byte {
            b'%' | b'$' => push_percent(byte, out),
            b' '..=b'~' => out.push(char::from(byte)),
            _ => push_percent(byte, out),
        }
    }
}

fn push_percent(byte: u8, out: &mut String) {
    // A `String` takes whatever it is given.
    let _ = write!(out, "%{byte:02X}");
}

/// The sub-circuits of a circuit, to tell `K3` in `U1` from a name that holds a full stop.
#[derive(Debug)]
pub(super) struct Instances<'a> {
    /// In the order of their names.
    names: Vec<&'a str>,
}

impl<'a> Instances<'a> {
    pub(super) fn of(circuit: &'a Circuit) -> Self {
        let mut names: Vec<&str> = circuit.instances.iter().map(|instance| instance.name.as_str()).collect();
        names.sort_unstable();
        Self { names }
    }

    /// A name as the sub-circuit it is in, from the outermost inwards, and what it is called there:
    /// `U1.U2.K3` as `["U1", "U2"]` and `"K3"`.
    pub(super) fn split(&self, name: &'a str) -> (Vec<&'a str>, &'a str) {
        let is_instance = |outer: &str| self.names.binary_search(&outer).is_ok();
        let stop = name.rmatch_indices('.').map(|(at, _)| at).find(|&at| name.get(..at).is_some_and(is_instance));
        match stop.and_then(|at| Some((name.get(..at)?, name.get(at + 1..)?))) {
            Some((instance, rest)) => (instance.split('.').collect(), rest),
            None => (Vec::new(), name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, expected: &str) {
        let mut safe = String::new();
        push_safe(name, &mut safe);
        assert_eq!(safe, expected);
    }

    #[test]
    fn names() {
        check("K1/2", "K1/2");
        check("+", "+");
        check("net 7", "net%207");
        check("a[0].b", "a%5B0%5D%2Eb");
        check("K1'", "K1%27");
        check(r"\x", "%5Cx");
        check("100%", "100%25");
        check("$end", "%24end");
        check("ДА", "%D0%94%D0%90");
        check("", "");
    }

    #[test]
    fn values() {
        let mut text = String::new();
        push_safe_text("press ДА, \"K1'\" at 5%\n", &mut text);
        assert_eq!(text, "press %D0%94%D0%90, \"K1'\" at 5%25%0A");
    }

    #[test]
    fn parts_of_sub_circuits() {
        let circuit = r#"Circuit(
            title: "",
            circuits: {
                "inner": Circuit(pins: ["p", "m"], parts: {"K3": Relay(coil: ("p", "m"), contacts: {})}),
                "outer": Circuit(pins: ["p", "m"], parts: {"U2": Use(circuit: "inner", pins: {"p": "p", "m": "m"})}),
            },
            parts: {
                "G1": Source(plus: "+", minus: "-"),
                "U1": Use(circuit: "outer", pins: {"p": "+", "m": "-"}),
            },
        )"#;
        let reading = kiber_netlist::read(circuit);
        let circuit = reading.circuit.unwrap_or_else(|| panic!("{:#?}", reading.findings));
        let instances = Instances::of(&circuit);
        assert_eq!(instances.split("U1.U2.K3"), (vec!["U1", "U2"], "K3"));
        assert_eq!(instances.split("U1.a.b"), (vec!["U1"], "a.b"));
        assert_eq!(instances.split("a.b"), (vec![], "a.b"));
        assert_eq!(instances.split("G1"), (vec![], "G1"));
    }
}
