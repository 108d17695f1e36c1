//! Tables against plain search, and what is no table.

use super::*;
use crate::packed::Packed;
use crate::position::Side;

/// Who wins, and by the standard rules by how much, found by looking at every game.
fn by_search(rules: Rules, position: &Position) -> i32 {
    if let Some(result) = position.result(rules) {
        return if rules == Rules::Wetherell { result.signum() } else { result };
    }
    let values = position.moves(rules).into_iter().map(|pit| by_search(rules, &position.after(rules, pit).unwrap()));
    match position.to_move() {
        Side::South => values.max().unwrap(),
        Side::North => values.min().unwrap(),
    }
}

#[test]
fn every_value_is_that_of_looking_at_every_game() {
    for rules in Rules::ALL {
        for (pits, stones) in [(1, 6), (2, 5), (3, 4)] {
            let table = EndgameTable::build(rules, pits, stones, 2, |_, _| false).unwrap();
            let mut checked = 0;
            for rank in 0..EndgameTable::positions(pits, stones).unwrap() {
                let packed: Packed<u64> = table.ranking.position(rank);
                // Every lead that the stones in play could make up for: who wins with each of them tells
                // the margin, though Wetherell's game stops at a majority.
                for lead in 0..=2 * stones {
                    let side = |row: u64| (0..pits as u32).map(move |pit| u32::from(row.lane(pit)));
                    let places = side(packed.own).chain([10 + lead]).chain(side(packed.other)).chain([10 + stones]);
                    let position = Position::new(places.collect(), Side::South).unwrap();
                    let value = table.value(&position).unwrap();
                    let value = if rules == Rules::Wetherell { value.signum() } else { value };
                    assert_eq!(value, by_search(rules, &position), "{rules:?} {position}");
                    checked += 1;
                }
            }
            assert!(checked > 300);
        }
    }
}

#[test]
fn a_table_does_not_depend_on_the_threads_and_the_width() {
    let table = EndgameTable::build(Rules::Standard, 6, 7, 1, |_, _| false).unwrap();
    assert_eq!(EndgameTable::build(Rules::Standard, 6, 7, 3, |_, _| false).unwrap(), table);
    assert_eq!(EndgameTable::build(Rules::Standard, 6, 7, 2, |_, _| true), None);
    let mut told = Vec::new();
    EndgameTable::build(Rules::Wetherell, 9, 3, 1, |done, of| {
        told.push((done, of));
        false
    });
    assert_eq!(told.last(), Some(&(1330, 1330)));
}

#[test]
fn it_reads_back_and_what_is_no_table_is_none() {
    let table = EndgameTable::build(Rules::StandardEmptyCapture, 3, 6, 1, |_, _| false).unwrap();
    let mut bytes = Vec::new();
    table.write(&mut bytes).unwrap();
    assert_eq!(EndgameTable::read(&mut &*bytes).unwrap(), table);
    let read = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = bytes.clone();
        change(&mut bytes);
        EndgameTable::read(&mut &*bytes).unwrap_err().to_string()
    };
    let all = [
        read(&|bytes| bytes.truncate(10)),
        read(&|bytes| bytes[3] = b'X'),
        read(&|bytes| bytes[16] = 9),
        read(&|bytes| bytes[18] = 200),
        read(&|bytes| bytes[21] = 1),
        read(&|bytes| bytes.truncate(bytes.len() - 1)),
        read(&|bytes| bytes.push(0)),
        read(&|bytes| bytes[16] = 1),
        read(&|bytes| bytes[500] ^= 1),
    ];
    insta::assert_snapshot!(all.join("\n"));
    let mut wrong = table.clone();
    wrong.values[700] ^= 2;
    let mut bytes = Vec::new();
    wrong.write(&mut bytes).unwrap();
    assert!(matches!(EndgameTable::read(&mut &*bytes), Err(TableError::Wrong { .. })));
}
