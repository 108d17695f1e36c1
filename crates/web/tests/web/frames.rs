//! Frames put together again are what the session says at every moment.

use std::sync::Arc;

use kiber_automaton::CIRCUITS;
use kiber_draw::Live;
use kiber_engine::Simulator;
use kiber_netlist::{Circuit, Id};
use kiber_script::{Step, parse_with};
use kiber_web::{Appended, At, Bench, Deed, Limits, NotDone, Part, Point, Standing, describe};
use proptest::prelude::*;

use crate::embedded;

/// What the frames add up to, against the circuit itself at each of them.
#[track_caller]
fn check_frames(bench: &mut Bench) {
    let deeds = bench.deeds().to_vec();
    let mut standing = Standing::default();
    let parts = describe(bench.circuit(), "", None, String::new()).parts;
    for (number, deed) in deeds.iter().enumerate() {
        assert!(!deed.frames.is_empty() && deed.frames[0].t_us == 0, "{}", deed.title);
        assert_eq!(deed.frames.last().unwrap().t_us, deed.end_us, "{}", deed.title);
        assert!(deed.frames.windows(2).all(|pair| pair[0].t_us < pair[1].t_us), "{}", deed.title);
        for (index, frame) in deed.frames.iter().enumerate() {
            standing.apply(frame);
            let session = bench.at(At(number, index)).unwrap();
            assert_eq!(session.time(), deed.start_us + frame.t_us);
            assert_eq!(standing, Standing::of(session.simulator()), "{} at {}", deed.title, frame.t_us);
            check_looks(&parts, &standing, session.simulator());
        }
    }
    assert_eq!(Standing::at(&deeds, bench.last()), Some(standing));
}

/// What the page makes of the words, as its looks.js has it, is what drawings show.
#[track_caller]
fn check_looks(parts: &[Part], standing: &Standing, simulator: &Simulator) {
    let (circuit, live) = (simulator.circuit(), Live::of(simulator));
    for ((part, now), shown) in parts.iter().zip(&standing.parts).zip(&live.parts) {
        let class = match now.0.as_ref() {
            "-" => "",
            word if word == part.rest => "",
            word @ ("lit" | "dim") => word,
            "operating" | "releasing" | "moving" => "moving",
            _ => "operated",
        };
        assert_eq!(class, shown.look.class(), "{} {}", part.name, now.0);
    }
    for (contact, sides) in live.contacts.iter().enumerate() {
        let carrying = sides.iter().filter(|side| side.carries).count();
        assert_eq!(standing.carrying[contact].len(), carrying);
        assert!(standing.carrying[contact].iter().all(|side| standing.contacts[contact].contains(side)));
    }
    for (part, row) in circuit.parts.iter() {
        let coils = row.kind.coils().count();
        let told = standing.windings.get(&part.index());
        let flows: Vec<bool> = (0..coils).map(|winding| simulator.current(part, winding).0 != 0).collect();
        assert_eq!(told, (coils > 1).then_some(&flows), "{}", row.name);
    }
}

/// Everything that a trace tells is told by some frame, in order.
#[track_caller]
fn check_lines(bench: &mut Bench) {
    let deeds = bench.deeds().to_vec();
    let session = bench.at(bench.last()).unwrap();
    for (number, deed) in deeds.iter().enumerate().filter(|(_, deed)| !deed.cut) {
        let told: Vec<&String> = deed.frames.iter().flat_map(|frame| &frame.lines).collect();
        let lines: Vec<&String> = session.event_lines(number).iter().map(|(_, line)| line).collect();
        assert_eq!(told, lines, "{}", deed.title);
        assert_eq!(lines.last().unwrap().trim(), deed.ending);
    }
}

#[test]
fn in_every_circuit_and_every_script() {
    let mut scripts = 0;
    for embedded in CIRCUITS {
        let circuit = Arc::new(embedded.read().circuit.unwrap());
        for script in embedded.scripts {
            let name = format!("{}.script", script.name);
            let read = parse_with(script.source, &name, &circuit, &mut embedded.files());
            let mut bench = Bench::new(Arc::clone(&circuit), Limits::default()).unwrap();
            for (_, _, step) in read.script.unwrap().lines().filter(|(_, _, step)| step.is_action()).take(60) {
                bench.step_at_end(step).unwrap();
            }
            check_frames(&mut bench);
            check_lines(&mut bench);
            scripts += 1;
        }
    }
    assert!(scripts > 90, "{scripts}");
}

/// What a page does with an answer.
fn append(timeline: &mut Vec<Deed>, appended: Appended) {
    match appended.keep {
        None => timeline.clear(),
        Some(At(deed, frame)) => {
            timeline.truncate(deed + 1);
            timeline[deed].frames.truncate(frame + 1);
        }
    }
    timeline.extend(appended.deeds);
}

/// Lines that a hand may well type for a circuit.
fn lines(circuit: &Circuit) -> Vec<String> {
    let mut lines = vec!["wait 3ms".to_owned(), "wait 40ms".to_owned(), "wait 2s".to_owned()];
    for part in circuit.parts.rows() {
        let verbs: &[&str] = match part.kind.name() {
            "Button" => &["press", "hold", "free"],
            "Toggle" => &["flip", "on", "off"],
            "Source" => &["off", "on"],
            "Relay" => &["stick", "break", "mend"],
            _ => &[],
        };
        lines.extend(verbs.iter().map(|verb| format!("{verb} {}", part.name)));
        lines.extend(verbs.first().map(|verb| format!("{verb} {} for 7.5ms", part.name)));
    }
    lines
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Whoever acts at any moment, or between two, has in the end what the server has.
    #[test]
    fn wherever_somebody_acts(
        which in 0usize..8,
        acts in proptest::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0u64..3, any::<prop::sample::Index>()), 1..7),
    ) {
        let names = ["article", "self-hold", "buzzer", "dial-counter", "polarity", "latching", "flasher", "two-fuses"];
        let (_, circuit) = embedded(names[which]);
        let lines = lines(&circuit);
        let limits = Limits { frames: 40, instants: 120, ..Limits::default() };
        let mut bench = Bench::new(Arc::clone(&circuit), limits).unwrap();
        let mut timeline = bench.deeds().to_vec();
        for (deed, frame, later, line) in acts {
            let deed = deed.index(timeline.len());
            let at = At(deed, frame.index(timeline[deed].frames.len()));
            let point = kiber_web::Point { at, after_us: later * 400 };
            let before = bench.deeds().to_vec();
            match bench.act(point, &lines[line.index(lines.len())]) {
                Ok(appended) => append(&mut timeline, appended),
                Err(_) => prop_assert_eq!(&before, bench.deeds()),
            }
            prop_assert_eq!(&timeline, bench.deeds());
        }
        check_frames(&mut bench);
        // What was done is a script that does the same.
        let script = bench.script();
        let mut again = Bench::new(circuit, limits).unwrap();
        for line in script.lines() {
            again.act(again.last(), line).unwrap();
        }
        let end = |bench: &mut Bench| bench.at(bench.last()).unwrap().simulator().state();
        prop_assert_eq!(end(&mut bench), end(&mut again));
    }
}

#[test]
fn a_deed_of_many_instants_keeps_its_beginning_and_its_end() {
    let (_, circuit) = embedded("buzzer");
    let mut bench = Bench::new(circuit, Limits { frames: 8, ..Limits::default() }).unwrap();
    bench.act(bench.last(), "on S1").unwrap();
    bench.step_at_end(&Step::Wait(1_000_000)).unwrap();
    let waited = bench.deeds()[2].clone();
    assert!(waited.cut && waited.frames.len() == 8 && waited.end_us == 1_000_000);
    assert_eq!(waited.ending, "time is up, still moving");
    check_frames(&mut bench);
    // Between two frames other instants may lie: whoever acts there acts when he says.
    let gap = waited.frames.windows(2).position(|pair| pair[1].t_us - pair[0].t_us > 500_000).unwrap();
    let [from, to] = [gap, gap + 1].map(|frame| waited.frames[frame].t_us);
    for after_us in [1, 400, 500_000, to - from - 1] {
        let point = Point { at: At(2, gap), after_us };
        let time = bench.at(point).unwrap().time();
        assert_eq!(time, waited.start_us + from + after_us);
        bench.clone().act(point, "off S1").unwrap();
    }
    let late = Point { at: At(2, gap), after_us: to - from };
    assert!(matches!(bench.at(late), Err(NotDone::NoSuch(_))));
}
