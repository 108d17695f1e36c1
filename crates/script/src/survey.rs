//! What a script comes to, found without going round its repeats: how long it is, how deep, and whether
//! each button is pressed before it is freed.
//!
//! Every repeat and every file is summed up once, from the inside out. What a summary says of a button
//! is how its first action needs it and how its last one leaves it; so a repeat goes wrong in its second
//! round or never.

use std::collections::BTreeMap;
use std::ops::Range;

use kiber_netlist::{Circuit, Elsewhere, Finding, PartId, Severity};

use crate::item::{Item, What};
use crate::script::{Script, buttons};
use crate::show::part_name;
use crate::step::Verb;

/// So deep may repeats and includes be nested.
const MOST_NESTED: u32 = 64;
/// So many lines may a script have with all that it includes, a repeat counted once.
const MOST_LINES: u64 = 10_000_000;

/// What is known of a whole script.
pub(crate) struct Surveyed {
    pub(crate) findings: Vec<Finding>,
    /// How many steps are done.
    pub(crate) len: u64,
}

/// What a repeat or a file comes to.
#[derive(Default)]
struct Summary {
    /// How deep repeats and includes are nested in it.
    nested: u32,
    lines: u64,
    steps: u64,
    buttons: BTreeMap<PartId, Use>,
    /// Whether a line in it could not be read: from there on it is unknown which buttons are pressed.
    is_unknown: bool,
}

/// What is done to a button from one line to another.
#[derive(Clone, Copy)]
struct Use {
    /// Whether the first action needs it held down.
    needs_held: bool,
    first: Spot,
    /// Whether it is held down at the end, and who saw to that; none if it is as it was.
    leaves: Option<(bool, Spot)>,
}

/// A button in a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Spot {
    file: u32,
    item: u32,
    target: u32,
}

/// A button that cannot be pressed or freed.
struct Conflict {
    /// Who holds it down, or freed it in the round before.
    before: Option<Spot>,
    is_held: bool,
    /// How often the repeat is done in whose second round it is so; none if it is so at once.
    rounds: Option<u32>,
    /// The line that includes what does not fit, if it is that.
    site: Option<(u32, Item)>,
}

/// A repeat that is being summed up; the outermost is the file.
struct Level {
    summary: Summary,
    end: u32,
    times: u32,
    head: Option<Item>,
}

pub(crate) fn survey(script: &Script, circuit: &Circuit) -> Surveyed {
    let mut surveyor = Surveyor { script, circuit, conflicts: BTreeMap::new(), findings: Vec::new() };
    let mut files: Vec<Summary> = script.bodies.iter().map(|_| Summary::default()).collect();
    for &file in &script.bottom_up {
        let summary = surveyor.file(file, &files);
        if let Some(known) = files.get_mut(file as usize) {
            *known = summary;
        }
    }
    let len = files.first().map_or(0, |summary| summary.steps);
    surveyor.tell_conflicts();
    Surveyed { findings: surveyor.findings, len }
}

struct Surveyor<'s> {
    script: &'s Script,
    circuit: &'s Circuit,
    conflicts: BTreeMap<Spot, Conflict>,
    findings: Vec<Finding>,
}

impl Surveyor<'_> {
    fn file(&mut self, file: u32, files: &[Summary]) -> Summary {
        let body = self.script.bodies.get(file as usize).map_or(&[][..], Vec::as_slice);
        let mut level = Level { summary: Summary::default(), end: body.len() as u32, times: 1, head: None };
        let mut around: Vec<Level> = Vec::new();
        for (index, &item) in (0..).zip(body) {
            while index >= level.end
                && let Some(outer) = around.pop()
            {
                level = self.leave(level, outer, file, around.is_empty());
            }
            let is_whole = file == 0 && around.is_empty();
            match item.what {
                What::Step(step) => {
                    level.summary.lines += 1;
                    level.summary.steps = level.summary.steps.saturating_add(1);
                    self.step(&mut level.summary, step, Spot { file, item: index, target: 0 }, is_whole);
                }
                What::Repeat { times, end } => {
                    level.summary.lines += 1;
                    let inner = Level { summary: Summary::default(), end, times, head: Some(item) };
                    around.push(std::mem::replace(&mut level, inner));
                    if around.len() as u32 == MOST_NESTED + 1 {
                        self.too_deep(file, item);
                    }
                }
                What::Include(included) => {
                    let Some(inner) = files.get(included as usize) else { continue };
                    if around.len() as u32 + inner.nested >= MOST_NESTED {
                        self.too_deep(file, item);
                    } else {
                        level.summary.nested = level.summary.nested.max(inner.nested + 1);
                    }
                    level.summary.lines += 1;
                    level.summary.steps = level.summary.steps.saturating_add(inner.steps);
                    self.join(&mut level.summary, inner, (file, item), is_whole);
                }
                What::Heading(_) => level.summary.lines += 1,
                What::Unknown => level.summary.is_unknown = true,
            }
        }
        while let Some(outer) = around.pop() {
            level = self.leave(level, outer, file, around.is_empty());
        }
        level.summary
    }

    /// A repeat is over.
    fn leave(&mut self, inner: Level, mut outer: Level, file: u32, is_outermost: bool) -> Level {
        let Level { summary, times, head: Some(head), .. } = inner else { return outer };
        if summary.steps == 0 && !summary.is_unknown {
            self.finding("script-bad-repeat", (file, head), "there is nothing to repeat");
        }
        if times > 1 && !summary.is_unknown {
            for &Use { needs_held, first, leaves } in summary.buttons.values() {
                if let Some((is_held, last)) = leaves.filter(|&(is_held, _)| is_held != needs_held) {
                    self.conflict(first, Conflict { before: Some(last), is_held, rounds: Some(times), site: None });
                }
            }
        }
        outer.summary.nested = outer.summary.nested.max(summary.nested + 1).min(MOST_NESTED - 1);
        let steps = summary.steps.saturating_mul(u64::from(times));
        outer.summary.steps = outer.summary.steps.saturating_add(steps);
        self.join(&mut outer.summary, &summary, (file, head), file == 0 && is_outermost);
        outer
    }

    fn step(&mut self, summary: &mut Summary, step: u32, spot: Spot, is_whole: bool) {
        let ready = self.script.steps.get(step as usize);
        let Some((verb, parts)) = ready.and_then(|ready| buttons(&ready.step)) else { return };
        if summary.is_unknown || (is_whole && verb == Verb::Press && summary.buttons.is_empty()) {
            return;
        }
        for (target, part) in (0..).zip(parts) {
            let first = Spot { target, ..spot };
            let leaves = match verb {
                Verb::Hold => Some((true, first)),
                Verb::Free => Some((false, first)),
                _ => None,
            };
            self.follow(summary, part, Use { needs_held: verb == Verb::Free, first, leaves }, None, is_whole);
        }
    }

    /// What a repeat or an included file does, behind what was done before it.
    fn join(&mut self, summary: &mut Summary, inner: &Summary, (file, item): (u32, Item), is_whole: bool) {
        if summary.lines + inner.lines <= MOST_LINES {
            summary.lines += inner.lines;
        } else {
            let message = format!("with this, the script has more than {MOST_LINES} lines, included ones counted");
            self.finding("script-too-long", (file, item), message);
        }
        if !summary.is_unknown {
            let site = matches!(item.what, What::Include(_)).then_some((file, item));
            for (&part, &used) in &inner.buttons {
                self.follow(summary, part, used, site, is_whole);
            }
        }
        summary.is_unknown |= inner.is_unknown;
    }

    /// What is done to a button behind what was done before. The script itself begins with every button
    /// free, and its presses leave them so.
    fn follow(&mut self, summary: &mut Summary, part: PartId, used: Use, site: Option<(u32, Item)>, is_whole: bool) {
        let Some(before) = summary.buttons.get_mut(&part) else {
            if is_whole && used.needs_held {
                self.conflict(used.first, Conflict { before: None, is_held: false, rounds: None, site });
            }
            if !is_whole || used.leaves.is_some() {
                summary.buttons.insert(part, Use { needs_held: used.needs_held && !is_whole, ..used });
            }
            return;
        };
        let is_held = before.leaves.map_or(before.needs_held, |(is_held, _)| is_held);
        let fits = is_held == used.needs_held;
        let by = before.leaves.filter(|_| is_held).map(|(_, spot)| spot);
        let changes = used.leaves.is_some_and(|(held_after, _)| fits || held_after != is_held);
        if changes {
            before.leaves = used.leaves;
        }
        if !fits {
            self.conflict(used.first, Conflict { before: by, is_held, rounds: None, site });
        }
    }

    /// Keeps what is wrong with a button; of several reasons the plainest.
    fn conflict(&mut self, spot: Spot, conflict: Conflict) {
        let known = self.conflicts.get(&spot);
        if known.is_none_or(|known| known.rounds.is_some() && conflict.rounds.is_none()) {
            self.conflicts.insert(spot, conflict);
        }
    }

    fn too_deep(&mut self, file: u32, item: Item) {
        let message = format!("repeats and includes are nested more than {MOST_NESTED} deep here");
        self.finding("script-too-deep", (file, item), message);
    }

    fn finding(&mut self, code: &'static str, (file, item): (u32, Item), message: impl Into<String>) {
        let mut finding = Finding::new(code, Severity::Error, item.span(), message);
        (finding.file, finding.second_file) = (file as usize, file as usize);
        self.findings.push(finding);
    }

    fn tell_conflicts(&mut self) {
        for (&spot, conflict) in &std::mem::take(&mut self.conflicts) {
            if let Some(finding) = self.button_finding(spot, conflict) {
                self.findings.push(finding);
            }
        }
    }

    fn button_finding(&self, spot: Spot, conflict: &Conflict) -> Option<Finding> {
        let (span, part) = self.place(spot)?;
        let name = part_name(self.circuit, part);
        let round = conflict.rounds.map(|of| format!(" in round 2 of {of}")).unwrap_or_default();
        let (code, message, why, help) = match conflict.is_held {
            true => {
                let message = format!("{name} is already pressed{round}");
                ("script-already-pressed", message, "pressed here and not freed since", format!("`free {name}` first"))
            }
            false => {
                let message = format!("{name} is not pressed{round}");
                let help = format!("`hold {name}` presses and keeps it; `press {name}` frees it by itself");
                ("script-not-pressed", message, "freed here and not pressed since", help)
            }
        };
        let mut finding = Finding::new(code, Severity::Error, span, message).with_help(help);
        finding.file = spot.file as usize;
        match conflict.before {
            Some(before) if before == spot => {
                finding.label = why.replace("here", "in the round before");
            }
            Some(before) => {
                finding.second = Some((self.place(before)?.0, why.to_owned()));
                finding.second_file = before.file as usize;
            }
            None => {}
        }
        finding.more.extend(conflict.site.map(|(file, line)| Elsewhere {
            file: file as usize,
            span: line.span(),
            why: "included here".to_owned(),
        }));
        Some(finding)
    }

    /// Where a button is written, and which it is.
    fn place(&self, spot: Spot) -> Option<(Range<usize>, PartId)> {
        let item = self.script.item(spot.file, spot.item)?;
        let What::Step(step) = item.what else { return None };
        let ready = self.script.steps.get(step as usize)?;
        let part = buttons(&ready.step)?.1.nth(spot.target as usize)?;
        Some((item.place(ready, spot.target as usize), part))
    }
}
