//! `kiber beads show`: the boxes, and whether the machine is fully trained.

use std::io::{self, Write};

use kiber_bachet::Opponent;
use kiber_beads::{Learner, Lesson, Matchbox, Saved, Subject, Teacher};
use kiber_minimax::tictactoe::Position;
use kiber_netlist::nearest;
use serde_json::{Value, json};

use super::learn::paragraph;
use super::next::{Chance, Next};
use super::which::{Which, as_json, boxes, described, title};
use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;
use crate::words::{heading, plain, repeated};

/// How many boxes are shown unless all are asked for.
const MOST_SHOWN: usize = 15;

/// What was asked for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Showing {
    pub(crate) which: Which,
    pub(crate) only: Option<String>,
    pub(crate) all: bool,
}

pub(super) fn run(io: &mut Io<'_>, manner: Manner, asked: &Showing) -> Result<ExitStatus, Problem> {
    let saved = asked.which.machine()?;
    let shown = shown(&saved.learner, asked)?;
    if manner.json {
        writeln!(io.output, "{:#}", to_json(&saved, &shown))?;
        return Ok(ExitStatus::SUCCESS);
    }
    let out = &mut *io.output;
    writeln!(out, "{}\n", heading(&title(&saved.learner.cabinet), manner.color))?;
    paragraph(out, &described(&saved))?;
    writeln!(out)?;
    table(out, &saved.learner, &shown)?;
    let left_out = saved.learner.cabinet.boxes().len() - shown.len();
    if left_out > 0 && asked.only.is_none() {
        writeln!(out, "… {left_out} more; --all shows them")?;
    }
    writeln!(out)?;
    standing(out, &saved.learner)?;
    Ok(ExitStatus::SUCCESS)
}

/// The boxes to be shown.
fn shown<'a>(learner: &'a Learner, asked: &Showing) -> Result<Vec<&'a Matchbox>, Problem> {
    let all = learner.cabinet.boxes();
    let Some(name) = &asked.only else {
        let most = if asked.all { all.len() } else { MOST_SHOWN };
        return Ok(all.iter().take(most).collect());
    };
    match learner.cabinet.find(name) {
        Some(matchbox) => Ok(vec![matchbox]),
        None => {
            let turned = name.parse::<Position>().map(|position| position.canonical().0.to_string());
            let turned = turned.ok().filter(|turned| learner.cabinet.find(turned).is_some());
            let near = nearest(name, all.iter().map(|matchbox| learner.cabinet.name(matchbox)));
            let near = match (turned, near.first()) {
                (Some(turned), _) => format!("; turned it is `{turned}`"),
                (None, Some(near)) => format!("; did you mean `{near}`?"),
                (None, None) => match (all.first(), all.last()) {
                    (Some(first), Some(last)) if matches!(learner.cabinet.arena().subject(), Subject::Bachet(_)) => {
                        format!("; they are {} to {}", learner.cabinet.name(first), learner.cabinet.name(last))
                    }
                    _ => "; a box is named like XO./.../...".to_owned(),
                },
            };
            let (name, number) = (plain(&repeated(name)), boxes(&learner.cabinet));
            Err(Problem::message(format!("none of the machine's {number} is `{name}`{near}")))
        }
    }
}

/// A line for each box: what it holds, with the chance of each move.
fn table(out: &mut dyn Write, learner: &Learner, shown: &[&Matchbox]) -> io::Result<()> {
    let Learner { cabinet, contents, .. } = learner;
    let name = |matchbox: &&Matchbox| cabinet.name(matchbox).chars().count();
    let widest = shown.iter().map(name).max().unwrap_or(0).max(3);
    let turns = |matchbox: &&Matchbox| cabinet.turns_in_roman(matchbox).len();
    let widest_turns = shown.iter().map(turns).max().unwrap_or(0).max(6);
    let lead = widest + widest_turns + 4;
    writeln!(
        out,
        "{:<widest$}  {:<widest_turns$}  move: beads, chance (* a best move, where not all is lost)",
        "box", "turn"
    )?;
    for matchbox in shown {
        let total = contents.total_in_box(matchbox);
        let moves = matchbox.beads.clone().zip(cabinet.moves(matchbox)).map(|(bead, chosen)| {
            let count = contents.count(bead);
            let chance = 100.0 * f64::from(count) / (total.max(1) as f64);
            let best = if cabinet.is_good(bead) { "*" } else { "" };
            format!("{}{best}: {count}, {chance:.1} %", chosen.name)
        });
        let moves: Vec<String> = moves.map(|text| format!("{text:<16}")).collect();
        let empty = if total == 0 { "  empty: it resigns" } else { "" };
        let per_line = ((80 - lead) / 16).max(1);
        for (number, line) in moves.chunks(per_line).enumerate() {
            let line = line.concat();
            let turns = cabinet.turns_in_roman(matchbox);
            let (name, turns) = if number == 0 { (cabinet.name(matchbox), turns.as_str()) } else { ("", "") };
            let text = format!("{name:<widest$}  {turns:<widest_turns$}  {}", line.trim_end());
            let is_last = (number + 1) * per_line >= moves.len();
            writeln!(out, "{}{}", text, if is_last { empty } else { "" })?;
        }
    }
    Ok(())
}

/// Whether it is fully trained: against each opponent, and against everyone.
fn standing(out: &mut dyn Write, learner: &Learner) -> io::Result<()> {
    writeln!(out, "{:<13}{:>19}{:>19}{:>19}   trained", "against", "wins", "draws", "loses")?;
    for opponent in Opponent::ALL {
        let teacher = Teacher::new(learner.cabinet.arena(), opponent);
        let lesson = lesson(learner, &teacher);
        let chances = Next::of(&lesson, &learner.contents);
        let [won, drawn, lost] = [&chances.won, &chances.drawn, &chances.lost].map(Chance::words);
        let trained = yes_no(!lesson.standing(&learner.contents).can_lose);
        let drawn = if chances.drawn.is_zero() { "-".to_owned() } else { drawn };
        writeln!(out, "{:<13}{won:>19}{drawn:>19}{lost:>19}   {trained}", opponent.to_string())?;
    }
    let anyone = Teacher::anyone(learner.cabinet.arena());
    let lesson = lesson(learner, &anyone);
    let standing = lesson.standing(&learner.contents);
    writeln!(out)?;
    let verdict = match (standing.can_lose, standing.can_change) {
        (false, _) => "Fully trained: no person can win a game from it.",
        (true, true) => "Not fully trained: somebody can still win a game from it, and teach it.",
        (true, false) => "It has nothing left to learn and can still lose: nothing can change its beads any more.",
    };
    paragraph(out, verdict)?;
    let idle = lesson.reached(&learner.contents);
    let idle: Vec<&str> = learner
        .cabinet
        .boxes()
        .iter()
        .zip(idle)
        .filter(|(_, reached)| !reached)
        .map(|(matchbox, _)| learner.cabinet.name(matchbox))
        .collect();
    match idle.len() {
        0 => Ok(()),
        1..=12 => paragraph(out, &format!("No game comes to these boxes any more: {}.", idle.join(", "))),
        number => paragraph(out, &format!("No game comes to {number} of its boxes any more.")),
    }
}

fn lesson<'a>(learner: &'a Learner, teacher: &'a Teacher) -> Lesson<'a> {
    Lesson { cabinet: &learner.cabinet, schedule: &learner.schedule, teacher }
}

fn yes_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

fn to_json(saved: &Saved, shown: &[&Matchbox]) -> Value {
    let Learner { cabinet, contents, .. } = &saved.learner;
    let anyone = Teacher::anyone(cabinet.arena());
    let everyone = lesson(&saved.learner, &anyone);
    let reached = everyone.reached(contents);
    let against = Opponent::ALL.map(|opponent| {
        let teacher = Teacher::new(cabinet.arena(), opponent);
        let lesson = lesson(&saved.learner, &teacher);
        let chances = Next::of(&lesson, contents);
        json!({
            "opponent": opponent.to_string(),
            "won": chances.won.to_json(),
            "drawn": chances.drawn.to_json(),
            "lost": chances.lost.to_json(),
            "trained": !lesson.standing(contents).can_lose,
        })
    });
    let boxes = shown.iter().map(|matchbox| {
        let total = contents.total_in_box(matchbox);
        let moves = matchbox.beads.clone().zip(cabinet.moves(matchbox)).map(|(bead, chosen)| {
            let count = contents.count(bead);
            json!({
                "move": chosen.name,
                "beads": count,
                "chance": (total > 0).then(|| f64::from(count) / total as f64),
                "best": cabinet.is_good(bead),
                "color": cabinet.color(bead).map(|color| color.name),
            })
        });
        let place = cabinet.boxes().iter().position(|other| other == *matchbox);
        json!({
            "box": cabinet.name(matchbox),
            "turns": [matchbox.turns.0, matchbox.turns.1],
            "reached": place.and_then(|place| reached.get(place)),
            "moves": moves.collect::<Value>(),
        })
    });
    let standing = everyone.standing(contents);
    let mut value = as_json(saved);
    value["fully_trained"] = json!(!standing.can_lose);
    value["can_change"] = json!(standing.can_change);
    value["against"] = json!(against);
    value["shown"] = boxes.collect();
    value
}
