//! Lines that are typed, and what comes of them.

use std::path::PathBuf;

use kiber_netlist::{Circuit, PartId, fold};
use kiber_script::{Step, parse_line};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::entry::{Entry, Purpose};
use super::layout::Pane;
use super::state::{Mode, Screen, Wish};
use crate::step::{finding_words, help, part, state};
use crate::why::{Subject, answer_lines, subject};
use crate::words::{repeated, wrapped};

/// So many lines are remembered.
const REMEMBERED: usize = 500;

impl Screen {
    pub(super) fn typing_key(&mut self, key: KeyEvent) -> Option<Wish> {
        let Mode::Typing(entry) = &mut self.mode else { return None };
        let is_line = entry.purpose == Purpose::Line;
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('a') => entry.home(),
                KeyCode::Char('e') => entry.end(),
                KeyCode::Char('u') => entry.erase_line(),
                KeyCode::Char('k') => entry.erase_rest(),
                KeyCode::Char('w') => entry.erase_word(),
                KeyCode::Char('h') => entry.erase(),
                _ => {}
            }
            return None;
        }
        match key.code {
            KeyCode::Enter => return self.entered(),
            KeyCode::Esc => {
                self.mode = Mode::Machine;
                if let Some((part, pane)) = self.chosen_before.take() {
                    self.choose(part);
                    self.pane = pane;
                }
                self.say("");
                return None;
            }
            KeyCode::Backspace if entry.text().is_empty() => {
                self.mode = Mode::Machine;
                return None;
            }
            KeyCode::Backspace => entry.erase(),
            KeyCode::Delete => entry.delete(),
            KeyCode::Left => entry.left(),
            KeyCode::Right => entry.right(),
            KeyCode::Home => entry.home(),
            KeyCode::End => entry.end(),
            KeyCode::Up if is_line => entry.recall(&self.typed, true),
            KeyCode::Down if is_line => entry.recall(&self.typed, false),
            KeyCode::Tab => complete(entry, &self.vocabulary),
            KeyCode::Char(letter) => entry.insert(letter.encode_utf8(&mut [0; 4])),
            _ => {}
        }
        self.choose_while_typing();
        None
    }

    /// While a part's name is typed, the nearest part is chosen at once.
    fn choose_while_typing(&mut self) {
        if let Mode::Typing(entry) = &self.mode
            && entry.purpose == Purpose::Part
            && let Some(part) = named(self.circuit(), entry.text())
        {
            self.choose(part);
        }
    }

    /// Text that was pasted: into the line that is typed, or lines to be done one after another.
    pub(super) fn paste(&mut self, text: &str) -> Option<Wish> {
        let lines: Vec<&str> = text.split(['\n', '\r']).filter(|line| !line.trim().is_empty()).collect();
        let wish = match (&mut self.mode, lines.as_slice()) {
            (Mode::Typing(entry), [line]) => {
                entry.insert(line);
                None
            }
            (Mode::Machine, [line]) if !text.ends_with(['\n', '\r']) => {
                self.type_for(Purpose::Line, line);
                None
            }
            (Mode::Machine, _) => lines.iter().find_map(|line| self.do_line(line)),
            (Mode::Typing(entry), _) if entry.purpose == Purpose::Line => {
                self.mode = Mode::Machine;
                lines.iter().find_map(|line| self.do_line(line))
            }
            _ => None,
        };
        self.refresh();
        wish
    }

    fn entered(&mut self) -> Option<Wish> {
        let Mode::Typing(entry) = std::mem::replace(&mut self.mode, Mode::Machine) else { return None };
        let text = entry.text().trim().to_owned();
        self.chosen_before = None;
        match entry.purpose {
            Purpose::Line => return self.do_line(&text),
            Purpose::Part => match named(self.circuit(), &text) {
                Some(part) => {
                    self.choose(part);
                    self.say("");
                }
                None if text.is_empty() => self.say(""),
                None => self.refuse(format!("no part has `{}` in its name or label", repeated(&text))),
            },
            Purpose::Event => {
                self.sought = text;
                self.find_event(true);
            }
            Purpose::Stop => self.stop_line(&text),
            Purpose::File if text.is_empty() => self.say("not written"),
            Purpose::File => {
                return Some(Wish::Write { path: PathBuf::from(text), text: self.session.script(), replace: false });
            }
        }
        None
    }

    /// Does what a line says.
    pub(super) fn do_line(&mut self, line: &str) -> Option<Wish> {
        let line = line.trim();
        if line.is_empty() {
            return None;
        }
        if self.typed.last().is_none_or(|last| last != line) {
            self.typed.push(line.to_owned());
            if self.typed.len() > REMEMBERED {
                self.typed.remove(0);
            }
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "quit" | "exit" if rest.is_empty() => return self.letter_q(),
            "help" | "?" if rest.is_empty() => self.mode = Mode::Help,
            "help" => match help::about(rest, self.circuit()) {
                Ok(text) => self.read("help", text.lines().map(str::to_owned).collect()),
                Err(message) => self.refuse(message),
            },
            "state" if rest.is_empty() => {
                let told = told(|out| state::write(out, self.circuit(), self.session.simulator()));
                self.read("how everything stands", told);
            }
            "state" | "why" => self.ask_about(word, rest),
            "stop" => self.stop_line(rest),
            "trace" => self.pane = Pane::Events,
            "back" => self.back_line(rest),
            _ => self.script_line(line),
        }
        None
    }

    fn letter_q(&mut self) -> Option<Wish> {
        self.key(KeyEvent::new(KeyCode::Char('q'), KeyModifiers::NONE))
    }

    fn script_line(&mut self, line: &str) {
        match parse_line(line, self.circuit()) {
            Ok(Some(step)) => {
                if let Some(part) = first_part(&step) {
                    self.choose(part);
                }
                self.act(&step);
            }
            Ok(None) => {}
            Err(findings) => {
                let messages: Vec<String> =
                    findings.iter().map(|finding| finding_words(self.circuit(), line, finding)).collect();
                self.refuse(messages.join("; "));
            }
        }
    }

    fn ask_about(&mut self, word: &str, rest: &str) {
        let circuit = self.circuit();
        let name = rest.strip_prefix('"').and_then(|name| name.strip_suffix('"')).unwrap_or(rest);
        if name.is_empty() {
            self.open_page();
            return;
        }
        if let Some(part) = circuit.part(name) {
            self.choose(part);
            self.open_page();
            return;
        }
        let asked = subject(circuit, name);
        // `why not K1`, `why still K1`
        if let Ok(Subject::Part(part)) = asked {
            self.choose(part);
            self.open_page();
            return;
        }
        let simulator = self.session.simulator();
        let lines = match (asked, word) {
            (Err(message), _) => {
                self.refuse(message);
                return;
            }
            (Ok(Subject::Net(net)), "state") => told(|out| part::write_net(out, circuit, simulator, net)),
            (Ok(Subject::Contact(contact)), "state") => {
                told(|out| part::write_contact(out, circuit, simulator, contact))
            }
            (Ok(subject), _) => answer_lines(simulator, subject, &self.session.since()),
        };
        self.read(&format!("{word} {rest}"), lines);
    }

    fn back_line(&mut self, rest: &str) {
        let Some(number) = crate::step::number_of(rest, 1) else {
            self.refuse(format!(
                "`back` or `back N`: how many actions to go back; `{}` is no such number",
                repeated(rest)
            ));
            return;
        };
        let deed = self.session.here().deed.saturating_sub(number);
        let to = self.session.last_of(deed);
        self.session.go_to(to);
        self.say_moment();
    }

    /// Shows a text: as a message if it is one line, else on the whole screen.
    fn read(&mut self, title: &str, lines: Vec<String>) {
        match lines.as_slice() {
            [line] => self.say(line.trim()),
            _ => {
                let width = usize::from(self.size.width.saturating_sub(2)).max(20);
                let fits = |line: &String| usize::from(super::board::columns(line)) <= width;
                let lines =
                    lines.into_iter().flat_map(|line| if fits(&line) { vec![line] } else { wrapped(&line, width) });
                self.mode = Mode::Reading { title: title.to_owned(), lines: lines.collect(), top: 0 };
            }
        }
    }

    /// On to the next event with the words that are sought, or back.
    pub(super) fn find_event(&mut self, forward: bool) {
        if self.sought.is_empty() {
            return;
        }
        match self.session.find(&self.sought, forward) {
            Some(moment) => {
                self.is_running = false;
                self.session.go_to(moment);
                self.say_moment();
            }
            None => {
                let sought = repeated(&self.sought);
                self.refuse(format!("no event has `{sought}` in it"));
            }
        }
    }
}

/// The part that people mean by what they have typed: of that name or label, or the first that begins with it, or
/// has it in itself. Letters that look alike are the same.
fn named(circuit: &Circuit, typed: &str) -> Option<PartId> {
    let wanted: String = fold(typed.trim()).into_iter().collect();
    if wanted.is_empty() {
        return None;
    }
    let names = |id: PartId| {
        let part = &circuit.parts[id];
        let names = std::iter::once(&part.name).chain(&part.label);
        names.map(|name| fold(name).into_iter().collect::<String>()).collect::<Vec<_>>()
    };
    let ids = || circuit.parts.ids();
    let found = |fits: &dyn Fn(&String) -> bool| ids().find(|&id| names(id).iter().any(fits));
    found(&|name| *name == wanted)
        .or_else(|| found(&|name| name.starts_with(&wanted)))
        .or_else(|| found(&|name| name.contains(&wanted)))
}

/// The first part that a step is about.
fn first_part(step: &Step) -> Option<PartId> {
    let (Step::Act { on, .. } | Step::InOrder { on, .. }) = step else { return None };
    on.iter().find_map(|target| match target {
        kiber_script::Target::Part(part) | kiber_script::Target::Wire(part, _) => Some(*part),
        kiber_script::Target::Contact(_) => None,
    })
}

/// What is written, in lines.
fn told(write: impl FnOnce(&mut dyn std::io::Write) -> std::io::Result<()>) -> Vec<String> {
    let mut out = Vec::new();
    // Writing into memory does not fail.
    let _ = write(&mut out);
    String::from_utf8_lossy(&out).lines().map(str::to_owned).collect()
}

fn complete(entry: &mut Entry, vocabulary: &crate::step::complete::Vocabulary) {
    match entry.purpose {
        Purpose::Line => {
            let (start, found) = vocabulary.candidates(entry.text(), entry.before().len());
            entry.complete(start, found);
        }
        Purpose::Stop => {
            // A condition is what stands behind `expect`.
            const EXPECT: &str = "expect ";
            let line = format!("{EXPECT}{}", entry.text());
            let (start, found) = vocabulary.candidates(&line, EXPECT.len() + entry.before().len());
            entry.complete(start.saturating_sub(EXPECT.len()), found);
        }
        Purpose::Part | Purpose::Event | Purpose::File => {}
    }
}
