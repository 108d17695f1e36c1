//! What lasts, kept for whoever comes back to a moment: since when it has lasted.

use std::sync::Arc;

use crate::simulator::Simulator;
use crate::watch::{BothCoilsRecord, OverloadRecord, ShortRecord};

/// The short circuits, overloads and coils driven against each other that stand at a moment, each with its beginning.
/// They belong to the [`State`](crate::State) of the same moment, and to the same circuit.
#[derive(Clone, Debug)]
pub struct Lasting(Option<Arc<Records>>);

#[derive(Clone, Debug)]
struct Records {
    shorts: Vec<ShortRecord>,
    overloads: Vec<OverloadRecord>,
    both_coils: Vec<BothCoilsRecord>,
}

impl Simulator {
    /// What lasts now.
    pub fn lasting(&self) -> Lasting {
        let records = Records {
            shorts: self.watch.shorts.iter().filter(|record| record.lasted.is_none()).cloned().collect(),
            overloads: self.watch.overloads.iter().filter(|record| record.lasted.is_none()).cloned().collect(),
            both_coils: self.watch.both_coils.iter().filter(|record| record.lasted.is_none()).cloned().collect(),
        };
        let is_empty = records.shorts.is_empty() && records.overloads.is_empty() && records.both_coils.is_empty();
        Lasting((!is_empty).then(|| Arc::new(records)))
    }

    /// After [`Simulator::restore`]: what stands at that moment began when it did, not only now.
    pub fn lasts_since(&mut self, lasting: &Lasting) {
        let Some(records) = &lasting.0 else { return };
        for record in &mut self.watch.shorts {
            if let Some(known) = records.shorts.iter().find(|known| known.short.sources == record.short.sources) {
                record.began = known.began;
            }
        }
        for record in &mut self.watch.overloads {
            if let Some(known) = records.overloads.iter().find(|known| known.part == record.part) {
                (record.began, record.current) = (known.began, known.current);
            }
        }
        for record in &mut self.watch.both_coils {
            if let Some(known) = records.both_coils.iter().find(|known| known.part == record.part) {
                record.began = known.began;
            }
        }
    }
}
