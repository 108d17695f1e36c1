//! How fast the explorer is, beside another explicit-state model checker over the same engine.
//!
//! ```text
//! cargo run --release --manifest-path tests/stateright/Cargo.toml
//! ```
//!
//! The model is any operator of the automaton: V1..V8 flipped, KN1, KN2 and KN4 pressed, in every
//! state that can be reached. Both look at it with two threads, in turn, three times; the medians and
//! their ratio are printed. A word is the number of times instead of three.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Instant;

use kiber_engine::{Action, Simulator};
use kiber_explore::book::RuleBook;
use kiber_explore::{Options, explore};
use kiber_netlist::Circuit;
use stateright::{Checker, Model, Property};

const THREADS: usize = 2;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let times = std::env::args().nth(1).map_or(Ok(3), |word| word.parse::<usize>())?.max(1);
    let text = include_str!("../../../circuits/article/article.ron");
    let circuit = Arc::new(kiber_netlist::read(text).circuit.ok_or("the circuit has errors")?);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..times {
        ours.push(kiber(&circuit)?);
        theirs.push(other(&circuit)?);
    }
    let (ours, theirs) = (median(ours), median(theirs));
    println!("kiber      {ours:.2} s");
    println!("stateright {theirs:.2} s (keeps 64-bit fingerprints, not states)");
    println!("ratio      {:.2}", theirs / ours);
    Ok(())
}

fn median(mut seconds: Vec<f64>) -> f64 {
    seconds.sort_by(f64::total_cmp);
    seconds[seconds.len() / 2]
}

fn kiber(circuit: &Arc<Circuit>) -> Result<f64, Failure> {
    let part = |name: &str| circuit.part(name).ok_or_else(|| format!("no part {name}"));
    let flips = (1..=8).map(|number| part(&format!("V{number}"))).collect::<Result<Vec<_>, _>>()?;
    let presses = ["KN1", "KN2", "KN4"].map(part).into_iter().collect::<Result<Vec<_>, _>>()?;
    let book = Arc::new(RuleBook::any_operator(circuit, &flips, &presses, false));
    let options = Options { threads: THREADS, ..Options::default() };
    let began = Instant::now();
    let explored = explore(Arc::clone(circuit), book, &options, &mut |_| true)?;
    let seconds = began.elapsed().as_secs_f64();
    println!("kiber:      {} states, {} transitions, {seconds:.2} s", explored.states(), explored.transitions());
    Ok(seconds)
}

/// Any operator as the other checker wants it; a state is a word of bits.
struct AnyOperator {
    circuit: Arc<Circuit>,
    steps: Vec<Vec<Vec<Action>>>,
}

thread_local! {
    static SIMULATOR: RefCell<Option<Simulator>> = const { RefCell::new(None) };
}

impl AnyOperator {
    fn new(circuit: &Arc<Circuit>) -> Result<Self, Failure> {
        let part = |name: &str| circuit.part(name).ok_or_else(|| format!("no part {name}"));
        let mut steps = Vec::new();
        for number in 1..=8 {
            steps.push(vec![vec![Action::Flip(part(&format!("V{number}"))?)]]);
        }
        for name in ["KN1", "KN2", "KN4"] {
            steps.push(vec![vec![Action::Press(part(name)?)], vec![Action::Free(part(name)?)]]);
        }
        Ok(Self { circuit: Arc::clone(circuit), steps })
    }

    fn with_simulator<T>(&self, work: impl FnOnce(&mut Simulator) -> T) -> T {
        SIMULATOR.with_borrow_mut(|simulator| {
            work(simulator.get_or_insert_with(|| {
                let mut simulator = Simulator::new(Arc::clone(&self.circuit));
                let _ = simulator.power_up(&mut ());
                simulator
            }))
        })
    }
}

impl Model for AnyOperator {
    type State = u64;
    type Action = usize;

    fn init_states(&self) -> Vec<u64> {
        self.with_simulator(|simulator| {
            assert_eq!(simulator.settled_words(), 1, "the automaton's state fits a word");
            let mut word = [0];
            simulator.write_settled(&mut word);
            vec![word[0]]
        })
    }

    fn actions(&self, _: &u64, actions: &mut Vec<usize>) {
        actions.extend(0..self.steps.len());
    }

    /// Without a property left to decide it would not search at all.
    fn properties(&self) -> Vec<Property<Self>> {
        vec![Property::always("it is a state", |_, _| true)]
    }

    fn next_state(&self, last: &u64, step: usize) -> Option<u64> {
        self.with_simulator(|simulator| {
            simulator.restore_settled(&[*last], 0);
            for actions in &self.steps[step] {
                simulator.act(actions, &mut ()).ok()?;
                let _ = simulator.settle(&mut ());
            }
            let mut word = [0];
            simulator.write_settled(&mut word).then_some(word[0])
        })
    }
}

fn other(circuit: &Arc<Circuit>) -> Result<f64, Failure> {
    let model = AnyOperator::new(circuit)?;
    let began = Instant::now();
    let checker = model.checker().threads(THREADS).spawn_bfs().join();
    let seconds = began.elapsed().as_secs_f64();
    println!("stateright: {} states, {} looked at, {seconds:.2} s", checker.unique_state_count(), checker.state_count());
    Ok(seconds)
}
