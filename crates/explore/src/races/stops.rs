//! Where mechanisms stop on their way, so that others may move meanwhile, and how they move from there.

use kiber_engine::{Place, Stroke, Untimed};

use super::bounds::Bounds;

/// By mechanism and place, whether it may be met there between its seats; all short lists say no.
#[derive(Clone, Debug, Default)]
pub(super) struct Stops(Vec<Vec<bool>>);

impl Stops {
    /// Nobody stops: a move is one step from seat to seat.
    pub(super) fn nowhere() -> Self {
        Self::default()
    }

    /// All stop wherever their travel takes time.
    pub(super) fn on_the_way(bounds: &[Bounds]) -> Self {
        Self(bounds.iter().map(Bounds::stops).collect())
    }

    fn at(&self, mechanism: usize, place: Place) -> bool {
        let own = self.0.get(mechanism).map_or(&[][..], Vec::as_slice);
        own.get(usize::from(place.0)).copied().unwrap_or(false)
    }

    /// How a mechanism that is asked to move or is under way can move now, and where to.
    pub(super) fn moves(&self, untimed: &Untimed, mechanism: usize) -> impl Iterator<Item = (Stroke, Place)> + use<> {
        let destination = |stroke: Stroke| untimed.destination(mechanism, stroke).map(|to| (stroke, to));
        let place = untimed.places().get(mechanism).copied().unwrap_or_default();
        let moves = if place.is_seat() {
            let leaves = destination(Stroke::Leaves).filter(|&(_, to)| self.at(mechanism, to));
            [leaves.or_else(|| destination(Stroke::Whole)), None]
        } else if self.at(mechanism, place) {
            let on = destination(Stroke::GoesOn).or_else(|| destination(Stroke::Arrives));
            [on, destination(Stroke::FallsBack)]
        } else {
            [destination(Stroke::Whole), None]
        };
        moves.into_iter().flatten()
    }
}
