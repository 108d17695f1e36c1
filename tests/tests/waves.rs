//! Wave files, read back by a reader that has nothing to do with Kiber.
//!
//! A VCD keeps the order of changes at one instant, so the events of the run are read back from it,
//! one by one, and what the contacts did is compared with what the trace says. An FST keeps that order
//! only within one signal, so it is compared with the VCD signal by signal.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot set up has failed")]

#[path = "waves/events.rs"]
mod events;
#[path = "waves/formats.rs"]
mod formats;
#[path = "waves/reader.rs"]
mod reader;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Cursor;
use std::sync::Arc;

use kiber_engine::{Event, Micros, Simulator, Sink, What};
use kiber_netlist::{Circuit, Id, PartKind};
use kiber_script::{Player, Script, parse};
use kiber_tests::{circuit, library};
use kiber_trace::waves::{Contents, Fst, Vcd, Waves};
use kiber_trace::{Ending, Recorder, Recording};

use reader::{Dump, Value};

/// A run, told to a recording and to wave files at once.
struct Run {
    circuit: Arc<Circuit>,
    player: Player,
    recording: Recording,
    looked: Looked,
    vcd: Vec<u8>,
    fst: Vec<u8>,
}

/// The volts of nets and capacitors each time the currents were solved.
#[derive(Default)]
struct Looked(BTreeMap<Micros, (Volts, Volts)>);

/// By net, or by part.
type Volts = Vec<Option<f64>>;

impl Sink for Looked {
    const WANTS: bool = false;
    const WANTS_SOLVED: bool = true;
    fn event(&mut self, _: Event) {}
    fn solved(&mut self, simulator: &Simulator) {
        let capacitors = simulator.circuit().parts.ids().map(|part| simulator.voltage(part)).collect();
        self.0.insert(simulator.now(), (simulator.potentials(), capacitors));
    }
}

impl Recorder for Looked {}

fn run(circuit: &Arc<Circuit>, script: &str) -> Run {
    let (script, findings) = parse(script, circuit);
    play(circuit, &script.unwrap_or_else(|| panic!("{findings:#?}")))
}

fn play(circuit: &Arc<Circuit>, script: &Script) -> Run {
    let contents = Contents { script: None, nets: true };
    let vcd = Waves::new(Arc::clone(circuit), contents, Vcd::new(Vec::new()));
    let fst = Waves::new(Arc::clone(circuit), contents, Fst::new(Cursor::new(Vec::new())).unwrap());
    let mut recorders = ((Recording::new(), Looked::default()), (vcd, fst));
    let mut player = Player::power_up(Arc::clone(circuit), &mut recorders);
    let _ = player.play(script, &mut recorders);
    let end: Micros = player.simulator().now();
    let ((recording, looked), (vcd, fst)) = recorders;
    let (vcd, fst) = (vcd.finish(end).unwrap(), fst.finish(end).unwrap().into_inner());
    Run { circuit: Arc::clone(circuit), player, recording, looked, vcd, fst }
}

/// Everything that a run told is in its waves.
#[track_caller]
fn check(run: &Run, name: &str) {
    assert!(run.vcd.is_ascii(), "{name}: GTKWave takes nothing else");
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
    check_volts(run, &vcd, name);
    let fst = Dump::read(Cursor::new(run.fst.clone()));
    let waves = vcd.waves();
    for (in_fst, in_vcd) in fst.waves().iter().zip(&waves) {
        assert_eq!(in_fst, in_vcd, "{name}");
    }
    assert_eq!(fst.signals, vcd.signals, "{name}");
    // A viewer reads the file as a whole.
    assert_eq!(reader::whole(run.vcd.clone()), waves, "{name}");
    assert_eq!(reader::whole(run.fst.clone()), waves, "{name}");
}

/// Whenever the currents were solved, the volts of every net were what the simulator says.
#[track_caller]
fn check_volts(run: &Run, dump: &Dump, name: &str) {
    let microvolts = |volts: &Option<f64>| volts.map(|volts| (volts * 1e6).round());
    let waves: BTreeMap<String, Vec<(u64, Value)>> = dump.waves().into_iter().collect();
    let at = |wave: &[(u64, Value)], instant: Micros| match &wave[wave.partition_point(|&(at, _)| at <= instant) - 1].1
    {
        Value::Real(volts) => microvolts(volts),
        other => panic!("{other:?}"),
    };
    let signal = |scope: &str, name: &str| {
        let full = dump.signals.iter().find(|full| events::split(full) == (scope, name.to_owned()));
        waves[full.unwrap_or_else(|| panic!("no signal {scope} {name}"))].as_slice()
    };
    for (id, net) in run.circuit.nets.iter() {
        let wave = signal("nets", &net.name);
        for (&instant, (potentials, _)) in &run.looked.0 {
            assert_eq!(at(wave, instant), microvolts(&potentials[id.index()]), "{name}: {} at {instant}", net.name);
        }
    }
    for (id, part) in run.circuit.parts.iter().filter(|(_, part)| matches!(part.kind, PartKind::Capacitor(_))) {
        let wave = signal("capacitors", &part.name);
        for (&instant, (_, voltages)) in &run.looked.0 {
            assert_eq!(at(wave, instant), microvolts(&voltages[id.index()]), "{name}: {} at {instant}", part.name);
        }
    }
}

/// Parts of every kind, and names that wave files cannot have.
const EVERYTHING: &str = r#"Circuit(
    title: "Every kind $end of part, 100% [of] them\\: \"КОНЕЦ\"",
    circuits: {
        "half": Circuit(pins: ["p", "m"], parts: {
            "K1": Relay(coil: ("p", "x"), contacts: {"1": Changeover(common: "p", break: "y", make: "m.n")}),
            "R1": Resistor(pins: ("x", "m"), ohms: 10.0),
            "R2": Resistor(pins: ("y", "m"), ohms: 1000.0),
            "R3": Resistor(pins: ("m.n", "m"), ohms: 1000.0),
        }),
        "whole": Circuit(pins: ["p", "m"], parts: {
            "U1": Use(circuit: "half", pins: {"p": "p", "m": "m"}),
            "K1": Relay(coil: ("p", "m"), contacts: {}),
        }),
    },
    parts: {
        "G1": Source(plus: "+", minus: "-", volts: 24.0, max_amps: 0.05),
        "U1": Use(circuit: "whole", pins: {"p": "a", "m": "-"}),
        "S[1]": Button(contacts: {"1": Make("+", "a"), "b:2": Break("+", "net 7")}),
        "ПУСК": Toggle(contacts: {"1": Make("+", "b.c")}),
        "K1'": Relay(coil: ("b.c", "-"), bounce_ms: 0.5, contacts: {
            "1": Changeover(common: "+", break: "r", make: "g", bridging: true), "%41": Make("+", "A")}),
        "K\\2": Impulse(coil: ("b.c", "-"), contacts: {"1": Changeover(common: "+", break: "r", make: "g")}),
        "K3$end": Bistable(set: ("a", "-"), reset: ("b.c", "-"), contacts: {"1": Make("+", "A")}),
        "K4": Polarized(coil: ("a", "b.c"), centre: true, contacts: {"1": Left("+", "A"), "2": Right("+", "g")}),
        "SW1": Stepper(coil: ("b.c", "-"), home: ("a", "-"), places: 4, on: Release,
            wafers: {"a": (common: "+", places: ["r", "g", "A", "net 7"], bridging: true)},
            off_normal: {"1": Make("+", "g")}, interrupter: {"1": Break("+", "A")}),
        "SA1": Selector(places: 3, transfer_ms: 2.0, wafers: {"a": (common: "+", places: ["r", "g", "A"])}),
        "F1": Fuse(pins: ("net 7", "f"), amps: 0.05, blow_ms: 3.0),
        "H1": Lamp(pins: ("f", "-"), volts: 24.0, amps: 0.1),
        "H2": Lamp(pins: ("r", "h"), volts: 12.0, amps: 0.1),
        "H3": Lamp(pins: ("h", "-"), volts: 12.0, amps: 0.4),
        "R1": Resistor(pins: ("g", "i"), ohms: 1000.0),
        "C1": Capacitor(pins: ("i", "-"), farads: 0.00001, volts: 1.5),
        "R2": Resistor(pins: ("A", "-"), ohms: 1000.0),
    },
)"#;

#[test]
fn every_kind_of_part_reads_back_whatever_its_name() {
    let reading = kiber_netlist::read(EVERYTHING);
    let circuit = Arc::new(reading.circuit.unwrap_or_else(|| panic!("{:#?}", reading.findings)));
    let script = r#"
        press S[1]
        on ПУСК
        press S[1] for 3ms
        hold S[1]
        wait 500ms
        off ПУСК for 4ms
        free S[1]
        set SA1 2
        set SA1 0 for 1ms
        wait 10ms
        stick K1'
        on ПУСК
        weld K1'/1
        mend K1'
        break K\2/1
        cut G1 "+"
        mend G1
        mend K\2
        replace F1
        off G1
        on G1
        short U1.K1
        hold S[1]
        free S[1]
        mend H2
    "#
    .replace(r"K\\", r"K\");
    let run = run(&circuit, &script);
    check(&run, "every kind");
    let kinds: BTreeSet<&str> =
        run.recording.sections.iter().flat_map(|section| &section.events).map(|event| kind(&event.what)).collect();
    let all = [
        "blown",
        "both",
        "coil",
        "fault",
        "hand",
        "lamp",
        "moved",
        "overload",
        "overload ended",
        "replaced",
        "settled",
        "short",
        "short ended",
        "source",
        "turned",
    ];
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), all);
    assert_eq!(run.recording.sections.last().unwrap().ending, Ending::Refused);
}

#[test]
fn every_script_of_every_circuit_reads_back() {
    for beside in library() {
        let circuit = beside.read();
        for script in &beside.scripts {
            check(&play(&circuit, &beside.script(script, &circuit)), &script.display().to_string());
        }
    }
}

#[test]
fn a_damaged_file_is_the_readers_affair() {
    let circuit = circuit(r#""G1": Source(plus: "+", minus: "-"), "H1": Lamp(pins: ("+", "-"))"#);
    let run = run(&circuit, "wait 5ms\n");
    let text = String::from_utf8(run.vcd).unwrap();
    let damaged = text.replace("$var wire", "$var wore");
    assert!(wellen::simple::read_from_reader(Cursor::new(damaged.into_bytes())).is_err());
}

fn kind(what: &What) -> &'static str {
    match what {
        What::Hand { .. } => "hand",
        What::Source { .. } => "source",
        What::Fault { .. } => "fault",
        What::Moved { .. } => "moved",
        What::Coil { .. } => "coil",
        What::Turned { .. } => "turned",
        What::Blown { .. } => "blown",
        What::Replaced { .. } => "replaced",
        What::BothCoils { .. } => "both",
        What::Lamp { .. } => "lamp",
        What::ShortBegan(_) => "short",
        What::ShortEnded(..) => "short ended",
        What::OverloadBegan { .. } => "overload",
        What::OverloadEnded { .. } => "overload ended",
        What::Settled => "settled",
        What::Oscillates(_) => "oscillates",
    }
}
