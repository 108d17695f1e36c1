//! The words of moves, without the circuit that they are of.

use std::fmt;

use super::figures::whole;
use super::names::Contacts;

/// What a part does as it goes from one place of its mechanism to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move<'a> {
    /// Which step of the way this is.
    pub step: Step,
    /// Where the way leads.
    pub to: Position,
    /// Whether only an armature moves, and what it drives stays.
    pub armature: bool,
    /// The words themselves, without the contacts.
    pub words: &'a str,
    /// What opens and closes with it.
    pub contacts: Contacts<'a>,
}

/// A step on the way from one position to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// It leaves: `starts to operate`.
    Starts,
    /// A contact moves on the way: `on its way to operated`.
    Between,
    /// A contact that has closed opens once more: `bounces, on its way to operated`.
    Bounces,
    /// It is there: `operated`.
    Arrives,
    /// All the way in one step: `operated at once`.
    AtOnce,
    /// It turns round: `falls back to released`.
    FallsBack,
    /// What no part does by itself: `goes from place 0 to place 3`.
    Other,
}

impl Step {
    /// Whether the part is where the way leads when this is done.
    pub fn is_arrival(self) -> bool {
        matches!(self, Self::Arrives | Self::AtOnce | Self::FallsBack | Self::Other)
    }
}

/// Where a part can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Position {
    /// A relay, a bistable or an impulse relay has operated.
    Operated,
    /// It has released.
    Released,
    /// A polarized relay's left side.
    Left,
    /// Its centre.
    Centre,
    /// Its right side.
    Right,
    /// A stepper's place 0, to which it has run.
    Home,
    /// A place of a stepper or a selector.
    At(u16),
    /// A place of the mechanism that has no name.
    Place(u16),
}

impl Position {
    /// What a part does that goes there: `operates`, `steps to 4`, `goes left`.
    pub fn verb(self) -> Verb {
        Verb(self)
    }

    /// The other one of a relay's two; of more than two there is none.
    pub fn opposite(self) -> Option<Self> {
        match self {
            Self::Operated => Some(Self::Released),
            Self::Released => Some(Self::Operated),
            _ => None,
        }
    }

    fn read(word: &str) -> Option<Self> {
        match word {
            "operated" => Some(Self::Operated),
            "released" => Some(Self::Released),
            "left" => Some(Self::Left),
            "centre" => Some(Self::Centre),
            "right" => Some(Self::Right),
            number => place(number).map(Self::At),
        }
    }

    /// The position of a part that rests: `operated`, `at 4`.
    fn read_rest(words: &str) -> Option<Self> {
        match words.strip_prefix("at ") {
            Some(number) => place(number).map(Self::At),
            None => Self::read(words).filter(|position| !matches!(position, Self::At(_))),
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Operated => f.write_str("operated"),
            Self::Released => f.write_str("released"),
            Self::Left => f.write_str("left"),
            Self::Centre => f.write_str("in the centre"),
            Self::Right => f.write_str("right"),
            Self::Home => f.write_str("home"),
            Self::At(place) => write!(f, "at {place}"),
            Self::Place(place) => write!(f, "in place {place}"),
        }
    }
}

/// What a part does that goes to a position, in the third person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verb(Position);

impl fmt::Display for Verb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Position::Operated => f.write_str("operates"),
            Position::Released => f.write_str("releases"),
            Position::Left => f.write_str("goes left"),
            Position::Centre => f.write_str("goes to the centre"),
            Position::Right => f.write_str("goes right"),
            Position::Home => f.write_str("comes home"),
            Position::At(place) => write!(f, "goes to {place}"),
            Position::Place(place) => write!(f, "goes to place {place}"),
        }
    }
}

impl<'a> Move<'a> {
    pub(super) fn read(words: &'a str, contacts: &'a str) -> Option<Self> {
        let (step, to, armature) = unnumbered(words)?;
        Some(Self { step, to, armature, words, contacts: Contacts::read(contacts)? })
    }
}

/// Moves with the same words are numbered: `on its way to operated (2)`.
fn unnumbered(words: &str) -> Option<(Step, Position, bool)> {
    match words.strip_suffix(')') {
        Some(numbered) => {
            let (words, number) = numbered.rsplit_once(" (")?;
            whole(number).filter(|&number| number > 0)?;
            told_apart(words)
        }
        None => told_apart(words),
    }
}

/// Moves that begin or end elsewhere may say so: `centre, from left`.
fn told_apart(words: &str) -> Option<(Step, Position, bool)> {
    if let Some((front, apart)) = words.rsplit_once(", ")
        && front != "bounces"
        && !apart.starts_with("stays ")
    {
        let by = |before: &str| apart.strip_prefix(before).and_then(Position::read).is_some();
        return (by("from ") || by("on its way to ") || apart == "on its way home").then(|| read(front))?;
    }
    read(words)
}

fn read(words: &str) -> Option<(Step, Position, bool)> {
    if let Some(rest) = words.strip_prefix("armature ") {
        let (way, stays) = rest.split_once(", stays ")?;
        Position::read_rest(stays)?;
        let (step, to) = main_way(way)?;
        return matches!(to, Position::Operated | Position::Released).then_some((step, to, true));
    }
    let (step, to) = main_way(words)?;
    Some((step, to, false))
}

fn main_way(words: &str) -> Option<(Step, Position)> {
    if let Some(way) = words.strip_prefix("starts ") {
        let to = match way {
            "to operate" => Position::Operated,
            "to release" => Position::Released,
            _ => match way.strip_prefix("to step to ") {
                Some(number) => Position::At(place(number)?),
                None => from_to(way)?,
            },
        };
        return Some((Step::Starts, to));
    }
    if let Some(way) = words.strip_prefix("bounces, ") {
        return between(way).map(|to| (Step::Bounces, to));
    }
    if words.starts_with("on its way ") {
        return between(words).map(|to| (Step::Between, to));
    }
    if let Some(number) = words.strip_prefix("runs home from ") {
        return place(number).map(|_| (Step::Starts, Position::Home));
    }
    if words == "home" {
        return Some((Step::Arrives, Position::Home));
    }
    if let Some(number) = words.strip_prefix("home at once from ") {
        return place(number).map(|_| (Step::AtOnce, Position::Home));
    }
    if let Some(back) = words.strip_prefix("falls back to ") {
        return Position::read(back).map(|to| (Step::FallsBack, to));
    }
    if let Some(way) = words.strip_prefix("goes at once ") {
        return from_to(way).map(|to| (Step::AtOnce, to));
    }
    if let Some(way) = words.strip_prefix("goes from place ") {
        let (from, to) = way.split_once(" to place ")?;
        return place(from).and(place(to)).map(|to| (Step::Other, Position::Place(to)));
    }
    match words.strip_suffix(" at once") {
        Some(rest) => Position::read_rest(rest).map(|to| (Step::AtOnce, to)),
        None => Position::read_rest(words).map(|to| (Step::Arrives, to)),
    }
}

/// `on its way to operated`, `on its way from left to centre`, `on its way home`.
fn between(words: &str) -> Option<Position> {
    match words.strip_prefix("on its way ")? {
        "home" => Some(Position::Home),
        way => match way.strip_prefix("to ") {
            Some(to) => Position::read(to),
            None => from_to(way),
        },
    }
}

/// `from left to centre`.
fn from_to(words: &str) -> Option<Position> {
    let (from, to) = words.strip_prefix("from ")?.split_once(" to ")?;
    Position::read(from).and(Position::read(to))
}

fn place(number: &str) -> Option<u16> {
    whole(number).and_then(|number| number.try_into().ok())
}
