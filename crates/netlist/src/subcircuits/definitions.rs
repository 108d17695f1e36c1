//! Every circuit that a text leads to: its own, its sub-circuits, and those of the files it names.

use std::collections::{BTreeMap, BTreeSet};

use crate::read::Draft;
use crate::read::circuits::ReadCircuit;
use crate::read::reader::Reader;
use crate::subcircuits::files::{File, Files};
use crate::text::{Source, Span};

/// Files that one circuit may lead to; no shelf of circuits is so long, but a chain of made-up names
/// could be.
const MOST_FILES: usize = 1000;

/// A circuit that can be used in others.
#[derive(Debug)]
pub(crate) struct Definition {
    /// What it is called: by its name in `circuits:`, or by its file.
    pub(crate) name: String,
    /// Where it is named, or else where it begins.
    pub(crate) place: Span,
    pub(crate) draft: Draft,
    /// Whether it could be read as a circuit at all.
    pub(crate) is_readable: bool,
    /// The circuit around it in the same file.
    pub(crate) parent: Option<usize>,
    /// By its number; 0 is the text that everything begins with.
    pub(crate) file: usize,
    /// The whole of it.
    pub(crate) region: Span,
    /// The circuits in it by name.
    pub(crate) circuits: BTreeMap<String, usize>,
    /// For each part the circuit that it uses, as far as that could be found.
    pub(crate) uses: Vec<Option<usize>>,
}

/// Every circuit, the outermost first and outer ones before those in them.
#[derive(Debug)]
pub(crate) struct Definitions {
    pub(crate) all: Vec<Definition>,
    pub(crate) files: Vec<File>,
    /// Where each text begins when all are counted as one, each a byte behind the last: the first text,
    /// the files in order, and what would come next.
    pub(crate) bases: Vec<u32>,
}

impl Definitions {
    /// Reads a text and every file it leads to; nothing if the text is no circuit.
    pub(crate) fn gather<'s>(
        reader: &mut Reader<'s>,
        text: &'s str,
        name: &str,
        files: &mut dyn Files,
    ) -> Option<Self> {
        let mut definitions =
            Self { all: Vec::new(), files: Vec::new(), bases: vec![0, u32::try_from(text.len() + 1).ok()?] };
        let read = reader.circuits(text);
        definitions.add(name, 0, read);
        if !definitions.all.first()?.is_readable {
            return None;
        }
        Opening { definitions: &mut definitions, files, main: name, roots: BTreeMap::new(), failed: BTreeSet::new() }
            .open_all(reader);
        Some(definitions)
    }

    /// The circuit that everything begins with.
    pub(crate) fn main(&self) -> Option<&Definition> {
        self.all.first()
    }

    /// The circuits around one, itself first.
    pub(crate) fn around(&self, definition: usize) -> impl Iterator<Item = &Definition> {
        self.numbers_around(definition).filter_map(|number| self.all.get(number))
    }

    /// The same by their numbers.
    pub(crate) fn numbers_around(&self, definition: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(definition), |&number| self.all.get(number)?.parent)
    }

    /// For each circuit whether it is part of the first, in however many steps.
    pub(crate) fn used_from_main(&self) -> Vec<bool> {
        let mut used = vec![false; self.all.len()];
        let mut waiting = vec![0];
        while let Some(this) = waiting.pop() {
            if let Some(slot) = used.get_mut(this).filter(|used| !**used) {
                *slot = true;
                waiting.extend(self.all.get(this).into_iter().flat_map(|this| this.uses.iter().copied().flatten()));
            }
        }
        used
    }

    /// Takes the circuits of a text; the number of the outermost.
    fn add(&mut self, name: &str, file: usize, read: Vec<ReadCircuit>) -> usize {
        let root = self.all.len();
        for circuit in read {
            let this = self.all.len();
            let parent = circuit.parent.map(|parent| parent + root);
            if let (Some(parent), Some((name, _))) = (parent, &circuit.name)
                && let Some(parent) = self.all.get_mut(parent)
            {
                parent.circuits.entry(name.clone()).or_insert(this);
            }
            let (name, place) = circuit.name.unwrap_or_else(|| (name.to_owned(), circuit.region.beginning()));
            let is_readable = circuit.draft.is_some();
            let draft = circuit.draft.unwrap_or_default();
            self.all.push(Definition {
                name,
                place,
                uses: vec![None; draft.parts.len()],
                draft,
                is_readable,
                parent,
                file,
                region: circuit.region,
                circuits: BTreeMap::new(),
            });
        }
        root
    }
}

/// Opening the files that circuits name, and finding the circuit of each use.
struct Opening<'d> {
    definitions: &'d mut Definitions,
    files: &'d mut dyn Files,
    main: &'d str,
    /// The outermost circuit of each file by the file's name; nothing if the file cannot be read.
    roots: BTreeMap<String, Option<usize>>,
    /// The files that could not be found, by the file that names them and the path in it.
    failed: BTreeSet<(usize, String)>,
}

impl Opening<'_> {
    fn open_all(&mut self, reader: &mut Reader<'_>) {
        self.roots.insert(self.main.to_owned(), Some(0));
        let mut this = 0;
        while this < self.definitions.all.len() {
            let parts = self.definitions.all.get(this).map_or(0, |definition| definition.draft.parts.len());
            for part in 0..parts {
                let used = self.find(reader, this, part);
                if let Some(slot) = self.definitions.all.get_mut(this).and_then(|this| this.uses.get_mut(part)) {
                    *slot = used;
                }
            }
            this += 1;
        }
    }

    /// The circuit that a part uses.
    fn find(&mut self, reader: &mut Reader<'_>, this: usize, part: usize) -> Option<usize> {
        let definition = self.definitions.all.get(this)?;
        let part = definition.draft.parts.get(part).filter(|part| part.is_use())?;
        let written = part.written.as_ref()?;
        let place = |field: &str| part.places.field(field).unwrap_or(part.places.kind);
        let circuit = written.text("circuit").map(|name| (name.to_owned(), place("circuit")));
        match written.text("file") {
            Some(path) => {
                let (path, place) = (path.to_owned(), place("file"));
                let root = self.root(reader, definition.file, &path, place)?;
                match circuit {
                    None => Some(root),
                    Some((name, place)) => self.named(reader, root, &name, place, Some(&path)),
                }
            }
            // A file that could not be read as text leaves nothing to look in.
            None if part.places.field("file").is_some() => None,
            None => {
                let (name, place) = circuit?;
                self.named(reader, this, &name, place, None)
            }
        }
    }

    /// The sub-circuit of that name: in a file just there, else in the circuits around the use.
    fn named(
        &self,
        reader: &mut Reader<'_>,
        from: usize,
        name: &str,
        place: Span,
        file: Option<&str>,
    ) -> Option<usize> {
        let how_far = if file.is_some() { 1 } else { usize::MAX };
        let around = || self.definitions.around(from).take(how_far);
        if let Some(&found) = around().find_map(|definition| definition.circuits.get(name)) {
            return Some(found);
        }
        if !around().all(|definition| definition.is_readable) {
            return None;
        }
        let names: Vec<&str> = around().flat_map(|definition| definition.circuits.keys()).map(String::as_str).collect();
        let meant = reader.meant(name, names.iter().copied(), "the sub-circuits are");
        let message = match file {
            Some(file) => format!("there is no sub-circuit `{name}` in `{file}`"),
            None => format!("there is no sub-circuit `{name}`"),
        };
        reader.error("unknown-circuit", place, message).help = meant.or_else(|| {
            Some("sub-circuits are described under `circuits:` in the same file, or are named with `file:`".to_owned())
        });
        None
    }

    /// The outermost circuit of the file that a path means.
    fn root(&mut self, reader: &mut Reader<'_>, from: usize, path: &str, place: Span) -> Option<usize> {
        let key = (from, path.to_owned());
        if self.failed.contains(&key) {
            return None;
        }
        let from_name = match from.checked_sub(1) {
            None => self.main,
            Some(file) => &self.definitions.files.get(file)?.name,
        };
        let failed = match self.files.locate(path, from_name) {
            Ok(name) => match self.roots.get(&name) {
                Some(root) => return *root,
                None => match self.open(reader, &name) {
                    Ok(root) => return Some(root),
                    Err(why) => {
                        self.roots.insert(name, None);
                        why
                    }
                },
            },
            Err(why) => why,
        };
        self.failed.insert(key);
        reader.error("circuit-not-found", place, format!("cannot read the file `{path}`: {failed}")).help =
            Some("the path is relative to the file that names it".to_owned());
        None
    }

    fn open(&mut self, reader: &mut Reader<'_>, name: &str) -> Result<usize, String> {
        let definitions = &mut *self.definitions;
        if definitions.files.len() >= MOST_FILES {
            return Err(format!("the circuit already takes {MOST_FILES} files"));
        }
        let text = self.files.text(name)?;
        let base = definitions.bases.last().copied().unwrap_or(0);
        let end = u32::try_from(text.len() + 1).ok().and_then(|len| base.checked_add(len));
        let end = end.ok_or("together the files have more than 4 GB")?;
        let mut read = reader.elsewhere(&text, base, |reader| reader.circuits(&text));
        if read.is_empty() {
            // A circuit that nothing is known of, so that what is found in the file has its uses.
            let region = Source::at(&text, base).span(0..text.len());
            read.push(ReadCircuit { draft: None, name: None, parent: None, region });
        }
        definitions.files.push(File { name: name.to_owned(), text });
        definitions.bases.push(end);
        let file = definitions.files.len();
        let root = definitions.add(name, file, read);
        self.roots.insert(name.to_owned(), Some(root));
        Ok(root)
    }
}
