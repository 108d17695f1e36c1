//! Files on disk: read whole, within limits, and found from the circuits that name them.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{Error, ErrorKind, Read};
use std::path::{Component, Path, PathBuf};

use kiber_netlist::Files;

use crate::words::plain;

/// No file that is written for this program comes near so many bytes; without a limit a device or a
/// mistaken name could fill the memory.
pub(crate) const MOST_BYTES: u64 = 64 << 20;

/// So many files of a folder are looked at for one that may have been meant.
const MOST_LOOKED_AT: usize = 1000;

/// All of a file.
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, String> {
    bytes(path, MOST_BYTES).map_err(|why| format!("cannot read `{}`: {why}", plain(&path.display().to_string())))
}

/// All of a text file.
pub(crate) fn read_string(path: &Path) -> Result<String, String> {
    let no_text = |_| format!("cannot read `{}`: it is no text", plain(&path.display().to_string()));
    String::from_utf8(read_bytes(path)?).map_err(no_text)
}

/// All of a file of so many bytes at most, or why not.
fn bytes(path: &Path, most: u64) -> Result<Vec<u8>, String> {
    // Opening a directory succeeds on some systems; the words for it should be the same on all.
    if path.is_dir() {
        return Err("it is a directory".to_owned());
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| why(&error))?;
    file.take(most + 1).read_to_end(&mut bytes).map_err(|error| why(&error))?;
    if bytes.len() as u64 > most {
        return Err(format!("it is larger than {} MiB, and no such file is", MOST_BYTES >> 20));
    }
    Ok(bytes)
}

/// Why a file or a folder cannot be read, in the same words on all systems.
pub(crate) fn why(error: &Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such file".to_owned(),
        ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

/// The files around a circuit on disk.
///
/// A file is known by the name by which it was first reached, whatever links and detours lead to it
/// later, so a circle of links ends. All files of a circuit together are held to the limit of one.
pub(crate) struct OnDisk {
    /// The name of each file by the place where it really is.
    names: BTreeMap<PathBuf, String>,
    /// The path that each name was made of.
    paths: BTreeMap<String, PathBuf>,
    bytes_left: u64,
}

impl OnDisk {
    /// The files around the circuit at that path, which is spoken of by that name.
    pub(crate) fn around(path: &Path, name: &str) -> Self {
        let mut files = Self { names: BTreeMap::new(), paths: BTreeMap::new(), bytes_left: MOST_BYTES };
        if let Ok(place) = path.canonicalize() {
            files.names.insert(place, name.to_owned());
        }
        files.paths.insert(name.to_owned(), path.to_owned());
        files
    }
}

impl Files for OnDisk {
    fn locate(&mut self, path: &str, from: &str) -> Result<String, String> {
        let path = Path::new(path);
        if path.as_os_str().is_empty() {
            return Err("the path is empty".to_owned());
        }
        let is_absolute = |step: Component<'_>| matches!(step, Component::RootDir | Component::Prefix(_));
        if path.components().any(is_absolute) {
            return Err("an absolute path would be another file, or none, on the next machine".to_owned());
        }
        let folder = self.paths.get(from).and_then(|from| from.parent()).unwrap_or(Path::new(""));
        let path = folder.join(path);
        let place = path.canonicalize().map_err(|error| why(&error))?;
        if let Some(name) = self.names.get(&place) {
            return Ok(name.clone());
        }
        let what = fs::metadata(&place).map_err(|error| why(&error))?;
        // A pipe or a terminal would be waited for; a circuit does not get to do that.
        if !what.is_file() {
            return Err(if what.is_dir() { "it is a directory" } else { "it is no plain file" }.to_owned());
        }
        let path = without_detours(path, &place);
        let name = plain(&path.display().to_string());
        self.names.insert(place, name.clone());
        self.paths.insert(name.clone(), path);
        Ok(name)
    }

    fn text(&mut self, file: &str) -> Result<String, String> {
        let path = self.paths.get(file).ok_or("there is no such file")?;
        let bytes = bytes(path, self.bytes_left)?;
        self.bytes_left -= bytes.len() as u64;
        String::from_utf8(bytes).map_err(|_| "it is no UTF-8 text".to_owned())
    }

    fn neighbours(&mut self, path: &str, from: &str) -> Vec<String> {
        let path = Path::new(path);
        if path.has_root() {
            return Vec::new();
        }
        let folder = self.paths.get(from).and_then(|from| from.parent()).unwrap_or(Path::new(""));
        let inner = path.parent().unwrap_or(Path::new(""));
        let there = Path::new(".").join(folder).join(inner);
        let entries = fs::read_dir(there).into_iter().flatten().flatten().take(MOST_LOOKED_AT);
        let names = entries.map(|entry| entry.path()).filter(|entry| entry.extension() == path.extension());
        let mut names: Vec<String> =
            names.filter_map(|entry| inner.join(entry.file_name()?).to_str().map(str::to_owned)).collect();
        names.sort_unstable();
        names
    }
}

/// The path without steps up and down again, if it still leads to the same place: `..` behind a link
/// does not lead back.
fn without_detours(path: PathBuf, place: &Path) -> PathBuf {
    let mut short = PathBuf::new();
    for step in path.components() {
        match (step, short.components().next_back()) {
            (Component::ParentDir, Some(Component::Normal(_))) => {
                short.pop();
            }
            (Component::CurDir, _) => {}
            _ => short.push(step),
        }
    }
    if short.canonicalize().is_ok_and(|short| short == place) { short } else { path }
}
