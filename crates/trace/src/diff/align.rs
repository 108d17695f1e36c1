//! What one part did in both traces, event beside event.

use std::collections::BTreeMap;
use std::ops::Range;

use imara_diff::Token;
use kiber_engine::LampLevel;

use super::matching::matched;
use super::rows::Row;
use crate::written::{Asks, Coil, Hand, Words};

/// What of a part's lines belongs together and is compared by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Track {
    /// What a hand does with it.
    Hand,
    /// The current through its coil.
    Coil,
    /// Its moves.
    Move,
    /// The light of a lamp.
    Lamp,
    /// Short circuits.
    Short,
    /// How the section ends, and in a press its first half.
    Outcome,
    /// Whatever else is told of it.
    Other,
}

/// What makes two events the same event: what happened, without currents, contacts and spans of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Key<'w> {
    Hand(Hand),
    Turned(u16),
    Coil(Coil, Asks),
    Move(&'w str),
    Lamp(u8),
    ShortBegins(&'w str, &'w str),
    ShortEnds(&'w str, &'w str),
    Overloaded(bool),
    Blown,
    Oscillates,
    GaveUp,
    /// What its words tell in full.
    Text(&'w str),
}

impl Track {
    pub(super) fn of(words: &Words<'_>) -> Self {
        match words {
            Words::Hand(..) | Words::TurnedTo(_) | Words::Turned { .. } => Self::Hand,
            Words::Coil { .. } => Self::Coil,
            Words::Move(_) => Self::Move,
            Words::Lamp(..) => Self::Lamp,
            Words::ShortBegins { .. } | Words::ShortEnds { .. } => Self::Short,
            Words::Settled | Words::Oscillates { .. } | Words::TimeUp(_) | Words::GaveUp(_) | Words::Refused => {
                Self::Outcome
            }
            _ => Self::Other,
        }
    }
}

impl<'w> Key<'w> {
    pub(super) fn of(row: &Row<'w>) -> Self {
        match row.line.words {
            Words::Hand(hand, _) => Self::Hand(hand),
            Words::Turned { to, .. } => Self::Turned(to),
            Words::Coil { coil, asks, .. } => Self::Coil(coil, asks),
            Words::Move(it) => Self::Move(it.words),
            Words::Lamp(level, _) => Self::Lamp(match level {
                LampLevel::Off => 0,
                LampLevel::Dim => 1,
                LampLevel::Lit => 2,
            }),
            Words::ShortBegins { sources, path } => Self::ShortBegins(sources.as_str(), path.as_str()),
            Words::ShortEnds { sources, path, .. } => Self::ShortEnds(sources.as_str(), path.as_str()),
            Words::Overloaded(_) => Self::Overloaded(true),
            Words::NoLongerOverloaded(_) => Self::Overloaded(false),
            Words::Blown(_) => Self::Blown,
            Words::Oscillates { .. } => Self::Oscillates,
            Words::GaveUp(_) => Self::GaveUp,
            _ => Self::Text(row.line.text),
        }
    }
}

/// Events that only one of the traces has, or both have and that are not the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hunk {
    pub(super) a: Range<usize>,
    pub(super) b: Range<usize>,
}

/// Two lists of events, matched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Aligned {
    /// The events that both have, by their places in the lists.
    pub(super) pairs: Vec<(usize, usize)>,
    /// The others, in order.
    pub(super) hunks: Vec<Hunk>,
}

/// The most cells of a table; longer lists are matched by a quicker method that does not look at times.
const MOST_CELLS: usize = 1 << 20;

/// Matches two lists of one track, so that as many events as can be are matched; of the ways to do
/// that, one in which they have kept their times best, which are `shift` microseconds later in the
/// second.
pub(super) fn align(a: &[&Row<'_>], b: &[&Row<'_>], shift: i64) -> Aligned {
    let is_same = |(a, b): (&&Row<'_>, &&Row<'_>)| a.line.text == b.line.text && later(a, b) == shift;
    let front = a.iter().zip(b).take_while(|&pair| is_same(pair)).count();
    let back = a[front..].iter().rev().zip(b[front..].iter().rev()).take_while(|&pair| is_same(pair)).count();
    let (middle_a, middle_b) = (&a[front..a.len() - back], &b[front..b.len() - back]);
    let mut pairs: Vec<(usize, usize)> = (0..front).map(|at| (at, at)).collect();
    let middle = if middle_a.len().saturating_mul(middle_b.len()) <= MOST_CELLS {
        by_table(middle_a, middle_b, shift)
    } else {
        by_edit_script(middle_a, middle_b)
    };
    pairs.extend(middle.into_iter().map(|(a, b)| (a + front, b + front)));
    pairs.extend((0..back).rev().map(|at| (a.len() - 1 - at, b.len() - 1 - at)));
    let mut hunks = Vec::new();
    let (mut in_a, mut in_b) = (0, 0);
    for &(at_a, at_b) in pairs.iter().chain([&(a.len(), b.len())]) {
        if at_a > in_a || at_b > in_b {
            hunks.push(Hunk { a: in_a..at_a, b: in_b..at_b });
        }
        (in_a, in_b) = (at_a + 1, at_b + 1);
    }
    Aligned { pairs, hunks }
}

/// How many microseconds later it is in the second trace.
pub(super) fn later(a: &Row<'_>, b: &Row<'_>) -> i64 {
    let (a, b) = (i128::from(a.since()), i128::from(b.since()));
    (b - a).clamp(i64::MIN.into(), i64::MAX.into()) as i64
}

fn by_table(a: &[&Row<'_>], b: &[&Row<'_>], shift: i64) -> Vec<(usize, usize)> {
    // A match outweighs whatever times can take off it.
    const MATCHED: u64 = 1 << 44;
    const FAR: u64 = 1 << 30;
    let worth = |a: &Row<'_>, b: &Row<'_>| {
        let moved = later(a, b).abs_diff(shift).min(FAR);
        (Key::of(a) == Key::of(b)).then(|| MATCHED - 2 * moved + u64::from(a.line.text == b.line.text))
    };
    // The best from each place on to the end.
    let width = b.len() + 1;
    let mut best = vec![0_u64; (a.len() + 1) * width];
    for at_a in (0..a.len()).rev() {
        for at_b in (0..b.len()).rev() {
            let here = at_a * width + at_b;
            let apart = best[here + 1].max(best[here + width]);
            let together = worth(a[at_a], b[at_b]).map_or(0, |worth| worth + best[here + width + 1]);
            best[here] = apart.max(together);
        }
    }
    let mut pairs = Vec::new();
    let (mut at_a, mut at_b) = (0, 0);
    while at_a < a.len() && at_b < b.len() {
        let here = at_a * width + at_b;
        let together = worth(a[at_a], b[at_b]).map(|worth| worth + best[here + width + 1]);
        if together == Some(best[here]) {
            pairs.push((at_a, at_b));
            (at_a, at_b) = (at_a + 1, at_b + 1);
        } else if best[here + width] == best[here] {
            at_a += 1;
        } else {
            at_b += 1;
        }
    }
    pairs
}

fn by_edit_script(a: &[&Row<'_>], b: &[&Row<'_>]) -> Vec<(usize, usize)> {
    let mut numbers = BTreeMap::new();
    let (mut tokens_a, mut tokens_b) = (Vec::with_capacity(a.len()), Vec::with_capacity(b.len()));
    for (rows, tokens) in [(a, &mut tokens_a), (b, &mut tokens_b)] {
        for row in rows {
            let next = numbers.len() as u32;
            tokens.push(Token(*numbers.entry(Key::of(row)).or_insert(next)));
        }
    }
    matched(&tokens_a, &tokens_b, numbers.len() as u32)
}
