//! Everything that can be reached, and what it says about the properties of a rule-book.

use std::sync::Arc;

use kiber_netlist::Circuit;
use kiber_script::Player;

use crate::book::{Property, PropertyKind, RuleBook};
use crate::limits::{GaveUp, Limits, Progress};
use crate::model::Model;
use crate::problem::Problem;
use crate::races::refusal;
use crate::runs::Run;
use crate::search::{Space, search};
use crate::verdict::{Verdict, verdicts};
use crate::worker::Worker;

/// How to explore.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// How many threads look at states; results do not depend on it.
    pub threads: usize,
    /// How far the search may go.
    pub limits: Limits,
    /// For `NoRace(4)`: how far a time given as one number may vary either way, as a share: 0.2.
    pub tolerance: f64,
    /// Whether to keep the transitions even if no property needs them.
    pub keep_transitions: bool,
}

impl Default for Options {
    /// One thread, the usual limits, 20 %, no transitions but those that are needed.
    fn default() -> Self {
        Self { threads: 1, limits: Limits::default(), tolerance: 0.2, keep_transitions: false }
    }
}

/// Everything that a circuit and its operator can do.
///
/// States are numbered from 0, the state after power-up, in the order in which a breadth-first
/// search finds them; so none has a shorter run to it than one before it.
#[derive(Debug)]
pub struct Exploration {
    pub(crate) model: Model,
    pub(crate) space: Space,
    verdicts: Vec<Verdict>,
}

/// A transition: a rule used in a state, and where it led.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transition {
    /// The rule, by its place in the book.
    pub rule: usize,
    /// The state it led to.
    pub to: u32,
}

/// Explores everything that can be reached by the rules of a book, and judges its properties.
///
/// `watch` is told again and again how far it is, and ends the search by returning `false`.
///
/// # Errors
/// When a rule that is enabled cannot be done: a variable would leave its range, a button is pressed
/// that is already pressed. The book is wrong then, and nothing is proved or refuted. Or when it asks for
/// races of a circuit in which they cannot be judged.
pub fn explore(
    circuit: Arc<Circuit>,
    book: Arc<RuleBook>,
    options: &Options,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> Result<Exploration, Problem> {
    if book.rules.len() > usize::from(u16::MAX) {
        return Err(Problem::too_many_rules(book.rules.len()));
    }
    if let Some(rule) = book.rules.iter().position(|rule| rule.then.len() >= usize::from(u16::MAX)) {
        return Err(Problem::too_many_lines(&book, rule));
    }
    let asks_for_races = |property: &Property| matches!(property.kind, PropertyKind::NoRace(_));
    if book.properties.iter().any(asks_for_races)
        && let Some(refusal) = refusal(&circuit)
    {
        return Err(Problem::refused(refusal));
    }
    let model = Model::new(circuit, book, options.tolerance, options.keep_transitions);
    match search(&model, &options.limits, options.threads, watch) {
        Ok(space) => {
            let verdicts = verdicts(&model, &space);
            Ok(Exploration { model, space, verdicts })
        }
        Err(stuck) => Err(Problem::of(&model, stuck)),
    }
}

impl Exploration {
    /// The circuit.
    pub fn circuit(&self) -> &Arc<Circuit> {
        &self.model.circuit
    }

    /// The rule-book.
    pub fn book(&self) -> &Arc<RuleBook> {
        &self.model.book
    }

    /// How many states were found: settled states of the circuit with values of the variables, each
    /// orbit counted as one.
    pub fn states(&self) -> u64 {
        self.space.store.len() as u64
    }

    /// How many transitions were looked at: a rule used in a state, played to rest.
    pub fn transitions(&self) -> u64 {
        self.space.transitions
    }

    /// How many of the states are orbits: the circuit never settles there.
    pub fn orbits(&self) -> u64 {
        self.space.orbits
    }

    /// How many states were found and not looked at; 0 unless the search gave up.
    pub fn open(&self) -> u64 {
        self.states() - u64::from(self.space.expanded)
    }

    /// Why not everything was seen, if so.
    pub fn gave_up(&self) -> Option<GaveUp> {
        self.space.gave_up
    }

    /// What became of each property, in the order of the book.
    pub fn verdicts(&self) -> &[Verdict] {
        &self.verdicts
    }

    /// Whether a rule was ever enabled.
    pub fn was_enabled(&self, rule: usize) -> bool {
        self.space.fired.get(rule).copied().unwrap_or(false)
    }

    /// About how many bytes states and transitions take.
    pub fn bytes(&self) -> u64 {
        self.space.bytes() as u64
    }

    /// The transitions from a state; none unless they were kept.
    pub fn transitions_from(&self, state: u32) -> impl Iterator<Item = Transition> + '_ {
        self.space.edges.iter().flat_map(move |edges| {
            edges.of(state).map(|edge| Transition { rule: usize::from(edges.rule(edge)), to: edges.target(edge) })
        })
    }

    /// The shortest run to a state.
    pub fn run_to(&self, state: u32) -> Run {
        Run::to(&self.space, state)
    }

    /// A running circuit that can be put into the states found.
    pub fn visitor(&self) -> Visitor<'_> {
        Visitor { exploration: self, worker: Worker::new(&self.model) }
    }
}

/// Looks at states that were found.
#[derive(Debug)]
pub struct Visitor<'a> {
    exploration: &'a Exploration,
    worker: Worker,
}

impl Visitor<'_> {
    /// Puts the circuit into a state; returns it with the values of the variables. A number that is no
    /// state leaves everything as it is.
    pub fn visit(&mut self, state: u32) -> (&mut Player, &[i64]) {
        let Exploration { model, space, .. } = self.exploration;
        if (state as usize) < space.store.len() {
            self.worker.stand(model, &space.odd, space.store.state(state));
        }
        (&mut self.worker.player, &self.worker.values)
    }
}
