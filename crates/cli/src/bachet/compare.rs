//! `kiber bachet compare`: the bead machine and another machine, loss by loss.

use std::io::{self, Write};
use std::time::Duration;

use kiber_automaton::{BoxMove, Error, LosingMove, LossByLoss, Saved};
use kiber_bachet::{Panel, Rules, Surveying};
use kiber_minimax::Random;
use serde_json::{Value, json};

use super::names::MachineName;
use super::seat::Seat;
use super::size::{Size, rules_words};
use super::solve::last_word;
use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;
use crate::watch::{Watch, gave_up};
use crate::words::{count, grouped, grouped_count, heading, wrapped};

/// What was asked for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Comparing {
    pub(crate) machine: MachineName,
    pub(crate) size: Size,
    pub(crate) seed: u64,
    pub(crate) most_states: Option<u64>,
    pub(crate) most_time: Option<Duration>,
}

pub(super) fn run(io: &mut Io<'_>, manner: Manner, asked: &Comparing) -> Result<ExitStatus, Problem> {
    if matches!(asked.machine, MachineName::Beads | MachineName::Player(_)) {
        return Err(Problem::message("the bead machine is compared with a machine that learns without beads"));
    }
    let mut seat = Seat::take(io, manner, &asked.machine, asked.size, Random::new(asked.seed).bits())?;
    let mut watch = Watch::new(io.errors, manner.progress, asked.most_time);
    let mut why = None;
    let compared = LossByLoss::new(&mut seat.machine, asked.seed, |so_far| {
        let Surveying { games, memory_states, .. } = so_far;
        watch.show(|| {
            let games = grouped_count(games, "game");
            format!("{games} from {}", grouped_count(memory_states as u64, "memory state"))
        });
        why = beyond(asked.most_states, so_far);
        why.is_some() || !watch.may_go_on()
    });
    let (_, stopped) = watch.end();
    let compared = match compared {
        Ok(compared) => compared,
        Err(Error::Stopped { .. }) => {
            let why = why.or(stopped.map(str::to_owned));
            let why = why.unwrap_or_else(|| "the bead machine's lesson has no end".to_owned());
            if manner.json {
                writeln!(io.output, "{:#}", not_compared(asked, seat.machine.rules(), &why))?;
            }
            return gave_up(io, "ended before the machines were compared", &why);
        }
        Err(error) => return Err(Problem::message(format!("{}: {error}", asked.machine))),
    };
    let told = Told { asked, seat: &seat, compared: &compared };
    if manner.json {
        writeln!(io.output, "{:#}", told.as_json())?;
    } else {
        told.as_text(io.output, manner.color)?;
    }
    Ok(ExitStatus::SUCCESS)
}

/// What a survey may take up when nothing is said.
const USUAL_BYTES: u64 = 1 << 30;

/// Why a survey is too large to go on.
fn beyond(most_states: Option<u64>, so_far: Surveying) -> Option<String> {
    let states = so_far.memory_states as u64;
    match most_states {
        Some(most) if states > most => Some(format!("more than {}", grouped_count(most, "memory state"))),
        None if so_far.bytes > USUAL_BYTES => {
            let states = grouped_count(states, "memory state");
            Some(format!(
                "the games from {states} take more than a GiB of memory; fewer --objects need less, and with \
                 --most-states it goes on"
            ))
        }
        _ => None,
    }
}

/// What a program is told where nothing came of it.
fn not_compared(asked: &Comparing, rules: Rules, why: &str) -> Value {
    json!({
        "machine": asked.machine.to_string(),
        "objects": rules.objects(),
        "take": rules.most(),
        "last_object": last_word(rules),
        "seed": asked.seed,
        "beads": null,
        "other": null,
        "moves": [],
        "sums": null,
        "positions_saved": [],
        "stopped": why,
    })
}

struct Told<'a> {
    asked: &'a Comparing,
    seat: &'a Seat,
    compared: &'a LossByLoss,
}

/// The reasons that save a machine losses, each with how many.
#[derive(Default)]
struct Sums {
    lost: u64,
    given_up_with: u64,
    behind: u64,
    left_out: u64,
    kept: u64,
}

impl Sums {
    fn of(moves: &[LosingMove]) -> Self {
        let mut sums = Self::default();
        for one in moves {
            *match one.saved {
                Saved::No { .. } => &mut sums.lost,
                Saved::GivenUpWith { .. } => &mut sums.given_up_with,
                Saved::Behind { .. } => &mut sums.behind,
                Saved::LeftOut { .. } => &mut sums.left_out,
                Saved::Kept => &mut sums.kept,
            } += 1;
        }
        sums
    }
}

impl Told<'_> {
    fn as_text(&self, out: &mut dyn Write, color: bool) -> io::Result<()> {
        let compared = self.compared;
        writeln!(out, "{}\n", heading("The bead machine and the machine without beads, loss by loss", color))?;
        paragraph(out, &format!("{} {}", rules_words(compared.rules), self.lead()))?;
        if compared.moves.is_empty() {
            return paragraph(out, "There is no losing move to learn from.");
        }
        let lessons = format!(
            "The lesson of the bead machine by a perfect person, who takes at random where no take wins: {}. Beside \
             each bead that a loss takes out stands how the other machine comes to do without the move.",
            count(compared.beads.games, "game"),
        );
        writeln!(out)?;
        paragraph(out, &lessons)?;
        writeln!(out, "\n  loss  game  bead taken out  the other machine")?;
        for (number, (loss, one)) in compared.beads.lesson.iter().zip(&compared.moves).enumerate() {
            let mut lead = format!("  {:>4}  {:>4}  {:14}", number + 1, grouped(loss.game), words(one.which));
            for line in wrapped(&self.how(one), 80 - 30) {
                writeln!(out, "{lead}  {line}")?;
                lead = " ".repeat(28);
            }
        }
        writeln!(out)?;
        self.reckoning(out)
    }

    /// The losses of both machines in a sentence.
    fn lead(&self) -> String {
        let LossByLoss { beads, machine, .. } = self.compared;
        let bead_losses = match beads.losses {
            Some((fewest, most)) if fewest == most => {
                format!(
                    "loses exactly {} before it loses no more, whatever is drawn and whoever plays",
                    count(most, "game")
                )
            }
            Some((fewest, most)) => format!("loses {fewest} to {most} games before it loses no more"),
            None => format!("loses {} in the lesson below", count(beads.lesson.len() as u64, "game")),
        };
        format!(
            "The bead machine, with {}, {bead_losses}; the other machine, with {}, at most {}.",
            count(beads.beads, "bead"),
            count(machine.memory_states as u64, "memory state"),
            count(machine.losses, "game"),
        )
    }

    /// How the other machine comes to do without a move.
    fn how(&self, one: &LosingMove) -> String {
        match &one.saved {
            Saved::No { loss: Some(loss) } => format!("loses by it as well: loss {loss} of its own lesson"),
            Saved::No { loss: None } => "loses by it as well".to_owned(),
            Saved::GivenUpWith { other, stored } => {
                let relays = self.seat.relay_names(stored);
                let by = if relays.is_empty() { String::new() } else { format!(", by {}", relays.join(", ")) };
                format!("no loss: given up together with {}{by}", words(*other))
            }
            Saved::Behind { take } => format!("no loss: {take} is tried before, wins, and stays"),
            Saved::LeftOut { next: Some(next) } => format!("no loss: not among its moves; {next} comes next"),
            Saved::LeftOut { next: None } => "no loss: not among its moves".to_owned(),
            Saved::Kept => "no loss: it makes the move for ever".to_owned(),
        }
    }

    /// Why one number of losses is less than the other.
    fn reckoning(&self, out: &mut dyn Write) -> io::Result<()> {
        let compared = self.compared;
        let sums = Sums::of(&compared.moves);
        let total = compared.moves.len() as u64;
        paragraph(
            out,
            &format!(
                "Why {total} and {}? A loss takes one bead out, and beads are drawn at random: the bead machine has to \
                 lose by each of its {} once. To the other machine they are",
                compared.machine.losses,
                count(total, "losing move"),
            ),
        )?;
        let saved_positions: Vec<String> = compared.positions_saved().iter().map(ToString::to_string).collect();
        let rows = [
            (sums.lost, "by which it loses as well".to_owned()),
            (
                sums.behind,
                "that it never tries: it tries 1, 2, 3 … in this order, and a winning move that comes first is never \
                 punished, so that what stands behind it has no turn"
                    .to_owned(),
            ),
            (sums.given_up_with, self.short_cut()),
            (sums.left_out, "that it does not have: what was not built in need not be unlearned".to_owned()),
            (sums.kept, "that it makes for ever: no person comes to punish it".to_owned()),
        ];
        for (number, why) in rows.into_iter().filter(|(number, _)| *number > 0) {
            let mut lead = format!("{number:>4}");
            for line in wrapped(&why, 80 - 6) {
                writeln!(out, "{lead}  {line}")?;
                lead = " ".repeat(4);
            }
        }
        let parts = [sums.lost, sums.behind, sums.given_up_with, sums.left_out, sums.kept];
        let parts: Vec<String> = parts.into_iter().filter(|&part| part > 0).map(|part| part.to_string()).collect();
        let positions = match saved_positions.as_slice() {
            [] => String::new(),
            [one] => format!(" It never loses by its move from {one}."),
            [others @ .., last] => format!(" It never loses by its moves from {} and {last}.", others.join(", ")),
        };
        paragraph(out, &format!("{} = {total}.{positions}", parts.join(" + ")))
    }

    fn short_cut(&self) -> String {
        let others = self.compared.moves.iter().filter_map(|one| match &one.saved {
            Saved::GivenUpWith { other, stored } => Some((*other, stored)),
            _ => None,
        });
        let mut others: Vec<(BoxMove, &Vec<usize>)> = others.collect();
        others.dedup();
        let others: Vec<String> = others
            .iter()
            .map(|(other, stored)| match self.seat.relay_names(stored).as_slice() {
                [] => words(*other),
                relays => format!("{} ({})", words(*other), relays.join(", ")),
            })
            .collect();
        format!("that it gives up by a short cut: the loss by {} does away with them, too", others.join(" or by "))
    }

    fn as_json(&self) -> Value {
        let LossByLoss { rules, beads, machine, moves } = self.compared;
        let box_move = |one: BoxMove| json!({ "position": one.position, "take": one.take });
        let sums = Sums::of(moves);
        json!({
            "machine": self.asked.machine.to_string(),
            "objects": rules.objects(),
            "take": rules.most(),
            "last_object": last_word(*rules),
            "seed": self.asked.seed,
            "beads": {
                "beads": beads.beads,
                "fewest_losses": beads.losses.map(|(fewest, _)| fewest),
                "worst_case_losses": beads.losses.map(|(_, most)| most),
                "games": beads.games,
                "lesson": beads.lesson.iter().map(|loss| json!({
                    "game": loss.game, "position": loss.given_up.position, "take": loss.given_up.take,
                })).collect::<Vec<_>>(),
            },
            "other": {
                "worst_case_losses": machine.losses,
                "memory_states": machine.memory_states,
                "lesson": machine.lesson.iter().map(|loss| json!({
                    "takes": loss.turns.iter().map(|turn| json!([turn.person, turn.machine])).collect::<Vec<_>>(),
                    "last_move": loss.last_move.map(box_move),
                    "memory": self.seat.relay_names(&loss.stored),
                    "given_up": loss.given_up.iter().copied().map(box_move).collect::<Vec<_>>(),
                })).collect::<Vec<_>>(),
            },
            "moves": moves.iter().map(|one| {
                let (saved, more) = match &one.saved {
                    Saved::No { loss } => ("no", json!({ "loss": loss })),
                    Saved::GivenUpWith { other, stored } => (
                        "given_up_with",
                        json!({ "other": box_move(*other), "memory": self.seat.relay_names(stored) }),
                    ),
                    Saved::Behind { take } => ("behind", json!({ "take": take })),
                    Saved::LeftOut { next } => ("left_out", json!({ "next": next })),
                    Saved::Kept => ("kept", Value::Null),
                };
                json!({ "position": one.which.position, "take": one.which.take, "saved": saved, "how": more })
            }).collect::<Vec<_>>(),
            "sums": {
                "lost": sums.lost,
                "behind": sums.behind,
                "given_up_with": sums.given_up_with,
                "left_out": sums.left_out,
                "kept": sums.kept,
            },
            "positions_saved": self.compared.positions_saved(),
            "stopped": null,
        })
    }
}

fn words(one: BoxMove) -> String {
    format!("{} from {}", one.take, one.position)
}

fn paragraph(out: &mut dyn Write, text: &str) -> io::Result<()> {
    wrapped(text, 80).iter().try_for_each(|line| writeln!(out, "{line}"))
}
