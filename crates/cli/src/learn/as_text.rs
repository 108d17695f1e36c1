//! What `kiber learn` tells a person, in 80 columns.

use std::io::{self, Write};

use kiber_automaton::{ArticleGame, BrokenGame, Disagreement, Ending, Hand, Lesson, LessonEnd, Loss, Machine, Step};
use kiber_netlist::{Circuit, PartId};

use super::Learned;
use crate::words::{count, heading, names, wrapped};

/// The most games against the rules that are told one by one.
const MOST_BREACHES: usize = 10;

pub(super) fn report(out: &mut dyn Write, learned: &Learned, color: bool) -> io::Result<()> {
    let circuit = learned.machine.circuit().as_ref();
    let title = if circuit.title.is_empty() { &learned.name } else { &circuit.title };
    writeln!(out, "{}\n", heading(title, color))?;
    rules(out, &learned.machine)?;
    if let Some(game) = &learned.article_game {
        writeln!(out, "\n{}\n", heading("The article's own game", color))?;
        article_game(out, circuit, game)?;
    }
    writeln!(out, "\n{}\n", heading("The lesson", color))?;
    lesson(out, circuit, &learned.lesson, learned.walk.broken > 0)?;
    writeln!(out, "\n{}\n", heading("Over all honest persons", color))?;
    everything(out, circuit, learned)
}

fn rules(out: &mut dyn Write, machine: &Machine) -> io::Result<()> {
    let circuit = machine.circuit();
    let roles = machine.roles();
    let name = |part: PartId| circuit.parts[part].name.as_str();
    let mut text = format!(
        "A game for a person and the machine: {} lamps are lit. The person switches off 1 to {} of them by their \
         toggles and presses {}; the machine darkens 1 to {} in answer. Who darkens the last lamp wins.",
        roles.lamps.len(),
        roles.take,
        name(roles.move_button),
        roles.take,
    );
    if let (Some(won), Some(lost)) = (roles.won, roles.lost) {
        text.push_str(&format!(" {} lights when the person has won, {} when the machine has.", name(won), name(lost)));
    }
    text.push_str(&format!(
        " A machine that lost is punished with {}; {} starts the next game.",
        name(roles.punish),
        name(roles.reset)
    ));
    if !roles.memory.is_empty() {
        text.push_str(&format!(" What it learns is kept by {}.", names(circuit, &roles.memory)));
    }
    paragraph(out, &text)
}

fn paragraph(out: &mut dyn Write, text: &str) -> io::Result<()> {
    wrapped(text, 80).iter().try_for_each(|line| writeln!(out, "{line}"))
}

fn article_game(out: &mut dyn Write, circuit: &Circuit, game: &ArticleGame) -> io::Result<()> {
    paragraph(out, "What the hand does, and what comes of it:")?;
    writeln!(out)?;
    for step in &game.steps {
        let hand = match &step.hand {
            Hand::TurnsOff(toggles) => format!("{} off", names(circuit, toggles)),
            Hand::Presses(button) => format!("press {}", circuit.parts[*button].name),
            Hand::TogglesOn => "toggles on".to_string(),
        };
        let lines = wrapped(&what_happened(circuit, step), 80 - 15);
        let mut lead = hand.as_str();
        for line in &lines {
            writeln!(out, "  {lead:11}  {line}")?;
            lead = "";
        }
        if step.hand == Hand::TogglesOn {
            writeln!(out, "\n  The next game:")?;
        }
    }
    match &game.disagreement {
        None => writeln!(out, "\nAll of it as the article tells."),
        Some(why) => {
            writeln!(out)?;
            paragraph(out, &format!("Not as the article tells: {}.", disagreement_words(circuit, why)))
        }
    }
}

fn what_happened(circuit: &Circuit, step: &Step) -> String {
    let mut clauses = Vec::new();
    let mut add = |parts: &[PartId], one: &str, many: &str| {
        if !parts.is_empty() {
            clauses.push(format!("{} {}", names(circuit, parts), if parts.len() == 1 { one } else { many }));
        }
    };
    add(&step.operated, "operates", "operate");
    add(&step.released, "releases", "release");
    add(&step.dark, "dark", "dark");
    add(&step.lit, "lit", "lit");
    if !step.released.is_empty() {
        add(&step.memory, "stays", "stay");
    }
    if clauses.is_empty() { "nothing happens".to_string() } else { clauses.join("; ") }
}

/// Where a circuit parts from the article, as a clause.
pub(super) fn disagreement_words(circuit: &Circuit, why: &Disagreement) -> String {
    match why {
        Disagreement::TellsOtherwise { told } => format!("of the last step it tells only: {told}"),
        Disagreement::Broke(breach) => breach.describe(circuit),
        _ => "it differs".to_string(),
    }
}

fn lesson(out: &mut dyn Write, circuit: &Circuit, lesson: &Lesson, breaks_rules: bool) -> io::Result<()> {
    paragraph(
        out,
        "The machine against a person who knows its memory, wins wherever a win can be forced, and then takes as few \
         lamps as will do. A line for each game: how many lamps the person took, turn by turn; the relays that \
         answered; the memory relay that the punishment operated; the strategy given up, and what takes its place.",
    )?;
    let rows: Vec<[String; 4]> = lesson.losses.iter().map(|loss| row(circuit, loss)).collect();
    if !rows.is_empty() {
        let heads = ["took", "relays", "memory", "strategy given up"];
        let width = |column: usize| {
            let cells = rows.iter().map(|row| row[column].chars().count());
            cells.chain([heads[column].chars().count()]).max().unwrap_or(0)
        };
        let (takes, relays, memory) = (width(0), width(1), width(2));
        let left = 80_usize.saturating_sub(6 + 2 + takes + 2 + relays + 2 + memory + 2).max(20);
        writeln!(out, "\n  game  {:takes$}  {:relays$}  {:memory$}  {}", heads[0], heads[1], heads[2], heads[3])?;
        for (number, [take, relay, stored, strategy]) in rows.iter().enumerate() {
            let mut lead = (number + 1).to_string();
            let (mut take, mut relay, mut stored) = (take.as_str(), relay.as_str(), stored.as_str());
            for line in wrapped(strategy, left) {
                writeln!(out, "  {lead:>4}  {take:takes$}  {relay:relays$}  {stored:memory$}  {line}")?;
                lead.clear();
                (take, relay, stored) = ("", "", "");
            }
        }
    }
    let losses = count(lesson.losses.len() as u64, "loss");
    match lesson.end {
        LessonEnd::NoWinLeft if breaks_rules => {
            writeln!(out, "\nAfter {losses} no win is left that the person can force: the machine wins, or")?;
            writeln!(out, "breaks the rules.")
        }
        LessonEnd::NoWinLeft => writeln!(out, "\nAfter {losses} no win is left that the person can force."),
        LessonEnd::StateRepeats => {
            writeln!(out, "\nAfter {losses} the memory is as it was before: the person wins for ever.")
        }
    }
}

fn row(circuit: &Circuit, loss: &Loss) -> [String; 4] {
    let takes: Vec<String> = loss.game.moves.iter().map(|turn| turn.take.to_string()).collect();
    let mut relays: Vec<String> = loss
        .game
        .moves
        .iter()
        .filter(|turn| !turn.relays.is_empty())
        .map(|turn| names(circuit, &turn.relays).replace(", ", "+"))
        .collect();
    if loss.game.ending == Ending::Resigned {
        relays.push("resigns".to_string());
    }
    let memory = if loss.game.stored.is_empty() { "–".to_string() } else { names(circuit, &loss.game.stored) };
    [takes.join(" "), relays.join(" "), memory, strategy(circuit, loss, "→")]
}

/// The strategies that went, and what took their place: `P8, P1 → P2, P3 → P4`.
pub(super) fn strategy(circuit: &Circuit, loss: &Loss, arrow: &str) -> String {
    let changes: Vec<String> = loss
        .changes
        .iter()
        .map(|change| {
            let before = names(circuit, &change.before).replace(", ", "+");
            if change.after.is_empty() {
                before
            } else {
                format!("{before} {arrow} {}", names(circuit, &change.after).replace(", ", "+"))
            }
        })
        .collect();
    if changes.is_empty() { "none".to_string() } else { changes.join(", ") }
}

fn everything(out: &mut dyn Write, circuit: &Circuit, learned: &Learned) -> io::Result<()> {
    let Learned { walk, bound, .. } = learned;
    paragraph(
        out,
        "An honest person keeps to the rules, and takes what they like. All such games, from every state of memory \
         that they lead to, played on the circuit:",
    )?;
    writeln!(out)?;
    let reached =
        if bound.unbeatable_always_reached() { "reached whatever is played" } else { "not reached whatever is played" };
    writeln!(out, "  memory states  {}", walk.states.len())?;
    writeln!(out, "  unbeatable     {}, {reached}", bound.unbeatable().len())?;
    let resigned = match walk.resigned {
        0 => String::new(),
        resigned => format!(", {resigned} of them by resignation"),
    };
    writeln!(out, "  honest games   {}; the machine loses {}{resigned}", walk.games, walk.lost)?;
    match bound.worst_case() {
        Some(worst) => {
            let but = if walk.broken > 0 { "; games against the rules not counted" } else { ", then never again" };
            writeln!(out, "  worst case     {}{but}", count(worst, "loss"))?;
            if worst > 0 {
                let series: Vec<String> =
                    bound.worst_series(walk).into_iter().map(|(_, lost)| takes_of(&lost.takes)).collect();
                let text = wrapped(&format!("for instance by taking {}", series.join(", ")), 80 - 17);
                text.iter().try_for_each(|line| writeln!(out, "                 {line}"))?;
            }
        }
        None => writeln!(out, "  worst case     no limit: it can be beaten for ever")?,
    }
    if walk.broken > 0 {
        writeln!(out, "  against the rules: {}", count(walk.broken, "game"))?;
        for broken in walk.breaches.iter().take(MOST_BREACHES) {
            let text = wrapped(&breach_line(circuit, broken), 80 - 4);
            text.iter().try_for_each(|line| writeln!(out, "    {line}"))?;
        }
    }
    Ok(())
}

fn takes_of(takes: &[usize]) -> String {
    let takes: Vec<String> = takes.iter().map(ToString::to_string).collect();
    takes.join("-")
}

/// A game against the rules in a line: `memory P6', takes 1-2: L7 went dark out of turn`.
pub(super) fn breach_line(circuit: &Circuit, broken: &BrokenGame) -> String {
    let takes: Vec<String> = broken.moves.iter().map(|turn| turn.take.to_string()).collect();
    let memory = if broken.memory.is_empty() { "empty".to_string() } else { names(circuit, &broken.memory) };
    format!("memory {memory}, takes {}: {}", takes.join("-"), broken.breach.describe(circuit))
}
