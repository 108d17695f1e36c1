//! One machine, taught by one person: what a game can bring, exactly.

use kiber_minimax::Random;
use smallvec::SmallVec;

use crate::cabinet::{Cabinet, Place};
use crate::contents::Contents;
use crate::number::Number;
use crate::schedule::{Moves, Outcome, Schedule};
use crate::teacher::Teacher;

/// Who is taught, how, and by whom.
#[derive(Clone, Copy, Debug)]
pub struct Lesson<'a> {
    /// The boxes of the machine.
    pub cabinet: &'a Cabinet,
    /// What becomes of the beads.
    pub schedule: &'a Schedule,
    /// The person.
    pub teacher: &'a Teacher,
}

/// With which chance the machine loses, draws and wins a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Chances<N> {
    /// It loses or resigns.
    pub lost: N,
    /// Nobody wins.
    pub drawn: N,
    /// It wins.
    pub won: N,
}

/// What can still happen to a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Whether it can lose a game against this person.
    pub can_lose: bool,
    /// Whether a game against this person can change what is in the boxes.
    pub can_change: bool,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// What it was for the machine.
    pub outcome: Outcome,
    /// Whether the machine resigned.
    pub resigned: bool,
    /// The beads it drew, in their order.
    pub drawn: Vec<usize>,
    /// The positions of the game, the first one being the start.
    pub positions: Vec<usize>,
}

/// What of a game matters for the boxes: the beads that its outcome may change.
type Drawn = SmallVec<[usize; 2]>;

impl Lesson<'_> {
    /// The chances of a game, exactly.
    pub fn chances<N: Number>(&self, contents: &Contents) -> Chances<N> {
        let mut chances = Chances { lost: N::zero(), drawn: N::zero(), won: N::zero() };
        let forgets = |_: &Drawn, _: usize| Drawn::new();
        self.follow(contents, forgets, |outcome, _, chance: &N| {
            let slot = match outcome {
                Outcome::Lost => &mut chances.lost,
                Outcome::Drawn => &mut chances.drawn,
                Outcome::Won => &mut chances.won,
            };
            *slot = slot.plus(chance);
        });
        chances
    }

    /// What can happen to a machine with these boxes.
    pub fn standing(&self, contents: &Contents) -> Standing {
        let mut standing = Standing { can_lose: false, can_change: false };
        // A game changes the boxes if its outcome changes any bead at all and one was drawn: what is drawn
        // is there to be taken away. So it is enough to know, of the ways to a position, whether there
        // is one without a bead (1) and one with beads (2).
        self.visit(contents, |node, ways, resigns| {
            let result = self.cabinet.arena().nodes().get(node).filter(|node| node.player.is_none());
            if result.is_none() && !resigns {
                return;
            }
            let outcome = Outcome::of(result.map_or(-1, |node| self.cabinet.to_machine(node.result)));
            standing.can_lose |= outcome == Outcome::Lost;
            standing.can_change |= self.schedule.change(outcome) != 0 && ways & 2 != 0;
        });
        standing
    }

    /// Whether the lesson is over: nothing can change the boxes any more, or the machine can no longer
    /// lose to this person, now or later.
    pub fn is_over(&self, standing: Standing) -> bool {
        !standing.can_change || (!standing.can_lose && !self.schedule.punishes_success())
    }

    /// Which boxes a game can still come to.
    pub fn reached(&self, contents: &Contents) -> Vec<bool> {
        let mut boxes = vec![false; self.cabinet.boxes().len()];
        self.visit(contents, |node, _, _| {
            if let Place::Box(number) = self.cabinet.place(node)
                && let Some(slot) = boxes.get_mut(number)
            {
                *slot = true;
            }
        });
        boxes
    }

    /// Visits every position that a game can come to, with the ways that lead there, 1 for those without
    /// a bead and 2 for those with one, and whether the machine resigns there.
    fn visit(&self, contents: &Contents, mut each: impl FnMut(usize, u8, bool)) {
        let nodes = self.cabinet.arena().nodes();
        let mut ways = vec![0_u8; nodes.len()];
        if let Some(start) = ways.first_mut() {
            *start = 1;
        }
        for node in 0..ways.len() {
            let Some(&here) = ways.get(node).filter(|&&here| here > 0) else { continue };
            let mut moves = false;
            for (to, bead, _) in self.next(contents, node) {
                moves = true;
                if let Some(there) = ways.get_mut(to) {
                    *there |= if bead.is_some() { 2 } else { here };
                }
            }
            let over = nodes.get(node).is_none_or(|node| node.player.is_none());
            each(node, here, !over && !moves);
        }
    }

    /// Plays one game; the boxes stay as they are.
    pub fn play(&self, contents: &Contents, random: &mut Random) -> PlayedGame {
        let mut game = PlayedGame { outcome: Outcome::Lost, resigned: false, drawn: Vec::new(), positions: Vec::new() };
        self.play_into(contents, random, &mut game);
        game
    }

    /// The same, in place of the last game, whose memory is used again.
    pub(crate) fn play_into(&self, contents: &Contents, random: &mut Random, game: &mut PlayedGame) {
        let arena = self.cabinet.arena();
        game.drawn.clear();
        game.positions.clear();
        (game.outcome, game.resigned) = (Outcome::Lost, false);
        let mut at = 0;
        loop {
            game.positions.push(at);
            let Some(node) = arena.nodes().get(at) else { return };
            if node.player.is_none() {
                game.outcome = Outcome::of(self.cabinet.to_machine(node.result));
                return;
            }
            let next = if node.player == Some(self.cabinet.side()) {
                answer(self.cabinet, contents, at, random, &mut game.drawn)
            } else {
                self.teacher.draw(arena, at, random)
            };
            let Some(next) = next else {
                game.resigned = true;
                return;
            };
            at = next;
        }
    }

    /// Every change that a game can bring, each with its chance: what the game was for the machine, and
    /// the boxes after it. The same change may come several times.
    pub(crate) fn changes<N: Number>(&self, contents: &Contents, mut each: impl FnMut(Outcome, Contents, &N)) {
        let keeps = |drawn: &Drawn, bead: usize| match self.schedule.moves() {
            Moves::Last => Drawn::from_slice(&[bead]),
            Moves::All => {
                let mut drawn = drawn.clone();
                drawn.push(bead);
                drawn
            }
        };
        self.follow(contents, keeps, |outcome, drawn, chance| {
            let mut after = contents.clone();
            after.learn(self.schedule, outcome, drawn);
            each(outcome, after, chance);
        });
    }

    /// The moves from a position, each with its bead, if one is drawn, and its weight.
    fn next<'a>(
        &'a self,
        contents: &'a Contents,
        node: usize,
    ) -> impl Iterator<Item = (usize, Option<usize>, u64)> + 'a {
        let position = self.cabinet.arena().nodes().get(node);
        let moves = position.filter(|node| node.player != Some(self.cabinet.side()));
        let moves = moves.map_or(&[][..], |node| node.moves.as_slice());
        let by_person = moves.iter().zip(self.teacher.weights(node)).map(|(chosen, &weight)| (chosen.to, None, weight));
        contents.answers(self.cabinet, node).chain(by_person.filter(|&(_, _, weight)| weight > 0))
    }

    /// Follows all games at once, position by position; `draws` says what is remembered of a game after
    /// a further bead, and `ends` is told of every end with what is remembered and its chance.
    fn follow<N: Number>(
        &self,
        contents: &Contents,
        draws: impl Fn(&Drawn, usize) -> Drawn,
        mut ends: impl FnMut(Outcome, &Drawn, &N),
    ) {
        let nodes = self.cabinet.arena().nodes();
        let mut here: Vec<SmallVec<[(Drawn, N); 4]>> = Vec::new();
        here.resize_with(nodes.len(), SmallVec::new);
        if let Some(start) = here.first_mut() {
            start.push((Drawn::new(), N::one()));
        }
        for (place, node) in nodes.iter().enumerate() {
            let games = here.get_mut(place).map(std::mem::take).unwrap_or_default();
            if games.is_empty() {
                continue;
            }
            let whole: u64 = self.next(contents, place).map(|(_, _, weight)| weight).sum();
            if node.player.is_none() || whole == 0 {
                let over = node.player.is_none();
                // Whoever cannot move resigns.
                let value = if over { self.cabinet.to_machine(node.result) } else { -1 };
                games.iter().for_each(|(drawn, chance)| ends(Outcome::of(value), drawn, chance));
                continue;
            }
            for (to, bead, weight) in self.next(contents, place) {
                let share = N::share(weight, whole);
                let Some(there) = here.get_mut(to) else { continue };
                for (drawn, chance) in &games {
                    let drawn = bead.map_or_else(|| drawn.clone(), |bead| draws(drawn, bead));
                    let chance = chance.times(&share);
                    match there.iter_mut().find(|(other, _)| *other == drawn) {
                        Some((_, sum)) => *sum = sum.plus(&chance),
                        None => there.push((drawn, chance)),
                    }
                }
            }
        }
    }
}

/// The machine's move: where it leads; `None` if it resigns. The bead is added to those drawn.
pub(crate) fn answer(
    cabinet: &Cabinet,
    contents: &Contents,
    node: usize,
    random: &mut Random,
    drawn: &mut Vec<usize>,
) -> Option<usize> {
    match cabinet.place(node) {
        Place::Box(number) => {
            let bead = contents.draw(cabinet.boxes().get(number)?, random)?;
            drawn.push(bead);
            cabinet.bead(bead).map(|(_, chosen)| chosen.to)
        }
        Place::Only => cabinet.arena().nodes().get(node)?.moves.first().map(|chosen| chosen.to),
        Place::Resigns | Place::NotMine => None,
    }
}
