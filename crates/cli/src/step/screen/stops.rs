//! Stops: where time stands still.

use kiber_session::{Refused, Stop};

use super::state::Screen;

impl Screen {
    /// A stop at the part chosen, or none any more.
    pub(super) fn stop_at_chosen(&mut self) {
        let part = self.chosen;
        let name = self.circuit().parts[part].name.clone();
        let is_it = |stop: &Stop| matches!(stop, Stop::Moves(at) if *at == part);
        match self.session.stops().iter().position(is_it) {
            Some(stop) => {
                self.session.remove_stop(stop);
                self.say(format!("no stop at {name} any more"));
            }
            None => {
                self.session.stop_when_it_moves(part);
                self.say(format!("will stop whenever {name} changes; b takes it away, B types a condition"));
            }
        }
    }

    /// A condition to stop at; a number takes that stop away, nothing all of them.
    pub(super) fn stop_line(&mut self, text: &str) {
        if let Ok(number) = text.parse::<usize>() {
            if (1..=self.session.stops().len()).contains(&number) {
                self.session.remove_stop(number - 1);
                self.say("that stop is gone");
            } else {
                self.refuse(format!("there is no stop {number}"));
            }
            return;
        }
        if matches!(text, "none" | "no") {
            (0..self.session.stops().len()).rev().for_each(|stop| self.session.remove_stop(stop));
            self.say("no stops any more");
            return;
        }
        if text.is_empty() {
            self.say(self.stops_in_words());
            return;
        }
        match self.session.stop_when(text) {
            Ok(()) => {
                let number = self.session.stops().len();
                let stop = self.session.stops().last().map(|stop| self.stop_words(stop)).unwrap_or_default();
                self.say(format!("stop {number}: when {stop}"));
            }
            Err(Refused::Findings(findings)) => {
                // What is about the word `expect`, which nobody typed, is of no use.
                let messages: Vec<String> = findings
                    .iter()
                    .map(|finding| match &finding.help {
                        Some(help) => format!("{}; {help}", finding.message),
                        None => finding.message.clone(),
                    })
                    .collect();
                self.refuse(messages.join("; "));
            }
            Err(refused) => self.refuse(refused.messages().join("; ")),
        }
    }

    /// Every stop with its number.
    pub(super) fn stops_in_words(&self) -> String {
        let stops = self.session.stops();
        if stops.is_empty() {
            return "no stops yet; type a condition, such as `P1 operated` or `L9 lit`".to_owned();
        }
        let listed: Vec<String> =
            (1..).zip(stops).map(|(number, stop)| format!("{number}: {}", self.stop_words(stop))).collect();
        format!("{}; a number takes one away, `none` all", listed.join(", "))
    }

    pub(super) fn say_stopped(&mut self, stop: usize) {
        let why = self.session.stops().get(stop).map(|stop| self.stop_words(stop)).unwrap_or_default();
        let after = kiber_trace::words::millis(self.session.time_in_deed());
        self.say(format!("stopped, {after} into it: {why}; r runs on, . goes one instant on"));
    }

    pub(super) fn stop_words(&self, stop: &Stop) -> String {
        match stop {
            Stop::When { text, .. } => text.clone(),
            Stop::Moves(part) => match self.circuit().parts.get(*part) {
                Some(part) => format!("{} changes", part.name),
                None => String::new(),
            },
        }
    }
}
