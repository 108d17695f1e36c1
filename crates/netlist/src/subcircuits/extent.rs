//! How much the uses of sub-circuits amount to: circuits that contain themselves, and circuits that
//! would grow beyond all measure.

use crate::read::reader::Reader;
use crate::subcircuits::definitions::{Definition, Definitions};
use crate::text::Span;

/// The most parts a circuit may have once its sub-circuits are written out.
pub const MOST_PARTS: u64 = 250_000;
/// The most bytes that all names of parts and nets may take then.
const MOST_BYTES: u64 = 256 << 20;
/// What a name takes beside its letters.
const NAME: u64 = 32;
/// The most sub-circuits in sub-circuits.
const DEEPEST: u64 = 100;

/// What a circuit amounts to, everything in it included; each number stops at the largest there is.
#[derive(Clone, Copy, Default)]
struct Extent {
    parts: u64,
    /// How often a part or a net is named.
    names: u64,
    bytes: u64,
    depth: u64,
}

impl Extent {
    /// What a definition amounts to by itself.
    fn own(definition: &Definition) -> Self {
        let mut own = Self::default();
        for part in &definition.draft.parts {
            let mut names = 1_u64;
            let mut letters = part.name.len() as u64;
            if let Some(written) = part.written.as_ref() {
                written.each_net(&mut |net| {
                    names += 1;
                    letters += net.len() as u64;
                });
            }
            own.parts += u64::from(!part.is_use());
            own.names += names;
            own.bytes += letters + names * NAME;
        }
        own
    }

    /// With an instance of that name.
    fn with(self, name: &str, inside: Self) -> Self {
        let prefix = (name.len() as u64 + 1).saturating_mul(inside.names);
        Self {
            parts: self.parts.saturating_add(inside.parts),
            names: self.names.saturating_add(inside.names),
            bytes: self.bytes.saturating_add(inside.bytes).saturating_add(prefix),
            depth: self.depth.max(inside.depth.saturating_add(1)),
        }
    }
}

/// Whether every circuit can be written out; what keeps one from it is reported.
pub(crate) fn check_extent(reader: &mut Reader<'_>, definitions: &Definitions) -> bool {
    let Some(order) = order(reader, definitions) else { return false };
    let mut extents = vec![Extent::default(); definitions.all.len()];
    for index in order {
        let Some(definition) = definitions.all.get(index) else { continue };
        let inside = |used: usize| extents.get(used).copied().unwrap_or_default();
        let uses = uses(definition);
        let extent = uses.fold(Extent::own(definition), |sum, (name, _, used)| sum.with(name, inside(used)));
        if let Some(slot) = extents.get_mut(index) {
            *slot = extent;
        }
    }
    let (Some(main), Some(&extent)) = (definitions.main(), extents.first()) else { return true };
    let inside = |used: &usize| extents.get(*used).copied().unwrap_or_default();
    if extent.depth > DEEPEST {
        if let Some((name, place, _)) = uses(main).max_by_key(|(_, _, used)| inside(used).depth) {
            let message = format!("sub-circuits in sub-circuits, more than {DEEPEST} deep in `{name}`");
            reader.error("nested-too-deep", place, message);
        }
        return false;
    }
    // A circuit may have any number of parts of its own.
    if extent.depth == 0 || (extent.parts <= MOST_PARTS && extent.bytes <= MOST_BYTES) {
        return true;
    }
    if let Some((name, place, used)) = uses(main).max_by_key(|(_, _, used)| inside(used).bytes) {
        let message = if extent.parts > MOST_PARTS {
            format!("written out, this circuit has {} parts, and {MOST_PARTS} is the most", many(extent.parts))
        } else {
            format!("written out, the names in this circuit take more than {} MiB", MOST_BYTES >> 20)
        };
        let finding = reader.error("too-many-parts", place, message);
        finding.label = format!("`{name}` stands for {} of them", many(inside(&used).parts));
        finding.help = Some("sub-circuits that use others several times multiply their parts".to_owned());
    }
    false
}

fn many(count: u64) -> String {
    if count == u64::MAX { "countless".to_owned() } else { count.to_string() }
}

/// The uses in a circuit: name, place and circuit used.
fn uses(definition: &Definition) -> impl Iterator<Item = (&str, Span, usize)> {
    let parts = definition.draft.parts.iter().zip(&definition.uses);
    parts.filter_map(|(part, used)| Some((part.name.as_str(), part.places.name, (*used)?)))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    Not,
    /// Its uses are being followed.
    Open,
    Done,
}

/// The circuits so that each comes after all it uses; nothing, and findings, if there is a cycle.
fn order(reader: &mut Reader<'_>, definitions: &Definitions) -> Option<Vec<usize>> {
    let mut seen = vec![Seen::Not; definitions.all.len()];
    let mut order = Vec::with_capacity(definitions.all.len());
    let mut has_cycle = false;
    for start in 0..definitions.all.len() {
        if seen.get(start) != Some(&Seen::Not) {
            continue;
        }
        // Each circuit on the way with the part at which its uses are followed next.
        let mut way: Vec<(usize, usize)> = vec![(start, 0)];
        seen[start] = Seen::Open;
        while let Some((this, next)) = way.last_mut() {
            let definition = &definitions.all[*this];
            let Some(used) = definition.uses.get(*next) else {
                seen[*this] = Seen::Done;
                order.push(*this);
                way.pop();
                continue;
            };
            *next += 1;
            let Some(used) = *used else { continue };
            match seen.get(used) {
                Some(Seen::Not) => {
                    seen[used] = Seen::Open;
                    way.push((used, 0));
                }
                Some(Seen::Open) => {
                    has_cycle = true;
                    report_cycle(reader, definitions, &way, used);
                }
                _ => {}
            }
        }
    }
    (!has_cycle).then_some(order)
}

/// Reports the cycle that the last use on the way closes by leading back to a circuit on it.
fn report_cycle(reader: &mut Reader<'_>, definitions: &Definitions, way: &[(usize, usize)], back_to: usize) {
    let from = way.iter().position(|&(circuit, _)| circuit == back_to).unwrap_or(0);
    let cycle: Vec<(&Definition, usize)> = way[from..]
        .iter()
        .filter_map(|&(this, next)| Some((definitions.all.get(this)?, next.checked_sub(1)?)))
        .collect();
    let (Some(&(first, first_use)), Some(&(last, last_use))) = (cycle.first(), cycle.last()) else { return };
    let place = |definition: &Definition, part: usize| {
        definition.draft.parts.get(part).map_or(definition.place, |part| part.places.name)
    };
    let mut names: Vec<String> = cycle.iter().map(|(definition, _)| format!("`{}`", definition.name)).collect();
    const MOST: usize = 8;
    if names.len() > MOST {
        let left_out = names.len() - MOST + 1;
        names.splice(MOST / 2..MOST / 2 + left_out, [format!("{left_out} more")]);
    }
    let message = format!("`{}` is inside itself: {} → `{}`", first.name, names.join(" → "), first.name);
    let finding = reader.error("circuit-cycle", place(last, last_use), message);
    finding.label = format!("this leads back to `{}`", first.name);
    finding.second = Some(if cycle.len() == 1 {
        (first.place.range(), format!("`{}` is described here", first.name))
    } else {
        let (next, _) = cycle[1];
        (place(first, first_use).range(), format!("`{}` uses `{}` here", first.name, next.name))
    });
    finding.help = Some("a relay circuit is of finite size: one of them has to do without the other".to_owned());
}
