//! What a drawing is made of: symbols with pins, wires, joints and texts, in pixels.

use kiber_engine::ContactSide;
use kiber_netlist::{ContactId, NetId, PartId};

use super::look::Look;

/// A place in a drawing, in pixels from its upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// To the right.
    pub x: i32,
    /// Downwards.
    pub y: i32,
}

/// An upright rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rect {
    /// Its left edge.
    pub left: i32,
    /// Its upper edge.
    pub top: i32,
    /// Its right edge.
    pub right: i32,
    /// Its lower edge.
    pub bottom: i32,
}

impl Rect {
    /// Whether the two have more than an edge in common.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    /// The least rectangle around both.
    pub fn around(&self, other: &Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }
}

/// What a symbol stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum What {
    /// A side of a contact by itself. Its pins are those of the circuit's text; of a change-over or a wafer,
    /// common comes first.
    Side(ContactId, ContactSide),
    /// A change-over contact with both sides. Its pins are common, break side, make side.
    Changeover(ContactId),
    /// A winding of a relay or a stepper, the first being 0.
    Winding(PartId, usize),
    /// A part with two pins.
    Part(PartId),
    /// Of a wire that joins nets: from the pin of that number to the next.
    Link(PartId, usize),
}

/// A symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// What it stands for.
    pub what: What,
    /// Where its pins are, in the order that [`What`] says.
    pub pins: Vec<Point>,
    /// What it takes up, its texts apart.
    pub bounds: Rect,
    /// The number of the path in which it stands.
    pub path: usize,
    pub(crate) pose: Pose,
    pub(crate) look: Look,
}

/// How a symbol is turned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pose {
    /// Its first pin is below: of a change-over, its two sides are above.
    pub(crate) upside_down: bool,
    /// Of a change-over: how far beside the path the side pin stands; below 0 to the left.
    pub(crate) beside: i32,
    /// Of a change-over: whether it is the make side that stays in the path.
    pub(crate) make_is_straight: bool,
}

/// A straight piece of wire, level or upright.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wire {
    /// Its net.
    pub net: NetId,
    /// Its left or upper end.
    pub from: Point,
    /// Its right or lower end.
    pub to: Point,
}

/// A dot where three pieces of wire or more are joined. Wires that cross without one are not joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joint {
    /// The net.
    pub net: NetId,
    /// Where.
    pub at: Point,
}

/// The end of a wire that goes on elsewhere, or nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terminal {
    /// The net.
    pub net: NetId,
    /// Where.
    pub at: Point,
    /// Whether the net goes on in another band, where its name stands beside it too; else this is a loose end.
    pub goes_on: bool,
}

/// What a text says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Says {
    /// The title.
    Title,
    /// The number of a path.
    Path(usize),
    /// The name of a contact or a part beside its symbol.
    Name(What),
    /// A value below a name.
    Value(What),
    /// The name of a net.
    Net(NetId),
    /// A line of the cross-reference under a coil.
    Reference(ContactId),
    /// The name on a frame: the instance of that number.
    Frame(usize),
    /// A line of what is not drawn.
    LeftOut,
}

/// A line of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// What it says.
    pub says: Says,
    /// The words.
    pub words: String,
    /// Where its baseline begins or, if it ends there, ends.
    pub at: Point,
    /// Where it is anchored.
    pub anchor: Anchor,
    /// What it takes up, letters taken as wide as they may be.
    pub bounds: Rect,
    pub(crate) size: i32,
}

/// Where a text is anchored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// At its beginning.
    #[default]
    Start,
    /// In its middle.
    Middle,
    /// At its end.
    End,
}

/// Where a contact of a relay is found, as it stands under the coil.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The contact.
    pub contact: ContactId,
    /// What kind of contact it is there.
    pub kind: ReferenceKind,
    /// The number of its path.
    pub path: usize,
    /// The upper left corner of its sign.
    pub at: Point,
}

/// The kind of contact that a cross-reference shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReferenceKind {
    /// A make contact, or the make side of a change-over.
    Make,
    /// A break contact, or the break side of a change-over.
    Break,
    /// A change-over.
    Changeover,
    /// A place of a wafer.
    Place(u16),
}

/// A dashed frame around the parts of a sub-circuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The row of [`Circuit::instances`](kiber_netlist::Circuit::instances).
    pub instance: usize,
    /// What it surrounds.
    pub bounds: Rect,
}

/// How wide a text may be: letters are taken as those of a wide face.
pub(crate) fn text_width(words: &str, size: i32) -> i32 {
    let tenths: i32 = words
        .chars()
        .map(|letter| match letter {
            'i' | 'j' | 'l' | 'I' | '.' | ',' | '\'' | '′' | '|' | ':' | '/' | ' ' => 4,
            'm' | 'w' | 'M' | 'W' | 'Ж' | 'Ш' | 'Щ' | 'Ю' | 'ж' | 'ш' | 'щ' | 'ю' | '%' | '@' | '→' | '…' => {
                10
            }
            letter if letter as u32 >= 0x1100 => 11,
            letter if letter.is_uppercase() => 7,
            _ => 6,
        })
        .sum();
    (tenths * size).div_euclid(10) + 1
}

/// A text with what it takes up.
pub(crate) fn text(says: Says, words: impl Into<String>, at: Point, anchor: Anchor, size: i32) -> Text {
    let words = words.into();
    let wide = text_width(&words, size);
    let left = match anchor {
        Anchor::Start => at.x,
        Anchor::Middle => at.x - wide / 2,
        Anchor::End => at.x - wide,
    };
    // Letters reach about three quarters of their size above the line and a fifth below.
    let bounds = Rect { left, top: at.y - size * 3 / 4, right: left + wide, bottom: at.y + size / 5 };
    Text { says, words, at, anchor, bounds, size }
}
