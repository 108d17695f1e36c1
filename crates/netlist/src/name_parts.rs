//! What the panel, the roles and the hints for the drawing name: looked up, and checked for what it has to be.

use std::collections::BTreeSet;

use crate::build::PartNames;
use crate::circuit::{DrawingHints, PanelItem, Roles};
use crate::ids::{Id, PartId};
use crate::range::{RangeError, range};
use crate::read::reader::{Reader, counted, listed};
use crate::read::roles::{LIST_ROLES, SINGLE_ROLES};
use crate::read::{Draft, DraftPart};
use crate::text::Span;

/// The panel, with a finding for every name on it that is no part.
pub(crate) fn panel(reader: &mut Reader<'_>, draft: &Draft, names: &PartNames<'_>) -> Vec<Vec<PanelItem>> {
    let mut rows = Vec::with_capacity(draft.panel.len());
    for (row, places) in draft.panel.iter().zip(&draft.panel_places) {
        let mut items = Vec::with_capacity(row.len());
        for ((name, caption), &place) in row.iter().zip(places) {
            match names.find(name) {
                Some(part) => items.push(PanelItem { part, caption: caption.clone() }),
                None if names.may_be(name) => {}
                None => {
                    let meant = reader.meant(name, names.all(), "the parts are");
                    reader
                        .error(
                            "panel-unknown-part",
                            place,
                            format!("the panel names `{name}`, and there is no such part"),
                        )
                        .help = meant;
                }
            }
        }
        rows.push(items);
    }
    rows
}

/// The hints for the drawing, with a finding for every name in them that is no part.
pub(crate) fn drawing(reader: &mut Reader<'_>, draft: &Draft, names: &PartNames<'_>) -> DrawingHints {
    let Some(written) = &draft.drawing else { return DrawingHints::default() };
    let mut hints = DrawingHints { width: written.width, ..DrawingHints::default() };
    for ((hint, given), (_, places)) in written.names.iter().zip(&draft.drawing_places.names) {
        let parts = if *hint == "bands" { &mut hints.bands } else { &mut hints.order };
        let mut seen = BTreeSet::new();
        for (text, &place) in given.all().into_iter().zip(places) {
            match look_up(reader, names, text) {
                Ok(found) if found.iter().any(|part| !seen.insert(*part)) => {
                    reader.error("bad-range", place, format!("the hint `{hint}` names a part twice"));
                    break;
                }
                Ok(found) => parts.extend(found),
                Err(RangeError::NoSuchPart { name, .. }) if names.may_be(&name) => {}
                Err(error) => {
                    let code = match error {
                        RangeError::NoSuchPart { .. } => "drawing-unknown-part",
                        RangeError::NoRange { .. } | RangeError::Gap { .. } => "bad-range",
                    };
                    reader.error(code, place, format!("the hint `{hint}`: {error}")).help = error.help();
                }
            }
        }
    }
    hints
}

/// The article's names for a role.
fn article_name(role: &str) -> &'static str {
    match role {
        "lamps" => "L1..L8",
        "toggles" => "V1..V8",
        "move" => "KN1",
        "punish" => "KN2",
        "reward" => "KN3",
        "reset" => "KN4",
        "won" => "L9",
        "lost" => "L10",
        _ => "",
    }
}

/// The kind of part that plays a role.
fn kind_of_role(role: &str) -> &'static str {
    match role {
        "lamps" | "won" | "lost" => "Lamp",
        "toggles" => "Toggle",
        "memory" => "Relay",
        _ => "Button",
    }
}

/// The roles, by the text or by the article's names.
///
/// A circuit without `roles:` in which those names do not all exist has no roles; one whose
/// `roles:` leaves a field out that the article's names do not fill is reported.
pub(crate) fn roles(
    reader: &mut Reader<'_>,
    draft: &Draft,
    parts: &[DraftPart],
    names: &PartNames<'_>,
) -> Option<Roles> {
    let before = reader.findings.len();
    let mut found = Found::default();
    for role in LIST_ROLES.into_iter().chain(SINGLE_ROLES) {
        let played_by = written_role(reader, draft, parts, names, role).or_else(|| default_role(parts, names, role));
        found.roles.push((role, played_by));
    }
    if reader.findings.len() > before {
        return None;
    }
    let take = draft.roles.as_ref().and_then(|roles| roles.take).unwrap_or(3);
    let Some(roles) = found.roles(take) else {
        if draft.roles.is_some() {
            found.report_missing(reader, draft);
        }
        return None;
    };
    if roles.lamps.len() == roles.toggles.len() {
        return Some(roles);
    }
    if draft.roles.is_some() {
        let message = format!(
            "every lamp has its toggle, but there are {} and {}",
            counted(roles.lamps.len(), "lamp"),
            counted(roles.toggles.len(), "toggle")
        );
        let places = &draft.roles_places;
        let place = places.names.iter().find(|(role, _)| *role == "toggles").and_then(|(_, spans)| spans.first());
        reader.error("roles-uneven", place.copied().unwrap_or(places.whole), message).help =
            Some("give `lamps` and `toggles` in the same order, one for one".to_owned());
    }
    None
}

/// What was found for each role.
#[derive(Default)]
struct Found {
    roles: Vec<(&'static str, Option<Vec<PartId>>)>,
}

impl Found {
    fn list(&self, wanted: &str) -> Option<Vec<PartId>> {
        self.roles.iter().find(|(role, _)| *role == wanted).and_then(|(_, parts)| parts.clone())
    }

    fn single(&self, wanted: &str) -> Option<PartId> {
        self.list(wanted)?.first().copied()
    }

    fn roles(&self, take: u32) -> Option<Roles> {
        Some(Roles {
            lamps: self.list("lamps")?,
            toggles: self.list("toggles")?,
            move_button: self.single("move")?,
            punish: self.single("punish")?,
            reward: self.single("reward"),
            reset: self.single("reset")?,
            won: self.single("won"),
            lost: self.single("lost"),
            memory: self.list("memory").unwrap_or_default(),
            take,
        })
    }

    fn report_missing(&self, reader: &mut Reader<'_>, draft: &Draft) {
        let missing: Vec<&str> = ["lamps", "toggles", "move", "punish", "reset"]
            .into_iter()
            .filter(|role| self.list(role).is_none())
            .collect();
        let defaults: Vec<&str> = missing.iter().map(|role| article_name(role)).collect();
        let message = format!(
            "these roles leave out {}, and there is no {} to fall back on",
            listed(&missing, "and"),
            listed(&defaults, "and no")
        );
        reader.error("roles-unknown-part", draft.roles_places.whole, message);
    }
}

/// The parts that the text gives for a role.
fn written_role(
    reader: &mut Reader<'_>,
    draft: &Draft,
    all: &[DraftPart],
    names: &PartNames<'_>,
    role: &'static str,
) -> Option<Vec<PartId>> {
    let given = draft.roles.as_ref()?.names.iter().find(|(name, _)| *name == role).map(|(_, names)| names)?;
    let places = draft.roles_places.names.iter().find(|(name, _)| *name == role).map(|(_, spans)| spans)?;
    let mut parts = Vec::new();
    let mut seen = BTreeSet::new();
    for (text, &place) in given.all().into_iter().zip(places) {
        match look_up(reader, names, text) {
            Ok(found) => {
                if let Some(twice) = found.iter().find(|part| !seen.insert(**part)) {
                    let name = all.get(twice.index()).map_or("", |part| &part.name);
                    reader.error("bad-range", place, format!("the role `{role}` names `{name}` twice"));
                    // One is enough, and a list of ranges may be far longer than the circuit.
                    break;
                }
                for part in found {
                    check_kind(reader, all, role, part, place);
                    parts.push(part);
                }
            }
            Err(RangeError::NoSuchPart { name, .. }) if names.may_be(&name) => {}
            Err(error) => {
                let code = match error {
                    RangeError::NoSuchPart { .. } => "roles-unknown-part",
                    RangeError::NoRange { .. } | RangeError::Gap { .. } => "bad-range",
                };
                reader.error(code, place, format!("the role `{role}`: {error}")).help = error.help();
            }
        }
    }
    if SINGLE_ROLES.contains(&role) && parts.len() > 1 {
        let message = format!("the role `{role}` is one part, and this names {}", parts.len());
        if let Some(&place) = places.first() {
            reader.error("bad-range", place, message);
        }
    }
    Some(parts)
}

/// The parts a name or a range stands for; near names are searched only if there are none.
fn look_up(reader: &mut Reader<'_>, names: &PartNames<'_>, text: &str) -> Result<Vec<PartId>, RangeError> {
    let part = |name: &str| names.find(name);
    match range(text, part, []) {
        Err(RangeError::NoSuchPart { .. }) if reader.may_suggest() => range(text, part, names.all()),
        found => found,
    }
}

fn check_kind(reader: &mut Reader<'_>, all: &[DraftPart], role: &str, part: PartId, place: Span) {
    let Some(part) = all.get(part.index()) else { return };
    let wanted = kind_of_role(role);
    if let Some(kind) = part.kind().filter(|kind| kind.name != wanted) {
        let message = format!("the role `{role}` needs a {wanted}, and `{}` is a {}", part.name, kind.name);
        reader.error("roles-wrong-kind", place, message).second =
            Some((part.places.kind.range(), format!("`{}` is described here", part.name)));
    }
}

/// The parts that play a role by the article's names, if they all exist and are of the right kind.
fn default_role(parts: &[DraftPart], names: &PartNames<'_>, role: &str) -> Option<Vec<PartId>> {
    let wanted = kind_of_role(role);
    let is_fit =
        |part: &PartId| parts.get(part.index()).and_then(|part| part.kind()).is_some_and(|kind| kind.name == wanted);
    if role == "memory" {
        let primed = parts.iter().enumerate().filter(|(_, part)| part.name.ends_with('\''));
        return Some(primed.map(|(index, _)| PartId::from_index(index)).filter(is_fit).collect());
    }
    range(article_name(role), |name| names.by_name.get(name).copied(), []).ok().filter(|parts| parts.iter().all(is_fit))
}
