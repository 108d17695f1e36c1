//! A piece of a script's text that knows where it stands.

use std::ops::Range;

/// A slice of the text and the byte at which it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece<'a> {
    pub(crate) text: &'a str,
    pub(crate) start: usize,
}

impl<'a> Piece<'a> {
    pub(crate) fn new(text: &'a str, start: usize) -> Self {
        Self { text, start }
    }

    pub(crate) fn span(self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    pub(crate) fn is_empty(self) -> bool {
        self.text.is_empty()
    }

    /// The first bytes and the rest; `at` must be a character's boundary, or all is the first.
    pub(crate) fn split_at(self, at: usize) -> (Self, Self) {
        let (first, rest) = self.text.split_at_checked(at).unwrap_or((self.text, ""));
        (Self::new(first, self.start), Self::new(rest, self.start + first.len()))
    }

    /// Without blanks at both ends.
    pub(crate) fn trim(self) -> Self {
        let start = self.text.trim_start();
        Self::new(start.trim_end(), self.start + self.text.len() - start.len())
    }

    /// The first word and what follows it, both without blanks around them.
    pub(crate) fn first_word(self) -> (Self, Self) {
        let this = self.trim();
        let end = this.text.find(char::is_whitespace).unwrap_or(this.text.len());
        let (word, rest) = this.split_at(end);
        (word, rest.trim())
    }

    /// The last word and what stands before it, both without blanks around them.
    pub(crate) fn last_word(self) -> (Self, Self) {
        let this = self.trim();
        let blank = this.text.char_indices().rfind(|&(_, letter)| letter.is_whitespace());
        let (before, word) = this.split_at(blank.map_or(0, |(at, letter)| at + letter.len_utf8()));
        (before.trim(), word)
    }

    /// Every way to cut it in two at a blank, the longest first half first.
    pub(crate) fn cuts(self) -> impl Iterator<Item = (Self, Self)> {
        let this = self.trim();
        this.text.char_indices().rev().filter(|&(_, letter)| letter.is_whitespace()).filter_map(move |(at, _)| {
            let (first, rest) = this.split_at(at);
            let both = (first.trim(), rest.trim());
            // A run of blanks is one place to cut.
            (first.text.len() == both.0.text.len()).then_some(both)
        })
    }

    /// What stands between the commas, quoted ones aside, without blanks around it.
    pub(crate) fn between_commas(self) -> impl Iterator<Item = Self> {
        let mut rest = Some(self);
        std::iter::from_fn(move || {
            let this = rest?;
            match unquoted(this.text, ',') {
                Some(comma) => {
                    let (first, after) = this.split_at(comma);
                    rest = Some(after.split_at(1).1);
                    Some(first.trim())
                }
                None => {
                    rest = None;
                    Some(this.trim())
                }
            }
        })
    }

    /// Without a comment and without blanks at both ends.
    pub(crate) fn without_comment(self) -> Self {
        match unquoted(self.text, '#') {
            Some(sign) => self.split_at(sign).0.trim(),
            None => self.trim(),
        }
    }
}

/// Where the letter first stands outside quotes.
pub(crate) fn unquoted(text: &str, wanted: char) -> Option<usize> {
    outside_quotes(text).find(|&(_, letter)| letter == wanted).map(|(at, _)| at)
}

/// The letters that no quotes hide, with their places; the quotes themselves are hidden too.
pub(crate) fn outside_quotes(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut quoted = false;
    let mut escaped = false;
    text.char_indices().filter(move |&(_, letter)| {
        let hidden = quoted;
        match letter {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => {
                quoted = !quoted;
                return false;
            }
            _ => {}
        }
        !hidden
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_span(piece: Piece<'_>, source: &str, expected: &str) {
        assert_eq!(&source[piece.span()], piece.text);
        assert_eq!(piece.text, expected);
    }

    #[test]
    fn pieces_keep_their_place() {
        let source = "  press  КН1 ,S2 for 3ms  # twice, #2 \r";
        let line = Piece::new(source, 0).without_comment();
        check_span(line, source, "press  КН1 ,S2 for 3ms");
        let (verb, rest) = line.first_word();
        check_span(verb, source, "press");
        check_span(rest, source, "КН1 ,S2 for 3ms");
        let groups: Vec<Piece<'_>> = rest.between_commas().collect();
        check_span(groups[0], source, "КН1");
        check_span(groups[1], source, "S2 for 3ms");
        let (before, last) = groups[1].last_word();
        check_span(before, source, "S2 for");
        check_span(last, source, "3ms");
        let cuts: Vec<(&str, &str)> = groups[1].cuts().map(|(a, b)| (a.text, b.text)).collect();
        assert_eq!(cuts, [("S2 for", "3ms"), ("S2", "for 3ms")]);
    }

    #[test]
    fn quotes_hide_commas_and_comments() {
        let line = Piece::new(r##"cut K1 "a, #b\"," , K2 c # d"##, 0).without_comment();
        let groups: Vec<&str> = line.between_commas().map(|group| group.text).collect();
        assert_eq!(groups, [r##"cut K1 "a, #b\",""##, "K2 c"]);
    }
}
