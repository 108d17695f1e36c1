//! Which scripts are tested, and on which circuit each.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use kiber_netlist::nearest;

use super::arguments::Asked;
use crate::files::{read_bytes, why};
use crate::problem::Problem;
use crate::source::{Source, circuit_source};
use crate::words::plain;

const SCRIPT: &str = "script";
const TRACE: &str = "trace";
const CIRCUIT: &str = "ron";
const INCLUDE: &str = "include";
const EXPECT: &str = "expect";
const BOOK: &str = ".rules.ron";
/// A folder with this file in it is a cache, and holds nothing that anybody keeps.
const CACHE: &str = "CACHEDIR.TAG";

/// What is tested.
#[derive(Debug, Default)]
pub(super) struct Suite {
    pub(super) circuits: Vec<CircuitAt>,
    pub(super) cases: Vec<Case>,
    /// Traces in the folders that were looked through whose script is not there.
    pub(super) left_over: Vec<PathBuf>,
}

/// A circuit whose scripts are tested: a file, or the name of a built-in one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CircuitAt(pub(super) PathBuf);

/// A script to be tested.
#[derive(Debug)]
pub(super) struct Case {
    /// A file, or the name of a script of a built-in circuit.
    pub(super) script: PathBuf,
    /// How it is spoken of.
    pub(super) name: String,
    /// The number of its circuit, or why it has none.
    pub(super) circuit: Result<usize, String>,
    /// Where its golden trace is, or would be; a built-in script has none.
    pub(super) golden: Option<PathBuf>,
    /// Whether it was asked for by its own name.
    named: bool,
}

impl Suite {
    /// Finds what is asked for.
    ///
    /// # Errors
    /// When a folder cannot be read, something is neither folder, script nor circuit, or nothing is found.
    pub(super) fn find(asked: &Asked) -> Result<Self, Problem> {
        let mut suite = Self::default();
        let mut known = BTreeSet::new();
        let is_script = |path: &PathBuf| ends_with(path, SCRIPT);
        let scripts = asked.paths.iter().filter(|path| is_script(path)).count();
        let mut on = None;
        if scripts > 0 {
            let mut circuits = asked.paths.iter().filter(|path| !is_script(path) && !path.is_dir());
            if let Some(circuit) = circuits.next() {
                if let Some(another) = circuits.next() {
                    return Err(Problem::message(format!(
                        "the scripts named are for one circuit; `{}` is one, and `{}` another",
                        shown(circuit),
                        shown(another)
                    )));
                }
                circuit_source(circuit)?;
                on = Some(circuit);
            }
        }
        for path in &asked.paths {
            if path.is_dir() {
                suite.folder(path, &mut known)?;
            } else if is_script(path) {
                if !path.is_file() {
                    return Err(Problem::message(format!("cannot read `{}`: there is no such file", shown(path))));
                }
                let circuit = match on {
                    Some(circuit) => Ok(circuit.clone()),
                    None => circuit_of(path, &circuits_beside(path)?),
                };
                suite.script(path, circuit, true, &mut known);
            } else if on.is_none() {
                suite.circuit(path, &mut known)?;
            }
        }
        suite.leave_out_included();
        suite.keep_only(&asked.only)?;
        if suite.cases.is_empty() {
            let places: Vec<String> = asked.paths.iter().map(|path| format!("`{}`", shown(path))).collect();
            return Err(Problem::message(format!(
                "no scripts in {}; a script is a file NAME.script beside its circuit",
                places.join(", ")
            )));
        }
        Ok(suite)
    }

    /// All scripts in a folder and in those below.
    fn folder(&mut self, top: &Path, known: &mut BTreeSet<PathBuf>) -> Result<(), Problem> {
        let mut folders = vec![top.to_path_buf()];
        while let Some(folder) = folders.pop() {
            let found = Found::in_folder(&folder)?;
            for script in &found.scripts {
                self.script(script, circuit_of(script, &found.circuits), false, known);
            }
            let has_script = |trace: &&PathBuf| found.scripts.contains(&trace.with_extension(SCRIPT));
            self.left_over.extend(found.traces.iter().filter(|trace| !has_script(trace) && is_trace(trace)).cloned());
            // The next one to take is the last.
            folders.extend(found.folders.into_iter().rev());
        }
        Ok(())
    }

    /// The scripts of a circuit: those beside it that are not another's, or those of a built-in one.
    fn circuit(&mut self, path: &Path, known: &mut BTreeSet<PathBuf>) -> Result<(), Problem> {
        let source: Source = circuit_source(path)?;
        if let Some(embedded) = source.embedded {
            let circuit = self.number(path);
            self.cases.extend(embedded.scripts.iter().map(|script| Case {
                script: PathBuf::from(script.name),
                name: format!("{}/{}.script", embedded.name, script.name),
                circuit: Ok(circuit),
                golden: None,
                named: true,
            }));
            return Ok(());
        }
        let found = Found::in_folder(folder_of(path))?;
        for script in &found.scripts {
            let circuit = circuit_of(script, &found.circuits);
            if circuit.as_ref().is_ok_and(|circuit| circuit.file_name() == path.file_name()) {
                self.script(script, circuit, false, known);
            }
        }
        Ok(())
    }

    fn script(&mut self, path: &Path, circuit: Result<PathBuf, String>, named: bool, known: &mut BTreeSet<PathBuf>) {
        if !known.insert(fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())) {
            return;
        }
        // `./` tells nothing that the rest of the path does not.
        let path = path.strip_prefix(".").unwrap_or(path);
        let circuit = circuit.map(|circuit| self.number(circuit.strip_prefix(".").unwrap_or(&circuit)));
        self.cases.push(Case {
            script: path.to_path_buf(),
            name: shown(path),
            circuit,
            golden: Some(path.with_extension(TRACE)),
            named,
        });
    }

    fn number(&mut self, path: &Path) -> usize {
        let circuit = CircuitAt(path.to_path_buf());
        // Scripts of one circuit come one after the other, so it is one of the last.
        if let Some(number) = self.circuits.iter().rposition(|known| *known == circuit) {
            return number;
        }
        self.circuits.push(circuit);
        self.circuits.len() - 1
    }

    /// Leaves out what other scripts include and what expects nothing itself, or has no circuit: it is tested
    /// as part of those.
    fn leave_out_included(&mut self) {
        let mut included = BTreeSet::new();
        let mut may_be_part = BTreeSet::new();
        for case in self.cases.iter().filter(|case| case.golden.is_some()) {
            // What cannot be read here cannot be read later, and is told of then.
            let text = read_bytes(&case.script).unwrap_or_default();
            let text = String::from_utf8_lossy(&text);
            let folder = folder_of(&case.script);
            included.extend(includes(&text).filter_map(|path| fs::canonicalize(folder.join(path)).ok()));
            let expects = text.lines().any(|line| without_comment(line).contains(EXPECT));
            let is_kept = case.golden.as_ref().is_some_and(|golden| golden.exists());
            if (!expects || case.circuit.is_err()) && !case.named && !is_kept {
                may_be_part.extend(fs::canonicalize(&case.script));
            }
        }
        let is_part = |path: &Path| {
            fs::canonicalize(path).is_ok_and(|path| included.contains(&path) && may_be_part.contains(&path))
        };
        self.cases.retain(|case| !is_part(&case.script));
    }

    fn keep_only(&mut self, only: &[String]) -> Result<(), Problem> {
        let has = |case: &Case, name: &str| case.name.contains(name);
        for name in only {
            if !self.cases.iter().any(|case| has(case, name)) {
                let stems = self.cases.iter().filter_map(|case| case.script.file_stem()?.to_str());
                let near = nearest(name, stems).first().map(|near| format!("; did you mean `{near}`?"));
                return Err(Problem::message(format!(
                    "no script has `{}` in its path{}",
                    plain(name),
                    near.unwrap_or_default()
                )));
            }
        }
        if !only.is_empty() {
            self.cases.retain(|case| only.iter().any(|name| has(case, name)));
            self.left_over.clear();
        }
        Ok(())
    }
}

/// What lies in a folder, each by name.
#[derive(Debug, Default)]
struct Found {
    scripts: Vec<PathBuf>,
    circuits: Vec<PathBuf>,
    traces: Vec<PathBuf>,
    folders: Vec<PathBuf>,
}

impl Found {
    fn in_folder(folder: &Path) -> Result<Self, Problem> {
        let cannot = |error: std::io::Error| {
            Problem::message(format!("cannot look through `{}`: {}", shown(folder), why(&error)))
        };
        let mut found = Self::default();
        for entry in fs::read_dir(folder).map_err(cannot)? {
            let entry = entry.map_err(cannot)?;
            let path = folder.join(entry.file_name());
            if entry.file_name().as_encoded_bytes().starts_with(b".") {
                continue;
            }
            // A link to a folder is not followed: it may lead back here.
            if entry.file_type().map_err(cannot)?.is_dir() {
                if !path.join(CACHE).exists() {
                    found.folders.push(path);
                }
            } else if ends_with(&path, SCRIPT) {
                found.scripts.push(path);
            } else if ends_with(&path, TRACE) {
                found.traces.push(path);
            } else if is_circuit(&path) {
                found.circuits.push(path);
            }
        }
        let Self { scripts, circuits, traces, folders } = &mut found;
        [scripts, circuits, traces, folders].into_iter().for_each(|paths| paths.sort_unstable());
        Ok(found)
    }
}

fn circuits_beside(script: &Path) -> Result<Vec<PathBuf>, Problem> {
    Ok(Found::in_folder(folder_of(script))?.circuits)
}

/// The paths that a script includes.
fn includes(text: &str) -> impl Iterator<Item = &str> {
    let after = text.lines().flat_map(|line| without_comment(line).split(INCLUDE).skip(1));
    after.filter_map(|rest| rest.trim_start().strip_prefix('"')?.split('"').next())
}

fn without_comment(line: &str) -> &str {
    line.split('#').next().unwrap_or_default()
}

/// The circuit of a script: the only one in its folder; else that with the longest name which the script's
/// name begins with; else that with the folder's name.
fn circuit_of(script: &Path, circuits: &[PathBuf]) -> Result<PathBuf, String> {
    let stem = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    if let [only] = circuits {
        return Ok(only.clone());
    }
    let own = stem(script);
    let begins = circuits.iter().filter(|circuit| own.starts_with(&stem(circuit)));
    if let Some(longest) = begins.max_by_key(|circuit| stem(circuit).len()) {
        return Ok(longest.clone());
    }
    let folder = fs::canonicalize(folder_of(script)).unwrap_or_default();
    let folder = folder.file_name().unwrap_or_default().to_string_lossy();
    if let Some(named) = circuits.iter().find(|circuit| stem(circuit) == folder) {
        return Ok(named.clone());
    }
    let names: Vec<String> = circuits.iter().take(3).map(|circuit| format!("`{}`", stem(circuit))).collect();
    Err(match circuits {
        [] => "no circuit lies beside it".to_owned(),
        [first, ..] => format!(
            "which circuit is it for: {}? Begin its name with the circuit's, as in `{}-{own}.script`, or name both: \
             `kiber test {} {}`",
            match names.split_last() {
                Some((last, others)) if circuits.len() <= 3 => format!("{} or {last}", others.join(", ")),
                _ => format!("{} …", names.join(", ")),
            },
            stem(first),
            shown(first),
            shown(script)
        ),
    })
}

fn is_circuit(path: &Path) -> bool {
    ends_with(path, CIRCUIT) && !path.to_string_lossy().ends_with(BOOK)
}

/// Whether a file begins as traces do; another kind of file may have that ending.
fn is_trace(path: &Path) -> bool {
    use std::io::Read;
    let mut start = [0; 12];
    fs::File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && &start == b"kiber trace "
}

fn ends_with(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|found| found == ending)
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

pub(super) fn shown(path: &Path) -> String {
    plain(&path.display().to_string())
}
