//! Differences as text: the sections as headers, what differs under them.

use super::difference::{Difference, Kind, Place, Report};

/// Lays differences out line by line, as they come.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    color: bool,
    /// The section that the last difference was in.
    last: Option<(Option<Place>, Option<Place>)>,
}

impl Layout {
    /// Text with or without the colours of a terminal.
    pub fn new(color: bool) -> Self {
        Self { color, last: None }
    }

    /// The lines for the next difference: a header where another section begins, and the sentence.
    pub fn lines(&mut self, difference: &Difference) -> String {
        let mut lines = String::new();
        let plain = |text: &str| text.replace(char::is_control, " ");
        let place = (difference.section_a, difference.section_b);
        if self.last != Some(place) {
            if self.last.is_some() {
                lines.push('\n');
            }
            self.last = Some(place);
            lines.push_str(&self.painted("1", &format!("== {}", plain(&difference.section))));
            lines.push_str(&format!("  ({})\n", places(difference)));
        }
        let style = match difference.kind {
            Kind::Section | Kind::Heading if difference.section_a.is_none() => "32",
            Kind::Section | Kind::Heading if difference.section_b.is_none() => "31",
            Kind::Timing => "33",
            Kind::Order => "35",
            Kind::Outcome => "31",
            Kind::More => "2",
            _ => "36",
        };
        lines.push_str(&format!("   {}\n", self.painted(style, &plain(&difference.message))));
        lines
    }

    fn painted(&self, style: &str, text: &str) -> String {
        if self.color { format!("\x1b[{style}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// Where the section stands: `section 12, line 87`, or in both traces where they differ.
fn places(difference: &Difference) -> String {
    let of = |Place { section, line }| format!("section {section}, line {line}");
    match (difference.section_a, difference.section_b) {
        (Some(a), Some(b)) if a == b => of(a),
        (Some(a), Some(b)) if a.section == b.section => {
            format!("section {}, lines {} and {}", a.section, a.line, b.line)
        }
        (Some(a), Some(b)) => format!("{}; {} of the second", of(a), of(b)),
        (Some(a), None) => of(a),
        (None, Some(b)) => format!("{} of the second", of(b)),
        (None, None) => "nowhere".to_owned(),
    }
}

impl Report {
    /// Every difference under its section, and the summary as the last line.
    pub fn text(&self) -> String {
        let mut layout = Layout::default();
        let mut text: String = self.differences.iter().map(|difference| layout.lines(difference)).collect();
        if !text.is_empty() {
            text.push('\n');
        }
        self.summary.notes.iter().for_each(|note| text.push_str(&format!("{note}\n")));
        text.push_str(&format!("{}\n", self.summary));
        text
    }
}
