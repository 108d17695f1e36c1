//! A zone: the parts of a circuit that can influence each other's currents at all.
//!
//! The poles of ideal sources have fixed potentials, so whatever hangs between them falls into
//! zones that know nothing of each other, whichever contacts close. Here a zone is solved from
//! nothing for given positions of its contacts; `large` does the same step by step.

use crate::current::Nanoamps;
use crate::plan::{DiodeId, LinkId, LoadId, MechanismId};
use crate::solve::{Branch, DiodeBranch, GROUND, Heights, Merger, SAME_VOLTS, Solver};

/// A pole of an ideal source: a node with a fixed potential against the others of its group.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rail {
    /// Rails joined by ideal sources are one group; groups have no common potential.
    pub(crate) group: u32,
    pub(crate) volts: f64,
}

/// A side of a contact between two nodes of the zone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ZoneLink {
    pub(crate) ends: [u32; 2],
    pub(crate) link: LinkId,
}

/// A load between two nodes of the zone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Element {
    pub(crate) ends: [u32; 2],
    pub(crate) ohms: f64,
    pub(crate) emf: f64,
    pub(crate) load: LoadId,
}

/// A diode between two nodes of the zone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ZoneDiode {
    pub(crate) ends: [u32; 2],
    pub(crate) drop: f64,
    pub(crate) diode: DiodeId,
}

/// A zone of a network. Its nodes are numbered `0..nodes`, rails first.
#[derive(Debug)]
pub(crate) struct Zone {
    pub(crate) nodes: u32,
    /// The node of the network that each of its nodes is.
    pub(crate) members: Box<[u32]>,
    /// The rails that its first nodes are.
    pub(crate) rails: Box<[u32]>,
    /// Whether all its rails belong to one group.
    pub(crate) one_group: bool,
    pub(crate) links: Box<[ZoneLink]>,
    pub(crate) elements: Box<[Element]>,
    pub(crate) diodes: Box<[ZoneDiode]>,
    /// Mechanisms with a winding here.
    pub(crate) driven: Box<[MechanismId]>,
    /// The elements that are lamps.
    pub(crate) lamps: Box<[u32]>,
}

/// The currents of a zone.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Solution {
    /// By element.
    pub(crate) currents: Vec<Nanoamps>,
    /// By diode.
    pub(crate) conducting: Vec<bool>,
    /// A closed path without resistance joins different potentials; the currents mean nothing.
    pub(crate) conflict: bool,
}

/// The equations of an island, gathered element by element.
#[derive(Clone, Debug, Default)]
pub(crate) struct Equations {
    branches: Vec<Branch>,
    owners: Vec<u32>,
    diodes: Vec<DiodeBranch>,
    diode_owners: Vec<u32>,
    variables: usize,
    /// The variable of each class of nodes, if its stamp is the present one.
    variable: Vec<(u32, u32)>,
    stamp: u32,
    solver: Solver,
}

/// What a class of joined nodes is, electrically.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Class {
    /// At a fixed potential against the ground.
    Fixed(f64),
    /// Unknown, named by a number below the size given to [`Equations::start`].
    Free(u32),
    /// Above an unknown by so many volts: a rail of a group that is not the ground's.
    Above(u32, f64),
}

impl Equations {
    /// Begins a new island whose free classes have numbers below `classes`.
    pub(crate) fn start(&mut self, classes: usize) {
        self.branches.clear();
        self.owners.clear();
        self.diodes.clear();
        self.diode_owners.clear();
        self.variables = 0;
        if self.variable.len() < classes {
            self.variable.resize(classes, (0, 0));
        }
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.variable.fill((0, 0));
            self.stamp = 1;
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.branches.is_empty() && self.diodes.is_empty()
    }

    fn end(&mut self, class: Class) -> (u32, f64) {
        let (number, volts) = match class {
            Class::Fixed(volts) => return (GROUND, volts),
            Class::Free(number) => (number, 0.0),
            Class::Above(number, volts) => (number, volts),
        };
        let slot = &mut self.variable[number as usize];
        if slot.0 != self.stamp {
            *slot = (self.stamp, self.variables as u32);
            self.variables += 1;
        }
        (slot.1, volts)
    }

    pub(crate) fn element(&mut self, owner: u32, element: &Element, from: Class, to: Class) {
        let ((from, above), (to, below)) = (self.end(from), self.end(to));
        self.owners.push(owner);
        self.branches.push(Branch { from, to, ohms: element.ohms, emf: element.emf + above - below });
    }

    pub(crate) fn diode(&mut self, owner: u32, diode: &ZoneDiode, from: Class, to: Class) {
        let ((from, above), (to, below)) = (self.end(from), self.end(to));
        self.diode_owners.push(owner);
        self.diodes.push(DiodeBranch { from, to, drop: diode.drop - above + below });
    }

    /// Solves; false is a short circuit through diodes.
    pub(crate) fn solve(&mut self) -> bool {
        self.solver.solve(self.variables, &self.branches, &self.diodes)
    }

    /// The currents of the elements, by owner.
    pub(crate) fn currents(&self) -> impl Iterator<Item = (u32, Nanoamps)> + '_ {
        self.owners
            .iter()
            .zip(&self.branches)
            .map(|(&owner, branch)| (owner, Nanoamps::from_amps(branch.current(&self.solver.potentials))))
    }

    /// Which diodes conduct, by owner.
    pub(crate) fn conducting(&self) -> impl Iterator<Item = (u32, bool)> + '_ {
        self.diode_owners.iter().copied().zip(self.solver.conducting.iter().copied())
    }

    /// The potential of a class after solving, if it took part.
    pub(crate) fn potential(&self, class: Class) -> Option<f64> {
        let (number, volts) = match class {
            Class::Fixed(volts) => return Some(volts),
            Class::Free(number) => (number, 0.0),
            Class::Above(number, volts) => (number, volts),
        };
        let &(stamp, variable) = self.variable.get(number as usize)?;
        (stamp == self.stamp).then(|| self.solver.potentials[variable as usize] + volts)
    }
}

/// Solves zones from nothing; the buffers are kept.
#[derive(Clone, Debug, Default)]
pub(crate) struct ZoneSolver {
    pub(crate) nodes: Merger,
    groups: Heights,
    group_numbers: Vec<u32>,
    pub(crate) equations: Equations,
}

impl ZoneSolver {
    /// The currents of a zone whose links stand as `closed` says.
    pub(crate) fn solve(
        &mut self,
        zone: &Zone,
        rails: &[Rail],
        closed: impl Fn(usize) -> bool,
        solution: &mut Solution,
    ) {
        self.nodes.reset(zone.nodes as usize);
        for (index, link) in zone.links.iter().enumerate() {
            if closed(index) {
                self.nodes.join(link.ends[0], link.ends[1]);
            }
        }
        solution.currents.clear();
        solution.currents.resize(zone.elements.len(), Nanoamps(0));
        solution.conducting.clear();
        solution.conducting.resize(zone.diodes.len(), false);
        solution.conflict = !self.join_rails(zone, rails);
        if solution.conflict {
            return;
        }
        self.equations.start(zone.nodes as usize + self.group_numbers.len());
        for (index, element) in zone.elements.iter().enumerate() {
            let (from, to) = (self.nodes.find(element.ends[0]), self.nodes.find(element.ends[1]));
            let fixed = from == to || (zone.one_group && self.is_rail(zone, from) && self.is_rail(zone, to));
            if fixed {
                let volts = self.rail_volts(zone, rails, from) - self.rail_volts(zone, rails, to) + element.emf;
                solution.currents[index] = Nanoamps::from_amps(volts / element.ohms);
            } else {
                let (from, to) = (self.class(zone, rails, from), self.class(zone, rails, to));
                self.equations.element(index as u32, element, from, to);
            }
        }
        for (index, diode) in zone.diodes.iter().enumerate() {
            let (from, to) = (self.nodes.find(diode.ends[0]), self.nodes.find(diode.ends[1]));
            if from != to {
                let (from, to) = (self.class(zone, rails, from), self.class(zone, rails, to));
                self.equations.diode(index as u32, diode, from, to);
            }
        }
        if self.equations.is_empty() {
            return;
        }
        let solved = self.equations.solve();
        // Known even for a conflict, since the diodes are what closes the path.
        for (owner, conducts) in self.equations.conducting() {
            solution.conducting[owner as usize] = conducts;
        }
        solution.conflict = !solved;
        if solved {
            for (owner, current) in self.equations.currents() {
                solution.currents[owner as usize] = current;
            }
        }
    }

    /// Checks the rails that closed contacts join, and finds which groups they tie together.
    fn join_rails(&mut self, zone: &Zone, rails: &[Rail]) -> bool {
        self.group_numbers.clear();
        if !zone.one_group {
            self.group_numbers.extend(zone.rails.iter().map(|&rail| rails[rail as usize].group));
            self.group_numbers.sort_unstable();
            self.group_numbers.dedup();
            self.groups.reset(self.group_numbers.len());
        }
        for (node, &rail) in zone.rails.iter().enumerate() {
            let first = self.nodes.find(node as u32) as usize;
            if first == node {
                continue;
            }
            let (here, there) = (rails[rail as usize], rails[zone.rails[first] as usize]);
            let gap = there.volts - here.volts;
            let off = if here.group == there.group {
                Some(gap)
            } else {
                let (here, there) = (self.group_number(here.group), self.group_number(there.group));
                // The two rails are one node: group `here` stands `gap` above group `there`.
                self.groups.join(here, there, gap)
            };
            if off.is_some_and(|off| off.abs() > SAME_VOLTS) {
                return false;
            }
        }
        true
    }

    fn group_number(&self, group: u32) -> u32 {
        self.group_numbers.partition_point(|&number| number < group) as u32
    }

    fn is_rail(&self, zone: &Zone, class: u32) -> bool {
        (class as usize) < zone.rails.len()
    }

    fn rail_volts(&self, zone: &Zone, rails: &[Rail], class: u32) -> f64 {
        zone.rails.get(class as usize).map_or(0.0, |&rail| rails[rail as usize].volts)
    }

    /// What the class with root `root` is; the lowest group of a zone is its ground.
    pub(crate) fn class(&mut self, zone: &Zone, rails: &[Rail], root: u32) -> Class {
        let Some(&rail) = zone.rails.get(root as usize) else { return Class::Free(root) };
        let rail = rails[rail as usize];
        if zone.one_group {
            return Class::Fixed(rail.volts);
        }
        let number = self.group_number(rail.group);
        let (group_root, height) = self.groups.find(number);
        let (ground_root, ground_height) = self.groups.find(0);
        if group_root == ground_root {
            Class::Fixed(rail.volts + height - ground_height)
        } else {
            Class::Above(zone.nodes + group_root, rail.volts + height)
        }
    }
}
