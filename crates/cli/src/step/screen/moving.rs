//! From part to part, from pane to pane.

use ratatui::crossterm::event::KeyCode;

use super::layout::{Layout, Pane, Spot};
use super::state::Screen;

impl Screen {
    /// An arrow: to another part, through time, or through a text.
    pub(super) fn arrow(&mut self, key: KeyCode) {
        match (self.pane, key) {
            (Pane::Events, KeyCode::Left | KeyCode::Up) => self.one_instant(false),
            (Pane::Events, _) => self.one_instant(true),
            (Pane::Page, KeyCode::Up | KeyCode::Left) => self.page_top = self.page_top.saturating_sub(1),
            (Pane::Page, _) => self.page_top += 1,
            _ => {
                if let Some(layout) = self.layout()
                    && let Some(part) = neighbour(&layout, self.chosen, self.pane, key)
                {
                    let (pane, part) = (part.pane, part.part);
                    self.choose(part);
                    self.pane = pane;
                }
            }
        }
    }

    fn one_instant(&mut self, forward: bool) {
        self.is_running = false;
        let moved = if forward { self.session.forward() } else { self.session.back() };
        if moved {
            self.say_moment();
        }
    }

    /// The pane in which the part chosen stands.
    pub(super) fn chosen_pane(&self) -> Pane {
        let within = |items: &[super::board::Item]| items.iter().any(|item| item.part == self.chosen);
        if within(&self.board.relays) {
            Pane::Relays
        } else if within(&self.board.memory) {
            Pane::Memory
        } else {
            Pane::Panel
        }
    }

    /// On to the next pane that there is, or back.
    pub(super) fn next_pane(&mut self, forward: bool) {
        let board = &self.board;
        let has_page = self.shows_page || self.layout().is_some_and(|layout| layout.page.is_some());
        let panes: Vec<Pane> = [
            (Pane::Panel, !board.panel.is_empty()),
            (Pane::Relays, !board.relays.is_empty()),
            (Pane::Memory, !board.memory.is_empty()),
            (Pane::Events, true),
            (Pane::Page, has_page),
        ]
        .into_iter()
        .filter_map(|(pane, is_there)| is_there.then_some(pane))
        .collect();
        let at = panes.iter().position(|pane| *pane == self.pane).unwrap_or(0);
        let next = if forward { at + 1 } else { at + panes.len() - 1 };
        let Some(&pane) = panes.get(next % panes.len().max(1)) else { return };
        let (number, first) = match pane {
            Pane::Panel => (0, board.panel.iter().flatten().next()),
            Pane::Relays => (1, board.relays.first()),
            Pane::Memory => (2, board.memory.first()),
            Pane::Events | Pane::Page => {
                self.pane = pane;
                return;
            }
        };
        let known = self.last_chosen.get(number).copied().flatten();
        if let Some(part) = known.or(first.map(|item| item.part)) {
            self.choose(part);
        }
        self.pane = pane;
    }
}

/// The part in the direction of an arrow.
fn neighbour(layout: &Layout, chosen: kiber_netlist::PartId, pane: Pane, key: KeyCode) -> Option<Spot> {
    let spots = &layout.spots;
    let mut at = spots.iter().position(|spot| spot.part == chosen && spot.pane == pane);
    at = at.or_else(|| spots.iter().position(|spot| spot.part == chosen));
    let Some(at) = at else { return spots.first().copied() };
    let here = spots.get(at)?;
    match key {
        KeyCode::Left => at.checked_sub(1).and_then(|before| spots.get(before)).copied(),
        KeyCode::Right => spots.get(at + 1).copied(),
        _ => {
            let line = |spot: &Spot| (spot.pane, spot.line);
            let mut others = spots.iter();
            // Spots are in the order of reading, so a line is a run of them.
            let target = match key {
                KeyCode::Down => others.skip(at).find(|spot| line(spot) != line(here)),
                _ => others.by_ref().take(at).rev().find(|spot| line(spot) != line(here)),
            }?;
            let middle = |spot: &Spot| spot.column * 2 + spot.width;
            let of_line = spots.iter().filter(|spot| line(spot) == line(target));
            of_line.min_by_key(|spot| middle(spot).abs_diff(middle(here))).copied()
        }
    }
}
