//! Machines written and read again.

use kiber_bachet::{LastObject, Rules};
use kiber_beads::{Cabinet, Choice, Contents, Learner, Saved, Schedule, Subject};
use kiber_minimax::Player;
use proptest::prelude::*;

fn cabinets() -> impl Strategy<Value = Cabinet> {
    let last = prop_oneof![Just(LastObject::Wins), Just(LastObject::Loses)];
    let bachet = (2_u32..30, 1_u32..6, last)
        .prop_map(|(objects, most, last)| Subject::Bachet(Rules::new(objects, most).unwrap().with_last(last)));
    let subject = prop_oneof![4 => bachet, 1 => Just(Subject::TicTacToe)];
    let side = prop_oneof![Just(Player::First), Just(Player::Second)];
    (subject, side, any::<bool>()).prop_map(|(subject, side, michie)| {
        let michie = michie && subject == Subject::TicTacToe;
        Cabinet::new(subject, side, if michie { Choice::Michie } else { Choice::Every }).unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_reads_back(
        cabinet in cabinets(), seed: u64, menace: bool, games in 0_u64..1000, lost in 0_u64..1000,
    ) {
        let mut random = kiber_minimax::Random::new(seed);
        let counts = (0..cabinet.kinds()).map(|_| random.below(5) as u32).collect();
        let contents = Contents::of(&cabinet, counts).unwrap();
        let schedule = if menace { Schedule::menace() } else { Schedule::article() };
        let saved = Saved { learner: Learner { cabinet, schedule, contents }, games, lost: lost.min(games) };
        let text = saved.to_string();
        let read: Saved = text.parse().unwrap();
        prop_assert_eq!(read.to_string(), text);
        prop_assert_eq!(read.learner.contents, saved.learner.contents);
    }

    #[test]
    fn no_text_makes_it_panic(text in "(kiber beads 1\n)?(game (bachet [0-9]{1,10} [0-9]{1,10}|tictactoe)\n)?\\PC{0,40}") {
        let _ = text.parse::<Saved>();
    }
}

const WHOLE: &str = "\
kiber beads 1
# learned on a rainy day
game bachet 4 2
side second
schedule article
games 9 lost 2

box 2: 1=0 2=1
box 3: 1=1 2=1
box 1: 1=1
";

/// What is said of the file when a piece of it is another.
#[track_caller]
fn refused(piece: &str, instead: &str) -> String {
    assert!(WHOLE.contains(piece), "no `{piece}`");
    match WHOLE.replacen(piece, instead, 1).parse::<Saved>() {
        Ok(saved) => saved.to_string(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn the_order_of_boxes_and_what_is_no_line_make_no_difference() {
    let saved: Saved = WHOLE.parse().unwrap();
    insta::assert_snapshot!(saved, @r#"
    kiber beads 1
    game bachet 4 2
    side second
    schedule 1:0/0/-1:last
    games 9 lost 2
    box 3: 1=1 2=1
    box 2: 1=0 2=1
    box 1: 1=1
    "#);
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    insta::assert_snapshot!("".parse::<Saved>().unwrap_err(), @"the file is empty; it begins with `kiber beads 1`");
    insta::assert_snapshot!(refused("kiber beads 1", "Circuit("), @"line 1: this is no saved machine: it begins with `Circuit(`, not with `kiber beads 1`");
    insta::assert_snapshot!(refused("kiber beads 1", "kiber beads 2"), @"line 1: version `2` of the format is not known here; this is version 1");
    insta::assert_snapshot!(refused("game bachet 4 2", "game chess"), @"line 3: `chess` is no game: a game is like `bachet 8 3` (objects and the most that a move takes; `last-loses` after it turns it round), `tictactoe` or `tictactoe michie`");
    insta::assert_snapshot!(refused("game bachet 4 2", "game bachet 0 2"), @"line 3: a game needs at least one object");
    insta::assert_snapshot!(refused("game bachet 4 2", "game bachet 5 2"), @"the file ends without `box 4: …`");
    insta::assert_snapshot!(refused("game bachet 4 2", "game bachet 4000000000 4000000000"), @"line 3: the game has more than 100000 moves over all its positions, too many to lay out");
    insta::assert_snapshot!(refused("side second", "site second"), @"line 4: `site second` stands where `side …` has to");
    insta::assert_snapshot!(refused("side second", "side third"), @"line 4: a side is `first` or `second`, not `third`");
    insta::assert_snapshot!(refused("schedule article", "schedule 1:0/0:last"), @"line 5: `0/0` has not three changes; a schedule is `article`, `menace`, or like 4,3,2,1:+3/+1/-1:all: the beads of a move by turn, the change after a win, a draw and a loss, and `last` move or `all`");
    insta::assert_snapshot!(refused("games 9 lost 2", "games 9"), @"line 6: `games 9` is not like `games 26 lost 12`");
    insta::assert_snapshot!(refused("games 9 lost 2", "games 2 lost 9"), @"line 6: of 2 games 9 cannot be lost");
    insta::assert_snapshot!(refused("box 3: 1=1 2=1", "box 7: 1=1 2=1"), @"line 9: this machine has no box `7`; its boxes are 3 to 1");
    insta::assert_snapshot!(refused("box 3: 1=1 2=1", "box 2: 1=1 2=1"), @"line 9: the beads of move 1 of box 2 are given twice");
    insta::assert_snapshot!(refused("box 3: 1=1 2=1", "box 3: 1=1 2=1 3=1"), @"line 9: box 3 has no move 3; its moves are 1, 2");
    insta::assert_snapshot!(refused("box 3: 1=1 2=1", "box 3: 1=1"), @"line 9: box 3 lacks move 2; a move without beads is `2=0`");
    insta::assert_snapshot!(refused("box 3: 1=1 2=1", "box 3: 1=1 2=x"), @"line 9: `x` is no number of beads");
    insta::assert_snapshot!(refused("box 3: 1=1 2=1", "box 3: 1=1 2=-1"), @"line 9: `-1` is no number of beads");
    insta::assert_snapshot!(refused("box 3: 1=1 2=1", "box 3: 1=1 2=2000000"), @"line 9: 2000000 beads are too many for one move; there may be 1000000");
    insta::assert_snapshot!(refused("box 3: 1=1 2=1", "box 3 1=1 2=1"), @"line 9: `box 3 1=1 2=1` is not like `box 7: 1=1 2=1 3=1`");
    insta::assert_snapshot!(refused("box 3: 1=1 2=1\n", ""), @"the file ends without `box 3: …`");
}

#[test]
fn a_board_that_stands_otherwise_is_named() {
    let cabinet = Cabinet::new(Subject::TicTacToe, Player::First, Choice::Every).unwrap();
    let learner = Learner::new(cabinet, Schedule::menace());
    let text = Saved { learner, games: 0, lost: 0 }.to_string();
    let refused =
        |instead: &str| text.replacen("box XO./.../...:", instead, 1).parse::<Saved>().unwrap_err().to_string();
    insta::assert_snapshot!(refused("box .OX/.../...:"), @"line 7: this machine has no box `.OX/.../...`; turned it is box XO./.../...");
    insta::assert_snapshot!(refused("box X../.../...:"), @"line 7: this machine has no box `X../.../...`; the machine does not choose there");
    insta::assert_snapshot!(refused("box XO/.../...:"), @"line 7: this machine has no box `XO/.../...`; a board has 9 squares, not 8; it is written like X.O/.X./..O");
}
