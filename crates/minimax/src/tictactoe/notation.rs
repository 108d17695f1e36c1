//! Positions as text: `X.O/.X./..O`.

use std::fmt;
use std::str::FromStr;

use super::mark::Mark;
use super::position::Position;
use super::square::Square;
use crate::Error;

impl fmt::Display for Position {
    /// Row by row from above, `.` for a free square, `/` between the rows.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(11);
        for square in Square::all() {
            if square.column() == 0 && square.row() > 0 {
                text.push('/');
            }
            text.push(match self.mark(square) {
                Some(Mark::X) => 'X',
                Some(Mark::O) => 'O',
                None => '.',
            });
        }
        f.pad(&text)
    }
}

impl FromStr for Position {
    type Err = Error;

    /// Reads what [`Display`](fmt::Display) writes; small letters are letters, too, and the slashes
    /// may be left out.
    fn from_str(text: &str) -> Result<Self, Error> {
        let rows: Vec<&str> = text.trim().split('/').collect();
        let mut marks = Vec::new();
        for letter in rows.iter().flat_map(|row| row.chars()) {
            marks.push(match letter {
                'X' | 'x' => Some(Mark::X),
                'O' | 'o' => Some(Mark::O),
                '.' => None,
                _ => return Err(Error::UnknownLetter { letter, place: marks.len() + 1 }),
            });
        }
        let found = marks.len();
        let marks = marks.try_into().map_err(|_| Error::NotNineSquares { found })?;
        if rows.len() > 1 {
            let lengths = rows.iter().map(|row| row.len());
            if let Some((row, found)) = (1..).zip(lengths).find(|&(_, length)| length != 3) {
                return Err(Error::UnevenRows { row, found });
            }
        }
        Self::new(marks)
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::*;

    #[track_caller]
    fn refused(text: &str) -> String {
        text.parse::<Position>().expect_err(text).to_string()
    }

    #[test]
    fn what_is_read_is_written_again() {
        for text in [".../.../...", "X.O/.X./..O", "XOX/XOO/OXX", "XXX/OO./...", "XXX/XOO/XOO"] {
            assert_eq!(text.parse::<Position>().map(|position| position.to_string()), Ok(text.to_owned()));
        }
        assert_eq!(" x.o.x...o ".parse(), "X.O/.X./..O".parse::<Position>());
        assert_eq!(format!("[{:>13}]", Position::START), "[  .../.../...]");
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert_snapshot!(refused(""), @"a board has 9 squares, not 0; it is written like X.O/.X./..O");
        assert_snapshot!(refused("X.O/.X./..O."), @"a board has 9 squares, not 10; it is written like X.O/.X./..O");
        assert_snapshot!(refused("X.O./.X/..O"), @"row 1 has 4 squares, not 3; a board is written like X.O/.X./..O");
        assert_snapshot!(refused("X.O/.Y./..O"), @"square 5 holds X, O or . (nothing), not `Y`");
        assert_snapshot!(refused("X.O/.0./..O"), @"square 5 holds X, O or . (nothing), not `0`");
        assert_snapshot!(refused("XX./XO./..."), @"3 X and 1 O cannot be: X begins and they take turns, so there are as many X as O, or one more");
        assert_snapshot!(refused("OO./X../..."), @"1 X and 2 O cannot be: X begins and they take turns, so there are as many X as O, or one more");
        assert_snapshot!(refused("XXX/OOO/..."), @"both players have three in a row; the game ends with the first");
        assert_snapshot!(refused("XXX/OO./O.."), @"X has three in a row and O has moved since; the game was over before that");
        assert_snapshot!(refused("OOO/XX./XX."), @"O has three in a row and X has moved since; the game was over before that");
    }
}
