//! A checked circuit: parts, nets and contacts as tables, every value resolved.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;

use crate::ids::{ContactId, NetId, PartId, Table};
use crate::schematic::Schematic;

/// A circuit that has been read and checked; what the engine runs.
///
/// Its tables are in the order of the text. [`Circuit::schematic`] is the same circuit as it was
/// written (models, values left to their defaults), which is what printing uses.
#[derive(Clone, Debug, PartialEq)]
pub struct Circuit {
    /// What the circuit is, in a line.
    pub title: String,
    /// Every part, in the order of the text.
    pub parts: Table<PartId, Part>,
    /// Every net, in the order in which the text first names it.
    pub nets: Table<NetId, Net>,
    /// Every contact, part by part in the order of the text.
    pub contacts: Table<ContactId, Contact>,
    /// What stands on the front, row by row.
    pub panel: Vec<Vec<PanelItem>>,
    /// What the parts of a game-playing machine are, if the text says so.
    pub roles: Option<Roles>,
    /// The circuit as written.
    pub schematic: Schematic,
    pub(crate) parts_by_name: BTreeMap<String, PartId>,
    pub(crate) parts_by_label: BTreeMap<String, PartId>,
    pub(crate) nets_by_name: IndexMap<String, NetId>,
}

/// A net: an ideal conductor that pins are joined to.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    /// The name in the text.
    pub name: String,
}

/// A named part.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The name in `parts:`.
    pub name: String,
    /// What people see, if it differs from the name.
    pub label: Option<String>,
    /// A remark that `kiber check` shows.
    pub note: Option<String>,
    /// What the part is.
    pub kind: PartKind,
}

impl Part {
    /// What people see: the label, or else the name.
    pub fn shown(&self) -> &str {
        self.label.as_deref().unwrap_or(&self.name)
    }
}

/// What a part is, with every value resolved from part, model and defaults.
///
/// The other parts of the format (bistable relays, steppers, capacitors, …) become variants here
/// when the engine can run them; until then the reader refuses them by name.
#[derive(Clone, Debug, PartialEq)]
pub enum PartKind {
    /// A source of current.
    Source(Source),
    /// A relay: coils and the contacts they move.
    Relay(Relay),
    /// A push-button: operated while it is pressed.
    Button(Hand),
    /// A maintained switch: operated while it is on.
    Toggle(Hand),
    /// A lamp.
    Lamp(Lamp),
    /// A resistor.
    Resistor(Resistor),
    /// A diode.
    Diode(Diode),
    /// A piece of wire that joins two or more nets.
    Wire(Wire),
}

impl PartKind {
    /// The nets of the part's own pins, contacts aside, in the order of the text.
    pub fn own_pins(&self) -> Vec<NetId> {
        match self {
            Self::Source(source) => vec![source.plus, source.minus],
            Self::Relay(relay) => relay.coils.iter().flat_map(|coil| [coil.plus, coil.minus]).collect(),
            Self::Lamp(lamp) => lamp.pins.to_vec(),
            Self::Resistor(resistor) => resistor.pins.to_vec(),
            Self::Diode(diode) => vec![diode.anode, diode.cathode],
            Self::Wire(wire) => wire.pins.clone(),
            Self::Button(_) | Self::Toggle(_) => Vec::new(),
        }
    }

    /// The kind as the format writes it: `"Relay"`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Source(_) => "Source",
            Self::Relay(_) => "Relay",
            Self::Button(_) => "Button",
            Self::Toggle(_) => "Toggle",
            Self::Lamp(_) => "Lamp",
            Self::Resistor(_) => "Resistor",
            Self::Diode(_) => "Diode",
            Self::Wire(_) => "Wire",
        }
    }
}

/// A value that may vary between parts of one model: `(min, nominal, max)`, or one number thrice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantity {
    /// The least.
    pub min: f64,
    /// What simulation uses.
    pub nominal: f64,
    /// The most.
    pub max: f64,
    /// Whether the text gave all three, so that a tolerance asked for later does not apply.
    pub stated_range: bool,
}

impl Quantity {
    /// A value given as one number.
    pub fn exactly(value: f64) -> Self {
        Self { min: value, nominal: value, max: value, stated_range: false }
    }
}

/// Direct or alternating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Current {
    /// Direct current.
    Dc,
    /// Alternating current, computed with effective values.
    Ac,
}

/// A source: an electromotive force with an internal resistance.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// The positive pole.
    pub plus: NetId,
    /// The negative pole.
    pub minus: NetId,
    /// The electromotive force in volts.
    pub volts: Quantity,
    /// The internal resistance in ohms; 0 is an ideal source.
    pub internal_ohms: Quantity,
    /// The most it is meant to give, in amperes; more is reported.
    pub max_amps: Option<f64>,
    /// Direct or alternating.
    pub current: Current,
    /// Whether it is on at power-up.
    pub on: bool,
}

/// A relay: a core with one winding or several, and the contacts its armature moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Relay {
    /// The windings; never empty.
    pub coils: Vec<Coil>,
    /// The operate current, in milliamperes, that windings without one of their own have, and by which
    /// the release current is measured.
    pub operate_ma: Quantity,
    /// Below this current, in milliamperes, the armature asks to release. Several windings count with
    /// the sum of current over own operate current, against `release_ma` over `operate_ma`.
    pub release_ma: Quantity,
    /// From the current's start until the armature has arrived, in milliseconds.
    pub operate_ms: Quantity,
    /// From the current's end until the armature has returned, in milliseconds.
    pub release_ms: Quantity,
    /// How long the armature is on its way, inside the operate and the release time, in milliseconds.
    pub transfer_ms: Quantity,
    /// Whether it is made for alternating current.
    pub ac: bool,
    /// How many contacts the model has, if it says so.
    pub sets: Option<u32>,
    /// The contacts, in the order of the text.
    pub contacts: Vec<ContactId>,
}

/// A winding of a relay.
#[derive(Clone, Debug, PartialEq)]
pub struct Coil {
    /// The name among several windings; empty for the only one.
    pub name: String,
    /// The first pin, the winding's plus.
    pub plus: NetId,
    /// The second pin.
    pub minus: NetId,
    /// The winding's resistance in ohms.
    pub ohms: Quantity,
    /// From this current, in milliamperes, the armature asks to operate.
    pub operate_ma: Quantity,
}

/// A button or a toggle.
#[derive(Clone, Debug, PartialEq)]
pub struct Hand {
    /// The contacts, in the order of the text.
    pub contacts: Vec<ContactId>,
    /// How long its contacts are on their way, in milliseconds; 0 moves them at once.
    pub transfer_ms: f64,
    /// Whether it is operated at power-up (a toggle that is on).
    pub on: bool,
}

/// A lamp, lit from 70 % of its rated current and dim from 10 %.
#[derive(Clone, Debug, PartialEq)]
pub struct Lamp {
    /// Its two pins.
    pub pins: [NetId; 2],
    /// Rated volts; with the rated amperes they give its resistance.
    pub volts: Quantity,
    /// Rated amperes.
    pub amps: Quantity,
}

/// A resistor.
#[derive(Clone, Debug, PartialEq)]
pub struct Resistor {
    /// Its two pins.
    pub pins: [NetId; 2],
    /// Its resistance in ohms.
    pub ohms: Quantity,
}

/// A diode: conducts from anode to cathode above its drop.
#[derive(Clone, Debug, PartialEq)]
pub struct Diode {
    /// Where current enters.
    pub anode: NetId,
    /// Where it leaves.
    pub cathode: NetId,
    /// The forward drop in volts.
    pub drop_volts: f64,
}

/// A wire.
#[derive(Clone, Debug, PartialEq)]
pub struct Wire {
    /// The nets it joins, two or more.
    pub pins: Vec<NetId>,
}

/// A contact of a part.
#[derive(Clone, Debug, PartialEq)]
pub struct Contact {
    /// The part that moves it.
    pub part: PartId,
    /// Its name within the part: the `2` of `K1/2`.
    pub name: String,
    /// Its form and its nets.
    pub form: ContactForm,
}

/// The forms of contact, by IEC 61810.
#[derive(Clone, Debug, PartialEq)]
pub enum ContactForm {
    /// Form A: closed while the part is operated.
    Make(NetId, NetId),
    /// Form B: closed while the part is not operated.
    Break(NetId, NetId),
    /// Form C (break before make) or D (make before break, `bridging`).
    Changeover {
        /// The moving side.
        common: NetId,
        /// Joined to common while the part is not operated; may be left unwired.
        break_side: Option<NetId>,
        /// Joined to common while the part is operated; may be left unwired.
        make_side: Option<NetId>,
        /// Make before break.
        bridging: bool,
    },
}

impl ContactForm {
    /// The nets it is wired to, in the order of the text.
    pub fn nets(&self) -> impl Iterator<Item = NetId> + use<> {
        let nets = match *self {
            Self::Make(a, b) | Self::Break(a, b) => [Some(a), Some(b), None],
            Self::Changeover { common, break_side, make_side, .. } => [Some(common), break_side, make_side],
        };
        nets.into_iter().flatten()
    }
}

/// A part on the front panel with its caption.
#[derive(Clone, Debug, PartialEq)]
pub struct PanelItem {
    /// The part.
    pub part: PartId,
    /// What is written beside it.
    pub caption: String,
}

/// What the parts of a game-playing machine are.
///
/// The defaults are the article's names, kept for those that the circuit has.
#[derive(Clone, Debug, PartialEq)]
pub struct Roles {
    /// The lamps that stand for the objects, in the order in which they are taken.
    pub lamps: Vec<PartId>,
    /// The toggle of each lamp.
    pub toggles: Vec<PartId>,
    /// "The automaton's move".
    pub move_button: PartId,
    /// "Punishment".
    pub punish: PartId,
    /// "Reward", if the machine has the button.
    pub reward: Option<PartId>,
    /// "Reset".
    pub reset: PartId,
    /// "You won", if there is such a lamp.
    pub won: Option<PartId>,
    /// "You lost", if there is such a lamp.
    pub lost: Option<PartId>,
    /// The relays that remember from game to game.
    pub memory: Vec<PartId>,
    /// The most lamps a move may darken; 3 unless the text says otherwise.
    pub take: u32,
}

impl Circuit {
    /// The part of that name or, failing that, of that label.
    pub fn part(&self, name_or_label: &str) -> Option<PartId> {
        self.parts_by_name.get(name_or_label).or_else(|| self.parts_by_label.get(name_or_label)).copied()
    }

    /// The net of that name.
    pub fn net(&self, name: &str) -> Option<NetId> {
        self.nets_by_name.get(name).copied()
    }

    /// The contacts of a part, in the order of the text; none for parts without contacts.
    pub fn contacts_of(&self, part: PartId) -> &[ContactId] {
        match &self.parts[part].kind {
            PartKind::Relay(relay) => &relay.contacts,
            PartKind::Button(hand) | PartKind::Toggle(hand) => &hand.contacts,
            _ => &[],
        }
    }

    /// The nets that a part has pins on, contacts included, each once and in the order of the text.
    pub fn nets_of(&self, part: PartId) -> Vec<NetId> {
        let mut nets = self.parts[part].kind.own_pins();
        nets.extend(self.contacts_of(part).iter().flat_map(|&contact| self.contacts[contact].form.nets()));
        let mut seen = BTreeSet::new();
        nets.retain(|&net| seen.insert(net));
        nets
    }

    /// The contact written `K1/2`; the part by name or label.
    pub fn contact(&self, part_slash_contact: &str) -> Option<ContactId> {
        let (part, name) = part_slash_contact.rsplit_once('/')?;
        let part = self.part(part)?;
        self.contacts_of(part).iter().copied().find(|&contact| self.contacts[contact].name == name)
    }

    /// `K1/2` as people see it.
    pub fn contact_shown(&self, contact: ContactId) -> String {
        let contact = &self.contacts[contact];
        format!("{}/{}", self.parts[contact.part].shown(), contact.name)
    }
}
