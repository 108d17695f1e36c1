//! Brackets and quotes, before anything else looks at the text: what does not match is found at the
//! best place there is, and what is nested too deep never reaches a recursive reader.

use std::ops::Range;

use crate::finding::{Finding, Severity};
use crate::text::token::{Token, token_at};

/// More levels of brackets than any circuit needs, and few enough for a reader that recurses.
const DEEPEST: usize = 40;

/// Walks over the text once; the first thing that does not match, if any. `what` the text should be
/// (`"circuit"`) is for the finding.
pub(crate) fn check_brackets(text: &str, what: &str) -> Option<Finding> {
    let mut open: Vec<(usize, u8)> = Vec::new();
    // A text over several lines before the trouble is the likelier culprit: its quote is missing.
    let mut long_text: Option<usize> = None;
    let mut at = 0;
    while at < text.len() {
        let (token, end) = token_at(text, at);
        match token {
            Token::Text { closed: true } if long_text.is_none() && text[at..end].contains('\n') => {
                long_text = Some(at);
            }
            Token::Text { closed: false } => return Some(unclosed_text(text, long_text.unwrap_or(at))),
            Token::Comment { closed: false } => {
                let finding = syntax(at..at + 2, "this comment is never closed");
                return Some(finding.with_help("close it with `*/`"));
            }
            Token::Open(bracket) => {
                open.push((at, bracket));
                if open.len() > DEEPEST {
                    return Some(too_deep(at, what));
                }
            }
            Token::Close(bracket) => match open.pop() {
                Some((_, opening)) if closing_of(opening) == bracket => {}
                Some(opened) => return Some(mismatch(text, at, opened, long_text)),
                None => {
                    let finding = syntax(at..end, format!("`{}` closes nothing", char::from(bracket)));
                    return Some(with_long_text(finding, long_text));
                }
            },
            _ => {}
        }
        at = end;
    }
    let (place, opening) = open.pop()?;
    let finding = syntax(place..place + 1, format!("this `{}` is never closed", char::from(opening)))
        .with_second(text.len()..text.len(), "the text ends here")
        .with_help(format!("close it with `{}`", char::from(closing_of(opening))));
    Some(with_long_text(finding, long_text))
}

/// The bracket that closes another.
pub(crate) fn closing_of(opening: u8) -> u8 {
    match opening {
        b'(' => b')',
        b'[' => b']',
        _ => b'}',
    }
}

fn syntax(span: Range<usize>, message: impl Into<String>) -> Finding {
    Finding::new("ron-syntax", Severity::Error, span, message)
}

fn too_deep(at: usize, what: &str) -> Finding {
    let message = format!("brackets nested more than {DEEPEST} deep");
    Finding::new("nested-too-deep", Severity::Error, at..at + 1, message)
        .with_help(format!("no {what} needs more than ten levels; is a bracket left open above?"))
}

fn mismatch(text: &str, at: usize, (place, opening): (usize, u8), long_text: Option<usize>) -> Finding {
    let wanted = char::from(closing_of(opening));
    let found = text[at..].chars().next().unwrap_or(wanted);
    let finding = syntax(at..at + 1, format!("`{found}` where `{wanted}` was expected"))
        .with_second(place..place + 1, format!("this `{}` is still open", char::from(opening)))
        .with_help(if text[place..at].contains('\n') {
            format!("is a `{wanted}` missing further up?")
        } else {
            format!("close the `{}` with `{wanted}` first", char::from(opening))
        });
    with_long_text(finding, long_text)
}

fn unclosed_text(text: &str, at: usize) -> Finding {
    let line_end = text[at..].find('\n').map_or(text.len(), |len| at + len);
    syntax(at..line_end, "a quote is missing: this text is never closed, or only by the next quote")
        .with_help("names and nets are written on one line, between two quotes: \"K1\"")
}

fn with_long_text(finding: Finding, long_text: Option<usize>) -> Finding {
    match long_text {
        Some(at) => finding
            .with_second(at..at + 1, "this text runs over more than one line")
            .with_help("is the closing quote of that text missing?"),
        None => finding,
    }
}
