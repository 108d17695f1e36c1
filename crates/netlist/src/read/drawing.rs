//! What a circuit's author wants of its drawing, as written.

use crate::read::Draft;
use crate::read::places::NamesPlaces;
use crate::read::reader::Reader;
use crate::schematic::WrittenDrawing;
use crate::text::Piece;

const DRAWING: &str = r#"(order: ["K1", "K3", "H1..H4"], bands: ["H1"], width: 1200)"#;
/// Every field of `drawing:`, in the order of printing.
pub(crate) const DRAWING_FIELDS: [&str; 3] = ["order", "bands", "width"];
/// Narrower than this no drawing becomes.
const LEAST_WIDTH: u32 = 400;

impl<'s> Reader<'s> {
    pub(crate) fn drawing(&mut self, piece: Piece<'s>, draft: &mut Draft) {
        let wanted = format!("hints for the drawing, as in `{DRAWING}`");
        let Some(record) = self.record(piece, &wanted) else { return };
        if !matches!(record.name, "" | "Drawing") {
            self.bad_value(piece, &wanted);
            return;
        }
        let Some(fields) = self.fields(piece, record, DRAWING) else { return };
        let fields = self.once(fields);
        let mut drawing = WrittenDrawing::default();
        let mut places = NamesPlaces { whole: self.place(piece), names: Vec::new() };
        for (name, piece) in fields {
            let Some(&field) = DRAWING_FIELDS.iter().find(|field| **field == name) else {
                let span = self.source.span_of(name);
                let meant = self.meant(name, DRAWING_FIELDS, "the hints are");
                self.error("unknown-field", span, format!("there is no hint `{name}` for a drawing")).help = meant;
                continue;
            };
            let Some(piece) = piece.given() else { continue };
            if field == "width" {
                drawing.width = self.count(piece, LEAST_WIDTH);
            } else if let Some((names, spans)) = self.names(piece, true) {
                drawing.names.push((field, names));
                places.names.push((field, spans));
            }
        }
        let order = |field: &str| DRAWING_FIELDS.iter().position(|known| *known == field);
        drawing.names.sort_by_key(|(field, _)| order(field));
        places.names.sort_by_key(|(field, _)| order(field));
        draft.drawing = Some(drawing);
        draft.drawing_places = places;
    }
}
