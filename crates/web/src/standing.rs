//! How everything in a circuit stands at one instant, and what differs between two.

use std::borrow::Cow;
use std::collections::BTreeMap;

use kiber_draw::{Live, NetLive, SideLive};
use kiber_engine::Simulator;
use kiber_netlist::{Circuit, Id, PartId, PartKind, RelayAction};
use kiber_trace::words;

use crate::describe::side_word;
use crate::protocol::{Frame, NetNow, PartNow};

/// How every part, contact and net stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// By part.
    pub parts: Vec<PartNow>,
    /// Of parts with several windings, by part: through which of them current flows.
    pub windings: BTreeMap<usize, Vec<bool>>,
    /// By contact: the closed sides.
    pub contacts: Vec<Vec<Cow<'static, str>>>,
    /// By contact: the sides that carry current.
    pub carrying: Vec<Vec<Cow<'static, str>>>,
    /// By net.
    pub nets: Vec<NetNow>,
    /// By net: whether current flows through it.
    pub current: Vec<bool>,
}

impl Standing {
    /// How a circuit stands.
    pub fn of(simulator: &Simulator) -> Self {
        let circuit = simulator.circuit();
        let live = Live::of(simulator);
        let mut standing = Self {
            parts: circuit.parts.ids().map(|part| PartNow(word(circuit, simulator, part), None)).collect(),
            windings: BTreeMap::new(),
            contacts: Vec::with_capacity(circuit.contacts.len()),
            carrying: Vec::with_capacity(circuit.contacts.len()),
            nets: live.nets.into_iter().map(net_now).collect(),
            current: live.carrying,
        };
        for row in simulator.part_currents() {
            if let Some(PartNow(_, current)) = standing.parts.get_mut(row.part.index()) {
                let milliamps = (row.current.0.unsigned_abs() as f64 / 1e3).round() / 1e3;
                *current = Some(current.map_or(milliamps, |before| before.max(milliamps)));
            }
            standing.windings.entry(row.part.index()).or_default().push(row.current.0 != 0);
        }
        standing.windings.retain(|_, carrying| carrying.len() > 1);
        for (contact, sides) in circuit.contacts.rows().iter().zip(&live.contacts) {
            let words = |is_so: fn(&SideLive) -> bool| {
                let told = sides.iter().filter(|side| is_so(side));
                told.map(|side| side_word(&contact.form, side.side)).collect()
            };
            standing.contacts.push(words(|side| side.closed));
            standing.carrying.push(words(|side| side.carries));
        }
        standing
    }

    /// What is to be told of the way from one standing to another; everything if there is none before.
    pub fn frame_after(&self, before: Option<&Self>) -> Frame {
        let empty = Self::default();
        let before = before.unwrap_or(&empty);
        Frame {
            parts: changed(&before.parts, &self.parts),
            windings: self
                .windings
                .iter()
                .filter(|&(part, row)| before.windings.get(part) != Some(row))
                .map(cloned)
                .collect(),
            contacts: changed(&before.contacts, &self.contacts),
            carrying: changed(&before.carrying, &self.carrying),
            nets: changed(&before.nets, &self.nets),
            current: changed(&before.current, &self.current),
            ..Frame::default()
        }
    }

    /// What a frame makes of it: the other way round.
    pub fn apply(&mut self, frame: &Frame) {
        apply(&mut self.parts, &frame.parts, || PartNow("".into(), None));
        self.windings.extend(frame.windings.iter().map(cloned));
        apply(&mut self.contacts, &frame.contacts, Vec::new);
        apply(&mut self.carrying, &frame.carrying, Vec::new);
        apply(&mut self.nets, &frame.nets, NetNow::default);
        apply(&mut self.current, &frame.current, bool::default);
    }
}

fn cloned((&part, row): (&usize, &Vec<bool>)) -> (usize, Vec<bool>) {
    (part, row.clone())
}

fn changed<T: Clone + PartialEq>(before: &[T], after: &[T]) -> BTreeMap<usize, T> {
    let rows = after.iter().enumerate().filter(|&(index, row)| before.get(index) != Some(row));
    rows.map(|(index, row)| (index, row.clone())).collect()
}

fn apply<T: Clone>(rows: &mut Vec<T>, changed: &BTreeMap<usize, T>, nothing: impl Fn() -> T) {
    for (&index, row) in changed {
        if rows.len() <= index {
            rows.resize(index + 1, nothing());
        }
        if let Some(known) = rows.get_mut(index) {
            known.clone_from(row);
        }
    }
}

fn net_now(net: NetLive) -> NetNow {
    match net {
        NetLive::Floating => NetNow::Floating,
        NetLive::Plus => NetNow::Plus,
        NetLive::Minus => NetNow::Minus,
        NetLive::Between => NetNow::Between,
    }
}

/// The word for how a part stands.
fn word(circuit: &Circuit, simulator: &Simulator, part: PartId) -> Cow<'static, str> {
    let held = simulator.is_held(part);
    let word = match &circuit.parts[part].kind {
        PartKind::Lamp(_) => words::lamp_level(simulator.lamp(part)),
        PartKind::Button(_) if held => "pressed",
        PartKind::Button(_) => "free",
        PartKind::Toggle(_) if held => "on",
        PartKind::Source(_) if simulator.source_is_on(part) => "on",
        PartKind::Toggle(_) | PartKind::Source(_) => "off",
        PartKind::Relay(relay) => {
            let stand = simulator.stand(part);
            match (stand.towards, relay.action) {
                (None, _) => return words::stand(circuit, part, stand),
                (Some(_), RelayAction::Polarized { .. }) => "moving",
                (Some(to), _) if to > stand.at => "operating",
                (Some(_), _) => "releasing",
            }
        }
        PartKind::Stepper(_) | PartKind::Selector(_) | PartKind::Fuse(_) => {
            let stand = simulator.stand(part);
            match stand.towards {
                None => return words::stand(circuit, part, stand),
                Some(_) => "moving",
            }
        }
        PartKind::Resistor(_) | PartKind::Capacitor(_) | PartKind::Diode(_) | PartKind::Wire(_) => "-",
    };
    word.into()
}
