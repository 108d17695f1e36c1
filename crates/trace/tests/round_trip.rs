//! A recording is its text, and damaged text is an error.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that cannot read its circuit has failed")]

mod common;

use std::sync::Arc;

use kiber_engine::{
    ContactSide, Event, Fault, LampLevel, Nanoamps, Oscillation, Place, Request, Short, ShortStep, Sink, What,
};
use kiber_netlist::{ContactId, PartId, PartKind};
use kiber_trace::{Ending, Recorder, Recording};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

use common::{Ids, circuit, round_trip, switchroom};

/// Any event at all, whether or not a circuit could do it; currents in whole microamperes, as a
/// recording keeps them.
fn any_event() -> impl Strategy<Value = What> {
    let ids = Ids { circuit: circuit() };
    let hands = [ids.part("S1"), ids.part("V1"), ids.part("V2")];
    let relays = [ids.part("K1"), ids.part("КОНЕЦ1")];
    let contacts: Vec<ContactId> =
        ["S1/1", "V1/a", "K1/1", "K1/2", "K1/3"].iter().map(|name| ids.contact(name)).collect();
    let (lamp, source, net) = (ids.part("H1"), ids.part("G1"), ids.net("net 7"));
    let current = || (-3_000_000_i64..3_000_000).prop_map(|micro| Nanoamps(micro * 1000));
    let place = || (0_u16..6).prop_map(Place);
    let seat = || prop_oneof![Just((Place::RELEASED, Place::OPERATED)), Just((Place::OPERATED, Place::RELEASED))];
    let request = prop_oneof![Just(Request::Nothing), Just(Request::Operate), Just(Request::Release)];
    let level = prop_oneof![Just(LampLevel::Off), Just(LampLevel::Dim), Just(LampLevel::Lit)];
    let steps = {
        let contacts = contacts.clone();
        prop::collection::vec((0..contacts.len(), any::<bool>()), 0..4).prop_map(move |steps| {
            let step = |(index, is_part): (usize, bool)| {
                if is_part { ShortStep::Part(relays[index % 2]) } else { ShortStep::Contact(contacts[index]) }
            };
            Arc::new(Short { sources: vec![source], path: steps.into_iter().map(step).collect() })
        })
    };
    let fault = (0..6, 0..contacts.len(), any::<bool>()).prop_map(move |(kind, index, make)| match kind {
        0 => Fault::ContactStuckOpen(contacts[index]),
        // Of a plain contact the side does not matter and is not written.
        1 => Fault::ContactWelded {
            contact: contacts[index],
            side: if make || [0, 2].contains(&index) { ContactSide::Make } else { ContactSide::Break },
        },
        2 => Fault::CoilOpen(relays[index % 2]),
        3 => Fault::CoilShorted(relays[index % 2]),
        4 => Fault::ArmatureStuck(relays[index % 2]),
        _ => Fault::WireOff(relays[index % 2], net),
    });
    prop_oneof![
        (0..3_usize, any::<bool>()).prop_map(move |(hand, operated)| What::Hand { part: hands[hand], operated }),
        (0..3_usize, seat()).prop_map(move |(hand, (from, to))| What::Moved { part: hands[hand], from, to }),
        (0..2_usize, place(), place()).prop_map(move |(relay, from, to)| What::Moved { part: relays[relay], from, to }),
        (0..2_usize, current(), request, any::<bool>()).prop_map(move |(relay, current, asks, partial)| What::Coil {
            part: relays[relay],
            current,
            asks,
            partial
        }),
        (level, current()).prop_map(move |(level, current)| What::Lamp { part: lamp, level, current }),
        any::<bool>().prop_map(move |on| What::Source { part: source, on }),
        current().prop_map(move |current| What::OverloadBegan { part: source, current }),
        any::<u32>().prop_map(move |lasted| What::OverloadEnded { part: source, lasted: lasted.into() }),
        steps.clone().prop_map(What::ShortBegan),
        (steps, any::<u32>()).prop_map(|(short, lasted)| What::ShortEnded(short, lasted.into())),
        (fault, any::<bool>()).prop_map(|(fault, present)| What::Fault { fault, present }),
        Just(What::Settled),
        (any::<u32>(), 0..3_usize).prop_map(move |(period, parts)| {
            What::Oscillates(Arc::new(Oscillation { period: period.into(), parts: relays[..parts.min(2)].to_vec() }))
        }),
    ]
}

/// Any event of the parts that have other places than a plain relay's.
fn any_event_of_the_switchroom() -> impl Strategy<Value = What> {
    let ids = Ids { circuit: switchroom() };
    let movers: Vec<PartId> = ids
        .circuit
        .parts
        .iter()
        .filter(|(_, part)| !matches!(part.kind, PartKind::Source(_) | PartKind::Lamp(_)))
        .map(|(id, _)| id)
        .collect();
    let coils = ["KE1", "KI1", "KB1", "KB2", "KP1", "KP2", "SW1", "SW2"].map(|name| ids.part(name));
    let wafers = ["SA1/a", "SW1/a", "SA2/a"].map(|name| ids.contact(name));
    let selectors = ["SA1", "SA2"].map(|name| ids.part(name));
    let (fuse, bistable) = (ids.part("F1"), ids.part("KB1"));
    let current = || (-3_000_000_i64..3_000_000).prop_map(|micro| Nanoamps(micro * 1000));
    let small_current = || (-2_i64..3).prop_map(|micro| Nanoamps(micro * 1000));
    let place = || prop_oneof![9 => 0_u16..24, 1 => any::<u16>()].prop_map(Place);
    let asks = select(vec![Request::Nothing, Request::Operate, Request::Release, Request::Reverse]);
    let fed = subsequence(movers.clone(), 0..4);
    prop_oneof![
        4 => (select(movers), place(), place()).prop_map(|(part, from, to)| What::Moved { part, from, to }),
        2 => (select(coils.to_vec()), prop_oneof![current(), small_current()], asks, any::<bool>())
            .prop_map(|(part, current, asks, partial)| What::Coil { part, current, asks, partial }),
        1 => (select(selectors.to_vec()), 0_u16..5).prop_map(|(part, to)| What::Turned { part, to }),
        1 => (select(selectors.to_vec()), any::<u16>()).prop_map(|(part, to)| What::Turned { part, to }),
        2 => (select(selectors.to_vec()), 0_u16..5, 0_u16..5).prop_map(|(part, from, to)| What::Moved {
            part,
            from: Place(2 * from),
            to: Place(2 * to)
        }),
        1 => fed.prop_map(move |fed| What::Blown { part: fuse, fed: fed.into() }),
        1 => Just(What::Replaced { part: fuse }),
        1 => any::<bool>().prop_map(move |driven| What::BothCoils { part: bistable, driven }),
        1 => current().prop_map(move |current| What::OverloadBegan { part: fuse, current }),
        1 => any::<u32>().prop_map(move |lasted| What::OverloadEnded { part: fuse, lasted: lasted.into() }),
        1 => (select(wafers.to_vec()), 0_u16..4, any::<bool>()).prop_map(|(contact, place, present)| What::Fault {
            fault: Fault::ContactWelded { contact, side: ContactSide::Place(place) },
            present
        }),
    ]
}

fn any_recording() -> impl Strategy<Value = Recording> {
    recording_of(any_event())
}

fn recording_of(event: impl Strategy<Value = What>) -> impl Strategy<Value = Recording> {
    let ending = prop_oneof![
        Just(Ending::Told),
        any::<bool>().prop_map(|still| Ending::TimeUp { still }),
        any::<u64>().prop_map(Ending::GaveUp),
        Just(Ending::Refused),
    ];
    let event = (prop_oneof![1 => Just(0), 2 => 0_u64..3_000], event);
    let section = (prop::collection::vec(event, 0..8), ending, 0_u64..3_000);
    prop::collection::vec(section, 0..4).prop_map(|sections| {
        let mut recording = Recording::new();
        let mut now = 0;
        for (events, ending, span) in sections {
            recording.begin_section(&"wait 3ms", now);
            for (after, what) in events {
                now += after;
                recording.event(Event { at: now, what });
            }
            now += if ending == Ending::Told { 0 } else { span };
            recording.end_section(now, ending);
        }
        recording
    })
}

/// Every move between any two places of every part reads back.
#[test]
fn every_move_has_words_of_its_own() {
    let circuit = switchroom();
    let mut recording = Recording::new();
    recording.begin_section(&"power-up", 0);
    for part in circuit.parts.ids() {
        for (from, to) in (0..40).flat_map(|from| (0..40).map(move |to| (from, to))) {
            recording.event(Event { at: 0, what: What::Moved { part, from: Place(from), to: Place(to) } });
        }
    }
    recording.end_section(0, Ending::Told);
    round_trip(&recording, &circuit);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_recording_is_its_text(recording in any_recording()) {
        round_trip(&recording, &circuit());
    }

    #[test]
    fn a_recording_of_the_other_kinds_is_its_text(recording in recording_of(any_event_of_the_switchroom())) {
        round_trip(&recording, &switchroom());
    }

    #[test]
    fn damaged_text_is_no_panic(recording in any_recording(), at in any::<prop::sample::Index>(), junk in "[ -~\\n⚡]{0,6}") {
        let circuit = circuit();
        let mut text = recording.text(&circuit);
        let mut at = at.index(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        text.insert_str(at, &junk);
        if let Ok(read) = Recording::parse(&text, &circuit) {
            let again = read.text(&circuit);
            prop_assert!(again.lines().eq(text.lines()), "{again}");
        }
    }
}
