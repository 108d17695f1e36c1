//! What is due when.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use kiber_netlist::Id;

use crate::event::Micros;
use crate::plan::MechanismId;

/// No appointment.
pub(crate) const NEVER: Micros = Micros::MAX;

/// Up to so many appointments are looked through; more are kept in a heap.
const FEW: usize = 12;

/// The next move of every mechanism that has one.
///
/// A handful of appointments, as in any one press on a small machine, is a short list; thousands
/// are a heap in which an entry counts only while it agrees with `due`.
#[derive(Clone, Debug)]
pub(crate) struct Agenda {
    due: Vec<Micros>,
    few: Vec<u32>,
    heap: BinaryHeap<Reverse<(Micros, u32)>>,
    in_heap: bool,
    count: usize,
}

impl Agenda {
    pub(crate) fn new(mechanisms: usize) -> Self {
        Self { due: vec![NEVER; mechanisms], few: Vec::new(), heap: BinaryHeap::new(), in_heap: false, count: 0 }
    }

    #[inline]
    pub(crate) fn due(&self, mechanism: MechanismId) -> Micros {
        self.due[mechanism.index()]
    }

    /// Whether nothing is due, ever.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    #[inline]
    pub(crate) fn set(&mut self, mechanism: MechanismId, at: Micros) {
        let index = mechanism.index();
        let before = std::mem::replace(&mut self.due[index], at);
        if before == at {
            return;
        }
        match (before == NEVER, at == NEVER) {
            (true, false) => self.count += 1,
            (false, true) => self.count -= 1,
            _ => {}
        }
        if self.in_heap {
            if at != NEVER {
                self.heap.push(Reverse((at, index as u32)));
            } else if self.count == 0 {
                self.heap.clear();
                self.in_heap = false;
            }
            return;
        }
        match (before == NEVER, at == NEVER) {
            (true, false) => {
                self.few.push(index as u32);
                if self.few.len() > FEW {
                    self.in_heap = true;
                    let due = &self.due;
                    self.heap.extend(self.few.drain(..).map(|index| Reverse((due[index as usize], index))));
                }
            }
            (false, true) => {
                if let Some(at) = self.few.iter().position(|&listed| listed == index as u32) {
                    self.few.swap_remove(at);
                }
            }
            _ => {}
        }
    }

    /// When something is due next.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<Micros> {
        if self.count == 0 {
            return None;
        }
        if !self.in_heap {
            return self.few.iter().map(|&index| self.due[index as usize]).min();
        }
        while let Some(&Reverse((at, index))) = self.heap.peek() {
            if self.due[index as usize] == at {
                return Some(at);
            }
            self.heap.pop();
        }
        None
    }

    /// Takes all that is due at `now` off the agenda, in the order of the mechanisms.
    #[inline]
    pub(crate) fn take(&mut self, now: Micros, taken: &mut Vec<MechanismId>) {
        taken.clear();
        if self.in_heap {
            while let Some(&Reverse((at, index))) = self.heap.peek() {
                if at > now {
                    break;
                }
                self.heap.pop();
                let due = &mut self.due[index as usize];
                if *due == at {
                    *due = NEVER;
                    self.count -= 1;
                    taken.push(MechanismId::from_index(index as usize));
                }
            }
            if self.count == 0 {
                self.heap.clear();
                self.in_heap = false;
            }
        } else {
            let due = &mut self.due;
            let count = &mut self.count;
            self.few.retain(|&index| {
                let at = &mut due[index as usize];
                let later = *at > now;
                if !later {
                    *at = NEVER;
                    *count -= 1;
                    taken.push(MechanismId::from_index(index as usize));
                }
                later
            });
            if taken.len() > 1 {
                taken.sort_unstable();
            }
        }
    }

    /// All mechanisms that have an appointment, in order.
    pub(crate) fn pending(&self) -> Vec<MechanismId> {
        if self.in_heap {
            let all = self.due.iter().enumerate().filter(|&(_, &at)| at != NEVER);
            return all.map(|(index, _)| MechanismId::from_index(index)).collect();
        }
        let mut pending: Vec<_> = self.few.iter().map(|&index| MechanismId::from_index(index as usize)).collect();
        pending.sort_unstable();
        pending
    }

    /// Puts every appointment off by so much.
    pub(crate) fn postpone(&mut self, span: Micros) {
        let pending = self.pending();
        let later: Vec<Micros> = pending.iter().map(|&mechanism| self.due(mechanism).saturating_add(span)).collect();
        self.clear();
        for (mechanism, at) in pending.into_iter().zip(later) {
            self.set(mechanism, at);
        }
    }

    pub(crate) fn clear(&mut self) {
        self.due.fill(NEVER);
        self.few.clear();
        self.heap.clear();
        self.in_heap = false;
        self.count = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn list_and_heap_give_the_same_order() {
        let id = MechanismId::from_index;
        for mechanisms in [FEW, 10 * FEW] {
            let mut agenda = Agenda::new(mechanisms);
            for index in 0..mechanisms {
                agenda.set(id(index), 50);
                agenda.set(id(index), 100 - (index as u64 % 7));
            }
            agenda.set(id(3), NEVER);
            agenda.set(id(4), 1);
            agenda.set(id(4), 200);
            let mut seen = Vec::new();
            let mut taken = Vec::new();
            while let Some(now) = agenda.next() {
                agenda.take(now, &mut taken);
                seen.extend(taken.iter().map(|mechanism| (now, mechanism.index())));
            }
            let mut expected: Vec<_> = (0..mechanisms)
                .filter(|&index| index != 3 && index != 4)
                .map(|index| (100 - (index as u64 % 7), index))
                .collect();
            expected.push((200, 4));
            expected.sort_unstable();
            assert_eq!(seen, expected);
            assert!(agenda.is_empty());
        }
    }
}
