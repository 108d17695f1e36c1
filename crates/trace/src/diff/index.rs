//! What is kept of a trace after it was read once: some bytes a section.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::BufRead;

use super::Options;
use crate::written::{Head, Item, Line, ReadError, Reader, Words};

/// What is kept of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The number of its title.
    pub(super) title: u32,
    /// The number of the headings above it, all in one.
    pub(super) headings: u32,
    /// The line of its title.
    pub(super) line: usize,
    /// Of all that is compared in it.
    pub(super) exact: u64,
    /// Of the same without times.
    pub(super) without_times: u64,
}

/// Titles and headings, each kept once.
#[derive(Clone, Debug, Default)]
pub(super) struct Titles {
    numbers: BTreeMap<String, u32>,
    texts: Vec<String>,
}

impl Titles {
    pub(super) fn text(&self, number: u32) -> &str {
        self.texts.get(number as usize).map_or("", String::as_str)
    }

    pub(super) fn len(&self) -> u32 {
        self.texts.len() as u32
    }

    fn number(&mut self, text: &str) -> u32 {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        let number = self.len();
        self.numbers.insert(text.to_owned(), number);
        self.texts.push(text.to_owned());
        number
    }
}

/// A trace that was read once.
#[derive(Clone, Debug)]
pub(super) struct Index {
    pub(super) head: Head,
    pub(super) entries: Vec<Entry>,
    pub(super) events: u64,
}

/// Whether a line is to be compared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Filter<'o> {
    only: &'o [String],
}

impl<'o> Filter<'o> {
    pub(super) fn new(options: &'o Options) -> Self {
        Self { only: &options.only }
    }

    pub(super) fn takes(&self, line: &Line<'_>) -> bool {
        if self.only.is_empty() {
            return true;
        }
        let mut takes = false;
        each_part(line, |part| takes |= self.only.iter().any(|only| only == part));
        takes
    }
}

/// The parts that a line is about.
fn each_part<'l>(line: &Line<'l>, mut tell: impl FnMut(&'l str)) {
    let mut tell = |name: &'l str| tell(name.split_once('/').map_or(name, |(part, _)| part));
    match (line.who, line.words) {
        (Some(who), _) => tell(who),
        (None, Words::ShortBegins { sources, path } | Words::ShortEnds { sources, path, .. }) => {
            sources.iter().chain(path.iter()).for_each(tell);
        }
        (None, Words::Oscillates { parts, .. }) => parts.iter().for_each(tell),
        (None, _) => {}
    }
}

/// Reads a trace once; `goes_on` is told how many bytes were read, and says whether to go on.
pub(super) fn read(
    input: impl BufRead,
    options: &Options,
    titles: &mut Titles,
    parts: &mut BTreeSet<String>,
    mut goes_on: impl FnMut(u64) -> bool,
) -> Result<Option<Index>, ReadError> {
    const OFTEN: u64 = 8192;
    let mut reader = Reader::new(input);
    let filter = Filter::new(options);
    let (mut head, mut entries, mut events) = (None, Vec::new(), 0_u64);
    let mut headings = String::new();
    let (mut exact, mut without_times) = (DefaultHasher::new(), DefaultHasher::new());
    let mut lines = 0_u64;
    while let Some(item) = reader.next()? {
        match item {
            Item::Head(it) => head = Some(it),
            Item::Heading(heading) => {
                headings.push_str(heading);
                headings.push('\n');
            }
            Item::Section(title) => {
                close(entries.last_mut(), &mut exact, &mut without_times);
                let title = titles.number(title);
                entries.push(Entry { title, headings: titles.number(&headings), line: 0, exact: 0, without_times: 0 });
                headings.clear();
            }
            Item::Line(line) => {
                if !options.only.is_empty() {
                    each_part(&line, |part| {
                        if !parts.contains(part) {
                            parts.insert(part.to_owned());
                        }
                    });
                }
                if filter.takes(&line) {
                    events += line.words.events();
                    (line.since, line.who, line.text).hash(&mut exact);
                    line.who.hash(&mut without_times);
                    hash_without_times(&line, &mut without_times);
                }
            }
            Item::End(_) => close(entries.last_mut(), &mut exact, &mut without_times),
        }
        // The title stands in the line that was read last.
        let read = reader.line_number();
        if let Some(entry) = entries.last_mut().filter(|entry| entry.line == 0) {
            entry.line = read;
        }
        lines += 1;
        if lines.is_multiple_of(OFTEN) && !goes_on(reader.bytes()) {
            return Ok(None);
        }
    }
    Ok(head.map(|head| Index { head, entries, events }))
}

fn close(entry: Option<&mut Entry>, exact: &mut DefaultHasher, without_times: &mut DefaultHasher) {
    let (exact, without_times) = (std::mem::take(exact), std::mem::take(without_times));
    if let Some(entry) = entry {
        entry.exact = exact.finish();
        entry.without_times = without_times.finish();
    }
}

/// Spans of time within the words are times, too.
fn hash_without_times(line: &Line<'_>, hasher: &mut DefaultHasher) {
    match line.words {
        Words::ShortEnds { sources, path, .. } => (0_u8, sources, path).hash(hasher),
        Words::Oscillates { parts, .. } => (1_u8, parts).hash(hasher),
        Words::NoLongerOverloaded(_) => 2_u8.hash(hasher),
        _ => (3_u8, line.text).hash(hasher),
    }
}
