//! A drawing of a whole circuit: its components as bands, one under the other.

use kiber_netlist::{Circuit, Id, PartId};

use super::band::{Known, Laid};
use super::columns;
use super::element::{Element, LeftOut, Sort, elements};
use super::fold::Component;
use super::frames;
use super::geometry::{
    Anchor, Frame, Joint, Point, Reference, ReferenceKind, Says, Symbol, Terminal, Text, What, Wire, text, text_width,
};
use super::graph::Graph;
use super::order::Order;
use super::{Options, Symbols};

const MARGIN: i32 = 16;
/// How wide drawings may become, unless something else is wanted, and how wide at the very most.
const WIDTH: u32 = 1600;
const WIDEST: i32 = 1_000_000;
const TITLE: i32 = 15;
const WORDS: i32 = 10;
/// Between bands one under the other, and between components side by side.
const BETWEEN: i32 = 16;

/// A current-path drawing of a circuit.
///
/// The sources' plus poles are on top and their minus poles below; what leads from one to the other stands in
/// upright paths, numbered from the left. Level bars join paths; where a path crosses a bar without a dot the two
/// are not joined.
///
/// ```
/// use kiber_draw::ladder::{Drawing, Options};
///
/// let source = r#"Circuit(title: "A relay that holds itself", parts: {
///     "G1": Source(plus: "+", minus: "-", volts: 24.0),
///     "S1": Button(contacts: {"1": Make("+", "a")}),
///     "K1": Relay(coil: ("a", "-"), contacts: {"1": Make("+", "a")}),
/// })"#;
/// let circuit = kiber_netlist::read(source).circuit.unwrap();
/// let drawing = Drawing::new(&circuit, &Options::default());
/// assert_eq!((drawing.symbols.len(), drawing.joints.len(), drawing.paths), (4, 4, 3));
/// assert!(drawing.svg(None).starts_with("<svg "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// How wide it is, in pixels.
    pub width: i32,
    /// How high it is.
    pub height: i32,
    /// How many paths it has.
    pub paths: usize,
    /// The symbols.
    pub symbols: Vec<Symbol>,
    /// The wires. Those of one net are joined where an end of one lies on another.
    pub wires: Vec<Wire>,
    /// The dots.
    pub joints: Vec<Joint>,
    /// The ends of wires that go on elsewhere, or nowhere.
    pub terminals: Vec<Terminal>,
    /// The texts.
    pub texts: Vec<Text>,
    /// The cross-references under the coils.
    pub references: Vec<Reference>,
    /// The frames around sub-circuits.
    pub frames: Vec<Frame>,
    /// What has no wire, and is named below the drawing.
    pub left_out: Vec<LeftOut>,
    pub(crate) style: Symbols,
    pub(crate) title: String,
    pub(crate) net_names: Vec<String>,
}

impl Drawing {
    /// Draws a circuit. The same circuit and options give the same drawing.
    pub fn new(circuit: &Circuit, options: &Options) -> Self {
        let (elements, left_out) = elements(circuit, options.symbols == Symbols::Russian);
        let components = arranged(circuit, &elements);
        let found = found(circuit, &components);
        let known = Known { circuit, symbols: options.symbols, found: &found };
        let width = options.width.or(circuit.drawing.width).unwrap_or(WIDTH);
        let most = i32::try_from(width).unwrap_or(i32::MAX).clamp(400, WIDEST) - 2 * MARGIN;
        let mut drawing = Self {
            width: 0,
            height: MARGIN,
            paths: components.iter().map(|component| component.order.len()).sum(),
            symbols: Vec::new(),
            wires: Vec::new(),
            joints: Vec::new(),
            terminals: Vec::new(),
            texts: Vec::new(),
            references: Vec::new(),
            frames: Vec::new(),
            left_out,
            style: options.symbols,
            title: circuit.title.clone(),
            net_names: circuit.nets.rows().iter().map(|net| net.name.clone()).collect(),
        };
        drawing.write_title();
        drawing.stack(&components, &known, most);
        drawing.frames = frames::frames(circuit, &drawing);
        drawing.write_frames(circuit);
        drawing.write_left_out(circuit, most);
        drawing.height += MARGIN;
        drawing.width += MARGIN;
        drawing
    }

    fn write_title(&mut self) {
        let title = self.title.trim();
        if title.is_empty() {
            return;
        }
        let at = Point { x: MARGIN, y: self.height + TITLE };
        let title = text(Says::Title, title, at, Anchor::Start, TITLE);
        self.width = title.bounds.right;
        self.texts.push(title);
        self.height += TITLE + 14;
    }

    /// Puts components side by side while there is room, and what is too wide into bands one under the other.
    fn stack(&mut self, components: &[Component], known: &Known<'_>, most: i32) {
        let (mut x, mut lowest) = (MARGIN, self.height);
        for component in components {
            for (start, laid) in component.fold(known, most) {
                let is_wanted = start > 0 && component.begins.contains(&start);
                if x > MARGIN && (is_wanted || x + laid.width > MARGIN + most) {
                    (x, self.height) = (MARGIN, lowest + BETWEEN);
                }
                lowest = lowest.max(self.height + laid.height);
                let (dx, dy) = (x, self.height);
                x += laid.width + BETWEEN;
                self.take(laid, dx, dy);
            }
        }
        self.height = lowest;
    }

    fn take(&mut self, mut laid: Laid, dx: i32, dy: i32) {
        laid.shift(dx, dy);
        self.width = self.width.max(dx + laid.width);
        self.symbols.append(&mut laid.symbols);
        self.wires.append(&mut laid.wires);
        self.joints.append(&mut laid.joints);
        self.terminals.append(&mut laid.terminals);
        self.texts.append(&mut laid.texts);
        self.references.append(&mut laid.references);
    }

    fn write_frames(&mut self, circuit: &Circuit) {
        for frame in &self.frames {
            let Some(instance) = circuit.instances.get(frame.instance) else { continue };
            let name = instance.label.as_deref().unwrap_or(&instance.name);
            let at = Point { x: frame.bounds.left + 3, y: frame.bounds.top - 2 };
            self.texts.push(text(Says::Frame(frame.instance), name, at, Anchor::Start, 9));
        }
    }

    fn write_left_out(&mut self, circuit: &Circuit, most: i32) {
        let names: Vec<String> = self
            .left_out
            .iter()
            .map(|left_out| match *left_out {
                LeftOut::Part(part) => circuit.parts.get(part).map_or(String::new(), |part| part.shown().to_owned()),
                LeftOut::Contact(contact) => circuit.contact_shown(contact),
            })
            .collect();
        let mut line = String::new();
        let mut lines = Vec::new();
        for (number, name) in names.iter().enumerate() {
            let start = if number == 0 { "Not wired: " } else { ", " };
            if number > 0 && text_width(&format!("{line}{start}{name}"), WORDS) > most {
                lines.push(std::mem::take(&mut line) + ",");
                line = name.clone();
            } else {
                line = line + start + name;
            }
        }
        if !line.is_empty() {
            lines.push(line);
            self.height += 8;
        }
        for line in lines {
            self.height += 14;
            let line = text(Says::LeftOut, line, Point { x: MARGIN, y: self.height }, Anchor::Start, WORDS);
            self.width = self.width.max(line.bounds.right);
            self.texts.push(line);
        }
    }
}

/// The components of a circuit, each with its paths in order.
fn arranged(circuit: &Circuit, elements: &[Element]) -> Vec<Component> {
    let order = Order::new(elements, circuit.nets.len());
    let count = order.component.iter().max().map_or(0, |last| last + 1);
    let mut by_component: Vec<Vec<Element>> = vec![Vec::new(); count];
    for element in elements {
        if let Some(list) = by_component.get_mut(order.component_of(element.pins[0])) {
            list.push(element.clone());
        }
    }
    let mut nets = vec![Vec::new(); count];
    for &net in &order.nets {
        if let Some(list) = nets.get_mut(order.component_of(net)) {
            list.push(net);
        }
    }
    let mut first = 1;
    let mut components = Vec::new();
    for (elements, nets) in by_component.iter().zip(&nets) {
        if elements.is_empty() {
            continue;
        }
        let mut graph = Graph::new(elements, &order, nets);
        let mut rank = vec![None; graph.paths.len()];
        for (number, path) in wanted_paths(&graph, &circuit.drawing.order).into_iter().enumerate() {
            if let Some(rank) = rank.get_mut(path) {
                rank.get_or_insert(number);
            }
        }
        let columns = columns::order(&graph, &rank, &groups(circuit, &graph));
        graph.turn_aside(&columns);
        let count = columns.len();
        let begins = wanted_paths(&graph, &circuit.drawing.bands);
        let begins = begins.iter().filter_map(|begin| columns.iter().position(|path| path == begin)).collect();
        components.push(Component { graph, order: columns, first, begins });
        first += count;
    }
    components
}

/// Where parts stand: the path of a load, or else the first that a part is in.
fn wanted_paths(graph: &Graph, parts: &[PartId]) -> Vec<usize> {
    let path_of = |part: &PartId| {
        let mut paths: Vec<(bool, usize)> = Vec::new();
        for (path, edges) in graph.paths.iter().enumerate() {
            let own = edges.iter().filter_map(|&edge| graph.edges.get(edge)).filter(|edge| edge.part == part.index());
            paths.extend(own.map(|edge| (edge.sort != Sort::Load, path)));
        }
        paths.into_iter().min().map(|(_, path)| path)
    };
    parts.iter().filter_map(path_of).collect()
}

/// The paths of each sub-circuit, and those of the windings of each relay.
fn groups(circuit: &Circuit, graph: &Graph) -> Vec<Vec<usize>> {
    let mut of_part: Vec<Vec<usize>> = vec![Vec::new(); circuit.parts.len()];
    let mut windings: Vec<Vec<usize>> = vec![Vec::new(); circuit.parts.len()];
    for (path, edges) in graph.paths.iter().enumerate() {
        for edge in edges.iter().filter_map(|&edge| graph.edges.get(edge)) {
            if let Some(paths) = of_part.get_mut(edge.part) {
                paths.push(path);
            }
            if let (Some(What::Winding(..)), Some(paths)) = (edge.what, windings.get_mut(edge.part)) {
                paths.push(path);
            }
        }
    }
    let instances = circuit.instances.iter().map(|instance| {
        let parts = of_part.get(instance.parts.clone()).unwrap_or_default();
        parts.concat()
    });
    instances.chain(windings).filter(|paths| paths.len() > 1).collect()
}

/// Where the contacts of relays and steppers stand.
fn found(circuit: &Circuit, components: &[Component]) -> Vec<Vec<(ReferenceKind, usize)>> {
    use kiber_engine::ContactSide;
    let mut found = vec![Vec::new(); circuit.contacts.len()];
    for component in components {
        for (number, &path) in (component.first..).zip(&component.order) {
            let edges = component.graph.paths.get(path).into_iter().flatten();
            for edge in edges.filter_map(|&edge| component.graph.edges.get(edge)) {
                let (contact, kind) = match edge.what {
                    Some(What::Changeover(contact)) => (contact, ReferenceKind::Changeover),
                    Some(What::Side(contact, ContactSide::Make)) => (contact, ReferenceKind::Make),
                    Some(What::Side(contact, ContactSide::Break)) => (contact, ReferenceKind::Break),
                    Some(What::Side(contact, ContactSide::Place(place))) => (contact, ReferenceKind::Place(place)),
                    _ => continue,
                };
                if let Some(list) = found.get_mut(contact.index()) {
                    list.push((kind, number));
                }
            }
        }
    }
    for list in &mut found {
        list.sort_unstable();
    }
    found
}

/// The part that a symbol belongs to.
pub(crate) fn part_of(circuit: &Circuit, what: What) -> Option<PartId> {
    match what {
        What::Side(contact, _) | What::Changeover(contact) => circuit.contacts.get(contact).map(|row| row.part),
        What::Winding(part, _) | What::Part(part) | What::Link(part, _) => Some(part),
    }
}
