//! Games that chance plays.

use kiber_kalah::{Record, Rules, Setup};
use kiber_minimax::Random;
use proptest::prelude::*;

/// Games by random moves.
pub(crate) fn any_game() -> impl Strategy<Value = Record> {
    let rules = prop::sample::select(Rules::ALL.to_vec());
    (rules, 1..8_usize, 1..6_u32, any::<u64>(), 0..60_usize).prop_map(|(rules, pits, stones, seed, moves)| {
        let mut game = Record::new(Setup::new(rules, pits, stones).unwrap());
        let mut random = Random::new(seed);
        for _ in 0..moves {
            let Some(&pit) = random.choose(&game.position().moves(rules)) else { break };
            game.play(pit).unwrap();
        }
        game
    })
}
