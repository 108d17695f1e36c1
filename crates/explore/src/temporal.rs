//! What is possible and what is bound to happen, on the graph of all transitions.

use crate::components::Components;
use crate::edges::Edges;
use crate::runs::{Run, Ways, round_from};

/// The first state from which no state with `holds` can be reached, itself included.
///
/// What one state of a component can reach all of it can, so the components are asked, those that are
/// reached last first.
pub(crate) fn cut_off(edges: &Edges, components: &Components, holds: impl Fn(u32) -> bool) -> Option<u32> {
    let mut possible: Vec<bool> = Vec::with_capacity(components.count());
    let mut first = None::<u32>;
    for component in 0..components.count() {
        let members = components.members(component);
        let leads_on = |state: u32| {
            edges.of(state).map(|edge| components.of(edges.target(edge))).any(|to| to < component && possible[to])
        };
        let can = members.iter().any(|&state| holds(state) || leads_on(state));
        possible.push(can);
        if let (false, Some(&state)) = (can, members.first()) {
            first = Some(first.map_or(state, |known| known.min(state)));
        }
    }
    first
}

/// A run from the start that passes no state with `holds`, and ends or goes on for ever; `ended` says
/// that a state without transitions is an end.
pub(crate) fn avoiding(
    edges: &Edges,
    states: u32,
    holds: impl Fn(u32) -> bool,
    ended: impl Fn(u32) -> bool,
) -> Option<Run> {
    if holds(0) {
        return None;
    }
    let allowed = |_: u32, edge: usize| !holds(edges.target(edge));
    let (ways, _) = Ways::search(edges, states, 0, allowed, |_| false);
    let within = |state: u32| !holds(state) && ways.reached(state);
    let components = Components::new(edges, states, within);
    let goes_round = |state: u32| {
        let mut targets = edges.of(state).map(|edge| edges.target(edge));
        targets.any(|target| within(target) && components.of(target) == components.of(state))
    };
    let ends = |state: u32| edges.of(state).is_empty() && ended(state);
    let (ways, end) = Ways::search(edges, states, 0, allowed, |state| ends(state) || goes_round(state));
    let end = end?;
    let mut rules = ways.rules_to(end);
    let round = if ends(end) { None } else { round_from(edges, states, end, allowed) };
    let repeats_from = round.map(|round| {
        let from = rules.len();
        rules.extend(round);
        from
    });
    Some(Run { rules, repeats_from, ..Run::default() })
}
