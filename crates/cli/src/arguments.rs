//! What can be typed: the first of the two steps from words to a command.

use std::error::Error as _;
use std::ffi::OsString;
use std::num::{IntErrorKind, ParseIntError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, Command, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

use crate::io::Terminal;
use crate::problem::Problem;
use crate::words::plain;

pub(crate) const CIRCUIT: &str = "A file, or the name of a built-in circuit";

/// The command line as typed.
#[derive(Debug, Parser)]
#[command(
    name = "kiber",
    version,
    about = "Simulates relay circuits: press by press, to the microsecond",
    long_about = "Kiber simulates circuits of relays: coils, contacts, buttons, toggles and lamps.\n\
        Without a command it shows the built-in automaton learning to play.",
    disable_help_subcommand = false,
    after_help = "Examples:
  kiber                              the automaton learns, start to finish
  kiber list                         the built-in circuits
  kiber check my.ron                 everything that is wrong with a circuit
  kiber run article --script game    a built-in circuit and its script
  kiber step my.ron                  press by press

CIRCUIT is a file, or the name of a built-in circuit.
Exit status: 0 yes or done; 1 the answer is no; 2 wrong usage or input."
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) reporting: Reporting,
    /// Colour: auto (unless NO_COLOR is set), always, never
    #[arg(
        long,
        global = true,
        display_order = 900,
        value_enum,
        default_value_t = Color::Auto,
        value_name = "WHEN",
        hide_possible_values = true,
        hide_default_value = true
    )]
    pub(crate) color: Color,
    #[command(subcommand)]
    pub(crate) command: Option<Typed>,
}

impl Arguments {
    /// The command line as it is defined, for whatever is made from that.
    pub(crate) fn definition() -> Command {
        Self::command()
    }

    /// Reads a command line, or says why it cannot be understood.
    pub(crate) fn read(args: &[OsString]) -> Result<Self, clap::Error> {
        let mut command = with_negative_numbers(Self::command());
        let mut matches = command.try_get_matches_from_mut(args)?;
        Self::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))
    }
}

/// The same commands, to which `-1` is a value: one that is refused for what it is, and no unknown option.
fn with_negative_numbers(command: Command) -> Command {
    command
        .mut_args(|arg| {
            let takes_values = arg.get_action().takes_values();
            arg.allow_negative_numbers(takes_values)
        })
        .mut_subcommands(with_negative_numbers)
}

/// What clap answers, with the words of its number reader made those of a person.
pub(crate) fn taught(answer: &clap::Error, text: String) -> String {
    let Some(error) = answer.source().and_then(|source| source.downcast_ref::<ParseIntError>()) else {
        return text;
    };
    let words = match error.kind() {
        IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => "no number as large as that can be worked with",
        _ => "a whole number is due here, 0 or more",
    };
    // The reader's own words come last: what was typed may hold the same.
    match text.rsplit_once(&error.to_string()) {
        Some((before, after)) => format!("{before}{words}{after}"),
        None => text,
    }
}

/// How a command reports.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Reporting {
    /// Report as text for people (the default), or as json
    #[arg(long, display_order = 800, value_enum, value_name = "FORMAT", hide_possible_values = true)]
    pub(crate) format: Option<Format>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text for people
    Text,
    /// JSON for programs
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// Whether text that goes to a terminal or elsewhere is coloured.
    pub(crate) fn shows_on(self, is_terminal: bool, terminal: Terminal) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => is_terminal && !terminal.no_color,
        }
    }
}

/// The colour that is asked for on a command line that could not be understood as a whole.
pub(crate) fn color_of(args: &[OsString]) -> Color {
    let given = args.iter().enumerate().find_map(|(index, arg)| match arg.to_str()? {
        "--color" => args.get(index + 1)?.to_str(),
        arg => arg.strip_prefix("--color="),
    });
    given.and_then(|given| Color::from_str(given, false).ok()).unwrap_or(Color::Auto)
}

/// The commands as typed.
#[derive(Debug, Subcommand)]
pub(crate) enum Typed {
    /// Starts a circuit: a relay that holds itself, a script that passes
    #[command(after_help = "Examples:
  kiber new motor-starter
  kiber check motor-starter/motor-starter.ron

The circuit gets a folder of its name, with NAME.ron and NAME.script in it. What
is there already is never written over.
Exit status: 0; 2 no such name, it is there already, or it cannot be written.")]
    New(crate::new::Typed),
    /// Lists the built-in circuits and their scripts
    #[command(after_help = "Examples:
  kiber list
  kiber list --format json

Exit status: 0.")]
    List {
        #[command(flatten)]
        reporting: Reporting,
    },
    /// Checks circuits; says everything that is wrong with them
    #[command(after_help = "Examples:
  kiber check my.ron
  kiber check article full-memory
  kiber check *.ron --format json
  kiber check my.ron --margins
  kiber check my.ron --margins --script my.script

Also shown: the parts' notes, and the values that were left to their defaults.
With --margins, every coil in every state that the circuit's scripts pass: its
current while volts and ohms lie anywhere in their (min, nominal, max), against
what it needs to operate and to release, the slimmest margin first.
Exit status: 0 nothing found; 1 at least one error or warning, or a coil that
may fail; 2 a file cannot be opened, or a wrong script.")]
    Check {
        #[arg(required = true, value_name = "CIRCUIT", help = CIRCUIT)]
        circuits: Vec<PathBuf>,
        /// How much each coil has to spare, at its worst
        #[arg(long)]
        margins: bool,
        /// Play this script for it [default: all beside it]
        #[arg(long, short, value_name = "SCRIPT", requires = "margins")]
        script: Vec<PathBuf>,
        #[command(flatten)]
        reporting: Reporting,
    },
    /// Writes circuits in canonical form and keeps their comments
    #[command(after_help = "Examples:
  kiber fmt my.ron
  kiber fmt --check circuits/*/*.ron
  kiber fmt - < my.ron

One part a line, fields in a fixed order, numbers in one way of writing; a line
of more than 120 letters is broken, in the end contact by contact. Comments stay
with what they are about. A circuit may have errors, as long as its text is RON.
Exit status: 0; 1 with --check, a file would change; 2 wrong usage, or a file
cannot be read or written.")]
    Fmt(crate::fmt::Typed),
    /// Runs a script on a circuit and checks what the script expects
    #[command(
        override_usage = "kiber run [OPTIONS] --script <SCRIPT> <CIRCUIT>",
        after_help = "Examples:
  kiber run my.ron --script my.script
  kiber run article --script game --trace -
  kiber run my.ron --script my.script --trace my.trace --format json
  kiber run article --script lesson --vcd lesson.vcd
  kiber run my.ron --script my.script --fst my.fst --nets

--vcd and --fst write waves for viewers such as GTKWave and Surfer.
A built-in circuit has scripts of its own, and SCRIPT may be the name of one.
The words of a script are those of `kiber step`, whose `help` lists them.
Failed expectations do not stop the run.
Exit status: 0 all is as expected; 1 an expectation failed; 2 wrong usage,
circuit or script."
    )]
    Run(crate::run::arguments::Typed),
    /// Tests scripts: what they expect, and their traces beside them
    #[command(after_help = "Examples:
  kiber test
  kiber test circuits --require-traces
  kiber test motor/motor.ron --accept
  kiber test --only start --coverage

In folders, every NAME.script is played on the circuit beside it and compared
with NAME.trace, the trace that was kept of it. --accept writes traces that are
new or changed, but none of a script that fails; --review asks about each.
Exit status: 0 all passed; 1 something failed; 2 wrong usage, circuit or script;
3 ended early.")]
    Test(crate::test::Typed),
    /// Says why a coil, a lamp, a contact or a net is as it is
    #[command(after_help = "Examples:
  kiber why article P5
  kiber why my.ron K1 --script my.script
  kiber why my.ron H1 --script my.script --line 7

Of what carries current: the paths, contact by contact, and what holds it. Of
what does not: the smallest sets of relays, buttons and switches that would have
to move, each tried by solving the circuit; or what shares the voltage.
Exit status: 0; 2 wrong usage, circuit or script, or there is no such name.")]
    Why(crate::why::Typed),
    /// Compares two traces by what happened, not line by line
    #[command(after_help = "Examples:
  kiber diff before.trace after.trace
  kiber diff before.trace after.trace --ignore-times
  kiber diff before.trace after.trace --only P12 P13
  kiber run my.ron --script my.script --trace - | kiber diff my.trace -
  kiber diff before.trace after.trace --format markdown > comment.md

Sections are matched by their actions, then each part with itself: relays that
operate in another order, lamps that flash or stay lit, times, currents,
contacts, and how a section ends. A file of any length takes little memory.
Exit status: 0 the same; 1 they differ; 2 wrong usage, or one of them is no
trace, is damaged or cut off; 3 given up with Ctrl-C.")]
    Diff(crate::diff::Typed),
    /// Works a circuit by hand, press by press: a screen, or a prompt
    #[command(after_help = "Examples:
  kiber step
  kiber step my.ron
  kiber step my.ron --prompt
  echo 'press S2' | kiber step my.ron

On a terminal the machine is a screen: its panel, relays and events; ? shows
every key. With other input, or --prompt, lines are typed in the words of
scripts; `help` shows every word.
Exit status: 0; 2 the circuit cannot be used.")]
    Step {
        #[arg(value_name = "CIRCUIT", default_value = "article", help = CIRCUIT)]
        circuit: PathBuf,
        /// Type lines at a prompt, even where a screen could be shown
        #[arg(long)]
        prompt: bool,
    },
    /// Serves a circuit as a page in the browser, to be worked by hand
    #[command(after_help = "Examples:
  kiber serve
  kiber serve my.ron
  kiber serve article --script game --port 8080 --open

The page has the panel, the drawing, the timing diagram and the trace, and plays
against a machine that plays. It is served on this computer alone, to nobody
else; each page has a machine of its own. Ctrl-C ends it.
Exit status: 0; 2 the circuit cannot be used, or the port is taken.")]
    Serve(crate::serve::Typed),
    /// Writes a page to give away: one file that replays a run
    #[command(
        override_usage = "kiber export <CIRCUIT> <--script <SCRIPT>|--trace <TRACE>> --html <FILE>",
        after_help = "Examples:
  kiber export article --script game --html game.html
  kiber export my.ron --trace my.trace --html my.html
  kiber export my.ron --script my.script --html - > my.html

The page needs no network and no program but a browser, and shows the run moment
by moment. A trace is done again, and refused where the circuit does something
else than it tells.
Exit status: 0; 2 wrong usage, circuit, script or trace."
    )]
    Export(crate::export::Typed),
    /// Shows what a game-playing machine learns, how often it can lose
    #[command(after_help = "Examples:
  kiber learn
  kiber learn full-memory
  kiber learn my.ron --format json

The circuit needs the parts of such a machine: `roles:`, or the article's names.
Exit status: 0 the worst case is finite and an unbeatable state always reached
(and for `article` its own game comes out); 1 not so; 2 not such a machine.")]
    Learn {
        #[arg(value_name = "CIRCUIT", default_value = "article", help = CIRCUIT)]
        circuit: PathBuf,
        #[command(flatten)]
        limiting: Limiting,
        #[command(flatten)]
        reporting: Reporting,
    },
    /// Writes a circuit for a given task
    #[command(after_help = "Examples:
  kiber generate bachet --objects 12 --take 3
  kiber generate bachet --help

Exit status: 0; 2 wrong usage, no such circuit, or it cannot be written.")]
    Generate {
        #[command(subcommand)]
        what: Generated,
    },
    /// Proves or refutes what a rule-book says of every state
    #[command(
        override_usage = "kiber verify [OPTIONS] --rules <RULES> <CIRCUIT>",
        after_help = "Examples:
  kiber verify article --rules honest
  kiber verify my.ron --rules my.rules.ron --scripts counterexamples
  kiber verify my.ron --rules my.rules.ron --most-time 60 --format json

A rule-book says what an operator may do and when, and what must hold. What is
refuted is shown by a script that `kiber run` and `kiber step` play. Ctrl-C ends
the search with what is known by then.
Exit status: 0 everything proved; 1 something refuted or vacuous; 2 wrong usage,
circuit or rule-book; 3 given up at a limit."
    )]
    Verify {
        #[arg(value_name = "CIRCUIT", help = CIRCUIT)]
        circuit: PathBuf,
        /// A file, or a rule-book of the built-in circuit
        #[arg(long, short, value_name = "RULES")]
        rules: Option<PathBuf>,
        #[command(flatten)]
        searching: Searching,
        #[command(flatten)]
        reporting: Reporting,
    },
    /// Tells whether the outcome depends on which relay is faster
    #[command(after_help = "Examples:
  kiber races my.ron
  kiber races race --rules honest --level 2
  kiber races my.ron --script my.script --level 4 --tolerance 10%
  kiber races article --rules honest --bridging

Levels: 1 nominal times (only exact ties matter); 2 relays move in any order,
one at a time; 3 the same, and others may move while one is between its
contacts; 4 any times within the tolerances: (min, nominal, max) where given,
else N% either way. Without a script or rules: every action of all buttons and
toggles, in every state.
Exit status: 0 no critical race; 1 a critical race; 2 wrong usage or input;
3 given up at a limit.")]
    Races {
        #[arg(value_name = "CIRCUIT", help = CIRCUIT)]
        circuit: PathBuf,
        /// Judge what a script does (a file or a built-in one)
        #[arg(long, short, value_name = "SCRIPT", conflicts_with = "rules")]
        script: Option<PathBuf>,
        /// Judge what a rule-book allows (likewise)
        #[arg(long, short, value_name = "RULES")]
        rules: Option<PathBuf>,
        /// What the delays may change: 1 to 4
        #[arg(long, short, value_name = "LEVEL", default_value_t = 3,
            value_parser = clap::value_parser!(u8).range(1..=4))]
        level: u8,
        /// Let every change-over make before it breaks
        #[arg(long)]
        bridging: bool,
        #[command(flatten)]
        searching: Searching,
        #[command(flatten)]
        reporting: Reporting,
    },
    /// Draws the circuit as current paths, or lists its wiring
    #[command(
        override_usage = "kiber draw [OPTIONS] <CIRCUIT> -o <FILE.svg>
       kiber draw [OPTIONS] <CIRCUIT> --table [TABLE]",
        after_help = "Examples:
  kiber draw article -o article.svg
  kiber draw self-hold -o held.svg --script set-and-break --line 4
  kiber draw my.ron -o my.svg --symbols russian --width 1200
  kiber draw my.ron --table > tables.csv
  kiber draw my.ron --table wiring -o wiring.csv

Supply is on top and its return below; paths are numbered, and under each coil
stands in which path each of its contacts is. Lines that cross without a dot
are not joined. With a script, red is what carries current, orange is joined
to plus, blue to minus. In the circuit, `drawing:` says what stands where.
Exit status: 0; 2 wrong usage, circuit or script."
    )]
    Draw(crate::draw::Typed),
    /// Draws a timing diagram: who moved when, in text or as SVG
    #[command(
        override_usage = "kiber timing [OPTIONS] --script <SCRIPT> <CIRCUIT> [PART]...",
        after_help = "Examples:
  kiber timing self-hold --script self-hold
  kiber timing my.ron --script my.script S1 K1 K1/2 H1..H3
  kiber timing my.ron --script my.script -o my.svg
  kiber timing article --script game --section 4..6 P1..P8 --ascii

A relay has two lanes: the current in its coil, and its armature, a slope while
it travels. Actions are marked and numbered. Pauses far longer than the rest are
broken, and say how long they are.
Exit status: 0; 2 wrong usage, circuit or script."
    )]
    Timing(crate::timing::Typed),
    /// Counts operations; compares contact loads with their ratings
    #[command(after_help = "Examples:
  kiber wear my.ron
  kiber wear article --script game
  kiber wear my.ron --csv contacts > contacts.csv

All scripts beside the circuit are played, unless some are named: how often each
part operated; how often each contact closed and opened, how often it made or
broke a current, the largest it switched and the largest it carried, and that
against its `contact_amps:`; the largest current of every part, and when.
Exit status: 0; 1 a contact is over its rating; 2 wrong usage, circuit or
script.")]
    Wear(crate::wear::Typed),
    /// Tic-tac-toe: play it, analyse it, solve it, draw its tree
    Tictactoe {
        #[command(subcommand)]
        what: crate::tictactoe::Typed,
    },
    /// The game of Bachet: play, solve, matches of persons and machines
    Bachet {
        #[command(subcommand)]
        what: crate::bachet::Typed,
    },
    /// The matchbox machine: what it learns by its beads
    Beads {
        #[command(subcommand)]
        what: crate::beads::Typed,
    },
    /// Kalah: play it, analyse it, solve it exactly
    Kalah {
        #[command(subcommand)]
        what: crate::kalah::Typed,
    },
    /// Writes what a shell needs to complete command lines
    #[command(after_help = "Examples:
  kiber completions bash > ~/.local/share/bash-completion/completions/kiber
  kiber completions zsh > ~/.zfunc/_kiber
  kiber completions fish > ~/.config/fish/completions/kiber.fish
  kiber completions powershell >> $PROFILE

Exit status: 0; 2 no such shell.")]
    Completions(crate::completions::Typed),
    /// Writes the manual: one page, or a page for each command
    #[command(after_help = "Examples:
  kiber man | man -l -
  kiber man --dir ~/.local/share/man/man1

Exit status: 0; 2 the pages cannot be written.")]
    Man(crate::man::Typed),
}

/// Where chance begins.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Chance {
    /// Begin chance here: the same number, the same moves
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

/// How far to search, and how.
#[derive(Args, Clone, Debug)]
pub(crate) struct Searching {
    /// Level 4: how far plain times vary
    #[arg(long, value_name = "N%", default_value = "20%", value_parser = tolerance, allow_hyphen_values = true)]
    pub(crate) tolerance: f64,
    /// Write scripts that show the answers there
    #[arg(long, value_name = "DIR")]
    pub(crate) scripts: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limiting: Limiting,
}

/// How far to go, and with how many threads.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Limiting {
    /// How many threads [default: one a processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Give up beyond so many states
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) most_states: Option<u64>,
    /// Give up beyond so many MiB [default: 8192]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
    pub(crate) most_memory: Option<u64>,
    #[command(flatten)]
    pub(crate) deadline: Deadline,
}

/// How long to go on.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Deadline {
    /// Give up after so many seconds
    #[arg(long, value_name = "SEC", value_parser = seconds, allow_hyphen_values = true)]
    pub(crate) most_time: Option<Duration>,
}

/// A share in percent: `20%`, `20 %` or `20`.
fn tolerance(text: &str) -> Result<f64, String> {
    let number = text.trim().trim_end_matches('%').trim_end();
    match number.parse::<f64>() {
        Ok(percent) if (0.0..100.0).contains(&percent) => Ok(percent / 100.0),
        Ok(_) => Err("a share from 0% up to, and without, 100%".to_owned()),
        Err(_) => Err("a share in percent, like 20%".to_owned()),
    }
}

/// Whether a file may have that name which a picture is written to: none that promises another format.
pub(crate) fn svg_name(option: &str, file: &Path) -> Result<(), Problem> {
    let Some(ending) = file.extension().filter(|ending| !ending.eq_ignore_ascii_case("svg")) else { return Ok(()) };
    let meant = file.with_extension("svg");
    Err(Problem::message(format!(
        "a picture is written as SVG, and `.{}` says something else; type {option} {}",
        plain(&ending.to_string_lossy()),
        plain(&meant.display().to_string())
    )))
}

pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let text = text.trim().trim_end_matches('s').trim_end();
    let seconds = text.parse::<f64>().map_err(|_| "a number of seconds, like 60".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "a number of seconds, like 60".to_owned())
}

/// What can be generated, as typed.
#[derive(Debug, Subcommand)]
pub(crate) enum Generated {
    /// A relay machine that learns Bachet
    ///
    /// From so many objects each takes 1 to K in turn, and who takes the last one wins.
    #[command(
        override_usage = "kiber generate bachet --objects <N> --take <K> [OPTIONS]",
        after_help = "Examples:
  kiber generate bachet --objects 12 --take 3
  kiber generate bachet --objects 12 --take 3 -o twelve.ron
  kiber generate bachet --objects 12 --take 3 -o b.ron --rules b.rules.ron

The machine has a relay and a memory relay for every move that it may make. What
it learns is shown by `kiber learn`, and proved by `kiber verify` with the
rule-book. A file that is there already is replaced.
Exit status: 0; 2 wrong usage, no such machine, or it cannot be written."
    )]
    Bachet {
        /// How many objects; each has a lamp and a toggle
        #[arg(long, value_name = "N")]
        objects: u32,
        /// The most that a move may take
        #[arg(long, value_name = "K")]
        take: u32,
        /// Where to write the circuit [default: standard output]
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
        /// Where to write a rule-book: what has to hold
        #[arg(long, value_name = "FILE")]
        rules: Option<PathBuf>,
        #[command(flatten)]
        reporting: Reporting,
    },
}
