//! The circuits of the repository as the tests walk them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kiber_netlist::{Circuit, Files, Reading, beside, read_with};
use kiber_script::{Script, parse_with};

use crate::play::sound;

/// What the name of a rule-book's file ends with.
const BOOK: &str = ".rules.ron";

/// A folder of `circuits/`: a circuit and what lies beside it.
#[derive(Clone, Debug)]
pub struct Beside {
    /// The folder's name, which is the circuit's.
    pub name: String,
    /// `NAME.ron`, whether it is there or not.
    pub circuit: PathBuf,
    /// Every `*.script`, by name.
    pub scripts: Vec<PathBuf>,
    /// Every `*.rules.ron`, by name.
    pub books: Vec<PathBuf>,
}

impl Beside {
    /// The circuit's text.
    ///
    /// # Panics
    /// When it cannot be read.
    #[track_caller]
    pub fn text(&self) -> String {
        fs::read_to_string(&self.circuit).unwrap_or_else(|error| panic!("{}: {error}", self.circuit.display()))
    }

    /// The circuit, with what it takes from other files.
    ///
    /// # Panics
    /// When it has errors or warnings.
    #[track_caller]
    pub fn read(&self) -> Arc<Circuit> {
        self.read_as(&self.text())
    }

    /// The same of another text in its place.
    ///
    /// # Panics
    /// When that has errors or warnings.
    #[track_caller]
    pub fn read_as(&self, text: &str) -> Arc<Circuit> {
        sound(text, self.reading(text))
    }

    /// A script beside the circuit, with what it includes.
    ///
    /// # Panics
    /// When it cannot be read, or has errors.
    #[track_caller]
    pub fn script(&self, path: &Path, circuit: &Circuit) -> Script {
        let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let reading = parse_with(&text, &path.to_string_lossy(), circuit, &mut OnDisk);
        let Some(script) = reading.script else { panic!("{}: {:#?}", path.display(), reading.findings) };
        script
    }

    /// Whatever is found in a text in the place of the circuit.
    pub fn reading(&self, text: &str) -> Reading {
        read_with(text, &self.circuit.to_string_lossy(), &mut OnDisk)
    }
}

/// The files that circuits and scripts of the library name.
struct OnDisk;

impl Files for OnDisk {
    fn locate(&mut self, path: &str, from: &str) -> Result<String, String> {
        // The library has no links, so the letters of a path tell where it leads.
        Ok(format!("/{}", beside(from, path)))
    }

    fn text(&mut self, file: &str) -> Result<String, String> {
        fs::read_to_string(file).map_err(|error| error.to_string())
    }
}

/// The root of the repository.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests lie in a folder of the repository").to_path_buf()
}

/// Every circuit of the library, by name; `bad/` holds circuits that are meant to be wrong.
///
/// # Panics
/// When the folder cannot be read.
pub fn library() -> Vec<Beside> {
    let mut all: Vec<Beside> = entries(&repository().join("circuits"))
        .into_iter()
        .filter(|folder| folder.is_dir())
        .map(|folder| (file_name(&folder), folder))
        .filter(|(name, _)| name != "bad")
        .map(|(name, folder)| Beside {
            circuit: folder.join(format!("{name}.ron")),
            scripts: entries(&folder)
                .into_iter()
                .filter(|file| file.extension().is_some_and(|ending| ending == "script"))
                .collect(),
            books: entries(&folder).into_iter().filter(|file| file_name(file).ends_with(BOOK)).collect(),
            name,
        })
        .collect();
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let listing = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut entries: Vec<PathBuf> = listing.map(|entry| entry.expect("a folder that can be listed").path()).collect();
    entries.sort();
    entries
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
