//! A clock for which every operation of every relay takes a time of its own, drawn by lot; and a check
//! whether given times may be.

use std::sync::Arc;

use kiber_engine::{Action, Place, Request, Simulator, Stroke, Untimed};
use kiber_netlist::{Circuit, PartKind, Quantity};
use kiber_script::Turn;

use crate::dice::Dice;

/// The least and the most of operate, release and transfer time, in microseconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    operate: [i64; 2],
    release: [i64; 2],
    transfer: [i64; 2],
    by_hand: bool,
}

pub(crate) fn bounds(circuit: &Circuit, untimed: &Untimed, tolerance: f64) -> Vec<Bounds> {
    let span = |time: Quantity| {
        let (least, most) = match time.stated_range {
            true => (time.min, time.max),
            false => (time.nominal * (1.0 - tolerance), time.nominal * (1.0 + tolerance)),
        };
        [least, most].map(|milliseconds| (milliseconds * 1e3).round() as i64)
    };
    (0..untimed.count())
        .map(|mechanism| match &circuit.parts[untimed.part(mechanism).unwrap()].kind {
            PartKind::Relay(relay) => Bounds {
                operate: span(relay.operate_ms),
                release: span(relay.release_ms),
                transfer: span(relay.transfer_ms),
                by_hand: false,
            },
            PartKind::Button(hand) | PartKind::Toggle(hand) => {
                let transfer = span(Quantity::exactly(hand.transfer_ms));
                Bounds { operate: transfer, release: transfer, transfer, by_hand: true }
            }
            _ => panic!("it does not move"),
        })
        .collect()
}

fn draw(dice: &mut Dice, [least, most]: [i64; 2]) -> i64 {
    match dice.below(4) {
        0 => least,
        1 => most,
        _ => least + dice.below((most - least + 1) as usize) as i64,
    }
}

/// What is drawn for one operation.
#[derive(Clone, Copy, Debug)]
struct Drawn {
    departs: i64,
    transfer: i64,
}

/// Lets things take their course after an action, by lot. Where it rests; none if it does not within
/// so many moves.
pub(crate) fn by_lot(
    untimed: &mut Untimed,
    from: &Simulator,
    actions: &[Action],
    tolerance: f64,
    dice: &mut Dice,
    most: usize,
) -> Option<Vec<Place>> {
    let circuit = Arc::clone(from.circuit());
    untimed.stand_as(from);
    untimed.act(actions).unwrap();
    let bounds = bounds(&circuit, untimed, tolerance);
    let count = untimed.count();
    let mut now = 0;
    let mut asks: Vec<Request> = untimed.asks().to_vec();
    let mut asked = vec![0; count];
    let mut reached = vec![0; count];
    // When it leaves or arrives, and how long its travel takes.
    let mut due: Vec<Option<Drawn>> = vec![None; count];
    for _ in 0..most {
        for mechanism in 0..count {
            let request = untimed.asks()[mechanism];
            if request != asks[mechanism] {
                (asks[mechanism], asked[mechanism]) = (request, now);
            }
            let place = untimed.places()[mechanism];
            let seated = place == Place::RELEASED || place == Place::OPERATED;
            if seated && !untimed.is_restless(mechanism) {
                due[mechanism] = None;
            } else if due[mechanism].is_none() {
                let own = &bounds[mechanism];
                let whole = draw(dice, if place == Place::RELEASED { own.operate } else { own.release });
                let transfer = draw(dice, own.transfer).min(if own.by_hand { i64::MAX } else { whole });
                due[mechanism] = Some(match seated {
                    true => Drawn { departs: (asked[mechanism] + whole - transfer).max(reached[mechanism]), transfer },
                    // A hand that has left already.
                    false => Drawn { departs: now + transfer, transfer },
                });
            }
        }
        let Some(next) = due.iter().flatten().map(|drawn| drawn.departs).min() else {
            return Some(untimed.places().to_vec());
        };
        now = next;
        let mut moves = Vec::new();
        for mechanism in 0..count {
            let Some(drawn) = due[mechanism].filter(|drawn| drawn.departs == now) else { continue };
            let leaves = untimed.destination(mechanism, Stroke::Leaves);
            due[mechanism] = None;
            reached[mechanism] = now;
            let to = match leaves {
                Some(to) if drawn.transfer > 0 => {
                    due[mechanism] = Some(Drawn { departs: now + drawn.transfer, ..drawn });
                    to
                }
                _ => untimed.destination(mechanism, Stroke::Whole).unwrap(),
            };
            moves.push((mechanism, to));
        }
        untimed.put(moves);
    }
    None
}

/// Whether moves at these times may be: what is wrong with them, if not.
pub(crate) fn refused(from: &Simulator, actions: &[Action], tolerance: f64, turns: &[Turn]) -> Option<String> {
    let circuit = Arc::clone(from.circuit());
    let mut untimed = Untimed::new(Arc::clone(&circuit));
    untimed.stand_as(from);
    untimed.act(actions).unwrap();
    let bounds = bounds(&circuit, &untimed, tolerance);
    let count = untimed.count();
    let mut asks: Vec<Request> = untimed.asks().to_vec();
    let (mut asked, mut reached, mut left) = (vec![0i64; count], vec![0i64; count], vec![0i64; count]);
    let mut since_left = vec![0i64; count];
    let mut late = vec![false; count];
    let mut now = 0;
    let mut at = 0;
    while at < turns.len() {
        let together = 1 + turns[at + 1..].iter().take_while(|turn| turn.together).count();
        let then = i64::try_from(turns[at].at?).unwrap();
        if then < now {
            return Some(format!("turn {at} goes back in time"));
        }
        now = then;
        // Nobody has missed the last moment.
        for mechanism in 0..count {
            let (own, place) = (&bounds[mechanism], untimed.places()[mechanism]);
            let seated = place == Place::RELEASED || place == Place::OPERATED;
            let whole = if place == Place::RELEASED { own.operate } else { own.release };
            let last = match (seated, untimed.is_restless(mechanism)) {
                (true, false) => continue,
                (true, true) => (asked[mechanism] + (whole[1] - own.transfer[0]).max(0)).max(reached[mechanism]),
                (false, _) => left[mechanism] + own.transfer[1],
            };
            if now > last {
                return Some(format!("turn {at} at {now}: {mechanism} was to move at {last}"));
            }
        }
        let mut moves = Vec::new();
        for turn in &turns[at..at + together] {
            let mechanism = untimed.number(turn.part)?;
            let (own, place) = (&bounds[mechanism], untimed.places()[mechanism]);
            let whole = if place == Place::RELEASED || place == Place::LEAVING { own.operate } else { own.release };
            let Some(to) = untimed.destination(mechanism, turn.stroke) else {
                return Some(format!("turn {at}: {mechanism} cannot move"));
            };
            match turn.stroke {
                Stroke::Leaves | Stroke::Whole if own.transfer[1] == 0 || turn.stroke == Stroke::Leaves => {
                    let least = (asked[mechanism] + (whole[0] - own.transfer[1]).max(0)).max(reached[mechanism]);
                    if now < least {
                        return Some(format!("turn {at} at {now}: {mechanism} leaves no sooner than {least}"));
                    }
                    late[mechanism] = now == reached[mechanism];
                    (left[mechanism], since_left[mechanism]) = (now, asked[mechanism]);
                }
                Stroke::Arrives => {
                    let travel = now - left[mechanism];
                    let all = now - since_left[mechanism];
                    let kept = own.by_hand || all >= whole[0] && (all <= whole[1] || late[mechanism]);
                    if travel < own.transfer[0] || travel > own.transfer[1] || !kept {
                        return Some(format!("turn {at} at {now}: {mechanism} arrives after {travel}, {all} in all"));
                    }
                }
                _ => return Some(format!("turn {at}: {:?} with times", turn.stroke)),
            }
            reached[mechanism] = now;
            moves.push((mechanism, to));
        }
        untimed.put(moves);
        for mechanism in 0..count {
            let request = untimed.asks()[mechanism];
            if request != asks[mechanism] {
                (asks[mechanism], asked[mechanism]) = (request, now);
            }
        }
        at += together;
    }
    None
}
