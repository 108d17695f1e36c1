//! Looking ahead: values to a fixed depth, and deeper and deeper as long as there is time.

mod boards;
mod descent;
mod memory;

use kiber_minimax::{Found, Random};

use crate::game::Kalah;
use crate::packed::{Large, Packed, Small};
use crate::position::{Position, Side};
use crate::rules::Rules;
use descent::Descent;

/// A search of Kalah, with its memory of positions.
///
/// Values are the same as those of the crate `kiber-minimax`, exactly to the depth that is asked for: in
/// [units](crate::Evaluation::unit) of the evaluation, as South sees them. A depth is counted in moves;
/// by the standard rules an extra move is a move of its own. Boards with at most 15 pits a side and 255
/// stones are packed into two numbers; larger ones are searched by the other crate.
#[derive(Debug)]
pub struct Search {
    game: Kalah,
    most_bytes: u64,
    small: Option<Descent<Small>>,
    large: Option<Descent<Large>>,
}

/// Every move of a position, valued as deep as there was time for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The moves, by pit; none when the game is over.
    pub moves: Vec<MoveValue>,
    /// How many moves deep all of them were searched; the moves themselves are the first.
    pub depth: u32,
    /// How many positions were looked at.
    pub nodes: u64,
    /// Whether the caller ended it.
    pub stopped: bool,
    to_move: Side,
}

/// A move with what it comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveValue {
    /// The pit.
    pub pit: usize,
    /// The value after it, in units of the evaluation, as South sees it.
    pub value: i32,
    /// Where the value is the true one, whatever lies beyond the depth: the depth at which that was first
    /// seen. With Wetherell's rules that is how long a win takes at most, and a loss can be put off.
    pub proved_at: Option<u32>,
    /// This move and the best ones of both sides after it, as deep as was searched.
    pub line: Vec<usize>,
}

impl MoveValue {
    /// Whether the value is the true one.
    pub fn is_proved(&self) -> bool {
        self.proved_at.is_some()
    }
}

impl Analysis {
    /// All moves that are as good as any: of the best value, and of wins the soonest proved, of losses one
    /// that is not proved, or else the latest.
    pub fn best(&self) -> Vec<&MoveValue> {
        let sign = self.to_move.sign();
        let rank = |valued: &MoveValue| {
            let value = valued.value * sign;
            // What is not proved may never come.
            let late = valued.proved_at.map_or(i64::MAX, i64::from);
            // A draw is as good soon as late; a loss is better late, and not proved better still.
            (value, -i64::from(value.signum()) * late)
        };
        let best = self.moves.iter().map(rank).max();
        self.moves.iter().filter(|valued| Some(rank(valued)) == best).collect()
    }

    /// The first of the best moves; none when the game is over.
    pub fn first(&self) -> Option<&MoveValue> {
        self.best().first().copied()
    }

    /// One of the best moves, each with the same chance; none when the game is over.
    pub fn choose(&self, random: &mut Random) -> Option<&MoveValue> {
        random.choose(&self.best()).copied()
    }
}

impl Search {
    /// A search of this game that remembers positions in at most so many bytes.
    pub fn new(game: Kalah, most_bytes: u64) -> Self {
        Self { game, most_bytes, small: None, large: None }
    }

    /// The value of a position so many moves deep, with a best move and the line; none when it was
    /// stopped.
    ///
    /// `should_stop` is told how many positions were looked at, every few thousand of them.
    pub fn to_depth(
        &mut self,
        position: &Position,
        depth: u32,
        mut should_stop: impl FnMut(u64) -> bool,
    ) -> Option<Found<usize>> {
        let (game, most_bytes) = (self.game, self.most_bytes);
        let (value, nodes) = if let Some(board) = Packed::new(position) {
            let descent = self.small.get_or_insert_with(|| Descent::new(game, position, most_bytes));
            descent.begin(game, position, &mut should_stop).run(board, depth)?
        } else if let Some(board) = Packed::new(position) {
            let descent = self.large.get_or_insert_with(|| Descent::new(game, position, most_bytes));
            descent.begin(game, position, &mut should_stop).run(board, depth)?
        } else {
            let mut table = kiber_minimax::Table::new(self.general_positions());
            let depth = Some(depth);
            return kiber_minimax::alpha_beta_with_table(&game, position, depth, &mut table, should_stop).ok();
        };
        Some(Found {
            value: value.value * position.to_move().sign(),
            best: value.line.first().copied(),
            line: value.line,
            proved: value.complete,
            nodes,
        })
    }

    /// Values every move of a position deeper and deeper: to the depth asked for, or until all of them are
    /// proved, or until it is stopped; then what was found to the last whole depth stands.
    ///
    /// `should_stop` is told how many positions were looked at, every few thousand of them.
    pub fn analyse(
        &mut self,
        position: &Position,
        most_depth: u32,
        mut should_stop: impl FnMut(u64) -> bool,
    ) -> Analysis {
        let rules = self.game.rules;
        let mut analysis =
            Analysis { moves: Vec::new(), depth: 0, nodes: 0, stopped: false, to_move: position.to_move() };
        let after: Vec<(usize, Position)> = position
            .moves(rules)
            .into_iter()
            .filter_map(|pit| position.after(rules, pit).ok().map(|after| (pit, after)))
            .collect();
        let is_settled = |moves: &[MoveValue]| !moves.is_empty() && moves.iter().all(MoveValue::is_proved);
        while analysis.depth < most_depth.max(1) && !after.is_empty() && !is_settled(&analysis.moves) {
            let depth = analysis.depth + 1;
            let mut moves = Vec::new();
            for (number, (pit, after)) in after.iter().enumerate() {
                if let Some(settled) = analysis.moves.get(number).filter(|valued| valued.is_proved()) {
                    moves.push(settled.clone());
                    continue;
                }
                let before = analysis.nodes;
                // The moves themselves are there at once, so that there always is an answer.
                let found = self.to_depth(after, depth - 1, |nodes| depth > 1 && should_stop(before + nodes));
                let Some(found) = found else {
                    analysis.stopped = true;
                    return analysis;
                };
                analysis.nodes += found.nodes;
                let proved_at = found.proved.then_some(depth);
                let line = [*pit].into_iter().chain(found.line).collect();
                moves.push(MoveValue { pit: *pit, value: found.value, proved_at, line });
            }
            analysis.moves = moves;
            analysis.depth = depth;
        }
        analysis
    }

    /// How many positions the other crate may remember in as many bytes.
    fn general_positions(&self) -> usize {
        // A position is a list of its own, some hundred bytes long.
        const BYTES: u64 = 1024;
        usize::try_from(self.most_bytes / BYTES).unwrap_or(usize::MAX).clamp(1, 1 << 20)
    }
}

/// Whether a majority ends the game by these rules.
fn stops_at_majority(rules: Rules) -> bool {
    rules == Rules::Wetherell
}

#[cfg(test)]
mod tests;
