//! One thing that was done, and every instant of it.

use std::sync::Arc;

use kiber_engine::{Fault, Micros, State};
use kiber_netlist::Circuit;
use kiber_script::{Mark, Step};
use kiber_trace::{Recorder as _, Section, TextTrace};

/// One action of a session, or the power-up before all.
#[derive(Clone, Debug)]
pub struct Deed {
    /// None is the power-up.
    pub(crate) step: Option<Step>,
    /// The moment before it; none before the power-up.
    pub(crate) before: Option<Mark>,
    pub(crate) title: String,
    pub(crate) start: Micros,
    /// Since the start, ascending.
    pub(crate) instants: Vec<Micros>,
    /// How the circuit stands at each instant.
    pub(crate) states: Vec<State>,
    /// When the hand let go of what it pressed, since the start, if it did.
    pub(crate) freed_at: Option<Micros>,
    pub(crate) lines: Vec<(Micros, String)>,
    pub(crate) is_cut: bool,
}

impl Deed {
    /// The action as a script writes it; `power-up` for the first.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// When it began, in microseconds since power-up.
    pub fn start(&self) -> Micros {
        self.start
    }

    /// The instants at which something changed, in microseconds since it began, ascending. The first is 0, the
    /// last is the end.
    pub fn instants(&self) -> &[Micros] {
        &self.instants
    }

    /// When it was over, in microseconds since it began.
    pub fn end(&self) -> Micros {
        self.instants.last().copied().unwrap_or(0)
    }

    /// Whether there were more instants than are kept; between the last two, some are missing.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// What happened, as the trace tells it, each with its time in microseconds since the deed began.
    pub fn lines(&self) -> &[(Micros, String)] {
        &self.lines
    }

    /// The step, if it is not the power-up.
    pub fn step(&self) -> Option<&Step> {
        self.step.as_ref()
    }

    /// The number of the last instant that is not later than a time since the start.
    pub fn instant_at(&self, at: Micros) -> usize {
        self.instants.partition_point(|&instant| instant <= at).saturating_sub(1)
    }
}

/// The lines of a trace for one section, without their times.
pub(crate) fn lines(circuit: &Arc<Circuit>, section: &Section, faults: &[Fault]) -> Vec<(Micros, String)> {
    let text = TextTrace::new(Arc::clone(circuit), String::new()).with_faults(faults.to_vec());
    let mut trace = text;
    trace.begin_section(&section.title, section.start);
    for event in &section.events {
        kiber_engine::Sink::event(&mut trace, event.clone());
    }
    trace.end_section(section.end, section.ending.clone());
    let text = trace.into_inner().unwrap_or_default();
    text.lines().filter_map(line).collect()
}

/// A line of a trace: `   +0.000 ms  K1     operated`.
fn line(line: &str) -> Option<(Micros, String)> {
    let (time, rest) = line.trim_start().strip_prefix('+')?.split_once(" ms  ")?;
    let (millis, micros) = time.split_once('.')?;
    let at = millis.parse::<Micros>().ok()?.checked_mul(1000)?.checked_add(micros.parse().ok()?)?;
    Some((at, rest.to_owned()))
}
