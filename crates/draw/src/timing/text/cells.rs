//! One lane in letters.

use std::fmt::Write as _;

use kiber_engine::{Micros, Nanoamps};

use crate::timing::axis::{Kind, Piece, Row};
use crate::timing::lane::{Lane, State};
use crate::timing::subject::Shape;

/// The letters of a diagram.
pub(super) struct Letters {
    low: char,
    middle: char,
    high: char,
    up: char,
    down: char,
    /// A pulse of no length.
    pulse: char,
    /// More than one letter can say.
    busy: char,
    dim: char,
    lit: char,
    /// Between two places.
    turning: char,
    place: char,
    /// Currents from the least to the largest.
    currents: &'static [char],
    pub(super) axis: char,
    pub(super) tick: char,
    pub(super) heading: char,
    /// Around the length of a broken pause.
    pub(super) pause: [char; 2],
}

const UNICODE: Letters = Letters {
    low: '▁',
    middle: '─',
    high: '▔',
    up: '╱',
    down: '╲',
    pulse: '│',
    busy: '╳',
    dim: '▒',
    lit: '█',
    turning: '╳',
    place: '─',
    currents: &['▂', '▃', '▄', '▅', '▆', '▇', '█'],
    axis: '─',
    tick: '┬',
    heading: '▸',
    pause: ['┤', '├'],
};

const ASCII: Letters = Letters {
    low: '_',
    middle: '-',
    high: '~',
    up: '/',
    down: '\\',
    pulse: '|',
    busy: 'X',
    dim: '=',
    lit: '#',
    turning: 'X',
    place: '-',
    currents: &['.', ':', '-', '=', '+', '*', '#'],
    axis: '-',
    tick: '+',
    heading: '>',
    pause: ['|', '|'],
};

impl Letters {
    pub(super) fn of(ascii: bool) -> &'static Self {
        if ascii { &ASCII } else { &UNICODE }
    }

    fn current(&self, Nanoamps(current): Nanoamps, largest: Nanoamps) -> char {
        if current == 0 {
            return self.low;
        }
        let share = current.unsigned_abs() as f64 / largest.0.max(1) as f64;
        let place = ((share * self.currents.len() as f64).ceil() as usize).clamp(1, self.currents.len());
        self.currents.get(place - 1).copied().unwrap_or(self.lit)
    }

    fn rest(&self, lane: &Lane, state: State, largest: Nanoamps) -> (char, Paint) {
        match (lane.shape, state) {
            (_, State::Current(current)) => (self.current(current, largest), Paint::Plain),
            (Shape::Light, State::At(1)) => (self.dim, Paint::Lit),
            (Shape::Light, State::At(2)) => (self.lit, Paint::Lit),
            (Shape::ThreeLevels, State::At(1)) => (self.middle, Paint::Plain),
            (Shape::Places, State::At(_)) => (self.place, Paint::Plain),
            (Shape::Places, State::Towards(_)) => (self.turning, Paint::Plain),
            (_, State::At(0) | State::Open) => (self.low, Paint::Plain),
            (_, State::At(_)) => (self.high, Paint::Plain),
            (_, State::Towards(_)) => (self.busy, Paint::Plain),
        }
    }
}

/// How a letter is painted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Paint {
    #[default]
    Plain,
    Bold,
    Faint,
    Lit,
    Alarm,
}

/// A line of painted letters.
#[derive(Clone, Debug, Default)]
pub(super) struct Strip {
    letters: Vec<(char, Paint)>,
}

impl Strip {
    pub(super) fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }

    /// Writes over what is there.
    pub(super) fn write(&mut self, at: usize, text: &str, paint: Paint) {
        for (place, letter) in text.chars().enumerate() {
            let place = at + place;
            if self.letters.len() <= place {
                self.letters.resize(place + 1, (' ', Paint::Plain));
            }
            if let Some(cell) = self.letters.get_mut(place) {
                *cell = (letter, paint);
            }
        }
    }

    pub(super) fn push(&mut self, letter: (char, Paint)) {
        self.letters.push(letter);
    }

    pub(super) fn show(&self, color: bool) -> String {
        let mut text = String::new();
        for run in self.letters.chunk_by(|a, b| a.1 == b.1) {
            let letters: String = run.iter().map(|&(letter, _)| letter).collect();
            let code = match run.first().map(|&(_, paint)| paint) {
                Some(Paint::Bold) => "1",
                Some(Paint::Faint) => "2",
                Some(Paint::Lit) => "33",
                Some(Paint::Alarm) => "31",
                _ => "",
            };
            if color && !code.is_empty() {
                let _ = write!(text, "\x1b[{code}m{letters}\x1b[0m");
            } else {
                text.push_str(&letters);
            }
        }
        text
    }
}

/// A lane in a row; a letter stands for `per_cell` microseconds. What happens at the end of a row is shown
/// in the next one, unless it is the last.
pub(super) fn lane(lane: &Lane, row: &Row, per_cell: Micros, letters: &Letters, lead: usize, is_last: bool) -> Strip {
    let largest = lane.largest().unwrap_or_default();
    let mut cells = Cells { lane, letters, largest, shown: Vec::new(), next: 0, state: lane.before };
    cells.skip_to(row.from());
    for _ in 0..lead {
        cells.rest();
    }
    for piece in &row.pieces {
        match piece.kind {
            Kind::Pause => {
                cells.pause(piece);
                continue;
            }
            Kind::Moment => {
                cells.cell(piece.to);
                for _ in 1..piece.length as usize {
                    cells.rest();
                }
                continue;
            }
            Kind::Time => {}
        }
        for number in 0..piece.length.ceil() as u64 {
            let start = piece.from + number * per_cell;
            cells.cell((start + per_cell).min(piece.to));
        }
    }
    if is_last {
        cells.cell(row.to().saturating_add(1));
    }
    let missing = if is_last { lead.saturating_sub(1) } else { lead };
    for _ in 0..missing {
        cells.rest();
    }
    cells.finished()
}

struct Cells<'l> {
    lane: &'l Lane,
    letters: &'l Letters,
    largest: Nanoamps,
    /// The letters so far, those of a place with its number.
    shown: Vec<(char, Paint, Option<u16>)>,
    /// The next step.
    next: usize,
    state: State,
}

impl Cells<'_> {
    fn rest(&mut self) {
        self.show_rest(self.state);
    }

    fn show_rest(&mut self, state: State) {
        if let Some(letter) = self.travel(state, self.next, &[]) {
            self.shown.push((letter, Paint::Plain, None));
            return;
        }
        let (letter, paint) = self.letters.rest(self.lane, state, self.largest);
        let place = match (self.lane.shape, state) {
            (Shape::Places, State::At(place)) => Some(place),
            _ => None,
        };
        self.shown.push((letter, paint, place));
    }

    /// Goes on to an instant, what happens at it excepted.
    fn skip_to(&mut self, at: Micros) {
        while let Some(&(step, state)) = self.lane.steps.get(self.next)
            && step < at
        {
            self.state = state;
            self.next += 1;
        }
    }

    fn pause(&mut self, piece: &Piece) {
        // What happens as the pause begins is seen in it.
        self.skip_to(piece.from.saturating_add(1));
        self.rest();
        for _ in 2..piece.length as usize {
            self.shown.push((' ', Paint::Plain, None));
        }
        self.rest();
    }

    /// One letter for what happens up to an instant, which is not part of it.
    fn cell(&mut self, end: Micros) {
        let (first, before) = (self.next, self.state);
        self.skip_to(end);
        let steps = self.lane.steps.get(first..self.next).unwrap_or_default();
        let moves = steps.iter().filter(|(_, state)| matches!(state, State::Towards(_))).count();
        let rests = steps.len() - moves;
        let changes_place = self.lane.shape == Shape::Places && rests > 0 && before != self.state;
        let travel = self.travel(before, first, steps);
        if rests > 2 {
            self.shown.push((self.letters.busy, Paint::Plain, None));
        } else if rests == 2 && before == self.state {
            let paint = if self.lane.shape == Shape::Light { Paint::Lit } else { Paint::Plain };
            self.shown.push((self.letters.pulse, paint, None));
        } else if let Some(letter) = travel {
            self.shown.push((letter, Paint::Plain, None));
        } else if changes_place && matches!((before, self.state), (State::At(_), State::At(_))) {
            self.shown.push((self.letters.turning, Paint::Plain, None));
        } else {
            self.rest();
        }
    }

    /// The letter of a travel, if there is one in these steps, or if they are none and one goes on.
    fn travel(&self, before: State, first: usize, steps: &[(Micros, State)]) -> Option<char> {
        let set_out = steps.iter().enumerate().rev().find_map(|(number, &(_, state))| match state {
            State::Towards(towards) => Some((first + number, towards)),
            _ => None,
        });
        let (step, towards) = match (set_out, before) {
            (Some(found), _) => found,
            (None, State::Towards(towards)) if steps.is_empty() => (first, towards),
            _ => return None,
        };
        Some(match self.lane.shape {
            Shape::Places => self.letters.turning,
            _ if towards > self.lane.rested(step) => self.letters.up,
            _ => self.letters.down,
        })
    }

    /// The strip, with the numbers of places written into their stretches where there is room.
    fn finished(self) -> Strip {
        let mut strip = Strip::default();
        for &(letter, paint, _) in &self.shown {
            strip.push((letter, paint));
        }
        let mut at = 0;
        for run in self.shown.chunk_by(|a, b| a.2 == b.2) {
            if let Some((_, _, Some(place))) = run.first() {
                let number = place.to_string();
                let into = usize::from(run.len() > number.len());
                if number.len() + into <= run.len() {
                    strip.write(at + into, &number, Paint::Plain);
                }
            }
            at += run.len();
        }
        strip
    }
}
