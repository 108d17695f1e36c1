//! Why a part stands as it does, as data.

use kiber_engine::{Action, Fault, LampLevel, Micros, Nanoamps, Request, Simulator, Stand, Untimed};
use kiber_netlist::{Circuit, ContactId, PartId, PartKind, RelayAction};

use crate::carry::{Carried, Path, PathStep, carried};
use crate::lack::{Lack, Wanted, smallest_sets};
use crate::ways::Through;

/// Why a relay, a stepper or a lamp stands as it does.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Which part.
    pub part: PartId,
    /// How it stands.
    pub standing: Standing,
    /// What flows through its windings, or through the lamp, and by which paths; empty without current.
    pub carried: Vec<Carried>,
    /// What would have to move for the coil to operate the relay, or for the lamp to be lit; none where that is so
    /// already.
    pub lack: Option<Lack>,
    /// What shares the voltage, so that too little is left; none where nothing does.
    pub starved: Option<Starved>,
    /// Paths that lead backwards through another coil or lamp.
    pub sneaks: Vec<Sneak>,
    /// What keeps an operated relay where it is; none of what is not operated, and of lamps.
    pub held: Option<Held>,
}

/// How a part stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// A relay or a stepper.
    Mechanism {
        /// Where its contacts stand.
        stand: Stand,
        /// What its coils ask for.
        asks: Request,
    },
    /// A lamp.
    Lamp(LampLevel),
}

/// Too little is left for a coil or a lamp.
#[derive(Clone, Debug, PartialEq)]
pub struct Starved {
    /// What flows.
    pub current: Nanoamps,
    /// What it needs.
    pub needs: Nanoamps,
    /// The loads before and behind it on the paths that feed it, each once.
    pub shares_with: Vec<Through>,
}

/// A way backwards through a load that it was not meant to go through.
#[derive(Clone, Debug, PartialEq)]
pub struct Sneak {
    /// The load that is passed from its second pin to its first.
    pub backwards: Through,
    /// The path, by its number among those of the winding.
    pub winding: usize,
    /// See `winding`.
    pub path: usize,
    /// The closed contacts on the path each of which would cut it if it were open, and take no current from any
    /// other coil or lamp that has what it needs.
    pub contacts: Vec<ContactId>,
    /// Whether a diode in series with that load, conducting from its first pin to its second, would cut it.
    pub diode: bool,
}

/// What keeps a relay where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Held {
    /// The current in its coils: enough to operate, or between release and operate.
    Current {
        /// Its own contacts on the paths: it holds itself.
        own_contacts: Vec<ContactId>,
    },
    /// Nothing: its coil asks it to go, and it leaves after so long.
    Until(Micros),
    /// It keeps its place without current.
    Keeps,
    /// A fault holds its armature.
    Stuck,
}

/// Asks why a relay, a stepper or a lamp stands as it does; none of other parts.
pub fn why(simulator: &Simulator, part: PartId) -> Option<Answer> {
    why_while(simulator, part, &mut |_| true)
}

/// As [`why`], with a question that is asked before each set of mechanisms that is tried: whether to go on,
/// after so many. Where the answer is no, [`Answer::lack`] is not looked for any further, as if there were too
/// many to try.
pub fn why_while(simulator: &Simulator, part: PartId, may_go_on: &mut dyn FnMut(usize) -> bool) -> Option<Answer> {
    let circuit = simulator.circuit();
    let kind = &circuit.parts.get(part)?.kind;
    let (wanted, standing) = match kind {
        PartKind::Relay(_) | PartKind::Stepper(_) => {
            (Wanted::Operates(part), Standing::Mechanism { stand: simulator.stand(part), asks: simulator.asks(part) })
        }
        PartKind::Lamp(_) => (Wanted::Lights(part), Standing::Lamp(simulator.lamp(part))),
        _ => return None,
    };
    let carried = carried(simulator, part);
    let held = held(simulator, part, &carried);
    let is_so = wanted.is_so(simulator) || held.is_some();
    let lack = (!is_so).then(|| smallest_sets(simulator, wanted, may_go_on));
    let starved = if is_so { None } else { starved(circuit, kind, &carried) };
    let sneaks = sneaks(simulator, &carried);
    Some(Answer { part, standing, carried, lack, starved, sneaks, held })
}

fn held(simulator: &Simulator, part: PartId, carried: &[Carried]) -> Option<Held> {
    let PartKind::Relay(relay) = &simulator.circuit().parts[part].kind else { return None };
    let stand = simulator.stand(part);
    let stands_operated = match relay.action {
        RelayAction::Polarized { .. } => return None,
        _ => stand.at > 0 || stand.towards.is_some_and(|to| to > 0),
    };
    if !stands_operated {
        return None;
    }
    if simulator.faults().contains(&Fault::ArmatureStuck(part)) {
        return Some(Held::Stuck);
    }
    if matches!(relay.action, RelayAction::Bistable { .. } | RelayAction::Impulse { .. }) {
        return Some(Held::Keeps);
    }
    if let (Request::Release | Request::Reverse, Some(span)) = (simulator.asks(part), simulator.remaining(part)) {
        return Some(Held::Until(span));
    }
    let steps = carried.iter().flat_map(|carried| &carried.paths).flat_map(|path| &path.steps);
    let mut own_contacts: Vec<ContactId> = steps
        .filter_map(|step| match step.through {
            Through::Contact(contact, _) if step.through.part(simulator.circuit()) == Some(part) => Some(contact),
            _ => None,
        })
        .collect();
    own_contacts.sort_unstable();
    own_contacts.dedup();
    Some(Held::Current { own_contacts })
}

/// Too small a current, and the loads that share the voltage.
fn starved(circuit: &Circuit, kind: &PartKind, carried: &[Carried]) -> Option<Starved> {
    let most = carried.iter().max_by_key(|carried| carried.current.0.abs())?;
    let needs = match (kind, most.through) {
        (PartKind::Lamp(lamp), _) => Nanoamps::from_amps(0.7 * lamp.amps.nominal),
        (_, Through::Winding(_, winding)) => {
            Nanoamps::from_amps(kind.coils().nth(winding)?.operate_ma.nominal / 1000.0)
        }
        _ => return None,
    };
    let mut shares_with = Vec::new();
    for step in most.paths.iter().flat_map(|path| &path.steps) {
        if step.through != most.through && is_load(circuit, step.through) && !shares_with.contains(&step.through) {
            shares_with.push(step.through);
        }
    }
    Some(Starved { current: Nanoamps(most.current.0.abs()), needs, shares_with })
}

/// Whether something resists.
pub(crate) fn is_load(circuit: &Circuit, through: Through) -> bool {
    match through {
        Through::Winding(..) => true,
        Through::Part(part) => {
            matches!(circuit.parts[part].kind, PartKind::Lamp(_) | PartKind::Resistor(_))
        }
        Through::Contact(..) => false,
    }
}

/// The paths that lead backwards through another coil or lamp, and what would cut each.
fn sneaks(simulator: &Simulator, carried: &[Carried]) -> Vec<Sneak> {
    let circuit = simulator.circuit();
    let mut sneaks = Vec::new();
    for (winding, carried) in carried.iter().enumerate() {
        for (number, path) in carried.paths.iter().enumerate() {
            let is_backwards = |step: &&PathStep| {
                let meant = match step.through {
                    Through::Winding(..) => true,
                    Through::Part(part) => matches!(circuit.parts[part].kind, PartKind::Lamp(_)),
                    Through::Contact(..) => false,
                };
                meant && step.backwards && step.through != carried.through
            };
            if let Some(step) = path.steps.iter().find(is_backwards) {
                sneaks.push(cut(simulator, carried, (winding, number, path), step.through));
            }
        }
    }
    sneaks
}

fn cut(
    simulator: &Simulator,
    carried: &Carried,
    (winding, number, path): (usize, usize, &Path),
    backwards: Through,
) -> Sneak {
    let circuit = simulator.circuit();
    let mut untimed = Untimed::new(circuit.clone());
    untimed.stand_as(simulator);
    let satisfied = |simulator: &Simulator, part: PartId| match circuit.parts[part].kind {
        PartKind::Lamp(_) => simulator.lamp(part) == LampLevel::Lit,
        _ => simulator.asks(part) == Request::Operate,
    };
    // Who is on the path loses its current with it, and is meant to.
    let on_path = |part: PartId| {
        path.steps.iter().any(|step| is_load(circuit, step.through) && step.through.part(circuit) == Some(part))
    };
    let others: Vec<PartId> = circuit
        .parts
        .ids()
        .filter(|&part| {
            matches!(circuit.parts[part].kind, PartKind::Lamp(_)) || circuit.parts[part].kind.coils().next().is_some()
        })
        .filter(|&part| !on_path(part) && satisfied(untimed.simulator(), part))
        .collect();
    let mut cuts = |fault: Fault| {
        if untimed.act(&[Action::Break(fault)]).is_err() {
            return false;
        }
        let now = untimed.simulator();
        let left = match carried.through {
            Through::Winding(part, winding) => now.current(part, winding),
            Through::Part(part) => now.current(part, 0),
            Through::Contact(..) => Nanoamps(0),
        };
        // What this path carried is gone, and nobody else has lost anything.
        let carried_here = carried.current.0.unsigned_abs() as f64 * path.share;
        let gone = carried.current.0.unsigned_abs().saturating_sub(left.0.unsigned_abs()) as f64;
        let is_cut = gone >= 0.9 * carried_here && others.iter().all(|&part| satisfied(now, part));
        let _ = untimed.act(&[Action::Mend(fault)]);
        is_cut
    };
    let mut contacts: Vec<ContactId> = Vec::new();
    for step in &path.steps {
        if let Through::Contact(contact, _) = step.through
            && cuts(Fault::ContactStuckOpen(contact))
        {
            contacts.push(contact);
        }
    }
    let diode = match backwards {
        Through::Winding(part, _) => cuts(Fault::CoilOpen(part)),
        // A lamp has no fault of its own; nothing goes backwards through a diode, so it always cuts.
        _ => true,
    };
    Sneak { backwards, winding, path: number, contacts, diode }
}
