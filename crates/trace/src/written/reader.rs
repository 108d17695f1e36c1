//! A trace line by line.

use std::io::{BufRead, Read};

use kiber_engine::Micros;
use kiber_netlist::Fingerprint;

use super::error::{ReadError, shown};
use super::figures::millis;
use super::line::{Columns, Line};
use crate::wording::{CIRCUIT, END, FIRST_LINE, HEADING, SCRIPT, SECTION};
use crate::words;

/// No line of a trace comes near so many bytes; without a limit a file that is no text could fill the
/// memory.
const LONGEST_LINE: u64 = 1 << 20;
/// What the first line begins with, whatever the version.
const ANY_VERSION: &str = "kiber trace ";

/// What a trace is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The circuit: its title, and the fingerprint of what it does.
    pub circuit: Pin,
    /// The script, if it was one: its name, and the fingerprint of its actions.
    pub script: Option<Pin>,
}

/// A name with a fingerprint of what bears it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pin {
    /// The fingerprint.
    pub fingerprint: Fingerprint,
    /// The name, on one line.
    pub name: String,
}

/// What comes next in a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item<'a> {
    /// The lines at the top.
    Head(Head),
    /// A heading of the script.
    Heading(&'a str),
    /// A section begins, under this action.
    Section(&'a str),
    /// A line of the section.
    Line(Line<'a>),
    /// The end, and the instant of it: microseconds since power-up.
    End(Micros),
}

/// Reads a trace line by line and keeps one line at a time.
#[derive(Debug)]
pub struct Reader<B> {
    input: B,
    /// The line that was read last, without its end.
    line: Vec<u8>,
    number: usize,
    /// Where the line begins and where the next one does, in bytes.
    begins: u64,
    ends: u64,
    place: Place,
    /// Whether the line before was empty.
    after_blank: bool,
    /// The time of the last line in its section.
    since: Micros,
    /// When the section began.
    section_start: Micros,
    /// The script's line has been read ahead, and is no script.
    read_ahead: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Head,
    /// Before the first section.
    Top,
    /// Under a heading that no section stands under yet.
    Heading,
    Section,
    End,
}

/// What a line is, before it is given out.
enum Found {
    Head(Head),
    Heading,
    Section,
    Line,
    End(Micros),
}

impl<B: BufRead> Reader<B> {
    /// Reads from the start of a trace.
    pub fn new(input: B) -> Self {
        Self {
            input,
            line: Vec::new(),
            number: 0,
            begins: 0,
            ends: 0,
            place: Place::Head,
            after_blank: false,
            since: 0,
            section_start: 0,
            read_ahead: false,
        }
    }

    /// The number of the line that was given out last, from 1.
    pub fn line_number(&self) -> usize {
        self.number
    }

    /// How many bytes have been read.
    pub fn bytes(&self) -> u64 {
        self.ends
    }

    /// What comes next; nothing after the end.
    ///
    /// # Errors
    /// A line that no trace has there, a trace that was cut off, or a text that does not come.
    #[allow(clippy::should_implement_trait, reason = "what is given out lives only until the next is asked for")]
    pub fn next(&mut self) -> Result<Option<Item<'_>>, ReadError> {
        let Some(found) = self.find()? else { return Ok(None) };
        Ok(Some(match found {
            Found::Head(head) => Item::Head(head),
            Found::Heading => Item::Heading(self.behind(HEADING)?),
            Found::Section => Item::Section(self.behind(SECTION)?),
            Found::End(at) => Item::End(at),
            Found::Line => Item::Line(self.understood()?),
        }))
    }

    /// The next line of the section; nothing when that is over, and then the next one has begun.
    pub(crate) fn next_in_section(&mut self) -> Result<Option<Line<'_>>, ReadError> {
        loop {
            match self.find()? {
                Some(Found::Head(_) | Found::Heading) => {}
                Some(Found::Line) => return self.understood().map(Some),
                None | Some(Found::Section | Found::End(_)) => return Ok(None),
            }
        }
    }

    /// The line that was read last, which is one of a section.
    fn understood(&mut self) -> Result<Line<'_>, ReadError> {
        let number = self.number;
        let line = text(&self.line, number)?;
        let columns = Columns::read(line).map_err(|expected| unlike(number, expected, line))?;
        if columns.since < self.since {
            let (before, now) = (words::millis(self.since), words::millis(columns.since));
            return Err(ReadError::at(number, format!("the time runs backwards: +{now} comes after +{before}")));
        }
        self.since = columns.since;
        columns.understood().ok_or_else(|| {
            let who = if columns.who.is_some() { "a part" } else { "a whole circuit" };
            let what = shown(columns.text);
            ReadError::at(number, format!("nothing that {who} does is worded like this: {what}"))
        })
    }

    /// What stands in the line that was read last, behind the mark that it begins with.
    fn behind(&self, mark: &str) -> Result<&str, ReadError> {
        text(&self.line, self.number).map(|line| line.get(mark.len()..).unwrap_or_default())
    }

    fn find(&mut self) -> Result<Option<Found>, ReadError> {
        if self.place == Place::Head {
            return self.head().map(Some);
        }
        loop {
            if self.read_ahead {
                self.read_ahead = false;
            } else if !self.read_line()? {
                return if self.place == Place::End { Ok(None) } else { Err(self.cut_off()) };
            }
            let line = text(&self.line, self.number)?;
            if self.place == Place::End {
                return Err(unlike(self.number, "the trace has ended above, and nothing was expected here", line));
            }
            if line.is_empty() {
                if self.after_blank {
                    return Err(ReadError::at(self.number, "one empty line is enough"));
                }
                self.after_blank = true;
                continue;
            }
            let found = if line.starts_with(END) {
                Found::End(self.end(line)?)
            } else if line.starts_with(HEADING) {
                Found::Heading
            } else if line.starts_with(SECTION) {
                Found::Section
            } else {
                Found::Line
            };
            let expected = match (&found, self.after_blank, self.place) {
                (Found::Line, _, Place::Top) => Some("the first section was expected, `== power-up`"),
                (Found::Line, _, Place::Heading) => Some("a section was expected under the heading"),
                (Found::Line, true, _) => Some("behind the empty line a section was expected, or the end"),
                (Found::Line, false, _) => None,
                (Found::End(_), _, Place::Heading) => Some("a section was expected under the heading"),
                (_, false, _) => Some("an empty line was expected above this one"),
                (_, true, _) => None,
            };
            if let Some(expected) = expected {
                return Err(unlike(self.number, expected, line));
            }
            self.after_blank = false;
            match found {
                Found::Heading => self.place = Place::Heading,
                Found::Section => {
                    self.section_start = self.section_end()?;
                    self.since = 0;
                    self.place = Place::Section;
                }
                Found::End(_) => self.place = Place::End,
                Found::Head(_) | Found::Line => {}
            }
            return Ok(Some(found));
        }
    }

    fn head(&mut self) -> Result<Found, ReadError> {
        let read = self.read_line()?;
        if self.line.starts_with("\u{feff}".as_bytes()) {
            self.line.drain(.."\u{feff}".len());
        }
        if !read || self.line != FIRST_LINE.as_bytes() {
            let line = String::from_utf8_lossy(&self.line);
            let message = match line.strip_prefix(ANY_VERSION) {
                Some(version) => {
                    format!("this is a trace of format {}, and only format 1 is known here", shown(version))
                }
                None => format!("this is no trace: one begins with the line `{FIRST_LINE}`"),
            };
            return Err(ReadError::at(self.number.max(1), message));
        }
        const OF_CIRCUIT: &str = "the circuit was expected, as `circuit 9467130b  The buzzer`";
        const OF_SCRIPT: &str = "a script was expected, as `script  622fe1f1  buzz`, or an empty line";
        if !self.read_line()? {
            return Err(self.cut_off());
        }
        let line = text(&self.line, self.number)?;
        let circuit = pin(line, CIRCUIT).ok_or_else(|| unlike(self.number, OF_CIRCUIT, line))?;
        if !self.read_line()? {
            return Err(self.cut_off());
        }
        let line = text(&self.line, self.number)?;
        let script = pin(line, SCRIPT);
        if script.is_none() && !line.is_empty() {
            return Err(unlike(self.number, OF_SCRIPT, line));
        }
        self.read_ahead = script.is_none();
        self.place = Place::Top;
        Ok(Found::Head(Head { circuit, script }))
    }

    /// The instant that the last line names, which must be the one at which the sections end.
    fn end(&self, line: &str) -> Result<Micros, ReadError> {
        let at = line.strip_prefix(END).and_then(|at| at.strip_suffix(" ms")).and_then(millis);
        let at = at.ok_or_else(|| unlike(self.number, "the end was expected, as `== end at 8.000 ms`", line))?;
        let sections_end = self.section_end()?;
        if at != sections_end {
            let (at, sections_end) = (words::millis(at), words::millis(sections_end));
            let message = format!("the sections above end at {sections_end}, and not at {at}");
            return Err(ReadError::at(self.number, message));
        }
        Ok(at)
    }

    fn section_end(&self) -> Result<Micros, ReadError> {
        let end = self.section_start.checked_add(self.since);
        end.ok_or_else(|| ReadError::at(self.number, "no time is as long as these sections together"))
    }

    fn cut_off(&self) -> ReadError {
        ReadError::at(self.number + 1, "the trace is cut off here: its last line is `== end at …`")
    }

    /// Reads the next line, without its end; whether there was one.
    fn read_line(&mut self) -> Result<bool, ReadError> {
        self.line.clear();
        let read = self.input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut self.line)?;
        if read == 0 {
            return Ok(false);
        }
        self.number += 1;
        self.begins = self.ends;
        self.ends += read as u64;
        if self.line.last() == Some(&b'\n') {
            self.line.pop();
            if self.line.last() == Some(&b'\r') {
                self.line.pop();
            }
        } else if read as u64 == LONGEST_LINE {
            return Err(ReadError::at(self.number, "no line of a trace is as long as this one"));
        }
        Ok(true)
    }
}

fn text(line: &[u8], number: usize) -> Result<&str, ReadError> {
    std::str::from_utf8(line).map_err(|error| {
        ReadError::at(number, format!("this is not UTF-8 text, from byte {} of the line on", error.valid_up_to() + 1))
    })
}

fn unlike(line: usize, expected: &str, found: &str) -> ReadError {
    ReadError::at(line, format!("{expected}: {}", shown(found)))
}

/// A line of the head: `circuit 9467130b  The buzzer`.
fn pin(line: &str, of: &str) -> Option<Pin> {
    let line = line.strip_prefix(of)?;
    let (digits, name) = line.split_at_checked(8)?;
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let fingerprint = digits.bytes().all(is_digit).then(|| u32::from_str_radix(digits, 16).ok())??;
    let name = if name.is_empty() { name } else { name.strip_prefix("  ").filter(|name| !name.is_empty())? };
    Some(Pin { fingerprint: Fingerprint(fingerprint), name: name.to_owned() })
}
