//! The closed links at each node, before the open ones: a search passes by no open link.

use crate::incidence::Incidence;
use crate::zone::Zone;

/// The links at each node, the closed ones first.
#[derive(Clone, Debug)]
pub(super) struct ClosedLinks {
    /// As in the zone's incidence, each node's in an order of their own: twice the link and its end
    /// here, and the node at its other end.
    around: Box<[(u32, u32)]>,
    /// By node, how many of its links are closed.
    count: Box<[u32]>,
    /// By link and end, where it stands.
    places: Box<[[u32; 2]]>,
}

impl ClosedLinks {
    /// With all links open.
    pub(super) fn new(zone: &Zone) -> Self {
        let nodes = zone.nodes as usize;
        let mut next: Vec<u32> = (0..zone.nodes).map(|node| zone.links_at.bounds(node).0 as u32).collect();
        let mut around = vec![(0, 0); 2 * zone.links.len()];
        let mut places = vec![[0; 2]; zone.links.len()];
        for (link, places) in places.iter_mut().enumerate() {
            let ends = zone.links[link].ends;
            for (end, place) in places.iter_mut().enumerate() {
                let free = &mut next[ends[end] as usize];
                around[*free as usize] = ((2 * link + end) as u32, ends[1 - end]);
                *place = *free;
                *free += 1;
            }
        }
        Self { around: around.into(), count: vec![0; nodes].into(), places: places.into() }
    }

    /// A link closed or opened.
    #[inline]
    pub(super) fn set(&mut self, zone: &Zone, link: u32, closed: bool) {
        for (end, node) in zone.links[link as usize].ends.into_iter().enumerate() {
            let count = &mut self.count[node as usize];
            let first = zone.links_at.bounds(node).0 as u32;
            let border = if closed { first + *count } else { first + *count - 1 };
            *count = if closed { *count + 1 } else { *count - 1 };
            let place = std::mem::replace(&mut self.places[link as usize][end], border);
            let (other, _) = self.around[border as usize];
            // In this order a link that goes to the border from the border stays as it is.
            self.around.swap(place as usize, border as usize);
            if place != border {
                self.places[other as usize / 2][other as usize % 2] = place;
            }
        }
    }

    /// From which place to which other the closed links of a node are, for [`ClosedLinks::at`].
    #[inline]
    pub(super) fn bounds(&self, links: &Incidence, node: u32) -> (usize, usize) {
        let first = links.bounds(node).0;
        (first, first + self.count[node as usize] as usize)
    }

    /// The node at the other end of a closed link.
    #[inline]
    pub(super) fn at(&self, place: usize) -> u32 {
        self.around[place].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zone::ZoneLink;
    use kiber_netlist::Id;

    #[test]
    fn closed_links_are_those_that_were_closed() {
        let ends = [[0, 1], [1, 2], [1, 1], [2, 0], [0, 1], [2, 2]];
        let links: Box<[ZoneLink]> =
            ends.iter().map(|&ends| ZoneLink { ends, link: crate::plan::LinkId::from_index(0) }).collect();
        let zone = Zone {
            nodes: 3,
            members: Box::default(),
            rails: Box::default(),
            one_group: true,
            links_at: Incidence::new(3, ends.into_iter()),
            items_at: Incidence::new(3, std::iter::empty()),
            links,
            elements: Box::default(),
            diodes: Box::default(),
            stores: Box::default(),
            coils: Box::default(),
            coil_of: Box::default(),
            passive: true,
        };
        let mut closed = ClosedLinks::new(&zone);
        let mut is_closed = [false; 6];
        for step in 0..400usize {
            let link = step * step % 7 % 6;
            is_closed[link] ^= true;
            closed.set(&zone, link as u32, is_closed[link]);
            for node in 0..3 {
                let (first, last) = closed.bounds(&zone.links_at, node);
                let mut found: Vec<u32> = (first..last).map(|place| closed.at(place)).collect();
                let all = zone.links_at.of(node).iter();
                let mut expected: Vec<u32> =
                    all.filter(|&&(link, _)| is_closed[link as usize]).map(|&(_, other)| other).collect();
                found.sort_unstable();
                expected.sort_unstable();
                assert_eq!(found, expected, "node {node} after step {step}");
            }
        }
    }
}
