//! Learning curves, wherever they are to go.

use std::io::Write;
use std::path::{Path, PathBuf};

use kiber_beads::{Chart, Curve, Line, Point};
use serde_json::{Value, json};

use super::which::write;
use crate::problem::Problem;
use crate::words::{grouped_count, plain};

/// Where a learning curve is to go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CurveTo {
    Text,
    Csv(PathBuf),
    Svg(PathBuf),
}

impl CurveTo {
    /// The file that is written, if it is one.
    pub(super) fn file(&self) -> Option<&Path> {
        match self {
            Self::Text => None,
            Self::Csv(file) | Self::Svg(file) => Some(file),
        }
    }
}

/// A curve and how it is told.
pub(super) struct Curves<'a> {
    pub(super) title: String,
    /// What the curves show: the exact chances, or what was played if there are none.
    pub(super) main: &'a Curve,
    /// What was played, beside the exact chances.
    pub(super) played: Option<&'a Curve>,
    /// What a lost game and a won one are called.
    pub(super) lost: &'a str,
    /// Whether being trained is shown.
    pub(super) trains: bool,
}

const LOST: &str = "#c2410c";
const DRAWN: &str = "#64748b";
const TRAINED: &str = "#15803d";

/// What is shown of a game of a curve: its name, its mark, its colour and itself.
type Part<'a> = (&'a str, char, &'static str, fn(&Point) -> f64);

impl Curves<'_> {
    /// Sends the curve where it is to go; says where that was, if it was a file.
    pub(super) fn send(&self, to: &CurveTo, out: &mut dyn Write, json: bool) -> Result<Option<String>, Problem> {
        let file = match to {
            CurveTo::Text => {
                if !json {
                    writeln!(out, "\n{}", self.chart(70).to_text().trim_end())?;
                }
                return Ok(None);
            }
            CurveTo::Csv(file) => {
                write(file, &self.main.to_csv(self.played))?;
                file
            }
            CurveTo::Svg(file) => {
                write(file, &self.chart(140).to_svg())?;
                file
            }
        };
        Ok(Some(plain(&file.display().to_string())))
    }

    /// The curve as a chart; what was played is joined to at most so many means, since single games go
    /// up and down.
    fn chart(&self, most: usize) -> Chart {
        let mut parts: Vec<Part<'_>> = vec![(self.lost, '*', LOST, |point| point.lost)];
        if self.main.has_draws() {
            parts.push(("drawn", '-', DRAWN, |point| point.drawn));
        }
        if self.trains && self.main.points().iter().any(|point| point.trained > 0.0) {
            parts.push(("can no longer lose", 'o', TRAINED, |point| point.trained));
        }
        let games = self.main.points().len();
        let mut lines = Vec::new();
        for &(name, mark, color, part) in &parts {
            lines.push(line(self.main, self.group(self.main, most), part, (name.to_owned(), mark, color), false));
        }
        if let Some(played) = self.played {
            for &(name, mark, color, part) in &parts {
                let name = format!("{name}, played");
                lines.push(line(played, self.group(played, 50), part, (name, mark, color), true));
            }
        }
        // A terminal has no room for both; what was played lies on the exact curve.
        if most <= 70 {
            lines.retain(|line| !line.dotted);
        }
        let of = self.main.lessons().map(|lessons| format!(", {}", grouped_count(lessons, "lesson")));
        let mean = match self.group(self.main, most) {
            1 => String::new(),
            group => format!(" (means of {group})"),
        };
        let title = format!("{}{}", self.title, of.unwrap_or_default());
        Chart { title, across: format!("game{mean}"), end: games, lines }
    }

    /// How many games are taken together: one where the curve is smooth.
    fn group(&self, curve: &Curve, most: usize) -> usize {
        if curve.lessons().is_none() { 1 } else { curve.points().len().div_ceil(most).max(1) }
    }

    /// The curve for programs.
    pub(super) fn as_json(&self) -> Value {
        let points = |curve: &Curve| {
            let points = curve.points().iter().enumerate().map(|(place, point)| {
                json!({
                    "game": place + 1,
                    "lost": point.lost,
                    "drawn": point.drawn,
                    "losses": point.losses,
                    "trained": point.trained,
                })
            });
            points.collect::<Value>()
        };
        json!({ "exact": self.main.lessons().is_none(), "points": points(self.main), "played": self.played.map(points) })
    }
}

fn line(
    curve: &Curve,
    group: usize,
    part: fn(&Point) -> f64,
    (name, mark, color): (String, char, &str),
    dotted: bool,
) -> Line {
    let points = curve.means(group).into_iter().map(|(game, point)| (game, part(&point))).collect();
    Line { name, mark, color: color.to_owned(), points, dotted }
}
