//! What can be told of a use and of a sub-circuit before anything is written out: pins that do not
//! match, nets that nothing else touches, circuits that nobody uses.

use std::collections::{BTreeMap, BTreeSet};

use crate::finding::Severity;
use crate::near::fold;
use crate::read::DraftPart;
use crate::read::reader::{Reader, first_few, listed};
use crate::subcircuits::definitions::{Definition, Definitions};

/// Asked of every circuit as far as it could be read.
pub(crate) fn check_joins(reader: &mut Reader<'_>, definitions: &Definitions) {
    for definition in &definitions.all {
        check_names_inside(reader, definition);
        for (part, used) in definition.draft.parts.iter().zip(&definition.uses) {
            if let Some(used) = used.and_then(|used| definitions.all.get(used)) {
                check_pins(reader, part, used);
            }
        }
    }
    check_unused(reader, definitions);
}

fn check_pins(reader: &mut Reader<'_>, part: &DraftPart, used: &Definition) {
    let Some(pins) = used.draft.pins.as_ref().filter(|_| used.is_readable && part.whole) else { return };
    let names: BTreeSet<&str> = pins.iter().map(|(name, _)| name.as_str()).collect();
    let mut joined = BTreeSet::new();
    let mut all_known = true;
    for (pin, _, [place, _]) in part.joins() {
        joined.insert(pin);
        if names.contains(pin) {
            continue;
        }
        all_known = false;
        let meant = if pins.is_empty() {
            Some(
                "a circuit that is used in another names the nets that lead out of it, as in `pins: [\"a\", \"b\"]`"
                    .to_owned(),
            )
        } else {
            reader.meant(pin, names.iter().copied(), "its pins are")
        };
        let finding = reader.error("unknown-pin", place, format!("`{}` has no pin `{pin}`", used.name));
        finding.second = Some((used.place.range(), "the sub-circuit is described here".to_owned()));
        finding.help = meant;
    }
    let missing: Vec<&str> = pins.iter().map(|(name, _)| name.as_str()).filter(|name| !joined.contains(name)).collect();
    if missing.is_empty() || !all_known {
        return;
    }
    let what = if missing.len() == 1 { "the pin" } else { "the pins" };
    let message = format!("`{}` joins {what} {} of `{}` to nothing", part.name, first_few(&missing), used.name);
    let finding = reader.warning("missing-pin", part.places.name, message);
    finding.second = pins
        .iter()
        .find(|(name, _)| missing.first() == Some(&name.as_str()))
        .map(|(_, place)| (place.range(), "this pin".to_owned()));
    finding.help = missing.first().map(|pin| format!("join it, or say that nothing belongs there: `{pin:?}: None`"));
}

/// Nets that have the names of nets inside a sub-circuit, which nothing outside can touch.
fn check_names_inside(reader: &mut Reader<'_>, definition: &Definition) {
    let parts = &definition.draft.parts;
    let uses: BTreeSet<&str> = parts.iter().filter(|part| part.is_use()).map(|part| part.name.as_str()).collect();
    if uses.is_empty() {
        return;
    }
    let mut told = BTreeSet::new();
    for part in parts {
        let Some(written) = &part.written else { continue };
        written.each_net(&mut |net| {
            let Some(inside) = net.match_indices('.').find_map(|(dot, _)| uses.get(&net[..dot])) else { return };
            if !told.insert(net) {
                return;
            }
            let message = format!("the net `{net}` has a name as if it were inside `{inside}`");
            reader.error("net-inside", part.places.name, message).help = Some(
                "nothing outside a sub-circuit touches its nets, except through its pins: add one, or give the net \
                 another name"
                    .to_owned(),
            );
        });
    }
}

fn check_unused(reader: &mut Reader<'_>, definitions: &Definitions) {
    let used: BTreeSet<usize> =
        definitions.all.iter().flat_map(|definition| definition.uses.iter().copied().flatten()).collect();
    // A use whose circuit could not be found may have meant any of them.
    let unsure = definitions.all.iter().any(|definition| {
        let mut parts = definition.draft.parts.iter().zip(&definition.uses);
        parts.any(|(part, used)| used.is_none() && (part.is_use() || part.written.is_none()))
    });
    if unsure {
        return;
    }
    // What a file offers beside the circuit that is used is for others, and a second one of a name can
    // never be used.
    let own = definitions.all.iter().filter(|definition| definition.file == 0);
    let offered: BTreeSet<usize> = own.flat_map(|definition| definition.circuits.values().copied()).collect();
    for definition in offered.difference(&used).filter_map(|&index| definitions.all.get(index)) {
        let message = format!("no part uses the sub-circuit `{}`", definition.name);
        reader.report("unused-circuit", Severity::Note, definition.place, message);
    }
}

/// The nets of a circuit that need not be asked about again when it is written out.
#[derive(Debug, Default)]
pub(crate) struct Asked<'d> {
    /// Nets that pins of sub-circuits are joined to.
    pub(crate) joined: BTreeSet<&'d str>,
    /// Those of them that nothing else is on, which has been told.
    pub(crate) loose: BTreeSet<&'d str>,
}

/// What is asked of the wiring of each circuit as it stands, when everything could be read: of the pins
/// that lead in, and of the nets that pins of sub-circuits are joined to.
pub(crate) fn check_ends<'d>(reader: &mut Reader<'_>, definitions: &'d Definitions) -> Vec<Asked<'d>> {
    let mut asked = Vec::with_capacity(definitions.all.len());
    for (definition, is_used) in definitions.all.iter().zip(definitions.used_from_main()) {
        let ends = if is_used { Ends::of(definition) } else { Ends::default() };
        ends.report(reader, definition);
        let joined = ends.touched.iter().filter(|(_, touched)| touched.by.is_some()).map(|(&net, _)| net);
        asked.push(Asked { joined: joined.collect(), loose: ends.loose().map(|(net, _, _)| net).collect() });
    }
    asked
}

/// What touches the nets of a circuit.
#[derive(Default)]
struct Ends<'d> {
    touched: BTreeMap<&'d str, Touched<'d>>,
    pins: BTreeSet<&'d str>,
}

/// What touches a net.
#[derive(Default)]
struct Touched<'d> {
    count: usize,
    /// The last use to do so, and with which of its pins.
    by: Option<(&'d DraftPart, usize)>,
}

impl<'d> Ends<'d> {
    fn of(definition: &'d Definition) -> Self {
        let mut ends = Self::default();
        ends.pins.extend(definition.draft.pins.iter().flatten().map(|(name, _)| name.as_str()));
        if ends.pins.is_empty() && !definition.draft.parts.iter().any(DraftPart::is_use) {
            return ends;
        }
        for part in &definition.draft.parts {
            if part.is_use() {
                let joins = part.joins().enumerate().filter_map(|(index, (_, net, _))| Some((index, net?)));
                for (index, net) in joins {
                    let touched = ends.touched.entry(net).or_default();
                    touched.count += 1;
                    touched.by = Some((part, index));
                }
            } else if let Some(written) = &part.written {
                written.each_net(&mut |net| ends.touched.entry(net).or_default().count += 1);
            }
        }
        ends
    }

    /// The nets that nothing but one pin of one use touches.
    fn loose(&self) -> impl Iterator<Item = (&'d str, &'d DraftPart, usize)> {
        let inner = self.touched.iter().filter(|(net, touched)| touched.count == 1 && !self.pins.contains(**net));
        inner.filter_map(|(net, touched)| touched.by.map(|(part, index)| (*net, part, index)))
    }

    fn report(&self, reader: &mut Reader<'_>, definition: &Definition) {
        for (net, part, index) in self.loose() {
            let place = part.places.joins.get(index).map_or(part.places.name, |&[_, net]| net);
            let finding = reader.warning("single-pin-net", place, format!("nothing else is on the net `{net}`"));
            finding.label = format!("only {} touches it", part.name);
            let folded = fold(net);
            let near: Vec<&str> =
                self.touched.keys().copied().filter(|other| *other != net && fold(other) == folded).collect();
            finding.help = Some(match near.as_slice() {
                [] => "a pin that nothing belongs to is joined to `None`".to_owned(),
                near => format!("did you mean the net {}?", listed(near, "or")),
            });
        }
        for (pin, place) in definition.draft.pins.iter().flatten() {
            if self.pins.contains(pin.as_str()) && !self.touched.contains_key(pin.as_str()) {
                let message = format!("nothing in `{}` touches its pin `{pin}`", definition.name);
                let near = reader.meant(pin, self.touched.keys().copied(), "the nets inside are");
                reader.warning("pin-without-net", *place, message).help = near;
            }
        }
    }
}
