//! A drawing as SVG: text is text, state is classes, colours are custom properties.

mod shapes;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use kiber_engine::ContactSide;
use kiber_netlist::{ContactId, Id, NetId};

use super::Symbols;
use super::drawing::Drawing;
use super::geometry::{Anchor, Point, ReferenceKind, Says, Symbol, Text, What};
use super::look::{Form, Look, SideWord};
use crate::live::Live;
use crate::markup::Escaped;
use shapes::Shapes;

/// The style sheet of a drawing, for a page that shows several or its own colours: everything in it is under
/// `.ladder`, and its colours are the custom properties `--paper`, `--ink`, `--wire`, `--plus`, `--minus`,
/// `--between`, `--current`, `--operated` and `--lit`.
pub const STYLE: &str = include_str!("svg/style.css");

impl Drawing {
    /// The drawing as SVG, with a state or at rest.
    pub fn svg(&self, live: Option<&Live>) -> String {
        self.written(live, true)
    }

    /// The same without its own style sheet, for a page that has [`STYLE`].
    pub fn svg_without_style(&self, live: Option<&Live>) -> String {
        self.written(live, false)
    }

    fn written(&self, live: Option<&Live>, with_style: bool) -> String {
        let mut writer = Writer { drawing: self, live, out: String::new() };
        let mut names: BTreeMap<What, Vec<&Text>> = BTreeMap::new();
        for text in &self.texts {
            if let Says::Name(what) | Says::Value(what) = text.says {
                names.entry(what).or_default().push(text);
            }
        }
        for frame in &self.frames {
            let bounds = frame.bounds;
            let _ = writeln!(
                writer.out,
                "<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
                bounds.left,
                bounds.top,
                bounds.right - bounds.left,
                bounds.bottom - bounds.top
            );
        }
        writer.wires();
        for symbol in &self.symbols {
            writer.symbol(symbol, names.get(&symbol.what).map_or(&[], Vec::as_slice));
        }
        writer.references();
        for text in self.texts.iter().filter(|text| !matches!(text.says, Says::Name(_) | Says::Value(_))) {
            writer.text(text);
        }
        let style = if with_style { format!("<style>\n{STYLE}</style>\n") } else { String::new() };
        let title = if self.title.trim().is_empty() { "Circuit" } else { self.title.trim() };
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" class=\"ladder\" role=\"img\" aria-label=\"{}\">\n<title>{}</title>\n{style}\
             <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n{}</svg>\n",
            Escaped(title),
            Escaped(title),
            writer.out,
            width = self.width,
            height = self.height,
        )
    }
}

struct Writer<'w> {
    drawing: &'w Drawing,
    live: Option<&'w Live>,
    out: String,
}

impl Writer<'_> {
    fn net_classes(&self, net: NetId) -> String {
        let Some(live) = self.live else { return String::new() };
        let stands = live.nets.get(net.index()).map_or("", |stands| stands.class());
        let carries = live.carrying.get(net.index()).copied().unwrap_or_default();
        format!(" {stands}{}", if carries { " current" } else { "" })
    }

    /// One path for each net, then the dots and ends on it.
    fn wires(&mut self) {
        let mut of_net: BTreeMap<NetId, String> = BTreeMap::new();
        for wire in &self.drawing.wires {
            let path = of_net.entry(wire.net).or_default();
            let _ = match wire.from.x == wire.to.x {
                true => write!(path, "M{} {}V{}", wire.from.x, wire.from.y, wire.to.y),
                false => write!(path, "M{} {}H{}", wire.from.x, wire.from.y, wire.to.x),
            };
        }
        for (net, path) in of_net {
            let classes = self.net_classes(net);
            let name = self.drawing.net_names.get(net.index()).map_or("", String::as_str);
            let _ = writeln!(
                self.out,
                "<path class=\"wire{classes}\" data-net=\"{}\" d=\"{path}\"><title>{}</title></path>",
                net.index(),
                Escaped(name)
            );
        }
        for joint in &self.drawing.joints {
            self.dot("joint", joint.net, joint.at, "2.4");
        }
        for terminal in &self.drawing.terminals {
            self.dot("terminal", terminal.net, terminal.at, "2.6");
        }
    }

    fn dot(&mut self, class: &str, net: NetId, at: Point, radius: &str) {
        let classes = self.net_classes(net);
        let _ = writeln!(
            self.out,
            "<circle class=\"{class}{classes}\" data-net=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{radius}\"/>",
            net.index(),
            at.x,
            at.y
        );
    }

    fn symbol(&mut self, symbol: &Symbol, names: &[&Text]) {
        let Look { form, actuator, title } = &symbol.look;
        let russian = self.drawing.style == Symbols::Russian;
        let shapes = Shapes::of(symbol);
        match *form {
            Form::Side(contact, side, word, rests_closed) => {
                let classes = self.side_classes(contact, side, rests_closed && !russian);
                self.open_side(&classes, contact, word, title);
                let shape = if russian { shapes.strokes(rests_closed) } else { shapes.blade(word) };
                self.out.push_str(&shape);
                self.out.push_str(&shapes.actuator(*actuator, if russian { -4 } else { 0 }));
                self.hit(symbol);
                self.names(names);
                self.out.push_str("</g>\n");
            }
            Form::Changeover(contact) => {
                self.out.push_str("<g class=\"changeover\">");
                let _ = write!(self.out, "<title>{}</title>", Escaped(title));
                self.out.push_str(&shapes.common());
                for (side, word) in [(ContactSide::Break, SideWord::Break), (ContactSide::Make, SideWord::Make)] {
                    let classes = self.side_classes(contact, side, side == ContactSide::Break);
                    self.open_side(&classes, contact, word, title);
                    self.out.push_str(&shapes.throw(side == ContactSide::Make));
                    self.out.push_str("</g>");
                }
                self.out.push_str(&shapes.actuator(*actuator, -3));
                self.hit(symbol);
                self.names(names);
                self.out.push_str("</g>\n");
            }
            form => {
                let part = form.part().unwrap_or_default();
                let of_live = |live: &Live| {
                    let stands = live.parts.get(part)?;
                    let carries = match form {
                        Form::Winding(part, Some(winding), ..) => live.winding(part, winding),
                        _ => stands.carries,
                    };
                    let class = stands.look.class();
                    let space = if class.is_empty() { "" } else { " " };
                    Some(format!("{space}{class}{}", if carries { " current" } else { "" }))
                };
                let state = self.live.and_then(of_live).unwrap_or_default();
                let _ = write!(self.out, "<g class=\"part {}{state}\" data-part=\"{part}\"", form.class());
                if let Form::Winding(_, Some(winding), ..) = form {
                    let _ = write!(self.out, " data-winding=\"{winding}\"");
                }
                let _ = write!(self.out, "><title>{}</title>", Escaped(title));
                self.out.push_str(&shapes.part(form, russian));
                self.hit(symbol);
                self.names(names);
                self.out.push_str("</g>\n");
            }
        }
    }

    fn side_classes(&self, contact: ContactId, side: ContactSide, rests_closed: bool) -> String {
        let rests = if rests_closed { "rests-closed" } else { "rests-open" };
        let state = match self.live.and_then(|live| live.side(contact, side)) {
            Some(live) if live.closed => {
                if live.carries {
                    " closed current"
                } else {
                    " closed"
                }
            }
            Some(_) => " open",
            None => "",
        };
        format!("contact {rests}{state}")
    }

    fn open_side(&mut self, classes: &str, contact: ContactId, word: SideWord, title: &str) {
        let _ = write!(
            self.out,
            "<g class=\"{classes}\" data-contact=\"{}\" data-side=\"{word}\"><title>{}</title>",
            contact.index(),
            Escaped(title)
        );
    }

    fn hit(&mut self, symbol: &Symbol) {
        let bounds = symbol.bounds;
        let _ = write!(
            self.out,
            "<rect class=\"hit\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
            bounds.left,
            bounds.top,
            bounds.right - bounds.left,
            bounds.bottom - bounds.top
        );
    }

    fn names(&mut self, names: &[&Text]) {
        for text in names {
            self.text(text);
        }
    }

    /// The small signs under the coils.
    fn references(&mut self) {
        for reference in &self.drawing.references {
            let Point { x, y } = reference.at;
            let path = match reference.kind {
                ReferenceKind::Make => format!("M{} {}h3l5 -5M{} {}h3", x, y + 7, x + 8, y + 7),
                ReferenceKind::Break => format!("M{} {}h3l6 -4M{} {}h3v-5", x, y + 7, x + 8, y + 7),
                ReferenceKind::Changeover => {
                    format!("M{} {}h3l5 -3M{} {}h3M{} {}h3", x, y + 6, x + 8, y + 3, x + 8, y + 9)
                }
                ReferenceKind::Place(_) => format!("M{} {}h3l5 -4M{} {}h3", x, y + 7, x + 8, y + 3),
            };
            let _ = writeln!(self.out, "<path class=\"symbol\" d=\"{path}\"/>");
        }
    }

    fn text(&mut self, text: &Text) {
        let class = match text.says {
            Says::Title => "title",
            Says::Path(_) => "path-number",
            Says::Name(_) => "name",
            Says::Value(_) => "value",
            Says::Net(_) => "net",
            Says::Reference(_) => "reference",
            Says::Frame(_) => "frame-name",
            Says::LeftOut => "left-out",
        };
        let anchor = match text.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let data = match text.says {
            Says::Path(path) => format!(" data-path=\"{path}\""),
            Says::Net(net) => format!(" data-net=\"{}\"", net.index()),
            _ => String::new(),
        };
        let _ = writeln!(
            self.out,
            "<text x=\"{}\" y=\"{}\" class=\"{class}\"{anchor}{data}>{}</text>",
            text.at.x,
            text.at.y,
            Escaped(&text.words)
        );
    }
}
