//! Lines of `then`: steps of a script, with places to fill in perhaps.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use kiber_netlist::Circuit;
use kiber_script::{Prepared, Step, Verb, parse_line};

use crate::book::{Expression, Moment};

/// A line of `then`: a step of a script, with places to fill in perhaps.
///
/// Shown, it is the text that it was read from.
#[derive(Clone, Debug)]
pub struct Line {
    text: Arc<str>,
    kind: Kind,
    /// Something gets broken or mended.
    pub(crate) faults: bool,
    /// A time is let pass instead of waiting until the circuit rests.
    pub(crate) timed: bool,
}

#[derive(Clone, Debug)]
enum Kind {
    Fixed(Arc<Prepared>),
    /// With places to fill in, and its number in the book.
    Open {
        number: u32,
        pieces: Arc<[Piece]>,
    },
}

/// A piece of a line.
#[derive(Clone, Debug)]
pub(crate) enum Piece {
    Text(String),
    Value(Expression),
}

/// Why a line cannot be filled in at a moment: `off V{first(L1..L8 lit)}` names no part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineProblem {
    /// The line as it became.
    pub line: String,
    /// What is wrong with it, in a sentence without a full stop.
    pub message: String,
}

impl fmt::Display for LineProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.line, self.message)
    }
}

impl std::error::Error for LineProblem {}

/// More filled-in lines than this are forgotten, and made again when they are needed.
const REMEMBERED: usize = 1 << 16;

/// Lines that have been filled in, so that each different one is parsed once; one for each thread
/// and each book.
#[derive(Clone, Debug, Default)]
pub struct Spliced {
    /// By the line's number, by its values.
    known: Vec<BTreeMap<Box<[i64]>, usize>>,
    ready: Vec<Arc<Prepared>>,
    values: Vec<i64>,
}

impl Line {
    /// A line without places to fill in.
    pub fn fixed(step: Step, circuit: &Circuit) -> Self {
        let text = step.shown(circuit).to_string();
        let (faults, timed) = (is_fault(&step), is_timed(&step));
        Self { text: text.into(), kind: Kind::Fixed(Arc::new(Prepared::new(step, circuit))), faults, timed }
    }

    pub(crate) fn read_fixed(text: &str, prepared: Arc<Prepared>) -> Self {
        let (faults, timed) = (is_fault(prepared.step()), is_timed(prepared.step()));
        Self { text: text.trim().into(), kind: Kind::Fixed(prepared), faults, timed }
    }

    /// `example` is the line as it may become, if that is known.
    pub(crate) fn open(text: &str, number: u32, pieces: Vec<Piece>, example: Option<&Step>) -> Self {
        let text = text.trim();
        // What cannot be known is taken to be so: whoever asks is careful then.
        let (faults, timed) = example.map_or((true, true), |step| (is_fault(step), is_timed(step)));
        Self { text: text.into(), kind: Kind::Open { number, pieces: pieces.into() }, faults, timed }
    }

    /// The step that the line is at this moment (variables after `set`, circuit before the action).
    ///
    /// A line without places to fill in costs nothing; any other is worked out, and parsed only if it
    /// never had these values before.
    ///
    /// # Errors
    /// When what is filled in makes no line that can be read.
    pub fn at<'a>(&'a self, moment: Moment<'_>, known: &'a mut Spliced) -> Result<&'a Arc<Prepared>, LineProblem> {
        match &self.kind {
            Kind::Fixed(prepared) => Ok(prepared),
            Kind::Open { number, pieces } => known.step(*number as usize, pieces, moment),
        }
    }

    /// The step, if it is the same at every moment.
    pub fn step(&self) -> Option<&Step> {
        match &self.kind {
            Kind::Fixed(prepared) => Some(prepared.step()),
            Kind::Open { .. } => None,
        }
    }

    /// Whether it breaks or mends something.
    pub fn has_faults(&self) -> bool {
        self.faults
    }

    /// Whether it lets a given time pass: `wait`, or an action `for` some time.
    pub fn has_times(&self) -> bool {
        self.timed
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Spliced {
    fn step(&mut self, number: usize, pieces: &[Piece], moment: Moment<'_>) -> Result<&Arc<Prepared>, LineProblem> {
        let mut values = std::mem::take(&mut self.values);
        values.clear();
        values.extend(pieces.iter().filter_map(|piece| match piece {
            Piece::Text(_) => None,
            Piece::Value(expression) => Some(expression.value(moment)),
        }));
        let found = self.known.get(number).and_then(|known| known.get(values.as_slice())).copied();
        let place = match found {
            Some(place) => Ok(place),
            None => self.make(number, pieces, &values, moment.simulator.circuit()),
        };
        self.values = values;
        // A place that was found or made is there.
        place.and_then(|place| {
            self.ready.get(place).ok_or_else(|| LineProblem { line: String::new(), message: "it is lost".to_owned() })
        })
    }

    fn make(
        &mut self,
        number: usize,
        pieces: &[Piece],
        values: &[i64],
        circuit: &Circuit,
    ) -> Result<usize, LineProblem> {
        let line = filled(pieces, values);
        let step = read_filled(&line, circuit).map_err(|message| LineProblem { line, message })?;
        if self.ready.len() >= REMEMBERED {
            self.ready.clear();
            self.known.clear();
        }
        if self.known.len() <= number {
            self.known.resize(number + 1, BTreeMap::new());
        }
        let place = self.ready.len();
        self.ready.push(Arc::new(Prepared::new(step, circuit)));
        if let Some(known) = self.known.get_mut(number) {
            known.insert(values.into(), place);
        }
        Ok(place)
    }
}

/// The line with its values filled in.
pub(crate) fn filled(pieces: &[Piece], values: &[i64]) -> String {
    let mut values = values.iter();
    let mut line = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) => line.push_str(text),
            Piece::Value(_) => line.extend(values.next().map(i64::to_string)),
        }
    }
    line
}

/// The action that a filled-in line is, or what is wrong with it.
pub(crate) fn read_filled(line: &str, circuit: &Circuit) -> Result<Step, String> {
    match parse_line(line, circuit) {
        Ok(Some(step)) if step.is_action() => Ok(step),
        Ok(_) => Err("this is no action".to_owned()),
        Err(findings) => {
            let messages: Vec<String> = findings.into_iter().map(|finding| finding.message).collect();
            Err(messages.join("; "))
        }
    }
}

fn is_fault(step: &Step) -> bool {
    let faults = [Verb::Break, Verb::Weld, Verb::Short, Verb::Cut, Verb::Stick, Verb::Mend];
    matches!(step, Step::Act { verb, .. } | Step::InOrder { verb, .. } if faults.contains(verb))
}

fn is_timed(step: &Step) -> bool {
    matches!(step, Step::Wait(_) | Step::Act { lasting: Some(_), .. })
}
