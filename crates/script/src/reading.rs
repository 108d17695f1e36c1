//! A script's text, and that of the files that it includes, to a script.

use std::ops::Range;

use kiber_netlist::{Circuit, Elsewhere, File, Files, Finding, Severity, nearest};

use crate::item::What;
use crate::names::quoted;
use crate::parse::{Reader, Wanted};
use crate::script::Script;
use crate::survey::survey;
use crate::words::joined;

/// The most bytes of all included files together; whoever writes scripts by hand never comes near.
const MOST_INCLUDED: usize = 64 << 20;

/// What came of a script's text.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The script, if no finding is an error.
    pub script: Option<Script>,
    /// Everything that is wrong, file by file in the order of the text.
    pub findings: Vec<Finding>,
    /// The included files, each once: findings count them from 1, as 0 is the script's own text.
    pub files: Vec<File>,
}

/// Parses a script that includes no other, for a circuit, and says everything that is wrong with it.
///
/// The script is there when no finding is an error. That buttons are pressed before they are freed
/// is checked as well, from the state of power-up on, in which every button is free.
pub fn parse(source: &str, circuit: &Circuit) -> (Option<Script>, Vec<Finding>) {
    let Reading { script, findings, .. } = parse_with(source, "", circuit, &mut NoFiles);
    (script, findings)
}

/// Parses a script for a circuit, with the files that it includes. `name` is the name of the file that
/// `source` is, by which `files` finds those beside it.
///
/// Each file is opened and read once, however often it is included.
///
/// ```
/// use kiber_netlist::{Files, beside};
/// use kiber_script::parse_with;
///
/// struct Shelf;
/// impl Files for Shelf {
///     fn locate(&mut self, path: &str, from: &str) -> Result<String, String> {
///         Ok(beside(from, path))
///     }
///     fn text(&mut self, file: &str) -> Result<String, String> {
///         match file {
///             "common.script" => Ok("press S1\nexpect H1 off\n".to_owned()),
///             _ => Err("there is no such file".to_owned()),
///         }
///     }
/// }
///
/// # let circuit = kiber_netlist::read(r#"Circuit(title: "", parts: {
/// #     "G1": Source(plus: "+", minus: "-"), "S1": Button(contacts: {"1": Make("+", "a")}),
/// #     "H1": Lamp(pins: ("a", "-")) })"#).circuit.unwrap();
/// let text = "include \"common.script\"\nrepeat 3 { include \"common.script\" }\n";
/// let reading = parse_with(text, "main.script", &circuit, &mut Shelf);
/// assert_eq!(reading.findings, []);
/// assert_eq!(reading.script.unwrap().len(), 8);
/// assert_eq!(reading.files.len(), 1);
/// ```
pub fn parse_with(source: &str, name: &str, circuit: &Circuit, files: &mut dyn Files) -> Reading {
    if u32::try_from(source.len()).is_err() {
        let finding = Finding::new("script-too-long", Severity::Error, 0..0, "the script is longer than 4 GiB");
        return Reading { findings: vec![finding], ..Reading::default() };
    }
    let mut library = Library {
        opener: files,
        names: vec![name.to_owned()],
        files: Vec::new(),
        sites: vec![None],
        bytes_left: MOST_INCLUDED,
    };
    let mut reader = Reader::new(circuit);
    let wanted = reader.file(source).into_iter();
    let mut open = vec![Open { file: 0, wanted }];
    while let Some(last) = open.last_mut() {
        let file = last.file;
        let Some(wanted) = last.wanted.next() else {
            reader.script.bottom_up.push(file as u32);
            open.pop();
            continue;
        };
        match library.find(&wanted, file, &open) {
            Ok(found) => {
                let body = reader.script.bodies.get_mut(file);
                if let Some(item) = body.and_then(|body| body.get_mut(wanted.item)) {
                    item.what = What::Include(found as u32);
                }
                if found == reader.script.bodies.len() {
                    let text = library.files.last().map_or("", |file| &file.text);
                    open.push(Open { file: found, wanted: reader.file(text).into_iter() });
                }
            }
            Err(finding) => reader.names.findings.push(*finding),
        }
    }
    let mut findings = reader.names.findings;
    let mut script = reader.script;
    let surveyed = survey(&script, circuit);
    script.len = surveyed.len;
    findings.extend(surveyed.findings);
    findings.sort_by_key(|finding| (finding.file, finding.span.start));
    for finding in &mut findings {
        let last = finding.more.last().map_or(finding.file, |more| more.file);
        finding.more.extend(library.way_to(last));
    }
    Reading { script: findings.is_empty().then_some(script), findings, files: library.files }
}

/// A file of which some includes have not been looked at.
struct Open {
    file: usize,
    wanted: std::vec::IntoIter<Wanted>,
}

/// The files that a script is made of.
struct Library<'f> {
    opener: &'f mut dyn Files,
    /// What they are called, the script itself first.
    names: Vec<String>,
    /// All but the script itself.
    files: Vec<File>,
    /// Where each was first included: in which file, and where there.
    sites: Vec<Option<(usize, Range<usize>)>>,
    bytes_left: usize,
}

impl Library<'_> {
    /// The number of a file that another one includes; a new one is opened.
    fn find(&mut self, wanted: &Wanted, from: usize, open: &[Open]) -> Result<usize, Box<Finding>> {
        let Wanted { path, span, .. } = wanted;
        let finding = |code, message| {
            let mut finding = Box::new(Finding::new(code, Severity::Error, span.clone(), message));
            (finding.file, finding.second_file) = (from, from);
            finding
        };
        let missing =
            |why: String| finding("script-include-not-found", format!("cannot include {}: {why}", quoted(path)));
        let from_name = self.names.get(from).cloned().unwrap_or_default();
        let name =
            self.opener.locate(path, &from_name).map_err(|why| self.with_near(missing(why), path, &from_name))?;
        if let Some(known) = self.names.iter().position(|known| *known == name) {
            return match open.iter().position(|open| open.file == known) {
                Some(begin) => {
                    let circle = open.get(begin + 1..).unwrap_or_default();
                    Err(self.circle(finding("script-include-circle", String::new()), known, circle))
                }
                None => Ok(known),
            };
        }
        let text = self.opener.text(&name).map_err(|why| self.with_near(missing(why), path, &from_name))?;
        let Some(left) = self.bytes_left.checked_sub(text.len()) else {
            let most = MOST_INCLUDED >> 20;
            let message = format!("with {} the included files are longer than {most} MiB together", quoted(path));
            return Err(finding("script-too-long", message));
        };
        self.bytes_left = left;
        self.names.push(name.clone());
        self.files.push(File { name, text });
        self.sites.push(Some((from, span.clone())));
        Ok(self.files.len())
    }

    /// With the names of files that may have been meant.
    fn with_near(&mut self, mut finding: Box<Finding>, path: &str, from: &str) -> Box<Finding> {
        // What all their names end with makes none of them nearer.
        let (stem, ending) = path.split_at(path.rfind('.').unwrap_or(path.len()));
        let there = self.opener.neighbours(path, from);
        let near = nearest(stem, there.iter().filter_map(|path| path.strip_suffix(ending)));
        if !near.is_empty() {
            let near = near.iter().map(|stem| format!("`{stem}{ending}`"));
            finding.help = Some(format!("did you mean {}?", joined(near, " or ")));
        }
        finding
    }

    fn circle(&self, mut finding: Box<Finding>, known: usize, through: &[Open]) -> Box<Finding> {
        let name = |file: usize| format!("`{}`", self.names.get(file).map_or("", String::as_str));
        finding.message = match through {
            [] => "a script cannot include itself".to_owned(),
            through => {
                let through = joined(through.iter().map(|open| name(open.file)), " and ");
                format!("{} would include itself, by way of {through}", name(known))
            }
        };
        finding.help = Some("put what both need into a file that includes neither".into());
        finding
    }

    /// Where the file is included, and where the file that does that, up to the script itself.
    fn way_to(&self, file: usize) -> impl Iterator<Item = Elsewhere> {
        let mut file = file;
        std::iter::from_fn(move || {
            let (from, span) = self.sites.get(file)?.clone()?;
            file = from;
            Some(Elsewhere { file, span, why: "included here".to_owned() })
        })
    }
}

/// For scripts that come without any files.
struct NoFiles;

impl Files for NoFiles {
    fn locate(&mut self, _: &str, _: &str) -> Result<String, String> {
        Err("there is no way from here to other files".to_owned())
    }

    fn text(&mut self, _: &str) -> Result<String, String> {
        Err("there is no way from here to other files".to_owned())
    }
}
