//! Levels 2 and 3: every order in which relays may move, one at a time.

use kiber_engine::{Place, Stroke};

use super::ends::ends;
use super::groups::groups;
use super::tell::{Chosen, choose};
use super::web::Space;
use super::{Case, Judge, Staged, Unjudged};

/// After so many moves without a choice it is worth looking whether they go round in circles.
const LONG_CHAIN: usize = 256;

impl Judge {
    /// Judges every order of moves from where the untimed circuit stands.
    pub(super) fn orders(&mut self, case: Case<'_>) -> Staged {
        let mut made = Vec::new();
        if self.without_choice(&mut made) {
            return Staged::Clean { rests: true };
        }
        let start: Vec<Place> = self.untimed.places().to_vec();
        let mut graph = std::mem::take(&mut self.graph);
        let mut staged = Staged::Clean { rests: false };
        for group in groups(&self.untimed, self.question.reduce) {
            graph.explore(&mut self.untimed, &group, &self.stops, false, self.question.most_states);
            // Where a fuse may blow, nothing that follows is known.
            if let Some(fuse) = graph.overloaded {
                staged = Staged::GaveUp(Unjudged::Fuse(fuse));
                break;
            }
            let ends = ends(graph.web(), group.members.len());
            if ends.len() > 1 {
                let nominal = self.nominal_end(&graph, &ends);
                if let Some(witness) = choose(&graph, nominal, &ends) {
                    staged = Staged::Critical(Box::new(self.tell(case, &graph, &Chosen { witness, made })));
                    break;
                }
            }
            if !graph.web().is_whole() {
                staged = Staged::GaveUp(Unjudged::TooManyOrders);
            }
            self.untimed.put(start.iter().copied().enumerate());
        }
        self.graph = graph;
        staged
    }

    /// Moves on for as long as there is only one move to make; true if it comes to rest so.
    pub(super) fn without_choice(&mut self, made: &mut Vec<(usize, Stroke)>) -> bool {
        let count = self.untimed.count();
        while made.len() < LONG_CHAIN && self.untimed.overloaded().is_none() {
            let mut restless = (0..count).filter(|&mechanism| self.untimed.is_restless(mechanism));
            let Some(mechanism) = restless.next() else { return true };
            if restless.next().is_some() {
                return false;
            }
            let mut moves = self.stops.moves(&self.untimed, mechanism);
            let (Some((stroke, to)), None) = (moves.next(), moves.next()) else { return false };
            made.push((mechanism, stroke));
            self.untimed.put([(mechanism, to)]);
        }
        false
    }
}
