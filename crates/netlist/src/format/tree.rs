//! A text as a tree of values that keeps every comment, each with what it belongs to.
//!
//! The text has been found to be RON before, and nested no deeper than the guard allows: that is how deep
//! the functions here go into themselves.

use std::borrow::Cow;

use crate::text::{Token, tokens};

/// A comment.
#[derive(Clone, Debug)]
pub(super) struct Comment<'s> {
    /// The comment with its signs, without blanks at its end.
    pub(super) text: Cow<'s, str>,
    /// How many comments stand before it in the text.
    pub(super) number: usize,
    /// Whether an empty line stands before it.
    pub(super) blank_before: bool,
    /// Whether the line ends behind it.
    pub(super) ends_line: bool,
}

impl Comment<'_> {
    /// Whether something else can follow it on its line, and it begins and ends on one.
    pub(super) fn is_inline(&self) -> bool {
        self.text.starts_with("/*") && !self.text.contains('\n')
    }
}

/// What stands between two commas.
#[derive(Debug)]
pub(super) struct Item<'s> {
    /// Whether an empty line stands between it and the comments before it, or what else is before it.
    pub(super) blank_before: bool,
    /// The comments before it.
    pub(super) before: Vec<Comment<'s>>,
    /// The name of a field or the key of an entry.
    pub(super) key: Option<Value<'s>>,
    /// The comments about the colon. They can all stand in a line.
    pub(super) about_colon: [Vec<Comment<'s>>; 2],
    pub(super) value: Value<'s>,
    /// The comments behind it on its line; only the last may need the rest of the line.
    pub(super) after: Vec<Comment<'s>>,
}

/// A word, or brackets with something in them, or both: `24.0`, `("a", "-")`, `Make("a", "-")`.
#[derive(Debug, Default)]
pub(super) struct Value<'s> {
    pub(super) word: Cow<'s, str>,
    /// The comments between the word and the bracket. They can all stand in a line.
    pub(super) gap: Vec<Comment<'s>>,
    pub(super) body: Option<Body<'s>>,
}

/// What stands in brackets.
#[derive(Debug)]
pub(super) struct Body<'s> {
    /// The opening bracket.
    pub(super) open: u8,
    /// Whether each item has a line of its own even where all would fit into one.
    pub(super) spread: bool,
    /// The comments behind the opening bracket on its line.
    pub(super) opened: Vec<Comment<'s>>,
    pub(super) items: Vec<Item<'s>>,
    /// The comments behind the last item that are on lines of their own.
    pub(super) last: Vec<Comment<'s>>,
}

impl<'s> Value<'s> {
    /// The whole text: a body whose items are the attributes and the value.
    pub(super) fn of_text(text: &'s str) -> Option<Body<'s>> {
        let lexemes = Lexemes { all: lexemes(text), at: 0 };
        Parser { lexemes }.whole()
    }

    /// The comments in it, in the order of the text.
    pub(super) fn comments<'a>(&'a self, found: &mut Vec<&'a Comment<'s>>) {
        found.extend(&self.gap);
        if let Some(body) = &self.body {
            found.extend(&body.opened);
            body.items.iter().for_each(|item| item.comments(found));
            found.extend(&body.last);
        }
    }
}

impl<'s> Item<'s> {
    /// The comments of it, in the order of the text.
    pub(super) fn comments<'a>(&'a self, found: &mut Vec<&'a Comment<'s>>) {
        found.extend(&self.before);
        if let Some(key) = &self.key {
            key.comments(found);
        }
        found.extend(self.about_colon.iter().flatten());
        self.value.comments(found);
        found.extend(&self.after);
    }

    /// Moves the comments about its colon and its bracket before it if one of them needs its line.
    fn free_the_line(&mut self) {
        let gaps = self.about_colon.iter().flatten().chain(&self.value.gap);
        let keys = self.key.iter().flat_map(|key| &key.gap);
        if gaps.chain(keys).all(Comment::is_inline) {
            return;
        }
        let mut moved = Vec::new();
        if let Some(key) = &mut self.key {
            // Those inside the key as well: comments stay in their order.
            let mut inside = Vec::new();
            key.comments(&mut inside);
            moved.extend(inside.into_iter().cloned());
            key.drop_comments();
        }
        moved.extend(self.about_colon.iter_mut().flat_map(std::mem::take));
        moved.append(&mut self.value.gap);
        self.before.extend(moved.into_iter().map(|comment| Comment {
            blank_before: false,
            ends_line: true,
            ..comment
        }));
    }
}

impl Value<'_> {
    fn drop_comments(&mut self) {
        self.gap.clear();
        let Some(body) = &mut self.body else { return };
        body.opened.clear();
        body.last.clear();
        for item in &mut body.items {
            item.before.clear();
            item.after.clear();
            item.about_colon = Default::default();
            item.key.iter_mut().for_each(Value::drop_comments);
            item.value.drop_comments();
        }
    }
}

/// A sign, a word or a comment, and how many lines ended since what is before it.
#[derive(Clone, Copy, Debug)]
struct Lexeme<'s> {
    kind: Kind,
    text: &'s str,
    newlines: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Open(u8),
    Close,
    Comma,
    Colon,
    Comment,
    Word,
}

/// The text without its blanks, its words whole.
fn lexemes(text: &str) -> Vec<Lexeme<'_>> {
    let mut found: Vec<Lexeme<'_>> = Vec::new();
    let mut newlines = 0;
    let mut word_until = None;
    for (token, place) in tokens(text) {
        let Some(mut piece) = text.get(place.clone()) else { continue };
        let kind = match token {
            Token::Blank => {
                newlines += piece.matches('\n').count();
                continue;
            }
            Token::Open(bracket) => Kind::Open(bracket),
            Token::Close(_) => Kind::Close,
            Token::Comma => Kind::Comma,
            Token::Colon => Kind::Colon,
            Token::Comment { .. } => Kind::Comment,
            Token::Text { .. } | Token::Other => Kind::Word,
        };
        if kind == Kind::Word {
            // Some blanks of RON are letters to the coarse tokens.
            if token == Token::Other {
                piece = piece.trim_matches(|c: char| c.is_whitespace() || matches!(c, '\u{200E}' | '\u{200F}'));
            }
            if piece.is_empty() {
                continue;
            }
            let start = piece.as_ptr() as usize - text.as_ptr() as usize;
            if word_until == Some(start)
                && let Some(last) = found.last_mut()
            {
                let from = start - last.text.len();
                last.text = text.get(from..start + piece.len()).unwrap_or(last.text);
                word_until = Some(start + piece.len());
                continue;
            }
            word_until = Some(start + piece.len());
        }
        found.push(Lexeme { kind, text: piece, newlines: std::mem::take(&mut newlines) });
    }
    found
}

struct Lexemes<'s> {
    all: Vec<Lexeme<'s>>,
    at: usize,
}

impl<'s> Lexemes<'s> {
    fn peek(&self) -> Option<Lexeme<'s>> {
        self.all.get(self.at).copied()
    }

    fn next(&mut self) -> Option<Lexeme<'s>> {
        let lexeme = self.peek()?;
        self.at += 1;
        Some(lexeme)
    }

    /// What comes behind the comments that come next.
    fn peek_behind_comments(&self) -> Option<Kind> {
        let rest = self.all.get(self.at..)?;
        rest.iter().find(|lexeme| lexeme.kind != Kind::Comment).map(|lexeme| lexeme.kind)
    }

    /// The comment that comes next, if it is one, and on the line of what was before it if it has to be.
    fn comment(&mut self, on_this_line: bool) -> Option<Comment<'s>> {
        let Lexeme { text, newlines, .. } = self.peek().filter(|lexeme| lexeme.kind == Kind::Comment)?;
        if on_this_line && newlines > 0 {
            return None;
        }
        let number = self.at;
        self.at += 1;
        let text = match text.trim_end() {
            text if text.contains('\r') => Cow::Owned(text.replace("\r\n", "\n")),
            text => Cow::Borrowed(text),
        };
        let ends_line = self.peek().is_none_or(|next| next.newlines > 0);
        Some(Comment { text, number, blank_before: newlines > 1, ends_line })
    }

    fn comments(&mut self) -> Vec<Comment<'s>> {
        std::iter::from_fn(|| self.comment(false)).collect()
    }

    /// Comments behind what has just been read, on its line, of which the next thing on that line is none's.
    fn comments_on_this_line(&mut self) -> Vec<Comment<'s>> {
        let before = self.at;
        let found: Vec<_> = std::iter::from_fn(|| self.comment(true)).collect();
        let belong_to_the_next = self.peek().is_some_and(|next| {
            let same_line = next.newlines == 0;
            same_line && matches!(next.kind, Kind::Word | Kind::Open(_))
        });
        if belong_to_the_next {
            self.at = before;
            return Vec::new();
        }
        found
    }
}

struct Parser<'s> {
    lexemes: Lexemes<'s>,
}

impl<'s> Parser<'s> {
    fn whole(mut self) -> Option<Body<'s>> {
        let mut body = Body { open: 0, spread: true, opened: Vec::new(), items: Vec::new(), last: Vec::new() };
        loop {
            let before = self.lexemes.comments();
            let Some(next) = self.lexemes.peek() else {
                body.last = before;
                return Some(body);
            };
            let mut item = if next.text.starts_with('#') { self.attribute(before)? } else { self.item(before)? };
            item.after = self.lexemes.comments_on_this_line();
            body.items.push(item);
        }
    }

    /// `#![enable(implicit_some)]`: always one line.
    fn attribute(&mut self, mut before: Vec<Comment<'s>>) -> Option<Item<'s>> {
        let mut word = String::new();
        let mut depth = 0_usize;
        let blank_before = self.lexemes.peek()?.newlines > 1;
        loop {
            let inside = self.lexemes.comments();
            before.extend(inside.into_iter().map(|comment| Comment {
                blank_before: false,
                ends_line: true,
                ..comment
            }));
            let lexeme = self.lexemes.next()?;
            if word.ends_with(',') {
                word.push(' ');
            }
            word.push_str(lexeme.text);
            match lexeme.kind {
                Kind::Open(_) => depth += 1,
                Kind::Close => depth = depth.checked_sub(1)?,
                _ => continue,
            }
            if depth == 0 {
                let value = Value { word: Cow::Owned(word), ..Value::default() };
                return Some(Item::new(blank_before, before, value));
            }
        }
    }

    /// An item up to its comma or its bracket.
    fn item(&mut self, before: Vec<Comment<'s>>) -> Option<Item<'s>> {
        let blank_before = self.lexemes.peek()?.newlines > 1;
        let mut item = Item::new(blank_before, before, self.value()?);
        if self.lexemes.peek_behind_comments() == Some(Kind::Colon) {
            let before_colon = self.lexemes.comments();
            self.lexemes.next()?;
            let behind_colon = self.lexemes.comments();
            item.key = Some(std::mem::replace(&mut item.value, self.value()?));
            item.about_colon = [before_colon, behind_colon];
        }
        item.free_the_line();
        Some(item)
    }

    fn value(&mut self) -> Option<Value<'s>> {
        let mut value = Value::default();
        let mut lexeme = self.lexemes.next()?;
        if lexeme.kind == Kind::Word {
            value.word = Cow::Borrowed(lexeme.text);
            if !matches!(self.lexemes.peek_behind_comments(), Some(Kind::Open(_))) {
                return Some(value);
            }
            value.gap = self.lexemes.comments();
            lexeme = self.lexemes.next()?;
        }
        let Kind::Open(open) = lexeme.kind else { return None };
        value.body = Some(self.body(open)?);
        Some(value)
    }

    /// What stands behind an opening bracket, its end included.
    fn body(&mut self, open: u8) -> Option<Body<'s>> {
        let opened = self.lexemes.comments_on_this_line();
        let mut body = Body { open, spread: false, opened, items: Vec::new(), last: Vec::new() };
        let mut before = self.lexemes.comments();
        loop {
            if self.lexemes.peek()?.kind == Kind::Close {
                self.lexemes.next();
                body.last = before;
                return Some(body);
            }
            let mut item = self.item(before)?;
            // Before the comma, whatever comes next is not what the comments are about.
            item.after = std::iter::from_fn(|| self.lexemes.comment(true)).collect();
            before = self.lexemes.comments();
            if self.lexemes.peek()?.kind == Kind::Comma {
                self.lexemes.next();
                // The comma will not be there to part it from what comes.
                before.iter_mut().for_each(|comment| comment.ends_line = true);
                if before.is_empty() && item.after.iter().all(Comment::is_inline) {
                    item.after.append(&mut self.lexemes.comments_on_this_line());
                }
                before.append(&mut self.lexemes.comments());
            }
            body.items.push(item);
        }
    }
}

impl<'s> Item<'s> {
    fn new(blank_before: bool, before: Vec<Comment<'s>>, value: Value<'s>) -> Self {
        Self { blank_before, before, key: None, about_colon: Default::default(), value, after: Vec::new() }
    }
}
