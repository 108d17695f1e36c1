//! Levels 1 and 4: what the clock may make of it.

use kiber_engine::Place;

use super::clockwork::Clockwork;
use super::ends::{End, ends};
use super::groups::{Group, groups};
use super::race::Race;
use super::schedule::schedule;
use super::tell::{Chosen, choose};
use super::web::{Edge, Space};
use super::witness::{Walk, Witness};
use super::{Case, Judge, Level, Staged, Unjudged};

/// What the clock makes of a group.
enum Timed {
    Clean,
    Critical(Vec<End>),
    GaveUp(Unjudged),
}

impl Judge {
    /// Judges every course of things within the relays' times.
    pub(super) fn times(&mut self, case: Case<'_>) -> Staged {
        if self.without_choice(&mut Vec::new()) {
            return Staged::Clean { rests: true };
        }
        let start: Vec<Place> = self.acted.clone();
        self.untimed.put(start.iter().copied().enumerate());
        let mut staged = Staged::Clean { rests: false };
        for group in groups(&self.untimed, self.question.reduce) {
            if !self.is_clean_in_every_order(&group) {
                self.untimed.put(start.iter().copied().enumerate());
                match self.group_in_time(case, &group) {
                    Staged::Clean { .. } => {}
                    Staged::GaveUp(why) => staged = Staged::GaveUp(why),
                    critical @ Staged::Critical(_) => return critical,
                }
            }
            self.untimed.put(start.iter().copied().enumerate());
        }
        staged
    }

    /// Whether no order at all matters, ties included: then no times matter either.
    fn is_clean_in_every_order(&mut self, group: &Group) -> bool {
        let mut graph = std::mem::take(&mut self.graph);
        graph.explore(&mut self.untimed, group, &self.stops, true, self.question.most_states);
        let clean = graph.web().is_whole() && ends(graph.web(), group.members.len()).len() < 2;
        self.graph = graph;
        clean
    }

    fn group_in_time(&mut self, case: Case<'_>, group: &Group) -> Staged {
        if self.under_way {
            return Staged::GaveUp(Unjudged::UnderWay);
        }
        let mut clockwork = Clockwork::default();
        // Nominal times leave nothing but ties to decide; other times come first, since they say more.
        let passes: &[bool] = if self.question.level == Level::Nominal { &[true] } else { &[false, true] };
        for &ties in passes {
            match self.run(&mut clockwork, group, ties) {
                Timed::Clean => {}
                Timed::GaveUp(why) => return Staged::GaveUp(why),
                Timed::Critical(ends) => {
                    let nominal = self.nominal_end(&clockwork, &ends);
                    let Some(witness) = choose(&clockwork, nominal, &ends) else {
                        return Staged::GaveUp(Unjudged::TooManyOrders);
                    };
                    return Staged::Critical(Box::new(self.tell_with_times(case, &clockwork, witness, ties)));
                }
            }
        }
        Staged::Clean { rests: false }
    }

    fn run(&mut self, clockwork: &mut Clockwork, group: &Group, ties: bool) -> Timed {
        let start: Vec<Place> = self.acted.clone();
        self.untimed.put(start.iter().copied().enumerate());
        clockwork.explore(&mut self.untimed, group, &self.bounds, ties, self.question.most_states);
        // Where a fuse may blow, nothing that follows is known.
        if let Some(fuse) = clockwork.overloaded {
            return Timed::GaveUp(Unjudged::Fuse(fuse));
        }
        let ends = ends(clockwork.web(), group.members.len());
        if ends.len() > 1 {
            Timed::Critical(ends)
        } else if clockwork.web().is_whole() {
            Timed::Clean
        } else {
            Timed::GaveUp(Unjudged::TooManyOrders)
        }
    }

    fn tell_with_times(&mut self, case: Case<'_>, clockwork: &Clockwork, witness: Witness, tie: bool) -> Race {
        let times = witness.walks.clone().map(|walk| times_of_turns(clockwork, &walk));
        let mut race = self.tell(case, clockwork, &Chosen { witness, made: Vec::new() });
        race.tie = tie;
        for (order, times) in race.orders.iter_mut().zip(times) {
            let turns = order.turns.iter_mut().chain(&mut order.round);
            for (turn, at) in turns.zip(times) {
                turn.at = Some(at);
            }
        }
        race
    }
}

/// When each turn of a walk happens; moves at one instant are a turn each.
fn times_of_turns(clockwork: &Clockwork, walk: &Walk) -> Vec<u64> {
    let moves: Vec<Edge> = walk.moves.iter().chain(&walk.round).copied().collect();
    let times = schedule(clockwork, &moves);
    let turns = moves.iter().zip(times).flat_map(|(edge, at)| clockwork.web().moves(edge).map(move |_| at));
    turns.collect()
}
