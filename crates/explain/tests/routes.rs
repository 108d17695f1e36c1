//! The routes that are found are those that trying all ways finds, in the same order.
#![allow(clippy::unwrap_used, reason = "a test that cannot set up has failed")]

use std::fmt::Write as _;
use std::sync::Arc;

use kiber_engine::Simulator;
use kiber_explain::{Route, Through, routes};
use kiber_netlist::{Circuit, NetId, PartKind};
use proptest::prelude::*;

/// A source from `0` to `1`, a coil, and contacts and diodes between a few nets.
fn circuit(coil: (u8, u8), between: &[(u8, u8, u8)]) -> Arc<Circuit> {
    let mut text = String::from("Circuit(title: \"\", parts: {\"G\": Source(plus: \"1\", minus: \"0\"),");
    let _ = write!(text, "\"K\": Relay(coil: (\"{}\", \"{}\")),", coil.0, coil.1);
    for (number, (kind, from, to)) in between.iter().enumerate() {
        let _ = match kind {
            0 => write!(text, "\"S{number}\": Button(contacts: {{\"1\": Make(\"{from}\", \"{to}\")}}),"),
            1 => write!(text, "\"S{number}\": Button(contacts: {{\"1\": Break(\"{from}\", \"{to}\")}}),"),
            2 => write!(text, "\"D{number}\": Diode(anode: \"{from}\", cathode: \"{to}\"),"),
            _ => write!(text, "\"R{number}\": Resistor(pins: (\"{from}\", \"{to}\"), ohms: 1.0),"),
        };
    }
    text.push_str("})");
    Arc::new(kiber_netlist::read(&text).circuit.unwrap())
}

/// All routes by trying every way from every net: how many contacts are open on each, and how long it is.
fn by_trying(circuit: &Circuit, simulator: &Simulator, coil: [NetId; 2]) -> Vec<(usize, usize)> {
    let (plus, minus) = (circuit.net("1").unwrap(), circuit.net("0").unwrap());
    // Ends, and whether it is passed both ways, and whether it is closed.
    let mut ways: Vec<([NetId; 2], bool, bool)> = Vec::new();
    for (id, part) in circuit.parts.iter() {
        match &part.kind {
            PartKind::Diode(diode) => ways.push(([diode.anode, diode.cathode], false, true)),
            PartKind::Resistor(resistor) => ways.push((resistor.pins, true, true)),
            PartKind::Button(_) => {
                let contact = circuit.contacts_of(id)[0];
                let nets: Vec<NetId> = circuit.contacts[contact].form.nets().collect();
                let closed = simulator.is_closed(contact) || simulator.is_break_closed(contact);
                ways.push(([nets[0], nets[1]], true, closed));
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    for [entered, left] in [coil, [coil[1], coil[0]]] {
        // From plus to where the coil is entered, and from where it is left to minus, no net twice.
        let mut open = vec![(plus, vec![plus], 0, 0, plus == entered)];
        while let Some((at, met, opened, length, is_through)) = open.pop() {
            if at == entered && !met.contains(&left) && (at == plus || at != minus) {
                // Through the coil.
                let mut after = vec![(left, [met.as_slice(), &[left]].concat(), opened, length)];
                while let Some((at, met, opened, length)) = after.pop() {
                    if at == minus {
                        found.push((opened, length));
                        continue;
                    }
                    for (to, closed) in onward(&ways, at) {
                        if !met.contains(&to) {
                            after.push((
                                to,
                                [met.as_slice(), &[to]].concat(),
                                opened + usize::from(!closed),
                                length + 1,
                            ));
                        }
                    }
                }
            }
            let _ = is_through;
            if at == minus || at == entered {
                continue;
            }
            for (to, closed) in onward(&ways, at) {
                if !met.contains(&to) {
                    open.push((to, [met.as_slice(), &[to]].concat(), opened + usize::from(!closed), length + 1, false));
                }
            }
        }
    }
    found.sort_unstable();
    found
}

fn onward(ways: &[([NetId; 2], bool, bool)], at: NetId) -> Vec<(NetId, bool)> {
    let mut next = Vec::new();
    for &([first, second], both, closed) in ways {
        if first == at && second != at {
            next.push((second, closed));
        } else if second == at && first != at && both {
            next.push((first, closed));
        }
    }
    next
}

proptest! {
    #[test]
    fn as_many_and_as_long_as_trying_all_ways_finds(
        coil in (0u8..6, 0u8..6),
        between in proptest::collection::vec((0u8..4, 0u8..6, 0u8..6), 1..10),
    ) {
        prop_assume!(coil.0 != coil.1);
        let circuit = circuit(coil, &between);
        let mut simulator = Simulator::new(Arc::clone(&circuit));
        let _ = simulator.power_up(&mut ());
        let k = circuit.part("K").unwrap();
        let PartKind::Relay(relay) = &circuit.parts[k].kind else { return Ok(()) };
        let coil = [relay.coils[0].plus, relay.coils[0].minus];
        // The source and the coil are steps too.
        let told: Vec<(usize, usize)> = routes(&simulator, Through::Winding(k, 0), 10_000)
            .iter()
            .map(|route| (route.open(), route.steps.len() - 2))
            .collect();
        let tried = by_trying(&circuit, &simulator, coil);
        let mut sorted = told.clone();
        sorted.sort_unstable();
        prop_assert_eq!(&sorted, &tried);
        // Fewest open ones first; of these the shortest, whichever way the coil is passed.
        prop_assert!(told.windows(2).all(|pair| pair[0] <= pair[1]), "{:?}", told);
        let few: Vec<Route> = routes(&simulator, Through::Winding(k, 0), 2);
        prop_assert_eq!(few.len(), tried.len().min(2));
        for route in few {
            prop_assert!(route.steps.iter().zip(route.steps.iter().cycle().skip(1)).all(|(a, b)| a.to == b.from));
        }
    }
}
