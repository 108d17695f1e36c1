//! The library of circuits: each is read, printed, run, and told of in the documents.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot set up has failed")]

use std::fs;

use kiber_automaton::CIRCUITS;
use kiber_tests::{Beside, library, play_script, repository};

/// The folders of `circuits/` that hold a circuit.
const HOW_MANY_CIRCUITS: usize = 61;
/// The scripts beside them.
const HOW_MANY_SCRIPTS: usize = 96;

#[test]
fn there_are_as_many_as_we_think() {
    let all = library();
    assert_eq!(all.len(), HOW_MANY_CIRCUITS);
    assert_eq!(all.iter().map(|beside| beside.scripts.len()).sum::<usize>(), HOW_MANY_SCRIPTS);
}

#[test]
fn each_folder_holds_its_circuit_and_a_script() {
    for beside in library() {
        assert!(beside.circuit.is_file(), "{} is missing", beside.circuit.display());
        assert!(!beside.scripts.is_empty(), "{} has no script", beside.name);
    }
}

#[test]
fn each_reads_without_a_complaint_and_survives_printing() {
    for beside in library() {
        let circuit = beside.read();
        let printed = kiber_netlist::print(&circuit);
        assert_eq!(beside.read_as(&printed), circuit, "{}", beside.name);
        assert_eq!(kiber_netlist::print(&beside.read_as(&printed)), printed, "{}", beside.name);
    }
}

/// The remark at the top of each ends with where its idea comes from.
#[test]
fn each_says_where_its_idea_comes_from() {
    for beside in library() {
        let text = beside.text();
        let mut top =
            text.lines().take_while(|line| line.starts_with("// ")).skip_while(|line| !line.starts_with("// Idea: "));
        let idea: Vec<&str> = top.by_ref().collect();
        assert!(idea.last().is_some_and(|line| line.ends_with('.')), "{} does not say whose idea it is", beside.name);
    }
}

#[test]
fn no_two_have_the_same_title() {
    let mut titles: Vec<String> = library().iter().map(|beside| beside.read().title.clone()).collect();
    titles.sort();
    titles.dedup();
    assert_eq!(titles.len(), HOW_MANY_CIRCUITS);
}

#[test]
fn every_script_comes_out_as_it_says() {
    let mut complaints = String::new();
    for beside in library() {
        let circuit = beside.read();
        for script in &beside.scripts {
            let played = play_script(&circuit, &beside.script(script, &circuit));
            assert!(played.report.passed + played.report.failed > 0, "{} expects nothing", script.display());
            let told = played.complaints();
            if !told.is_empty() {
                complaints += &format!("{}\n{told}", script.display());
            }
        }
    }
    assert!(complaints.is_empty(), "{complaints}");
}

#[test]
fn traces_are_the_same_every_time() {
    for beside in library() {
        let circuit = beside.read();
        for script in &beside.scripts {
            let again = beside.read_as(&kiber_netlist::print(&circuit));
            let [first, second] =
                [&circuit, &again].map(|circuit| play_script(circuit, &beside.script(script, circuit)).trace());
            assert_eq!(first, second, "{}", script.display());
        }
    }
}

/// Beside each script lies its whole trace: a change in any line of it is a change in what Kiber says.
/// `kiber test circuits --accept` writes those that are meant.
#[test]
fn every_script_leaves_the_trace_beside_it() {
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let mut io = kiber_cli::Io {
        input: &mut std::io::empty(),
        output: &mut output,
        errors: &mut errors,
        terminal: kiber_cli::Terminal::default(),
    };
    let circuits = repository().join("circuits");
    let args = ["kiber".into(), "test".into(), circuits.into_os_string(), "--require-traces".into()];
    let status = kiber_cli::run(args, &mut io);
    let told = String::from_utf8_lossy(&output);
    let all = format!("{HOW_MANY_SCRIPTS} scripts: {HOW_MANY_SCRIPTS} passed\n");
    assert!(
        status == kiber_cli::ExitStatus::SUCCESS && told.ends_with(&all),
        "{told}{}",
        String::from_utf8_lossy(&errors)
    );
    assert!(!told.contains("Left over"), "{told}");
}

#[test]
fn the_program_carries_each() {
    let carried: Vec<(String, String)> =
        CIRCUITS.iter().map(|circuit| (circuit.name.into(), circuit.source.into())).collect();
    let mut there: Vec<(String, String)> =
        library().iter().map(|beside| (beside.name.clone(), beside.text())).collect();
    there.sort_by_key(|(name, _)| carried.iter().position(|(other, _)| other == name));
    assert_eq!(carried, there);
    for beside in library() {
        let circuit = CIRCUITS.iter().find(|circuit| circuit.name == beside.name).unwrap();
        let mut carried: Vec<&str> = circuit.scripts.iter().map(|script| script.name).collect();
        carried.sort();
        let there: Vec<String> =
            beside.scripts.iter().map(|script| script.file_stem().unwrap().to_string_lossy().into_owned()).collect();
        assert_eq!(carried, there, "{}", beside.name);
    }
}

/// `docs/circuits.md` has a row for each circuit and none for any other.
#[test]
fn the_documents_tell_of_each() {
    let text = fs::read_to_string(repository().join("docs/circuits.md")).unwrap();
    let mut told: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("| [")?.split_once(']'))
        .map(|(name, rest)| {
            let cells: Vec<&str> = rest.split('|').map(str::trim).collect();
            assert!(cells.len() >= 3 && cells[1..3].iter().all(|cell| cell.len() > 3), "{name} needs all cells");
            assert!(rest.starts_with(&format!("(../circuits/{name}/{name}.ron)")), "{name} has a wrong link");
            name
        })
        .collect();
    told.sort();
    let there: Vec<String> = library().into_iter().map(|beside| beside.name).collect();
    assert_eq!(told, there);
}

/// What the connection tables say of the machines' size.
#[test]
fn the_machines_have_the_relays_and_contacts_that_are_told_of() {
    for (name, relays, relay_contacts) in
        [("article", 20, 58), ("full-memory", 28, 81), ("no-diodes", 20, 58), ("race", 20, 58)]
    {
        let circuit = named(name).read();
        let is_relay = |part| matches!(circuit.parts[part].kind, kiber_netlist::PartKind::Relay(_));
        let found = circuit.parts.ids().filter(|&part| is_relay(part)).count();
        let contacts = circuit.contacts.rows().iter().filter(|contact| is_relay(contact.part)).count();
        assert_eq!((found, contacts), (relays, relay_contacts), "{name}");
    }
}

fn named(name: &str) -> Beside {
    library().into_iter().find(|beside| beside.name == name).unwrap()
}
