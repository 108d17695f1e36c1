//! Sub-circuits written out: every part of every instance with a name, nets and a place of its own.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::build::Models;
use crate::circuit::Instance;
use crate::read::DraftPart;
use crate::read::places::{CoilPlaces, ContactPlaces, PartPlaces, WaferPlaces};
use crate::schematic::Value;
use crate::subcircuits::addresses::Addresses;
use crate::subcircuits::definitions::{Definition, Definitions};
use crate::subcircuits::joins::Asked;
use crate::text::Span;

/// A circuit without sub-circuits.
pub(crate) struct Flat<'d> {
    /// Every part but the uses, in the order of the text; those of a sub-circuit in the place of its use.
    pub(crate) parts: Cow<'d, [DraftPart]>,
    /// The model of each part.
    pub(crate) model_of: Vec<Option<usize>>,
    pub(crate) instances: Vec<Instance>,
    /// Uses that could not be written out, by name.
    pub(crate) closed: BTreeSet<String>,
    /// Nets that pins of sub-circuits are joined to; whether anything is on them has been asked.
    pub(crate) joined: BTreeSet<String>,
    /// Nets whose loose ends have been told, or are meant to be loose.
    pub(crate) loose: BTreeSet<String>,
}

/// A circuit that is being written out.
struct Frame<'d> {
    definition: &'d Definition,
    number: usize,
    /// The next part.
    next: usize,
    /// What stands before its names: `U1.`.
    prefix: String,
    /// What stands before its labels.
    shown: String,
    /// Its pins and the nets they are joined to outside.
    outside: BTreeMap<&'d str, String>,
    /// Where its places are counted from, and where they count from in this instance.
    places: [u32; 2],
    /// Its row among the instances, and the first of its parts; nothing for the outermost.
    instance: Option<(usize, usize)>,
}

impl<'d> Flat<'d> {
    /// Writes the first circuit out. `asked` has nets of each circuit.
    /// Without `expand` uses stay closed.
    pub(crate) fn of(
        definitions: &'d Definitions,
        models: &Models<'d>,
        asked: &[Asked<'_>],
        addresses: &mut Addresses,
        expand: bool,
    ) -> Option<Self> {
        let main = definitions.main()?;
        let mut flat = Self {
            parts: Cow::Borrowed(&main.draft.parts),
            model_of: Vec::new(),
            instances: Vec::new(),
            closed: BTreeSet::new(),
            joined: BTreeSet::new(),
            loose: main.draft.pins.iter().flatten().map(|(pin, _)| pin.clone()).collect(),
        };
        if !main.draft.parts.iter().any(DraftPart::is_use) {
            flat.model_of = models.of(0).to_vec();
            return Some(flat);
        }
        let mut parts = Vec::new();
        let mut frames = vec![Frame {
            definition: main,
            number: 0,
            next: 0,
            prefix: String::new(),
            shown: String::new(),
            outside: BTreeMap::new(),
            places: [0, 0],
            instance: None,
        }];
        flat.note_ends(frames.last()?, asked);
        while let Some(frame) = frames.last_mut() {
            let Some(part) = frame.definition.draft.parts.get(frame.next) else {
                if let Some((row, first)) = frame.instance
                    && let Some(instance) = flat.instances.get_mut(row)
                {
                    instance.parts = first..parts.len();
                }
                frames.pop();
                continue;
            };
            let index = frame.next;
            frame.next += 1;
            if !part.is_use() {
                flat.model_of.push(models.of(frame.number).get(index).copied().flatten());
                parts.push(frame.instance_of(part));
                continue;
            }
            let used = frame.definition.uses.get(index).copied().flatten().filter(|_| expand);
            let Some((number, used)) = used.and_then(|used| Some((used, definitions.all.get(used)?))) else {
                flat.closed.insert(frame.prefix.clone() + &part.name);
                continue;
            };
            let inner = frame.enter(part, number, used, addresses, (flat.instances.len(), parts.len()));
            flat.instances.push(Instance {
                name: frame.prefix.clone() + &part.name,
                circuit: used.name.clone(),
                label: part.label().map(|label| frame.shown.clone() + label),
                note: part.written.as_ref().and_then(|written| written.text("note")).map(str::to_owned),
                parts: parts.len()..parts.len(),
            });
            flat.note_ends(&inner, asked);
            frames.push(inner);
        }
        flat.parts = Cow::Owned(parts);
        Some(flat)
    }

    fn note_ends(&mut self, frame: &Frame<'_>, asked: &[Asked<'_>]) {
        if let Some(asked) = asked.get(frame.number) {
            self.joined.extend(asked.joined.iter().map(|net| frame.net(net)));
            self.loose.extend(asked.loose.iter().map(|net| frame.net(net)));
        }
        let pins = frame.definition.draft.pins.iter().flatten();
        let open = pins.filter(|(pin, _)| !frame.outside.contains_key(pin.as_str()));
        self.loose.extend(open.map(|(pin, _)| frame.net(pin)));
    }
}

impl DraftPart {
    fn label(&self) -> Option<&str> {
        self.written.as_ref()?.text("label")
    }
}

impl<'d> Frame<'d> {
    /// The name outside of a net of this circuit.
    fn net(&self, net: &str) -> String {
        match self.outside.get(net) {
            Some(outside) => outside.clone(),
            None => self.prefix.clone() + net,
        }
    }

    fn enter(
        &self,
        part: &'d DraftPart,
        number: usize,
        definition: &'d Definition,
        addresses: &mut Addresses,
        instance: (usize, usize),
    ) -> Frame<'d> {
        let [from, to] = self.places;
        let place = part.places.name.moved(from, to);
        let begin = addresses.add_instance(definition.region, place, &part.name);
        let joined = part.joins().filter_map(|(pin, net, _)| Some((pin, self.net(net?))));
        Frame {
            definition,
            number,
            next: 0,
            prefix: format!("{}{}.", self.prefix, part.name),
            shown: format!("{}{}.", self.shown, part.label().unwrap_or(&part.name)),
            outside: joined.collect(),
            places: [definition.region.start(), begin],
            instance: Some(instance),
        }
    }

    /// The part as it is in this instance.
    fn instance_of(&self, part: &DraftPart) -> DraftPart {
        let mut part = part.clone();
        if self.instance.is_none() {
            return part;
        }
        let shown = format!("{}{}", self.shown, part.label().unwrap_or(&part.name));
        part.name = format!("{}{}", self.prefix, part.name);
        let [from, to] = self.places;
        part.places.each(&mut |span| *span = span.moved(from, to));
        if let Some(written) = &mut part.written {
            written.rename_nets(&mut |net| *net = self.net(net));
            written.fields.retain(|(field, _)| *field != "label");
            if shown != part.name {
                written.fields.push(("label", Value::Text(shown)));
            }
        }
        part
    }
}

impl PartPlaces {
    /// Every place in it.
    fn each(&mut self, see: &mut impl FnMut(&mut Span)) {
        // Taken apart, so that a place that is added to it cannot be forgotten here.
        let Self { name, kind, fields, pins, contacts, wafers, coils, joins } = self;
        see(name);
        see(kind);
        fields.iter_mut().for_each(|(_, span)| see(span));
        pins.iter_mut().for_each(&mut *see);
        for ContactPlaces { name, nets } in contacts {
            see(name);
            nets.iter_mut().flatten().for_each(&mut *see);
        }
        for WaferPlaces { common, nets } in wafers {
            see(common);
            nets.iter_mut().for_each(&mut *see);
        }
        for CoilPlaces { pins } in coils {
            pins.iter_mut().for_each(&mut *see);
        }
        joins.iter_mut().flatten().for_each(see);
    }
}
