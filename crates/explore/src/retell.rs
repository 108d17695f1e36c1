//! A run told again: the steps that its rules did, so that they can be written as a script.

use std::fmt::Write as _;
use std::sync::Arc;

use kiber_engine::Micros;
use kiber_netlist::Circuit;
use kiber_script::{Player, Prepared, Step};

use crate::book::{Condition, Moment, RuleBook, Spliced};
use crate::exploration::Exploration;
use crate::odd::go_round;
use crate::races::{Judge, Level, Limits, Question};
use crate::runs::Run;
use crate::verdict::RaceFound;
use crate::worker::without_freeing;

/// A rule that was used, and the steps it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retold {
    /// The rule, by its place in the book.
    pub rule: usize,
    /// Its steps; fewer than its lines if the run ends in the middle of it.
    pub steps: Vec<Step>,
    /// Whether the run, which goes on for ever, comes back to here after its last rule.
    pub round_begins: bool,
}

/// A run done once more.
struct Replay {
    /// The circuit as it stands then. If the last thing done never settles, it stands on its orbit.
    player: Player,
    values: Vec<i64>,
    told: Vec<Retold>,
}

/// Does the rules of a run again, from power-up. What never settles ends it.
fn replay(circuit: &Arc<Circuit>, book: &RuleBook, run: &Run) -> Replay {
    let mut player = Player::power_up(Arc::clone(circuit), &mut ());
    let mut values = book.start_values();
    let mut spliced = Spliced::default();
    let whole = run.rules.iter().map(|&rule| (rule, usize::MAX));
    let mut told = Vec::new();
    let mut settles = true;
    for (index, (rule, lines)) in whole.chain(run.then).enumerate() {
        if !settles {
            break;
        }
        let mut retold = Retold { rule, steps: Vec::new(), round_begins: run.repeats_from == Some(index) };
        let rule = &book.rules[rule];
        let mut after = Vec::new();
        // A rule that was found to lead somewhere leaves no range.
        if book.set(rule, Moment { simulator: player.simulator(), values: &values }, &mut after).is_err() {
            break;
        }
        values = after;
        for line in rule.then.iter().take(lines) {
            let moment = Moment { simulator: player.simulator(), values: &values };
            let Ok(prepared) = line.at(moment, &mut spliced) else { break };
            let Some(step) = perform(&mut player, prepared) else { break };
            retold.steps.push(step);
            settles = player.happened().oscillations.is_empty();
            if !settles {
                break;
            }
        }
        told.push(retold);
    }
    Replay { player, values, told }
}

/// Does a step and tells which it was: of a press that never settles while it is pressed, only that it
/// is pressed. None if it cannot be done.
pub(crate) fn perform(player: &mut Player, prepared: &Prepared) -> Option<Step> {
    let pressing = without_freeing(prepared.step());
    let before = pressing.is_some().then(|| player.mark());
    player.perform(prepared, &mut ()).ok()?;
    if let (Some(pressing), Some(before), false) = (pressing, before, player.happened().oscillations.is_empty()) {
        let freed = player.mark();
        player.back(&before);
        // What was done once can be done again.
        player.perform(&Prepared::new(pressing.clone(), player.simulator().circuit()), &mut ()).ok()?;
        if !player.happened().oscillations.is_empty() {
            return Some(pressing);
        }
        player.back(&freed);
    }
    Some(prepared.step().clone())
}

/// How long a circuit that never settles goes on, after a run to it, until a condition holds.
pub(crate) fn wait_for(circuit: &Arc<Circuit>, book: &RuleBook, run: &Run, condition: &Condition) -> Micros {
    let Replay { mut player, values, .. } = replay(circuit, book, run);
    let mut wait = 0;
    go_round(player.simulator_mut(), |simulator, since| {
        wait = since;
        !condition.holds(Moment { simulator, values: &values })
    });
    wait
}

pub(crate) fn retell(circuit: &Arc<Circuit>, book: &RuleBook, run: &Run) -> Vec<Retold> {
    replay(circuit, book, run).told
}

/// The values of the variables after a run.
pub(crate) fn values_after(circuit: &Arc<Circuit>, book: &RuleBook, run: &Run) -> Vec<i64> {
    replay(circuit, book, run).values
}

impl Exploration {
    /// The steps of a run, rule by rule.
    pub fn retell(&self, run: &Run) -> Vec<Retold> {
        retell(self.circuit(), self.book(), run)
    }

    /// How the times of the relays would have to be for a race that was found to be none, when a time
    /// given as one number may vary by `tolerance`, a share of it. Of a race found at level 4 the nearest
    /// limit is told as well.
    pub fn limits(&self, found: &RaceFound, tolerance: f64) -> Limits {
        let Replay { player, .. } = replay(self.circuit(), self.book(), &found.run);
        let mut judge = Judge::new(Arc::clone(self.circuit()), Question { tolerance, ..Question::new(Level::Times) });
        let step = Prepared::new(found.race.step.clone(), self.circuit());
        judge.limits_of(player.simulator(), &step, &found.race)
    }

    /// A run as a script, each rule's name before its steps, after the lines of `heading`.
    pub fn script(&self, run: &Run, heading: &[String]) -> String {
        let mut text = script(self.circuit(), self.book(), &self.retell(run), heading);
        if run.wait > 0 {
            let wait = Step::Wait(run.wait);
            let _ = writeln!(
                text,
                "\n# It never settles, and this is the case again and again.\n{}",
                wait.shown(self.circuit())
            );
        }
        text
    }
}

impl Exploration {
    /// The way to a race as a script that ends with the order which the nominal times do not lead to;
    /// the other order stands above it as a comment.
    pub fn race_script(&self, found: &RaceFound, heading: &[String]) -> String {
        let circuit = self.circuit();
        let told = self.retell(&found.run);
        let [usual, other] = found.race.scripts();
        let [one, two] = &found.race.orders;
        let mut text = script(circuit, self.book(), &told, heading);
        for line in found.race.lines(circuit).iter().take(1) {
            let _ = writeln!(text, "# {line}");
        }
        let _ = writeln!(text, "# One order: {}", one.outcome.shown(circuit));
        for step in usual {
            let _ = writeln!(text, "#   {}", step.shown(circuit));
        }
        let _ = writeln!(text, "# The other: {}", two.outcome.shown(circuit));
        for step in other {
            let _ = writeln!(text, "{}", step.shown(circuit));
        }
        text
    }
}

/// Rules and their steps as a script.
pub(crate) fn script(circuit: &Circuit, book: &RuleBook, told: &[Retold], heading: &[String]) -> String {
    let mut text = String::new();
    for line in heading {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "# {}", line.replace('\n', " "));
    }
    for retold in told {
        let name = book.rules[retold.rule].name.replace('\n', " ");
        let steps: Vec<String> = retold.steps.iter().map(|step| step.shown(circuit).to_string()).collect();
        if retold.round_begins {
            let _ = writeln!(text, "\n# From here on it repeats.");
        }
        // A rule that is called what it does needs no name above it.
        if steps != [name.as_str()] {
            let _ = writeln!(text, "\n# {name}");
        }
        for step in steps {
            let _ = writeln!(text, "{step}");
        }
    }
    text
}
