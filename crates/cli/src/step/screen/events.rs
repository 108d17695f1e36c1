//! The list of events: a row for each action, and one for each thing that happened in it.

use kiber_netlist::PartId;
use kiber_session::{Deed, Moment};

use super::state::Screen;

/// A row of the list.
#[derive(Clone, Copy, Debug)]
pub(super) enum Row<'a> {
    /// An action.
    Title(&'a Deed),
    /// Something that happened, so many microseconds after the action began.
    Event(u64, &'a str),
}

impl Screen {
    /// How many rows there are.
    pub(super) fn event_rows(&self) -> usize {
        self.session.deeds().iter().map(|deed| 1 + deed.lines().len()).sum()
    }

    /// The rows from one on, each with the moment that it tells of.
    pub(super) fn events_from(&self, first: usize) -> impl Iterator<Item = (usize, Moment, Row<'_>)> {
        let mut before = 0;
        let deeds = self.session.deeds().iter().enumerate();
        deeds
            .filter_map(move |(number, deed)| {
                let start = before;
                before += 1 + deed.lines().len();
                (before > first).then_some((start, number, deed))
            })
            .flat_map(move |(start, number, deed)| {
                let skipped = first.saturating_sub(start);
                let title = (start, Moment { deed: number, instant: 0 }, Row::Title(deed));
                let lines = deed.lines().iter().enumerate().skip(skipped.saturating_sub(1));
                let events = lines.map(move |(line, (at, text))| {
                    (start + 1 + line, Moment { deed: number, instant: deed.instant_at(*at) }, Row::Event(*at, text))
                });
                std::iter::once(title).filter(move |_| skipped == 0).chain(events)
            })
    }

    /// The moment that a row tells of.
    pub(super) fn moment_of_row(&self, row: usize) -> Option<Moment> {
        self.events_from(row).next().map(|(_, moment, _)| moment)
    }

    /// The last row of what has happened by now.
    pub(super) fn row_of_now(&self) -> usize {
        let here = self.session.here();
        let before: usize = self.session.deeds().iter().take(here.deed).map(|deed| 1 + deed.lines().len()).sum();
        let now = self.session.time_in_deed();
        let passed =
            self.session.deeds().get(here.deed).map_or(0, |deed| deed.lines().partition_point(|(at, _)| *at <= now));
        before + passed
    }

    /// Scrolls so that what happens now is in sight, and no more than that has to: what stands still is easier
    /// to read.
    pub(super) fn follow_events(&mut self, height: usize) {
        let now = self.row_of_now();
        let moment = self.moment();
        let seen = Some((moment, height));
        if self.events_seen == seen {
            return;
        }
        let has_other_height = self.events_seen.is_none_or(|(_, before)| before != height);
        self.events_seen = seen;
        if self.event_rows() <= height {
            self.events_top = 0;
        } else if has_other_height {
            self.events_top = (now + 1 + height / 3).saturating_sub(height);
        }
        if now < self.events_top {
            self.events_top = now.saturating_sub(height / 3);
        } else if now >= self.events_top + height {
            let title = now.saturating_sub(self.row_in_deed());
            let scrolled = (now + 1 + height / 3).saturating_sub(height);
            // An action that fits is shown from its beginning.
            self.events_top = if now + 1 - title.min(now) <= height { scrolled.min(title) } else { scrolled };
        }
    }

    /// How many rows of the action under way have passed.
    fn row_in_deed(&self) -> usize {
        let now = self.session.time_in_deed();
        let deed = self.session.deeds().get(self.session.here().deed);
        deed.map_or(0, |deed| deed.lines().partition_point(|(at, _)| *at <= now))
    }

    /// Chooses the part that the event is about which happens now.
    pub(super) fn choose_of_event(&mut self) {
        let row = self.row_of_now();
        let Some((_, _, Row::Event(_, text))) = self.events_from(row).next() else { return };
        let part: Option<PartId> = text.split_whitespace().next().and_then(|name| self.circuit().part(name));
        if let Some(part) = part {
            let pane = self.pane;
            self.choose(part);
            self.pane = pane;
        }
    }
}
