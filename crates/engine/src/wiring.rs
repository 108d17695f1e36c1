//! A network made ready to be solved: how each zone is, and what each mechanism touches.

use kiber_netlist::Id;

use crate::bits::Bits;
use crate::decide::Coil;
use crate::fault::Fault;
use crate::fuses::FuseStatus;
use crate::network::Network;
use crate::plan::{LinkId, Plan, SourceId};
use crate::small::Coding;
use crate::solve::Merger;
use crate::zone::{Rail, Zone};

/// A network made ready: how each zone is solved and what each mechanism touches.
#[derive(Debug)]
pub(crate) struct Wiring {
    pub(crate) network: Network,
    pub(crate) codings: Vec<Option<Coding>>,
    /// The touches of each mechanism are `touch_starts[m] .. touch_starts[m + 1]`.
    pub(crate) touch_starts: Vec<u32>,
    pub(crate) touches: Vec<Touch>,
    /// The pattern of each place, for each touch one after the other.
    pub(crate) patterns: Vec<u8>,
    /// Links in large zones, by mechanism in the same way.
    pub(crate) large_starts: Vec<u32>,
    pub(crate) large_links: Vec<LargeLink>,
    /// By zone, which of its coils have windings elsewhere too.
    pub(crate) split: Vec<Bits>,
    /// By zone, whether it decides nothing: it drives no coil, and no contact of it can short a source.
    pub(crate) idle: Vec<bool>,
    pub(crate) base_rails: Vec<Rail>,
}

/// A field of a small zone's key that a mechanism moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch {
    pub(crate) zone: u32,
    pub(crate) shift: u8,
    /// Where the patterns of the mechanism's places begin.
    pub(crate) patterns: u32,
}

/// A link of a large zone that a mechanism moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LargeLink {
    pub(crate) zone: u32,
    pub(crate) index: u32,
    pub(crate) link: LinkId,
}

impl Wiring {
    pub(crate) fn new(plan: &Plan, source_on: &[bool], faults: &[Fault], fuses: &[FuseStatus]) -> Self {
        let network = Network::new(plan, source_on, faults, fuses);
        let codings: Vec<Option<Coding>> = network
            .zones
            .iter()
            .map(|zone| if zone.stores.is_empty() { Coding::new(plan, zone) } else { None })
            .collect();
        let mechanisms = plan.mechanisms.len();
        let mut touch_starts = vec![0u32; mechanisms + 1];
        for field in codings.iter().flatten().flat_map(|coding| coding.fields.iter()) {
            touch_starts[field.mechanism.index() + 1] += 1;
        }
        for mechanism in 0..mechanisms {
            touch_starts[mechanism + 1] += touch_starts[mechanism];
        }
        let mut next = touch_starts.clone();
        let mut touches = vec![Touch { zone: 0, shift: 0, patterns: 0 }; touch_starts[mechanisms] as usize];
        let mut patterns = Vec::new();
        for (zone, coding) in codings.iter().enumerate() {
            for field in coding.iter().flat_map(|coding| coding.fields.iter()) {
                let slot = &mut next[field.mechanism.index()];
                let first = patterns.len() as u32;
                patterns.extend_from_slice(&field.patterns);
                touches[*slot as usize] = Touch { zone: zone as u32, shift: field.shift, patterns: first };
                *slot += 1;
            }
        }
        let mut large_starts = vec![0u32];
        let mut large_links = Vec::new();
        for (_, mechanism) in plan.mechanisms.iter() {
            for link in mechanism.link_ids() {
                if let Some(spot) = network.link_place(link)
                    && codings[spot.zone as usize].is_none()
                {
                    large_links.push(LargeLink { zone: spot.zone, index: spot.index, link });
                }
            }
            large_starts.push(large_links.len() as u32);
        }
        let split = network.zones.iter().enumerate().map(|(zone, own)| {
            let elsewhere = |coil: &Coil| {
                plan.windings(coil.mechanism)
                    .filter_map(|winding| network.load_place(winding))
                    .any(|spot| spot.zone as usize != zone)
            };
            let mut split = Bits::new(own.coils.len());
            for (index, _) in own.coils.iter().enumerate().filter(|(_, coil)| elsewhere(coil)) {
                split.flip(index);
            }
            split
        });
        let split = split.collect();
        let always: Vec<SourceId> = network.rails.always_shorted.iter().flatten().copied().collect();
        let base_rails = network.rails.potentials(&always);
        let idle = network.zones.iter().map(decides_nothing).collect();
        Self { network, codings, touch_starts, touches, patterns, large_starts, large_links, split, idle, base_rails }
    }
}

fn decides_nothing(zone: &Zone) -> bool {
    if !zone.coils.is_empty() || !zone.diodes.is_empty() || !zone.stores.is_empty() || !zone.one_group {
        return false;
    }
    // Even with all contacts closed at once, no two rails come together.
    let mut pieces = Merger::default();
    pieces.reset(zone.nodes as usize);
    for link in &zone.links {
        pieces.join(link.ends[0], link.ends[1]);
    }
    (0..zone.rails.len() as u32).all(|rail| pieces.find(rail) == rail)
}
