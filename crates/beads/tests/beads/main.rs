//! What the matchbox machine learns, exactly.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod article;
mod exact;
mod menace;
mod panel;
mod saved;
mod seen;
mod self_play;
mod simulated;

use kiber_bachet::{Opponent, Rules};
use kiber_beads::{Cabinet, Chain, Choice, Contents, Error, Lesson, Number, Schedule, Subject, Teacher};
use kiber_minimax::Player;

/// The machine of a game of Bachet in which the person starts.
#[track_caller]
fn bachet(objects: u32, most: u32) -> Cabinet {
    let rules = Rules::new(objects, most).unwrap();
    Cabinet::new(Subject::Bachet(rules), Player::Second, Choice::Every).unwrap()
}

fn chain<N: Number>(cabinet: &Cabinet, schedule: &Schedule, teacher: &Teacher) -> Result<Chain<N>, Error> {
    let lesson = Lesson { cabinet, schedule, teacher };
    Chain::new(&lesson, &Contents::new(cabinet, schedule), 100_000, |_| false)
}

fn by(cabinet: &Cabinet, opponent: Opponent) -> Teacher {
    Teacher::new(cabinet.arena(), opponent)
}
