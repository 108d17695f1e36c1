//! Differences as text, as a table for a review comment, and as JSON.

use std::io::{self, Write};

use kiber_trace::diff::{Difference, Layout, Place, Summary};
use serde_json::{Value, json};

use crate::words::{grouped, plain, wrapped};

/// So many differences are shown unless all are asked for: more than a person reads.
const MOST: u64 = 40;

/// How differences are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Show {
    Text { color: bool },
    Markdown,
    Json,
}

/// What is shown so far.
pub(super) struct Shown<'a> {
    show: Show,
    most: u64,
    output: &'a mut dyn Write,
    layout: Layout,
    /// The rows of a table, which stands under the summary.
    rows: String,
    count: u64,
}

impl<'a> Shown<'a> {
    pub(super) fn new(show: Show, all: bool, output: &'a mut dyn Write) -> Self {
        let color = matches!(show, Show::Text { color: true });
        let most = if all || show == Show::Json { u64::MAX } else { MOST };
        Self { show, most, output, layout: Layout::new(color), rows: String::new(), count: 0 }
    }

    /// Whether differences go to standard output as they come.
    pub(super) fn is_written_at_once(&self) -> bool {
        self.show != Show::Markdown
    }

    pub(super) fn difference(&mut self, difference: &Difference) -> io::Result<()> {
        self.count += 1;
        if self.count > self.most {
            return Ok(());
        }
        match self.show {
            Show::Text { .. } => self.output.write_all(self.layout.lines(difference).as_bytes()),
            Show::Markdown => {
                self.rows.push_str(&row(difference));
                Ok(())
            }
            Show::Json => {
                let before = if self.count == 1 { "{\n  \"differences\": [\n" } else { ",\n" };
                write!(self.output, "{before}    {}", value(difference))
            }
        }
    }

    /// The summary, and what was left out.
    pub(super) fn end(self, summary: &Summary) -> io::Result<()> {
        let Self { show, most, output, rows, count, .. } = self;
        let left_out = count.saturating_sub(most);
        match show {
            Show::Text { .. } => {
                if left_out > 0 {
                    writeln!(output, "\n… and {} more; --all shows them", differences(left_out))?;
                }
                if count > 0 {
                    writeln!(output)?;
                }
                for note in &summary.notes {
                    wrapped(&note.message, 79).iter().try_for_each(|line| writeln!(output, "{line}"))?;
                }
                writeln!(output, "{}", plain(&summary.to_string()))
            }
            Show::Markdown => {
                writeln!(output, "**{}**", cell(&summary.to_string()))?;
                for note in &summary.notes {
                    writeln!(output, "\n{}", cell(&note.message))?;
                }
                if count > 0 {
                    writeln!(
                        output,
                        "\n| section | line | kind | what differs |\n|---|--:|---|---|\n{rows}",
                        rows = rows.trim_end()
                    )?;
                }
                if left_out > 0 {
                    writeln!(output, "\n… and {} more", differences(left_out))?;
                }
                Ok(())
            }
            Show::Json => {
                let before = if count == 0 { "{\n  \"differences\": [" } else { "\n  " };
                let rest = json!({
                    "same": summary.is_same(),
                    "summary": summary.to_string(),
                    "sections": summary.sections,
                    "sections_differing": summary.differing,
                    "events_a": summary.events_a,
                    "events_b": summary.events_b,
                    "notes": summary.notes.iter().map(|note| json!({ "kind": note.kind.name(), "message": note.message })).collect::<Vec<_>>(),
                });
                // The list was written as it came; the other keys follow it in the same object.
                let rest = format!("{rest:#}");
                writeln!(output, "{before}],{}", rest.strip_prefix('{').unwrap_or(&rest))
            }
        }
    }
}

fn differences(count: u64) -> String {
    format!("{} difference{}", grouped(count), if count == 1 { "" } else { "s" })
}

fn value(difference: &Difference) -> Value {
    let section = |place: Option<Place>| place.map(|place| place.section);
    json!({
        "kind": difference.kind.name(),
        "section": difference.section,
        "section_a": section(difference.section_a),
        "section_b": section(difference.section_b),
        "line_a": difference.line_a,
        "line_b": difference.line_b,
        "part": difference.part,
        "message": difference.message,
    })
}

fn row(difference: &Difference) -> String {
    let line = match (difference.line_a, difference.line_b) {
        (Some(a), Some(b)) if a != b => format!("{a}, {b}"),
        (Some(line), _) | (None, Some(line)) => line.to_string(),
        (None, None) => String::new(),
    };
    let section = difference.section.replace('`', "'");
    format!("| `{}` | {line} | {} | {} |\n", cell(&section), difference.kind.name(), cell(&difference.message))
}

/// Text that ends no cell of a table.
fn cell(text: &str) -> String {
    plain(text).replace('|', "\\|")
}
