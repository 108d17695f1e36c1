//! The graph algorithms against searches that know nothing clever, on random graphs.

use proptest::prelude::*;

use crate::bounds::{beyond, bound};
use crate::components::Components;
use crate::edges::Edges;
use crate::runs::Run;
use crate::temporal::{avoiding, cut_off};

/// By state: its transitions, each a rule and a target. The rule is the weight.
type Graph = Vec<Vec<(u16, u32)>>;

const WEIGHTS: [u64; 3] = [0, 1, 2];

/// Random graphs of which every state can be reached from the first.
fn graph() -> impl Strategy<Value = Graph> {
    (2..9usize).prop_flat_map(|states| {
        let heavy = prop_oneof![4 => Just(0u16), 1 => 1..3u16];
        let edges = prop::collection::vec((0..states as u32, heavy.clone(), 0..states as u32), 0..2 * states);
        let tree = prop::collection::vec((any::<prop::sample::Index>(), heavy), states - 1);
        (edges, tree).prop_map(move |(edges, tree)| {
            let mut graph = vec![Vec::new(); states];
            for (state, (from, rule)) in (1..states).zip(tree) {
                graph[from.index(state)].push((rule, state as u32));
            }
            for (from, rule, to) in edges {
                graph[from as usize].push((rule, to));
            }
            graph
        })
    })
}

fn edges(graph: &Graph) -> Edges {
    let mut edges = Edges::new();
    for row in graph {
        let (rules, targets): (Vec<u16>, Vec<u32>) = row.iter().copied().unzip();
        edges.append(&[row.len() as u32], targets.into_iter(), &rules);
    }
    edges
}

fn reach(graph: &Graph, from: u32, within: impl Fn(u32) -> bool) -> Vec<bool> {
    let mut reached = vec![false; graph.len()];
    let mut open = vec![from];
    while let Some(state) = open.pop() {
        if within(state) && !std::mem::replace(&mut reached[state as usize], true) {
            open.extend(graph[state as usize].iter().map(|&(_, to)| to));
        }
    }
    reached
}

/// All (steps, state, count) there are, up to so many steps: the naive truth about counters.
fn counts(graph: &Graph, steps: usize) -> Vec<Vec<(u32, u64)>> {
    let mut layers = vec![vec![(0u32, 0u64)]];
    for _ in 0..steps {
        let mut next: Vec<(u32, u64)> = Vec::new();
        for &(state, count) in &layers[layers.len() - 1] {
            next.extend(graph[state as usize].iter().map(|&(rule, to)| (to, count + WEIGHTS[rule as usize])));
        }
        next.sort_unstable();
        next.dedup();
        layers.push(next);
    }
    layers
}

/// Follows a run; rules are no names here, so every state is kept that the rules may lead to.
fn follow(graph: &Graph, rules: &[usize]) -> Vec<u32> {
    rules.iter().fold(vec![0], |states, &rule| {
        let mut next: Vec<u32> = states
            .iter()
            .flat_map(|&state| {
                graph[state as usize].iter().filter(|edge| usize::from(edge.0) == rule).map(|edge| edge.1)
            })
            .collect();
        next.sort_unstable();
        next.dedup();
        next
    })
}

fn total(run: &Run) -> u64 {
    run.rules.iter().map(|&rule| WEIGHTS[rule]).sum()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn components_are_what_reaches_each_other(graph in graph()) {
        let states = graph.len() as u32;
        let components = Components::new(&edges(&graph), states, |_| true);
        let reaches: Vec<Vec<bool>> = (0..states).map(|state| reach(&graph, state, |_| true)).collect();
        for a in 0..states {
            for b in 0..states {
                let together = reaches[a as usize][b as usize] && reaches[b as usize][a as usize];
                prop_assert_eq!(components.of(a) == components.of(b), together);
                if reaches[a as usize][b as usize] {
                    prop_assert!(components.of(b) <= components.of(a));
                }
            }
            prop_assert!(components.members(components.of(a)).contains(&a));
        }
    }

    #[test]
    fn bounds_are_those_of_all_runs(graph in graph()) {
        let states = graph.len() as u32;
        let edges = edges(&graph);
        let components = Components::new(&edges, states, |_| true);
        let bound = bound(&edges, &components, states, &WEIGHTS);
        // A run of so many steps has been round wherever it can go round.
        let steps = 3 * graph.len();
        let layers = counts(&graph, steps);
        let most = layers.iter().flatten().map(|&(_, count)| count).max().unwrap_or(0);
        let longest_without_cycle = 2 * graph.len() as u64;
        match bound.most {
            Some(bounded) => {
                prop_assert_eq!(bounded, most);
                prop_assert_eq!(total(&bound.worst), most);
                prop_assert!(!follow(&graph, &bound.worst.rules).is_empty());
                // The least over all runs that end or have lasted so long.
                let ends = layers.iter().flatten().filter(|(state, _)| graph[*state as usize].is_empty());
                let least = ends.chain(&layers[steps]).map(|&(_, count)| count).min().unwrap_or(0);
                prop_assert_eq!(bound.least, least);
                prop_assert_eq!(total(&bound.best), least);
                prop_assert!(!follow(&graph, &bound.best.rules).is_empty());
            }
            None => {
                prop_assert!(counts(&graph, 2 * graph.len() * (graph.len() + 2)).iter().flatten().any(|&(_, count)| count > longest_without_cycle));
                let from = bound.worst.repeats_from.expect("it goes round");
                let round = &bound.worst.rules[from..];
                prop_assert!(round.iter().any(|&rule| WEIGHTS[rule] > 0));
                prop_assert!(!follow(&graph, &bound.worst.rules).is_empty());
            }
        }
    }

    #[test]
    fn the_shortest_run_beyond_a_count_is_found(graph in graph(), most in 0..5u64) {
        let states = graph.len() as u32;
        let found = beyond(&edges(&graph), states, &WEIGHTS, most);
        let layers = counts(&graph, 8 * graph.len());
        let shortest = layers.iter().position(|layer| layer.iter().any(|&(_, count)| count > most));
        prop_assert_eq!(found.as_ref().map(|run| run.rules.len()), shortest);
        if let Some(run) = found {
            prop_assert!(total(&run) > most);
            prop_assert!(!follow(&graph, &run.rules).is_empty());
        }
    }

    #[test]
    fn what_is_possible_is_what_can_be_reached(graph in graph(), holds in any::<u16>()) {
        let states = graph.len() as u32;
        let edges = edges(&graph);
        let holds = |state: u32| holds >> state & 1 == 1;
        let components = Components::new(&edges, states, |_| true);
        let naive = (0..states).find(|&state| {
            !reach(&graph, state, |_| true).iter().zip(0..).any(|(&reached, at)| reached && holds(at))
        });
        prop_assert_eq!(cut_off(&edges, &components, holds), naive);
    }

    #[test]
    fn what_is_bound_to_happen_cannot_be_avoided(graph in graph(), holds in any::<u16>()) {
        let states = graph.len() as u32;
        let holds = |state: u32| holds >> state & 1 == 1;
        let found = avoiding(&edges(&graph), states, holds, |_| true);
        let reached = reach(&graph, 0, |state| !holds(state));
        let avoidable = (0..states).filter(|&state| reached[state as usize]).any(|state| {
            let row = &graph[state as usize];
            let comes_back = row.iter().any(|&(_, to)| reach(&graph, to, |at| !holds(at))[state as usize]);
            row.is_empty() || comes_back
        });
        prop_assert_eq!(found.is_some(), avoidable);
        if let Some(run) = found {
            prop_assert!(!follow(&graph, &run.rules).is_empty());
        }
    }
}
