//! The screen as a value: what is shown, what is chosen, what is being asked.

use std::path::PathBuf;
use std::sync::Arc;

use kiber_engine::Micros;
use kiber_netlist::{Circuit, PartId};
use kiber_session::{Moment, Session};
use ratatui::layout::Rect;

use super::board::Board;
use super::entry::Entry;
use super::layout::{Layout, Pane, Wanted};
use super::look::{Look, Tone};
use super::pace::Pace;
use super::page::{Page, WhyAsked, WhyTold};
use crate::step::complete::Vocabulary;

/// The screen. Keys, the mouse and the clock change it; [`Screen::draw`] only looks.
pub(super) struct Screen {
    pub(super) session: Session,
    pub(super) board: Board,
    pub(super) vocabulary: Vocabulary,
    pub(super) chosen: PartId,
    pub(super) pane: Pane,
    /// The part last chosen in the panel, the relays and the memory.
    pub(super) last_chosen: [Option<PartId>; 3],
    /// Whether the part chosen is shown in full where there is no room for that always.
    pub(super) shows_page: bool,
    /// Whether relays are shown with their contacts.
    pub(super) shows_contacts: bool,
    pub(super) page: Page,
    pub(super) page_top: usize,
    /// The first row of the events that is shown.
    pub(super) events_top: usize,
    /// The moment and the room for which that was found.
    pub(super) events_seen: Option<((Moment, Micros), usize)>,
    pub(super) mode: Mode,
    pub(super) message: Message,
    pub(super) pace: Pace,
    /// Whether time goes on by itself.
    pub(super) is_running: bool,
    /// Nanoseconds of real time that did not yet make a whole microsecond here.
    pub(super) left_over: u64,
    /// What a mouse button holds pressed.
    pub(super) held_by_mouse: Option<PartId>,
    pub(super) size: Rect,
    pub(super) look: Look,
    pub(super) file: FileOf,
    /// Whether something was done that was not written to a file.
    pub(super) is_unsaved: bool,
    /// The file that was last written.
    pub(super) written: Option<PathBuf>,
    pub(super) sought: String,
    /// What was chosen before a part was looked for.
    pub(super) chosen_before: Option<(PartId, Pane)>,
    pub(super) typed: Vec<String>,
    /// Whether there is something new to see.
    pub(super) is_changed: bool,
}

/// The file that the circuit is from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct FileOf {
    /// The circuit's name.
    pub(super) name: String,
    /// The name without folders and ending, for other files.
    pub(super) stem: String,
    /// Whether it is one that can change.
    pub(super) is_on_disk: bool,
    /// Whether it has changed since it was read.
    pub(super) has_changed: bool,
}

/// What keys are for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// For the machine.
    Machine,
    /// For a line that is typed.
    Typing(Entry),
    /// For a question that wants yes or no.
    Asking(Question),
    /// The help is shown.
    Help,
    /// A text is shown, from a line of it on.
    Reading { title: String, lines: Vec<String>, top: usize },
}

/// A question that wants yes or no.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// Leave, though something is not saved?
    Leave,
    /// Write over the file that is there?
    Replace(PathBuf),
}

/// What was last said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Message {
    pub(super) text: String,
    pub(super) tone: Tone,
}

impl Message {
    pub(super) fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), tone: Tone::Plain }
    }

    pub(super) fn alarm(text: impl Into<String>) -> Self {
        Self { text: text.into(), tone: Tone::Alarm }
    }
}

/// What the screen cannot do itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// Leave.
    Leave,
    /// Write a file; over one that is there only if `replace`.
    Write { path: PathBuf, text: String, replace: bool },
    /// Read the circuit's file again.
    Reload,
    /// Draw everything anew.
    Redraw,
    /// Stand aside for the shell.
    Suspend,
}

impl Screen {
    pub(super) fn new(circuit: Arc<Circuit>, file: FileOf, look: Look) -> Self {
        let board = Board::new(&circuit);
        let vocabulary = Vocabulary::new(&circuit);
        let session = Session::new(circuit);
        let chosen = first_choice(&session, &board);
        let mut screen = Self {
            session,
            board,
            vocabulary,
            chosen,
            pane: Pane::Panel,
            last_chosen: [None; 3],
            shows_page: false,
            shows_contacts: false,
            page: Page::default(),
            page_top: 0,
            events_top: 0,
            events_seen: None,
            mode: Mode::Machine,
            message: Message::plain("Arrows choose a part, Enter works it, ? shows every key."),
            pace: Pace::AtOnce,
            is_running: false,
            left_over: 0,
            held_by_mouse: None,
            size: Rect::new(0, 0, 80, 24),
            look,
            file,
            is_unsaved: false,
            written: None,
            sought: String::new(),
            chosen_before: None,
            typed: Vec::new(),
            is_changed: true,
        };
        screen.choose(chosen);
        screen.refresh();
        screen
    }

    pub(super) fn circuit(&self) -> &Arc<Circuit> {
        self.session.circuit()
    }

    /// Where everything is; nothing if the terminal is too small.
    pub(super) fn layout(&self) -> Option<Layout> {
        self.layout_in(self.size)
    }

    pub(super) fn layout_in(&self, area: Rect) -> Option<Layout> {
        let Self { board, chosen, pane, shows_page, shows_contacts, .. } = self;
        let (page, contacts) = (*shows_page, *shows_contacts);
        Layout::of(Wanted { board, chosen: *chosen, pane: *pane, page, contacts }, area)
    }

    /// The terminal has another size.
    pub(super) fn resize(&mut self, width: u16, height: u16) {
        self.size = Rect::new(0, 0, width, height);
        self.refresh();
    }

    /// Whether there is something new to see; asked once, it is seen.
    pub(super) fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.is_changed)
    }

    /// Chooses a part, and the pane it stands in.
    pub(super) fn choose(&mut self, part: PartId) {
        if self.chosen != part {
            self.page_top = 0;
        }
        self.chosen = part;
        let within = |items: &[super::board::Item]| items.iter().any(|item| item.part == part);
        let place = if self.board.panel.iter().any(|row| within(row)) {
            Some((Pane::Panel, 0))
        } else if within(&self.board.relays) {
            Some((Pane::Relays, 1))
        } else if within(&self.board.memory) {
            Some((Pane::Memory, 2))
        } else {
            None
        };
        if let Some((pane, number)) = place {
            self.pane = pane;
            if let Some(last) = self.last_chosen.get_mut(number) {
                *last = Some(part);
            }
        }
    }

    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.message = Message::plain(text);
    }

    pub(super) fn refuse(&mut self, text: impl Into<String>) {
        self.message = Message::alarm(text);
    }

    /// Brings what is worked out from the rest up to date, after anything has changed.
    pub(super) fn refresh(&mut self) {
        self.is_changed = true;
        let Some(layout) = self.layout() else { return };
        if let Some(events) = layout.events {
            self.follow_events(usize::from(events.height.saturating_sub(1)));
        }
        if let Some(page) = layout.page {
            self.page.bring_up_to_date(&self.session, self.chosen, page.width);
            let most = self.page.lines().len().saturating_sub(usize::from(page.height.saturating_sub(1)));
            self.page_top = self.page_top.min(most);
        }
    }

    /// A question that takes long to answer, and that nobody works on yet.
    pub(super) fn question(&mut self) -> Option<WhyAsked> {
        let is_shown = !self.is_running && self.layout().is_some_and(|layout| layout.page.is_some());
        if is_shown { self.page.question(&self.session) } else { None }
    }

    /// Its answer.
    pub(super) fn told(&mut self, told: WhyTold) {
        self.page.told(told, &self.session);
        self.refresh();
    }

    /// The moment and the time that are looked at.
    pub(super) fn moment(&self) -> (Moment, Micros) {
        (self.session.here(), self.session.time())
    }

    /// How many actions come after the moment that is looked at, the one under way included.
    pub(super) fn actions_ahead(&self) -> usize {
        let here = self.session.here();
        self.session.deeds().len().saturating_sub(here.deed + 1) + usize::from(self.is_under_way())
    }

    /// Whether the moment that is looked at is in the middle of an action.
    pub(super) fn is_under_way(&self) -> bool {
        let here = self.session.here();
        here < self.session.last_of(here.deed)
    }

    /// Whether anything is still to come: what was done is not over, or the circuit still moves.
    pub(super) fn has_more_to_run(&self) -> bool {
        self.session.here() < self.session.last() || !self.session.simulator().is_settled()
    }
}

/// The part that is chosen at first: the first that a hand works.
fn first_choice(session: &Session, board: &Board) -> PartId {
    use kiber_netlist::PartKind::{Button, Selector, Toggle};
    let circuit = session.circuit();
    let by_hand = |part: &PartId| matches!(circuit.parts[*part].kind, Button(_) | Toggle(_) | Selector(_));
    let first = board.parts().find(by_hand).or_else(|| board.parts().next()).or_else(|| circuit.parts.ids().next());
    // A circuit without parts gets no screen; its first part would be this.
    first.unwrap_or_else(|| kiber_netlist::Id::from_index(0))
}
