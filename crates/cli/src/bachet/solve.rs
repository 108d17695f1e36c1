//! `kiber bachet solve` and `analyse`: what positions and moves are worth.

use std::io::{self, Write};

use kiber_bachet::{LastObject, MoveValue, Rules};
use serde_json::{Value, json};

use super::size::rules_words;
use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;
use crate::words::{count, grouped, grouped_count, heading, wrapped};

/// The most rows of a table; greater games only repeat them.
const MOST_ROWS: u32 = 40;
/// The most positions or moves that are told to a program.
const MOST_LISTED: u32 = 10_000;

pub(super) fn solve(io: &mut Io<'_>, manner: Manner, rules: Rules) -> Result<ExitStatus, Problem> {
    if manner.json {
        writeln!(io.output, "{:#}", as_json(rules))?;
    } else {
        as_text(io.output, rules, manner.color)?;
    }
    Ok(ExitStatus::SUCCESS)
}

fn as_text(out: &mut dyn Write, rules: Rules, color: bool) -> io::Result<()> {
    writeln!(out, "{}\n", heading("The game of Bachet, solved", color))?;
    writeln!(out, "{}\n", rules_words(rules))?;
    let value = rules.value(rules.objects());
    let who = match rules.winning_take(rules.objects()) {
        Some(take) => format!("Who starts wins, by taking {}", grouped(take.into())),
        None => "Who starts loses, whatever the first take".to_owned(),
    };
    let text = format!(
        "{who}: after {} a game is over. A player who finds {} has lost to one who always leaves such a number.",
        grouped_count(value.moves, "move"),
        lost_numbers(rules),
    );
    wrapped(&text, 80).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    writeln!(out, "\n  {:>10}  to move  take  moves left", "left")?;
    for left in (1..=rules.objects()).rev().take(MOST_ROWS as usize) {
        let value = rules.value(left);
        let (who, take) = match rules.winning_take(left) {
            Some(take) => ("wins", take.to_string()),
            None => ("loses", "–".to_owned()),
        };
        writeln!(out, "  {:>10}  {who:7}  {take:>4}  {:>10}", grouped(u64::from(left)), grouped(value.moves))?;
    }
    if rules.objects() > MOST_ROWS {
        writeln!(out, "  {:>10}  and so on, in rounds of {}", "…", u64::from(rules.most()) + 1)?;
    }
    Ok(())
}

/// The numbers that lose: `a multiple of 4`.
fn lost_numbers(rules: Rules) -> String {
    let round = u64::from(rules.most()) + 1;
    match rules.last() {
        LastObject::Wins => format!("a multiple of {round}"),
        LastObject::Loses => format!("one more than a multiple of {round}"),
    }
}

fn as_json(rules: Rules) -> Value {
    let positions = (1..=rules.objects()).rev().take(MOST_LISTED as usize).map(|left| {
        let value = rules.value(left);
        json!({ "left": left, "wins": value.wins, "take": rules.winning_take(left), "moves": value.moves })
    });
    let value = rules.value(rules.objects());
    json!({
        "objects": rules.objects(),
        "take": rules.most(),
        "last_object": last_word(rules),
        "first_player_wins": value.wins,
        "winning_take": rules.winning_take(rules.objects()),
        "moves": value.moves,
        "positions": positions.collect::<Vec<_>>(),
    })
}

/// What the last object brings, for a program.
pub(super) fn last_word(rules: Rules) -> &'static str {
    match rules.last() {
        LastObject::Wins => "wins",
        LastObject::Loses => "loses",
    }
}

pub(super) fn analyse(io: &mut Io<'_>, manner: Manner, rules: Rules, left: u32) -> Result<ExitStatus, Problem> {
    let out = &mut *io.output;
    let moves = rules.move_values(left);
    if manner.json {
        let listed = moves.take(MOST_LISTED as usize).map(|one| {
            json!({ "take": one.take, "leaves": left - one.take, "wins": one.value.wins, "moves": one.value.moves })
        });
        let value = rules.value(left);
        let report = json!({
            "left": left,
            "take": rules.most(),
            "last_object": last_word(rules),
            "wins": value.wins,
            "winning_take": rules.winning_take(left),
            "moves": value.moves,
            "move_values": listed.collect::<Vec<_>>(),
        });
        writeln!(out, "{report:#}")?;
        return Ok(ExitStatus::SUCCESS);
    }
    writeln!(out, "{}\n", heading(&format!("{} left", grouped_count(u64::from(left), "object")), manner.color))?;
    let value = rules.value(left);
    let text = match rules.winning_take(left) {
        _ if left == 0 => "The game is over.".to_owned(),
        Some(take) => format!(
            "The player to move wins, by taking {} and no other number; the game lasts {} more.",
            grouped(take.into()),
            grouped_count(value.moves, "move")
        ),
        None => format!(
            "The player to move loses to one who plays well; the game lasts {} more.",
            grouped_count(value.moves, "move")
        ),
    };
    wrapped(&text, 80).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    if left > 0 {
        writeln!(out, "\n  {:>10}  {:>10}  then", "take", "leaves")?;
    }
    let best = rules.winning_take(left);
    for MoveValue { take, value } in moves.take(MOST_ROWS as usize) {
        writeln!(
            out,
            "  {:>10}  {:>10}  {}",
            grouped(u64::from(take)),
            grouped(u64::from(left - take)),
            then(rules, left - take, value.wins, value.moves)
        )?;
    }
    if rules.takes(left).count() > MOST_ROWS as usize {
        let winner = best.filter(|&take| take > MOST_ROWS).map(|take| format!(", {take} among them"));
        writeln!(
            out,
            "  {:>10}  {} more{}",
            "…",
            count(u64::from(rules.most().min(left) - MOST_ROWS), "take"),
            winner.unwrap_or_default()
        )?;
    }
    Ok(ExitStatus::SUCCESS)
}

/// What comes of a move: `loses: the other takes 2, over after 4 moves`.
fn then(rules: Rules, leaves: u32, wins: bool, moves: u64) -> String {
    let over = format!("over after {}", grouped_count(moves, "move"));
    match (wins, rules.winning_take(leaves)) {
        _ if leaves == 0 => if wins { "wins at once" } else { "loses at once" }.to_owned(),
        (true, _) => format!("wins, {over}"),
        (false, Some(answer)) => format!("loses to {answer}, {over}"),
        (false, None) => format!("loses, {over}"),
    }
}
