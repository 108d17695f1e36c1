//! Findings as people read them: the place shown, what was meant, a second place where it helps.

use std::io::{self, Write};
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use kiber_netlist::{File, Finding, Severity};

use crate::words::{count, plain};

/// The most findings that are drawn with their lines; more than a person reads get a line each.
const MOST_DRAWN: usize = 100;
/// The most text around a finding that is drawn; longer lines are only named.
const MOST_BYTES: usize = 64 * 1024;
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A text and the name under which it is spoken of.
#[derive(Clone, Copy)]
pub(crate) struct Text<'a> {
    pub(crate) name: &'a str,
    source: &'a str,
    files: &'a [File],
}

impl<'a> Text<'a> {
    pub(crate) fn new(name: &'a str, source: &'a str) -> Self {
        Self { name, source, files: &[] }
    }

    /// With the files that findings in it may be about.
    pub(crate) fn with_files(self, files: &'a [File]) -> Self {
        Self { files, ..self }
    }

    /// The text of a file by the number that findings give.
    pub(crate) fn of(&self, file: usize) -> Self {
        let file = file.checked_sub(1).and_then(|file| self.files.get(file));
        file.map_or(*self, |file| Self { name: &file.name, source: &file.text, ..*self })
    }

    /// Line and column of places in the files, in one pass over each.
    pub(crate) fn places(&self, places: impl Iterator<Item = (usize, usize)>) -> Vec<(usize, usize)> {
        let places: Vec<(usize, usize)> = places.collect();
        let mut found = vec![(1, 1); places.len()];
        for file in 0..=self.files.len() {
            let rows: Vec<usize> = (0..places.len()).filter(|&row| places[row].0 == file).collect();
            let in_file = self.of(file).lines_and_columns(rows.iter().map(|&row| places[row].1));
            for (row, place) in rows.into_iter().zip(in_file) {
                found[row] = place;
            }
        }
        found
    }

    /// Line and column, from 1 and in characters, of many places in one pass over the text.
    fn lines_and_columns(&self, places: impl Iterator<Item = usize>) -> Vec<(usize, usize)> {
        let mut order: Vec<(usize, usize)> = places.enumerate().map(|(number, place)| (place, number)).collect();
        order.sort_unstable();
        let mut found = vec![(1, 1); order.len()];
        let mut letters = self.source.char_indices().peekable();
        let (mut line, mut column) = (1, 1);
        for (place, number) in order {
            while let Some((at, letter)) = letters.next_if(|&(at, letter)| at + letter.len_utf8() <= place) {
                (line, column) = match letter {
                    '\n' => (line + 1, 1),
                    BYTE_ORDER_MARK if at == 0 => (line, column),
                    _ => (line, column + 1),
                };
            }
            if let Some(slot) = found.get_mut(number) {
                *slot = (line, column);
            }
        }
        found
    }

    /// A span of this text behind its byte-order mark, whatever the finding says.
    fn clip(&self, span: &Range<usize>) -> Range<usize> {
        let start = span.start.clamp(self.begin(), self.source.len());
        let start = self.source.floor_char_boundary(start);
        let end = self.source.ceil_char_boundary(span.end.clamp(start, self.source.len()));
        start..end
    }

    /// Where the text begins behind its byte-order mark.
    fn begin(&self) -> usize {
        if self.source.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 }
    }

    /// The whole lines that hold a span.
    fn lines_of(&self, span: &Range<usize>) -> Range<usize> {
        let start = self.source[..span.start].rfind('\n').map_or(self.begin(), |newline| newline + 1);
        let end = self.source[span.end..].find('\n').map_or(self.source.len(), |newline| span.end + newline);
        start..end
    }
}

/// Draws findings with the lines they are about; of very many, the worst are drawn and the others
/// told in a line each.
pub(crate) fn findings(out: &mut dyn Write, text: &Text<'_>, findings: &[Finding], color: bool) -> io::Result<()> {
    let mut drawn: Vec<&Finding> = findings.iter().collect();
    let mut told = Vec::new();
    if drawn.len() > MOST_DRAWN {
        drawn.sort_by_key(|finding| finding.severity);
        told = drawn.split_off(MOST_DRAWN);
    }
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let places = text.places(drawn.iter().flat_map(|finding| marks(finding).map(|mark| (mark.file, mark.span.start))));
    let mut places = places.as_slice();
    for finding in drawn {
        let (own, others) = places.split_at(marks(finding).count().min(places.len()));
        places = others;
        let Some(&first) = own.first() else { continue };
        if let Some(group) = draw(text, finding, own) {
            writeln!(out, "{}\n", renderer.render(&[group]))?;
            continue;
        }
        writeln!(out, "{}", one_line(text, finding, first))?;
        for (number, line) in finding.help.iter().flat_map(|help| help.lines()).enumerate() {
            let before = if number == 0 { "  = help: " } else { "          " };
            writeln!(out, "{before}{}", plain(line))?;
        }
        writeln!(out)?;
    }
    if !told.is_empty() {
        writeln!(out, "… and {} more in {}:", count(told.len() as u64, "finding"), text.name)?;
        one_line_each(out, text, told.into_iter())?;
        writeln!(out)?;
    }
    Ok(())
}

/// A place of a finding.
struct Mark<'a> {
    file: usize,
    span: &'a Range<usize>,
    words: &'a str,
    kind: AnnotationKind,
}

/// Every place of a finding, its own first.
fn marks(finding: &Finding) -> impl Iterator<Item = Mark<'_>> {
    let kind = AnnotationKind::Context;
    let own =
        Mark { file: finding.file, span: &finding.span, words: finding.label.as_str(), kind: AnnotationKind::Primary };
    let second = finding.second.as_ref();
    let second = second.map(|(span, why)| Mark { file: finding.second_file, span, words: why, kind });
    let more = finding.more.iter().map(move |more| Mark { file: more.file, span: &more.span, words: &more.why, kind });
    std::iter::once(own).chain(second).chain(more)
}

/// Lines of a file with what is marked in them.
struct Window<'a> {
    text: Text<'a>,
    file: usize,
    lines: Range<usize>,
    first_line: usize,
    marks: Vec<(Range<usize>, &'a str, AnnotationKind)>,
}

/// The finding as a drawing, unless its lines are too long for one. `places` are the lines and columns
/// of its marks.
fn draw<'a>(text: &Text<'a>, finding: &'a Finding, places: &[(usize, usize)]) -> Option<Group<'a>> {
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let mut windows: Vec<Window<'a>> = Vec::new();
    for (mark, &(line, _)) in marks(finding).zip(places) {
        let text = text.of(mark.file);
        let span = text.clip(mark.span);
        let lines = text.lines_of(&span);
        let around = |window: &Window<'_>| window.lines.start.min(lines.start)..window.lines.end.max(lines.end);
        let near = windows.iter_mut().find(|window| window.file == mark.file && around(window).len() <= MOST_BYTES);
        let mark_row = (span, mark.words, mark.kind);
        if let Some(window) = near {
            window.lines = around(window);
            window.first_line = window.first_line.min(line);
            window.marks.push(mark_row);
        } else if lines.len() <= MOST_BYTES {
            windows.push(Window { text, file: mark.file, lines, first_line: line, marks: vec![mark_row] });
        } else {
            return None;
        }
    }
    let mut group = Group::with_title(level.primary_title(finding.message.as_str()).id(finding.code));
    for Window { text, lines, first_line, marks, .. } in windows {
        let mut snippet = Snippet::source(&text.source[lines.clone()]).line_start(first_line).path(text.name);
        for (span, words, kind) in marks {
            let annotation = kind.span(span.start - lines.start..span.end - lines.start);
            snippet = snippet.annotation(if words.is_empty() { annotation } else { annotation.label(words) });
        }
        group = group.element(snippet);
    }
    if let Some(help) = &finding.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    Some(group)
}

/// Each finding in a line of its own: `my.ron:12:30: warning[single-pin]: …`.
pub(crate) fn one_line_each<'f>(
    out: &mut dyn Write,
    text: &Text<'_>,
    findings: impl Iterator<Item = &'f Finding>,
) -> io::Result<()> {
    let findings: Vec<&Finding> = findings.collect();
    let places = text.places(findings.iter().map(|finding| (finding.file, finding.span.start)));
    findings.iter().zip(places).try_for_each(|(finding, place)| writeln!(out, "{}", one_line(text, finding, place)))
}

fn one_line(text: &Text<'_>, finding: &Finding, (line, column): (usize, usize)) -> String {
    let Finding { severity, code, message, .. } = finding;
    format!("{}:{line}:{column}: {severity}[{code}]: {}", text.of(finding.file).name, plain(message))
}

#[cfg(test)]
mod tests {
    use kiber_netlist::line_and_column;

    use super::*;

    #[track_caller]
    fn check(source: &str) {
        let places: Vec<usize> =
            (0..=source.len() + 2).rev().filter(|&at| source.is_char_boundary(at.min(source.len()))).collect();
        let found = Text::new("", source).lines_and_columns(places.iter().copied());
        let expected: Vec<(usize, usize)> = places.iter().map(|&at| line_and_column(source, at)).collect();
        assert_eq!(found, expected, "{source:?}");
    }

    #[test]
    fn one_pass_finds_the_same_places_as_many() {
        check("");
        check("\n\n");
        check("a\nКН1 = 7\r\n\n′");
        check("\u{feff}a\n\u{feff}b");
    }

    #[test]
    fn any_span_can_be_drawn() {
        let text = Text::new("x", "\u{feff}Ж\nb");
        for start in 0..9 {
            for end in 0..9 {
                let finding =
                    Finding::new("code", Severity::Error, start..end, "message").with_second(end..start, "why");
                let mut out = Vec::new();
                assert!(findings(&mut out, &text, &[finding], false).is_ok());
                assert!(out.starts_with(b"error[code]: message\n --> x:"), "{}", String::from_utf8_lossy(&out));
            }
        }
    }
}
