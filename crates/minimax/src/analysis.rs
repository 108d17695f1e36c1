//! Every move of a position with what it comes to, and the choice among them.

use crate::descent::{Descent, Window};
use crate::interval::Interval;
use crate::sooner::{Sooner, Timed};
use crate::table::Table;
use crate::{Error, Game, Player, Random};

/// Every move of a position, valued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis<M> {
    /// The moves in the order of the game; none when it is over.
    pub moves: Vec<ValuedMove<M>>,
    /// How many moves deep everything was searched; 1 is the moves themselves.
    pub depth: u32,
    /// How many positions were looked at.
    pub nodes: u64,
    /// Whether the caller ended it.
    pub stopped: bool,
    player: Player,
}

/// A move with what it comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuedMove<M> {
    /// The move.
    pub chosen: M,
    /// The value after it to the depth searched, as the first player sees it.
    pub value: i32,
    /// Whether the value is the true one.
    pub proved: bool,
    /// How many moves the game takes from here to its end, this one included, when who wins makes haste
    /// and who loses holds out (a draw takes as long as `line`); none when that is not proved.
    pub plies: Option<u32>,
    /// This move and the best ones of both sides after it, as far as was searched.
    pub line: Vec<M>,
    /// The value with the number of moves in it, by which moves compare.
    rank: i32,
    /// Whether nothing about it can change any more.
    is_settled: bool,
}

impl<M> Analysis<M> {
    /// All moves that are as good as any: of the best value, and of these the soonest win or the latest
    /// loss; between draws no difference is made. In the order of the game.
    pub fn best(&self) -> Vec<&ValuedMove<M>> {
        let ranks = self.moves.iter().map(|valued| valued.rank);
        let best = match self.player {
            Player::First => ranks.max(),
            Player::Second => ranks.min(),
        };
        self.moves.iter().filter(|valued| Some(valued.rank) == best).collect()
    }

    /// The first of the best moves; none when the game is over.
    pub fn first(&self) -> Option<&ValuedMove<M>> {
        self.best().first().copied()
    }

    /// One of the best moves, each with the same chance; none when the game is over.
    pub fn choose(&self, random: &mut Random) -> Option<&ValuedMove<M>> {
        random.choose(&self.best()).copied()
    }
}

/// Searches every move of a position deeper and deeper, up to a depth in moves (1 at least) or to the
/// end of the game, with a table of at most so many positions.
///
/// Between equal values it sees the difference that matters: who wins wants to win soon, who loses wants
/// to lose late. `should_stop` is asked at the first position beyond the moves themselves and every
/// 1024th, and told how many there were; when it ends the analysis, what was found to the last whole
/// depth stands.
pub fn analyse<G: Game>(
    game: &G,
    position: &G::Position,
    most_depth: Option<u32>,
    most_positions: usize,
    mut should_stop: impl FnMut(u64) -> bool,
) -> Analysis<G::Move> {
    let sooner = Sooner::new(game, position);
    let root = Timed { position: position.clone(), plies: 0 };
    let mut legal = Vec::new();
    game.moves(position, &mut legal);
    let mut moves = Vec::new();
    for &chosen in &legal {
        let after = sooner.play(&root, chosen);
        moves.push((at_sight(&sooner, chosen, &after), after));
    }
    let mut table = Table::new(most_positions);
    let mut descent = Descent::new(&sooner, Some(&mut table), &mut should_stop);
    let (mut depth, mut stopped) = (1, false);
    while most_depth.is_none_or(|most| depth < most) && moves.iter().any(|(valued, _)| !valued.is_settled) {
        let mut deeper = moves.clone();
        let mut open = deeper.iter_mut().filter(|(valued, _)| !valued.is_settled);
        let searched = open.try_for_each(|(valued, after)| {
            *valued = search(&sooner, &mut descent, valued.chosen, after, depth)?;
            Ok::<(), Error>(())
        });
        if searched.is_err() {
            stopped = true;
            break;
        }
        moves = deeper;
        depth += 1;
    }
    let nodes = legal.len() as u64 + descent.nodes();
    let moves = moves.into_iter().map(|(valued, _)| valued).collect();
    Analysis { moves, depth, nodes, stopped, player: game.player(position) }
}

/// A move with the position after it as it stands.
fn at_sight<G: Game>(sooner: &Sooner<'_, G>, chosen: G::Move, after: &Timed<G::Position>) -> ValuedMove<G::Move> {
    let mut moves = Vec::new();
    sooner.moves(after, &mut moves);
    let (rank, truth) = if moves.is_empty() {
        let result = sooner.result(after);
        (result, Interval::point(result))
    } else {
        (sooner.evaluate(after), sooner.bounds(after).into())
    };
    valued(sooner, vec![chosen], rank, truth, moves.is_empty(), chosen)
}

/// A move with the position after it searched so many moves deep.
fn search<'g, G: Game>(
    sooner: &Sooner<'g, G>,
    descent: &mut Descent<'_, Sooner<'g, G>>,
    chosen: G::Move,
    after: &Timed<G::Position>,
    depth: u32,
) -> Result<ValuedMove<G::Move>, Error> {
    let answer = descent.search(after, depth, Window::around(sooner.bounds(after).into()))?;
    let (rank, truth) = (answer.value.low, answer.truth);
    let rest = descent.whole_line(after, depth, answer)?;
    let end = rest.iter().fold(after.clone(), |position, &chosen| sooner.play(&position, chosen));
    let ends = descent.is_over(&end);
    let line = [chosen].into_iter().chain(rest).collect();
    Ok(valued(sooner, line, rank, truth, ends, chosen))
}

fn valued<G: Game>(
    sooner: &Sooner<'_, G>,
    line: Vec<G::Move>,
    rank: i32,
    truth: Interval,
    line_ends: bool,
    chosen: G::Move,
) -> ValuedMove<G::Move> {
    let (value, _) = sooner.parts(rank);
    let proved = sooner.parts(truth.low).0 == sooner.parts(truth.high).0;
    let is_settled = truth.is_point() && line_ends;
    let plies = is_settled.then(|| u32::try_from(line.len()).unwrap_or(u32::MAX));
    ValuedMove { chosen, value, proved, plies, line, rank, is_settled }
}
