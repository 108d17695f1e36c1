//! Where circuits come from: those that the program carries, and the one that it was given.

use std::fmt;
use std::sync::Arc;
use std::time::SystemTime;

use kiber_automaton::{CIRCUITS, Embedded};
use kiber_netlist::{Circuit, nearest};

use crate::protocol::Listed;

/// What tells one version of a file from another: when it and the files that it leads to were last changed, and
/// how long they are.
pub type Stamp = Vec<Option<(SystemTime, u64)>>;

/// Reads a circuit again: the circuit, or what is wrong with it, a line each.
type Read = dyn Fn() -> Result<Arc<Circuit>, Vec<String>> + Send + Sync;

/// The circuit that the program was given.
pub struct Given {
    /// The name by which it is spoken of.
    pub name: String,
    /// The file that it is read from; none if the program carries it.
    pub file: Option<String>,
    /// Reads it.
    pub read: Box<Read>,
    /// Tells its version; asked now and then. Empty if it never changes.
    pub stamp: Box<dyn Fn() -> Stamp + Send + Sync>,
    /// What is done to each new machine before it is shown, lines of a script.
    pub script: Vec<String>,
}

impl fmt::Debug for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Given").field("name", &self.name).field("file", &self.file).finish_non_exhaustive()
    }
}

/// Why a circuit cannot be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NotHad {
    /// There is none of that name; those that were perhaps meant.
    Unknown(Vec<String>),
    /// It has errors.
    Wrong(Vec<String>),
}

impl Given {
    /// One that the program carries.
    pub fn embedded(circuit: &'static Embedded) -> Self {
        Self {
            name: circuit.name.to_owned(),
            file: None,
            read: Box::new(move || read(circuit)),
            stamp: Box::new(Stamp::new),
            script: Vec::new(),
        }
    }

    /// The circuits that can be had, this one first.
    pub(crate) fn listed(&self) -> Vec<Listed> {
        let own = (self.read)().map(|circuit| circuit.title.clone()).unwrap_or_default();
        let own = Listed { name: self.name.clone(), title: own };
        let others = CIRCUITS.iter().filter(|circuit| self.file.is_some() || circuit.name != self.name);
        let others = others.map(|circuit| Listed { name: circuit.name.to_owned(), title: circuit.title() });
        std::iter::once(own).chain(others).collect()
    }

    /// The circuit of that name that the program carries; none is the one that it was given.
    pub(crate) fn read(&self, name: Option<&str>) -> Result<Arc<Circuit>, NotHad> {
        match name {
            None => (self.read)().map_err(NotHad::Wrong),
            Some(name) => {
                let found = Embedded::find(name).ok_or_else(|| {
                    let near = nearest(name, CIRCUITS.iter().map(|circuit| circuit.name));
                    NotHad::Unknown(near.into_iter().map(str::to_owned).collect())
                })?;
                read(found).map_err(NotHad::Wrong)
            }
        }
    }
}

fn read(circuit: &'static Embedded) -> Result<Arc<Circuit>, Vec<String>> {
    let reading = circuit.read();
    reading
        .circuit
        .map(Arc::new)
        .ok_or_else(|| reading.findings.iter().map(|finding| finding.message.clone()).collect())
}
