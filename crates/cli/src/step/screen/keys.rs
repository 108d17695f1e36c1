//! What each key does.

use kiber_netlist::PartKind;
use kiber_script::Step;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::entry::{Entry, Purpose};
use super::layout::Pane;
use super::pace::Pace;
use super::state::{Mode, Question, Screen, Wish};

/// The letter that stands on the same key of a Latin keyboard: who types Russian need not change over.
fn on_latin_keys(letter: char) -> char {
    const RUSSIAN: &str = "йцукенгшщзхъфывапролджэячсмитьбюЙЦУКЕНГШЩЗФЫВАПРОЛДЖЯЧСМИТЬ";
    const LATIN: &str = "qwertyuiop[]asdfghjkl;'zxcvbnm,.QWERTYUIOPASDFGHJKL:ZXCVBNM";
    RUSSIAN.chars().zip(LATIN.chars()).find(|&(russian, _)| russian == letter).map_or(letter, |(_, latin)| latin)
}

impl Screen {
    /// A key was pressed; what follows that the screen cannot do itself.
    pub(super) fn key(&mut self, key: KeyEvent) -> Option<Wish> {
        if key.kind == KeyEventKind::Release {
            return None;
        }
        // Who types has let go of the mouse.
        let freed = self.let_button_go();
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let wish = match (&mut self.mode, key.code) {
            (Mode::Machine, KeyCode::Char('c' | 'd')) if control => self.leave(),
            // Whatever is being asked, the second Ctrl-C or Ctrl-D leaves.
            (Mode::Asking(Question::Leave), KeyCode::Char('c' | 'd')) if control => Some(Wish::Leave),
            (_, KeyCode::Char('c')) if control => {
                self.mode = Mode::Machine;
                self.say("never mind; Ctrl-C once more leaves");
                None
            }
            (_, KeyCode::Char('l')) if control => Some(Wish::Redraw),
            (_, KeyCode::Char('z')) if control => Some(Wish::Suspend),
            (Mode::Machine, _) => self.machine_key(key),
            (Mode::Typing(_), _) => self.typing_key(key),
            (Mode::Asking(_), _) => self.answer_key(key),
            (Mode::Help, _) => {
                self.mode = Mode::Machine;
                None
            }
            (Mode::Reading { .. }, _) => {
                self.reading_key(key);
                None
            }
        };
        self.say_let_go(freed);
        self.refresh();
        wish
    }

    fn machine_key(&mut self, key: KeyEvent) -> Option<Wish> {
        let shift = key.modifiers.contains(KeyModifiers::SHIFT);
        if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
            return None;
        }
        match key.code {
            KeyCode::Left if shift => self.step_back(),
            KeyCode::Right if shift => self.step_on(),
            KeyCode::Left | KeyCode::Right | KeyCode::Up | KeyCode::Down => self.arrow(key.code),
            KeyCode::Char(',') => self.step_back(),
            KeyCode::Char('.') => self.step_on(),
            KeyCode::Char('[') | KeyCode::PageUp => self.action_back(),
            KeyCode::Char(']') | KeyCode::PageDown => self.action_on(),
            KeyCode::Home => self.go_to_start(),
            KeyCode::End => self.go_to_end(),
            KeyCode::Tab => self.next_pane(true),
            KeyCode::BackTab => self.next_pane(false),
            KeyCode::Enter | KeyCode::Char(' ') => self.enter(),
            KeyCode::Esc => self.let_go(),
            KeyCode::Char(letter) => return self.letter(on_latin_keys(letter)),
            _ => {}
        }
        None
    }

    fn letter(&mut self, letter: char) -> Option<Wish> {
        let part = self.chosen;
        match letter {
            'p' => match &self.circuit().parts[part].kind {
                PartKind::Button(_) => self.act(&Step::press(part)),
                _ => self.refuse_kind("a button", "p presses"),
            },
            'h' => self.hold_or_free(part),
            'f' => match &self.circuit().parts[part].kind {
                PartKind::Toggle(_) => self.act(&Step::flip(part)),
                _ => self.refuse_kind("a toggle", "f flips"),
            },
            '+' | '=' | '-' | '0'..='9' => self.turn_by(letter),
            'i' => self.open_or_close_page(),
            'c' => self.shows_contacts = !self.shows_contacts,
            'e' => self.pane = if self.pane == Pane::Events { self.chosen_pane() } else { Pane::Events },
            'b' => self.stop_at_chosen(),
            'B' => self.type_for(Purpose::Stop, ""),
            's' => {
                self.pace = self.pace.next();
                let words = self.pace.words();
                self.say(format!("from now on: {words}"));
                if self.pace == Pace::AtOnce && self.is_running {
                    self.is_running = false;
                    self.run_or_halt();
                }
            }
            'r' => self.run_or_halt(),
            '/' if self.pane == Pane::Events => self.type_for(Purpose::Event, ""),
            '/' => {
                self.chosen_before = Some((self.chosen, self.pane));
                self.type_for(Purpose::Part, "");
            }
            'n' | 'N' if self.sought.is_empty() => self.type_for(Purpose::Event, ""),
            'n' => self.find_event(true),
            'N' => self.find_event(false),
            ':' | ';' => self.type_for(Purpose::Line, ""),
            'w' => self.ask_where_to_write(),
            'l' if self.file.is_on_disk => return Some(Wish::Reload),
            'l' => self.refuse(format!("{} is built in: there is no file to read again", self.file.name)),
            '?' => self.mode = Mode::Help,
            'q' => return self.leave(),
            _ => self.say(format!("{letter} does nothing here; ? shows every key, : types a line")),
        }
        None
    }

    /// Leaves, or asks first if something would be lost.
    fn leave(&mut self) -> Option<Wish> {
        if !self.is_unsaved {
            return Some(Wish::Leave);
        }
        self.mode = Mode::Asking(Question::Leave);
        None
    }

    fn answer_key(&mut self, key: KeyEvent) -> Option<Wish> {
        let Mode::Asking(question) = std::mem::replace(&mut self.mode, Mode::Machine) else { return None };
        match (question, key.code) {
            (Question::Leave, KeyCode::Char('y' | 'Y')) => Some(Wish::Leave),
            (Question::Leave, KeyCode::Char('w')) => {
                self.ask_where_to_write();
                None
            }
            (Question::Replace(path), KeyCode::Char('y' | 'Y')) => {
                Some(Wish::Write { path, text: self.session.script(), replace: true })
            }
            (Question::Replace(_), _) => {
                self.say("not written");
                None
            }
            (Question::Leave, _) => {
                self.say("stayed");
                None
            }
        }
    }

    fn reading_key(&mut self, key: KeyEvent) {
        let page = usize::from(self.size.height.saturating_sub(4)).max(1);
        let Mode::Reading { lines, top, .. } = &mut self.mode else { return };
        let most = lines.len().saturating_sub(page);
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => *top = top.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => *top = (*top + 1).min(most),
            KeyCode::PageUp => *top = top.saturating_sub(page),
            KeyCode::PageDown | KeyCode::Char(' ') if *top < most => *top = (*top + page).min(most),
            KeyCode::Home => *top = 0,
            KeyCode::End => *top = most,
            _ => self.mode = Mode::Machine,
        }
    }

    fn enter(&mut self) {
        match self.pane {
            Pane::Events => self.choose_of_event(),
            _ => self.work_chosen(),
        }
    }

    /// Away from events and page, back to the machine.
    fn let_go(&mut self) {
        if self.is_running {
            self.run_or_halt();
        } else if self.pane == Pane::Events || self.pane == Pane::Page {
            self.pane = self.chosen_pane();
        } else if self.shows_page {
            self.close_page();
        } else {
            self.say("");
        }
    }

    fn turn_by(&mut self, letter: char) {
        let PartKind::Selector(selector) = &self.circuit().parts[self.chosen].kind else {
            self.refuse_kind("a selector", "+, - and digits turn");
            return;
        };
        let (places, stands) = (selector.places.max(1), self.turned_to(self.chosen));
        let place = match letter {
            '-' => (stands + places - 1) % places,
            digit => digit.to_digit(10).unwrap_or((stands + 1) % places),
        };
        self.turn(self.chosen, place);
    }

    pub(super) fn open_or_close_page(&mut self) {
        if self.shows_page { self.close_page() } else { self.open_page() }
    }

    pub(super) fn open_page(&mut self) {
        if self.pane == Pane::Events {
            self.pane = self.chosen_pane();
        }
        self.shows_page = true;
        self.page_top = 0;
    }

    pub(super) fn close_page(&mut self) {
        self.shows_page = false;
        if self.pane == Pane::Page {
            self.pane = self.chosen_pane();
        }
    }

    fn ask_where_to_write(&mut self) {
        if self.session.here().deed == 0 {
            self.refuse("nothing was done yet, so there is nothing to write");
            return;
        }
        let before = self.written.as_ref().map(|path| path.display().to_string());
        let name = before.unwrap_or_else(|| format!("{}.script", self.file.stem));
        self.type_for(Purpose::File, &name);
    }

    pub(super) fn type_for(&mut self, purpose: Purpose, text: &str) {
        self.mode = Mode::Typing(Entry::new(purpose, text));
    }

    // Through time.

    fn step_back(&mut self) {
        self.is_running = false;
        if self.session.back() { self.say_moment() } else { self.say("this is the beginning: power-up") }
    }

    fn step_on(&mut self) {
        self.is_running = false;
        if self.session.forward() { self.say_moment() } else { self.say_end() }
    }

    fn action_back(&mut self) {
        self.is_running = false;
        if self.session.back_deed() { self.say_moment() } else { self.go_to_start() }
    }

    fn action_on(&mut self) {
        self.is_running = false;
        if self.session.forward_deed() { self.say_moment() } else { self.say_end() }
    }

    fn go_to_start(&mut self) {
        self.is_running = false;
        self.session.go_to(kiber_session::Moment::default());
        self.say_moment();
    }

    fn go_to_end(&mut self) {
        self.is_running = false;
        let last = self.session.last();
        self.session.go_to(last);
        self.say_moment();
    }

    /// Where in time this is, with what happened at this instant.
    pub(super) fn say_moment(&mut self) {
        let here = self.session.here();
        let Some(deed) = self.session.deeds().get(here.deed) else { return };
        let now = self.session.time_in_deed();
        let told: Vec<&str> = deed.lines().iter().filter(|(at, _)| *at == now).map(|(_, line)| line.trim()).collect();
        let told = told.iter().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>();
        let told = if told.is_empty() { "nothing".to_owned() } else { told.join(" · ") };
        let text = format!("{} +{}: {told}", deed.title(), kiber_trace::words::millis(now));
        self.say(text);
    }
}
