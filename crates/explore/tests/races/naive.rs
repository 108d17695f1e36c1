//! The orders of moves once more, followed by cloning the running circuit for each, without any of
//! what makes the judge quick.

use kiber_engine::{Action, Place, Simulator, Stroke};
use kiber_explore::races::Level;
use kiber_netlist::{Circuit, PartId, PartKind};

/// How many ways there are to end: states at rest, and sets of states that may go on for ever.
/// None if there are more states than that.
pub(crate) fn ways_to_end(from: &Simulator, actions: &[Action], level: Level, most: usize) -> Option<usize> {
    let relays: Vec<PartId> = relays(from.circuit());
    let mut start = from.clone();
    start.act(actions, &mut ()).unwrap();
    let mut states = vec![start];
    let mut edges: Vec<Vec<(usize, usize)>> = Vec::new();
    while edges.len() < states.len() {
        if states.len() > most {
            return None;
        }
        let from = states[edges.len()].clone();
        let mut out = Vec::new();
        for (number, &relay) in relays.iter().enumerate() {
            for &stroke in strokes(from.circuit(), relay, level) {
                let mut next = from.clone();
                if next.take_turns(&[(relay, stroke)], &mut ()).is_err() {
                    continue;
                }
                let same = |other: &Simulator| places(other, &relays) == places(&next, &relays);
                let to = states.iter().position(same).unwrap_or(states.len());
                if to == states.len() {
                    states.push(next);
                }
                out.push((number, to));
            }
        }
        edges.push(out);
    }
    Some(ends(&edges, relays.len()))
}

fn relays(circuit: &Circuit) -> Vec<PartId> {
    circuit.parts.iter().filter(|(_, part)| matches!(part.kind, PartKind::Relay(_))).map(|(id, _)| id).collect()
}

fn places(simulator: &Simulator, relays: &[PartId]) -> Vec<Place> {
    relays.iter().map(|&relay| simulator.place(relay)).collect()
}

fn strokes(circuit: &Circuit, relay: PartId, level: Level) -> &'static [Stroke] {
    let PartKind::Relay(values) = &circuit.parts[relay].kind else { return &[] };
    if level == Level::Order || values.transfer_ms.nominal == 0.0 {
        &[Stroke::Whole]
    } else {
        &[Stroke::Leaves, Stroke::Arrives, Stroke::FallsBack]
    }
}

/// By what can be reached from where, state by state.
fn ends(edges: &[Vec<(usize, usize)>], relays: usize) -> usize {
    let count = edges.len();
    let reached: Vec<Vec<bool>> = (0..count)
        .map(|from| {
            let mut reached = vec![false; count];
            let mut open: Vec<usize> = edges[from].iter().map(|&(_, to)| to).collect();
            while let Some(state) = open.pop() {
                if !std::mem::replace(&mut reached[state], true) {
                    open.extend(edges[state].iter().map(|&(_, to)| to));
                }
            }
            reached
        })
        .collect();
    let rests = edges.iter().filter(|out| out.is_empty()).count();
    let rounds = (0..count).filter(|&state| {
        let together: Vec<usize> = (0..count).filter(|&other| reached[state][other] && reached[other][state]).collect();
        // Counted at its first state.
        let fair = |relay: usize| {
            let asked = |&state: &usize| edges[state].iter().any(|&(mover, _)| mover == relay);
            let moves =
                |&state: &usize| edges[state].iter().any(|&(mover, to)| mover == relay && together.contains(&to));
            !together.iter().all(asked) || together.iter().any(moves)
        };
        together.first() == Some(&state) && (0..relays).all(fair)
    });
    rests + rounds.count()
}
