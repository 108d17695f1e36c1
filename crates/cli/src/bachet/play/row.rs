//! The objects in a row.

use crate::words::grouped;

/// The most objects that are drawn, and the most that are drawn with blanks between them.
const MOST_DRAWN: u32 = 36;
const MOST_APART: u32 = 16;

/// The objects, those taken first: `· · ● ● ● ● ● ●  6 left`; of very many only their number.
pub(super) fn row(objects: u32, left: u32) -> String {
    let left_words = format!("{} left", grouped(u64::from(left)));
    if objects > MOST_DRAWN {
        return left_words;
    }
    let drawn: Vec<&str> = (0..objects).map(|place| if place + left < objects { "·" } else { "●" }).collect();
    format!("{}  {left_words}", drawn.join(if objects <= MOST_APART { " " } else { "" }))
}

#[cfg(test)]
mod tests {
    use super::row;

    #[test]
    fn few_objects_stand_apart_and_very_many_are_only_counted() {
        assert_eq!(row(8, 8), "● ● ● ● ● ● ● ●  8 left");
        assert_eq!(row(8, 0), "· · · · · · · ·  0 left");
        assert_eq!(row(17, 1), format!("{}●  1 left", "·".repeat(16)));
        assert_eq!(row(1_000, 999), "999 left");
    }
}
