//! Equal things matched in order, in little more than linear time.

use std::collections::BTreeMap;
use std::ops::Range;

use imara_diff::{Algorithm, Diff, Token};

/// The longest lists that are matched as a whole: beyond, the cost of lists that have little in common
/// would be felt.
const LONGEST: usize = 1 << 13;

/// The places of equal tokens, nearly as many as can be matched; `count` is how many tokens there are.
pub(super) fn matched(a: &[Token], b: &[Token], count: u32) -> Vec<(usize, usize)> {
    let mut diff = Diff::default();
    diff.compute_with(Algorithm::Myers, a, b, count);
    let mut pairs = Vec::new();
    let (mut in_a, mut in_b) = (0, 0);
    let end = (a.len(), b.len(), a.len(), b.len());
    let hunks = diff.hunks().map(|hunk| {
        let at = |at: u32| at as usize;
        (at(hunk.before.start), at(hunk.after.start), at(hunk.before.end), at(hunk.after.end))
    });
    for (start_a, start_b, end_a, end_b) in hunks.chain([end]) {
        pairs.extend((in_a..start_a).zip(in_b..start_b));
        (in_a, in_b) = (end_a, end_b);
    }
    pairs
}

/// The same for lists of any length. What is in both only once, by its token and its contents, holds
/// long lists together; between, they are matched piece by piece.
pub(super) fn matched_by_anchors(a: (&[Token], &[u64]), b: (&[Token], &[u64]), count: u32) -> Vec<(usize, usize)> {
    let ((a, contents_a), (b, contents_b)) = (a, b);
    let front = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let rest = a.len().min(b.len()) - front;
    let back = a.iter().rev().zip(b.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
    let (middle_a, middle_b) = (front..a.len() - back, front..b.len() - back);
    let mut pairs: Vec<(usize, usize)> = (0..front).map(|at| (at, at)).collect();
    let anchors = if middle_a.len().max(middle_b.len()) > LONGEST {
        anchors((a, contents_a, middle_a.clone()), (b, contents_b, middle_b.clone()))
    } else {
        Vec::new()
    };
    let (mut in_a, mut in_b) = (middle_a.start, middle_b.start);
    for (at_a, at_b) in anchors.into_iter().chain([(middle_a.end, middle_b.end)]) {
        while in_a < at_a && in_b < at_b {
            let (end_a, end_b) = (at_a.min(in_a + LONGEST), at_b.min(in_b + LONGEST));
            let piece = matched(&a[in_a..end_a], &b[in_b..end_b], count);
            pairs.extend(piece.into_iter().map(|(a, b)| (a + in_a, b + in_b)));
            (in_a, in_b) = (end_a, end_b);
        }
        if at_a < middle_a.end {
            pairs.push((at_a, at_b));
        }
        (in_a, in_b) = (at_a + 1, at_b + 1);
    }
    pairs.extend((0..back).rev().map(|at| (a.len() - 1 - at, b.len() - 1 - at)));
    pairs
}

/// What each list has once, in an order that both have.
fn anchors(
    (a, contents_a, in_a): (&[Token], &[u64], Range<usize>),
    (b, contents_b, in_b): (&[Token], &[u64], Range<usize>),
) -> Vec<(usize, usize)> {
    let once = |tokens: &[Token], contents: &[u64], range: Range<usize>| {
        let mut places: BTreeMap<(u32, u64), Option<usize>> = BTreeMap::new();
        for at in range {
            let key = (tokens[at].0, contents[at]);
            places.entry(key).and_modify(|place| *place = None).or_insert(Some(at));
        }
        places
    };
    let (once_a, once_b) = (once(a, contents_a, in_a), once(b, contents_b, in_b));
    let both = once_a.iter().filter_map(|(key, &at_a)| Some((at_a?, (*once_b.get(key)?)?)));
    let mut both: Vec<(usize, usize)> = both.collect();
    both.sort_unstable();
    let in_order = longest_in_order(&both.iter().map(|&(_, at_b)| at_b as u64).collect::<Vec<_>>());
    in_order.into_iter().map(|at| both[at]).collect()
}

/// The places of a longest list of numbers that does not run backwards.
pub(super) fn longest_in_order(numbers: &[u64]) -> Vec<usize> {
    // The ends of the best lists of each length so far, and what stands before each number in its list.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(numbers.len());
    for (at, number) in numbers.iter().enumerate() {
        let length = ends.partition_point(|&end| numbers[end] <= *number);
        before.push(length.checked_sub(1).map(|length| ends[length]));
        match ends.get_mut(length) {
            Some(end) => *end = at,
            None => ends.push(at),
        }
    }
    let mut list = Vec::with_capacity(ends.len());
    let mut next = ends.last().copied();
    while let Some(at) = next {
        list.push(at);
        next = before[at];
    }
    list.reverse();
    list
}
