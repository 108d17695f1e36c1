//! The module `circuit`.

use std::fmt::Write;

use kiber_netlist::{Circuit, ContactForm, Id, NetId, Part, PartId, PartKind};

use super::Verilog;
use super::sides::Sides;

/// Writes the module.
pub(super) fn write(circuit: &Circuit, sides: &Sides) -> Verilog {
    let of_kind = |wanted: fn(&PartKind) -> bool| -> Vec<PartId> {
        circuit.parts.iter().filter(|(_, part)| wanted(&part.kind)).map(|(id, _)| id).collect()
    };
    let hands = of_kind(|kind| matches!(kind, PartKind::Button(_) | PartKind::Toggle(_)));
    let mut shown = of_kind(|kind| matches!(kind, PartKind::Lamp(_)));
    shown.extend(of_kind(|kind| matches!(kind, PartKind::Relay(_))));
    let mut writer = Writer { circuit, sides, text: String::new() };
    writer.module(&hands, &shown);
    Verilog { text: writer.text, hands, shown }
}

struct Writer<'a> {
    circuit: &'a Circuit,
    sides: &'a Sides,
    text: String,
}

impl<'a> Writer<'a> {
    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = self.text.write_fmt(line);
        self.text.push('\n');
    }

    fn module(&mut self, hands: &[PartId], shown: &[PartId]) {
        let start: String = hands.iter().rev().map(|&hand| if is_on(self.part(hand)) { '1' } else { '0' }).collect();
        // A port has at least one bit.
        let (width, start) = if hands.is_empty() { (1, "0".to_owned()) } else { (hands.len(), start) };
        self.line(format_args!("`define HANDS {width}"));
        self.line(format_args!("`define START {width}'b{start}"));
        self.line(format_args!("`define SHOWN {}", shown.len().max(1)));
        self.line(format_args!("`timescale 1us / 1us"));
        self.line(format_args!("\nmodule circuit(input [`HANDS-1:0] hand, output [`SHOWN-1:0] shown);"));
        for net in self.circuit.nets.ids().filter(|&net| self.sides.node(net) == net.index()) {
            let kind = match self.sides.pole(net.index()) {
                Some(pole) if pole.is_plus => "supply1",
                Some(_) => "supply0",
                None => "wire",
            };
            self.line(format_args!("    {kind} {};", self.net(net)));
        }
        for (bit, &hand) in hands.iter().enumerate() {
            self.hand(bit, hand);
        }
        for &load in shown {
            self.load(load);
        }
        let all: Vec<String> = shown
            .iter()
            .map(|&id| match self.part(id).kind {
                PartKind::Lamp(_) => format!("{}_lit", self.name(id)),
                _ => self.operated(id),
            })
            .collect();
        let all = if all.is_empty() { "1'b0".to_owned() } else { all.join(", ") };
        self.line(format_args!("\n    assign shown = {{{all}}};\nendmodule"));
    }

    fn hand(&mut self, bit: usize, id: PartId) {
        let (PartKind::Button(hand) | PartKind::Toggle(hand)) = &self.part(id).kind else { return };
        self.heading(id);
        let transfer = micros(hand.transfer_ms);
        let (operated, released) = (self.operated(id), self.released(id));
        if transfer == 0 {
            self.line(format_args!("    wire {operated} = hand[{bit}], {released} = !hand[{bit}];"));
        } else {
            self.line(format_args!("    wire {operated}, {released};"));
            self.line(format_args!(
                "    relay #(0, 0, {transfer}) {}(hand[{bit}], {released}, {operated});",
                self.name(id)
            ));
        }
        self.contacts(id);
    }

    fn load(&mut self, id: PartId) {
        let Some(load) = self.sides.loads.iter().find(|load| load.part == id) else { return };
        let mut looks = Vec::new();
        for (nodes, level) in [(&load.plus, "1'b1"), (&load.minus, "1'b0")] {
            // A pin that is wired to its pole needs no look.
            if nodes.iter().any(|&node| self.sides.pole(node).is_some()) {
                continue;
            }
            let look = |&node: &usize| format!("{} === {level}", self.net(NetId::from_index(node)));
            match nodes.as_slice() {
                [node] => looks.push(look(node)),
                nodes => looks.push(format!("({})", nodes.iter().map(look).collect::<Vec<_>>().join(" || "))),
            }
        }
        let has_current = if looks.is_empty() { "1'b1".to_owned() } else { looks.join(" && ") };
        self.heading(id);
        let name = self.name(id);
        let PartKind::Relay(relay) = &self.part(id).kind else {
            self.line(format_args!("    wire {name}_lit = {has_current};"));
            return;
        };
        let transfer = micros(relay.transfer_ms.nominal);
        let leave = micros(relay.operate_ms.nominal).max(1).saturating_sub(transfer);
        let back = micros(relay.release_ms.nominal).max(1).saturating_sub(transfer);
        let (operated, released) = (self.operated(id), self.released(id));
        self.line(format_args!("    wire {name}_fed = {has_current};"));
        self.line(format_args!("    wire {operated}, {released};"));
        self.line(format_args!("    relay #({leave}, {back}, {transfer}) {name}({name}_fed, {released}, {operated});"));
        self.contacts(id);
    }

    fn contacts(&mut self, id: PartId) {
        let (operated, released) = (self.operated(id), self.released(id));
        for &contact in self.circuit.contacts_of(id) {
            let on = |text: &str, control: &str| (text.to_owned(), control.to_owned());
            let make = on("tranif1", &operated);
            let rest = on("tranif1", &released);
            match &self.circuit.contacts[contact].form {
                ContactForm::Make(a, b) => self.switch(&make, *a, *b),
                ContactForm::Break(a, b) => self.switch(&rest, *a, *b),
                &ContactForm::Changeover { common, break_side, make_side, bridging } => {
                    // Make before break: each side conducts but for the moment at the other seat.
                    let (rest, make) = match bridging {
                        false => (rest, make),
                        true => (on("tranif0", &operated), on("tranif0", &released)),
                    };
                    if let Some(side) = break_side {
                        self.switch(&rest, common, side);
                    }
                    if let Some(side) = make_side {
                        self.switch(&make, common, side);
                    }
                }
                // Parts that have such contacts are refused.
                ContactForm::Left(..) | ContactForm::Right(..) | ContactForm::Wafer { .. } => {}
            }
        }
    }

    fn switch(&mut self, (kind, control): &(String, String), a: NetId, b: NetId) {
        let (a, b) = (self.sides.node(a), self.sides.node(b));
        if a != b {
            let [a, b] = [a, b].map(|node| self.net(NetId::from_index(node)));
            self.line(format_args!("    {kind} ({a}, {b}, {control});"));
        }
    }

    fn heading(&mut self, id: PartId) {
        let part = self.part(id);
        self.line(format_args!("\n    // {} {}", part.kind.name(), part.name));
    }

    fn part(&self, id: PartId) -> &'a Part {
        &self.circuit.parts[id]
    }

    fn net(&self, net: NetId) -> String {
        numbered('n', net.index(), &self.circuit.nets[net].name)
    }

    fn name(&self, id: PartId) -> String {
        numbered('p', id.index(), &self.part(id).name)
    }

    fn operated(&self, id: PartId) -> String {
        format!("{}_operated", self.name(id))
    }

    fn released(&self, id: PartId) -> String {
        format!("{}_released", self.name(id))
    }
}

fn is_on(part: &Part) -> bool {
    matches!(&part.kind, PartKind::Button(hand) | PartKind::Toggle(hand) if hand.on)
}

/// A name as far as Verilog takes its letters; the number tells apart those that become alike.
fn numbered(kind: char, number: usize, name: &str) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
    let letters: String = name.chars().map(plain).collect();
    format!("{kind}{number}_{letters}").trim_end_matches('_').to_owned()
}

fn micros(milliseconds: f64) -> u64 {
    (milliseconds * 1e3).round() as u64
}
