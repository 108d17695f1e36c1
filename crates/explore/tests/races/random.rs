//! Laws, on random circuits of a few relays.

use std::fmt::Write;
use std::sync::Arc;

use kiber_engine::{Action, Outcome, Simulator};
use kiber_explore::races::{Judge, Judgement, Level, Question};
use kiber_netlist::{Circuit, PartId, PartKind, Quantity};
use kiber_script::{Player, Prepared, Step, Verb};
use proptest::prelude::*;

use crate::naive::ways_to_end;
use crate::replays;

const RELAYS: usize = 4;
const BUTTONS: usize = 2;

/// A contact between two nets, of a relay or, past the relays, of a button.
#[derive(Clone, Copy, Debug)]
struct Wire {
    owner: usize,
    /// Make, break, change-over with its make or its break side on the way, bridging ones.
    form: u8,
    /// Where the other side of a change-over leads: to a coil, or nowhere.
    other: usize,
}

/// Each relay has two ways to its coil: one through two contacts, one through a single one.
#[derive(Clone, Debug)]
struct Wired {
    ways: Vec<[Wire; 3]>,
    /// Now and then a contact from pole to pole.
    short: Option<Wire>,
    /// Operate, release and transfer times in tenths of milliseconds.
    times: Vec<[u64; 3]>,
}

fn any_circuit() -> impl Strategy<Value = Wired> {
    let wire = |owners: std::ops::Range<usize>, form: BoxedStrategy<u8>| {
        (owners, form, 0..2 * RELAYS).prop_map(|(owner, form, other)| Wire { owner, form, other })
    };
    let any_form = || (0u8..6).boxed();
    // A hand feeds most coils, a relay that rests lets it, and one that has operated may take over.
    let by_hand = prop_oneof![
        4 => wire(RELAYS..RELAYS + BUTTONS, Just(0).boxed()),
        1 => wire(0..RELAYS + BUTTONS, any_form()),
    ];
    let lets = prop_oneof![
        2 => wire(0..RELAYS, prop_oneof![Just(1u8), Just(3), Just(5)].boxed()),
        1 => wire(0..RELAYS + BUTTONS, any_form()),
    ];
    let takes_over = prop_oneof![
        3 => wire(0..RELAYS, prop_oneof![Just(0u8), Just(2), Just(4)].boxed()),
        1 => wire(0..RELAYS + BUTTONS, any_form()),
    ];
    let ways = prop::collection::vec((by_hand, lets, takes_over).prop_map(|(a, b, c)| [a, b, c]), RELAYS);
    let wire = wire(0..RELAYS + BUTTONS, any_form());
    // Near enough to each other to compete.
    let time = || prop::sample::select(vec![40u64, 50, 60, 80]);
    let times = prop::collection::vec((time(), time(), 0u64..20).prop_map(|(a, b, c)| [a, b, c]), RELAYS);
    let short = prop::option::weighted(0.1, wire);
    (ways, short, times).prop_map(|(ways, short, times)| Wired { ways, short, times })
}

impl Wire {
    fn contact(self, from: &str, to: &str) -> String {
        let other = if self.other < RELAYS { format!("c{}", self.other) } else { "nowhere".to_owned() };
        let bridging = self.form > 3;
        match self.form {
            0 => format!(r#"Make("{from}", "{to}")"#),
            1 => format!(r#"Break("{from}", "{to}")"#),
            2 | 4 => format!(r#"Changeover(common: "{from}", break: "{other}", make: "{to}", bridging: {bridging})"#),
            _ => format!(r#"Changeover(common: "{from}", break: "{to}", make: "{other}", bridging: {bridging})"#),
        }
    }
}

/// None if the reader finds the circuit wrong: a source shorted for good, a net that does not exist.
fn circuit(wired: &Wired) -> Option<Arc<Circuit>> {
    let mut contacts: Vec<String> = vec![String::new(); RELAYS + BUTTONS];
    let mut add = |number: usize, wire: &Wire, from: &str, to: &str| {
        let _ = write!(contacts[wire.owner], r#""{number}": {}, "#, wire.contact(from, to));
    };
    for (relay, [first, second, alone]) in wired.ways.iter().enumerate() {
        let (middle, coil) = (format!("m{relay}"), format!("c{relay}"));
        add(3 * relay, first, "+", &middle);
        add(3 * relay + 1, second, &middle, &coil);
        add(3 * relay + 2, alone, "+", &coil);
    }
    if let Some(short) = &wired.short {
        add(99, short, "+", "-");
    }
    let mut parts = String::from(r#""G1": Source(plus: "+", minus: "-"), "#);
    for (number, (own, times)) in contacts.iter().zip(&wired.times).enumerate() {
        let [operate, release, transfer] = times.map(|tenths| tenths as f64 / 10.0);
        let _ = write!(
            parts,
            r#""K{number}": Relay(coil: ("c{number}", "-"), operate_ms: {operate:?}, release_ms: {release:?}, transfer_ms: {transfer:?}, contacts: {{ {own} }}), "#,
        );
    }
    for (number, own) in contacts.iter().skip(RELAYS).enumerate() {
        let _ = write!(parts, r#""S{number}": Button(contacts: {{ {own} }}), "#);
    }
    let source = format!("Circuit(title: \"random\", parts: {{ {parts} }})");
    kiber_netlist::read(&source).circuit.map(Arc::new)
}

fn parts(circuit: &Circuit, is: impl Fn(&PartKind) -> bool) -> Vec<PartId> {
    circuit.parts.iter().filter(|(_, part)| is(&part.kind)).map(|(id, _)| id).collect()
}

/// Settled states that some pressing and freeing leads to, and what to do in each.
fn situations(circuit: &Arc<Circuit>) -> Vec<(Player, Step)> {
    let buttons = parts(circuit, |kind| matches!(kind, PartKind::Button(_)));
    let mut player = Player::power_up(Arc::clone(circuit), &mut ());
    let mut found = Vec::new();
    for round in 0..2 {
        for &button in &buttons {
            let steps = [Step::hold(button), Step::free(button)];
            let all_at_once = Step::act(Verb::Hold, buttons.iter().copied());
            for step in steps {
                if !player.simulator().is_settled() {
                    return found;
                }
                found.push((player.clone(), step.clone()));
                if round == 0 && !buttons.iter().any(|&button| player.simulator().is_held(button)) {
                    found.push((player.clone(), all_at_once.clone()));
                }
                player.step(&step, &mut ()).unwrap();
            }
        }
    }
    found
}

fn judged(player: &Player, step: &Step, question: Question) -> Judgement {
    let circuit = player.simulator().circuit();
    Judge::new(Arc::clone(circuit), question).step(player.simulator(), &Prepared::new(step.clone(), circuit))
}

fn actions(step: &Step) -> Vec<Action> {
    let Step::Act { verb, on, .. } = step else { return Vec::new() };
    on.iter()
        .filter_map(|target| match (verb, *target) {
            (Verb::Hold, kiber_script::Target::Part(part)) => Some(Action::Press(part)),
            (Verb::Free, kiber_script::Target::Part(part)) => Some(Action::Free(part)),
            _ => None,
        })
        .collect()
}

/// The same circuit with other times.
fn with_times(circuit: &Circuit, share: impl Fn(usize, usize) -> f64) -> Arc<Circuit> {
    let mut other = circuit.clone();
    let ids: Vec<PartId> = other.parts.ids().collect();
    for (number, id) in ids.into_iter().enumerate() {
        if let PartKind::Relay(relay) = &mut other.parts[id].kind {
            let times = [&mut relay.operate_ms, &mut relay.release_ms, &mut relay.transfer_ms];
            for (which, time) in times.into_iter().enumerate() {
                let value = (time.nominal * share(number, which) * 1e3).round() / 1e3;
                *time = Quantity::exactly(value);
            }
        }
    }
    Arc::new(other)
}

/// Where a step leads at nominal times: the places, or that it never settles.
fn outcome(circuit: &Arc<Circuit>, from: &Simulator, actions: &[Action]) -> Option<Vec<u16>> {
    let mut simulator = Simulator::new(Arc::clone(circuit));
    simulator.restore(&from.state(), 0);
    simulator.act(actions, &mut ()).unwrap();
    let settles = simulator.settle(&mut ()) == Outcome::Settled;
    settles.then(|| circuit.parts.ids().map(|part| simulator.place(part).0).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn orders_are_all_followed(wired in any_circuit()) {
        let Some(circuit) = circuit(&wired) else { return Ok(()) };
        for (player, step) in situations(&circuit) {
            for level in [Level::Order, Level::Overlap] {
                let question = Question::new(level);
                let verdict = judged(&player, &step, question);
                if let Judgement::Critical(race) = &verdict {
                    replays(&player, race);
                }
                let critical = matches!(verdict, Judgement::Critical(_));
                let unreduced = judged(&player, &step, Question { reduce: false, ..question });
                prop_assert_eq!(critical, matches!(unreduced, Judgement::Critical(_)), "reduced or not");
                if let Some(ways) = ways_to_end(player.simulator(), &actions(&step), level, 600) {
                    prop_assert_eq!(critical, ways > 1, "{} ways at level {}", ways, level);
                }
            }
        }
    }

    #[test]
    fn what_is_clean_at_level_4_is_so_at_any_times(
        wired in any_circuit(),
        shares in prop::collection::vec(prop::array::uniform3(0.8..1.2f64), 8),
    ) {
        let Some(circuit) = circuit(&wired) else { return Ok(()) };
        for (player, step) in situations(&circuit) {
            let question = Question { most_states: 3_000, ..Question::new(Level::Times) };
            let verdict = judged(&player, &step, question);
            match &verdict {
                Judgement::GaveUp(_) => {}
                Judgement::Critical(race) => replays(&player, race),
                Judgement::Clean => {
                    let actions = actions(&step);
                    let nominal = outcome(&circuit, player.simulator(), &actions);
                    // The extremes, and something between.
                    let extreme = |number: usize, which: usize| if shares[number % 8][which] < 1.0 { 0.8 } else { 1.2 };
                    let between = |number: usize, which: usize| shares[number % 8][which];
                    for other in [with_times(&circuit, extreme), with_times(&circuit, between)] {
                        prop_assert_eq!(&outcome(&other, player.simulator(), &actions), &nominal);
                    }
                }
            }
            let unreduced = judged(&player, &step, Question { reduce: false, ..question });
            if ![&verdict, &unreduced].iter().any(|judgement| matches!(judgement, Judgement::GaveUp(_))) {
                let critical = |verdict: &Judgement| matches!(verdict, Judgement::Critical(_));
                prop_assert_eq!(critical(&verdict), critical(&unreduced), "reduced or not");
            }
        }
    }

    #[test]
    fn a_tie_is_all_that_nominal_times_leave(wired in any_circuit()) {
        let Some(circuit) = circuit(&wired) else { return Ok(()) };
        for (player, step) in situations(&circuit) {
            let question = Question { most_states: 3_000, ..Question::new(Level::Nominal) };
            if let Judgement::Critical(race) = judged(&player, &step, question) {
                prop_assert!(race.tie);
                replays(&player, &race);
            }
        }
    }
}
