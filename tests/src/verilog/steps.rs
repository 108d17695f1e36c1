//! A script as the steps of the test bench, and as the lines Kiber has to show.

use std::fmt::Write;
use std::sync::Arc;

use kiber_engine::{LampLevel, Micros, Place};
use kiber_netlist::{Circuit, PartId, PartKind};
use kiber_script::{Player, Script, Step, Target, Verb};

use super::{Refusal, Verilog, Why};

/// How lamps and relays stand after a line of a script: a digit each, 1 for lit or operated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The line's number; 0 is power-up.
    pub number: usize,
    /// The digits, in the order of [`Verilog::shown`].
    pub shown: String,
}

/// The steps of a script, as `tests/icarus/bench.v` reads them.
///
/// # Errors
/// When a line is about faults or sources.
pub fn steps(circuit: &Circuit, verilog: &Verilog, script: &Script) -> Result<String, Refusal> {
    let mut writer = Writer {
        width: verilog.hands.len().div_ceil(4),
        standing: verilog.hands.iter().map(|&hand| is_on(circuit, hand)).collect(),
        hands: &verilog.hands,
        text: String::new(),
    };
    for (number, _, step) in script.lines() {
        writer.line(step).map_err(|why| Refusal { at: format!("line {number}"), why })?;
    }
    Ok(writer.text)
}

/// What Kiber makes of a script, beginning with power-up.
///
/// # Errors
/// When the circuit does not settle after a line, so that afterwards the two clocks would differ, or
/// when a line cannot be done.
pub fn lines(circuit: &Arc<Circuit>, verilog: &Verilog, script: &Script) -> Result<Vec<Line>, Refusal> {
    let mut player = Player::power_up(Arc::clone(circuit), &mut ());
    let mut lines = vec![line(&player, verilog, 0)?];
    for (number, _, step) in script.lines().filter(|(_, _, step)| step.is_action()) {
        let done = player.step(step, &mut ());
        done.map_err(|_| Refusal { at: format!("line {number}"), why: Why::NotByHand })?;
        lines.push(line(&player, verilog, number)?);
    }
    Ok(lines)
}

fn line(player: &Player, verilog: &Verilog, number: usize) -> Result<Line, Refusal> {
    let happened = player.happened();
    if !happened.oscillations.is_empty() || happened.gave_up.is_some() {
        return Err(Refusal { at: format!("line {number}"), why: Why::NeverSettles });
    }
    let simulator = player.simulator();
    let stands = |part: PartId| match simulator.circuit().parts[part].kind {
        PartKind::Lamp(_) => simulator.lamp(part) == LampLevel::Lit,
        _ => simulator.place(part) == Place::OPERATED,
    };
    Ok(Line { number, shown: verilog.shown.iter().map(|&part| if stands(part) { '1' } else { '0' }).collect() })
}

struct Writer<'a> {
    hands: &'a [PartId],
    /// By hand, whether it is operated.
    standing: Vec<bool>,
    /// Hexadecimal digits of a number of that many bits.
    width: usize,
    text: String,
}

impl Writer<'_> {
    fn line(&mut self, step: &Step) -> Result<(), Why> {
        let (verb, on, lasting) = match step {
            Step::Expect(_) => return Ok(()),
            Step::Wait(span) => {
                let stays = self.standing.clone();
                self.step(stays, Some(*span), true);
                return Ok(());
            }
            Step::Act { verb, on, lasting } => (*verb, on, *lasting),
            Step::InOrder { .. } => return Err(Why::NotByHand),
        };
        let mut after = self.standing.clone();
        let mut freed = self.standing.clone();
        for target in on {
            let Target::Part(part) = target else { return Err(Why::NotByHand) };
            let hand = self.hands.iter().position(|hand| hand == part).ok_or(Why::NotByHand)?;
            after[hand] = match verb {
                Verb::Flip => !after[hand],
                Verb::On | Verb::Press | Verb::Hold => true,
                Verb::Off | Verb::Free => false,
                _ => return Err(Why::NotByHand),
            };
            freed[hand] = false;
        }
        self.step(after, lasting, verb != Verb::Press);
        if verb == Verb::Press {
            self.step(freed, None, true);
        }
        Ok(())
    }

    /// Hands go to where they stand afterwards, and time passes, or the circuit settles.
    fn step(&mut self, after: Vec<bool>, span: Option<Micros>, last: bool) {
        let changed = |to: bool| self.digits(|hand| after[hand] == to && self.standing[hand] != to);
        let (operate, let_go) = (changed(true), changed(false));
        // Writing to a string does not fail.
        let _ = match span {
            Some(span) => writeln!(self.text, "{operate} {let_go} {span} {}", u8::from(last)),
            None => writeln!(self.text, "{operate} {let_go} -1 {}", u8::from(last)),
        };
        self.standing = after;
    }

    fn digits(&self, is_set: impl Fn(usize) -> bool) -> String {
        let digit = |at: usize| {
            let bits = (4 * at..4 * at + 4).filter(|&hand| hand < self.hands.len() && is_set(hand));
            let value: u32 = bits.map(|hand| 1 << (hand % 4)).sum();
            char::from_digit(value, 16).unwrap_or('0')
        };
        (0..self.width.max(1)).rev().map(digit).collect()
    }
}

fn is_on(circuit: &Circuit, part: PartId) -> bool {
    matches!(&circuit.parts[part].kind, PartKind::Button(hand) | PartKind::Toggle(hand) if hand.on)
}
