//! How orders end: in a rest, or in going on for ever.

use super::web::Web;

/// One way for orders to end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct End {
    /// The states in which it ends; a rest is one state.
    pub(super) states: Vec<u32>,
    /// Whether nothing moves any more.
    pub(super) rests: bool,
}

/// Every way in which orders end, of so many members.
///
/// An order that goes on for ever counts only if nobody is kept waiting for ever in it: a relay that
/// is asked to move all the time does move some time, however late. So a set of states that lead to
/// each other is an end unless somebody could move in each of them and never does without leaving them.
pub(super) fn ends(web: &Web, members: usize) -> Vec<End> {
    let states = 0..web.count() as u32;
    let mut ends: Vec<End> =
        states.filter(|&state| web.rests(state)).map(|state| End { states: vec![state], rests: true }).collect();
    if has_cycle(web) {
        ends.extend(
            components(web)
                .into_iter()
                .filter(|states| states.len() > 1 && is_fair(web, members, states))
                .map(|states| End { states, rests: false }),
        );
    }
    ends
}

/// Whether some state leads back to itself: takes away states that nothing leads to until none is left.
fn has_cycle(web: &Web) -> bool {
    let mut waiting = vec![0u32; web.count()];
    for edge in &web.edges {
        if let Some(count) = waiting.get_mut(edge.to as usize) {
            *count += 1;
        }
    }
    let mut free: Vec<u32> = (0..).zip(&waiting).filter(|&(_, &count)| count == 0).map(|(state, _)| state).collect();
    let mut taken = 0;
    while let Some(state) = free.pop() {
        taken += 1;
        for edge in web.out(state) {
            if let Some(count) = waiting.get_mut(edge.to as usize) {
                *count -= 1;
                if *count == 0 {
                    free.push(edge.to);
                }
            }
        }
    }
    taken < web.count()
}

/// The sets of states that lead to each other (Tarjan's algorithm), each in order.
fn components(web: &Web) -> Vec<Vec<u32>> {
    const NEW: u32 = u32::MAX;
    let count = web.count();
    let (mut number, mut low) = (vec![NEW; count], vec![NEW; count]);
    let mut on_stack = vec![false; count];
    let (mut next, mut stack, mut found) = (0, Vec::new(), Vec::new());
    for root in 0..count as u32 {
        if number[root as usize] != NEW {
            continue;
        }
        let mut path: Vec<(u32, usize)> = vec![(root, 0)];
        while let Some((state, at)) = path.pop() {
            let index = state as usize;
            if at == 0 {
                (number[index], low[index]) = (next, next);
                next += 1;
                stack.push(state);
                on_stack[index] = true;
            }
            if let Some(edge) = web.out(state).get(at) {
                path.push((state, at + 1));
                let to = edge.to as usize;
                if number[to] == NEW {
                    path.push((edge.to, 0));
                } else if on_stack[to] {
                    low[index] = low[index].min(number[to]);
                }
                continue;
            }
            if let Some(&(before, _)) = path.last() {
                low[before as usize] = low[before as usize].min(low[index]);
            }
            if low[index] == number[index] {
                let mut component = Vec::new();
                while let Some(other) = stack.pop() {
                    on_stack[other as usize] = false;
                    component.push(other);
                    if other == state {
                        break;
                    }
                }
                component.sort_unstable();
                found.push(component);
            }
        }
    }
    found
}

/// Whether an order can stay in these states, given in order, and let everybody move who is asked to.
fn is_fair(web: &Web, members: usize, states: &[u32]) -> bool {
    let mut always_asked = vec![true; members];
    let mut moves = vec![false; members];
    for &state in states {
        let mut asked = vec![false; members];
        for edge in web.out(state) {
            let stays = states.binary_search(&edge.to).is_ok();
            for (member, _) in web.moves(edge) {
                if let (Some(asked), Some(moves)) = (asked.get_mut(member), moves.get_mut(member)) {
                    *asked = true;
                    *moves |= stays;
                }
            }
        }
        for (always, asked) in always_asked.iter_mut().zip(asked) {
            *always &= asked;
        }
    }
    always_asked.iter().zip(moves).all(|(&always, moves)| !always || moves)
}
