//! What `kiber beads learn` tells a program.

use kiber_beads::{Curve, Sample};
use serde_json::{Map, Value, json};

use super::super::which::as_json as machine_json;
use super::{Everyone, Report, Taught};

impl Report<'_> {
    pub(super) fn as_json(&self, curve: Option<Value>) -> Value {
        let mut value = machine_json(&self.saved);
        let taught = self.taught.as_ref().ok();
        let expected = taught.map(|taught| &taught.expected);
        let fractions = taught.and_then(|taught| taught.fractions.as_ref());
        let (extremes, worst_case, why) = match &self.everyone {
            Everyone::Followed(extremes) => (Some(extremes), extremes.most_losses, None),
            Everyone::Argued(losses, why) => (None, Some(*losses), Some(why.to_string())),
            Everyone::Unknown(why) => (None, None, Some(why.to_string())),
        };
        let played = &self.played;
        let sample = |sample: &Sample| json!({ "mean": sample.mean(), "standard_error": sample.error(), "standard_deviation": sample.deviation() });
        let more = json!({
            "opponent": self.asked.opponent.to_string(),
            "worst_case_losses": worst_case,
            "worst_case_followed": extremes.is_some(),
            "worst_case_unknown": why,
            "anyone": {
                "worst_case_losses": worst_case,
                "fewest_losses": extremes.map_or(worst_case, |extremes| Some(extremes.fewest_losses)),
                "most_punished_losses": extremes.map(|extremes| extremes.most_punished),
                "states": extremes.map(|extremes| extremes.states),
                "ends": extremes.map(|extremes| extremes.ends),
                "trained_ends": extremes.map(|extremes| extremes.trained_ends),
            },
            "by_opponent": taught.map(|Taught { extremes, .. }| json!({
                "worst_case_losses": extremes.most_losses,
                "fewest_losses": extremes.fewest_losses,
                "most_punished_losses": extremes.most_punished,
                "states": extremes.states,
                "ends": extremes.ends,
                "trained_ends": extremes.trained_ends,
            })),
            "first_game": {
                "won": self.chances.won.to_json(),
                "drawn": self.chances.drawn.to_json(),
                "lost": self.chances.lost.to_json(),
            },
            "expected_games": expected.map(|expected| expected.games),
            "expected_games_deviation": expected.map(|expected| expected.variance.max(0.0).sqrt()),
            "expected_losses": expected.map(|expected| expected.losses),
            "chance_trained": expected.map(|expected| expected.trained),
            "expected_games_exactly": fractions.map(|expected| expected.games.to_string()),
            "expected_losses_exactly": fractions.map(|expected| expected.losses.to_string()),
            "states_taught": taught.map(|taught| taught.states),
            "not_exact_because": self.taught.as_ref().err().map(ToString::to_string),
            "after": self.exact_losses().zip(self.curve.as_ref().and_then(Curve::end)).map(|(losses, end)| json!({
                "games": self.asked.games,
                "expected_losses": losses,
                "chance_trained": end.trained,
                "beads_left": end
                    .beads_left
                    .iter()
                    .map(|(beads, chance)| (beads.to_string(), json!(chance)))
                    .collect::<Map<String, Value>>(),
            })),
            "played": {
                "lessons": played.lessons,
                "seed": self.asked.seed,
                "games": sample(&played.games),
                "losses": sample(&played.losses),
                "early_games": played.curve.len(),
                "early_losses": sample(&played.early_losses),
                "trained": played.trained,
                "given_up": played.given_up,
            },
            "curve": curve,
            "curve_file": self.curve_file,
            "saved": self.kept.as_ref().map(|(file, kept)| json!({
                "file": file,
                "games": kept.games,
                "lost": kept.lost,
            })),
            "stopped": self.stopped,
        });
        if let (Some(value), Value::Object(more)) = (value.as_object_mut(), more) {
            value.extend(more);
        }
        value
    }
}
