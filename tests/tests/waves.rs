//! Wave files, read back by a reader that has nothing to do with Kiber.
//!
//! A VCD keeps the order of changes at one instant, so the events of the run are read back from it,
//! one by one, and what the contacts did is compared with what the trace says. An FST keeps that order
//! only within one signal, so it is compared with the VCD signal by signal.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot set up has failed")]

#[path = "waves/events.rs"]
mod events;
#[path = "waves/reader.rs"]
mod reader;

use std::fs;
use std::io::Cursor;
use std::sync::Arc;

use kiber_engine::Micros;
use kiber_netlist::Circuit;
use kiber_script::{Player, parse};
use kiber_tests::{circuit, library};
use kiber_trace::Recording;
use kiber_trace::waves::{Contents, Fst, Vcd, Waves};

use reader::Dump;

/// A run, told to a recording and to wave files at once.
struct Run {
    circuit: Arc<Circuit>,
    player: Player,
    recording: Recording,
    vcd: Vec<u8>,
    fst: Vec<u8>,
}

fn run(circuit: &Arc<Circuit>, script: &str, nets: bool) -> Run {
    let (script, findings) = parse(script, circuit);
    let script = script.unwrap_or_else(|| panic!("{findings:#?}"));
    let contents = Contents { script: None, nets };
    let vcd = Waves::new(Arc::clone(circuit), contents, Vcd::new(Vec::new()));
    let fst = Waves::new(Arc::clone(circuit), contents, Fst::new(Cursor::new(Vec::new())).unwrap());
    let mut recorders = (Recording::new(), (vcd, fst));
    let mut player = Player::power_up(Arc::clone(circuit), &mut recorders);
    let _ = player.play(&script, &mut recorders);
    let end: Micros = player.simulator().now();
    let (recording, (vcd, fst)) = recorders;
    let (vcd, fst) = (vcd.finish(end).unwrap(), fst.finish(end).unwrap().into_inner());
    Run { circuit: Arc::clone(circuit), player, recording, vcd, fst }
}

/// Everything that a run told is in its waves.
#[track_caller]
fn check(run: &Run, name: &str) {
    let vcd = Dump::read(Cursor::new(run.vcd.clone()));
    let read = events::read_back(&vcd, &run.circuit);
    assert_eq!(read.recording.sections.len(), run.recording.sections.len(), "{name}");
    for (read, told) in read.recording.sections.iter().zip(&run.recording.sections) {
        assert_eq!(read, told, "{name}");
    }
    assert_eq!(read.recording, run.recording, "{name}");
    let text = run.recording.text(&run.circuit);
    assert_eq!(read.contacts, events::contacts_of_trace(&text, &run.recording), "{name}");
    events::check_end(&vcd, &run.player, name);
    let fst = Dump::read(Cursor::new(run.fst.clone()));
    for (in_fst, in_vcd) in fst.waves().iter().zip(&vcd.waves()) {
        assert_eq!(in_fst, in_vcd, "{name}");
    }
    assert_eq!(fst.signals, vcd.signals, "{name}");
}

#[test]
fn every_script_of_every_circuit_reads_back() {
    for beside in library() {
        let circuit = beside.read();
        for script in &beside.scripts {
            let text = fs::read_to_string(script).unwrap();
            check(&run(&circuit, &text, false), &script.display().to_string());
        }
    }
}

#[test]
fn a_damaged_file_is_the_readers_affair() {
    let circuit = circuit(r#""G1": Source(plus: "+", minus: "-"), "H1": Lamp(pins: ("+", "-"))"#);
    let run = run(&circuit, "wait 5ms\n", false);
    let text = String::from_utf8(run.vcd).unwrap();
    let damaged = text.replace("$var wire", "$var wore");
    assert!(wellen::simple::read_from_reader(Cursor::new(damaged.into_bytes())).is_err());
}
