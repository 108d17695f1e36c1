//! The honest person as a rule-book for counting games: a rule for everything that can happen in a
//! game, and none for what follows a breach.
//!
//! The book that people read and prove with is that of [`honest_rules`](crate::honest_rules()). This
//! one asks of every state whether the machine has kept to the rules so far, and lets nothing be done
//! if not: a game that cannot go on is a broken one.

use std::sync::Arc;

use kiber_explore::RuleBook;
use kiber_explore::book::read;
use kiber_netlist::PartId;

use crate::error::Error;
use crate::honest_rules::{free_name, next_toggle, range};
use crate::machine::{Ending, Machine};

/// What a rule of the book is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    /// The reset that has to come before the first game.
    Prepare,
    /// The person takes one more lamp.
    Take,
    /// The person asks for the machine's move.
    Ask,
    /// The game is over and is closed; the next one can start.
    Close(Ending),
}

/// The book, and what each of its rules is for.
#[derive(Clone, Debug)]
pub(crate) struct GameBook {
    pub(crate) book: Arc<RuleBook>,
    pub(crate) deeds: Vec<Deed>,
}

impl GameBook {
    /// Writes and reads the book for a machine; `prepared` says that a game can start after power-up.
    ///
    /// # Errors
    /// [`Error::NoBook`] when names of parts cannot be written in a rule-book.
    pub(crate) fn new(machine: &Machine, prepared: bool) -> Result<Self, Error> {
        let (text, deeds) = write(machine, prepared);
        let mut reading = read(&text, machine.circuit());
        match reading.book.take() {
            Some(book) => Ok(Self { book: Arc::new(book), deeds }),
            None => {
                let finding = reading.findings.iter().find(|finding| finding.is_error());
                Err(Error::NoBook { why: finding.map(|finding| finding.message.clone()).unwrap_or_default() })
            }
        }
    }

    pub(crate) fn deed(&self, rule: usize) -> Option<Deed> {
        self.deeds.get(rule).copied()
    }
}

/// The text of the book, rule by rule.
struct Writing {
    rules: String,
    deeds: Vec<Deed>,
}

impl Writing {
    fn rule(&mut self, deed: Deed, when: &[&str], set: &[(&str, &str)], then: &[String]) {
        let set: Vec<String> = set.iter().map(|(variable, value)| format!("{variable:?}: {value:?}")).collect();
        self.rules.push_str(&format!(
            "\"{}\": (when: {:?}, set: {{{}}}, then: {then:?}),\n",
            self.deeds.len(),
            when.iter().filter(|term| !term.is_empty()).copied().collect::<Vec<_>>().join(", "),
            set.join(", ")
        ));
        self.deeds.push(deed);
    }
}

fn write(machine: &Machine, prepared: bool) -> (String, Vec<Deed>) {
    let (circuit, roles) = (machine.circuit().as_ref(), machine.roles());
    let name = |part: PartId| circuit.parts[part].name.as_str();
    let all = |role, parts: &[PartId]| {
        let one_by_one = || parts.iter().map(|&part| name(part)).collect::<Vec<_>>().join(", ");
        range(circuit, role, parts).unwrap_or_else(|_| one_by_one())
    };
    let (lamps, toggles) = (all("lamps", &roles.lamps), all("toggles", &roles.toggles));
    let [turn, taken, before] = ["turn", "taken", "before"].map(|variable| free_name(circuit, variable));
    let (objects, most) = (roles.lamps.len(), roles.take);
    let (lit, first) = (format!("count({lamps} lit)"), format!("first({lamps} lit)"));
    let press = |button: PartId| format!("press {}", name(button));
    let next_game = [press(roles.reset), format!("on {toggles}")];

    let dark = |lamp: Option<PartId>| lamp.map(|lamp| format!("{} off", name(lamp))).unwrap_or_default();
    let shown = |lamp: Option<PartId>| lamp.map(|lamp| format!("{} lit", name(lamp))).unwrap_or_default();
    let none_dim = format!("count({lamps} dim) = 0");
    // The lamps that are lit are the last ones; and some are.
    let in_turn = format!("{lit} + {first} = {}, {none_dim}", objects + 1);
    let no_verdict = both(dark(roles.won), dark(roles.lost));
    let (persons, machines) = (format!("{turn} person"), format!("{turn} automaton"));
    let one_went = format!("{taken} > 0, {lit} = {before} - 1");
    let answered = format!("{lit} < {before}, {before} - {lit} <= {most}");

    let mut writing = Writing { rules: String::new(), deeds: Vec::new() };
    if !prepared {
        writing.rule(Deed::Prepare, &[&format!("{turn} preparing")], &[(&turn, "person")], &next_game);
    }
    let one_more = format!("{taken} + 1");
    let mut take = |when: &[&str]| {
        let set = [(turn.as_str(), "person"), (&taken, &one_more), (&before, &lit)];
        // Toggles that no range names are each a rule.
        if let Ok(next) = range(circuit, "toggles", &roles.toggles).and_then(|toggles| next_toggle(&toggles, &first)) {
            return writing.rule(Deed::Take, when, &set, &[format!("off {next}")]);
        }
        for (place, &toggle) in roles.toggles.iter().enumerate() {
            let this = format!("{first} = {}", place + 1);
            writing.rule(Deed::Take, &[when, &[this.as_str()]].concat(), &set, &[format!("off {}", name(toggle))]);
        }
    };
    let start = format!("{taken} = 0, {lit} = {objects}");
    let more = format!("{taken} < {most}");
    take(&[&persons, &start, &no_verdict]);
    take(&[&persons, &more, &one_went, &in_turn]);
    take(&[&machines, &answered, &in_turn, &no_verdict]);
    let asked = [(turn.as_str(), "automaton"), (&taken, "0"), (&before, &lit)];
    writing.rule(Deed::Ask, &[&persons, &one_went, &in_turn, &no_verdict], &asked, &[press(roles.move_button)]);
    for (ending, when) in [
        (Ending::PersonWon, [&persons, &one_went, &both(shown(roles.won), dark(roles.lost))]),
        (Ending::MachineWon, [&machines, &answered, &both(dark(roles.won), shown(roles.lost))]),
        (Ending::Resigned, [&machines, &format!("{lit} = {before}"), &dark(roles.lost)]),
    ] {
        let [who, how, verdict] = when;
        let table = if ending == Ending::Resigned { &in_turn } else { &format!("{lit} = 0, {none_dim}") };
        let closing = if ending.is_loss() { Some(roles.punish) } else { roles.reward };
        let then: Vec<String> = closing.map(press).into_iter().chain(next_game.iter().cloned()).collect();
        let set = [(turn.as_str(), "person"), (&taken, "0"), (&before, "0")];
        writing.rule(Deed::Close(ending), &[who, how, table, verdict], &set, &then);
    }
    let turns = if prepared { r#""person", "automaton""# } else { r#""preparing", "person", "automaton""# };
    let text = format!(
        "Rules(vars: {{{turn:?}: OneOf([{turns}]), {taken:?}: Range(0, {most}), {before:?}: Range(0, {objects})}},\n\
         rules: {{\n{}}})",
        writing.rules
    );
    (text, writing.deeds)
}

/// Two conditions that both hold; either may be empty.
fn both(one: String, other: String) -> String {
    match (one.is_empty(), other.is_empty()) {
        (false, false) => format!("{one}, {other}"),
        _ => one + &other,
    }
}
