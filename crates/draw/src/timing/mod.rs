//! Timing diagrams: who was where, and when.
//!
//! A [`Diagram`] is made of a recording and the parts to show, and drawn by [`Diagram::text`] or
//! [`Diagram::svg`]. Each relay has two lanes, the current in its coil and its armature, which is a slope while
//! it travels; lamps are off, dim or lit; what has places shows their numbers. The presses are vertical marks,
//! numbered and listed.

mod axis;
mod choice;
mod clock;
mod collect;
mod diagram;
mod figures;
mod lane;
mod subject;
mod svg;
mod text;

pub use axis::Pauses;
pub use choice::Choice;
pub use diagram::{Alarm, AlarmKind, Diagram, Heading, Mark, Window};
pub use lane::{Lane, State};
pub use subject::{Aspect, Shape, Subject};
pub use svg::SvgStyle;
pub use text::TextStyle;
