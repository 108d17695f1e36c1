//! A diagram as a picture.

mod flags;
mod wave;

use std::fmt::Write as _;

use kiber_engine::Micros;

use super::axis::{Kind, Page, Pauses, Row, breaks, lengths, nice_step, rows, ticks};
use super::diagram::{AlarmKind, Diagram, Mark};
use super::figures::{current, millis, short_span, shortened};
use super::lane::Lane;
use super::subject::{Aspect, Shape};
use crate::markup::{Escaped, Px};
use flags::Flags;

/// How a picture is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SvgStyle {
    /// How wide it is drawn, in pixels; 320 at least. It scales with the page that it stands on.
    pub width: u32,
    /// What happens to long pauses.
    pub pauses: Pauses,
}

impl Default for SvgStyle {
    fn default() -> Self {
        Self { width: 960, pauses: Pauses::Broken }
    }
}

const LEAST_WIDTH: u32 = 320;
/// Around everything.
const MARGIN: f64 = 16.0;
/// What is shown of a lane before its first instant and after its last.
const LEAD: f64 = 14.0;
/// A broken pause.
const BREAK: f64 = 56.0;
/// What is added after an action that took no time.
const MOMENT: f64 = 34.0;
/// A small step is at least so wide, if a few more rows can help it.
const STEP: f64 = 5.0;
const MOST_ROWS: f64 = 6.0;
/// So much of several rows is meant to be filled.
const ROOM_TO_CUT: f64 = 0.9;
/// How wide a letter of 12 pixels is, on the safe side.
const LETTER: f64 = 8.2;
/// The same for the smaller ones.
pub(crate) const SMALL_LETTER: f64 = 6.4;
const LONGEST_NAME: usize = 22;

impl Diagram {
    /// The diagram as SVG: text is text, colours are classes for light and dark pages, and it is as wide as
    /// its place on the page.
    pub fn svg(&self, style: &SvgStyle) -> String {
        let width = f64::from(style.width.max(LEAST_WIDTH));
        let names = self.lanes.iter().map(name_width);
        let head = names.fold(40.0, f64::max).min(width / 3.0);
        let left = MARGIN + head + 10.0;
        let length = (width - MARGIN - left - 2.0 * LEAD).max(60.0);
        let instants = self.instants();
        let moments = self.moments();
        let broken = breaks(&instants, &moments, style.pauses);
        let lengths = lengths(&instants, &moments, &broken);
        let fixed = BREAK * broken.len() as f64 + MOMENT * moments.len() as f64;
        let per_micro = scale(lengths, fixed, length);
        let page = Page { row: length, break_length: BREAK, moment: MOMENT, per_micro, whole: false };
        let cuts: Vec<Micros> = self.marks.iter().map(|mark| mark.shown).collect();
        let rows = rows(self.shown, &broken, &moments, &cuts, &page);
        let flags = Flags::of(self, &rows, left + LEAD, width - MARGIN);
        let mut drawing = Drawing { diagram: self, out: String::new(), width, left, head, y: MARGIN, per_micro };
        drawing.title();
        for (number, row) in rows.iter().enumerate() {
            drawing.row(row, &flags, number, number + 1 == rows.len());
        }
        drawing.finished()
    }
}

fn scale(mut gaps: Vec<Micros>, fixed: f64, length: f64) -> f64 {
    gaps.sort_unstable();
    let total: Micros = gaps.iter().sum::<Micros>().max(1);
    let in_one_row = (length - fixed).max(length / 2.0) / total as f64;
    let small = gaps.get(gaps.len() / 4).copied().unwrap_or(1_000).max(1);
    let wanted = in_one_row.max((STEP / small as f64).min(in_one_row * MOST_ROWS));
    // Rows that are about equally long, with some room to cut them where an action begins.
    let rows = (wanted / in_one_row - 1e-9).ceil();
    let filled = if rows > 1.0 { in_one_row * rows * ROOM_TO_CUT } else { in_one_row };
    // A hair less, so that what fits by the sum fits piece by piece.
    wanted.max(filled) * (1.0 - 1e-9)
}

fn name_width(lane: &Lane) -> f64 {
    let name = lane.name.chars().count().min(LONGEST_NAME) as f64 * LETTER;
    let beside = beside(lane).chars().count() as f64 * SMALL_LETTER;
    name + if beside > 0.0 { beside + 10.0 } else { 0.0 }
}

/// What stands beside the name: a label, or the current at full height.
fn beside(lane: &Lane) -> String {
    match (lane.shape, lane.largest(), &lane.label) {
        (Shape::Current, Some(largest), _) if largest.0 > 0 => current(largest),
        (_, _, Some(label)) => shortened(label, LONGEST_NAME),
        _ => String::new(),
    }
}

/// How high a lane is, and how high what is drawn in it.
fn heights(lane: &Lane) -> (f64, f64) {
    match lane.shape {
        Shape::Current => (24.0, 15.0),
        Shape::ThreeLevels => (36.0, 26.0),
        _ => (29.0, 18.0),
    }
}

pub(crate) struct Drawing<'d> {
    diagram: &'d Diagram,
    pub(crate) out: String,
    width: f64,
    /// Where the lanes begin.
    left: f64,
    head: f64,
    y: f64,
    per_micro: f64,
}

impl Drawing<'_> {
    fn x(&self, row: &Row, at: Micros) -> f64 {
        self.left + LEAD + row.x(at)
    }

    pub(crate) fn text(&mut self, x: f64, y: f64, class: &str, anchor: &str, words: &str) {
        let anchor = if anchor.is_empty() { String::new() } else { format!(" text-anchor=\"{anchor}\"") };
        let _ = writeln!(
            self.out,
            "<text x=\"{}\" y=\"{}\" class=\"{class}\"{anchor}>{}</text>",
            Px(x),
            Px(y),
            Escaped(words)
        );
    }

    pub(crate) fn rect(&mut self, [x, y, width, height]: [f64; 4], class: &str) {
        let _ = writeln!(
            self.out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" class=\"{class}\"/>",
            Px(x),
            Px(y),
            Px(width),
            Px(height)
        );
    }

    pub(crate) fn line(&mut self, [x1, y1, x2, y2]: [f64; 4], class: &str) {
        let _ = writeln!(self.out, "<path d=\"M{} {}L{} {}\" class=\"{class}\"/>", Px(x1), Px(y1), Px(x2), Px(y2));
    }

    fn title(&mut self) {
        let script = self.diagram.script.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
        let words = format!("{}{script}", self.diagram.title);
        if words.trim().is_empty() {
            return;
        }
        let most = ((self.width - 2.0 * MARGIN) / 8.6) as usize;
        self.text(MARGIN, self.y + 14.0, "k-title", "", &shortened(words.trim(), most));
        self.y += 28.0;
    }

    fn row(&mut self, row: &Row, flags: &Flags<'_>, number: usize, is_last: bool) {
        self.headings(row, is_last);
        let flags_at = self.y;
        self.y += flags.height(number);
        let top = self.y;
        let tops = self.bands();
        let bottom = self.y;
        let right = self.left + row.length() + 2.0 * LEAD;
        let step = nice_step((64.0 / self.per_micro).ceil().max(1.0) as Micros);
        let diagram = self.diagram;
        for (at, _) in ticks(row, step, |at| diagram.time(at)) {
            let x = self.x(row, at);
            self.line([x, top, x, bottom + 4.0], "k-grid");
        }
        for (lane, &y) in diagram.lanes.iter().zip(&tops) {
            let (full, height) = heights(lane);
            let base = y + full - (full - height) / 2.0;
            wave::draw(self, lane, row, [self.left, right], base, height, is_last);
        }
        self.alarms(row, top, bottom);
        self.breaks(row, top, bottom);
        flags.draw(self, number, flags_at, bottom);
        self.axis(row, right, bottom, step);
        self.legend(row, flags, number, is_last);
        self.y += 14.0;
    }

    /// The names, on bands of changing ground; where each lane begins.
    fn bands(&mut self) -> Vec<f64> {
        let diagram = self.diagram;
        let mut tops = Vec::new();
        let parts = diagram.lanes.chunk_by(|a, b| part_of(a) == part_of(b));
        for (number, lanes) in parts.enumerate() {
            let height: f64 = lanes.iter().map(|lane| heights(lane).0).sum::<f64>() + 6.0;
            if number % 2 == 0 {
                self.rect([MARGIN - 6.0, self.y, self.width - 2.0 * MARGIN + 12.0, height], "k-band");
            }
            self.y += 3.0;
            for lane in lanes {
                let full = heights(lane).0;
                tops.push(self.y);
                let name = shortened(&lane.name, LONGEST_NAME);
                let baseline = self.y + full / 2.0 + 4.5;
                self.text(MARGIN, baseline, "k-name", "", &name);
                let beside = beside(lane);
                if !beside.is_empty() {
                    self.text(MARGIN + self.head, baseline, "k-small", "end", &beside);
                }
                self.y += full;
            }
            self.y += 3.0;
        }
        tops
    }

    fn headings(&mut self, row: &Row, is_last: bool) {
        let inside = |at: Micros| row.from() <= at && (at < row.to() || is_last);
        let own: Vec<_> = self.diagram.headings.iter().filter(|heading| inside(heading.shown)).collect();
        if own.is_empty() {
            return;
        }
        for (number, heading) in own.iter().enumerate() {
            let x = self.x(row, heading.shown);
            let end = own.get(number + 1).map_or(self.width - MARGIN, |next| self.x(row, next.shown) - 6.0);
            let words = shortened(&heading.title, ((end - x) / SMALL_LETTER).max(0.0) as usize);
            self.line([x, self.y + 2.0, x, self.y + 16.0], "k-axis");
            self.line([x, self.y + 2.0, end.max(x), self.y + 2.0], "k-axis");
            if words.chars().count() > 1 {
                self.text(x + 4.0, self.y + 14.0, "k-heading", "", &words);
            }
        }
        self.y += 22.0;
    }

    fn alarms(&mut self, row: &Row, top: f64, bottom: f64) {
        for alarm in &self.diagram.alarms {
            if alarm.from > row.to() || alarm.to.is_some_and(|to| to < row.from()) {
                continue;
            }
            let start = self.x(row, alarm.from.max(row.from()));
            let end = alarm.to.map_or(self.left + row.length() + 2.0 * LEAD, |to| self.x(row, to.min(row.to())));
            let wide = (end - start).max(2.0);
            if alarm.kind == AlarmKind::Oscillation {
                self.rect([start, bottom, wide, 3.0], "k-repeat-bar");
            } else {
                self.rect([start, top, wide, bottom - top], "k-alarm");
                self.rect([start, bottom, wide, 3.0], "k-alarm-bar");
            }
        }
    }

    /// A torn strip where a pause is broken.
    fn breaks(&mut self, row: &Row, top: f64, bottom: f64) {
        for piece in row.pieces.iter().filter(|piece| piece.kind == Kind::Pause) {
            let middle = self.left + LEAD + piece.at + piece.length / 2.0;
            let half = 5.0;
            let edge = |x: f64| {
                let mut path = format!("M{} {}", Px(x), Px(top - 2.0));
                let mut y = top - 2.0;
                let mut side = 2.0;
                while y < bottom + 2.0 {
                    let next = (y + 8.0).min(bottom + 2.0);
                    let _ = write!(path, "L{} {}", Px(x + side), Px(next));
                    side = -side;
                    y = next;
                }
                path
            };
            self.rect([middle - half, top - 2.0, 2.0 * half, bottom - top + 4.0], "k-gap");
            for x in [middle - half, middle + half] {
                let path = edge(x);
                let _ = writeln!(self.out, "<path d=\"{path}\" class=\"k-tear\"/>");
            }
        }
    }

    fn axis(&mut self, row: &Row, right: f64, bottom: f64, step: Micros) {
        let y = bottom + 4.0;
        self.line([self.left, y, right, y], "k-axis");
        let mut free_from = f64::MIN;
        let mut labels: Vec<(f64, String, bool)> = row
            .pieces
            .iter()
            .filter(|piece| piece.kind == Kind::Pause)
            .map(|piece| (self.left + LEAD + piece.at + piece.length / 2.0, short_span(piece.to - piece.from), true))
            .collect();
        let diagram = self.diagram;
        let mut marked = ticks(row, step, |at| diagram.time(at));
        if marked.is_empty() {
            marked.push((row.from(), diagram.time(row.from())));
        }
        labels.extend(marked.into_iter().map(|(at, time)| (self.x(row, at), millis(time), false)));
        // What a pause is long comes first; ticks stand where room is left.
        let pauses: Vec<[f64; 2]> =
            labels.iter().filter(|label| label.2).map(|(x, words, _)| extent(*x, words)).collect();
        for (x, words, is_pause) in labels {
            if is_pause {
                self.text(x, y + 13.0, "k-small", "middle", &words);
                continue;
            }
            self.line([x, y, x, y + 4.0], "k-axis");
            let half = words.chars().count() as f64 * SMALL_LETTER / 2.0;
            let x = x.clamp(MARGIN + 20.0 + half, (self.width - half).max(MARGIN + 20.0 + half));
            let [start, end] = extent(x, &words);
            let is_free = |pause: &[f64; 2]| start > pause[1] + 4.0 || end < pause[0] - 4.0;
            if start > free_from && pauses.iter().all(is_free) {
                self.text(x, y + 13.0, "k-tick", "middle", &words);
                free_from = end + 4.0;
            }
        }
        self.text(MARGIN, y + 13.0, "k-tick", "", "ms");
        self.y = y + 20.0;
    }

    fn legend(&mut self, row: &Row, flags: &Flags<'_>, number: usize, is_last: bool) {
        let mut entries: Vec<(String, &str)> = Vec::new();
        if !flags.are_titles() {
            entries.extend(flags.marks(number).map(|mark: &Mark| {
                (format!("{}  {} ({} ms)", mark.number, shortened(&mark.title, 60), millis(mark.at)), "k-mark")
            }));
        }
        let inside = |at: Micros| row.from() <= at && (at < row.to() || is_last);
        let mut x = MARGIN;
        for (words, class) in entries {
            let wide = words.chars().count() as f64 * SMALL_LETTER + 18.0;
            if x > MARGIN && x + wide > self.width - MARGIN {
                x = MARGIN;
                self.y += 16.0;
            }
            self.text(x, self.y + 12.0, class, "", &words);
            // In columns, so that the eye finds them.
            x += (wide / 90.0).ceil() * 90.0;
        }
        if x > MARGIN {
            self.y += 18.0;
        }
        let diagram = self.diagram;
        let time = |at: Micros| diagram.time(at);
        let alarms = diagram.alarms.iter().filter(|alarm| inside(alarm.from.max(self.diagram.shown.0)));
        for alarm in alarms {
            let lasted = match alarm.to {
                Some(to) if alarm.kind != AlarmKind::Oscillation => {
                    format!(", for {} ms", millis(time(to) - time(alarm.from)))
                }
                Some(_) => String::new(),
                None => ", still there at the end".to_owned(),
            };
            let most = ((self.width - 2.0 * MARGIN) / SMALL_LETTER) as usize;
            let words = format!("{} ms: {}{lasted}", millis(time(alarm.from)), alarm.words);
            self.text(MARGIN, self.y + 12.0, "k-alarm-text", "", &shortened(&words, most));
            self.y += 16.0;
        }
    }

    fn finished(self) -> String {
        let (width, height) = (Px(self.width).to_string(), Px(self.y + MARGIN - 10.0).to_string());
        let diagram = self.diagram;
        let title = if diagram.title.trim().is_empty() { "Timing diagram" } else { diagram.title.trim() };
        let names: Vec<&str> = diagram.lanes.iter().map(|lane| lane.name.as_str()).collect();
        let marks: Vec<String> =
            diagram.marks.iter().map(|mark| format!("{} at {} ms", mark.title, millis(mark.at))).collect();
        let mut desc = format!(
            "Timing diagram from {} to {} ms of {}.",
            millis(diagram.from),
            millis(diagram.to),
            if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
        );
        if !marks.is_empty() {
            let _ = write!(desc, " Actions: {}.", marks.join("; "));
        }
        for alarm in &diagram.alarms {
            let _ = write!(desc, " At {} ms: {}.", millis(diagram.time(alarm.from)), alarm.words);
        }
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             style=\"max-width:100%;height:auto\" class=\"k-all\" role=\"img\" aria-labelledby=\"k-title k-desc\">\n\
             <title id=\"k-title\">{}</title>\n<desc id=\"k-desc\">{}</desc>\n<style>\n{}</style>\n\
             <defs><pattern id=\"k-hatch\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" \
             patternTransform=\"rotate(45)\"><path d=\"M0 0V5\" class=\"k-hatch\"/></pattern></defs>\n\
             <rect width=\"{width}\" height=\"{height}\" class=\"k-paper\"/>\n{}</svg>\n",
            Escaped(title),
            Escaped(&desc),
            include_str!("svg/style.css"),
            self.out
        )
    }
}

fn extent(middle: f64, words: &str) -> [f64; 2] {
    let half = words.chars().count() as f64 * SMALL_LETTER / 2.0;
    [middle - half, middle + half]
}

/// The part or contact that a lane is about, as far as the eye is to group lanes.
fn part_of(lane: &Lane) -> (u8, u32) {
    use kiber_netlist::Id as _;
    match lane.aspect {
        Aspect::Coil(part) | Aspect::Stand(part) | Aspect::Lamp(part) | Aspect::Source(part) | Aspect::Fuse(part) => {
            (0, part.index() as u32)
        }
        Aspect::Side(contact, _) | Aspect::Wiper(contact) => (1, contact.index() as u32),
    }
}
