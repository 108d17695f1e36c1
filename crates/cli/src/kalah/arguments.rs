//! What can be typed after `kiber kalah`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Subcommand, ValueEnum};
use kiber_kalah::{Evaluation, Side};
use kiber_netlist::nearest;

use super::Asked;
use super::analyse::Analysing;
use super::contest::{EngineName, MOST_DEPTH, Series};
use super::perft::Counting;
use super::play::Sitting;
use super::solve::{Proving, Solving};
use super::start::Board;
use crate::arguments::{Chance, Deadline, Reporting, seconds};
use crate::bounds::Bounds;
use crate::chance;
use crate::problem::Problem;

/// The subcommands as typed.
#[derive(Debug, Subcommand)]
pub(crate) enum Typed {
    /// Plays a game with you
    #[command(after_help = "Examples:
  kiber kalah play
  kiber kalah play --you north --machine better:12
  kiber kalah play --rules standard --stones 6 --machine chapter:2
  kiber kalah play --load my.kalah
  printf '3\\nhint\\nquit\\n' | kiber kalah play --seed 1

MACHINE is chapter or better (how it judges positions) with the moves it looks
ahead, or random. At the prompt `help` shows every word.
Exit status: 0; 2 wrong usage, or a game that is over.")]
    Play {
        #[command(flatten)]
        board: Board,
        /// Your side: south (default, begins), north, or both
        #[arg(long, value_enum, value_name = "SIDE", default_value_t = You::South, hide_possible_values = true,
            hide_default_value = true, ignore_case = true)]
        you: You,
        /// Who plays against you
        #[arg(long, value_name = "MACHINE", default_value = "better:8")]
        machine: EngineName,
        /// Seconds to think about a move, at most
        #[arg(long, value_name = "SEC", value_parser = seconds, allow_hyphen_values = true, default_value = "10")]
        most_time: Duration,
        /// Go on with a saved game
        #[arg(long, value_name = "FILE", conflicts_with_all = ["rules", "pits", "stones", "position"])]
        load: Option<PathBuf>,
        #[command(flatten)]
        chance: Chance,
    },
    /// Says what every move comes to, with the best play after it
    #[command(after_help = "Examples:
  kiber kalah analyse
  kiber kalah analyse --stones 6 --depth 12 --evaluation better
  kiber kalah analyse --rules standard --position \"1,0,2/3 0,4,1/5 N\"
  kiber kalah analyse --most-time 10 --format json

A position is South's pits and kalah, North's pits and kalah, each side from its
owner's left to his right, and who is to move. With --most-time and no --depth
it looks deeper and deeper until time is up.
Exit status: 0; 2 wrong usage, or no such position.")]
    Analyse {
        #[command(flatten)]
        board: Board,
        /// How many moves to look ahead [default: 8]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MOST_DEPTH as i64))]
        depth: Option<u32>,
        /// Judge what is not over by: chapter (default), better
        #[arg(long, value_name = "NAME", value_parser = evaluation, default_value = "chapter",
            hide_default_value = true)]
        evaluation: Evaluation,
        /// Answer after so many seconds
        #[arg(long, value_name = "SEC", value_parser = seconds, allow_hyphen_values = true)]
        most_time: Option<Duration>,
        #[command(flatten)]
        reporting: Reporting,
    },
    /// Proves who wins when both play as well as can be
    #[command(after_help = "Examples:
  kiber kalah solve --stones 3
  kiber kalah solve --rules standard-empty --pits 4 --stones 3
  kiber kalah solve --position \"0,1,0,0,2,2/9 0,0,0,2,1,1/6 S\"
  kiber kalah solve --stones 3 --prove winner --table six.table

Without --prove the value, and of small games every move's. By Wetherell's rules
a value is the margin if the game is played on to the last stone, which has the
same winner. FILE holds an endgame table: if it is there it is read and checked,
and if not it is built and written.
Exit status: 0 proved; 2 wrong usage, no such position, or a damaged table;
3 given up at a limit.")]
    Solve {
        #[command(flatten)]
        board: Board,
        /// Prove the winner, the value, or that of all moves
        #[arg(long, value_enum, value_name = "WHAT", hide_possible_values = true)]
        prove: Option<Proving>,
        /// Keep the endgame table in this file
        #[arg(long, value_name = "FILE")]
        table: Option<PathBuf>,
        /// How many threads [default: one a processor]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
        threads: Option<u16>,
        /// Use no more than so many MiB [default: 2048]
        #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
        most_memory: Option<u64>,
        #[command(flatten)]
        deadline: Deadline,
        #[command(flatten)]
        reporting: Reporting,
    },
    /// Counts the sequences of moves, to test the rules
    #[command(after_help = "Examples:
  kiber kalah perft --depth 6
  kiber kalah perft --rules standard --stones 3 --depth 8 --format json

By the standard rules every sowing is a move, and nobody stops at a majority.
Exit status: 0; 2 wrong usage, or no such position; 3 given up at a limit.")]
    Perft {
        #[command(flatten)]
        board: Board,
        /// How many moves
        #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(0..=1000))]
        depth: u32,
        #[command(flatten)]
        deadline: Deadline,
        #[command(flatten)]
        reporting: Reporting,
    },
    /// Lets two engines play many games
    #[command(mut_arg("position", |arg| arg.hide(true)))]
    #[command(after_help = "Examples:
  kiber kalah match --games 1000
  kiber kalah match --south better:4 --north chapter:6 --rules standard
  kiber kalah match --south better --north random --games 20 --show 1

ENGINE is chapter or better (how it judges positions), with the moves it looks
ahead if not --depth: better:6; or random. Games come in pairs that begin with
the same random moves, and the engines change seats in the second one.
Exit status: 0; 2 wrong usage; 3 ended before the last game.")]
    Match {
        #[command(flatten)]
        board: Board,
        /// Who sits South in the first game
        #[arg(long, value_name = "ENGINE", default_value = "better")]
        south: EngineName,
        /// Who sits North in the first game
        #[arg(long, value_name = "ENGINE", default_value = "chapter")]
        north: EngineName,
        /// How many moves the engines look ahead
        #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=MOST_DEPTH as i64))]
        depth: u32,
        /// How many games, rounded up to pairs
        #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
        games: u64,
        /// How many random moves a game begins with
        #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u16).range(0..=1000))]
        opening: u16,
        /// Show the first N games move by move
        #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
        show: u64,
        /// How many threads [default: one a processor]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
        threads: Option<u16>,
        #[command(flatten)]
        deadline: Deadline,
        #[command(flatten)]
        chance: Chance,
        #[command(flatten)]
        reporting: Reporting,
    },
}

/// A side as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum You {
    /// You begin
    South,
    /// The machine begins
    North,
    /// You move for both
    Both,
}

fn evaluation(text: &str) -> Result<Evaluation, String> {
    let found = Evaluation::ALL.into_iter().find(|evaluation| evaluation.name() == text);
    found.ok_or_else(|| match nearest(text, Evaluation::ALL.map(Evaluation::name)).first() {
        Some(near) => format!("no such evaluation; did you mean `{near}`?"),
        None => "an evaluation is chapter or better".to_owned(),
    })
}

fn threads(typed: Option<u16>) -> usize {
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    typed.map_or_else(processors, usize::from)
}

/// How far an analysis looks when nothing is said.
const USUAL_DEPTH: u32 = 8;

impl Typed {
    /// What was meant, and how to report it; no reporting where a person is talked to.
    pub(crate) fn settle(self) -> Result<(Asked, Option<Reporting>), Problem> {
        Ok(match self {
            Self::Play { board, you, machine, most_time, load, chance } => {
                let you = match you {
                    You::South => Some(Side::South),
                    You::North => Some(Side::North),
                    You::Both => None,
                };
                let seed = chance.seed.unwrap_or_else(chance::of_a_game);
                let machine = machine.engine(MACHINE_AHEAD);
                let start = board.start()?;
                let sitting = Sitting { start, load, you, machine, most_time: Some(most_time), seed };
                (Asked::Play(Box::new(sitting)), None)
            }
            Self::Analyse { board, depth, evaluation, most_time, reporting } => {
                let depth = if depth.is_none() && most_time.is_none() { Some(USUAL_DEPTH) } else { depth };
                let asked = Analysing { start: board.start()?, evaluation, depth, most_time };
                (Asked::Analyse(asked), Some(reporting))
            }
            Self::Solve {
                board,
                prove,
                table,
                threads: typed,
                most_memory,
                deadline: Deadline { most_time },
                reporting,
            } => {
                let most_bytes = most_memory.map(|mebibytes| mebibytes << 20);
                let bounds = Bounds { threads: threads(typed), most_states: None, most_bytes, most_time };
                (Asked::Solve(Solving { start: board.start()?, proving: prove, bounds, table }), Some(reporting))
            }
            Self::Perft { board, depth, deadline: Deadline { most_time }, reporting } => {
                (Asked::Perft(Counting { start: board.start()?, depth, most_time }), Some(reporting))
            }
            Self::Match {
                board,
                south,
                north,
                depth,
                games,
                opening,
                show,
                threads: typed,
                deadline: Deadline { most_time },
                chance,
                reporting,
            } => {
                let series = Series {
                    setup: board.setup()?,
                    engines: [south.engine(depth), north.engine(depth)],
                    pairs: games.div_ceil(2),
                    opening: usize::from(opening),
                    shown: show,
                    seed: chance.seed.unwrap_or(chance::OF_REPORTS),
                    threads: threads(typed),
                    most_time,
                };
                (Asked::Match(series), Some(reporting))
            }
        })
    }
}

/// How far the machine of a game looks when nothing is said.
const MACHINE_AHEAD: u32 = 8;
