//! A board as people see it.

use crate::position::{Position, Side};
use crate::rules::Rules;

/// What the parts of a drawing take.
struct Widths {
    /// The digits of a pit.
    pit: usize,
    /// The box of a kalah, its left or right edge included.
    kalah: usize,
    /// How many pits stand side by side.
    band: usize,
}

impl Position {
    /// The board as a drawing of at most so many columns, if that can be.
    ///
    /// North's pits are on top from right to left and South's below from left to right, so that sowing
    /// goes round anticlockwise; the kalahs are at the ends. A dot is an empty pit. The pits of
    /// whoever is to move are numbered, unless the game is over. A board that is too wide is cut into
    /// bands, one above the other. Every line ends in a line feed and none in a blank.
    pub fn drawn(&self, rules: Rules, columns: usize) -> String {
        let digits = |number: u32| number.to_string().len();
        let in_pits = Side::BOTH.iter().flat_map(|&side| self.side(side)).copied().max().unwrap_or_default();
        let in_kalahs = Side::BOTH.map(|side| self.kalah(side)).into_iter().max().unwrap_or_default();
        let pit = digits(in_pits.max(self.pits() as u32)).max(2);
        let kalah = digits(in_kalahs).max(2) + 3;
        let at_the_right = kalah.max("  South to move".len());
        let room = columns.saturating_sub(kalah + 1 + at_the_right);
        let widths = Widths { pit, kalah, band: (room / (pit + 3)).clamp(1, self.pits()) };
        let mover = self.ending(rules).is_none().then_some(self.to_move());
        let bands: Vec<String> =
            (0..self.pits()).step_by(widths.band).map(|first| self.band(first, &widths, mover)).collect();
        bands.join("\n")
    }

    /// The part of the board that begins with South's pit of that index.
    fn band(&self, first: usize, widths: &Widths, mover: Option<Side>) -> String {
        let Widths { pit: width, kalah, band } = *widths;
        let end = (first + band).min(self.pits());
        let (is_first, is_last) = (first == 0, end == self.pits());
        // North's pit opposite to one of South's has the index that is as far from the other end.
        let opposite = |index: usize| self.pits() - 1 - index;
        let row = |side: Side| {
            let cell = |index: usize| {
                let index = if side == Side::South { index } else { opposite(index) };
                match self.side(side).get(index) {
                    None | Some(0) => format!(" {:>width$} |", "."),
                    Some(stones) => format!(" {stones:>width$} |"),
                }
            };
            let cells: String = (first..end).map(cell).collect();
            let edge = |ends: bool| if ends { format!("+{:-<1$}", "", kalah - 1) } else { " ".repeat(kalah) };
            let right: String = edge(is_last).chars().rev().collect();
            format!("{}|{cells}{right}", edge(is_first))
        };
        let numbers = |side: Side| {
            let number = |index: usize| if side == Side::South { index + 1 } else { opposite(index) + 1 };
            let cell = |index: usize| match mover {
                Some(mover) if mover == side => format!(" {:>width$}  ", number(index)),
                _ => " ".repeat(width + 3),
            };
            let named = if side == Side::South { is_last } else { is_first };
            let name = match (named, mover == Some(side)) {
                (false, _) => String::new(),
                (true, false) => format!("  {side}"),
                (true, true) => format!("  {side} to move"),
            };
            format!("{}{}{name}", " ".repeat(kalah + 1), (first..end).map(cell).collect::<String>())
        };
        let rule = format!("+{}", format!("{:-<1$}+", "", width + 2).repeat(end - first));
        let blank = " ".repeat(kalah);
        let in_box = kalah - 3;
        let left = if is_first { format!("| {:>in_box$} ", self.kalah(Side::North)) } else { blank.clone() };
        let right = if is_last { format!(" {:>in_box$} |", self.kalah(Side::South)) } else { String::new() };
        let lines = [
            numbers(Side::North),
            format!("{blank}{rule}"),
            row(Side::North),
            format!("{left}{rule}{right}"),
            row(Side::South),
            format!("{blank}{rule}"),
            numbers(Side::South),
        ];
        lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
    }
}
