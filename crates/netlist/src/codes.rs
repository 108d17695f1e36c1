//! Every code of finding.

use crate::finding::Severity::{self, Error, Note, Warning};

/// A kind of finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// The code: `"unknown-model"`.
    pub name: &'static str,
    /// How much such a finding matters; a few are milder in mild cases.
    pub severity: Severity,
    /// What it says, in a few words.
    pub summary: &'static str,
}

/// Every code of finding, in the order of the documentation.
///
/// Each has a bad circuit in `circuits/bad/` that shows it and a paragraph in `docs/findings.md`.
pub const CODES: &[Code] = &[
    // The text.
    code("ron-syntax", Error, "the text is not RON"),
    code("nested-too-deep", Error, "brackets in brackets without end"),
    code("bad-value", Error, "something else was expected here"),
    code("bad-number", Error, "a number that makes no sense"),
    code("bad-name", Error, "a name that commands and traces cannot use"),
    code("unknown-field", Error, "no field of that name"),
    code("missing-field", Error, "something is left out that has to be there"),
    code("duplicate-field", Error, "a field is given twice"),
    code("conflicting-fields", Error, "two fields say the same thing in two ways"),
    code("unknown-kind", Error, "no kind of part of that name"),
    code("unknown-contact-form", Error, "no form of contact of that name"),
    // Names.
    code("duplicate-part", Error, "two parts with one name"),
    code("duplicate-model", Error, "two models with one name"),
    code("duplicate-contact", Error, "two contacts of a part with one name"),
    code("duplicate-coil", Error, "two windings of a relay with one name"),
    code("unknown-model", Error, "no model of that name"),
    code("wrong-model", Error, "the model of another kind of part"),
    code("unused-model", Note, "a model that no part is made after"),
    code("label-clash", Warning, "a label that stands for two parts"),
    code("look-alike-names", Warning, "two names that look the same and are not"),
    code("panel-unknown-part", Error, "the panel names a part that does not exist"),
    code("roles-unknown-part", Error, "a role names a part that does not exist"),
    code("roles-wrong-kind", Error, "a role is played by the wrong kind of part"),
    code("roles-uneven", Error, "not as many toggles as lamps"),
    code("drawing-unknown-part", Error, "a hint for the drawing names a part that does not exist"),
    code("bad-range", Error, "a range with wrong ends or with gaps"),
    // Sub-circuits.
    code("duplicate-circuit", Error, "two sub-circuits with one name"),
    code("duplicate-pin", Error, "a pin of a sub-circuit is named or joined twice"),
    code("unknown-circuit", Error, "no sub-circuit of that name"),
    code("circuit-not-found", Error, "a file with a sub-circuit that cannot be read"),
    code("circuit-cycle", Error, "a sub-circuit that is inside itself"),
    code("too-many-parts", Error, "sub-circuits in sub-circuits that grow beyond all measure"),
    code("unknown-pin", Error, "no pin of that name in the sub-circuit"),
    code("net-inside", Error, "a net named as if it were inside a sub-circuit"),
    code("missing-pin", Warning, "a pin of a sub-circuit that is joined to nothing"),
    code("pin-without-net", Warning, "a pin that nothing in the sub-circuit touches"),
    code("unused-circuit", Note, "a sub-circuit that no part uses"),
    // Values that do not go together.
    code("transfer-too-long", Error, "an armature that travels longer than it has time for"),
    code("moment-too-far", Error, "a contact that moves too early or too late for its part"),
    code("home-too-short", Error, "a stepper that is home before its home magnet works"),
    code("bounce-too-long", Warning, "contacts that bounce longer than their armature takes"),
    code("release-above-operate", Error, "a relay that releases at more current than it operates at"),
    code("too-many-places", Error, "more nets on a wafer than the switch has places"),
    code("too-many-contacts", Warning, "more contacts than the model has"),
    // The wiring.
    code("coil-end-nowhere", Warning, "a coil with an end that leads nowhere"),
    code("single-pin-net", Warning, "a net with a single pin"),
    code("both-pins-one-net", Warning, "a part or contact with both ends on one net"),
    code("never-operates", Warning, "a relay that only its own contact could start"),
    code("set-with-reset", Warning, "a bistable relay whose coils lie in parallel"),
    code("no-source", Warning, "nothing supplies the circuit"),
    code("unreachable-supply", Warning, "a part that no current can ever reach"),
    code("coil-too-weak", Warning, "a coil that never gets enough current"),
    code("lamp-never-lit", Warning, "a lamp for far more volts than there are"),
    code("lamp-over-voltage", Warning, "a lamp for far fewer volts than it can get"),
    code("fuse-too-small", Warning, "a fuse for less than what is behind it always draws"),
    code("source-shorted", Warning, "a source shorted with everything at rest"),
    code("sources-conflict", Warning, "sources joined that do not agree"),
    code("ac-mixed", Error, "alternating and direct current in one connected part"),
    code("ac-coil-on-dc", Warning, "an ac coil that only gets direct current"),
];

const fn code(name: &'static str, severity: Severity, summary: &'static str) -> Code {
    Code { name, severity, summary }
}
