//! A short number that tells one wiring from another.

use std::fmt;

use crate::circuit::{Circuit, Coil, ContactForm, Current, Follows, PartKind, RelayAction, Side, StepsOn};
use crate::ids::NetId;

/// Tells one text, or one circuit, from another: 32 bits, shown as eight hexadecimal digits.
///
/// It is made by FNV-1a (Fowler, Noll and Vo) over 64 bits, folded in two, so it is the same on every
/// machine. It pins what a file belongs to against mistakes, not against malice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprint(pub u32);

impl Fingerprint {
    /// The fingerprint of something that is shown as text.
    pub fn of(text: &dyn fmt::Display) -> Self {
        let mut hash = Hash::default();
        // Hashing takes whatever it is given.
        let _ = fmt::Write::write_fmt(&mut hash, format_args!("{text}"));
        hash.finish()
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}", self.0)
    }
}

impl Circuit {
    /// The fingerprint of all that decides what the circuit does: parts and contacts with their names,
    /// order, nets and nominal values. Titles, labels, notes, the panel, roles, hints for the drawing and ranges are no part of
    /// it, nor whether a value stands on the part, in a model or nowhere.
    pub fn fingerprint(&self) -> Fingerprint {
        let mut hash = Hash::default();
        for (id, part) in self.parts.iter() {
            hash.word(&part.name);
            self.kind(&part.kind, &mut hash);
            for &contact in self.contacts_of(id) {
                let Some(contact) = self.contacts.get(contact) else { continue };
                hash.word(&contact.name);
                self.form(&contact.form, &mut hash);
                hash.number(contact.later_ms);
                hash.word(match contact.follows {
                    Follows::Main => "",
                    Follows::OffNormal => "off-normal",
                    Follows::Interrupter => "interrupter",
                });
            }
        }
        hash.finish()
    }

    fn kind(&self, kind: &PartKind, hash: &mut Hash) {
        hash.word(kind.name());
        self.nets(&kind.own_pins(), hash);
        for Coil { name, ohms, operate_ma, .. } in kind.coils() {
            hash.word(name);
            hash.numbers(&[ohms.nominal, operate_ma.nominal]);
        }
        match kind {
            PartKind::Source(source) => {
                hash.numbers(&[source.volts.nominal, source.internal_ohms.nominal]);
                hash.number(source.max_amps.unwrap_or(f64::INFINITY));
                hash.yes_no(&[source.on, source.current == Current::Ac]);
            }
            PartKind::Relay(relay) => {
                hash.word(match relay.action {
                    RelayAction::OffDelay => "off-delay",
                    RelayAction::Bistable { operated: true } | RelayAction::Impulse { operated: true } => "operated",
                    RelayAction::Polarized { centre: true, start: Side::Left } => "centre, left",
                    RelayAction::Polarized { centre: true, start: Side::Centre } => "centre, centre",
                    RelayAction::Polarized { centre: true, start: Side::Right } => "centre, right",
                    RelayAction::Polarized { start: Side::Right, .. } => "right",
                    _ => "",
                });
                hash.numbers(&[relay.release_ma.nominal, relay.operate_ms.nominal, relay.release_ms.nominal]);
                hash.numbers(&[relay.transfer_ms.nominal, relay.bounce_ms]);
                hash.number(relay.shorted_release_ms.map_or(f64::INFINITY, |time| time.nominal));
                hash.yes_no(&[relay.ac]);
            }
            PartKind::Stepper(stepper) => {
                hash.numbers(&[stepper.release_ma.nominal, stepper.operate_ms.nominal, stepper.release_ms.nominal]);
                hash.numbers(&[stepper.transfer_ms.nominal, stepper.home_ms.nominal, stepper.bounce_ms]);
                hash.numbers(&[f64::from(stepper.places), f64::from(stepper.start)]);
                hash.yes_no(&[stepper.steps_on == StepsOn::Release, stepper.home.is_some()]);
            }
            PartKind::Button(hand) | PartKind::Toggle(hand) => {
                hash.numbers(&[hand.transfer_ms, hand.bounce_ms]);
                hash.yes_no(&[hand.on]);
            }
            PartKind::Selector(selector) => {
                hash.numbers(&[f64::from(selector.places), f64::from(selector.start)]);
                hash.numbers(&[selector.transfer_ms, selector.bounce_ms]);
            }
            PartKind::Lamp(lamp) => hash.numbers(&[lamp.volts.nominal, lamp.amps.nominal]),
            PartKind::Resistor(resistor) => hash.number(resistor.ohms.nominal),
            PartKind::Capacitor(part) => hash.numbers(&[part.farads.nominal, part.series_ohms.nominal, part.volts]),
            PartKind::Diode(diode) => hash.number(diode.drop_volts),
            PartKind::Fuse(fuse) => hash.numbers(&[fuse.amps, fuse.blow_ms, fuse.short_ohms]),
            PartKind::Wire(_) => {}
        }
    }

    fn form(&self, form: &ContactForm, hash: &mut Hash) {
        let (word, bridging) = match form {
            ContactForm::Make(..) => ("Make", false),
            ContactForm::Break(..) => ("Break", false),
            ContactForm::Changeover { break_side, make_side, bridging, .. } => {
                hash.yes_no(&[break_side.is_some(), make_side.is_some()]);
                ("Changeover", *bridging)
            }
            ContactForm::Left(..) => ("Left", false),
            ContactForm::Right(..) => ("Right", false),
            ContactForm::Wafer { places, bridging, .. } => {
                places.iter().for_each(|place| hash.yes_no(&[place.is_some()]));
                ("Wafer", *bridging)
            }
        };
        hash.word(word);
        hash.yes_no(&[bridging]);
        self.nets(&form.nets().collect::<Vec<_>>(), hash);
    }

    fn nets(&self, nets: &[NetId], hash: &mut Hash) {
        hash.number(nets.len() as f64);
        nets.iter().filter_map(|&net| self.nets.get(net)).for_each(|net| hash.word(&net.name));
    }
}

/// FNV-1a over 64 bits.
struct Hash(u64);

impl Default for Hash {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// A word, and that it ends here.
    fn word(&mut self, word: &str) {
        self.bytes(word.as_bytes());
        self.bytes(&[0xff]);
    }

    fn number(&mut self, number: f64) {
        // Nought is one number, whatever its sign.
        self.bytes(&(number + 0.0).to_bits().to_le_bytes());
    }

    fn numbers(&mut self, numbers: &[f64]) {
        numbers.iter().for_each(|&number| self.number(number));
    }

    fn yes_no(&mut self, answers: &[bool]) {
        answers.iter().for_each(|&answer| self.bytes(&[u8::from(answer)]));
    }

    fn finish(&self) -> Fingerprint {
        Fingerprint((self.0 ^ (self.0 >> 32)) as u32)
    }
}

impl fmt::Write for Hash {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.bytes(text.as_bytes());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    const CIRCUIT: &str = r#"Circuit(title: "A lamp", parts: {
        "G1": Source(plus: "+", minus: "-", volts: 24.0),
        "S1": Button(contacts: {"1": Make("+", "a"), "2": Changeover(common: "+", make: "b")}),
        "K1": Relay(coil: ("a", "-"), contacts: {"1": Make("+", "b")}, operate_ms: 8.0),
        "SA1": Selector(places: 3, wafers: {"w": (common: "+", places: ["a", None, "b"])}),
        "P1": Polarized(coil: ("b", "-"), centre: true, contacts: {"1": Left("+", "a")}),
        "H1": Lamp(pins: ("b", "-")),
    })"#;

    #[track_caller]
    fn check(replace: [&str; 2], same: bool) {
        let changed = CIRCUIT.replace(replace[0], replace[1]);
        assert_ne!(changed, CIRCUIT);
        let of = |text: &str| read(text).circuit.map(|circuit| circuit.fingerprint());
        assert!(of(&changed).is_some(), "{:?}", read(&changed).findings);
        assert_eq!(of(&changed) == of(CIRCUIT), same, "{replace:?}");
    }

    #[test]
    fn what_is_only_said_does_not_count() {
        check(["A lamp", "Light"], true);
        check(["Lamp(", "Lamp(label: \"red\", note: \"new\", "], true);
        check([", operate_ms: 8.0", ""], true);
        check(["operate_ms: 8.0", "operate_ms: 8.0, contact_amps: 2.0"], true);
        check(["volts: 24.0", "volts: (22.0, 24.0, 26.0)"], true);
        check(["    ", " "], true);
    }

    #[test]
    fn what_changes_behaviour_counts() {
        check(["\"1\": Make(\"+\", \"a\")", "\"1\": Break(\"+\", \"a\")"], false);
        check(["make: \"b\"", "break: \"b\""], false);
        check(["make: \"b\"", "make: \"b\", bridging: true"], false);
        check(["operate_ms: 8.0", "operate_ms: 9.0"], false);
        check(["volts: 24.0", "volts: 23.0"], false);
        check(["volts: 24.0", "volts: 24.0, on: false"], false);
        check(["[\"a\", None, \"b\"]", "[\"a\", \"b\"]"], false);
        check(["centre: true", "centre: false"], false);
        check(["\"H1\"", "\"H2\""], false);
        check(["Lamp(", "Lamp(amps: 0.2, "], false);
        check(["Left(", "Right("], false);
    }

    #[test]
    fn it_is_the_same_everywhere() {
        // Published values of FNV-1a over 64 bits: "" and "a".
        assert_eq!(Hash::default().0, 0xcbf2_9ce4_8422_2325);
        let mut hash = Hash::default();
        hash.bytes(b"a");
        assert_eq!(hash.0, 0xaf63_dc4c_8601_ec8c);
        assert_eq!(Fingerprint::of(&"a").to_string(), "296230c0");
    }
}
