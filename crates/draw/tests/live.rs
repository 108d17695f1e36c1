//! What is live in small circuits at one moment, and in every circuit of the library at every moment.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test that cannot set up has failed")]
#![allow(clippy::disallowed_methods, reason = "the library's circuits are files")]

mod common;

use std::fmt::Write;
use std::sync::Arc;

use common::library;
use kiber_draw::{Live, NetLive, PartLook};
use kiber_engine::{Action, ContactSide, Fault, Simulator};
use kiber_netlist::{Circuit, Id};
use kiber_script::{Player, parse};

/// Checks what nets, contacts and parts look like after a script; `~` marks what carries current.
#[track_caller]
fn check(parts: &str, script: &str, expected: &str) {
    let source = format!(r#"Circuit(title: "Test", parts: {{"G1": Source(plus: "+", minus: "-"), {parts}}})"#);
    let reading = kiber_netlist::read(&source);
    let circuit = Arc::new(reading.circuit.unwrap_or_else(|| panic!("{:?}", reading.findings)));
    let (script, findings) = parse(script, &circuit);
    let mut player = Player::power_up(Arc::clone(&circuit), &mut ());
    player.play(&script.unwrap_or_else(|| panic!("{findings:?}")), &mut ());
    assert_eq!(shown(&circuit, &Live::of(player.simulator())), expected);
}

fn shown(circuit: &Circuit, live: &Live) -> String {
    let mut text = String::new();
    let mark = |carries| if carries { "~" } else { "" };
    for (net, row) in circuit.nets.iter() {
        write!(text, "{} {}{} ", row.name, live.nets[net.index()].class(), mark(live.carrying[net.index()])).unwrap();
    }
    text.push('|');
    for (contact, _) in circuit.contacts.iter() {
        for side in &live.contacts[contact.index()] {
            let stands = if side.closed { "closed" } else { "open" };
            write!(text, " {} {stands}{}", circuit.contact_shown(contact), mark(side.carries)).unwrap();
        }
    }
    text.push_str(" |");
    for (part, row) in circuit.parts.iter() {
        let live = live.parts[part.index()];
        write!(text, " {} {:?}{}", row.name, live.look, mark(live.carries)).unwrap();
    }
    text
}

const HOLD: &str = r#""S1": Button(contacts: {"1": Make("+", "a")}),
    "K1": Relay(coil: ("a", "-"), contacts: {"1": Make("+", "a"), "2": Changeover(common: "+", break: "l", make: "m")}),
    "H1": Lamp(pins: ("l", "-")),"#;

#[test]
fn a_relay_at_rest_on_its_way_and_held() {
    check(
        HOLD,
        "",
        "+ plus~ - minus~ a minus l plus~ m floating | S1/1 open K1/1 open K1/2 closed~ K1/2 open | \
         G1 Operated~ S1 Rest K1 Rest H1 Lit~",
    );
    check(
        HOLD,
        "hold S1 for 7.5ms",
        "+ plus~ - minus~ a plus~ l minus m floating | S1/1 closed~ K1/1 open K1/2 open K1/2 open | \
         G1 Operated~ S1 Operated~ K1 Moving~ H1 Off",
    );
    check(
        HOLD,
        "press S1",
        "+ plus~ - minus~ a plus~ l minus m plus | S1/1 open K1/1 closed~ K1/2 open K1/2 closed | \
         G1 Operated~ S1 Rest K1 Operated~ H1 Off",
    );
}

#[test]
fn coils_in_series_stand_between_the_rails() {
    check(
        r#""K1": Relay(coil: ("+", "a")), "K2": Relay(coil: ("a", "b")), "S1": Toggle(on: true, contacts: {"1": Make("b", "-")}),"#,
        "",
        "+ plus~ - minus~ a between~ b minus~ | S1/1 closed~ | G1 Operated~ K1 Rest~ K2 Rest~ S1 Operated~",
    );
}

#[test]
fn a_short_circuit_flows_and_joins_the_poles() {
    check(
        r#""S1": Toggle(contacts: {"1": Make("+", "-")}), "H1": Lamp(pins: ("+", "-")),"#,
        "on S1",
        "+ between~ - between~ | S1/1 closed~ | G1 Operated~ S1 Operated~ H1 Off",
    );
}

#[test]
fn sources_without_a_common_pole_have_their_own_rails() {
    let parts = r#""G2": Source(plus: "p", minus: "m", volts: 48.0), "H1": Lamp(pins: ("+", "x")), "H2": Lamp(pins: ("p", "m")),
           "S1": Toggle(contacts: {"1": Make("x", "m")}),"#;
    check(
        parts,
        "",
        "+ plus - minus p plus~ m minus~ x plus | S1/1 open | G1 Operated G2 Operated~ H1 Off H2 Lit~ S1 Rest",
    );
    // The lamp ties the one's plus to the other's minus, so all of that is both.
    check(
        parts,
        "on S1",
        "+ between - minus p plus~ m between~ x between | S1/1 closed | G1 Operated G2 Operated~ H1 Off H2 Lit~ S1 Operated",
    );
}

#[test]
fn a_fuse_a_diode_and_a_dim_lamp() {
    check(
        r#""F1": Fuse(pins: ("+", "a"), amps: 1.0), "D1": Diode(pins: ("a", "b")), "H1": Lamp(pins: ("b", "c")),
           "H2": Lamp(pins: ("c", "d")), "H3": Lamp(pins: ("d", "-")), "S1": Toggle(contacts: {"1": Make("a", "-")}),"#,
        "",
        "+ plus~ - minus~ a plus~ b plus~ c between~ d between~ | S1/1 open | \
         G1 Operated~ F1 Rest~ D1 Rest~ H1 Dim~ H2 Dim~ H3 Dim~ S1 Rest",
    );
}

#[test]
fn a_wire_that_is_off_leaves_the_net_without_supply() {
    let source =
        r#"Circuit(title: "Test", parts: {"G1": Source(plus: "+", minus: "-"), "H1": Lamp(pins: ("+", "-"))})"#;
    let circuit = Arc::new(kiber_netlist::read(source).circuit.unwrap());
    let (g1, plus) = (circuit.part("G1").unwrap(), circuit.net("+").unwrap());
    let mut simulator = Simulator::new(Arc::clone(&circuit));
    simulator.act(&[Action::Break(Fault::WireOff(g1, plus))], &mut ()).unwrap();
    assert_eq!(Live::of(&simulator).nets[plus.index()], NetLive::Minus);
}

#[test]
fn it_agrees_with_the_simulator_at_the_end_of_every_script_of_the_library() {
    let mut seen = 0;
    for (name, circuit, script) in library() {
        let mut player = Player::power_up(Arc::clone(&circuit), &mut ());
        player.play(&script, &mut ());
        let simulator = player.simulator();
        let live = Live::of(simulator);
        let potentials = simulator.potentials();
        for net in circuit.nets.ids() {
            let floats = live.nets[net.index()] == NetLive::Floating;
            assert_eq!(floats, potentials[net.index()].is_none(), "{name}: {}", circuit.nets[net].name);
            assert!(!(floats && live.carrying[net.index()]), "{name}: {} carries", circuit.nets[net].name);
        }
        for (contact, _) in circuit.contacts.iter() {
            for side in &live.contacts[contact.index()] {
                assert_eq!(side.closed, simulator.is_side_closed(contact, side.side), "{name}");
                assert!(side.closed || !side.carries, "{name}: {}", circuit.contact_shown(contact));
            }
            if simulator.is_break_closed(contact) {
                assert!(live.side(contact, ContactSide::Break).is_some_and(|side| side.closed), "{name}");
            }
        }
        seen += live.parts.iter().filter(|part| part.look == PartLook::Operated).count();
    }
    assert!(seen > 300, "{seen} operated parts");
}
