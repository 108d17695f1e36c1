//! From the tree to lines.

use crate::format::tree::{Body, Comment, Item, Value};
use crate::format::{INDENT, WIDTH};
use crate::text::guard::closing_of;

/// The text of a whole tree.
pub(super) fn lay_out(whole: &Body<'_>) -> String {
    let mut sheet = Sheet::default();
    sheet.items(whole, 0, "");
    sheet.finished()
}

/// Lines, the last of which is being written.
#[derive(Default)]
struct Sheet {
    lines: Vec<Line>,
    line: String,
}

/// A line, and what is said behind it.
#[derive(Default)]
struct Line {
    text: String,
    comment: String,
}

impl Sheet {
    /// The items of a body, each from the start of a line to its end, and the comments behind them.
    fn items(&mut self, body: &Body<'_>, level: usize, end: &str) {
        let mut is_first = true;
        for item in &body.items {
            self.comments(&item.before, level, is_first);
            if item.blank_before && !(is_first && item.before.is_empty()) {
                self.end_line(&[]);
            }
            self.indent(level);
            match flat(|out| put_key(item, out)) {
                Some(key) => self.line.push_str(&key),
                None => self.broken_key(item, level),
            }
            self.value(&item.value, level, end.len());
            self.line.push_str(end);
            self.end_line(&item.after);
            is_first = false;
        }
        self.comments(&body.last, level, is_first);
        // Comments that could have been followed by something on their line.
        if !self.line.is_empty() {
            self.line.truncate(self.line.trim_end().len());
            self.end_line(&[]);
        }
    }

    /// Comments that stand before something, on lines of their own or not.
    fn comments(&mut self, comments: &[Comment<'_>], level: usize, mut is_first: bool) {
        for comment in comments {
            if comment.blank_before && !is_first {
                self.end_line(&[]);
            }
            self.indent(level);
            self.line.push_str(&comment.text);
            if comment.ends_line || !comment.is_inline() {
                self.end_line(&[]);
            } else {
                self.line.push(' ');
            }
            is_first = false;
        }
    }

    /// A key that needs lines of its own, with its colon.
    fn broken_key(&mut self, item: &Item<'_>, level: usize) {
        if let Some(key) = &item.key {
            self.value(key, level, 1);
            put_colon(item, &mut self.line);
        }
    }

    /// A value on the line that is being written; so many letters will follow it there.
    fn value(&mut self, value: &Value<'_>, level: usize, more: usize) {
        match flat(|out| put_value(value, out)) {
            Some(text) if cannot_break(value) || self.column() + width(&text) + more <= WIDTH => {
                self.line.push_str(&text);
            }
            _ => self.broken(value, level),
        }
    }

    /// A value that does not fit into one line.
    fn broken(&mut self, value: &Value<'_>, level: usize) {
        put_head(value, &mut self.line);
        let Some(body) = &value.body else { return };
        if let Some((head, last)) = self.hugged(value, body) {
            self.line.push_str(&head);
            self.broken(&last.value, level);
            put_after(&last.after, &mut self.line);
        } else {
            self.end_line(&body.opened);
            self.items(body, level + 1, ",");
            self.indent(level);
        }
        self.line.push(char::from(closing_of(body.open)));
    }

    /// The fields up to the last one, if only that one, a map of contacts for instance, has to be broken:
    /// then it is enough to give its entries a line each.
    fn hugged<'v, 's>(&self, value: &Value<'_>, body: &'v Body<'s>) -> Option<(String, &'v Item<'s>)> {
        let (last, others) = body.items.split_last()?;
        let inner = last.value.body.as_ref().filter(|inner| !inner.items.is_empty())?;
        let is_plain = !body.spread && !value.word.is_empty() && body.opened.is_empty() && body.last.is_empty();
        let is_free = last.before.iter().chain(&last.after).all(Comment::is_inline);
        if !is_plain || !is_free || inner.open == b'(' && last.key.is_some() {
            return None;
        }
        let head = flat(|out| {
            let others = others.iter().all(|item| {
                let fits = put_item(item, out);
                out.push_str(", ");
                fits
            });
            others && put_lead(last, out)
        })?;
        let column = self.column() + width(&head) + width(&last.value.word) + 1;
        (column <= WIDTH).then_some((head, last))
    }

    /// The letters of the line so far.
    fn column(&self) -> usize {
        width(self.line.rsplit('\n').next().unwrap_or_default())
    }

    /// Begins the line, unless something stands there already.
    fn indent(&mut self, level: usize) {
        if self.line.is_empty() {
            self.line.push_str(&INDENT.repeat(level));
        }
    }

    fn end_line(&mut self, comments: &[Comment<'_>]) {
        let comments: Vec<&str> = comments.iter().map(|comment| comment.text.as_ref()).collect();
        self.lines.push(Line { text: std::mem::take(&mut self.line), comment: comments.join(" ") });
    }

    /// All lines, their comments in one column where lines that follow each other have some.
    fn finished(self) -> String {
        let mut text = String::new();
        for group in self.lines.chunk_by(Line::goes_with) {
            let column = group.iter().map(|line| width(&line.text)).max().unwrap_or(0);
            let comment = group.iter().map(|line| width(&line.comment)).max().unwrap_or(0);
            let in_one_column = column + 2 + comment <= WIDTH;
            for line in group {
                text.push_str(&line.text);
                if !line.comment.is_empty() {
                    let blanks = if in_one_column { column - width(&line.text) } else { 0 };
                    text.extend(std::iter::repeat_n(' ', blanks + 2));
                    text.push_str(&line.comment);
                }
                text.push('\n');
            }
        }
        text
    }
}

impl Line {
    /// Whether the comments of two lines that follow each other stand in one column.
    fn goes_with(&self, next: &Self) -> bool {
        // The end of something broken stands apart from the lines about it.
        let is_end = |line: &Self| line.text.trim_start().starts_with([')', ']', '}']);
        let has_lines = |line: &Self| line.comment.contains('\n') || line.text.contains('\n');
        let is_plain = |line: &Self| !line.comment.is_empty() && !has_lines(line) && !is_end(line);
        let indent = |line: &Self| line.text.len() - line.text.trim_start_matches(' ').len();
        is_plain(self) && is_plain(next) && indent(self) == indent(next)
    }
}

fn width(text: &str) -> usize {
    text.chars().count()
}

/// Whether nothing is won by lines of its own: a word, brackets with nothing or with one word in them.
fn cannot_break(value: &Value<'_>) -> bool {
    value.body.as_ref().is_none_or(|body| match body.items.as_slice() {
        [] => true,
        [item] => item.key.is_none() && item.value.body.is_none(),
        _ => false,
    })
}

/// What is written in one line, if it can be.
fn flat(put: impl FnOnce(&mut String) -> bool) -> Option<String> {
    let mut text = String::new();
    put(&mut text).then_some(text)
}

/// Each of these writes in one line, as far as that goes, and says whether it could.
fn put_value(value: &Value<'_>, out: &mut String) -> bool {
    put_head(value, out);
    let Some(body) = &value.body else { return !value.word.contains('\n') };
    if body.spread && !body.items.is_empty() {
        return false;
    }
    let mut fits = true;
    for comment in &body.opened {
        fits &= comment.is_inline();
        out.push_str(&comment.text);
        out.push(' ');
    }
    for (index, item) in body.items.iter().enumerate() {
        out.push_str(if index > 0 { ", " } else { "" });
        if !put_item(item, out) {
            return false;
        }
    }
    match body.last.split_first() {
        // No blank stands behind the bracket.
        Some((first, others)) if body.items.is_empty() && body.opened.is_empty() => {
            out.push_str(&first.text);
            fits &= first.is_inline() && put_after(others, out);
        }
        _ if body.items.is_empty() => {
            out.truncate(out.trim_end().len());
            fits &= put_after(&body.last, out);
        }
        _ => fits &= put_after(&body.last, out),
    }
    out.push(char::from(closing_of(body.open)));
    fits
}

fn put_item(item: &Item<'_>, out: &mut String) -> bool {
    put_lead(item, out) && put_value(&item.value, out) && put_after(&item.after, out)
}

/// What stands before the value.
fn put_lead(item: &Item<'_>, out: &mut String) -> bool {
    let mut fits = true;
    for comment in &item.before {
        fits &= comment.is_inline();
        out.push_str(&comment.text);
        out.push(' ');
    }
    fits && put_key(item, out)
}

fn put_key(item: &Item<'_>, out: &mut String) -> bool {
    let fits = item.key.as_ref().is_none_or(|key| put_value(key, out));
    put_colon(item, out);
    fits
}

fn put_colon(item: &Item<'_>, out: &mut String) {
    if item.key.is_some() {
        put_after(&item.about_colon[0], out);
        out.push(':');
        put_after(&item.about_colon[1], out);
        out.push(' ');
    }
}

/// The word and the opening bracket.
fn put_head(value: &Value<'_>, out: &mut String) {
    out.push_str(&value.word);
    put_after(&value.gap, out);
    if !value.gap.is_empty() {
        out.push(' ');
    }
    if let Some(body) = &value.body {
        out.push(char::from(body.open));
    }
}

fn put_after(comments: &[Comment<'_>], out: &mut String) -> bool {
    for comment in comments {
        out.push(' ');
        out.push_str(&comment.text);
    }
    comments.iter().all(Comment::is_inline)
}
