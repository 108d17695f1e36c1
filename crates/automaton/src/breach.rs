//! What a machine may not do in an honest game.

use kiber_netlist::{Circuit, PartId};

/// Something a machine did that the rules of the game do not allow.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Breach {
    /// After this action the circuit never came to rest.
    NeverSettles {
        /// The button or toggle that was worked; none at power-up.
        after: Option<PartId>,
        /// The parts that keep moving, where that is known.
        parts: Vec<PartId>,
    },
    /// The hand could not do what the rules ask of it (a part of the wrong kind, a button held down).
    Refused {
        /// The button or toggle.
        part: PartId,
    },
    /// A new game began with these lamps not lit.
    NotLit(Vec<PartId>),
    /// The person switched off this lamp's toggle, and the lamp did not go dark.
    StaysLit(PartId),
    /// These lamps are neither lit nor off when it matters.
    Dim(Vec<PartId>),
    /// These lamps went dark out of turn.
    OutOfTurn(Vec<PartId>),
    /// These lamps came on again during the game.
    LitAgain(Vec<PartId>),
    /// The machine darkened more lamps than a move allows.
    TookTooMany {
        /// How many.
        took: usize,
        /// How many it may.
        allowed: usize,
    },
    /// A verdict lamp is lit that should not be.
    FalseVerdict(PartId),
    /// A verdict lamp is not lit that should be.
    NoVerdict(PartId),
}

impl Breach {
    /// The breach as a clause: `lamps L7, L8 went dark out of turn`.
    pub fn describe(&self, circuit: &Circuit) -> String {
        let shown = |part: &PartId| circuit.parts[*part].name.clone();
        let list = |parts: &[PartId]| parts.iter().map(shown).collect::<Vec<_>>().join(", ");
        match self {
            Self::NeverSettles { after, parts } => {
                let mut text = match after {
                    Some(part) => format!("after {} the circuit never settles", shown(part)),
                    None => "after power-up the circuit never settles".to_string(),
                };
                if !parts.is_empty() {
                    let keep = if parts.len() == 1 { "keeps" } else { "keep" };
                    text.push_str(&format!(": {} {keep} moving", list(parts)));
                }
                text
            }
            Self::Refused { part } => format!("{} cannot be worked as its role asks", shown(part)),
            Self::NotLit(parts) => format!("{} not lit in a new game", list(parts)),
            Self::StaysLit(part) => format!("{} stays lit with its toggle off", shown(part)),
            Self::Dim(parts) => format!("{} dim, neither lit nor off", list(parts)),
            Self::OutOfTurn(parts) => format!("{} went dark out of turn", list(parts)),
            Self::LitAgain(parts) => format!("{} came on again", list(parts)),
            Self::TookTooMany { took, allowed } => format!("took {took} lamps, {allowed} are allowed"),
            Self::FalseVerdict(part) => format!("{} is lit and should not be", shown(part)),
            Self::NoVerdict(part) => format!("{} is not lit and should be", shown(part)),
        }
    }
}
