//! `kiber tictactoe match`: many games of two players.

use std::collections::BTreeMap;
use std::time::Duration;

use kiber_minimax::Random;
use kiber_minimax::tictactoe::{Mark, Position};
use serde_json::json;

use super::player::{Kind, Player};
use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;
use crate::watch::{Watch, gave_up};
use crate::words::{grouped, grouped_count, percent};

/// How the games ended.
#[derive(Default)]
struct Score {
    x: u64,
    draws: u64,
    o: u64,
    plies: u64,
}

impl Score {
    fn games(&self) -> u64 {
        self.x + self.draws + self.o
    }
}

pub(super) fn contest(
    io: &mut Io<'_>,
    manner: Manner,
    kinds: [Kind; 2],
    games: u64,
    seed: u64,
    most_time: Option<Duration>,
) -> Result<ExitStatus, Problem> {
    let [x, o] = kinds;
    let mut players = kinds.map(Player::new);
    let mut random = Random::new(seed);
    let mut score = Score::default();
    let mut watch = Watch::new(io.errors, manner.progress, most_time);
    while score.games() < games && watch.may_go_on() {
        watch.show_share(score.games(), games, || grouped_count(score.games(), "game"));
        let end = one_game(&mut players, &mut random);
        score.plies += u64::from(end.plies());
        match end.winner() {
            Some(Mark::X) => score.x += 1,
            Some(Mark::O) => score.o += 1,
            None => score.draws += 1,
        }
    }
    let (_, stopped) = watch.end();
    let exact = exactly(&mut players);
    let played = score.games();
    let mean = score.plies as f64 / played.max(1) as f64;
    if manner.json {
        let report = json!({
            "x": x.to_string(),
            "o": o.to_string(),
            "games": games,
            "played": played,
            "seed": seed,
            "x_wins": score.x,
            "draws": score.draws,
            "o_wins": score.o,
            "mean_plies": mean,
            "exact": {"x_wins": exact.x, "draws": exact.draws, "o_wins": exact.o, "mean_plies": exact.plies},
            "stopped": stopped,
        });
        writeln!(io.output, "{report:#}")?;
    } else {
        let named = |kind: Kind| match kind {
            Kind::Ahead(moves) => format!("looks {moves} ahead"),
            kind => kind.to_string(),
        };
        let games = grouped_count(played, "game");
        writeln!(io.output, "{games}, X {}, O {}, seed {seed}\n", named(x), named(o))?;
        writeln!(io.output, "{:8} {:>13}  {:>9}  {:>9}", "", "games", "share", "exactly")?;
        let rows = [("X wins", score.x, exact.x), ("draw", score.draws, exact.draws), ("O wins", score.o, exact.o)];
        for (name, number, exact) in rows {
            let share = percent(number as f64 / played.max(1) as f64);
            writeln!(io.output, "{name:8} {:>13}  {share:>9}  {:>9}", grouped(number), percent(exact))?;
        }
        writeln!(io.output, "\nA game took {mean:.2} moves on average, exactly {:.2}.", exact.plies)?;
    }
    let Some(why) = stopped else { return Ok(ExitStatus::SUCCESS) };
    gave_up(io, &format!("ended after {} of {}", grouped(played), grouped_count(games, "game")), why)
}

/// Plays one game; how it ended.
fn one_game(players: &mut [Player; 2], random: &mut Random) -> Position {
    let mut position = Position::START;
    let [x, o] = players;
    while let Some(mark) = position.to_move() {
        let player = match mark {
            Mark::X => &mut *x,
            Mark::O => &mut *o,
        };
        // A player has a legal move wherever somebody is to move.
        match player.choose(position, random).map(|square| position.play(square)) {
            Some(Ok(next)) => position = next,
            _ => break,
        }
    }
    position
}

/// What many games come to in the long run.
#[derive(Default)]
struct Chances {
    x: f64,
    draws: f64,
    o: f64,
    plies: f64,
}

/// The chances of every end, worked out position by position.
fn exactly(players: &mut [Player; 2]) -> Chances {
    let mut chances = Chances::default();
    let mut level = BTreeMap::from([(Position::START, 1.0)]);
    let [x, o] = players;
    while !level.is_empty() {
        let mut next = BTreeMap::new();
        for (position, chance) in level {
            let good = match position.to_move() {
                Some(Mark::X) => x.good(position),
                Some(Mark::O) => o.good(position),
                None => {
                    chances.plies += chance * f64::from(position.plies());
                    let end = match position.winner() {
                        Some(Mark::X) => &mut chances.x,
                        Some(Mark::O) => &mut chances.o,
                        None => &mut chances.draws,
                    };
                    *end += chance;
                    continue;
                }
            };
            for after in good.iter().filter_map(|&square| position.play(square).ok()) {
                *next.entry(after).or_insert(0.0) += chance / good.len() as f64;
            }
        }
        level = next;
    }
    chances
}
