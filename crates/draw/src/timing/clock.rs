//! The clock of a diagram: as the circuit's, but that an action which takes no time takes a moment.
//!
//! Hands may do many things at one instant, one after the other. Drawn to scale they would all lie on one
//! line; so after each section without length the clock of the diagram goes on by a moment.

use kiber_engine::Micros;
use kiber_trace::Recording;

/// How far the clock goes on after an action that took no time. Where it lies on the page is another matter.
pub(crate) const MOMENT: Micros = 1_000;

/// Both clocks of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clock {
    sections: Vec<Ticking>,
}

/// A section on both clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ticking {
    start: Micros,
    end: Micros,
    /// How far the diagram's clock is ahead in it.
    ahead: Micros,
}

impl Ticking {
    /// What is added after it.
    fn moment(&self) -> Micros {
        if self.start == self.end { MOMENT } else { 0 }
    }

    fn begins(&self) -> Micros {
        self.start.saturating_add(self.ahead)
    }

    fn ends(&self) -> Micros {
        self.end.saturating_add(self.ahead).saturating_add(self.moment())
    }
}

impl Clock {
    pub(crate) fn of(recording: &Recording) -> Self {
        let mut ahead = 0;
        let sections = recording.sections.iter().enumerate().map(|(number, section)| {
            let ticking = Ticking { start: section.start, end: section.end, ahead };
            // Power-up stands still if nothing comes of it.
            let is_action = number > 0;
            if is_action {
                ahead += ticking.moment();
            }
            ticking
        });
        Self { sections: sections.collect() }
    }

    /// An instant of a section on the clock of the diagram.
    pub(crate) fn shown(&self, section: usize, at: Micros) -> Micros {
        at.saturating_add(self.sections.get(section).map_or(0, |section| section.ahead))
    }

    /// The time at an instant of the diagram.
    pub(crate) fn time(&self, shown: Micros) -> Micros {
        let after = self.sections.partition_point(|section| section.begins() <= shown);
        let Some(section) = after.checked_sub(1).and_then(|last| self.sections.get(last)) else { return shown };
        shown.saturating_sub(section.ahead).min(section.end.max(section.start))
    }

    /// From when to when the diagram shows a stretch of time.
    pub(crate) fn stretch(&self, from: Micros, to: Micros, sections: Option<(usize, usize)>) -> (Micros, Micros) {
        if let Some((first, last)) = sections
            && let (Some(first), Some(last)) = (self.sections.get(first), self.sections.get(last))
        {
            let end = if self.is_powering_up(last) { last.end } else { last.ends() };
            return (first.begins(), end);
        }
        let begins = self.sections.iter().find(|section| section.end >= from);
        let begins = begins.map_or(from, |section| from.max(section.start).saturating_add(section.ahead));
        let ends = self.sections.iter().rev().find(|section| section.start <= to);
        let ends = ends.map_or(to, |section| match section.moment() {
            0 => to.min(section.end).saturating_add(section.ahead),
            _ if self.is_powering_up(section) => section.end,
            _ => section.ends(),
        });
        (begins, ends.max(begins))
    }

    fn is_powering_up(&self, section: &Ticking) -> bool {
        self.sections.first() == Some(section)
    }

    /// The moments that are added, from when to when on the clock of the diagram.
    pub(crate) fn moments(&self) -> Vec<(Micros, Micros)> {
        let added = self.sections.iter().skip(1).filter(|section| section.moment() > 0);
        added.map(|section| (section.begins(), section.ends())).collect()
    }
}
