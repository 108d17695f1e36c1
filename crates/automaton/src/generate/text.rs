//! The text of a generated machine, block by block, with what each block is for.

use std::fmt::Write;

use kiber_bachet::{Rules, Strategies};

use crate::generate::wiring::{Contact, Wiring};

/// The whole circuit as RON text.
pub(super) fn machine(strategies: &Strategies) -> String {
    let wiring = Wiring::new(strategies);
    let rules = strategies.rules();
    let mut text = heading(strategies);
    text.push_str(&supply(rules));
    text.push_str(&chain(&wiring, rules));
    text.push_str(&boxes(&wiring));
    text.push_str(&memory(&wiring));
    text.push_str(&lamps(rules));
    text.push_str(&panel_and_roles(rules, strategies.list().len()));
    text
}

/// The verdict lamps and the mains switch are numbered on after the lamps and toggles of the game.
fn won(rules: Rules) -> String {
    format!("L{}", u64::from(rules.objects()) + 1)
}

fn lost(rules: Rules) -> String {
    format!("L{}", u64::from(rules.objects()) + 2)
}

fn mains(rules: Rules) -> String {
    format!("V{}", u64::from(rules.objects()) + 1)
}

fn heading(strategies: &Strategies) -> String {
    let rules = strategies.rules();
    let (objects, most, moves) = (rules.objects(), rules.most(), strategies.list().len());
    let takes = match most {
        1 => "1 at a time".to_string(),
        2 => "1 or 2 at a time".to_string(),
        _ => format!("1 to {most} at a time"),
    };
    let mut text = format!(
        "// A machine that learns the game of Bachet by losing: {objects} objects, {takes}, who takes the last\n\
         // one wins. As `kiber generate bachet --objects {objects} --take {most}` writes it.\n\
         //\n\
         // It has a relay and a memory relay for every move that it may make, {moves} of each. The moves of a\n\
         // position are a box; they are tried from 1 up. A move that was punished is switched off by its memory\n\
         // relay, and the next one takes its place. A box that is all switched off resigns: no lamp goes dark, and\n\
         // the punishment goes to the box that moved before.\n"
    );
    match rules.most_losses() {
        Some(0) => text.push_str("//\n// There is nothing to learn: it wins every game.\n"),
        Some(losses) => {
            let _ = write!(
                text,
                "//\n// It loses {losses} {} at most, one for each losing move that it tries before the winning one, and then\n\
                 // never again.\n",
                if losses == 1 { "game" } else { "games" }
            );
        }
        None => {
            let first = rules.winning_take(objects).unwrap_or_default();
            let _ = write!(
                text,
                "//\n// There is no end to its losses: a person who starts by taking {first} can win every game, whatever it\n\
                 // has learned.\n"
            );
        }
    }
    let _ = write!(
        text,
        r#"Circuit(
    title: "A machine that learns the game of Bachet: {objects} objects, {takes}",
    models: {{
        // The coil of an RES-9. Its relay has fewer contacts than some moves need, so the model says nothing
        // of contact sets.
        "RES-9": Relay(coil_ohms: 500.0, operate_ma: 28.0, release_ma: 7.0, operate_ms: 8.0, release_ms: 5.0, transfer_ms: 1.0),
        "3.3 V 0.28 A": Lamp(volts: 3.3, amps: 0.28),
    }},
    parts: {{
"#
    );
    text
}

fn supply(rules: Rules) -> String {
    let rated = f64::from(rules.objects()) * 0.28;
    let drawn = rated * 3.6 / 3.3;
    format!(
        r#"        // The supply. VP and 0 feed the coils, LA and L0 the lamps.
        "G2": Source(plus: "II", minus: "0", volts: 24.0, note: "For the coils: 48 mA each, of which few are operated at a time."),
        "G3": Source(plus: "III", minus: "L0", volts: 3.6, kind: Ac, note: "For the lamps: {objects} of them are rated {rated:.2} A; at 3.6 V they draw {drawn:.2} A."),
        "{mains}": Toggle(on: true, contacts: {{"a": Make("III", "LA"), "b": Make("II", "VP")}}, note: "The mains switch: switched off, the machine forgets everything."),

        // Reset: HB is the hold bus, from which every relay of the game holds itself.
        "KN4": Button(contacts: {{"1": Break("VP", "HB")}}),

"#,
        objects = rules.objects(),
        mains = mains(rules),
    )
}

fn chain(wiring: &Wiring<'_>, rules: Rules) -> String {
    let objects = rules.objects() as usize;
    let mut text = "        // The chain reads the position: the highest toggle that is off diverts the supply to its box.\n        \
                    // Pole a of a toggle is for its lamp, pole b for the chain.\n"
        .to_string();
    for lamp in (0..objects).rev() {
        let [a, b] = wiring.toggle(lamp);
        let _ = writeln!(text, r#"        "V{}": Toggle(on: true, contacts: {{"a": {a}, "b": {b}}}),"#, lamp + 1);
        if lamp + 1 == objects {
            let _ = writeln!(text, r#"        "KN1": Button(contacts: {{"1": Make("MV", "C{lamp}")}}),"#);
        }
    }
    text
}

fn boxes(wiring: &Wiring<'_>) -> String {
    let mut text = String::new();
    let strategies = wiring.strategies;
    for (number, strategy) in strategies.list().iter().enumerate() {
        if strategy.take == 1 {
            let position = strategy.position;
            let _ = writeln!(text, "\n        // {}", box_heading(strategies, position));
            if number == 0 {
                text.push_str(
                    "        // Contact 1 holds the relay, from the hold bus to its own coil behind the memory contact. Contact 2\n        \
                     // stands in the chain of punishment, which runs from Q to the last move first. The others darken lamps.\n",
                );
            }
        }
        let name = number + 1;
        let contacts = listed(&wiring.relay(number, strategy));
        let _ = writeln!(
            text,
            r#"        "P{name}": Relay(model: "RES-9", coil: ("T{name}", "0"), contacts: {{{contacts}}}),"#
        );
    }
    text
}

/// `Box 7: P1 takes 1, P2 takes 2.`
fn box_heading(strategies: &Strategies, position: u32) -> String {
    let takes: Vec<String> = strategies
        .of_box(position)
        .map(|(number, strategy)| format!("P{} takes {}", number + 1, strategy.take))
        .collect();
    format!("Box {position}: {}.", takes.join(", "))
}

fn memory(wiring: &Wiring<'_>) -> String {
    let mut text = "\n        // The memory. Punishment comes from the hold bus; a memory relay holds itself from VP by contact 1, and\n        \
                    // with contact 2 it passes the supply of its box on to the next move.\n"
        .to_string();
    text.push_str(
        "        \"KN2\": Button(contacts: {\"1\": Make(\"HB\", \"Q\")}),\n        \
         \"KN3\": Button(note: \"Reward needs no wire: a move that is not punished stays.\"),\n",
    );
    for (number, strategy) in wiring.strategies.list().iter().enumerate() {
        let name = number + 1;
        let contacts = listed(&wiring.memory(number, strategy));
        let _ = writeln!(
            text,
            r#"        "P{name}'": Relay(model: "RES-9", coil: ("M{name}", "0"), contacts: {{{contacts}}}),"#
        );
    }
    text
}

fn lamps(rules: Rules) -> String {
    let (won, lost) = (won(rules), lost(rules));
    let mut text = format!(
        "\n        // The lamps. {won} says \"you won\": the last toggle is off and no relay has darkened the last lamp. {lost} says\n        \
         // \"you lost\": a relay has.\n"
    );
    for lamp in 1..=rules.objects() {
        let _ = writeln!(text, r#"        "L{lamp}": Lamp(model: "3.3 V 0.28 A", pins: ("l{lamp}", "L0")),"#);
    }
    let net = won.to_lowercase();
    let _ = writeln!(text, r#"        "{won}": Lamp(model: "3.3 V 0.28 A", pins: ("{net}", "L0")),"#);
    let _ = writeln!(text, r#"        "{lost}": Lamp(model: "3.3 V 0.28 A", pins: ("W", "L0")),"#);
    text.push_str("    },\n");
    text
}

fn panel_and_roles(rules: Rules, moves: usize) -> String {
    let objects = rules.objects();
    let row = |letter: char| {
        let items: Vec<String> = (1..=objects).map(|number| format!(r#"("{letter}{number}", "{number}")"#)).collect();
        items.join(", ")
    };
    format!(
        r#"    panel: [
        [{lamps}],
        [{toggles}],
        [("KN1", "The automaton's move"), ("KN3", "Reward"), ("KN2", "Punishment"), ("KN4", "Reset")],
        [("{won}", "You won"), ("{lost}", "You lost"), ("{mains}", "Mains")],
    ],
    roles: (
        lamps: "L1..L{objects}", toggles: "V1..V{objects}", take: {most},
        move: "KN1", punish: "KN2", reward: "KN3", reset: "KN4",
        won: "{won}", lost: "{lost}",
        memory: "{memory}",
    ),
)
"#,
        lamps = row('L'),
        toggles = row('V'),
        most = rules.most(),
        won = won(rules),
        lost = lost(rules),
        mains = mains(rules),
        memory = if moves == 1 { "P1'".to_string() } else { format!("P1'..P{moves}'") },
    )
}

fn listed(contacts: &[Contact]) -> String {
    let numbered: Vec<String> =
        contacts.iter().zip(1..).map(|(contact, number)| format!(r#""{number}": {contact}"#)).collect();
    numbered.join(", ")
}
