//! A diagram before it is drawn: lanes, marks and alarms in a stretch of time.

use std::sync::Arc;

use kiber_engine::Micros;
use kiber_netlist::Circuit;
use kiber_trace::{Ending, Recording};

use super::clock::Clock;
use super::collect::Collector;
use super::lane::Lane;
use super::subject::Subject;

/// A stretch of a run, ready to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// What the circuit is.
    pub title: String,
    /// The script that was played, if it was one.
    pub script: Option<String>,
    /// Its first instant, in microseconds since power-up.
    pub from: Micros,
    /// Its last instant.
    pub to: Micros,
    /// The actions that began in it, in order.
    pub marks: Vec<Mark>,
    /// The headings that were in force, in order.
    pub headings: Vec<Heading>,
    /// The rows, from above.
    pub lanes: Vec<Lane>,
    /// What is to be looked at.
    pub alarms: Vec<Alarm>,
    pub(crate) clock: Clock,
    /// From when to when on the clock of the diagram.
    pub(crate) shown: (Micros, Micros),
}

/// An action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Its number: that of its section, power-up being 0.
    pub number: usize,
    /// When it began.
    pub at: Micros,
    /// The same on the clock of the diagram; see [`Diagram::time`].
    pub shown: Micros,
    /// What was done, as a script writes it.
    pub title: String,
}

/// A heading of the script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// When what stands under it began, on the clock of the diagram; see [`Diagram::time`].
    pub shown: Micros,
    /// Its words.
    pub title: String,
}

/// What kind of alarm it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlarmKind {
    /// A short circuit.
    Short,
    /// A source or a fuse with more than it is made for.
    Overload,
    /// A circuit that never settles.
    Oscillation,
}

/// Something to be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alarm {
    /// What it is.
    pub kind: AlarmKind,
    /// When it began, on the clock of the diagram; see [`Diagram::time`].
    pub from: Micros,
    /// When it was over; none if it never was.
    pub to: Option<Micros>,
    /// What a trace says of it.
    pub words: String,
}

/// The stretch of time that a diagram shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Window {
    /// From this instant, or from the beginning.
    pub from: Option<Micros>,
    /// Up to this one, or to the end.
    pub to: Option<Micros>,
    /// Only what belongs to these sections, from the first to the last; what others do at the instants at which
    /// they touch does not.
    pub sections: Option<(usize, usize)>,
}

impl Window {
    /// From the beginning of one section to the end of another; power-up is number 0. None if there are no
    /// such sections.
    pub fn of_sections(recording: &Recording, first: usize, last: usize) -> Option<Self> {
        let (start, end) = (recording.sections.get(first)?.start, recording.sections.get(last)?.end);
        (first <= last).then_some(Self { from: Some(start), to: Some(end), sections: Some((first, last)) })
    }

    /// Whether a section may be in it.
    pub(crate) fn has_section(&self, number: usize) -> bool {
        self.sections.is_none_or(|(first, last)| (first..=last).contains(&number))
    }

    fn ends(self, recording: &Recording) -> (Micros, Micros) {
        let from = self.from.unwrap_or(0).min(recording.end());
        (from, self.to.unwrap_or(Micros::MAX).clamp(from, recording.end().max(from)))
    }
}

impl Diagram {
    /// What happened to these parts and contacts in a stretch of a recording of this circuit.
    pub fn new(circuit: &Arc<Circuit>, recording: &Recording, subjects: &[Subject], window: Window) -> Self {
        let (from, to) = window.ends(recording);
        let clock = Clock::of(recording);
        let (first, last) = clock.stretch(from, to, window.sections);
        let aspects = subjects.iter().flat_map(|subject| subject.aspects(circuit)).collect();
        let (lanes, alarms) = Collector::new(circuit, aspects).collect(recording, &clock, &window);
        let mut marks = Vec::new();
        let mut headings: Vec<Heading> = Vec::new();
        for (number, section) in recording.sections.iter().enumerate() {
            if window.sections.is_some_and(|(_, last)| number > last) {
                break;
            }
            let shown = clock.shown(number, section.start);
            for title in &section.headings {
                headings.push(Heading { shown, title: title.clone() });
            }
            let is_inside = first <= shown && shown <= last;
            // What begins as the stretch ends is no part of it, unless it is all there is.
            let begins_after = shown == last && section.end > to && first < last;
            // Power-up is worth a mark if something came of it.
            let is_event = number > 0 || section.end > section.start;
            let is_shown = window.has_section(number) && is_event && is_inside && !begins_after;
            if is_shown && section.ending != Ending::Refused {
                marks.push(Mark { number, at: section.start, shown, title: section.title.clone() });
            }
        }
        // The heading under which the stretch begins still holds.
        let holds = headings.iter().rposition(|heading| heading.shown <= first).unwrap_or(0);
        headings.drain(..holds);
        headings.retain(|heading| heading.shown <= last);
        headings.iter_mut().for_each(|heading| heading.shown = heading.shown.max(first));
        let overlaps = |alarm: &Alarm| alarm.from <= last && alarm.to.is_none_or(|end| end >= first);
        Self {
            title: circuit.title.clone(),
            script: recording.script.as_ref().map(|pin| pin.name.clone()),
            from,
            to,
            marks,
            headings,
            lanes: lanes.into_iter().map(|lane| lane.cut(first, last)).collect(),
            alarms: alarms.into_iter().filter(overlaps).collect(),
            clock,
            shown: (first, last),
        }
    }

    /// The time in microseconds since power-up at an instant of the diagram.
    ///
    /// The clock of a diagram is that of the circuit, but that it goes on by a moment after each action that
    /// took no time; else what hands do at one instant would lie on one line.
    pub fn time(&self, shown: Micros) -> Micros {
        self.clock.time(shown)
    }

    /// The instants at which something is to be seen, in order and without doubles.
    pub(crate) fn instants(&self) -> Vec<Micros> {
        let steps = self.lanes.iter().flat_map(|lane| lane.steps.iter().map(|&(at, _)| at));
        let marks = self.marks.iter().map(|mark| mark.shown);
        let alarms = self.alarms.iter().flat_map(|alarm| [Some(alarm.from), alarm.to]).flatten();
        let (first, last) = self.shown;
        let moments = self.clock.moments().into_iter().flat_map(|(from, to)| [from, to]);
        let mut all: Vec<Micros> = steps.chain(marks).chain(alarms).chain(moments).chain([first, last]).collect();
        all.retain(|&at| first <= at && at <= last);
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The added moments that it shows.
    pub(crate) fn moments(&self) -> Vec<(Micros, Micros)> {
        let (first, last) = self.shown;
        self.clock.moments().into_iter().filter(|&(from, to)| first <= from && to <= last).collect()
    }
}
