//! The front panel in text: captions, names and what each part shows.

use std::io::{self, Write};

use kiber_engine::Simulator;
use kiber_netlist::{Circuit, PanelItem};

use super::words::condition;
use crate::words::plain;

const WIDTH: usize = 80;

/// Writes the panel row by row: caption, name and condition under one another.
pub(super) fn write(out: &mut dyn Write, circuit: &Circuit, simulator: &Simulator) -> io::Result<()> {
    for row in &circuit.panel {
        let cells: Vec<[String; 3]> = row.iter().map(|item| cell(circuit, simulator, item)).collect();
        let mut rest = cells.as_slice();
        while !rest.is_empty() {
            let (line, after) = rest.split_at(fitting(rest));
            for height in 0..3 {
                let mut text = String::from(" ");
                for cell in line {
                    text.push_str(&format!(" {:1$}", cell[height], width(cell) + 1));
                }
                writeln!(out, "{}", text.trim_end())?;
            }
            rest = after;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn cell(circuit: &Circuit, simulator: &Simulator, item: &PanelItem) -> [String; 3] {
    let part = &circuit.parts[item.part];
    let name = match &part.label {
        Some(label) if *label != part.name => format!("{} {label}", part.name),
        _ => part.name.clone(),
    };
    [plain(&item.caption), plain(&name), condition(circuit, simulator, item.part).into_owned()]
}

fn width(cell: &[String; 3]) -> usize {
    cell.iter().map(|text| text.chars().count()).max().unwrap_or(0)
}

/// How many cells fit on a line, one at least.
fn fitting(cells: &[[String; 3]]) -> usize {
    let mut used = 1;
    let fit = cells.iter().take_while(|cell| {
        used += width(cell) + 2;
        used <= WIDTH + 1
    });
    fit.count().max(1)
}
