//! `kiber generate`: circuits written for a given task.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use kiber_automaton::{Error, generate_bachet, honest_rules};
use kiber_bachet::Rules;
use serde_json::json;

use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;
use crate::whole_file::WholeFile;
use crate::words::{count, plain};

/// A game for which a machine is wanted, and where it goes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Bachet {
    pub(crate) objects: u32,
    pub(crate) take: u32,
    /// Where the circuit goes; none is standard output.
    pub(crate) output: Option<PathBuf>,
    /// Where the rule-book of the honest person goes, if it is wanted.
    pub(crate) rules: Option<PathBuf>,
}

pub(crate) fn bachet(io: &mut Io<'_>, manner: Manner, game: &Bachet) -> Result<ExitStatus, Problem> {
    if let (Some(output), Some(rules)) = (&game.output, &game.rules)
        && place(output) == place(rules)
    {
        return Err(Problem::message("the circuit and the rule-book cannot both go to the same file"));
    }
    let problem = |error: Error| Problem::message(error.to_string());
    let text = generate_bachet(game.objects, game.take).map_err(problem)?;
    let most_losses = Rules::new(game.objects, game.take).ok().and_then(Rules::most_losses);
    let reading = kiber_netlist::read(&text);
    let Some(circuit) = reading.circuit else {
        return Err(Problem::message("the circuit that was made has errors; that is a fault of this program"));
    };
    let book = game.rules.as_ref().map(|_| honest_rules(&circuit, most_losses)).transpose().map_err(problem)?;

    // Both are begun before either is kept, so that what cannot be written leaves nothing behind.
    let output = game.output.as_deref().map(|path| begin(path, &text)).transpose()?;
    let rules = game.rules.as_deref().zip(book.as_deref()).map(|(path, book)| begin(path, book)).transpose()?;
    for (file, path) in [output, rules].into_iter().flatten() {
        file.keep().map_err(|error| cannot_write(path, &error))?;
    }
    let Some(output) = &game.output else {
        io.output.write_all(text.as_bytes())?;
        return Ok(ExitStatus::SUCCESS);
    };
    let memory = circuit.roles.as_ref().map_or(0, |roles| roles.memory.len()) as u64;
    if manner.json {
        let value = json!({
            "file": output.display().to_string(),
            "rules": game.rules.as_ref().map(|rules| rules.display().to_string()),
            "objects": game.objects,
            "take": game.take,
            "relays": memory * 2,
            "worst_case_losses": most_losses,
        });
        writeln!(io.output, "{value:#}")?;
    } else {
        let learns = match most_losses {
            Some(losses) => format!("loses {} at most", count(losses, "game")),
            None => "the person can win every game".to_string(),
        };
        let name = plain(&output.display().to_string());
        writeln!(io.output, "{name}: {}, {learns}", count(memory * 2, "relay"))?;
    }
    Ok(ExitStatus::SUCCESS)
}

/// Where a file is or would be, whatever it is called: `g.ron` and `./g.ron` are one.
fn place(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
        folder.join(path.file_name().unwrap_or_default())
    })
}

/// Begins a file and writes all of it; it is there when it is kept.
fn begin<'p>(path: &'p Path, text: &str) -> Result<(WholeFile, &'p Path), Problem> {
    let mut file = WholeFile::create(path)?;
    file.write_all(text.as_bytes()).map_err(|error| cannot_write(path, &error))?;
    Ok((file, path))
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Problem {
    Problem::message(format!("cannot write `{}`: {error}", path.display()))
}
