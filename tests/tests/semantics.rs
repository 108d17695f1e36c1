//! What a relay circuit means: small circuits as text, and what must come of them.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot set up has failed")]

use kiber_engine::{Nanoamps, Place, What};
use kiber_tests::{Played, circuit, play};

const SUPPLY: &str = r#""G1": Source(plus: "+", minus: "-", volts: 24.0),"#;

/// Plays a script on these parts and a supply of 24 V, and demands that all is as it expects.
#[track_caller]
fn check(parts: &str, script: &str) -> Played {
    play(&circuit(&format!("{SUPPLY}{parts}")), script).as_expected()
}

/// How often a part's armature left its seat to operate.
fn departures(played: &Played, part: &str) -> usize {
    let part = played.player.simulator().circuit().part(part).unwrap();
    played
        .events()
        .filter(|event| matches!(event.what, What::Moved { part: moved, from: Place::RELEASED, .. } if moved == part))
        .count()
}

/// How long the short circuits of a run lasted, in microseconds.
fn shorts(played: &Played) -> Vec<u64> {
    let lasted = |event: &kiber_engine::Event| match event.what {
        What::ShortEnded(_, lasted) => Some(lasted),
        _ => None,
    };
    played.events().filter_map(lasted).collect()
}

#[test]
fn two_coils_in_series_share_the_voltage() {
    let parts = r#"
        "S1": Button(contacts: {"1": Make("m", "-")}),
        "K1": Relay(coil: ("+", "m")),
        "K2": Relay(coil: ("m", "-")),
    "#;
    let mut played = check(parts, "expect settled, K1 released, K2 released");
    assert_eq!([played.current("K1"), played.current("K2")], [Nanoamps(24_000_000); 2]);

    let mut played = check(parts, "hold S1\n expect K1 operated, K2 released");
    assert_eq!([played.current("K1"), played.current("K2")], [Nanoamps(48_000_000), Nanoamps(0)]);
    insta::assert_snapshot!(played.on_the_bench().last(), @r"
    == hold S1
       +0.000 ms  S1     pressed; closes S1/1
       +0.000 ms  K1     coil 48 mA, asks to operate
       +0.000 ms  K2     coil 0 mA, asks to release
       +7.000 ms  K1     starts to operate
       +8.000 ms  K1     operated
       +8.000 ms         settled
    ");
}

#[test]
fn equal_coils_in_series_operate_only_when_the_supply_is_enough_for_all() {
    for (coils, volts, word) in [
        (1, 14.0, "operated"),
        (2, 27.999, "released"),
        (2, 28.0, "operated"),
        (5, 69.999, "released"),
        (5, 70.0, "operated"),
    ] {
        let chain: String = (0..coils)
            .map(|n| {
                let next = if n + 1 == coils { "-".into() } else { format!("n{}", n + 1) };
                let from = if n == 0 { "p".into() } else { format!("n{n}") };
                format!(r#""K{n}": Relay(coil: ("{from}", "{next}")),"#)
            })
            .collect();
        let parts = format!(r#""G2": Source(plus: "p", minus: "-", volts: {volts:?}), {chain}"#);
        check(&parts, &format!("expect K0..K{} {word}", coils - 1));
    }
}

#[test]
fn a_coil_behind_a_lamp_operates_and_the_lamp_is_dim() {
    let mut played = check(
        r#"
        "H1": Lamp(pins: ("+", "a"), volts: 24.0, amps: 0.1),
        "K1": Relay(coil: ("a", "-")),
        "#,
        "expect H1 dim, K1 operated",
    );
    assert_eq!(played.current("K1"), Nanoamps(32_432_432));
    assert_eq!(played.current("K1").to_string(), "32.432 mA");
}

/// First one supply, then at one instant the other: what the coil does with its current.
#[test]
fn between_release_and_operate_a_coil_stays_as_it_is() {
    for (first, then, word) in [
        (24.0, 5.0, "operated"), // 48 mA, then 10
        (24.0, 3.0, "released"), // 48 mA, then 6
        (5.0, 5.0, "released"),  // 10 mA from the start
        (14.0, 3.5, "operated"), // exactly 28 mA, then exactly 7
        (13.9999, 3.5, "released"),
        (14.0, 3.4999, "released"),
        (24.0, -24.0, "operated"), // turned round at once
    ] {
        let (plus, minus) = if then < 0.0 { ("-", "second") } else { ("second", "-") };
        let parts = format!(
            r#"
            "G2": Source(plus: "first", minus: "-", volts: {first:?}),
            "G3": Source(plus: "{plus}", minus: "{minus}", volts: {:?}),
            "S1": Toggle(contacts: {{"1": Changeover(common: "k", break: "first", make: "second")}}),
            "K1": Relay(coil: ("k", "-")),
            "#,
            f64::abs(then)
        );
        check(&parts, &format!("on S1\n expect K1 {word}"));
    }
}

/// 10 mA through a resistor hold a coil, 6 mA let it go.
#[test]
fn a_resistor_holds_a_coil_or_does_not() {
    for (ohms, word) in [(1900.0, "operated"), (3500.0, "released")] {
        let parts = format!(
            r#"
            "S1": Button(contacts: {{"1": Make("+", "k")}}),
            "R1": Resistor(pins: ("+", "k"), ohms: {ohms:?}),
            "K1": Relay(coil: ("k", "-")),
            "#
        );
        check(&parts, &format!("expect K1 released\n press S1\n expect K1 {word}"));
    }
}

#[test]
fn a_relay_through_its_own_break_contact_buzzes() {
    for (values, period) in [
        ("", 12_000),
        ("transfer_ms: 0.0,", 13_000),
        ("operate_ms: 20.0, release_ms: 10.0, transfer_ms: 4.0,", 26_000),
        // It turns back no sooner than it has arrived, so here a round takes two travels.
        ("operate_ms: 3.0, release_ms: 3.0, transfer_ms: 3.0,", 6_000),
    ] {
        let parts = format!(r#""K1": Relay({values} coil: ("k", "-"), contacts: {{"1": Break("+", "k")}}),"#);
        let played = play(&circuit(&format!("{SUPPLY}{parts}")), "wait 1ms\n expect oscillating");
        assert_eq!(played.report.failures, [], "{values}");
        let periods: Vec<u64> = played.report.oscillations.iter().map(|seen| seen.what.what.period).collect();
        assert_eq!(periods, [period], "{values}");
        assert!(
            played.trace().contains(&format!("oscillates with a period of {}.000 ms: K1", period / 1000)),
            "{}",
            played.trace()
        );
    }
}

#[test]
fn a_press_shorter_than_operate_minus_transfer_moves_nothing() {
    for (values, span, departed) in [
        ("", "6999us", 0),
        ("", "7ms", 1),
        ("", "7001us", 1),
        ("transfer_ms: 0.0,", "7999us", 0),
        ("transfer_ms: 0.0,", "8ms", 1),
        ("operate_ms: 5.0, transfer_ms: 5.0,", "1us", 1),
    ] {
        let parts = format!(
            r#"
            "S1": Button(contacts: {{"1": Make("+", "a")}}),
            "K1": Relay({values} coil: ("a", "-")),
            "#
        );
        let played = check(&parts, &format!("press S1 for {span}\n expect settled, K1 released"));
        assert_eq!(departures(&played, "K1"), departed, "{values} {span}");
    }
}

/// Touches do not add up: a timer that was dropped starts from nothing.
#[test]
fn ten_touches_too_short_move_nothing() {
    let touches = "press S1 for 6ms\n".repeat(10);
    let played = check(
        r#""S1": Button(contacts: {"1": Make("+", "a")}), "K1": Relay(coil: ("a", "-")),"#,
        &format!("{touches} expect K1 released"),
    );
    assert_eq!(departures(&played, "K1"), 0);
}

/// K1 holds itself through a change-over of K2, with plus on both sides. What matters is whether the
/// gap, K2's transfer, is at least release − transfer of K1.
#[test]
fn a_self_hold_around_a_change_over_depends_on_the_gap() {
    for (transfer, bridging, release, word) in [
        (1.0, false, 5.0, "operated"),
        (3.999, false, 5.0, "operated"),
        (4.0, false, 5.0, "released"),
        (4.0, false, 5.001, "operated"),
        (5.0, false, 5.0, "released"),
        (4.0, true, 5.0, "operated"),
        (5.0, true, 2.0, "operated"),
    ] {
        let parts = format!(
            r#"
            "S1": Button(contacts: {{"1": Make("+", "k")}}),
            "S2": Toggle(contacts: {{"1": Make("+", "s")}}),
            "K1": Relay(release_ms: {release:?}, coil: ("k", "-"), contacts: {{"1": Make("h", "k")}}),
            "K2": Relay(transfer_ms: {transfer:?}, coil: ("s", "-"), contacts: {{
                "1": Changeover(common: "h", break: "+", make: "+", bridging: {bridging}),
            }}),
            "#
        );
        for (way, before) in [("on S2", ""), ("off S2", "on S2")] {
            check(&parts, &format!("{before}\n press S1\n expect K1 operated\n {way}\n expect K1 {word}"));
        }
    }
}

#[test]
fn what_is_due_at_one_instant_happens_together() {
    check(
        r#"
        "S1": Toggle(contacts: {"1": Make("+", "s")}),
        "K1": Relay(coil: ("s", "-"), contacts: {"1": Changeover(common: "+", break: "a", make: "b")}),
        "K2": Relay(coil: ("s", "-"), contacts: {"1": Changeover(common: "x", break: "a", make: "b")}),
        "H1": Lamp(pins: ("x", "-")),
        "#,
        "
        expect H1 lit
        on S1 for 7ms
        expect H1 off, K1/1 open, K2/1 open
        wait 999us
        expect H1 off
        wait 1us
        expect H1 lit, K1/1 closed, K2/1 closed, settled
        ",
    );
}

/// A coil that changes its mind during the travel turns back no sooner than it has arrived.
#[test]
fn an_armature_on_its_way_arrives() {
    let played = check(
        r#"
        "S1": Button(contacts: {"1": Make("+", "a")}),
        "K1": Relay(operate_ms: 10.0, release_ms: 6.0, transfer_ms: 6.0, coil: ("a", "-"), contacts: {"1": Make("+", "h")}),
        "H1": Lamp(pins: ("h", "-")),
        "#,
        "
        press S1 for 4ms   # the armature leaves; release − transfer is 0, and yet it goes all the way
        expect K1 released
        ",
    );
    insta::assert_snapshot!(played.on_the_bench().last(), @r"
    == press S1 for 4ms
       +0.000 ms  S1     pressed; closes S1/1
       +0.000 ms  K1     coil 48 mA, asks to operate
       +4.000 ms  K1     starts to operate
       +4.000 ms  S1     free; opens S1/1
       +4.000 ms  K1     coil 0 mA, asks to release
      +10.000 ms  K1     operated; closes K1/1
      +10.000 ms  H1     lit, 100 mA
      +10.000 ms  K1     starts to release; opens K1/1
      +10.000 ms  H1     off, 0 mA
      +16.000 ms  K1     released
      +16.000 ms         settled
    ");
}

#[test]
fn anti_parallel_diodes_do_not_hold_each_other_up() {
    let mut played = check(
        r#"
        "D1": Diode(anode: "a", cathode: "b"),
        "D2": Diode(anode: "b", cathode: "a"),
        "K1": Relay(coil: ("a", "b")),
        "H1": Lamp(pins: ("a", "b")),
        "#,
        "expect K1 released, H1 off, settled",
    );
    for part in ["D1", "D2", "K1", "H1"] {
        assert_eq!(played.current(part), Nanoamps(0), "{part}");
    }
    assert_eq!(potential(&mut played, "a"), None);
}

#[test]
fn an_open_contact_leaves_its_net_floating() {
    let parts = r#"
        "S1": Button(contacts: {"1": Make("+", "a"), "2": Make("b", "-")}),
        "K1": Relay(coil: ("a", "b"), contacts: {"1": Make("c", "+"), "2": Make("c", "d")}),
    "#;
    let mut played = check(parts, "expect K1 released");
    for net in ["a", "b", "c", "d"] {
        assert_eq!(potential(&mut played, net), None, "{net}");
    }
    let mut played = check(parts, "hold S1\n expect K1 operated");
    for (net, volts) in [("a", 24.0), ("b", 0.0), ("c", 24.0), ("d", 24.0)] {
        assert_eq!(potential(&mut played, net), Some(volts), "{net}");
    }
}

fn potential(played: &mut Played, net: &str) -> Option<f64> {
    let net = played.player.simulator().circuit().net(net).unwrap();
    played.player.simulator_mut().potentials()[kiber_netlist::Id::index(net)]
}

#[test]
fn a_lone_wire_between_two_supplies_carries_nothing() {
    let parts = r#"
        "G2": Source(plus: "p", minus: "m", volts: 24.0),
        "S1": Toggle(contacts: {"1": Make("-", "p")}),
        "S2": Toggle(contacts: {"1": Make("+", "a")}),
        "K1": Relay(coil: ("a", "m")),
    "#;
    for (script, milliamps) in
        [("on S1\n expect K1 released", 0), ("on S2\n expect K1 released", 0), ("on S1, S2\n expect K1 operated", 96)]
    {
        let mut played = check(parts, script);
        assert_eq!(played.current("K1"), Nanoamps(milliamps * 1_000_000), "{script}");
    }
}

#[test]
fn a_short_while_two_contacts_overlap_has_a_duration_and_a_path() {
    let played = check(
        r#"
        "S1": Toggle(contacts: {"1": Make("+", "a")}),
        "K1": Relay(transfer_ms: 2.0, coil: ("a", "-"), contacts: {
            "1": Changeover(common: "m", break: "+", make: "n", bridging: true),
        }),
        "K2": Relay(transfer_ms: 2.0, coil: ("a", "-"), contacts: {
            "1": Changeover(common: "n", break: "x", make: "-", bridging: true),
        }),
        "#,
        "on S1\n expect short, K1 operated, K2 operated\n wait 1s\n expect settled",
    );
    assert_eq!(shorts(&played), [2_000]);
    let lines: Vec<String> =
        played.trace().lines().filter(|line| line.contains("short circuit")).map(str::to_owned).collect();
    insta::assert_snapshot!(lines.join("\n"), @r"
       +6.000 ms         short circuit of G1 begins: through K1/1 (both sides), K2/1
       +8.000 ms         short circuit of G1 ends after 2.000 ms: through K1/1 (both sides), K2/1
    ");
}

#[test]
fn a_short_of_an_ideal_source_leaves_what_it_feeds_without_current() {
    let played = check(
        r#"
        "S1": Button(contacts: {"1": Make("+", "-")}),
        "H1": Lamp(pins: ("+", "-")),
        "K1": Relay(coil: ("+", "-")),
        "#,
        "
        expect K1 operated, H1 lit
        hold S1
        expect short, K1 released, H1 off
        free S1
        expect short, K1 operated, H1 lit
        press S1
        expect short
        wait 1ms
        ",
    );
    assert_eq!(shorts(&played).len(), 2);
}

#[test]
fn ideal_sources_of_different_voltage_joined_are_a_short() {
    check(
        r#"
        "G2": Source(plus: "p", minus: "-", volts: 12.0),
        "S1": Button(contacts: {"1": Make("+", "p")}),
        "#,
        "hold S1\n expect short",
    );
}

/// Behind an internal resistance it is no short circuit but a current.
#[test]
fn internal_resistance_limits_the_current() {
    let mut played = play(
        &circuit(
            r#"
            "G1": Source(plus: "+", minus: "-", volts: 24.0, internal_ohms: 2.0, max_amps: 1.0),
            "S1": Button(contacts: {"1": Make("+", "-")}),
            "H1": Lamp(pins: ("+", "-")),
            "#,
        ),
        "expect H1 lit\n hold S1 for 5ms\n expect H1 off\n",
    )
    .as_expected();
    assert_eq!(played.current("G1"), Nanoamps(12_000_000_000));
    let lines: Vec<String> =
        played.trace().lines().filter(|line| line.contains("overload")).map(str::to_owned).collect();
    insta::assert_snapshot!(lines.join("\n"), @"   +0.000 ms  G1     overloaded, 12000 mA");
}

#[test]
fn windings_on_one_core_add_with_their_signs() {
    for (second, word) in [(r#"("+", "-")"#, "operated"), (r#"("-", "+")"#, "released")] {
        let parts = format!(
            r#"
            "K1": Relay(coils: {{
                "A": (pins: ("+", "-"), ohms: 1200.0, operate_ma: 28.0),
                "B": (pins: {second}, ohms: 2400.0, operate_ma: 14.0),
            }}),
            "#
        );
        // 20 of 28 mA and 10 of 14 mA: together 1.43 of what it takes, against each other nothing.
        check(&parts, &format!("expect K1 {word}"));
    }
}

#[test]
fn current_divides_over_parallel_contacts_and_takes_every_way_back() {
    // The sneak path: S1 feeds K2 backwards through the middle contact.
    check(
        r#"
        "S1": Button(contacts: {"1": Make("+", "a")}),
        "S2": Button(contacts: {"1": Make("a", "b")}),
        "S3": Button(contacts: {"1": Make("a", "b")}),
        "K1": Relay(coil: ("a", "-")),
        "K2": Relay(coil: ("b", "-")),
        "#,
        "
        hold S1
        expect K1 operated, K2 released
        hold S2
        expect K1 operated, K2 operated
        hold S3
        expect K2 operated, settled
        free S2
        expect K2 operated
        free S3
        expect K2 released
        ",
    );
}

#[test]
fn faults_are_what_a_fitter_finds() {
    let parts = r#"
        "S1": Button(contacts: {"1": Make("+", "a")}),
        "K1": Relay(coil: ("a", "-"), contacts: {"1": Make("+", "h"), "2": Changeover(common: "+", break: "b", make: "m")}),
        "H1": Lamp(pins: ("h", "-")),
        "H2": Lamp(pins: ("b", "-")),
        "H3": Lamp(pins: ("m", "-")),
    "#;
    for script in [
        "break K1/1\n hold S1\n expect K1 operated, H1 off, H3 lit\n mend K1/1\n expect H1 lit",
        "hold S1\n weld K1/1\n free S1\n expect K1 released, H1 lit\n mend K1/1\n expect H1 off",
        "weld K1/2\n hold S1\n expect K1 operated, H2 lit, H3 off, H1 lit",
        "hold S1\n weld K1/2\n free S1\n expect H2 off, H3 lit",
        "break K1\n hold S1\n expect K1 released\n mend K1\n expect K1 operated",
        "short K1\n hold S1\n expect short, K1 released\n free S1\n mend K1\n hold S1\n expect K1 operated",
        "cut K1 a\n hold S1\n expect K1 released\n mend K1\n expect K1 operated",
        "cut H1 -\n hold S1\n expect K1 operated, H1 off",
        "stick K1\n hold S1\n expect K1 released\n mend K1\n expect K1 operated",
        "hold S1\n stick K1\n free S1\n expect K1 operated, H1 lit\n mend K1\n expect K1 released",
    ] {
        check(parts, script);
    }
}

#[test]
fn power_up_is_simulated_like_anything_else() {
    let played = check(
        r#"
        "K1": Relay(coil: ("+", "-"), contacts: {"1": Break("+", "b")}),
        "K2": Relay(coil: ("b", "-"), contacts: {"1": Make("+", "c")}),
        "K3": Relay(coil: ("c", "-"), contacts: {"1": Make("+", "c")}),
        "#,
        // K2 has current for 7 ms, which is just enough to leave; K3 gets 3 ms, which is not.
        "expect settled, K1 operated, K2 released, K3 released",
    );
    assert_eq!(departures(&played, "K2"), 1);
    assert_eq!(departures(&played, "K3"), 0);
}
