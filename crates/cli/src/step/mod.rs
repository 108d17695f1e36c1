//! `kiber step`: a circuit worked by hand, with the words of a script.

mod complete;
mod examples;
mod happened;
mod help;
mod panel;
mod part;
mod screen;
mod state;
mod words;

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use kiber_netlist::{Circuit, Finding, PartKind, nearest};
use kiber_script::{Done, Mark, Player, parse_line};
use kiber_trace::{Recording, Since};

use crate::io::{ExitStatus, Io};
use crate::lines::Lines;
use crate::problem::Problem;
use crate::request::Manner;
use crate::source::{circuit_source, load};
use crate::why::{answer_lines, subject};
use crate::words::{count, heading, repeated, wrapped};
use complete::Vocabulary;

pub(crate) use words::condition;

/// The most parts that are told at the start of a circuit that has no panel.
const MOST_GREETED: usize = 100;

/// Works a circuit on a screen where there is a terminal for one, unless a prompt is asked for; else at a prompt.
pub(crate) fn step(
    io: &mut Io<'_>,
    manner: Manner,
    circuit: &Path,
    asks_for_prompt: bool,
) -> Result<ExitStatus, Problem> {
    let source = circuit_source(circuit)?;
    let given = circuit;
    let circuit = load(io, manner, &source)?;
    // A circuit without parts has nothing to choose.
    if io.terminal.shows_screens() && !asks_for_prompt && !circuit.parts.is_empty() {
        return screen::run(io, manner, given, &source, circuit);
    }
    let mut session = Session::new(Arc::clone(&circuit));
    let title = if circuit.title.is_empty() { &source.name } else { &circuit.title };
    writeln!(io.output, "{}\n", heading(title, manner.color))?;
    panel::write(io.output, &circuit, session.player.simulator())?;
    if circuit.panel.is_empty() && circuit.parts.len() <= MOST_GREETED {
        state::write_rows(io.output, &circuit, session.player.simulator())?;
        writeln!(io.output)?;
    }
    if session.starts_restless() {
        session.write_happened(io.output)?;
    }
    writeln!(io.output, "`help` shows every word, `state` how everything stands, `quit` leaves.")?;
    io.output.flush()?;
    let mut lines = if io.terminal.input && io.terminal.output {
        Lines::edited(Vocabulary::new(&circuit))?
    } else {
        Lines::plain(io.input)
    };
    while let Some(line) = lines.next()? {
        let go_on = session.line(&line, io.output)?;
        io.output.flush()?;
        if !go_on {
            break;
        }
    }
    Ok(ExitStatus::SUCCESS)
}

/// A circuit at the prompt, with all that was done to it.
struct Session {
    circuit: Arc<Circuit>,
    player: Player,
    recording: Recording,
    /// The moment before each action.
    marks: Vec<Mark>,
}

impl Session {
    fn new(circuit: Arc<Circuit>) -> Self {
        let mut recording = Recording::new();
        let player = Player::power_up(Arc::clone(&circuit), &mut recording);
        Self { circuit, player, recording, marks: Vec::new() }
    }

    /// Whether power-up is worth telling: it took time, did not settle, or shorted something.
    fn starts_restless(&self) -> bool {
        let simulator = self.player.simulator();
        let happened = self.player.happened();
        let noted = !happened.shorts.is_empty() || !happened.both_coils.is_empty();
        simulator.now() > 0 || !simulator.is_settled() || noted
    }

    /// Does a line; whether to go on.
    fn line(&mut self, line: &str, out: &mut dyn Write) -> io::Result<bool> {
        let trimmed = line.trim();
        let (word, rest) = trimmed.split_once(char::is_whitespace).unwrap_or((trimmed, ""));
        let rest = without_comment(rest);
        match word {
            "quit" | "exit" if rest.is_empty() => return Ok(false),
            "quit" | "exit" => {
                say(out, &format!("`{word}` stands alone; to leave, type it without `{}`", repeated(rest)))?
            }
            "help" | "?" if rest.is_empty() => write!(out, "{}", help::overview(&self.circuit))?,
            "help" => match help::about(rest, &self.circuit) {
                Ok(text) => write!(out, "{text}")?,
                Err(message) => say(out, &message)?,
            },
            "state" => self.state(rest, out)?,
            "why" => self.why(rest, out)?,
            "back" => self.back(rest, out)?,
            "trace" => self.trace(rest, out)?,
            _ => self.action(line, out)?,
        }
        Ok(true)
    }

    fn action(&mut self, line: &str, out: &mut dyn Write) -> io::Result<()> {
        let step = match parse_line(line, &self.circuit) {
            Ok(None) => return Ok(()),
            Ok(Some(step)) => step,
            Err(findings) => {
                return findings.iter().try_for_each(|finding| say(out, &finding_words(&self.circuit, line, finding)));
            }
        };
        let mark = self.player.mark();
        let sections = self.recording.sections.len();
        match self.player.step(&step, &mut self.recording) {
            Err(refusal) => {
                self.recording.sections.truncate(sections);
                say(out, &refusal.message(&self.circuit))
            }
            Ok(Done::Acted) => {
                self.marks.push(mark);
                self.write_happened(out)
            }
            Ok(Done::Expected { failures, .. }) if failures.is_empty() => writeln!(out, "  yes"),
            Ok(Done::Expected { failures, .. }) => {
                failures.iter().try_for_each(|failure| say(out, &format!("no: {}", failure.message)))
            }
        }
    }

    fn write_happened(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.recording.sections.last() {
            Some(section) => happened::write(out, &self.circuit, section),
            None => Ok(()),
        }
    }

    fn state(&self, name: &str, out: &mut dyn Write) -> io::Result<()> {
        let circuit = Arc::clone(&self.circuit);
        let simulator = self.player.simulator();
        if name.is_empty() {
            return state::write(out, &circuit, simulator);
        }
        let name = name.strip_prefix('"').and_then(|name| name.strip_suffix('"')).unwrap_or(name);
        let (part, net, contact) = (circuit.part(name), circuit.net(name), circuit.contact(name));
        if let Some(part) = part {
            part::write_part(out, &circuit, simulator, part)?;
        }
        if let Some(net) = net {
            part::write_net(out, &circuit, simulator, net)?;
        }
        match (part, net, contact) {
            (None, None, None) => {
                let shown = repeated(name);
                let parts = circuit.parts.rows().iter().flat_map(|part| [part.name.as_str(), part.shown()]);
                let nets = circuit.nets.rows().iter().map(|net| net.name.as_str());
                let near = nearest(name, parts.chain(nets));
                let near: Vec<String> = near.iter().map(|name| format!("`{name}`")).collect();
                match near.is_empty() {
                    true => say(out, &format!("no part and no net `{shown}`; `state` alone shows all parts")),
                    false => say(out, &format!("no part and no net `{shown}`; did you mean {}?", near.join(" or "))),
                }
            }
            (None, None, Some(contact)) => part::write_contact(out, &circuit, simulator, contact),
            _ => Ok(()),
        }
    }

    fn why(&self, name: &str, out: &mut dyn Write) -> io::Result<()> {
        if name.is_empty() {
            return say(out, "`why` what? Name a relay, a lamp, a contact or a net");
        }
        let name = name.strip_prefix('"').and_then(|name| name.strip_suffix('"')).unwrap_or(name);
        match subject(&self.circuit, name) {
            Err(message) => say(out, &message),
            Ok(subject) => {
                let mut since = Since::new();
                self.recording.replay(&mut since);
                let lines = answer_lines(self.player.simulator(), subject, &since);
                lines.iter().try_for_each(|line| say(out, line))
            }
        }
    }

    fn back(&mut self, number: &str, out: &mut dyn Write) -> io::Result<()> {
        let Some(wanted) = number_of(number, 1) else {
            let number = repeated(number);
            return say(out, &format!("`back` or `back N`: how many actions to undo; `{number}` is no such number"));
        };
        let undone = wanted.min(self.marks.len());
        if undone == 0 {
            return writeln!(out, "  nothing to undo: this is as it was after power-up");
        }
        let kept = self.marks.len() - undone;
        if let Some(mark) = self.marks.get(kept) {
            self.player.back(mark);
        }
        self.marks.truncate(kept);
        let titles = self.recording.sections.split_off(kept + 1);
        let titles: Vec<String> = titles.into_iter().map(|section| section.title).collect();
        let which = match titles.as_slice() {
            [one] => format!("`{one}`"),
            [first, .., last] => format!("{} from `{first}` to `{last}`", count(undone as u64, "action")),
            [] => String::new(),
        };
        say(out, &format!("undone: {which}; {} left to undo", count(kept as u64, "action")))
    }

    fn trace(&self, number: &str, out: &mut dyn Write) -> io::Result<()> {
        let all = self.recording.sections.len();
        let Some(wanted) = number_of(number, all) else {
            let number = repeated(number);
            return say(out, &format!("`trace` or `trace N`: the last N actions; `{number}` is no such number"));
        };
        let text = self.recording.text(&self.circuit);
        // A section begins with `== `; power-up is the first, the end of the run comes after the last.
        let mut begins = text.match_indices("\n== ").map(|(at, _)| at + 1);
        let begin = if wanted >= all { 0 } else { begins.nth(all - wanted).unwrap_or(0) };
        write!(out, "{}", text.get(begin..).unwrap_or_default())
    }
}

/// What is wrong with a line, and what was probably meant.
fn finding_words(circuit: &Circuit, line: &str, finding: &Finding) -> String {
    let Some(help) = &finding.help else { return finding.message.clone() };
    if finding.code == "script-not-a-line" {
        return only_in_files(line).to_owned();
    }
    if finding.code != "script-unknown-action" {
        return format!("{}; {help}", finding.message);
    }
    let word = line.split_whitespace().next().unwrap_or_default();
    if let Some(part) = circuit.part(word) {
        return about_part(word, &circuit.parts[part].kind);
    }
    // A list of a script's actions would leave out the prompt's own words.
    let known = if help.starts_with("the actions are") { "`help` shows every word" } else { help };
    let help = own_word(word).unwrap_or_else(|| known.to_string());
    format!("{}; {help}", finding.message)
}

/// Why a line of a script is none of the prompt, and what to do.
fn only_in_files(line: &str) -> &'static str {
    match line.split_whitespace().next() {
        Some("repeat") => {
            "`repeat` is for scripts: here, type the line once more, or let `kiber run CIRCUIT --script FILE` play them"
        }
        Some("include") => "`include` is for scripts: `kiber run CIRCUIT --script FILE` plays what is in a file",
        _ => "a heading names lines of a script; here it would name nothing",
    }
}

/// What stands behind the prompt's own words; comments may follow them as they follow a script's. A
/// net's name in quotes may have a `#` in it.
fn without_comment(rest: &str) -> &str {
    let rest = rest.trim();
    match rest.find('#') {
        Some(at) if !rest.starts_with('"') && rest[..at].chars().next_back().is_none_or(char::is_whitespace) => {
            rest[..at].trim_end()
        }
        _ => rest,
    }
}

/// A number that may be left out; nothing if it is none.
fn number_of(text: &str, default: usize) -> Option<usize> {
    if text.is_empty() { Some(default) } else { text.parse().ok().filter(|&number| number > 0) }
}

/// A sentence, in lines of at most 80 characters.
fn say(out: &mut dyn Write, text: &str) -> io::Result<()> {
    wrapped(text, 80 - 2).iter().try_for_each(|line| writeln!(out, "  {line}"))
}

/// What can be typed about a part whose bare name was typed.
fn about_part(name: &str, kind: &PartKind) -> String {
    let verbs: &[&str] = match kind {
        PartKind::Button(_) => &["press", "hold"],
        PartKind::Toggle(_) => &["flip"],
        PartKind::Source(_) => &["on", "off"],
        PartKind::Fuse(_) => &["replace"],
        _ => &[],
    };
    let mut lines: Vec<String> = verbs.iter().chain(&["state"]).map(|verb| format!("`{verb} {name}`")).collect();
    if let PartKind::Selector(selector) = kind {
        lines.insert(0, format!("`set {name} {}`", selector.places.saturating_sub(1)));
    }
    let article = if kind.noun().starts_with('i') { "an" } else { "a" };
    format!("`{name}` is {article} {}: type {}", kind.noun(), lines.join(" or "))
}

/// The word of the prompt that was probably meant by the first word of the line.
fn own_word(word: &str) -> Option<String> {
    if let Some((_, ours)) = help::SYNONYMS.iter().find(|(theirs, _)| *theirs == word) {
        return Some(format!("the word for it is `{ours}`"));
    }
    let near = nearest(word, help::words());
    let near = near.first().filter(|near| help::OWN_WORDS.contains(near))?;
    Some(format!("did you mean `{near}`?"))
}
