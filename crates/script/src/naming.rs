//! Names outside scripts: what a person means who names parts on a command line.

use kiber_netlist::{Circuit, Finding};

use crate::names::Names;
use crate::piece::Piece;
use crate::step::Target;

/// The parts and contacts that a name or a range means, as in scripts: `K1`, `K1/2`, `L1..L8`. Labels are
/// names too.
///
/// ```
/// use kiber_script::{Target, targets};
///
/// let source = r#"Circuit(title: "", parts: {
///     "G1": Source(plus: "+", minus: "-"), "H1": Lamp(pins: ("+", "-")), "H2": Lamp(pins: ("+", "-")) })"#;
/// let circuit = kiber_netlist::read(source).circuit.unwrap();
/// let lamps = ["H1", "H2"].map(|name| Target::Part(circuit.part(name).unwrap()));
/// assert_eq!(targets("H1..H2", &circuit), Ok(lamps.to_vec()));
/// assert_eq!(targets("H3", &circuit).unwrap_err()[0].help.as_deref(), Some("did you mean `H1` or `H2`?"));
/// ```
///
/// # Errors
/// The findings that a script with that name would get, their places counted in `text`.
pub fn targets(text: &str, circuit: &Circuit) -> Result<Vec<Target>, Vec<Finding>> {
    let mut names = Names::new(circuit);
    let mut found = Vec::new();
    match names.targets(Piece::new(text, 0).trim(), &mut |target| found.push(target)) {
        Some(()) => Ok(found),
        None => Err(names.findings),
    }
}
