//! Who listens to a whole run: the engine's events, cut into one section an action.

use std::fmt;

use kiber_engine::{Event, Micros, Sink};

/// How a section ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// As its last event says: the circuit settled or oscillates.
    Told,
    /// The time that was to pass had passed.
    TimeUp {
        /// Whether nothing moved any more.
        still: bool,
    },
    /// Still moving after so many instants, and no period was seen.
    GaveUp(u64),
    /// The action could not be done; nothing happened.
    Refused,
}

/// A [`Sink`] that is also told where one action ends and the next begins.
///
/// `()` listens to nothing and costs nothing. A plain list of events keeps no sections. A
/// [`Recording`](crate::Recording) keeps everything, a [`TextTrace`](crate::TextTrace) writes
/// everything down and keeps nothing.
pub trait Recorder: Sink {
    /// A heading of the script, above the sections that follow.
    fn heading(&mut self, heading: &str) {
        let _ = heading;
    }

    /// A section begins: `title` is the action as a script writes it, `at` the instant in
    /// microseconds since power-up.
    fn begin_section(&mut self, title: &dyn fmt::Display, at: Micros) {
        let _ = (title, at);
    }

    /// The section is over at this instant, in microseconds since power-up.
    fn end_section(&mut self, at: Micros, ending: Ending) {
        let _ = (at, ending);
    }
}

impl Recorder for () {}

impl Recorder for Vec<Event> {}

impl<R: Recorder> Recorder for &mut R {
    fn heading(&mut self, heading: &str) {
        (**self).heading(heading);
    }

    fn begin_section(&mut self, title: &dyn fmt::Display, at: Micros) {
        (**self).begin_section(title, at);
    }

    fn end_section(&mut self, at: Micros, ending: Ending) {
        (**self).end_section(at, ending);
    }
}

impl<R: Recorder> Recorder for Option<R> {
    fn heading(&mut self, heading: &str) {
        if let Some(recorder) = self {
            recorder.heading(heading);
        }
    }

    fn begin_section(&mut self, title: &dyn fmt::Display, at: Micros) {
        if let Some(recorder) = self {
            recorder.begin_section(title, at);
        }
    }

    fn end_section(&mut self, at: Micros, ending: Ending) {
        if let Some(recorder) = self {
            recorder.end_section(at, ending);
        }
    }
}

/// Two who are told the same, the first one first.
impl<A: Recorder, B: Recorder> Recorder for (A, B) {
    fn heading(&mut self, heading: &str) {
        self.0.heading(heading);
        self.1.heading(heading);
    }

    fn begin_section(&mut self, title: &dyn fmt::Display, at: Micros) {
        self.0.begin_section(title, at);
        self.1.begin_section(title, at);
    }

    fn end_section(&mut self, at: Micros, ending: Ending) {
        self.0.end_section(at, ending.clone());
        self.1.end_section(at, ending);
    }
}
