//! The size of a game, as far as it was said.

use clap::Args;
use kiber_bachet::{LastObject, Rules};

use crate::problem::Problem;
use crate::words::{grouped, grouped_count};

/// How many objects there are, how many a move may take, and what the last one brings.
#[derive(Args, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Size {
    /// How many objects a game starts with [default: 8]
    #[arg(long, value_name = "N")]
    pub(crate) objects: Option<u32>,
    /// The most that a move may take [default: 3]
    #[arg(long, value_name = "K")]
    pub(crate) take: Option<u32>,
    /// Turn the game round: who takes the last object loses
    #[arg(long)]
    pub(crate) last_loses: bool,
}

impl Size {
    /// The rules, with the article's numbers where none were given.
    pub(crate) fn rules(self) -> Result<Rules, Problem> {
        let objects = self.objects.unwrap_or(Rules::ARTICLE.objects());
        let most = self.take.unwrap_or(Rules::ARTICLE.most());
        let rules = Rules::new(objects, most).map_err(|error| Problem::message(error.to_string()))?;
        Ok(rules.with_last(if self.last_loses { LastObject::Loses } else { LastObject::Wins }))
    }

    /// Refuses a size that a machine was not made for.
    pub(crate) fn must_be(self, rules: Rules, what: &str) -> Result<(), Problem> {
        let objects = self.objects.is_none_or(|objects| objects == rules.objects());
        let most = self.take.is_none_or(|take| take == rules.most());
        if self.last_loses && rules.last() == LastObject::Wins {
            return Err(Problem::message(format!(
                "in the game of {what} the last object wins; `--machine plain` plays with --last-loses"
            )));
        }
        if objects && most {
            return Ok(());
        }
        Err(Problem::message(format!(
            "{what} plays with {} objects and takes 1 to {}; `--machine plain` and `generated` play any size",
            rules.objects(),
            rules.most()
        )))
    }
}

/// The rules in a sentence.
pub(crate) fn rules_words(rules: Rules) -> String {
    let last = match rules.last() {
        LastObject::Wins => "wins",
        LastObject::Loses => "loses",
    };
    let takes = match rules.most() {
        1 => "each takes 1 in turn".to_owned(),
        2 => "each takes 1 or 2 in turn".to_owned(),
        most => format!("each takes 1 to {} in turn", grouped(u64::from(most))),
    };
    format!("{}: {takes}, and who takes the last one {last}.", grouped_count(u64::from(rules.objects()), "object"))
}
