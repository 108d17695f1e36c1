//! The strongly connected components of what was found: states that can be reached from each other.

use crate::edges::Edges;

/// Components are numbered so that every transition stays in its component or goes to one with a
/// lower number.
#[derive(Debug)]
pub(crate) struct Components {
    of: Vec<u32>,
    /// All states, by component.
    members: Vec<u32>,
    starts: Vec<u32>,
}

/// Set while a state is on the way and its component is not known yet.
const OPEN: u32 = 1 << 31;

impl Components {
    /// Tarjan's algorithm (Depth-first search and linear graph algorithms, 1972) with lists in place
    /// of recursion, over the transitions that `within` allows.
    pub(crate) fn new(edges: &Edges, states: u32, within: impl Fn(u32) -> bool) -> Self {
        // The number in order of discovery, from 1; 0 is not found yet. Later the component.
        let mut order = vec![0u32; states as usize];
        let mut low = vec![0u32; states as usize];
        let mut waiting: Vec<u32> = Vec::new();
        // A state and how many of its transitions have been followed.
        let mut way: Vec<(u32, u32)> = Vec::new();
        let (mut found, mut count) = (0, 0);
        let mut sizes: Vec<u32> = Vec::new();
        for root in 0..states {
            if order[root as usize] != 0 || !within(root) {
                continue;
            }
            let mut next = Some(root);
            loop {
                if let Some(state) = next.take() {
                    found += 1;
                    order[state as usize] = found;
                    low[state as usize] = found | OPEN;
                    waiting.push(state);
                    way.push((state, 0));
                }
                let Some(top) = way.last_mut() else { break };
                let (state, range) = (top.0, edges.of(top.0));
                let edge = range.start + top.1 as usize;
                if edge < range.end {
                    let target = edges.target(edge);
                    top.1 += 1;
                    if !within(target) {
                        continue;
                    }
                    if order[target as usize] == 0 {
                        next = Some(target);
                    } else if low[target as usize] & OPEN != 0 {
                        let reached = order[target as usize] | OPEN;
                        low[state as usize] = low[state as usize].min(reached);
                    }
                    continue;
                }
                way.pop();
                if let Some(&(parent, ..)) = way.last() {
                    low[parent as usize] = low[parent as usize].min(low[state as usize]);
                }
                if low[state as usize] == order[state as usize] | OPEN {
                    let mut size = 0;
                    while let Some(member) = waiting.pop() {
                        low[member as usize] = count;
                        size += 1;
                        if member == state {
                            break;
                        }
                    }
                    sizes.push(size);
                    count += 1;
                }
            }
        }
        let mut starts = Vec::with_capacity(sizes.len() + 1);
        let mut total = 0;
        starts.push(0);
        for size in sizes {
            total += size;
            starts.push(total);
        }
        let mut members = vec![0; total as usize];
        let mut ends = starts.clone();
        for state in (0..states).filter(|&state| order[state as usize] != 0) {
            let end = &mut ends[low[state as usize] as usize];
            members[*end as usize] = state;
            *end += 1;
        }
        Self { of: low, members, starts }
    }

    pub(crate) fn count(&self) -> usize {
        self.starts.len() - 1
    }

    pub(crate) fn of(&self, state: u32) -> usize {
        self.of[state as usize] as usize
    }

    /// The states of a component, in their order.
    pub(crate) fn members(&self, component: usize) -> &[u32] {
        &self.members[self.starts[component] as usize..self.starts[component + 1] as usize]
    }
}
