//! The circuits that the program carries with it.

use kiber_netlist::{Files, Reading, beside, read_with};

/// A circuit shipped in the program.
#[derive(Clone, Copy, Debug)]
pub struct Embedded {
    /// The name by which commands know it: the folder's name in `circuits/`.
    pub name: &'static str,
    /// Its text.
    pub source: &'static str,
    /// The scripts beside it.
    pub scripts: &'static [Script],
    /// The rule-books beside it.
    pub books: &'static [Book],
}

/// A script shipped in the program.
#[derive(Clone, Copy, Debug)]
pub struct Script {
    /// The file's name without its ending.
    pub name: &'static str,
    /// Its text.
    pub source: &'static str,
}

/// A rule-book shipped in the program.
#[derive(Clone, Copy, Debug)]
pub struct Book {
    /// The file's name without its ending `.rules.ron`.
    pub name: &'static str,
    /// Its text.
    pub source: &'static str,
}

impl Embedded {
    /// The circuit of that name.
    pub fn find(name: &str) -> Option<&'static Self> {
        CIRCUITS.iter().find(|circuit| circuit.name == name)
    }

    /// The script of that name, with or without its ending.
    pub fn script(&self, name: &str) -> Option<&'static Script> {
        let name = name.strip_suffix(".script").unwrap_or(name);
        self.scripts.iter().find(|script| script.name == name)
    }

    /// The rule-book of that name, with or without its ending.
    pub fn book(&self, name: &str) -> Option<&'static Book> {
        let name = name.strip_suffix(".rules.ron").unwrap_or(name);
        self.books.iter().find(|book| book.name == name)
    }

    /// What the circuit is, in a line: its title.
    pub fn title(&self) -> String {
        self.read().circuit.map(|circuit| circuit.title).unwrap_or_default()
    }

    /// Reads it, with what it takes from other circuits shipped in the program.
    pub fn read(&self) -> Reading {
        read_with(self.source, &self.path(), &mut Shipped)
    }

    /// The scripts beside it, and those of the other circuits shipped in the program, as files that
    /// include each other: `include "common.script"`, `include "../start-stop/start-and-stop.script"`.
    pub fn files(&'static self) -> impl Files {
        ShippedScripts { of: self }
    }

    /// Where it lies in the repository, which is where its paths to others start.
    fn path(&self) -> String {
        format!("circuits/{0}/{0}.ron", self.name)
    }
}

/// The circuits shipped in the program, as files that name each other.
struct Shipped;

impl Files for Shipped {
    fn locate(&mut self, path: &str, from: &str) -> Result<String, String> {
        Ok(beside(from, path))
    }

    fn text(&mut self, file: &str) -> Result<String, String> {
        let found = CIRCUITS.iter().find(|circuit| circuit.path() == file);
        found.map(|circuit| circuit.source.to_owned()).ok_or_else(|| "the program carries no such file".to_owned())
    }
}

/// The scripts shipped in the program. Those of one circuit are called by the names of their files alone,
/// those of others with the folder before it.
struct ShippedScripts {
    of: &'static Embedded,
}

impl ShippedScripts {
    fn script(&self, file: &str) -> Option<&'static Script> {
        let (circuit, name) = match file.strip_prefix("../").and_then(|file| file.split_once('/')) {
            Some((folder, name)) => (Embedded::find(folder)?, name),
            None => (self.of, file),
        };
        circuit.script(name.strip_suffix(".script")?)
    }
}

impl Files for ShippedScripts {
    fn locate(&mut self, path: &str, from: &str) -> Result<String, String> {
        if path.starts_with('/') {
            return Err("an absolute path would be another file, or none, on the next machine".to_owned());
        }
        let file = beside(from, path);
        let own = format!("../{}/", self.of.name);
        Ok(file.strip_prefix(&own).map_or(file.clone(), str::to_owned))
    }

    fn text(&mut self, file: &str) -> Result<String, String> {
        let found = self.script(file);
        found.map(|script| script.source.to_owned()).ok_or_else(|| "the program carries no such script".to_owned())
    }

    fn neighbours(&mut self, _: &str, _: &str) -> Vec<String> {
        self.of.scripts.iter().map(|script| format!("{}.script", script.name)).collect()
    }
}

macro_rules! circuits {
    ($($name:literal: [$($script:literal),* $(,)?], [$($book:literal),* $(,)?],)*) => {
        /// Every circuit shipped in the program: the automaton first, then the others by name.
        pub const CIRCUITS: &[Embedded] = &[$(Embedded {
            name: $name,
            source: include_str!(concat!("../../../circuits/", $name, "/", $name, ".ron")),
            scripts: &[$(Script {
                name: $script,
                source: include_str!(concat!("../../../circuits/", $name, "/", $script, ".script")),
            }),*],
            books: &[$(Book {
                name: $book,
                source: include_str!(concat!("../../../circuits/", $name, "/", $book, ".rules.ron")),
            }),*],
        }),*];
    };
}

circuits! {
    "article": ["game", "held-punishment", "lesson", "mains", "one-move", "operator-errors"], ["any-operator", "honest", "operator-errors", "punishment"],
    "full-memory": ["eight-losses", "last-move-first"], ["honest"],
    "no-diodes": ["kept-by-16-ma", "three-in-series"], ["honest", "races"],
    "race": ["quick-finger", "starved", "two-for-one"], ["honest", "punishment"],
    "and-gate": ["truth-table"], ["any"],
    "binary-counter": ["count"], ["count"],
    "bridge": ["diagonals"], ["any"],
    "buzzer": ["buzzing"], ["any", "settles"],
    "cam-divider": ["eight-pulses"], ["count"],
    "code-lock": ["code"], ["code"],
    "coils-in-series": ["half-the-voltage"], ["any", "two-fingers"],
    "decoder": ["one-of-eight"], ["any"],
    "dial-counter": ["coming-home", "hanging-up", "seven"], ["dialling"],
    "differential": ["leakage"], ["any", "reset"],
    "diode-matrix": ["diode-off", "ten-keys"], ["one-key"],
    "diode-or": ["which-one"], ["any", "sneak-path"],
    "either-or": ["two-answers"], ["any", "at-once"],
    "emergency-stop": ["faults", "sound"], ["any", "one-fault"],
    "first-come": ["by-a-hair"], ["at-once", "fingers-down", "one-after-another"],
    "flasher": ["flashes"], ["any"],
    "forward-reverse": ["reversing", "stuck-armature", "welded-contact"], ["any"],
    "four-relay-toggle": ["push-push", "too-slow"], ["push-push", "races"],
    "full-adder": ["truth-table"], ["any"],
    "half-adder-twice": ["lost-carry", "truth-table"], ["any"],
    "hysteresis": ["ten-and-six"], ["any"],
    "impulse-stairway": ["three-buttons"], ["any"],
    "jump-start": ["chatter"], ["cable-first", "flat-battery"],
    "lamp-feeds-coil": ["way-back"], ["any", "loose-wire"],
    "latching": ["both-coils", "power-failure"], ["any"],
    "lift": ["from-the-top", "on-the-way", "one-ride"], ["calls"],
    "make-before-break": ["over-and-back"], ["any", "break-before-make"],
    "master-slave": ["lost-between-contacts", "push-push"], ["push-push", "races"],
    "multiplexer": ["choices"], ["any"],
    "off-delay-fan": ["overrun"], ["any"],
    "one-shot": ["pulse"], ["any", "pulse"],
    "or-gate": ["truth-table"], ["any"],
    "overlap-short": ["over-and-back"], ["any", "overlap"],
    "polarity": ["three-orders"], ["any"],
    "railway-block": ["a-train", "what-fails"], ["any"],
    "ring": ["running", "second-start"], ["settles", "step-by-step"],
    "ripple-adder": ["carry", "sums"], ["any"],
    "score-reel": ["scoring"], ["adding"],
    "self-hold": ["how-short", "set-and-break"], ["any"],
    "sequence-lock": ["in-order", "out-of-order"], ["any", "in-order"],
    "set-reset": ["both-pressed", "set-and-reset"], ["any", "at-once"],
    "shared-contact-adder": ["cut", "sneak-path"], ["seven-lines", "truth-table"],
    "shift-register": ["no-overlap", "shifting"], ["register"],
    "shorted-winding": ["held-longer"], ["short-breaks"],
    "slow-release": ["almost-a-second"], ["short-breaks"],
    "stairway": ["up-and-down"], ["any"],
    "star-delta": ["star-sticks", "starting"], ["any"],
    "start-stop": ["start-and-stop"], ["any", "power-failure"],
    "stove-switch": ["four-heats"], ["any"],
    "telegraph": ["marks-and-spaces"], ["any"],
    "three-relay-toggle": ["pulse-length", "push-push"], ["push-push", "races"],
    "three-switch-stairway": ["three-floors", "wire-off"], ["any"],
    "traffic-light": ["round"], ["crossing"],
    "two-fuses": ["blown", "overloaded"], ["any"],
    "two-relay-toggle": ["push-push", "short-touch"], ["push-push"],
    "two-supplies": ["one-wire-and-two"], ["any"],
    "xor-gate": ["hazard", "truth-table"], ["any"],
}
