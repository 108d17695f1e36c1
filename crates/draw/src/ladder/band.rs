//! A band of a drawing: paths side by side, laid out in pixels.

use kiber_netlist::{Circuit, ContactId, Id, NetId, PartKind};

use super::Symbols;
use super::geometry::{
    Anchor, Joint, Point, Pose, Rect, Reference, ReferenceKind, Says, Symbol, Terminal, Text, What, Wire, text,
    text_width,
};
use super::graph::{Edge, Graph};
use super::look::Look;
use super::names::name;
use super::order::Role;

/// How high a slot is; a symbol stands in it from edge to edge.
const SLOT: i32 = 32;
/// From bar to bar.
const TRACK: i32 = 10;
/// Above the first bar between two slots and below the last.
const PAD: i32 = 5;
/// What is free between two bars in one line, at least.
const BETWEEN_BARS: i32 = 8;
/// How far a loose end is kept free.
const LOOSE: i32 = 5;
const GAP: i32 = 5;
const LEAST_PITCH: i32 = 20;
/// The line of the path numbers.
const NUMBERS: i32 = 13;
/// A line of a cross-reference.
const LINE: i32 = 11;
const NAME: i32 = 10;
const SMALL: i32 = 9;

/// What is known of a drawing before its bands are laid out.
pub(crate) struct Known<'k> {
    pub(crate) circuit: &'k Circuit,
    pub(crate) symbols: Symbols,
    /// Where each contact of each relay stands: kind and path number, by the index of the contact's id.
    pub(crate) found: &'k [Vec<(ReferenceKind, usize)>],
}

/// What is laid out, from its own upper left corner.
#[derive(Debug, Default)]
pub(crate) struct Laid {
    pub(crate) width: i32,
    pub(crate) height: i32,
    pub(crate) symbols: Vec<Symbol>,
    pub(crate) wires: Vec<Wire>,
    pub(crate) joints: Vec<Joint>,
    pub(crate) terminals: Vec<Terminal>,
    pub(crate) texts: Vec<Text>,
    pub(crate) references: Vec<Reference>,
}

/// The paths of a band.
pub(crate) struct Band<'b> {
    pub(crate) graph: &'b Graph,
    /// The paths from left to right.
    pub(crate) columns: &'b [usize],
    /// The number of the first.
    pub(crate) first: usize,
    /// Of each node: the nearest path to the left of the band, and to the right, that it is joined to too.
    pub(crate) elsewhere: Vec<[Option<usize>; 2]>,
}

/// Where an edge meets a bar.
#[derive(Clone, Copy, Debug)]
struct Meeting {
    x: i32,
    from_above: bool,
    from_below: bool,
}

/// What a symbol takes up beside its path.
#[derive(Clone, Copy, Debug, Default)]
struct Extent {
    left: i32,
    right: i32,
}

impl Band<'_> {
    pub(crate) fn lay_out(&self, known: &Known<'_>) -> Laid {
        let slots = Slots::of(self);
        let extents = self.extents(known, &slots);
        let mut xs = positions(&extents, slots.count + 2);
        let (left, right) = self.margins(known);
        for x in &mut xs {
            *x += left;
        }
        let inner = xs.iter().zip(&extents).map(|(x, column)| x + widest(column)).max().unwrap_or(left);
        let width = inner + right;
        let mut laid = Laid { width, ..Laid::default() };
        let meetings = self.meetings(&xs);
        let bars = self.bars(&meetings, left - GAP, inner + GAP);
        let levels = Levels::new(self.graph, &slots, &bars);
        self.draw_paths(known, &slots, &xs, &levels, &mut laid);
        self.draw_bars(known, &meetings, &bars, &levels, &mut laid);
        self.draw_references(known, &xs, levels.bottom, &mut laid);
        laid
    }

    /// Where the paths stand between the margins, and where what belongs to each ends.
    pub(crate) fn measure(&self, known: &Known<'_>) -> Vec<[i32; 2]> {
        let slots = Slots::of(self);
        let extents = self.extents(known, &slots);
        let xs = positions(&extents, slots.count + 2);
        xs.into_iter().zip(&extents).map(|(x, column)| [x, x + widest(column)]).collect()
    }

    fn edges(&self, column: usize) -> impl Iterator<Item = &Edge> {
        let path = self.columns.get(column).and_then(|&path| self.graph.paths.get(path));
        path.into_iter().flatten().filter_map(|&edge| self.graph.edges.get(edge))
    }

    /// What every column takes up, slot by slot; then under the coils, and above all.
    fn extents(&self, known: &Known<'_>, slots: &Slots) -> Vec<Vec<(usize, Extent)>> {
        (0..self.columns.len())
            .map(|column| {
                let mut taken = vec![None; slots.count];
                let top = self.edges(column).next().map_or(0, |edge| slots.gap(self.graph.row(edge.from)));
                let end = self.edges(column).last().map_or(0, |edge| slots.gap(self.graph.row(edge.to)));
                for taken in taken.iter_mut().take(end).skip(top) {
                    *taken = Some(Extent { left: 2, right: 2 });
                }
                for edge in self.edges(column) {
                    if let (Some(what), Some(taken)) = (edge.what, taken.get_mut(slots.index(edge.slot))) {
                        *taken = Some(extent(known, edge, what));
                    }
                }
                let mut extents: Vec<(usize, Extent)> =
                    taken.into_iter().enumerate().filter_map(|(slot, extent)| Some((slot, extent?))).collect();
                let lines = self.lines(known, column);
                if let Some(wide) = lines.iter().map(|line| text_width(&line.words, SMALL)).max() {
                    extents.push((slots.count, Extent { left: 13, right: wide }));
                }
                let half = text_width(&(self.first + column).to_string(), SMALL) / 2 + 1;
                extents.push((slots.count + 1, Extent { left: half, right: half }));
                extents
            })
            .collect()
    }

    fn meetings(&self, xs: &[i32]) -> Vec<Vec<Meeting>> {
        let mut meetings: Vec<Vec<Meeting>> = vec![Vec::new(); self.graph.nodes.len()];
        let mut meet = |node: usize, x: i32, from_above: bool| {
            let Some(list) = meetings.get_mut(node) else { return };
            match list.iter_mut().find(|meeting| meeting.x == x) {
                Some(meeting) if from_above => meeting.from_above = true,
                Some(meeting) => meeting.from_below = true,
                None => list.push(Meeting { x, from_above, from_below: !from_above }),
            }
        };
        for (column, &x) in xs.iter().enumerate() {
            for edge in self.edges(column) {
                meet(edge.from, x, false);
                meet(edge.to, x, true);
                if let Some(node) = edge.beside {
                    meet(node, x + edge.aside, !edge.upside_down);
                }
            }
        }
        for list in &mut meetings {
            list.sort_by_key(|meeting| meeting.x);
        }
        meetings
    }

    /// Where each node's bar begins and ends; nothing where none is drawn.
    fn bars(&self, meetings: &[Vec<Meeting>], left: i32, right: i32) -> Vec<Option<Bar>> {
        let bar = |(node, meetings): (usize, &Vec<Meeting>)| {
            let (first, last) = (meetings.first()?, meetings.last()?);
            let [before, after] = self.elsewhere.get(node).copied().unwrap_or_default();
            let is_rail = self.is_rail(node);
            let from = if before.is_some() || is_rail { left } else { first.x };
            let to = if after.is_some() { right } else { last.x };
            if from < to {
                return Some(Bar { from, to, keep_from: from, keep_to: to });
            }
            // A through path needs no bar; a loose end keeps others off.
            (first.from_above != first.from_below).then(|| Bar {
                from,
                to,
                keep_from: from - LOOSE,
                keep_to: to + LOOSE,
            })
        };
        meetings.iter().enumerate().map(bar).collect()
    }

    fn is_rail(&self, node: usize) -> bool {
        self.graph.nodes.get(node).is_some_and(|node| matches!(node.role, Role::Plus | Role::Minus))
    }

    fn net(&self, node: usize) -> NetId {
        self.graph.nodes.get(node).map_or(NetId::from_index(0), |node| node.net)
    }

    /// What is written at the ends of bars that go on in other bands, and before rails.
    fn margin_words(&self, known: &Known<'_>, node: usize) -> [Option<String>; 2] {
        let net = known.circuit.nets.get(self.net(node)).map_or("", |net| net.name.as_str());
        let [before, after] = self.elsewhere.get(node).copied().unwrap_or_default();
        let with = |path: usize| format!("{net} → {path}");
        let left = before.map(with).or_else(|| self.is_rail(node).then(|| net.to_owned()));
        [left, after.map(with)]
    }

    fn margins(&self, known: &Known<'_>) -> (i32, i32) {
        let used = self.used_nodes();
        let wide = |end: usize| {
            let words = used.iter().filter_map(|&node| self.margin_words(known, node).into_iter().nth(end).flatten());
            words.map(|words| text_width(&words, NAME)).max().map_or(GAP, |wide| wide + 4 + 2 * GAP)
        };
        (wide(0), wide(1))
    }

    fn used_nodes(&self) -> Vec<usize> {
        let ends = |edge: &Edge| [Some(edge.from), Some(edge.to), edge.beside];
        let mut used: Vec<usize> = (0..self.columns.len())
            .flat_map(|column| self.edges(column).flat_map(ends).flatten().collect::<Vec<_>>())
            .collect();
        used.sort_unstable();
        used.dedup();
        used
    }

    fn draw_paths(&self, known: &Known<'_>, slots: &Slots, xs: &[i32], levels: &Levels, laid: &mut Laid) {
        for (column, &x) in xs.iter().enumerate() {
            let number = self.first + column;
            let at = Point { x, y: NUMBERS - 4 };
            laid.texts.push(text(Says::Path(number), number.to_string(), at, Anchor::Middle, SMALL));
            let Some(mut y) = self.edges(column).next().map(|edge| levels.bar(edge.from)) else { continue };
            let mut end = y;
            let mut net = NetId::from_index(0);
            for edge in self.edges(column) {
                let top = levels.slot(slots.index(edge.slot));
                let bottom = top + SLOT;
                net = self.net(edge.to);
                end = levels.bar(edge.to);
                let Some(what) = edge.what else { continue };
                laid.wire(self.net(edge.from), [x, y], [x, top]);
                y = bottom;
                let beside = edge.aside;
                if let Some(node) = edge.beside {
                    let bar = levels.bar(node);
                    match edge.upside_down {
                        false => laid.wire(self.net(node), [x + beside, bottom], [x + beside, bar]),
                        true => laid.wire(self.net(node), [x + beside, bar], [x + beside, top]),
                    }
                }
                self.draw_symbol(known, edge, what, [x, top, beside], number, laid);
            }
            laid.wire(net, [x, y], [x, end]);
        }
    }

    fn draw_symbol(
        &self,
        known: &Known<'_>,
        edge: &Edge,
        what: What,
        [x, top, beside]: [i32; 3],
        path: usize,
        laid: &mut Laid,
    ) {
        let bottom = top + SLOT;
        let [upper, lower] = [Point { x, y: top }, Point { x, y: bottom }];
        let pins = match (edge.beside, edge.upside_down) {
            (None, false) => vec![upper, lower],
            (None, true) => vec![lower, upper],
            (Some(_), upside_down) => {
                let (common, straight, y) = if upside_down { (lower, upper, top) } else { (upper, lower, bottom) };
                let side = Point { x: x + beside, y };
                match edge.make_is_straight {
                    true => vec![common, side, straight],
                    false => vec![common, straight, side],
                }
            }
        };
        let shape = shape(known, what);
        let left = x - shape.left.max(2 - beside);
        let right = x + shape.right.max(beside + 4);
        let pose = Pose { upside_down: edge.upside_down, beside, make_is_straight: edge.make_is_straight };
        if let Some(look) = Look::of(known.circuit, what) {
            laid.symbols.push(Symbol { what, pins, bounds: Rect { left, top, right, bottom }, path, pose, look });
        }
        let (name, value) = name(known.circuit, what);
        let middle = top + SLOT / 2;
        let (at, below) = if value.is_some() { (middle, middle + 10) } else { (middle + 4, middle) };
        laid.texts.push(text(Says::Name(what), name, Point { x: right + 3, y: at }, Anchor::Start, NAME));
        if let Some(value) = value {
            laid.texts.push(text(Says::Value(what), value, Point { x: right + 3, y: below }, Anchor::Start, SMALL));
        }
    }

    fn draw_bars(
        &self,
        known: &Known<'_>,
        meetings: &[Vec<Meeting>],
        bars: &[Option<Bar>],
        levels: &Levels,
        laid: &mut Laid,
    ) {
        for (node, (meetings, bar)) in meetings.iter().zip(bars).enumerate() {
            let (net, y) = (self.net(node), levels.bar(node));
            let Some(bar) = bar else { continue };
            laid.wire(net, [bar.from, y], [bar.to, y]);
            for meeting in meetings {
                let ways = [meeting.from_above, meeting.from_below, bar.from < meeting.x, meeting.x < bar.to];
                if ways.into_iter().filter(|way| *way).count() > 2 {
                    laid.joints.push(Joint { net, at: Point { x: meeting.x, y } });
                }
            }
            let words = self.margin_words(known, node);
            let [before, after] = self.elsewhere.get(node).copied().unwrap_or_default();
            let ends = [(bar.from, before, Anchor::End, -5), (bar.to, after, Anchor::Start, 5)];
            for ((x, elsewhere, anchor, aside), words) in ends.into_iter().zip(words) {
                if elsewhere.is_some() {
                    laid.terminals.push(Terminal { net, at: Point { x, y }, goes_on: true });
                }
                if let Some(words) = words {
                    laid.texts.push(text(Says::Net(net), words, Point { x: x + aside, y: y + 3 }, anchor, NAME));
                }
            }
            if bar.from == bar.to {
                laid.terminals.push(Terminal { net, at: Point { x: bar.from, y }, goes_on: false });
            }
        }
    }

    /// The contacts of the relay whose coil stands in a column.
    fn lines(&self, known: &Known<'_>, column: usize) -> Vec<Line> {
        let mut lines = Vec::new();
        for edge in self.edges(column) {
            let Some(What::Winding(part, 0)) = edge.what else { continue };
            for &contact in known.circuit.contacts_of(part) {
                let name = known.circuit.contacts.get(contact).map_or("", |contact| contact.name.as_str());
                let found = known.found.get(contact.index()).into_iter().flatten();
                lines.extend(found.map(|&(kind, path)| {
                    let place = match kind {
                        ReferenceKind::Place(place) => format!(":{place}"),
                        _ => String::new(),
                    };
                    Line { contact, kind, path, words: format!("/{name}{place} → {path}") }
                }));
            }
        }
        lines
    }

    fn draw_references(&self, known: &Known<'_>, xs: &[i32], bottom: i32, laid: &mut Laid) {
        let mut most = 0;
        for (column, &x) in xs.iter().enumerate() {
            let lines = self.lines(known, column);
            most = most.max(lines.len() as i32);
            for (line, y) in lines.into_iter().zip((bottom + GAP..).step_by(LINE as usize)) {
                let Line { contact, kind, path, words } = line;
                laid.references.push(Reference { contact, kind, path, at: Point { x: x - 13, y } });
                laid.texts.push(text(Says::Reference(contact), words, Point { x, y: y + 9 }, Anchor::Start, SMALL));
            }
        }
        laid.height = bottom + if most > 0 { GAP + most * LINE } else { 0 };
    }
}

/// A line of a cross-reference.
struct Line {
    contact: ContactId,
    kind: ReferenceKind,
    path: usize,
    words: String,
}

/// Where a bar begins and ends, and what it keeps free of others.
#[derive(Clone, Copy, Debug)]
struct Bar {
    from: i32,
    to: i32,
    keep_from: i32,
    keep_to: i32,
}

/// The slots of a band that have symbols in them; those between which nothing stands fall together.
struct Slots {
    /// Of each slot of the graph: how many slots with symbols are above it.
    above: Vec<usize>,
    count: usize,
}

impl Slots {
    fn of(band: &Band<'_>) -> Self {
        let mut is_used = vec![false; band.graph.rows];
        for edge in (0..band.columns.len()).flat_map(|column| band.edges(column)) {
            if let Some(used) = is_used.get_mut(edge.slot) {
                *used = true;
            }
        }
        let mut above = Vec::with_capacity(is_used.len() + 1);
        let mut count = 0;
        for used in is_used {
            above.push(count);
            count += usize::from(used);
        }
        above.push(count);
        Self { above, count }
    }

    fn index(&self, slot: usize) -> usize {
        self.above.get(slot).copied().unwrap_or(self.count)
    }

    /// The space between slots in which the bars of a row are.
    fn gap(&self, row: usize) -> usize {
        self.index(row)
    }
}

/// How far down slots and bars are.
struct Levels {
    slots: Vec<i32>,
    bars: Vec<i32>,
    bottom: i32,
}

impl Levels {
    fn new(graph: &Graph, slots: &Slots, bars: &[Option<Bar>]) -> Self {
        let gaps = slots.count + 1;
        let mut in_gap: Vec<Vec<usize>> = vec![Vec::new(); gaps];
        for (node, row) in graph.nodes.iter().enumerate().map(|(node, row)| (node, row.row)) {
            if let (Some(list), Some(Some(_))) = (in_gap.get_mut(slots.gap(row)), bars.get(node)) {
                list.push(node);
            }
        }
        let mut track = vec![0i32; graph.nodes.len()];
        let mut tracks = Vec::with_capacity(gaps);
        for list in &mut in_gap {
            let keep =
                |node: usize| bars.get(node).copied().flatten().map_or((0, 0), |bar| (bar.keep_from, bar.keep_to));
            let row = |node: usize| graph.row(node);
            list.sort_by_key(|&node| (row(node), keep(node)));
            let mut ends: Vec<Vec<(i32, i32)>> = Vec::new();
            for &node in list.iter() {
                let (from, to) = keep(node);
                let is_free = |taken: &Vec<(i32, i32)>| {
                    taken.iter().all(|&(start, end)| end + BETWEEN_BARS <= from || to + BETWEEN_BARS <= start)
                };
                let free = ends.iter().position(is_free).unwrap_or(ends.len());
                if free == ends.len() {
                    ends.push(Vec::new());
                }
                if let (Some(taken), Some(track)) = (ends.get_mut(free), track.get_mut(node)) {
                    taken.push((from, to));
                    *track = free as i32;
                }
            }
            tracks.push(ends.len() as i32);
        }
        let mut y = NUMBERS;
        let (mut slot_tops, mut gap_tops) = (Vec::new(), Vec::new());
        for (gap, &count) in tracks.iter().enumerate() {
            gap_tops.push(y + PAD);
            y += 2 * PAD + (count - 1).max(0) * TRACK;
            if gap < slots.count {
                slot_tops.push(y);
                y += SLOT;
            }
        }
        let bar = |(node, row): (usize, usize)| {
            gap_tops.get(slots.gap(row)).copied().unwrap_or(y) + track.get(node).copied().unwrap_or_default() * TRACK
        };
        let bars = graph.nodes.iter().map(|node| node.row).enumerate().map(bar).collect();
        Self { slots: slot_tops, bars, bottom: y }
    }

    fn slot(&self, index: usize) -> i32 {
        self.slots.get(index).copied().unwrap_or(self.bottom)
    }

    fn bar(&self, node: usize) -> i32 {
        self.bars.get(node).copied().unwrap_or(self.bottom)
    }
}

fn extent(known: &Known<'_>, edge: &Edge, what: What) -> Extent {
    let shape = shape(known, what);
    let (name, value) = name(known.circuit, what);
    let words = text_width(&name, NAME).max(value.map_or(0, |value| text_width(&value, SMALL)));
    Extent { left: shape.left.max(2 - edge.aside), right: shape.right.max(edge.aside + 4) + 3 + words }
}

/// Columns as near to each other as what they take up allows.
fn positions(extents: &[Vec<(usize, Extent)>], levels: usize) -> Vec<i32> {
    let mut taken = vec![0i32; levels];
    let mut xs: Vec<i32> = Vec::with_capacity(extents.len());
    for column in extents {
        let least = xs.last().map_or(0, |x| x + LEAST_PITCH);
        let free = column.iter().map(|(level, extent)| taken.get(*level).copied().unwrap_or(0) + extent.left);
        let x = free.max().unwrap_or(0).max(least);
        for (level, extent) in column {
            if let Some(taken) = taken.get_mut(*level) {
                *taken = x + extent.right + GAP;
            }
        }
        xs.push(x);
    }
    xs
}

fn widest(column: &[(usize, Extent)]) -> i32 {
    column.iter().map(|(_, extent)| extent.right).max().unwrap_or_default()
}

/// What a symbol takes up beside its path, its side pin and its texts apart.
fn shape(known: &Known<'_>, what: What) -> Extent {
    let circuit = known.circuit;
    let right = if known.symbols == Symbols::Russian { 9 } else { 3 };
    let by_hand = |contact: ContactId| {
        let part = circuit.contacts.get(contact).and_then(|contact| circuit.parts.get(contact.part));
        part.is_some_and(|part| matches!(part.kind, PartKind::Button(_) | PartKind::Toggle(_) | PartKind::Selector(_)))
    };
    let left = |contact: ContactId| if by_hand(contact) { 21 } else { 11 };
    match what {
        What::Side(contact, _) => Extent { left: left(contact), right },
        What::Changeover(contact) => Extent { left: left(contact), right: 11 },
        What::Winding(..) => Extent { left: 14, right: 14 },
        What::Part(part) => match circuit.parts.get(part).map(|part| &part.kind) {
            Some(PartKind::Lamp(_)) => Extent { left: 10, right: 10 },
            Some(PartKind::Source(_) | PartKind::Capacitor(_)) => Extent { left: 11, right: 11 },
            Some(PartKind::Diode(_)) => Extent { left: 8, right: 8 },
            _ => Extent { left: 6, right: 6 },
        },
        What::Link(..) => Extent { left: 4, right: 4 },
    }
}

impl Laid {
    fn wire(&mut self, net: NetId, from: [i32; 2], to: [i32; 2]) {
        let [from, to] = [from, to].map(|[x, y]| Point { x, y });
        if from != to {
            self.wires.push(Wire { net, from, to });
        }
    }

    /// Moves all of it.
    pub(crate) fn shift(&mut self, dx: i32, dy: i32) {
        let point = |at: &mut Point| {
            at.x += dx;
            at.y += dy;
        };
        let rect = |bounds: &mut Rect| {
            bounds.left += dx;
            bounds.right += dx;
            bounds.top += dy;
            bounds.bottom += dy;
        };
        for symbol in &mut self.symbols {
            symbol.pins.iter_mut().for_each(point);
            rect(&mut symbol.bounds);
        }
        for wire in &mut self.wires {
            point(&mut wire.from);
            point(&mut wire.to);
        }
        self.joints.iter_mut().for_each(|joint| point(&mut joint.at));
        self.terminals.iter_mut().for_each(|terminal| point(&mut terminal.at));
        self.references.iter_mut().for_each(|reference| point(&mut reference.at));
        for text in &mut self.texts {
            point(&mut text.at);
            rect(&mut text.bounds);
        }
    }
}
