//! Levels 2 and 3: every order in which relays may move, one at a time.

use kiber_engine::{Outcome as SimulatorOutcome, Place, Stroke};
use kiber_netlist::PartId;
use kiber_script::Turn;

use super::ends::{End, ends};
use super::graph::Edge;
use super::groups::groups;
use super::race::{Order, Outcome, Race};
use super::rival::{deciding_contact, options};
use super::witness::{Walk, witness};
use super::{Case, Judge, Level, Staged};

/// After so many moves without a choice it is worth looking whether they go round in circles.
const LONG_CHAIN: usize = 256;

/// A move that was made before there was a choice.
type Made = (usize, Stroke);

impl Judge {
    /// Judges every order of moves from where the untimed circuit stands.
    pub(super) fn orders(&mut self, case: Case<'_>) -> Staged {
        let mut made = Vec::new();
        self.acted.clear();
        self.acted.extend_from_slice(self.untimed.places());
        if self.without_choice(&mut made) {
            return Staged::Clean { rests: true };
        }
        let start: Vec<Place> = self.untimed.places().to_vec();
        let mut gave_up = false;
        for group in groups(&self.untimed, self.question.reduce) {
            let halves = |mechanism: usize| {
                self.question.level == Level::Overlap && self.halves.get(mechanism).copied().unwrap_or(false)
            };
            self.graph.explore(&mut self.untimed, &group.members, halves, self.question.most_states);
            let ends = ends(&self.graph);
            if ends.len() > 1 {
                return Staged::Critical(Box::new(self.race(case, &made, &ends)));
            }
            gave_up |= !self.graph.is_whole();
            self.untimed.put(start.iter().copied().enumerate());
        }
        if gave_up { Staged::GaveUp } else { Staged::Clean { rests: false } }
    }

    /// Moves on for as long as there is only one move to make; true if it comes to rest so.
    fn without_choice(&mut self, made: &mut Vec<Made>) -> bool {
        let overlap = self.question.level == Level::Overlap;
        let count = self.untimed.count();
        while made.len() < LONG_CHAIN {
            let mut restless = (0..count).filter(|&mechanism| self.untimed.is_restless(mechanism));
            let Some(mechanism) = restless.next() else { return true };
            if restless.next().is_some() {
                return false;
            }
            let strokes: &[Stroke] = if overlap && self.halves.get(mechanism).copied().unwrap_or(false) {
                &[Stroke::Leaves, Stroke::Arrives, Stroke::FallsBack]
            } else {
                &[Stroke::Whole]
            };
            let mut moves =
                strokes.iter().filter_map(|&stroke| Some((stroke, self.untimed.destination(mechanism, stroke)?)));
            let (Some((stroke, to)), None) = (moves.next(), moves.next()) else { return false };
            made.push((mechanism, stroke));
            self.untimed.put([(mechanism, to)]);
        }
        false
    }

    /// Tells the race between two ends of the graph.
    fn race(&mut self, case: Case<'_>, made: &[Made], ends: &[End]) -> Race {
        let nominal = self.nominal_end(ends);
        let first = ends.get(nominal).or(ends.first());
        let others = ends.iter().enumerate().filter(|&(at, _)| at != nominal).map(|(_, end)| end);
        // The one with the shortest order against it says the most.
        let shortest = first
            .map(|first| others.map(|other| witness(&self.graph, first, other)))
            .and_then(|all| all.min_by_key(|witness| witness.walks.iter().map(|walk| walk.moves.len()).sum::<usize>()));
        let Some(found) = shortest else { return self.nameless(case) };
        let next = |walk: &Walk| walk.moves.get(found.common).copied();
        let [first_walk, second_walk] = &found.walks;
        let at = next(first_walk).or(next(second_walk)).map_or(0, |edge| edge.from);
        let (relays, contact) = self.rivals(first_walk, [next(first_walk), next(second_walk)], at);
        let orders = [(first_walk, second_walk), (second_walk, first_walk)].map(|(walk, other)| {
            let before = made.iter().map(|&(mechanism, stroke)| self.turn(mechanism, stroke));
            Order {
                turns: before.chain(walk.moves.iter().map(|edge| self.turn_of(edge))).collect(),
                round: walk.round.iter().map(|edge| self.turn_of(edge)).collect(),
                outcome: self.outcome(walk, other),
            }
        });
        Race {
            level: self.question.level,
            step: case.step.step().clone(),
            stage: case.stage,
            tie: false,
            relays,
            contact,
            orders,
            common: made.len() + found.common,
        }
    }

    fn nameless(&self, case: Case<'_>) -> Race {
        let order = || Order { turns: Vec::new(), round: Vec::new(), outcome: Outcome::Settles(Vec::new()) };
        Race {
            level: self.question.level,
            step: case.step.step().clone(),
            stage: case.stage,
            tie: false,
            relays: Vec::new(),
            contact: None,
            orders: [order(), order()],
            common: 0,
        }
    }

    /// Which of the ends the nominal times lead to, if any of them; otherwise the first.
    fn nominal_end(&mut self, ends: &[End]) -> usize {
        self.untimed.put(self.acted.iter().copied().enumerate());
        let mut nominal = self.untimed.timed();
        let rests = nominal.settle(&mut ()) == SimulatorOutcome::Settled;
        let place = |member: usize| self.part(member).map(|part| nominal.place(part));
        let is_there = |end: &End| {
            let state = end.states.first().copied().unwrap_or_default();
            let members = 0..self.graph.members.len();
            end.rests == rests
                && (!rests || members.into_iter().all(|member| place(member) == Some(self.graph.place(state, member))))
        };
        ends.iter().position(is_there).unwrap_or(0)
    }

    fn part(&self, member: usize) -> Option<PartId> {
        self.graph.members.get(member).and_then(|&mechanism| self.untimed.part(mechanism))
    }

    fn turn(&self, mechanism: usize, stroke: Stroke) -> Turn {
        let part = self.untimed.part(mechanism).unwrap_or(kiber_netlist::Id::from_index(0));
        Turn { part, stroke, at: None, together: false }
    }

    fn turn_of(&self, edge: &Edge) -> Turn {
        self.turn(self.graph.members.get(edge.member as usize).copied().unwrap_or_default(), edge.stroke)
    }

    /// What an order leads to, as against the other.
    fn outcome(&self, walk: &Walk, other: &Walk) -> Outcome {
        let members = 0..self.graph.members.len();
        let moves_in = |round: &[Edge], member: usize| round.iter().any(|edge| edge.member as usize == member);
        if !walk.round.is_empty() {
            let parts = members.filter(|&member| moves_in(&walk.round, member)).filter_map(|member| self.part(member));
            return Outcome::NeverSettles(parts.collect());
        }
        let differs = |&member: &usize| {
            self.graph.place(walk.end, member) != self.graph.place(other.end, member) || moves_in(&other.round, member)
        };
        let place = |member| Some((self.part(member)?, self.graph.place(walk.end, member)));
        Outcome::Settles(members.filter(differs).filter_map(place).collect())
    }

    /// Who competes in the state where two orders part, and the contact that decides.
    fn rivals(
        &mut self,
        walk: &Walk,
        parting: [Option<Edge>; 2],
        state: u32,
    ) -> (Vec<PartId>, Option<kiber_netlist::ContactId>) {
        let mut members: Vec<usize> = parting.iter().flatten().map(|edge| edge.member as usize).collect();
        members.dedup();
        // One that goes on or falls back competes with whoever made its coil change its mind.
        if let [member] = members.as_slice() {
            let member = *member;
            members.extend(self.who_changed(walk, member, state));
        }
        self.graph.stand_in(&mut self.untimed, state);
        let mechanism = |edge: &Edge| self.graph.members.get(edge.member as usize).copied().unwrap_or_default();
        let contact = match parting {
            [Some(first), Some(second)] if first.member != second.member => {
                let by = |mover: &Edge, other: &Edge| {
                    deciding_contact(&self.untimed, (mechanism(mover), mover.stroke), mechanism(other))
                };
                by(&first, &second).or_else(|| by(&second, &first))
            }
            _ => None,
        };
        let mut relays: Vec<PartId> = members.into_iter().filter_map(|member| self.part(member)).collect();
        relays.sort_unstable();
        relays.dedup();
        (relays, contact)
    }

    /// Whose move, the last before a state, changed what a member could do.
    fn who_changed(&mut self, walk: &Walk, member: usize, state: u32) -> Option<usize> {
        let mechanism = self.graph.members.get(member).copied()?;
        self.graph.stand_in(&mut self.untimed, state);
        let now = options(&self.untimed, mechanism);
        let until = walk.moves.iter().position(|edge| edge.from == state).unwrap_or(walk.moves.len());
        let before = walk.moves.get(..until).unwrap_or_default();
        let changer = before.iter().rev().find(|edge| {
            self.graph.stand_in(&mut self.untimed, edge.from);
            edge.member as usize == member || options(&self.untimed, mechanism) != now
        })?;
        (changer.member as usize != member).then_some(changer.member as usize)
    }
}
