//! Matches: engine against engine, from openings that chance makes.

use kiber_minimax::Random;

use crate::error::Error;
use crate::evaluate::Evaluation;
use crate::game::Kalah;
use crate::position::{Position, Side};
use crate::record::Record;
use crate::rules::{Rules, Setup};
use crate::search::{Analysis, Search};

/// A machine that plays: it looks so many moves ahead, judges what it sees there, and chooses at random
/// among what is equally good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Engine {
    /// How it judges positions that are not over.
    pub evaluation: Evaluation,
    /// How many moves it looks ahead; at 0 it moves at random.
    pub depth: u32,
}

/// An engine at the board, with what it remembers of what it has seen.
#[derive(Debug)]
pub struct Seated {
    engine: Engine,
    rules: Rules,
    search: Search,
}

impl Engine {
    /// The engine, ready to play by these rules with a memory of so many bytes.
    pub fn seated(self, rules: Rules, most_bytes: u64) -> Seated {
        let search = Search::new(Kalah { rules, evaluation: self.evaluation }, most_bytes);
        Seated { engine: self, rules, search }
    }
}

impl Seated {
    /// What the moves of a position come to, as far as the engine looks (at least one move);
    /// `should_stop` as in [`Search::analyse`].
    pub fn analyse(&mut self, position: &Position, should_stop: impl FnMut(u64) -> bool) -> Analysis {
        self.search.analyse(position, self.engine.depth, should_stop)
    }

    /// A move, and how many positions were looked at for it; none when the game is over.
    ///
    /// Of wins it takes the soonest it sees, of losses the latest. When `should_stop` ends the search the
    /// move is the best of those found by then.
    pub fn choose(
        &mut self,
        position: &Position,
        random: &mut Random,
        should_stop: impl FnMut(u64) -> bool,
    ) -> Option<(usize, u64)> {
        if self.engine.depth == 0 {
            return random.choose(&position.moves(self.rules)).map(|&pit| (pit, 0));
        }
        let analysis = self.analyse(position, should_stop);
        analysis.choose(random).map(|valued| (valued.pit, analysis.nodes))
    }
}

/// A match of two engines.
///
/// Games come in pairs: both of a pair begin with the same moves, which chance makes, and the engines
/// change seats between them. So neither the opening nor the seat favours anybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contest {
    /// The game that is played.
    pub setup: Setup,
    /// The engines: the first sits South in the first game of a pair.
    pub engines: [Engine; 2],
    /// How many moves chance makes at the beginning of a game.
    pub opening: usize,
    /// Where chance begins. Pairs do not depend on each other: the same seed and number give the same pair.
    pub seed: u64,
}

/// A game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The game.
    pub record: Record,
    /// Where the first engine sat.
    pub first: Side,
    /// How many positions each engine looked at.
    pub nodes: [u64; 2],
}

impl Contest {
    /// How many bytes an engine has to remember positions in.
    const REMEMBERED: u64 = 1 << 21;

    /// The position from which a pair of games goes on.
    ///
    /// Where chance ends the game at once it tries again, with ever fewer moves.
    fn opening(&self, random: &mut Random) -> Record {
        let rules = self.setup.rules();
        let mut moves = self.opening;
        loop {
            let mut record = Record::new(self.setup);
            for _ in 0..moves {
                let Some(&pit) = random.choose(&record.position().moves(rules)) else { break };
                if record.play(pit).is_err() {
                    break;
                }
            }
            if record.ending().is_none() || moves == 0 {
                return record;
            }
            moves -= 1;
        }
    }

    /// Plays the pair of games with that number; none when it was stopped.
    ///
    /// `should_stop` is told how many positions were looked at for the move that is thought about, every
    /// few thousand of them.
    ///
    /// # Errors
    /// None that a legal game could have: an engine makes legal moves.
    pub fn pair(&self, number: u64, mut should_stop: impl FnMut(u64) -> bool) -> Result<Option<[Played; 2]>, Error> {
        let mut seeds = Random::new(self.seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut random = Random::new(seeds.bits());
        let opening = self.opening(&mut random);
        let mut play = |first| self.play(opening.clone(), first, &mut random, &mut should_stop);
        let (Some(one), Some(other)) = (play(Side::South)?, play(Side::North)?) else { return Ok(None) };
        Ok(Some([one, other]))
    }

    fn play(
        &self,
        mut record: Record,
        first: Side,
        random: &mut Random,
        should_stop: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Option<Played>, Error> {
        let rules = self.setup.rules();
        let [mut one, mut other] = self.engines.map(|engine| engine.seated(rules, Self::REMEMBERED));
        let (mut nodes, mut stopped) = ([0; 2], false);
        loop {
            let is_first = record.position().to_move() == first;
            let engine = if is_first { &mut one } else { &mut other };
            let chosen = engine.choose(record.position(), random, |nodes| {
                stopped |= should_stop(nodes);
                stopped
            });
            if stopped {
                return Ok(None);
            }
            let Some((pit, looked_at)) = chosen else { break };
            let [ones, others] = &mut nodes;
            *(if is_first { ones } else { others }) += looked_at;
            record.play(pit)?;
        }
        Ok(Some(Played { record, first, nodes }))
    }
}

/// How a match stands, as the first engine sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// The stones at the end of all games, less the other's.
    pub margin: i64,
    /// How many positions each engine looked at.
    pub nodes: [u64; 2],
}

impl Score {
    /// Counts a game that is over.
    pub fn count(&mut self, played: &Played) {
        let Some(swept) = played.record.swept() else { return };
        let margin = swept.margin() * played.first.sign();
        match margin.signum() {
            1 => self.wins += 1,
            0 => self.draws += 1,
            _ => self.losses += 1,
        }
        self.margin += i64::from(margin);
        for (all, nodes) in self.nodes.iter_mut().zip(played.nodes) {
            *all += nodes;
        }
    }

    /// The games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of points, a draw being half a point: 0.5 for equal strength.
    pub fn share(&self) -> f64 {
        if self.games() == 0 { 0.5 } else { (self.wins as f64 + self.draws as f64 / 2.0) / self.games() as f64 }
    }

    /// How far the share may be off either way: with 95 % confidence the true share is within.
    ///
    /// It is 1.96 standard errors of the mean of the games' points, with two games won and two lost beside
    /// those that were played, so that a match of which every game was won proves no more than it can
    /// (Agresti and Coull, "Approximate is better than 'exact' for interval estimation", 1998).
    pub fn error(&self) -> f64 {
        let (wins, losses) = (self.wins as f64 + 2.0, self.losses as f64 + 2.0);
        let (draws, games) = (self.draws as f64, self.games() as f64 + 4.0);
        let share = (wins + draws / 2.0) / games;
        let squares = |count: f64, points: f64| count * (points - share).powi(2);
        let variance = (squares(wins, 1.0) + squares(draws, 0.5) + squares(losses, 0.0)) / games;
        1.96 * (variance / games).sqrt()
    }
}
