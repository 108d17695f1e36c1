//! A circuit read off the lines of its drawing, by the rules that a reader goes by.

#![allow(unreachable_pub)]

use std::collections::BTreeMap;

use kiber_draw::ladder::{Drawing, Point, Rect, Says, Symbol, What, Wire};
use kiber_engine::ContactSide;
use kiber_netlist::{Circuit, ContactForm, Id, NetId, PartKind};

/// The nets of a symbol's pins, as the circuit has them.
fn nets_of(circuit: &Circuit, what: What) -> Vec<NetId> {
    match what {
        What::Winding(part, winding) => {
            let coil = circuit.parts[part].kind.coils().nth(winding).unwrap();
            vec![coil.plus, coil.minus]
        }
        What::Part(part) => circuit.parts[part].kind.own_pins(),
        What::Link(part, pin) => match &circuit.parts[part].kind {
            PartKind::Wire(wire) => vec![wire.pins[pin], wire.pins[pin + 1]],
            other => panic!("{other:?}"),
        },
        What::Changeover(contact) => match &circuit.contacts[contact].form {
            ContactForm::Changeover { common, break_side, make_side, .. } => {
                vec![*common, break_side.unwrap(), make_side.unwrap()]
            }
            other => panic!("{other:?}"),
        },
        What::Side(contact, side) => match (&circuit.contacts[contact].form, side) {
            (ContactForm::Changeover { common, break_side, .. }, ContactSide::Break) => {
                vec![*common, break_side.unwrap()]
            }
            (ContactForm::Changeover { common, make_side, .. }, _) => vec![*common, make_side.unwrap()],
            (ContactForm::Wafer { common, places, .. }, ContactSide::Place(place)) => {
                vec![*common, places[usize::from(place)].unwrap()]
            }
            (form, _) => form.nets().collect(),
        },
    }
}

fn lies_on(point: Point, wire: &Wire) -> bool {
    (wire.from.x..=wire.to.x).contains(&point.x) && (wire.from.y..=wire.to.y).contains(&point.y)
}

fn is_end(point: Point, wire: &Wire) -> bool {
    point == wire.from || point == wire.to
}

fn is_upright(wire: &Wire) -> bool {
    wire.from.x == wire.to.x
}

struct Pieces(Vec<usize>);

impl Pieces {
    fn find(&self, mut piece: usize) -> usize {
        while self.0[piece] != piece {
            piece = self.0[piece];
        }
        piece
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.find(one), self.find(other));
        self.0[one] = other;
    }
}

/// The nets that a reader sees are those of the circuit. Two wires are joined at a dot, and where they end at
/// one place; what ends on another wire needs a dot, and what crosses one is not joined. Ends with one name are
/// joined.
pub fn check_nets(circuit: &Circuit, drawing: &Drawing) -> Result<(), String> {
    let wires = &drawing.wires;
    let pins: Vec<(What, usize, Point)> = drawing
        .symbols
        .iter()
        .flat_map(|symbol| symbol.pins.iter().enumerate().map(|(pin, at)| (symbol.what, pin, *at)))
        .collect();
    let mut pieces = Pieces((0..wires.len() + pins.len()).collect());
    let is_joint = |point: Point| drawing.joints.iter().any(|joint| joint.at == point);
    for (one, wire) in wires.iter().enumerate() {
        if wire.from == wire.to || (wire.from.x != wire.to.x && wire.from.y != wire.to.y) {
            return Err(format!("{wire:?} is neither level nor upright"));
        }
        for (other, second) in wires.iter().enumerate().take(one) {
            if is_upright(wire) == is_upright(second) {
                let aligned =
                    if is_upright(wire) { wire.from.x == second.from.x } else { wire.from.y == second.from.y };
                let apart = wire.to.x < second.from.x
                    || second.to.x < wire.from.x
                    || wire.to.y < second.from.y
                    || second.to.y < wire.from.y;
                let meet_at_ends = wire.from == second.to || wire.to == second.from;
                if aligned && meet_at_ends {
                    pieces.join(one, other);
                } else if aligned && !apart {
                    return Err(format!("{wire:?} lies on {second:?}"));
                }
                continue;
            }
            let (upright, level) = if is_upright(wire) { (wire, second) } else { (second, wire) };
            let crossing = Point { x: upright.from.x, y: level.from.y };
            if !lies_on(crossing, upright) || !lies_on(crossing, level) {
                continue;
            }
            let ends = usize::from(is_end(crossing, upright)) + usize::from(is_end(crossing, level));
            if ends == 1 && !is_joint(crossing) {
                return Err(format!("a wire ends on another without a dot at {crossing:?}"));
            }
            if ends == 2 || is_joint(crossing) {
                pieces.join(one, other);
            }
        }
    }
    for joint in &drawing.joints {
        let ways = wires.iter().filter(|wire| lies_on(joint.at, wire));
        let count: usize = ways.map(|wire| if is_end(joint.at, wire) { 1 } else { 2 }).sum();
        if count < 3 {
            return Err(format!("a dot where nothing is joined at {:?}", joint.at));
        }
    }
    for (number, (_, _, at)) in pins.iter().enumerate() {
        for (index, wire) in wires.iter().enumerate() {
            if lies_on(*at, wire) {
                if !is_end(*at, wire) {
                    return Err(format!("a wire runs through a pin at {at:?}"));
                }
                pieces.join(wires.len() + number, index);
            }
        }
    }
    // What goes on elsewhere does so under its name.
    let mut named: BTreeMap<String, usize> = BTreeMap::new();
    for terminal in drawing.terminals.iter().filter(|terminal| terminal.goes_on) {
        let words = drawing.texts.iter().find(|text| {
            matches!(text.says, Says::Net(_)) && text.at.y == terminal.at.y + 3 && (text.at.x - terminal.at.x).abs() < 8
        });
        let words = &words.ok_or_else(|| format!("no name at {terminal:?}"))?.words;
        let name = words.split(" → ").next().unwrap_or_default().to_owned();
        let wire = wires.iter().position(|wire| is_end(terminal.at, wire)).ok_or("an end without a wire")?;
        match named.get(&name) {
            Some(&other) => pieces.join(wire, other),
            None => _ = named.insert(name, wire),
        }
    }
    let mut net_of: BTreeMap<usize, NetId> = BTreeMap::new();
    let mut piece_of: BTreeMap<NetId, usize> = BTreeMap::new();
    for (number, (what, pin, at)) in pins.iter().enumerate() {
        let piece = pieces.find(wires.len() + number);
        let net = *nets_of(circuit, *what).get(*pin).ok_or("a pin too many")?;
        let name = &circuit.nets[net].name;
        if *net_of.entry(piece).or_insert(net) != net {
            return Err(format!("pin {pin} of {what:?} at {at:?} is on `{name}`, drawn on another net"));
        }
        if *piece_of.entry(net).or_insert(piece) != piece {
            return Err(format!("pin {pin} of {what:?} at {at:?} is drawn apart from `{name}`"));
        }
    }
    for (index, wire) in wires.iter().enumerate() {
        match net_of.get(&pieces.find(index)) {
            Some(&net) if net == wire.net => {}
            other => return Err(format!("{wire:?} says another net than {other:?}")),
        }
    }
    for (net, place) in drawing
        .joints
        .iter()
        .map(|joint| (joint.net, joint.at))
        .chain(drawing.terminals.iter().map(|terminal| (terminal.net, terminal.at)))
    {
        if !wires.iter().any(|wire| wire.net == net && lies_on(place, wire)) {
            return Err(format!("a dot of net {} is on no wire of it", net.index()));
        }
    }
    Ok(())
}

/// Symbols, texts and wires keep off each other.
pub fn check_room(circuit: &Circuit, drawing: &Drawing) -> Result<(), String> {
    let page = Rect { left: 0, top: 0, right: drawing.width, bottom: drawing.height };
    let inside = |bounds: &Rect| {
        page.left <= bounds.left && page.top <= bounds.top && bounds.right <= page.right && bounds.bottom <= page.bottom
    };
    for (number, symbol) in drawing.symbols.iter().enumerate() {
        if !inside(&symbol.bounds) {
            return Err(format!("{:?} is off the page", symbol.what));
        }
        if let Some(other) = drawing.symbols[..number].iter().find(|other| other.bounds.overlaps(&symbol.bounds)) {
            return Err(format!("{:?} lies on {:?}", symbol.what, other.what));
        }
        if let Some(wire) = drawing.wires.iter().find(|wire| runs_through(wire, symbol)) {
            let name = &circuit.nets[wire.net].name;
            return Err(format!("a wire of `{name}` runs through {:?}", symbol.what));
        }
    }
    for (number, text) in drawing.texts.iter().enumerate() {
        if !inside(&text.bounds) {
            return Err(format!("`{}` is off the page: {:?}", text.words, text.bounds));
        }
        // The name of a frame stands on its edge.
        if matches!(text.says, Says::Frame(_)) {
            continue;
        }
        let others = drawing.texts[..number].iter().filter(|other| !matches!(other.says, Says::Frame(_)));
        if let Some(other) = others.into_iter().find(|other| other.bounds.overlaps(&text.bounds)) {
            return Err(format!("`{}` lies on `{}`", text.words, other.words));
        }
        if let Some(symbol) = drawing.symbols.iter().find(|symbol| symbol.bounds.overlaps(&text.bounds)) {
            return Err(format!("`{}` lies on {:?}", text.words, symbol.what));
        }
        if let Some(wire) = drawing.wires.iter().find(|wire| bounds_of(wire, 0).overlaps(&text.bounds)) {
            return Err(format!("a wire runs through `{}`: {wire:?}", text.words));
        }
    }
    Ok(())
}

/// A wire with so much room around it.
fn bounds_of(wire: &Wire, room: i32) -> Rect {
    Rect {
        left: wire.from.x - room,
        top: wire.from.y - room,
        right: wire.to.x + room + 1,
        bottom: wire.to.y + room + 1,
    }
}

/// Whether a wire does more than end at a pin.
fn runs_through(wire: &Wire, symbol: &Symbol) -> bool {
    let Rect { left, top, right, bottom } = symbol.bounds;
    wire.from.x < right
        && left < wire.to.x + i32::from(is_upright(wire))
        && wire.from.y < bottom
        && top < wire.to.y + i32::from(!is_upright(wire))
}
