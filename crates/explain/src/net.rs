//! Why a net has the potential it has.

use std::collections::VecDeque;

use kiber_engine::Simulator;
use kiber_netlist::{Id, NetId, PartId, PartKind};

use crate::ways::{Through, Ways};

/// Why a net has its potential.
#[derive(Clone, Debug, PartialEq)]
pub struct NetAnswer {
    /// Which net.
    pub net: NetId,
    /// Its potential in volts, against the minus pole of the first source it hangs together with; none
    /// if it floats.
    pub volts: Option<f64>,
    /// The pole of a source to which it is joined without resistance, if it is.
    pub joined: Option<Joined>,
}

/// A pole and what joins a net to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joined {
    /// The source.
    pub source: PartId,
    /// Whether it is the plus pole.
    pub plus: bool,
    /// The closed contacts, wires, whole fuses and conducting diodes between, as few as there may be, from the
    /// pole to the net.
    pub through: Vec<Through>,
}

/// Asks why a net has the potential it has; none if there is no such net.
pub fn why_net(simulator: &Simulator, net: NetId) -> Option<NetAnswer> {
    let circuit = simulator.circuit();
    circuit.nets.get(net)?;
    let volts = simulator.potentials().get(net.index()).copied().flatten();
    Some(NetAnswer { net, volts, joined: joined(simulator, net) })
}

fn joined(simulator: &Simulator, net: NetId) -> Option<Joined> {
    let circuit = simulator.circuit();
    let ways = Ways::of(simulator);
    let joins = |through: Through| match through {
        Through::Contact(contact, side) => simulator.is_side_closed(contact, side),
        Through::Winding(..) => false,
        Through::Part(part) => match circuit.parts[part].kind {
            PartKind::Wire(_) => true,
            PartKind::Fuse(_) => !simulator.is_blown(part),
            PartKind::Diode(_) => simulator.current(part, 0).0 != 0,
            _ => false,
        },
    };
    // From the net outwards: the first pole met is the nearest.
    let mut came_by: Vec<Option<(NetId, Through)>> = vec![None; circuit.nets.len()];
    let mut queue = VecDeque::from([net]);
    while let Some(at) = queue.pop_front() {
        let pole = ways.at(at).find_map(|(_, way, _)| match way.through {
            Through::Part(part) => match &circuit.parts[part].kind {
                PartKind::Source(source) if simulator.source_is_on(part) => Some((part, source.plus == at)),
                _ => None,
            },
            _ => None,
        });
        if let Some((source, plus)) = pole {
            let mut through = Vec::new();
            let mut back = at;
            while back != net {
                let (before, by) = came_by[back.index()]?;
                through.push(by);
                back = before;
            }
            return Some(Joined { source, plus, through });
        }
        for (_, way, other) in ways.at(at) {
            if other != net && came_by[other.index()].is_none() && joins(way.through) {
                came_by[other.index()] = Some((at, way.through));
                queue.push_back(other);
            }
        }
    }
    None
}
