//! The ways of current through one load, as text.
#![allow(clippy::unwrap_used, reason = "a test that cannot set up has failed")]

use std::sync::Arc;

use insta::assert_snapshot;
use kiber_draw::rung::Rung;
use kiber_explain::Through;
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
