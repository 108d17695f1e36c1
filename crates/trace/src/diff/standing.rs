//! How everything stands, as far as a trace has told it.

use std::collections::BTreeMap;

use kiber_engine::{LampLevel, Nanoamps};

use crate::written::{Asks, Coil, Line, Position, Words};

/// The current through a coil.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Driven {
    pub(super) coil: Coil,
    pub(super) current: Nanoamps,
    pub(super) partial: bool,
    pub(super) asks: Asks,
}

/// How one part stands; nothing where no line has told it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stand {
    pub(super) lamp: Option<LampLevel>,
    pub(super) position: Option<Position>,
    /// Where it must have been before its first move.
    pub(super) start: Option<Position>,
    pub(super) coil: Option<Driven>,
}

/// How all parts of a trace stand at a place in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Standing {
    numbers: BTreeMap<String, usize>,
    stands: Vec<Stand>,
}

impl Standing {
    pub(super) fn of(&self, part: &str) -> Stand {
        self.numbers.get(part).and_then(|&number| self.stands.get(number)).copied().unwrap_or_default()
    }

    pub(super) fn take(&mut self, line: &Line<'_>) {
        let Some(part) = line.who else { return };
        match line.words {
            Words::Lamp(level, _) => self.stand(part).lamp = Some(level),
            Words::Move(it) if it.step.is_arrival() && !it.armature => {
                let stand = self.stand(part);
                if stand.position.is_none() {
                    stand.start = it.to.opposite();
                }
                stand.position = Some(it.to);
            }
            Words::Coil { coil, current, partial, asks } => {
                self.stand(part).coil = Some(Driven { coil, current, partial, asks });
            }
            _ => {}
        }
    }

    fn stand(&mut self, part: &str) -> &mut Stand {
        let number = match self.numbers.get(part) {
            Some(&number) => number,
            None => {
                self.stands.push(Stand::default());
                self.numbers.insert(part.to_owned(), self.stands.len() - 1);
                self.stands.len() - 1
            }
        };
        &mut self.stands[number]
    }
}
