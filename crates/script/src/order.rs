//! Who moves in what order: `in order P12' leaves at 6.4ms, P6' arrives`.

use std::fmt;

use kiber_engine::{Micros, Simulator, Stroke};
use kiber_netlist::{Circuit, PartId, PartKind};

use crate::names::{Names, quoted};
use crate::piece::Piece;
use crate::refusal::Refusal;
use crate::show::part_name;
use crate::step::Turn;
use crate::time::{self, Span};
use crate::words::a_kind;

const HELP: &str =
    "write `K1`, `K1 leaves`, `K1 goes on`, `K1 arrives` or `K1 falls back`, perhaps with a time: `K1 leaves at 6.4ms`";

/// Cuts a piece in front of its `in order`; the second half is what follows these words.
pub(crate) fn cut_order<'a>(piece: Piece<'a>, names: &Names<'_>) -> Option<(Piece<'a>, Piece<'a>)> {
    if !piece.text.contains("order") || names.exactly(piece.text).is_some() {
        return None;
    }
    // The last such words of a piece, so that the first half may be any name.
    piece.cuts().find_map(|(name, rest)| {
        let (first, rest) = rest.first_word();
        let (second, turns) = rest.first_word();
        (first.text == "in" && second.text == "order").then_some((name, turns))
    })
}

/// Parses what follows `in order`; the piece that names each part goes with it.
pub(crate) fn parse_turns<'a>(list: Piece<'a>, word: Piece<'_>, names: &mut Names<'_>) -> Vec<(Turn, Piece<'a>)> {
    let mut turns: Vec<(Turn, Piece<'a>)> = Vec::new();
    if list.is_empty() {
        names.error("script-bad-order", word, "`in order` of what?").help =
            Some("name who moves, one after another: `hold S1 in order K2, K1`".into());
        return turns;
    }
    for group in list.between_commas() {
        let Some((mut turn, at)) = turn(group, names) else { continue };
        if let Some((before, _)) = turns.last() {
            if turn.together && turn.at.is_none() {
                turn.at = before.at;
            }
            let wrong = match (before.at, turn.at) {
                (Some(_), None) | (None, Some(_)) => Some("either every move has a time or none has"),
                (Some(before), Some(now)) if now < before => Some("this is earlier than the move before it"),
                (Some(before), Some(now)) if turn.together && now != before => Some("what moves together has one time"),
                _ => None,
            };
            if let Some(wrong) = wrong {
                names.error("script-bad-order", group, wrong).help =
                    Some("times count from the moment at which the hands act".into());
            }
        } else if turn.together {
            names.error("script-bad-order", group, "there is no move before it to go with").help = Some(HELP.into());
        }
        turns.push((turn, at));
    }
    turns
}

fn turn<'a>(group: Piece<'a>, names: &mut Names<'_>) -> Option<(Turn, Piece<'a>)> {
    if group.is_empty() {
        names.unknown(group);
        return None;
    }
    let (first, rest) = group.first_word();
    let readings = [(group, false), (if first.text == "with" { rest } else { group }, true)];
    let mut rest_of_known = None;
    for (piece, together) in readings {
        let cuts = piece.cuts().map(|(name, rest)| (name, Some(rest)));
        for (name, rest) in std::iter::once((piece, None)).chain(cuts) {
            let Some(part) = names.circuit.part(name.text) else { continue };
            let words = rest.map_or(Ok((Stroke::Whole, None)), |rest| stroke_and_time(rest).ok_or(rest));
            match words {
                Ok((stroke, at)) => {
                    check_kind(part, name, names);
                    return Some((Turn { part, stroke, at, together }, name));
                }
                Err(rest) => rest_of_known = rest_of_known.or(Some(rest)),
            }
        }
    }
    match rest_of_known {
        Some(rest) => {
            let message = format!("{} is no way to move", quoted(rest.text));
            names.error("script-bad-order", rest, message).help = Some(HELP.into());
        }
        None => names.unknown(if first.text == "with" && !rest.is_empty() { rest } else { group }),
    }
    None
}

/// `falls back at 6.4ms`: a stroke, a time, or both.
fn stroke_and_time(words: Piece<'_>) -> Option<(Stroke, Option<Micros>)> {
    let (first, rest) = words.first_word();
    let (stroke, rest) = match first.text {
        "leaves" => (Stroke::Leaves, rest),
        "arrives" => (Stroke::Arrives, rest),
        "goes" => match rest.first_word() {
            (second, rest) if second.text == "on" => (Stroke::GoesOn, rest),
            _ => return None,
        },
        "falls" => match rest.first_word() {
            (second, rest) if second.text == "back" => (Stroke::FallsBack, rest),
            _ => return None,
        },
        _ => (Stroke::Whole, words),
    };
    if rest.is_empty() {
        return Some((stroke, None));
    }
    let (at, time) = rest.first_word();
    if at.text != "at" {
        return None;
    }
    time::parse(time.text).ok().map(|at| (stroke, Some(at)))
}

fn check_kind(part: PartId, at: Piece<'_>, names: &mut Names<'_>) {
    let kind = &names.circuit.parts[part].kind;
    let moves = matches!(
        kind,
        PartKind::Relay(_)
            | PartKind::Stepper(_)
            | PartKind::Button(_)
            | PartKind::Toggle(_)
            | PartKind::Selector(_)
            | PartKind::Fuse(_)
    );
    if !moves {
        let message = format!("{} is {}, which does not move", part_name(names.circuit, part), a_kind(kind));
        names.error("script-wrong-kind", at, message).help = Some("an order is one of relays".into());
    }
}

/// Shows ` in order …`.
pub(crate) fn show_turns(f: &mut fmt::Formatter<'_>, turns: &[Turn], circuit: &Circuit) -> fmt::Result {
    let mut before = " in order ";
    for turn in turns {
        f.write_str(before)?;
        before = ", ";
        write!(f, "{}", turn.shown(circuit))?;
    }
    Ok(())
}

impl Turn {
    /// Shows the turn as a script writes it: `P12' leaves at 6.4ms`.
    pub fn shown<'a>(&'a self, circuit: &'a Circuit) -> impl fmt::Display + 'a {
        fmt::from_fn(move |f| {
            if self.together {
                f.write_str("with ")?;
            }
            f.write_str(part_name(circuit, self.part))?;
            f.write_str(match self.stroke {
                Stroke::Whole => "",
                Stroke::Leaves => " leaves",
                Stroke::GoesOn => " goes on",
                Stroke::Arrives => " arrives",
                Stroke::FallsBack => " falls back",
            })?;
            match self.at {
                Some(at) if !self.together => write!(f, " at {}", Span(at)),
                _ => Ok(()),
            }
        })
    }
}

/// Lets parts move in an order, those that move together at one instant, while all others wait.
pub(crate) fn take_turns<S: kiber_engine::Sink>(
    simulator: &mut Simulator,
    turns: &[Turn],
    sink: &mut S,
) -> Result<(), Refusal> {
    let began = simulator.now();
    for group in turns.chunk_by(|_, next| next.together) {
        if let Some(at) = group.first().and_then(|turn| turn.at) {
            let passed = simulator.now().saturating_sub(began);
            simulator.stand_still(at.saturating_sub(passed));
        }
        let moves: Vec<_> = group.iter().map(|turn| (turn.part, turn.stroke)).collect();
        simulator.take_turns(&moves, sink)?;
    }
    Ok(())
}
