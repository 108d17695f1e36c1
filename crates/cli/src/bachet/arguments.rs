//! What can be typed after `kiber bachet`.

use clap::Subcommand;
use kiber_bachet::Opponent;

use super::Asked;
use super::compare::Comparing;
use super::names::{self, MachineName, PersonName};
use super::play::Sitting;
use super::series::Series;
use super::size::Size;
use crate::arguments::{Chance, Deadline, Reporting};
use crate::chance;
use crate::problem::Problem;

/// The subcommands as typed.
#[derive(Debug, Subcommand)]
pub(crate) enum Typed {
    /// Plays against a machine that learns, or against a player
    #[command(after_help = "Examples:
  kiber bachet play
  kiber bachet play --machine full-memory
  kiber bachet play --machine generated --objects 12 --take 3
  kiber bachet play --machine beads --seed 7
  kiber bachet play --against perfect --second

MACHINE is a relay circuit (built in or a file), `generated` (one made for the
size), `plain`, `plain-article` or `plain-full-memory` (no relays), or `beads`;
it goes on learning from game to game. PLAYER is perfect, perfect-fixed, uniform
or takes-rest, and learns nothing. At the prompt `help` shows every word.
Exit status: 0; 2 the machine cannot be used.")]
    Play {
        /// The machine to play against
        #[arg(long, value_name = "MACHINE", value_parser = names::machine, default_value = "article")]
        machine: MachineName,
        /// Play against a player instead
        #[arg(long, value_name = "PLAYER", value_parser = names::player, conflicts_with = "machine")]
        against: Option<Opponent>,
        /// Let the player start
        #[arg(long, requires = "against")]
        second: bool,
        #[command(flatten)]
        size: Size,
        #[command(flatten)]
        chance: Chance,
    },
    /// Says who wins, and by which takes
    #[command(after_help = "Examples:
  kiber bachet solve
  kiber bachet solve --objects 21 --take 4
  kiber bachet solve --last-loses --format json

Exit status: 0; 2 no such game.")]
    Solve {
        #[command(flatten)]
        size: Size,
        #[command(flatten)]
        reporting: Reporting,
    },
    /// Says what every move from a position is worth
    #[command(after_help = "Examples:
  kiber bachet analyse 7
  kiber bachet analyse 22 --take 4 --format json

Exit status: 0; 2 no such game.")]
    Analyse {
        /// How many objects are left
        #[arg(value_name = "LEFT")]
        left: u32,
        /// The most that a move may take [default: 3]
        #[arg(long, value_name = "K")]
        take: Option<u32>,
        /// Turn the game round: who takes the last object loses
        #[arg(long)]
        last_loses: bool,
        #[command(flatten)]
        reporting: Reporting,
    },
    /// Plays many games of a person against a machine
    #[command(after_help = "Examples:
  kiber bachet match
  kiber bachet match --person perfect --machine beads --games 1000
  kiber bachet match --person uniform --machine generated --objects 12 --show 5
  kiber bachet match --person learner --machine plain --objects 9 --format json

PERSON is perfect, perfect-fixed (takes 1 where no take wins; perfect-fixed:3
takes 3), uniform, takes-rest (random, but ends the game when that wins),
knows-memory, or learner (a learning machine). MACHINE is as in `kiber bachet
play`, or a PLAYER. The person starts every game, punishes every loss of the
machine and rewards every win.
Exit status: 0; 2 wrong usage or machine; 3 stopped before the last game.")]
    Match {
        /// Who starts
        #[arg(long, value_name = "PERSON", value_parser = names::person, default_value = "knows-memory")]
        person: PersonName,
        /// What answers
        #[arg(long, value_name = "MACHINE", value_parser = names::machine, default_value = "article")]
        machine: MachineName,
        #[command(flatten)]
        size: Size,
        /// How many games
        #[arg(long, value_name = "N", default_value_t = 100)]
        games: u64,
        /// Show the first N games move by move
        #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
        show: u64,
        #[command(flatten)]
        deadline: Deadline,
        #[command(flatten)]
        chance: Chance,
        #[command(flatten)]
        reporting: Reporting,
    },
    /// Compares the matchbox machine with one without beads, loss by loss
    #[command(after_help = "Examples:
  kiber bachet compare
  kiber bachet compare --machine full-memory
  kiber bachet compare --machine plain --objects 9 --take 2 --format json

MACHINE is a relay circuit (built in or a file), `generated`, `plain`,
`plain-article` or `plain-full-memory`. The numbers are worked out by playing
every honest game of both machines.
Exit status: 0; 2 wrong usage or machine; 3 given up.")]
    Compare {
        /// The machine without beads
        #[arg(long, value_name = "MACHINE", value_parser = names::machine, default_value = "article")]
        machine: MachineName,
        #[command(flatten)]
        size: Size,
        /// Memory states at most [default: what fits a GiB]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        most_states: Option<u64>,
        #[command(flatten)]
        deadline: Deadline,
        #[command(flatten)]
        chance: Chance,
        #[command(flatten)]
        reporting: Reporting,
    },
}

impl Typed {
    /// What was meant, and how to report it; no reporting where a person is talked to.
    pub(crate) fn settle(self) -> Result<(Asked, Option<Reporting>), Problem> {
        Ok(match self {
            Self::Play { machine, against, second, size, chance } => {
                let machine = against.map_or(machine, MachineName::Player);
                let seed = chance.seed.unwrap_or_else(chance::of_a_game);
                (Asked::Play(Sitting { machine, size, second, seed }), None)
            }
            Self::Solve { size, reporting } => (Asked::Solve(size.rules()?), Some(reporting)),
            Self::Analyse { left, take, last_loses, reporting } => {
                let size = Size { objects: Some(left.max(1)), take, last_loses };
                (Asked::Analyse { rules: size.rules()?, left }, Some(reporting))
            }
            Self::Match { person, machine, size, games, show, deadline: Deadline { most_time }, chance, reporting } => {
                let seed = chance.seed.unwrap_or(chance::OF_REPORTS);
                let series = Series { person, machine, size, games, shown: show, seed, most_time };
                (Asked::Match(series), Some(reporting))
            }
            Self::Compare { machine, size, most_states, deadline: Deadline { most_time }, chance, reporting } => {
                let seed = chance.seed.unwrap_or(chance::OF_REPORTS);
                (Asked::Compare(Comparing { machine, size, seed, most_states, most_time }), Some(reporting))
            }
        })
    }
}
