//! The recorder that turns events into changes of signals.

use std::fmt::{self, Write};
use std::io;
use std::sync::Arc;

use kiber_engine::{Event, Fault, Micros, Nanoamps, Place, Simulator, Sink, What};
use kiber_netlist::{Circuit, Id, PartId};

use super::format::{Bit, Decimal, Signal, WaveFormat};
use super::names::push_safe_text;
use super::signals::{OfPart, Signals};
use super::standing::{brightness, fixed, milliamps, say_place, start_of_part, without_asks};
use crate::moves::AllMoves;
use crate::recorder::{Ending, Recorder};
use crate::recording::ScriptPin;
use crate::wording::{CIRCUIT, SCRIPT, Wording};
use crate::words;

/// The state of a run in which something is under way.
const MOVING: &str = "moving";

/// What a wave file has besides what happens to parts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Contents<'a> {
    /// The script that is played, if it is one.
    pub script: Option<&'a ScriptPin>,
    /// Whether the potentials of nets and the voltages of capacitors are shown.
    pub nets: bool,
}

/// Writes a run into a wave file while it happens.
///
/// Every event says all the signals that are about it, changed or not, in one order; so a file in
/// which changes keep their order, as VCD does, holds the events themselves. `docs/waves.md` lists the
/// signals.
#[derive(Debug)]
pub struct Waves<F> {
    circuit: Arc<Circuit>,
    format: F,
    signals: Signals,
    now: Micros,
    sections: u32,
    settled: bool,
    /// Whether the state says that something is under way.
    moving: bool,
    faults: Vec<Fault>,
    nets: Vec<Option<i64>>,
    capacitors: Vec<Option<i64>>,
    moves: AllMoves,
    headings: Vec<String>,
    line: String,
    text: String,
}

impl<F: WaveFormat> Waves<F> {
    /// Begins a file of that circuit, before its power-up.
    pub fn new(circuit: Arc<Circuit>, contents: Contents<'_>, mut format: F) -> Self {
        let mut line = String::new();
        let mut remark = |of: &str, fingerprint: &dyn fmt::Display, name: &str| {
            line.clear();
            // A `String` takes whatever it is given.
            let _ = write!(line, "{of}{fingerprint}  ");
            push_safe_text(name, &mut line);
            format.remark(line.trim_end());
        };
        remark(CIRCUIT, &circuit.fingerprint(), &circuit.title);
        if let Some(ScriptPin { name, fingerprint }) = contents.script {
            remark(SCRIPT, fingerprint, name);
        }
        let signals = Signals::declare(&circuit, contents.nets, &mut format);
        format.end_of_head();
        let mut waves = Self {
            format,
            now: 0,
            sections: 0,
            settled: false,
            moving: false,
            faults: Vec::new(),
            nets: vec![None; signals.nets.len()],
            capacitors: vec![None; signals.capacitors.len()],
            signals,
            moves: AllMoves::default(),
            headings: Vec::new(),
            line: String::new(),
            text: String::new(),
            circuit,
        };
        waves.say_the_start();
        waves.format.end_of_start();
        waves
    }

    /// Ends the file at that instant, in microseconds since power-up.
    ///
    /// # Errors
    /// When something could not be written, now or before.
    pub fn finish(mut self, at: Micros) -> io::Result<F::Out> {
        self.go_to(at);
        self.format.finish()
    }

    /// How everything stands before power-up.
    fn say_the_start(&mut self) {
        let run = self.signals.run;
        self.format.number(run.section, Some(0));
        for text in [run.heading, run.action, run.state] {
            self.format.text(text, "");
        }
        self.format.bit(run.settled, Bit::Zero);
        for text in [run.faults, run.message] {
            self.format.text(text, "");
        }
        let simulator = Simulator::new(Arc::clone(&self.circuit));
        for part in self.circuit.parts.ids() {
            let Some(known) = self.signals.parts.get(part.index()) else { continue };
            start_of_part(&mut self.format, &self.circuit, part, known, &simulator);
        }
        for side in self.signals.contacts.iter().flat_map(|contact| &contact.sides) {
            self.format.bit(side.signal, side.held_closed.into());
        }
        for &net in &self.signals.nets {
            self.format.real(net, None);
        }
        for (&(part, signal), before) in self.signals.capacitors.iter().zip(&mut self.capacitors) {
            *before = simulator.voltage(part).map(microvolts);
            self.format.real(signal, before.map(volts));
        }
    }

    fn go_to(&mut self, at: Micros) {
        self.now = self.now.max(at);
        self.format.instant(self.now);
    }

    fn part(&self, part: PartId) -> Option<&OfPart> {
        self.signals.parts.get(part.index())
    }

    fn say_bit(&mut self, signal: Option<Signal>, bit: impl Into<Bit>) {
        if let Some(signal) = signal {
            self.format.bit(signal, bit.into());
        }
    }

    fn say_current(&mut self, signal: Option<Signal>, current: Nanoamps) {
        if let Some(signal) = signal {
            self.format.real(signal, Some(milliamps(current)));
        }
    }

    fn say_text(&mut self, signal: Signal, text: &str) {
        self.text.clear();
        push_safe_text(text, &mut self.text);
        self.format.text(signal, &self.text);
    }

    /// What the run as a whole does: `settled` or anything else.
    fn say_state(&mut self, state: &str, settled: bool) {
        self.settled = settled;
        self.moving = false;
        self.format.bit(self.signals.run.settled, settled.into());
        self.say_text(self.signals.run.state, state);
    }

    /// Where a part stands from now on, and what its contacts do.
    fn say_move(&mut self, part: PartId, from: Place, to: Place) {
        let Self { circuit, format, signals, faults, .. } = self;
        let Some(known) = signals.parts.get(part.index()) else { return };
        let Some(mechanics) = &known.mechanics else { return };
        say_place(format, circuit, part, known, to);
        // As a trace tells it: first what opens, then what closes.
        for closing in [false, true] {
            for (contact, side, closes) in mechanics.moved(from, to) {
                if closes != closing {
                    continue;
                }
                let Some(moved) = signals.contacts.get_mut(contact.index()) else { continue };
                let Some(form) = circuit.contacts.get(contact).map(|contact| &contact.form) else { continue };
                for known in moved.sides.iter_mut().filter(|known| known.side == side) {
                    known.held_closed = closes;
                    if fixed(contact, form, side, faults).is_none() {
                        format.bit(known.signal, closes.into());
                    }
                }
            }
        }
    }

    fn say_fault(&mut self, fault: Fault, present: bool) {
        if present {
            self.faults.push(fault);
        } else {
            self.faults.retain(|&there| there != fault);
        }
        let mut all = String::new();
        for fault in &self.faults {
            if !all.is_empty() {
                all.push_str("; ");
            }
            all.push_str(&words::fault(&self.circuit, fault));
        }
        self.say_text(self.signals.run.faults, &all);
        let (Fault::ContactStuckOpen(contact) | Fault::ContactWelded { contact, .. }) = fault else { return };
        let Some(form) = self.circuit.contacts.get(contact).map(|contact| &contact.form) else { return };
        let Some(known) = self.signals.contacts.get(contact.index()) else { return };
        for side in &known.sides {
            let closed = fixed(contact, form, side.side, &self.faults).unwrap_or(side.held_closed);
            self.format.bit(side.signal, closed.into());
        }
    }

    /// The line of the trace, without its time, for what no signal of a part has room for.
    fn say_message(&mut self, what: &What) {
        self.line.clear();
        let mut line = std::mem::take(&mut self.line);
        Wording { circuit: &self.circuit, faults: &[], moves: &mut self.moves, line: &mut line }.event(0, what);
        let told = line.trim_end().split_once(" ms  ").map_or("", |(_, told)| told);
        // The columns are for lines beneath each other.
        let message = match told.split_once(' ') {
            Some((part, words)) if !part.is_empty() => format!("{part} {}", words.trim_start()),
            _ => told.trim_start().to_owned(),
        };
        self.say_text(self.signals.run.message, &message);
        self.line = line;
    }
}

impl<F: WaveFormat> Sink for Waves<F> {
    const WANTS_SOLVED: bool = true;

    fn event(&mut self, event: Event) {
        self.go_to(event.at);
        match &event.what {
            What::Settled => return self.say_state("settled", true),
            What::Oscillates(oscillation) => {
                let state = words::oscillation(&self.circuit, oscillation);
                return self.say_state(&state, false);
            }
            _ if !self.moving => {
                self.say_state(MOVING, false);
                self.moving = true;
            }
            _ => {}
        }
        match event.what {
            What::Hand { part, operated } => self.say_bit(self.part(part).and_then(|known| known.hand), operated),
            What::Turned { part, to } => {
                if let Some(signal) = self.part(part).and_then(|known| known.hand) {
                    self.format.number(signal, Some(u32::from(to)));
                }
            }
            What::Source { part, on } => self.say_bit(self.part(part).and_then(|known| known.on), on),
            What::Fault { fault, present } => {
                self.say_message(&event.what);
                self.say_fault(fault, present);
            }
            What::Moved { part, from, to } => self.say_move(part, from, to),
            What::Coil { part, current, asks, partial } => {
                let Some(&OfPart { current: in_coil, asks: asks_for, partial: is_partial, .. }) = self.part(part)
                else {
                    return;
                };
                self.say_bit(is_partial, partial);
                if let (Some(signal), Some(known)) = (asks_for, self.circuit.parts.get(part)) {
                    self.format.text(signal, without_asks(words::request(&known.kind, asks)));
                }
                self.say_current(in_coil, current);
            }
            What::BothCoils { part, driven } => self.say_bit(self.part(part).and_then(|known| known.both), driven),
            What::Lamp { part, level, current } => {
                let Some(&OfPart { lit, lamp_current, .. }) = self.part(part) else { return };
                self.say_bit(lit, brightness(level));
                self.say_current(lamp_current, current);
            }
            What::ShortBegan(ref short) | What::ShortEnded(ref short, _) => {
                self.say_message(&event.what);
                let stands = matches!(event.what, What::ShortBegan(_));
                for &source in &short.sources {
                    self.say_bit(self.part(source).and_then(|known| known.shorted), stands);
                }
            }
            What::OverloadBegan { part, current } => {
                self.say_current(self.part(part).and_then(|known| known.overload), current);
            }
            What::OverloadEnded { part, .. } => {
                self.say_current(self.part(part).and_then(|known| known.overload), Nanoamps(0));
            }
            What::Blown { part, .. } => {
                self.say_message(&event.what);
                self.say_bit(self.part(part).and_then(|known| known.whole), false);
            }
            What::Replaced { part } => self.say_bit(self.part(part).and_then(|known| known.whole), true),
            What::Settled | What::Oscillates(_) => {}
        }
    }

    fn solved(&mut self, simulator: &Simulator) {
        if self.nets.is_empty() && self.capacitors.is_empty() {
            return;
        }
        self.go_to(simulator.now());
        let potentials = simulator.potentials().into_iter().map(|potential| potential.map(microvolts));
        for ((now, before), &signal) in potentials.zip(&mut self.nets).zip(&self.signals.nets) {
            if std::mem::replace(before, now) != now {
                self.format.real(signal, now.map(volts));
            }
        }
        for (&(part, signal), before) in self.signals.capacitors.iter().zip(&mut self.capacitors) {
            let now = simulator.voltage(part).map(microvolts);
            if std::mem::replace(before, now) != now {
                self.format.real(signal, now.map(volts));
            }
        }
    }
}

impl<F: WaveFormat> Recorder for Waves<F> {
    fn heading(&mut self, heading: &str) {
        self.headings.push(heading.to_owned());
    }

    fn begin_section(&mut self, title: &dyn fmt::Display, at: Micros) {
        self.go_to(at);
        for heading in std::mem::take(&mut self.headings) {
            self.say_text(self.signals.run.heading, &heading);
        }
        self.sections = self.sections.saturating_add(1);
        self.format.number(self.signals.run.section, Some(self.sections));
        self.line.clear();
        // A `String` takes whatever it is given.
        let _ = write!(self.line, "{title}");
        let line = std::mem::take(&mut self.line);
        self.say_text(self.signals.run.action, &line);
        self.line = line;
    }

    fn end_section(&mut self, at: Micros, ending: Ending) {
        self.go_to(at);
        match ending {
            Ending::Told => {}
            Ending::TimeUp { still: true } => self.say_state("time is up, nothing moves", true),
            Ending::TimeUp { still: false } => self.say_state("time is up, still moving", false),
            Ending::GaveUp(instants) => {
                self.say_state(&format!("still moving, given up after {instants} instants"), false);
            }
            Ending::Refused => self.say_state("refused, nothing done", self.settled),
        }
    }
}

fn microvolts(volts: f64) -> i64 {
    (volts * 1e6).round() as i64
}

fn volts(microvolts: i64) -> Decimal {
    Decimal { units: microvolts, decimals: 6 }
}
