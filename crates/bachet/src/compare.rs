//! Whether two machines do the same, whoever works them.

use std::collections::BTreeSet;
use std::fmt;

use crate::conduct::Conduct;
use crate::memory::Memory;
use crate::panel::{Panel, Verdict};

/// How two machines compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// They do the same, always.
    Agree(Agreement),
    /// They do not.
    Differ(Box<Difference>),
    /// The caller's `should_stop` said so.
    Stopped(Agreement),
}

/// What two machines agree in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// The memory states that the games reach.
    pub memory_states: usize,
    /// Games played, over all of them.
    pub games: u64,
    /// Games that were lost.
    pub lost: u64,
    /// Of the lost games those in which the machine resigned.
    pub resigned: u64,
}

/// The first thing that two machines do differently, or that one of them cannot do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What was remembered when the game began.
    pub memory: Memory,
    /// The game up to there: what the person took and what the first machine took in answer.
    pub moves: Vec<(u32, u32)>,
    /// What is different: `the first takes 1, the second 2`.
    pub what: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves: Vec<String> = self.moves.iter().map(|(person, machine)| format!("{person}, {machine}")).collect();
        let moves = if moves.is_empty() { "no move".to_string() } else { moves.join("; ") };
        let relays: Vec<String> = self.memory.relays().map(|relay| relay.to_string()).collect();
        write!(f, "after {moves} with memory {{{}}}: {}", relays.join(", "), self.what)
    }
}

/// Works two machines alike, through every game from every memory state that games reach.
///
/// Both start as they stand and must be ready for a game. After every action they must show the same
/// objects left, the same verdict and the same memory; once a game is over, only the memory counts
/// until the next one begins. `should_stop` is asked for every game.
pub fn compare<A: Panel, B: Panel>(
    one: &mut A,
    other: &mut B,
    conduct: Conduct,
    mut should_stop: impl FnMut(Agreement) -> bool,
) -> Comparison {
    let mut both = Both { one, other };
    let mut agreement = Agreement { memory_states: 1, ..Agreement::default() };
    if let Err(what) = both.same_start() {
        return Comparison::Differ(Box::new(Difference { memory: both.one.memory(), moves: Vec::new(), what }));
    }
    let mut seen = BTreeSet::from([both.one.memory()]);
    let mut starts = vec![both.save()];
    while let Some(start) = starts.pop() {
        both.restore(&start);
        let memory = both.one.memory();
        let mut open = vec![(start, Vec::new())];
        while let Some((state, moves)) = open.pop() {
            both.restore(&state);
            for take in both.one.rules().takes(both.one.objects_left()) {
                let mut moves = moves.clone();
                both.restore(&state);
                let ending = match both.play_turn(take, &mut moves) {
                    Ok(ending) => ending,
                    Err(what) => return Comparison::Differ(Box::new(Difference { memory, moves, what })),
                };
                let Some(ending) = ending else {
                    open.push((both.save(), moves));
                    continue;
                };
                if should_stop(agreement) {
                    return Comparison::Stopped(agreement);
                }
                agreement.games += 1;
                agreement.lost += u64::from(ending != Ending::MachineWon);
                agreement.resigned += u64::from(ending == Ending::Resigned);
                let over = both.save();
                for punish in ending.treatments(conduct) {
                    both.restore(&over);
                    if let Err(what) = both.close(punish) {
                        return Comparison::Differ(Box::new(Difference { memory, moves, what }));
                    }
                    if seen.insert(both.one.memory()) {
                        starts.push(both.save());
                    }
                }
            }
        }
    }
    agreement.memory_states = seen.len();
    Comparison::Agree(agreement)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    PersonWon,
    MachineWon,
    Resigned,
}

impl Ending {
    /// Whether the person punishes, in each way in which this person may behave.
    fn treatments(self, conduct: Conduct) -> impl Iterator<Item = bool> {
        let lost = self != Self::MachineWon;
        let treatments = match conduct {
            Conduct::Honest => [Some(lost), None],
            Conduct::Capricious => [Some(true), Some(false)],
        };
        treatments.into_iter().flatten()
    }
}

/// Two machines that are worked alike.
struct Both<'m, A, B> {
    one: &'m mut A,
    other: &'m mut B,
}

impl<A: Panel, B: Panel> Both<'_, A, B> {
    fn save(&self) -> (A::State, B::State) {
        (self.one.save(), self.other.save())
    }

    fn restore(&mut self, (one, other): &(A::State, B::State)) {
        self.one.restore(one);
        self.other.restore(other);
    }

    /// The person takes, the machines answer; how the game ended, if it did.
    fn play_turn(&mut self, take: u32, moves: &mut Vec<(u32, u32)>) -> Result<Option<Ending>, String> {
        moves.push((take, 0));
        same_done("take", self.one.person_takes(take), self.other.person_takes(take))?;
        self.same_panel()?;
        if self.one.objects_left() > 0 {
            let taken = same_done("move", self.one.machine_takes(), self.other.machine_takes())?;
            if let Some((_, answer)) = moves.last_mut() {
                *answer = taken;
            }
            self.same_panel()?;
            if taken == 0 {
                return Ok(Some(Ending::Resigned));
            }
        }
        Ok(match (self.one.objects_left(), self.one.verdict()) {
            (0, Some(Verdict::MachineWon)) => Some(Ending::MachineWon),
            (0, _) => Some(Ending::PersonWon),
            _ => None,
        })
    }

    fn close(&mut self, punish: bool) -> Result<(), String> {
        if punish {
            same_done("punishment", self.one.punish(), self.other.punish())?;
        } else {
            same_done("reward", self.one.reward(), self.other.reward())?;
        }
        self.same_memory()?;
        same_done("new game", self.one.new_game(), self.other.new_game())?;
        self.same_panel()
    }

    fn same_start(&self) -> Result<(), String> {
        same("rules", self.one.rules(), self.other.rules())?;
        self.same_panel()
    }

    fn same_panel(&self) -> Result<(), String> {
        same("objects left", self.one.objects_left(), self.other.objects_left())?;
        same("verdict", words(self.one.verdict()), words(self.other.verdict()))?;
        self.same_memory()
    }

    fn same_memory(&self) -> Result<(), String> {
        let memory = |memory: Memory| memory.relays().collect::<Vec<_>>();
        same("memory", memory(self.one.memory()), memory(self.other.memory()))
    }
}

fn same<T: PartialEq + fmt::Debug>(what: &str, one: T, other: T) -> Result<(), String> {
    if one == other { Ok(()) } else { Err(format!("{what}: {one:?} in the first, {other:?} in the second")) }
}

/// What both did at a press; that neither could is as bad as that only one could.
fn same_done<T, A, B>(what: &str, one: Result<T, A>, other: Result<T, B>) -> Result<T, String>
where
    T: PartialEq + fmt::Debug,
    A: fmt::Display,
    B: fmt::Display,
{
    match (one, other) {
        (Ok(one), Ok(other)) if one == other => Ok(one),
        (Ok(one), Ok(other)) => Err(format!("{what}: {one:?} in the first, {other:?} in the second")),
        (Err(one), Ok(_)) => Err(format!("{what} in the first: {one}")),
        (Ok(_), Err(other)) => Err(format!("{what} in the second: {other}")),
        (Err(one), Err(other)) => Err(format!("{what} in the first: {one}; in the second: {other}")),
    }
}

fn words(verdict: Option<Verdict>) -> &'static str {
    match verdict {
        None => "none",
        Some(Verdict::PersonWon) => "you won",
        Some(Verdict::MachineWon) => "you lost",
    }
}
