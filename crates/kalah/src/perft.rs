//! Counting sequences of moves: the test that every rule is right.

use crate::packed::{Lanes, Large, Packed, Small, Sowing};
use crate::position::Position;
use crate::rules::Rules;

/// How often `should_stop` is asked, in positions.
const OFTEN: u64 = 1 << 16;

/// How many sequences of exactly 0, 1, 2, … `depth` moves start in a position; none if it was stopped.
///
/// A finished game has no successors. By Wetherell's rules a move is a whole turn, and a majority ends
/// the game; by the standard rules an extra move is a move of its own, and nobody stops at a majority.
/// Numbers beyond [`u64::MAX`] stay there. `should_stop` is asked every 65,536 positions,
/// with how many were looked at.
pub fn perft(
    rules: Rules,
    position: &Position,
    depth: u32,
    mut should_stop: impl FnMut(u64) -> bool,
) -> Option<Vec<u64>> {
    let mut counts = vec![0_u64; depth as usize + 1];
    if let Some(board) = Packed::<Small>::new(position) {
        count(Sowing::new(rules, position.pits()), board, position.total(), &mut counts, should_stop)?;
    } else if let Some(board) = Packed::<Large>::new(position) {
        count(Sowing::new(rules, position.pits()), board, position.total(), &mut counts, should_stop)?;
    } else {
        let mut looked_at = 0_u64;
        let mut open = vec![(position.clone(), 0)];
        while let Some((position, depth)) = open.pop() {
            looked_at += 1;
            if looked_at.is_multiple_of(OFTEN) && should_stop(looked_at) {
                return None;
            }
            let Some(count) = counts.get_mut(depth) else { continue };
            *count = count.saturating_add(1);
            if depth + 1 < counts.len() {
                let after = position.moves(rules).into_iter().filter_map(|pit| position.after(rules, pit).ok());
                open.extend(after.map(|after| (after, depth + 1)));
            }
        }
    }
    Some(counts)
}

fn count<L: Lanes>(
    sowing: Sowing<L>,
    start: Packed<L>,
    total: u32,
    counts: &mut [u64],
    mut should_stop: impl FnMut(u64) -> bool,
) -> Option<()> {
    let mut looked_at = 0_u64;
    let mut open = vec![(start, 0)];
    while let Some((board, depth)) = open.pop() {
        looked_at += 1;
        if looked_at.is_multiple_of(OFTEN) && should_stop(looked_at) {
            return None;
        }
        counts[depth] = counts[depth].saturating_add(1);
        if depth + 1 == counts.len() || sowing.is_over(board, total) {
            continue;
        }
        let mut pits = sowing.in_pits(board.own);
        while let Some(pit) = pits.first() {
            pits = pits.without(pit);
            let sown = sowing.sow(board, pit);
            let after = if sown.again { sown.board } else { sown.board.turned() };
            open.push((after, depth + 1));
        }
    }
    Some(())
}
