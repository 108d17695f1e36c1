//! The article's machine, and others like it.

use kiber_bachet::Opponent;
use kiber_beads::{Contents, Extremes, Lesson, Schedule, Teacher};
use num_rational::BigRational;

use super::{bachet, by, chain};

#[test]
fn seven_boxes_and_eighteen_beads() {
    let cabinet = bachet(8, 3);
    let names: Vec<&str> = cabinet.boxes().iter().map(|matchbox| cabinet.name(matchbox)).collect();
    assert_eq!(names, ["7", "6", "5", "4", "3", "2", "1"]);
    assert_eq!(Contents::new(&cabinet, &Schedule::article()).counts(), [1; 18]);
    // The Roman numerals of the article's figure.
    let turns: Vec<(u32, u32)> = cabinet.boxes().iter().map(|matchbox| matchbox.turns).collect();
    assert_eq!(turns, [(1, 1), (1, 1), (1, 2), (2, 2), (2, 3), (2, 3), (2, 4)]);
}

#[test]
fn every_lesson_has_exactly_twelve_losses_and_one_end() {
    let (cabinet, schedule) = (bachet(8, 3), Schedule::article());
    let chain = chain::<f64>(&cabinet, &schedule, &Teacher::anyone(cabinet.arena())).unwrap();
    assert_eq!(
        chain.extremes(),
        Extremes { states: 960, fewest_losses: 12, most_losses: Some(12), most_punished: 12, ends: 1, trained_ends: 1 }
    );
    let (end, trained) = chain.ends().next().unwrap();
    assert!(trained);
    assert_eq!(end.counts(), [0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1]);
}

#[test]
fn an_untrained_machine_beats_chance_with_131_of_243() {
    let (cabinet, schedule) = (bachet(8, 3), Schedule::article());
    let teacher = by(&cabinet, Opponent::Uniform);
    let lesson = Lesson { cabinet: &cabinet, schedule: &schedule, teacher: &teacher };
    let chances = lesson.chances::<BigRational>(&Contents::new(&cabinet, &schedule));
    assert_eq!(chances.won.to_string(), "131/243");
    assert_eq!(chances.lost.to_string(), "112/243");
}

#[test]
fn games_until_it_can_no_longer_lose() {
    #[track_caller]
    fn check(opponent: Opponent, games: &str, deviation: &str, losses: &str) {
        let (cabinet, schedule) = (bachet(8, 3), Schedule::article());
        let expected = chain::<f64>(&cabinet, &schedule, &by(&cabinet, opponent)).unwrap().expected();
        let shown = [expected.games, expected.variance.sqrt(), expected.losses].map(|number| format!("{number:.3}"));
        assert_eq!(shown, [games, deviation, losses], "{opponent}");
        assert_eq!(format!("{:.9}", expected.trained), "1.000000000", "{opponent}");
    }
    check(Opponent::Perfect, "25.735", "7.239", "12.000");
    check(Opponent::PerfectFixed { take: 1 }, "9.330", "1.962", "7.000");
    check(Opponent::Uniform, "88.313", "34.872", "12.000");
    check(Opponent::TakesRest, "61.198", "24.945", "12.000");
}
