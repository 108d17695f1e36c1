//! `kiber races`: does the outcome depend on who is faster?

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kiber_explore::book::RuleBook;
use kiber_explore::races::{Judge, Judgement, Level, Limits, Order, Question, Race, Unjudged, refusal, with_bridging};
use kiber_explore::{Exploration, Outcome, Property, PropertyKind, RaceFound, explore};
use kiber_netlist::{Circuit, PartId, PartKind};
use kiber_script::{Around, Player, Prepared, Script, Step};
use serde_json::{Value, json};

use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;
use crate::script::{Loaded, load_script, remark};
use crate::source::{Source, book_source, circuit_source, load, load_book, script_source};
use crate::verify::{self, ScriptFiles, Search};
use crate::watch::Watch;
use crate::words::{
    contact_name, count, grouped, grouped_count, heading, indented, level_words, margin_lines, name_list, plain,
    titled, wrapped,
};

const WIDTH: usize = 79;
/// The most races that are told to a person.
const MOST_TOLD: usize = 25;
/// A script longer than this is shown only in part.
const MOST_LINES: usize = 60;

/// What is judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Actions {
    /// Everything that hands can do, in every state.
    Any,
    /// What a script does.
    Script(PathBuf),
    /// What a rule-book allows, in every state.
    Rules(PathBuf),
}

/// The question about races.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Asked {
    pub(crate) actions: Actions,
    pub(crate) level: Level,
    pub(crate) bridging: bool,
    pub(crate) search: Search,
}

/// A critical race that was found.
struct Critical {
    /// The rule, or the line of the script.
    at: String,
    race: Race,
    /// What its times would have to be.
    limits: Limits,
    /// A script that leads to it.
    script: String,
    /// The file it was written to.
    file: Option<PathBuf>,
}

/// All that was found.
struct Judged {
    critical: Vec<Critical>,
    /// What was looked at, in words.
    looked_at: String,
    states: Option<u64>,
    /// The actions that were judged.
    transitions: u64,
    /// States from which nothing was judged because the circuit never settles there.
    orbits: u64,
    /// Actions of a script that were not judged because the circuit was not at rest before them.
    passed_by: u64,
    gave_up: Option<String>,
}

pub(crate) fn races(io: &mut Io<'_>, manner: Manner, given: &Path, asked: &Asked) -> Result<ExitStatus, Problem> {
    let source = circuit_source(given)?;
    let mut circuit = load(io, manner, &source)?;
    if let Some(refusal) = refusal(&circuit) {
        return Err(Problem::message(format!("{}: {refusal}", source.name)));
    }
    let mut files = asked.search.scripts.as_deref().map(ScriptFiles::new).transpose()?;
    if asked.bridging {
        circuit = Arc::new(with_bridging(&circuit));
    }
    let mut judged = match &asked.actions {
        Actions::Script(script) => judge_script(io, manner, &circuit, &script_source(script, &source)?, asked)?,
        Actions::Rules(rules) => {
            let rules = book_source(rules, &source)?;
            let book = load_book(io, manner, &rules, &circuit)?;
            judge_all(io, manner, &circuit, book, &format!("rule-book {}", rules.name), asked)?
        }
        Actions::Any => {
            let book = RuleBook::all_hands(&circuit, false);
            judge_all(io, manner, &circuit, book, hands_of(&circuit), asked)?
        }
    };
    if let Some(files) = &mut files {
        for critical in &mut judged.critical {
            let name = format!("race {}", critical.race.step.shown(&circuit));
            critical.file = files.write(&name, &critical.script);
        }
    }
    if manner.json {
        writeln!(io.output, "{:#}", as_json(&circuit, &source, asked, &judged))?;
    } else {
        as_text(io, manner, &circuit, &source, asked, &judged)?;
    }
    if let Some(files) = files {
        files.end()?;
    }
    Ok(match (judged.critical.is_empty(), &judged.gave_up) {
        (false, _) => ExitStatus::FAILED,
        (true, Some(_)) => ExitStatus::GAVE_UP,
        (true, None) => ExitStatus::SUCCESS,
    })
}

/// Who acts if nobody else is named.
fn hands_of(circuit: &Circuit) -> &'static str {
    match circuit.parts.iter().any(|(_, part)| matches!(part.kind, PartKind::Selector(_))) {
        true => "any operator of all buttons, toggles and selectors",
        false => "any operator of all buttons and toggles",
    }
}

/// Judges every rule in every state that a book leads to.
fn judge_all(
    io: &mut Io<'_>,
    manner: Manner,
    circuit: &Arc<Circuit>,
    mut book: RuleBook,
    what: &str,
    asked: &Asked,
) -> Result<Judged, Problem> {
    let name = format!("no race at level {}", asked.level);
    book.properties = vec![Property { name, kind: PropertyKind::NoRace(asked.level) }];
    let mut watch = Watch::new(io.errors, manner.progress, asked.search.bounds.most_time);
    let book = Arc::new(book);
    let explored = explore(Arc::clone(circuit), Arc::clone(&book), &asked.search.options(), &mut |progress| {
        watch.goes_on(progress)
    });
    let (_, stopped) = watch.end();
    let exploration = match explored {
        Ok(exploration) => exploration,
        Err(problem) => {
            verify::told_with_script(io, what, &problem, circuit, &book)?;
            return Err(Problem::Reported);
        }
    };
    let verdict = exploration.verdicts().first();
    let critical = verdict.map(|verdict| &verdict.races).into_iter().flatten();
    let critical: Vec<Critical> = critical.map(|found| critical_of(&exploration, found, asked)).collect();
    let gave_up = match verdict.map(|verdict| &verdict.outcome) {
        _ if exploration.gave_up().is_some() => {
            exploration.gave_up().map(|gave_up| verify::why(gave_up, stopped, &book))
        }
        Some(Outcome::NotJudged(_, Unjudged::TooManyOrders)) => Some("too many orders of one action".to_owned()),
        Some(Outcome::NotJudged(_, why)) => Some(why.shown(circuit).to_string()),
        _ => None,
    };
    Ok(Judged {
        critical,
        looked_at: what.to_owned(),
        states: Some(exploration.states()),
        transitions: exploration.transitions(),
        orbits: exploration.orbits(),
        passed_by: 0,
        gave_up,
    })
}

fn critical_of(exploration: &Exploration, found: &RaceFound, asked: &Asked) -> Critical {
    let rule = &exploration.book().rules[found.rule].name;
    let after = match found.run.rules.len() as u64 {
        0 => "from power-up".to_owned(),
        actions => format!("after {}", count(actions, "action")),
    };
    Critical {
        at: format!("{}, {after}", plain(rule)),
        race: found.race.clone(),
        limits: exploration.limits(found, asked.search.tolerance),
        script: exploration.race_script(found, &[]),
        file: None,
    }
}

/// Judges what a script does, step after step.
fn judge_script(
    io: &mut Io<'_>,
    manner: Manner,
    circuit: &Arc<Circuit>,
    source: &Source,
    asked: &Asked,
) -> Result<Judged, Problem> {
    let loaded = load_script(io, manner, source, circuit)?;
    let question = Question { tolerance: asked.search.tolerance, ..Question::new(asked.level) };
    let mut judge = Judge::new(Arc::clone(circuit), question);
    let mut times = Judge::new(Arc::clone(circuit), Question { level: Level::Times, ..question });
    let mut player = Player::power_up(Arc::clone(circuit), &mut ());
    let mut watch = Watch::new(io.errors, manner.progress, asked.search.bounds.most_time);
    let (mut critical, mut done, mut passed_by, mut gave_up) = (Vec::new(), 0, 0, None);
    let mut refused = None;
    // The steps before the one that is judged.
    let mut before = 0;
    // A repeat may come to the same race in every round; the first is told.
    let mut told = BTreeSet::new();
    let mut lines = loaded.script.lines();
    while let Some((line, _, step)) = lines.next() {
        if !step.is_action() {
            before += 1;
            continue;
        }
        watch.show(|| format!("{} actions judged", grouped(done)));
        if !watch.may_go_on() {
            gave_up = Some(format!("stopped before {}", line_words(&loaded, line, &lines.around())));
            break;
        }
        let prepared = Prepared::new(step.clone(), circuit);
        if player.simulator().is_settled() {
            done += 1;
            match judge.step(player.simulator(), &prepared) {
                Judgement::Clean => {}
                Judgement::Critical(race) if told.insert((lines.around().file, line, race.lines(circuit))) => {
                    let script = script_to(circuit, &loaded.script, before, &race);
                    let limits = times.limits_of(player.simulator(), &prepared, &race);
                    let at = line_words(&loaded, line, &lines.around());
                    critical.push(Critical { at, race: *race, limits, script, file: None });
                }
                Judgement::Critical(_) => {}
                Judgement::GaveUp(Unjudged::TooManyOrders) => {
                    let at = line_words(&loaded, line, &lines.around());
                    gave_up = Some(format!("too many orders of the action in {at}"));
                }
                Judgement::GaveUp(why) => {
                    let at = line_words(&loaded, line, &lines.around());
                    gave_up = Some(format!("{at}: {}", why.shown(circuit)));
                }
            }
        } else {
            passed_by += 1;
        }
        before += 1;
        if let Err(refusal) = player.perform(&prepared, &mut ()) {
            let around = lines.around();
            let file = loaded.file_name(around.file);
            refused = Some(remark(file, line, &around, "", &refusal.message(circuit)));
            break;
        }
    }
    watch.end();
    match refused {
        Some(message) => Err(Problem::message(message)),
        None => Ok(Judged {
            critical,
            looked_at: format!("script {}", source.name),
            states: None,
            transitions: done,
            orbits: 0,
            passed_by,
            gave_up,
        }),
    }
}

/// `line 5`, `line 5 of common.script in round 3 of 7`.
fn line_words(script: &Loaded<'_>, line: usize, around: &Around) -> String {
    let mut words = format!("line {line}");
    if around.file > 0 {
        words += &format!(" of {}", script.file_name(around.file));
    }
    if let Some(rounds) = around.rounds_in_words() {
        words += &format!(" {rounds}");
    }
    words
}

/// The steps before a race, then the order to which the nominal times do not lead.
fn script_to(circuit: &Circuit, played: &Script, before: usize, race: &Race) -> String {
    let [_, other] = race.scripts();
    let told = race.lines(circuit).into_iter().map(|line| format!("# {line}\n"));
    let steps = played.lines().take(before).map(|(_, _, step)| step).filter(|step| step.is_action());
    let steps = steps.map(|step| format!("{}\n", step.shown(circuit)));
    let last = other.iter().map(|step| format!("{}\n", step.shown(circuit)));
    steps.chain(told).chain(last).collect()
}

fn as_text(
    io: &mut Io<'_>,
    manner: Manner,
    circuit: &Circuit,
    source: &Source,
    asked: &Asked,
    judged: &Judged,
) -> Result<(), Problem> {
    let out = &mut *io.output;
    writeln!(out, "{}", heading(&titled(&source.name, &circuit.title), manner.color))?;
    let bridging = if asked.bridging { "; every change-over makes before it breaks" } else { "" };
    let level = format!("Assumed: {}{bridging}; from power-up on.", level_words(asked.level, asked.search.tolerance));
    let states = match judged.states {
        Some(states) => format!(" in {}", grouped_count(states, "state")),
        None => String::new(),
    };
    let looked_at = format!("{}: {} judged{states}.", judged.looked_at, grouped_count(judged.transitions, "action"));
    let not_judged = [
        match judged.orbits {
            0 => None,
            1 => Some("In 1 state the circuit never settles; nothing was judged from there.".to_owned()),
            some => {
                Some(format!("In {} states the circuit never settles; nothing was judged from there.", grouped(some)))
            }
        },
        (judged.passed_by > 0).then(|| {
            format!("Not judged: {}, before which it was not at rest.", grouped_count(judged.passed_by, "action"))
        }),
    ];
    for text in [level, looked_at].into_iter().chain(not_judged.into_iter().flatten()) {
        for line in wrapped(&text, WIDTH) {
            writeln!(out, "{line}")?;
        }
    }
    for critical in judged.critical.iter().take(MOST_TOLD) {
        writeln!(out)?;
        for line in wrapped(&format!("CRITICAL  {}:", critical.at), WIDTH) {
            writeln!(out, "{line}")?;
        }
        let mut lines = critical.race.lines(circuit);
        lines.extend(margin_lines(circuit, asked.level, &critical.limits));
        for line in lines.iter().flat_map(|line| wrapped(line, WIDTH - 4)) {
            writeln!(out, "    {line}")?;
        }
        if let Some(file) = &critical.file {
            writeln!(out, "    script: {}", plain(&file.display().to_string()))?;
        }
    }
    if let Some(more) = judged.critical.len().checked_sub(MOST_TOLD).filter(|&more| more > 0) {
        writeln!(out, "\n… and {}", count(more as u64, "more race"))?;
    }
    if let Some(critical) = judged.critical.first().filter(|critical| critical.file.is_none()) {
        writeln!(out, "\nA script to the first:")?;
        let lines: Vec<&str> = critical.script.lines().collect();
        for line in lines.iter().take(MOST_LINES) {
            writeln!(out, "{}", indented(line))?;
        }
        if let Some(more) = lines.len().checked_sub(MOST_LINES).filter(|&more| more > 0) {
            writeln!(out, "  … {}; --scripts DIR writes it whole", count(more as u64, "more line"))?;
        }
    }
    writeln!(out)?;
    let found = match judged.critical.len() {
        0 => "no critical race".to_owned(),
        1 => "1 critical race".to_owned(),
        some => format!("{some} critical races; the same relays are told once for each action"),
    };
    let ends = match &judged.gave_up {
        Some(why) => format!("GAVE UP ({why}); {found} in what was seen"),
        None => found,
    };
    for line in wrapped(&ends, WIDTH) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn as_json(circuit: &Circuit, source: &Source, asked: &Asked, judged: &Judged) -> Value {
    let critical = judged.critical.iter().map(|critical| {
        let mut value = race_value(circuit, &critical.race, &critical.limits);
        value["at"] = json!(critical.at);
        value["script"] = json!(critical.script);
        value["file"] = json!(critical.file.as_ref().map(|file| file.display().to_string()));
        value
    });
    json!({
        "circuit": source.name,
        "assumes": level_words(asked.level, asked.search.tolerance),
        "bridging": asked.bridging,
        "looked_at": judged.looked_at,
        "states": judged.states,
        "actions": judged.transitions,
        "orbits": judged.orbits,
        "not_judged": judged.passed_by,
        "gave_up": judged.gave_up,
        "critical": critical.collect::<Vec<_>>(),
    })
}

/// A race as JSON.
pub(crate) fn race_value(circuit: &Circuit, race: &Race, limits: &Limits) -> Value {
    let lines = |steps: &[Step]| -> Vec<String> { steps.iter().map(|step| step.shown(circuit).to_string()).collect() };
    let scripts = race.scripts();
    let outcome = |order: &Order| order.outcome.shown(circuit).to_string();
    json!({
        "action": race.step.shown(circuit).to_string(),
        "relays": relays(circuit, &race.relays),
        "contact": race.contact.map(|contact| contact_name(circuit, contact)),
        "tie": race.tie,
        "orders": scripts.iter().map(|steps| lines(steps)).collect::<Vec<_>>(),
        "outcomes": race.orders.iter().map(outcome).collect::<Vec<_>>(),
        "clean_up_to": limits.tolerance,
        "nearest_limit": limits.nearest.map(|limit| limit.shown(circuit).to_string()),
        "told": race.lines(circuit),
    })
}

fn relays(circuit: &Circuit, parts: &[PartId]) -> Vec<String> {
    name_list(circuit, parts)
}
