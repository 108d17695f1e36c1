//! `kiber tictactoe tree`: the tree of minimax as text, as a picture, and for programs.

use std::io::Write;
use std::path::{Path, PathBuf};

use kiber_minimax::tictactoe::{Cut, Position, Tree};
use serde_json::{Value, json};

use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;
use crate::whole_file::WholeFile;
use crate::words::{grouped, grouped_count, plain};

/// The most boards that a picture may have: more no viewer shows.
const MOST_DRAWN: usize = 20_000;

/// Where a picture goes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Picture {
    StandardOutput,
    File(PathBuf),
}

pub(super) fn tree(
    io: &mut Io<'_>,
    manner: Manner,
    position: Position,
    cut: Cut,
    picture: Option<&Picture>,
) -> Result<ExitStatus, Problem> {
    if manner.json && picture == Some(&Picture::StandardOutput) {
        return Err(Problem::message(
            "the picture and the JSON report cannot both go to standard output; give --svg a file",
        ));
    }
    let tree = Tree::new(position, cut);
    let boards = tree.branches().len();
    if picture.is_some() && boards > MOST_DRAWN {
        let (boards, most) = (grouped(boards as u64), grouped(MOST_DRAWN as u64));
        return Err(Problem::message(format!(
            "a picture of {boards} boards is more than can be looked at ({most}); a smaller --depth has fewer"
        )));
    }
    let written = match picture {
        Some(Picture::File(path)) => {
            write(path, &tree.svg())?;
            Some(path)
        }
        _ => None,
    };
    if manner.json {
        writeln!(io.output, "{:#}", report(position, cut, &tree, written.map(PathBuf::as_path)))?;
    } else if let Some(path) = written {
        let boards = grouped_count(boards as u64, "board");
        writeln!(io.output, "{}: {boards} on {}", plain(&path.display().to_string()), levels(&tree))?;
    } else if picture.is_some() {
        write!(io.output, "{}", tree.svg())?;
    } else {
        write!(io.output, "{tree}")?;
        writeln!(io.output, "\n1: X wins, 0: draw, -1: O wins. * gives the value above it; … the game goes on.")?;
    }
    Ok(ExitStatus::SUCCESS)
}

fn levels(tree: &Tree) -> String {
    match tree.levels().as_slice() {
        [(only, _)] => format!("level {only}"),
        [(first, _), .., (last, _)] => format!("levels {first} to {last}"),
        [] => "no level".to_owned(),
    }
}

fn write(path: &Path, svg: &str) -> Result<(), Problem> {
    let cannot = |error: std::io::Error| Problem::message(format!("cannot write `{}`: {error}", path.display()));
    let mut file = WholeFile::create(path)?;
    file.write_all(svg.as_bytes()).map_err(cannot)?;
    file.keep().map_err(cannot)
}

fn report(position: Position, cut: Cut, tree: &Tree, svg: Option<&Path>) -> Value {
    let levels = tree.levels().into_iter().map(|(level, positions)| {
        let (player, choice) = if level % 2 == 1 { ("X", "max") } else { ("O", "min") };
        json!({"level": level, "player": player, "choice": choice, "positions": positions})
    });
    let branches = tree.branches().iter().map(|branch| {
        json!({
            "level": branch.level(),
            "position": branch.position.to_string(),
            "move": branch.played.map(|square| square.number()),
            "value": branch.value,
            "before": branch.before,
            "gives_value": tree.gives_value(branch),
            "cut": branch.is_cut(),
        })
    });
    json!({
        "position": position.to_string(),
        "value": tree.branches().first().map(|root| root.value),
        "depth": cut.depth,
        "up_to_symmetry": cut.symmetric,
        "levels": levels.collect::<Vec<_>>(),
        "branches": branches.collect::<Vec<_>>(),
        "svg": svg.map(|path| path.display().to_string()),
    })
}
