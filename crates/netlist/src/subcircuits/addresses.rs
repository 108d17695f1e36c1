//! One count of bytes for everything: the files one after the other, then every instance of a
//! sub-circuit with a stretch of its own, as if its text stood there once more. So a place tells the
//! instance as well as the line, and what is found is brought back to files and lines at the end.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::Range;

use crate::finding::{Elsewhere, Finding};
use crate::subcircuits::definitions::Definitions;
use crate::text::Span;

/// The most uses around each other that are shown with a finding.
const MOST_USES: usize = 4;

/// Where everything is.
#[derive(Debug)]
pub(crate) struct Addresses {
    /// Where each file begins, and where what comes next would.
    files: Vec<u32>,
    /// The instances in the order of their beginnings.
    instances: Vec<Stretch>,
    end: u32,
    /// The circuits of all files in the order of their beginnings.
    circuits: Vec<Circuit>,
}

/// The places of an instance.
#[derive(Debug)]
struct Stretch {
    begin: u32,
    /// Where the sub-circuit begins in its file.
    origin: u32,
    /// Where it is used, perhaps in an instance, too.
    used_at: Span,
    name: String,
}

/// A circuit as it stands in its file.
#[derive(Debug)]
struct Circuit {
    region: Span,
    /// The circuit around it, earlier in the list.
    parent: Option<usize>,
    /// Its first use by place and name, and how many more there are.
    used: Option<(Span, String, usize)>,
}

/// A place in a file.
struct Found {
    file: usize,
    span: Range<usize>,
}

impl Addresses {
    /// The files and the circuits in them; instances are added.
    pub(crate) fn of(definitions: &Definitions) -> Self {
        let mut used: Vec<Option<(Span, String, usize)>> = vec![None; definitions.all.len()];
        for definition in &definitions.all {
            for (part, target) in definition.draft.parts.iter().zip(&definition.uses) {
                match target.and_then(|target| used.get_mut(target)) {
                    Some(Some((_, _, more))) => *more += 1,
                    Some(first) => *first = Some((part.places.name, part.name.clone(), 0)),
                    None => {}
                }
            }
        }
        let mut order: Vec<usize> = (0..definitions.all.len()).collect();
        let region = |index: &usize| definitions.all.get(*index).map_or_else(Span::default, |circuit| circuit.region);
        order.sort_by_key(|index| region(index).start());
        let row_of: BTreeMap<usize, usize> = order.iter().enumerate().map(|(row, &index)| (index, row)).collect();
        let circuits = order.iter().map(|index| Circuit {
            region: region(index),
            parent: definitions.all.get(*index).and_then(|circuit| row_of.get(&circuit.parent?).copied()),
            used: used.get_mut(*index).and_then(Option::take),
        });
        Self {
            circuits: circuits.collect(),
            files: definitions.bases.clone(),
            instances: Vec::new(),
            end: definitions.bases.last().copied().unwrap_or(0),
        }
    }

    /// Gives an instance places of its own; where they begin.
    pub(crate) fn add_instance(&mut self, region: Span, used_at: Span, name: &str) -> u32 {
        let begin = self.end;
        let end = begin.checked_add(region.end() - region.start()).and_then(|end| end.checked_add(1));
        let Some(end) = end else {
            // More text than places: the instance shares those of its sub-circuit.
            return region.start();
        };
        self.instances.push(Stretch { begin, origin: region.start(), used_at, name: name.to_owned() });
        self.end = end;
        begin
    }

    /// The instance that a place belongs to.
    fn instance(&self, place: u32) -> Option<&Stretch> {
        let after = self.instances.partition_point(|instance| instance.begin <= place);
        self.instances.get(after.checked_sub(1)?)
    }

    /// The place in its file.
    fn in_file(&self, span: Span) -> Found {
        let span = match self.instance(span.start()) {
            Some(instance) => span.moved(instance.begin, instance.origin),
            None => span,
        };
        let file = self.files.partition_point(|&begin| begin <= span.start()).saturating_sub(1);
        let base = self.files.get(file).copied().unwrap_or(0);
        Found { file, span: span.moved(base, 0).range() }
    }

    /// The innermost circuit around a place in a file.
    fn circuit(&self, place: u32) -> Option<&Circuit> {
        let after = self.circuits.partition_point(|circuit| circuit.region.start() <= place);
        let mut circuit = self.circuits.get(after.checked_sub(1)?)?;
        while circuit.region.end() < place {
            circuit = self.circuits.get(circuit.parent?)?;
        }
        Some(circuit)
    }

    /// The uses through which a place is reached, the innermost first.
    fn uses(&self, place: Span) -> Vec<Elsewhere> {
        let mut uses = Vec::new();
        let mut place = place.start();
        while uses.len() < MOST_USES {
            let (at, why) = if let Some(instance) = self.instance(place) {
                (instance.used_at, format!("used here as `{}`", instance.name))
            } else if let Some((at, name, more)) = self.circuit(place).and_then(|circuit| circuit.used.as_ref()) {
                let more = if *more > 0 { format!(", and in {more} more places") } else { String::new() };
                let more = more.replace("1 more places", "1 more place");
                (*at, format!("used here as `{name}`{more}"))
            } else {
                break;
            };
            let found = self.in_file(at);
            uses.push(Elsewhere { file: found.file, span: found.span, why });
            place = at.start();
        }
        uses
    }

    /// Findings with the places that people know. What was found in several instances of one
    /// sub-circuit at one place is told once.
    pub(crate) fn localised(&self, findings: Vec<Finding>) -> Vec<Finding> {
        let mut localised: Vec<Finding> = Vec::with_capacity(findings.len());
        let mut alike: BTreeMap<(&'static str, usize, usize, usize), Alike> = BTreeMap::new();
        for mut finding in findings {
            let span = Span::new(finding.span.start, finding.span.end);
            let found = self.in_file(span);
            if self.instance(span.start()).is_some() {
                match alike.entry((finding.code, found.file, found.span.start, found.span.end)) {
                    Entry::Occupied(mut first) => {
                        first.get_mut().others += 1;
                        continue;
                    }
                    Entry::Vacant(new) => {
                        new.insert(Alike { row: localised.len(), has_second: finding.second.is_some(), others: 0 });
                    }
                }
            }
            // A cycle names all its places itself, and its uses lead nowhere else.
            let mut uses = if finding.code == "circuit-cycle" { Vec::new() } else { self.uses(span) };
            (finding.file, finding.span) = (found.file, found.span);
            match &mut finding.second {
                Some((second, _)) => {
                    let found = self.in_file(Span::new(second.start, second.end));
                    (finding.second_file, *second) = (found.file, found.span);
                }
                None if !uses.is_empty() => {
                    let first = uses.remove(0);
                    finding.second_file = first.file;
                    finding.second = Some((first.span, first.why));
                }
                None => {}
            }
            finding.more = uses;
            localised.push(finding);
        }
        for alike in alike.into_values().filter(|alike| alike.others > 0) {
            let Some(finding) = localised.get_mut(alike.row) else { continue };
            let of_use = if alike.has_second {
                finding.more.first_mut().map(|more| &mut more.why)
            } else {
                finding.second.as_mut().map(|(_, why)| why)
            };
            if let Some(why) = of_use {
                why.push_str(&format!(", and {} more like it", alike.others));
            }
        }
        localised.sort_by_key(|finding| (finding.file, finding.span.start, finding.span.end));
        localised
    }
}

/// Findings of one kind at one place in several instances.
struct Alike {
    /// The first of them.
    row: usize,
    /// Whether it had a second place before its uses were told.
    has_second: bool,
    others: usize,
}
