//! What comes back from the one who reads and writes files.

use std::path::PathBuf;
use std::sync::Arc;

use kiber_netlist::{Circuit, Id};
use kiber_session::Reloaded;

use super::acting::dropped;
use super::board::Board;
use super::state::{Mode, Question, Screen};
use crate::step::complete::Vocabulary;
use crate::words::count;

impl Screen {
    /// The script was written.
    pub(super) fn was_written(&mut self, path: PathBuf) {
        self.say(format!("written to {}", path.display()));
        self.is_unsaved = self.actions_ahead() > 0;
        self.written = Some(path);
        self.refresh();
    }

    /// There is a file of that name already.
    pub(super) fn is_there_already(&mut self, path: PathBuf) {
        self.mode = Mode::Asking(Question::Replace(path));
        self.refresh();
    }

    /// It could not be done.
    pub(super) fn failed(&mut self, message: String) {
        self.refuse(message);
        self.refresh();
    }

    /// The file on disk is another than that which was read.
    pub(super) fn file_has_changed(&mut self) {
        if !self.file.has_changed {
            self.file.has_changed = true;
            self.refresh();
        }
    }

    /// The circuit's file was read again.
    pub(super) fn reloaded(&mut self, circuit: Arc<Circuit>) {
        if circuit.parts.is_empty() {
            self.failed(format!("{} has no parts now; kept the circuit as it was", self.file.name));
            return;
        }
        let name = self.circuit().parts[self.chosen].name.clone();
        let ahead = self.actions_ahead();
        let again = self.session.reload(Arc::clone(&circuit));
        self.file.has_changed = false;
        self.is_running = false;
        self.held_by_mouse = None;
        self.board = Board::new(&circuit);
        self.vocabulary = Vocabulary::new(&circuit);
        self.last_chosen = [None; 3];
        self.events_seen = None;
        self.page.forget();
        let part = circuit.part(&name).or_else(|| self.board.parts().next());
        self.chosen = part.unwrap_or_else(|| Id::from_index(0));
        self.choose(self.chosen);
        let told = self.again_in_words(&again) + &dropped(ahead);
        if again.refused.is_empty() && again.stops_lost.is_empty() {
            self.say(told)
        } else {
            self.refuse(told)
        }
        self.refresh();
    }

    /// What was done again, and what could not be.
    fn again_in_words(&self, again: &Reloaded) -> String {
        let mut told = format!("{} read again; {} done again", self.file.name, count(again.done as u64, "action"));
        if let Some(((line, why), others)) = again.refused.split_first() {
            told.push_str(&format!(", but not `{line}`: {}", why.messages().join("; ")));
            if !others.is_empty() {
                told.push_str(&format!(", and {} more", others.len()));
            }
        }
        if !again.stops_lost.is_empty() {
            told.push_str(&format!("; stops lost: {}", again.stops_lost.join(", ")));
        }
        told
    }
}
