//! What can be typed after `kiber tictactoe`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use kiber_minimax::Error;
use kiber_minimax::tictactoe::{Cut, Mark, Position};

use super::Asked;
use super::player::Kind;
use super::tree::Picture;
use crate::arguments::{Chance, Deadline, Reporting, svg_name};
use crate::chance;
use crate::problem::Problem;

/// The subcommands as typed.
#[derive(Debug, Subcommand)]
pub(crate) enum Typed {
    /// Plays a game with you
    #[command(after_help = "Examples:
  kiber tictactoe play
  kiber tictactoe play --you o --machine 2
  printf '5\\nhint\\nquit\\n' | kiber tictactoe play --seed 1

At the prompt `help` shows every word. The seed of the machine's choices is
shown, so that a game can be played again.
Exit status: 0; 2 wrong usage, or a position that is over.")]
    Play {
        /// Which mark is yours; X begins
        #[arg(long, value_enum, value_name = "x|o", default_value_t = You::X, hide_possible_values = true,
            ignore_case = true)]
        you: You,
        /// perfect (default), random, or 1 to 9 moves ahead
        #[arg(long, value_name = "PLAYER", default_value = "perfect", hide_default_value = true)]
        machine: Kind,
        /// Begin with this position
        #[arg(long, value_name = "BOARD", default_value = ".../.../...", hide_default_value = true)]
        position: Position,
        #[command(flatten)]
        chance: Chance,
    },
    /// Its value, its numbers, and the positions that each search visits
    #[command(after_help = "Examples:
  kiber tictactoe solve
  kiber tictactoe solve X../.O./..X --format json

A position is written row by row from above: X, O, and . for a free square.
Exit status: 0; 2 wrong usage, or no game comes to that position.")]
    Solve {
        #[command(flatten)]
        start: Start,
        #[command(flatten)]
        reporting: Reporting,
    },
    /// What every move comes to, and in how many moves
    #[command(after_help = "Examples:
  kiber tictactoe analyse X.O/.X./..O
  kiber tictactoe analyse XO./.../... --format json

A position is written row by row from above: X, O, and . for a free square.
Squares are numbered 1 2 3 / 4 5 6 / 7 8 9.
Exit status: 0; 2 wrong usage, or no game comes to that position.")]
    Analyse {
        #[command(flatten)]
        start: Start,
        #[command(flatten)]
        reporting: Reporting,
    },
    /// The tree of minimax with its boards, values, min and max
    #[command(after_help = "Examples:
  kiber tictactoe tree
  kiber tictactoe tree XO./OX./X.O --depth 9
  kiber tictactoe tree --depth 3 --svg tree.svg

Of moves that come to the same by turning or mirroring the board only the first
is drawn, unless --every-move is given.
Exit status: 0; 2 wrong usage, too large a tree, or it cannot be written.")]
    Tree {
        #[command(flatten)]
        start: Start,
        /// How many moves deep
        #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=9))]
        depth: u32,
        /// Draw moves that differ only by symmetry, too
        #[arg(long)]
        every_move: bool,
        /// Draw a picture there; - is standard output
        #[arg(long, value_name = "FILE")]
        svg: Option<PathBuf>,
        #[command(flatten)]
        reporting: Reporting,
    },
    /// Lets two players play many games
    #[command(after_help = "Examples:
  kiber tictactoe match
  kiber tictactoe match --x random --o perfect --games 10000 --seed 7
  kiber tictactoe match --x 1 --o 3 --format json

PLAYER is perfect, random, or how many moves it looks ahead, 1 to 9. Among
equal moves chance decides; what it comes to in the long run is worked out
exactly beside the games. Ctrl-C ends the match with the games played so far.
Exit status: 0; 2 wrong usage; 3 ended before the last game.")]
    Match {
        /// Who plays X, and begins
        #[arg(long, value_name = "PLAYER", default_value = "perfect")]
        x: Kind,
        /// Who plays O
        #[arg(long, value_name = "PLAYER", default_value = "random")]
        o: Kind,
        /// How many games
        #[arg(long, value_name = "N", default_value_t = 1000,
            value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
        games: u64,
        #[command(flatten)]
        deadline: Deadline,
        #[command(flatten)]
        chance: Chance,
        #[command(flatten)]
        reporting: Reporting,
    },
}

/// Where to begin.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Start {
    /// The position, like X.O/.X./..O [default: the empty board]
    #[arg(value_name = "POSITION", default_value = ".../.../...", hide_default_value = true)]
    position: Position,
}

/// A mark as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum You {
    /// You begin
    X,
    /// The machine begins
    O,
}

impl Typed {
    /// What was meant, and how to report it; no reporting where a person is talked to.
    pub(crate) fn settle(self) -> Result<(Asked, Option<Reporting>), Problem> {
        Ok(match self {
            Self::Play { you, machine, position, chance } => {
                if position.is_over() {
                    return Err(Problem::message(Error::GameOver { position }.to_string()));
                }
                let you = match you {
                    You::X => Mark::X,
                    You::O => Mark::O,
                };
                let seed = chance.seed.unwrap_or_else(chance::of_a_game);
                (Asked::Play { you, machine, position, seed }, None)
            }
            Self::Solve { start, reporting } => (Asked::Solve { position: start.position }, Some(reporting)),
            Self::Analyse { start, reporting } => (Asked::Analyse { position: start.position }, Some(reporting)),
            Self::Tree { start, depth, every_move, svg, reporting } => {
                svg.as_deref().map_or(Ok(()), |file| svg_name("--svg", file))?;
                let picture = svg.map(|file| match file.to_str() {
                    Some("-") => Picture::StandardOutput,
                    _ => Picture::File(file),
                });
                let cut = Cut { depth, symmetric: !every_move };
                (Asked::Tree { position: start.position, cut, picture }, Some(reporting))
            }
            Self::Match { x, o, games, deadline: Deadline { most_time }, chance, reporting } => {
                let seed = chance.seed.unwrap_or(chance::OF_REPORTS);
                (Asked::Match { x, o, games, seed, most_time }, Some(reporting))
            }
        })
    }
}
