//! The words of a trace for single things, for programs that tell of them elsewhere.

use std::borrow::Cow;

use kiber_engine::{Fault, LampLevel, Micros, Oscillation, Request, Short, Stand};
use kiber_netlist::{Circuit, PartId, PartKind};

use crate::figures::push_millis;
use crate::stands::stand_words;
use crate::wording;

/// Which part or contact, and what is wrong with it: `K1/2: contact stuck open`.
pub fn fault(circuit: &Circuit, fault: &Fault) -> String {
    let mut text = String::new();
    wording::push_fault_place(&mut text, circuit, fault);
    text.push_str(": ");
    wording::push_fault(&mut text, circuit, fault);
    text
}

/// Which sources and through what: `short circuit of G1: through K1/2, K2/1`.
pub fn short(circuit: &Circuit, short: &Short) -> String {
    let mut text = String::new();
    wording::push_short(&mut text, circuit, short);
    wording::push_path(&mut text, circuit, short);
    text
}

/// The period and the parts that move: `oscillates with a period of 12.000 ms: K1`.
pub fn oscillation(circuit: &Circuit, oscillation: &Oscillation) -> String {
    let mut text = String::new();
    wording::oscillation_words(circuit, oscillation, &mut text);
    text
}

/// A span of time: `12.000 ms`.
pub fn millis(span: Micros) -> String {
    let mut text = String::new();
    push_millis(&mut text, span, 0);
    text.push_str(" ms");
    text
}

/// How bright a lamp is: `lit`, `dim` or `off`.
pub fn lamp_level(level: LampLevel) -> &'static str {
    wording::level_word(level)
}

/// What a coil of such a part does: `asks to operate`, `asks for left`, `asks for nothing`.
pub fn request(kind: &PartKind, request: Request) -> &'static str {
    wording::request_words(kind, request)
}

/// Where a part stands: `operated`, `on its way to operated`, `at 4`, `right`, `blown`.
pub fn stand(circuit: &Circuit, part: PartId, stand: Stand) -> Cow<'static, str> {
    stand_words(circuit, part, stand)
}
