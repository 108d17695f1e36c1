//! A diagram in letters, for a terminal.

mod cells;

use kiber_engine::Micros;

use super::axis::{Kind, Page, Pauses, Row, breaks, lengths, nice_step, rows, ticks};
use super::diagram::{AlarmKind, Diagram};
use super::figures::{current, millis, short_span, shortened};
use super::lane::Lane;
use super::subject::Shape;
use cells::{Letters, Paint, Strip};

/// How a diagram is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextStyle {
    /// So many letters in a line; 40 at least.
    pub width: usize,
    /// With nothing but ASCII.
    pub ascii: bool,
    /// With the colours of a terminal.
    pub color: bool,
    /// What happens to long pauses.
    pub pauses: Pauses,
}

impl Default for TextStyle {
    fn default() -> Self {
        Self { width: 80, ascii: false, color: false, pauses: Pauses::Broken }
    }
}

/// The narrowest diagram that is still one.
const LEAST_WIDTH: usize = 40;
/// The longest name at the head of a lane.
const LONGEST_NAME: usize = 18;
/// A broken pause, in letters.
const BREAK: usize = 10;
/// What is added after an action that took no time, in letters.
const MOMENT: usize = 3;
/// Fewer letters than this are too few for all.
const FEW: usize = 24;
/// So many rows at most, if a coarser scale can help it.
const MOST_ROWS: u64 = 8;
/// What is shown of a lane before its first instant and after its last, in letters.
const LEAD: usize = 1;

impl Diagram {
    /// The diagram in letters: a line a lane, the actions numbered above and listed below, in several rows if
    /// it is longer than the lines.
    pub fn text(&self, style: &TextStyle) -> String {
        let letters = Letters::of(style.ascii);
        let width = style.width.max(LEAST_WIDTH);
        let heads: Vec<String> = self.lanes.iter().map(head).collect();
        let longest = heads.iter().map(|head| head.chars().count()).max().unwrap_or(0).clamp(8, LONGEST_NAME);
        let columns = width.saturating_sub(longest + 1 + 2 * LEAD).max(BREAK + 2);
        let instants = self.instants();
        let moments = self.moments();
        let broken = breaks(&instants, &moments, style.pauses);
        let lengths = lengths(&instants, &moments, &broken);
        let per_cell = scale(lengths, columns);
        let page = Page {
            row: columns as f64,
            break_length: BREAK as f64,
            moment: MOMENT as f64,
            per_micro: 1.0 / per_cell as f64,
            whole: true,
        };
        let cuts: Vec<Micros> = self.marks.iter().map(|mark| mark.shown).collect();
        let mut writer = Writer { style, letters, longest, width, per_cell, out: String::new() };
        writer.title(self);
        let rows = rows(self.shown, &broken, &moments, &cuts, &page);
        let last = rows.len().saturating_sub(1);
        for (number, row) in rows.iter().enumerate() {
            if number > 0 {
                writer.out.push('\n');
            }
            writer.row(self, &heads, row, number == last);
        }
        writer.out
    }
}

/// What stands before a lane; of a coil, the current at full height.
fn head(lane: &Lane) -> String {
    match (lane.shape, lane.largest()) {
        (Shape::Current, Some(largest)) if largest.0 > 0 => {
            format!("{} {}", lane.name.trim_end_matches(" coil"), current(largest))
        }
        _ => match &lane.label {
            Some(label) => format!("{} {label}", lane.name),
            None => lane.name.clone(),
        },
    }
}

/// How long a letter is, so that small steps show and there are not too many rows.
fn scale(mut gaps: Vec<Micros>, columns: usize) -> Micros {
    gaps.sort_unstable();
    let small = gaps.get(gaps.len() / 4).copied().unwrap_or(1_000).max(1);
    let mut per_cell = nice_step(small);
    if per_cell > small {
        per_cell = nice_step(small.div_ceil(2)).min(small).max(1);
    }
    let total: Micros = gaps.iter().sum();
    // What is short is drawn larger.
    if total / per_cell < FEW as u64 {
        per_cell = nice_step(total.div_ceil(columns.min(2 * FEW) as u64).max(1)).min(per_cell);
    }
    per_cell.max(nice_step(total.div_ceil(MOST_ROWS * columns as u64).max(1)))
}

struct Writer<'s> {
    style: &'s TextStyle,
    letters: &'static Letters,
    longest: usize,
    width: usize,
    per_cell: Micros,
    out: String,
}

impl Writer<'_> {
    fn title(&mut self, diagram: &Diagram) {
        let script = diagram.script.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
        let title = shortened(&format!("{}{script}", diagram.title), self.width);
        if !title.trim().is_empty() {
            self.out.push_str(title.trim());
            self.out.push_str("\n\n");
        }
    }

    fn line(&mut self, head: &str, strip: &Strip) {
        let head = shortened(head, self.longest);
        let text = strip.show(self.style.color);
        let line = format!("{head:<width$} {text}", width = self.longest);
        self.out.push_str(line.trim_end());
        self.out.push('\n');
    }

    fn row(&mut self, diagram: &Diagram, heads: &[String], row: &Row, is_last: bool) {
        let inside = |at: Micros| row.from() <= at && (at < row.to() || is_last);
        let column = |at: Micros| LEAD + row.x(at).floor() as usize;
        let columns = row.length().ceil() as usize + 2 * LEAD;
        let marks: Vec<_> = diagram.marks.iter().filter(|mark| inside(mark.shown)).collect();
        self.headings(diagram, row, &inside, &column);
        // The numbers of the actions; those too close to each other share a place.
        let mut groups: Vec<(usize, usize, usize)> = Vec::new();
        for mark in &marks {
            let at = column(mark.shown);
            match groups.last_mut() {
                Some((start, first, last)) if at <= *start + range_words(*first, *last).chars().count() => {
                    *last = mark.number;
                }
                _ => groups.push((at, mark.number, mark.number)),
            }
        }
        let mut numbers = Strip::default();
        for &(at, first, last) in &groups {
            let words = range_words(first, last);
            let most = self.width.saturating_sub(self.longest + 1 + words.len());
            numbers.write(at.min(most), &words, Paint::Bold);
        }
        if !groups.is_empty() {
            self.line("", &numbers);
        }
        for (lane, head) in diagram.lanes.iter().zip(heads) {
            let strip = cells::lane(lane, row, self.per_cell, self.letters, LEAD, is_last);
            self.line(head, &strip);
        }
        self.alarm_lanes(diagram, row, columns, &column);
        self.axis(diagram, row, columns, &column);
        self.legend(diagram, row, &marks, &inside);
    }

    fn headings(
        &mut self,
        diagram: &Diagram,
        row: &Row,
        inside: &impl Fn(Micros) -> bool,
        column: &impl Fn(Micros) -> usize,
    ) {
        let own: Vec<_> = diagram.headings.iter().filter(|heading| inside(heading.shown)).collect();
        if own.is_empty() {
            return;
        }
        let mut strip = Strip::default();
        let end = self.width.saturating_sub(self.longest + 1).max(column(row.to()));
        for (number, heading) in own.iter().enumerate() {
            let at = column(heading.shown);
            let next = own.get(number + 1).map_or(end, |next| column(next.shown).saturating_sub(1));
            let words = shortened(&format!("{} {}", self.letters.heading, heading.title), next.saturating_sub(at));
            strip.write(at, &words, Paint::Bold);
        }
        self.line("", &strip);
    }

    fn alarm_lanes(&mut self, diagram: &Diagram, row: &Row, columns: usize, column: &impl Fn(Micros) -> usize) {
        let kinds = [
            (AlarmKind::Short, "short", '!'),
            (AlarmKind::Overload, "overload", '!'),
            (AlarmKind::Oscillation, "repeats", '~'),
        ];
        for (kind, head, letter) in kinds {
            let mut strip = Strip::default();
            let own = diagram.alarms.iter().filter(|alarm| alarm.kind == kind);
            for alarm in own.filter(|alarm| alarm.from <= row.to() && alarm.to.is_none_or(|to| to >= row.from())) {
                let start = column(alarm.from.max(row.from()));
                let end = alarm.to.map_or(columns, |to| column(to.min(row.to())));
                let letters: String = std::iter::repeat_n(letter, end.saturating_sub(start).max(1)).collect();
                strip.write(start, &letters, Paint::Alarm);
            }
            if !strip.is_empty() {
                self.line(head, &strip);
            }
        }
    }

    fn axis(&mut self, diagram: &Diagram, row: &Row, columns: usize, column: &impl Fn(Micros) -> usize) {
        let widest = millis(diagram.time(row.to())).len() + 3;
        let step = nice_step(self.per_cell.saturating_mul(widest.max(10) as u64));
        let mut line = Strip::default();
        let mut labels = Strip::default();
        line.write(LEAD, &self.letters.axis.to_string().repeat(columns.saturating_sub(2 * LEAD).max(1)), Paint::Faint);
        let mut free_from = 0;
        let mut marked = ticks(row, step, |at| diagram.time(at));
        if marked.is_empty() {
            marked.push((row.from(), diagram.time(row.from())));
        }
        for (at, time) in marked {
            let place = column(at);
            line.write(place, &self.letters.tick.to_string(), Paint::Faint);
            let label = millis(time);
            // A label that would leave the page stands to the left of its tick.
            let most = self.width.saturating_sub(self.longest + 1 + label.len());
            let start = place.min(most);
            if start >= free_from {
                labels.write(start, &label, Paint::Faint);
                free_from = start + label.len() + 1;
            }
        }
        for piece in row.pieces.iter().filter(|piece| piece.kind == Kind::Pause) {
            let words = format!("{:^width$}", short_span(piece.to - piece.from), width = BREAK - 2);
            let [left, right] = self.letters.pause;
            line.write(LEAD + piece.at as usize, &format!("{left}{words}{right}"), Paint::Faint);
        }
        self.line("", &line);
        self.line("ms", &labels);
    }

    /// The actions of a row by their numbers, then what went wrong in it.
    fn legend(
        &mut self,
        diagram: &Diagram,
        row: &Row,
        marks: &[&super::diagram::Mark],
        inside: &impl Fn(Micros) -> bool,
    ) {
        let mut entries: Vec<String> =
            marks.iter().map(|mark| format!("{} {}", mark.number, shortened(&mark.title, self.width - 4))).collect();
        entries = filled(&entries, "   ", self.width);
        let time = |at: Micros| diagram.time(at);
        for alarm in diagram.alarms.iter().filter(|alarm| inside(alarm.from)) {
            let until = match alarm.to {
                Some(to) if alarm.kind != AlarmKind::Oscillation => {
                    format!(" for {} ms", millis(time(to) - time(alarm.from)))
                }
                Some(_) => String::new(),
                None => ", still there at the end".to_owned(),
            };
            let sign = if alarm.kind == AlarmKind::Oscillation { '~' } else { '!' };
            let at = time(alarm.from.max(row.from()));
            let words = format!("{sign} at {} ms: {}{until}", millis(at), alarm.words);
            entries.extend(filled(&words.split(' ').map(str::to_owned).collect::<Vec<_>>(), " ", self.width));
        }
        for entry in entries {
            self.out.push_str(&entry);
            self.out.push('\n');
        }
    }
}

/// `4`, or `4-7` for several.
fn range_words(first: usize, last: usize) -> String {
    if first == last { first.to_string() } else { format!("{first}-{last}") }
}

/// Pieces put into lines of at most so many letters, with the same between them.
fn filled(pieces: &[String], between: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for piece in pieces {
        let long = piece.chars().count();
        match lines.last_mut() {
            Some(line) if line.chars().count() + between.len() + long <= width => {
                line.push_str(between);
                line.push_str(piece);
            }
            _ => lines.push(piece.clone()),
        }
    }
    lines
}
