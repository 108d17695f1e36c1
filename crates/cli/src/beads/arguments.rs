//! What can be typed after `kiber beads`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use kiber_bachet::Opponent;
use kiber_beads::Schedule;
use kiber_minimax::Player;
use kiber_netlist::nearest;

use super::Asked;
use super::curves::CurveTo;
use super::labels::Labelling;
use super::learn::Learning;
use super::self_play::Table;
use super::show::Showing;
use super::which::{GameName, Which};
use crate::arguments::{Chance, Deadline, Reporting, svg_name};
use crate::bachet::{Size, player};
use crate::chance;
use crate::problem::Problem;

/// The subcommands as typed.
#[derive(Debug, Subcommand)]
pub(crate) enum Typed {
    /// Teaches it: how many games it takes, exactly and played out
    #[command(after_help = "Examples:
  kiber beads learn
  kiber beads learn --opponent uniform --curve text
  kiber beads learn --objects 12 --take 3 --games 60 --curve curve.svg
  kiber beads learn --game tictactoe --opponent uniform --games 1000
  kiber beads learn --save taught.beads

WHO is perfect (wins where a move wins, else moves at random), perfect-fixed
(the same, but never at random), uniform (at random) or takes-rest (at random,
but wins when one move does it). HOW is article, menace, or like
4,3,2,1:+3/+1/-1:all: the beads of a move by turn, the change after a win, a
draw and a loss, and whether the last move is changed or all are.
Exit status: 0; 2 wrong usage or file; 3 given up at a limit.")]
    Learn {
        #[command(flatten)]
        which: TypedWhich,
        /// Who teaches it
        #[arg(long, value_name = "WHO", value_parser = player, default_value = "perfect")]
        opponent: Opponent,
        /// Games of a lesson [default: all; tictactoe: 500]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
        games: Option<u64>,
        /// Lessons to play [default: 100000; tictactoe: 100]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        lessons: Option<u64>,
        /// Draw the learning curve: text, FILE.csv or FILE.svg
        #[arg(long, value_name = "TO", value_parser = curve_to)]
        curve: Option<CurveTo>,
        /// Keep the machine after the first lesson
        #[arg(long, value_name = "FILE")]
        save: Option<PathBuf>,
        /// Contents to follow at most [default: 300000, or a GiB]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=u64::from(u32::MAX)))]
        most_states: Option<u64>,
        #[command(flatten)]
        deadline: Deadline,
        #[command(flatten)]
        chance: Chance,
        #[command(flatten)]
        reporting: Reporting,
    },
    /// Shows its boxes with their chances, and whether it is fully trained
    #[command(after_help = "Examples:
  kiber beads show
  kiber beads show --load taught.beads
  kiber beads show --game tictactoe --box XO./.../...
  kiber beads show --objects 40 --take 5 --all

Exit status: 0; 2 wrong usage or file.")]
    Show {
        #[command(flatten)]
        which: TypedWhich,
        /// Show only this box: 7, or a board like XO./.../...
        #[arg(long = "box", value_name = "BOX")]
        only: Option<String>,
        /// Show every box, however many there are
        #[arg(long)]
        all: bool,
        #[command(flatten)]
        reporting: Reporting,
    },
    /// Labels for real matchboxes, to print on A4 and cut out
    #[command(after_help = "Examples:
  kiber beads labels
  kiber beads labels -o labels.svg
  kiber beads labels --game tictactoe -o menace.svg

Without -o they are shown as text. Beyond 21 labels there is a file for each
page: menace-01.svg, menace-02.svg and so on. Files that are there already are
replaced.
Exit status: 0; 2 wrong usage, or a file cannot be written.")]
    Labels {
        #[command(flatten)]
        which: TypedWhich,
        /// Where to draw them; - is standard output
        #[arg(long, short, value_name = "FILE.svg")]
        output: Option<PathBuf>,
        #[command(flatten)]
        reporting: Reporting,
    },
    /// Lets two machines teach each other
    #[command(after_help = "Examples:
  kiber beads selfplay
  kiber beads selfplay --game tictactoe --games 2000 --curve text
  kiber beads selfplay --game tictactoe --save x.beads --save-second o.beads

The curve counts games as the machine sees them that moves first.
Exit status: 0; 2 wrong usage or file; 3 given up at a limit.")]
    Selfplay {
        /// The game: bachet (the default) or tictactoe
        #[arg(long, value_enum, value_name = "GAME", hide_possible_values = true)]
        game: Option<GameName>,
        #[command(flatten)]
        size: Size,
        /// Beads [default: article; tictactoe: menace]
        #[arg(long, value_name = "HOW", value_parser = schedule)]
        schedule: Option<Schedule>,
        /// Beads of the second machine [default: as the first]
        #[arg(long = "second", value_name = "HOW", value_parser = schedule)]
        second_schedule: Option<Schedule>,
        /// Games that they play
        #[arg(long, value_name = "N", default_value_t = 1000,
            value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
        games: u64,
        /// How often they play so many anew
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
        lessons: u64,
        /// Draw the learning curve: text, FILE.csv or FILE.svg
        #[arg(long, value_name = "TO", value_parser = curve_to)]
        curve: Option<CurveTo>,
        /// Keep the machine that moves first
        #[arg(long, value_name = "FILE")]
        save: Option<PathBuf>,
        /// Keep the machine that moves second
        #[arg(long, value_name = "FILE")]
        save_second: Option<PathBuf>,
        #[command(flatten)]
        deadline: Deadline,
        #[command(flatten)]
        chance: Chance,
        #[command(flatten)]
        reporting: Reporting,
    },
}

/// Which machine, as typed.
#[derive(Args, Clone, Debug)]
pub(crate) struct TypedWhich {
    /// The game: bachet (the default) or tictactoe
    #[arg(long, value_enum, value_name = "GAME", hide_possible_values = true)]
    game: Option<GameName>,
    #[command(flatten)]
    size: Size,
    /// first or second [default: second; tictactoe: first]
    #[arg(long, value_enum, value_name = "SIDE", hide_possible_values = true)]
    side: Option<Side>,
    /// Tic-tac-toe with the 287 boxes that Michie counted
    #[arg(long)]
    michie: bool,
    /// Beads [default: article; tictactoe: menace]
    #[arg(long, value_name = "HOW", value_parser = schedule)]
    schedule: Option<Schedule>,
    /// Take a machine that was kept
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    First,
    Second,
}

impl TypedWhich {
    fn settle(self) -> Which {
        let Self { game, size, side, michie, schedule, load } = self;
        let side = side.map(|side| match side {
            Side::First => Player::First,
            Side::Second => Player::Second,
        });
        Which { game, size, side, michie, schedule, load }
    }
}

/// A schedule by name or in numbers.
fn schedule(text: &str) -> Result<Schedule, String> {
    text.parse().map_err(|error: kiber_beads::Error| match nearest(text, ["article", "menace"]).first() {
        Some(near) => format!("no such schedule; did you mean `{near}`?"),
        None => error.to_string(),
    })
}

fn curve_to(text: &str) -> Result<CurveTo, String> {
    let file = PathBuf::from(text);
    let ending = file.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
    match (text, ending.as_deref()) {
        ("text", _) => Ok(CurveTo::Text),
        (_, Some("csv")) => Ok(CurveTo::Csv(file)),
        (_, Some("svg")) => Ok(CurveTo::Svg(file)),
        _ => Err("a curve goes to `text`, or to a file that ends in .csv or .svg".to_owned()),
    }
}

impl Typed {
    /// What was meant, and how to report it.
    pub(crate) fn settle(self) -> Result<(Asked, Option<Reporting>), Problem> {
        let seed = |chance: Chance| chance.seed.unwrap_or(chance::OF_REPORTS);
        Ok(match self {
            Self::Learn {
                which,
                opponent,
                games,
                lessons,
                curve,
                save,
                most_states,
                deadline: Deadline { most_time },
                chance,
                reporting,
            } => {
                let most_states = most_states.map(|most| usize::try_from(most).unwrap_or(usize::MAX));
                let which = which.settle();
                let seed = seed(chance);
                let learning = Learning { which, opponent, games, lessons, curve, save, most_states, most_time, seed };
                (Asked::Learn(learning), Some(reporting))
            }
            Self::Show { which, only, all, reporting } => {
                (Asked::Show(Showing { which: which.settle(), only, all }), Some(reporting))
            }
            Self::Labels { which, output, reporting } => {
                output.as_deref().map_or(Ok(()), |file| svg_name("-o", file))?;
                (Asked::Labels(Labelling { which: which.settle(), output }), Some(reporting))
            }
            Self::Selfplay {
                game,
                size,
                schedule,
                second_schedule,
                games,
                lessons,
                curve,
                save,
                save_second,
                deadline: Deadline { most_time },
                chance,
                reporting,
            } => {
                let which = Which { game, size, side: None, michie: false, schedule, load: None };
                let seed = seed(chance);
                let table = Table { which, second_schedule, games, lessons, curve, save, save_second, most_time, seed };
                (Asked::SelfPlay(table), Some(reporting))
            }
        })
    }
}
