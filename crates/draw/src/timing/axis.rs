//! Time as a length: rows of a page, long pauses broken, and where the ticks stand.

use kiber_engine::Micros;

/// Whether long pauses are shown at their length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pauses {
    /// Pauses far longer than what happens between them are broken, and say how long they are.
    #[default]
    Broken,
    /// Everything at one scale.
    Whole,
}

/// Pauses so many times as long as whatever is shorter are broken.
const FAR_LONGER: Micros = 12;

/// A stretch of time in a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Piece {
    pub(crate) from: Micros,
    pub(crate) to: Micros,
    /// Where it begins in its row, in the units of the page.
    pub(crate) at: f64,
    /// How long it is there.
    pub(crate) length: f64,
    pub(crate) kind: Kind,
}

/// How a stretch of time is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// To scale.
    Time,
    /// A pause that is broken.
    Pause,
    /// A moment that an action without length was given.
    Moment,
}

/// A row of the page.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    pub(crate) pieces: Vec<Piece>,
}

impl Row {
    pub(crate) fn from(&self) -> Micros {
        self.pieces.first().map_or(0, |piece| piece.from)
    }

    pub(crate) fn to(&self) -> Micros {
        self.pieces.last().map_or(0, |piece| piece.to)
    }

    pub(crate) fn length(&self) -> f64 {
        self.pieces.last().map_or(0.0, |piece| piece.at + piece.length)
    }

    /// Where an instant of the row lies.
    pub(crate) fn x(&self, at: Micros) -> f64 {
        let place = self.pieces.partition_point(|piece| piece.to < at);
        let Some(piece) = self.pieces.get(place).or(self.pieces.last()) else { return 0.0 };
        let (span, into) = ((piece.to - piece.from) as f64, at.clamp(piece.from, piece.to) - piece.from);
        piece.at + if span > 0.0 { piece.length * into as f64 / span } else { 0.0 }
    }
}

/// The lengths of a page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Page {
    /// How long a row may be.
    pub(crate) row: f64,
    /// How long a broken pause is.
    pub(crate) break_length: f64,
    /// How long an added moment is.
    pub(crate) moment: f64,
    /// How long a microsecond is.
    pub(crate) per_micro: f64,
    /// Whether lengths are whole numbers, rounded up.
    pub(crate) whole: bool,
}

impl Page {
    fn length(&self, span: Micros) -> f64 {
        let length = span as f64 * self.per_micro;
        // A share that rounding leaves over is no letter.
        if self.whole { (length - 1e-6).ceil() } else { length }
    }
}

/// The pauses that are broken: those far longer than all that is shorter, where they take a good part of
/// the whole.
///
/// Added moments are no pauses.
pub(crate) fn breaks(instants: &[Micros], moments: &[(Micros, Micros)], pauses: Pauses) -> Vec<(Micros, Micros)> {
    if pauses == Pauses::Whole {
        return Vec::new();
    }
    let gaps = gaps(instants, moments);
    let mut lengths: Vec<Micros> = gaps.iter().map(|&(from, to)| to - from).collect();
    lengths.sort_unstable();
    lengths.dedup();
    // The widest jump between one length and the next divides steps from pauses.
    let total: Micros = gaps.iter().map(|&(from, to)| to - from).sum();
    let jumps = lengths.windows(2).filter_map(|pair| Some((*pair.first()?, *pair.last()?)));
    let far = jumps.filter(|&(step, pause)| pause >= FAR_LONGER.saturating_mul(step) && pause >= total / 40);
    let widest = far.max_by(|a, b| (a.1 as f64 / a.0 as f64).total_cmp(&(b.1 as f64 / b.0 as f64)));
    let Some((_, shortest_pause)) = widest else { return Vec::new() };
    gaps.into_iter().filter(|&(from, to)| to - from >= shortest_pause).collect()
}

/// What lies between one instant and the next, but for added moments.
fn gaps(instants: &[Micros], moments: &[(Micros, Micros)]) -> Vec<(Micros, Micros)> {
    let pairs = instants.windows(2).filter_map(|pair| Some((*pair.first()?, *pair.last()?)));
    pairs.filter(|gap| moments.binary_search(gap).is_err()).collect()
}

/// How long what lies between the instants is, but for added moments and what is broken.
pub(crate) fn lengths(instants: &[Micros], moments: &[(Micros, Micros)], broken: &[(Micros, Micros)]) -> Vec<Micros> {
    let shown = gaps(instants, moments).into_iter().filter(|gap| !broken.contains(gap));
    shown.map(|(from, to)| to - from).collect()
}

/// Cuts the stretch from one instant to another into rows that a page has room for, at one of `cuts` where
/// one is near the end of a row.
pub(crate) fn rows(
    (from, to): (Micros, Micros),
    breaks: &[(Micros, Micros)],
    moments: &[(Micros, Micros)],
    cuts: &[Micros],
    page: &Page,
) -> Vec<Row> {
    let pauses = breaks.iter().map(|&(from, to)| (from, to, Kind::Pause));
    let mut odd: Vec<(Micros, Micros, Kind)> =
        pauses.chain(moments.iter().map(|&(from, to)| (from, to, Kind::Moment))).collect();
    odd.sort_unstable_by_key(|&(from, ..)| from);
    let mut stretches: Vec<(Micros, Micros, Kind)> = Vec::new();
    let mut at = from;
    for (begins, ends, kind) in odd {
        if begins > at {
            stretches.push((at, begins, Kind::Time));
        }
        stretches.push((begins, ends, kind));
        at = ends;
    }
    if to > at || stretches.is_empty() {
        stretches.push((at, to, Kind::Time));
    }
    let mut rows = vec![Row { pieces: Vec::new() }];
    let mut push = |from: Micros, to: Micros, length: f64, kind: Kind, new_row: bool| {
        if new_row {
            rows.push(Row { pieces: Vec::new() });
        }
        let Some(row) = rows.last_mut() else { return 0.0 };
        let at = row.length();
        row.pieces.push(Piece { from, to, at, length, kind });
        row.length()
    };
    let mut used = 0.0;
    for (mut from, to, kind) in stretches {
        let fixed = match kind {
            Kind::Pause => Some(page.break_length),
            Kind::Moment => Some(page.moment),
            Kind::Time => None,
        };
        if let Some(length) = fixed {
            let full = used + length > page.row && used > 0.0;
            used = push(from, to, length, kind, full);
            continue;
        }
        let mut new_row = false;
        loop {
            let room = page.row - if new_row { 0.0 } else { used };
            let rest = page.length(to - from);
            if rest <= room {
                used = push(from, to, rest, kind, new_row);
                break;
            }
            let fits = (room / page.per_micro).floor().max(0.0) as Micros;
            let end = from.saturating_add(fits).min(to);
            // Better where an action begins than in the middle of one.
            let earliest = from + fits / 4 * 3;
            let cut = cuts.iter().copied().filter(|&cut| cut > earliest && cut <= end && cut > from).max();
            let end = cut.unwrap_or(end);
            if end > from {
                push(from, end, page.length(end - from), kind, new_row);
                from = end;
            }
            if new_row && end <= from && fits == 0 {
                // A page with no room at all shows the rest as it is.
                used = push(from, to, rest, kind, true);
                break;
            }
            new_row = true;
        }
    }
    rows.retain(|row| !row.pieces.is_empty());
    rows
}

/// A length of 1, 2 or 5 times a power of ten that is no shorter than this one.
pub(crate) fn nice_step(least: Micros) -> Micros {
    let mut power: Micros = 1;
    loop {
        for digit in [1, 2, 5] {
            let step = power.saturating_mul(digit);
            if step >= least {
                return step;
            }
        }
        let Some(next) = power.checked_mul(10) else { return Micros::MAX };
        power = next;
    }
}

/// The instants of a row that get a tick, each with its time: multiples of a step, only where time is to scale.
/// `time` is the time at an instant of the diagram.
pub(crate) fn ticks(row: &Row, step: Micros, time: impl Fn(Micros) -> Micros) -> Vec<(Micros, Micros)> {
    let mut ticks: Vec<(Micros, Micros)> = Vec::new();
    for piece in row.pieces.iter().filter(|piece| piece.kind == Kind::Time) {
        let start = time(piece.from);
        let mut tick = start.div_ceil(step).saturating_mul(step);
        while tick - start <= piece.to - piece.from {
            if ticks.last().is_none_or(|&(_, last)| last != tick) {
                ticks.push((piece.from + (tick - start), tick));
            }
            let Some(next) = tick.checked_add(step) else { break };
            tick = next;
        }
    }
    ticks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_breaks(instants: &[Micros], expected: &[(Micros, Micros)]) {
        assert_eq!(breaks(instants, &[], Pauses::Broken), expected);
        assert_eq!(breaks(instants, &[], Pauses::Whole), []);
    }

    #[test]
    fn pauses_far_longer_than_the_rest_are_broken() {
        check_breaks(&[0, 7, 8, 508, 512, 513], &[(8, 508)]);
        check_breaks(&[0, 7, 8, 40, 44, 45], &[]);
        check_breaks(&[0], &[]);
        // A microsecond beside a millisecond is no reason to break milliseconds.
        check_breaks(&[0, 1, 16_000, 76_000, 10_000_000, 10_016_000], &[(76_000, 10_000_000)]);
        check_breaks(&[0, 1, 2, 500, 501, 5_000], &[(2, 500), (501, 5_000)]);
    }

    const PAGE: Page = Page { row: 60.0, break_length: 7.0, moment: 3.0, per_micro: 1e-3, whole: true };

    #[track_caller]
    fn check_rows(to: Micros, breaks: &[(Micros, Micros)], cuts: &[Micros], expected: &[(Micros, Micros, f64)]) {
        let rows = rows((0, to), breaks, &[], cuts, &PAGE);
        let found: Vec<_> = rows.iter().map(|row| (row.from(), row.to(), row.length())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn rows_are_cut_where_an_action_begins() {
        check_rows(50_000, &[], &[], &[(0, 50_000, 50.0)]);
        check_rows(100_000, &[], &[], &[(0, 60_000, 60.0), (60_000, 100_000, 40.0)]);
        check_rows(100_000, &[], &[30_000, 50_000], &[(0, 50_000, 50.0), (50_000, 100_000, 50.0)]);
        check_rows(1_050_000, &[(30_000, 1_030_000)], &[], &[(0, 1_050_000, 57.0)]);
        check_rows(0, &[], &[], &[(0, 0, 0.0)]);
    }

    #[test]
    fn instants_lie_where_their_piece_puts_them() {
        let row = rows((0, 1_050_000), &[(30_000, 1_030_000)], &[], &[], &PAGE).remove(0);
        assert_eq!([0, 15_000, 30_000, 1_030_000, 1_040_000].map(|at| row.x(at)), [0.0, 15.0, 30.0, 37.0, 47.0]);
        assert_eq!(ticks(&row, 20_000, |at| at), [(0, 0), (20_000, 20_000), (1_040_000, 1_040_000)]);
    }

    #[test]
    fn added_moments_have_their_own_length_and_no_ticks() {
        let row = rows((0, 11_000), &[], &[(0, 1_000), (5_000, 6_000)], &[], &PAGE).remove(0);
        assert_eq!([0, 1_000, 5_000, 6_000, 11_000].map(|at| row.x(at)), [0.0, 3.0, 7.0, 10.0, 15.0]);
        // The clock is one moment ahead at first, then two.
        let time = |at: Micros| if at < 6_000 { at.saturating_sub(1_000) } else { at - 2_000 };
        assert_eq!(
            ticks(&row, 2_000, time),
            [(1_000, 0), (3_000, 2_000), (5_000, 4_000), (8_000, 6_000), (10_000, 8_000)]
        );
    }

    #[test]
    fn steps_are_round_numbers() {
        assert_eq!([1, 3, 6, 11, 49, 50].map(nice_step), [1, 5, 10, 20, 50, 50]);
    }
}
