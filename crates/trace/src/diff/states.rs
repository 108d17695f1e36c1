//! Changes of what can be in one state at a time: a lamp's light, a relay's place.

use kiber_engine::Micros;

use super::inside::Compared;
use super::rows::Row;

/// A change that only one of the traces has.
#[derive(Debug)]
pub(super) enum Change<'c, 'w, T> {
    /// It comes and goes, in the second trace only.
    Comes(Episodes<'w, T>),
    /// It came and went, in the first trace only.
    Went(Episodes<'w, T>),
    /// It changed in the first trace and does not in the second.
    Misses {
        row: &'w Row<'w>,
        to: T,
        /// How it is in the second, as far as that is known.
        stays: Option<T>,
    },
    /// It changes in the second trace and did not in the first.
    Gains {
        row: &'w Row<'w>,
        to: T,
        /// How it was in the first, as far as that is known.
        stayed: Option<T>,
    },
    /// It changes to something else.
    Instead(&'c [&'w Row<'w>], &'c [&'w Row<'w>]),
    /// It changes nothing in the end, as a start without an arrival.
    Words(&'c [&'w Row<'w>], &'c [&'w Row<'w>]),
}

/// How often something left its state, and for how long.
#[derive(Clone, Debug)]
pub(super) struct Episodes<'w, T> {
    /// The state that it left and came back to.
    pub(super) rest: Option<T>,
    /// The states between, in order.
    pub(super) states: Vec<T>,
    /// When it first left.
    pub(super) first: &'w Row<'w>,
    pub(super) count: usize,
    /// For how long it was away, in all.
    pub(super) lasted: Micros,
}

/// The changes of a track, in order. `before` is how it was in each trace before the first, and
/// `state` is what a line makes of it.
pub(super) fn changes<'c, 'w, T: Copy + PartialEq>(
    compared: &'c Compared<'w>,
    before: (Option<T>, Option<T>),
    state: impl Fn(&Row<'_>) -> Option<T>,
) -> Vec<Change<'c, 'w, T>> {
    let mut changes: Vec<Change<'c, 'w, T>> = Vec::new();
    for hunk in &compared.aligned.hunks {
        let list = |rows: &'c [&'w Row<'w>], range: &std::ops::Range<usize>, before: Option<T>| {
            let last = rows.get(..range.start).unwrap_or_default().iter().rev().find_map(|row| state(row));
            (last.or(before), rows.get(range.clone()).unwrap_or_default())
        };
        let (rest_a, run_a) = list(&compared.a, &hunk.a, before.0);
        let (rest_b, run_b) = list(&compared.b, &hunk.b, before.1);
        let end_of = |run: &[&'w Row<'w>]| run.iter().rev().find_map(|row| state(row));
        let first_of = |run: &[&'w Row<'w>]| run.iter().copied().find_map(|row| state(row).map(|to| (row, to)));
        let last_of = |run: &[&'w Row<'w>]| run.iter().rev().copied().find_map(|row| state(row).map(|to| (row, to)));
        match (end_of(run_a), end_of(run_b)) {
            (None, None) => changes.push(Change::Words(run_a, run_b)),
            (Some(_), Some(_)) => changes.push(Change::Instead(run_a, run_b)),
            // Where it comes to where it is, as a relay that bounces, it has not changed.
            (Some(end), None) if rest_a == Some(end) && !leaves(run_a, end, &state) => {
                changes.push(Change::Words(run_a, run_b));
            }
            (None, Some(end)) if rest_b == Some(end) && !leaves(run_b, end, &state) => {
                changes.push(Change::Words(run_a, run_b));
            }
            (Some(_), None) => {
                if let Some(episodes) = episodes(run_a, rest_a, &state) {
                    add_episodes(&mut changes, episodes, false);
                } else if let Some((row, to)) = last_of(run_a).or_else(|| first_of(run_a)) {
                    changes.push(Change::Misses { row, to, stays: rest_b });
                }
            }
            (None, Some(_)) => {
                if let Some(episodes) = episodes(run_b, rest_b, &state) {
                    add_episodes(&mut changes, episodes, true);
                } else if let Some((row, to)) = last_of(run_b).or_else(|| first_of(run_b)) {
                    changes.push(Change::Gains { row, to, stayed: rest_a });
                }
            }
        }
    }
    changes
}

/// Whether it is anywhere else between.
fn leaves<T: Copy + PartialEq>(run: &[&Row<'_>], rest: T, state: impl Fn(&Row<'_>) -> Option<T>) -> bool {
    run.iter().filter_map(|row| state(row)).any(|state| state != rest)
}

/// The same again is told once.
fn add_episodes<'c, 'w, T: Copy + PartialEq>(changes: &mut Vec<Change<'c, 'w, T>>, more: Episodes<'w, T>, comes: bool) {
    for change in changes.iter_mut() {
        let known = match change {
            Change::Comes(known) if comes => known,
            Change::Went(known) if !comes => known,
            _ => continue,
        };
        if known.rest == more.rest && known.states.first() == more.states.first() {
            known.count += more.count;
            known.lasted = known.lasted.saturating_add(more.lasted);
            return;
        }
    }
    changes.push(if comes { Change::Comes(more) } else { Change::Went(more) });
}

/// Whether it is in the end as it was before, and what was between.
fn episodes<'w, T: Copy + PartialEq>(
    run: &[&'w Row<'w>],
    rest: Option<T>,
    state: impl Fn(&Row<'_>) -> Option<T>,
) -> Option<Episodes<'w, T>> {
    let steps: Vec<(&'w Row<'w>, T)> =
        run.iter().copied().filter_map(|row| state(row).map(|state| (row, state))).collect();
    let (&(first, first_state), &(_, last)) = (steps.first()?, steps.last()?);
    // Where nothing was told before, what comes and goes is taken to come back to where it was.
    let rest = match rest {
        Some(rest) => rest,
        None if steps.len() > 1 && last != first_state => last,
        None => return None,
    };
    if last != rest || steps.len() < 2 {
        return None;
    }
    let mut found = Episodes { rest: Some(rest), states: Vec::new(), first, count: 0, lasted: 0 };
    let mut left = None;
    for &(row, state) in &steps {
        if state == rest {
            found.count += 1;
            found.lasted += row.since().saturating_sub(left.take().unwrap_or(row.since()));
        } else {
            left.get_or_insert(row.since());
            found.states.push(state);
        }
    }
    Some(found)
}
