//! Wafers of steppers and selectors: a wiper and the nets at its places.

use crate::read::contacts::Placed;
use crate::read::places::WaferPlaces;
use crate::read::reader::{NameRule, Reader};
use crate::schematic::WrittenWafer;
use crate::text::Piece;

/// The fields of a wafer, in the order of printing.
pub(crate) const WAFER_FIELDS: [&str; 3] = ["common", "places", "bridging"];
const WAFER: &str = r#"(common: "c", places: ["n0", "n1"])"#;

impl<'s> Reader<'s> {
    /// `{"a": (common: "c", places: ["n0", None, "n2"]), …}`.
    pub(crate) fn wafers(&mut self, piece: Piece<'s>) -> Option<Placed<WrittenWafer, WaferPlaces>> {
        let wanted = format!(r#"a map of wafers, as in `{{"a": {WAFER}}}`"#);
        let entries = self.named_entries(piece, &wanted, NameRule::Contact, "duplicate-contact")?;
        let before = self.findings.len();
        let (mut wafers, mut places) = (Vec::new(), Vec::new());
        for (name, span, piece) in entries {
            if name.starts_with("off_normal:") || name.starts_with("interrupter:") {
                let message = format!("a wafer cannot be named `{name}`, as if it were a contact of a stepper");
                self.error("bad-name", span, message).help =
                    Some("scripts say `off_normal:1` and `interrupter:1` for those; any other name will do".to_owned());
            }
            if let Some((wafer, nets)) = self.wafer(piece) {
                wafers.push((name, wafer));
                places.push(nets);
            }
        }
        (self.findings.len() == before).then_some((wafers, places))
    }

    fn wafer(&mut self, piece: Piece<'s>) -> Option<(WrittenWafer, WaferPlaces)> {
        let piece = piece.given()?;
        let record = self.record(piece, &format!("a wafer, as in `{WAFER}`"))?;
        let fields = self.fields(piece, record, WAFER)?;
        let fields = self.once(fields);
        let before = self.findings.len();
        let (mut common, mut places, mut bridging) = (None, None, None);
        for (name, piece) in fields {
            let Some(piece) = piece.given() else { continue };
            match name {
                "common" => common = self.net(piece),
                "places" => places = self.wafer_places(piece),
                "bridging" => bridging = self.flag(piece),
                _ => self.unknown_inner_field(name, &WAFER_FIELDS, "a wafer"),
            }
        }
        if self.findings.len() == before {
            let missing = [("common", common.is_none()), ("places", places.is_none())];
            for (field, _) in missing.into_iter().filter(|(_, is_missing)| *is_missing) {
                let span = self.place(piece);
                self.error("missing-field", span, format!("this wafer has no `{field}`")).help =
                    Some(format!("for example `{WAFER}`"));
            }
        }
        let ((common, common_span), places) = (common?, places?);
        let (nets, spans) = places.into_iter().unzip();
        Some((WrittenWafer { common, places: nets, bridging }, WaferPlaces { common: common_span, nets: spans }))
    }

    /// The net of each place, with its place in the text.
    fn wafer_places(&mut self, piece: Piece<'s>) -> Option<Vec<(Option<String>, crate::text::Span)>> {
        let Ok(elements) = piece.elements() else {
            self.bad_value(piece, r#"a list of nets, as in `["n0", None, "n2"]`"#);
            return None;
        };
        let before = self.findings.len();
        let nets = elements
            .into_iter()
            .map(|element| {
                let span = self.place(element);
                (element.given().and_then(|net| self.net(net)).map(|(net, _)| net), span)
            })
            .collect();
        (self.findings.len() == before).then_some(nets)
    }
}
