//! What people see: labels, charts, schedules in words.

use kiber_bachet::Opponent;
use kiber_beads::{Chart, Choice, Contents, Curve, Labels, Lesson, Line, Plan, Schedule, Simulation, Subject};
use kiber_minimax::{Player, Random};

use super::{Cabinet, bachet, by, chain};

#[test]
fn labels_as_text() {
    let cabinet = bachet(8, 3);
    let contents = Contents::new(&cabinet, &Schedule::article());
    insta::assert_snapshot!(Labels { cabinet: &cabinet, contents: &contents }.to_text(), @r#"
    box  turn     beads
    7    I        1: 1 red, 2: 1 yellow, 3: 1 blue
    6    I        1: 1 red, 2: 1 yellow, 3: 1 blue
    5    I-II     1: 1 red, 2: 1 yellow, 3: 1 blue
    4    II       1: 1 red, 2: 1 yellow, 3: 1 blue
    3    II-III   1: 1 red, 2: 1 yellow, 3: 1 blue
    2    II-III   1: 1 red, 2: 1 yellow
    1    II-IV    1: 1 red
    "#);
}

#[test]
fn a_page_holds_twenty_one_labels() {
    let cabinet = Cabinet::new(Subject::TicTacToe, Player::First, Choice::Every).unwrap();
    let contents = Contents::new(&cabinet, &Schedule::menace());
    let labels = Labels { cabinet: &cabinet, contents: &contents };
    assert_eq!((Labels::A_PAGE, labels.pages()), (21, 15));
    let on_pages: Vec<usize> = (0..16).map(|page| labels.page(page).matches("<g ").count()).collect();
    assert_eq!(on_pages.iter().sum::<usize>(), 304);
    assert_eq!((on_pages[0], on_pages[14], on_pages[15]), (21, 10, 0));
    insta::assert_snapshot!("labels of the article's machine", {
        let cabinet = bachet(8, 3);
        let contents = Contents::new(&cabinet, &Schedule::article());
        Labels { cabinet: &cabinet, contents: &contents }.page(0)
    });
}

#[test]
fn a_game_of_many_moves_has_labels_too() {
    let cabinet = bachet(40, 30);
    let contents = Contents::new(&cabinet, &Schedule::article());
    let labels = Labels { cabinet: &cabinet, contents: &contents };
    assert_eq!(labels.pages(), 2);
    let page = labels.page(0);
    assert!(page.contains("30 → 9") && !page.contains("NaN"), "{page}");
}

fn article_curves() -> (Curve, Curve) {
    let (cabinet, schedule) = (bachet(8, 3), Schedule::article());
    let teacher = by(&cabinet, Opponent::Perfect);
    let lesson = Lesson { cabinet: &cabinet, schedule: &schedule, teacher: &teacher };
    let exact = Curve::exact(&chain(&cabinet, &schedule, &teacher).unwrap(), 50, |_| false).unwrap();
    let plan = Plan { lessons: 1_000, most_games: 1_000, curve: 50 };
    let start = Contents::new(&cabinet, &schedule);
    let played = Simulation::new(&lesson, &start, plan, &mut Random::new(1), |_| false);
    (exact, Curve::played(&played))
}

#[test]
fn a_curve_as_text_and_as_a_picture() {
    let (exact, played) = article_curves();
    let points = |curve: &Curve, of, part: fn(&kiber_beads::Point) -> f64| {
        curve.means(of).into_iter().map(|(game, point)| (game, part(&point))).collect::<Vec<_>>()
    };
    let line = |name: &str, mark, color: &str, points, dotted| Line {
        name: name.into(),
        mark,
        color: color.into(),
        points,
        dotted,
    };
    let chart = Chart {
        title: "Bachet & beads".into(),
        across: "game".into(),
        end: 50,
        lines: vec![
            line("lost", '*', "#c2410c", points(&exact, 1, |point| point.lost), false),
            line("trained", 'o', "#15803d", points(&exact, 1, |point| point.trained), false),
            line("lost, played", '.', "#c2410c", points(&played, 1, |point| point.lost), true),
        ],
    };
    insta::assert_snapshot!(Chart { lines: chart.lines[..2].to_vec(), ..chart.clone() }.to_text());
    let svg = chart.to_svg();
    assert_eq!((svg.matches("<polyline").count(), svg.matches("<circle").count()), (2, 51));
    assert!(svg.contains("Bachet &amp; beads") && !svg.contains("NaN"), "{svg}");
}

#[test]
fn a_curve_as_comma_separated_values() {
    let (exact, played) = article_curves();
    let csv = exact.to_csv(Some(&played));
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 51);
    assert!(lines.iter().all(|line| line.matches(',').count() == 10), "{csv}");
    insta::assert_snapshot!(exact.to_csv(None).lines().take(4).collect::<Vec<_>>().join("\n"), @r#"
    game,lost,drawn,won,losses,trained
    1,0.796296,0.000000,0.203704,0.796296,0.000000
    2,0.780521,0.000000,0.219479,1.576818,0.000000
    3,0.762330,0.000000,0.237670,2.339147,0.000000
    "#);
}

#[test]
fn schedules_in_words() {
    for text in ["1:0/0/-1:last", "4,3,2,1:+3/+1/-1:all", "7:0/-2/-1000:all"] {
        assert_eq!(text.parse::<Schedule>().unwrap().to_string(), text);
    }
    let refused = |text: &str| text.parse::<Schedule>().unwrap_err().to_string();
    insta::assert_snapshot!(refused("michie"), @"`michie` has not three parts with colons between; a schedule is `article`, `menace`, or like 4,3,2,1:+3/+1/-1:all: the beads of a move by turn, the change after a win, a draw and a loss, and `last` move or `all`");
    insta::assert_snapshot!(refused("0:0/0/-1:last"), @"a move needs at least one bead at the start");
    insta::assert_snapshot!(refused("1:0/-1:last"), @"`0/-1` has not three changes; a schedule is `article`, `menace`, or like 4,3,2,1:+3/+1/-1:all: the beads of a move by turn, the change after a win, a draw and a loss, and `last` move or `all`");
    insta::assert_snapshot!(refused("1:0/0/x:last"), @"`x` is no change; a schedule is `article`, `menace`, or like 4,3,2,1:+3/+1/-1:all: the beads of a move by turn, the change after a win, a draw and a loss, and `last` move or `all`");
    insta::assert_snapshot!(refused("1:0/0/-1:first"), @"`first` is neither `last` nor `all`; a schedule is `article`, `menace`, or like 4,3,2,1:+3/+1/-1:all: the beads of a move by turn, the change after a win, a draw and a loss, and `last` move or `all`");
    insta::assert_snapshot!(refused("1:0/0/-2000:last"), @"a number of beads is at most 1000");
}
