//! What can be typed after `kiber timing`, and what it means.

use std::path::PathBuf;

use clap::Args;
use kiber_engine::Micros;

use crate::arguments::svg_name;
use crate::problem::Problem;
use crate::source::which_script;

/// What is typed.
#[derive(Args, Debug)]
pub(crate) struct Typed {
    #[arg(value_name = "CIRCUIT", help = "A file, or the name of a built-in circuit")]
    circuit: PathBuf,
    /// Parts, contacts (K1/2) and ranges (L1..L8) [default: what moved]
    #[arg(value_name = "PART")]
    parts: Vec<String>,
    /// A file, or a script of the built-in circuit
    #[arg(long, short, value_name = "SCRIPT")]
    script: Option<PathBuf>,
    /// Write a picture there; - is standard output
    #[arg(long = "output", short, value_name = "FILE.svg")]
    output: Option<PathBuf>,
    /// Begin here, as in 40ms or 1.5s
    #[arg(long, value_name = "TIME", value_parser = time)]
    from: Option<Micros>,
    /// End here
    #[arg(long, value_name = "TIME", value_parser = time)]
    to: Option<Micros>,
    /// Only these actions, as in 3 or 2..5; 0 is power-up
    #[arg(long, value_name = "N", value_parser = sections, conflicts_with_all = ["from", "to"])]
    section: Option<(usize, usize)>,
    /// Width in letters [80], or in pixels with -o [960]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(40..=10_000))]
    width: Option<u32>,
    /// Write nothing but ASCII letters
    #[arg(long, conflicts_with = "output")]
    ascii: bool,
    /// Show long pauses at their length
    #[arg(long)]
    whole: bool,
    /// So many parts, if none are named
    #[arg(long, value_name = "N", default_value_t = 12)]
    most: usize,
}

/// What is meant.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(super) circuit: PathBuf,
    pub(super) script: PathBuf,
    pub(super) parts: Vec<String>,
    pub(super) output: Option<PathBuf>,
    pub(super) stretch: Stretch,
    pub(super) width: Option<u32>,
    pub(super) ascii: bool,
    pub(super) whole: bool,
    pub(super) most: usize,
}

/// What part of the run is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stretch {
    /// From an instant to another, as far as they are given.
    Times(Option<Micros>, Option<Micros>),
    /// From one action to another.
    Sections(usize, usize),
}

impl Typed {
    pub(crate) fn settle(self) -> Result<Asked, Problem> {
        let Self { circuit, parts, script, output, from, to, section, width, ascii, whole, most } = self;
        let script = script.ok_or_else(|| Problem::Message(which_script(&circuit, "timing")))?;
        if let (Some(from), Some(to)) = (from, to)
            && to <= from
        {
            return Err(Problem::message("--to has to be later than --from"));
        }
        output.as_deref().map_or(Ok(()), |file| svg_name("-o", file))?;
        let stretch = match section {
            Some((first, last)) => Stretch::Sections(first, last),
            None => Stretch::Times(from, to),
        };
        Ok(Asked { circuit, script, parts, output, stretch, width, ascii, whole, most })
    }
}

/// `40ms`, `1.5s`, `800us`, or a number of milliseconds.
fn time(text: &str) -> Result<Micros, String> {
    const UNITS: [(&str, f64); 3] = [("us", 1.0), ("ms", 1e3), ("s", 1e6)];
    let unit = UNITS.into_iter().find_map(|(unit, micros)| Some((text.strip_suffix(unit)?.trim_end(), micros)));
    let (number, micros) = unit.unwrap_or((text, 1e3));
    match number.parse::<f64>() {
        Ok(number) if (0.0..1e12).contains(&number) => Ok((number * micros).round() as Micros),
        _ => Err("a time is due here, as in 40ms, 1.5s or 800us".to_owned()),
    }
}

/// `3`, or `2..5`.
fn sections(text: &str) -> Result<(usize, usize), String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    match (first.trim().parse(), last.trim().parse()) {
        (Ok(first), Ok(last)) if first <= last => Ok((first, last)),
        _ => Err("the number of an action is due here, or two as in 2..5".to_owned()),
    }
}
