//! The endgame table of a solution: built, or read from a file and checked.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;
use std::time::{Duration, Instant};

use kiber_kalah::{EndgameTable, Position, Rules, Side};
use serde_json::{Value, json};

use crate::bounds::Bounds;
use crate::problem::Problem;
use crate::watch::Watch;
use crate::whole_file::WholeFile;
use crate::words::grouped;

/// A table, and whether it was made just now.
pub(super) struct Table {
    pub(super) table: EndgameTable,
    pub(super) built: bool,
}

impl Table {
    /// How many positions it has, and bytes.
    pub(super) fn positions(&self) -> u64 {
        EndgameTable::positions(self.table.pits(), self.table.stones()).unwrap_or_default()
    }

    pub(super) fn as_json(&self) -> Value {
        json!({"stones": self.table.stones(), "positions": self.positions(), "built": self.built})
    }
}

/// The table for a game from that position: from the file, if it is there, or else built, and written to
/// the file; none if no table is worth its while, or there was no time to build it.
///
/// A table that nobody asked for by a file takes up at most so many bytes, and no large share of the time.
pub(super) fn table(
    rules: Rules,
    position: &Position,
    file: Option<&Path>,
    bounds: Bounds,
    most_bytes: u64,
    watch: &mut Watch<'_>,
) -> Result<Option<Table>, Problem> {
    if let Some(path) = file
        && path.exists()
    {
        return Ok(Some(Table { table: read(rules, position, path)?, built: false }));
    }
    let pits = position.pits();
    let in_pits = position.total() - position.kalah(Side::South) - position.kalah(Side::North);
    let threads = bounds.threads;
    let most_time = bounds.most_time.filter(|_| file.is_none());
    // A byte a position.
    let most_bytes = most_time.map_or(most_bytes, |most| most_bytes.min(positions_in(most.mul_f64(SHARE), threads)));
    let stones = EndgameTable::worthwhile(pits, in_pits, most_bytes);
    if stones == 0 && file.is_none() {
        return Ok(None);
    }
    // The file is begun first, so that nothing is built that cannot be written.
    let whole = file.map(WholeFile::create).transpose()?;
    let latest = most_time.and_then(|most| Instant::now().checked_add(most.mul_f64(2.0 * SHARE)));
    let built = EndgameTable::build(rules, pits, stones, threads, |done, of| {
        watch.show_share(done, of, || format!("endgames with up to {stones} stones: {}", grouped(done)));
        // On a slow machine the solver goes on without.
        !watch.may_go_on() || latest.is_some_and(|latest| Instant::now() >= latest)
    });
    let Some(table) = built else { return Ok(None) };
    if let (Some(path), Some(mut whole)) = (file, whole) {
        let cannot = |error: io::Error| Problem::message(format!("cannot write `{}`: {error}", path.display()));
        table.write(&mut whole).map_err(cannot)?;
        whole.keep().map_err(cannot)?;
    }
    Ok(Some(Table { table, built: true }))
}

/// The share of the time that building a table should take; it may take twice as much.
const SHARE: f64 = 0.1;

/// How many positions of a table are built in that time, by so many threads.
fn positions_in(time: Duration, threads: usize) -> u64 {
    const BY_A_THREAD: f64 = 8e6;
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    (time.as_secs_f64() * BY_A_THREAD * threads.min(processors) as f64) as u64
}

fn read(rules: Rules, position: &Position, path: &Path) -> Result<EndgameTable, Problem> {
    let wrong = |why: &dyn std::fmt::Display| Problem::message(format!("{}: {why}", path.display()));
    let file = File::open(path).map_err(|error| wrong(&error))?;
    let table = EndgameTable::read(&mut BufReader::new(file)).map_err(|error| wrong(&error))?;
    if table.rules() != rules || table.pits() != position.pits() {
        let (of, pits) = (table.rules(), table.pits());
        let why = format!(
            "the table is for {of} rules with {pits} pits a side, and the game is {rules} with {}",
            position.pits()
        );
        return Err(wrong(&why));
    }
    Ok(table)
}
