//! The tokens of RON, coarsely: just enough to find brackets, commas and the ends of texts.

use std::ops::Range;

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// `(`, `[` or `{`
    Open(u8),
    /// `)`, `]` or `}`
    Close(u8),
    /// `,`
    Comma,
    /// `:`
    Colon,
    /// Text in quotes of any kind.
    Text {
        /// Whether they are closed.
        closed: bool,
    },
    /// A comment.
    Comment {
        /// Whether it is closed.
        closed: bool,
    },
    /// Blanks and line ends.
    Blank,
    /// Words, numbers, signs.
    Other,
}

/// All tokens of a text, in order, each with the bytes it stands in.
pub fn tokens(text: &str) -> impl Iterator<Item = (Token, Range<usize>)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let from = at;
        (from < text.len()).then(|| {
            let (token, end) = token_at(text, from);
            at = end;
            (token, from..end)
        })
    })
}

/// The token that starts at a byte before the end of the text, and the byte at which it ends.
pub(crate) fn token_at(text: &str, at: usize) -> (Token, usize) {
    let bytes = text.as_bytes();
    let rest = bytes.get(at..).unwrap_or_default();
    let Some(&first) = rest.first() else {
        return (Token::Other, text.len());
    };
    let (token, len) = match first {
        b'(' | b'[' | b'{' => (Token::Open(first), 1),
        b')' | b']' | b'}' => (Token::Close(first), 1),
        b',' => (Token::Comma, 1),
        b':' => (Token::Colon, 1),
        b'"' => quoted(rest, 0),
        b'\'' => (Token::Other, character_len(rest)),
        b'/' if rest.get(1) == Some(&b'/') => {
            let len = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
            (Token::Comment { closed: true }, len)
        }
        b'/' if rest.get(1) == Some(&b'*') => block_comment(rest),
        b'r' | b'b' => raw_or_word(rest),
        b' ' | b'\t' | b'\n' | b'\r' => (Token::Blank, run(rest, |byte| byte.is_ascii_whitespace())),
        _ if is_word(first) => (Token::Other, run(rest, is_word)),
        _ => (Token::Other, 1),
    };
    (token, at + len)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

fn run(rest: &[u8], fits: impl Fn(u8) -> bool) -> usize {
    rest.iter().position(|&byte| !fits(byte)).unwrap_or(rest.len())
}

/// `"…"` from the quote at `from`, with escapes.
fn quoted(rest: &[u8], from: usize) -> (Token, usize) {
    let mut at = from + 1;
    while let Some(&byte) = rest.get(at) {
        match byte {
            b'"' => return (Token::Text { closed: true }, at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    (Token::Text { closed: false }, rest.len())
}

/// `r"…"`, `r#"…"#`, `b"…"`, `br"…"`, or a word that starts with these letters.
fn raw_or_word(rest: &[u8]) -> (Token, usize) {
    let after_b = usize::from(rest.first() == Some(&b'b'));
    if after_b == 1 && rest.get(1) == Some(&b'"') {
        return quoted(rest, 1);
    }
    if rest.get(after_b) == Some(&b'r') {
        let hashes = run(&rest[after_b + 1..], |byte| byte == b'#');
        let quote = after_b + 1 + hashes;
        if rest.get(quote) == Some(&b'"') {
            return raw(rest, quote, hashes);
        }
    }
    (Token::Other, run(rest, is_word))
}

fn raw(rest: &[u8], quote: usize, hashes: usize) -> (Token, usize) {
    let mut at = quote + 1;
    while let Some(found) = rest.get(at..).and_then(|rest| rest.iter().position(|&byte| byte == b'"')) {
        let end = at + found + 1;
        if run(&rest[end..], |byte| byte == b'#') >= hashes {
            return (Token::Text { closed: true }, end + hashes);
        }
        at = end;
    }
    (Token::Text { closed: false }, rest.len())
}

/// The length of `'x'` or `'\n'`, or of a lone quote.
fn character_len(rest: &[u8]) -> usize {
    let inside = match rest.get(1) {
        Some(b'\\') => 3,
        Some(byte) if byte.is_ascii() => 2,
        _ => 1 + run(rest.get(1..).unwrap_or_default(), |byte| !byte.is_ascii()).clamp(1, 4),
    };
    let end = rest.iter().skip(inside).take(10).position(|&byte| byte == b'\'');
    end.filter(|&more| more == 0 || rest.get(1) == Some(&b'\\')).map_or(1, |more| inside + more + 1)
}

/// `/* … */`, comments inside it included.
fn block_comment(rest: &[u8]) -> (Token, usize) {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < rest.len() {
        if rest[at..].starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with(b"*/") {
            depth = depth.saturating_sub(1);
            at += 2;
            if depth == 0 {
                return (Token::Comment { closed: true }, at);
            }
        } else {
            at += 1;
        }
    }
    (Token::Comment { closed: false }, rest.len())
}

#[cfg(test)]
mod tests {
    use super::token_at;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let mut at = 0;
        let mut found = Vec::new();
        while at < text.len() {
            let end = token_at(text, at).1;
            found.push(&text[at..end]);
            at = end;
        }
        assert_eq!(found, expected);
    }

    #[test]
    fn texts_of_every_kind() {
        check(r#""a\"b",c"#, &[r#""a\"b""#, ",", "c"]);
        check(r##"r#"a"b"#:rest"##, &[r##"r#"a"b"#"##, ":", "rest"]);
        check(r#"br"x"b"y"ber"z""#, &[r#"br"x""#, r#"b"y""#, "ber", r#""z""#]);
        check(r#"'"' '\'' 'ж' 'x"#, &["'\"'", " ", "'\\''", " ", "'ж'", " ", "'", "x"]);
        check("r#\"open", &["r#\"open"]);
        check("\"open\\\"", &["\"open\\\""]);
    }

    #[test]
    fn comments_and_words() {
        check("a//b\nc/*d/*e*/f*/g", &["a", "//b", "\n", "c", "/*d/*e*/f*/", "g"]);
        check("реле_1(-2.5)", &["реле_1", "(", "-", "2", ".", "5", ")"]);
        check("/*/", &["/*/"]);
    }
}
