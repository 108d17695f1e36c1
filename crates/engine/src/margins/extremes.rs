//! The least and the greatest current over a box of values.

use std::collections::{BTreeMap, BTreeSet};

use super::Unjudged;
use super::island::Cut;
use super::values::{Level, Setting, Values, Varied, stated, varied};
use crate::current::Nanoamps;
use crate::decide::WeighedSum;
use crate::network::Network;
use crate::plan::{LoadKind, MechanismId, Plan, SourceId};
use crate::rails::Pole;
use crate::solve::SAME_VOLTS;
use crate::zone::{Rail, Solution, ZoneSolver};

/// The range of a mechanism's current, with its direction.
#[derive(Clone, Debug, Default)]
pub(super) struct Extremes {
    pub(super) nominal: Nanoamps,
    /// The least and the greatest, and the values that make them.
    ends: [(Nanoamps, Vec<Setting>); 2],
    /// Whether no values inside the ranges lead further.
    pub(super) exact: bool,
}

/// The range of a current as it counts: whatever its direction, or in one of them.
pub(super) struct Strength<'e> {
    pub(super) backwards: bool,
    pub(super) least: Nanoamps,
    pub(super) nominal: Nanoamps,
    pub(super) greatest: Nanoamps,
    pub(super) least_at: &'e [Setting],
    pub(super) greatest_at: &'e [Setting],
}

impl Extremes {
    /// Counted in one direction.
    pub(super) fn towards(&self, backwards: bool) -> Strength<'_> {
        let [(low, low_at), (high, high_at)] = &self.ends;
        let negated = |current: Nanoamps| Nanoamps(current.0.saturating_neg());
        if backwards {
            Strength {
                backwards,
                least: negated(*high),
                nominal: negated(self.nominal),
                greatest: negated(*low),
                least_at: high_at,
                greatest_at: low_at,
            }
        } else {
            Strength {
                backwards,
                least: *low,
                nominal: self.nominal,
                greatest: *high,
                least_at: low_at,
                greatest_at: high_at,
            }
        }
    }

    /// Whatever its direction.
    pub(super) fn strength(&self) -> Strength<'_> {
        let [(low, low_at), (high, high_at)] = &self.ends;
        let abs = |current: Nanoamps| Nanoamps(current.0.saturating_abs());
        let (weak, strong) = if abs(*low) <= abs(*high) {
            ((abs(*low), low_at), (abs(*high), high_at))
        } else {
            ((abs(*high), high_at), (abs(*low), low_at))
        };
        // A range that holds both directions holds 0. What reverses the current takes it furthest from
        // its nominal direction on the way.
        let reverses = low.0 < 0 && high.0 > 0;
        let against = if self.nominal.0 < 0 { high_at } else { low_at };
        Strength {
            backwards: false,
            least: if reverses { Nanoamps(0) } else { weak.0 },
            nominal: abs(self.nominal),
            greatest: strong.0,
            least_at: if reverses { against } else { weak.1 },
            greatest_at: strong.1,
        }
    }
}

/// A value that varies, or several that do so together.
enum Parameter {
    Volts(SourceId),
    /// Elements side by side.
    Ohms(Vec<Place>),
}

/// An island and the place of an element in it.
type Place = (usize, usize);

/// The islands that a mechanism's windings lie in, to be solved at one set of values after another.
pub(super) struct Search<'s> {
    plan: &'s Plan,
    network: &'s Network,
    values: &'s Values,
    down: &'s [SourceId],
    islands: Vec<Cut>,
    /// Island, element and share of each winding.
    windings: Vec<(usize, usize, f64)>,
    parameters: Vec<Parameter>,
    levels: Vec<Level>,
    rails: Vec<Rail>,
    /// The groups of rails that the islands touch.
    groups: BTreeSet<u32>,
    /// Ideal sources side by side stand at different volts.
    quarrel: bool,
    volts: BTreeMap<SourceId, Level>,
    solver: ZoneSolver,
    solution: Solution,
    /// Which diodes conduct, as first found.
    conducting: Option<Vec<bool>>,
    same_diodes: bool,
}

impl<'s> Search<'s> {
    pub(super) fn new(plan: &'s Plan, network: &'s Network, values: &'s Values, down: &'s [SourceId]) -> Self {
        Self {
            plan,
            network,
            values,
            down,
            islands: Vec::new(),
            windings: Vec::new(),
            parameters: Vec::new(),
            levels: Vec::new(),
            rails: Vec::new(),
            groups: BTreeSet::new(),
            quarrel: false,
            volts: BTreeMap::new(),
            solver: ZoneSolver::default(),
            solution: Solution::default(),
            conducting: None,
            same_diodes: true,
        }
    }

    /// One more island, with the elements in it that are windings of the mechanism, and their shares.
    pub(super) fn add(&mut self, island: Cut, windings: impl Iterator<Item = (u32, f64)>) {
        let number = self.islands.len();
        let places = windings.filter_map(|(element, share)| Some((number, island.place(element)?, share)));
        self.windings.extend(places);
        self.islands.push(island);
    }

    /// Finds the range; with more corners than that, as far as a search finds it.
    pub(super) fn extremes(mut self, mechanism: MechanismId, most_corners: u32) -> Result<Extremes, Unjudged> {
        self.find_parameters(mechanism);
        self.levels = vec![Level::Nominal; self.parameters.len()];
        self.place_rails();
        let nominal = self.current()?;
        let corners = 1u32.checked_shl(self.parameters.len() as u32).filter(|&corners| corners <= most_corners);
        let ends = match corners {
            Some(corners) => self.try_corners(corners)?,
            None => [self.descend(-1)?, self.descend(1)?],
        };
        let exact = corners.is_some() && self.same_diodes;
        let [low, high] = ends;
        let mut found = Extremes { nominal, ends: Default::default(), exact };
        for (end, (current, levels)) in found.ends.iter_mut().zip([low, high]) {
            *end = (Nanoamps(current), self.settings(levels)?);
        }
        Ok(found)
    }

    /// What varies and may matter.
    fn find_parameters(&mut self, mechanism: MechanismId) {
        let mut volts = BTreeSet::new();
        let mut side_by_side: BTreeMap<(usize, [u32; 2]), Vec<Place>> = BTreeMap::new();
        for (number, island) in self.islands.iter().enumerate() {
            for (place, element) in island.zone.elements.iter().enumerate() {
                let kind = self.plan.loads[element.load].kind;
                if let LoadKind::Internal { source } = kind {
                    volts.insert(source);
                }
                let range = self.values.ohms(element.load);
                if range.min >= range.max {
                    continue;
                }
                let alone = match kind {
                    LoadKind::Winding { mechanism: own, .. } => own == mechanism,
                    LoadKind::Internal { .. } => true,
                    _ => false,
                };
                if alone {
                    self.parameters.push(Parameter::Ohms(vec![(number, place)]));
                } else {
                    let [a, b] = element.ends;
                    side_by_side.entry((number, [a.min(b), a.max(b)])).or_default().push((number, place));
                }
            }
        }
        self.parameters.extend(side_by_side.into_values().map(Parameter::Ohms));
        volts.extend(self.poles_that_matter());
        // The sources come last: going through all corners, they change least often.
        let varies = |source: &SourceId| {
            let range = self.values.volts(*source);
            range.min < range.max && !self.down.contains(source)
        };
        self.parameters.extend(volts.into_iter().filter(varies).map(Parameter::Volts));
    }

    /// The ideal sources that stand between rails which the islands touch, or quarrel with one that does.
    fn poles_that_matter(&mut self) -> Vec<SourceId> {
        let mut touched: BTreeSet<(u32, u32)> = BTreeSet::new();
        for island in &self.islands {
            let zone = &island.zone;
            let items = (0..zone.items() as u32).map(|item| zone.ends(item));
            for node in items.chain(zone.links.iter().map(|link| link.ends)).flatten() {
                if let Some(&rail) = zone.rails.get(node as usize) {
                    touched.insert((self.network.rails.group(rail), rail));
                }
            }
        }
        let steps: Vec<(u32, u32)> = touched
            .iter()
            .zip(touched.iter().skip(1))
            .filter(|(a, b)| a.0 == b.0)
            .map(|(&(_, a), &(_, b))| (a, b))
            .collect();
        self.groups = touched.iter().map(|&(group, _)| group).collect();
        let this = &*self;
        let rails = |at: SourceId, level: Level| {
            let of = |source| if source == at { level } else { Level::Nominal };
            this.network.rails.potentials_at(|pole| this.volts_of(pole.source, of(pole.source)))
        };
        let poles = this.network.rails.poles().iter();
        poles
            .filter(|pole| {
                let (least, most) = (rails(pole.source, Level::Least), rails(pole.source, Level::Most));
                let height = |rails: &[Rail], (a, b): (u32, u32)| rails[a as usize].volts - rails[b as usize].volts;
                let moves = |&step: &(u32, u32)| (height(&least, step) - height(&most, step)).abs() > SAME_VOLTS;
                let at_least = this.volts_of(pole.source, Level::Least);
                let at_most = this.volts_of(pole.source, Level::Most);
                steps.iter().any(moves) || this.quarrels(pole, &least, at_least) || this.quarrels(pole, &most, at_most)
            })
            .map(|pole| pole.source)
            .collect()
    }

    /// Whether a source's own volts are not what stands between its poles, as far as that matters here.
    fn quarrels(&self, pole: &Pole, rails: &[Rail], volts: f64) -> bool {
        let of = |node| self.network.rails.of_node(node).and_then(|rail| rails.get(rail as usize));
        match (of(pole.plus), of(pole.minus)) {
            (Some(plus), Some(minus)) => {
                self.groups.contains(&plus.group) && (plus.volts - minus.volts - volts).abs() > SAME_VOLTS
            }
            _ => false,
        }
    }

    fn volts_of(&self, source: SourceId, level: Level) -> f64 {
        if self.down.contains(&source) { 0.0 } else { level.of(self.values.volts(source)) }
    }

    fn place_rails(&mut self) {
        let volts = |pole: &Pole| self.volts_of(pole.source, self.volts.get(&pole.source).copied().unwrap_or_default());
        let rails = self.network.rails.potentials_at(volts);
        self.quarrel = self.network.rails.poles().iter().any(|pole| self.quarrels(pole, &rails, volts(pole)));
        self.rails = rails;
    }

    /// Sets one parameter.
    fn set(&mut self, parameter: usize, level: Level) {
        if std::mem::replace(&mut self.levels[parameter], level) == level {
            return;
        }
        match &self.parameters[parameter] {
            Parameter::Volts(source) => {
                let source = *source;
                let volts = level.of(self.values.volts(source));
                for element in self.islands.iter_mut().flat_map(|island| &mut island.zone.elements) {
                    if matches!(self.plan.loads[element.load].kind, LoadKind::Internal { source: own } if own == source)
                    {
                        element.emf = volts;
                    }
                }
                self.volts.insert(source, level);
                self.place_rails();
            }
            Parameter::Ohms(places) => {
                for &(island, place) in places {
                    let element = &mut self.islands[island].zone.elements[place];
                    element.ohms = level.of(self.values.ohms(element.load));
                }
            }
        }
    }

    /// The weighed sum of the windings' currents at the values that are set.
    fn current(&mut self) -> Result<Nanoamps, Unjudged> {
        if self.quarrel {
            return Err(Unjudged::ShortCircuit);
        }
        let mut sum = WeighedSum::default();
        let mut conducting = Vec::new();
        for (number, island) in self.islands.iter().enumerate() {
            self.solver.solve(&island.zone, &self.rails, |_| true, &mut self.solution);
            if self.solution.conflict {
                return Err(Unjudged::ShortCircuit);
            }
            for &(_, element, share) in self.windings.iter().filter(|&&(at, ..)| at == number) {
                sum.add(share, self.solution.currents[element]);
            }
            conducting.extend_from_slice(&self.solution.conducting);
        }
        let first = self.conducting.get_or_insert_with(|| conducting.clone());
        self.same_diodes &= *first == conducting;
        Ok(sum.total())
    }

    fn try_corners(&mut self, corners: u32) -> Result<[(i64, Vec<Level>); 2], Unjudged> {
        let mut ends: [Option<(i64, u32)>; 2] = [None, None];
        for corner in 0..corners {
            self.go_to(corner);
            let current = self.current()?.0;
            let [low, high] = &mut ends;
            if low.is_none_or(|(least, _)| current < least) {
                *low = Some((current, corner));
            }
            if high.is_none_or(|(most, _)| current > most) {
                *high = Some((current, corner));
            }
        }
        Ok(ends.map(|end| {
            let (current, corner) = end.unwrap_or_default();
            self.go_to(corner);
            (current, self.levels.clone())
        }))
    }

    fn go_to(&mut self, corner: u32) {
        for parameter in 0..self.parameters.len() {
            self.set(parameter, if corner >> parameter & 1 == 1 { Level::Most } else { Level::Least });
        }
    }

    /// Looks for the end in one direction by changing one value after another while that leads further,
    /// from several starts.
    fn descend(&mut self, direction: i64) -> Result<(i64, Vec<Level>), Unjudged> {
        let count = self.parameters.len();
        let mut best: Option<(i64, Vec<Level>)> = None;
        let mut starts = vec![vec![Level::Least; count], vec![Level::Most; count]];
        starts.push(self.slopes(direction)?);
        for pattern in [0x9e37_79b9_7f4a_7c15u64, 0x2545_f491_4f6c_dd1d] {
            let bit = |at: usize| pattern.rotate_left(at as u32 % 64) & 1 == 1;
            starts.push((0..count).map(|at| if bit(at) { Level::Most } else { Level::Least }).collect());
        }
        for start in starts {
            for (parameter, &level) in start.iter().enumerate() {
                self.set(parameter, level);
            }
            let mut current = self.current()?.0;
            let mut left = count;
            let mut at = 0;
            // Over as soon as no single change leads further; each that is kept does by a nanoampere.
            while left > 0 {
                let parameter = at % count;
                let level = self.levels[parameter];
                self.set(parameter, level.other_end());
                let there = self.current()?.0;
                if (there - current) * direction > 0 {
                    current = there;
                    left = count;
                } else {
                    self.set(parameter, level);
                    left -= 1;
                }
                at += 1;
            }
            if best.as_ref().is_none_or(|(known, _)| (current - known) * direction > 0) {
                best = Some((current, self.levels.clone()));
            }
        }
        Ok(best.unwrap_or_default())
    }

    /// Each value at the end to which it leads further, the others at their nominal values.
    fn slopes(&mut self, direction: i64) -> Result<Vec<Level>, Unjudged> {
        let count = self.parameters.len();
        for parameter in 0..count {
            self.set(parameter, Level::Nominal);
        }
        let mut levels = Vec::with_capacity(count);
        for parameter in 0..count {
            self.set(parameter, Level::Least);
            let least = self.current()?.0;
            self.set(parameter, Level::Most);
            let most = self.current()?.0;
            self.set(parameter, Level::Nominal);
            levels.push(if (most - least) * direction > 0 { Level::Most } else { Level::Least });
        }
        Ok(levels)
    }

    /// The values of a corner that make a difference to it, the greatest first.
    fn settings(&mut self, levels: Vec<Level>) -> Result<Vec<Setting>, Unjudged> {
        for (parameter, &level) in levels.iter().enumerate() {
            self.set(parameter, level);
        }
        let here = self.current()?.0;
        let mut moved = Vec::new();
        for (parameter, &level) in levels.iter().enumerate() {
            self.set(parameter, level.other_end());
            let by = (self.current()?.0 - here).saturating_abs();
            self.set(parameter, level);
            if by > 0 {
                moved.push((by, parameter));
            }
        }
        moved.sort_by_key(|&(by, parameter)| (std::cmp::Reverse(by), parameter));
        Ok(moved.into_iter().flat_map(|(_, parameter)| self.shown(parameter)).collect())
    }

    fn shown(&self, parameter: usize) -> Vec<Setting> {
        let level = self.levels[parameter];
        match &self.parameters[parameter] {
            Parameter::Volts(source) => {
                let part = self.plan.sources[*source].part;
                vec![Setting { part, what: Varied::Volts, value: level.of(self.values.volts(*source)) }]
            }
            Parameter::Ohms(places) => {
                let loads = places.iter().map(|&(island, place)| self.islands[island].zone.elements[place].load);
                loads
                    .map(|load| Setting {
                        part: self.plan.loads[load].part,
                        what: varied(self.plan, load),
                        value: stated(level.of(self.values.ohms(load))),
                    })
                    .collect()
            }
        }
    }
}
