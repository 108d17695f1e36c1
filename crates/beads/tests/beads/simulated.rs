//! Lessons played out by chance, beside the exact chain.

use kiber_bachet::Opponent;
use kiber_beads::{Contents, Lesson, Plan, Sample, Schedule, Simulation};
use kiber_minimax::Random;

use super::{bachet, by, chain};

/// Fails if a mean strays too far from the true one: by more than four standard errors.
#[track_caller]
fn agree(sample: &Sample, exact: f64, exact_deviation: f64) {
    let error = exact_deviation / (sample.count() as f64).sqrt();
    let apart = (sample.mean() - exact).abs();
    assert!(apart <= 4.0 * error + 1e-9, "{} against {exact}, whose error is {error}", sample.mean());
}

#[test]
fn a_hundred_thousand_lessons_agree_with_the_chain() {
    let (cabinet, schedule) = (bachet(8, 3), Schedule::article());
    let teacher = by(&cabinet, Opponent::Perfect);
    let lesson = Lesson { cabinet: &cabinet, schedule: &schedule, teacher: &teacher };
    let plan = Plan { lessons: 100_000, most_games: 10_000, curve: 40 };
    let start = Contents::new(&cabinet, &schedule);
    let played = Simulation::new(&lesson, &start, plan, &mut Random::new(1), |_| false);
    assert_eq!((played.lessons, played.trained, played.given_up), (100_000, 100_000, 0));

    let chain = chain::<f64>(&cabinet, &schedule, &teacher).unwrap();
    let expected = chain.expected();
    agree(&played.games, expected.games, expected.variance.sqrt());
    // Twelve in every lesson, so there is nothing to stray.
    agree(&played.losses, expected.losses, 0.0);
    assert!((played.games.deviation().unwrap() / expected.variance.sqrt() - 1.0).abs() < 0.02);

    // Every point of the learning curve as well.
    let mut chances = chain.start();
    for (game, tally) in played.curve.iter().enumerate() {
        let (lost, drawn, trained) = chain.next_game(&chances);
        assert_eq!((drawn, tally.drawn), (0.0, 0));
        for (exact, found) in [(lost, tally.lost), (trained, tally.trained)] {
            let error = (exact * (1.0 - exact) / 100_000.0).sqrt();
            let share = found as f64 / 100_000.0;
            assert!((share - exact).abs() <= 4.5 * error + 1e-9, "game {}: {share} against {exact}", game + 1);
        }
        chances = chain.after_a_game(&chances);
    }
}
