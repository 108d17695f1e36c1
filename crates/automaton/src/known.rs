//! Which strategies a circuit answers by, where they are known in plain Rust.

use std::sync::Arc;

use kiber_bachet::{Comparison, Conduct, Rules, Strategies, compare};

use crate::machine::Machine;

/// How many honest games a circuit must play as its strategies do before they count as known; the
/// built-in machines have fewer.
const ENOUGH_GAMES: u64 = 2_000;

impl Machine {
    /// The plain strategies by which the circuit answers: the article's, or those of a machine with a
    /// memory relay for every strategy; `None` if it plays by none of them.
    ///
    /// They are found by the number of memory relays and held against the circuit, from power-up,
    /// over all honest games of the built-in machines and the first 2,000 of greater ones.
    pub fn known_strategies(&self) -> Option<Strategies> {
        let rules = self.rules();
        let every_move = Strategies::every_move(rules).ok();
        let articles = [Strategies::article(), Strategies::full_memory()];
        let articles = articles.into_iter().filter(|_| rules == Rules::ARTICLE);
        let memory_relays = self.roles().memory.len();
        let mut candidates = articles.chain(every_move).filter(|known| known.memory_relays() == memory_relays);
        candidates.find(|known| self.plays_by(known))
    }

    fn plays_by(&self, known: &Strategies) -> bool {
        let Ok(mut fresh) = Self::new(Arc::clone(self.circuit())) else { return false };
        let mut plain = kiber_bachet::Machine::new(known.clone());
        let compared = compare(&mut fresh, &mut plain, Conduct::Honest, |so_far| so_far.games >= ENOUGH_GAMES);
        !matches!(compared, Comparison::Differ(_))
    }
}
