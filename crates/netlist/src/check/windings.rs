//! Windings of relays that keep their place: what sets one must not always reset it, too.

use crate::check::wiring::{Link, Wiring};
use crate::circuit::{PartKind, RelayAction};
use crate::read::reader::Reader;

pub(crate) fn check_windings(reader: &mut Reader<'_>, wiring: &Wiring<'_>) {
    let is_bistable = |kind: &PartKind| matches!(kind, PartKind::Relay(relay) if matches!(relay.action, RelayAction::Bistable { .. }));
    let parts = || wiring.circuit.parts.iter().filter(|(_, part)| is_bistable(&part.kind));
    if parts().next().is_none() {
        return;
    }
    let wires = wiring.merged(|link| matches!(link, Link::Wire(_)));
    for (id, part) in parts() {
        let PartKind::Relay(relay) = &part.kind else { continue };
        let [set, reset] = relay.coils.as_slice() else { continue };
        let ends = |a, b| wires.joins(set.plus, a) && wires.joins(set.minus, b);
        // A coil with both ends on one net is reported as that.
        if wires.joins(set.plus, set.minus) || !(ends(reset.plus, reset.minus) || ends(reset.minus, reset.plus)) {
            continue;
        }
        let message = format!("the coils of `{}` that set and reset it lie in parallel", part.name);
        let finding = reader.warning("set-with-reset", wiring.name_place(id), message);
        finding.help = Some("with current in both it stays where it is, so nothing will ever move it".to_owned());
    }
}
