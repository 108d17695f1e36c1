//! Games from their first position on: played, undone, written and read.

use insta::assert_snapshot;
use kiber_kalah::{Ending, Position, Record, Rules, Setup, Side};
use proptest::prelude::*;

use crate::games::any_game;

fn game(rules: Rules, pits: usize, stones: u32, moves: &[usize]) -> Record {
    let mut game = Record::new(Setup::new(rules, pits, stones).unwrap());
    for &pit in moves {
        game.play(pit).unwrap();
    }
    game
}

#[test]
fn a_game_as_text() {
    let short = game(Rules::Standard, 6, 4, &[3, 6, 2, 1]);
    assert_snapshot!(short, @r"
    Rules: standard
    Pits: 6
    Stones: 4
    Result: unfinished

    1. 3,6 2,1
    ");
    let over = game(Rules::Wetherell, 2, 1, &[2, 2, 1, 1, 2, 2]);
    assert_snapshot!(over, @r"
    Rules: wetherell
    Pits: 2
    Stones: 1
    Result: 2-2

    1. 2 2
    2. 1 1
    3. 2 2
    ");
}

#[test]
fn a_game_from_a_position_as_text() {
    let start: Position = "1,0,2/3 0,4,1/5 N".parse().unwrap();
    let mut game = Record::from_position(Rules::Wetherell, start).unwrap();
    game.play(2).unwrap();
    game.play(3).unwrap();
    assert_snapshot!(game, @r"
    Rules: wetherell
    Pits: 3
    Start: 1,0,2/3 0,4,1/5 N
    Result: unfinished

    1. ... 2
    2. 3
    ");
}

#[test]
fn moves_are_taken_back() {
    let mut game = game(Rules::Standard, 6, 4, &[3, 6]);
    assert_eq!(game.position().to_move(), Side::North);
    assert_eq!(game.last_turn().map(|turn| (turn.side, turn.pit)), Some((Side::South, 6)));
    assert_eq!((game.undo(), game.position().to_move()), (Some(6), Side::South));
    assert_eq!((game.undo(), game.undo(), game.moves().len()), (Some(3), None, 0));
    assert_eq!(game.position(), game.start());
    assert_eq!(game.last_turn(), None);
}

#[test]
fn a_move_that_is_none_changes_nothing() {
    let mut game = game(Rules::Wetherell, 6, 4, &[1]);
    let before = game.clone();
    assert!(game.play(7).is_err());
    assert_eq!(game, before);
}

#[test]
fn no_game_begins_where_it_is_over() {
    let over: Position = "0,0/2 1,1/0 S".parse().unwrap();
    let error = Record::from_position(Rules::Wetherell, over.clone()).unwrap_err();
    assert_eq!(error.to_string(), "the game is over in 0,0/2 1,1/0 S: South is to move and has no stone");
    let setup = Setup::new(Rules::Standard, 2, 1).unwrap();
    assert!(Record::of_setup(setup, over).is_err());
}

#[test]
fn texts_may_be_written_freely() {
    let text = "# Sunday\nrules: standard\n  STONES : 4 # each\nPits: 6\n\n1.\n3,6 3   # well!\n\n2. 1\n";
    let game: Record = text.parse().unwrap();
    assert_eq!(game.moves().collect::<Vec<_>>(), [3, 6, 3, 1]);
    assert_eq!(game.ending(), None);
    let text = "Rules: wetherell\nStart: 0,1/3 1,0/2 N\n1. ... 1\n2. 2\n";
    let game: Record = text.parse().unwrap();
    assert_eq!(game.moves_by_side().collect::<Vec<_>>(), [(Side::North, 1), (Side::South, 2)]);
    assert_eq!(game.ending(), Some(Ending::Majority(Side::South)));
    let text = "Rules: standard\r\nPits: 2\r\nStones: 1\r\nResult: unfinished\r\n\r\n1. 1 1\r\n";
    assert!(text.parse::<Record>().is_ok());
}

#[track_caller]
fn check_refused(text: &str, message: &str) {
    assert_eq!(text.parse::<Record>().unwrap_err().to_string(), message, "{text}");
}

#[test]
fn texts_that_are_no_games() {
    check_refused("", "line 1, column 1: before the moves `Rules:` is missing");
    check_refused("Rules: standard\nPits: 6\n\n1. 3\n", "line 4, column 1: before the moves `Stones:` is missing");
    check_refused("Rules: standard\n", "line 1, column 1: before the moves `Pits:` is missing");
    check_refused(
        "Rules: chess\n",
        "line 1, column 8: there are no rules `chess`; there are wetherell, standard, standard-empty",
    );
    check_refused(
        "Rules: standard\n White: Max\n",
        "line 2, column 2: no line begins with `White:`; there are Rules, Pits, Stones, Start, Result",
    );
    check_refused("Rules: standard\nrules: standard", "line 2, column 1: `Rules:` is there already");
    check_refused(
        "Rules: standard\nPits: six\nStones: 4",
        "line 2, column 7: `Pits:` is followed by a number, not `six`",
    );
    check_refused("Rules: standard\nPits: 6\nStones: 0", "line 3, column 9: a pit starts with 1 to 1000 stones, not 0");
    check_refused("Rules: standard\nPits: 0\nStones: 4", "line 2, column 7: a side has 1 to 100 pits, not 0");
    check_refused(
        "Rules: standard\nStart: 1,x/0 1,1/0 S",
        "line 2, column 10: a number of stones is due here, not `x`",
    );
    check_refused(
        "Rules: standard\nPits: 3\nStart: 1,0/0 1,1/0 S",
        "line 2, column 7: the position has 2 pits a side, and the game has 3",
    );
    check_refused(
        "Rules: standard\nStones: 2\nStart: 1,0/0 1,1/0 S",
        "line 3, column 8: the position has 3 stones; a game with 2 pits a side and 2 in each has 2 x 2 x 2 = 8 from start to end",
    );
    check_refused(
        "Rules: standard\nStart: 0,0/0 1,1/0 S",
        "line 2, column 8: the game is over in 0,0/0 1,1/0 S: South has no stone left in the pits",
    );
}

/// Moves of a standard game with six pits of four stones.
#[track_caller]
fn check_moves_refused(moves: &str, message: &str) {
    check_refused(&format!("Rules: standard\nPits: 6\nStones: 4\n{moves}"), message);
}

#[test]
fn moves_that_are_none_are_found_where_they_stand() {
    check_moves_refused("1. 1 x", "line 4, column 6: a move is the number of a pit, not `x`");
    check_moves_refused(
        "1. 1 7",
        "line 4, column 6: there is no pit 7; pits are numbered 1 to 6 from their owner's left to his right",
    );
    check_moves_refused(
        "1. 1 2\n2. 1",
        "line 5, column 4: South's pit 1 is empty; South may move from 2, 3, 4, 5 or 6",
    );
    check_moves_refused("1. 3 6", "line 4, column 6: South moves again, so a comma joins the moves: `3,6`");
    check_moves_refused("1. 3,2,1", "line 4, column 8: South's move gives no extra move, so no comma follows it");
    check_moves_refused("3 6", "line 4, column 1: every line of moves begins with its number: `1.` is due, not `3`");
    check_moves_refused("2. 1", "line 4, column 1: the next turn is number 1, not `2.`");
    check_moves_refused("1. ... 1", "line 4, column 4: South is to move, so that `...` skips a move");
    check_moves_refused("1.", "line 4, column 1: the number of a pit is due after this");
    check_moves_refused("1. 1\nStones: 4", "line 5, column 1: `Stones:` stands before the moves");
    check_refused(
        "Rules: wetherell\nStart: 0,1/3 1,0/2 N\n1. 1",
        "line 3, column 4: North is to move first: `...` stands for South's move",
    );
    check_refused(
        "Rules: wetherell\nStart: 0,1/3 1,0/2 S\n1. 2 1",
        "line 3, column 6: the game is over in 0,0/4 1,0/2 N: South has more than half of all stones",
    );
    check_refused(
        "Rules: wetherell\nStart: 0,1/3 1,0/2 S\nResult: 3-3\n1. 2",
        "line 3, column 9: the result is 4-2 by these moves, not `3-3`",
    );
}

proptest! {
    #[test]
    fn games_read_back(game in any_game()) {
        prop_assert_eq!(game.to_string().parse(), Ok(game));
    }

    #[test]
    fn games_from_any_position_read_back(game in any_game(), more in any_game()) {
        let start = game.position().clone();
        if let Ok(mut game) = Record::from_position(game.rules(), start) {
            for pit in more.moves() {
                let _ = game.play(pit);
            }
            prop_assert_eq!(game.to_string().parse(), Ok(game));
        }
    }

    #[test]
    fn a_move_taken_back_leaves_no_trace(game in any_game(), pit in 1..8_usize) {
        let mut again = game.clone();
        if again.play(pit).is_ok() {
            prop_assert_eq!(again.undo(), Some(pit));
        }
        prop_assert_eq!(again, game);
    }

    #[test]
    fn stones_only_change_places(game in any_game()) {
        prop_assert_eq!(game.position().total(), game.start().total());
        if let Some(swept) = game.swept() {
            prop_assert_eq!(swept.total(), game.start().total());
        }
    }

    #[test]
    fn no_text_panics(text in "(Rules: (wetherell|standard)\nStart: [0-3],[0-3]/1 [0-3],1/2 [SN]\n)?([0-9]\\. ?|[0-9]|,|\\.\\.\\.| |\n|#|Ü|:){0,12}") {
        if let Ok(game) = text.parse::<Record>() {
            prop_assert_eq!(game.to_string().parse(), Ok(game));
        }
    }
}
