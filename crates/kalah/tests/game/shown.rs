//! Boards as drawings, and moves in words.

use insta::assert_snapshot;
use kiber_kalah::{Position, Rules, Setup};

/// A drawing with its right margin marked, so that the snapshot keeps it apart from its own.
#[track_caller]
fn drawn(rules: Rules, text: &str, columns: usize) -> String {
    let position: Position = text.parse().unwrap();
    let drawing = position.drawn(rules, columns);
    for line in drawing.lines() {
        assert!(line.len() <= columns && line.trim_end() == line, "{drawing}");
    }
    drawing.lines().map(|line| format!(":{line}\n")).collect()
}

#[test]
fn the_board_at_the_start() {
    let start = Position::start(Setup::new(Rules::Wetherell, 6, 4).unwrap()).to_string();
    assert_snapshot!(drawn(Rules::Wetherell, &start, 80), @r"
    :                                      North
    :     +----+----+----+----+----+----+
    :+----|  4 |  4 |  4 |  4 |  4 |  4 |----+
    :|  0 +----+----+----+----+----+----+  0 |
    :+----|  4 |  4 |  4 |  4 |  4 |  4 |----+
    :     +----+----+----+----+----+----+
    :        1    2    3    4    5    6    South to move
    ");
}

#[test]
fn north_to_move_on_another_board() {
    assert_snapshot!(drawn(Rules::Standard, "0,13,7/115 0,0,100/1 N", 80), @r"
    :          3     2     1    North to move
    :      +-----+-----+-----+
    :+-----| 100 |   . |   . |-----+
    :|   1 +-----+-----+-----+ 115 |
    :+-----|   . |  13 |   7 |-----+
    :      +-----+-----+-----+
    :                           South
    ");
}

#[test]
fn a_game_that_is_over_numbers_no_pits() {
    assert_snapshot!(drawn(Rules::Standard, "0/1 2/0 S", 80), @r"
    :             North
    :     +----+
    :+----|  2 |----+
    :|  0 +----+  1 |
    :+----|  . |----+
    :     +----+
    :             South
    ");
}

#[test]
fn a_wide_board_is_cut_into_bands() {
    let setup = Setup::new(Rules::Wetherell, 12, 5).unwrap();
    assert_snapshot!(drawn(Rules::Wetherell, &Position::start(setup).to_string(), 45), @r"
    :                            North
    :     +----+----+----+----+
    :+----|  5 |  5 |  5 |  5 |
    :|  0 +----+----+----+----+
    :+----|  5 |  5 |  5 |  5 |
    :     +----+----+----+----+
    :        1    2    3    4
    :
    :
    :     +----+----+----+----+
    :     |  5 |  5 |  5 |  5 |
    :     +----+----+----+----+
    :     |  5 |  5 |  5 |  5 |
    :     +----+----+----+----+
    :        5    6    7    8
    :
    :
    :     +----+----+----+----+
    :     |  5 |  5 |  5 |  5 |----+
    :     +----+----+----+----+  0 |
    :     |  5 |  5 |  5 |  5 |----+
    :     +----+----+----+----+
    :        9   10   11   12    South to move
    ");
}

#[test]
fn every_board_fits() {
    for pits in 1..=100 {
        for text in ["S", "N"] {
            let half = vec!["1000"; pits].join(",");
            drawn(Rules::Standard, &format!("{half}/0 {half}/0 {text}"), 80);
        }
    }
}

#[track_caller]
fn told(rules: Rules, text: &str, pit: usize) -> String {
    let position: Position = text.parse().unwrap();
    position.play(rules, pit).unwrap().sentences().join("\n")
}

#[test]
fn moves_by_the_rules_of_the_chapter() {
    // The last stone stays at home.
    assert_snapshot!(told(Rules::Wetherell, "2,0,3,0,0,0/0 1,0,0,0,0,0/2 S", 1), @"South sows 2 stones from pit 1; the last falls into South's pit 3, which held 3.");
    // Figure 14.2: all the way round.
    assert_snapshot!(told(Rules::Wetherell, "1,2,0,3,1,14/5 2,0,1,4,0,2/5 S", 6), @"South sows 14 stones from pit 6 all the way round; the last falls into South's kalah.");
    // Figure 14.3: sowing goes on.
    assert_snapshot!(told(Rules::Wetherell, "1,2,3,0,1,10/5 2,0,1,4,0,2/5 S", 6), @r"
    South sows 10 stones from pit 6; the last falls into South's pit 3, which held 3.
    South sows on with the 4 stones of pit 3; the last falls into South's kalah.
    ");
    // Captures after it, pit by pit.
    assert_snapshot!(told(Rules::Wetherell, "7,0,0,0,0,8/1 1,0,1,1,1,2/2 S", 6), @r"
    South sows 8 stones from pit 6; the last falls into South's pit 1, which held 7.
    South sows on with the 8 stones of pit 1; the last falls into North's pit 2, which held 1.
    South captures 2 from North's pit 2 and 3 from North's pit 1: 5 stones.
    ");
    // One pit is captured.
    assert_snapshot!(told(Rules::Wetherell, "1,2,8,0,1,0/5 1,5,4,2,0,2/5 S", 3), @r"
    South sows 8 stones from pit 3; the last falls into North's pit 4, which held 2.
    South captures 3 from North's pit 4.
    ");
    // A majority.
    assert_snapshot!(told(Rules::Wetherell, "0,0,0,0,0,5/0 5,1,2,1,0,0/0 S", 6), @r"
    South sows 5 stones from pit 6; the last falls into North's pit 4, which held 1.
    South captures 2 from North's pit 4, 3 from North's pit 3 and 2 from North's pit 2: 7 stones.
    South has 8 of 14 stones, more than half: South wins 8 to 0.
    ");
    // Nobody is left to move.
    assert_snapshot!(told(Rules::Wetherell, "0,0,0,0,0,0/6 0,0,1,0,0,2/3 N", 3), @r"
    North sows 1 stone from pit 3; it falls into North's pit 4, which was empty.
    South is to move and has no stone; North takes the 3 stones left: a draw, 6 to 6.
    ");
}

#[test]
fn moves_by_the_standard_rules() {
    assert_snapshot!(told(Rules::Standard, "4,4,4,4,4,4/0 4,4,4,4,4,4/0 S", 3), @r"
    South sows 4 stones from pit 3; the last falls into South's kalah.
    South moves again.
    ");
    assert_snapshot!(told(Rules::Standard, "1,0,2/0 1,5,1/0 S", 1), @r"
    South sows 1 stone from pit 1; it falls into South's pit 2, which was empty.
    South captures 5 from North's pit 2 opposite and the stone itself: 6 stones.
    ");
    assert_snapshot!(told(Rules::Standard, "1,0,2/0 1,0,1/0 S", 1), @"South sows 1 stone from pit 1; it falls into South's pit 2, which was empty.");
    assert_snapshot!(told(Rules::StandardEmptyCapture, "1,0,2/0 1,0,1/0 S", 1), @r"
    South sows 1 stone from pit 1; it falls into South's pit 2, which was empty.
    Nothing lies opposite; South takes the stone itself to the kalah.
    ");
    assert_snapshot!(told(Rules::Standard, "0,0,1/2 1,0,2/0 S", 3), @r"
    South sows 1 stone from pit 3; it falls into South's kalah.
    South has no stone left in the pits; North takes the 3 stones left: a draw, 3 to 3.
    ");
    assert_snapshot!(told(Rules::Standard, "1,0/0 2,0/0 S", 1), @r"
    South sows 1 stone from pit 1; it falls into South's pit 2, which was empty.
    South captures 2 from North's pit 1 opposite and the stone itself: 3 stones.
    Nobody has a stone left in the pits: South wins 3 to 0.
    ");
}
