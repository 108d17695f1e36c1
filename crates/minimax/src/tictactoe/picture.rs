//! A tree as a picture (SVG).

use std::fmt::{self, Write};

use super::mark::Mark;
use super::position::Position;
use super::square::Square;
use super::tree::{Branch, Tree, choice};

/// The side of a square, in the units of the picture.
const CELL: f64 = 12.0;
const BOARD: f64 = 3.0 * CELL;
/// How far boards beside each other are apart, middle to middle, and levels, top to top.
const ACROSS: f64 = BOARD + 14.0;
const DOWN: f64 = BOARD + 66.0;
/// Room for the words at the left, and around everything.
const WORDS: f64 = 106.0;
const MARGIN: f64 = 16.0;

/// Light and dark as the reader has it; lines and words are told apart without their colours, too.
const STYLE: &str = "\
svg { color-scheme: light dark; background: #ffffff; }
text { font: 12px sans-serif; fill: #222222; text-anchor: middle; }
text.level { font-weight: bold; text-anchor: start; }
text.words { text-anchor: start; fill: #555555; }
line, circle { fill: none; stroke: #222222; stroke-width: 1; stroke-linecap: round; }
.edge { stroke: #aaaaaa; }
.gives { stroke: #222222; stroke-width: 2; }
.X { stroke: #b02a1a; stroke-width: 2; }
.O { stroke: #1a55b0; stroke-width: 2; }
.won { stroke: #1c7d3c; stroke-width: 3; }
@media (prefers-color-scheme: dark) {
svg { background: #16181c; }
text { fill: #e6e6e6; }
text.words { fill: #b0b0b0; }
line, circle { stroke: #d0d0d0; }
.edge { stroke: #666666; }
.gives { stroke: #e6e6e6; }
.X { stroke: #ff8a78; }
.O { stroke: #82b4ff; }
.won { stroke: #6fd08c; }
}
";

impl Tree {
    /// The tree as SVG: a row of boards a level, the value under each, a thick line to what gives it.
    pub fn svg(&self) -> String {
        let mut svg = String::new();
        // Writing to a string does not fail.
        let _ = self.write_svg(&mut svg);
        svg
    }

    fn write_svg(&self, out: &mut String) -> fmt::Result {
        let branches = self.branches();
        let middles = middles(branches);
        let first = branches.first().map_or(1, Branch::level);
        let levels = self.levels();
        let leaves = branches.iter().filter(|branch| branch.next.is_empty()).count();
        let width = 2.0 * MARGIN + WORDS + leaves as f64 * ACROSS;
        let height = 2.0 * MARGIN + levels.len() as f64 * DOWN - 36.0;
        writeln!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" aria-labelledby="title description">"#
        )?;
        writeln!(out, r#"<title id="title">The minimax tree of tic-tac-toe from {}</title>"#, from(branches))?;
        writeln!(out, r#"<desc id="description">{}</desc>"#, description(branches, &levels))?;
        writeln!(out, "<style>\n{STYLE}</style>")?;
        let top = |branch: &Branch| MARGIN + f64::from(branch.level() - first) * DOWN;
        for (branch, &middle) in branches.iter().zip(&middles) {
            let before = branch.before.and_then(|before| Some((branches.get(before)?, middles.get(before)?)));
            if let Some((before, &from)) = before {
                let class = if self.gives_value(branch) { "gives" } else { "edge" };
                line(out, class, (from, top(before) + BOARD + 18.0), (middle, top(branch) - 3.0))?;
            }
        }
        for &(level, _) in &levels {
            let y = MARGIN + f64::from(level - first) * DOWN;
            let (mark, choice) = choice(level);
            writeln!(out, r#"<text class="level" x="{MARGIN}" y="{}">level {level}</text>"#, y + 12.0)?;
            let goes_on = branches.iter().any(|branch| branch.level() == level && !branch.position.is_over());
            let words = if goes_on { format!("{mark} to move: {choice}") } else { "game over".to_owned() };
            writeln!(out, r#"<text class="words" x="{MARGIN}" y="{}">{words}</text>"#, y + 28.0)?;
        }
        for (branch, &middle) in branches.iter().zip(&middles) {
            board(out, branch.position, middle - BOARD / 2.0, top(branch))?;
            let more = if branch.is_cut() { " …" } else { "" };
            let value = branch.value.to_string().replace('-', "−");
            writeln!(out, r#"<text x="{middle}" y="{}">{value}{more}</text>"#, top(branch) + BOARD + 14.0)?;
        }
        writeln!(out, "</svg>")
    }
}

/// Where the middle of each board is: a position stands over the middle of those after it.
fn middles(branches: &[Branch]) -> Vec<f64> {
    let mut next_leaf = MARGIN + WORDS + ACROSS / 2.0;
    let mut middles: Vec<f64> = branches
        .iter()
        .map(|branch| {
            let middle = next_leaf;
            next_leaf += if branch.next.is_empty() { ACROSS } else { 0.0 };
            middle
        })
        .collect();
    // What comes after a position stands after it in the list, so from the end all are known.
    for (place, branch) in branches.iter().enumerate().rev() {
        let of = |next: Option<&usize>| next.and_then(|&next| middles.get(next)).copied();
        if let (Some(first), Some(last)) = (of(branch.next.first()), of(branch.next.last()))
            && let Some(middle) = middles.get_mut(place)
        {
            *middle = (first + last) / 2.0;
        }
    }
    middles
}

fn board(out: &mut String, position: Position, left: f64, top: f64) -> fmt::Result {
    writeln!(out, "<g><title>{position}</title>")?;
    for stroke in [CELL, 2.0 * CELL] {
        line(out, "grid", (left + stroke, top), (left + stroke, top + BOARD))?;
        line(out, "grid", (left, top + stroke), (left + BOARD, top + stroke))?;
    }
    let centre = |square: Square| {
        (left + (f64::from(square.column()) + 0.5) * CELL, top + (f64::from(square.row()) + 0.5) * CELL)
    };
    for square in Square::all() {
        let ((x, y), size) = (centre(square), CELL / 4.0);
        match position.mark(square) {
            Some(Mark::X) => {
                line(out, "X", (x - size, y - size), (x + size, y + size))?;
                line(out, "X", (x - size, y + size), (x + size, y - size))?;
            }
            Some(Mark::O) => writeln!(out, r#"<circle class="O" cx="{x}" cy="{y}" r="{}"/>"#, size + 0.5)?,
            None => {}
        }
    }
    if let Some([from, _, to]) = position.winning_line() {
        line(out, "won", centre(from), centre(to))?;
    }
    writeln!(out, "</g>")
}

fn line(out: &mut String, class: &str, from: (f64, f64), to: (f64, f64)) -> fmt::Result {
    let ((x1, y1), (x2, y2)) = (from, to);
    writeln!(out, r#"<line class="{class}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>"#)
}

fn from(branches: &[Branch]) -> String {
    match branches.first().map(|branch| branch.position) {
        None | Some(Position::START) => "the empty board".to_owned(),
        Some(position) => position.to_string(),
    }
}

/// The picture in words, for who cannot see it.
fn description(branches: &[Branch], levels: &[(u32, usize)]) -> String {
    let value = match branches.first().map(|branch| branch.value) {
        Some(1) => "X wins",
        Some(-1) => "O wins",
        _ => "a draw",
    };
    let mut text = format!("Value with best play: {value}.");
    for &(level, count) in levels {
        let (_, choice) = choice(level);
        let plural = if count == 1 { "" } else { "s" };
        text.push_str(&format!(" Level {level}, {choice}: {count} position{plural}."));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tictactoe::Cut;

    #[test]
    fn every_board_and_every_line_is_there() {
        let tree = Tree::new(Position::START, Cut { depth: 2, symmetric: true });
        let svg = tree.svg();
        let times = |piece: &str| svg.matches(piece).count();
        assert_eq!(times("<g><title>"), 16);
        assert_eq!(times("class=\"edge\"") + times("class=\"gives\""), 15);
        assert_eq!((times("class=\"X\""), times("class=\"O\"")), (2 * 15, 12));
        assert_eq!((times("level 1<"), times("level 3<"), times("X to move: max")), (1, 1, 2));
        assert!(svg.contains("Level 2, min: 3 positions.") && svg.ends_with("</svg>\n"));
    }

    #[test]
    fn boards_of_a_level_do_not_overlap() {
        let tree = Tree::new(Position::START, Cut { depth: 4, symmetric: true });
        let middles = middles(tree.branches());
        for level in 1..=5 {
            let row: Vec<f64> = tree
                .branches()
                .iter()
                .zip(&middles)
                .filter(|(branch, _)| branch.level() == level)
                .map(|(_, &middle)| middle)
                .collect();
            assert!(row.windows(2).all(|pair| pair[1] - pair[0] >= ACROSS - 1e-6), "level {level}");
        }
    }

    #[test]
    fn a_won_game_has_its_line() {
        let tree = Tree::new("XXX/OO./...".parse().expect("a position"), Cut { depth: 9, symmetric: true });
        let svg = tree.svg();
        assert!(svg.contains(r#"<line class="won""#) && svg.contains("game over") && !svg.contains("…"), "{svg}");
    }
}
