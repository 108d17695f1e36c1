//! Machines for other games, proved like the built-in one.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot set up has failed")]

use kiber_bachet::{Rules, Strategies, WorstCase};
use kiber_explore::{Options, Outcome};
use kiber_tests::generated::{explored, memory_states};

/// What is proved of a machine, whoever plays: all its properties, and at these levels that no press has
/// a critical race. Its memory states and its worst case, which is reached, are those of the strategy in
/// plain Rust.
#[track_caller]
fn check_proved(objects: u32, take: u32, races: &[u8], states: u64, transitions: u64) {
    let exploration = explored(objects, take, races, &Options::default(), &mut |_| true);
    let book = exploration.book();
    for verdict in exploration.verdicts() {
        let name = &book.properties[verdict.property].name;
        assert_eq!(verdict.outcome, Outcome::Proved, "{name}");
        assert_eq!(verdict.vacuous, None, "{name}");
    }
    let rules = Rules::new(objects, take).unwrap();
    let plain = WorstCase::new(&Strategies::every_move(rules).unwrap(), |_| false).unwrap();
    let bound = exploration.verdicts().iter().find_map(|verdict| verdict.bound.as_ref());
    assert_eq!(bound.and_then(|bound| bound.most), plain.losses.filter(|&losses| losses > 0));
    assert_eq!(memory_states(&exploration), plain.memory_states);
    assert_eq!(
        (exploration.states(), exploration.transitions()),
        (states, transitions),
        "{objects} objects, take {take}"
    );
}

#[test]
fn four_objects() {
    check_proved(4, 3, &[2, 3], 80, 94);
}

#[test]
fn eight_objects() {
    check_proved(8, 3, &[2, 3], 3_070, 3_662);
}

#[test]
fn twelve_objects() {
    check_proved(12, 3, &[], 63_518, 76_066);
}

/// A game that the machine cannot learn to win, and one in which there is nothing to learn.
#[test]
fn games_without_a_bound() {
    check_proved(5, 2, &[], 98, 112);
    check_proved(4, 1, &[], 7, 7);
}
