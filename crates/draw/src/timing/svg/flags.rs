//! The actions above the lanes: by their titles where there is room, else by numbers.

use super::{Drawing, SMALL_LETTER};
use crate::timing::axis::Row;
use crate::timing::diagram::{Diagram, Mark};

/// How many titles may stand above each other.
const LEVELS: usize = 3;
const LEVEL: f64 = 15.0;

/// The flags of a whole diagram, row by row.
pub(crate) struct Flags<'d> {
    rows: Vec<Vec<Flag<'d>>>,
    titles: bool,
}

struct Flag<'d> {
    x: f64,
    /// How far up it stands.
    level: usize,
    words: String,
    /// Whether the words end at the mark.
    leftwards: bool,
    marks: Vec<&'d Mark>,
}

impl<'d> Flags<'d> {
    pub(crate) fn of(diagram: &'d Diagram, rows: &[Row], left: f64, right: f64) -> Self {
        let last = rows.len().saturating_sub(1);
        let placed: Vec<Vec<(f64, &Mark)>> = rows
            .iter()
            .enumerate()
            .map(|(number, row)| {
                let inside = |mark: &&Mark| row.from() <= mark.shown && (mark.shown < row.to() || number == last);
                diagram.marks.iter().filter(inside).map(|mark| (left + row.x(mark.shown), mark)).collect()
            })
            .collect();
        let titled: Option<Vec<Vec<Flag<'_>>>> = placed.iter().map(|marks| titles(marks, right)).collect();
        match titled {
            Some(rows) => Self { rows, titles: true },
            None => Self { rows: placed.iter().map(|marks| numbers(marks)).collect(), titles: false },
        }
    }

    /// Whether the actions are named where they are.
    pub(crate) fn are_titles(&self) -> bool {
        self.titles
    }

    /// The actions of a row.
    pub(crate) fn marks(&self, row: usize) -> impl Iterator<Item = &'d Mark> {
        self.rows.get(row).into_iter().flatten().flat_map(|flag| flag.marks.iter().copied())
    }

    /// How high the flags of a row are.
    pub(crate) fn height(&self, row: usize) -> f64 {
        let levels = self.rows.get(row).into_iter().flatten().map(|flag| flag.level + 1).max();
        levels.map_or(4.0, |levels| levels as f64 * LEVEL + 6.0)
    }

    pub(crate) fn draw(&self, drawing: &mut Drawing<'_>, row: usize, top: f64, bottom: f64) {
        let height = self.height(row);
        for flag in self.rows.get(row).into_iter().flatten() {
            let y = top + height - 6.0 - flag.level as f64 * LEVEL;
            drawing.line([flag.x, y - 9.0, flag.x, bottom], "k-press");
            if self.titles {
                let (x, anchor) = if flag.leftwards { (flag.x - 4.0, "end") } else { (flag.x + 4.0, "") };
                drawing.text(x, y, "k-mark", anchor, &flag.words);
                continue;
            }
            let wide = flag.words.chars().count() as f64 * SMALL_LETTER + 7.0;
            drawing.rect([flag.x - 7.0, y - 10.0, wide.max(14.0), 14.0], "k-flag");
            drawing.text(flag.x - 7.0 + wide.max(14.0) / 2.0, y + 1.0, "k-number", "middle", &flag.words);
        }
    }
}

/// The flags with their titles, if there is room for them all.
fn titles<'d>(marks: &[(f64, &'d Mark)], right: f64) -> Option<Vec<Flag<'d>>> {
    let mut ends = [f64::MIN; LEVELS];
    let mut flags: Vec<Flag<'d>> = Vec::new();
    for group in marks.chunk_by(|a, b| (a.0 - b.0).abs() < 1.0) {
        let (x, _) = *group.first()?;
        let words: Vec<&str> = group.iter().map(|(_, mark)| mark.title.as_str()).collect();
        let words = words.join(", ");
        let wide = words.chars().count() as f64 * SMALL_LETTER + 10.0;
        let fits = |level: usize, start: f64| ends.get(level).is_some_and(|&end| end <= start);
        let rightwards = (0..LEVELS).find(|&level| fits(level, x) && x + wide <= right);
        let leftwards = (0..LEVELS).find(|&level| fits(level, x - wide));
        let (level, leftwards) = match (rightwards, leftwards) {
            (Some(level), _) => (level, false),
            (None, Some(level)) => (level, true),
            _ => return None,
        };
        *ends.get_mut(level)? = if leftwards { x + 2.0 } else { x + wide };
        flags.push(Flag { x, level, words, leftwards, marks: group.iter().map(|&(_, mark)| mark).collect() });
    }
    // The line of a mark goes down through all titles below its own that it meets.
    let crossed = flags.iter().any(|flag| {
        flags.iter().any(|other| {
            let wide = other.words.chars().count() as f64 * SMALL_LETTER + 6.0;
            let (start, end) =
                if other.leftwards { (other.x - wide, other.x - 2.0) } else { (other.x + 2.0, other.x + wide) };
            other.level < flag.level && start < flag.x && flag.x < end
        })
    });
    (!crossed).then_some(flags)
}

/// The flags with their numbers, those that are too close together as one.
fn numbers<'d>(marks: &[(f64, &'d Mark)]) -> Vec<Flag<'d>> {
    let mut flags: Vec<Flag<'d>> = Vec::new();
    for &(x, mark) in marks {
        match flags.last_mut() {
            Some(flag) if x < flag.x + flag.words.chars().count() as f64 * SMALL_LETTER + 10.0 => {
                flag.marks.push(mark);
                flag.words = match flag.marks.first() {
                    Some(first) => format!("{}–{}", first.number, mark.number),
                    None => mark.number.to_string(),
                };
            }
            _ => flags.push(Flag { x, level: 0, words: mark.number.to_string(), leftwards: false, marks: vec![mark] }),
        }
    }
    flags
}
