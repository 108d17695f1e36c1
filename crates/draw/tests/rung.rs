//! The ways of current through one load, as text.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot set up has failed")]
#![allow(clippy::disallowed_methods, reason = "the circuits of the library are files")]

mod common;

use std::sync::Arc;

use common::library;
use insta::assert_snapshot;
use kiber_draw::rung::Rung;
use kiber_engine::Nanoamps;
use kiber_explain::{Through, routes};
use kiber_netlist::PartKind;
use kiber_script::{Player, parse};

const ARTICLE: &str = include_str!("../../../circuits/article/article.ron");

#[track_caller]
fn drawn(source: &str, script: &str, part: &str, most: usize, width: usize) -> String {
    let circuit = Arc::new(kiber_netlist::read(source).circuit.unwrap());
    let (script, findings) = parse(script, &circuit);
    assert!(findings.is_empty(), "{findings:?}");
    let mut player = Player::power_up(Arc::clone(&circuit), &mut ());
    let _ = player.play(&script.unwrap(), &mut ());
    let part = circuit.part(part).unwrap();
    let load =
        if circuit.parts[part].kind.coils().next().is_some() { Through::Winding(part, 0) } else { Through::Part(part) };
    Rung::of(player.simulator(), load, most, width).text()
}

#[test]
fn the_automatons_relays() {
    assert_snapshot!(drawn(ARTICLE, "", "P6", 3, 80), @"
    II ──[V9/b]──[/KN4/1]──→
       →──┬─┤P6/1├─────────────────────────────────────────────────────────┬──→
          └─┬─┤P7/1├──[/P7'/2]──┤P6'/2├────────────────────────┬──[/P6'/2]─┘
            └─[V8/b]──┤KN1/1├──[V7/b]──[V6/b]──[V5/b]──┤/V4/b├─┘
       →──(P6)── 0
    ");
    assert_snapshot!(drawn(ARTICLE, "flip V1\npress KN1", "P1", 3, 80), @"
    II ━━[V9/b]━━[/KN4/1]━━→
       →━━┬━[P1/1]━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┬━━→
          └─┬─[V8/b]──┤KN1/1├──[V7/b]──[V6/b]──[V5/b]──[V4/b]─┬──[V3/b]──[V2/b]──[/V1/b]──▷D1▏─┘
            └─┤P5/1├──┤/V3/b├─────────────────────────────────┘
       →━━(P1)━━[/P8'/3]━━ 0
    ");
    assert_snapshot!(drawn(ARTICLE, "", "L4", 3, 80), @"III ━━[V9/a]━━[/P2/4]━━[/P4/3]━━[/P5/2]━━[V4/a]━━(⊗ L4)━━ L0");
}

#[test]
fn a_line_is_heavy_only_where_what_flows_goes_on() {
    const TWO: &str = r#"Circuit(title: "Two", parts: {
        "G1": Source(plus: "+", minus: "-"),
        "S1": Toggle(on: true, contacts: {"1": Make("+", "a")}),
        "S2": Toggle(contacts: {"1": Make("a", "b")}),
        "S3": Toggle(contacts: {"1": Make("a", "b")}),
        "K1": Relay(coils: {"A": (pins: ("a", "-")), "B": (pins: ("b", "-"))}),
        "H1": Lamp(pins: ("b", "-")),
    })"#;
    assert_snapshot!(drawn(TWO, "", "H1", 3, 80), @"
    + ━━[S1/1]──┬─┤S2/1├─┬──(⊗ H1)── -
                └─┤S3/1├─┘
    ");
    assert_snapshot!(drawn(TWO, "on S3", "H1", 3, 80), @"
    + ━━[S1/1]━━┬━[S3/1]━┬━━(⊗ H1)━━ -
                └─┤S2/1├─┘
    ");
}

#[test]
fn what_carries_current_has_a_way_without_gaps() {
    let mut seen = 0;
    for (name, circuit, script) in library() {
        let mut player = Player::power_up(Arc::clone(&circuit), &mut ());
        player.play(&script, &mut ());
        let simulator = player.simulator();
        // A capacitor feeds without a source.
        if circuit.parts.rows().iter().any(|part| matches!(part.kind, PartKind::Capacitor(_))) {
            continue;
        }
        for (id, part) in circuit.parts.iter() {
            let loads: Vec<Through> = match part.kind {
                PartKind::Relay(_) | PartKind::Stepper(_) => {
                    (0..part.kind.coils().count()).map(|winding| Through::Winding(id, winding)).collect()
                }
                PartKind::Lamp(_) => vec![Through::Part(id)],
                _ => continue,
            };
            for (winding, load) in loads.into_iter().enumerate() {
                if simulator.current(id, winding) != Nanoamps(0) {
                    seen += 1;
                    let best = routes(simulator, load, 1);
                    assert!(best.first().is_some_and(|route| route.open() == 0), "{name}: {} {best:?}", part.name);
                }
            }
        }
    }
    assert!(seen > 200, "{seen} loads");
}

#[test]
fn a_wire_joins_poles() {
    const WIRED: &str = r#"Circuit(title: "Wired", parts: {
        "G1": Source(plus: "+", minus: "-"),
        "G2": Source(plus: "p", minus: "m"),
        "W1": Wire(pins: ["-", "m"]),
        "S1": Toggle(on: true, contacts: {"1": Make("+", "a")}),
        "H1": Lamp(pins: ("a", "m")),
    })"#;
    assert_snapshot!(drawn(WIRED, "", "H1", 3, 80), @"+ ━━[S1/1]━━(⊗ H1)━━ -");
}
