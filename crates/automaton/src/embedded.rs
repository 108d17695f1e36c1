//! The circuits that the program carries with it.

/// A circuit shipped in the program.
#[derive(Clone, Copy, Debug)]
pub struct Embedded {
    /// The name by which commands know it: the folder's name in `circuits/`.
    pub name: &'static str,
    /// Its text.
    pub source: &'static str,
    /// The scripts beside it.
    pub scripts: &'static [Script],
}

/// A script shipped in the program.
#[derive(Clone, Copy, Debug)]
pub struct Script {
    /// The file's name without its ending.
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

    /// What the circuit is, in a line: its title.
    pub fn title(&self) -> String {
        kiber_netlist::read(self.source).circuit.map(|circuit| circuit.title).unwrap_or_default()
    }
}

macro_rules! circuits {
    ($($name:literal: [$($script:literal),* $(,)?],)*) => {
        /// Every circuit shipped in the program: the automaton first, then the others by name.
        pub const CIRCUITS: &[Embedded] = &[$(Embedded {
            name: $name,
            source: include_str!(concat!("../../../circuits/", $name, "/", $name, ".ron")),
            scripts: &[$(Script {
                name: $script,
                source: include_str!(concat!("../../../circuits/", $name, "/", $script, ".script")),
            }),*],
        }),*];
    };
}

circuits! {
    "article": ["game", "held-punishment", "lesson", "mains", "one-move", "operator-errors"],
    "full-memory": ["eight-losses", "last-move-first"],
    "no-diodes": ["kept-by-16-ma", "three-in-series"],
    "race": ["quick-finger", "starved", "two-for-one"],
    "and-gate": ["truth-table"],
    "bridge": ["diagonals"],
    "buzzer": ["buzzing"],
    "coils-in-series": ["half-the-voltage"],
    "differential": ["leakage"],
    "diode-or": ["which-one"],
    "emergency-stop": ["faults", "sound"],
    "first-come": ["by-a-hair"],
    "forward-reverse": ["reversing", "stuck-armature", "welded-contact"],
    "full-adder": ["truth-table"],
    "hysteresis": ["ten-and-six"],
    "jump-start": ["chatter"],
    "lamp-feeds-coil": ["way-back"],
    "make-before-break": ["over-and-back"],
    "one-shot": ["pulse"],
    "or-gate": ["truth-table"],
    "overlap-short": ["over-and-back"],
    "polarity": ["three-orders"],
    "ring": ["running", "second-start"],
    "self-hold": ["how-short", "set-and-break"],
    "sequence-lock": ["in-order", "out-of-order"],
    "stairway": ["up-and-down"],
    "start-stop": ["start-and-stop"],
    "three-relay-toggle": ["pulse-length", "push-push"],
    "two-relay-toggle": ["push-push", "short-touch"],
    "two-supplies": ["one-wire-and-two"],
    "xor-gate": ["hazard", "truth-table"],
}
