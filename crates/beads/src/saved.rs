//! Machines as text, to be kept and read again.

use std::fmt;
use std::str::FromStr;

use kiber_bachet::{LastObject, Rules};
use kiber_minimax::Player;
use kiber_minimax::tictactoe::Position;

use crate::arena::Subject;
use crate::cabinet::{Cabinet, Choice, Matchbox};
use crate::contents::Contents;
use crate::error::Error;
use crate::self_play::Learner;

/// A machine with what it has learned and how.
///
/// Written, it is lines of words that a person can read and change. The first one names the format and
/// its version, then come the game, the side, the schedule and the games so far, and then every box
/// with the beads of each move; a line that begins with `#` says nothing.
///
/// ```
/// use kiber_beads::Saved;
///
/// let text = "\
/// kiber beads 1
/// game bachet 3 2
/// side second
/// schedule 1:0/0/-1:last
/// games 7 lost 1
/// box 2: 1=0 2=1
/// box 1: 1=1
/// ";
/// let saved: Saved = text.parse()?;
/// assert_eq!(saved.learner.contents.counts(), [0, 1, 1]);
/// assert_eq!(saved.to_string(), text);
/// # Ok::<(), kiber_beads::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Saved {
    /// The machine.
    pub learner: Learner,
    /// Games that it has played.
    pub games: u64,
    /// Those of them that it has lost.
    pub lost: u64,
}

const FIRST_LINE: &str = "kiber beads 1";

impl fmt::Display for Saved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Learner { cabinet, schedule, contents } = &self.learner;
        writeln!(f, "{FIRST_LINE}")?;
        match cabinet.arena().subject() {
            Subject::Bachet(rules) => {
                let last = if rules.last() == LastObject::Loses { " last-loses" } else { "" };
                writeln!(f, "game bachet {} {}{last}", rules.objects(), rules.most())?;
            }
            Subject::TicTacToe if cabinet.choice() == Choice::Michie => writeln!(f, "game tictactoe michie")?,
            Subject::TicTacToe => writeln!(f, "game tictactoe")?,
        }
        writeln!(f, "side {}", if cabinet.side() == Player::First { "first" } else { "second" })?;
        writeln!(f, "schedule {schedule}")?;
        writeln!(f, "games {} lost {}", self.games, self.lost)?;
        for matchbox in cabinet.boxes() {
            write!(f, "box {}:", cabinet.name(matchbox))?;
            for (chosen, count) in cabinet.moves(matchbox).iter().zip(contents.in_box(matchbox)) {
                write!(f, " {}={count}", chosen.name)?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl FromStr for Saved {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let mut lines = Lines { lines: text.trim_start_matches('\u{feff}').lines(), number: 0 };
        lines.first_line()?;
        let game = lines.field("game")?;
        let (subject, choice) = game.game()?;
        let side = lines.field("side")?.side()?;
        let schedule = lines.field("schedule")?;
        let schedule = schedule.rest.parse().map_err(|error: Error| schedule.wrong(error.to_string()))?;
        let games = lines.field("games")?;
        let (games, lost) = games.games()?;
        let cabinet = Cabinet::new(subject, side, choice).map_err(|error| game.wrong(error.to_string()))?;
        let contents = lines.boxes(&cabinet)?;
        Ok(Self { learner: Learner { cabinet, schedule, contents }, games, lost })
    }
}

/// The lines of a text that say something.
struct Lines<'a> {
    lines: std::str::Lines<'a>,
    number: usize,
}

/// A line without its first word.
struct Field<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> Option<(&'a str, usize)> {
        loop {
            let line = self.lines.next()?.trim();
            self.number += 1;
            if !line.is_empty() && !line.starts_with('#') {
                return Some((line, self.number));
            }
        }
    }

    fn first_line(&mut self) -> Result<(), Error> {
        let Some((line, number)) = self.next() else {
            return Err(Error::Saved { line: 0, why: format!("the file is empty; it begins with `{FIRST_LINE}`") });
        };
        if line == FIRST_LINE {
            return Ok(());
        }
        let why = match line.strip_prefix("kiber beads ") {
            Some(version) => format!("version `{}` of the format is not known here; this is version 1", short(version)),
            None => format!("this is no saved machine: it begins with `{}`, not with `{FIRST_LINE}`", short(line)),
        };
        Err(Error::Saved { line: number, why })
    }

    /// The line that has to come next.
    fn field(&mut self, name: &str) -> Result<Field<'a>, Error> {
        let Some((line, number)) = self.next() else {
            return Err(Error::Saved { line: 0, why: format!("the file ends before its line `{name} …`") });
        };
        match line.split_once(char::is_whitespace) {
            Some((word, rest)) if word == name => Ok(Field { rest: rest.trim(), line: number }),
            _ => Err(Error::Saved { line: number, why: format!("`{}` stands where `{name} …` has to", short(line)) }),
        }
    }

    /// The boxes, each once and in any order.
    fn boxes(&mut self, cabinet: &Cabinet) -> Result<Contents, Error> {
        let mut counts: Vec<Option<u32>> = vec![None; cabinet.kinds()];
        while let Some((line, number)) = self.next() {
            let field = Field { rest: line, line: number };
            let (name, beads) = line
                .strip_prefix("box ")
                .and_then(|rest| rest.split_once(':'))
                .ok_or_else(|| field.wrong(format!("`{}` is not like `box 7: 1=1 2=1 3=1`", short(line))))?;
            let matchbox = cabinet.find(name.trim()).ok_or_else(|| field.unknown_box(cabinet, name.trim()))?;
            field.beads(cabinet, matchbox, beads, &mut counts)?;
        }
        let missing = cabinet.boxes().iter().find(|matchbox| {
            counts.get(matchbox.beads.clone()).is_some_and(|counts| counts.iter().any(Option::is_none))
        });
        if let Some(matchbox) = missing {
            let why = format!("the file ends without `box {}: …`", cabinet.name(matchbox));
            return Err(Error::Saved { line: 0, why });
        }
        Contents::of(cabinet, counts.into_iter().flatten().collect())
    }
}

impl Field<'_> {
    fn wrong(&self, why: String) -> Error {
        Error::Saved { line: self.line, why }
    }

    fn game(&self) -> Result<(Subject, Choice), Error> {
        let form = "a game is like `bachet 8 3` (objects and the most that a move takes; `last-loses` after it turns \
                    it round), `tictactoe` or `tictactoe michie`";
        let no_game = || self.wrong(format!("`{}` is no game: {form}", short(self.rest)));
        let number = |word: &str| word.parse::<u32>().map_err(|_| no_game());
        match self.rest.split_whitespace().collect::<Vec<_>>()[..] {
            ["tictactoe"] => Ok((Subject::TicTacToe, Choice::Every)),
            ["tictactoe", "michie"] => Ok((Subject::TicTacToe, Choice::Michie)),
            ["bachet", objects, most] | ["bachet", objects, most, "last-loses"] => {
                let rules =
                    Rules::new(number(objects)?, number(most)?).map_err(|error| self.wrong(error.to_string()))?;
                let turned = self.rest.ends_with("last-loses");
                let last = if turned { LastObject::Loses } else { LastObject::Wins };
                Ok((Subject::Bachet(rules.with_last(last)), Choice::Every))
            }
            _ => Err(no_game()),
        }
    }

    fn side(&self) -> Result<Player, Error> {
        match self.rest {
            "first" => Ok(Player::First),
            "second" => Ok(Player::Second),
            other => Err(self.wrong(format!("a side is `first` or `second`, not `{}`", short(other)))),
        }
    }

    fn games(&self) -> Result<(u64, u64), Error> {
        let form = || self.wrong(format!("`games {}` is not like `games 26 lost 12`", short(self.rest)));
        let [games, "lost", lost] = self.rest.split_whitespace().collect::<Vec<_>>()[..] else {
            return Err(form());
        };
        let (games, lost) = (games.parse().map_err(|_| form())?, lost.parse().map_err(|_| form())?);
        if lost > games {
            return Err(self.wrong(format!("of {games} games {lost} cannot be lost")));
        }
        Ok((games, lost))
    }

    fn beads(
        &self,
        cabinet: &Cabinet,
        matchbox: &Matchbox,
        beads: &str,
        counts: &mut [Option<u32>],
    ) -> Result<(), Error> {
        let name = cabinet.name(matchbox);
        let moves = cabinet.moves(matchbox);
        let legal = || moves.iter().map(|chosen| chosen.name.to_string()).collect::<Vec<_>>().join(", ");
        for word in beads.split_whitespace() {
            let pair = word.split_once('=').and_then(|(chosen, count)| Some((chosen.parse::<u32>().ok()?, count)));
            let Some((chosen, count)) = pair else {
                return Err(self.wrong(format!("`{}` is not like `2=1`: a move and its beads", short(word))));
            };
            let place = moves.iter().position(|legal| legal.name == chosen);
            let slot = place.and_then(|place| counts.get_mut(matchbox.beads.start + place));
            let Some(slot) = slot else {
                return Err(self.wrong(format!("box {name} has no move {chosen}; its moves are {}", legal())));
            };
            if slot.is_some() {
                return Err(self.wrong(format!("the beads of move {chosen} of box {name} are given twice")));
            }
            let count: u32 =
                count.parse().map_err(|_| self.wrong(format!("`{}` is no number of beads", short(count))))?;
            if count > Contents::MOST {
                let most = Contents::MOST;
                return Err(self.wrong(format!("{count} beads are too many for one move; there may be {most}")));
            }
            *slot = Some(count);
        }
        let given = counts.get(matchbox.beads.clone()).unwrap_or(&[]);
        if let Some(place) = given.iter().position(Option::is_none) {
            let chosen = moves.get(place).map_or(0, |chosen| chosen.name);
            return Err(self.wrong(format!("box {name} lacks move {chosen}; a move without beads is `{chosen}=0`")));
        }
        Ok(())
    }

    fn unknown_box(&self, cabinet: &Cabinet, name: &str) -> Error {
        let boxes = cabinet.boxes();
        let known = match cabinet.arena().subject() {
            Subject::Bachet(_) => {
                let ends = boxes.first().zip(boxes.last());
                let ends = ends.map(|(first, last)| (cabinet.name(first), cabinet.name(last)));
                ends.map_or_else(String::new, |(first, last)| format!("its boxes are {first} to {last}"))
            }
            Subject::TicTacToe => match name.parse::<Position>().map(|position| position.canonical().0.to_string()) {
                Ok(canonical) if cabinet.find(&canonical).is_some() => format!("turned it is box {canonical}"),
                Ok(_) => "the machine does not choose there".to_string(),
                Err(error) => error.to_string(),
            },
        };
        self.wrong(format!("this machine has no box `{}`; {known}", short(name)))
    }
}

/// The beginning of what was read, to be known again.
fn short(text: &str) -> String {
    const MOST: usize = 40;
    let plain: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).take(MOST).collect();
    if plain.len() < text.len() { format!("{plain}…") } else { plain }
}
