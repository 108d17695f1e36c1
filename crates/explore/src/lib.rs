//! What a circuit **can do**: every state that the rules of its operator allow, and every order that
//! its relays may take.

pub mod book;
pub mod races;

pub use book::{Property, PropertyKind, Rule, RuleBook};
