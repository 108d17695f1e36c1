//! What is explored: a circuit, a rule-book, and what has to be looked at in every state for the
//! properties of the book.

use std::sync::Arc;

use kiber_engine::Simulator;
use kiber_netlist::Circuit;

use crate::book::{Condition, Moment, PropertyKind, RuleBook};
use crate::layout::Layout;
use crate::races::{Level, Question};

/// A condition that is looked at for a property.
#[derive(Clone, Debug)]
pub(crate) struct Watched {
    pub(crate) condition: Condition,
    pub(crate) use_of: Use,
}

/// What a watched condition is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// It must hold at no checked moment.
    Never { property: usize },
    /// The first term of such a condition; if it never holds, the property says nothing.
    First { property: usize },
    /// It must hold in no counted state.
    Unreachable { property: usize },
    /// Where it holds has to be known for every state.
    EveryState,
}

/// The circuit, the book, and the properties made ready to be looked at.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) circuit: Arc<Circuit>,
    pub(crate) book: Arc<RuleBook>,
    pub(crate) layout: Layout,
    pub(crate) watched: Vec<Watched>,
    /// By property: the bit of the watched condition it needs in every state.
    pub(crate) every_state: Vec<Option<usize>>,
    /// The properties about races, each with its question.
    pub(crate) judged: Vec<(usize, Question)>,
    pub(crate) keep_edges: bool,
}

impl Model {
    pub(crate) fn new(circuit: Arc<Circuit>, book: Arc<RuleBook>, tolerance: f64, keep_edges: bool) -> Self {
        let layout = Layout::new(&Simulator::new(Arc::clone(&circuit)), &book.variables);
        let mut model = Self {
            layout,
            watched: Vec::new(),
            every_state: vec![None; book.properties.len()],
            judged: Vec::new(),
            keep_edges,
            circuit,
            book: Arc::clone(&book),
        };
        for (property, asked) in book.properties.iter().enumerate() {
            let mut watch = |condition: &Condition, use_of| {
                model.watched.push(Watched { condition: condition.clone(), use_of });
                model.watched.len() - 1
            };
            match &asked.kind {
                PropertyKind::Never(condition) => {
                    watch(condition, Use::Never { property });
                    if let Some(first) = condition.first_term() {
                        watch(&first, Use::First { property });
                    }
                }
                PropertyKind::Unreachable(condition) => {
                    watch(condition, Use::Unreachable { property });
                }
                PropertyKind::AlwaysPossible(condition) | PropertyKind::Eventually(condition) => {
                    model.every_state[property] = Some(watch(condition, Use::EveryState));
                    model.keep_edges = true;
                }
                PropertyKind::AtMost { .. } => model.keep_edges = true,
                PropertyKind::NoRace(level) => model.judged.push((property, question(*level, tolerance))),
                PropertyKind::Settles | PropertyKind::NoShort => {}
            }
        }
        model
    }

    /// How many words the marks of a state take: a bit for each watched condition.
    pub(crate) fn mark_words(&self) -> usize {
        self.watched.len().div_ceil(64)
    }

    /// Works out which watched conditions hold.
    pub(crate) fn mark(&self, moment: Moment<'_>, marks: &mut Vec<u64>) {
        let start = marks.len();
        marks.resize(start + self.mark_words(), 0);
        for (index, watched) in self.watched.iter().enumerate() {
            if watched.condition.holds(moment) {
                marks[start + index / 64] |= 1 << (index % 64);
            }
        }
    }
}

pub(crate) fn question(level: Level, tolerance: f64) -> Question {
    Question { tolerance, ..Question::new(level) }
}
