//! One lane as lines and areas.

use std::fmt::Write as _;

use kiber_engine::{Micros, Nanoamps};

use super::{Drawing, LEAD};
use crate::markup::{Escaped, Px};
use crate::timing::axis::Row;
use crate::timing::lane::{Lane, State};
use crate::timing::subject::{Aspect, Shape};

/// More changes within so few pixels are one busy stretch.
const BUSY: f64 = 1.5;

/// Draws a lane of a row: `base` is its lowest line, `height` how far up it goes.
pub(super) fn draw(
    drawing: &mut Drawing<'_>,
    lane: &Lane,
    row: &Row,
    ends: [f64; 2],
    base: f64,
    height: f64,
    is_last: bool,
) {
    let [left, right] = ends;
    let x = |at: Micros| left + LEAD + row.x(at);
    let frame = Frame { base, height, left, right };
    match lane.shape {
        Shape::Places => places(drawing, lane, row, &x, &frame, is_last),
        _ => levels(drawing, lane, row, &x, &frame, is_last),
    }
}

struct Frame {
    base: f64,
    height: f64,
    left: f64,
    right: f64,
}

/// The steps of a row, with the state before them.
fn of_row<'l>(lane: &'l Lane, row: &Row, is_last: bool) -> (State, usize, &'l [(Micros, State)]) {
    let first = lane.steps.partition_point(|&(at, _)| at < row.from());
    let end = lane.steps.partition_point(|&(at, _)| at < row.to() || (is_last && at == row.to()));
    let before = lane.steps.get(..first).and_then(<[_]>::last).map_or(lane.before, |&(_, state)| state);
    (before, first, lane.steps.get(first..end).unwrap_or_default())
}

fn levels(drawing: &mut Drawing<'_>, lane: &Lane, row: &Row, x: &impl Fn(Micros) -> f64, frame: &Frame, is_last: bool) {
    let (before, first, steps) = of_row(lane, row, is_last);
    let largest = lane.largest().unwrap_or_default();
    let level = |state: State, step: usize| -> f64 {
        match state {
            State::Current(Nanoamps(current)) => current.unsigned_abs() as f64 / largest.0.max(1) as f64,
            State::At(at) => f64::from(at) / if matches!(lane.shape, Shape::TwoLevels) { 1.0 } else { 2.0 },
            State::Open => 0.0,
            // Half way, as far as anybody knows.
            State::Towards(towards) => {
                let scale = if matches!(lane.shape, Shape::TwoLevels) { 2.0 } else { 4.0 };
                (f64::from(lane.rested(step)) + f64::from(towards)) / scale
            }
        }
    };
    // Points of the wave: where it turns.
    let mut points: Vec<(f64, f64)> = vec![(frame.left, level(before, first))];
    let mut last = before;
    let mut busy: Vec<[f64; 2]> = Vec::new();
    for (number, &(at, state)) in steps.iter().enumerate() {
        let place = x(at);
        let now = points.last().map_or(0.0, |point| point.1);
        if let Some(&[_, end]) = busy.last()
            && place - end < BUSY
            && steps.get(number + 1).is_some_and(|&(next, _)| x(next) - place < BUSY)
        {
            if let Some(stretch) = busy.last_mut() {
                stretch[1] = place;
            }
            last = state;
            continue;
        }
        let crowded = steps.get(number + 4).is_some_and(|&(then, _)| x(then) - place < 2.0 * BUSY);
        if crowded {
            busy.push([place, place]);
        }
        match (last, state) {
            (_, State::Towards(_)) => points.push((place, now)),
            (State::Towards(_), _) => points.push((place, level(state, first + number))),
            _ => points.extend([(place, now), (place, level(state, first + number))]),
        }
        last = state;
    }
    points.push((frame.right, level(last, first + steps.len())));
    let (wave, fill) = match lane.aspect {
        Aspect::Coil(_) => ("k-wave k-coil", "k-coil-fill"),
        Aspect::Lamp(_) => ("k-wave k-lamp", ""),
        Aspect::Stand(_) if lane.by_hand => ("k-wave k-hand", "k-hand-fill"),
        _ => ("k-wave", "k-fill"),
    };
    let y = |level: f64| frame.base - level * frame.height;
    drawing.line([frame.left, frame.base, frame.right, frame.base], "k-base");
    if lane.shape == Shape::Light {
        light(drawing, before, steps, x, frame);
    } else {
        let mut path = format!("M{} {}", Px(frame.left), Px(frame.base));
        for &(at, level) in &points {
            let _ = write!(path, "L{} {}", Px(at), Px(y(level)));
        }
        let _ = write!(path, "L{} {}Z", Px(frame.right), Px(frame.base));
        let _ = writeln!(drawing.out, "<path d=\"{path}\" class=\"{fill}\"/>");
    }
    let mut path = String::new();
    for &(at, level) in &points {
        let verb = if path.is_empty() { 'M' } else { 'L' };
        let _ = write!(path, "{verb}{} {}", Px(at), Px(y(level)));
    }
    let _ = writeln!(drawing.out, "<path d=\"{path}\" class=\"{wave}\"/>");
    for [start, end] in busy {
        drawing.rect([start, y(1.0), (end - start).max(2.0), frame.height], "k-busy");
    }
}

/// The light of a lamp as areas.
fn light(
    drawing: &mut Drawing<'_>,
    before: State,
    steps: &[(Micros, State)],
    x: &impl Fn(Micros) -> f64,
    frame: &Frame,
) {
    let mut state = before;
    let mut start = frame.left;
    let ends = steps.iter().map(|&(at, next)| (x(at), Some(next))).chain([(frame.right, None)]);
    for (end, next) in ends {
        let (class, share) = match state {
            State::At(1) => ("k-dim", 0.5),
            State::At(2) => ("k-lit", 1.0),
            _ => ("", 0.0),
        };
        if !class.is_empty() && end > start {
            drawing.rect([start, frame.base - share * frame.height, end - start, share * frame.height], class);
        }
        start = end;
        state = next.unwrap_or(state);
    }
}

/// Places as stretches with their numbers.
fn places(drawing: &mut Drawing<'_>, lane: &Lane, row: &Row, x: &impl Fn(Micros) -> f64, frame: &Frame, is_last: bool) {
    let (before, _, steps) = of_row(lane, row, is_last);
    let (top, middle) = (frame.base - frame.height, frame.base - frame.height / 2.0);
    let mut stretches: Vec<(f64, f64, State)> = Vec::new();
    let (mut state, mut start) = (before, frame.left);
    for &(at, next) in steps {
        stretches.push((start, x(at), state));
        (start, state) = (x(at), next);
    }
    stretches.push((start, frame.right, state));
    let last = stretches.len().saturating_sub(1);
    let mut path = String::new();
    let mut numbers: Vec<(f64, String)> = Vec::new();
    for (number, &(start, end, state)) in stretches.iter().enumerate() {
        if state == State::Open {
            let _ = write!(path, "M{0} {1}L{2} {1}", Px(start), Px(middle), Px(end));
            continue;
        }
        let State::At(place) = state else {
            // Between two places the lines cross.
            let _ = write!(path, "M{0} {1}L{2} {3}M{0} {3}L{2} {1}", Px(start), Px(top), Px(end), Px(frame.base));
            continue;
        };
        let rests = |other: usize| matches!(stretches.get(other), Some((_, _, State::At(_))));
        let slant = ((end - start) / 2.0).min(3.0);
        let left = if number > 0 && rests(number - 1) { slant } else { 0.0 };
        let right = if number < last && rests(number + 1) { slant } else { 0.0 };
        for y in [top, frame.base] {
            let _ = write!(path, "M{} {}", Px(start), Px(if left > 0.0 { middle } else { y }));
            let _ = write!(path, "L{} {}L{} {}", Px(start + left), Px(y), Px(end - right), Px(y));
            let _ = write!(path, "L{} {}", Px(end), Px(if right > 0.0 { middle } else { y }));
        }
        let words = place.to_string();
        if end - start > words.len() as f64 * 7.0 + 4.0 {
            numbers.push(((start + end) / 2.0, words));
        }
    }
    let class = if lane.by_hand { "k-wave k-hand" } else { "k-wave" };
    let _ = writeln!(drawing.out, "<path d=\"{path}\" class=\"{class}\"/>");
    for (at, words) in numbers {
        let _ = writeln!(
            drawing.out,
            "<text x=\"{}\" y=\"{}\" class=\"k-mark\" text-anchor=\"middle\">{}</text>",
            Px(at),
            Px(middle + 4.0),
            Escaped(&words)
        );
    }
}
