//! Blocks of ways as lines of text.

use kiber_netlist::Circuit;
use unicode_width::UnicodeWidthStr as _;

use super::fold::Block;
use super::symbol::Item;
use super::{Piece, Shows};

/// Lines of one width; the first is the one that others join.
struct Laid {
    lines: Vec<Vec<Piece>>,
    width: usize,
    /// Whether current flows where it begins and where it ends; none where that is not known.
    carries: [Option<bool>; 2],
}

/// A block as lines that are not longer than `width` where that can be.
pub(super) fn lines(circuit: &Circuit, block: &Block, width: usize) -> Vec<Vec<Piece>> {
    let blocks = match block {
        Block::Series(blocks) => blocks.as_slice(),
        other => std::slice::from_ref(other),
    };
    let laid: Vec<Laid> = blocks.iter().map(|block| lay(circuit, block)).collect();
    let mut lines: Vec<Vec<Piece>> = Vec::new();
    let mut row: Option<Laid> = None;
    for next in laid {
        row = Some(match row {
            None => next,
            // Room for the wire between, and for the sign that the line goes on.
            Some(before) if before.width + next.width + 6 > width => {
                lines.extend(goes_on(before));
                joined(Laid { lines: vec![vec![nothing("   →")]], width: 4, carries: [None; 2] }, next)
            }
            Some(before) => joined(before, next),
        });
    }
    lines.extend(row.into_iter().flat_map(|row| row.lines));
    lines
}

fn goes_on(mut row: Laid) -> Vec<Vec<Piece>> {
    if let Some(first) = row.lines.first_mut() {
        first.extend([wire("──", row.carries[1] == Some(true)), nothing("→")]);
    }
    row.lines
}

fn nothing(text: &str) -> Piece {
    Piece { text: text.to_owned(), shows: Shows::Nothing }
}

fn wire(light: &str, carries: bool) -> Piece {
    let text = if carries { light.replace('─', "━") } else { light.to_owned() };
    Piece { text, shows: Shows::Wire(carries) }
}

fn lay(circuit: &Circuit, block: &Block) -> Laid {
    match block {
        Block::One(item) => one(circuit, *item),
        Block::Series(blocks) => {
            let all = blocks.iter().map(|block| lay(circuit, block));
            all.reduce(joined).unwrap_or(Laid { lines: vec![Vec::new()], width: 0, carries: [None; 2] })
        }
        Block::Parallel(blocks) => parallel(blocks.iter().map(|block| lay(circuit, block)).collect()),
    }
}

fn one(circuit: &Circuit, item: Item) -> Laid {
    let piece = item.piece(circuit);
    Laid { width: piece.text.width(), lines: vec![vec![piece]], carries: [item.carries(); 2] }
}

/// One behind the other, with a wire between.
fn joined(mut before: Laid, after: Laid) -> Laid {
    // What flows may leave the way between the two, or come into it.
    let carries = match (before.carries[1], after.carries[0]) {
        (Some(before), Some(after)) => before && after,
        (before, after) => before.or(after).unwrap_or(false),
    };
    for (number, line) in after.lines.into_iter().enumerate() {
        if let Some(own) = before.lines.get_mut(number) {
            own.push(if number == 0 { wire("──", carries) } else { nothing("  ") });
            own.extend(line);
        } else {
            let mut own = vec![nothing(&" ".repeat(before.width + 2))];
            own.extend(line);
            before.lines.push(own);
        }
    }
    let height = before.lines.len();
    let width = before.width + 2 + after.width;
    for line in before.lines.iter_mut().take(height) {
        let used: usize = line.iter().map(|piece| piece.text.width()).sum();
        if used < width {
            line.push(nothing(&" ".repeat(width - used)));
        }
    }
    Laid { lines: before.lines, width, carries: [before.carries[0], after.carries[1]] }
}

/// One under the other, joined at both ends.
fn parallel(branches: Vec<Laid>) -> Laid {
    let inner = branches.iter().map(|branch| branch.width).max().unwrap_or(0);
    let last = branches.len().saturating_sub(1);
    let end = |end: usize| {
        let mut all = branches.iter().map(|branch| branch.carries[end]);
        if all.clone().any(|carries| carries == Some(true)) {
            Some(true)
        } else {
            all.all(|carries| carries == Some(false)).then_some(false)
        }
    };
    let carries = [end(0), end(1)];
    let mut lines = Vec::new();
    for (number, branch) in branches.into_iter().enumerate() {
        let (left, right) = match number {
            0 => ("┬", "┬"),
            number if number == last => ("└", "┘"),
            _ => ("├", "┤"),
        };
        let (width, flows) = (branch.width, branch.carries);
        for (row, branch_line) in branch.lines.into_iter().enumerate() {
            let mut line = Vec::new();
            if row == 0 {
                let starts = flows[0] == Some(true);
                let ends = flows[1] == Some(true);
                line.push(wire(&format!("{left}─"), starts));
                line.extend(branch_line);
                line.push(wire(&format!("{}─{right}", "─".repeat(inner - width)), ends));
            } else {
                let side = if number == last { " " } else { "│" };
                line.push(nothing(&format!("{side} ")));
                line.extend(branch_line);
                line.push(nothing(&format!("{} {side}", " ".repeat(inner - width))));
            }
            lines.push(line);
        }
    }
    Laid { lines, width: inner + 4, carries }
}
