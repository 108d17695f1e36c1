//! What the mouse does.

use kiber_netlist::{PartId, PartKind};
use kiber_script::{Step, Verb};
use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEvent, MouseEventKind};

use super::layout::Pane;
use super::state::{Mode, Screen};

/// How many rows a notch of the wheel is.
const NOTCH: usize = 3;

impl Screen {
    /// The mouse did something.
    pub(super) fn mouse(&mut self, event: MouseEvent) {
        match event.kind {
            MouseEventKind::Up(MouseButton::Left) => {
                self.let_button_go();
                return;
            }
            // It moves without a button: the release was never told.
            MouseEventKind::Moved => {
                let freed = self.let_button_go();
                self.say_let_go(freed);
                return;
            }
            _ => {}
        }
        match (&mut self.mode, event.kind) {
            (Mode::Reading { lines, top, .. }, kind) => match kind {
                MouseEventKind::ScrollUp => *top = top.saturating_sub(NOTCH),
                MouseEventKind::ScrollDown => *top = (*top + NOTCH).min(lines.len().saturating_sub(1)),
                MouseEventKind::Down(_) => self.mode = Mode::Machine,
                _ => return,
            },
            (Mode::Help, MouseEventKind::Down(_)) => self.mode = Mode::Machine,
            (Mode::Machine, MouseEventKind::Down(button)) => self.mouse_down(button, event.column, event.row),
            (Mode::Machine, MouseEventKind::ScrollUp) => self.wheel(false, event.column, event.row),
            (Mode::Machine, MouseEventKind::ScrollDown) => self.wheel(true, event.column, event.row),
            _ => return,
        }
        self.is_changed = true;
    }

    fn mouse_down(&mut self, button: MouseButton, x: u16, y: u16) {
        // A button whose release was never told is free by now.
        let freed = self.let_button_go();
        self.work_at(button, x, y);
        self.say_let_go(freed);
    }

    fn work_at(&mut self, button: MouseButton, x: u16, y: u16) {
        let Some(layout) = self.layout() else { return };
        if let Some(spot) = layout.part_at(x, y) {
            let (pane, part) = (spot.pane, spot.part);
            let was_chosen = self.chosen == part;
            self.choose(part);
            self.pane = pane;
            self.click(part, button, was_chosen);
        } else if let Some(events) = layout.events.filter(|events| events.contains((x, y).into())) {
            self.pane = Pane::Events;
            let row = self.events_top + usize::from(y.saturating_sub(events.y + 1));
            if y > events.y
                && let Some(moment) = self.moment_of_row(row)
            {
                self.is_running = false;
                self.session.go_to(moment);
                self.say_moment();
            }
        } else if layout.strip.is_some_and(|strip| strip.contains((x, y).into())) {
            self.open_page();
        } else if layout.page.is_some_and(|page| page.contains((x, y).into())) {
            self.pane = Pane::Page;
        }
        self.refresh();
    }

    /// Works what a hand works, chooses the rest.
    fn click(&mut self, part: PartId, button: MouseButton, was_chosen: bool) {
        let on_panel = self.board.panel.iter().flatten().any(|item| item.part == part);
        let is_held = self.session.simulator().is_held(part);
        match (&self.circuit().parts[part].kind, button) {
            (PartKind::Button(_), MouseButton::Left) if is_held => self.hold_or_free(part),
            (PartKind::Button(_), MouseButton::Left) => {
                self.act(&Step::hold(part));
                self.held_by_mouse = self.session.simulator().is_held(part).then_some(part);
            }
            // So a button can be kept pressed while the mouse does something else.
            (PartKind::Button(_), _) => self.hold_or_free(part),
            (PartKind::Toggle(_), MouseButton::Left) => self.act(&Step::flip(part)),
            (PartKind::Selector(selector), _) => {
                let places = selector.places.max(1);
                let step = if button == MouseButton::Right { places - 1 } else { 1 };
                self.turn(part, (self.turned_to(part) + step) % places);
            }
            (PartKind::Source(_), MouseButton::Left) if on_panel => self.work_chosen(),
            _ if was_chosen && button == MouseButton::Left => self.open_page(),
            _ => {}
        }
    }

    /// Frees what the mouse holds pressed; what that was, if it was.
    pub(super) fn let_button_go(&mut self) -> Option<PartId> {
        let part = self.held_by_mouse.take()?;
        if !self.session.simulator().is_held(part) {
            return None;
        }
        self.act(&Step::act(Verb::Free, [part]));
        Some(part)
    }

    /// The terminal is no longer the one that keys and mouse are about: a release would not be told.
    pub(super) fn focus_lost(&mut self) {
        let freed = self.let_button_go();
        self.say_let_go(freed);
    }

    /// Says besides what was freed although nobody told of a release.
    pub(super) fn say_let_go(&mut self, freed: Option<PartId>) {
        if let Some(part) = freed.and_then(|part| self.circuit().parts.get(part)) {
            let told = format!("{} was freed: its release never came", part.name);
            let between = if self.message.text.is_empty() { "" } else { " · " };
            self.message.text.push_str(&format!("{between}{told}"));
            self.is_changed = true;
        }
    }

    fn wheel(&mut self, down: bool, x: u16, y: u16) {
        let Some(layout) = self.layout() else { return };
        let moved = |top: usize, most: usize| if down { (top + NOTCH).min(most) } else { top.saturating_sub(NOTCH) };
        match layout.pane_at(x, y) {
            Some(Pane::Events) => {
                let height = layout.events.map_or(0, |events| usize::from(events.height.saturating_sub(1)));
                let most = (self.event_rows() + height / 3).saturating_sub(height);
                self.events_top = moved(self.events_top, most);
            }
            Some(Pane::Page) => {
                let height = layout.page.map_or(0, |page| usize::from(page.height.saturating_sub(1)));
                self.page_top = moved(self.page_top, self.page.lines().len().saturating_sub(height));
            }
            Some(pane) if layout.spots.iter().any(|spot| spot.pane == pane && spot.face.is_none()) => {
                self.pane = pane;
                self.arrow(if down { KeyCode::Down } else { KeyCode::Up });
                self.refresh();
            }
            Some(_) | None => {}
        }
    }
}
