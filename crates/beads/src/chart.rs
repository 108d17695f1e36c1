//! Curves drawn: for a terminal, and as SVG.

use std::fmt::Write;

/// Several curves over the same numbers, from 0 to 1 upwards.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// What is shown.
    pub title: String,
    /// What is counted from left to right.
    pub across: String,
    /// The last number from left to right; the first one is 1.
    pub end: usize,
    /// The curves.
    pub lines: Vec<Line>,
}

/// One curve of a [`Chart`].
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What it shows.
    pub name: String,
    /// What marks it where there are no colours.
    pub mark: char,
    /// Its colour, as SVG names colours.
    pub color: String,
    /// Its points: the number, and the share from 0 to 1.
    pub points: Vec<(f64, f64)>,
    /// Whether it is drawn as dots.
    pub dotted: bool,
}

/// How many characters a chart has from left to right and from top to bottom, without its frame.
const COLUMNS: usize = 70;
const ROWS: usize = 13;

impl Chart {
    /// The chart in characters: at most 80 wide and 18 high.
    pub fn to_text(&self) -> String {
        let mut cells = vec![vec![' '; COLUMNS]; ROWS];
        for line in &self.lines {
            for (column, share) in self.by_column(&line.points).into_iter().enumerate() {
                let Some(share) = share else { continue };
                let row = ((1.0 - share.clamp(0.0, 1.0)) * (ROWS - 1) as f64).round() as usize;
                if let Some(cell) = cells.get_mut(row).and_then(|row| row.get_mut(column)) {
                    *cell = line.mark;
                }
            }
        }
        let mut text = format!("{}\n", self.title);
        let last = ROWS - 1;
        for (row, cells) in cells.iter().enumerate() {
            let scale = if row % 3 == 0 { format!("{:3} %", 100 * (last - row) / last) } else { String::new() };
            let cells: String = cells.iter().collect();
            let _ = writeln!(text, "{scale:>6} |{}", cells.trim_end());
        }
        let _ = writeln!(text, "{:>6} +{}", "", "-".repeat(COLUMNS));
        let end = self.end.to_string();
        let across = format!("{:^width$}", self.across, width = COLUMNS.saturating_sub(2 + end.len()));
        let _ = writeln!(text, "{:>6}  1{across}{end} ", "").map(|()| text.truncate(text.trim_end().len()));
        let marks: Vec<String> = self.lines.iter().map(|line| format!("{} {}", line.mark, line.name)).collect();
        let _ = write!(text, "\n{:>6}  {}\n", "", marks.join("   "));
        text
    }

    /// The mean share of each column; what lies between points is on the line from one to the next.
    fn by_column(&self, points: &[(f64, f64)]) -> Vec<Option<f64>> {
        let span = (self.end.max(2) - 1) as f64;
        let mut at = 0;
        let shares = (0..COLUMNS).map(|column| {
            let number = 1.0 + span * column as f64 / (COLUMNS - 1) as f64;
            while points.get(at + 1).is_some_and(|&(next, _)| next <= number) {
                at += 1;
            }
            let &(from, share) = points.get(at)?;
            match points.get(at + 1) {
                Some(&(to, next)) if to > from && number > from => {
                    Some(share + (next - share) * (number - from) / (to - from))
                }
                _ => Some(share),
            }
        });
        shares.collect()
    }

    /// The chart as a picture of 800 by 480.
    pub fn to_svg(&self) -> String {
        let mut svg = String::from(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"800\" height=\"480\" viewBox=\"0 0 800 480\" \
             font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"800\" height=\"480\" fill=\"white\"/>\n",
        );
        let _ = writeln!(svg, "<text x=\"60\" y=\"28\" font-size=\"17\">{}</text>", escaped(&self.title));
        let (left, right, top, bottom) = (60.0, 770.0, 80.0, 420.0);
        let span = (self.end.max(2) - 1) as f64;
        let across = |number: f64| left + (number - 1.0) / span * (right - left);
        let up = |share: f64| bottom - share.clamp(0.0, 1.0) * (bottom - top);
        for quarter in 0..=4 {
            let y = up(f64::from(quarter) / 4.0);
            let _ = writeln!(
                svg,
                "<line x1=\"{left}\" y1=\"{y}\" x2=\"{right}\" y2=\"{y}\" stroke=\"#ddd\"/>\
                 <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{} %</text>",
                left - 8.0,
                y + 4.5,
                25 * quarter
            );
        }
        for number in ticks(self.end) {
            let x = across(number as f64);
            let _ = writeln!(
                svg,
                "<line x1=\"{x:.2}\" y1=\"{bottom}\" x2=\"{x:.2}\" y2=\"{}\" stroke=\"#888\"/>\
                 <text x=\"{x:.2}\" y=\"{}\" text-anchor=\"middle\">{number}</text>",
                bottom + 5.0,
                bottom + 20.0
            );
        }
        let middle = (left + right) / 2.0;
        let _ = writeln!(svg, "<text x=\"{middle}\" y=\"462\" text-anchor=\"middle\">{}</text>", escaped(&self.across));
        let mut x = left;
        for line in &self.lines {
            let color = escaped(&line.color);
            let name = escaped(&line.name);
            if line.dotted {
                for &(number, share) in &line.points {
                    let (x, y) = (across(number), up(share));
                    let _ = writeln!(
                        svg,
                        "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"2.4\" fill=\"none\" stroke=\"{color}\"/>"
                    );
                }
                let _ = writeln!(
                    svg,
                    "<circle cx=\"{:.2}\" cy=\"54\" r=\"2.4\" fill=\"none\" stroke=\"{color}\"/>",
                    x + 10.0
                );
            } else {
                let points: Vec<String> = line
                    .points
                    .iter()
                    .map(|&(number, share)| format!("{:.2},{:.2}", across(number), up(share)))
                    .collect();
                let _ = writeln!(
                    svg,
                    "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>\n\
                     <line x1=\"{x}\" y1=\"54\" x2=\"{}\" y2=\"54\" stroke=\"{color}\" stroke-width=\"2\"/>",
                    points.join(" "),
                    x + 20.0
                );
            }
            let _ = writeln!(svg, "<text x=\"{}\" y=\"58.5\">{name}</text>", x + 26.0);
            x += 50.0 + 7.2 * line.name.chars().count() as f64;
        }
        svg.push_str("</svg>\n");
        svg
    }
}

/// Round numbers from 1 to the end, about ten of them.
fn ticks(end: usize) -> Vec<usize> {
    let steps = (0..18).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_usize.pow(power)));
    let step = steps.into_iter().find(|step| end / step <= 10).unwrap_or(end);
    let mut ticks: Vec<usize> = (1..).map(|number| number * step).take_while(|&number| number <= end).collect();
    if ticks.first().is_none_or(|&first| first > 1) {
        ticks.insert(0, 1);
    }
    ticks
}

/// A text as SVG holds it.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_numbers() {
        let steps = |end| ticks(end).windows(2).last().map(|pair| pair[1] - pair[0]);
        let found: Vec<_> = [2, 10, 11, 40, 80, 100, 120, 300, 1000, 5000].map(steps).into_iter().flatten().collect();
        assert_eq!(found, [1, 1, 2, 5, 10, 10, 20, 50, 100, 500]);
    }
}
