//! The kinds of part as one table: which fields each has, what may stand in them, and what holds
//! when they are left out. Reading, printing and resolving all go by it.

/// A kind of part that this version simulates.
#[derive(Debug, PartialEq)]
pub(crate) struct Kind {
    /// The word in the text.
    pub(crate) name: &'static str,
    /// A complete part of this kind, for advice; short enough to be one of a list in 80 columns.
    pub(crate) example: &'static str,
    /// Its fields, in the order in which they are printed.
    pub(crate) fields: &'static [Field],
}

/// A field of a part.
#[derive(Debug, PartialEq)]
pub(crate) struct Field {
    pub(crate) name: &'static str,
    pub(crate) what: What,
    pub(crate) place: Place,
}

/// What may stand in a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum What {
    /// The name of a net.
    Net,
    /// Two nets.
    Pins,
    /// Two nets or more.
    ManyPins,
    /// A number or `(min, nominal, max)`.
    Number(Limits),
    /// A number that has no range.
    OneNumber(Limits),
    /// `true` or `false`.
    Flag,
    /// A whole number.
    Count,
    /// One of these words.
    Word(&'static [&'static str]),
    /// Free text.
    Text,
    /// The name of a model.
    Model,
    /// The name of a sub-circuit.
    Circuit,
    /// A map from the pins of a sub-circuit to nets.
    Joins,
    /// A map of contacts.
    Contacts(&'static [&'static str]),
    /// A map of windings.
    Coils,
    /// A map of wafers.
    Wafers,
}

/// Where a field may stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Place {
    /// On the part, and it must.
    Required,
    /// On the part only.
    Part,
    /// On the part or in a model.
    Either,
}

/// What a number must keep to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Limits {
    /// What it is, for messages: `"a resistance"`.
    pub(crate) what: &'static str,
    /// The unit behind it.
    pub(crate) unit: &'static str,
    /// Whether 0 will do although it is below `least`.
    pub(crate) zero: bool,
    /// The least, 0 apart.
    pub(crate) least: f64,
    /// The most.
    pub(crate) most: f64,
    /// What holds when neither the part nor its model gives it.
    pub(crate) default: Option<f64>,
}

impl Limits {
    const fn new(what: &'static str, unit: &'static str, least: f64, most: f64) -> Self {
        Self { what, unit, zero: false, least, most, default: None }
    }

    const fn or_zero(self) -> Self {
        Self { zero: true, ..self }
    }

    const fn default(self, value: f64) -> Self {
        Self { default: Some(value), ..self }
    }

    /// Whether a number will do.
    pub(crate) fn admits(&self, value: f64) -> bool {
        (self.zero && value == 0.0) || (self.least..=self.most).contains(&value)
    }
}

// The engine computes in whole nanoamperes and whole microseconds; these limits keep every sane
// circuit and everything it computes inside its numbers.
const VOLTS: Limits = Limits::new("a voltage", "V", 1e-6, 1e6);
const OHMS: Limits = Limits::new("a resistance", "ohms", 1e-3, 1e12);
const AMPS: Limits = Limits::new("a current", "A", 1e-9, 1e6);
const MILLIAMPS: Limits = Limits::new("a current", "mA", 1e-6, 1e9);
const FARADS: Limits = Limits::new("a capacitance", "F", 1e-12, 1e3);
const CHARGE: Limits = Limits::new("a voltage", "V", -1e6, 1e6);
const DELAY: Limits = Limits::new("a time", "ms", 1e-3, 1e9);
/// The resistance of a winding.
pub(crate) const COIL_OHMS: Limits = OHMS.default(500.0);
/// The current from which a winding asks to operate.
pub(crate) const OPERATE_MA: Limits = MILLIAMPS.default(28.0);

const fn field(name: &'static str, what: What, place: Place) -> Field {
    Field { name, what, place }
}

const fn number(name: &'static str, limits: Limits) -> Field {
    field(name, What::Number(limits), Place::Either)
}

const MODEL: Field = field("model", What::Model, Place::Part);
const LABEL: Field = field("label", What::Text, Place::Part);
const NOTE: Field = field("note", What::Text, Place::Either);
const PINS: Field = field("pins", What::Pins, Place::Required);
const TWO_SIDED: &[&str] = &["Make", "Break", "Changeover"];
const CONTACTS: Field = field("contacts", What::Contacts(TWO_SIDED), Place::Part);
const HAND_TRANSFER: Field = number("transfer_ms", DELAY.or_zero().default(0.0));
const BOUNCE: Field = number("bounce_ms", DELAY.or_zero().default(0.0));
/// What is rated is what it is; it does not vary from part to part.
const CONTACT_AMPS: Field = field("contact_amps", What::OneNumber(AMPS), Place::Either);
const COIL: Field = field("coil", What::Pins, Place::Part);
const COILS: Field = field("coils", What::Coils, Place::Part);
const OHMS_OF_COIL: Field = number("coil_ohms", COIL_OHMS);
const OPERATE_CURRENT: Field = number("operate_ma", OPERATE_MA);
const RELEASE_CURRENT: Field = number("release_ma", MILLIAMPS.default(7.0));
const OPERATE_TIME: Field = number("operate_ms", DELAY.default(8.0));
const RELEASE_TIME: Field = number("release_ms", DELAY.default(5.0));
const TRANSFER_TIME: Field = number("transfer_ms", DELAY.or_zero().default(1.0));
const SETS: Field = field("sets", What::Count, Place::Either);
const WAFERS: Field = field("wafers", What::Wafers, Place::Part);
const SEATS: Field = field("state", What::Word(&["Released", "Operated"]), Place::Part);

/// The kind that stands for the parts of a sub-circuit.
pub(crate) const USE: &str = "Use";

/// The kinds that this version simulates.
pub(crate) const KINDS: &[Kind] = &[
    Kind {
        name: "Source",
        example: r#"Source(plus: "+", minus: "-", volts: 24.0)"#,
        fields: &[
            MODEL,
            LABEL,
            field("plus", What::Net, Place::Required),
            field("minus", What::Net, Place::Required),
            number("volts", VOLTS.default(24.0)),
            number("internal_ohms", OHMS.or_zero().default(0.0)),
            number("max_amps", AMPS),
            field("kind", What::Word(&["Dc", "Ac"]), Place::Either),
            field("on", What::Flag, Place::Part),
            NOTE,
        ],
    },
    Kind {
        name: "Relay",
        example: r#"Relay(coil: ("a", "-"), contacts: {"1": Make("+", "a")})"#,
        fields: &[
            MODEL,
            LABEL,
            COIL,
            COILS,
            OHMS_OF_COIL,
            OPERATE_CURRENT,
            RELEASE_CURRENT,
            OPERATE_TIME,
            RELEASE_TIME,
            number("shorted_release_ms", DELAY),
            TRANSFER_TIME,
            BOUNCE,
            field("ac", What::Flag, Place::Either),
            SETS,
            CONTACT_AMPS,
            CONTACTS,
            NOTE,
        ],
    },
    Kind {
        name: "DelayRelay",
        example: r#"DelayRelay(kind: OnDelay, delay_ms: 500.0, coil: ("a", "-"))"#,
        fields: &[
            MODEL,
            LABEL,
            field("kind", What::Word(&["OnDelay", "OffDelay"]), Place::Either),
            number("delay_ms", DELAY),
            COIL,
            COILS,
            OHMS_OF_COIL,
            OPERATE_CURRENT,
            RELEASE_CURRENT,
            OPERATE_TIME,
            RELEASE_TIME,
            TRANSFER_TIME,
            BOUNCE,
            field("ac", What::Flag, Place::Either),
            SETS,
            CONTACT_AMPS,
            CONTACTS,
            NOTE,
        ],
    },
    Kind {
        name: "Bistable",
        example: r#"Bistable(set: ("a", "-"), reset: ("b", "-"))"#,
        fields: &[
            MODEL,
            LABEL,
            field("set", What::Pins, Place::Part),
            field("reset", What::Pins, Place::Part),
            COIL,
            OHMS_OF_COIL,
            OPERATE_CURRENT,
            OPERATE_TIME,
            RELEASE_TIME,
            TRANSFER_TIME,
            BOUNCE,
            SETS,
            CONTACT_AMPS,
            SEATS,
            CONTACTS,
            NOTE,
        ],
    },
    Kind {
        name: "Impulse",
        example: r#"Impulse(coil: ("a", "-"), contacts: {"1": Make("+", "b")})"#,
        fields: &[
            MODEL,
            LABEL,
            field("coil", What::Pins, Place::Required),
            OHMS_OF_COIL,
            OPERATE_CURRENT,
            RELEASE_CURRENT,
            OPERATE_TIME,
            RELEASE_TIME,
            TRANSFER_TIME,
            BOUNCE,
            field("ac", What::Flag, Place::Either),
            SETS,
            CONTACT_AMPS,
            SEATS,
            CONTACTS,
            NOTE,
        ],
    },
    Kind {
        name: "Polarized",
        example: r#"Polarized(coil: ("a", "-"), contacts: {"1": Right("+", "b")})"#,
        fields: &[
            MODEL,
            LABEL,
            COIL,
            COILS,
            field("centre", What::Flag, Place::Either),
            OHMS_OF_COIL,
            OPERATE_CURRENT,
            RELEASE_CURRENT,
            OPERATE_TIME,
            RELEASE_TIME,
            TRANSFER_TIME,
            BOUNCE,
            SETS,
            CONTACT_AMPS,
            field("state", What::Word(&["Left", "Centre", "Right"]), Place::Part),
            field("contacts", What::Contacts(&["Left", "Right"]), Place::Part),
            NOTE,
        ],
    },
    Kind {
        name: "Stepper",
        example: r#"Stepper(coil: ("a", "-"), places: 11, home: ("b", "-"))"#,
        fields: &[
            MODEL,
            LABEL,
            field("coil", What::Pins, Place::Required),
            field("home", What::Pins, Place::Part),
            OHMS_OF_COIL,
            OPERATE_CURRENT,
            RELEASE_CURRENT,
            OPERATE_TIME,
            RELEASE_TIME,
            TRANSFER_TIME,
            number("home_ms", DELAY.default(40.0)),
            BOUNCE,
            field("places", What::Count, Place::Either),
            CONTACT_AMPS,
            field("on", What::Word(&["Operate", "Release"]), Place::Either),
            field("state", What::Count, Place::Part),
            WAFERS,
            field("off_normal", What::Contacts(TWO_SIDED), Place::Part),
            field("interrupter", What::Contacts(TWO_SIDED), Place::Part),
            NOTE,
        ],
    },
    Kind {
        name: "Button",
        example: r#"Button(contacts: {"1": Make("+", "a")})"#,
        fields: &[MODEL, LABEL, HAND_TRANSFER, BOUNCE, CONTACT_AMPS, CONTACTS, NOTE],
    },
    Kind {
        name: "Toggle",
        example: r#"Toggle(on: true, contacts: {"1": Make("+", "a")})"#,
        fields: &[
            MODEL,
            LABEL,
            field("on", What::Flag, Place::Part),
            HAND_TRANSFER,
            BOUNCE,
            CONTACT_AMPS,
            CONTACTS,
            NOTE,
        ],
    },
    Kind {
        name: "Selector",
        example: r#"Selector(places: 2, wafers: {"a": (common: "+", places: ["b"])})"#,
        fields: &[
            MODEL,
            LABEL,
            field("places", What::Count, Place::Either),
            field("start", What::Count, Place::Part),
            HAND_TRANSFER,
            BOUNCE,
            CONTACT_AMPS,
            WAFERS,
            NOTE,
        ],
    },
    Kind {
        name: "Lamp",
        example: r#"Lamp(pins: ("a", "-"), volts: 24.0, amps: 0.1)"#,
        fields: &[MODEL, LABEL, PINS, number("volts", VOLTS.default(24.0)), number("amps", AMPS.default(0.1)), NOTE],
    },
    Kind {
        name: "Resistor",
        example: r#"Resistor(pins: ("a", "-"), ohms: 1000.0)"#,
        fields: &[MODEL, LABEL, PINS, number("ohms", OHMS), NOTE],
    },
    Kind {
        name: "Capacitor",
        example: r#"Capacitor(pins: ("a", "-"), farads: 0.001)"#,
        fields: &[
            MODEL,
            LABEL,
            PINS,
            number("farads", FARADS),
            number("series_ohms", OHMS.default(0.1)),
            number("volts", CHARGE.default(0.0)),
            NOTE,
        ],
    },
    Kind {
        name: "Diode",
        example: r#"Diode(pins: ("anode", "cathode"))"#,
        fields: &[
            MODEL,
            LABEL,
            field("pins", What::Pins, Place::Part),
            field("anode", What::Net, Place::Part),
            field("cathode", What::Net, Place::Part),
            number("drop_volts", VOLTS.or_zero().default(0.0)),
            NOTE,
        ],
    },
    Kind {
        name: "Fuse",
        example: r#"Fuse(pins: ("+", "a"), amps: 1.0, blow_ms: 50.0)"#,
        fields: &[
            MODEL,
            LABEL,
            PINS,
            number("amps", AMPS),
            number("blow_ms", DELAY.default(50.0)),
            number("short_ohms", OHMS.default(0.01)),
            NOTE,
        ],
    },
    Kind {
        name: "Wire",
        example: r#"Wire(pins: ["a", "b"])"#,
        fields: &[LABEL, field("pins", What::ManyPins, Place::Required), NOTE],
    },
    Kind {
        name: USE,
        example: r#"Use(circuit: "latch", pins: {"in": "a", "out": "b"})"#,
        fields: &[
            LABEL,
            field("file", What::Text, Place::Part),
            field("circuit", What::Circuit, Place::Part),
            field("pins", What::Joins, Place::Part),
            Field { place: Place::Part, ..NOTE },
        ],
    },
];

/// What a contact's own moment may be.
pub(crate) const MOMENT: Limits = DELAY.or_zero();

impl Kind {
    /// The kind of that name.
    pub(crate) fn named(name: &str) -> Option<&'static Kind> {
        KINDS.iter().find(|kind| kind.name == name)
    }

    /// The place of a field in the order of printing, with the field.
    pub(crate) fn field(&self, name: &str) -> Option<(usize, &'static Field)> {
        self.fields.iter().enumerate().find(|(_, field)| field.name == name)
    }
}
