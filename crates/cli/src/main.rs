//! The program `kiber`.

use std::io::{self, BufReader, BufWriter, IsTerminal, Write};
use std::process::ExitCode;

use kiber_cli::{Io, Terminal, run};

fn main() -> ExitCode {
    let (input, output, errors) = (io::stdin(), io::stdout(), io::stderr());
    let terminal = Terminal {
        input: input.is_terminal(),
        output: output.is_terminal(),
        errors: errors.is_terminal(),
        no_color: std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()),
        dumb: std::env::var_os("TERM").is_some_and(|value| value == "dumb"),
    };
    let mut output = BufWriter::new(output.lock());
    // The line editor of `step` reads the terminal itself, so standard input is not locked here.
    let mut io = Io { input: &mut BufReader::new(input), output: &mut output, errors: &mut errors.lock(), terminal };
    let status = run(std::env::args_os(), &mut io);
    // A reader that has gone away has had what it wanted; `run` reports every other failure.
    let _ = output.flush();
    status.into()
}
