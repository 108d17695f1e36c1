//! A file on its way: written beside the place it is for, and put there when it is whole.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::problem::Problem;
use crate::words::plain;

/// A file that is there only when all of it is written.
pub(crate) struct WholeFile {
    out: BufWriter<File>,
    /// The name it is written under, and the one it will have; nothing for what is no ordinary file.
    names: Option<(PathBuf, PathBuf)>,
}

impl WholeFile {
    /// Begins a file of that name.
    pub(crate) fn create(path: &Path) -> Result<Self, Problem> {
        Self::create_unless_read(path, &[], "")
    }

    /// Begins a file of that name, unless it is one of those that are read; `why` says why not.
    pub(crate) fn create_unless_read(path: &Path, read: &[&Path], why: &str) -> Result<Self, Problem> {
        let cannot = |why: &dyn fmt::Display| Problem::message(format!("cannot write `{}`: {why}", path.display()));
        let problem = |error: io::Error| cannot(&error);
        // A link stays a link, and what is no ordinary file (a pipe, a device) is written to.
        let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        if path.is_dir() {
            return Err(cannot(&"it is a directory"));
        }
        if read.iter().any(|read| fs::canonicalize(read).is_ok_and(|read| read == *path)) {
            return Err(cannot(&why));
        }
        let before = fs::metadata(path).ok();
        let is_ordinary = before.as_ref().map_or_else(|| !path.is_symlink(), fs::Metadata::is_file);
        if !is_ordinary {
            // A link that leads to no file yet makes one there.
            let out = File::options().write(true).create(before.is_none()).open(path).map_err(problem)?;
            return Ok(Self { out: BufWriter::new(out), names: None });
        }
        let permissions = before.map(|before| before.permissions());
        if permissions.as_ref().is_some_and(fs::Permissions::readonly) {
            return Err(cannot(&"it is there already and may only be read"));
        }
        let mut name = std::ffi::OsString::from(".");
        name.push(path.file_name().unwrap_or_default());
        name.push(format!(".{}", std::process::id()));
        let beside = path.with_file_name(name);
        let out = File::create(&beside).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => cannot(&"there is no such folder"),
            io::ErrorKind::PermissionDenied => cannot(&"permission denied"),
            _ => problem(error),
        })?;
        let file = Self { out: BufWriter::new(out), names: Some((beside, path.to_path_buf())) };
        if let Some(permissions) = permissions {
            file.out.get_ref().set_permissions(permissions).map_err(problem)?;
        }
        Ok(file)
    }

    /// Puts the whole file in its place.
    pub(crate) fn keep(mut self) -> io::Result<()> {
        self.out.flush()?;
        if let Some((beside, path)) = &self.names {
            fs::rename(beside, path)?;
        }
        self.names = None;
        Ok(())
    }
}

/// Whether each of these files can be written, and is one of its own: asked before long work, so that none is
/// done for nothing.
pub(crate) fn can_be_written(files: &[&Path]) -> Result<(), Problem> {
    for (number, &file) in files.iter().enumerate() {
        if file.to_str() == Some("-") {
            let why = "standard output is for the report; a file of that name is `./-`";
            return Err(Problem::message(format!("cannot write `-`: {why}")));
        }
        // Whoever reads a pipe would take it for the end if it were opened and closed.
        if is_a_device(file) {
            continue;
        }
        none_twice(files.get(..=number).unwrap_or_default())?;
        drop(WholeFile::create(file)?);
    }
    Ok(())
}

/// Whether it is there and is neither a file nor a folder.
fn is_a_device(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// Whether each of these files is one of its own.
pub(crate) fn none_twice(files: &[&Path]) -> Result<(), Problem> {
    for (number, &file) in files.iter().enumerate() {
        if !is_a_device(file) && files.iter().take(number).any(|other| place(other) == place(file)) {
            let name = plain(&file.display().to_string());
            return Err(Problem::message(format!("`{name}` is named twice; give each thing a file of its own")));
        }
    }
    Ok(())
}

/// Whether two names lead to the same place, be there a file or not yet.
pub(crate) fn is_same_place(one: &Path, other: &Path) -> bool {
    place(one) == place(other)
}

/// Where a file is or will be, however it was written.
fn place(file: &Path) -> PathBuf {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let there = || Some(fs::canonicalize(folder).ok()?.join(file.file_name()?));
    fs::canonicalize(file).ok().or_else(there).unwrap_or_else(|| file.to_path_buf())
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Seek for WholeFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.out.seek(to)
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if let Some((beside, _)) = &self.names {
            // A half-written file is of use to nobody; if it cannot be removed, so be it.
            let _ = fs::remove_file(beside);
        }
    }
}
