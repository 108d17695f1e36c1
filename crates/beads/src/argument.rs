//! How many losses it takes, by an argument instead of a search.

use kiber_minimax::Player;

use crate::arena::Subject;
use crate::cabinet::Cabinet;
use crate::contents::Contents;
use crate::schedule::{Moves, Outcome, Schedule};

/// How many games a machine for Bachet loses from its start on, in every lesson by somebody who tries
/// everything; `None` where this argument does not tell.
///
/// It holds where the machine moves second and wins if it plays well, and one bead of the last move is taken away after a
/// loss and nothing else ever happens. Then the number of losses is the number of losing beads:
///
/// - *Every loss costs a losing bead.* Suppose so far only losing beads have gone. After a winning move the
///   person cannot win at once, and whatever he does, the machine comes to a position with a winning
///   bead in its box; so a winning move is never the last one of a lost game. Nor can the machine lose
///   before its first move.
/// - *While a losing bead is left, a game can be lost.* By winning moves of the machine the person can
///   lead it to any position from which it can win; a losing move there gives him one answer that leads
///   to a position where the machine must lose. That move is the last one of a lost game only when the
///   box of that position is empty; so the box is emptied first, and then the move is lost.
///
/// Tests follow every lesson of small machines and find these numbers.
pub fn losses_from_start(cabinet: &Cabinet, schedule: &Schedule) -> Option<u64> {
    let changes = [Outcome::Won, Outcome::Drawn, Outcome::Lost].map(|outcome| schedule.change(outcome));
    let holds = matches!(cabinet.arena().subject(), Subject::Bachet(_))
        && cabinet.side() == Player::Second
        && cabinet.to_machine(cabinet.arena().value(0)) == 1
        && changes == [0, 0, -1]
        && schedule.moves() == Moves::Last;
    let start = Contents::new(cabinet, schedule);
    let losing = (0..cabinet.kinds()).filter(|&bead| !cabinet.wins(bead));
    holds.then(|| losing.map(|bead| u64::from(start.count(bead))).sum())
}
