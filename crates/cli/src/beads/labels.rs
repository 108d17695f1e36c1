//! `kiber beads labels`: labels for real matchboxes.

use std::path::{Path, PathBuf};

use kiber_beads::Labels;

use super::which::{Which, as_json, boxes, described, title, write};
use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;
use crate::words::{count, heading, plain, wrapped};

/// What was asked for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Labelling {
    pub(crate) which: Which,
    pub(crate) output: Option<PathBuf>,
}

pub(super) fn run(io: &mut Io<'_>, manner: Manner, asked: &Labelling) -> Result<ExitStatus, Problem> {
    let saved = asked.which.machine()?;
    let learner = &saved.learner;
    let labels = Labels { cabinet: &learner.cabinet, contents: &learner.contents };
    if asked.output.as_deref().is_some_and(|file| file.to_str() == Some("-")) {
        let why = match labels.pages() {
            _ if manner.json => "the labels and the JSON report cannot both go to standard output; give -o a file",
            0 | 1 => "",
            _ => "so many labels take several pages, and standard output is one; give -o a file",
        };
        if !why.is_empty() {
            return Err(Problem::message(why));
        }
        io.output.write_all(labels.page(0).as_bytes())?;
        return Ok(ExitStatus::SUCCESS);
    }
    let files = asked.output.as_deref().map(|file| names(file, labels.pages())).unwrap_or_default();
    for (page, file) in files.iter().enumerate() {
        write(file, &labels.page(page))?;
    }
    let shown: Vec<String> = files.iter().map(|file| plain(&file.display().to_string())).collect();
    if manner.json {
        let mut value = as_json(&saved);
        value["files"] = shown.into();
        value["labels"] = labels.to_text().lines().skip(1).map(str::trim_end).collect();
        writeln!(io.output, "{value:#}")?;
        return Ok(ExitStatus::SUCCESS);
    }
    match (&shown[..], shown.last()) {
        ([], _) | (_, None) => {
            writeln!(io.output, "{}\n", heading(&title(&learner.cabinet), manner.color))?;
            for line in wrapped(&described(&saved), 80) {
                writeln!(io.output, "{line}")?;
            }
            writeln!(io.output, "\n{}", labels.to_text().trim_end())?;
        }
        ([file], _) => writeln!(io.output, "{file}: the labels of {}", boxes(&learner.cabinet))?,
        ([first, ..], Some(last)) => {
            let pages = count(files.len() as u64, "page");
            writeln!(io.output, "{first} to {last}: the labels of {} on {pages}", boxes(&learner.cabinet))?;
        }
    }
    Ok(ExitStatus::SUCCESS)
}

/// A file, or one for each page: `menace-01.svg`, `menace-02.svg`.
fn names(file: &Path, pages: usize) -> Vec<PathBuf> {
    if pages <= 1 {
        return vec![file.to_path_buf()];
    }
    let digits = pages.to_string().len();
    let name = |page: usize| {
        let mut name = file.file_stem().unwrap_or_default().to_os_string();
        name.push(format!("-{page:0digits$}"));
        if let Some(ending) = file.extension() {
            name.push(".");
            name.push(ending);
        }
        file.with_file_name(name)
    };
    (1..=pages).map(name).collect()
}
