//! The generator: the text of a relay machine for any game of Bachet.

mod text;
mod wiring;

use kiber_bachet::{Rules, Strategies};

use crate::error::Error;

/// The most relays that a generated machine may have, memory relays included.
pub const MOST_RELAYS: usize = 2000;

/// Writes a relay machine that learns to win from so many objects, of which a move takes 1 to `take`.
///
/// The machine has a relay and a memory relay for every move that it may ever have to make, tries the
/// moves of a position from 1 up, and resigns where all of them are switched off. It is wired like the
/// built-in `full-memory`, with its names for the parts.
///
/// ```
/// use std::sync::Arc;
/// use kiber_automaton::{Machine, generate_bachet};
/// use kiber_bachet::Panel;
///
/// let reading = kiber_netlist::read(&generate_bachet(5, 2)?);
/// assert!(reading.findings.is_empty());
/// let mut machine = Machine::new(Arc::new(reading.circuit.ok_or("without errors")?))?;
/// machine.person_takes(1)?;
/// assert_eq!(machine.machine_takes()?, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error::CannotGenerate`] for fewer than 2 objects, a take of 0 or of all objects, and for games
/// that need more than [`MOST_RELAYS`].
pub fn generate_bachet(objects: u32, take: u32) -> Result<String, Error> {
    let cannot = |why: String| Error::CannotGenerate { why };
    if objects < 2 {
        let why = "a game has to have at least 2 objects, since the person starts and the machine has to \
                   have something left to take";
        return Err(cannot(why.to_string()));
    }
    if take == 0 {
        return Err(cannot("a move has to take at least 1 object".to_string()));
    }
    if take >= objects {
        return Err(cannot(format!(
            "a take of {take} would end a game of {objects} objects with its first move; \
             it can be at most {}",
            objects - 1
        )));
    }
    if moves(objects, take) * 2 > MOST_RELAYS as u64 {
        return Err(cannot(too_large(objects, take)));
    }
    Ok(text::machine(&Strategies::every_move(Rules::new(objects, take)?)?))
}

/// The moves that a machine may have to make: from every position below that of the start.
fn moves(objects: u32, take: u32) -> u64 {
    let (highest, take) = (u64::from(objects) - 1, u64::from(take));
    // From the positions below `take` not all of it can be taken.
    take * highest - take * (take - 1) / 2
}

fn too_large(objects: u32, take: u32) -> String {
    let fits = |objects: u32, take: u32| moves(objects, take) * 2 <= MOST_RELAYS as u64;
    let more = format!("{objects} objects with a take of {take} need more than {MOST_RELAYS} relays");
    let fewer = (take + 1..=objects).take_while(|&objects| fits(objects, take)).last();
    match fewer {
        Some(fewer) => format!("{more}; with this take at most {fewer} objects can be had"),
        None => {
            let less = (1..take).take_while(|&take| fits(take + 1, take)).last().unwrap_or(1);
            format!("{more}; a take can be at most {less}")
        }
    }
}
