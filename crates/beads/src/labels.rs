//! Labels for real matchboxes: to be printed on A4 and cut out, or as text.

use std::fmt::Write;

use crate::arena::Subject;
use crate::cabinet::{Cabinet, Matchbox};
use crate::chart::escaped;
use crate::contents::Contents;

/// The labels of a machine, with the beads that each box holds.
#[derive(Clone, Copy, Debug)]
pub struct Labels<'a> {
    /// The boxes.
    pub cabinet: &'a Cabinet,
    /// What is in them.
    pub contents: &'a Contents,
}

// All in millimetres. A label fits on the top of a common matchbox (53 by 36).
const PAGE: (f64, f64) = (210.0, 297.0);
const LABEL: (f64, f64) = (50.0, 34.0);
const GAP: (f64, f64) = (6.0, 5.0);
const ACROSS: usize = 3;
const DOWN: usize = 7;

impl Labels<'_> {
    /// How many labels a page has.
    pub const A_PAGE: usize = ACROSS * DOWN;

    /// How many pages there are.
    pub fn pages(&self) -> usize {
        self.cabinet.boxes().len().div_ceil(Self::A_PAGE)
    }

    /// A page of A4 with marks to cut along, as SVG; from 0. Empty beyond the last page.
    pub fn page(&self, number: usize) -> String {
        let (width, height) = PAGE;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
        );
        let margin_x = (width - LABEL.0 * ACROSS as f64 - GAP.0 * (ACROSS - 1) as f64) / 2.0;
        let margin_y = (height - LABEL.1 * DOWN as f64 - GAP.1 * (DOWN - 1) as f64) / 2.0;
        let boxes = self.cabinet.boxes().iter().enumerate().skip(number * Self::A_PAGE).take(Self::A_PAGE);
        for (place, (box_number, matchbox)) in boxes.enumerate() {
            let x = margin_x + (place % ACROSS) as f64 * (LABEL.0 + GAP.0);
            let y = margin_y + (place / ACROSS) as f64 * (LABEL.1 + GAP.1);
            let _ = writeln!(svg, "<g transform=\"translate({x:.2} {y:.2})\">");
            cut_marks(&mut svg);
            let label = Label { labels: self, matchbox, number: box_number + 1 };
            match self.cabinet.arena().subject() {
                Subject::Bachet(_) => label.heap(&mut svg),
                Subject::TicTacToe => label.board(&mut svg),
            }
            svg.push_str("</g>\n");
        }
        let page = format!("{} - page {} of {}", self.title(), number + 1, self.pages());
        for (line, up, size) in [(self.legend(), 9.0, 2.5), (&*page, 5.0, 3.0)] {
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\" font-size=\"{size}\" text-anchor=\"middle\" fill=\"#666\">{}</text>",
                width / 2.0,
                height - up,
                escaped(line)
            );
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// All labels as text: a line for each box, with its position, its turn and its beads.
    pub fn to_text(&self) -> String {
        let name = |matchbox| self.cabinet.name(matchbox).chars().count();
        let widest = self.cabinet.boxes().iter().map(name).max().unwrap_or(0).max("box".len());
        let turns = |matchbox| self.cabinet.turns_in_roman(matchbox).len();
        let widest_turns = self.cabinet.boxes().iter().map(turns).max().unwrap_or(0).max(7);
        let mut text = format!("{:<widest$}  {:<widest_turns$}  beads\n", "box", "turn");
        for matchbox in self.cabinet.boxes() {
            let beads: Vec<String> = self.beads(matchbox).map(|bead| bead.words()).collect();
            let turns = self.cabinet.turns_in_roman(matchbox);
            let _ = writeln!(
                text,
                "{:<widest$}  {turns:<widest_turns$}  {}",
                self.cabinet.name(matchbox),
                beads.join(", ")
            );
        }
        text
    }

    fn title(&self) -> String {
        match self.cabinet.arena().subject() {
            Subject::Bachet(rules) => {
                format!("Bachet, {} objects, 1 to {} at a time", rules.objects(), rules.most())
            }
            Subject::TicTacToe => format!("Tic-tac-toe, {} boxes", self.cabinet.boxes().len()),
        }
    }

    /// What stands on a label.
    fn legend(&self) -> &'static str {
        match self.cabinet.arena().subject() {
            Subject::Bachet(_) => {
                "In the circle the objects left; below it, which of its moves the machine may be at; 2 → 5: the bead \
                 for taking 2, which leaves 5."
            }
            Subject::TicTacToe => {
                "A bead for each move, and how many; below, which of its moves the machine is at. Boards may have to be turned."
            }
        }
    }

    fn beads(&self, matchbox: &Matchbox) -> impl Iterator<Item = Bead> {
        let kinds = matchbox.beads.clone().zip(self.cabinet.moves(matchbox));
        let left: u32 = self.cabinet.name(matchbox).parse().unwrap_or(0);
        kinds.map(move |(bead, chosen)| Bead {
            chosen: chosen.name,
            left: left.saturating_sub(chosen.name),
            count: self.contents.count(bead),
            color: self.cabinet.color(bead).map_or_else(|| format!("no. {}", chosen.name), |color| color.name.into()),
            shade: self.cabinet.color(bead).map_or("#ffffff", |color| color.shade),
        })
    }
}

/// The beads of one move.
struct Bead {
    chosen: u32,
    left: u32,
    count: u32,
    color: String,
    shade: &'static str,
}

impl Bead {
    fn words(&self) -> String {
        format!("{}: {} {}", self.chosen, self.count, self.color)
    }

    fn dot(&self, svg: &mut String, x: f64, y: f64, radius: f64) {
        let _ = writeln!(
            svg,
            "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius}\" fill=\"{}\" stroke=\"#222\" stroke-width=\"0.25\"/>",
            self.shade
        );
    }
}

struct Label<'a> {
    labels: &'a Labels<'a>,
    matchbox: &'a Matchbox,
    number: usize,
}

impl Label<'_> {
    /// The objects left in a circle, and an arrow for every move, as the article draws them.
    fn heap(&self, svg: &mut String) {
        let name = escaped(self.labels.cabinet.name(self.matchbox));
        let size = if name.len() <= 2 { 9.0 } else { 18.0 / name.len() as f64 };
        let _ = writeln!(
            svg,
            "<circle cx=\"9.5\" cy=\"12\" r=\"6.5\" fill=\"none\" stroke=\"black\" stroke-width=\"0.5\"/>\
             <text x=\"9.5\" y=\"{:.2}\" font-size=\"{size}\" text-anchor=\"middle\">{name}</text>",
            12.0 + size * 0.36
        );
        self.turns(svg, 9.5, 29.0);
        let beads: Vec<Bead> = self.labels.beads(self.matchbox).collect();
        // Up to six moves one below the other, twelve in two columns, and more as small print.
        let (columns, rows) = match beads.len() {
            0..=6 => (1, beads.len().max(3)),
            7..=12 => (2, 6),
            more => (3, more.div_ceil(3)),
        };
        let pitch = if columns == 1 { 27.0 } else { 25.5 } / rows as f64;
        let radius = (pitch * 0.3).min(1.9);
        let space = 29.0 / f64::from(columns) - 2.0 * radius - 1.6;
        let words = |bead: &Bead| match columns {
            1 => format!("{} → {}   {} {}", bead.chosen, bead.left, bead.count, bead.color),
            _ => format!("{} → {}", bead.chosen, bead.left),
        };
        // A letter is about 0.6 of its height wide; all moves of a label are written in the same size.
        let longest = beads.iter().map(|bead| words(bead).chars().count()).max().unwrap_or(1);
        let text = (space / (0.6 * longest as f64)).min(pitch * 0.62).min(3.2);
        for (place, bead) in beads.iter().enumerate() {
            let x = 20.0 + (place / rows) as f64 * 29.0 / f64::from(columns);
            let y = 3.5 + pitch * ((place % rows) as f64 + 0.5);
            bead.dot(svg, x, y, radius);
            let _ = writeln!(
                svg,
                "<text x=\"{:.2}\" y=\"{:.2}\" font-size=\"{text:.2}\" xml:space=\"preserve\">{}</text>",
                x + radius + 1.0,
                y + text * 0.36,
                escaped(&words(bead))
            );
        }
    }

    /// The board with a bead on every square that the machine may choose.
    fn board(&self, svg: &mut String) {
        let (left, top, side) = (3.0, 3.0, 24.0);
        let cell = side / 3.0;
        for line in 1..=2 {
            let at = f64::from(line) * cell;
            let _ = writeln!(
                svg,
                "<path d=\"M{left} {y:.2}h{side}M{x:.2} {top}v{side}\" stroke=\"black\" stroke-width=\"0.4\"/>",
                x = left + at,
                y = top + at
            );
        }
        let beads: Vec<Bead> = self.labels.beads(self.matchbox).collect();
        let marks = self.labels.cabinet.name(self.matchbox).chars().filter(|&mark| mark != '/');
        for (square, mark) in (1_u32..).zip(marks) {
            let x = left + f64::from((square - 1) % 3) * cell + cell / 2.0;
            let y = top + f64::from((square - 1) / 3) * cell + cell / 2.0;
            if let Some(bead) = beads.iter().find(|bead| bead.chosen == square) {
                bead.dot(svg, x, y, 2.2);
            } else if mark != '.' {
                let _ = writeln!(
                    svg,
                    "<text x=\"{x:.2}\" y=\"{:.2}\" font-size=\"6.5\" text-anchor=\"middle\">{mark}</text>",
                    y + 2.35
                );
            }
        }
        let pitch = 25.0 / beads.len().max(7) as f64;
        for (place, bead) in beads.iter().enumerate() {
            let y = 3.5 + pitch * (place as f64 + 0.5);
            bead.dot(svg, 31.5, y, pitch * 0.3);
            let _ = writeln!(
                svg,
                "<text x=\"34\" y=\"{:.2}\" font-size=\"2.5\">{}</text>",
                y + 0.9,
                escaped(&format!("{} {}", bead.count, bead.color))
            );
        }
        self.turns(svg, 15.0, 31.5);
    }

    fn turns(&self, svg: &mut String, x: f64, y: f64) {
        let turns = escaped(&self.labels.cabinet.turns_in_roman(self.matchbox));
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"3\" text-anchor=\"middle\">{turns}</text>\
             <text x=\"{}\" y=\"{}\" font-size=\"2.2\" text-anchor=\"end\" fill=\"#666\">box {}</text>",
            LABEL.0 - 2.0,
            LABEL.1 - 1.8,
            self.number
        );
    }
}

/// Short lines outside the four corners.
fn cut_marks(svg: &mut String) {
    let (width, height) = LABEL;
    let mut path = String::new();
    for (x, outward_x) in [(0.0, -1.0), (width, 1.0)] {
        for (y, outward_y) in [(0.0, -1.0), (height, 1.0)] {
            let _ = write!(
                path,
                "M{:.2} {y}h{}M{x} {:.2}v{}",
                x + outward_x * 0.4,
                outward_x * 1.6,
                y + outward_y * 0.4,
                outward_y * 1.6
            );
        }
    }
    let _ = writeln!(svg, "<path d=\"{path}\" stroke=\"black\" stroke-width=\"0.15\"/>");
}
