//! Matches: many games of a person against a machine.

use std::fmt;

use crate::memory::Memory;
use crate::panel::Panel;
use crate::person::{Person, Seen};
use crate::rules::{LastObject, Rules};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ending {
    /// The person won by the last object.
    PersonWon,
    /// The machine had no move left to try and gave up.
    Resigned,
    /// The machine won.
    MachineWon,
}

impl Ending {
    /// Whether the machine lost.
    pub fn is_loss(self) -> bool {
        self != Self::MachineWon
    }

    /// How a game ended in which the person or the machine took the last object.
    pub fn by_last_object(rules: Rules, person_took_it: bool) -> Self {
        if person_took_it == (rules.last() == LastObject::Wins) { Self::PersonWon } else { Self::MachineWon }
    }
}

/// A turn: what the person takes, and what the machine takes in answer; 0 where it does not come to
/// that, or resigns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Objects the person takes.
    pub person: u32,
    /// Objects the machine takes.
    pub machine: u32,
}

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Turn by turn.
    pub turns: Vec<Turn>,
    /// How it ended.
    pub ending: Ending,
}

/// What a match is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How many games.
    pub games: u64,
    /// How many of them, from the first on, are kept move by move.
    pub kept: u64,
    /// How many points of the learning curve, over all games and evenly apart.
    pub points: u64,
}

/// What came of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Match {
    /// Games played to their end.
    pub games: u64,
    /// Of these those that the machine lost.
    pub lost: u64,
    /// Of the lost ones those that it resigned.
    pub resigned: u64,
    /// The lost games by their numbers from 1, as far as [`Match::MOST_LISTED`] goes.
    pub losses: Vec<u64>,
    /// The number of the last game that the machine lost.
    pub last_loss: Option<u64>,
    /// How many games were lost after so many, from no game on.
    pub curve: Vec<Point>,
    /// The first games, as many as were to be kept.
    pub kept: Vec<Played>,
    /// What the machine remembers at the end.
    pub memory: Memory,
    /// Why there are fewer games than were planned.
    pub cut_short: Option<CutShort>,
}

/// A point of a learning curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// After so many games…
    pub games: u64,
    /// … the machine has lost so many.
    pub lost: u64,
}

/// Why a match ended before its last game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutShort {
    /// The caller's `should_stop` said so.
    Stopped,
    /// The person would not play on.
    PersonLeft,
}

/// A panel that could not be worked in mid-match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken<E> {
    /// The game, from 1.
    pub game: u64,
    /// Its turns, the last one as far as it came.
    pub turns: Vec<Turn>,
    /// What the panel says.
    pub error: E,
}

impl<E: fmt::Display> fmt::Display for Broken<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "in game {}", self.game)?;
        for (number, Turn { person, machine }) in self.turns.iter().enumerate() {
            f.write_str(if number == 0 { " after " } else { "; " })?;
            write!(f, "{person}, {machine}")?;
        }
        write!(f, ": {}", self.error)
    }
}

impl<E: fmt::Debug + fmt::Display> std::error::Error for Broken<E> {}

impl Match {
    /// The most lost games that are listed by their numbers.
    pub const MOST_LISTED: usize = 100_000;

    /// Plays games until the plan is done: the person starts each, punishes the machine for every game
    /// it loses and rewards it for every one it wins.
    ///
    /// The panel must be ready for a game, and is when the match is over. `should_stop` is asked before
    /// every game with what has been played so far.
    ///
    /// ```
    /// use kiber_bachet::{KnowsMemory, Machine, Match, Plan, Strategies};
    ///
    /// let strategies = Strategies::article();
    /// let mut person = KnowsMemory::new(Some(strategies.clone()));
    /// let plan = Plan { games: 100, kept: 1, points: 4 };
    /// let played = Match::play(&mut Machine::new(strategies), &mut person, plan, |_| false)?;
    /// assert_eq!((played.lost, played.last_loss), (6, Some(6)));
    /// # Ok::<(), kiber_bachet::Broken<kiber_bachet::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Broken`] when the panel cannot be worked, or the person takes what the rules do not allow.
    pub fn play<P: Panel>(
        panel: &mut P,
        person: &mut dyn Person,
        plan: Plan,
        mut should_stop: impl FnMut(&Self) -> bool,
    ) -> Result<Self, Broken<P::Error>> {
        let mut played = Self { curve: vec![Point { games: 0, lost: 0 }], ..Self::default() };
        while played.games < plan.games {
            if should_stop(&played) {
                played.cut_short = Some(CutShort::Stopped);
                break;
            }
            let mut turns = Vec::new();
            let game = played.games + 1;
            match play_game(panel, person, &mut turns) {
                Err(error) => return Err(Broken { game, turns, error }),
                Ok(None) => {
                    played.cut_short = Some(CutShort::PersonLeft);
                    panel.new_game().map_err(|error| Broken { game, turns, error })?;
                    break;
                }
                Ok(Some(ending)) => played.add(turns, ending, plan),
            }
        }
        let end = Point { games: played.games, lost: played.lost };
        if played.curve.last() != Some(&end) {
            played.curve.push(end);
        }
        played.memory = panel.memory();
        Ok(played)
    }

    /// Games that the machine won.
    pub fn won(&self) -> u64 {
        self.games - self.lost
    }

    fn add(&mut self, turns: Vec<Turn>, ending: Ending, plan: Plan) {
        self.games += 1;
        if ending.is_loss() {
            self.lost += 1;
            self.resigned += u64::from(ending == Ending::Resigned);
            self.last_loss = Some(self.games);
            if self.losses.len() < Self::MOST_LISTED {
                self.losses.push(self.games);
            }
        }
        // The next point is due after its share of the games, rounded up.
        let due = u128::from(plan.games) * self.curve.len() as u128;
        if u128::from(self.games) * u128::from(plan.points) >= due {
            self.curve.push(Point { games: self.games, lost: self.lost });
        }
        if self.games <= plan.kept {
            self.kept.push(Played { turns, ending });
        }
    }
}

/// Plays one game and closes it; `None` if the person leaves in mid-game.
fn play_game<P: Panel>(
    panel: &mut P,
    person: &mut dyn Person,
    turns: &mut Vec<Turn>,
) -> Result<Option<Ending>, P::Error> {
    let rules = panel.rules();
    let ending = loop {
        let seen = Seen { rules, left: panel.objects_left(), memory: panel.memory() };
        let Some(take) = person.takes(&seen) else { return Ok(None) };
        turns.push(Turn { person: take, machine: 0 });
        panel.person_takes(take)?;
        if panel.objects_left() == 0 {
            break Ending::by_last_object(rules, true);
        }
        let answer = panel.machine_takes()?;
        if let Some(turn) = turns.last_mut() {
            turn.machine = answer;
        }
        if answer == 0 {
            break Ending::Resigned;
        }
        if panel.objects_left() == 0 {
            break Ending::by_last_object(rules, false);
        }
    };
    if ending.is_loss() {
        panel.punish()?;
    } else {
        panel.reward()?;
    }
    panel.new_game()?;
    person.game_over(ending.is_loss());
    Ok(Some(ending))
}
