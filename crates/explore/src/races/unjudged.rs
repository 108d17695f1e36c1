//! What races are not judged of, and why.

use std::fmt;

use kiber_netlist::{Circuit, PartId, PartKind};

/// Why an action was not judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unjudged {
    /// It has more orders than may be looked at.
    TooManyOrders,
    /// Something was under way before it, nobody knows for how long, and times decide.
    UnderWay,
    /// On the way this fuse carries more than its rating: whether it blows depends on how long that lasts.
    Fuse(PartId),
    /// The transfer time of this part may be more than the 0 it is nominally, and it has contacts with
    /// moments of their own, so that nobody knows which of them come first.
    Moments(PartId),
    /// The circuit has this capacitor.
    Capacitor(PartId),
}

impl Unjudged {
    /// The reason in words: `too many orders`.
    pub fn shown<'a>(&'a self, circuit: &'a Circuit) -> impl fmt::Display + 'a {
        let name = |part: PartId| circuit.parts.get(part).map_or("?", |part| &part.name);
        fmt::from_fn(move |f| match *self {
            Self::TooManyOrders => f.write_str("too many orders"),
            Self::UnderWay => f.write_str("something is under way, nobody knows for how long"),
            Self::Fuse(fuse) => {
                write!(
                    f,
                    "{} carries more than its rating on the way, and whether it blows is not followed",
                    name(fuse)
                )
            }
            Self::Moments(part) => write!(
                f,
                "{} has early, late or bouncing contacts and a transfer time that is nominally 0 but may be more: \
                 give it a nominal one",
                name(part)
            ),
            Self::Capacitor(capacitor) => write!(f, "{} keeps time", name(capacitor)),
        })
    }
}

/// Why no race of a circuit can be judged, if so, in a sentence without a full stop: it has capacitors.
///
/// While one charges, a coil is asked to move some time later and not at once, so the order of the
/// armatures says nothing of what happens, and neither do their times alone.
pub fn refusal(circuit: &Circuit) -> Option<String> {
    /// So many are named.
    const MOST: usize = 4;
    let capacitors = capacitors(circuit);
    let names: Vec<&str> = capacitors.iter().filter_map(|&part| Some(circuit.parts.get(part)?.name.as_str())).collect();
    let named = match names.as_slice() {
        [] => return None,
        [name] => (*name).to_owned(),
        [first @ .., last] if names.len() <= MOST => format!("{} and {last}", first.join(", ")),
        _ => format!("{} and {} more", names[..MOST].join(", "), names.len() - MOST),
    };
    let (keep, capacitor) = if names.len() == 1 { ("keeps", "capacitor") } else { ("keep", "capacitors") };
    Some(format!(
        "races are not judged here, since the {capacitor} {named} {keep} time: a coil moves its relay when a charge \
         lets it, not as soon as it is its turn. What holds at nominal times `verify` proves (`Never`, `Settles`, \
         `AtMost` and the like, without `NoRace`)"
    ))
}

/// The capacitors of a circuit, in its order.
pub(super) fn capacitors(circuit: &Circuit) -> Vec<PartId> {
    let keeps_time = |kind: &PartKind| matches!(kind, PartKind::Capacitor(_));
    circuit.parts.iter().filter(|(_, part)| keeps_time(&part.kind)).map(|(id, _)| id).collect()
}
