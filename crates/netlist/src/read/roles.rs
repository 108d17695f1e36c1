//! The panel and the roles, as written: names of parts that are looked up when all parts are known.

use crate::read::Draft;
use crate::read::places::NamesPlaces;
use crate::read::reader::Reader;
use crate::schematic::{Names, WrittenRoles};
use crate::text::{Piece, Span};

const PANEL: &str = r#"rows of parts with captions, as in `[[("S1", "Start"), ("S2", "Stop")]]`"#;
const ROLES: &str = r#"(lamps: "L1..L8", toggles: "V1..V8", move: "KN1", punish: "KN2", reset: "KN4")"#;

/// The roles that name one part.
pub(crate) const SINGLE_ROLES: [&str; 6] = ["move", "punish", "reward", "reset", "won", "lost"];
/// The roles that name several.
pub(crate) const LIST_ROLES: [&str; 3] = ["lamps", "toggles", "memory"];
/// Every field of `roles:`, in the order of printing.
pub(crate) const ROLE_FIELDS: [&str; 10] =
    ["lamps", "toggles", "move", "punish", "reward", "reset", "won", "lost", "memory", "take"];

impl<'s> Reader<'s> {
    pub(crate) fn panel(&mut self, piece: Piece<'s>, draft: &mut Draft) {
        let Ok(rows) = piece.elements() else {
            self.bad_value(piece, PANEL);
            return;
        };
        for row in rows {
            let Ok(items) = row.elements() else {
                self.bad_value(row, PANEL);
                continue;
            };
            let (mut names, mut places) = (Vec::new(), Vec::new());
            for item in items {
                if let Some((name, caption, place)) = self.panel_item(item) {
                    names.push((name, caption));
                    places.push(place);
                }
            }
            draft.panel.push(names);
            draft.panel_places.push(places);
        }
    }

    fn panel_item(&mut self, piece: Piece<'s>) -> Option<(String, String, Span)> {
        let elements = if piece.text().starts_with('(') { piece.elements().unwrap_or_default() } else { Vec::new() };
        let [name, caption] = elements[..] else {
            self.bad_value(piece, r#"a part with its caption, as in `("S1", "Start")`"#);
            return None;
        };
        let place = self.place(name);
        let (name, caption) = (self.text(name), self.text(caption));
        Some((name?, caption?, place))
    }

    pub(crate) fn roles(&mut self, piece: Piece<'s>, draft: &mut Draft) {
        let Some(record) = self.record(piece, &format!("roles, as in `{ROLES}`")) else { return };
        if !matches!(record.name, "" | "Roles") {
            self.bad_value(piece, &format!("roles, as in `{ROLES}`"));
            return;
        }
        let Some(fields) = self.fields(piece, record, ROLES) else { return };
        let fields = self.once(fields);
        let mut roles = WrittenRoles::default();
        let mut places = NamesPlaces { whole: self.place(piece), names: Vec::new() };
        for (name, piece) in fields {
            let Some(&field) = ROLE_FIELDS.iter().find(|field| **field == name) else {
                let span = self.source.span_of(name);
                let meant = self.meant(name, ROLE_FIELDS, "the roles are");
                self.error("unknown-field", span, format!("there is no role `{name}`")).help = meant;
                continue;
            };
            let Some(piece) = piece.given() else { continue };
            if field == "take" {
                roles.take = self.count(piece, 1);
            } else if let Some((names, spans)) = self.names(piece, !SINGLE_ROLES.contains(&field)) {
                roles.names.push((field, names));
                places.names.push((field, spans));
            }
        }
        let order = |field: &str| ROLE_FIELDS.iter().position(|known| *known == field);
        roles.names.sort_by_key(|(field, _)| order(field));
        places.names.sort_by_key(|(field, _)| order(field));
        draft.roles = Some(roles);
        draft.roles_places = places;
    }

    /// `"L1..L8"`, `"L1"` or `["L1", "L3..L5"]`.
    pub(crate) fn names(&mut self, piece: Piece<'s>, several: bool) -> Option<(Names, Vec<Span>)> {
        if let Ok(name) = piece.string() {
            return Some((Names::One(name.into_owned()), vec![self.place(piece)]));
        }
        let Some(elements) = piece.elements().ok().filter(|_| several) else {
            let wanted = if several { "a name, a range or a list of them" } else { "the name of a part" };
            self.bad_value(piece, wanted);
            return None;
        };
        let names: Vec<Option<(String, Span)>> =
            elements.into_iter().map(|element| Some((self.text(element)?, self.place(element)))).collect();
        let names: Option<Vec<(String, Span)>> = names.into_iter().collect();
        let (names, spans) = names?.into_iter().unzip();
        Some((Names::List(names), spans))
    }
}
