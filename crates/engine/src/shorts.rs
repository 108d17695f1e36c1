//! Short circuits in words: the path that closes a loop of ideal sources.

use std::collections::{BTreeMap, BTreeSet};

use crate::event::{Short, ShortStep};
use crate::network::{JointBy, LinkStatus, Network};
use crate::plan::{DiodeId, LinkId, Plan, SourceId};

/// Whether a short is of just these sources.
pub(crate) fn has_sources(plan: &Plan, short: &Short, sources: &[SourceId]) -> bool {
    short.sources.iter().eq(sources.iter().map(|&source| &plan.sources[source].part))
}

/// Whether the contacts in the path of a short are still closed.
pub(crate) fn is_closed(plan: &Plan, short: &Short, closed: impl Fn(LinkId) -> bool) -> bool {
    short.path.iter().all(|&step| match step {
        ShortStep::Contact(contact) => plan.sides(contact).any(&closed),
        ShortStep::Part(_) => true,
    })
}

/// The shortest path without resistance from the first source's plus pole to its minus pole.
pub(crate) fn describe(
    plan: &Plan,
    network: &Network,
    sources: &[SourceId],
    closed: impl Fn(LinkId) -> bool,
    conducting: &BTreeSet<DiodeId>,
) -> Short {
    let parts = sources.iter().map(|&source| plan.sources[source].part).collect();
    let Some((&first, others)) = sources.split_first() else { return Short { sources: parts, path: Vec::new() } };
    let mut steps: BTreeMap<u32, Vec<(u32, ShortStep)>> = BTreeMap::new();
    let mut join = |ends: [u32; 2], step: ShortStep| {
        steps.entry(ends[0]).or_default().push((ends[1], step));
        steps.entry(ends[1]).or_default().push((ends[0], step));
    };
    for joint in &network.joints {
        let step = match joint.by {
            JointBy::Part(part) => ShortStep::Part(part),
            JointBy::Link(link) => ShortStep::Contact(plan.links[link].contact),
            JointBy::Fuse(fuse) => ShortStep::Part(plan.fuses[fuse].part),
        };
        join(joint.ends, step);
    }
    for (id, link) in plan.links.iter() {
        if network.link_status(id) == LinkStatus::Moving && closed(id) {
            join(network.link_pins(id), ShortStep::Contact(link.contact));
        }
    }
    for &diode in conducting {
        join(network.diode_pins(diode), ShortStep::Part(plan.diodes[diode].part));
    }
    for &source in others {
        join(network.source_pins(source), ShortStep::Part(plan.sources[source].part));
    }
    let [plus, minus] = network.source_pins(first);
    Short { sources: parts, path: shortest(&steps, plus, minus) }
}

fn shortest(steps: &BTreeMap<u32, Vec<(u32, ShortStep)>>, from: u32, to: u32) -> Vec<ShortStep> {
    let mut came: BTreeMap<u32, Option<(u32, ShortStep)>> = BTreeMap::from([(from, None)]);
    let mut queue = vec![from];
    let mut at = 0;
    while at < queue.len() && !came.contains_key(&to) {
        let pin = queue[at];
        at += 1;
        for &(next, step) in steps.get(&pin).into_iter().flatten() {
            came.entry(next).or_insert_with(|| {
                queue.push(next);
                Some((pin, step))
            });
        }
    }
    let mut path = Vec::new();
    let mut pin = to;
    while let Some(&Some((before, step))) = came.get(&pin) {
        path.push(step);
        pin = before;
    }
    path.reverse();
    path
}
