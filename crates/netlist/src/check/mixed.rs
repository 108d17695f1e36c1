//! Alternating and direct current in one connected part of the circuit.

use crate::check::wiring::{Merged, Wiring};
use crate::circuit::{Current, PartKind};
use crate::ids::{NetId, PartId};
use crate::read::reader::{Reader, first_few};

/// What meets in one connected part.
#[derive(Clone, Default)]
struct Meeting {
    ac_sources: Vec<PartId>,
    dc_sources: Vec<PartId>,
    dc_parts: Vec<PartId>,
    ac_coils: Vec<PartId>,
}

pub(crate) fn check_mixed(reader: &mut Reader<'_>, wiring: &Wiring<'_>, connected: &Merged) {
    for meeting in meetings(wiring, connected) {
        if let Some(&ac) = meeting.ac_sources.first() {
            report_mixed(reader, wiring, ac, &meeting);
        } else if let Some(&dc) = meeting.dc_sources.first() {
            for &coil in &meeting.ac_coils {
                let message = format!(
                    "`{}` is made for alternating current, and only direct current reaches it",
                    wiring.circuit.parts[coil].name
                );
                let finding = reader.warning("ac-coil-on-dc", wiring.name_place(coil), message);
                finding.second = Some((wiring.name_place(dc).range(), "a direct source".to_owned()));
                finding.help = Some(
                    "such a coil draws far more direct current than is good for it; leave `ac` out or use a source \
                     with `kind: Ac`"
                        .to_owned(),
                );
            }
        }
    }
}

/// What is in each connected part, in the order of its first net.
fn meetings(wiring: &Wiring<'_>, connected: &Merged) -> Vec<Meeting> {
    let circuit = wiring.circuit;
    let mut groups: Vec<Option<usize>> = vec![None; circuit.nets.len()];
    let mut meetings: Vec<Meeting> = Vec::new();
    for (id, part) in circuit.parts.iter() {
        let mut add = |net: NetId, list: fn(&mut Meeting) -> &mut Vec<PartId>| {
            let group = *groups[connected.group(net)].get_or_insert_with(|| {
                meetings.push(Meeting::default());
                meetings.len() - 1
            });
            let list = list(&mut meetings[group]);
            if list.last() != Some(&id) {
                list.push(id);
            }
        };
        match &part.kind {
            PartKind::Source(source) if source.current == Current::Ac => add(source.plus, |all| &mut all.ac_sources),
            PartKind::Source(source) => add(source.plus, |all| &mut all.dc_sources),
            PartKind::Diode(diode) => add(diode.anode, |all| &mut all.dc_parts),
            PartKind::Capacitor(capacitor) => add(capacitor.pins[0], |all| &mut all.dc_parts),
            PartKind::Stepper(stepper) => stepper.coils().for_each(|coil| add(coil.plus, |all| &mut all.dc_parts)),
            PartKind::Relay(relay) => {
                for coil in &relay.coils {
                    if relay.ac {
                        add(coil.plus, |all| &mut all.ac_coils);
                    } else {
                        add(coil.plus, |all| &mut all.dc_parts);
                    }
                }
            }
            _ => {}
        }
    }
    meetings
}

fn report_mixed(reader: &mut Reader<'_>, wiring: &Wiring<'_>, ac: PartId, meeting: &Meeting) {
    let others: Vec<PartId> = meeting.dc_sources.iter().chain(&meeting.dc_parts).copied().collect();
    let Some(&first) = others.iter().min() else { return };
    let circuit = wiring.circuit;
    let mut sorted = others.clone();
    sorted.sort_unstable();
    let names: Vec<&str> = sorted.iter().map(|&part| circuit.parts[part].name.as_str()).collect();
    let message = format!(
        "the alternating source `{}` is joined to parts for direct current: {}",
        circuit.parts[ac].name,
        first_few(&names)
    );
    let finding = reader.error("ac-mixed", wiring.name_place(ac), message);
    finding.second = Some((
        wiring.name_place(first).range(),
        match &circuit.parts[first].kind {
            PartKind::Relay(_) | PartKind::Stepper(_) => "a coil for direct current".to_owned(),
            kind => format!("a {} for direct current", kind.name().to_lowercase()),
        },
    ));
    finding.help = Some(
        match &circuit.parts[first].kind {
            PartKind::Capacitor(_) => {
                "alternating current is computed by effective values, which say nothing about what a capacitor does: \
                 leave it out"
            }
            _ => {
                "a rectifier is not simulated: leave it out and put a direct source behind it; a coil made for \
                 alternating current is marked `ac: true`"
            }
        }
        .to_owned(),
    );
}
