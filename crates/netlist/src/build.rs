//! From a draft to a circuit: names become ids, and every value comes from the part, or else from
//! its model, or else from the defaults.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;

use crate::circuit::{
    Capacitor, Circuit, Coil, Contact, ContactForm, Current, Diode, Follows, Fuse, Hand, Lamp, Net, Part, PartKind,
    Quantity, Relay, RelayAction, Resistor, Selector, Side, Source, Stepper, StepsOn, Wire,
};
use crate::defaults::defaults;
use crate::ids::{ContactId, Id, NetId, PartId, Table};
use crate::kinds::What;
use crate::read::DraftPart;
use crate::read::reader::Reader;
use crate::schematic::{Schematic, Value, WrittenContact};
use crate::subcircuits::definitions::Definitions;
use crate::subcircuits::flat::Flat;
use crate::text::Span;

/// Every model of every circuit, and which of them each part is made after.
#[derive(Debug, Default)]
pub(crate) struct Models<'d> {
    all: Vec<&'d DraftPart>,
    /// The circuit of each; nothing for a second of one name.
    owners: Vec<Option<usize>>,
    /// By circuit and part, rows of `all`.
    of: Vec<Vec<Option<usize>>>,
}

impl<'d> Models<'d> {
    /// Finds the model of each part: its own circuit's, or else that of a circuit around it in the same
    /// file. Names of models that do not exist or do not fit are reported.
    pub(crate) fn find(reader: &mut Reader<'_>, definitions: &'d Definitions) -> Self {
        let mut models = Self::default();
        let mut by_name: Vec<BTreeMap<&'d str, usize>> = Vec::with_capacity(definitions.all.len());
        for (index, definition) in definitions.all.iter().enumerate() {
            let mut names = BTreeMap::new();
            for model in &definition.draft.models {
                let row = models.all.len();
                let is_first = *names.entry(model.name.as_str()).or_insert(row) == row;
                models.all.push(model);
                models.owners.push(is_first.then_some(index));
            }
            by_name.push(names);
        }
        for (index, definition) in definitions.all.iter().enumerate() {
            let around: Vec<&BTreeMap<&str, usize>> =
                definitions.numbers_around(index).filter_map(|around| by_name.get(around)).collect();
            let found = definition.draft.parts.iter().map(|part| find_model(reader, &models.all, &around, part));
            let found = found.collect();
            models.of.push(found);
        }
        models
    }

    /// The models of the parts of a circuit.
    pub(crate) fn of(&self, definition: usize) -> &[Option<usize>] {
        self.of.get(definition).map_or(&[], Vec::as_slice)
    }

    /// The models that no part is made after, with the numbers of their circuits.
    pub(crate) fn unused(&self) -> impl Iterator<Item = (usize, &'d DraftPart)> {
        let used: BTreeSet<usize> = self.of.iter().flatten().flatten().copied().collect();
        let rows = self.owners.iter().zip(&self.all).enumerate().filter(move |(row, _)| !used.contains(row));
        rows.filter_map(|(_, (owner, model))| Some(((*owner)?, *model)))
    }
}

fn find_model(
    reader: &mut Reader<'_>,
    all: &[&DraftPart],
    around: &[&BTreeMap<&str, usize>],
    part: &DraftPart,
) -> Option<usize> {
    let written = part.written.as_ref()?;
    let name = written.text("model")?;
    let span = part.places.field("model").unwrap_or(part.places.name);
    let Some(&index) = around.iter().find_map(|names| names.get(name)) else {
        let names: Vec<&str> = around.iter().flat_map(|names| names.keys()).copied().collect();
        let meant = reader.meant(name, names.iter().copied(), "the models are");
        reader.error("unknown-model", span, format!("there is no model `{name}`")).help =
            meant.or_else(|| Some("models are described under `models:` in the same file".to_owned()));
        return None;
    };
    let model = all.get(index)?;
    let kind = model.kind()?;
    if kind != written.kind {
        let message = format!("the model `{name}` is a {}, and this part is a {}", kind.name, written.kind.name);
        reader.error("wrong-model", span, message).second =
            Some((model.places.name.range(), "the model is described here".to_owned()));
        return None;
    }
    Some(index)
}

/// A part with its model, to look values up.
#[derive(Clone, Copy)]
pub(crate) struct Resolver<'d> {
    pub(crate) part: &'d DraftPart,
    pub(crate) model: Option<&'d DraftPart>,
}

impl<'d> Resolver<'d> {
    /// For each part with the model that was found for it.
    pub(crate) fn each(
        parts: &'d [DraftPart],
        model_of: &'d [Option<usize>],
        models: &Models<'d>,
    ) -> impl Iterator<Item = Self> {
        let rows = parts.iter().zip(model_of);
        rows.map(|(part, model)| Self { part, model: model.and_then(|model| models.all.get(model).copied()) })
    }

    /// Whether nothing is wrong with the part or with its model.
    pub(crate) fn is_whole(&self) -> bool {
        self.part.whole && self.model.is_none_or(|model| model.whole)
    }

    pub(crate) fn own(&self, field: &str) -> Option<&'d Value> {
        self.part.written.as_ref()?.get(field)
    }

    /// The value that holds: the part's own, or else the model's.
    pub(crate) fn value(&self, field: &str) -> Option<&'d Value> {
        self.own(field).or_else(|| self.model?.written.as_ref()?.get(field))
    }

    /// Where the value that holds is written, or else the word for the part's kind.
    pub(crate) fn place(&self, field: &str) -> Span {
        let own = self.part.places.field(field);
        let from_model = || self.model.and_then(|model| model.places.field(field));
        own.or_else(from_model).unwrap_or(self.part.places.kind)
    }

    /// A number, by default if need be.
    pub(crate) fn number(&self, field: &str) -> Option<Quantity> {
        if let Some(Value::Number(quantity)) = self.value(field) {
            return Some(*quantity);
        }
        match self.part.kind()?.field(field)?.1.what {
            What::Number(limits) => limits.default.map(Quantity::exactly),
            _ => None,
        }
    }

    /// The fields that say how long the contacts take to operate and to move back. The delay of a
    /// delay relay stands in place of one of them, and some parts go both ways alike.
    pub(crate) fn times(&self) -> [&'static str; 2] {
        match self.part.kind().map(|kind| kind.name) {
            Some("DelayRelay") if self.value("kind") == Some(&Value::Word("OnDelay")) => ["delay_ms", "release_ms"],
            Some("DelayRelay") => ["operate_ms", "delay_ms"],
            Some("Polarized") if self.stays() => ["operate_ms", "operate_ms"],
            _ => ["operate_ms", "release_ms"],
        }
    }

    /// Whether it keeps its place without current, so that nothing ever asks it to release.
    pub(crate) fn stays(&self) -> bool {
        match self.part.kind().map(|kind| kind.name) {
            Some("Bistable") => true,
            Some("Polarized") => !self.flag("centre").unwrap_or(false),
            _ => false,
        }
    }

    fn flag(&self, field: &str) -> Option<bool> {
        match self.value(field) {
            Some(Value::Flag(flag)) => Some(*flag),
            _ => None,
        }
    }

    pub(crate) fn count(&self, field: &str) -> Option<u32> {
        match self.value(field) {
            Some(Value::Count(count)) => Some(*count),
            _ => None,
        }
    }

    fn note(&self) -> Option<String> {
        match self.value("note") {
            Some(Value::Text(text)) => Some(text.clone()),
            _ => None,
        }
    }

    pub(crate) fn label(&self) -> Option<&'d str> {
        self.part.written.as_ref()?.text("label")
    }
}

/// The tables of a circuit while they are filled.
#[derive(Default)]
struct Builder {
    nets: Table<NetId, Net>,
    nets_by_name: IndexMap<String, NetId>,
    contacts: Table<ContactId, Contact>,
    /// What the contacts of the part at hand are rated for.
    rated_amps: Option<f64>,
}

impl Builder {
    fn net(&mut self, name: &str) -> NetId {
        if let Some(&net) = self.nets_by_name.get(name) {
            return net;
        }
        let net = self.nets.push(Net { name: name.to_owned() });
        self.nets_by_name.insert(name.to_owned(), net);
        net
    }

    fn pins(&mut self, value: Option<&Value>) -> Option<[NetId; 2]> {
        match value {
            Some(Value::Pins([a, b])) => Some([self.net(a), self.net(b)]),
            _ => None,
        }
    }

    fn text_net(&mut self, value: Option<&Value>) -> Option<NetId> {
        match value {
            Some(Value::Text(net)) => Some(self.net(net)),
            _ => None,
        }
    }

    fn contacts(&mut self, part: PartId, value: Option<&Value>) -> Vec<ContactId> {
        self.contacts_that_follow(part, value, Follows::Main, "")
    }

    /// The contacts of a map; `prefix` goes before their names, since a part may have several maps.
    fn contacts_that_follow(
        &mut self,
        part: PartId,
        value: Option<&Value>,
        follows: Follows,
        prefix: &str,
    ) -> Vec<ContactId> {
        let Some(Value::Contacts(contacts)) = value else {
            return Vec::new();
        };
        contacts
            .iter()
            .map(|(name, contact)| {
                let (form, later_ms) = match contact {
                    WrittenContact::Timed { contact, early_ms, late_ms } => {
                        (self.form(contact), late_ms.unwrap_or(0.0) - early_ms.unwrap_or(0.0))
                    }
                    contact => (self.form(contact), 0.0),
                };
                let name = format!("{prefix}{name}");
                self.contacts.push(Contact { part, name, form, follows, later_ms, rated_amps: self.rated_amps })
            })
            .collect()
    }

    fn wafers(&mut self, part: PartId, value: Option<&Value>) -> Vec<ContactId> {
        let Some(Value::Wafers(wafers)) = value else {
            return Vec::new();
        };
        wafers
            .iter()
            .map(|(name, wafer)| {
                let form = ContactForm::Wafer {
                    common: self.net(&wafer.common),
                    places: wafer.places.iter().map(|net| net.as_ref().map(|net| self.net(net))).collect(),
                    bridging: wafer.bridging.unwrap_or(false),
                };
                let name = name.clone();
                let rated_amps = self.rated_amps;
                self.contacts.push(Contact { part, name, form, follows: Follows::Main, later_ms: 0.0, rated_amps })
            })
            .collect()
    }

    fn form(&mut self, contact: &WrittenContact) -> ContactForm {
        match contact {
            WrittenContact::Make(a, b) => ContactForm::Make(self.net(a), self.net(b)),
            WrittenContact::Break(a, b) => ContactForm::Break(self.net(a), self.net(b)),
            WrittenContact::Left(a, b) => ContactForm::Left(self.net(a), self.net(b)),
            WrittenContact::Right(a, b) => ContactForm::Right(self.net(a), self.net(b)),
            WrittenContact::Changeover { common, break_side, make_side, bridging } => ContactForm::Changeover {
                common: self.net(common),
                break_side: break_side.as_ref().map(|net| self.net(net)),
                make_side: make_side.as_ref().map(|net| self.net(net)),
                bridging: bridging.unwrap_or(false),
            },
            // Nothing timed is inside a timed contact; the reader sees to it, so this ends at once.
            WrittenContact::Timed { contact, .. } => self.form(contact),
        }
    }

    /// The part, if everything it needs is given.
    fn kind(&mut self, id: PartId, values: Resolver<'_>) -> Option<PartKind> {
        let own = |field: &str| values.own(field);
        let nominal = |field: &str| values.number(field).map(|quantity| quantity.nominal);
        self.rated_amps = nominal("contact_amps");
        Some(match values.part.kind()?.name {
            "Source" => PartKind::Source(Source {
                plus: self.text_net(own("plus"))?,
                minus: self.text_net(own("minus"))?,
                volts: values.number("volts")?,
                internal_ohms: values.number("internal_ohms")?,
                max_amps: nominal("max_amps"),
                current: match values.value("kind") {
                    Some(Value::Word("Ac")) => Current::Ac,
                    _ => Current::Dc,
                },
                on: values.flag("on").unwrap_or(true),
            }),
            "Relay" | "DelayRelay" | "Bistable" | "Impulse" | "Polarized" => PartKind::Relay(self.relay(id, values)?),
            "Stepper" => PartKind::Stepper(self.stepper(id, values)?),
            "Selector" => PartKind::Selector(Selector {
                places: values.count("places")?,
                start: values.count("start").unwrap_or(0),
                transfer_ms: nominal("transfer_ms")?,
                bounce_ms: nominal("bounce_ms")?,
                contacts: self.wafers(id, own("wafers")),
            }),
            name @ ("Button" | "Toggle") => {
                let hand = Hand {
                    contacts: self.contacts(id, own("contacts")),
                    transfer_ms: nominal("transfer_ms")?,
                    bounce_ms: nominal("bounce_ms")?,
                    on: values.flag("on").unwrap_or(false),
                };
                if name == "Button" { PartKind::Button(hand) } else { PartKind::Toggle(hand) }
            }
            "Lamp" => PartKind::Lamp(Lamp {
                pins: self.pins(own("pins"))?,
                volts: values.number("volts")?,
                amps: values.number("amps")?,
            }),
            "Resistor" => PartKind::Resistor(Resistor { pins: self.pins(own("pins"))?, ohms: values.number("ohms")? }),
            "Capacitor" => PartKind::Capacitor(Capacitor {
                pins: self.pins(own("pins"))?,
                farads: values.number("farads")?,
                series_ohms: values.number("series_ohms")?,
                volts: nominal("volts")?,
            }),
            "Fuse" => PartKind::Fuse(Fuse {
                pins: self.pins(own("pins"))?,
                amps: nominal("amps")?,
                blow_ms: nominal("blow_ms")?,
                short_ohms: nominal("short_ohms")?,
            }),
            "Diode" => {
                let [anode, cathode] = match self.pins(own("pins")) {
                    Some(pins) => pins,
                    None => [self.text_net(own("anode"))?, self.text_net(own("cathode"))?],
                };
                PartKind::Diode(Diode { anode, cathode, drop_volts: nominal("drop_volts")? })
            }
            _ => match own("pins") {
                Some(Value::ManyPins(pins)) => {
                    PartKind::Wire(Wire { pins: pins.iter().map(|pin| self.net(pin)).collect() })
                }
                _ => return None,
            },
        })
    }

    fn relay(&mut self, id: PartId, values: Resolver<'_>) -> Option<Relay> {
        let word = |field: &str| match values.value(field) {
            Some(Value::Word(word)) => Some(*word),
            _ => None,
        };
        let operated = word("state") == Some("Operated");
        let action = match values.part.kind()?.name {
            "DelayRelay" if word("kind")? == "OnDelay" => RelayAction::OnDelay,
            "DelayRelay" => RelayAction::OffDelay,
            "Bistable" => RelayAction::Bistable { operated },
            "Impulse" => RelayAction::Impulse { operated },
            "Polarized" => {
                let centre = values.flag("centre").unwrap_or(false);
                let start = match word("state") {
                    Some("Left") => Side::Left,
                    Some("Right") => Side::Right,
                    _ if centre => Side::Centre,
                    _ => Side::Left,
                };
                RelayAction::Polarized { centre, start }
            }
            _ => RelayAction::Neutral,
        };
        let [operate_time, release_time] = values.times();
        Some(Relay {
            action,
            coils: self.coils(values)?,
            operate_ma: values.number("operate_ma")?,
            release_ma: if values.stays() { Quantity::exactly(0.0) } else { values.number("release_ma")? },
            operate_ms: values.number(operate_time)?,
            release_ms: values.number(release_time)?,
            shorted_release_ms: values.number("shorted_release_ms"),
            transfer_ms: values.number("transfer_ms")?,
            bounce_ms: values.number("bounce_ms")?.nominal,
            ac: values.flag("ac").unwrap_or(false),
            sets: values.count("sets"),
            contacts: self.contacts(id, values.own("contacts")),
        })
    }

    fn stepper(&mut self, id: PartId, values: Resolver<'_>) -> Option<Stepper> {
        let (ohms, operate_ma) = (values.number("coil_ohms")?, values.number("operate_ma")?);
        let mut coil = |field: &str, name: &str| {
            let [plus, minus] = self.pins(values.own(field))?;
            Some(Coil { name: name.to_owned(), plus, minus, ohms, operate_ma })
        };
        let (step, home) = (coil("coil", "")?, coil("home", "home"));
        let mut contacts = self.wafers(id, values.own("wafers"));
        let off_normal = values.own("off_normal");
        contacts.extend(self.contacts_that_follow(id, off_normal, Follows::OffNormal, "off_normal:"));
        let interrupter = values.own("interrupter");
        contacts.extend(self.contacts_that_follow(id, interrupter, Follows::Interrupter, "interrupter:"));
        Some(Stepper {
            coil: step,
            home,
            release_ma: values.number("release_ma")?,
            operate_ms: values.number("operate_ms")?,
            release_ms: values.number("release_ms")?,
            transfer_ms: values.number("transfer_ms")?,
            home_ms: values.number("home_ms")?,
            bounce_ms: values.number("bounce_ms")?.nominal,
            places: values.count("places")?,
            steps_on: match values.value("on") {
                Some(Value::Word("Release")) => StepsOn::Release,
                _ => StepsOn::Operate,
            },
            start: values.count("state").unwrap_or(0),
            contacts,
        })
    }

    fn coils(&mut self, values: Resolver<'_>) -> Option<Vec<Coil>> {
        let (ohms, operate_ma) = (values.number("coil_ohms")?, values.number("operate_ma")?);
        if let (Some(set), Some(reset)) = (self.pins(values.own("set")), self.pins(values.own("reset"))) {
            let coil =
                |name: &str, [plus, minus]: [NetId; 2]| Coil { name: name.to_owned(), plus, minus, ohms, operate_ma };
            return Some(vec![coil("set", set), coil("reset", reset)]);
        }
        if let Some([plus, minus]) = self.pins(values.own("coil")) {
            return Some(vec![Coil { name: String::new(), plus, minus, ohms, operate_ma }]);
        }
        let Some(Value::Coils(coils)) = values.own("coils") else {
            return None;
        };
        let coils = coils.iter().map(|(name, coil)| Coil {
            name: name.clone(),
            plus: self.net(&coil.pins[0]),
            minus: self.net(&coil.pins[1]),
            ohms: coil.ohms.unwrap_or(ohms),
            operate_ma: coil.operate_ma.unwrap_or(operate_ma),
        });
        Some(coils.collect())
    }
}

/// The circuit of parts without errors; their places stay in the draft. Nothing if a part is not
/// whole, which has then been reported.
pub(crate) fn build(title: &str, flat: &Flat<'_>, models: &Models<'_>, names: &PartNames<'_>) -> Option<Circuit> {
    let mut builder = Builder::default();
    let mut parts = Table::new();
    for values in Resolver::each(&flat.parts, &flat.model_of, models) {
        let kind = builder.kind(PartId::from_index(parts.len()), values)?;
        parts.push(Part {
            name: values.part.name.clone(),
            label: values.label().map(str::to_owned),
            note: values.note(),
            kind,
        });
    }
    let owned = |names: &BTreeMap<&str, PartId>| names.iter().map(|(&name, &part)| (name.to_owned(), part)).collect();
    Some(Circuit {
        title: title.to_owned(),
        parts,
        nets: builder.nets,
        contacts: builder.contacts,
        instances: flat.instances.clone(),
        panel: Vec::new(),
        roles: None,
        drawing: Default::default(),
        schematic: Schematic::default(),
        defaults: defaults(Resolver::each(&flat.parts, &flat.model_of, models)),
        parts_by_name: owned(&names.by_name),
        parts_by_label: owned(&names.by_label),
        nets_by_name: builder.nets_by_name,
    })
}

/// The parts by name and label, the unreadable ones too, so that what refers to them stays quiet.
#[derive(Debug, Default)]
pub(crate) struct PartNames<'d> {
    pub(crate) by_name: BTreeMap<&'d str, PartId>,
    pub(crate) by_label: BTreeMap<&'d str, PartId>,
    /// Sub-circuits in use whose parts are not known.
    closed: BTreeSet<&'d str>,
}

impl<'d> PartNames<'d> {
    pub(crate) fn of(parts: &'d [DraftPart], closed: &'d BTreeSet<String>) -> Self {
        let mut names = Self { closed: closed.iter().map(String::as_str).collect(), ..Self::default() };
        for (index, part) in parts.iter().enumerate() {
            names.by_name.entry(&part.name).or_insert(PartId::from_index(index));
            if let Some(label) = part.written.as_ref().and_then(|written| written.text("label")) {
                names.by_label.entry(label).or_insert(PartId::from_index(index));
            }
        }
        names
    }

    /// The part of that name or, failing that, of that label.
    pub(crate) fn find(&self, name: &str) -> Option<PartId> {
        self.by_name.get(name).or_else(|| self.by_label.get(name)).copied()
    }

    /// Whether a name may be that of a part in a sub-circuit that could not be written out.
    pub(crate) fn may_be(&self, name: &str) -> bool {
        !self.closed.is_empty() && name.match_indices('.').any(|(dot, _)| self.closed.contains(&name[..dot]))
    }

    /// Every name and every label.
    pub(crate) fn all(&self) -> impl Iterator<Item = &'d str> + Clone {
        self.by_name.keys().chain(self.by_label.keys()).copied()
    }
}
