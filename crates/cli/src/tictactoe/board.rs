//! A board as a person reads it, and what values are called.

use kiber_minimax::tictactoe::{Mark, Position, Square};

/// The board in five lines; free squares show their numbers.
pub(super) fn drawn(position: Position, color: bool) -> String {
    let mut text = String::new();
    for square in Square::all() {
        if square.column() == 0 {
            text.push_str(if square.row() == 0 { "  " } else { "\n ---+---+---\n  " });
        } else {
            text.push_str(" | ");
        }
        text.push_str(&cell(position.mark(square), square, color));
    }
    text.push('\n');
    text
}

fn cell(mark: Option<Mark>, square: Square, color: bool) -> String {
    let (text, style) = match mark {
        Some(Mark::X) => ("X".to_owned(), "1;31"),
        Some(Mark::O) => ("O".to_owned(), "1;34"),
        None => (square.to_string(), "2"),
    };
    if color { format!("\x1b[{style}m{text}\x1b[0m") } else { text }
}

/// What a value means.
pub(super) fn outcome(value: i32) -> &'static str {
    match value {
        1.. => "X wins",
        0 => "draw",
        _ => "O wins",
    }
}

/// How a position stands: who is to move, or how it ended.
pub(super) fn standing(position: Position) -> String {
    match (position.to_move(), position.winner()) {
        (Some(mark), _) => format!("{mark} to move"),
        (None, Some(winner)) => format!("{winner} has won"),
        (None, None) => "a draw".to_owned(),
    }
}

/// Squares as they are typed: `5 1 9`.
pub(super) fn squares(line: &[Square]) -> String {
    line.iter().map(Square::to_string).collect::<Vec<_>>().join(" ")
}

/// Squares for a program.
pub(super) fn numbers(line: &[Square]) -> Vec<u8> {
    line.iter().map(|square| square.number()).collect()
}
