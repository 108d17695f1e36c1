//! Text put into the cells of the screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Position;
use ratatui::style::Style;
use ratatui::text::Span;

use super::board::columns;

/// Writes a text into a row and no further than the room there is; the column behind it.
pub(super) fn put(buffer: &mut Buffer, x: u16, y: u16, room: u16, text: &str, style: Style) -> u16 {
    let area = buffer.area;
    if room == 0 || !area.contains(Position::new(x, y)) {
        return x;
    }
    // What was there before leaves nothing of its looks.
    let style = Style::reset().patch(style);
    buffer.set_stringn(x, y, text, usize::from(room.min(area.right() - x)), style).0
}

/// A text in at most so many columns, the end cut off where it is too long.
pub(super) fn shortened(text: &str, room: u16) -> std::borrow::Cow<'_, str> {
    if columns(text) <= room {
        return text.into();
    }
    let room = room.saturating_sub(1);
    let mut used = 0;
    let mut kept = String::new();
    for grapheme in Span::raw(text).styled_graphemes(Style::new()) {
        let width = columns(grapheme.symbol);
        if used + width > room {
            break;
        }
        used += width;
        kept.push_str(grapheme.symbol);
    }
    kept.push('…');
    kept.into()
}

/// What stands from a column on.
pub(super) fn from_column(text: &str, column: u16) -> &str {
    let mut used = 0;
    for (at, letter) in text.char_indices() {
        if used >= column {
            return text.get(at..).unwrap_or_default();
        }
        used += columns(letter.encode_utf8(&mut [0; 4]));
    }
    if used >= column && column == 0 { text } else { "" }
}
