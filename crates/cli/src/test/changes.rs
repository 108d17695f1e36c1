//! What a changed trace says that the golden one did not.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use kiber_trace::diff::{self, Difference, Layout, Listener, Options};
use kiber_trace::written::ReadError;

use super::comparer::FirstLines;
use super::suite::shown;
use super::trial::Ready;
use crate::words::{plain, wrapped};

/// The most differences that are kept to be told.
const MOST: usize = 20;

/// A trace that has changed.
#[derive(Clone, Debug)]
pub(super) struct Changes {
    pub(super) first: FirstLines,
    /// The differences by meaning, as many as a person reads.
    pub(super) differences: Vec<Difference>,
    /// How many more there are.
    pub(super) more: u64,
    /// What they come to; none when the golden trace cannot be read as one, or says the same in other lines.
    pub(super) summary: Option<String>,
    /// The line at which the golden trace is damaged or cut off, and what is wrong there.
    pub(super) damaged: Option<(u64, String)>,
}

impl Changes {
    /// Compares the golden trace with what the script does now.
    pub(super) fn new(ready: &Ready, golden: &Path, first: FirstLines) -> Self {
        let mut changes = Self { first, differences: Vec::new(), more: 0, summary: None, damaged: None };
        // Where that fails, the first lines that differ must do.
        if let Ok(Some(summary)) = changes.compare(ready, golden) {
            changes.summary = Some(summary);
        }
        changes
    }

    fn compare(&mut self, ready: &Ready, golden: &Path) -> io::Result<Option<String>> {
        let new = Temporary::new();
        let mut out = io::BufWriter::new(File::create_new(&new.path)?);
        ready.write(&mut out)?;
        out.flush()?;
        let (mut was, mut is) = (BufReader::new(File::open(golden)?), BufReader::new(File::open(&new.path)?));
        let compared = diff::compare(&mut was, &mut is, &Options::default(), self);
        if let Err(diff::Error::First(ReadError::Damaged(error))) = &compared {
            self.damaged = Some((error.line as u64, error.message.clone()));
        }
        Ok(compared.ok().filter(|summary| !summary.is_same()).map(|summary| summary.to_string()))
    }

    /// What differs by meaning, and the first lines that do.
    pub(super) fn tell(&self, out: &mut dyn Write, golden: &Path, color: bool) -> io::Result<()> {
        if let Some((line, message)) = &self.damaged {
            writeln!(out, "  {}:{line}: the trace that was kept is no whole trace:", shown(golden))?;
            for line in wrapped(&plain(message), 76) {
                writeln!(out, "    {line}")?;
            }
        }
        let mut layout = Layout::new(color);
        for difference in &self.differences {
            layout
                .lines(difference)
                .lines()
                .try_for_each(|line| writeln!(out, "{}", format!("  {line}").trim_end()))?;
        }
        if self.more > 0 {
            writeln!(out, "     … and {} more", self.more)?;
        }
        if let Some(summary) = &self.summary {
            writeln!(out, "  {summary}")?;
        }
        self.first.tell(out, &shown(golden))
    }
}

impl Listener for Changes {
    fn difference(&mut self, difference: Difference) {
        if self.differences.len() < MOST {
            self.differences.push(difference);
        } else {
            self.more += 1;
        }
    }
}

impl FirstLines {
    /// The first line that differs, as it was and as it is.
    pub(super) fn tell(&self, out: &mut dyn Write, golden: &str) -> io::Result<()> {
        let Self { line, section, was, is } = self;
        match section.is_empty() {
            true => writeln!(out, "  {golden}:{line}")?,
            false => writeln!(out, "  {golden}:{line}, in `{}`", plain(section))?,
        }
        for (sign, line) in [("-", was), ("+", is)] {
            match line {
                Some(line) => writeln!(out, "  {}", format!("{sign} {}", plain(line)).trim_end())?,
                None => writeln!(out, "  {sign} (its end)")?,
            }
        }
        writeln!(out)
    }
}

/// A file that is gone when it is not needed any more.
struct Temporary {
    path: PathBuf,
}

impl Temporary {
    fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Self { path: std::env::temp_dir().join(format!("kiber-test-{}-{number}.trace", std::process::id())) }
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // What cannot be removed the system removes some day.
        let _ = std::fs::remove_file(&self.path);
    }
}
