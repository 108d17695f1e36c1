//! A circuit with one of each kind of part, and its ids.

use std::sync::Arc;

use kiber_engine::{Event, Nanoamps, What};
use kiber_netlist::{Circuit, ContactId, NetId, PartId};
use kiber_trace::written::{Coil, Hand, Item, Reader, Words};
use kiber_trace::{Ending, Recording, Section};

pub(crate) fn circuit() -> Arc<Circuit> {
    let source = r#"Circuit(
        title: "One of each,\nnearly",
        parts: {
            "G1": Source(plus: "+", minus: "-", volts: 24.0, max_amps: 0.5),
            "S1": Button(contacts: {"1": Make("+", "a"), "2": Break("+", "c")}),
            "V1": Toggle(contacts: {"a": Changeover(common: "+", break: "c", make: "a")}),
            "V2": Toggle(contacts: {}),
            "K1": Relay(coil: ("a", "-"), contacts: {
                "1": Make("+", "a"),
                "2": Changeover(common: "+", break: "c", make: "d"),
                "3": Changeover(common: "+", break: "c", make: "d", bridging: true),
                "4": Changeover(common: "+", make: "d"),
            }),
            "КОНЕЦ1": Relay(label: "End", coil: ("c", "-"), contacts: {"1": Break("+", "net 7")}),
            "H1": Lamp(pins: ("d", "-")),
            "R1": Resistor(pins: ("net 7", "-"), ohms: 100.0),
        },
    )"#;
    read(source)
}

/// A circuit with the parts that have other places than a plain relay's.
pub(crate) fn switchroom() -> Arc<Circuit> {
    let source = r#"Circuit(
        title: "The other kinds",
        parts: {
            "G1": Source(plus: "+", minus: "-", volts: 24.0),
            "KE1": Relay(coil: ("a", "-"), contacts: {
                "1": Timed(contact: Make("+", "a"), early_ms: 0.5), "2": Make("+", "b"),
                "3": Timed(contact: Break("+", "c"), late_ms: 0.25)}),
            "KC1": Relay(coil: ("a", "-"), bounce_ms: 0.5, contacts: {"1": Make("+", "a"), "2": Break("+", "b")}),
            "KD1": DelayRelay(kind: OnDelay, delay_ms: 100.0, coil: ("a", "-"), contacts: {"1": Make("+", "b")}),
            "KI1": Impulse(coil: ("a", "-"), contacts: {"1": Changeover(common: "+", break: "a", make: "b")}),
            "KB1": Bistable(set: ("a", "-"), reset: ("b", "-"), contacts: {"1": Make("+", "c")}),
            "KB2": Bistable(coil: ("a", "b"), contacts: {"1": Make("+", "c")}),
            "KP1": Polarized(coil: ("a", "b"), centre: true, contacts: {"1": Left("+", "c"), "2": Right("+", "d")}),
            "KP2": Polarized(coil: ("a", "b"), contacts: {"1": Left("+", "c"), "2": Right("+", "d")}),
            "SW1": Stepper(coil: ("a", "-"), home: ("b", "-"), places: 4,
                wafers: {"a": (common: "+", places: ["a", "b", "c", "d"])},
                off_normal: {"1": Make("+", "c")}, interrupter: {"1": Break("+", "d")}),
            "SW2": Stepper(coil: ("b", "-"), places: 3, on: Release, bounce_ms: 0.5, wafers: {
                "a": (common: "+", places: ["a", "b", "c"], bridging: true)}),
            "SA1": Selector(places: 4, wafers: {
                "a": (common: "+", places: ["a", "b", "c", "d"]), "b": (common: "-", places: ["d", "c"])}),
            "SA2": Selector(places: 3, transfer_ms: 2.0, bounce_ms: 0.5, wafers: {
                "a": (common: "+", places: ["a", "b", "c"])}),
            "F1": Fuse(pins: ("c", "d"), amps: 0.5),
            "H1": Lamp(pins: ("d", "-")),
        },
    )"#;
    read(source)
}

fn read(source: &str) -> Arc<Circuit> {
    let reading = kiber_netlist::read(source);
    Arc::new(reading.circuit.unwrap_or_else(|| panic!("{:#?}", reading.findings)))
}

pub(crate) struct Ids {
    pub(crate) circuit: Arc<Circuit>,
}

impl Ids {
    pub(crate) fn part(&self, name: &str) -> PartId {
        self.circuit.part(name).unwrap()
    }
    pub(crate) fn contact(&self, name: &str) -> ContactId {
        self.circuit.contact(name).unwrap()
    }
    pub(crate) fn net(&self, name: &str) -> NetId {
        self.circuit.net(name).unwrap()
    }
}

/// The text of a recording, which has to read back as the same recording.
#[track_caller]
pub(crate) fn round_trip(recording: &Recording, circuit: &Arc<Circuit>) -> String {
    let text = recording.text(circuit);
    assert_eq!(Recording::parse(&text, circuit).as_ref(), Ok(recording), "\n{text}");
    same_without_the_circuit(recording, &text);
    text
}

/// Reads the text without the circuit, and finds the same sections, events, times and words.
#[track_caller]
fn same_without_the_circuit(recording: &Recording, text: &str) {
    let mut reader = Reader::new(text.as_bytes());
    let mut headings = Vec::new();
    let mut sections = recording.sections.iter();
    let mut section: Option<&Section> = None;
    let mut events = [].iter();
    let is_over = |section: Option<&Section>, events: &mut std::slice::Iter<'_, Event>, told: &Ending| {
        assert_eq!(events.next(), None, "\n{text}");
        assert_eq!(section.map_or(&Ending::Told, |section| &section.ending), told, "\n{text}");
    };
    let mut told = Ending::Told;
    while let Some(item) = reader.next().unwrap_or_else(|error| panic!("{error}\n{text}")) {
        match item {
            Item::Head(head) => {
                let script = recording.script.as_ref().map(|script| (script.name.as_str(), script.fingerprint));
                assert_eq!(head.script.as_ref().map(|pin| (pin.name.as_str(), pin.fingerprint)), script, "\n{text}");
            }
            Item::Heading(heading) => headings.push(heading.to_owned()),
            Item::Section(title) => {
                is_over(section, &mut events, &std::mem::replace(&mut told, Ending::Told));
                let next = sections.next().unwrap();
                assert_eq!((&next.headings, next.title.as_str()), (&std::mem::take(&mut headings), title), "\n{text}");
                events = next.events.iter();
                section = Some(next);
            }
            Item::Line(line) => {
                let start = section.unwrap().start;
                match line.words {
                    Words::TimeUp(still) => told = Ending::TimeUp { still },
                    Words::GaveUp(instants) => told = Ending::GaveUp(instants),
                    Words::Refused => told = Ending::Refused,
                    words => {
                        for _ in 0..words.events() {
                            let event = events.next().unwrap_or_else(|| panic!("{line:?}\n{text}"));
                            assert_eq!(event.at, start + line.since, "\n{text}");
                            assert!(says(&words, &event.what), "{words:?} {:?}\n{text}", event.what);
                        }
                        continue;
                    }
                }
                assert_eq!(section.unwrap().end, start + line.since, "\n{text}");
            }
            Item::End(at) => {
                is_over(section, &mut events, &told);
                assert_eq!((sections.next(), at), (None, recording.end()), "\n{text}");
            }
        }
    }
}

/// Whether these are words for that event.
fn says(words: &Words<'_>, what: &What) -> bool {
    match (words, what) {
        (&Words::Hand(hand, _), &What::Hand { operated, .. }) => operated == matches!(hand, Hand::Pressed | Hand::On),
        (Words::Hand(_, Some(_)) | Words::Turned { .. } | Words::Move(_), What::Moved { .. })
        | (Words::Replaced, What::Replaced { .. })
        | (Words::Settled, What::Settled) => true,
        (&Words::TurnedTo(place) | &Words::Turned { to: place, .. }, &What::Turned { to, .. }) => place == to,
        (&Words::Switched(words), &What::Source { on, .. }) => words == on,
        (&Words::Coil { coil, current, partial, .. }, &What::Coil { current: Nanoamps(nano), partial: is_so, .. }) => {
            let sign = if coil == Coil::Reset { -1 } else { 1 };
            (current, partial) == (Nanoamps(sign * nano), is_so)
        }
        (&Words::Lamp(word, words), &What::Lamp { level, current, .. }) => (word, words) == (level, current),
        (&Words::Overloaded(words), &What::OverloadBegan { current, .. }) => words == current,
        (&Words::NoLongerOverloaded(words), &What::OverloadEnded { lasted, .. }) => words == lasted,
        (Words::Blown(words), What::Blown { fed, .. }) => words.iter().count() == fed.len(),
        (&Words::BothCoils(words), &What::BothCoils { driven, .. }) => words == driven,
        (Words::Fault(_), What::Fault { present, .. }) => *present,
        (Words::Mended(_), What::Fault { present, .. }) => !present,
        (Words::ShortBegins { sources, .. }, What::ShortBegan(short)) => sources.iter().count() == short.sources.len(),
        (&Words::ShortEnds { lasted, .. }, &What::ShortEnded(_, really)) => lasted == really,
        (Words::Oscillates { period, parts }, What::Oscillates(oscillation)) => {
            (*period, parts.iter().count()) == (oscillation.period, oscillation.parts.len())
        }
        _ => false,
    }
}
