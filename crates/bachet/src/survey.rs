//! What a machine answers in every memory state, found by playing it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use indexmap::IndexSet;

use crate::memory::Memory;
use crate::panel::Panel;
use crate::rules::Rules;
use crate::series::{Broken, Ending, Turn};

/// Every memory state that honest games reach, with the machine's answer in every position that a
/// person can bring about there, and what each loss teaches.
///
/// All of it is read off the panel: nothing needs to be known of how the machine plays.
///
/// ```
/// use kiber_bachet::{Machine, Strategies, Survey};
///
/// let survey = Survey::new(&mut Machine::new(Strategies::article()), |_| false)?;
/// assert_eq!((survey.states.len(), survey.games), (24, 318));
/// let learned: Vec<_> = survey.unbeatable().collect();
/// assert_eq!(learned.len(), 1);
/// // It leaves four wherever it can.
/// assert_eq!(learned[0].answers.iter().map(|(p, t)| p - t).collect::<Vec<_>>(), [0, 0, 0, 4, 4, 4]);
/// # Ok::<(), kiber_bachet::SurveyEnd<kiber_bachet::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// The rules of the game.
    pub rules: Rules,
    /// The memory states; the first one is that in which the machine was found.
    pub states: Vec<Surveyed>,
    /// Games played, over all of them.
    pub games: u64,
}

/// A memory state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surveyed {
    /// What is remembered.
    pub memory: Memory,
    /// What the machine takes in each position; 0 where it resigns.
    pub answers: BTreeMap<u32, u32>,
    /// The ways to lose in this state: one for every last move and every state that follows.
    pub losses: Vec<Lost>,
    /// The other states in which the next game can start after one that the machine won; none if it
    /// learns from losses alone.
    pub won_to: BTreeSet<usize>,
}

/// A way to lose, and what the machine makes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// The first such game found.
    pub turns: Vec<Turn>,
    /// How it ended.
    pub ending: Ending,
    /// The position and the take of the last move that the machine made, if it made any.
    pub last_move: Option<(u32, u32)>,
    /// The memory state in which the next game starts, by its place in [`Survey::states`].
    pub to: usize,
}

/// How far a survey has come, for whoever waits or has only so much memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Surveying {
    /// Games played, over all memory states.
    pub games: u64,
    /// Memory states found.
    pub memory_states: usize,
    /// About how many bytes it takes up.
    pub bytes: u64,
}

/// Why there is no survey.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SurveyEnd<E> {
    /// The panel could not be worked in one of the games; they are counted over all memory states.
    Broken(Broken<E>),
    /// In one memory state the machine answers the same position in two ways.
    TwoAnswers {
        /// What is remembered.
        memory: Memory,
        /// The position.
        position: u32,
        /// The two takes.
        takes: (u32, u32),
    },
    /// The caller's `should_stop` said so.
    Stopped {
        /// Games played until then.
        games: u64,
    },
}

impl<E: fmt::Display> fmt::Display for SurveyEnd<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Broken(broken) => broken.fmt(f),
            Self::TwoAnswers { position, takes: (one, other), .. } => {
                write!(f, "with the same memory it takes now {one} and now {other} from {position}")
            }
            Self::Stopped { games } => write!(f, "stopped after {games} games"),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> std::error::Error for SurveyEnd<E> {}

impl Survey {
    /// Plays every honest game from every memory state that games reach, of a machine without chance.
    ///
    /// The panel must be ready for a game, and is as it was when the survey is over. `should_stop` is
    /// asked for every turn. Memory grows with the states, of which a machine that remembers every move
    /// has more than can be followed before long.
    ///
    /// # Errors
    /// [`SurveyEnd`].
    pub fn new<P: Panel>(
        panel: &mut P,
        mut should_stop: impl FnMut(Surveying) -> bool,
    ) -> Result<Self, SurveyEnd<P::Error>> {
        let start = panel.save();
        let mut found =
            Found { memories: IndexSet::from([panel.memory()]), starts: vec![start.clone()], games: 0, bytes: 0 };
        let mut states = Vec::new();
        while let Some(from) = found.starts.get(states.len()).cloned() {
            states.push(found.games_from(panel, states.len(), &from, &mut should_stop)?);
        }
        panel.restore(&start);
        Ok(Self { rules: panel.rules(), states, games: found.games })
    }

    /// The states in which no game is lost.
    pub fn unbeatable(&self) -> impl Iterator<Item = &Surveyed> {
        self.states.iter().filter(|state| state.losses.is_empty())
    }

    /// The most games that can be lost from each state on; `None` where there is no limit.
    pub fn most_losses(&self) -> Vec<Option<u64>> {
        let states = self.states.len() as u64;
        let mut most: Vec<u64> = vec![0; self.states.len()];
        // A way that loses more often than there are states comes back to one of them, and can be gone
        // again and again.
        let mut changed = true;
        while changed {
            changed = false;
            // States found late come last on the ways, so that few rounds will do.
            for (number, state) in self.states.iter().enumerate().rev() {
                let after = |to: usize| most.get(to).copied().unwrap_or(0);
                let lost = state.losses.iter().map(|lost| after(lost.to) + 1);
                let here = lost.chain(state.won_to.iter().map(|&to| after(to))).max().unwrap_or(0).min(states);
                if let Some(slot) = most.get_mut(number)
                    && *slot < here
                {
                    (*slot, changed) = (here, true);
                }
            }
        }
        most.into_iter().map(|most| Some(most).filter(|&most| most < states)).collect()
    }
}

/// About how many bytes an answer takes up.
const ANSWER: u64 = 16;

/// The memory states found, each with a state of the panel in which its games start.
struct Found<S> {
    memories: IndexSet<Memory>,
    starts: Vec<S>,
    games: u64,
    /// About how many bytes all that takes up which is kept.
    bytes: u64,
}

impl<S: Clone> Found<S> {
    fn games_from<P: Panel<State = S>>(
        &mut self,
        panel: &mut P,
        number: usize,
        from: &S,
        should_stop: &mut impl FnMut(Surveying) -> bool,
    ) -> Result<Surveyed, SurveyEnd<P::Error>> {
        panel.restore(from);
        let mut state =
            Surveyed { memory: panel.memory(), answers: BTreeMap::new(), losses: Vec::new(), won_to: BTreeSet::new() };
        // A state of a panel tells of every object and of what is remembered.
        let of_a_state = size_of::<S>() as u64 + 8 * u64::from(panel.rules().objects());
        let of_turns = |turns: &Vec<Turn>| size_of_val(turns.as_slice()) as u64;
        let mut open: Vec<(S, Vec<Turn>)> = vec![(from.clone(), Vec::new())];
        let mut open_bytes = of_a_state;
        while let Some((before, moves)) = open.pop() {
            open_bytes = open_bytes.saturating_sub(of_a_state + of_turns(&moves));
            panel.restore(&before);
            // The least take comes off the stack first.
            for take in panel.rules().takes(panel.objects_left()).rev() {
                let mut turns: Vec<Turn> = moves.clone();
                panel.restore(&before);
                let game = self.games + 1;
                let broken = |error, turns: &[Turn]| SurveyEnd::Broken(Broken { game, turns: turns.to_vec(), error });
                let ending = play_turn(panel, take, &mut turns).map_err(|error| broken(error, &turns))?;
                let position = before_answer(panel, &turns);
                if let (Some(position), Some(turn)) = (position, turns.last()) {
                    let answer = *state.answers.entry(position).or_insert_with(|| {
                        self.bytes += ANSWER;
                        turn.machine
                    });
                    if answer != turn.machine {
                        let takes = (answer, turn.machine);
                        return Err(SurveyEnd::TwoAnswers { memory: state.memory, position, takes });
                    }
                }
                self.games += u64::from(ending.is_some());
                let bytes = self.bytes + open_bytes;
                if should_stop(Surveying { games: self.games, memory_states: self.memories.len(), bytes }) {
                    return Err(SurveyEnd::Stopped { games: self.games });
                }
                let Some(ending) = ending else {
                    open_bytes += of_a_state + of_turns(&turns);
                    open.push((panel.save(), turns));
                    continue;
                };
                close(panel, ending).map_err(|error| broken(error, &turns))?;
                let (to, is_new) = self.memories.insert_full(panel.memory());
                if is_new {
                    // Once found, and once where its own games are told.
                    self.bytes += of_a_state + 3 * panel.memory().bytes();
                    self.starts.push(panel.save());
                }
                let last_move = last_move(panel.rules(), &turns);
                let is_told = state.losses.iter().any(|lost| (lost.last_move, lost.to) == (last_move, to));
                if !ending.is_loss() {
                    state.won_to.extend(Some(to).filter(|&to| to != number));
                } else if !is_told {
                    self.bytes += size_of::<Lost>() as u64 + of_turns(&turns);
                    state.losses.push(Lost { turns, ending, last_move, to });
                }
            }
        }
        Ok(state)
    }
}

/// The person takes, the machine answers; how the game ended, if it did.
fn play_turn<P: Panel>(panel: &mut P, take: u32, turns: &mut Vec<Turn>) -> Result<Option<Ending>, P::Error> {
    turns.push(Turn { person: take, machine: 0 });
    panel.person_takes(take)?;
    if panel.objects_left() == 0 {
        return Ok(Some(Ending::by_last_object(panel.rules(), true)));
    }
    let answer = panel.machine_takes()?;
    if let Some(turn) = turns.last_mut() {
        turn.machine = answer;
    }
    Ok(match (answer, panel.objects_left()) {
        (0, _) => Some(Ending::Resigned),
        (_, 0) => Some(Ending::by_last_object(panel.rules(), false)),
        _ => None,
    })
}

fn close<P: Panel>(panel: &mut P, ending: Ending) -> Result<(), P::Error> {
    if ending.is_loss() {
        panel.punish()?;
    } else {
        panel.reward()?;
    }
    panel.new_game()
}

/// The position that the machine answered in the last turn; none if the person ended the game.
fn before_answer<P: Panel>(panel: &P, turns: &[Turn]) -> Option<u32> {
    let answer = turns.last()?.machine;
    Some(panel.objects_left() + answer).filter(|&position| position > 0)
}

/// The position and the take of the last move that the machine made in a game.
fn last_move(rules: Rules, turns: &[Turn]) -> Option<(u32, u32)> {
    let mut left = rules.objects();
    let mut last = None;
    for turn in turns {
        left = left.saturating_sub(turn.person);
        if turn.machine > 0 {
            last = Some((left, turn.machine));
        }
        left = left.saturating_sub(turn.machine);
    }
    last
}
