//! A table of the report as CSV (RFC 4180), currents in amperes and times in milliseconds.

use std::io::{self, Write};

use kiber_script::{Moment, Peak};

use super::{Table, Worn};

pub(super) fn write(out: &mut dyn Write, worn: &Worn, table: Table) -> io::Result<()> {
    match table {
        Table::Contacts => {
            line(
                out,
                &[
                    "contact",
                    "closed",
                    "opened",
                    "made",
                    "broke",
                    "shorted",
                    "switched_amps",
                    "carried_amps",
                    "rated_amps",
                    "load",
                ]
                .map(str::to_owned),
            )?;
            for contact in worn.survey.contacts() {
                line(
                    out,
                    &[
                        worn.side_name(contact),
                        contact.closed.to_string(),
                        contact.opened.to_string(),
                        contact.made.to_string(),
                        contact.broken.to_string(),
                        contact.shorted.to_string(),
                        amps(contact.switched.as_ref()),
                        amps(contact.carried.as_ref()),
                        contact.rated_amps.map_or_else(String::new, |amps| amps.to_string()),
                        contact
                            .load()
                            .filter(|load| load.is_finite())
                            .map_or_else(String::new, |load| load.to_string()),
                    ],
                )?;
            }
        }
        Table::Parts => {
            line(out, &["part", "kind", "operations"].map(str::to_owned))?;
            for (id, part) in worn.circuit.parts.iter() {
                let operations = worn.survey.operations(id);
                if worn.circuit.contacts_of(id).is_empty() && operations == 0 {
                    continue;
                }
                line(out, &[part.name.clone(), part.kind.noun().to_owned(), operations.to_string()])?;
            }
        }
        Table::Currents => {
            line(out, &["part", "kind", "amps", "script", "line", "action", "time_ms"].map(str::to_owned))?;
            for peak in worn.survey.peaks() {
                let Moment { script, line: number, around, action, at, .. } = &peak.moment;
                let script = worn.script(*script).map(|script| script.file(around.file));
                line(
                    out,
                    &[
                        worn.peak_name(peak.part, peak.winding),
                        worn.circuit.parts[peak.part].kind.noun().to_owned(),
                        amps(Some(peak)),
                        script.unwrap_or_default().to_owned(),
                        number.to_string(),
                        action.clone(),
                        format!("{}.{:03}", at / 1000, at % 1000),
                    ],
                )?;
            }
        }
    }
    Ok(())
}

fn amps(peak: Option<&Peak>) -> String {
    peak.map_or_else(String::new, |peak| (peak.current.0 as f64 / 1e9).to_string())
}

fn line(out: &mut dyn Write, cells: &[String]) -> io::Result<()> {
    let cells: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
    writeln!(out, "{}", cells.join(","))
}

/// In quotes where a comma or a quote would be taken for more than a letter.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}
