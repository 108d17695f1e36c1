//! Random circuits under random hands: the engine's ways of solving agree with each other to the
//! event, and with a naive solver to the nanoampere.

// A test that cannot go on has failed.
#![allow(clippy::panic)]

mod circuits;
#[path = "../common/mod.rs"]
mod common;
mod kirchhoff;
mod naive;

use circuits::{action, circuit_text, large_circuit_text};
use common::*;
use kiber_engine::{Action, Event, Outcome, Simulator, What};
use kiber_netlist::{Id, PartId, PartKind};
use naive::{has_contact_short, has_short, naive};
use proptest::prelude::*;

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
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

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
            // Capacitors on their way as well, but not what a fuse does before it blows.
            if choice % 3 == 0 && simulator.has_capacitors() && !text.contains("Fuse") {
                simulator.wait(u64::from(choice % 4_000), &mut ());
            } else {
                let _ = simulator.settle(&mut ());
            }
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

    /// What arrives at a net leaves it again, and round a loop of contacts nothing adds up.
    #[test]
    fn currents_of_contacts_obey_kirchhoff(text in circuit_text(), choices in prop::collection::vec(any::<u32>(), 1..8)) {
        let (mut simulator, _) = start(&text, 1 << 10, false);
        for choice in choices {
            let action = action(&simulator, choice);
            if matches!(action, Action::Break(_) | Action::Mend(_)) {
                continue;
            }
            simulator.act(&[action], &mut ()).map_err(|error| TestCaseError::fail(error.to_string()))?;
            simulator.wait(u64::from(choice % 9_000), &mut ());
            for row in simulator.part_currents() {
                prop_assert_eq!(row.current, simulator.current(row.part, row.winding), "{:?}", row);
            }
            if simulator.shorts().is_empty() {
                prop_assert_eq!(kirchhoff::broken_law(&simulator), None, "{}", text);
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
        // Since when a short or an overload has lasted, and which of several paths was named first, is
        // no part of a state.
        let timeless = |events: &[Event]| {
            let mut told = Vec::new();
            for event in events {
                let what = match &event.what {
                    What::ShortEnded(short, _) | What::ShortBegan(short) => Err(short.sources.clone()),
                    What::OverloadEnded { part, .. } => Ok(What::OverloadEnded { part: *part, lasted: 0 }),
                    what => Ok(what.clone()),
                };
                told.push((event.at, what));
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
    #![proptest_config(ProptestConfig { cases: 20, failure_persistence: None, ..ProptestConfig::default() })]

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
