//! From the changes in a wave file back to what happened.

use std::collections::BTreeMap;
use std::sync::Arc;

use kiber_engine::{Event, LampLevel, Mechanics, Micros, Nanoamps, Place, Request, Sink, What};
use kiber_netlist::{Circuit, PartId, PartKind};
use kiber_script::Player;
use kiber_trace::{Ending, Recorder, Recording, TextTrace, words};

use crate::reader::{Change, Dump, Value};

/// What the contacts of a part did at an instant: which side, and whether it closed.
pub(crate) type Contacts = BTreeMap<(Micros, String), Vec<(String, bool)>>;

/// What was read.
pub(crate) struct ReadBack {
    pub(crate) recording: Recording,
    pub(crate) contacts: Contacts,
}

/// Where the reading has got to.
struct Reading<'a> {
    circuit: &'a Arc<Circuit>,
    recording: Recording,
    contacts: Contacts,
    in_section: bool,
    places: BTreeMap<PartId, Place>,
    overloads: BTreeMap<PartId, Micros>,
    /// Whose contacts are moving; nobody's after anything else.
    mover: Option<PartId>,
}

/// Reads every event back, and every move of a contact.
#[track_caller]
pub(crate) fn read_back(dump: &Dump, circuit: &Arc<Circuit>) -> ReadBack {
    let mut reading = Reading {
        circuit,
        recording: Recording::new(),
        contacts: Contacts::new(),
        in_section: false,
        places: BTreeMap::new(),
        overloads: BTreeMap::new(),
        mover: None,
    };
    let names: Vec<(&str, String)> = dump.signals.iter().map(|name| split(name)).collect();
    for &(signal, ref value) in &dump.start {
        let (scope, name) = &names[signal];
        if *scope == "places" {
            let place = Place(value.number().unwrap() as u16);
            reading.places.insert(reading.part(name), place);
        }
    }
    let mut rest = dump.changes.as_slice();
    while let Some((change, after)) = rest.split_first() {
        let (scope, name) = &names[change.signal];
        // What always follows, as the file has it.
        let mut following = 0;
        let mut next = |scope: &str, name: &str| {
            let change: &Change = &after[following];
            assert_eq!((names[change.signal].0, names[change.signal].1.as_str()), (scope, name), "{change:?}");
            following += 1;
            &change.value
        };
        reading.take(change, scope, name, &mut next);
        rest = &after[following..];
    }
    if reading.in_section {
        reading.recording.end_section(dump.end, Ending::Told);
    }
    ReadBack { recording: reading.recording, contacts: reading.contacts }
}

/// The scope of a full name, and the rest of it as the circuit has it.
pub(crate) fn split(full: &str) -> (&str, String) {
    let (scope, name) = full.split_once('.').unwrap();
    (scope, decoded(name))
}

/// `%2E` as `.`, and so on.
pub(crate) fn decoded(text: &str) -> String {
    let mut pieces = text.split('%');
    let mut bytes = pieces.next().unwrap().as_bytes().to_vec();
    for piece in pieces {
        bytes.push(u8::from_str_radix(&piece[..2], 16).unwrap());
        bytes.extend(piece[2..].bytes());
    }
    String::from_utf8(bytes).unwrap()
}

impl Reading<'_> {
    #[track_caller]
    fn part(&self, name: &str) -> PartId {
        let part = self.circuit.part(name).unwrap_or_else(|| panic!("no part {name}"));
        assert_eq!(self.circuit.parts[part].name, name);
        part
    }

    fn tell(&mut self, at: Micros, what: What) {
        self.recording.event(Event { at, what });
    }

    fn take<'d>(&mut self, change: &Change, scope: &str, name: &str, next: &mut impl FnMut(&str, &str) -> &'d Value) {
        let &Change { at, ref value, .. } = change;
        if scope != "contacts" && !["relays", "polarized", "wipers", "armatures"].contains(&scope) {
            self.mover = None;
        }
        match (scope, name) {
            ("run", "heading") => {
                self.end_told(at);
                self.recording.heading(&decoded(value.text()));
            }
            ("run", "section") => {
                self.end_told(at);
                let title = decoded(next("run", "action").text());
                self.recording.begin_section(&title, at);
                self.in_section = true;
                assert_eq!(value.number(), Some(self.recording.sections.len() as u32));
            }
            ("run", "settled") => {
                let state = decoded(next("run", "state").text());
                self.state(at, &state, value.is_one());
            }
            ("run", "message") => {
                let message = decoded(value.text());
                let what = self.parsed(&message);
                match &what {
                    What::Fault { fault, present } => {
                        let faults = decoded(next("run", "faults").text());
                        assert_eq!(faults.contains(&words::fault(self.circuit, fault)), *present);
                    }
                    What::ShortBegan(short) => {
                        for &source in &short.sources {
                            assert!(next("shorts", &self.circuit.parts[source].name).is_one());
                        }
                    }
                    What::ShortEnded(short, _) => {
                        for &source in &short.sources {
                            assert!(!next("shorts", &self.circuit.parts[source].name).is_one());
                        }
                    }
                    What::Blown { part, .. } => {
                        assert!(!next("fuses", &self.circuit.parts[*part].name).is_one());
                    }
                    other => panic!("{other:?} needs no message"),
                }
                self.tell(at, what);
            }
            ("buttons" | "toggles", name) => {
                self.tell(at, What::Hand { part: self.part(name), operated: value.is_one() });
            }
            ("selectors", name) => {
                self.tell(at, What::Turned { part: self.part(name), to: value.number().unwrap() as u16 });
            }
            ("sources", name) => self.tell(at, What::Source { part: self.part(name), on: value.is_one() }),
            ("fuses", name) => {
                assert!(value.is_one(), "a fuse that blows has a message");
                self.tell(at, What::Replaced { part: self.part(name) });
            }
            ("overloads", name) => {
                let part = self.part(name);
                let current = nanoamps(value);
                let what = if current == Nanoamps(0) {
                    What::OverloadEnded { part, lasted: at - self.overloads.remove(&part).unwrap() }
                } else {
                    self.overloads.insert(part, at);
                    What::OverloadBegan { part, current }
                };
                self.tell(at, what);
            }
            ("places", name) => {
                let part = self.part(name);
                let to = Place(value.number().unwrap() as u16);
                let from = self.places.insert(part, to).unwrap();
                self.mover = Some(part);
                self.tell(at, What::Moved { part, from, to });
            }
            ("relays" | "polarized" | "wipers" | "armatures", name) => {
                assert_eq!(self.mover, Some(self.part(name)), "only a move says where a part stands");
            }
            ("contacts", name) => {
                // A contact that breaks is a fault and no move.
                if let Some(mover) = self.mover {
                    let part = self.circuit.parts[mover].name.clone();
                    assert!(name.starts_with(&format!("{part}/")), "{name} moves with {part}");
                    self.contacts.entry((at, part)).or_default().push((name.to_owned(), value.is_one()));
                }
            }
            ("partial", name) => {
                let part = self.part(name);
                let asks = request(&self.circuit.parts[part].kind, next("asks", name).text());
                let current = nanoamps(next("coils", name));
                self.tell(at, What::Coil { part, current, asks, partial: value.is_one() });
            }
            ("both_coils", name) => {
                self.tell(at, What::BothCoils { part: self.part(name), driven: value.is_one() });
            }
            ("lamps", name) => {
                let level = match value.number() {
                    None => LampLevel::Dim,
                    Some(0) => LampLevel::Off,
                    Some(_) => LampLevel::Lit,
                };
                let current = nanoamps(next("lamps_mA", name));
                self.tell(at, What::Lamp { part: self.part(name), level, current });
            }
            ("nets" | "capacitors", _) => {}
            other => panic!("{other:?} comes after something else"),
        }
    }

    /// The section before ended by what its last event says.
    fn end_told(&mut self, at: Micros) {
        if std::mem::take(&mut self.in_section) {
            self.recording.end_section(at, Ending::Told);
        }
    }

    fn state(&mut self, at: Micros, state: &str, settled: bool) {
        let ending = match state {
            "moving" => return assert!(!settled),
            "settled" => {
                assert!(settled);
                return self.tell(at, What::Settled);
            }
            "time is up, nothing moves" => Ending::TimeUp { still: true },
            "time is up, still moving" => Ending::TimeUp { still: false },
            "refused, nothing done" => Ending::Refused,
            _ => match state.strip_prefix("still moving, given up after ") {
                Some(rest) => Ending::GaveUp(rest.strip_suffix(" instants").unwrap().parse().unwrap()),
                None => {
                    let what = self.parsed(state);
                    return self.tell(at, what);
                }
            },
        };
        self.recording.end_section(at, ending);
        self.in_section = false;
    }

    /// What words of a trace stand for.
    fn parsed(&self, words: &str) -> What {
        let part = words.split_once(' ').map(|(word, _)| word).filter(|word| {
            self.circuit
                .part(word.split('/').next().unwrap())
                .is_some_and(|part| word.split('/').next() == Some(&self.circuit.parts[part].name))
        });
        let (cell, words) = match part {
            Some(part) => (part, words[part.len()..].trim_start()),
            None => ("", words),
        };
        let mut trace = TextTrace::new(Arc::clone(self.circuit), String::new());
        trace.write_head(None);
        let head = trace.into_inner().unwrap();
        let text = format!("{head}\n== x\n   +0.000 ms  {cell:<5}  {words}\n\n== end at 0.000 ms\n");
        let read = Recording::parse(&text, self.circuit).unwrap_or_else(|error| panic!("{error}\n{text}"));
        read.sections[0].events[0].what.clone()
    }
}

/// Milliamperes, as a recording keeps them.
fn nanoamps(value: &Value) -> Nanoamps {
    Nanoamps((value.real() * 1e3).round() as i64 * 1000)
}

fn request(kind: &PartKind, asks: &str) -> Request {
    [Request::Nothing, Request::Operate, Request::Release, Request::Reverse]
        .into_iter()
        .find(|&request| words::request(kind, request) == format!("asks {asks}"))
        .unwrap_or_else(|| panic!("{asks}"))
}

/// What the contacts did, by the words of the trace.
pub(crate) fn contacts_of_trace(trace: &str, recording: &Recording) -> Contacts {
    let mut contacts = Contacts::new();
    let mut sections = recording.sections.iter();
    let mut start = 0;
    for line in trace.lines() {
        if line.starts_with("== ") && !line.starts_with("== end at ") {
            start = sections.next().unwrap().start;
        }
        let Some((time, told)) = line.split_once(" ms  ").filter(|_| line.starts_with([' ', '+'])) else { continue };
        let since: Micros = time.trim_start_matches([' ', '+']).replace('.', "").parse().unwrap();
        let part = told.split(' ').next().unwrap().to_owned();
        let (mut opens, mut closes) = (Vec::new(), Vec::new());
        for clause in told.split("; ").skip(1) {
            let (verb, names) = clause.split_once(' ').unwrap();
            let side = |name: &str| name.replace(" at ", "/").replace(' ', "/");
            match verb {
                "opens" => opens.extend(names.split(", ").map(|name| (side(name), false))),
                "closes" => closes.extend(names.split(", ").map(|name| (side(name), true))),
                _ => {}
            }
        }
        if !opens.is_empty() || !closes.is_empty() {
            let all = contacts.entry((start + since, part)).or_default();
            all.extend(opens);
            all.extend(closes);
        }
    }
    contacts
}

/// What the signals say at the end is how the circuit stands.
#[track_caller]
pub(crate) fn check_end(dump: &Dump, player: &Player, name: &str) {
    let simulator = player.simulator();
    let circuit = simulator.circuit();
    for full in &dump.signals {
        let (scope, signal) = split(full);
        let part = || circuit.part(&signal).unwrap();
        let value = dump.last(full);
        let as_it_stands = match scope {
            "buttons" | "toggles" => value.is_one() == simulator.is_held(part()),
            "sources" => value.is_one() == simulator.source_is_on(part()),
            "lamps" => {
                let level = simulator.lamp(part());
                value.number()
                    == match level {
                        LampLevel::Off => Some(0),
                        LampLevel::Dim => None,
                        LampLevel::Lit => Some(1),
                    }
            }
            "fuses" => value.is_one() != simulator.is_blown(part()),
            "places" => value.number() == Some(u32::from(simulator.place(part()).0)),
            "relays" => {
                let stand = simulator.stand(part());
                value.number() == stand.towards.is_none().then_some(u32::from(stand.at))
            }
            "wipers" => {
                let stand = simulator.stand(part());
                value.number() == stand.towards.is_none().then_some(u32::from(stand.at))
            }
            "polarized" => value.text() == words::stand(circuit, part(), simulator.stand(part())),
            "asks" => {
                let (kind, asks) = (&circuit.parts[part()].kind, simulator.asks(part()));
                // That a winding is short-circuited while the current stays 0 is told by no event.
                let is_slow = asks == Request::Reverse && matches!(kind, PartKind::Relay(_));
                is_slow || format!("asks {}", value.text()) == words::request(kind, asks)
            }
            "shorts" => value.is_one() == simulator.shorts().iter().any(|short| short.sources.contains(&part())),
            "contacts" => {
                let part = signal.split('/').next().and_then(|part| circuit.part(part)).unwrap();
                let mechanics = Mechanics::of(circuit, part).unwrap();
                let sides = mechanics.closed(simulator.place(part));
                let is_this = |contact, side| {
                    let name = &circuit.contacts[contact].name;
                    let whole = format!("{}/{name}", circuit.parts[part].name);
                    signal == whole || signal == format!("{whole}/{}", side_word(side))
                };
                let faulty = !simulator.faults().is_empty();
                let (_, _, closed) = sides.into_iter().find(|&(contact, side, _)| is_this(contact, side)).unwrap();
                faulty || value.is_one() == closed
            }
            _ => true,
        };
        assert!(as_it_stands, "{name}: {full} ends with {value:?}");
    }
}

fn side_word(side: kiber_engine::ContactSide) -> String {
    match side {
        kiber_engine::ContactSide::Break => "break".to_owned(),
        kiber_engine::ContactSide::Make => "make".to_owned(),
        kiber_engine::ContactSide::Place(place) => place.to_string(),
    }
}
