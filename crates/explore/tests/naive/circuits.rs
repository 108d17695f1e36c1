//! Random circuits: whatever hangs between a few nets.

use std::fmt::Write as _;
use std::sync::Arc;

use kiber_netlist::Circuit;

use crate::dice::Dice;

const NETS: [&str; 6] = ["+", "-", "p", "a", "b", "c"];

fn nets(dice: &mut Dice) -> (&'static str, &'static str) {
    let a = *dice.pick(&NETS);
    loop {
        let b = *dice.pick(&NETS);
        if a != b {
            return (a, b);
        }
    }
}

fn contacts(dice: &mut Dice) -> String {
    let mut text = String::from("contacts: {");
    for number in 0..1 + dice.below(2) {
        let ((a, b), c) = (nets(dice), *dice.pick(&NETS));
        let form = match dice.below(5) {
            0 | 1 => format!("Make({a:?}, {b:?})"),
            2 => format!("Break({a:?}, {b:?})"),
            bridging => format!("Changeover(common: {a:?}, break: {b:?}, make: {c:?}, bridging: {})", bridging == 4),
        };
        let _ = write!(text, "\"{number}\": {form}, ");
    }
    text + "}"
}

fn part(dice: &mut Dice) -> String {
    match dice.below(18) {
        12..18 => mechanism(dice),
        0..5 => {
            let ((a, b), operate, release) = (nets(dice), 1 + dice.below(4), 1 + dice.below(4));
            // A coil from pole to pole or nearly so is fed more often than one that hangs anywhere.
            let b = if a != "-" && dice.one_in(2) { "-" } else { b };
            let transfer = dice.below(1 + operate.min(release));
            let contacts = contacts(dice);
            format!(
                "Relay(coil: ({a:?}, {b:?}), operate_ms: {operate}, release_ms: {release}, transfer_ms: {transfer}, {contacts})"
            )
        }
        5 => {
            let ((a, b), (c, d)) = (nets(dice), nets(dice));
            let contacts = contacts(dice);
            format!(
                "Relay(coils: {{ \"A\": (pins: ({a:?}, {b:?})), \"B\": (pins: ({c:?}, {d:?}), operate_ma: 14.0) }}, {contacts})"
            )
        }
        6 => format!("Toggle(on: {}, transfer_ms: {}, {})", dice.one_in(2), dice.below(3), contacts(dice)),
        7 => {
            let (a, b) = nets(dice);
            format!("Lamp(pins: ({a:?}, {b:?}))")
        }
        8 | 9 => {
            let (a, b) = nets(dice);
            format!("Resistor(pins: ({a:?}, {b:?}), ohms: {}00)", 1 + dice.below(9))
        }
        10 => {
            let (a, b) = nets(dice);
            format!("Diode(anode: {a:?}, cathode: {b:?}, drop_volts: 0.{})", dice.below(8))
        }
        _ => {
            let (a, b) = nets(dice);
            format!("Source(plus: {a:?}, minus: {b:?}, volts: 12, internal_ohms: 40)")
        }
    }
}

/// A coil that is fed more often than one that hangs anywhere.
fn coil(dice: &mut Dice) -> (&'static str, &'static str) {
    let (a, b) = nets(dice);
    if a != "-" && dice.one_in(2) { (a, "-") } else { (a, b) }
}

/// Operate, release and transfer times.
fn times(dice: &mut Dice) -> String {
    let (operate, release) = (1 + dice.below(4), 1 + dice.below(4));
    let transfer = dice.below(1 + operate.min(release));
    let bounce = if dice.one_in(6) { ", bounce_ms: 0.6" } else { "" };
    format!("operate_ms: {operate}, release_ms: {release}, transfer_ms: {transfer}{bounce}")
}

/// A contact, often with a moment of its own.
fn timed(dice: &mut Dice, contact: String) -> String {
    let tenths = 1 + dice.below(15);
    match dice.below(4) {
        0 => format!("Timed(contact: {contact}, early_ms: {}.{})", tenths / 10, tenths % 10),
        1 => format!("Timed(contact: {contact}, late_ms: {}.{})", tenths / 10, tenths % 10),
        _ => contact,
    }
}

fn timed_contacts(dice: &mut Dice, forms: &[&str], field: &str) -> String {
    let mut text = format!("{field}: {{");
    for number in 0..1 + dice.below(2) {
        let ((a, b), form) = (nets(dice), *dice.pick(forms));
        let contact = timed(dice, format!("{form}({a:?}, {b:?})"));
        let name = if field == "contacts" { "" } else { &field[..1] };
        let _ = write!(text, "\"{name}{number}\": {contact}, ");
    }
    text + "}"
}

fn wafers(dice: &mut Dice, places: usize) -> String {
    let common = *dice.pick(&NETS);
    let mut nets = String::new();
    for _ in 0..places {
        let net = *dice.pick(&NETS);
        nets += &if net == common { "None, ".to_owned() } else { format!("{net:?}, ") };
    }
    format!("wafers: {{\"0\": (common: {common:?}, places: [{nets}], bridging: {})}}", dice.one_in(3))
}

/// Mechanisms with more to them than two seats and two travels.
fn mechanism(dice: &mut Dice) -> String {
    let ((a, b), (c, d), times) = (coil(dice), coil(dice), times(dice));
    let contacts = |dice: &mut Dice| timed_contacts(dice, &["Make", "Break"], "contacts");
    match dice.below(9) {
        0 => format!("Relay(coil: ({a:?}, {b:?}), {times}, {})", contacts(dice)),
        1 => format!("Bistable(set: ({a:?}, {b:?}), reset: ({c:?}, {d:?}), {times}, {})", contacts(dice)),
        2 => format!("Bistable(coil: ({a:?}, {b:?}), {times}, {})", contacts(dice)),
        3 => format!("Impulse(coil: ({a:?}, {b:?}), {times}, {})", contacts(dice)),
        4 => {
            let (centre, sides) = (dice.one_in(2), timed_contacts(dice, &["Left", "Right"], "contacts"));
            format!("Polarized(coil: ({a:?}, {b:?}), centre: {centre}, {times}, {sides})")
        }
        5 => {
            let kind = *dice.pick(&["OnDelay", "OffDelay"]);
            format!(
                "DelayRelay(kind: {kind}, delay_ms: {}, coil: ({a:?}, {b:?}), {})",
                2 + dice.below(9),
                contacts(dice)
            )
        }
        6 | 7 => {
            let (places, on) = (2 + dice.below(4), *dice.pick(&["Operate", "Release"]));
            let home = if dice.one_in(2) {
                format!("home: ({c:?}, {d:?}), home_ms: {}, ", 4 + dice.below(6))
            } else {
                String::new()
            };
            let wafers = wafers(dice, places);
            let off_normal = timed_contacts(dice, &["Make", "Break"], "off_normal");
            let interrupter = timed_contacts(dice, &["Make", "Break"], "interrupter");
            format!(
                "Stepper(coil: ({a:?}, {b:?}), {home}{times}, places: {places}, on: {on}, {wafers}, {off_normal}, {interrupter})"
            )
        }
        _ => format!(
            "Relay(coils: {{ \"A\": (pins: ({a:?}, {b:?})), \"B\": (pins: ({c:?}, {d:?})) }}, shorted_release_ms: {}, {times}, {})",
            6 + dice.below(5),
            contacts(dice)
        ),
    }
}

/// A circuit with a source, two buttons, a toggle, a selector, a lamp and some more; none if the reader
/// finds it wrong.
pub(crate) fn any(dice: &mut Dice) -> Option<Arc<Circuit>> {
    with(dice, false)
}

/// As [`any`], and with what a clock is needed for: fuses that blow, and capacitors.
pub(crate) fn any_with_a_clock(dice: &mut Dice) -> Option<Arc<Circuit>> {
    with(dice, true)
}

fn with(dice: &mut Dice, clock: bool) -> Option<Arc<Circuit>> {
    let mut text = String::from("\"G1\": Source(plus: \"+\", minus: \"-\"), ");
    for number in 0..2 {
        let _ = write!(text, "\"S{number}\": Button(transfer_ms: {}, {}), ", dice.below(2), contacts(dice));
    }
    let _ = write!(text, "\"V0\": Toggle({}), ", contacts(dice));
    let (transfer, wafers) = (dice.below(3), wafers(dice, 3));
    let _ = write!(text, "\"SA0\": Selector(places: 3, start: {}, transfer_ms: {transfer}, {wafers}), ", dice.below(3));
    if clock {
        let ((a, b), hundredths) = (nets(dice), 2 + dice.below(9));
        let _ = write!(
            text,
            "\"F0\": Fuse(pins: ({a:?}, {b:?}), amps: {:?}, blow_ms: {}), ",
            hundredths as f64 / 100.0,
            1 + dice.below(6)
        );
        if dice.one_in(3) {
            let (a, b) = nets(dice);
            let _ = write!(text, "\"C0\": Capacitor(pins: ({a:?}, {b:?}), farads: 0.00000{}), ", 1 + dice.below(9));
        }
    }
    let (a, b) = nets(dice);
    let _ = write!(text, "\"L0\": Lamp(pins: ({a:?}, {b:?})), ");
    for number in 0..3 + dice.below(6) {
        let _ = write!(text, "\"X{number}\": {}, ", part(dice));
    }
    kiber_netlist::read(&format!("Circuit(title: \"random\", parts: {{ {text} }})")).circuit.map(Arc::new)
}

/// A circuit of relays that feed each other from the plus pole, so that many of them move at once.
pub(crate) fn busy(dice: &mut Dice) -> Option<Arc<Circuit>> {
    const INNER: [&str; 5] = ["a", "b", "c", "d", "e"];
    const MIDDLE: [&str; 4] = ["m", "n", "o", "p"];
    let contacts = |dice: &mut Dice, hand: bool| {
        let mut text = String::from("contacts: {");
        for number in 0..2 + dice.below(2) {
            let (from, to) = match dice.below(4) {
                _ if hand && !dice.one_in(3) => ("+", *dice.pick(&MIDDLE)),
                0 | 1 => (*dice.pick(&MIDDLE), *dice.pick(&INNER)),
                2 => ("+", *dice.pick(&INNER)),
                _ => (*dice.pick(&INNER), *dice.pick(&INNER)),
            };
            let other = *dice.pick(&INNER);
            if from == to || from == other || to == other {
                continue;
            }
            let form = match dice.below(6) {
                0 | 1 => format!("Make({from:?}, {to:?})"),
                2 | 3 => format!("Break({from:?}, {to:?})"),
                bridging => {
                    format!("Changeover(common: {from:?}, break: {to:?}, make: {other:?}, bridging: {})", bridging == 4)
                }
            };
            let _ = write!(text, "\"{number}\": {form}, ");
        }
        text + "}"
    };
    let mut text = String::from("\"G1\": Source(plus: \"+\", minus: \"-\"), ");
    for number in 0..2 {
        let _ = write!(text, "\"S{number}\": Button(transfer_ms: {}, {}), ", dice.below(3), contacts(dice, true));
    }
    let _ = write!(text, "\"V0\": Toggle({}), ", contacts(dice, true));
    for (number, coil) in INNER.iter().enumerate() {
        let [operate, release] = [0; 2].map(|_| [40, 50, 60, 80][dice.below(4)]);
        let transfer = [0, 5, 10, 20, 40][dice.below(5)];
        let minus = if dice.one_in(6) { *dice.pick(&INNER) } else { "-" };
        if minus != *coil {
            let _ = write!(
                text,
                "\"K{number}\": Relay(coil: ({coil:?}, {minus:?}), operate_ms: {}.{}, release_ms: {}.{}, transfer_ms: {}.{}, {}), ",
                operate / 10,
                operate % 10,
                release / 10,
                release % 10,
                transfer / 10,
                transfer % 10,
                contacts(dice, false)
            );
        }
    }
    if dice.one_in(3) {
        let (a, b) = (dice.pick(&INNER), dice.pick(&INNER));
        let _ = write!(text, "\"R1\": Resistor(pins: ({a:?}, {b:?}), ohms: {}00), ", 1 + dice.below(9));
    }
    kiber_netlist::read(&format!("Circuit(title: \"random\", parts: {{ {text} }})")).circuit.map(Arc::new)
}
