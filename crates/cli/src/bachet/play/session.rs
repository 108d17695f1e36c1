//! Games at the prompt, one after the other, with all that can be taken back.

use std::io::{self, Write};

use kiber_bachet::{Ending, Memory, Panel, Rules};

use super::super::machine::{Machine, Refused, State};
use super::super::seat::Seat;
use super::help;
use super::row::row;
use crate::words::{count, listed, plain, wrapped};

pub(super) struct Session {
    seat: Seat,
    rules: Rules,
    standing: Standing,
    /// The moment before each of the person's takes.
    before: Vec<(State, Standing)>,
}

/// What a game has come to beside the machine's own state.
#[derive(Clone, Copy)]
struct Standing {
    /// The number of the game, from 1.
    game: u64,
    /// Games that the person has won.
    won: u64,
    /// Games that the machine has won.
    lost: u64,
}

impl Session {
    pub(super) fn new(seat: Seat) -> Self {
        let rules = seat.machine.rules();
        Self { seat, rules, standing: Standing { game: 1, won: 0, lost: 0 }, before: Vec::new() }
    }

    pub(super) fn title(&self) -> &str {
        &self.seat.title
    }

    pub(super) fn rules(&self) -> Rules {
        self.rules
    }

    /// Shows a game that begins, with the first move of a player who opens.
    pub(super) fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let left = self.machine().objects_left();
        self.say_row(out, &format!("Game {}", self.standing.game), self.rules.objects())?;
        self.say_given_up(out)?;
        let opening = self.rules.objects() - left;
        if opening > 0 {
            self.say_row(out, &format!("{} takes {opening}", self.seat.called), left)?;
        }
        if left == 0 {
            // The opening took everything there was.
            let ending = Ending::by_last_object(self.rules, false);
            self.tell_ending(out, ending)?;
            writeln!(out, "  There is nothing for you to take in such a game; `quit` leaves.")?;
        }
        Ok(())
    }

    /// Does a line; whether to go on.
    pub(super) fn line(&mut self, line: &str, out: &mut dyn Write) -> io::Result<bool> {
        let line = line.split('#').next().unwrap_or_default();
        let mut typed = line.split_whitespace();
        let Some(first) = typed.next() else { return Ok(true) };
        let rest: Vec<&str> = typed.collect();
        let first = &*first.to_lowercase();
        let number = if help::word(first) == Some("take") { rest.first().copied() } else { Some(first) };
        let is_whole = if help::word(first) == Some("take") { rest.len() < 2 } else { rest.is_empty() };
        if let Some(number) = number.filter(|_| is_whole)
            && number.chars().all(|letter| letter.is_ascii_digit())
        {
            self.person_takes(number, out)?;
            return Ok(true);
        }
        match help::word(first).filter(|_| rest.is_empty()) {
            Some("quit") => return Ok(false),
            Some("help") => help::overview().iter().try_for_each(|line| writeln!(out, "{line}"))?,
            Some("hint") => self.hint(out)?,
            Some("undo") => self.undo(out)?,
            Some("memory") => self.memory(out)?,
            Some("show") => self.show(out)?,
            Some("new") => self.give_up(out)?,
            Some("take") => say(out, &format!("take how many? `take 1` to `take {}`", self.rules.most()))?,
            _ => say(out, &help::unknown(&plain(line.trim()), self.rules.most()))?,
        }
        Ok(true)
    }

    /// Says how the sitting ended.
    pub(super) fn leave(&self, out: &mut dyn Write) -> io::Result<()> {
        let Standing { won, lost, .. } = self.standing;
        writeln!(out, "  You won {}, and lost {lost}.", count(won, "game"))
    }

    fn machine(&self) -> &Machine {
        &self.seat.machine
    }

    fn person_takes(&mut self, number: &str, out: &mut dyn Write) -> io::Result<()> {
        let (left, most) = (self.machine().objects_left(), self.rules.most());
        let take = number.parse().ok().filter(|&take| self.rules.allows(left, take));
        let Some(take) = take else {
            let most = most.min(left);
            return match most {
                0 => say(out, "nothing is left to take; `undo` goes back, `quit` leaves"),
                1 => say(out, "you may take 1"),
                _ => say(out, &format!("you may take 1 to {most}")),
            };
        };
        let mark = (self.machine().save(), self.standing);
        match self.play_turn(take, out)? {
            Ok(()) => self.before.push(mark),
            Err(refused) => {
                say(out, &format!("{refused}; your take is taken back"))?;
                self.seat.machine.restore(&mark.0);
                self.standing = mark.1;
            }
        }
        Ok(())
    }

    /// The person takes, the machine answers; a game that is over is closed, and the next one begins.
    fn play_turn(&mut self, take: u32, out: &mut dyn Write) -> io::Result<Result<(), Refused>> {
        if let Err(refused) = self.seat.machine.person_takes(take) {
            return Ok(Err(refused));
        }
        self.say_row(out, &format!("You take {take}"), self.machine().objects_left())?;
        let ending = if self.machine().objects_left() == 0 {
            Some(Ending::by_last_object(self.rules, true))
        } else {
            let relays = self.machine().relays_operated();
            let answer = match self.seat.machine.machine_takes() {
                Ok(answer) => answer,
                Err(refused) => return Ok(Err(refused)),
            };
            let mut by = self.machine().relays_operated();
            by.retain(|relay| !relays.contains(relay));
            let by = if by.is_empty() { String::new() } else { format!(" ({})", by.join(", ")) };
            let left = self.machine().objects_left();
            if answer > 0 {
                self.say_row(out, &format!("{} takes {answer}{by}", self.seat.called), left)?;
            }
            match (answer, left) {
                (0, _) => Some(Ending::Resigned),
                (_, 0) => Some(Ending::by_last_object(self.rules, false)),
                _ => None,
            }
        };
        match ending {
            Some(ending) => self.close(ending, out),
            None => Ok(Ok(())),
        }
    }

    fn close(&mut self, ending: Ending, out: &mut dyn Write) -> io::Result<Result<(), Refused>> {
        let before = self.machine().memory();
        let machine = &mut self.seat.machine;
        let treated = if ending.is_loss() { machine.punish() } else { machine.reward() };
        if let Err(refused) = treated.and_then(|()| machine.new_game()) {
            return Ok(Err(refused));
        }
        self.tell_ending(out, ending)?;
        let is_player = matches!(self.machine(), Machine::Steady(_));
        if ending.is_loss() && !is_player {
            let after = self.machine().memory();
            let learned: Memory = after.relays().filter(|&relay| !before.contains(relay)).collect();
            let learned = self.seat.remembered(&learned);
            match learned.is_empty() {
                true => writeln!(out, "  You punish it; it has nothing left to learn from that.")?,
                false => say(out, &format!("You punish it, and it remembers: {}.", learned.join(", ")))?,
            }
        }
        let Standing { game, won, lost } = self.standing;
        self.standing = match ending.is_loss() {
            true => Standing { game: game + 1, won: won + 1, lost },
            false => Standing { game: game + 1, won, lost: lost + 1 },
        };
        writeln!(out)?;
        self.begin(out)?;
        Ok(Ok(()))
    }

    fn tell_ending(&self, out: &mut dyn Write, ending: Ending) -> io::Result<()> {
        match ending {
            Ending::PersonWon => writeln!(out, "  You won."),
            Ending::Resigned => writeln!(out, "  {} has no move left to try and resigns. You won.", self.seat.called),
            Ending::MachineWon => writeln!(out, "  You lost."),
        }
    }

    fn hint(&self, out: &mut dyn Write) -> io::Result<()> {
        let left = self.machine().objects_left();
        let theory = match self.rules.winning_take(left) {
            Some(take) if take == left => format!("take {take}: it wins at once"),
            Some(take) => format!("take {take}: with {} left no answer helps", left - take),
            None => "no take wins against a perfect player".to_owned(),
        };
        let forced = self.seat.known.as_ref().map(|known| known.forced_wins(&self.machine().memory()));
        let here = forced.as_ref().map(|forced| forced.get(left as usize).copied().flatten());
        let machine = match (here, self.rules.winning_take(left)) {
            (Some(Some(take)), None) => format!("; but this machine can still be made to lose: take {take}"),
            (Some(None), None) => ", and this machine makes no mistake any more from here".to_owned(),
            _ => String::new(),
        };
        say(out, &format!("{theory}{machine}"))
    }

    fn undo(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let Some((state, standing)) = self.before.pop() else {
            return say(out, "nothing to undo: this is how it began");
        };
        let crossed = standing.game != self.standing.game;
        self.seat.machine.restore(&state);
        self.standing = standing;
        if crossed {
            say(out, &format!("back in game {}, as if it had not ended", self.standing.game))?;
        }
        self.say_row(out, "Taken back", self.machine().objects_left())
    }

    fn memory(&self, out: &mut dyn Write) -> io::Result<()> {
        if matches!(self.machine(), Machine::Steady(_)) {
            return say(out, "a player who neither learns nor forgets");
        }
        let remembered = self.seat.remembered(&self.machine().memory());
        if remembered.is_empty() {
            return say(out, "nothing remembered yet");
        }
        listed(&remembered, 78).iter().try_for_each(|line| writeln!(out, "  {line}"))
    }

    fn show(&self, out: &mut dyn Write) -> io::Result<()> {
        let Standing { game, won, lost } = self.standing;
        self.say_row(out, &format!("Game {game}"), self.machine().objects_left())?;
        self.say_given_up(out)?;
        writeln!(out, "  You won {}, and lost {lost}.", count(won, "game"))
    }

    /// The moves that the machine has given up, position by position: `1/2 from 4, 1 from 2`.
    fn say_given_up(&self, out: &mut dyn Write) -> io::Result<()> {
        let given_up = self.seat.given_up(&self.machine().memory());
        let of_positions = given_up.chunk_by(|one, other| one.0 == other.0).map(|moves| {
            let takes: Vec<String> = moves.iter().map(|(_, take)| take.to_string()).collect();
            let position = moves.first().map_or(0, |&(position, _)| position);
            format!("{} from {position}", takes.join("/"))
        });
        let of_positions: Vec<String> = of_positions.collect();
        if of_positions.is_empty() {
            return Ok(());
        }
        say(out, &format!("It has given up {}.", of_positions.join(", ")))
    }

    fn give_up(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let mark = (self.machine().save(), self.standing);
        if let Err(refused) = self.seat.machine.new_game() {
            return say(out, &refused.to_string());
        }
        self.before.push(mark);
        self.standing.game += 1;
        self.begin(out)
    }

    fn say_row(&self, out: &mut dyn Write, lead: &str, left: u32) -> io::Result<()> {
        writeln!(out, "  {lead:26}  {}", row(self.rules.objects(), left))
    }
}

/// A sentence, in lines of at most 80 characters.
fn say(out: &mut dyn Write, text: &str) -> io::Result<()> {
    wrapped(text, 80 - 2).iter().try_for_each(|line| writeln!(out, "  {line}"))
}
