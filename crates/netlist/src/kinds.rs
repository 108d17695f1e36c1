//! The kinds of part as one table: which fields each has, what may stand in them, and what holds
//! when they are left out. Reading, printing and resolving all go by it.

/// A kind of part that this version simulates.
#[derive(Debug, PartialEq)]
pub(crate) struct Kind {
    /// The word in the text.
    pub(crate) name: &'static str,
    /// A complete part of this kind, for advice.
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
    /// A map of contacts.
    Contacts,
    /// A map of windings.
    Coils,
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
const CONTACTS: Field = field("contacts", What::Contacts, Place::Part);
const HAND_TRANSFER: Field = number("transfer_ms", DELAY.or_zero().default(0.0));

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
            field("coil", What::Pins, Place::Part),
            field("coils", What::Coils, Place::Part),
            number("coil_ohms", COIL_OHMS),
            number("operate_ma", OPERATE_MA),
            number("release_ma", MILLIAMPS.default(7.0)),
            number("operate_ms", DELAY.default(8.0)),
            number("release_ms", DELAY.default(5.0)),
            number("transfer_ms", DELAY.or_zero().default(1.0)),
            field("ac", What::Flag, Place::Either),
            field("sets", What::Count, Place::Either),
            CONTACTS,
            NOTE,
        ],
    },
    Kind {
        name: "Button",
        example: r#"Button(contacts: {"1": Make("+", "a")})"#,
        fields: &[MODEL, LABEL, HAND_TRANSFER, CONTACTS, NOTE],
    },
    Kind {
        name: "Toggle",
        example: r#"Toggle(on: true, contacts: {"1": Make("+", "a")})"#,
        fields: &[MODEL, LABEL, field("on", What::Flag, Place::Part), HAND_TRANSFER, CONTACTS, NOTE],
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
        name: "Wire",
        example: r#"Wire(pins: ["a", "b"])"#,
        fields: &[LABEL, field("pins", What::ManyPins, Place::Required), NOTE],
    },
];

/// The kinds of part that the format knows and this version does not simulate, with what each is.
pub(crate) const LATER_KINDS: &[(&str, &str)] = &[
    ("Bistable", "a relay that keeps its place without current"),
    ("Impulse", "a relay that flips at each operation"),
    ("Polarized", "a relay that looks at the direction of its current"),
    ("DelayRelay", "a relay with an on-delay or an off-delay"),
    ("Stepper", "a stepping switch"),
    ("Selector", "a selector switch"),
    ("Capacitor", "a capacitor"),
    ("Fuse", "a fuse"),
    ("Use", "a sub-circuit"),
];

/// The fields of those kinds, or of contacts, that readers of the format may meet elsewhere.
pub(crate) const LATER_FIELDS: &[&str] = &["state", "bounce_ms", "early_ms", "late_ms"];

/// The forms of contact that the format knows and this version does not simulate.
pub(crate) const LATER_FORMS: &[&str] = &["Timed", "Left", "Right"];

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
