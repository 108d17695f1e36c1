//! A run as a value.

use std::fmt;
use std::sync::Arc;

use kiber_engine::{Event, Micros, Nanoamps, Sink, What};
use kiber_netlist::{Circuit, Fingerprint};

use crate::hands::{Hands, Told};
use crate::recorder::{Ending, Recorder};
use crate::text::TextTrace;

/// Everything that happened in a run, section by section.
///
/// Currents are kept to the microampere, which is how finely the text shows them: so a recording
/// and its text say the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recording {
    /// The script that was played, if it was one.
    pub script: Option<ScriptPin>,
    /// One section for power-up and one for every action, in order.
    pub sections: Vec<Section>,
    hands: Hands,
    /// Headings that no section stands under yet.
    headings: Vec<String>,
}

/// Which script was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptPin {
    /// Its name: that of the file, without its ending.
    pub name: String,
    /// The fingerprint of its steps.
    pub fingerprint: Fingerprint,
}

/// What happened from one action up to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The headings of the script between the section before and this one.
    pub headings: Vec<String>,
    /// The action, as a script writes it.
    pub title: String,
    /// When it began, in microseconds since power-up.
    pub start: Micros,
    /// When it was over, in microseconds since power-up.
    pub end: Micros,
    /// How it ended.
    pub ending: Ending,
    /// What happened, in order.
    pub events: Vec<Event>,
}

impl Recording {
    /// A recording of nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The instant at which the last section ended, in microseconds since power-up.
    pub fn end(&self) -> Micros {
        self.sections.last().map_or(0, |section| section.end)
    }

    /// Tells it all again to another recorder.
    pub fn replay(&self, recorder: &mut impl Recorder) {
        for section in &self.sections {
            section.headings.iter().for_each(|heading| recorder.heading(heading));
            recorder.begin_section(&section.title, section.start);
            for event in &section.events {
                recorder.event(event.clone());
            }
            recorder.end_section(section.end, section.ending.clone());
        }
    }

    /// The recording as trace text.
    pub fn text(&self, circuit: &Arc<Circuit>) -> String {
        let mut trace = TextTrace::new(Arc::clone(circuit), String::new());
        trace.write_head(self.script.as_ref());
        self.replay(&mut trace);
        trace.write_end(self.end());
        trace.into_inner().unwrap_or_default()
    }
}

impl Section {
    fn push_told(&mut self, told: Told) {
        match told {
            Told::One(event) => self.events.push(event),
            Told::HandAndMove(hand, its_move) => self.events.extend([hand, its_move]),
        }
    }
}

impl Sink for Recording {
    fn event(&mut self, mut event: Event) {
        match &mut event.what {
            What::Coil { current, .. } | What::Lamp { current, .. } | What::OverloadBegan { current, .. } => {
                *current = to_microamps(*current);
            }
            _ => {}
        }
        if self.sections.is_empty() {
            self.begin_section(&"", event.at);
        }
        let Self { sections, hands, .. } = self;
        if let Some(section) = sections.last_mut() {
            hands.take(event, |told| section.push_told(told));
        }
    }
}

impl Recorder for Recording {
    fn heading(&mut self, heading: &str) {
        self.headings.push(heading.to_owned());
    }

    fn begin_section(&mut self, title: &dyn fmt::Display, at: Micros) {
        self.sections.push(Section {
            headings: std::mem::take(&mut self.headings),
            title: title.to_string(),
            start: at,
            end: at,
            ending: Ending::Told,
            events: Vec::new(),
        });
    }

    fn end_section(&mut self, at: Micros, ending: Ending) {
        let Self { sections, hands, .. } = self;
        if let Some(section) = sections.last_mut() {
            hands.flush(|told| section.push_told(told));
            section.end = at;
            section.ending = ending;
        }
    }
}

/// The current in whole microamperes, halves away from zero.
pub(crate) fn microamps(current: Nanoamps) -> i64 {
    let Nanoamps(nanoamps) = current;
    let half = if nanoamps < 0 { -500 } else { 500 };
    nanoamps.saturating_add(half) / 1000
}

fn to_microamps(current: Nanoamps) -> Nanoamps {
    Nanoamps(microamps(current).saturating_mul(1000))
}
