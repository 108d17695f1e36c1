//! What a line says: the words of a trace as a closed set.

use kiber_engine::{LampLevel, Micros, Nanoamps};

use super::figures::{milliamps, millis, whole};
use super::moves::Move;
use super::names::{Contacts, Names, is_contact, is_part};
use crate::wording::{BLOWN, BOTH_SIDES, FED, REPLACED, TURNED_FROM, TURNED_TO, level_word};

/// What happened, as a line of a trace says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words<'a> {
    /// A hand has worked a button or a toggle; with contacts if they followed at once.
    Hand(Hand, Option<Contacts<'a>>),
    /// A hand has turned a selector, which has yet to move.
    TurnedTo(u16),
    /// A hand has turned a selector, and it has followed at once.
    Turned {
        /// From this place.
        from: u16,
        /// To that place.
        to: u16,
        /// What opened and closed.
        contacts: Contacts<'a>,
    },
    /// A source was switched on, or off.
    Switched(bool),
    /// The current through a coil has changed so that its relay asks for something else.
    Coil {
        /// Which coil.
        coil: Coil,
        /// The current, in nanoamperes and whole microamperes.
        current: Nanoamps,
        /// Whether something shares the voltage.
        partial: bool,
        /// What it asks for.
        asks: Asks,
    },
    /// A part moves.
    Move(Move<'a>),
    /// A lamp is off, dim or lit from now on.
    Lamp(LampLevel, Nanoamps),
    /// A short circuit begins.
    ShortBegins {
        /// The sources that it shorts.
        sources: Names<'a>,
        /// The contacts and parts of its path, one passed from side to side as ` (both sides)`.
        path: Names<'a>,
    },
    /// A short circuit is over.
    ShortEnds {
        /// The sources that it shorted.
        sources: Names<'a>,
        /// The contacts and parts of its path.
        path: Names<'a>,
        /// How long it lasted, in microseconds.
        lasted: Micros,
    },
    /// A source or a fuse carries more than it may.
    Overloaded(Nanoamps),
    /// It no longer does, after so many microseconds.
    NoLongerOverloaded(Micros),
    /// A fuse has blown; these parts it fed.
    Blown(Names<'a>),
    /// A hand has put in a new fuse.
    Replaced,
    /// Set and reset of a bistable relay are driven at once, or no longer are.
    BothCoils(bool),
    /// A fault is there from now on: `contact stuck open`.
    Fault(&'a str),
    /// A fault is gone.
    Mended(&'a str),
    /// Nothing moves any more.
    Settled,
    /// It never settles.
    Oscillates {
        /// After how many microseconds everything is the same again.
        period: Micros,
        /// What moves.
        parts: Names<'a>,
    },
    /// The time that the action asked for has passed; whether nothing moved any more.
    TimeUp(bool),
    /// It neither settled nor repeated itself for so many instants.
    GaveUp(u64),
    /// The action could not be done.
    Refused,
}

/// Where a hand leaves a button or a toggle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hand {
    /// A button is pressed.
    Pressed,
    /// A button is free.
    Free,
    /// A toggle is on.
    On,
    /// A toggle is off.
    Off,
}

/// Which coil of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Coil {
    /// The coil, or all windings together.
    Only,
    /// Neither of a bistable relay's two.
    Neither,
    /// Its set coil.
    Set,
    /// Its reset coil.
    Reset,
    /// A stepper's home coil.
    Home,
}

/// What a coil asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Asks {
    /// For nothing: between the thresholds.
    Nothing,
    /// To operate.
    Operate,
    /// To release.
    Release,
    /// To release slowly: a shorted winding holds it.
    ReleaseSlowly,
    /// To reverse.
    Reverse,
    /// For the right side.
    Right,
    /// For the centre.
    Centre,
    /// For the left side.
    Left,
    /// For home.
    Home,
}

/// Each coil and how its line begins.
const COILS: [(Coil, &str); 5] = [
    (Coil::Only, "coil "),
    (Coil::Neither, "coils "),
    (Coil::Set, "set coil "),
    (Coil::Reset, "reset coil "),
    (Coil::Home, "home coil "),
];

/// Each request and its words.
const REQUESTS: [(Asks, &str); 9] = [
    (Asks::Nothing, "asks for nothing"),
    (Asks::Operate, "asks to operate"),
    (Asks::Release, "asks to release"),
    (Asks::ReleaseSlowly, "asks to release slowly"),
    (Asks::Reverse, "asks to reverse"),
    (Asks::Right, "asks for right"),
    (Asks::Centre, "asks for centre"),
    (Asks::Left, "asks for left"),
    (Asks::Home, "asks for home"),
];

impl Coil {
    /// How the coil is called: `coil`, `home coil`.
    pub fn word(self) -> &'static str {
        COILS.iter().find(|&&(coil, _)| coil == self).map_or("coil", |&(_, words)| words.trim_end())
    }
}

impl Asks {
    /// The words for it: `asks to operate`.
    pub fn words(self) -> &'static str {
        REQUESTS.iter().find(|&&(asks, _)| asks == self).map_or("", |&(_, words)| words)
    }
}

impl<'a> Words<'a> {
    /// Reads what is said of a part, or of a contact that has a fault.
    pub(super) fn of_part(who: &str, text: &'a str) -> Option<Self> {
        let is_broken = |words: &str| if who.contains('/') { is_contact_fault(words) } else { is_part_fault(words) };
        if let Some(fault) = text.strip_prefix("fault: ") {
            return is_broken(fault).then_some(Self::Fault(fault));
        }
        if let Some(fault) = text.strip_prefix("mended: ") {
            return is_broken(fault).then_some(Self::Mended(fault));
        }
        if !is_part(who) {
            return None;
        }
        match text {
            "switched on" => return Some(Self::Switched(true)),
            "switched off" => return Some(Self::Switched(false)),
            BLOWN => return Some(Self::Blown(Names(""))),
            REPLACED => return Some(Self::Replaced),
            "both coils driven, stays" => return Some(Self::BothCoils(true)),
            "no longer both coils driven" => return Some(Self::BothCoils(false)),
            _ => {}
        }
        if let Some(current) = text.strip_prefix("overloaded, ") {
            return milliamps(current).map(Self::Overloaded);
        }
        if let Some(after) = text.strip_prefix("no longer overloaded, after ") {
            return after.strip_suffix(" ms").and_then(millis).map(Self::NoLongerOverloaded);
        }
        if let Some(fed) = text.strip_prefix(BLOWN).and_then(|text| text.strip_prefix(FED)) {
            return Names::read(fed, is_part).filter(|fed| !fed.is_empty()).map(Self::Blown);
        }
        Self::of_coil(text).or_else(|| Self::of_lamp(text)).or_else(|| Self::of_hand(text)).or_else(|| {
            let (words, contacts) = text.split_at(text.find(';').unwrap_or(text.len()));
            Move::read(words, contacts).map(Self::Move)
        })
    }

    /// Reads what is said of the whole circuit.
    pub(super) fn of_circuit(text: &'a str) -> Option<Self> {
        match text {
            "settled" => return Some(Self::Settled),
            "time is up, nothing moves" => return Some(Self::TimeUp(true)),
            "time is up, still moving" => return Some(Self::TimeUp(false)),
            "refused, nothing done" => return Some(Self::Refused),
            _ => {}
        }
        if let Some(instants) = text.strip_prefix("still moving, given up after ") {
            return whole(instants.strip_suffix(" instants")?).map(Self::GaveUp);
        }
        if let Some(words) = text.strip_prefix("oscillates with a period of ") {
            let (period, parts) = words.split_once(" ms")?;
            let parts = if parts.is_empty() { Some("") } else { parts.strip_prefix(": ").filter(|it| !it.is_empty()) };
            return Some(Self::Oscillates { period: millis(period)?, parts: Names::read(parts?, is_part)? });
        }
        let words = text.strip_prefix("short circuit of ")?;
        let (words, path) = words.split_once(": through ").unwrap_or((words, ""));
        let path = Names::read(path, is_step)?;
        if text.ends_with(": through ") {
            return None;
        }
        match words.strip_suffix(" begins") {
            Some(sources) => Some(Self::ShortBegins { sources: Names::read(sources, is_part)?, path }),
            None => {
                let (sources, lasted) = words.strip_suffix(" ms")?.split_once(" ends after ")?;
                Some(Self::ShortEnds { sources: Names::read(sources, is_part)?, path, lasted: millis(lasted)? })
            }
        }
    }

    /// How many events the line stands for: a hand and what its contacts do at once are two.
    pub fn events(&self) -> u64 {
        match self {
            Self::Hand(_, Some(_)) | Self::Turned { .. } => 2,
            Self::TimeUp(_) | Self::GaveUp(_) | Self::Refused => 0,
            _ => 1,
        }
    }

    fn of_coil(text: &'a str) -> Option<Self> {
        let (coil, rest) = COILS.iter().find_map(|&(coil, words)| Some((coil, text.strip_prefix(words)?)))?;
        let (current, asks) = rest.split_once(", ")?;
        let (current, partial) = current.strip_suffix(" (partial)").map_or((current, false), |it| (it, true));
        let (asks, _) = *REQUESTS.iter().find(|&&(_, words)| words == asks)?;
        Some(Self::Coil { coil, current: milliamps(current)?, partial, asks })
    }

    fn of_lamp(text: &'a str) -> Option<Self> {
        let (word, current) = text.split_once(", ")?;
        let levels = [LampLevel::Off, LampLevel::Dim, LampLevel::Lit];
        let level = levels.into_iter().find(|&level| level_word(level) == word)?;
        milliamps(current).map(|current| Self::Lamp(level, current))
    }

    fn of_hand(text: &'a str) -> Option<Self> {
        let (words, rest) = text.split_at(text.find(';').unwrap_or(text.len()));
        let contacts = |rest: &'a str| match rest {
            "; moves no contact" => Some(Contacts::default()),
            rest => Contacts::read(rest),
        };
        let place = |text: &str| whole(text).and_then(|place| u16::try_from(place).ok());
        if let Some(places) = words.strip_prefix(TURNED_FROM) {
            let (from, to) = places.split_once(" to ")?;
            return (!rest.is_empty())
                .then_some(())
                .and_then(|()| Some(Self::Turned { from: place(from)?, to: place(to)?, contacts: contacts(rest)? }));
        }
        if let Some(to) = words.strip_prefix(TURNED_TO).filter(|_| rest.is_empty()) {
            return place(to).map(Self::TurnedTo);
        }
        let hand = match words {
            "pressed" => Hand::Pressed,
            "free" => Hand::Free,
            "on" => Hand::On,
            "off" => Hand::Off,
            _ => return None,
        };
        let contacts = if rest.is_empty() { None } else { Some(contacts(rest)?) };
        Some(Self::Hand(hand, contacts))
    }
}

fn is_part_fault(words: &str) -> bool {
    let net = |words: &str| words.strip_prefix("wire of net \"").is_some_and(|rest| rest.ends_with("\" off"));
    matches!(words, "coil open" | "coil shorted" | "armature stuck") || net(words)
}

fn is_contact_fault(words: &str) -> bool {
    match words.strip_prefix("contact welded at place ") {
        Some(place) => whole(place).is_some(),
        None => matches!(
            words,
            "contact stuck open"
                | "contact welded"
                | "contact welded on its make side"
                | "contact welded on its break side"
        ),
    }
}

/// A contact or a part on the path of a short circuit.
fn is_step(text: &str) -> bool {
    let name = text.strip_suffix(BOTH_SIDES).unwrap_or(text);
    is_contact(name) || is_part(name)
}
