//! Files on disk, and those that they name.

use std::fs;
use std::path::Path;

use kiber_netlist::{Files, beside};

use crate::error::Error;

/// The text of a file.
pub(crate) fn text(path: &Path) -> Result<String, Error> {
    fs::read_to_string(path).map_err(|error| Error::file(path, &error))
}

/// The name by which a file is spoken of, and from which paths in it lead on.
pub(crate) fn name(path: &Path) -> String {
    path.display().to_string().replace('\\', "/")
}

/// The files that circuits and scripts on disk name.
pub(crate) struct OnDisk;

impl Files for OnDisk {
    fn locate(&mut self, path: &str, from: &str) -> Result<String, String> {
        let relative = beside(from, path);
        Ok(if from.starts_with('/') { format!("/{relative}") } else { relative })
    }

    fn text(&mut self, file: &str) -> Result<String, String> {
        fs::read_to_string(file).map_err(|error| error.to_string())
    }
}
