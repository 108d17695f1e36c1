//! `kiber tictactoe play`: a game with a person.

use std::io::{self, Write};

use kiber_minimax::Random;
use kiber_minimax::tictactoe::{Mark, Position, Square};
use kiber_netlist::nearest;

use super::analyse::{analysis, in_words, write_moves};
use super::board::{drawn, standing};
use super::player::{Kind, Player};
use crate::io::{ExitStatus, Io};
use crate::lines::Lines;
use crate::problem::Problem;
use crate::request::Manner;
use crate::words::{heading, plain, repeated, wrapped};

/// What can be typed, and what it does.
const WORDS: [(&str, &str); 9] = [
    ("1 to 9", "your mark into that square"),
    ("hint", "one move that is as good as any, and what it comes to"),
    ("analyse", "what every move comes to, and in how many moves"),
    ("undo", "takes your last move back, and the machine's answer"),
    ("board", "shows the board again"),
    ("new", "another game"),
    ("swap", "another game, with the marks exchanged"),
    ("help", "shows these words"),
    ("quit", "leaves"),
];

pub(super) fn play(
    io: &mut Io<'_>,
    manner: Manner,
    you: Mark,
    machine: Kind,
    position: Position,
    seed: u64,
) -> Result<ExitStatus, Problem> {
    let mut session = Session {
        you,
        machine: Player::new(machine),
        random: Random::new(seed),
        start: position,
        moments: Vec::new(),
        color: manner.color,
    };
    let out = &mut *io.output;
    let player = match machine {
        Kind::Perfect => "plays perfectly".to_owned(),
        Kind::Random => "plays at random".to_owned(),
        Kind::Ahead(1) => "looks 1 move ahead".to_owned(),
        Kind::Ahead(moves) => format!("looks {moves} moves ahead"),
    };
    writeln!(out, "{}", heading("Tic-tac-toe: three in a row", manner.color))?;
    let begins = format!("You are {you}, X begins; the machine {player}. Seed {seed} plays the same again.");
    wrapped(&begins, 80).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    writeln!(out, "Type the number of a square; `help` shows every word, `quit` leaves.\n")?;
    session.begin(out)?;
    out.flush()?;
    let mut lines: Lines<'_> =
        if io.terminal.input && io.terminal.output { Lines::edited(())? } else { Lines::plain(io.input) };
    while let Some(line) = lines.next()? {
        let go_on = session.line(&line, io.output)?;
        io.output.flush()?;
        if !go_on {
            break;
        }
    }
    Ok(ExitStatus::SUCCESS)
}

/// A game, or one after the other, with a person.
struct Session {
    you: Mark,
    machine: Player,
    random: Random,
    start: Position,
    /// Every position so far, the one that stands last.
    moments: Vec<Position>,
    color: bool,
}

impl Session {
    fn position(&self) -> Position {
        self.moments.last().copied().unwrap_or(self.start)
    }

    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.moments = vec![self.start];
        self.machine_moves(out)?;
        self.show(out)
    }

    /// Does a line; whether to go on.
    fn line(&mut self, line: &str, out: &mut dyn Write) -> io::Result<bool> {
        let typed = line.trim().to_lowercase();
        match typed.as_str() {
            "" => {}
            "quit" | "exit" => return Ok(false),
            "help" | "?" => {
                for (word, meaning) in WORDS {
                    writeln!(out, "  {word:8} {meaning}")?;
                }
                writeln!(out, "\nThree in a row, a column or a diagonal win.")?;
            }
            "board" => self.show(out)?,
            "hint" => self.hint(out)?,
            "analyse" | "analyze" | "moves" => self.analyse(out)?,
            "undo" | "back" => self.undo(out)?,
            "new" => self.begin(out)?,
            "swap" => {
                self.you = self.you.other();
                writeln!(out, "You are {} now.\n", self.you)?;
                self.begin(out)?;
            }
            _ => self.square(&typed, out)?,
        }
        Ok(true)
    }

    fn square(&mut self, typed: &str, out: &mut dyn Write) -> io::Result<()> {
        let Ok(square) = typed.parse::<Square>() else { return say(out, &self.not_understood(typed)) };
        let position = self.position();
        match position.play(square) {
            Ok(next) => {
                self.moments.push(next);
                self.machine_moves(out)?;
                self.show(out)
            }
            Err(_) if position.is_over() => say(out, &self.over()),
            Err(error) => say(out, &format!("{error}; free are {}", free(position))),
        }
    }

    /// The machine makes its moves, if it is to move.
    fn machine_moves(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let position = self.position();
        if position.to_move() != Some(self.you.other()) {
            return Ok(());
        }
        if let Some(square) = self.machine.choose(position, &mut self.random)
            && let Ok(next) = position.play(square)
        {
            writeln!(out, "The machine takes {square}.")?;
            self.moments.push(next);
        }
        Ok(())
    }

    fn show(&self, out: &mut dyn Write) -> io::Result<()> {
        let position = self.position();
        writeln!(out, "{}", drawn(position, self.color))?;
        if position.is_over() { say(out, &self.over()) } else { say(out, &format!("your move ({})", self.you)) }
    }

    /// How the game ended, and what can be typed now.
    fn over(&self) -> String {
        let position = self.position();
        let ended = match position.winner() {
            Some(winner) if winner == self.you => "you have won",
            Some(_) => "the machine has won",
            None => "a draw",
        };
        format!("the game is over: {ended}; `new`, `undo`, `help` or `quit`?")
    }

    fn hint(&self, out: &mut dyn Write) -> io::Result<()> {
        let analysis = analysis(self.position());
        match analysis.first() {
            Some(valued) => say(out, &format!("{}: {} with best play", valued.chosen, in_words(valued))),
            None => say(out, &self.over()),
        }
    }

    fn analyse(&self, out: &mut dyn Write) -> io::Result<()> {
        let position = self.position();
        if position.is_over() {
            return say(out, &self.over());
        }
        writeln!(out, "{position}, {}\n", standing(position))?;
        write_moves(out, &analysis(position))
    }

    /// Goes back to where the person was to move before.
    fn undo(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let before = self
            .moments
            .split_last()
            .and_then(|(_, before)| before.iter().rposition(|position| position.to_move() == Some(self.you)));
        match before {
            Some(place) => {
                self.moments.truncate(place + 1);
                self.show(out)
            }
            None => say(out, "there is no move of yours to take back"),
        }
    }

    fn not_understood(&self, typed: &str) -> String {
        let near = nearest(typed, WORDS.iter().skip(1).map(|&(word, _)| word));
        let meant = near.first().map(|word| format!("; did you mean `{word}`?")).unwrap_or_default();
        let position = self.position();
        let can = match position.is_over() {
            true => self.over(),
            false => format!("type a free square ({}), or `help`", free(position)),
        };
        if meant.is_empty() {
            format!("`{}` is no move and no word: {can}", repeated(typed))
        } else {
            format!("`{}` is no word here{meant}", repeated(typed))
        }
    }
}

fn free(position: Position) -> String {
    position.moves().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}

fn say(out: &mut dyn Write, text: &str) -> io::Result<()> {
    wrapped(&plain(text), 78).iter().try_for_each(|line| writeln!(out, "  {line}"))
}
