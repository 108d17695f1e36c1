//! Races on small circuits: what is found, and that it is all there is.

#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that cannot set up has failed")]

mod kinds;
mod naive;
mod random;
mod small;

use std::sync::Arc;

use kiber_explore::races::{Judge, Judgement, Level, Outcome, Question, Race};
use kiber_netlist::Circuit;
use kiber_script::{Done, Player, Prepared, Step, parse, parse_line};

/// A circuit of these parts beside a source `G1` from `+` to `-`.
#[track_caller]
fn circuit(parts: &str) -> Arc<Circuit> {
    let source = format!(r#"Circuit(title: "test", parts: {{ "G1": Source(plus: "+", minus: "-"), {parts} }})"#);
    let reading = kiber_netlist::read(&source);
    Arc::new(reading.circuit.unwrap_or_else(|| panic!("{:#?}", reading.findings)))
}

#[track_caller]
fn step(line: &str, circuit: &Circuit) -> Step {
    parse_line(line, circuit).unwrap().unwrap()
}

/// The circuit after these lines.
#[track_caller]
fn played(circuit: &Arc<Circuit>, before: &str) -> Player {
    let mut player = Player::power_up(Arc::clone(circuit), &mut ());
    let script = parse(before, circuit).0.unwrap();
    let report = player.play(&script, &mut ());
    assert!(report.failures.is_empty() && report.stopped.is_none(), "{before}");
    player
}

/// Whether the orders of a race lead, as scripts, to what it says of them.
fn replays(player: &Player, race: &Race) {
    let circuit = Arc::clone(player.simulator().circuit());
    for (order, script) in race.orders.iter().zip(race.scripts()) {
        let mut player = player.clone();
        for (at, step) in script.iter().enumerate() {
            let line = step.shown(&circuit).to_string();
            assert_eq!(parse_line(&line, &circuit).as_ref(), Ok(&Some(step.clone())));
            let done = player.step(step, &mut ()).map_err(|refusal| refusal.message(&circuit));
            assert_eq!(done, Ok(Done::Acted), "{line}");
            // A press goes on to free the button, which is another story.
            let told = at + 1 == script.len() && !line.starts_with("press");
            if let (true, Outcome::Settles(places)) = (told, &order.outcome) {
                for &(part, place) in places {
                    assert_eq!(player.simulator().place(part), place, "{line}");
                }
            }
        }
    }
}

/// The verdict on a step after some lines, and its words.
#[track_caller]
fn told(parts: &str, before: &str, line: &str, question: Question) -> String {
    let circuit = circuit(parts);
    let player = played(&circuit, before);
    let prepared = Prepared::new(step(line, &circuit), &circuit);
    let mut judge = Judge::new(Arc::clone(&circuit), question);
    match judge.step(player.simulator(), &prepared) {
        Judgement::Clean => "clean".to_owned(),
        Judgement::GaveUp(_) => "gave up".to_owned(),
        Judgement::Critical(race) => {
            replays(&player, &race);
            let mut lines = race.lines(&circuit);
            if question.level == Level::Times {
                lines.extend(judge.limits(player.simulator(), &prepared, &race).lines(&circuit));
            }
            lines.join("\n")
        }
    }
}

/// The scripts that show a race.
#[track_caller]
fn scripts_of(parts: &str, before: &str, line: &str, level: Level) -> Vec<String> {
    let circuit = circuit(parts);
    let player = played(&circuit, before);
    let prepared = Prepared::new(step(line, &circuit), &circuit);
    let verdict = Judge::new(Arc::clone(&circuit), Question::new(level)).step(player.simulator(), &prepared);
    let Judgement::Critical(race) = verdict else { panic!("{line} is {verdict:?}") };
    replays(&player, &race);
    let lines = |script: &Vec<Step>| {
        let lines: Vec<String> = script.iter().map(|step| step.shown(&circuit).to_string()).collect();
        lines.join("\n")
    };
    race.scripts().iter().map(lines).collect()
}
