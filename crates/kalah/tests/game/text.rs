//! Positions as text.

use kiber_kalah::{Position, Side};
use proptest::prelude::*;

#[track_caller]
fn check(text: &str, places: &[u32], side: Side) {
    assert_eq!(text.parse(), Ok(Position::new(places.to_vec(), side).unwrap()));
}

#[test]
fn positions_read() {
    check("4,3/1 0,2/7 S", &[4, 3, 1, 0, 2, 7], Side::South);
    check("1/2 3/4 N", &[1, 2, 3, 4], Side::North);
    check("  4 , 3 / 1\t0 ,2/ 7   north ", &[4, 3, 1, 0, 2, 7], Side::North);
    check("4,3/1 0,2/7South", &[4, 3, 1, 0, 2, 7], Side::South);
}

#[track_caller]
fn check_refused(text: &str, message: &str) {
    assert_eq!(text.parse::<Position>().unwrap_err().to_string(), message, "{text}");
}

#[test]
fn texts_that_are_no_positions() {
    check_refused("", "at character 1: a number of stones is due here, not the end");
    check_refused("4,x3/1 0,2/7 S", "at character 3: a number of stones is due here, not `x3`");
    check_refused("4,-3/1 0,2/7 S", "at character 3: no place holds fewer than 0 stones, not `-3`");
    check_refused("4,−3/1 0,2/7 S", "at character 3: no place holds fewer than 0 stones, not `−3`");
    check_refused("4,3/1 0,200001/7 S", "at character 9: a board holds up to 200000 stones, not `200001`");
    check_refused(
        "4,3/1 0,99999999999999999999/7 S",
        "at character 9: a board holds up to 200000 stones, not `99999999999999999999`",
    );
    check_refused("200000,3/1 0,2/7 S", "a board holds up to 200000 stones, not 200013");
    check_refused(
        "4,3 0,2/7 S",
        "at character 5: `,` and South's next pit, or `/` and South's kalah are due here, not `0`",
    );
    check_refused(
        "4,3/1 0,2",
        "at character 10: `,` and North's next pit, or `/` and North's kalah are due here, not the end",
    );
    check_refused("4,3/1 0,2,1/7 S", "at character 7: South has 2 pits and North 3; both have the same number");
    check_refused(
        "4,3/1 0,2/7",
        "at character 12: who is to move is due here, ` S` for South or ` N` for North, not the end",
    );
    check_refused(
        "4,3/1 0,2/7 Süd",
        "at character 13: who is to move is due here, ` S` for South or ` N` for North, not `Süd`",
    );
    check_refused("4,3/1 0,2/7 S S", "at character 15: a position ends with who is to move, but `S` follows");
}

proptest! {
    #[test]
    fn what_is_written_reads_back(half in 2..=101_usize, stones in prop::collection::vec(0..500_u32, 202), south: bool) {
        let side = if south { Side::South } else { Side::North };
        let position = Position::new(stones[..2 * half].to_vec(), side);
        let position = position.unwrap();
        prop_assert_eq!(position.to_string().parse(), Ok(position));
    }

    #[test]
    fn no_text_panics(text in "[0-9,/ SN−x-]{0,40}") {
        if let Ok(position) = text.parse::<Position>() {
            prop_assert_eq!(position.to_string().parse(), Ok(position));
        }
    }
}
