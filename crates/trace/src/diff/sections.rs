//! Which section of one trace is which of the other: an edit script over their titles.

use std::ops::Range;

use imara_diff::Token;

use super::index::Entry;
use super::matching::matched_by_anchors;

/// A stretch of sections.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stretch {
    /// So many sections that both have, from these numbers on.
    Both(usize, usize, usize),
    /// Sections that only the first trace has.
    Gone(Range<usize>),
    /// Sections that only the second trace has.
    New(Range<usize>),
}

/// A place where the traces have other sections, or more, or fewer.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Hunk {
    a: Range<usize>,
    b: Range<usize>,
}

/// The sections in order, matched by their titles; `titles` is how many titles there are.
///
/// Of the many ways to match `press KN1` with `press KN1`, one is taken in which more sections tell
/// the same.
pub(super) fn matched(a: &[Entry], b: &[Entry], titles: u32) -> Vec<Stretch> {
    let mut hunks = hunks(a, b, titles);
    for at in 0..hunks.len() {
        slide(&mut hunks, at, a, b);
    }
    let mut stretches = Vec::new();
    let (mut in_a, mut in_b) = (0, 0);
    for Hunk { a: gone, b: new } in hunks.into_iter().chain([Hunk { a: a.len()..a.len(), b: b.len()..b.len() }]) {
        if gone.start > in_a {
            stretches.push(Stretch::Both(in_a, in_b, gone.start - in_a));
        }
        (in_a, in_b) = (gone.end, new.end);
        if !gone.is_empty() {
            stretches.push(Stretch::Gone(gone));
        }
        if !new.is_empty() {
            stretches.push(Stretch::New(new));
        }
    }
    stretches
}

fn hunks(a: &[Entry], b: &[Entry], titles: u32) -> Vec<Hunk> {
    let titles_of = |entries: &[Entry]| entries.iter().map(|entry| Token(entry.title)).collect::<Vec<_>>();
    let contents = |entries: &[Entry]| entries.iter().map(|entry| entry.without_times).collect::<Vec<_>>();
    let (titles_a, titles_b) = (titles_of(a), titles_of(b));
    if titles_a == titles_b {
        return Vec::new();
    }
    let pairs = matched_by_anchors((&titles_a, &contents(a)), (&titles_b, &contents(b)), titles);
    let mut hunks = Vec::new();
    let (mut in_a, mut in_b) = (0, 0);
    for (at_a, at_b) in pairs.into_iter().chain([(a.len(), b.len())]) {
        if at_a > in_a || at_b > in_b {
            hunks.push(Hunk { a: in_a..at_a, b: in_b..at_b });
        }
        (in_a, in_b) = (at_a + 1, at_b + 1);
    }
    hunks
}

/// Moves a stretch that is only new, or only gone, among the places where it may as well be, to the
/// one that leaves the most sections telling the same.
fn slide(hunks: &mut [Hunk], at: usize, a: &[Entry], b: &[Entry]) {
    let Some(hunk) = hunks.get(at).cloned() else { return };
    let (long, stretch, other, other_at) = match (hunk.a.is_empty(), hunk.b.is_empty()) {
        (false, true) => (a, hunk.a.clone(), b, hunk.b.start),
        (true, false) => (b, hunk.b.clone(), a, hunk.a.start),
        _ => return,
    };
    // How far it may go before it meets the stretches before and behind it.
    let is_a = hunk.b.is_empty();
    let start_of = |hunk: &Hunk| if is_a { hunk.a.start } else { hunk.b.start };
    let end_of = |hunk: &Hunk| if is_a { hunk.a.end } else { hunk.b.end };
    let first = at.checked_sub(1).and_then(|before| hunks.get(before)).map_or(0, end_of);
    let last = hunks.get(at + 1).map_or(long.len(), start_of);
    let title = |at: usize| long.get(at).map(|entry| entry.title);
    // What a pair of sections is worth: that they tell the same, better with the same times.
    let worth = |in_long: usize, in_other: usize| match (long.get(in_long), other.get(in_other)) {
        (Some(one), Some(two)) if one.exact == two.exact => 2_i64,
        (Some(one), Some(two)) if one.without_times == two.without_times => 1,
        _ => 0,
    };
    let length = stretch.len();
    let (mut best, mut best_gain) = (stretch.start, 0_i64);
    let (mut start, mut gain, mut back) = (stretch.start, 0_i64, other_at);
    while start > first && back > 0 && title(start - 1) == title(start + length - 1) {
        (start, back) = (start - 1, back - 1);
        gain += worth(start + length, back) - worth(start, back);
        if gain > best_gain {
            (best, best_gain) = (start, gain);
        }
    }
    let (mut start, mut gain, mut forth) = (stretch.start, 0_i64, other_at);
    while start + length < last && forth < other.len() && title(start) == title(start + length) {
        gain += worth(start, forth) - worth(start + length, forth);
        (start, forth) = (start + 1, forth + 1);
        if gain > best_gain {
            (best, best_gain) = (start, gain);
        }
    }
    let moved = |at: usize| (at + best).saturating_sub(stretch.start);
    if let Some(hunk) = hunks.get_mut(at) {
        *hunk = Hunk { a: moved(hunk.a.start)..moved(hunk.a.end), b: moved(hunk.b.start)..moved(hunk.b.end) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each section is its title's letter and what it tells, a digit.
    fn entries(text: &str) -> Vec<Entry> {
        let sections = text.split_whitespace().map(|section| section.as_bytes());
        sections
            .enumerate()
            .map(|(line, section)| {
                let told = u64::from(section.get(1).copied().unwrap_or_default());
                Entry { title: u32::from(section[0] - b'a'), headings: 0, line, exact: told, without_times: told }
            })
            .collect()
    }

    #[track_caller]
    fn check(a: &str, b: &str, expected: &str) {
        let mut told = String::new();
        for stretch in matched(&entries(a), &entries(b), 26) {
            told.push_str(&match stretch {
                Stretch::Both(a, b, count) => format!("{a}={b}x{count} "),
                Stretch::Gone(gone) => format!("-{}..{} ", gone.start, gone.end),
                Stretch::New(new) => format!("+{}..{} ", new.start, new.end),
            });
        }
        assert_eq!(told.trim_end(), expected);
    }

    #[test]
    fn sections_are_matched_by_their_titles() {
        check("", "", "");
        check("a1 b1 c1", "a1 b2 c1", "0=0x3");
        check("a1 b1 c1", "a1 c1", "0=0x1 -1..2 2=1x1");
        check("a1 c1", "a1 b1 c1", "0=0x1 +1..2 1=2x1");
        check("a1 b1", "c1 d1", "-0..2 +0..2");
        check("a1 b1 c1 d1", "a1 b1", "0=0x2 -2..4");
    }

    #[test]
    fn of_equal_titles_those_are_gone_that_told_something_else() {
        check("a1 b1 b2 b3 b4 c1", "a1 b1 b3 b4 c1", "0=0x2 -2..3 3=2x3");
        check("a1 b1 b3 b4 c1", "a1 b1 b2 b3 b4 c1", "0=0x2 +2..3 2=3x3");
        check("b2 b3 b4", "b3 b4", "-0..1 1=0x2");
        check("b2 b3 b4", "b2 b3", "0=0x2 -2..3");
        check("a1 b1 a2 b2 a3 b3 a4", "a1 b1 a3 b3 a4", "0=0x2 -2..4 4=2x3");
        check("a1 b1 a2 b2 a3 b3 a4", "a1 b2 a3 b3 a4", "0=0x1 -1..3 3=1x4");
    }

    #[test]
    fn a_hundred_thousand_sections_of_two_titles_take_no_time() {
        let letters = |seed: u64| {
            let mut state = seed;
            (0..100_000)
                .map(|line| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let told = state;
                    Entry { title: (state >> 63) as u32, headings: 0, line, exact: told, without_times: told }
                })
                .collect::<Vec<_>>()
        };
        let stretches = matched(&letters(1), &letters(2), 2);
        let both: usize = stretches
            .iter()
            .map(|stretch| match stretch {
                Stretch::Both(_, _, count) => *count,
                _ => 0,
            })
            .sum();
        assert!(both > 60_000, "{both}");
    }
}
