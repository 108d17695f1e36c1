//! Both traces, section beside section.

use std::collections::BTreeSet;
use std::io::{BufRead, Seek, SeekFrom};
use std::ops::Range;

use kiber_netlist::nearest;

use super::difference::{Difference, Kind, Place, Summary};
use super::index::{self, Entry, Filter, Index, Titles};
use super::listener::{Listener, Progress};
use super::pair::{Side, compare_pair};
use super::sections::{Stretch, matched};
use super::{Error, Options, headings};
use crate::written::{Pin, ReadError};

/// The most differences of one section that are told.
const MOST: usize = 200;

pub(super) fn compare<A: BufRead + Seek, B: BufRead + Seek>(
    a: &mut A,
    b: &mut B,
    options: &Options,
    listener: &mut dyn Listener,
) -> Result<Summary, Error> {
    let length = |end: std::io::Result<u64>| end.map_err(ReadError::from);
    let length_a = length(a.seek(SeekFrom::End(0))).map_err(Error::First)?;
    let length_b = length(b.seek(SeekFrom::End(0))).map_err(Error::Second)?;
    let of = (length_a.saturating_add(length_b)).saturating_mul(2);
    let mut watch = Watch { listener, of };

    let (mut titles, mut parts) = (Titles::default(), BTreeSet::new());
    rewind(a).map_err(Error::First)?;
    let read = index::read(&mut *a, options, &mut titles, &mut parts, |done| watch.goes_on(done));
    let index_a = read.map_err(Error::First)?.ok_or(Error::Stopped)?;
    rewind(b).map_err(Error::Second)?;
    let read = index::read(&mut *b, options, &mut titles, &mut parts, |done| watch.goes_on(length_a + done));
    let index_b = read.map_err(Error::Second)?.ok_or(Error::Stopped)?;
    check_parts(options, &parts)?;

    let stretches = matched(&index_a.entries, &index_b.entries, titles.len());
    let mut compared = Compared { options, titles: &titles, a: &index_a, b: &index_b, summary: Summary::default() };
    compared.summary.events_a = index_a.events;
    compared.summary.events_b = index_b.events;
    compared.summary.ignored_times = options.ignore_times;
    compared.summary.notes = notes(&index_a, &index_b);

    rewind(a).map_err(Error::First)?;
    rewind(b).map_err(Error::Second)?;
    let filter = Filter::new(options);
    let (mut side_a, mut side_b) = (Side::new(a, filter), Side::new(b, filter));
    // Behind the last section that differs nothing is read again.
    let last = compared.last_that_differs(&stretches);
    for stretch in &stretches {
        match stretch {
            Stretch::Gone(gone) => {
                compared.one_sided(gone, true, &mut watch);
                if last.is_some_and(|(last, _)| gone.start <= last) {
                    gone.clone().try_for_each(|_| side_a.skip()).map_err(Error::First)?;
                }
            }
            Stretch::New(new) => {
                compared.one_sided(new, false, &mut watch);
                if last.is_some_and(|(_, last)| new.start <= last) {
                    new.clone().try_for_each(|_| side_b.skip()).map_err(Error::Second)?;
                }
            }
            &Stretch::Both(from_a, from_b, count) => {
                for step in 0..count {
                    let at = (from_a + step, from_b + step);
                    let is_read = last.is_some_and(|(last, _)| at.0 <= last);
                    if is_read && !watch.goes_on(length_a + length_b + side_a.bytes() + side_b.bytes()) {
                        return Err(Error::Stopped);
                    }
                    compared.both(at, is_read.then_some((&mut side_a, &mut side_b)), &mut watch)?;
                }
            }
        }
    }
    Ok(compared.summary)
}

fn rewind(source: &mut impl Seek) -> Result<(), ReadError> {
    Ok(source.seek(SeekFrom::Start(0)).map(|_| ())?)
}

fn check_parts(options: &Options, parts: &BTreeSet<String>) -> Result<(), Error> {
    match options.only.iter().find(|part| !parts.contains(*part)) {
        None => Ok(()),
        Some(part) => {
            let near = nearest(part, parts.iter().map(String::as_str)).into_iter().map(str::to_owned).collect();
            Err(Error::NoSuchPart { part: part.clone(), near })
        }
    }
}

/// The listener, with how much there is to read.
struct Watch<'l> {
    listener: &'l mut dyn Listener,
    of: u64,
}

impl Watch<'_> {
    fn goes_on(&mut self, done: u64) -> bool {
        self.listener.goes_on(Progress { done: done.min(self.of), of: self.of })
    }
}

/// What has been compared so far.
struct Compared<'c> {
    options: &'c Options,
    titles: &'c Titles,
    a: &'c Index,
    b: &'c Index,
    summary: Summary,
}

impl Compared<'_> {
    fn is_same(&self, a: &Entry, b: &Entry) -> bool {
        a.exact == b.exact || (self.options.ignore_times && a.without_times == b.without_times)
    }

    /// The last sections whose insides differ.
    fn last_that_differs(&self, stretches: &[Stretch]) -> Option<(usize, usize)> {
        stretches.iter().rev().find_map(|stretch| match *stretch {
            Stretch::Both(from_a, from_b, count) => {
                let pair = |step: usize| Some((self.a.entries.get(from_a + step)?, self.b.entries.get(from_b + step)?));
                let differs = |step: &usize| pair(*step).is_some_and(|(a, b)| !self.is_same(a, b));
                (0..count).rev().find(differs).map(|step| (from_a + step, from_b + step))
            }
            _ => None,
        })
    }

    fn place(index: &Index, at: usize) -> Option<Place> {
        index.entries.get(at).map(|entry| Place { section: at + 1, line: entry.line })
    }

    /// A section that both traces have; its lines are read if there is anything to read them for.
    fn both<A: BufRead, B: BufRead>(
        &mut self,
        (at_a, at_b): (usize, usize),
        sides: Option<(&mut Side<'_, A>, &mut Side<'_, B>)>,
        watch: &mut Watch<'_>,
    ) -> Result<(), Error> {
        let (Some(a), Some(b)) = (self.a.entries.get(at_a), self.b.entries.get(at_b)) else { return Ok(()) };
        let mut findings = headings::findings(self.titles.text(a.headings), self.titles.text(b.headings));
        let mut more = 0;
        if let Some((side_a, side_b)) = sides {
            if self.is_same(a, b) {
                side_a.skip().map_err(Error::First)?;
                side_b.skip().map_err(Error::Second)?;
            } else {
                more = compare_pair(side_a, side_b, self.options.ignore_times, MOST, &mut findings)?;
            }
        }
        self.summary.sections += 1;
        if findings.is_empty() {
            return Ok(());
        }
        let (place_a, place_b) = (Self::place(self.a, at_a), Self::place(self.b, at_b));
        let title = self.titles.text(a.title);
        self.count(title, place_a.or(place_b), findings.len() as u64 + more);
        for finding in findings {
            watch.listener.difference(Difference {
                kind: finding.kind,
                section: title.to_owned(),
                section_a: place_a,
                section_b: place_b,
                line_a: finding.line_a,
                line_b: finding.line_b,
                part: finding.part,
                message: finding.message,
            });
        }
        if more > 0 {
            watch.listener.difference(Difference {
                kind: Kind::More,
                section: title.to_owned(),
                section_a: place_a,
                section_b: place_b,
                line_a: None,
                line_b: None,
                part: None,
                message: format!("and {more} more differences here"),
            });
        }
        Ok(())
    }

    fn count(&mut self, title: &str, place: Option<Place>, differences: u64) {
        self.summary.differing += 1;
        self.summary.differences += differences;
        if self.summary.first.is_none() {
            self.summary.first = place.map(|place| (title.to_owned(), place));
        }
    }

    /// Sections that only one of the traces has: told one by one if they are few.
    fn one_sided(&mut self, sections: &Range<usize>, gone: bool, watch: &mut Watch<'_>) {
        const FEW: usize = 3;
        let index = if gone { self.a } else { self.b };
        let title = |at: usize| index.entries.get(at).map_or("", |entry| self.titles.text(entry.title)).to_owned();
        self.summary.sections += sections.len();
        let told: Vec<Range<usize>> =
            if sections.len() > FEW { vec![sections.clone()] } else { sections.clone().map(|at| at..at + 1).collect() };
        for range in told {
            let place = Self::place(index, range.start);
            let first = title(range.start);
            let message = match range.len() {
                1 => format!("{first} is {}", if gone { "gone" } else { "new" }),
                count => {
                    let last = title(range.end - 1);
                    format!("{count} sections are {}, from {first} to {last}", if gone { "gone" } else { "new" })
                }
            };
            self.count(&first, place, 1);
            self.summary.differing += range.len() - 1;
            let (section_a, section_b) = if gone { (place, None) } else { (None, place) };
            let line = |place: Option<Place>| place.map(|place| place.line);
            watch.listener.difference(Difference {
                kind: Kind::Section,
                section: first,
                section_a,
                section_b,
                line_a: line(section_a),
                line_b: line(section_b),
                part: None,
                message,
            });
        }
    }
}

/// What the traces are of, where that differs.
fn notes(a: &Index, b: &Index) -> Vec<Difference> {
    let note = |kind, line: usize, message: String| Difference {
        kind,
        section: String::new(),
        section_a: None,
        section_b: None,
        line_a: Some(line),
        line_b: Some(line),
        part: None,
        message,
    };
    let mut notes = Vec::new();
    if a.head.circuit != b.head.circuit {
        let (a, b) = (&a.head.circuit, &b.head.circuit);
        let message = match a.name == b.name {
            true => format!("another version of the circuit: {} instead of {}", b.fingerprint, a.fingerprint),
            false if a.fingerprint == b.fingerprint => {
                format!("the circuit has another title: {} instead of {}", b.name, a.name)
            }
            false => format!("another circuit: {} instead of {}", pinned(b), pinned(a)),
        };
        notes.push(note(Kind::Circuit, 2, message));
    }
    if a.head.script != b.head.script {
        let message = match (&a.head.script, &b.head.script) {
            (Some(a), Some(b)) if a.name == b.name => {
                format!("another version of the script {}: {} instead of {}", a.name, b.fingerprint, a.fingerprint)
            }
            (Some(a), Some(b)) if a.fingerprint == b.fingerprint => {
                format!("the script has another name: {} instead of {}", b.name, a.name)
            }
            (Some(a), Some(b)) => format!("another script: {} instead of {}", pinned(b), pinned(a)),
            (None, Some(b)) => format!("a script instead of none: {}", pinned(b)),
            (Some(a), None) => format!("no script; the first trace is of {}", pinned(a)),
            (None, None) => return notes,
        };
        notes.push(note(Kind::Script, 3, message));
    }
    notes
}

fn pinned(pin: &Pin) -> String {
    format!("{} ({})", pin.name, pin.fingerprint)
}
