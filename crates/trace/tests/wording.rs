//! The words and columns of a trace, event by event, and back again.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that cannot read its circuit has failed")]

mod common;

use std::sync::Arc;

use kiber_engine::{
    ContactSide, Event, Fault, LampLevel, Micros, Nanoamps, Oscillation, Place, Request, Short, ShortStep, Sink, What,
};
use kiber_netlist::Fingerprint;
use kiber_trace::{Ending, Recorder, Recording, ScriptPin, TextTrace};

use common::{Ids, circuit, round_trip, switchroom};

fn section(
    recording: &mut Recording,
    title: &str,
    start: Micros,
    end: Micros,
    ending: Ending,
    events: Vec<(Micros, What)>,
) {
    recording.begin_section(&title, start);
    for (at, what) in events {
        recording.event(Event { at: start + at, what });
    }
    recording.end_section(end, ending);
}

#[test]
fn every_event_has_its_words() {
    let ids = Ids { circuit: circuit() };
    let (k1, s1, v1, v2, h1, g1) =
        (ids.part("K1"), ids.part("S1"), ids.part("V1"), ids.part("V2"), ids.part("H1"), ids.part("G1"));
    let (released, leaving, operated, returning) = (Place::RELEASED, Place::LEAVING, Place::OPERATED, Place::RETURNING);
    let moved = |part, from, to| What::Moved { part, from, to };
    let coil = |part, milliamps: i64, asks, partial| What::Coil {
        part,
        current: Nanoamps(milliamps * 1_000_000),
        asks,
        partial,
    };
    let lamp = |level, nanoamps| What::Lamp { part: h1, level, current: Nanoamps(nanoamps) };
    let short = Arc::new(Short {
        sources: vec![g1],
        path: vec![
            ShortStep::Contact(ids.contact("K1/2")),
            ShortStep::Contact(ids.contact("K1/3")),
            ShortStep::Contact(ids.contact("K1/3")),
            ShortStep::Part(ids.part("R1")),
        ],
    });
    let empty_short = Arc::new(Short { sources: vec![g1], path: vec![] });
    let fault = |fault, present| What::Fault { fault, present };

    let mut recording = Recording::new();
    section(&mut recording, "power-up", 0, 0, Ending::Told, vec![(0, What::Settled)]);
    section(
        &mut recording,
        "press S1",
        0,
        13_250,
        Ending::Told,
        vec![
            (0, What::Hand { part: s1, operated: true }),
            (0, moved(s1, released, operated)),
            (0, coil(k1, 48, Request::Operate, false)),
            (7_000, moved(k1, released, leaving)),
            (8_000, moved(k1, leaving, operated)),
            (8_000, coil(ids.part("КОНЕЦ1"), -16, Request::Nothing, true)),
            (8_000, lamp(LampLevel::Dim, 32_432_432)),
            (8_000, lamp(LampLevel::Lit, 100_000_000)),
            (8_001, lamp(LampLevel::Off, 0)),
            (8_250, What::Settled),
            (8_250, What::Hand { part: s1, operated: false }),
            (8_250, moved(s1, operated, released)),
            (8_250, coil(k1, 0, Request::Release, false)),
            (12_250, moved(k1, operated, returning)),
            (13_250, moved(k1, returning, released)),
            (13_250, What::Settled),
        ],
    );
    section(
        &mut recording,
        "flip V1, V2 for 12ms",
        13_250,
        25_250,
        Ending::TimeUp { still: false },
        vec![
            (0, What::Hand { part: v1, operated: true }),
            (0, What::Hand { part: v2, operated: true }),
            (0, moved(v1, released, operated)),
            (0, moved(v2, released, operated)),
            (0, What::Hand { part: v2, operated: false }),
            (0, moved(v2, operated, released)),
            (3_000, moved(k1, released, operated)),
            (4_000, moved(k1, operated, released)),
            (5_000, moved(k1, released, returning)),
            (6_000, What::Hand { part: v1, operated: false }),
            (7_000, moved(v1, operated, released)),
        ],
    );
    section(
        &mut recording,
        "off G1",
        25_250,
        50_250,
        Ending::Told,
        vec![
            (0, What::Source { part: g1, on: false }),
            (0, What::Source { part: g1, on: true }),
            (0, What::ShortBegan(Arc::clone(&short))),
            (2_000, What::ShortEnded(short, 2_000)),
            (2_000, What::ShortBegan(Arc::clone(&empty_short))),
            (3_000, What::ShortEnded(empty_short, 1_000)),
            (3_000, What::OverloadBegan { part: g1, current: Nanoamps(2_440_000_000) }),
            (4_000, What::OverloadEnded { part: g1, lasted: 1_000 }),
            (25_000, What::Oscillates(Arc::new(Oscillation { period: 12_000, parts: vec![k1, ids.part("КОНЕЦ1")] }))),
        ],
    );
    section(
        &mut recording,
        "break K1",
        50_250,
        60_250,
        Ending::GaveUp(1_000_000),
        vec![
            (0, fault(Fault::ContactStuckOpen(ids.contact("K1/1")), true)),
            (0, fault(Fault::ContactWelded { contact: ids.contact("K1/2"), side: ContactSide::Break }, true)),
            (0, fault(Fault::ContactWelded { contact: ids.contact("S1/2"), side: ContactSide::Break }, true)),
            (0, moved(k1, released, operated)),
            (0, fault(Fault::ContactStuckOpen(ids.contact("K1/1")), false)),
            (0, fault(Fault::ContactWelded { contact: ids.contact("K1/2"), side: ContactSide::Break }, false)),
            (0, moved(k1, operated, released)),
            (0, fault(Fault::CoilOpen(k1), true)),
            (0, fault(Fault::CoilShorted(k1), true)),
            (0, fault(Fault::ArmatureStuck(k1), true)),
            (0, fault(Fault::WireOff(ids.part("КОНЕЦ1"), ids.net("net 7")), true)),
        ],
    );
    section(&mut recording, "mend V1", 60_250, 60_250, Ending::Refused, vec![]);
    section(&mut recording, "wait 1s", 60_250, 1_060_250, Ending::TimeUp { still: true }, vec![]);
    insta::assert_snapshot!(round_trip(&recording, &ids.circuit), @r#"
kiber trace 1
circuit 4486df58  One of each,\nnearly

== power-up
   +0.000 ms         settled

== press S1
   +0.000 ms  S1     pressed; opens S1/2; closes S1/1
   +0.000 ms  K1     coil 48 mA, asks to operate
   +7.000 ms  K1     starts to operate; opens K1/2 break; closes K1/3 make
   +8.000 ms  K1     operated; opens K1/3 break; closes K1/1, K1/2 make, K1/4 make
   +8.000 ms  КОНЕЦ1  coil -16 mA (partial), asks for nothing
   +8.000 ms  H1     dim, 32.432 mA
   +8.000 ms  H1     lit, 100 mA
   +8.001 ms  H1     off, 0 mA
   +8.250 ms         settled
   +8.250 ms  S1     free; opens S1/1; closes S1/2
   +8.250 ms  K1     coil 0 mA, asks to release
  +12.250 ms  K1     starts to release; opens K1/1, K1/2 make, K1/4 make; closes K1/3 break
  +13.250 ms  K1     released; opens K1/3 make; closes K1/2 break
  +13.250 ms         settled

== flip V1, V2 for 12ms
   +0.000 ms  V1     on; opens V1/a break; closes V1/a make
   +0.000 ms  V2     on; moves no contact
   +0.000 ms  V2     off; moves no contact
   +3.000 ms  K1     operated at once; opens K1/2 break, K1/3 break; closes K1/1, K1/2 make, K1/3 make, K1/4 make
   +4.000 ms  K1     released at once; opens K1/1, K1/2 make, K1/3 make, K1/4 make; closes K1/2 break, K1/3 break
   +5.000 ms  K1     goes from place 0 to place 3; opens K1/2 break; closes K1/3 make
   +6.000 ms  V1     off
   +7.000 ms  V1     released at once; opens V1/a make; closes V1/a break
  +12.000 ms         time is up, still moving

== off G1
   +0.000 ms  G1     switched off
   +0.000 ms  G1     switched on
   +0.000 ms         short circuit of G1 begins: through K1/2, K1/3 (both sides), R1
   +2.000 ms         short circuit of G1 ends after 2.000 ms: through K1/2, K1/3 (both sides), R1
   +2.000 ms         short circuit of G1 begins
   +3.000 ms         short circuit of G1 ends after 1.000 ms
   +3.000 ms  G1     overloaded, 2440 mA
   +4.000 ms  G1     no longer overloaded, after 1.000 ms
  +25.000 ms         oscillates with a period of 12.000 ms: K1, КОНЕЦ1

== break K1
   +0.000 ms  K1/1   fault: contact stuck open
   +0.000 ms  K1/2   fault: contact welded on its break side
   +0.000 ms  S1/2   fault: contact welded
   +0.000 ms  K1     operated at once; opens K1/3 break; closes K1/3 make, K1/4 make
   +0.000 ms  K1/1   mended: contact stuck open
   +0.000 ms  K1/2   mended: contact welded on its break side
   +0.000 ms  K1     released at once; opens K1/1, K1/2 make, K1/3 make, K1/4 make; closes K1/2 break, K1/3 break
   +0.000 ms  K1     fault: coil open
   +0.000 ms  K1     fault: coil shorted
   +0.000 ms  K1     fault: armature stuck
   +0.000 ms  КОНЕЦ1  fault: wire of net "net 7" off
  +10.000 ms         still moving, given up after 1000000 instants

== mend V1
   +0.000 ms         refused, nothing done

== wait 1s
+1000.000 ms         time is up, nothing moves

== end at 1060.250 ms
"#);
}

/// The words of all moves that a part makes by itself or in an order, course by course.
#[track_caller]
fn moves(part: &str) -> String {
    let ids = Ids { circuit: switchroom() };
    let part = ids.part(part);
    let mut recording = Recording::new();
    for course in kiber_engine::Mechanics::of(&ids.circuit, part).unwrap().courses() {
        recording.begin_section(&"course", 0);
        let whole = [*course.first().unwrap(), *course.last().unwrap()];
        let back = [course[1], course[0]];
        for pair in course.windows(2).chain([&whole[..], &back[..]]) {
            recording.event(Event { at: 0, what: What::Moved { part, from: pair[0], to: pair[1] } });
        }
        recording.end_section(0, Ending::Told);
    }
    let text = round_trip(&recording, &ids.circuit);
    let lines = text.lines().filter_map(|line| {
        line.split_once(" ms  ").map_or(line.starts_with("== c").then_some("--"), |(_, what)| Some(what))
    });
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn contacts_with_moments_of_their_own() {
    insta::assert_snapshot!(moves("KE1"), @"
    --
    KE1    starts to operate
    KE1    on its way to operated (1); opens KE1/3
    KE1    on its way to operated (2); closes KE1/1
    KE1    operated; closes KE1/2
    KE1    operated at once; opens KE1/3; closes KE1/1, KE1/2
    KE1    falls back to released (1)
    --
    KE1    starts to release; opens KE1/2
    KE1    on its way to released (1); opens KE1/1
    KE1    on its way to released (2); closes KE1/3
    KE1    released
    KE1    released at once; opens KE1/1, KE1/2; closes KE1/3
    KE1    falls back to operated (1); closes KE1/2
    ");
    insta::assert_snapshot!(moves("KC1"), @"
    --
    KC1    starts to operate; opens KC1/2
    KC1    on its way to operated; closes KC1/1
    KC1    bounces, on its way to operated; opens KC1/1
    KC1    operated; closes KC1/1
    KC1    operated at once; opens KC1/2; closes KC1/1
    KC1    falls back to released (1); closes KC1/2
    --
    KC1    starts to release; opens KC1/1
    KC1    on its way to released; closes KC1/2
    KC1    bounces, on its way to released; opens KC1/2
    KC1    released; closes KC1/2
    KC1    released at once; opens KC1/1; closes KC1/2
    KC1    falls back to operated (1); closes KC1/1
    ");
}

#[test]
fn relays_that_keep_their_place() {
    insta::assert_snapshot!(moves("KI1"), @"
    --
    KI1    starts to operate; opens KI1/1 break
    KI1    operated; closes KI1/1 make
    KI1    operated at once; opens KI1/1 break; closes KI1/1 make
    KI1    falls back to released; closes KI1/1 break
    --
    KI1    armature starts to release, stays operated
    KI1    armature released, stays operated
    KI1    armature released at once, stays operated
    KI1    armature falls back to operated, stays operated
    --
    KI1    starts to release; opens KI1/1 make
    KI1    released; closes KI1/1 break
    KI1    released at once; opens KI1/1 make; closes KI1/1 break
    KI1    falls back to operated; closes KI1/1 make
    --
    KI1    armature starts to release, stays released
    KI1    armature released, stays released
    KI1    armature released at once, stays released
    KI1    armature falls back to operated, stays released
    ");
    insta::assert_snapshot!(moves("KB1"), @"
    --
    KB1    starts to operate
    KB1    operated; closes KB1/1
    KB1    operated at once; closes KB1/1
    KB1    falls back to released
    --
    KB1    starts to release; opens KB1/1
    KB1    released
    KB1    released at once; opens KB1/1
    KB1    falls back to operated; closes KB1/1
    ");
}

#[test]
fn polarized_relays() {
    insta::assert_snapshot!(moves("KP1"), @"
    --
    KP1    starts from left to centre; opens KP1/1
    KP1    centre, from left
    KP1    centre at once, from left; opens KP1/1
    KP1    falls back to left; closes KP1/1
    --
    KP1    starts from centre to right
    KP1    right; closes KP1/2
    KP1    right at once; closes KP1/2
    KP1    falls back to centre, on its way to right
    --
    KP1    starts from centre to left
    KP1    left; closes KP1/1
    KP1    left at once; closes KP1/1
    KP1    falls back to centre, on its way to left
    --
    KP1    starts from right to centre; opens KP1/2
    KP1    centre, from right
    KP1    centre at once, from right; opens KP1/2
    KP1    falls back to right; closes KP1/2
    ");
    insta::assert_snapshot!(moves("KP2"), @"
    --
    KP2    starts from left to right; opens KP2/1
    KP2    right; closes KP2/2
    KP2    right at once; opens KP2/1; closes KP2/2
    KP2    falls back to left; closes KP2/1
    --
    KP2    starts from right to left; opens KP2/2
    KP2    left; closes KP2/1
    KP2    left at once; opens KP2/2; closes KP2/1
    KP2    falls back to right; closes KP2/2
    ");
}

#[test]
fn steppers() {
    insta::assert_snapshot!(moves("SW1"), @"
    --
    SW1    starts to step to 1; opens SW1/a at 0, SW1/interrupter:1
    SW1    at 1; closes SW1/a at 1, SW1/off_normal:1
    SW1    at 1 at once; opens SW1/a at 0, SW1/interrupter:1; closes SW1/a at 1, SW1/off_normal:1
    SW1    falls back to 0; closes SW1/a at 0, SW1/interrupter:1
    --
    SW1    armature starts to release, stays at 1
    SW1    armature released, stays at 1; closes SW1/interrupter:1
    SW1    armature released at once, stays at 1; closes SW1/interrupter:1
    SW1    armature falls back to operated, stays at 1
    --
    SW1    starts to step to 2; opens SW1/a at 1, SW1/interrupter:1
    SW1    at 2; closes SW1/a at 2
    SW1    at 2 at once; opens SW1/a at 1, SW1/interrupter:1; closes SW1/a at 2
    SW1    falls back to 1, on its way to 2; closes SW1/a at 1, SW1/interrupter:1
    --
    SW1    runs home from 1; opens SW1/a at 1
    SW1    on its way home; opens SW1/off_normal:1
    SW1    home; closes SW1/a at 0
    SW1    home at once from 1; opens SW1/a at 1, SW1/off_normal:1; closes SW1/a at 0
    SW1    falls back to 1, on its way home (1); closes SW1/a at 1
    --
    SW1    armature starts to release, stays at 2
    SW1    armature released, stays at 2; closes SW1/interrupter:1
    SW1    armature released at once, stays at 2; closes SW1/interrupter:1
    SW1    armature falls back to operated, stays at 2
    --
    SW1    starts to step to 3; opens SW1/a at 2, SW1/interrupter:1
    SW1    at 3; closes SW1/a at 3
    SW1    at 3 at once; opens SW1/a at 2, SW1/interrupter:1; closes SW1/a at 3
    SW1    falls back to 2, on its way to 3; closes SW1/a at 2, SW1/interrupter:1
    --
    SW1    runs home from 2; opens SW1/a at 2
    SW1    on its way home; opens SW1/off_normal:1
    SW1    home; closes SW1/a at 0
    SW1    home at once from 2; opens SW1/a at 2, SW1/off_normal:1; closes SW1/a at 0
    SW1    falls back to 2, on its way home (1); closes SW1/a at 2
    --
    SW1    armature starts to release, stays at 3
    SW1    armature released, stays at 3; closes SW1/interrupter:1
    SW1    armature released at once, stays at 3; closes SW1/interrupter:1
    SW1    armature falls back to operated, stays at 3
    --
    SW1    starts to step to 0; opens SW1/a at 3, SW1/off_normal:1, SW1/interrupter:1
    SW1    at 0; closes SW1/a at 0
    SW1    at 0 at once; opens SW1/a at 3, SW1/off_normal:1, SW1/interrupter:1; closes SW1/a at 0
    SW1    falls back to 3, on its way to 0; closes SW1/a at 3, SW1/off_normal:1, SW1/interrupter:1
    --
    SW1    runs home from 3; opens SW1/a at 3
    SW1    on its way home; opens SW1/off_normal:1
    SW1    home; closes SW1/a at 0
    SW1    home at once from 3; opens SW1/a at 3, SW1/off_normal:1; closes SW1/a at 0
    SW1    falls back to 3, on its way home (1); closes SW1/a at 3
    --
    SW1    armature starts to release, stays at 0
    SW1    armature released, stays at 0; closes SW1/interrupter:1
    SW1    armature released at once, stays at 0; closes SW1/interrupter:1
    SW1    armature falls back to operated, stays at 0
    ");
    insta::assert_snapshot!(moves("SW2"), @"
    --
    SW2    armature starts to operate, stays at 0
    SW2    armature operated, stays at 0
    SW2    armature operated at once, stays at 0
    SW2    armature falls back to released, stays at 0
    --
    SW2    starts to step to 1; closes SW2/a at 1
    SW2    bounces, on its way to 1; opens SW2/a at 1
    SW2    on its way to 1; closes SW2/a at 1
    SW2    at 1; opens SW2/a at 0
    SW2    at 1 at once; opens SW2/a at 0; closes SW2/a at 1
    SW2    falls back to 0, on its way to 1 (1); opens SW2/a at 1
    --
    SW2    armature starts to operate, stays at 1
    SW2    armature operated, stays at 1
    SW2    armature operated at once, stays at 1
    SW2    armature falls back to released, stays at 1
    --
    SW2    starts to step to 2; closes SW2/a at 2
    SW2    bounces, on its way to 2; opens SW2/a at 2
    SW2    on its way to 2; closes SW2/a at 2
    SW2    at 2; opens SW2/a at 1
    SW2    at 2 at once; opens SW2/a at 1; closes SW2/a at 2
    SW2    falls back to 1, on its way to 2 (1); opens SW2/a at 2
    --
    SW2    armature starts to operate, stays at 2
    SW2    armature operated, stays at 2
    SW2    armature operated at once, stays at 2
    SW2    armature falls back to released, stays at 2
    --
    SW2    starts to step to 0; closes SW2/a at 0
    SW2    bounces, on its way to 0; opens SW2/a at 0
    SW2    on its way to 0; closes SW2/a at 0
    SW2    at 0; opens SW2/a at 2
    SW2    at 0 at once; opens SW2/a at 2; closes SW2/a at 0
    SW2    falls back to 2, on its way to 0 (1); opens SW2/a at 0
    ");
}

#[test]
fn selectors() {
    insta::assert_snapshot!(moves("SA1"), @"
    --
    SA1    starts from 0 to 1; opens SA1/a at 0, SA1/b at 0
    SA1    at 1, from 0; closes SA1/a at 1, SA1/b at 1
    SA1    goes at once from 0 to 1; opens SA1/a at 0, SA1/b at 0; closes SA1/a at 1, SA1/b at 1
    SA1    falls back to 0; closes SA1/a at 0, SA1/b at 0
    --
    SA1    starts from 1 to 2; opens SA1/a at 1, SA1/b at 1
    SA1    at 2, from 1; closes SA1/a at 2
    SA1    goes at once from 1 to 2; opens SA1/a at 1, SA1/b at 1; closes SA1/a at 2
    SA1    falls back to 1, on its way to 2; closes SA1/a at 1, SA1/b at 1
    --
    SA1    starts from 1 to 0; opens SA1/a at 1, SA1/b at 1
    SA1    at 0; closes SA1/a at 0, SA1/b at 0
    SA1    goes at once from 1 to 0; opens SA1/a at 1, SA1/b at 1; closes SA1/a at 0, SA1/b at 0
    SA1    falls back to 1, on its way to 0; closes SA1/a at 1, SA1/b at 1
    --
    SA1    starts from 2 to 3; opens SA1/a at 2
    SA1    at 3; closes SA1/a at 3
    SA1    goes at once from 2 to 3; opens SA1/a at 2; closes SA1/a at 3
    SA1    falls back to 2, on its way to 3; closes SA1/a at 2
    --
    SA1    starts from 2 to 1; opens SA1/a at 2
    SA1    at 1, from 2; closes SA1/a at 1, SA1/b at 1
    SA1    goes at once from 2 to 1; opens SA1/a at 2; closes SA1/a at 1, SA1/b at 1
    SA1    falls back to 2, on its way to 1; closes SA1/a at 2
    --
    SA1    starts from 3 to 2; opens SA1/a at 3
    SA1    at 2, from 3; closes SA1/a at 2
    SA1    goes at once from 3 to 2; opens SA1/a at 3; closes SA1/a at 2
    SA1    falls back to 3; closes SA1/a at 3
    ");
    insta::assert_snapshot!(moves("SA2"), @"
    --
    SA2    starts from 0 to 1; opens SA2/a at 0
    SA2    on its way from 0 to 1; closes SA2/a at 1
    SA2    bounces, on its way from 0 to 1; opens SA2/a at 1
    SA2    at 1, from 0; closes SA2/a at 1
    SA2    goes at once from 0 to 1; opens SA2/a at 0; closes SA2/a at 1
    SA2    falls back to 0, on its way to 1 (1); closes SA2/a at 0
    --
    SA2    starts from 1 to 2; opens SA2/a at 1
    SA2    on its way from 1 to 2; closes SA2/a at 2
    SA2    bounces, on its way from 1 to 2; opens SA2/a at 2
    SA2    at 2; closes SA2/a at 2
    SA2    goes at once from 1 to 2; opens SA2/a at 1; closes SA2/a at 2
    SA2    falls back to 1, on its way to 2 (1); closes SA2/a at 1
    --
    SA2    starts from 1 to 0; opens SA2/a at 1
    SA2    on its way from 1 to 0; closes SA2/a at 0
    SA2    bounces, on its way from 1 to 0; opens SA2/a at 0
    SA2    at 0; closes SA2/a at 0
    SA2    goes at once from 1 to 0; opens SA2/a at 1; closes SA2/a at 0
    SA2    falls back to 1, on its way to 0 (1); closes SA2/a at 1
    --
    SA2    starts from 2 to 1; opens SA2/a at 2
    SA2    on its way from 2 to 1; closes SA2/a at 1
    SA2    bounces, on its way from 2 to 1; opens SA2/a at 1
    SA2    at 1, from 2; closes SA2/a at 1
    SA2    goes at once from 2 to 1; opens SA2/a at 2; closes SA2/a at 1
    SA2    falls back to 2, on its way to 1 (1); closes SA2/a at 2
    ");
}

#[test]
fn other_events_of_other_kinds() {
    let ids = Ids { circuit: switchroom() };
    let [kb1, kb2, kp1, kp2, sw1, sa1, sa2, f1, ki1] =
        ["KB1", "KB2", "KP1", "KP2", "SW1", "SA1", "SA2", "F1", "KI1"].map(|name| ids.part(name));
    let coil = |part, milliamps: i64, asks, partial| What::Coil {
        part,
        current: Nanoamps(milliamps * 1_000_000),
        asks,
        partial,
    };
    let welded =
        |name, side| What::Fault { fault: Fault::ContactWelded { contact: ids.contact(name), side }, present: true };
    let turned = |part, to| What::Turned { part, to };
    let moved = |part, from: u16, to: u16| What::Moved { part, from: Place(from), to: Place(to) };
    let (nothing, operate, release, reverse) = (Request::Nothing, Request::Operate, Request::Release, Request::Reverse);
    let events = vec![
        coil(kb1, 48, operate, false),
        coil(kb1, -48, release, false),
        coil(kb1, 0, nothing, false),
        coil(kb1, 16, nothing, true),
        What::BothCoils { part: kb1, driven: true },
        What::BothCoils { part: kb1, driven: false },
        coil(kb2, -48, release, false),
        coil(kp1, 48, operate, false),
        coil(kp1, -48, reverse, false),
        coil(kp1, 0, release, false),
        coil(kp2, -48, release, false),
        coil(sw1, 48, operate, false),
        coil(sw1, 48, reverse, false),
        coil(ki1, 0, release, false),
        turned(sa1, 3),
        moved(sa1, 0, 6),
        turned(sa1, 2),
        turned(sa2, 2),
        moved(sa2, 0, 1),
        What::OverloadBegan { part: f1, current: Nanoamps(700_000_000) },
        What::OverloadEnded { part: f1, lasted: 50_000 },
        What::Blown { part: f1, fed: vec![kb1, ids.part("H1")].into() },
        What::Blown { part: f1, fed: vec![].into() },
        What::Replaced { part: f1 },
        welded("SA1/a", ContactSide::Place(2)),
        welded("KP1/1", ContactSide::Make),
        turned(sa1, 1),
        moved(sa1, 6, 2),
    ];
    let mut recording = Recording::new();
    section(&mut recording, "all", 0, 0, Ending::Told, events.into_iter().map(|what| (0, what)).collect());
    insta::assert_snapshot!(round_trip(&recording, &ids.circuit), @"
    kiber trace 1
    circuit 101f702b  The other kinds

    == all
       +0.000 ms  KB1    set coil 48 mA, asks to operate
       +0.000 ms  KB1    reset coil 48 mA, asks to release
       +0.000 ms  KB1    coils 0 mA, asks for nothing
       +0.000 ms  KB1    set coil 16 mA (partial), asks for nothing
       +0.000 ms  KB1    both coils driven, stays
       +0.000 ms  KB1    no longer both coils driven
       +0.000 ms  KB2    coil -48 mA, asks to release
       +0.000 ms  KP1    coil 48 mA, asks for right
       +0.000 ms  KP1    coil -48 mA, asks for left
       +0.000 ms  KP1    coil 0 mA, asks for centre
       +0.000 ms  KP2    coil -48 mA, asks for left
       +0.000 ms  SW1    coil 48 mA, asks to operate
       +0.000 ms  SW1    home coil 48 mA, asks for home
       +0.000 ms  KI1    coil 0 mA, asks to release
       +0.000 ms  SA1    turned from 0 to 3; opens SA1/a at 0, SA1/b at 0; closes SA1/a at 3
       +0.000 ms  SA1    turned to 2
       +0.000 ms  SA2    turned to 2
       +0.000 ms  SA2    starts from 0 to 1; opens SA2/a at 0
       +0.000 ms  F1     overloaded, 700 mA
       +0.000 ms  F1     no longer overloaded, after 50.000 ms
       +0.000 ms  F1     blown; fed KB1, H1
       +0.000 ms  F1     blown
       +0.000 ms  F1     replaced
       +0.000 ms  SA1/a  fault: contact welded at place 2
       +0.000 ms  KP1/1  fault: contact welded
       +0.000 ms  SA1    turned from 3 to 1; closes SA1/b at 1

    == end at 0.000 ms
    ");
}

#[test]
fn the_sections_alone_are_written_without_a_frame() {
    let ids = Ids { circuit: circuit() };
    let mut trace = TextTrace::new(Arc::clone(&ids.circuit), String::new())
        .with_faults(vec![Fault::ContactStuckOpen(ids.contact("S1/1"))]);
    trace.begin_section(&"hold S1", 2_000);
    let s1 = ids.part("S1");
    trace.event(Event { at: 3_000, what: What::Hand { part: s1, operated: true } });
    trace.event(Event { at: 3_000, what: What::Moved { part: s1, from: Place::RELEASED, to: Place::OPERATED } });
    trace.event(Event { at: 3_000, what: What::Hand { part: s1, operated: false } });
    insta::assert_snapshot!(trace.into_inner().unwrap(), @r#"

== hold S1
   +1.000 ms  S1     pressed; opens S1/2
   +1.000 ms  S1     free
"#);
}

#[test]
fn a_writer_that_refuses_is_told_of() {
    struct Full;
    impl std::fmt::Write for Full {
        fn write_str(&mut self, _: &str) -> std::fmt::Result {
            Err(std::fmt::Error)
        }
    }
    let mut trace = TextTrace::new(circuit(), Full);
    trace.write_head(None);
    assert!(trace.into_inner().is_err());
}

#[track_caller]
fn check_error(text: &str, expected: &str) {
    let head = "kiber trace 1\ncircuit 4486df58  One of each,\\nnearly\n\n";
    let found = Recording::parse(&format!("{head}{text}"), &circuit()).map_err(|error| error.to_string());
    assert_eq!(found.unwrap_err(), expected);
}

#[test]
fn other_texts_are_no_traces() {
    check_error("== power-up\n", "line 5: the trace is cut off here");
    check_error(
        "== power-up\n   +0.000 ms  H9     lit, 1 mA\n",
        "line 5: no event of this circuit is written like this: +0.000 ms  H9     lit, 1 mA",
    );
    check_error(
        "== power-up\n   +0.000 ms  S1     pressed; closes S1/2\n\n== end at 0.000 ms\n",
        "line 5: this circuit would have written: +0.000 ms  S1     pressed; opens S1/2; closes S1/1",
    );
    check_error(
        "== power-up\n   +0.000 ms         settled\n\n== end at 1.000 ms\n",
        "line 7: this circuit would have written: == end at 0.000 ms",
    );
    check_error(
        "== power-up\n   +0.000 ms         settled\n\n== end at 0.000 ms\nmore\n",
        "line 8: no event of this circuit is written like this: more",
    );
    let other = Recording::parse("kiber trace 1\ncircuit 12345678  One of each\n", &circuit());
    assert_eq!(
        other.map_err(|error| error.to_string()).unwrap_err(),
        "line 2: this is the trace of another circuit, or of another version of this one: it is pinned to 12345678, \
         and this circuit is 4486df58"
    );
    let other = Recording::parse("kiber trace 2\n", &circuit()).map_err(|error| error.to_string());
    assert_eq!(other.unwrap_err(), "line 1: this circuit would have written: kiber trace 1");
}

#[test]
fn headings_and_the_script_come_back() {
    let circuit = circuit();
    let mut recording = Recording::new();
    recording.script = Some(ScriptPin { name: "game 2".into(), fingerprint: Fingerprint(0x0000_beef) });
    recording.begin_section(&"power-up", 0);
    recording.end_section(1000, Ending::TimeUp { still: true });
    recording.heading("The first game");
    recording.heading("== Its opening: a \\ in it");
    recording.begin_section(&"on V1", 1000);
    recording.end_section(1000, Ending::Refused);
    let text = recording.text(&circuit);
    insta::assert_snapshot!(text, @r"
    kiber trace 1
    circuit 4486df58  One of each,\nnearly
    script  0000beef  game 2

    == power-up
       +1.000 ms         time is up, nothing moves

    === The first game

    === == Its opening: a \ in it

    == on V1
       +0.000 ms         refused, nothing done

    == end at 1.000 ms
    ");
    assert_eq!(Recording::parse(&text, &circuit), Ok(recording));
}
