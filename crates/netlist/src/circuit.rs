//! A checked circuit: parts, nets and contacts as tables, every value resolved.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;

use crate::defaults::DefaultValue;
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
    /// The sub-circuits in use, in the order of the text and outer ones before those in them; their
    /// parts are among `parts`.
    pub instances: Vec<Instance>,
    /// What stands on the front, row by row.
    pub panel: Vec<Vec<PanelItem>>,
    /// What the parts of a game-playing machine are, if the text says so.
    pub roles: Option<Roles>,
    /// What the author wants of its drawing.
    pub drawing: DrawingHints,
    /// The circuit as written.
    pub schematic: Schematic,
    pub(crate) defaults: Vec<DefaultValue>,
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
#[derive(Clone, Debug, PartialEq)]
pub enum PartKind {
    /// A source of current.
    Source(Source),
    /// A relay of any action: coils and the contacts they move.
    Relay(Relay),
    /// A stepping switch or uniselector.
    Stepper(Stepper),
    /// A push-button: operated while it is pressed.
    Button(Hand),
    /// A maintained switch: operated while it is on.
    Toggle(Hand),
    /// A selector switch: a hand turns it to one of its places.
    Selector(Selector),
    /// A lamp.
    Lamp(Lamp),
    /// A resistor.
    Resistor(Resistor),
    /// A capacitor.
    Capacitor(Capacitor),
    /// A diode.
    Diode(Diode),
    /// A fuse.
    Fuse(Fuse),
    /// A piece of wire that joins two or more nets.
    Wire(Wire),
}

impl PartKind {
    /// The nets of the part's own pins, contacts aside, in the order of the text.
    pub fn own_pins(&self) -> Vec<NetId> {
        match self {
            Self::Source(source) => vec![source.plus, source.minus],
            Self::Relay(relay) => relay.coils.iter().flat_map(|coil| [coil.plus, coil.minus]).collect(),
            Self::Stepper(stepper) => stepper.coils().flat_map(|coil| [coil.plus, coil.minus]).collect(),
            Self::Lamp(lamp) => lamp.pins.to_vec(),
            Self::Resistor(resistor) => resistor.pins.to_vec(),
            Self::Capacitor(capacitor) => capacitor.pins.to_vec(),
            Self::Diode(diode) => vec![diode.anode, diode.cathode],
            Self::Fuse(fuse) => fuse.pins.to_vec(),
            Self::Wire(wire) => wire.pins.clone(),
            Self::Button(_) | Self::Toggle(_) | Self::Selector(_) => Vec::new(),
        }
    }

    /// The windings of a relay or a stepper, in the order of the text; none of other parts.
    pub fn coils(&self) -> impl Iterator<Item = &Coil> {
        let (relay, stepper) = match self {
            Self::Relay(relay) => (relay.coils.as_slice(), None),
            Self::Stepper(stepper) => (&[][..], Some(stepper)),
            _ => (&[][..], None),
        };
        relay.iter().chain(stepper.into_iter().flat_map(Stepper::coils))
    }

    /// The kind as people say it: `"impulse relay"`.
    pub fn noun(&self) -> &'static str {
        match self {
            Self::Source(_) => "source",
            Self::Relay(relay) => match relay.action {
                RelayAction::Neutral => "relay",
                RelayAction::OnDelay | RelayAction::OffDelay => "delay relay",
                RelayAction::Bistable { .. } => "bistable relay",
                RelayAction::Impulse { .. } => "impulse relay",
                RelayAction::Polarized { .. } => "polarized relay",
            },
            Self::Stepper(_) => "stepper",
            Self::Button(_) => "button",
            Self::Toggle(_) => "toggle",
            Self::Selector(_) => "selector",
            Self::Lamp(_) => "lamp",
            Self::Resistor(_) => "resistor",
            Self::Capacitor(_) => "capacitor",
            Self::Diode(_) => "diode",
            Self::Fuse(_) => "fuse",
            Self::Wire(_) => "wire",
        }
    }

    /// The kind as the format writes it: `"Relay"`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Source(_) => "Source",
            Self::Relay(relay) => relay.action.name(),
            Self::Stepper(_) => "Stepper",
            Self::Button(_) => "Button",
            Self::Toggle(_) => "Toggle",
            Self::Selector(_) => "Selector",
            Self::Lamp(_) => "Lamp",
            Self::Resistor(_) => "Resistor",
            Self::Capacitor(_) => "Capacitor",
            Self::Diode(_) => "Diode",
            Self::Fuse(_) => "Fuse",
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

/// How the armature of a relay answers the current in its coil.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelayAction {
    /// Operates by current of either sign and releases without it (monostable, IEC 61810).
    Neutral,
    /// As neutral; its operate time is a delay that its maker gave it.
    OnDelay,
    /// As neutral; its release time is a delay that its maker gave it.
    OffDelay,
    /// Keeps its place without current. With two windings the first sets and the second resets it;
    /// with one, current from plus to minus sets it and the other direction resets it.
    Bistable {
        /// Whether it stands operated at power-up.
        operated: bool,
    },
    /// Each operation of the armature flips the contacts.
    Impulse {
        /// Whether its contacts stand operated at power-up.
        operated: bool,
    },
    /// The direction of the current decides: from plus to minus it goes right.
    Polarized {
        /// Whether it returns to the centre without current; otherwise it stays where it is.
        centre: bool,
        /// Where it stands at power-up.
        start: Side,
    },
}

impl RelayAction {
    /// The kind of part as the format writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Neutral => "Relay",
            Self::OnDelay | Self::OffDelay => "DelayRelay",
            Self::Bistable { .. } => "Bistable",
            Self::Impulse { .. } => "Impulse",
            Self::Polarized { .. } => "Polarized",
        }
    }
}

/// Where a polarized relay stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Where current from minus to plus moves it.
    Left,
    /// Between its contacts.
    Centre,
    /// Where current from plus to minus moves it.
    Right,
}

/// A relay: a core with one winding or several, and the contacts its armature moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Relay {
    /// How the armature answers the current.
    pub action: RelayAction,
    /// The windings; never empty. Of a bistable relay with two: set and reset.
    pub coils: Vec<Coil>,
    /// The operate current, in milliamperes, that windings without one of their own have, and by which
    /// the release current is measured.
    pub operate_ma: Quantity,
    /// Below this current, in milliamperes, the armature asks to release; 0 of a relay that keeps its
    /// place without current and never asks. Several windings count with the sum of current over own
    /// operate current, against `release_ma` over `operate_ma`.
    pub release_ma: Quantity,
    /// From the current's start until the armature has arrived, in milliseconds.
    pub operate_ms: Quantity,
    /// From the current's end until the armature has returned, in milliseconds; of a relay that the
    /// direction of the current alone moves, from the start of the current the other way.
    pub release_ms: Quantity,
    /// The release time while one of its windings is short-circuited, in milliseconds: what is induced
    /// in it holds the armature, as in a copper slug. Only of a neutral relay, and only if its maker
    /// gives it.
    pub shorted_release_ms: Option<Quantity>,
    /// How long the armature is on its way, inside the operate and the release time, in milliseconds.
    pub transfer_ms: Quantity,
    /// How long a contact that closes bounces, in milliseconds; 0 does not.
    pub bounce_ms: f64,
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

/// When a stepper moves its wipers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepsOn {
    /// As the armature operates.
    Operate,
    /// As the armature releases, by the spring that operating has wound.
    Release,
}

/// A stepping switch or uniselector: each pulse turns its wipers to the next place of a ring.
#[derive(Clone, Debug, PartialEq)]
pub struct Stepper {
    /// The winding that steps it.
    pub coil: Coil,
    /// The winding that lets it run home, if it has one.
    pub home: Option<Coil>,
    /// Below this current, in milliamperes, the armature asks to release.
    pub release_ma: Quantity,
    /// From the current's start until the armature has arrived, in milliseconds.
    pub operate_ms: Quantity,
    /// From the current's end until the armature has returned, in milliseconds.
    pub release_ms: Quantity,
    /// How long armature and wipers are on their way, in milliseconds.
    pub transfer_ms: Quantity,
    /// From the start of the current in the home coil until the wipers are home, from whatever place,
    /// in milliseconds.
    pub home_ms: Quantity,
    /// How long a contact that closes bounces, in milliseconds; 0 does not.
    pub bounce_ms: f64,
    /// How many places there are, two or more; 0 is home.
    pub places: u32,
    /// When the wipers move.
    pub steps_on: StepsOn,
    /// The place at power-up.
    pub start: u32,
    /// The wafers, then the off-normal contacts, then the interrupters, each in the order of the text.
    pub contacts: Vec<ContactId>,
}

impl Stepper {
    /// Its winding, or both.
    pub fn coils(&self) -> impl Iterator<Item = &Coil> {
        std::iter::once(&self.coil).chain(&self.home)
    }
}

/// A selector switch.
#[derive(Clone, Debug, PartialEq)]
pub struct Selector {
    /// How many places there are, two or more.
    pub places: u32,
    /// The place at power-up.
    pub start: u32,
    /// From one place to the next, in milliseconds; 0 turns it at once, however far.
    pub transfer_ms: f64,
    /// How long a contact that closes bounces, in milliseconds; 0 does not.
    pub bounce_ms: f64,
    /// The wafers, in the order of the text.
    pub contacts: Vec<ContactId>,
}

/// A capacitor.
#[derive(Clone, Debug, PartialEq)]
pub struct Capacitor {
    /// Its two pins.
    pub pins: [NetId; 2],
    /// Its capacitance in farads.
    pub farads: Quantity,
    /// The resistance in series with it, in ohms.
    pub series_ohms: Quantity,
    /// The volts on it at power-up, of its first pin against its second.
    pub volts: f64,
}

/// A fuse: conducts until more than its rating has flowed for so long.
#[derive(Clone, Debug, PartialEq)]
pub struct Fuse {
    /// Its two pins.
    pub pins: [NetId; 2],
    /// Rated amperes; more blows it.
    pub amps: f64,
    /// How long more has to flow, in milliseconds.
    pub blow_ms: f64,
    /// The resistance that limits the current while the fuse is all there is between the poles of an
    /// ideal source, in ohms.
    pub short_ohms: f64,
}

/// A button or a toggle.
#[derive(Clone, Debug, PartialEq)]
pub struct Hand {
    /// The contacts, in the order of the text.
    pub contacts: Vec<ContactId>,
    /// How long a contact that closes bounces, in milliseconds; 0 does not.
    pub bounce_ms: f64,
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
    /// What of its part it follows.
    pub follows: Follows,
    /// How much later than others of its form it moves while the armature operates, in milliseconds;
    /// below 0, how much earlier.
    pub later_ms: f64,
    /// The current that it is rated for, in amperes, if the text says so. Nothing that happens follows from it.
    pub rated_amps: Option<f64>,
}

/// What of its part a contact follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Follows {
    /// What the part is there to move: an armature, an actuator, the wipers.
    #[default]
    Main,
    /// A stepper's wipers as a whole: operated whenever they are not at home.
    OffNormal,
    /// A stepper's armature: operated while that is.
    Interrupter,
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
    /// Of a polarized relay: closed while it stands left.
    Left(NetId, NetId),
    /// Of a polarized relay: closed while it stands right.
    Right(NetId, NetId),
    /// A wafer, bank or level: its wiper joins common to one of its places.
    Wafer {
        /// The wiper.
        common: NetId,
        /// The net at each place; none where nothing is wired, and for the places after the last.
        places: Vec<Option<NetId>>,
        /// Whether the wiper touches the next place before it leaves the last (a shorting wafer).
        bridging: bool,
    },
}

impl ContactForm {
    /// The nets it is wired to, in the order of the text.
    pub fn nets(&self) -> impl Iterator<Item = NetId> + '_ {
        let (nets, places) = match self {
            Self::Make(a, b) | Self::Break(a, b) | Self::Left(a, b) | Self::Right(a, b) => {
                ([Some(*a), Some(*b), None], &[][..])
            }
            Self::Changeover { common, break_side, make_side, .. } => {
                ([Some(*common), *break_side, *make_side], &[][..])
            }
            Self::Wafer { common, places, .. } => ([Some(*common), None, None], places.as_slice()),
        };
        nets.into_iter().flatten().chain(places.iter().copied().flatten())
    }
}

/// A sub-circuit in use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The name in `parts:`; its parts are called `U1.K3`, and an instance in it `U1.U2`.
    pub name: String,
    /// The sub-circuit, by its name in `circuits:` or by its file.
    pub circuit: String,
    /// What people see, if it differs from the name.
    pub label: Option<String>,
    /// A remark that `kiber check` shows.
    pub note: Option<String>,
    /// Its parts: rows of [`Circuit::parts`].
    pub parts: std::ops::Range<usize>,
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

/// What the author of a circuit wants of its drawing. Nothing that happens follows from it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawingHints {
    /// These parts stand in this order from left to right.
    pub order: Vec<PartId>,
    /// A new band begins with each of these.
    pub bands: Vec<PartId>,
    /// How wide the drawing may become, in pixels.
    pub width: Option<u32>,
}

impl Circuit {
    /// The part of that name or, failing that, of that label.
    pub fn part(&self, name_or_label: &str) -> Option<PartId> {
        self.parts_by_name.get(name_or_label).or_else(|| self.parts_by_label.get(name_or_label)).copied()
    }

    /// The sub-circuit in use of that name or, failing that, of that label.
    pub fn instance(&self, name_or_label: &str) -> Option<&Instance> {
        let labelled = |instance: &&Instance| instance.label.as_deref() == Some(name_or_label);
        let named = self.instances.iter().find(|instance| instance.name == name_or_label);
        named.or_else(|| self.instances.iter().find(labelled))
    }

    /// The net of that name.
    pub fn net(&self, name: &str) -> Option<NetId> {
        self.nets_by_name.get(name).copied()
    }

    /// The contacts of a part, in the order of the text; none for parts without contacts.
    pub fn contacts_of(&self, part: PartId) -> &[ContactId] {
        match &self.parts[part].kind {
            PartKind::Relay(relay) => &relay.contacts,
            PartKind::Stepper(stepper) => &stepper.contacts,
            PartKind::Button(hand) | PartKind::Toggle(hand) => &hand.contacts,
            PartKind::Selector(selector) => &selector.contacts,
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
