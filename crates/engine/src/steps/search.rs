//! Whether an opened link parts a piece: a search from both its ends in turn.

use crate::incidence::Incidence;

use super::closed::ClosedLinks;

/// The search from both ends of an opened link.
#[derive(Clone, Debug, Default)]
pub(super) struct Search {
    mark: Vec<u32>,
    stamp: u32,
    sides: [Side; 2],
}

#[derive(Clone, Debug, Default)]
struct Side {
    reached: Vec<u32>,
    at: usize,
    edge: usize,
    end: usize,
}

impl Search {
    /// The nodes on the side of the opened link that is exhausted first, or none if the ends are still joined.
    #[inline]
    pub(super) fn separated(&mut self, closed: &ClosedLinks, links: &Incidence, ends: [u32; 2]) -> Option<&[u32]> {
        let side = self.exhausted(closed, links, ends)?;
        Some(&self.sides[side].reached)
    }

    fn exhausted(&mut self, closed: &ClosedLinks, links: &Incidence, ends: [u32; 2]) -> Option<usize> {
        if self.mark.len() < links.nodes() {
            self.mark.resize(links.nodes(), 0);
        }
        if self.stamp > u32::MAX - 2 {
            self.mark.fill(0);
            self.stamp = 0;
        }
        self.stamp += 2;
        let marks = [self.stamp - 1, self.stamp];
        for side in 0..2 {
            self.mark[ends[side] as usize] = marks[side];
            let Side { reached, at, edge, end } = &mut self.sides[side];
            reached.clear();
            reached.push(ends[side]);
            *at = 0;
            (*edge, *end) = closed.bounds(links, ends[side]);
        }
        loop {
            for side in 0..2 {
                let Side { reached, at, edge, end } = &mut self.sides[side];
                if *edge == *end {
                    *at += 1;
                    let Some(&next) = reached.get(*at) else { return Some(side) };
                    (*edge, *end) = closed.bounds(links, next);
                    continue;
                }
                let other = closed.at(*edge);
                *edge += 1;
                let mark = &mut self.mark[other as usize];
                if *mark == marks[1 - side] {
                    return None;
                }
                if *mark != marks[side] {
                    *mark = marks[side];
                    reached.push(other);
                }
            }
        }
    }
}
