//! `kiber draw`: the circuit as a drawing, or as tables for the one who solders.

mod arguments;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kiber_draw::ladder::Drawing;
use kiber_draw::{Live, table};
use kiber_script::Player;
use kiber_trace::Since;

use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;
use crate::script::load_script;
use crate::source::{circuit_source, load, script_source};
use crate::whole_file::WholeFile;
use crate::why::{check_line, play};
pub(crate) use arguments::{Asked, Typed};
use arguments::{Table, What};

pub(crate) fn draw(io: &mut Io<'_>, manner: Manner, asked: &Asked) -> Result<ExitStatus, Problem> {
    let source = circuit_source(&asked.circuit)?;
    let circuit = load(io, manner, &source)?;
    let mut read = vec![asked.circuit.clone()];
    let text = match &asked.what {
        What::Drawing => Drawing::new(&circuit, &asked.options).svg(None),
        What::Moment(script, line) => {
            read.push(script.clone());
            let script_source = script_source(script, &source)?;
            let script = load_script(io, manner, &script_source, &circuit)?;
            check_line(&script_source, *line)?;
            read.extend(script.included_paths());
            let mut since = Since::new();
            let mut player = Player::power_up(Arc::clone(&circuit), &mut since);
            play(&mut player, &script, *line, &mut since).map_err(Problem::Message)?;
            Drawing::new(&circuit, &asked.options).svg(Some(&Live::of(player.simulator())))
        }
        What::Table(Table::Wiring) => table::wiring(&circuit),
        What::Table(Table::Relays) => table::contacts(&circuit, &asked.options),
        What::Table(Table::Both) => {
            format!("{}\n{}", table::wiring(&circuit), table::contacts(&circuit, &asked.options))
        }
    };
    match &asked.output {
        None => io.output.write_all(text.as_bytes())?,
        Some(path) => write(path, &read, &text)?,
    }
    Ok(ExitStatus::SUCCESS)
}

fn write(path: &Path, read: &[PathBuf], text: &str) -> Result<(), Problem> {
    let problem = |error| Problem::message(format!("cannot write `{}`: {error}", path.display()));
    let read: Vec<&Path> = read.iter().map(PathBuf::as_path).collect();
    let why = "it is the circuit or the script, which would be replaced";
    let mut file = WholeFile::create_unless_read(path, &read, why)?;
    file.write_all(text.as_bytes()).map_err(problem)?;
    file.keep().map_err(problem)
}
