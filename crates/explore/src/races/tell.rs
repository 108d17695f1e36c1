//! From two ways to end to a race that people can be told of.

use kiber_engine::{Outcome as SimulatorOutcome, Place, Stroke, Untimed};
use kiber_netlist::{ContactId, Id, PartId};
use kiber_script::Turn;

use super::ends::End;
use super::race::{Order, Outcome, Race};
use super::rival::{deciding_contact, options};
use super::web::{Edge, Space};
use super::witness::{Walk, Witness, witness};
use super::{Case, Judge};

/// Two orders of a space, chosen to be told.
pub(super) struct Chosen {
    pub(super) witness: Witness,
    /// The moves that were made before there was a choice, by number of the mechanism.
    pub(super) made: Vec<(usize, Stroke)>,
}

/// Chooses which two of the ends to tell of: the one that nominal times lead to, if it is among them,
/// and the one with the shortest orders against it.
pub(super) fn choose(space: &impl Space, nominal: usize, ends: &[End]) -> Option<Witness> {
    let members = space.members().len();
    let first = ends.get(nominal).or(ends.first())?;
    let others = ends.iter().filter(|end| *end != first);
    let length = |witness: &Witness| witness.walks.iter().map(|walk| walk.moves.len()).sum::<usize>();
    others.map(|other| witness(space.web(), members, first, other)).min_by_key(length)
}

impl Judge {
    /// The place among the ends of what nominal times lead to; the first if it is not among them.
    pub(super) fn nominal_end(&mut self, space: &impl Space, ends: &[End]) -> usize {
        let stood: Vec<Place> = self.untimed.places().to_vec();
        self.untimed.put(self.acted.iter().copied().enumerate());
        let mut nominal = self.untimed.timed();
        self.untimed.put(stood.into_iter().enumerate());
        let rests = nominal.settle(&mut ()) == SimulatorOutcome::Settled;
        let stands = |member: usize, state: u32| {
            part(&self.untimed, space, member).is_none_or(|part| nominal.place(part) == space.place(state, member))
        };
        let is_there = |end: &End| {
            let state = end.states.first().copied().unwrap_or_default();
            end.rests == rests && (!rests || (0..space.members().len()).all(|member| stands(member, state)))
        };
        ends.iter().position(is_there).unwrap_or(0)
    }

    /// Puts what was chosen into a race.
    pub(super) fn tell(&mut self, case: Case<'_>, space: &impl Space, chosen: &Chosen) -> Race {
        let Chosen { witness, made } = chosen;
        let next = |walk: &Walk| walk.moves.iter().chain(&walk.round).nth(witness.common).copied();
        let [first, second] = &witness.walks;
        let parting = [next(first), next(second)];
        let (relays, contact) = self.rivals(space, first, parting);
        let before: Vec<Turn> =
            made.iter().map(|&(mechanism, stroke)| turn(&self.untimed, mechanism, stroke)).collect();
        let orders = [(first, second), (second, first)].map(|(walk, other)| Order {
            turns: before.iter().copied().chain(turns(&self.untimed, space, &walk.moves)).collect(),
            round: turns(&self.untimed, space, &walk.round),
            outcome: outcome(&self.untimed, space, walk, other),
        });
        let common = turns(&self.untimed, space, first.moves.get(..witness.common).unwrap_or_default()).len();
        Race {
            level: self.question.level,
            step: case.step.step().clone(),
            stage: case.stage,
            tie: false,
            relays,
            contact,
            orders,
            common: made.len() + common,
        }
    }

    /// Who competes where two orders part, and the contact that decides.
    fn rivals(
        &mut self,
        space: &impl Space,
        walk: &Walk,
        parting: [Option<Edge>; 2],
    ) -> (Vec<PartId>, Option<ContactId>) {
        let moves: Vec<(usize, Stroke)> = parting.iter().flatten().flat_map(|edge| space.web().moves(edge)).collect();
        let mut members: Vec<usize> = moves.iter().map(|&(member, _)| member).collect();
        members.sort_unstable();
        members.dedup();
        let state = parting.iter().flatten().next().map_or(0, |edge| edge.from);
        // One that goes on or falls back competes with whoever made its coil change its mind.
        if let [member] = members.as_slice() {
            let member = *member;
            members.extend(self.who_changed(space, walk, member, state));
        }
        space.stand_in(&mut self.untimed, state);
        let contact = match moves.as_slice() {
            &[first, second] if first.0 != second.0 => {
                let mechanism = |member: usize| space.members().get(member).copied().unwrap_or_default();
                let by = |(mover, stroke): (usize, Stroke), other: usize| {
                    deciding_contact(&self.untimed, (mechanism(mover), stroke), mechanism(other))
                };
                by(first, second.0).or_else(|| by(second, first.0))
            }
            _ => None,
        };
        let mut relays: Vec<PartId> =
            members.into_iter().filter_map(|member| part(&self.untimed, space, member)).collect();
        relays.sort_unstable();
        (relays, contact)
    }

    /// Whose move, the last before a state, changed what a member could do.
    fn who_changed(&mut self, space: &impl Space, walk: &Walk, member: usize, state: u32) -> Option<usize> {
        let mechanism = space.members().get(member).copied()?;
        space.stand_in(&mut self.untimed, state);
        let now = options(&self.untimed, mechanism);
        let until = walk.moves.iter().position(|edge| edge.from == state).unwrap_or(walk.moves.len());
        let before = walk.moves.get(..until).unwrap_or_default();
        let changer = before.iter().rev().find(|edge| {
            space.stand_in(&mut self.untimed, edge.from);
            space.web().moves_member(edge, member) || options(&self.untimed, mechanism) != now
        })?;
        space.web().moves(changer).map(|(mover, _)| mover).find(|&mover| mover != member)
    }
}

fn part(untimed: &Untimed, space: &impl Space, member: usize) -> Option<PartId> {
    space.members().get(member).and_then(|&mechanism| untimed.part(mechanism))
}

fn turn(untimed: &Untimed, mechanism: usize, stroke: Stroke) -> Turn {
    let part = untimed.part(mechanism).unwrap_or(PartId::from_index(0));
    Turn { part, stroke, at: None, together: false }
}

fn turns(untimed: &Untimed, space: &impl Space, moves: &[Edge]) -> Vec<Turn> {
    let of_edge = |edge: &Edge| {
        let moves = space.web().moves(edge).enumerate();
        let turns = moves.map(|(at, (member, stroke))| {
            let mechanism = space.members().get(member).copied().unwrap_or_default();
            Turn { together: at > 0, ..turn(untimed, mechanism, stroke) }
        });
        turns.collect::<Vec<Turn>>()
    };
    moves.iter().flat_map(of_edge).collect()
}

/// What an order leads to, as against the other.
fn outcome(untimed: &Untimed, space: &impl Space, walk: &Walk, other: &Walk) -> Outcome {
    let members = 0..space.members().len();
    let moves_in = |round: &[Edge], member: usize| round.iter().any(|edge| space.web().moves_member(edge, member));
    let part = |member| part(untimed, space, member);
    if !walk.round.is_empty() {
        return Outcome::NeverSettles(
            members.filter(|&member| moves_in(&walk.round, member)).filter_map(part).collect(),
        );
    }
    let differs = |&member: &usize| {
        space.place(walk.end, member) != space.place(other.end, member) || moves_in(&other.round, member)
    };
    let place = |member| Some((part(member)?, space.place(walk.end, member)));
    Outcome::Settles(members.filter(differs).filter_map(place).collect())
}
