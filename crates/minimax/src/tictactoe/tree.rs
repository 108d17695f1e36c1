//! The tree that minimax climbs, from any position.

use std::fmt;

use super::mark::Mark;
use super::position::Position;
use super::rules::TicTacToe;
use super::square::Square;
use crate::{Table, alpha_beta_with_table};

/// What a tree is cut to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// How many moves deep it goes.
    pub depth: u32,
    /// Whether of moves that come to the same up to symmetry only the first is drawn.
    pub symmetric: bool,
}

/// The tree of positions from one on, each with its value: the article's figure 3.
///
/// Levels count from 1, the empty board; the positions of odd levels take the greatest value of the
/// next ones (max), those of even levels the least (min).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    branches: Vec<Branch>,
}

/// A position in a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// How it stands.
    pub position: Position,
    /// The move that led here; none at the root.
    pub played: Option<Square>,
    /// Its value to the end of the game: 1 X wins, 0 a draw, −1 O wins.
    pub value: i32,
    /// Where the position before it is in [`Tree::branches`]; none of the root.
    pub before: Option<usize>,
    /// Where the next positions are, in the order of the moves.
    pub next: Vec<usize>,
}

impl Branch {
    /// Its level: 1 is the empty board.
    pub fn level(&self) -> u32 {
        self.position.plies() + 1
    }

    /// Whether the game goes on from here, but not in the tree.
    pub fn is_cut(&self) -> bool {
        self.next.is_empty() && !self.position.is_over()
    }
}

impl Tree {
    /// The tree from a position on.
    pub fn new(position: Position, cut: Cut) -> Self {
        let mut table = Table::new(10_000);
        let mut branches: Vec<Branch> = Vec::new();
        let mut open = vec![(position, None, None)];
        while let Some((at, played, before)) = open.pop() {
            let place = branches.len();
            if let Some(branch) = before.and_then(|before: usize| branches.get_mut(before)) {
                branch.next.push(place);
            }
            let value = value(at, &mut table);
            branches.push(Branch { position: at, played, value, before, next: Vec::new() });
            if at.plies() - position.plies() < cut.depth {
                let moves = if cut.symmetric { at.distinct_moves() } else { at.moves().collect() };
                open.extend(moves.into_iter().rev().map(|square| (at.with(square), Some(square), Some(place))));
            }
        }
        Self { branches }
    }

    /// Every position: each before those that come after it, in the order of the moves.
    pub fn branches(&self) -> &[Branch] {
        &self.branches
    }

    /// How many positions each level has, from the root's on.
    pub fn levels(&self) -> Vec<(u32, usize)> {
        let mut levels: Vec<(u32, usize)> = Vec::new();
        let first = self.branches.first().map_or(1, Branch::level);
        for branch in &self.branches {
            let place = (branch.level() - first) as usize;
            if levels.len() <= place {
                levels.push((branch.level(), 0));
            }
            if let Some((_, count)) = levels.get_mut(place) {
                *count += 1;
            }
        }
        levels
    }

    /// Whether the position before has its value from this one.
    pub fn gives_value(&self, branch: &Branch) -> bool {
        branch.before.and_then(|before| self.branches.get(before)).is_some_and(|before| before.value == branch.value)
    }

    /// The strokes that lead to a position in the text.
    fn strokes(&self, place: usize) -> String {
        let mut strokes = Vec::new();
        let mut at = place;
        while let Some(before) = self.branches.get(at).and_then(|branch| branch.before) {
            let is_last = self.branches.get(before).and_then(|branch| branch.next.last()) == Some(&at);
            strokes.push(match (at == place, is_last) {
                (true, false) => "├─ ",
                (true, true) => "└─ ",
                (false, false) => "│  ",
                (false, true) => "   ",
            });
            at = before;
        }
        strokes.into_iter().rev().collect()
    }
}

/// What a level does with the values of the next one.
pub(super) fn choice(level: u32) -> (Mark, &'static str) {
    if level % 2 == 1 { (Mark::X, "max") } else { (Mark::O, "min") }
}

fn value(position: Position, table: &mut Table<TicTacToe>) -> i32 {
    // Nobody stops it.
    alpha_beta_with_table(&TicTacToe, &position, None, table, |_| false).map_or(0, |found| found.value)
}

impl fmt::Display for Tree {
    /// The levels in a line each, then every position with its move and value: `*` where the position
    /// before has its value from it, `…` where the game goes on.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let root_is_over = self.branches.first().is_some_and(|branch| branch.position.is_over());
        for (level, count) in self.levels() {
            let (mark, choice) = choice(level);
            let plural = if count == 1 { "" } else { "s" };
            if level == 10 || root_is_over {
                writeln!(f, "level {level:2}  game over        {count:6} position{plural}")?;
            } else {
                writeln!(f, "level {level:2}  {mark} to move   {choice}  {count:6} position{plural}")?;
            }
        }
        writeln!(f)?;
        for (place, branch) in self.branches.iter().enumerate() {
            let value = branch.value;
            let gives = if self.gives_value(branch) { " *" } else { "" };
            let more = if branch.is_cut() { " …" } else { "" };
            let played = branch.played.map(|square| format!("{square}  ")).unwrap_or_default();
            writeln!(f, "{}{played}{}  {value:2}{gives}{more}", self.strokes(place), branch.position)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::*;

    #[track_caller]
    fn tree(position: &str, depth: u32) -> Tree {
        Tree::new(position.parse().expect("a position"), Cut { depth, symmetric: true })
    }

    #[test]
    fn two_moves_from_the_start() {
        assert_snapshot!(tree(".../.../...", 2), @r"
        level  1  X to move   max       1 position
        level  2  O to move   min       3 positions
        level  3  X to move   max      12 positions

        .../.../...   0
        ├─ 1  X../.../...   0 *
        │  ├─ 2  XO./.../...   1 …
        │  ├─ 3  X.O/.../...   1 …
        │  ├─ 5  X../.O./...   0 * …
        │  ├─ 6  X../..O/...   1 …
        │  └─ 9  X../.../..O   1 …
        ├─ 2  .X./.../...   0 *
        │  ├─ 1  OX./.../...   0 * …
        │  ├─ 4  .X./O../...   1 …
        │  ├─ 5  .X./.O./...   0 * …
        │  ├─ 7  .X./.../O..   1 …
        │  └─ 8  .X./.../.O.   0 * …
        └─ 5  .../.X./...   0 *
           ├─ 1  O../.X./...   0 * …
           └─ 2  .O./.X./...   1 …
        ");
    }

    #[test]
    fn to_the_end_from_late_in_the_game() {
        assert_snapshot!(tree("XO./OX./X.O", 9), @r"
        level  7  X to move   max       1 position
        level  8  O to move   min       3 positions
        level  9  X to move   max       4 positions
        level 10  game over             4 positions

        XO./OX./X.O   1
        ├─ 3  XOX/OX./X.O   1 *
        ├─ 6  XO./OXX/X.O   0
        │  ├─ 3  XOO/OXX/X.O   0 *
        │  │  └─ 8  XOO/OXX/XXO   0 *
        │  └─ 8  XO./OXX/XOO   1
        │     └─ 3  XOX/OXX/XOO   1 *
        └─ 8  XO./OX./XXO   0
           ├─ 3  XOO/OX./XXO   0 *
           │  └─ 6  XOO/OXX/XXO   0 *
           └─ 6  XO./OXO/XXO   1
              └─ 3  XOX/OXO/XXO   1 *
        ");
        assert_snapshot!(tree("XXX/OO./...", 9), @r"
        level  6  game over             1 position

        XXX/OO./...   1
        ");
    }

    #[test]
    fn the_whole_tree_is_as_large_as_is_known() {
        let whole = Tree::new(Position::START, Cut { depth: 9, symmetric: false });
        assert_eq!(whole.branches().len(), 549_946);
        let counts = [1, 9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872];
        assert_eq!(whole.levels(), (1..).zip(counts).collect::<Vec<_>>());
        assert!(whole.branches().iter().all(|branch| {
            let next = branch.next.iter().map(|&next| whole.branches()[next].value);
            let best = if branch.level() % 2 == 1 { next.max() } else { next.min() };
            best.is_none_or(|best| best == branch.value)
        }));
    }
}
