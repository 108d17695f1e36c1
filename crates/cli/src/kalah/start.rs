//! Where a game begins, as far as it was said.

use clap::Args;
use kiber_kalah::{Error, Position, Record, Rules, Setup};
use kiber_netlist::nearest;

use crate::problem::Problem;

/// The game and its first position as typed.
#[derive(Args, Clone, Debug)]
pub(crate) struct Board {
    /// wetherell (default), standard, or standard-empty
    #[arg(long, value_name = "RULES", value_parser = rules, default_value = "wetherell", hide_default_value = true)]
    rules: Rules,
    /// Pits a side [default: 6]
    #[arg(long, value_name = "N")]
    pits: Option<usize>,
    /// Stones in each pit at the start [default: 4]
    #[arg(long, value_name = "N")]
    stones: Option<u32>,
    /// Begin with this position, like "1,0,2/3 0,4,1/5 N"
    #[arg(long, value_name = "BOARD", allow_hyphen_values = true)]
    position: Option<Position>,
}

/// Rules by name.
fn rules(text: &str) -> Result<Rules, String> {
    text.parse().map_err(|error: Error| match nearest(text, Rules::ALL.map(Rules::name)).first() {
        Some(near) => format!("there are no rules `{text}`; did you mean `{near}`?"),
        None => error.to_string(),
    })
}

/// A game and its first position.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Start {
    pub(crate) rules: Rules,
    pub(crate) position: Position,
    /// The game it is said to come from: always for the usual beginning.
    pub(crate) setup: Option<Setup>,
}

const USUAL_PITS: usize = 6;
const USUAL_STONES: u32 = 4;

impl Board {
    /// The beginning that was meant; a position has to be one of a game of the stones that were said.
    pub(crate) fn start(self) -> Result<Start, Problem> {
        let Self { rules, pits, stones, position } = self;
        let problem = |error: Error| Problem::message(error.to_string());
        let Some(position) = position else {
            let setup = Setup::new(rules, pits.unwrap_or(USUAL_PITS), stones.unwrap_or(USUAL_STONES));
            let setup = setup.map_err(problem)?;
            return Ok(Start { rules, position: Position::start(setup), setup: Some(setup) });
        };
        let setup = Setup::new(rules, pits.unwrap_or(position.pits()), stones.unwrap_or(1)).map_err(problem)?;
        if position.pits() != setup.pits() {
            return Err(problem(Error::OtherPits { pits: position.pits(), setup }));
        }
        if stones.is_some() {
            setup.check(&position).map_err(problem)?;
        }
        Ok(Start { rules, position, setup: stones.map(|_| setup) })
    }

    /// The setup of a match, whose games begin as usual.
    pub(crate) fn setup(self) -> Result<Setup, Problem> {
        if self.position.is_some() {
            return Err(Problem::message(
                "games of a match begin with random moves from the usual position, so that --position says nothing",
            ));
        }
        let pits = self.pits.unwrap_or(USUAL_PITS);
        let stones = self.stones.unwrap_or(USUAL_STONES);
        Setup::new(self.rules, pits, stones).map_err(|error| Problem::message(error.to_string()))
    }
}

impl Start {
    /// A game that begins there.
    pub(crate) fn record(&self) -> Result<Record, Error> {
        match self.setup {
            Some(setup) => Record::of_setup(setup, self.position.clone()),
            None => Record::from_position(self.rules, self.position.clone()),
        }
    }
}
