//! Files that circuits name: whoever calls opens them, this crate does not.

/// Opens the files that circuits name with `file:`.
///
/// The reader asks [`locate`](Files::locate) for each way in which a file is named, and
/// [`text`](Files::text) once for each file.
///
/// ```
/// use kiber_netlist::{Files, beside, read_with};
///
/// struct Shelf;
/// impl Files for Shelf {
///     fn locate(&mut self, path: &str, from: &str) -> Result<String, String> {
///         Ok(beside(from, path))
///     }
///     fn text(&mut self, file: &str) -> Result<String, String> {
///         match file {
///             "lib/not.ron" => Ok(r#"Circuit(pins: ["+", "-", "in", "out"], parts: {
///                 "K1": Relay(coil: ("in", "-"), contacts: {"1": Break("+", "out")}),
///             })"#.to_owned()),
///             _ => Err("there is no such file".to_owned()),
///         }
///     }
/// }
///
/// let text = r#"Circuit(parts: {
///     "G1": Source(plus: "+", minus: "-"),
///     "S1": Button(contacts: {"1": Make("+", "a")}),
///     "U1": Use(file: "lib/not.ron", pins: {"+": "+", "-": "-", "in": "a", "out": "h"}),
///     "H1": Lamp(pins: ("h", "-")),
/// })"#;
/// let reading = read_with(text, "main.ron", &mut Shelf);
/// assert_eq!(reading.findings, []);
/// assert!(reading.circuit.unwrap().part("U1.K1").is_some());
/// assert_eq!(reading.files[0].name, "lib/not.ron");
/// ```
pub trait Files {
    /// The name of the file that the file `from` calls `path`. Two ways of naming one file have to
    /// give one name, and the file that everything begins with has the name given to
    /// [`read_with`](crate::read_with).
    ///
    /// # Errors
    /// Why there can be no such file, as the rest of a sentence: "there is no such file".
    fn locate(&mut self, path: &str, from: &str) -> Result<String, String>;

    /// The text of a file by the name that [`locate`](Files::locate) gave it.
    ///
    /// # Errors
    /// Why it cannot be read, as the rest of a sentence.
    fn text(&mut self, file: &str) -> Result<String, String>;

    /// Ways in which the file `from` could call the files that lie where `path` should be, to say which
    /// may have been meant; none if nobody knows.
    fn neighbours(&mut self, path: &str, from: &str) -> Vec<String> {
        let _ = (path, from);
        Vec::new()
    }
}

/// For texts that come without any files.
pub(crate) struct NoFiles;

impl Files for NoFiles {
    fn locate(&mut self, _: &str, _: &str) -> Result<String, String> {
        Err("there is no way from here to other files".to_owned())
    }

    fn text(&mut self, _: &str) -> Result<String, String> {
        Err("there is no way from here to other files".to_owned())
    }
}

/// A file that a circuit is partly in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// The name by which it was opened.
    pub name: String,
    /// All of it.
    pub text: String,
}

/// The path that `path` means in the file `from`, with `/` between folders: `circuits/or/or.ron` for
/// `../or/or.ron` in `circuits/and/and.ron`. By the letters alone: no file system is asked, so it is
/// for files that live nowhere else.
pub fn beside(from: &str, path: &str) -> String {
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut steps: Vec<&str> = Vec::new();
    for step in folder.split('/').chain(path.split('/')).filter(|step| !matches!(*step, "" | ".")) {
        match (step, steps.last()) {
            ("..", Some(&last)) if last != ".." => {
                steps.pop();
            }
            _ => steps.push(step),
        }
    }
    steps.join("/")
}

#[cfg(test)]
mod tests {
    use super::beside;

    #[track_caller]
    fn check(from: &str, path: &str, expected: &str) {
        assert_eq!(beside(from, path), expected);
    }

    #[test]
    fn paths_are_relative_to_the_file_that_names_them() {
        check("main.ron", "or.ron", "or.ron");
        check("", "./or.ron", "or.ron");
        check("a/b/main.ron", "../or.ron", "a/or.ron");
        check("a/main.ron", "../../or.ron", "../or.ron");
        check("../main.ron", "../b//or.ron", "../../b/or.ron");
    }
}
