//! A whole text, before anything is looked for in it: that it is RON, or the one thing that keeps it
//! from being so.

use crate::finding::{Finding, Severity};
use crate::read::reader::Reader;
use crate::text::guard::check_brackets;
use crate::text::piece::skip_blanks;
use crate::text::{Piece, Span};

impl<'s> Reader<'s> {
    /// The one value of the whole text; nothing, and one finding, if it is no RON or there is nothing
    /// in it. `what` the text should be is for the findings (`"circuit"`), and so is the example.
    pub fn whole(&mut self, text: &'s str, what: &str, example: &str) -> Option<Piece<'s>> {
        if u32::try_from(text.len()).is_err() {
            self.error("ron-syntax", Span::default(), "a text of more than 4 GB cannot be read");
            return None;
        }
        if let Some(finding) = check_brackets(text, what) {
            self.adopt(finding);
            return None;
        }
        if skip_blanks(text.trim_start_matches('\u{FEFF}')).is_empty() {
            let place = self.source.span(text.len()..text.len());
            self.error("ron-syntax", place, format!("there is no {what} in this text")).help =
                Some(format!("a {what} is written `{example}`"));
            return None;
        }
        let body = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        match Piece::of_text(body) {
            Ok(piece) => Some(piece),
            Err(error) => {
                self.adopt(syntax_finding(text, text.len() - body.len(), what, &error));
                None
            }
        }
    }

    /// Takes a finding whose places are bytes of the text alone.
    fn adopt(&mut self, mut finding: Finding) {
        finding.span = self.source.span(finding.span).range();
        finding.second = finding.second.map(|(span, why)| (self.source.span(span).range(), why));
        self.findings.push(finding);
    }
}

/// What the RON reader says, in the words and places of a finding.
fn syntax_finding(text: &str, skipped: usize, what: &str, error: &ron::error::SpannedError) -> Finding {
    let start = byte_at(&text[skipped..], error.span.end.line, error.span.end.col) + skipped;
    let end = text[start..].chars().next().map_or(start, |c| start + c.len_utf8());
    let code = if error.code == ron::Error::ExceededRecursionLimit { "nested-too-deep" } else { "ron-syntax" };
    let with_comma = matches!(error.code, ron::Error::SuggestRawIdentifier(_)) && follows_decimal_comma(&text[..end]);
    let message = match &error.code {
        _ if with_comma => "a number with a comma in it".to_owned(),
        ron::Error::Eof => "the text ends too early".to_owned(),
        ron::Error::ExpectedStructLikeEnd | ron::Error::ExpectedOptionEnd => "expected a comma or `)` here".to_owned(),
        ron::Error::ExpectedMapEnd => "expected a comma or `}` here".to_owned(),
        ron::Error::ExpectedArrayEnd => "expected a comma or `]` here".to_owned(),
        ron::Error::ExpectedComma => "expected a comma here".to_owned(),
        ron::Error::ExpectedMapColon => "expected a colon here, between a name and its value".to_owned(),
        ron::Error::TrailingCharacters => format!("the {what} has ended here, and more follows"),
        other => format!("this is not RON: {}", other.to_string().to_lowercase()),
    };
    let mut finding = Finding::new(code, Severity::Error, start..end, message);
    if with_comma {
        finding.help = Some("decimals have a point: 24.0".to_owned());
    }
    finding
}

/// Whether a text ends, but for a sign, in digits, a comma and digits.
fn follows_decimal_comma(text: &str) -> bool {
    let text = text.strip_suffix(|sign: char| !sign.is_ascii_digit()).unwrap_or(text);
    let whole = text.trim_end_matches(|sign: char| sign.is_ascii_digit());
    whole.len() < text.len()
        && whole.strip_suffix(',').is_some_and(|before| before.ends_with(|sign: char| sign.is_ascii_digit()))
}

/// The byte of a line and a column, both from 1 and in characters.
fn byte_at(text: &str, line: usize, column: usize) -> usize {
    let start = match line.checked_sub(2) {
        Some(newline) => text.match_indices('\n').nth(newline).map_or(text.len(), |(at, _)| at + 1),
        None => 0,
    };
    let rest = &text[start..];
    start + rest.char_indices().nth(column.saturating_sub(1)).map_or(rest.len(), |(at, _)| at)
}
