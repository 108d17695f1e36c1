//! Every order of moves, followed by cloning the running circuit for each.

use kiber_engine::{Action, Place, Simulator, Stroke};
use kiber_netlist::{Circuit, PartId, PartKind};

/// How many ways there are to end: states at rest, and sets of states that may go on for ever. None if
/// there are more states than that.
pub(crate) fn ways_to_end(from: &Simulator, actions: &[Action], halves: bool, most: usize) -> Option<usize> {
    let movers: Vec<PartId> = movers(from.circuit());
    let places = |simulator: &Simulator| -> Vec<Place> { movers.iter().map(|&part| simulator.place(part)).collect() };
    let mut start = from.clone();
    start.act(actions, &mut ()).unwrap();
    // Somebody who leaves in no time has left already, and orders are to begin before that.
    let relays = movers.iter().filter(|&&part| matches!(from.circuit().parts[part].kind, PartKind::Relay(_)));
    if relays.into_iter().any(|&part| start.place(part) != from.place(part)) {
        return None;
    }
    let mut states = vec![start];
    let mut edges: Vec<Vec<(usize, usize)>> = Vec::new();
    while edges.len() < states.len() {
        if states.len() > most {
            return None;
        }
        let from = states[edges.len()].clone();
        let (mut out, mut next) = (Vec::new(), from.clone());
        for (number, &part) in movers.iter().enumerate() {
            for &stroke in strokes(from.circuit(), part, halves) {
                // Nothing happens to one who cannot move.
                if next.take_turns(&[(part, stroke)], &mut ()).is_err() {
                    continue;
                }
                let next = std::mem::replace(&mut next, from.clone());
                let same = |other: &Simulator| places(other) == places(&next);
                let to = states.iter().position(same).unwrap_or(states.len());
                if to == states.len() {
                    states.push(next);
                }
                out.push((number, to));
            }
        }
        edges.push(out);
    }
    Some(ends(&edges, movers.len()))
}

pub(crate) fn movers(circuit: &Circuit) -> Vec<PartId> {
    let moves = |kind: &PartKind| matches!(kind, PartKind::Relay(_) | PartKind::Button(_) | PartKind::Toggle(_));
    circuit.parts.iter().filter(|(_, part)| moves(&part.kind)).map(|(id, _)| id).collect()
}

fn strokes(circuit: &Circuit, part: PartId, halves: bool) -> &'static [Stroke] {
    let transfer = match &circuit.parts[part].kind {
        PartKind::Relay(relay) => relay.transfer_ms.nominal,
        PartKind::Button(hand) | PartKind::Toggle(hand) => hand.transfer_ms,
        _ => 0.0,
    };
    match halves && transfer > 0.0 {
        true => &[Stroke::Leaves, Stroke::Arrives, Stroke::FallsBack],
        false => &[Stroke::Whole],
    }
}

/// By what can be reached from where, state by state. Nobody who is asked all the while waits for ever.
fn ends(edges: &[Vec<(usize, usize)>], movers: usize) -> usize {
    let reach = |from: usize| {
        let mut reached = vec![false; edges.len()];
        let mut open: Vec<usize> = edges[from].iter().map(|&(_, to)| to).collect();
        while let Some(state) = open.pop() {
            if !std::mem::replace(&mut reached[state], true) {
                open.extend(edges[state].iter().map(|&(_, to)| to));
            }
        }
        reached
    };
    let reached: Vec<Vec<bool>> = (0..edges.len()).map(reach).collect();
    let rests = edges.iter().filter(|out| out.is_empty()).count();
    let rounds = (0..edges.len()).filter(|&state| {
        let together: Vec<usize> =
            (0..edges.len()).filter(|&other| reached[state][other] && reached[other][state]).collect();
        let waits = |mover: usize| {
            let asked = |&state: &usize| edges[state].iter().any(|edge| edge.0 == mover);
            let moves = |&state: &usize| edges[state].iter().any(|edge| edge.0 == mover && together.contains(&edge.1));
            together.iter().all(asked) && !together.iter().any(moves)
        };
        together.first() == Some(&state) && !(0..movers).any(waits)
    });
    rests + rounds.count()
}
