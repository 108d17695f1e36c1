//! A zone: the parts of a circuit that can influence each other's currents at all.
//!
//! The poles of ideal sources have fixed potentials, so whatever hangs between them falls into
//! zones that know nothing of each other, whichever contacts close. Here a zone is solved from
//! nothing for given positions of its contacts; `steps` does the same step by step.

use crate::current::Nanoamps;
use crate::decide::Coil;
use crate::incidence::Incidence;
use crate::plan::{CapacitorId, DiodeId, LinkId, LoadId};
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

/// A capacitor: an element with a voltage of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ZoneStore {
    pub(crate) element: u32,
    pub(crate) capacitor: CapacitorId,
}

/// A zone of a network. Its nodes are numbered `0..nodes`, rails first.
#[derive(Clone, Debug)]
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
    /// The capacitors among the elements, in order.
    pub(crate) stores: Box<[ZoneStore]>,
    /// Mechanisms with a winding here.
    pub(crate) coils: Box<[Coil]>,
    /// For each element, its place in `coils`, if it is a winding.
    pub(crate) coil_of: Box<[Option<u32>]>,
    /// Whether nothing in it drives a current by itself: no source with internal resistance.
    pub(crate) passive: bool,
    /// The links at each node.
    pub(crate) links_at: Incidence,
    /// The elements at each node, and after them the diodes.
    pub(crate) items_at: Incidence,
}

impl Zone {
    /// How many elements and diodes there are.
    pub(crate) fn items(&self) -> usize {
        self.elements.len() + self.diodes.len()
    }

    /// The ends of an item: an element, or after the elements a diode.
    #[inline]
    pub(crate) fn ends(&self, item: u32) -> [u32; 2] {
        let item = item as usize;
        self.elements.get(item).map_or_else(|| self.diodes[item - self.elements.len()].ends, |element| element.ends)
    }

    /// The capacitor that an item is, if it is one.
    #[inline]
    pub(crate) fn store_of(&self, item: u32) -> Option<CapacitorId> {
        let found = self.stores.binary_search_by_key(&item, |store| store.element).ok()?;
        Some(self.stores[found].capacitor)
    }

    /// The zone with its capacitors as sources of these voltages.
    pub(crate) fn charged(&self, volts: impl Fn(CapacitorId) -> f64) -> Self {
        let mut charged = self.clone();
        for store in &self.stores {
            charged.elements[store.element as usize].emf -= volts(store.capacitor);
        }
        charged
    }

    /// The place in `coils` of the mechanism that an element is a winding of.
    #[inline]
    pub(crate) fn coil_of(&self, element: u32) -> Option<usize> {
        self.coil_of[element as usize].map(|coil| coil as usize)
    }
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

impl Solution {
    /// Becomes equal to another, in the memory it has.
    pub(crate) fn copy(&mut self, other: &Self) {
        self.currents.clone_from(&other.currents);
        self.conducting.clone_from(&other.conducting);
        self.conflict = other.conflict;
    }
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

impl Class {
    /// The unknown that it hangs on, if it does.
    pub(crate) fn variable(&self) -> Option<u32> {
        match *self {
            Self::Fixed(_) => None,
            Self::Free(number) | Self::Above(number, _) => Some(number),
        }
    }
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

    /// The solver, for equations that were gathered otherwise.
    pub(crate) fn solver(&mut self) -> &mut Solver {
        &mut self.solver
    }

    /// See [`Solver`]: conducting diodes with a trace of resistance.
    pub(crate) fn take_diodes_softly(&mut self, soft: bool) {
        self.solver.soft = soft;
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
    roots: Vec<[u32; 2]>,
    diode_roots: Vec<[u32; 2]>,
    attached: Vec<Attached>,
    dead: Vec<bool>,
    diode_dead: Vec<bool>,
    /// Items that hang together, where that is asked for.
    pub(crate) islands: Merger,
    all_nodes: bool,
    pub(crate) equations: Equations,
}

/// What hangs on a class of nodes that is no rail, as far as it may still carry current.
#[derive(Clone, Copy, Debug, Default)]
struct Attached {
    loads: u32,
    /// The exclusive or of the loads: of a single one, its index.
    last: u32,
    anodes: u32,
    cathodes: u32,
}

impl ZoneSolver {
    /// One that solves for the potentials of all nodes, also of those that carry no current.
    pub(crate) fn of_all_nodes() -> Self {
        Self { all_nodes: true, ..Self::default() }
    }

    /// The currents of a zone whose links stand as `closed` says.
    pub(crate) fn solve(
        &mut self,
        zone: &Zone,
        rails: &[Rail],
        closed: impl Fn(usize) -> bool,
        solution: &mut Solution,
    ) {
        if self.prepare(zone, rails, closed, solution) {
            self.find_dead(zone, &[]);
            self.solve_live(zone, rails, solution);
        }
    }

    /// Joins what closed links join and clears the solution; false if that is a short circuit.
    pub(crate) fn prepare(
        &mut self,
        zone: &Zone,
        rails: &[Rail],
        closed: impl Fn(usize) -> bool,
        solution: &mut Solution,
    ) -> bool {
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
        !solution.conflict
    }

    /// Solves what is not dead; what is keeps the current that the solution has.
    pub(crate) fn solve_live(&mut self, zone: &Zone, rails: &[Rail], solution: &mut Solution) {
        self.equations.start(zone.nodes as usize + self.group_numbers.len());
        for (index, element) in zone.elements.iter().enumerate() {
            if self.dead[index] {
                continue;
            }
            let [from, to] = self.roots[index];
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
            let [from, to] = self.diode_roots[index];
            if from != to && !self.diode_dead[index] {
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

    /// Finds what cannot carry current whatever the voltages: a load at the end of nothing, diodes
    /// that all point away from a node or all towards it. Takes them off until nothing more is found.
    /// `absent` items, if any are named, are dead to begin with.
    pub(crate) fn find_dead(&mut self, zone: &Zone, absent: &[bool]) {
        let Self { nodes, roots, diode_roots, attached, dead, diode_dead, .. } = self;
        roots.clear();
        roots.extend(zone.elements.iter().map(|element| element.ends.map(|end| nodes.find(end))));
        diode_roots.clear();
        diode_roots.extend(zone.diodes.iter().map(|diode| diode.ends.map(|end| nodes.find(end))));
        dead.clear();
        dead.resize(zone.elements.len(), false);
        diode_dead.clear();
        diode_dead.resize(zone.diodes.len(), false);
        if !absent.is_empty() {
            let (elements, diodes) = absent.split_at(zone.elements.len());
            dead.copy_from_slice(elements);
            diode_dead.copy_from_slice(diodes);
        }
        if self.all_nodes {
            return;
        }
        let rails = zone.rails.len() as u32;
        attached.clear();
        attached.resize(zone.nodes as usize, Attached::default());
        for (index, &[from, to]) in roots.iter().enumerate() {
            if from != to && !dead[index] {
                for root in [from, to] {
                    attached[root as usize].loads += 1;
                    attached[root as usize].last ^= index as u32;
                }
            }
        }
        let live = diode_roots.iter().zip(&*diode_dead).filter(|&([anode, cathode], &dead)| anode != cathode && !dead);
        for (&[anode, cathode], _) in live {
            attached[anode as usize].anodes += 1;
            attached[cathode as usize].cathodes += 1;
        }
        // A load dies when one of its ends has nothing else; that may leave its other end bare.
        let die = |attached: &mut Vec<Attached>, dead: &mut Vec<bool>, start: u32| {
            let mut root = start;
            loop {
                let Attached { loads, last, anodes, cathodes } = attached[root as usize];
                if root < rails || loads != 1 || anodes + cathodes > 0 {
                    break;
                }
                let [from, to] = roots[last as usize];
                dead[last as usize] = true;
                attached[root as usize].loads = 0;
                root = if from == root { to } else { from };
                attached[root as usize].loads -= 1;
                attached[root as usize].last ^= last;
            }
        };
        for &[from, to] in roots.iter().filter(|[from, to]| from != to) {
            die(attached, dead, from);
            die(attached, dead, to);
        }
        let mut again = !diode_roots.is_empty();
        while again {
            again = false;
            for (index, &[anode, cathode]) in diode_roots.iter().enumerate() {
                if diode_dead[index] || anode == cathode {
                    continue;
                }
                let cannot_give = |at: Attached| at.loads == 0 && at.cathodes == 0;
                let cannot_take = |at: Attached| at.loads == 0 && at.anodes == 0;
                if (anode >= rails && cannot_give(attached[anode as usize]))
                    || (cathode >= rails && cannot_take(attached[cathode as usize]))
                {
                    diode_dead[index] = true;
                    again = true;
                    attached[anode as usize].anodes -= 1;
                    attached[cathode as usize].cathodes -= 1;
                    die(attached, dead, anode);
                    die(attached, dead, cathode);
                }
            }
        }
    }

    /// Whether an item was found dead.
    pub(crate) fn is_dead(&self, item: u32) -> bool {
        let item = item as usize;
        self.dead.get(item).or_else(|| self.diode_dead.get(item - self.dead.len())).copied().unwrap_or_default()
    }

    /// The classes at the ends of an item, by their roots.
    pub(crate) fn roots_of(&self, elements: usize, item: u32) -> [u32; 2] {
        let item = item as usize;
        if item < elements { self.roots[item] } else { self.diode_roots[item - elements] }
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
