//! Every order of moves, followed by cloning the running circuit for each.

use kiber_engine::{Action, Mechanics, Place, Simulator, Stroke};
use kiber_netlist::{Circuit, PartId, PartKind};

/// How many ways there are to end: states at rest, and sets of states that may go on for ever. None if
/// there are more states than that.
pub(crate) fn ways_to_end(from: &Simulator, actions: &[Action], halves: bool, most: usize) -> Option<usize> {
    let movers: Vec<PartId> = movers(from.circuit());
    let places = |simulator: &Simulator| -> Vec<Place> { movers.iter().map(|&part| simulator.place(part)).collect() };
    let mut start = from.clone();
    start.act(actions, &mut ()).unwrap();
    // Somebody who leaves in no time has left already, and orders are to begin before that.
    let coiled = |kind: &PartKind| matches!(kind, PartKind::Relay(_) | PartKind::Stepper(_));
    let relays = movers.iter().filter(|&&part| coiled(&from.circuit().parts[part].kind));
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
            for &stroke in strokes(&from, part, halves) {
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
    circuit.parts.ids().filter(|&part| Mechanics::of(circuit, part).is_some()).collect()
}

/// How a part moves from where it stands.
fn strokes(simulator: &Simulator, part: PartId, halves: bool) -> &'static [Stroke] {
    let mechanics = Mechanics::of(simulator.circuit(), part).unwrap();
    let place = simulator.place(part);
    // Where it is or would be between its seats.
    let first = |request| mechanics.departure(place, request).map(|(first, _)| first);
    let between = if place.is_seat() { first(simulator.asks(part)) } else { Some(place) };
    let takes_time = between.and_then(|place| mechanics.passage(place)).is_some_and(|(_, time)| time > 0);
    let goes_on = mechanics.passage(place).is_some_and(|(next, _)| !next.is_seat());
    match (halves && takes_time, goes_on) {
        (false, _) => &[Stroke::Whole],
        (true, false) => &[Stroke::Leaves, Stroke::Arrives, Stroke::FallsBack],
        (true, true) => &[Stroke::GoesOn, Stroke::FallsBack],
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
