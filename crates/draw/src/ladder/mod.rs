//! Drawings of circuits as current paths between rails.
//!
//! An *element* has pins on nets (`element`); nets are put in *order* from the supply to its return (`order`); a
//! *graph* gives every net a row and every element a slot between rows, and strings elements to upright paths
//! (`graph`); `columns` says which path stands beside which; `fold` cuts what is too wide; a *band* is laid out in
//! pixels (`band`); and all of them make the drawing (`drawing`), which is written as SVG (`svg`).

mod band;
mod columns;
mod drawing;
mod element;
mod fold;
mod frames;
mod geometry;
mod graph;
mod look;
mod names;
mod order;
mod svg;

pub use drawing::Drawing;
pub use element::LeftOut;
pub use geometry::{
    Anchor, Frame, Joint, Point, Rect, Reference, ReferenceKind, Says, Symbol, Terminal, Text, What, Wire,
};
pub use svg::STYLE;

/// How a circuit is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// How wide it may become, in pixels; 400 at least. What is wider is folded into bands. None is as the circuit
    /// says, or else 1600.
    pub width: Option<u32>,
    /// Which symbols.
    pub symbols: Symbols,
}

/// The symbols of a drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Symbols {
    /// Those of IEC 60617.
    #[default]
    Iec,
    /// Those of older Russian drawings: contacts as two strokes, with a third across if they break.
    Russian,
}
