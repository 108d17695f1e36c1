//! The screen drawn: looks at everything, changes nothing.

use kiber_netlist::{PartId, PartKind};
use kiber_session::{Motion, Stop};
use kiber_trace::words;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Span;

use super::board::columns;
use super::events::Row;
use super::help::HELP;
use super::layout::{FIGURE, LEAST, Layout, Pane, Spot};
use super::look::{Tone, face, figure};
use super::page;
use super::state::{Mode, Question, Screen};
use crate::words::{listed, plain, wrapped};

/// The most lines that what was said may take.
const MOST_SAID: usize = 6;

impl Screen {
    /// Draws everything.
    pub(super) fn draw(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let Some(layout) = self.layout_in(area) else {
            self.draw_too_small(frame.buffer_mut(), area);
            return;
        };
        let buffer = frame.buffer_mut();
        match &self.mode {
            Mode::Help => self.draw_help(buffer, area),
            Mode::Reading { title, lines, top } => self.draw_reading(buffer, area, title, lines, *top),
            Mode::Machine | Mode::Typing(_) | Mode::Asking(_) => {
                self.draw_status(buffer, layout.status);
                self.draw_panes(buffer, &layout);
                let cursor = self.draw_said(buffer, &layout);
                self.draw_keys(buffer, layout.keys);
                if let Some(cursor) = cursor {
                    frame.set_cursor_position(cursor);
                }
            }
        }
    }

    fn style(&self, tone: Tone) -> Style {
        self.look.style(tone)
    }

    fn draw_too_small(&self, buffer: &mut Buffer, area: Rect) {
        let (width, height) = LEAST;
        let text = match &self.mode {
            Mode::Asking(question) => question_words(question),
            _ => format!(
                "This terminal has {} × {}; the screen needs {width} × {height}. Make it larger, or press q.",
                area.width, area.height
            ),
        };
        for (y, line) in (area.y..area.bottom()).zip(wrapped(&text, usize::from(area.width.max(1)))) {
            put(buffer, area.x, y, area.width, &line, Style::new());
        }
    }

    fn draw_status(&self, buffer: &mut Buffer, area: Rect) {
        let session = &self.session;
        let (motion, tone) = match session.motion() {
            _ if !session.simulator().shorts().is_empty() => ("SHORT CIRCUIT".to_owned(), Tone::Alarm),
            Motion::Settled => ("settled".to_owned(), Tone::Plain),
            Motion::Moving => ("moving".to_owned(), Tone::Moving),
            Motion::Oscillating(period) => (format!("oscillates, {}", words::millis(period)), Tone::Moving),
        };
        let here = session.here().deed;
        let last = session.deeds().len().saturating_sub(1);
        let ahead = self.actions_ahead();
        let actions =
            if ahead == 0 { format!("action {last}") } else { format!("action {here} of {last}, in the past") };
        let mut pieces = vec![
            (self.file.name.clone(), Tone::Strong),
            (words::millis(session.time()), Tone::Strong),
            (motion, tone),
            (actions, if ahead == 0 { Tone::Plain } else { Tone::Key }),
        ];
        if self.file.has_changed {
            pieces.push(("file changed: l reads it".to_owned(), Tone::Alarm));
        }
        match session.stops() {
            [] => {}
            [stop] => pieces.push((format!("stop: {}", self.stop_words(stop)), Tone::Key)),
            stops => pieces.push((format!("{} stops", stops.len()), Tone::Key)),
        }
        let pace = self.pace.words();
        pieces.push((if self.is_running { format!("running, {pace}") } else { pace }, Tone::Plain));
        if self.is_unsaved {
            pieces.push(("w saves".to_owned(), Tone::Plain));
        }
        let mut x = area.x + 1;
        for (number, (text, tone)) in pieces.iter().enumerate() {
            if number > 0 {
                x = put(buffer, x, area.y, area.right().saturating_sub(x), " · ", self.style(Tone::Faint));
            }
            x = put(buffer, x, area.y, area.right().saturating_sub(x), text, self.style(*tone));
        }
    }

    fn draw_panes(&self, buffer: &mut Buffer, layout: &Layout) {
        if let Some(divider) = layout.divider {
            for y in divider.y..divider.bottom() {
                put(buffer, divider.x, y, 1, "│", self.style(Tone::Faint));
            }
            if let Some(page) = layout.page.filter(|page| page.y == divider.y) {
                for y in page.y..page.bottom() {
                    put(buffer, page.x - 1, y, 1, "│", self.style(Tone::Faint));
                }
            }
        }
        let title = plain(&self.circuit().title);
        let panel = if self.board.panel_is_given { "Panel" } else { "Lamps and hands" };
        let room = layout.panel.map_or(0, |place| place.width.saturating_sub(4 + columns(panel) + 2));
        let fits = !title.is_empty() && columns(&title) <= room;
        let panel = if fits { format!("{panel}: {title}") } else { panel.to_owned() };
        for (pane, place, title) in [
            (Pane::Panel, layout.panel, panel.as_str()),
            (Pane::Relays, layout.relays, "Relays"),
            (Pane::Memory, layout.memory, "Memory"),
        ] {
            if let Some(place) = place {
                let hidden = layout.spots.iter().filter(|spot| spot.pane == pane && spot.face.is_none()).count();
                let title = match (hidden, pane) {
                    (0, _) => title.to_owned(),
                    (_, Pane::Panel) => format!("{title} ({hidden} more: arrows)"),
                    _ => format!("{title}, {} operated ({hidden} more: arrows)", self.operated(layout, pane)),
                };
                self.draw_rule(buffer, place, &title, self.pane == pane);
            }
        }
        let faulty: Vec<PartId> = self
            .session
            .simulator()
            .faults()
            .iter()
            .map(|fault| crate::step::part::part_of(self.circuit(), fault))
            .collect();
        for spot in &layout.spots {
            self.draw_part(buffer, spot, faulty.contains(&spot.part));
        }
        if let Some(place) = layout.strip {
            self.draw_strip(buffer, place);
        }
        if let Some(place) = layout.events {
            self.draw_events(buffer, place);
        }
        if let Some(place) = layout.page {
            self.draw_page(buffer, place);
        }
    }

    /// How many relays of a pane stand operated, in sight or not.
    fn operated(&self, layout: &Layout, pane: Pane) -> usize {
        let simulator = self.session.simulator();
        let parts = layout.spots.iter().filter(|spot| spot.pane == pane).map(|spot| spot.part);
        let relays = parts.filter(|&part| matches!(self.circuit().parts[part].kind, PartKind::Relay(_)));
        relays.filter(|&part| simulator.stand(part).is_at(1)).count()
    }

    /// The title of a pane. The pane that keys are about has a double line.
    fn draw_rule(&self, buffer: &mut Buffer, place: Rect, title: &str, is_active: bool) {
        let (line, tone) = if is_active { ("═", Tone::Strong) } else { ("─", Tone::Faint) };
        let style = self.style(tone);
        let rule = line.repeat(usize::from(place.width));
        put(buffer, place.x, place.y, place.width, &rule, style);
        let room = place.width.saturating_sub(4);
        let title = shortened(title, room);
        put(buffer, place.x + 1, place.y, room + 2, &format!(" {title} "), self.style(Tone::Strong));
    }

    fn draw_part(&self, buffer: &mut Buffer, spot: &Spot, is_faulty: bool) {
        let (circuit, simulator) = (self.circuit(), self.session.simulator());
        let has_stop = self.session.stops().iter().any(|stop| matches!(stop, Stop::Moves(part) if *part == spot.part));
        let mark = if is_faulty { Some('!') } else { has_stop.then_some('*') };
        if let Some(place) = spot.caption {
            let caption = match spot.pane {
                Pane::Panel => {
                    self.board.panel.iter().flatten().nth(spot.number).map_or("", |item| item.caption.as_str())
                }
                _ => "",
            };
            put(buffer, place.x, place.y, place.width, &shortened(caption, place.width), Style::new());
        }
        let Some(place) = spot.face else { return };
        let face = face(circuit, simulator, spot.part, mark);
        let mut style = self.style(if is_faulty { Tone::Alarm } else { face.tone });
        if spot.part == self.chosen {
            style = style.add_modifier(Modifier::REVERSED);
        }
        let figure = figure(circuit, simulator, spot.part);
        let is_listed = spot.pane != Pane::Panel;
        let room = if is_listed { place.width.saturating_sub(FIGURE + 1) } else { place.width };
        let behind = put(buffer, place.x, place.y, room, &shortened(&plain(&face.text), room), style);
        if is_listed {
            let x = put(buffer, behind + 1, place.y, place.right().saturating_sub(behind + 1), &figure, Style::new());
            if self.shows_contacts {
                let all = self.board.relays.iter().chain(&self.board.memory);
                let widest = all.map(|item| item.face_width).max().unwrap_or(0).min(room);
                let x = x.max(place.x.saturating_add(widest + 1 + FIGURE)) + 1;
                let room = place.right().saturating_sub(x);
                let contacts = page::contacts_in_a_line(circuit, simulator, spot.part);
                put(buffer, x, place.y, room, &shortened(&contacts, room), Style::new());
            }
        }
    }

    fn draw_strip(&self, buffer: &mut Buffer, place: Rect) {
        let (circuit, simulator) = (self.circuit(), self.session.simulator());
        self.draw_rule(buffer, place, &page::title(circuit, simulator, self.chosen), false);
        let room = place.width.saturating_sub(1);
        let items = page::short(circuit, simulator, self.chosen);
        let lines = listed(&items, usize::from(room));
        let fits = usize::from(place.height.saturating_sub(1));
        for (number, (y, line)) in (place.y + 1..place.bottom()).zip(&lines).enumerate() {
            let line = if number + 1 == fits && lines.len() > fits { format!("{line} …") } else { line.clone() };
            put(buffer, place.x + 1, y, room, &shortened(&line, room), Style::new());
        }
    }

    fn draw_page(&self, buffer: &mut Buffer, place: Rect) {
        let (circuit, simulator) = (self.circuit(), self.session.simulator());
        let room = usize::from(place.height.saturating_sub(1));
        let lines = self.page.lines();
        let mut title = page::title(circuit, simulator, self.chosen);
        if lines.len() > room {
            title.push_str(&format!(
                " ({}–{} of {})",
                self.page_top + 1,
                (self.page_top + room).min(lines.len()),
                lines.len()
            ));
        }
        self.draw_rule(buffer, place, &title, self.pane == Pane::Page);
        let width = place.width.saturating_sub(1);
        for (y, line) in (place.y + 1..place.bottom()).zip(lines.iter().skip(self.page_top)) {
            let mut x = place.x + 1;
            for (text, tone) in line {
                let room = (place.x + 1 + width).saturating_sub(x);
                x = put(buffer, x, y, room, &shortened(text, room), self.style(*tone));
            }
        }
    }

    fn draw_events(&self, buffer: &mut Buffer, place: Rect) {
        let rows = self.event_rows();
        let height = usize::from(place.height.saturating_sub(1));
        let title = if rows > height { format!("Events, ms ({rows} lines)") } else { "Events, ms".to_owned() };
        self.draw_rule(buffer, place, &title, self.pane == Pane::Events);
        let now = self.row_of_now();
        for (y, (row, _, what)) in (place.y + 1..place.bottom()).zip(self.events_from(self.events_top)) {
            let (text, tone) = match what {
                Row::Title(deed) => (deed.title().to_owned(), Tone::Strong),
                Row::Event(at, text) => (event_text(at, text), Tone::Plain),
            };
            let tone = if row > now { Tone::Faint } else { tone };
            let sign = if row == now { "►" } else { " " };
            put(buffer, place.x, y, 1, sign, self.style(Tone::Strong));
            let room = place.width.saturating_sub(1);
            let style = self.style(tone);
            let style = if row == now { style.add_modifier(Modifier::BOLD) } else { style };
            put(buffer, place.x + 1, y, room, &shortened(&plain(&text), room), style);
        }
    }

    /// What was last said, or is being asked or typed; over what is beneath it if it is long. Where the cursor is.
    fn draw_said(&self, buffer: &mut Buffer, layout: &Layout) -> Option<Position> {
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

    fn draw_keys(&self, buffer: &mut Buffer, area: Rect) {
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

    fn draw_help(&self, buffer: &mut Buffer, area: Rect) {
        for (y, line) in (area.y..area.bottom()).zip(HELP) {
            let tone = if line.starts_with(' ') { Tone::Plain } else { Tone::Strong };
            put(buffer, area.x, y, area.width, line, self.style(tone));
        }
    }

    fn draw_reading(&self, buffer: &mut Buffer, area: Rect, title: &str, lines: &[String], top: usize) {
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

fn question_words(question: &Question) -> String {
    match question {
        Question::Leave => "What was done is not written to a file. Leave all the same? (y)".to_owned(),
        Question::Replace(path) => format!("`{}` is there already. Write over it? (y)", path.display()),
    }
}

fn named_keys(keys: &[(&'static str, &str)]) -> Vec<(&'static str, String)> {
    keys.iter().map(|&(key, what)| (key, what.to_owned())).collect()
}

fn typing_keys(screen: &Screen, purpose: super::entry::Purpose) -> Vec<(&'static str, String)> {
    use super::entry::Purpose;
    match purpose {
        Purpose::Line => {
            named_keys(&[("Enter", "do it"), ("Tab", "complete"), ("↑", "earlier"), ("Esc", "never mind")])
        }
        Purpose::Part | Purpose::Event => named_keys(&[("Enter", "find"), ("Esc", "never mind")]),
        Purpose::Stop => vec![("Enter", screen.stops_in_words())],
        Purpose::File => named_keys(&[("Enter", "write"), ("Esc", "do not")]),
    }
}

/// `+7.000 P1 starts to operate; opens P1/2 break`
fn event_text(at: u64, text: &str) -> String {
    let millis = words::millis(at);
    let millis = millis.trim_end_matches(" ms");
    let lead = format!("+{millis}");
    let words: Vec<&str> = text.split_whitespace().collect();
    format!("{lead:>7} {}", words.join(" "))
}

/// Writes a text into a row and no further than the room there is; the column behind it.
fn put(buffer: &mut Buffer, x: u16, y: u16, room: u16, text: &str, style: Style) -> u16 {
    let area = buffer.area;
    if room == 0 || !area.contains(Position::new(x, y)) {
        return x;
    }
    // What was there before leaves nothing of its looks.
    let style = Style::reset().patch(style);
    buffer.set_stringn(x, y, text, usize::from(room.min(area.right() - x)), style).0
}

/// A text in at most so many columns, the end cut off where it is too long.
fn shortened(text: &str, room: u16) -> std::borrow::Cow<'_, str> {
    if columns(text) <= room {
        return text.into();
    }
    let room = room.saturating_sub(1);
    let mut used = 0;
    let mut kept = String::new();
    for grapheme in Span::raw(text).styled_graphemes(Style::new()) {
        let width = columns(grapheme.symbol);
        if used + width > room {
            break;
        }
        used += width;
        kept.push_str(grapheme.symbol);
    }
    kept.push('…');
    kept.into()
}

/// What stands from a column on.
fn from_column(text: &str, column: u16) -> &str {
    let mut used = 0;
    for (at, letter) in text.char_indices() {
        if used >= column {
            return text.get(at..).unwrap_or_default();
        }
        used += columns(letter.encode_utf8(&mut [0; 4]));
    }
    if used >= column && column == 0 { text } else { "" }
}
