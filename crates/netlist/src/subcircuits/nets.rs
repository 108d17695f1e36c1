//! The nets of a part as written, wherever in its fields they are.

use crate::kinds::What;
use crate::schematic::{Value, Written, WrittenContact};

impl Written {
    /// Every net, in the order of the fields; one that stands there twice comes twice.
    pub(crate) fn each_net<'w>(&'w self, see: &mut impl FnMut(&'w str)) {
        for (name, value) in &self.fields {
            match value {
                Value::Text(net) if self.is_net(name) => see(net),
                Value::Pins(pins) => pins.iter().for_each(|net| see(net)),
                Value::ManyPins(pins) => pins.iter().for_each(|net| see(net)),
                Value::Contacts(contacts) => contacts.iter().for_each(|(_, contact)| contact.each_net(see)),
                Value::Coils(coils) => coils.iter().flat_map(|(_, coil)| &coil.pins).for_each(|net| see(net)),
                Value::Wafers(wafers) => {
                    for (_, wafer) in wafers {
                        std::iter::once(&wafer.common).chain(wafer.places.iter().flatten()).for_each(|net| see(net));
                    }
                }
                Value::Joins(joins) => joins.iter().filter_map(|(_, net)| net.as_ref()).for_each(|net| see(net)),
                Value::Text(_) | Value::Number(_) | Value::Flag(_) | Value::Count(_) | Value::Word(_) => {}
            }
        }
    }

    /// Gives every net another name.
    pub(crate) fn rename_nets(&mut self, rename: &mut impl FnMut(&mut String)) {
        let kind = self.kind;
        for (name, value) in &mut self.fields {
            match value {
                Value::Text(net) => {
                    if kind.field(name).is_some_and(|(_, field)| field.what == What::Net) {
                        rename(net);
                    }
                }
                Value::Pins(pins) => pins.iter_mut().for_each(&mut *rename),
                Value::ManyPins(pins) => pins.iter_mut().for_each(&mut *rename),
                Value::Contacts(contacts) => contacts.iter_mut().for_each(|(_, contact)| contact.rename_nets(rename)),
                Value::Coils(coils) => coils.iter_mut().flat_map(|(_, coil)| &mut coil.pins).for_each(&mut *rename),
                Value::Wafers(wafers) => {
                    for (_, wafer) in wafers {
                        std::iter::once(&mut wafer.common)
                            .chain(wafer.places.iter_mut().flatten())
                            .for_each(&mut *rename);
                    }
                }
                Value::Joins(joins) => {
                    joins.iter_mut().filter_map(|(_, net)| net.as_mut()).for_each(&mut *rename);
                }
                Value::Number(_) | Value::Flag(_) | Value::Count(_) | Value::Word(_) => {}
            }
        }
    }

    fn is_net(&self, field: &str) -> bool {
        self.kind.field(field).is_some_and(|(_, field)| field.what == What::Net)
    }
}

impl WrittenContact {
    /// The contact itself, whatever its moment.
    fn untimed(&self) -> &Self {
        let mut contact = self;
        while let Self::Timed { contact: inner, .. } = contact {
            contact = inner;
        }
        contact
    }

    fn untimed_mut(&mut self) -> &mut Self {
        let mut contact = self;
        while let Self::Timed { contact: inner, .. } = contact {
            contact = inner;
        }
        contact
    }

    fn each_net<'w>(&'w self, see: &mut impl FnMut(&'w str)) {
        match self.untimed() {
            Self::Make(a, b) | Self::Break(a, b) | Self::Left(a, b) | Self::Right(a, b) => {
                see(a);
                see(b);
            }
            Self::Changeover { common, break_side, make_side, .. } => {
                [Some(common), break_side.as_ref(), make_side.as_ref()].into_iter().flatten().for_each(|net| see(net));
            }
            Self::Timed { .. } => {}
        }
    }

    fn rename_nets(&mut self, rename: &mut impl FnMut(&mut String)) {
        match self.untimed_mut() {
            Self::Make(a, b) | Self::Break(a, b) | Self::Left(a, b) | Self::Right(a, b) => {
                rename(a);
                rename(b);
            }
            Self::Changeover { common, break_side, make_side, .. } => {
                [Some(common), break_side.as_mut(), make_side.as_mut()].into_iter().flatten().for_each(&mut *rename);
            }
            Self::Timed { .. } => {}
        }
    }
}
