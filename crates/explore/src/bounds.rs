//! How far a counter can grow: weights on transitions, summed over the longest and the shortest runs.

use crate::book::RuleBook;
use crate::components::Components;
use crate::edges::Edges;
use crate::runs::{Run, Ways, round_from};

/// What becomes of a counter over all runs, endless ones too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The most it can reach; none if it grows for ever.
    pub most: Option<u64>,
    /// The shortest run that makes it so, or that takes it round a way on which it grows for ever.
    pub worst: Run,
    /// The least that it reaches on some run to the end, or for ever; 0 where nothing bounds it.
    pub least: u64,
    /// A run that keeps it so low.
    pub best: Run,
}

/// However few states there are, a run of some thousand rules is looked for.
const FEW_STEPS: usize = 1 << 14;

/// Weights by rule.
pub(crate) fn weights(book: &RuleBook, counter: usize) -> Vec<u64> {
    book.rules
        .iter()
        .map(|rule| rule.add.iter().filter(|(of, _)| *of == counter).map(|(_, weight)| weight).sum())
        .collect()
}

/// The bound of a counter over everything that was found.
///
/// What can be reached from each other has one bound, so the sums run over the components, those
/// that are reached last first. A component in which the counter grows has none.
pub(crate) fn bound(edges: &Edges, components: &Components, states: u32, weights: &[u64]) -> Bound {
    let weight = |edge: usize| weights[usize::from(edges.rule(edge))];
    let mut most: Vec<Option<u64>> = Vec::with_capacity(components.count());
    let mut least: Vec<u64> = Vec::with_capacity(components.count());
    for component in 0..components.count() {
        let (mut high, mut low, mut stays) = (Some(0u64), None::<u64>, false);
        for &state in components.members(component) {
            let range = edges.of(state);
            stays |= range.is_empty();
            for edge in range {
                let target = components.of(edges.target(edge));
                if target == component {
                    if weight(edge) > 0 {
                        high = None;
                    } else {
                        stays = true;
                    }
                    continue;
                }
                high = match (high, most[target]) {
                    (Some(high), Some(beyond)) => Some(high.max(beyond.saturating_add(weight(edge)))),
                    _ => None,
                };
                let beyond = least[target].saturating_add(weight(edge));
                low = Some(low.map_or(beyond, |low| low.min(beyond)));
            }
        }
        most.push(high);
        // Staying for ever without growing costs nothing, as far as the transitions within are free;
        // where they are not, the least is only bounded from below.
        least.push(if stays && high.is_some() { 0 } else { low.unwrap_or(0) });
    }
    let start = components.of(0);
    Bound {
        most: most[start],
        worst: worst(edges, components, states, weights, &most),
        least: most[start].map_or(0, |_| least[start]),
        best: best(edges, components, states, weights, &least, &most),
    }
}

fn worst(edges: &Edges, components: &Components, states: u32, weights: &[u64], most: &[Option<u64>]) -> Run {
    let weight = |edge: usize| weights[usize::from(edges.rule(edge))];
    let of = |state: u32| most[components.of(state)];
    if of(0).is_none() {
        // The nearest state from which the counter grows on a way back to it.
        let grows =
            |state: u32, edge: usize| weight(edge) > 0 && components.of(edges.target(edge)) == components.of(state);
        let (ways, found) =
            Ways::search(edges, states, 0, |_, _| true, |state| edges.of(state).any(|edge| grows(state, edge)));
        let Some(state) = found else { return Run::default() };
        let Some(edge) = edges.of(state).find(|&edge| grows(state, edge)) else { return Run::default() };
        let mut rules = ways.rules_to(state);
        let repeats_from = Some(rules.len());
        rules.push(usize::from(edges.rule(edge)));
        let (back, reached) = Ways::search(edges, states, edges.target(edge), |_, _| true, |at| at == state);
        if reached.is_some() {
            rules.extend(back.rules_to(state));
        }
        return Run { rules, repeats_from, ..Run::default() };
    }
    // Transitions after which what is still to come is exactly what was, less their own weight.
    let tight = |state: u32, edge: usize| match (of(state), of(edges.target(edge))) {
        (Some(here), Some(there)) => here == there.saturating_add(weight(edge)),
        _ => false,
    };
    let (ways, end) = Ways::search(edges, states, 0, tight, |state| of(state) == Some(0));
    Run { rules: end.map(|end| ways.rules_to(end)).unwrap_or_default(), ..Run::default() }
}

fn best(
    edges: &Edges,
    components: &Components,
    states: u32,
    weights: &[u64],
    least: &[u64],
    most: &[Option<u64>],
) -> Run {
    if most[components.of(0)].is_none() {
        return Run::default();
    }
    let weight = |edge: usize| weights[usize::from(edges.rule(edge))];
    let of = |state: u32| least[components.of(state)];
    let tight = |state: u32, edge: usize| of(state) == of(edges.target(edge)).saturating_add(weight(edge));
    // It ends where nothing more can be done, or where it can go round.
    let free = |state: u32, edge: usize| weight(edge) == 0 && tight(state, edge);
    let ends = |state: u32| {
        of(state) == 0
            && (edges.of(state).is_empty()
                || edges.of(state).any(|edge| components.of(edges.target(edge)) == components.of(state)))
    };
    let (ways, end) = Ways::search(edges, states, 0, tight, ends);
    let Some(end) = end else { return Run::default() };
    let mut rules = ways.rules_to(end);
    let repeats_from = round_from(edges, states, end, free).map(|round| {
        let from = rules.len();
        rules.extend(round);
        from
    });
    Run { rules, repeats_from, ..Run::default() }
}

/// The shortest run on which a counter grows beyond `most`, or `None` if there is none that is found
/// in a few steps a state: a counter that grows by one on a way round takes a million rounds to a million.
///
/// A state reached no sooner and with no more on the counter leads nowhere sooner, so each state is
/// looked at again only when the counter stands higher than before.
pub(crate) fn beyond(edges: &Edges, states: u32, weights: &[u64], most: u64) -> Option<Run> {
    let most_steps = 2 * states as usize + FEW_STEPS;
    let mut highest: Vec<Option<u64>> = vec![None; states as usize];
    // Where each step came from, the rule, the state and the counter.
    let mut steps: Vec<(u32, u16, u32, u64)> = vec![(0, 0, 0, 0)];
    highest[0] = Some(0);
    let mut at = 0;
    while at < steps.len() && steps.len() < most_steps {
        let (_, _, state, count) = steps[at];
        for edge in edges.of(state) {
            let (target, rule) = (edges.target(edge), edges.rule(edge));
            let count = count.saturating_add(weights[usize::from(rule)]);
            if highest[target as usize].is_some_and(|known| known >= count) {
                continue;
            }
            highest[target as usize] = Some(count);
            steps.push((at as u32, rule, target, count));
            if count > most {
                let mut rules = Vec::new();
                let mut step = steps.len() - 1;
                while step != 0 {
                    rules.push(usize::from(steps[step].1));
                    step = steps[step].0 as usize;
                }
                rules.reverse();
                return Some(Run { rules, ..Run::default() });
            }
        }
        at += 1;
    }
    None
}
