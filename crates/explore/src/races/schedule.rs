//! From a path of the clockwork to times: when each move happens, as near to the nominal times as can be.

use kiber_engine::Micros;

use super::clockwork::Clockwork;
use super::web::Edge;
use super::zone::Zone;

/// When each of these moves may happen, one after another, in microseconds since the hands acted.
pub(super) fn schedule(clockwork: &Clockwork, moves: &[Edge]) -> Vec<Micros> {
    let mut times = Zone::of_anything(moves.len());
    // For each clock of the present situation, the move with which it began; 0 is the hands.
    let mut began: Vec<usize> = Vec::new();
    let mut nominal: Vec<(usize, i64)> = Vec::new();
    for (edge, now) in moves.iter().zip(1..) {
        let (Some(situation), Some(course)) = (clockwork.situation(edge.from), clockwork.course_of(edge)) else {
            break;
        };
        began.resize(situation.clocks.len(), 0);
        let start = |clock: usize| began.get(clock.wrapping_sub(1)).copied().unwrap_or(0);
        let mut holds = times.keep(now - 1, now, 0);
        if situation.urgent {
            holds &= times.keep(now, now - 1, 0);
        }
        for (clock, at) in situation.clocks.iter().zip(1..) {
            holds &= times.keep(now, start(at), clock.most);
        }
        for guard in &course.guards {
            let from = start(guard.clock);
            holds &= times.keep(now, from, guard.most) && times.keep(from, now, -guard.least);
        }
        debug_assert!(holds, "a path of the clockwork has times");
        let first = course.moves.first();
        let due = situation.moves.iter().find(|(made, _)| Some(made) == first).map(|(_, timed)| timed.nominal);
        nominal.push(due.map_or((0, 0), |(clock, after)| (start(clock), after)));
        began = course.origins.iter().map(|origin| origin.map_or(now, start)).collect();
        if let Some(next) = clockwork.situation(edge.to)
            && next.urgent
        {
            for overdue in &course.overdue {
                if next.is_overdue(overdue.member) {
                    let from = began.get(overdue.clock - 1).copied().unwrap_or(0);
                    holds &= times.keep(from, now, -overdue.least);
                }
            }
        }
        debug_assert!(holds, "a path of the clockwork has times");
    }
    let mut chosen: Vec<i64> = vec![0];
    for (now, &(from, after)) in (1..).zip(&nominal) {
        let wanted = chosen.get(from).copied().unwrap_or(0).saturating_add(after);
        let (least, most) = (times.least(now), times.most(now).max(times.least(now)));
        let at = wanted.clamp(least, most);
        if !times.keep_between(now, at, at) {
            break;
        }
        chosen.push(at);
    }
    chosen.into_iter().skip(1).map(|at| at.max(0) as Micros).collect()
}
