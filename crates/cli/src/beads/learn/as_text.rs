//! What `kiber beads learn` tells a person.

use std::io::{self, Write};

use kiber_bachet::Opponent;
use kiber_beads::{Curve, Extremes, Sample};

use super::super::which::{described, title};
use super::{Everyone, Report};
use crate::words::{grouped, grouped_count, heading, wrapped};

const WIDTH: usize = 80;

impl Report<'_> {
    pub(super) fn as_text(&self, out: &mut dyn Write, color: bool) -> io::Result<()> {
        writeln!(out, "{}\n", heading(&title(&self.saved.learner.cabinet), color))?;
        paragraph(out, &described(&self.saved))?;
        writeln!(out)?;
        paragraph(out, &self.everyone.words())?;
        writeln!(out)?;
        paragraph(out, &format!("Taught by {}.", opponent_words(self.asked.opponent)))?;
        self.table(out)?;
        if let Err(why) = &self.taught {
            writeln!(out)?;
            paragraph(out, &format!("Nothing exact beyond the first game: {why}."))?;
        }
        if let Some((file, kept)) = &self.kept {
            let games = grouped_count(kept.games - self.saved.games, "game");
            let lost = kept.lost - self.saved.lost;
            writeln!(out)?;
            paragraph(out, &format!("{file}: the machine after one lesson of {games}, {lost} of them lost."))?;
        }
        if let Some(file) = &self.curve_file {
            writeln!(out, "\n{file}: the learning curve")?;
        }
        Ok(())
    }

    /// The exact numbers beside those played.
    fn table(&self, out: &mut dyn Write) -> io::Result<()> {
        let played = &self.played;
        let lessons = grouped_count(played.lessons, "lesson");
        writeln!(out, "\n{:<30}{:>16}  {:>12}", "", "exact", format!("{lessons}, seed {}", self.asked.seed))?;
        let first = played.curve.first();
        let share = |number: u64| percent(number as f64 / played.lessons.max(1) as f64);
        let count = |part: fn(&kiber_beads::Tally) -> u64| first.map_or(0, part);
        let (lost, drawn) = (count(|tally| tally.lost), count(|tally| tally.drawn));
        let won = played.lessons.saturating_sub(lost + drawn);
        let mut row = |name: &str, exact: String, sampled: String| writeln!(out, "  {name:<28}{exact:>16}  {sampled}");
        row("first game won", self.chances.won.words(), share(won))?;
        if !self.chances.drawn.is_zero() {
            row("first game drawn", self.chances.drawn.words(), share(drawn))?;
        }
        row("first game lost", self.chances.lost.words(), share(lost))?;
        let none = || "-".to_owned();
        let expected = self.taught.as_ref().ok().map(|taught| &taught.expected);
        // Lessons that were given up say nothing of how long it takes.
        let sampled = |sample: &Sample| {
            if played.given_up > 0 { none() } else { mean(sample) }
        };
        let number = |part: fn(&kiber_beads::Expected<f64>) -> f64| {
            expected.map_or_else(none, |expected| format!("{:.3}", part(expected)))
        };
        row("games until it is over", number(|expected| expected.games), sampled(&played.games))?;
        let deviation = played.games.deviation().filter(|_| played.given_up == 0);
        let deviation = deviation.map_or_else(none, |deviation| format!("{deviation:.3}"));
        row("their standard deviation", number(|expected| expected.variance.max(0.0).sqrt()), deviation)?;
        row("games lost of them", number(|expected| expected.losses), sampled(&played.losses))?;
        let trained = expected.map_or_else(none, |expected| percent(expected.trained));
        let all_over = played.given_up == 0;
        row("can no longer lose then", trained, if all_over { share(played.trained) } else { none() })?;
        self.after(out)?;
        writeln!(out)?;
        paragraph(
            out,
            "A lesson is over when the machine can no longer lose to this teacher, or when nothing can change its \
             beads any more. +- is one standard error.",
        )
    }

    /// What there is after so many games, where a lesson does not go on until it is over.
    fn after(&self, out: &mut dyn Write) -> io::Result<()> {
        let played = &self.played;
        if self.asked.games.is_none() && played.given_up == 0 {
            return Ok(());
        }
        let games = grouped_count(self.most_games, "game");
        let none = || "-".to_owned();
        let (exact, end) = (self.exact_losses(), self.curve.as_ref().and_then(Curve::end));
        let end = end.filter(|_| self.asked.games.is_some());
        let losses = exact.map_or_else(none, |losses| format!("{losses:.3}"));
        let trained = end.map_or_else(none, |end| percent(end.trained));
        let sampled = mean(&played.early_losses);
        let share = percent(played.trained as f64 / played.lessons.max(1) as f64);
        writeln!(out, "  {:<28}{losses:>16}  {sampled}", format!("losses in {games}"))?;
        writeln!(out, "  {:<28}{trained:>16}  {share}", "can no longer lose after them")?;
        let in_vain = played.lessons - played.trained - played.given_up;
        if in_vain > 0 {
            let share = percent(in_vain as f64 / played.lessons.max(1) as f64);
            writeln!(out, "  {:<28}{:>16}  {share}", "can lose and learn no more", "")?;
        }
        let Some(end) = end else { return Ok(()) };
        let likely = end.beads_left.iter().filter(|(_, chance)| *chance >= 0.0005);
        let likely: Vec<String> = likely.map(|(beads, chance)| format!("{beads}: {}", percent(*chance))).collect();
        writeln!(out)?;
        paragraph(out, &format!("Beads left after {games}: {}.", likely.join(", ")))
    }
}

/// A mean with its standard error, if it has one.
fn mean(sample: &Sample) -> String {
    let error = sample.error().map_or(String::new(), |error| format!(" +- {error:.3}"));
    format!("{:.3}{error}", sample.mean())
}

impl Everyone {
    fn words(&self) -> String {
        match self {
            Self::Followed(extremes) => extremes_words(extremes),
            Self::Argued(losses, why) => format!(
                "Whoever teaches it and tries everything, it loses exactly {}, and then never again: one for each \
                 losing bead. This is proved by argument, not by following every lesson: {why}.",
                grouped_count(*losses, "game")
            ),
            Self::Unknown(why) => format!("The worst case over every teacher is not known: {why}."),
        }
    }
}

fn extremes_words(extremes: &Extremes) -> String {
    let Extremes { states, fewest_losses, most_losses, most_punished, ends, trained_ends } = *extremes;
    let followed = format!("{} of the boxes followed", grouped_count(states as u64, "content"));
    let Some(most) = most_losses else {
        return format!(
            "There is a teacher to whom it loses for ever; at most {} of its losses teach it anything ({followed}).",
            grouped(most_punished)
        );
    };
    let losses = if most == fewest_losses {
        format!("Whoever teaches it and tries everything, it loses exactly {}", grouped_count(most, "game"))
    } else {
        format!("Whoever teaches it and tries everything, it loses {fewest_losses} to {}", grouped_count(most, "game"))
    };
    let ends = match (ends, trained_ends == ends) {
        (1, true) => "every lesson ends in the same".to_owned(),
        (_, true) => format!("lessons end in {ends} of them"),
        (_, false) => format!("lessons end in {ends} of them, {trained_ends} of which cannot lose"),
    };
    format!("{losses}, and then never again ({followed}; {ends}).")
}

pub(in super::super) fn opponent_words(opponent: Opponent) -> String {
    let how = match opponent {
        Opponent::Perfect => "wins where a move wins, and moves at random elsewhere".to_owned(),
        Opponent::PerfectFixed { take: 1 } => "makes the first of the best moves, always".to_owned(),
        Opponent::PerfectFixed { take } => format!("wins where a move wins, and takes {take} (or all) elsewhere"),
        Opponent::Uniform => "moves at random".to_owned(),
        Opponent::TakesRest => "moves at random, but wins when one move does it".to_owned(),
    };
    format!("`{opponent}`, who {how}")
}

/// A chance in percent; never all of it, nor none, when it is not quite.
pub(in super::super) fn percent(share: f64) -> String {
    if share > 0.0 && share < 0.000_005 {
        "under 0.001 %".to_owned()
    } else if (0.999_995..1.0).contains(&share) && 1.0 - share > 1e-9 {
        "over 99.999 %".to_owned()
    } else {
        format!("{:.3} %", share * 100.0)
    }
}

pub(in super::super) fn paragraph(out: &mut dyn Write, text: &str) -> io::Result<()> {
    for line in wrapped(text, WIDTH) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
