//! The words for moves: what a part does as it goes from one place of its mechanism to another.
//!
//! The places of a mechanism are numbers that follow from its contacts; the words say where they lie
//! on the way from one seat to the next. Every move that a part makes by itself or in an order has
//! words that no other move of the same part has, so that they can be read back. Any other move
//! says the numbers.

use std::borrow::Cow;

use kiber_engine::{ContactSide, Fault, Mechanics, Place, Stand};
use kiber_netlist::{Circuit, ContactId, Id, PartId, PartKind};

use crate::stands::{Positions, position_words};

/// A side of a contact that a move opens or closes: `K1/1`, `K1/2 make` of a change-over, or
/// `SA1/a at 3` of a wafer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Side {
    pub(crate) contact: ContactId,
    pub(crate) side: ContactSide,
    /// Whether it opens.
    pub(crate) was_closed: bool,
}

/// The moves of all parts of a circuit, each part's found when it is first asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct AllMoves {
    of_part: Vec<Option<Box<Moves>>>,
}

impl AllMoves {
    /// The moves of a part.
    pub(crate) fn of(&mut self, circuit: &Circuit, part: PartId) -> &Moves {
        let index = part.index();
        if self.of_part.len() <= index {
            self.of_part.resize(circuit.parts.len().max(index + 1), None);
        }
        self.of_part[index].get_or_insert_with(|| Box::new(Moves::new(circuit, part)))
    }
}

/// The moves of a part that have words.
#[derive(Clone, Debug)]
pub(crate) struct Moves {
    mechanics: Option<Mechanics>,
    /// Whether it is turned from any place to any other.
    turned: bool,
    /// By the places they lead from and to.
    known: Vec<Known>,
}

#[derive(Clone, Debug)]
struct Known {
    from: Place,
    to: Place,
    words: Cow<'static, str>,
}

impl Moves {
    fn new(circuit: &Circuit, part: PartId) -> Self {
        let mechanics = Mechanics::of(circuit, part);
        let kind = &circuit.parts[part].kind;
        let turned = matches!(kind, PartKind::Selector(_));
        let mut draft = Draft::default();
        // That a fuse blows is an event of its own.
        if let Some(mechanics) = mechanics.as_ref().filter(|_| !matches!(kind, PartKind::Fuse(_))) {
            let positions = Positions::of(kind);
            for course in mechanics.courses() {
                draft.course(mechanics, positions, turned, &course);
            }
        }
        Self { mechanics, turned, known: draft.finished() }
    }

    /// The words for a move, in front of what its contacts do.
    pub(crate) fn words(&self, from: Place, to: Place) -> Cow<'_, str> {
        if let Ok(found) = self.known.binary_search_by_key(&(from, to), |known| (known.from, known.to))
            && let Some(known) = self.known.get(found)
        {
            return Cow::Borrowed(&known.words);
        }
        match (self.turned, from.is_seat(), to.is_seat()) {
            (true, true, true) => format!("goes at once from {} to {}", from.0 / 2, to.0 / 2).into(),
            _ => format!("goes from place {} to place {}", from.0, to.0).into(),
        }
    }

    /// The move that such words stand for.
    pub(crate) fn read(&self, words: &str) -> Option<(Place, Place)> {
        if let Some(known) = self.known.iter().find(|known| known.words == words) {
            return Some((known.from, known.to));
        }
        let numbers = |words: &str, middle: &str| {
            let (from, to) = words.split_once(middle)?;
            Some((from.parse::<u16>().ok()?, to.parse::<u16>().ok()?))
        };
        if let Some(words) = words.strip_prefix("goes at once from ").filter(|_| self.turned) {
            let (from, to) = numbers(words, " to ")?;
            return Some((Place(from.checked_mul(2)?), Place(to.checked_mul(2)?)));
        }
        let (from, to) = numbers(words.strip_prefix("goes from place ")?, " to place ")?;
        Some((Place(from), Place(to)))
    }

    /// What opens and closes in a move with these faults, in the order of the circuit; a change-over's
    /// break side comes before its make side.
    pub(crate) fn sides<'a>(&'a self, from: Place, to: Place, faults: &'a [Fault]) -> impl Iterator<Item = Side> + 'a {
        let moved = self.mechanics.iter().flat_map(move |mechanics| mechanics.moved(from, to));
        moved.filter(|&(contact, ..)| !is_fixed(contact, faults)).map(|(contact, side, closes)| Side {
            contact,
            side,
            was_closed: !closes,
        })
    }
}

/// Whether a fault keeps the contact from moving: open for good, or closed for good.
fn is_fixed(contact: ContactId, faults: &[Fault]) -> bool {
    faults.iter().any(|&fault| match fault {
        Fault::ContactStuckOpen(broken) => broken == contact,
        Fault::ContactWelded { contact: welded, .. } => welded == contact,
        _ => false,
    })
}

/// The moves of a part while their words are looked for.
#[derive(Debug, Default)]
struct Draft {
    moves: Vec<Drafted>,
}

#[derive(Debug)]
struct Drafted {
    places: (Place, Place),
    words: Cow<'static, str>,
    /// What to add where other moves have the same words.
    apart: Cow<'static, str>,
}

impl Draft {
    /// All moves along the way from one seat to the next.
    fn course(&mut self, mechanics: &Mechanics, positions: Positions, turned: bool, course: &[Place]) {
        let (&[begin, ..], &[.., end]) = (course, course) else { return };
        let next = course.get(1).map_or(Stand::default(), |&place| mechanics.stand(place));
        let way = Way::new(positions, mechanics.stand(begin), next, mechanics.stand(end));
        for pair in course.windows(2) {
            let &[from, to] = pair else { continue };
            let (words, apart) = if from == begin {
                (way.starts(), way.apart_by_end())
            } else if to == end {
                (way.arrives(), way.apart_by_begin())
            } else if bounces(mechanics, from, to, end) {
                (format!("bounces, {}", way.between()).into(), way.apart_by_begin())
            } else {
                (way.between(), way.apart_by_begin())
            };
            self.add((from, to), words, apart);
        }
        // An order moves it all the way in one step, or lets it fall back.
        if !turned {
            self.add((begin, end), way.at_once(), way.apart_by_begin());
        }
        for &place in course.iter().filter(|place| !place.is_seat()) {
            self.add((place, begin), way.falls_back(), way.apart_by_end());
        }
    }

    fn add(&mut self, places: (Place, Place), words: Cow<'static, str>, apart: Cow<'static, str>) {
        self.moves.push(Drafted { places, words, apart });
    }

    /// The moves with words that tell each from all others.
    fn finished(self) -> Vec<Known> {
        let mut moves = self.moves;
        // Of courses that share a way, the first says it.
        let mut order: Vec<usize> = (0..moves.len()).collect();
        order.sort_by_key(|&at| (moves[at].places, at));
        order.dedup_by_key(|at| moves[*at].places);
        order.sort_unstable();
        let mut kept = Vec::with_capacity(order.len());
        let mut order = order.into_iter().peekable();
        for (at, drafted) in moves.drain(..).enumerate() {
            if order.next_if_eq(&at).is_some() {
                kept.push(drafted);
            }
        }
        for shared in shared_words(&kept) {
            for &at in &shared {
                let Drafted { words, apart, .. } = &mut kept[at];
                if !apart.is_empty() {
                    *words = format!("{words}, {apart}").into();
                }
            }
        }
        for shared in shared_words(&kept) {
            for (number, &at) in (1..).zip(&shared) {
                let words = &mut kept[at].words;
                *words = format!("{words} ({number})").into();
            }
        }
        let mut known: Vec<Known> =
            kept.into_iter().map(|Drafted { places: (from, to), words, .. }| Known { from, to, words }).collect();
        known.sort_unstable_by_key(|known| (known.from, known.to));
        known
    }
}

/// The moves that have the same words as others, together.
fn shared_words(moves: &[Drafted]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..moves.len()).collect();
    order.sort_by(|&a, &b| moves[a].words.cmp(&moves[b].words));
    let groups = order.chunk_by(|&a, &b| moves[a].words == moves[b].words);
    groups.filter(|group| group.len() > 1).map(<[usize]>::to_vec).collect()
}

/// Whether all that moves here opens only to close again before the way's end.
fn bounces(mechanics: &Mechanics, from: Place, to: Place, end: Place) -> bool {
    let mut moved = mechanics.moved(from, to).peekable();
    moved.peek().is_some()
        && moved.all(|(contact, side, closes)| {
            !closes && mechanics.moved(to, end).any(|again| again == (contact, side, true))
        })
}

/// The way from one seat to the next.
#[derive(Clone, Copy, Debug)]
struct Way {
    positions: Positions,
    begin: Stand,
    end: Stand,
    goes: Goes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goes {
    /// What the part is there to move.
    Main,
    /// Only an armature, which moves besides.
    Armature,
    /// All the way back to the first place.
    Home,
}

impl Way {
    fn new(positions: Positions, begin: Stand, next: Stand, end: Stand) -> Self {
        let goes = match next.towards {
            Some(bound) if bound == next.at => Goes::Home,
            _ if begin.at == end.at => Goes::Armature,
            _ => Goes::Main,
        };
        Self { positions, begin, end, goes }
    }

    fn from(&self) -> Cow<'static, str> {
        self.positions.word(self.begin.at)
    }

    fn to(&self) -> Cow<'static, str> {
        self.positions.word(self.end.at)
    }

    /// Where it is afterwards: `operated`, `at 4`, `right`.
    fn rests(&self) -> Cow<'static, str> {
        position_words(self.positions, self.end.at)
    }

    /// `operate` or `release`.
    fn verb(&self) -> &'static str {
        let operates = if self.goes == Goes::Armature { self.end.pulled } else { self.end.at > self.begin.at };
        if operates { "operate" } else { "release" }
    }

    /// What the contacts do while only the armature moves.
    fn stays(&self) -> String {
        format!(", stays {}", self.rests())
    }

    fn starts(&self) -> Cow<'static, str> {
        match (self.goes, self.positions) {
            (Goes::Home, _) => format!("runs home from {}", self.from()).into(),
            (Goes::Armature, _) => format!("armature starts to {}{}", self.verb(), self.stays()).into(),
            (Goes::Main, Positions::Two) if self.verb() == "operate" => "starts to operate".into(),
            (Goes::Main, Positions::Two) => "starts to release".into(),
            (Goes::Main, Positions::Ring) => format!("starts to step to {}", self.to()).into(),
            (Goes::Main, _) => format!("starts from {} to {}", self.from(), self.to()).into(),
        }
    }

    fn between(&self) -> Cow<'static, str> {
        match (self.goes, self.positions) {
            (Goes::Home, _) => "on its way home".into(),
            (Goes::Armature, _) => format!("armature on its way to {}d{}", self.verb(), self.stays()).into(),
            (Goes::Main, Positions::Two | Positions::Ring) => format!("on its way to {}", self.to()).into(),
            (Goes::Main, _) => format!("on its way from {} to {}", self.from(), self.to()).into(),
        }
    }

    fn arrives(&self) -> Cow<'static, str> {
        match self.goes {
            Goes::Home => "home".into(),
            Goes::Armature => format!("armature {}d{}", self.verb(), self.stays()).into(),
            Goes::Main => self.rests(),
        }
    }

    fn at_once(&self) -> Cow<'static, str> {
        match self.goes {
            Goes::Home => format!("home at once from {}", self.from()).into(),
            Goes::Armature => format!("armature {}d at once{}", self.verb(), self.stays()).into(),
            Goes::Main => format!("{} at once", self.rests()).into(),
        }
    }

    fn falls_back(&self) -> Cow<'static, str> {
        match self.goes {
            Goes::Armature => {
                let back = if self.begin.pulled { "operated" } else { "released" };
                format!("armature falls back to {back}{}", self.stays()).into()
            }
            _ => format!("falls back to {}", self.from()).into(),
        }
    }

    fn apart_by_begin(&self) -> Cow<'static, str> {
        match self.positions {
            Positions::Sides | Positions::Row => format!("from {}", self.from()).into(),
            _ => "".into(),
        }
    }

    fn apart_by_end(&self) -> Cow<'static, str> {
        match (self.goes, self.positions) {
            (Goes::Home, _) => "on its way home".into(),
            (_, Positions::Two) => "".into(),
            _ => format!("on its way to {}", self.to()).into(),
        }
    }
}
