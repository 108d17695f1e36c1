//! What is done to the machine, and what is said of it.

use kiber_netlist::{PartId, PartKind};
use kiber_script::{Step, Verb};
use kiber_session::Acted;

use super::pace::Pace;
use super::state::Screen;
use crate::step::happened;

impl Screen {
    /// Does a step where the cursor stands.
    pub(super) fn act(&mut self, step: &Step) {
        let ahead = self.actions_ahead();
        // Of what runs, nobody has seen the rest yet.
        let ahead = if self.is_running && self.is_under_way() { ahead - 1 } else { ahead };
        let done = match self.pace {
            Pace::AtOnce => self.session.act(step),
            Pace::Slowed(_) => self.session.begin(step),
        };
        match done {
            Ok(Acted::Did { stopped, .. }) => {
                self.is_unsaved = true;
                self.page.forget();
                self.is_running = stopped.is_none() && self.pace != Pace::AtOnce && self.has_more_to_run();
                self.left_over = 0;
                match stopped {
                    Some(stop) => self.say_stopped(stop),
                    None if self.is_running => {
                        let title = self.session.deeds().last().map_or("", |deed| deed.title());
                        self.say(format!("{title}: running at {}; r halts", self.pace.words()));
                    }
                    None => self.say_what_happened(),
                }
                self.message.text.push_str(&dropped(ahead));
            }
            Ok(Acted::Expected { failures, .. }) if failures.is_empty() => self.say("yes"),
            Ok(Acted::Expected { failures, .. }) => self.refuse(format!("no: {}", failures.join("; "))),
            Err(refusal) => {
                let message = refusal.message(self.circuit());
                self.refuse(message);
            }
        }
        self.refresh();
    }

    /// What came of the action that the cursor is in, in a line.
    pub(super) fn say_what_happened(&mut self) {
        let deed = self.session.here().deed;
        let Some(section) = self.session.recording().sections.get(deed) else { return };
        let told = happened::in_a_line(self.circuit(), section);
        self.say(told);
    }

    /// Does what a hand would do to the part chosen.
    pub(super) fn work_chosen(&mut self) {
        let part = self.chosen;
        let simulator = self.session.simulator();
        match &self.circuit().parts[part].kind {
            PartKind::Button(_) if simulator.is_held(part) => self.act(&Step::act(Verb::Free, [part])),
            PartKind::Button(_) => self.act(&Step::press(part)),
            PartKind::Toggle(_) => self.act(&Step::flip(part)),
            PartKind::Source(_) if simulator.source_is_on(part) => self.act(&Step::off(part)),
            PartKind::Source(_) => self.act(&Step::on(part)),
            PartKind::Selector(selector) => {
                let next = (self.turned_to(part) + 1) % selector.places.max(1);
                self.turn(part, next);
            }
            PartKind::Fuse(_) if simulator.is_blown(part) => self.act(&Step::replace(part)),
            _ => self.open_or_close_page(),
        }
    }

    /// Presses a button and keeps it pressed, or frees it.
    pub(super) fn hold_or_free(&mut self, part: PartId) {
        match &self.circuit().parts[part].kind {
            PartKind::Button(_) if self.session.simulator().is_held(part) => {
                self.act(&Step::act(Verb::Free, [part]));
            }
            PartKind::Button(_) => self.act(&Step::hold(part)),
            _ => self.refuse_kind("a button", "h holds and frees"),
        }
    }

    pub(super) fn refuse_kind(&mut self, wanted: &str, what: &str) {
        let part = &self.circuit().parts[self.chosen];
        let text = format!("{what} {wanted}; {} is a {}", part.name, part.kind.noun());
        self.refuse(text);
    }

    /// Turns a selector to a place.
    pub(super) fn turn(&mut self, part: PartId, place: u32) {
        match u16::try_from(place) {
            Ok(place) => self.act(&Step::set(part, place)),
            Err(_) => self.refuse("there is no such place"),
        }
    }

    /// The place of a selector, or that to which it is on its way.
    pub(super) fn turned_to(&self, part: PartId) -> u32 {
        let stand = self.session.simulator().stand(part);
        u32::from(stand.towards.unwrap_or(stand.at))
    }
}

/// What is said besides when so many actions that came later are no more.
pub(super) fn dropped(ahead: usize) -> String {
    match ahead {
        0 => String::new(),
        1 => " (dropped: what came later)".to_owned(),
        ahead => format!(" (dropped: the {ahead} actions that came later)"),
    }
}
