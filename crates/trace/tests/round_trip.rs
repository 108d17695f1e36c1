//! A recording is its text, and damaged text is an error.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that cannot read its circuit has failed")]

mod common;

use std::sync::Arc;

use kiber_engine::{
    ContactSide, Event, Fault, LampLevel, Nanoamps, Oscillation, Place, Request, Short, ShortStep, Sink, What,
};
use kiber_netlist::ContactId;
use kiber_trace::{Ending, Recorder, Recording};
use proptest::prelude::*;

use common::{Ids, circuit, round_trip};

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

fn any_recording() -> impl Strategy<Value = Recording> {
    let ending = prop_oneof![
        Just(Ending::Told),
        any::<bool>().prop_map(|still| Ending::TimeUp { still }),
        any::<u64>().prop_map(Ending::GaveUp),
        Just(Ending::Refused),
    ];
    let event = (0_u64..3_000, any_event());
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_recording_is_its_text(recording in any_recording()) {
        round_trip(&recording, &circuit());
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
