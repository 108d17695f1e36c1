//! The program `kiber`: arguments, printing, the prompt. Everything it tells is worked out below.

mod arguments;
mod bachet;
mod beads;
mod bounds;
mod chance;
mod check;
mod completions;
mod defaults;
mod diff;
mod draw;
mod export;
mod files;
mod fmt;
mod generate;
mod io;
mod kalah;
mod learn;
mod lines;
mod list;
mod man;
mod new;
mod problem;
mod races;
mod report;
mod request;
mod run;
mod script;
mod serve;
mod source;
mod step;
mod test;
mod tictactoe;
mod timing;
mod verify;
mod watch;
mod wear;
mod whole_file;
mod why;
mod words;

use std::ffi::OsString;
use std::io::Write;

use arguments::Arguments;
use problem::Problem;
use request::Command;

pub use io::{ExitStatus, Io, Terminal};

/// Runs the program with these arguments, the program's own name first.
pub fn run(args: impl IntoIterator<Item = OsString>, io: &mut Io<'_>) -> ExitStatus {
    let done = parse_and_run(args, io).and_then(|status| {
        io.output.flush()?;
        Ok(status)
    });
    match done {
        Ok(status) => status,
        Err(problem) if problem.is_closed_pipe() => ExitStatus::SUCCESS,
        Err(Problem::Reported) => ExitStatus::ERROR,
        Err(problem) => {
            // Nothing is left to be told when standard error is gone as well.
            let _ = io.output.flush();
            let text = problem.to_string();
            let lines: Vec<String> = text.lines().map(words::plain).collect();
            let _ = writeln!(io.errors, "error: {}", lines.join("\n"));
            ExitStatus::ERROR
        }
    }
}

fn parse_and_run(args: impl IntoIterator<Item = OsString>, io: &mut Io<'_>) -> Result<ExitStatus, Problem> {
    let args: Vec<OsString> = args.into_iter().collect();
    let typed = match Arguments::read(&args) {
        Ok(typed) => typed,
        Err(answer) => return show_clap(&answer, arguments::color_of(&args), io),
    };
    let (command, manner) = request::settle(typed, io.terminal)?;
    match command {
        Command::New(asked) => new::new(io, manner, &asked),
        Command::List => list::list(io, manner),
        Command::Fmt(asked) => fmt::fmt(io, manner, &asked),
        Command::Check { circuits, margins } => check::check(io, manner, &circuits, margins.as_deref()),
        Command::Run(asked) => run::run(io, manner, &asked),
        Command::Why(asked) => why::run(io, manner, &asked),
        Command::Diff(asked) => diff::diff(io, manner, &asked),
        Command::Serve(asked) => serve::serve(io, manner, &asked),
        Command::Export(asked) => export::export(io, manner, &asked),
        Command::Step { circuit, prompt } => step::step(io, manner, &circuit, prompt),
        Command::Learn { circuit, bounds } => learn::learn(io, manner, &circuit, &bounds),
        Command::GenerateBachet(game) => generate::bachet(io, manner, &game),
        Command::Verify { circuit, rules, search } => verify::verify(io, manner, &circuit, &rules, &search),
        Command::Races { circuit, asked } => races::races(io, manner, &circuit, &asked),
        Command::Test(asked) => test::test(io, manner, &asked),
        Command::Draw(asked) => draw::draw(io, manner, &asked),
        Command::Timing(asked) => timing::timing(io, manner, &asked),
        Command::Wear(asked) => wear::wear(io, manner, &asked),
        Command::Tictactoe(asked) => tictactoe::run(io, manner, &asked),
        Command::Bachet(asked) => bachet::run(io, manner, &asked),
        Command::Beads(asked) => beads::run(io, manner, &asked),
        Command::Kalah(asked) => kalah::run(io, manner, &asked),
        Command::Completions(shell) => completions::completions(io, shell),
        Command::Man { dir } => man::man(io, dir.as_deref()),
    }
}

/// Help and version go to standard output, wrong usage to standard error.
fn show_clap(answer: &clap::Error, color: arguments::Color, io: &mut Io<'_>) -> Result<ExitStatus, Problem> {
    let text = answer.render();
    let (plain, colored) =
        (arguments::taught(answer, text.to_string()), arguments::taught(answer, text.ansi().to_string()));
    let to_errors = answer.use_stderr();
    let is_terminal = if to_errors { io.terminal.errors } else { io.terminal.output };
    let out: &mut dyn Write = if to_errors { io.errors } else { io.output };
    if color.shows_on(is_terminal, io.terminal) {
        out.write_all(colored.as_bytes())?;
    } else {
        out.write_all(plain.as_bytes())?;
    }
    Ok(if to_errors { ExitStatus::ERROR } else { ExitStatus::SUCCESS })
}
