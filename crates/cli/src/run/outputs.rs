//! The files a run is written to.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kiber_netlist::Circuit;
use kiber_trace::waves::{Contents, Fst, Vcd, Waves};
use kiber_trace::{ScriptPin, TextTrace};

use super::arguments::{Asked, To};
use super::text_out::TextOut;
use super::{Ran, play};
use crate::problem::Problem;
use crate::script::Loaded;
use crate::watch::Watch;
use crate::whole_file::{WholeFile, none_twice};

/// Plays the script and writes what is asked for, all while it runs.
pub(super) fn play_into(
    output: &mut dyn Write,
    asked: &Asked,
    circuit: &Arc<Circuit>,
    script: &Loaded<'_>,
    pin: &ScriptPin,
    watch: &mut Watch<'_>,
) -> Result<Ran, Problem> {
    let file = |to: &Option<To>| match to {
        Some(To::File(path)) => Some(path.clone()),
        _ => None,
    };
    let paths = [file(&asked.trace), file(&asked.vcd), asked.fst.clone()];
    none_twice(&paths.iter().flatten().map(|path| path.as_path()).collect::<Vec<&Path>>())?;
    let included: Vec<PathBuf> = script.included_paths().collect();
    let mut given = vec![asked.circuit.as_path(), asked.script.as_path()];
    given.extend(included.iter().map(PathBuf::as_path));
    let create = |path: &Option<PathBuf>, what: &str| -> Result<Option<WholeFile>, Problem> {
        let Some(path) = path else { return Ok(None) };
        let why = format!("it is the circuit or the script, which the {what} would replace");
        WholeFile::create_unless_read(path, &given, &why).map(Some)
    };
    let [trace_path, vcd_path, fst_path] = &paths;
    let mut trace_file = create(trace_path, "trace")?;
    let mut vcd_file = create(vcd_path, "VCD")?;
    let mut fst_file = create(fst_path, "FST")?;

    let mut output = Some(output);
    let mut out_of = |to: &Option<To>| match to {
        Some(To::StandardOutput) => output.take(),
        _ => None,
    };
    let trace_out = out_of(&asked.trace).or(trace_file.as_mut().map(|file| file as &mut dyn Write));
    let vcd_out = out_of(&asked.vcd).or(vcd_file.as_mut().map(|file| file as &mut dyn Write));

    let mut failed = None;
    let mut trace = trace_out.map(|out| TextTrace::new(Arc::clone(circuit), TextOut::new(out, &mut failed)));
    if let Some(trace) = &mut trace {
        trace.write_head(Some(pin));
    }
    let contents = Contents { script: Some(pin), nets: asked.nets };
    let vcd = vcd_out.map(|out| Waves::new(Arc::clone(circuit), contents, Vcd::new(out)));
    let fst = match &mut fst_file {
        Some(file) => {
            let fst = Fst::new(file).map_err(|error| cannot(fst_path.as_deref(), error))?;
            Some(Waves::new(Arc::clone(circuit), contents, fst))
        }
        None => None,
    };

    let mut recorders = (trace, (vcd, fst));
    let (ran, end) = play(circuit, &script.script, &mut recorders, watch);
    let (trace, (vcd, fst)) = recorders;
    // A trace without an end says that it was cut off.
    if let Some(mut trace) = trace.filter(|_| !ran.report.interrupted) {
        trace.write_end(end);
    }
    failed.map_or(Ok(()), |error| Err(cannot(trace_path.as_deref(), error)))?;
    vcd.map_or(Ok(()), |vcd| vcd.finish(end).map(drop)).map_err(|error| cannot(vcd_path.as_deref(), error))?;
    fst.map_or(Ok(()), |fst| fst.finish(end).map(drop)).map_err(|error| cannot(fst_path.as_deref(), error))?;
    for (file, path) in [(trace_file, trace_path), (vcd_file, vcd_path), (fst_file, fst_path)] {
        file.map_or(Ok(()), WholeFile::keep).map_err(|error| cannot(path.as_deref(), error))?;
    }
    Ok(ran)
}

/// Standard output has no name, and it is no mistake of anybody's if nobody reads on.
fn cannot(path: Option<&Path>, error: io::Error) -> Problem {
    match path {
        Some(path) => Problem::message(format!("cannot write `{}`: {}", path.display(), &error as &dyn Display)),
        None => error.into(),
    }
}
