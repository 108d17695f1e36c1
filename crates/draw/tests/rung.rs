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
    II ──[В9/b]──[/КН4/1]──→
       →──┬─┤Р6/1├─────────────────────────────────────────────────────────┬──→
          └─┬─┤Р7/1├──[/Р7′/2]──┤Р6′/2├────────────────────────┬──[/Р6′/2]─┘
            └─[В8/b]──┤КН1/1├──[В7/b]──[В6/b]──[В5/b]──┤/В4/b├─┘
       →──(Р6)── 0
    ");
    assert_snapshot!(drawn(ARTICLE, "flip V1\npress KN1", "P1", 3, 80), @"
    II ━━[В9/b]━━[/КН4/1]━━→
       →━━┬━[Р1/1]━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┬━━→
          └─┬─[В8/b]──┤КН1/1├──[В7/b]──[В6/b]──[В5/b]──[В4/b]─┬──[В3/b]──[В2/b]──[/В1/b]──▷Д1▏─┘
            └─┤Р5/1├──┤/В3/b├─────────────────────────────────┘
       →━━(Р1)━━[/Р8′/3]━━ 0
    ");
    assert_snapshot!(drawn(ARTICLE, "", "L4", 3, 80), @"III ━━[В9/a]━━[/Р2/4]━━[/Р4/3]━━[/Р5/2]━━[В4/a]━━(⊗ Л4)━━ L0");
}
