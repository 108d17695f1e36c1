//! Brackets and quotes, before anything else looks at the text: what does not match is found at the
//! best place there is, and what is nested too deep never reaches a recursive reader.

use crate::finding::{Finding, Severity};
use crate::text::piece::block_comment_len;

/// More levels of brackets than any circuit needs, and few enough for a reader that recurses.
const DEEPEST: usize = 40;

/// Walks over the text once; the first thing that does not match, if any.
pub(crate) fn check_brackets(text: &str) -> Option<Finding> {
    let mut open: Vec<(usize, char)> = Vec::new();
    let mut long_string: Option<usize> = None;
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        if let Some(quotes) = string_start(text, at) {
            let Some(len) = string_len(rest, quotes) else {
                return Some(unclosed_string(text, long_string.unwrap_or(at)));
            };
            if rest[..len].contains('\n') && long_string.is_none() && quotes == Quotes::Plain {
                long_string = Some(at);
            }
            at += len;
            continue;
        }
        match next {
            '/' if rest.starts_with("//") => {
                at += rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            '/' if rest.starts_with("/*") => {
                let len = block_comment_len(rest);
                if !rest[..len].ends_with("*/") || len < 4 {
                    return Some(syntax(at..at + 2, "this comment is never closed").with_help("close it with `*/`"));
                }
                at += len;
                continue;
            }
            '\'' => {
                at += char_literal_len(rest);
                continue;
            }
            '(' | '[' | '{' => {
                open.push((at, next));
                if open.len() > DEEPEST {
                    return Some(
                        Finding::new(
                            "nested-too-deep",
                            Severity::Error,
                            at..at + 1,
                            format!("brackets nested more than {DEEPEST} deep"),
                        )
                        .with_help("no circuit needs more than ten levels; is a bracket left open above?"),
                    );
                }
            }
            ')' | ']' | '}' => match open.pop() {
                Some((_, opening)) if closing_of(opening) == next => {}
                Some((place, opening)) => {
                    return Some(mismatch(text, at, next, place, opening, long_string));
                }
                None => {
                    let finding = syntax(at..at + 1, format!("`{next}` closes nothing"));
                    return Some(with_long_string(finding, long_string));
                }
            },
            _ => {}
        }
        at += next.len_utf8();
    }
    let (place, opening) = open.pop()?;
    let finding = syntax(place..place + 1, format!("this `{opening}` is never closed"))
        .with_second(text.len()..text.len(), "the text ends here")
        .with_help(format!("close it with `{}`", closing_of(opening)));
    Some(with_long_string(finding, long_string))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Quotes {
    /// `"…"`
    Plain,
    /// `r#"…"#`, with so many `#`
    Raw(usize),
}

/// Whether a string starts at this byte, and how it will end.
fn string_start(text: &str, at: usize) -> Option<Quotes> {
    let rest = &text[at..];
    if rest.starts_with('"') {
        return Some(Quotes::Plain);
    }
    let after_r = rest.strip_prefix('r')?;
    let before = text[..at].chars().next_back();
    if before.is_some_and(|c| (c.is_alphanumeric() || c == '_') && c != 'b') {
        return None;
    }
    let hashes = after_r.bytes().take_while(|&byte| byte == b'#').count();
    after_r[hashes..].starts_with('"').then_some(Quotes::Raw(hashes))
}

/// The length of the string with its quotes, if it ends.
fn string_len(rest: &str, quotes: Quotes) -> Option<usize> {
    match quotes {
        Quotes::Plain => {
            let mut escaped = false;
            rest.bytes().enumerate().skip(1).find_map(|(at, byte)| {
                let ends = byte == b'"' && !escaped;
                escaped = byte == b'\\' && !escaped;
                ends.then_some(at + 1)
            })
        }
        Quotes::Raw(hashes) => {
            let start = 2 + hashes;
            let end = format!("\"{}", "#".repeat(hashes));
            rest[start..].find(&end).map(|at| start + at + end.len())
        }
    }
}

/// The length of `'x'`, or of a lone quote.
fn char_literal_len(rest: &str) -> usize {
    let mut characters = rest.char_indices().skip(1);
    match characters.next() {
        Some((_, '\\')) => {
            let escaped = characters.next().map_or(0, |(at, c)| at + c.len_utf8());
            rest[escaped..].find('\'').filter(|&len| len <= 10).map_or(1, |len| escaped + len + 1)
        }
        Some((at, c)) if rest[at + c.len_utf8()..].starts_with('\'') => at + c.len_utf8() + 1,
        _ => 1,
    }
}

fn closing_of(opening: char) -> char {
    match opening {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}

fn syntax(span: std::ops::Range<usize>, message: impl Into<String>) -> Finding {
    Finding::new("ron-syntax", Severity::Error, span, message)
}

fn mismatch(text: &str, at: usize, closing: char, place: usize, opening: char, long_string: Option<usize>) -> Finding {
    let wanted = closing_of(opening);
    let finding = syntax(at..at + closing.len_utf8(), format!("`{closing}` where `{wanted}` was expected"))
        .with_second(place..place + 1, format!("this `{opening}` is still open"))
        .with_help(if text[place..at].contains('\n') {
            format!("is a `{wanted}` missing further up?")
        } else {
            format!("close the `{opening}` with `{wanted}` first")
        });
    with_long_string(finding, long_string)
}

fn unclosed_string(text: &str, at: usize) -> Finding {
    let line = text[at..].find('\n').map_or(text.len(), |len| at + len);
    syntax(at..line.max(at + 1).min(text.len()), "this quote is never closed, or closed by the next one")
        .with_help("names and nets are written on one line, between two quotes: \"K1\"")
}

/// A string over several lines before the trouble is the likelier culprit.
fn with_long_string(finding: Finding, long_string: Option<usize>) -> Finding {
    match long_string {
        Some(at) => {
            let mut finding = finding.with_help("is the closing quote of that text missing?");
            finding.second = Some((at..at + 1, "this text runs over more than one line".to_owned()));
            finding
        }
        None => finding,
    }
}
