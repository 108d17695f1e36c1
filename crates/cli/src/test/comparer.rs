//! A trace compared with the golden one while it is written, line by line, in flat memory.

use std::fmt;
use std::io::{self, BufRead, ErrorKind, Read};

/// The longest line of a golden trace that is read whole, to be shown.
const LONGEST_SHOWN: u64 = 4_096;
/// The longest head of a golden trace.
const LONGEST_HEAD: u64 = 1 << 20;

/// How a trace compares with the golden one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Compared {
    /// To the byte, but for how lines end.
    Same,
    /// All that happened is the same; only what the trace is pinned to differs.
    OnlyHead,
    /// Something happened that did not, or the other way round.
    Changed(FirstLines),
}

/// Where two traces differ first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FirstLines {
    /// The line of the golden trace, from 1.
    pub(super) line: u64,
    /// The action in whose section it is; empty above the first.
    pub(super) section: String,
    /// The golden line; none where it has ended.
    pub(super) was: Option<String>,
    /// The new line; none where that has ended.
    pub(super) is: Option<String>,
}

/// Takes a trace without its head, and compares it with a golden one.
///
/// A carriage return at the end of a golden line, as some checkouts put there, is no difference.
pub(super) struct Comparer<R> {
    golden: R,
    same_head: bool,
    /// The empty line with which the first section begins has been read.
    is_below: bool,
    line: u64,
    section: String,
    found: Option<FirstLines>,
    failed: Option<io::Error>,
}

impl<R: BufRead> Comparer<R> {
    /// Reads the head of the golden trace.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(super) fn new(mut golden: R, head: &str) -> io::Result<Self> {
        let mut lines = 0;
        let mut same_head = true;
        let mut expected = head.lines();
        let mut left = LONGEST_HEAD;
        // The empty line below the head belongs to the first section.
        let mut has_ended = false;
        while !has_ended && left > 0 {
            let mut line = Vec::new();
            let read = golden.by_ref().take(left).read_until(b'\n', &mut line)? as u64;
            if read == 0 {
                break;
            }
            left -= read;
            has_ended = without_ending(&line).is_empty();
            if !has_ended {
                lines += 1;
                same_head &= expected.next().is_some_and(|expected| expected.as_bytes() == without_ending(&line));
            }
        }
        same_head &= expected.next().is_none();
        Ok(Self {
            golden,
            same_head,
            is_below: has_ended,
            line: lines + 1,
            section: String::new(),
            found: None,
            failed: None,
        })
    }

    /// What came of it, once the whole trace is written.
    ///
    /// # Errors
    /// When the golden trace could not be read.
    pub(super) fn compared(mut self) -> io::Result<Compared> {
        if self.found.is_none() && self.failed.is_none() && !at_end(&mut self.golden)? {
            self.differ(b"", "")?;
        }
        match (self.failed, self.found) {
            (Some(error), _) => Err(error),
            (None, Some(found)) => Ok(Compared::Changed(found)),
            (None, None) if self.same_head => Ok(Compared::Same),
            (None, None) => Ok(Compared::OnlyHead),
        }
    }

    /// Compares whole lines; false where they differ.
    fn take(&mut self, text: &str) -> io::Result<bool> {
        let new = text.as_bytes();
        let mut at = usize::from(std::mem::take(&mut self.is_below) && text.starts_with('\n'));
        while let Some(rest) = new.get(at..).filter(|rest| !rest.is_empty()) {
            let golden = fill(&mut self.golden)?;
            let is_at_end = golden.is_empty();
            let same = in_common(golden, rest);
            let next = golden.get(same).copied();
            self.golden.consume(same);
            at += same;
            match (next, rest.get(same)) {
                (_, None) => break,
                (None, _) if !is_at_end => {}
                (Some(b'\r'), Some(b'\n')) => self.golden.consume(1),
                _ => {
                    let before = new.get(..at).unwrap_or_default();
                    let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
                    self.line += newlines(before);
                    self.differ(before.get(start..).unwrap_or_default(), text.get(start..).unwrap_or_default())?;
                    return Ok(false);
                }
            }
        }
        self.line += newlines(new);
        if let Some((_, title)) = text.rsplit_once("\n== ") {
            title.trim_end().clone_into(&mut self.section);
        }
        Ok(true)
    }

    /// Notes a difference: `known` is what was read of the golden line, `new` begins with the new one.
    fn differ(&mut self, known: &[u8], new: &str) -> io::Result<()> {
        let mut line = known.to_vec();
        self.golden.by_ref().take(LONGEST_SHOWN).read_until(b'\n', &mut line)?;
        let shown = |line: &[u8]| String::from_utf8_lossy(without_ending(line)).into_owned();
        self.found = Some(FirstLines {
            line: self.line,
            section: std::mem::take(&mut self.section),
            was: (!line.is_empty()).then(|| shown(&line)),
            is: new.lines().next().map(str::to_owned),
        });
        Ok(())
    }
}

impl<R: BufRead> fmt::Write for Comparer<R> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.found.is_some() || self.failed.is_some() {
            return Err(fmt::Error);
        }
        match self.take(text) {
            Ok(true) => Ok(()),
            Ok(false) => Err(fmt::Error),
            Err(error) => {
                self.failed = Some(error);
                Err(fmt::Error)
            }
        }
    }
}

fn newlines(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|&&byte| byte == b'\n').count() as u64
}

/// How many bytes are the same from the start.
fn in_common(a: &[u8], b: &[u8]) -> usize {
    let shorter = a.len().min(b.len());
    if a.get(..shorter) == b.get(..shorter) {
        return shorter;
    }
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

fn without_ending(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

fn at_end(golden: &mut impl BufRead) -> io::Result<bool> {
    Ok(fill(golden)?.is_empty())
}

/// What is read and not taken yet; nothing at the end only.
fn fill(golden: &mut impl BufRead) -> io::Result<&[u8]> {
    // Asked twice, since a borrow that is returned would last through the loop.
    while let Err(error) = golden.fill_buf() {
        if error.kind() != ErrorKind::Interrupted {
            return Err(error);
        }
    }
    golden.fill_buf()
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::io::BufReader;

    use super::*;

    const HEAD: &str = "kiber trace 1\ncircuit 01  a lamp\n";
    const BODY: [&str; 3] = ["\n== power-up\n", "   +0.000 ms  H1     lit, 100 mA\n", "\n== end at 0.000 ms\n"];

    /// Compares a trace of these lines with a golden text, read so many bytes at a time.
    fn compare(golden: &str, body: &[&str], at_once: usize) -> Compared {
        let golden = BufReader::with_capacity(at_once, golden.as_bytes());
        let mut comparer = Comparer::new(golden, HEAD).unwrap();
        let _ = body.iter().try_for_each(|lines| comparer.write_str(lines));
        comparer.compared().unwrap()
    }

    #[track_caller]
    fn check(golden: &str, body: &[&str], expected: &Compared) {
        for at_once in [2, 3, 16, 4_096] {
            assert_eq!(compare(golden, body, at_once), *expected, "{golden}, {at_once} at once");
        }
    }

    #[track_caller]
    fn differs(golden: &str, line: u64, section: &str, was: Option<&str>, is: Option<&str>) {
        let (was, is) = (was.map(str::to_owned), is.map(str::to_owned));
        check(golden, &BODY, &Compared::Changed(FirstLines { line, section: section.to_owned(), was, is }));
    }

    #[test]
    fn the_same_is_the_same_however_lines_end() {
        let same = HEAD.to_owned() + &BODY.concat();
        check(&same, &BODY, &Compared::Same);
        check(&same.replace('\n', "\r\n"), &BODY, &Compared::Same);
    }

    #[test]
    fn another_head_is_no_change() {
        let body = BODY.concat();
        check(&format!("{}{body}", HEAD.replace("01", "02")), &BODY, &Compared::OnlyHead);
        check(&format!("{HEAD}script  03  x\n{body}"), &BODY, &Compared::OnlyHead);
        check(&format!("kiber trace 1\n{body}"), &BODY, &Compared::OnlyHead);
    }

    #[test]
    fn the_first_line_that_differs_is_shown_with_its_section() {
        let golden = |from: &str, to: &str| HEAD.to_owned() + &BODY.concat().replace(from, to);
        let (lit, end) = (BODY[1].trim_end(), "== end at 0.000 ms");
        let dim = lit.replace("lit", "dim");
        differs(&golden("lit", "dim"), 5, "power-up", Some(&dim), Some(lit));
        differs(&golden(BODY[1], ""), 5, "power-up", Some(""), Some(lit));
        differs(&golden(BODY[2], ""), 6, "power-up", None, Some(""));
        differs(&golden("end at 0.000 ms\n", "end at 0.000 ms\nmore\n"), 8, "end at 0.000 ms", Some("more"), None);
        differs(&golden("end at 0", "end at 7"), 7, "power-up", Some("== end at 7.000 ms"), Some(end));
        differs("", 1, "", None, Some(""));
        differs("something else\n", 2, "", None, Some(""));
    }
}
