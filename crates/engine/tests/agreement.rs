//! Random circuits under random hands: the engine's ways of solving agree with each other to the
//! event, and with a naive solver to the nanoampere.

// A test that cannot go on has failed.
#![allow(clippy::panic)]

mod common;

use common::*;
use kiber_engine::{Action, ContactSide, Event, Fault, Outcome, Simulator, What};
use kiber_netlist::{ContactForm, Id, NetId, PartId, PartKind};
use proptest::prelude::*;

const NETS: [&str; 8] = ["+", "-", "p", "q", "a", "b", "c", "d"];

fn net() -> impl Strategy<Value = &'static str> {
    prop::sample::select(&NETS[..])
}

/// Two different nets.
fn nets() -> impl Strategy<Value = (&'static str, &'static str)> {
    (net(), net()).prop_filter("two nets", |(a, b)| a != b)
}

fn contacts() -> impl Strategy<Value = String> {
    prop::collection::vec(
        (nets(), net(), 0..4u8).prop_map(|((a, b), c, kind)| match kind {
            0 => format!("Make({a:?}, {b:?})"),
            1 => format!("Break({a:?}, {b:?})"),
            2 => format!("Changeover(common: {a:?}, break: {b:?}, make: {c:?})"),
            _ => format!("Changeover(common: {a:?}, break: {b:?}, make: {c:?}, bridging: true)"),
        }),
        1..3,
    )
    .prop_map(|contacts| {
        let rows: Vec<String> = contacts.iter().enumerate().map(|(at, form)| format!("\"{at}\": {form}")).collect();
        format!("contacts: {{ {} }}", rows.join(", "))
    })
}

fn part_text() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => (nets(), contacts(), 1..5u32, 0..3u32).prop_map(|((a, b), contacts, operate, transfer)| {
            let transfer = transfer.min(operate);
            format!("Relay(coil: ({a:?}, {b:?}), operate_ms: {operate}, release_ms: {}, transfer_ms: {transfer}, {contacts})", operate + 1)
        }),
        1 => (nets(), nets(), contacts()).prop_map(|((a, b), (c, d), contacts)| {
            format!("Relay(coils: {{ \"A\": (pins: ({a:?}, {b:?})), \"B\": (pins: ({c:?}, {d:?}), operate_ma: 14.0) }}, {contacts})")
        }),
        2 => (contacts(), 0..2u8).prop_map(|(contacts, transfer)| format!("Button(transfer_ms: {transfer}, {contacts})")),
        1 => (contacts(), any::<bool>()).prop_map(|(contacts, on)| format!("Toggle(on: {on}, {contacts})")),
        2 => nets().prop_map(|(a, b)| format!("Lamp(pins: ({a:?}, {b:?}))")),
        2 => (nets(), 1..9u32).prop_map(|((a, b), hundreds)| format!("Resistor(pins: ({a:?}, {b:?}), ohms: {hundreds}00)")),
        2 => (nets(), 0..2u8).prop_map(|((a, b), drop)| format!("Diode(anode: {a:?}, cathode: {b:?}, drop_volts: {})", 0.7 * f64::from(drop))),
        1 => nets().prop_map(|(a, b)| format!("Source(plus: {a:?}, minus: {b:?}, volts: 12, internal_ohms: 40)")),
    ]
}

fn circuit_text() -> impl Strategy<Value = String> {
    (prop::collection::vec(part_text(), 3..14), any::<bool>()).prop_map(|(parts, second)| {
        let mut text = String::from("\"G1\": Source(plus: \"+\", minus: \"-\", volts: 24),\n");
        if second {
            text += "\"G2\": Source(plus: \"p\", minus: \"q\", volts: 12),\n";
        }
        for (at, part) in parts.iter().enumerate() {
            text += &format!("\"X{at}\": {part},\n");
        }
        text
    })
}

/// So many parts that their zone has no key: groups of them with nets of their own, held together by
/// one net that all have in common.
fn large_circuit_text() -> impl Strategy<Value = String> {
    prop::collection::vec(part_text(), 150..220).prop_map(|parts| {
        let mut text = String::from("\"G1\": Source(plus: \"+\", minus: \"-\", volts: 24),\n");
        for (at, part) in parts.iter().enumerate() {
            let mut part = part.clone();
            for net in ["a", "b", "c", "p", "q"] {
                part = part.replace(&format!("\"{net}\""), &format!("\"{net}{}\"", at / 6));
            }
            // Contacts and diodes are not to short the supply all the time: they keep away from minus.
            let from = if part.starts_with("Diode") { Some(0) } else { part.find("contacts") };
            if let Some(from) = from.filter(|_| at % 40 > 0) {
                let rest = part.split_off(from);
                part += &rest.replace("\"-\"", &format!("\"b{}\"", at / 6));
            }
            text += &format!("\"X{at}\": {part},\n");
        }
        text
    })
}

/// Whatever can be done to the `choice`-th part.
fn action(simulator: &Simulator, choice: u32) -> Action {
    let parts: Vec<PartId> = simulator.circuit().parts.ids().collect();
    let part = parts[choice as usize % parts.len()];
    let turn = choice / 64;
    match &simulator.circuit().parts[part].kind {
        PartKind::Button(_) if simulator.is_held(part) => Action::Free(part),
        PartKind::Button(_) => Action::Press(part),
        PartKind::Toggle(_) => Action::Flip(part),
        PartKind::Source(_) => Action::Source(part, !simulator.source_is_on(part)),
        _ => {
            let contact = simulator.circuit().contacts_of(part).first().copied();
            let fault = match (contact, turn % 4) {
                (Some(contact), 0) => Fault::ContactStuckOpen(contact),
                (Some(contact), 1) => Fault::ContactWelded {
                    contact,
                    side: if turn % 8 == 1 { ContactSide::Make } else { ContactSide::Break },
                },
                (Some(_), 2) => Fault::ArmatureStuck(part),
                _ => match simulator.circuit().nets_of(part).first() {
                    Some(&net) => Fault::WireOff(part, net),
                    None => return Action::Source(parts[0], true),
                },
            };
            if simulator.faults().contains(&fault) { Action::Mend(fault) } else { Action::Break(fault) }
        }
    }
}

/// A way of running: what it remembers, and whether it solves everything from nothing each time.
fn start(text: &str, remembered: usize, from_nothing: bool) -> (Simulator, Vec<Event>) {
    let mut simulator = Simulator::new(circuit(text));
    simulator.remember(remembered);
    simulator.solve_from_nothing(from_nothing);
    simulator.set_limit(3_000);
    let mut events = Vec::new();
    let _ = simulator.power_up(&mut events);
    (simulator, events)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_way_of_solving_gives_the_same_events(
        text in circuit_text(),
        choices in prop::collection::vec(any::<u32>(), 1..10),
    ) {
        let mut runs = [start(&text, 1 << 10, false), start(&text, 0, false), start(&text, 2, false), start(&text, 0, true)];
        for choice in choices {
            let action = action(&runs[0].0, choice);
            for (simulator, events) in &mut runs {
                simulator.act(&[action], events).map_err(|error| TestCaseError::fail(error.to_string()))?;
                if choice % 3 == 0 {
                    simulator.wait(u64::from(choice % 4_000), events);
                } else {
                    let _ = simulator.settle(events);
                }
            }
            let (first, others) = runs.split_first().expect("there are four");
            for (at, other) in others.iter().enumerate() {
                let differing = first.1.iter().zip(&other.1).find(|(one, two)| one != two);
                prop_assert!(differing.is_none(), "way {}: {:?}", at + 1, differing);
                prop_assert_eq!(first.1.len(), other.1.len(), "way {}", at + 1);
                prop_assert_eq!(first.0.state(), other.0.state());
                prop_assert_eq!(first.0.potentials(), other.0.potentials());
            }
        }
    }

    #[test]
    fn currents_agree_with_a_naive_solver(text in circuit_text(), choices in prop::collection::vec(any::<u32>(), 1..8)) {
        let (mut simulator, _) = start(&text, 1 << 10, false);
        for choice in choices {
            if !matches!(simulator.circuit().parts[PartId::from_index(choice as usize % simulator.circuit().parts.len())].kind,
                PartKind::Button(_) | PartKind::Toggle(_) | PartKind::Source(_)) {
                continue;
            }
            let action = action(&simulator, choice);
            simulator.act(&[action], &mut ()).map_err(|error| TestCaseError::fail(error.to_string()))?;
            let _ = simulator.settle(&mut ());
            if !simulator.shorts().is_empty() {
                prop_assert!(has_short(&simulator), "no loop of sources is closed");
                continue;
            }
            prop_assert!(!has_contact_short(&simulator), "a closed path joins the poles, unseen");
            let Some(expected) = naive(&simulator) else { continue };
            for (part, amps) in expected {
                let found = simulator.current(part, 0).milliamps();
                prop_assert!((found - amps * 1e3).abs() < 1e-2 + 2e-5 * found.abs(), "{}: {found} mA, naively {} mA\n{text}",
                    simulator.circuit().parts[part].name, amps * 1e3);
            }
        }
    }

    #[test]
    fn a_state_taken_at_any_moment_runs_on_as_it_would_have(
        text in circuit_text(),
        choices in prop::collection::vec(any::<u32>(), 1..6),
        after in 0..20_000u64,
    ) {
        let (mut simulator, _) = start(&text, 1 << 10, false);
        for choice in choices {
            let action = action(&simulator, choice);
            simulator.act(&[action], &mut ()).map_err(|error| TestCaseError::fail(error.to_string()))?;
            simulator.wait(u64::from(choice % 9_000), &mut ());
        }
        let state = simulator.state();
        let mut other = Simulator::new(simulator.circuit().clone());
        other.restore(&state, 77);
        prop_assert_eq!(&other.state(), &state);
        let (mut on, mut restored) = (Vec::new(), Vec::new());
        let shift = simulator.now().wrapping_sub(77);
        simulator.wait(after, &mut on);
        other.wait(after, &mut restored);
        restored.iter_mut().for_each(|event| event.at = event.at.wrapping_add(shift));
        // Since when a short has lasted, and which of several paths was named first, is no part of a state.
        let timeless = |events: &[Event]| {
            let mut told = Vec::new();
            for event in events {
                match &event.what {
                    What::ShortEnded(short, _) => told.push((event.at, Err(short.sources.clone()))),
                    What::ShortBegan(short) => told.push((event.at, Err(short.sources.clone()))),
                    what => told.push((event.at, Ok(what.clone()))),
                }
            }
            told
        };
        prop_assert_eq!(timeless(&on), timeless(&restored));
        prop_assert_eq!(simulator.state(), other.state());
    }

    #[test]
    fn settled_states_written_as_bits_run_on_as_whole_ones_do(
        text in circuit_text(),
        choices in prop::collection::vec(any::<u32>(), 1..24),
        remembered in prop::sample::select(&[0_usize, 2, 1 << 10][..]),
    ) {
        let (mut whole, _) = start(&text, remembered, false);
        let mut bits = whole.clone();
        let mut states = Vec::new();
        for choice in choices {
            if whole.is_plain() {
                // What stands behind the state's own bits is somebody else's.
                let mut words = vec![u64::MAX; bits.settled_words()];
                prop_assert!(bits.write_settled(&mut words));
                let behind = words.len() * 64 - bits.settled_bits();
                prop_assert_eq!(words.last().map_or(0, |last| last.leading_ones() as usize).min(behind), behind);
                states.push((whole.state(), words));
            }
            // Back to any of the settled states so far, from wherever it stands now.
            if let Some((state, words)) = states.get((choice / 7) as usize % (states.len() + 1)) {
                whole.restore(state, 5);
                bits.restore_settled(words, 5);
                prop_assert_eq!(&bits.state(), state);
                prop_assert_eq!(bits.potentials(), whole.potentials());
            }
            let action = action(&whole, choice);
            let mut events = [Vec::new(), Vec::new()];
            for (simulator, events) in [&mut whole, &mut bits].into_iter().zip(&mut events) {
                // Whether somebody listened before must not matter either.
                if choice % 2 == 0 {
                    simulator.act(&[action], events).map_err(|error| TestCaseError::fail(error.to_string()))?;
                } else {
                    simulator.act(&[action], &mut ()).map_err(|error| TestCaseError::fail(error.to_string()))?;
                }
                if choice % 5 == 0 {
                    simulator.wait(u64::from(choice % 4_000), events);
                } else {
                    let _ = simulator.settle(events);
                }
            }
            prop_assert_eq!(&events[0], &events[1]);
            prop_assert_eq!(whole.state(), bits.state());
        }
    }

    #[test]
    fn an_oscillation_really_comes_back(text in circuit_text()) {
        let mut simulator = Simulator::new(circuit(&text));
        simulator.set_limit(3_000);
        if let Outcome::Oscillates(oscillation) = simulator.power_up(&mut ()) {
            let state = simulator.state();
            simulator.wait(oscillation.period, &mut ());
            prop_assert_eq!(simulator.state(), state);
            prop_assert!(!oscillation.parts.is_empty());
        }
    }

    #[test]
    fn a_wait_nobody_listens_to_ends_where_any_other_does(text in circuit_text(), span in 1_000_000..5_000_000_u64) {
        let mut heard = Simulator::new(circuit(&text));
        heard.set_limit(3_000);
        let mut events = Vec::new();
        if let Outcome::Oscillates(_) = heard.power_up(&mut events) {
            let mut unheard = heard.clone();
            heard.wait(span, &mut events);
            unheard.wait(span, &mut ());
            prop_assert_eq!((heard.now(), heard.state()), (unheard.now(), unheard.state()));
            // Timers that ran before go on as they were.
            heard.wait(12_345, &mut events);
            unheard.wait(12_345, &mut ());
            prop_assert_eq!(heard.state(), unheard.state());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn large_zones_give_the_same_events_in_every_way(
        text in large_circuit_text(),
        choices in prop::collection::vec(any::<u32>(), 1..6),
    ) {
        let mut runs = [(1 << 10, false), (0, false), (2, false), (0, true)].map(|(remembered, from_nothing)| {
            let mut simulator = Simulator::new(circuit(&text));
            simulator.remember(remembered);
            simulator.solve_from_nothing(from_nothing);
            let mut events = Vec::new();
            simulator.set_limit(1_000);
            let _ = simulator.power_up(&mut ());
            simulator.wait(10_000, &mut events);
            (simulator, events)
        });
        for choice in choices {
            let action = action(&runs[0].0, choice);
            for (simulator, events) in &mut runs {
                simulator.act(&[action], events).map_err(|error| TestCaseError::fail(error.to_string()))?;
                simulator.wait(30_000, events);
            }
            let (first, others) = runs.split_first().expect("there are four");
            for (at, other) in others.iter().enumerate() {
                let differing = first.1.iter().zip(&other.1).find(|(one, two)| one != two);
                prop_assert!(differing.is_none(), "way {}: {:?}", at + 1, differing);
                prop_assert_eq!(first.1.len(), other.1.len(), "way {}", at + 1);
                prop_assert_eq!(first.0.state(), other.0.state());
            }
        }
    }
}

/// The nets as classes that closed contacts and wires join.
fn classes(simulator: &Simulator) -> Vec<usize> {
    let circuit = simulator.circuit();
    let mut class: Vec<usize> = (0..circuit.nets.len()).collect();
    let mut join = |a: NetId, b: NetId| {
        let (from, to) = (class[a.index()], class[b.index()]);
        class.iter_mut().filter(|class| **class == from).for_each(|class| *class = to);
    };
    for (id, contact) in circuit.contacts.iter() {
        match contact.form {
            ContactForm::Make(a, b) if simulator.is_closed(id) => join(a, b),
            ContactForm::Break(a, b) if simulator.is_break_closed(id) => join(a, b),
            ContactForm::Changeover { common, break_side, make_side, .. } => {
                if let Some(net) = make_side.filter(|_| simulator.is_closed(id)) {
                    join(common, net);
                }
                if let Some(net) = break_side.filter(|_| simulator.is_break_closed(id)) {
                    join(common, net);
                }
            }
            _ => {}
        }
    }
    class
}

fn ideal_sources(simulator: &Simulator) -> Vec<(usize, usize, f64)> {
    let class = classes(simulator);
    let parts = simulator.circuit().parts.iter();
    parts
        .filter(|&(id, _)| simulator.source_is_on(id))
        .filter_map(|(_, part)| match &part.kind {
            PartKind::Source(source) if source.internal_ohms.nominal == 0.0 => {
                Some((class[source.plus.index()], class[source.minus.index()], source.volts.nominal))
            }
            _ => None,
        })
        .collect()
}

/// With at most two ideal sources a loop is one source shorted, or both joined at both poles with
/// the loop's sum not 0.
fn has_contact_short(simulator: &Simulator) -> bool {
    let sources = ideal_sources(simulator);
    let alone = sources.iter().any(|&(plus, minus, _)| plus == minus);
    let both = match sources[..] {
        [(p1, m1, v1), (p2, m2, v2)] => (p1 == p2 && m1 == m2 && v1 != v2) || (p1 == m2 && m1 == p2),
        _ => false,
    };
    alone || both
}

fn has_short(simulator: &Simulator) -> bool {
    let through_diodes = simulator.circuit().parts.iter().any(|(_, part)| matches!(part.kind, PartKind::Diode(_)));
    has_contact_short(simulator) || through_diodes
}

/// Modified nodal analysis with every choice of conducting diodes: the currents of all loads.
fn naive(simulator: &Simulator) -> Option<Vec<(PartId, f64)>> {
    let class = classes(simulator);
    let circuit = simulator.circuit();
    let mut loads = Vec::new();
    let mut diodes = Vec::new();
    for (id, part) in circuit.parts.iter() {
        let at = |net: NetId| class[net.index()];
        match &part.kind {
            PartKind::Relay(relay) => {
                for (winding, coil) in relay.coils.iter().enumerate() {
                    let shown = (winding == 0).then_some(id);
                    loads.push((shown, at(coil.plus), at(coil.minus), coil.ohms.nominal, 0.0));
                }
            }
            PartKind::Lamp(lamp) => {
                let ohms = lamp.volts.nominal / lamp.amps.nominal;
                loads.push((Some(id), at(lamp.pins[0]), at(lamp.pins[1]), ohms, 0.0));
            }
            PartKind::Resistor(r) => loads.push((Some(id), at(r.pins[0]), at(r.pins[1]), r.ohms.nominal, 0.0)),
            PartKind::Source(s) if s.internal_ohms.nominal > 0.0 && simulator.source_is_on(id) => {
                loads.push((Some(id), at(s.minus), at(s.plus), s.internal_ohms.nominal, s.volts.nominal));
            }
            PartKind::Diode(diode) => diodes.push((at(diode.anode), at(diode.cathode), diode.drop_volts)),
            _ => {}
        }
    }
    let sources = ideal_sources(simulator);
    if diodes.len() > 6 {
        return None;
    }
    (0..1u32 << diodes.len()).find_map(|choice| {
        let mut branches: Vec<(usize, usize, f64, f64)> = loads.iter().map(|&(_, a, b, r, e)| (a, b, r, e)).collect();
        for (at, &(a, b, drop)) in diodes.iter().enumerate() {
            let on = choice >> at & 1 == 1;
            branches.push(if on { (a, b, 1e-4, -drop) } else { (a, b, 1e12, 0.0) });
        }
        let potentials = nodal(class.len(), &branches, &sources)?;
        let current = |&(a, b, r, e): &(usize, usize, f64, f64)| (potentials[a] - potentials[b] + e) / r;
        let consistent = diodes.iter().enumerate().all(|(at, &(a, b, drop))| {
            let branch = &branches[loads.len() + at];
            match choice >> at & 1 {
                1 => current(branch) > -1e-7,
                _ => potentials[a] - potentials[b] < drop + 1e-6,
            }
        });
        let shown = loads.iter().zip(&branches).filter_map(|((id, ..), branch)| Some(((*id)?, current(branch))));
        consistent.then(|| shown.collect())
    })
}

/// Potentials by elimination with partial pivoting; a leak to the ground keeps floating nets solvable.
fn nodal(nets: usize, branches: &[(usize, usize, f64, f64)], sources: &[(usize, usize, f64)]) -> Option<Vec<f64>> {
    let size = nets + sources.len();
    let mut matrix = vec![vec![0.0; size + 1]; size];
    for (net, row) in matrix.iter_mut().enumerate().take(nets) {
        row[net] = 1e-9;
    }
    if let Some(&(_, minus, _)) = sources.first() {
        matrix[minus][minus] += 1.0;
    }
    for &(a, b, ohms, emf) in branches {
        for (near, far, sign) in [(a, b, 1.0), (b, a, -1.0)] {
            matrix[near][near] += 1.0 / ohms;
            matrix[near][far] -= 1.0 / ohms;
            matrix[near][size] -= sign * emf / ohms;
        }
    }
    for (at, &(plus, minus, volts)) in sources.iter().enumerate() {
        let row = nets + at;
        matrix[row][plus] += 1.0;
        matrix[row][minus] -= 1.0;
        matrix[row][size] = volts;
        matrix[plus][row] -= 1.0;
        matrix[minus][row] += 1.0;
        // Two sources in parallel would leave their division open: a little resistance decides it.
        let pair = |&(a, b, _): &(usize, usize, f64)| (a.min(b), a.max(b));
        if sources.iter().filter(|other| pair(other) == pair(&sources[at])).count() > 1 {
            matrix[row][row] += 1e-6;
        }
    }
    for column in 0..size {
        let pivot = (column..size).max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        matrix.swap(column, pivot);
        if matrix[column][column] == 0.0 {
            return None;
        }
        for row in 0..size {
            let factor = matrix[row][column] / matrix[column][column];
            if row != column && factor != 0.0 {
                let pivot_row = matrix[column].clone();
                for (entry, pivot) in matrix[row].iter_mut().zip(pivot_row).skip(column) {
                    *entry -= factor * pivot;
                }
            }
        }
    }
    Some((0..nets).map(|net| matrix[net][size] / matrix[net][net]).collect())
}
