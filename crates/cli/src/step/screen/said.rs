//! What is said, asked and typed, drawn; the keys that are needed most; the texts that take the whole screen.

use kiber_netlist::PartKind;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::board::columns;
use super::cells::{from_column, put};
use super::entry::Purpose;
use super::help::HELP;
use super::layout::{Layout, Pane};
use super::look::Tone;
use super::state::{Mode, Question, Screen};
use crate::words::{plain, wrapped};

/// The most lines that what was said may take.
const MOST_SAID: usize = 6;

impl Screen {
    /// What was last said, or is being asked or typed; over what is beneath it if it is long. Where the cursor is.
    pub(super) fn draw_said(&self, buffer: &mut Buffer, layout: &Layout) -> Option<Position> {
        let place = layout.message;
        let room = place.width.saturating_sub(1);
        match &self.mode {
            Mode::Typing(entry) => {
                let lead = entry.purpose.lead();
                let lead_width = columns(lead);
                put(buffer, place.x + 1, place.y, room, lead, self.style(Tone::Key));
                let room = room.saturating_sub(lead_width + 1);
                // A long line is shown around its cursor.
                let cut = entry.cursor().saturating_sub(room);
                let text = from_column(entry.text(), cut);
                let x = place.x + 1 + lead_width;
                put(buffer, x, place.y, room + 1, text, Style::new());
                Some(Position::new((x + entry.cursor() - cut).min(place.right().saturating_sub(1)), place.y))
            }
            _ => {
                let (text, tone) = match &self.mode {
                    Mode::Asking(question) => (question_words(question), Tone::Alarm),
                    _ => (self.message.text.clone(), self.message.tone),
                };
                let lines = wrapped(&text, usize::from(room.saturating_sub(1)));
                let height = lines.len().min(MOST_SAID);
                let first = place.y.saturating_sub(u16::try_from(height.saturating_sub(1)).unwrap_or(0));
                for (y, line) in (first..=place.y).zip(&lines) {
                    let padded = format!(" {line:width$}", width = usize::from(room));
                    put(buffer, place.x, y, place.width, &padded, self.style(tone));
                }
                None
            }
        }
    }

    pub(super) fn draw_keys(&self, buffer: &mut Buffer, area: Rect) {
        let keys: Vec<(&str, String)> = match &self.mode {
            Mode::Typing(entry) if !entry.choices.is_empty() => vec![("", entry.choices.join("  "))],
            Mode::Typing(entry) => typing_keys(self, entry.purpose),
            Mode::Asking(Question::Leave) => {
                named_keys(&[("y", "leave"), ("w", "write a script first"), ("Esc", "stay")])
            }
            Mode::Asking(Question::Replace(_)) => named_keys(&[("y", "write over it"), ("Esc", "do not")]),
            _ if self.pane == Pane::Events => named_keys(&[
                ("?", "help"),
                ("↑↓", "instant"),
                ("[ ]", "action"),
                ("Home End", "ends"),
                ("/ n N", "find"),
                ("Enter", "its part"),
                ("Esc", "back"),
            ]),
            _ => self.machine_keys(),
        };
        let mut x = area.x + 1;
        for (key, what) in keys {
            let room = |x: u16| area.right().saturating_sub(x);
            x = put(buffer, x, area.y, room(x), key, self.style(Tone::Key));
            x = put(buffer, x, area.y, room(x), &format!(" {what}  "), Style::new());
        }
    }

    /// The keys that are most needed, for the part chosen.
    fn machine_keys(&self) -> Vec<(&'static str, String)> {
        let simulator = self.session.simulator();
        let part = self.chosen;
        let (enter, hold) = match &self.circuit().parts[part].kind {
            PartKind::Button(_) if simulator.is_held(part) => ("free", None),
            PartKind::Button(_) => ("press", Some(("h", "hold"))),
            PartKind::Toggle(_) => ("flip", None),
            PartKind::Source(_) => ("switch", None),
            PartKind::Selector(_) => ("turn", Some(("-", "back"))),
            PartKind::Fuse(_) if simulator.is_blown(part) => ("replace", None),
            _ => ("in full", None),
        };
        let mut keys = vec![("?", "help"), ("arrows", "part"), ("Enter", enter)];
        keys.extend(hold);
        keys.extend([(", . [ ]", "time"), ("i", "why"), (":", "line")]);
        keys.extend(hold.is_none().then_some(("/", "find")));
        keys.push(("q", "quit"));
        named_keys(&keys)
    }

    pub(super) fn draw_help(&self, buffer: &mut Buffer, area: Rect) {
        for (y, line) in (area.y..area.bottom()).zip(HELP) {
            let tone = if line.starts_with(' ') { Tone::Plain } else { Tone::Strong };
            put(buffer, area.x, y, area.width, line, self.style(tone));
        }
    }

    pub(super) fn draw_reading(&self, buffer: &mut Buffer, area: Rect, title: &str, lines: &[String], top: usize) {
        self.draw_rule(buffer, area, title, true);
        let bottom = area.bottom().saturating_sub(1);
        for (y, line) in (area.y + 1..bottom).zip(lines.iter().skip(top)) {
            put(buffer, area.x + 1, y, area.width.saturating_sub(1), &plain(line), Style::new());
        }
        let room = usize::from(area.height.saturating_sub(2));
        let more = if lines.len() > room { "↑↓ scroll, " } else { "" };
        put(buffer, area.x + 1, bottom, area.width, &format!("{more}Esc closes"), self.style(Tone::Key));
    }
}

pub(super) fn question_words(question: &Question) -> String {
    match question {
        Question::Leave => "What was done is not written to a file. Leave all the same? (y)".to_owned(),
        Question::Replace(path) => format!("`{}` is there already. Write over it? (y)", path.display()),
    }
}

fn named_keys(keys: &[(&'static str, &str)]) -> Vec<(&'static str, String)> {
    keys.iter().map(|&(key, what)| (key, what.to_owned())).collect()
}

fn typing_keys(screen: &Screen, purpose: Purpose) -> Vec<(&'static str, String)> {
    match purpose {
        Purpose::Line => {
            named_keys(&[("Enter", "do it"), ("Tab", "complete"), ("↑", "earlier"), ("Esc", "never mind")])
        }
        Purpose::Part | Purpose::Event => named_keys(&[("Enter", "find"), ("Esc", "never mind")]),
        Purpose::Stop => vec![("Enter", screen.stops_in_words())],
        Purpose::File => named_keys(&[("Enter", "write"), ("Esc", "do not")]),
    }
}
