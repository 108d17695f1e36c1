//! A hand and the contacts that follow it at once belong together.

use kiber_engine::{Event, Place, What};

use crate::wording::at_once;

/// Brings each hand next to the move it makes at the same instant.
///
/// When several hands act at one instant, the engine tells of all hands first and of all moves
/// after them. They are simultaneous, so telling them pair by pair, in the order of the hands, says
/// the same and reads better.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Hands {
    waiting: Vec<(Event, Option<Event>)>,
    /// Where the last move found its hand: the next one is probably a neighbour.
    last_found: usize,
}

/// What comes out: an event, or a hand with its move.
pub(crate) enum Told {
    One(Event),
    HandAndMove(Event, Event),
}

impl Hands {
    /// Takes the next event and gives out what is ready.
    pub(crate) fn take(&mut self, event: Event, mut tell: impl FnMut(Told)) {
        match event.what {
            What::Hand { .. } | What::Turned { .. } => return self.waiting.push((event, None)),
            What::Moved { .. } => {
                if let Some(at) = self.find(&event)
                    && let Some((_, its_move)) = self.waiting.get_mut(at)
                {
                    self.last_found = at;
                    *its_move = Some(event);
                    return;
                }
            }
            _ => {}
        }
        self.flush(&mut tell);
        tell(Told::One(event));
    }

    /// Gives out the hands that are still waiting.
    pub(crate) fn flush(&mut self, mut tell: impl FnMut(Told)) {
        self.last_found = 0;
        for (hand, its_move) in self.waiting.drain(..) {
            tell(match its_move {
                Some(its_move) => Told::HandAndMove(hand, its_move),
                None => Told::One(hand),
            });
        }
    }

    fn find(&self, event: &Event) -> Option<usize> {
        let is_its_hand = |at: &usize| {
            self.waiting.get(*at).is_some_and(|(hand, its_move)| {
                its_move.is_none()
                    && hand.at == event.at
                    && match (&hand.what, &event.what) {
                        (&What::Hand { part: worked, operated }, &What::Moved { part, from, to }) => {
                            worked == part && at_once(operated) == (from, to)
                        }
                        (&What::Turned { part: worked, to: place }, &What::Moved { part, from, to }) => {
                            worked == part && from.is_seat() && Some(to) == place.checked_mul(2).map(Place)
                        }
                        _ => false,
                    }
            })
        };
        let neighbours = [self.last_found.wrapping_add(1), self.last_found.wrapping_sub(1)];
        neighbours.into_iter().find(is_its_hand).or_else(|| (0..self.waiting.len()).find(is_its_hand))
    }
}
