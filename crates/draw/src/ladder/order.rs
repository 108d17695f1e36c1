//! Which nets stand above which: supply on top, return below, and what lies between in the order in which
//! the current reaches it.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use kiber_netlist::{Id, NetId};

use super::element::{Element, Sort};

/// Nets that hang together, and how far each is from the rails.
#[derive(Debug)]
pub(crate) struct Order {
    /// Of each net: the number of its component.
    pub(crate) component: Vec<usize>,
    /// The nets, each component by itself, from top to bottom.
    pub(crate) nets: Vec<NetId>,
    /// Of each net: its place in `nets`.
    pub(crate) place: Vec<usize>,
    /// Of each net: what it is in its component.
    pub(crate) role: Vec<Role>,
}

/// What a net is in a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Role {
    /// The plus pole of a source.
    Plus,
    /// Reached from plus without passing a load.
    Upper,
    /// Between loads.
    Middle,
    /// Reached from minus without passing a load.
    Lower,
    /// The minus pole of a source.
    Minus,
}

/// A hold contact leads back to what is already reached, so it counts for much.
const HOLD: u32 = 1_000;
const FAR: u32 = u32::MAX;

/// The elements at each net.
pub(crate) fn at_nets(elements: &[Element], nets: usize) -> Vec<Vec<usize>> {
    let mut at = vec![Vec::new(); nets];
    for (index, element) in elements.iter().enumerate() {
        for net in element.pins.into_iter().chain(element.third) {
            if let Some(list) = at.get_mut(net.index()) {
                list.push(index);
            }
        }
    }
    at
}

impl Order {
    pub(crate) fn new(elements: &[Element], nets: usize) -> Self {
        let at = at_nets(elements, nets);
        let component = components(elements, &at);
        let (plus, minus) = rails(elements, &component, nets);
        let is_way = |element: &Element| matches!(element.sort, Sort::Way | Sort::Hold);
        let from_plus = distances(elements, &at, &plus, &minus, is_way);
        let from_minus = distances(elements, &at, &minus, &plus, is_way);
        let through_all = distances(elements, &at, &plus, &BTreeSet::new(), |element| element.sort != Sort::Source);
        let mut role: Vec<Role> = (0..nets)
            .map(|net| match (get(&from_plus, net), get(&from_minus, net)) {
                _ if plus.contains(&net) => Role::Plus,
                _ if minus.contains(&net) => Role::Minus,
                (FAR, FAR) => Role::Middle,
                (up, down) if up <= down => Role::Upper,
                _ => Role::Lower,
            })
            .collect();
        // Where contacts turn a load's poles about, one end goes up and the other down.
        for element in elements.iter().filter(|element| element.sort == Sort::Load) {
            let [one, other] = element.pins.map(Id::index);
            let torn = |net: usize| get(&from_plus, net) == get(&from_minus, net) && get(&from_plus, net) != FAR;
            if one != other
                && torn(one)
                && torn(other)
                && get_role(&role, one) == get_role(&role, other)
                && let Some(role) = role.get_mut(other)
            {
                *role = Role::Lower;
            }
        }
        let has_load: Vec<bool> = at
            .iter()
            .map(|list| list.iter().filter_map(|&index| elements.get(index)).any(|element| element.sort == Sort::Load))
            .collect();
        let key = |net: usize| {
            let far = match get_role(&role, net) {
                Role::Lower => u32::MAX - get(&from_minus, net),
                Role::Middle => get(&through_all, net),
                _ => get(&from_plus, net),
            };
            let loaded = has_load.get(net).copied().unwrap_or_default();
            (component.get(net).copied().unwrap_or_default(), get_role(&role, net), far, loaded, net)
        };
        let mut sorted: Vec<usize> = (0..nets).collect();
        sorted.sort_by_key(|&net| key(net));
        let mut place = vec![0; nets];
        for (number, &net) in sorted.iter().enumerate() {
            if let Some(place) = place.get_mut(net) {
                *place = number;
            }
        }
        Self { component, nets: sorted.into_iter().map(NetId::from_index).collect(), place, role }
    }

    pub(crate) fn place_of(&self, net: NetId) -> usize {
        self.place.get(net.index()).copied().unwrap_or_default()
    }

    pub(crate) fn role_of(&self, net: NetId) -> Role {
        get_role(&self.role, net.index())
    }

    pub(crate) fn component_of(&self, net: NetId) -> usize {
        self.component.get(net.index()).copied().unwrap_or_default()
    }
}

fn get(table: &[u32], net: usize) -> u32 {
    table.get(net).copied().unwrap_or(FAR)
}

fn get_role(table: &[Role], net: usize) -> Role {
    table.get(net).copied().unwrap_or(Role::Middle)
}

/// Components in the order of the nets, those with a source first.
fn components(elements: &[Element], at: &[Vec<usize>]) -> Vec<usize> {
    let mut joined = crate::live::Joined::new(at.len());
    let mut has_source = vec![false; at.len()];
    for element in elements {
        for net in [element.pins[1]].into_iter().chain(element.third) {
            joined.join(element.pins[0].index(), net.index());
        }
    }
    for element in elements.iter().filter(|element| element.sort == Sort::Source) {
        if let Some(has) = has_source.get_mut(joined.root(element.pins[0].index())) {
            *has = true;
        }
    }
    let mut roots: Vec<usize> = (0..at.len()).filter(|&net| joined.root(net) == net).collect();
    roots.sort_by_key(|&root| (!has_source.get(root).copied().unwrap_or_default(), root));
    let mut number = vec![0; at.len()];
    for (component, &root) in roots.iter().enumerate() {
        if let Some(number) = number.get_mut(root) {
            *number = component;
        }
    }
    (0..at.len()).map(|net| number.get(joined.root(net)).copied().unwrap_or_default()).collect()
}

/// The nets on top and at the bottom: the poles of sources; a pole that is both a plus and a minus lies between.
/// Where that leaves nothing on top, the first net of the component is.
fn rails(elements: &[Element], component: &[usize], nets: usize) -> (BTreeSet<usize>, BTreeSet<usize>) {
    let sources = || elements.iter().filter(|element| element.sort == Sort::Source);
    let plus: BTreeSet<usize> = sources().map(|source| source.pins[0].index()).collect();
    let minus: BTreeSet<usize> = sources().map(|source| source.pins[1].index()).collect();
    let mut upper: BTreeSet<usize> = plus.difference(&minus).copied().collect();
    let lower: BTreeSet<usize> = minus.difference(&plus).copied().collect();
    let of = |net: usize| component.get(net).copied().unwrap_or_default();
    let mut have: BTreeSet<usize> = upper.iter().map(|&net| of(net)).collect();
    for net in (0..nets).filter(|net| !lower.contains(net)) {
        if have.insert(of(net)) {
            upper.insert(net);
        }
    }
    (upper, lower)
}

/// How far each net is from some, over the elements that count; nets in `ends` are reached but not passed.
fn distances(
    elements: &[Element],
    at: &[Vec<usize>],
    from: &BTreeSet<usize>,
    ends: &BTreeSet<usize>,
    counts: impl Fn(&Element) -> bool,
) -> Vec<u32> {
    let mut far = vec![FAR; at.len()];
    let mut queue: BinaryHeap<Reverse<(u32, usize)>> = BinaryHeap::new();
    for &net in from {
        if let Some(far) = far.get_mut(net) {
            *far = 0;
            queue.push(Reverse((0, net)));
        }
    }
    while let Some(Reverse((reached, net))) = queue.pop() {
        if get(&far, net) < reached || (ends.contains(&net) && reached > 0) {
            continue;
        }
        for element in at.get(net).into_iter().flatten().filter_map(|&index| elements.get(index)) {
            if !counts(element) {
                continue;
            }
            let step = if element.sort == Sort::Hold { HOLD } else { 1 };
            // The sides of a change-over are not joined to each other.
            let common = element.pins[0].index();
            let others = element.pins.into_iter().chain(element.third).map(Id::index);
            for other in others.filter(|&other| element.third.is_none() || (net == common) != (other == common)) {
                let next = reached.saturating_add(step);
                if let Some(far) = far.get_mut(other)
                    && next < *far
                {
                    *far = next;
                    queue.push(Reverse((next, other)));
                }
            }
        }
    }
    far
}
