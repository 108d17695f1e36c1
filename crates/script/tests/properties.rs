//! What holds for every text and every step.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that cannot read its circuit has failed")]

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use kiber_engine::Stroke;
use kiber_netlist::{Circuit, Id, PartId, PartKind, RelayAction};
use kiber_netlist::{Files, Finding};
use kiber_script::{
    Around, At, Claim, Condition, Happening, Player, Report, Script, Step, Target, Turn, Verb, parse, parse_line,
    parse_with,
};
use kiber_trace::Recording;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

/// Names and nets that look like something else, and a circuit that does something.
static CIRCUIT: LazyLock<Arc<Circuit>> = LazyLock::new(|| {
    let source = r##"Circuit(
        title: "Odd names",
        parts: {
            "G1": Source(plus: "+", minus: "-", volts: 24.0, max_amps: 0.2),
            "for": Button(label: "wait 3ms", contacts: {"1": Make("+", "for")}),
            "settled": Button(contacts: {"1": Make("+", "net 7"), "2": Break("+", "x,#\"\\")}),
            "КН1": Button(contacts: {"1": Make("net 7", "for")}),
            "КН2": Button(contacts: {"1": Changeover(common: "+", break: "for", make: "-", bridging: true)}),
            "P6'": Relay(coil: ("for", "-"), contacts: {"1": Make("+", "net 7"), "2": Break("net 7", "c")}),
            "P7'": Relay(coil: ("c", "-"), contacts: {"1": Changeover(common: "c", break: "x,#\"\\", make: "+")}),
            "P8'": Relay(coil: ("x,#\"\\", "net 7"), contacts: {"1": Make("+", "c")}),
            "with": Relay(label: "in order", coil: ("in", "-"), contacts: {"1": Make("+", "in")}),
            "V08": Toggle(contacts: {"1": Make("+", "c")}),
            "V09": Toggle(contacts: {"1": Make("net 7", "c")}),
            "V8": Toggle(contacts: {"1": Break("+", "l1")}),
            "V9": Toggle(contacts: {"1": Make("+", "l1")}),
            "V10": Toggle(contacts: {"1": Make("+", "l2")}),
            "L1": Lamp(pins: ("l1", "-")),
            "L2": Lamp(label: "L1", pins: ("l2", "-")),
            "R1": Resistor(pins: ("c", "net 7"), ohms: 100.0),
            "at": Selector(label: "at 1", places: 3, transfer_ms: 2.0, wafers: {"a": (common: "+", places: ["c", "net 7", "l2"])}),
            "SA7": Selector(places: 3, wafers: {"a": (common: "+", places: ["for", "d", "l3"]), "b": (common: "-", places: ["x,#\"\\", "e"])}),
            "SA8": Selector(places: 4, start: 2, wafers: {"a": (common: "l2", places: ["+", "f", "d"])}),
            "SA9": Selector(label: "left", places: 3, bounce_ms: 1.0, wafers: {"a": (common: "l3", places: ["+", "f", "-"])}),
            "SW1": Stepper(coil: ("d", "-"), home: ("e", "-"), places: 3, on: Release,
                wafers: {"a": (common: "+", places: ["l3", "d", "e"], bridging: true)},
                off_normal: {"1": Make("+", "g")}, interrupter: {"1": Break("+", "d")}),
            "SW2": Stepper(coil: ("net 7", "-"), places: 4, wafers: {"a": (common: "+", places: ["l3", "d", "e"])}),
            "centre": Polarized(coil: ("c", "net 7"), centre: true, contacts: {"1": Left("+", "g"), "2": Right("+", "d")}),
            "KP2": Polarized(coil: ("d", "e"), contacts: {"1": Left("+", "g"), "2": Right("+", "l2")}),
            "KI1": Impulse(coil: ("g", "-"), bounce_ms: 0.5, contacts: {"1": Make("+", "e"), "2": Changeover(common: "f", break: "d", make: "g")}),
            "KB1": Bistable(set: ("l3", "-"), reset: ("f", "-"), contacts: {"1": Timed(contact: Make("+", "d"), early_ms: 0.5)}),
            "KD1": DelayRelay(kind: OnDelay, delay_ms: 15.0, coil: ("d", "-"), contacts: {"1": Timed(contact: Break("f", "e"), late_ms: 0.25)}),
            "F1": Fuse(pins: ("l3", "h"), amps: 0.15, blow_ms: 4.0),
            "R2": Resistor(pins: ("h", "-"), ohms: 100.0),
        },
    )"##;
    let reading = kiber_netlist::read(source);
    Arc::new(reading.circuit.unwrap_or_else(|| panic!("{:#?}", reading.findings)))
});

fn parts(is: impl Fn(&PartKind) -> bool) -> Vec<PartId> {
    CIRCUIT.parts.iter().filter(|(_, part)| is(&part.kind)).map(|(id, _)| id).collect()
}

/// Some of these, in some order.
fn some<T: Clone + std::fmt::Debug + 'static>(of: Vec<T>) -> impl Strategy<Value = Vec<T>> {
    let most = of.len();
    subsequence(of, 1..=most).prop_shuffle()
}

fn any_action() -> impl Strategy<Value = Step> {
    let buttons = parts(|kind| matches!(kind, PartKind::Button(_)));
    let toggles = parts(|kind| matches!(kind, PartKind::Toggle(_)));
    let switches = parts(|kind| matches!(kind, PartKind::Toggle(_) | PartKind::Source(_)));
    let relays = parts(|kind| matches!(kind, PartKind::Relay(_) | PartKind::Stepper(_)));
    let selectors = parts(|kind| matches!(kind, PartKind::Selector(_)));
    let fuses = parts(|kind| matches!(kind, PartKind::Fuse(_)));
    let as_parts = |parts: Vec<PartId>| parts.into_iter().map(Target::Part).collect::<Vec<_>>();
    let wires: Vec<Target> = ["P6' for", "with in", "P8' x,#\"\\", "R1 net 7", "for for"]
        .iter()
        .map(|wire| {
            let (part, net) = wire.split_once(' ').unwrap();
            Target::Wire(CIRCUIT.part(part).unwrap(), CIRCUIT.net(net).unwrap())
        })
        .collect();
    let contacts: Vec<Target> = CIRCUIT.contacts.ids().map(Target::Contact).collect();
    let broken = [contacts.clone(), as_parts(relays.clone())].concat();
    let mendable = [broken.clone(), wires.clone(), as_parts(toggles.clone())].concat();
    let done = prop_oneof![
        (select(vec![Verb::Press, Verb::Hold, Verb::Free]), some(as_parts(buttons))),
        (Just(Verb::Flip), some(as_parts(toggles))),
        (select(vec![Verb::On, Verb::Off]), some(as_parts(switches))),
        ((0_u16..3).prop_map(Verb::Set), some(as_parts(selectors))),
        (Just(Verb::Replace), some(as_parts(fuses))),
        (Just(Verb::Break), some(broken)),
        (Just(Verb::Weld), some(contacts)),
        (select(vec![Verb::Short, Verb::Stick]), some(as_parts(relays))),
        (Just(Verb::Cut), some(wires)),
        (Just(Verb::Mend), some(mendable)),
    ]
    .boxed();
    let time = prop_oneof![Just(None), (0_u64..30_000).prop_map(Some)];
    prop_oneof![
        9 => (done.clone(), time).prop_map(|((verb, on), lasting)| Step::Act { verb, on, lasting }),
        3 => (done, any_turns()).prop_map(|((verb, on), turns)| Step::InOrder { verb, on, turns }),
        1 => (0_u64..1_000_000_000_000_001).prop_map(Step::Wait),
        1 => (0_u64..30_000).prop_map(Step::Wait),
    ]
}

/// Some moves, with times that count up or without.
fn any_turns() -> impl Strategy<Value = Vec<Turn>> {
    let moving = parts(|kind| {
        matches!(
            kind,
            PartKind::Relay(_) | PartKind::Button(_) | PartKind::Stepper(_) | PartKind::Selector(_) | PartKind::Fuse(_)
        )
    });
    let strokes = vec![Stroke::Whole, Stroke::Leaves, Stroke::GoesOn, Stroke::Arrives, Stroke::FallsBack];
    let turn = (select(moving), select(strokes), 0_u64..9_000, prop::bool::weighted(0.2));
    (prop::collection::vec(turn, 1..6), any::<bool>()).prop_map(|(moves, timed)| {
        let mut at = 0;
        let turn = |(index, (part, stroke, after, together)): (usize, (PartId, Stroke, u64, bool))| {
            let together = together && index > 0;
            at += if together { 0 } else { after };
            Turn { part, stroke, at: timed.then_some(at), together }
        };
        moves.into_iter().enumerate().map(turn).collect()
    })
}

fn any_claim() -> impl Strategy<Value = Claim> {
    let of_part = (0..CIRCUIT.parts.len(), any::<bool>()).prop_filter_map("nothing to expect", |(part, first)| {
        let part = PartId::from_index(part);
        let conditions = match &CIRCUIT.parts[part].kind {
            PartKind::Relay(relay) if matches!(relay.action, RelayAction::Polarized { centre: true, .. }) => {
                [Condition::Centre, Condition::Right]
            }
            PartKind::Relay(relay) if matches!(relay.action, RelayAction::Polarized { .. }) => {
                [Condition::Left, Condition::Right]
            }
            PartKind::Stepper(_) | PartKind::Selector(_) => [Condition::At(0), Condition::At(2)],
            PartKind::Fuse(_) => [Condition::Blown, Condition::Whole],
            PartKind::Relay(_) => [Condition::Operated, Condition::Released],
            PartKind::Lamp(_) => [Condition::Lit, Condition::Off],
            PartKind::Toggle(_) | PartKind::Source(_) => [Condition::On, Condition::Off],
            PartKind::Button(_) => [Condition::Pressed, Condition::Free],
            _ => return None,
        };
        Some(Claim::Part(part, conditions[usize::from(first)]))
    });
    let contacts: Vec<_> = CIRCUIT.contacts.ids().collect();
    prop_oneof![
        6 => of_part,
        2 => (select(contacts), any::<bool>()).prop_map(|(contact, closed)| Claim::Contact(contact, closed)),
        1 => select(vec![Happening::Settled, Happening::Oscillating, Happening::Short]).prop_map(Claim::Circuit),
    ]
}

fn any_step() -> impl Strategy<Value = Step> {
    prop_oneof![3 => any_action(), 1 => prop::collection::vec(any_claim(), 1..12).prop_map(Step::Expect)]
}

/// Text that is nearly a script.
fn nearly_a_script() -> impl Strategy<Value = String> {
    let words = "press hold free flip on off break weld short cut stick mend set replace wait expect for at 3ms 1,5ms \
                 3 inf P6' P9' P6'/2 КН1 КН3 V8..V10 V08..V09 V1.. .. / # , \" \\ settled operated lit open closed \
                 1e999s repeat 2 3 { { } } == title include in order leaves arrives falls back with G1 L1 SA7 SA9 at left blown F1 SW1 \u{feff} \r \n \n \n";
    let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
    let piece = prop_oneof![8 => select(words), 1 => any::<String>(), 1 => Just(String::new())];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.join(" "))
}

#[track_caller]
fn check_findings(source: &str) {
    let (script, findings) = parse(source, &CIRCUIT);
    assert_eq!(script.is_none(), findings.iter().any(kiber_netlist::Finding::is_error));
    for finding in &findings {
        let second = finding.second.iter().map(|(span, _)| span);
        for span in std::iter::once(&finding.span).chain(second) {
            assert!(source.get(span.clone()).is_some(), "{finding:?} is not inside {source:?}");
        }
        assert!(!finding.message.contains('\n') && finding.message.chars().count() < 300, "{finding:?}");
    }
    if let Some(script) = script {
        let shown = script.shown(&CIRCUIT).to_string();
        let again = parse(&shown, &CIRCUIT).0.unwrap_or_else(|| panic!("{shown}"));
        assert_eq!(again.len(), script.len(), "{shown}");
        assert!(steps(&again).take(1000).eq(steps(&script).take(1000)), "{shown}");
        assert_eq!(again.fingerprint(&CIRCUIT), script.fingerprint(&CIRCUIT), "{shown}");
        assert_eq!(again.shown(&CIRCUIT).to_string(), shown);
    }
}

fn steps(script: &Script) -> impl Iterator<Item = &Step> {
    script.lines().map(|(_, _, step)| step)
}

/// What a script is made of.
#[derive(Clone, Debug)]
enum Node {
    Step(Step),
    Heading(u8),
    Repeat(u32, Vec<Node>),
    Include(Vec<Node>),
}

fn any_nest() -> impl Strategy<Value = Vec<Node>> {
    let short = any_step().prop_filter("short", |step| !matches!(step, Step::Wait(30_000..)));
    let leaf = prop_oneof![6 => short.prop_map(Node::Step), 1 => any::<u8>().prop_map(Node::Heading)];
    let node = leaf.prop_recursive(3, 24, 4, |inner| {
        let nodes = prop::collection::vec(inner, 1..4);
        prop_oneof![
            2 => (1_u32..4, nodes.clone()).prop_map(|(times, nodes)| Node::Repeat(times, nodes)),
            1 => nodes.prop_map(Node::Include),
        ]
    });
    prop::collection::vec(node, 0..6)
}

/// Files by their numbers, each once however often it is asked for.
#[derive(Default)]
struct Written(Vec<String>);

impl Files for Written {
    fn locate(&mut self, path: &str, _: &str) -> Result<String, String> {
        Ok(path.to_owned())
    }

    fn text(&mut self, file: &str) -> Result<String, String> {
        file.parse().ok().and_then(|file: usize| self.0.get(file).cloned()).ok_or_else(|| "no such file".to_owned())
    }
}

/// Writes a nest with its repeats and includes.
fn written(nodes: &[Node], files: &mut Written) -> String {
    let mut text = String::new();
    for node in nodes {
        text += &match node {
            Node::Step(step) => format!("{}\n", step.shown(&CIRCUIT)),
            Node::Heading(number) => format!("== {number}\n"),
            // In one line if that can be.
            Node::Repeat(times, inner) => match inner.as_slice() {
                [Node::Step(step)] => format!("repeat {times} {{ {} }}\n", step.shown(&CIRCUIT)),
                _ => format!("repeat {times} {{\n{}}}\n", written(inner, files)),
            },
            Node::Include(inner) => {
                let text = written(inner, files);
                let number = files.0.iter().position(|known| *known == text).unwrap_or(files.0.len());
                if number == files.0.len() {
                    files.0.push(text);
                }
                format!("include \"{number}\"\n")
            }
        };
    }
    text
}

/// Writes a nest line by line.
fn unrolled(nodes: &[Node], text: &mut String) {
    for node in nodes {
        match node {
            Node::Step(step) => *text += &format!("{}\n", step.shown(&CIRCUIT)),
            Node::Heading(number) => *text += &format!("== {number}\n"),
            Node::Repeat(times, inner) => (0..*times).for_each(|_| unrolled(inner, text)),
            Node::Include(inner) => unrolled(inner, text),
        }
    }
}

/// A report without the lines at which things stand.
fn without_places(report: &Report) -> Report {
    fn plain<T: Clone>(list: &[At<T>]) -> Vec<At<T>> {
        let plain = |at: &At<T>| {
            let heading = at.around.heading.clone();
            At { line: 0, span: 0..0, around: Around { heading, ..Around::default() }, ..at.clone() }
        };
        list.iter().map(plain).collect()
    }
    Report {
        failures: plain(&report.failures),
        oscillations: plain(&report.oscillations),
        shorts: plain(&report.shorts),
        overloads: plain(&report.overloads),
        both_coils: plain(&report.both_coils),
        blown: plain(&report.blown),
        gave_up: plain(&report.gave_up),
        stopped: plain(report.stopped.as_slice()).pop(),
        ..report.clone()
    }
}

fn played(script: &Script) -> (Report, Recording) {
    let mut recording = Recording::new();
    let mut player = Player::power_up(Arc::clone(&CIRCUIT), &mut recording);
    let report = player.play(script, &mut recording);
    (without_places(&report), recording)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_nest_is_what_it_is_line_by_line(nodes in any_nest()) {
        let mut files = Written::default();
        let (text, mut plain) = (written(&nodes, &mut files), String::new());
        unrolled(&nodes, &mut plain);
        let reading = parse_with(&text, "main", &CIRCUIT, &mut files);
        let (line_by_line, found) = parse(&plain, &CIRCUIT);
        // Only a repeat is known to be empty; buttons are followed alike.
        let codes = |findings: &[Finding]| {
            let codes = findings.iter().map(|finding| finding.code).filter(|&code| code != "script-bad-repeat");
            codes.collect::<BTreeSet<_>>()
        };
        prop_assert_eq!(codes(&reading.findings), codes(&found), "{}", text);
        let (Some(script), Some(line_by_line)) = (reading.script, line_by_line) else { return Ok(()) };
        prop_assert_eq!(script.len(), line_by_line.len());
        prop_assert!(steps(&script).eq(steps(&line_by_line)));
        prop_assert_eq!(script.fingerprint(&CIRCUIT), line_by_line.fingerprint(&CIRCUIT), "{}", text);
        let shown = script.shown(&CIRCUIT).to_string();
        let again = parse(&shown, &CIRCUIT).0.unwrap();
        prop_assert_eq!(again.shown(&CIRCUIT).to_string(), shown);
        prop_assert!(steps(&again).eq(steps(&script)));
        prop_assert_eq!(played(&script), played(&line_by_line), "{}", text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read_or_found_wanting(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        check_findings(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn nearly_scripts_are_read_or_found_wanting(source in nearly_a_script()) {
        check_findings(&source);
    }

    #[test]
    fn a_step_shown_reads_back_as_the_same_step(step in any_step()) {
        let shown = step.shown(&CIRCUIT).to_string();
        prop_assert_eq!(parse_line(&shown, &CIRCUIT), Ok(Some(step)), "{}", shown);
    }

    #[test]
    fn playing_is_told_the_same_to_everybody(steps in prop::collection::vec(any_step(), 0..12)) {
        // A wait of years beside a buzzer would take as long to simulate.
        let short = steps.into_iter().filter(|step| !matches!(step, Step::Wait(30_000..)));
        let script = Script::from_steps(short, &CIRCUIT);
        let mut recording = Recording::new();
        let mut watched = Player::power_up(Arc::clone(&CIRCUIT), &mut recording);
        let mut silent = Player::power_up(Arc::clone(&CIRCUIT), &mut ());
        let report = watched.play(&script, &mut recording);
        prop_assert_eq!(&silent.play(&script, &mut ()), &report);
        prop_assert_eq!(silent.simulator().state(), watched.simulator().state());
        let text = recording.text(&CIRCUIT);
        prop_assert_eq!(Recording::parse(&text, &CIRCUIT), Ok(recording), "{}", text);
    }
}
