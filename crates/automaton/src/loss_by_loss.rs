//! The bead machine and another machine of Bachet, compared loss by loss.

use std::collections::{BTreeMap, BTreeSet};

use kiber_bachet::{Drawn, Match, Opponent, Panel, Plan, Rules, Survey, SurveyEnd, Surveyed, Surveying, Turn};
use kiber_beads::{Chain, Contents, Lesson, Machine as Beads, Schedule, Teacher};
use kiber_minimax::Random;

use crate::error::Error;

/// Why the bead machine loses more games than another machine until neither loses any more.
///
/// The bead machine of the article loses once by every losing move: only a loss takes a bead out. So
/// each of its losses is a move, and for each it is worked out from the other machine's answers, in
/// every memory state, how that machine comes to do without the move.
///
/// ```
/// use kiber_automaton::{LossByLoss, Saved};
/// use kiber_bachet::{Machine, Strategies};
///
/// let compared = LossByLoss::new(&mut Machine::new(Strategies::article()), 1, |_| false)?;
/// assert_eq!((compared.beads.lesson.len(), compared.machine.losses), (12, 6));
/// let lost = compared.moves.iter().filter(|one| matches!(one.saved, Saved::No { .. }));
/// assert_eq!(lost.count(), 6);
/// # Ok::<(), kiber_automaton::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LossByLoss {
    /// The rules of the game.
    pub rules: Rules,
    /// The bead machine's side.
    pub beads: BeadSide,
    /// The other machine's side.
    pub machine: MachineSide,
    /// The moves that the bead machine loses by, in the order of its lesson.
    pub moves: Vec<LosingMove>,
}

/// How the bead machine learned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BeadSide {
    /// Its beads at the start.
    pub beads: u64,
    /// The fewest and the most losses over all persons and all draws until it loses no more, as the
    /// exact chain of its contents has them; `None` if that has too many states to be followed.
    pub losses: Option<(u64, u64)>,
    /// A lesson by a perfect person, loss by loss.
    pub lesson: Vec<BeadLoss>,
    /// How many games that lesson took.
    pub games: u64,
}

/// A game that the bead machine lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BeadLoss {
    /// The number of the game, from 1.
    pub game: u64,
    /// The move whose bead was taken out.
    pub given_up: BoxMove,
}

/// So many objects from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoxMove {
    /// The objects left when the machine is to move.
    pub position: u32,
    /// How many it takes.
    pub take: u32,
}

/// How the other machine learns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineSide {
    /// The most games that it loses.
    pub losses: u64,
    /// Its memory states.
    pub memory_states: usize,
    /// A series of losses as long as that.
    pub lesson: Vec<MachineLoss>,
}

/// A game that the other machine lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineLoss {
    /// The game.
    pub turns: Vec<Turn>,
    /// The last move that it made, if it made any.
    pub last_move: Option<BoxMove>,
    /// The memory relays that the punishment operated, by their numbers.
    pub stored: Vec<usize>,
    /// The moves that it no longer makes.
    pub given_up: Vec<BoxMove>,
}

/// A move that the bead machine loses by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LosingMove {
    /// The move.
    pub which: BoxMove,
    /// How the other machine is saved a loss by it, if it is.
    pub saved: Saved,
}

/// How a machine comes to do without a losing move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saved {
    /// It is not saved: it loses a game by the move, as the bead machine does.
    No {
        /// Which loss of [`MachineSide::lesson`] it is, from 1, if it is one of them.
        loss: Option<usize>,
    },
    /// A short cut: it is given up together with another move, by which a game was lost.
    GivenUpWith {
        /// The other move.
        other: BoxMove,
        /// The memory relays that were operated, by their numbers.
        stored: Vec<usize>,
    },
    /// It stands behind a move that is tried first, wins, and so is never given up.
    Behind {
        /// That move's take.
        take: u32,
    },
    /// It is none of the machine's moves.
    LeftOut {
        /// The greater take that is tried in its place, if there is one.
        next: Option<u32>,
    },
    /// It is made for ever: the person never comes to punish it.
    Kept,
}

/// The most contents of the boxes that are followed for the exact numbers, and about how many bytes they
/// may take up.
const MOST_CONTENTS: usize = 200_000;
const MOST_BYTES: usize = 1 << 30;
/// The most games of the bead machine's lesson.
const MOST_GAMES: u64 = 1_000_000;

impl LossByLoss {
    /// Surveys a machine, which must be ready for its first game, and gives a bead machine a lesson in
    /// the same game; `seed` is where the chance of that lesson begins.
    ///
    /// `should_stop` is asked for every turn of the survey, with how far it has come, and for every game and
    /// every content of the boxes of the bead machine.
    ///
    /// # Errors
    /// [`Error::NotCompared`] where one of the machines can be beaten for ever or cannot be worked,
    /// [`Error::Stopped`] when `should_stop` says so.
    pub fn new<P: Panel>(
        panel: &mut P,
        seed: u64,
        mut should_stop: impl FnMut(Surveying) -> bool,
    ) -> Result<Self, Error> {
        let rules = panel.rules();
        if rules.is_won(rules.objects()) {
            let why = "who starts wins this game, so every machine can be beaten for ever";
            return Err(Error::NotCompared { why: why.to_owned() });
        }
        let mut surveyed = Surveying::default();
        let survey = Survey::new(panel, |so_far| {
            surveyed = so_far;
            should_stop(so_far)
        });
        let survey = survey.map_err(|end| match end {
            SurveyEnd::Stopped { .. } => Error::Stopped { losses: 0 },
            end => Error::NotCompared { why: end.to_string() },
        })?;
        let machine = MachineSide::new(&survey)?;
        let beads = BeadSide::new(rules, seed, &mut || should_stop(surveyed))?;
        let moves = beads.lesson.iter().map(|loss| LosingMove::new(loss.given_up, &survey, &machine));
        Ok(Self { rules, moves: moves.collect(), beads, machine })
    }

    /// The moves that the machine loses by as well.
    pub fn lost(&self) -> usize {
        self.moves.iter().filter(|one| matches!(one.saved, Saved::No { .. })).count()
    }

    /// The positions in which the bead machine loses and the other machine never does, the lowest
    /// first.
    pub fn positions_saved(&self) -> Vec<u32> {
        let of = |lost: bool| -> BTreeSet<u32> {
            let moves = self.moves.iter().filter(|one| matches!(one.saved, Saved::No { .. }) == lost);
            moves.map(|one| one.which.position).collect()
        };
        of(false).difference(&of(true)).copied().collect()
    }
}

impl BeadSide {
    fn new(rules: Rules, seed: u64, should_stop: &mut impl FnMut() -> bool) -> Result<Self, Error> {
        let not_compared = |error: &dyn std::fmt::Display| Error::NotCompared { why: error.to_string() };
        let mut seeds = Random::new(seed);
        let schedule = Schedule::article();
        let mut beads = Beads::new(rules, schedule.clone(), seeds.bits()).map_err(|error| not_compared(&error))?;
        let cabinet = beads.cabinet().clone();
        let teacher = Teacher::anyone(cabinet.arena());
        let anyone = Lesson { cabinet: &cabinet, schedule: &schedule, teacher: &teacher };
        let start = beads.contents().clone();
        // A count of each kind of bead, and about as much for where the games from there lead.
        let most_contents = MOST_CONTENTS.min(MOST_BYTES / (128 + 8 * cabinet.kinds()));
        let losses = match Chain::<f64>::new(&anyone, &start, most_contents, |_| should_stop()) {
            Ok(chain) => {
                let extremes = chain.extremes();
                extremes.most_losses.map(|most| (extremes.fewest_losses, most))
            }
            Err(kiber_beads::Error::Stopped) => return Err(Error::Stopped { losses: 0 }),
            Err(kiber_beads::Error::TooManyStates { .. }) => None,
            Err(error) => return Err(not_compared(&error)),
        };
        let mut person = Drawn::new(Opponent::Perfect, Random::new(seeds.bits()));
        let mut side = Self { beads: start.total(), losses, lesson: Vec::new(), games: 0 };
        while anyone.standing(beads.contents()).can_lose {
            if should_stop() || side.games >= MOST_GAMES {
                return Err(Error::Stopped { losses: side.lesson.len() });
            }
            let before = beads.contents().clone();
            let plan = Plan { games: 1, kept: 0, points: 0 };
            Match::play(&mut beads, &mut person, plan, |_| false).map_err(|broken| not_compared(&broken))?;
            side.games += 1;
            let game = side.games;
            let taken_out = changed(&before, beads.contents()).filter_map(|bead| {
                let (matchbox, chosen) = cabinet.bead(bead)?;
                Some(BoxMove { position: cabinet.name(matchbox).parse().ok()?, take: chosen.name })
            });
            side.lesson.extend(taken_out.map(|given_up| BeadLoss { game, given_up }));
        }
        Ok(side)
    }
}

/// The kinds of beads of which some were taken out.
fn changed(before: &Contents, after: &Contents) -> impl Iterator<Item = usize> {
    let counts = before.counts().iter().zip(after.counts()).enumerate();
    let changed: Vec<usize> = counts.filter(|(_, (before, after))| before > after).map(|(bead, _)| bead).collect();
    changed.into_iter()
}

impl MachineSide {
    fn new(survey: &Survey) -> Result<Self, Error> {
        let most = survey.most_losses();
        let from = |state: usize| most.get(state).copied().flatten();
        let Some(losses) = from(0) else {
            return Err(Error::NotCompared { why: "the machine can be beaten for ever".to_owned() });
        };
        let mut lesson = Vec::new();
        let mut at = 0;
        while let Some((state, left)) = survey.states.get(at).zip(from(at)) {
            let next = state.losses.iter().find(|lost| from(lost.to).is_some_and(|after| after + 1 == left));
            let Some((lost, after)) = next.and_then(|lost| Some((lost, survey.states.get(lost.to)?))) else { break };
            let last_move = lost.last_move.map(BoxMove::new);
            let mut given_up: Vec<BoxMove> = last_move.into_iter().collect();
            given_up.extend(changed_answers(state, after).filter(|given_up| Some(*given_up) != last_move));
            let stored = after.memory.relays().filter(|&relay| !state.memory.contains(relay)).collect();
            lesson.push(MachineLoss { turns: lost.turns.clone(), last_move, stored, given_up });
            at = lost.to;
        }
        Ok(Self { losses, memory_states: survey.states.len(), lesson })
    }
}

impl BoxMove {
    fn new((position, take): (u32, u32)) -> Self {
        Self { position, take }
    }
}

/// The moves that are made in one memory state, and another in their place in the next.
fn changed_answers<'s>(before: &'s Surveyed, after: &'s Surveyed) -> impl Iterator<Item = BoxMove> + 's {
    let answers = before.answers.iter().filter(|&(position, take)| {
        // A position that no longer comes up says nothing.
        *take > 0 && after.answers.get(position).is_some_and(|other| other != take)
    });
    answers.map(|(&position, &take)| BoxMove { position, take })
}

impl LosingMove {
    fn new(which: BoxMove, survey: &Survey, machine: &MachineSide) -> Self {
        Self { which, saved: Saved::new(which, survey, machine) }
    }
}

impl Saved {
    fn new(which: BoxMove, survey: &Survey, machine: &MachineSide) -> Self {
        let losses = || survey.states.iter().flat_map(|state| state.losses.iter().map(move |lost| (state, lost)));
        let is_made = survey.states.iter().any(|state| state.answers.get(&which.position) == Some(&which.take));
        if !is_made {
            return Self::never_made(which, survey);
        }
        if losses().any(|(_, lost)| lost.last_move.map(BoxMove::new) == Some(which)) {
            let loss = machine.lesson.iter().position(|loss| loss.last_move == Some(which));
            return Self::No { loss: loss.map(|loss| loss + 1) };
        }
        let short_cut = losses().find_map(|(state, lost)| {
            let after = survey.states.get(lost.to)?;
            let other = BoxMove::new(lost.last_move?);
            changed_answers(state, after).find(|given_up| *given_up == which)?;
            let stored = after.memory.relays().filter(|&relay| !state.memory.contains(relay)).collect();
            Some(Self::GivenUpWith { other, stored })
        });
        short_cut.unwrap_or(Self::Kept)
    }

    /// Why a move is made in no memory state.
    fn never_made(which: BoxMove, survey: &Survey) -> Self {
        // What the machine takes from the position, and whether it ever gives that up.
        let mut takes: BTreeMap<u32, bool> = BTreeMap::new();
        for state in &survey.states {
            let Some(&take) = state.answers.get(&which.position).filter(|&&take| take > 0) else { continue };
            let after = state.losses.iter().filter_map(|lost| survey.states.get(lost.to));
            let given_up = after
                .flat_map(|after| changed_answers(state, after))
                .any(|given_up| given_up.position == which.position);
            *takes.entry(take).or_insert(false) |= given_up;
        }
        let winning = survey.rules.winning_take(which.position);
        let stays = takes.iter().find(|&(&take, &given_up)| !given_up && take < which.take && Some(take) == winning);
        let next = takes.keys().find(|&&take| take > which.take);
        match stays {
            Some((&take, _)) => Self::Behind { take },
            None => Self::LeftOut { next: next.copied() },
        }
    }
}
