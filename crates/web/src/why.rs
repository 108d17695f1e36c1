//! Why something is as it is, as sentences and as what to circle in the drawing.

use kiber_engine::{ContactSide, Mechanics, Simulator};
use kiber_explain::{Answer, Through, contact_sentences, net_sentences, sentences, why_net, why_while};
use kiber_netlist::{Circuit, ContactId, Id, NetId, PartId, PartKind};
use kiber_trace::{Since, words};

use crate::protocol::{Highlight, Subject, Why};
use crate::standing::Standing;

/// Asks why; none if there is no such thing in the circuit. Before each way in which it could be otherwise it is
/// asked whether to go on, with how many have been tried.
pub fn ask(
    simulator: &Simulator,
    subject: Subject,
    since: &Since,
    may_go_on: &mut dyn FnMut(usize) -> bool,
) -> Option<Why> {
    let circuit = simulator.circuit();
    let mut answer = Why::default();
    match subject {
        Subject::Part(index) => {
            let part = id(index, circuit.parts.len())?;
            of_part(simulator, part, since, may_go_on, &mut answer);
        }
        Subject::Contact(index) => {
            let contact: ContactId = id(index, circuit.contacts.len())?;
            answer.lines = contact_sentences(simulator, contact);
            let part = circuit.contacts.get(contact)?.part;
            of_part(simulator, part, since, may_go_on, &mut answer);
            answer.highlight.contacts.push(index);
        }
        Subject::Net(index) => {
            let net = id(index, circuit.nets.len())?;
            let told = why_net(simulator, net)?;
            answer.lines = net_sentences(simulator, &told);
            answer.highlight.nets.push(index);
            for way in told.joined.iter().flat_map(|joined| &joined.through) {
                answer.highlight.take(circuit, *way);
            }
            if let Some(joined) = &told.joined {
                answer.highlight.parts.push(joined.source.index());
            }
        }
    }
    answer.highlight.sort();
    Some(answer)
}

fn id<I: Id>(index: usize, len: usize) -> Option<I> {
    (index < len).then(|| I::from_index(index))
}

fn of_part(
    simulator: &Simulator,
    part: PartId,
    since: &Since,
    may_go_on: &mut dyn FnMut(usize) -> bool,
    answer: &mut Why,
) {
    let circuit = simulator.circuit();
    let Some(known) = circuit.parts.get(part) else { return };
    answer.highlight.parts.push(part.index());
    match why_while(simulator, part, may_go_on) {
        Some(told) => {
            answer.lines.extend(sentences(simulator, &told));
            answer.highlight.take_answer(circuit, &told);
        }
        None => answer.lines.push(plain_words(simulator, part)),
    }
    if let Some(change) = since.of(part) {
        let (after, at) = (words::millis(change.after), words::millis(change.at));
        let (name, action) = (&known.name, &change.action);
        answer.lines.push(format!("{name} has been so since {after} into `{action}`, {at} after power-up."));
    }
}

/// What is to be said of a part that nothing drives but a hand, or nothing at all.
fn plain_words(simulator: &Simulator, part: PartId) -> String {
    let circuit = simulator.circuit();
    let known = &circuit.parts[part];
    let name = &known.name;
    let now = Standing::of(simulator).parts.get(part.index()).cloned();
    let (word, current) = now.map_or(("-".into(), None), |now| (now.0, now.1));
    let flows = current.map_or(String::new(), |milliamps| format!("{milliamps} mA"));
    match &known.kind {
        PartKind::Button(_) | PartKind::Toggle(_) | PartKind::Selector(_) => format!("{name} is {word}, by hand."),
        PartKind::Source(_) if current.is_none() => format!("{name} is {word}, in a short circuit."),
        PartKind::Source(_) => format!("{name} is {word} and gives {flows}."),
        PartKind::Fuse(_) => format!("{name} is {word} and carries {flows}."),
        PartKind::Wire(_) => format!("{name} is a wire: its ends are one net."),
        PartKind::Capacitor(_) => match simulator.voltage(part) {
            Some(volts) => format!("{name} holds {:.3} V, and {flows} flows.", volts + 0.0),
            None => format!("{name} is a capacitor."),
        },
        kind => format!("{name} is a {} and carries {flows}.", kind.noun()),
    }
}

impl Highlight {
    fn take_answer(&mut self, circuit: &Circuit, answer: &Answer) {
        let steps = answer.carried.iter().flat_map(|carried| &carried.paths).flat_map(|path| &path.steps);
        steps.for_each(|step| self.take(circuit, step.through));
        for &contact in answer.sneaks.iter().flat_map(|sneak| &sneak.contacts) {
            self.contacts.push(contact.index());
        }
        // Of what it lacks, the set that is told first.
        let first = answer.lack.iter().flat_map(|lack| lack.sets.first()).flatten();
        self.parts.extend(first.map(|what| what.part().index()));
    }

    fn take(&mut self, circuit: &Circuit, way: Through) {
        let nets = match way {
            Through::Contact(contact, side) => {
                self.contacts.push(contact.index());
                ends(circuit, contact, side)
            }
            Through::Winding(part, winding) => {
                self.parts.push(part.index());
                let kind = circuit.parts.get(part).map(|part| &part.kind);
                let coil = kind.and_then(|kind| kind.coils().nth(winding));
                coil.map_or(Vec::new(), |coil| vec![coil.plus, coil.minus])
            }
            Through::Part(part) => {
                self.parts.push(part.index());
                circuit.parts.get(part).map_or(Vec::new(), |part| part.kind.own_pins())
            }
        };
        self.nets.extend(nets.into_iter().map(NetId::index));
    }

    fn sort(&mut self) {
        for list in [&mut self.contacts, &mut self.nets, &mut self.parts] {
            list.sort_unstable();
            list.dedup();
        }
    }
}

/// The two nets that a side of a contact joins.
fn ends(circuit: &Circuit, contact: ContactId, side: ContactSide) -> Vec<NetId> {
    let Some(known) = circuit.contacts.get(contact) else { return Vec::new() };
    let mechanics = Mechanics::of(circuit, known.part);
    let all = mechanics.iter().flat_map(Mechanics::sides);
    let mut found = all.filter(|&(of, which, _)| of == contact && which == side);
    found.next().map_or(Vec::new(), |(_, _, ends)| ends.to_vec())
}
