//! Matches: engine against engine, from openings that chance makes.

use kiber_minimax::{Random, analyse};

use crate::error::Error;
use crate::evaluate::Evaluation;
use crate::game::Kalah;
use crate::position::{Position, Side};
use crate::record::Record;
use crate::rules::{Rules, Setup};

/// A machine that plays: it looks so many moves ahead, judges what it sees there, and chooses at random
/// among what is equally good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Engine {
    /// How it judges positions that are not over.
    pub evaluation: Evaluation,
    /// How many moves it looks ahead; at 0 it moves at random.
    pub depth: u32,
}

impl Engine {
    /// How many positions it remembers while it thinks about a move.
    const REMEMBERED: usize = 1 << 16;

    /// A move, and how many positions were looked at for it; none when the game is over.
    ///
    /// Of wins it takes the soonest it sees, of losses the latest.
    pub fn choose(self, rules: Rules, position: &Position, random: &mut Random) -> Option<(usize, u64)> {
        if self.depth == 0 {
            return random.choose(&position.moves(rules)).map(|&pit| (pit, 0));
        }
        let game = Kalah { rules, evaluation: self.evaluation };
        let analysis = analyse(&game, position, Some(self.depth), Self::REMEMBERED, |_| false);
        analysis.choose(random).map(|valued| (valued.chosen, analysis.nodes))
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

    /// Plays the pair of games with that number.
    ///
    /// # Errors
    /// None that a legal game could have: an engine makes legal moves.
    pub fn pair(&self, number: u64) -> Result<[Played; 2], Error> {
        let mut seeds = Random::new(self.seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut random = Random::new(seeds.bits());
        let opening = self.opening(&mut random);
        let mut play = |first| self.play(opening.clone(), first, &mut random);
        Ok([play(Side::South)?, play(Side::North)?])
    }

    fn play(&self, mut record: Record, first: Side, random: &mut Random) -> Result<Played, Error> {
        let rules = self.setup.rules();
        let [one, other] = self.engines;
        let mut nodes = [0; 2];
        loop {
            let is_first = record.position().to_move() == first;
            let engine = if is_first { one } else { other };
            let Some((pit, looked_at)) = engine.choose(rules, record.position(), random) else { break };
            let [ones, others] = &mut nodes;
            *(if is_first { ones } else { others }) += looked_at;
            record.play(pit)?;
        }
        Ok(Played { record, first, nodes })
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

    /// How far the share may be off either way: with 95 % confidence the true share is within (1.96 standard
    /// errors of the mean of the games' points).
    pub fn error(&self) -> f64 {
        let (games, share) = (self.games() as f64, self.share());
        if games < 2.0 {
            return 0.5;
        }
        let squares = |count: u64, points: f64| count as f64 * (points - share).powi(2);
        let variance = (squares(self.wins, 1.0) + squares(self.draws, 0.5) + squares(self.losses, 0.0)) / (games - 1.0);
        1.96 * (variance / games).sqrt()
    }
}
