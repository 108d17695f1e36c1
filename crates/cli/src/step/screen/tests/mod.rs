//! The screen worked by keys, mouse and clock, without a terminal.

mod any;
mod game;
mod lines;
mod many;
mod mouse;
mod signs;
mod sizes;
mod time;
mod watched;

use std::sync::Arc;

use kiber_automaton::Embedded;
use kiber_netlist::Circuit;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::style::Modifier;

use super::look::Look;
use super::state::{FileOf, Screen, Wish};

/// A screen with somebody before it.
pub(super) struct Seat {
    pub(super) screen: Screen,
    terminal: Terminal<TestBackend>,
}

pub(super) fn embedded(name: &str) -> Arc<Circuit> {
    Arc::new(Embedded::find(name).unwrap().read().circuit.unwrap())
}

pub(super) fn circuit(source: &str) -> Arc<Circuit> {
    let reading = kiber_netlist::read(source);
    Arc::new(reading.circuit.unwrap_or_else(|| panic!("{:?}", reading.findings)))
}

impl Seat {
    pub(super) fn at(name: &str, width: u16, height: u16) -> Self {
        Self::with(embedded(name), name, true, width, height)
    }

    pub(super) fn with(circuit: Arc<Circuit>, name: &str, color: bool, width: u16, height: u16) -> Self {
        let file = FileOf { name: name.to_owned(), stem: name.to_owned(), ..FileOf::default() };
        let mut screen = Screen::new(circuit, file, Look { color });
        screen.resize(width, height);
        let terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        Self { screen, terminal }
    }

    /// Letters, one key each.
    pub(super) fn keys(&mut self, letters: &str) -> Option<Wish> {
        letters.chars().filter_map(|letter| self.key(KeyCode::Char(letter))).last()
    }

    pub(super) fn key(&mut self, code: KeyCode) -> Option<Wish> {
        self.screen.key(KeyEvent::new(code, KeyModifiers::NONE))
    }

    /// A line typed at `:`.
    pub(super) fn line(&mut self, line: &str) {
        self.keys(":");
        self.keys(line);
        self.key(KeyCode::Enter);
    }

    /// Chooses a part by its name.
    pub(super) fn choose(&mut self, name: &str) {
        self.keys("/");
        self.keys(name);
        self.key(KeyCode::Enter);
    }

    pub(super) fn mouse(&mut self, kind: MouseEventKind, (column, row): (u16, u16)) {
        self.screen.mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE });
    }

    pub(super) fn click(&mut self, at: (u16, u16)) {
        self.mouse(MouseEventKind::Down(MouseButton::Left), at);
        self.mouse(MouseEventKind::Up(MouseButton::Left), at);
    }

    /// Where the sign and name of a part are.
    pub(super) fn place_of(&self, name: &str) -> (u16, u16) {
        let part = self.screen.circuit().part(name).unwrap();
        let layout = self.screen.layout().unwrap();
        let place = layout.spots.iter().find(|spot| spot.part == part).and_then(|spot| spot.face).unwrap();
        (place.x + 1, place.y)
    }

    pub(super) fn resize(&mut self, width: u16, height: u16) {
        self.terminal.backend_mut().resize(width, height);
        self.screen.resize(width, height);
    }

    /// The screen as it is drawn.
    pub(super) fn buffer(&mut self) -> Buffer {
        let Self { screen, terminal } = self;
        if let Some(asked) = screen.question() {
            screen.told(asked.answer());
        }
        terminal.draw(|frame| screen.draw(frame)).unwrap();
        terminal.backend().buffer().clone()
    }

    /// The signs and letters on it.
    pub(super) fn text(&mut self) -> String {
        let buffer = self.buffer();
        text(&buffer)
    }

    #[track_caller]
    pub(super) fn check_says(&self, expected: &str) {
        assert!(self.screen.message.text.contains(expected), "{expected} in {}", self.screen.message.text);
    }

    pub(super) fn expect(&mut self, claims: &str) {
        // No key, which would take the hand off the mouse.
        let _ = self.screen.do_line(&format!("expect {claims}"));
        assert_eq!(self.screen.message.text, "yes", "{claims}");
    }
}

pub(super) fn text(buffer: &Buffer) -> String {
    let width = usize::from(buffer.area.width).max(1);
    let rows = buffer.content().chunks(width).map(|row| {
        // A wide letter takes the cell behind it as well.
        let mut hidden = 0;
        let mut line = String::new();
        for cell in row {
            if hidden > 0 {
                hidden -= 1;
                continue;
            }
            line.push_str(cell.symbol());
            hidden = usize::from(super::board::columns(cell.symbol())).saturating_sub(1);
        }
        line.trim_end().to_owned()
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// Which runs of cells look how, row by row; rows without any are left out.
pub(super) fn styles(buffer: &Buffer) -> String {
    let width = usize::from(buffer.area.width).max(1);
    let mut lines = String::new();
    for (y, row) in buffer.content().chunks(width).enumerate() {
        let mut runs: Vec<(String, String)> = Vec::new();
        for cell in row {
            let mut look = String::new();
            if cell.fg != ratatui::style::Color::Reset {
                look.push_str(&format!("{:?} ", cell.fg).to_lowercase());
            }
            for (modifier, word) in
                [(Modifier::BOLD, "bold "), (Modifier::DIM, "faint "), (Modifier::REVERSED, "reversed ")]
            {
                if cell.modifier.contains(modifier) {
                    look.push_str(word);
                }
            }
            match runs.last_mut() {
                Some((text, known)) if *known == look => text.push_str(cell.symbol()),
                _ => runs.push((cell.symbol().to_owned(), look)),
            }
        }
        let shown: Vec<String> = runs
            .iter()
            .filter(|(text, look)| !look.is_empty() && !text.trim().is_empty())
            .map(|(text, look)| format!("{}`{}`", look.replace(' ', "-").trim_end_matches('-'), text.trim()))
            .collect();
        if !shown.is_empty() {
            lines.push_str(&format!("{y}: {}\n", shown.join(" ")));
        }
    }
    lines
}
