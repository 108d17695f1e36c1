//! `kiber serve`: a circuit as a page in the browser.

mod arguments;
mod given;

use std::process::{Command, Stdio};

use kiber_web::{DEFAULT_PORT, HouseRules, Server};
use serde_json::json;

use crate::files::why;
use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;
use crate::source::{circuit_source, load, script_source};
use crate::watch::Watch;
pub(crate) use arguments::{Asked, Typed};

pub(crate) fn serve(io: &mut Io<'_>, manner: Manner, asked: &Asked) -> Result<ExitStatus, Problem> {
    let source = circuit_source(&asked.circuit)?;
    let circuit = load(io, manner, &source)?;
    let rules = HouseRules::default();
    let script = match &asked.script {
        Some(script) => {
            let script = script_source(script, &source)?;
            given::script_lines(io, manner, &script, &circuit, rules.machine.deeds)?
        }
        None => Vec::new(),
    };
    let server = Server::listen(given::given(&source, script), asked.port, rules).map_err(|error| {
        let port = asked.port.unwrap_or(DEFAULT_PORT);
        let why = match error.kind() {
            std::io::ErrorKind::AddrInUse => "another program listens there".to_owned(),
            _ => why(&error),
        };
        Problem::Message(format!("cannot listen at port {port}: {why}"))
    })?;
    let address = server.address();
    if manner.json {
        writeln!(io.output, "{}", json!({ "address": address, "port": server.port(), "circuit": source.name }))?;
    } else {
        writeln!(io.output, "{} is at {address}", source.name)?;
        writeln!(io.output, "Ctrl-C ends it.")?;
    }
    io.output.flush()?;
    if asked.open && !open(&address) {
        writeln!(io.errors, "warning: no browser could be opened; type the address there")?;
    }
    let mut watch = Watch::new(io.errors, false, None);
    server.run(|| !watch.may_go_on()).map_err(|error| Problem::Message(format!("the server ended: {error}")))?;
    Ok(ExitStatus::SUCCESS)
}

/// Opens the page with whatever the system has for that; whether it could be started.
fn open(address: &str) -> bool {
    let (program, before) = match std::env::consts::OS {
        "macos" => ("open", &[][..]),
        "windows" => ("cmd", &["/C", "start", ""][..]),
        _ => ("xdg-open", &[][..]),
    };
    let mut command = Command::new(program);
    command.args(before).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}
