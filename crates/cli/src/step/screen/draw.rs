//! The screen drawn: looks at everything, changes nothing.

use kiber_netlist::PartId;
use kiber_session::{Motion, Stop};
use kiber_trace::words;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::board::columns;
use super::cells::{put, shortened};
use super::events::Row;
use super::layout::{LEAST, Layout, Pane, Spot};
use super::look::{FIGURE, Tone, face, figure, is_operated};
use super::page;
use super::said::question_words;
use super::state::{Mode, Screen};
use crate::words::{listed, plain, wrapped};

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

    pub(super) fn style(&self, tone: Tone) -> Style {
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
        parts.filter(|&part| is_operated(self.circuit(), simulator, part)).count()
    }

    /// The title of a pane. The pane that keys are about has a double line.
    pub(super) fn draw_rule(&self, buffer: &mut Buffer, place: Rect, title: &str, is_active: bool) {
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
}

/// `+7.000 P1 starts to operate; opens P1/2 break`
fn event_text(at: u64, text: &str) -> String {
    let millis = words::millis(at);
    let millis = millis.trim_end_matches(" ms");
    let lead = format!("+{millis}");
    let words: Vec<&str> = text.split_whitespace().collect();
    format!("{lead:>7} {}", words.join(" "))
}
