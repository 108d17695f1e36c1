//! `repeat 7 { … }`: which lines belong to it.

use crate::item::What;
use crate::names::quoted;
use crate::parse::{Block, Reader};
use crate::piece::{Piece, outside_quotes, unquoted};

/// The most rounds of one repeat.
const MOST_ROUNDS: u32 = 1_000_000_000;

impl Reader<'_> {
    /// A line with braces in it: repeats that begin, a step perhaps, and repeats that end. Braces that a
    /// label has in pairs belong to the label.
    pub(crate) fn braces(&mut self, piece: Piece<'_>, number: u32) {
        let mut rest = piece;
        while let Some((count, brace)) = cut_repeat(rest) {
            let head = rest.split_at(brace.start + 1 - rest.start).0;
            self.open(head, count, number);
            rest = rest.split_at(head.text.len()).1.trim();
        }
        let begins = rest.start > piece.start;
        let found_before = self.names.findings.len();
        let mut odd = odd_braces(rest.text);
        let mut closing = Vec::new();
        while odd > 0
            && let Some(before) = rest.text.strip_suffix('}')
        {
            let (before, brace) = rest.split_at(before.len());
            closing.push(brace);
            rest = before.trim();
            odd -= 1;
        }
        if odd > 0 {
            let after = unquoted(rest.text, '}').map_or(rest, |brace| rest.split_at(brace).1);
            self.names.error("script-odd-brace", after, "something stands behind a closing brace").help =
                Some("what follows a repeat begins on a line of its own".into());
            self.push(rest, number, What::Unknown);
            // Whatever was meant, so many repeats end here.
            closing.extend(std::iter::repeat_n(after, odd as usize));
        } else if rest.text.starts_with('{') {
            self.names.error("script-odd-brace", rest, "no `repeat` stands before this brace").help =
                Some("a repeat begins in one line, its brace included: `repeat 7 {`".into());
        } else if begins && rest.text.starts_with("==") {
            self.names.error("script-bad-heading", rest, "a heading stands on a line of its own").help =
                Some("put it above the repeat, or on the line behind `{`".into());
        } else if !rest.is_empty() {
            self.item(rest, number);
        }
        if self.names.findings.len() > found_before {
            // Whatever it was meant to open, it will be closed some time.
            self.blocks.extend((odd..0).map(|_| Block { item: None, span: rest.span() }));
        }
        for brace in closing.into_iter().rev() {
            self.close(brace);
        }
    }

    fn open(&mut self, head: Piece<'_>, count: Piece<'_>, number: u32) {
        let times = self.count(head, count);
        self.blocks.push(Block { item: Some(self.body.len()), span: head.span() });
        self.push(head, number, What::Repeat { times: times.unwrap_or(1), end: 0 });
    }

    /// How often a repeat is done, or a finding.
    fn count(&mut self, head: Piece<'_>, count: Piece<'_>) -> Option<u32> {
        let (first, extra) = count.first_word();
        let is_number = !first.is_empty() && first.text.bytes().all(|byte| byte.is_ascii_digit());
        let (at, message) = match first.text.parse::<u32>() {
            _ if count.is_empty() => (head, "how often? the number is missing".to_owned()),
            _ if !is_number => (count, format!("{} is no number of rounds", quoted(count.text))),
            _ if !extra.is_empty() => (extra, format!("{} belongs to nothing", quoted(extra.text))),
            Ok(0) => (count, "no round at all would do nothing".to_owned()),
            Ok(times) if times <= MOST_ROUNDS => return Some(times),
            _ => (count, format!("a repeat has at most {MOST_ROUNDS} rounds")),
        };
        self.names.error("script-bad-repeat", at, message).help =
            Some("write a whole number and a brace: `repeat 7 {`".into());
        None
    }

    fn close(&mut self, brace: Piece<'_>) {
        match self.blocks.pop() {
            Some(block) => self.end(&block),
            None => {
                self.names.error("script-odd-brace", brace, "no repeat is open that this brace could close").help =
                    Some("each `repeat … {` has one `}`, in the same file".into());
            }
        }
    }

    /// The file ends, and with it whatever is open.
    pub(crate) fn close_all(&mut self) {
        while let Some(block) = self.blocks.pop() {
            if block.item.is_some() {
                // Nobody knows what would have stood before the brace.
                self.push(Piece::new("", block.span.start), 0, What::Unknown);
            }
            self.end(&block);
            if block.item.is_some() {
                let head = Piece::new("", block.span.start);
                let finding = self.names.error("script-odd-brace", head, "this repeat is not closed");
                finding.span = block.span;
                finding.help = Some("a line with `}` ends it, in the same file".into());
            }
        }
    }

    fn end(&mut self, block: &Block) {
        let after = self.body.len() as u32;
        if let Some(What::Repeat { end, .. }) =
            block.item.and_then(|item| self.body.get_mut(item)).map(|item| &mut item.what)
        {
            *end = after;
        }
    }

    pub(crate) fn repeat_without_brace(&mut self, piece: Piece<'_>, number: u32) {
        self.names.error("script-odd-brace", piece, "the brace of this repeat is missing").help =
            Some("write `repeat 7 {`, the lines, and `}`; or in one line `repeat 7 { press S1 }`".into());
        self.push(piece, number, What::Unknown);
    }
}

/// The count and the brace of a repeat at the beginning of a line.
fn cut_repeat(piece: Piece<'_>) -> Option<(Piece<'_>, Piece<'_>)> {
    let rest = piece.text.strip_prefix("repeat")?;
    if !rest.starts_with(|letter: char| letter.is_whitespace() || letter == '{') {
        return None;
    }
    let (_, rest) = piece.split_at(piece.text.len() - rest.len());
    let (count, brace) = rest.split_at(unquoted(rest.text, '{')?);
    Some((count.trim(), brace))
}

/// How many more braces are closed than opened, quoted ones aside.
fn odd_braces(text: &str) -> i64 {
    let count = |wanted: char| outside_quotes(text).filter(|&(_, letter)| letter == wanted).count() as i64;
    count('}') - count('{')
}
