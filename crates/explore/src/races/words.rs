//! A race in words.

use std::fmt;

use kiber_engine::{Mechanics, Place, Stand};
use kiber_netlist::{Circuit, ContactId, PartId};
use kiber_script::{Condition, Turn};

use super::limits::{Limit, Limits, Time};
use super::race::{Order, Outcome, Race, Stage};

impl Race {
    /// The race in lines for people: what starts it and who competes, then each order, as a script
    /// writes it, with what comes of it.
    pub fn lines(&self, circuit: &Circuit) -> Vec<String> {
        let mut lines = vec![self.heading(circuit)];
        lines.extend(self.orders.iter().map(|order| format!("  {}", order.shown(circuit))));
        lines
    }

    /// What starts it, who competes, and which contact decides, in a line.
    fn heading(&self, circuit: &Circuit) -> String {
        let mut line = self.step.shown(circuit).to_string();
        line.push_str(match self.stage {
            Stage::Acted => "",
            Stage::Pressed => ", while it is pressed",
            Stage::Freed => ", once it is freed",
        });
        line.push_str(": ");
        line.push_str(&listed(circuit, &self.relays));
        line.push_str(match (self.relays.as_slice(), self.tie) {
            ([_], false) => " may go either way",
            ([_], true) => " may go either way in an exact tie",
            (_, false) => " compete",
            (_, true) => " compete in an exact tie",
        });
        if let Some(contact) = self.contact {
            line.push_str("; ");
            line.push_str(&contact_name(circuit, contact));
            line.push_str(" decides");
        }
        line
    }
}

impl Order {
    /// The order and what comes of it, in a line.
    pub fn shown<'a>(&'a self, circuit: &'a Circuit) -> impl fmt::Display + 'a {
        fmt::from_fn(move |f| {
            let list = |f: &mut fmt::Formatter<'_>, turns: &[Turn]| {
                turns.iter().enumerate().try_for_each(|(at, turn)| {
                    let comma = if at > 0 { ", " } else { "" };
                    write!(f, "{comma}{}", turn.shown(circuit))
                })
            };
            f.write_str(if self.turns.is_empty() { "from the start" } else { "in order " })?;
            list(f, &self.turns)?;
            if !self.round.is_empty() {
                f.write_str(", then again and again ")?;
                list(f, &self.round)?;
            }
            write!(f, ": {}", self.outcome.shown(circuit))
        })
    }
}

impl Outcome {
    /// What comes of an order, in a few words: `P12' operated, P6' released`.
    pub fn shown<'a>(&'a self, circuit: &'a Circuit) -> impl fmt::Display + 'a {
        fmt::from_fn(move |f| match self {
            Self::NeverSettles(parts) if parts.is_empty() => f.write_str("never settles"),
            Self::NeverSettles(parts) => {
                let verb = if parts.len() == 1 { "moves" } else { "move" };
                write!(f, "never settles, {} {verb} for ever", listed(circuit, parts))
            }
            Self::Settles(places) if places.is_empty() => f.write_str("settles"),
            Self::Settles(places) => places.iter().enumerate().try_for_each(|(at, &(part, place))| {
                let comma = if at > 0 { ", " } else { "" };
                write!(f, "{comma}{} {}", name(circuit, part), place_words(circuit, part, place))
            }),
        })
    }
}

impl Limits {
    /// How near the action is to being clean, in lines for people.
    pub fn lines(&self, circuit: &Circuit) -> Vec<String> {
        let mut lines = vec![match self.tolerance {
            Some(tolerance) => format!("clean up to a tolerance of {} %", percent(tolerance)),
            None => "not clean even at nominal times".to_owned(),
        }];
        lines.extend(self.nearest.map(|limit| limit.shown(circuit).to_string()));
        lines
    }
}

impl Limit {
    /// The limit in words: `clean if K1 takes at least 7.2 ms to operate, instead of 6.4 ms`.
    pub fn shown<'a>(&'a self, circuit: &'a Circuit) -> impl fmt::Display + 'a {
        fmt::from_fn(move |f| {
            let sense = if self.most { "most" } else { "least" };
            let what = match self.time {
                Time::Operate => "to operate",
                Time::Release => "to release",
                Time::Transfer => "from contact to contact",
            };
            let (part, needed, is) = (name(circuit, self.part), millis(self.needed), millis(self.is));
            write!(f, "clean if {part} takes at {sense} {needed} ms {what}, instead of {is} ms")
        })
    }
}

/// Tenths of a percent, without a needless zero.
fn percent(share: f64) -> f64 {
    (share * 1e3).round() / 10.0
}

fn millis(micros: u64) -> f64 {
    micros as f64 / 1e3
}

fn name(circuit: &Circuit, part: PartId) -> &str {
    circuit.parts.get(part).map_or("?", |part| &part.name)
}

fn contact_name(circuit: &Circuit, contact: ContactId) -> String {
    let known = circuit.contacts.get(contact);
    known.map_or_else(String::new, |known| format!("{}/{}", name(circuit, known.part), known.name))
}

fn listed(circuit: &Circuit, parts: &[PartId]) -> String {
    let mut list = String::new();
    for (at, &part) in parts.iter().enumerate() {
        list.push_str(match at {
            0 => "",
            _ if at + 1 == parts.len() => " and ",
            _ => ", ",
        });
        list.push_str(name(circuit, part));
    }
    list
}

/// Where a part is left: `operated`, `at 4`; with the armature, where that moves besides the contacts.
fn place_words(circuit: &Circuit, part: PartId, place: Place) -> String {
    let kind = circuit.parts.get(part).map(|part| &part.kind);
    let stand = Mechanics::of(circuit, part).filter(|_| place.is_seat()).map(|mechanics| mechanics.stand(place));
    let condition = kind.zip(stand).and_then(|(kind, stand)| Condition::resting(kind, stand.at));
    match (condition, stand) {
        (Some(condition), Some(Stand { pulled: true, .. })) => format!("{condition}, its armature operated"),
        (Some(condition), _) => condition.to_string(),
        (None, _) => "under way".to_owned(),
    }
}
