//! Where traces come from: files, read as they are compared, and whatever can be read only once.

use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Read, Seek};
use std::path::Path;

use super::arguments::From;
use crate::io::Io;
use crate::problem::Problem;
use crate::words::plain;

/// The longest trace from standard input or a pipe, which is held in memory since it is read twice.
const MOST_BYTES: u64 = 1 << 30;

/// A trace that can be read again.
pub(super) trait Source: BufRead + Seek {}

impl<T: BufRead + Seek> Source for T {}

/// A trace and the name under which it is spoken of.
pub(super) struct Input {
    pub(super) name: String,
    pub(super) source: Box<dyn Source>,
}

impl Input {
    pub(super) fn open(from: &From, io: &mut Io<'_>) -> Result<Self, Problem> {
        let (name, source) = match from {
            From::StandardInput => {
                let name = "standard input".to_owned();
                let source = in_memory(&name, io.input)?;
                (name, source)
            }
            From::File(path) => {
                let name = plain(&path.display().to_string());
                let source = file(&name, path)?;
                (name, source)
            }
        };
        Ok(Self { name, source })
    }
}

fn file(name: &str, path: &Path) -> Result<Box<dyn Source>, Problem> {
    let cannot = |why: &dyn std::fmt::Display| Problem::message(format!("cannot read `{name}`: {why}"));
    if path.is_dir() {
        return Err(cannot(&"it is a directory"));
    }
    let file = File::open(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => cannot(&"there is no such file"),
        std::io::ErrorKind::PermissionDenied => cannot(&"permission denied"),
        _ => cannot(&error),
    })?;
    let is_plain = file.metadata().map_err(|error| cannot(&error))?.is_file();
    // A pipe, as a shell makes it of a command, comes only once.
    if is_plain { Ok(Box::new(BufReader::with_capacity(1 << 16, file))) } else { in_memory(name, &mut { file }) }
}

fn in_memory(name: &str, mut input: &mut (impl Read + ?Sized)) -> Result<Box<dyn Source>, Problem> {
    let cannot = |why: &dyn std::fmt::Display| Problem::message(format!("cannot read {name}: {why}"));
    let mut bytes = Vec::new();
    (&mut input).take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|error| cannot(&error))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(cannot(&format!("it is longer than {} MiB; a file may be", MOST_BYTES >> 20)));
    }
    Ok(Box::new(Cursor::new(bytes)))
}
