//! Contacts and windings: maps inside a part.

use std::borrow::Cow;

use indexmap::IndexMap;
use indexmap::map::Entry;

use crate::kinds::{COIL_OHMS, MOMENT, OPERATE_MA};
use crate::near::nearest;
use crate::read::places::{CoilPlaces, ContactPlaces};
use crate::read::reader::{NameRule, Reader, counted};
use crate::schematic::{WrittenCoil, WrittenContact};
use crate::text::{Body, Piece, Record, Span};

const TIMED: &str = r#"Timed(contact: Make("a", "b"), early_ms: 0.5)"#;
const CHANGEOVER: &str = r#"Changeover(common: "a", break: "b", make: "c")"#;
const COIL: &str = r#"{"A": (pins: ("a", "b"), ohms: 500.0, operate_ma: 28.0)}"#;

/// The fields of a change-over contact, in the order of printing.
pub(crate) const CHANGEOVER_FIELDS: [&str; 4] = ["common", "break", "make", "bridging"];
/// The fields of a timed contact, in the order of printing.
pub(crate) const TIMED_FIELDS: [&str; 3] = ["contact", "early_ms", "late_ms"];
/// The fields of a winding, in the order of printing.
pub(crate) const COIL_FIELDS: [&str; 3] = ["pins", "ohms", "operate_ma"];

/// The form that other books call by this name.
fn elsewhere(name: &str) -> Option<&'static str> {
    match name.to_ascii_lowercase().as_str() {
        "no" | "normallyopen" | "forma" | "spst" => Some("Make"),
        "nc" | "normallyclosed" | "formb" | "brake" => Some("Break"),
        "co" | "formc" | "spdt" | "transfer" | "form_c" => Some("Changeover"),
        _ => None,
    }
}

/// Named things of a part, and their places in the same order.
pub(crate) type Placed<T, P> = (Vec<(String, T)>, Vec<P>);

impl<'s> Reader<'s> {
    /// `{"1": Make("a", "b"), …}`.
    pub(crate) fn contacts(
        &mut self,
        piece: Piece<'s>,
        forms: &'static [&'static str],
    ) -> Option<Placed<WrittenContact, ContactPlaces>> {
        let form = forms.first().copied().unwrap_or("Make");
        let entries = self.named_entries(
            piece,
            &format!(r#"a map of contacts, as in `{{"1": {form}("a", "b")}}`"#),
            NameRule::Contact,
            "duplicate-contact",
        )?;
        let mut contacts = Vec::with_capacity(entries.len());
        let mut places = Vec::with_capacity(entries.len());
        let mut whole = true;
        for (name, span, piece) in entries {
            match self.contact(piece, forms, true) {
                Some((contact, nets)) => {
                    contacts.push((name, contact));
                    places.push(ContactPlaces { name: span, nets });
                }
                None => whole = false,
            }
        }
        whole.then_some((contacts, places))
    }

    /// The entries of a map by name. A name that is given twice or cannot be used is reported, and
    /// kept, so that what it names is read and checked like the rest.
    pub(crate) fn named_entries(
        &mut self,
        piece: Piece<'s>,
        wanted: &str,
        rule: NameRule,
        duplicate: &'static str,
    ) -> Option<Vec<(String, Span, Piece<'s>)>> {
        let Ok(entries) = piece.entries() else {
            self.bad_value(piece, wanted);
            return None;
        };
        let mut seen: IndexMap<Cow<'s, str>, Span> = IndexMap::with_capacity(entries.len());
        let mut named = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            let span = self.place(key);
            self.name(key, rule);
            let name = key.string().unwrap_or(Cow::Borrowed(key.trimmed()));
            match seen.entry(name) {
                Entry::Occupied(first) => {
                    let (name, first) = (first.key().clone(), first.get().range());
                    self.error(duplicate, span, format!("two {}s are named `{name}`", rule.what())).second =
                        Some((first, "first named here".to_owned()));
                    named.push((name.into_owned(), span, value));
                }
                Entry::Vacant(new) => {
                    named.push((new.key().to_string(), span, value));
                    new.insert(span);
                }
            }
        }
        Some(named)
    }

    fn contact(
        &mut self,
        piece: Piece<'s>,
        forms: &'static [&'static str],
        may_be_timed: bool,
    ) -> Option<(WrittenContact, [Option<Span>; 3])> {
        let piece = piece.given()?;
        let record = self.record(piece, r#"a contact, as in `Make("a", "b")`"#)?;
        match record.name {
            "Timed" if may_be_timed => self.timed(piece, record, forms),
            "Changeover" if forms.contains(&"Changeover") => self.changeover(piece, record),
            name if forms.contains(&name) => self.simple_contact(piece, record),
            name => {
                let span = if name.is_empty() { self.place(piece) } else { self.source.span_of(name) };
                let near = elsewhere(name)
                    .filter(|form| forms.contains(form))
                    .map_or_else(|| nearest(name, forms.iter().copied().chain(["Timed"])), |form| vec![form]);
                let message = match name {
                    "" => "the form of contact is missing before the parenthesis".to_owned(),
                    "Timed" => "a contact has one moment of its own, not two".to_owned(),
                    "Left" | "Right" => format!("a `{name}` contact belongs to a `Polarized` relay"),
                    "Make" | "Break" | "Changeover" => {
                        format!("a polarized relay has no `{name}` contacts, since it stands left or right")
                    }
                    _ => format!("there is no form of contact `{name}`"),
                };
                self.error("unknown-contact-form", span, message).help = Some(match near.first() {
                    Some(form) if *form != name => format!("did you mean `{form}`?"),
                    _ if forms.contains(&"Left") => {
                        r#"the forms are `Left("a", "b")`, closed while it stands left, and `Right("a", "b")`"#
                            .to_owned()
                    }
                    _ => format!(r#"the forms are `Make("a", "b")`, `Break("a", "b")` and `{CHANGEOVER}`"#),
                });
                None
            }
        }
    }

    /// `Timed(contact: Make("a", "b"), early_ms: 0.5)`.
    fn timed(
        &mut self,
        piece: Piece<'s>,
        record: Record<'s>,
        forms: &'static [&'static str],
    ) -> Option<(WrittenContact, [Option<Span>; 3])> {
        let word = self.source.span_of(record.name);
        let fields = self.fields(piece, record, TIMED)?;
        let before = self.findings.len();
        let fields = self.once(fields);
        let (mut contact, mut early_ms, mut late_ms) = (None, None, None);
        for (name, piece) in fields {
            let Some(piece) = piece.given() else { continue };
            match name {
                "contact" => contact = self.contact(piece, forms, false),
                "early_ms" => early_ms = self.number(piece, &MOMENT).map(|ms| (ms, self.place(piece))),
                "late_ms" => late_ms = self.number(piece, &MOMENT).map(|ms| (ms, self.place(piece))),
                _ => self.unknown_inner_field(name, &TIMED_FIELDS, "a timed contact"),
            }
        }
        if let (Some((_, first)), Some((_, second))) = (early_ms, late_ms) {
            let finding = self.error("conflicting-fields", second, "a contact is either early or late");
            finding.second = Some((first.range(), "`early_ms` is given here".to_owned()));
            finding.help = Some("leave one of them out".to_owned());
        }
        if self.findings.len() == before && (contact.is_none() || (early_ms.is_none() && late_ms.is_none())) {
            let what = if contact.is_none() { "`contact`" } else { "moment: neither `early_ms` nor `late_ms`" };
            self.error("missing-field", word, format!("this timed contact has no {what}")).help =
                Some(format!("for example `{TIMED}`"));
        }
        if self.findings.len() > before {
            return None;
        }
        let (contact, spans) = contact?;
        let ms = |moment: Option<(f64, Span)>| moment.map(|(ms, _)| ms);
        let timed = WrittenContact::Timed { contact: Box::new(contact), early_ms: ms(early_ms), late_ms: ms(late_ms) };
        Some((timed, spans))
    }

    fn simple_contact(&mut self, piece: Piece<'s>, record: Record<'s>) -> Option<(WrittenContact, [Option<Span>; 3])> {
        let name = record.name;
        let elements = match record.body {
            Body::Elements(elements) => elements,
            Body::Bare => Vec::new(),
            Body::Fields(_) => {
                let span = self.place(piece);
                self.error("bad-value", span, format!("a {name} contact has two nets and no fields")).help =
                    Some(format!(r#"for example `{name}("a", "b")`"#));
                return None;
            }
        };
        let [a, b] = elements[..] else {
            let span = self.place(piece);
            let message =
                format!(r#"expected two nets, as in `{name}("a", "b")`, found {}"#, counted(elements.len(), "net"));
            self.error("bad-value", span, message);
            return None;
        };
        let (a, b) = (self.net(a), self.net(b));
        let ((a, a_span), (b, b_span)) = (a?, b?);
        let contact = match name {
            "Make" => WrittenContact::Make(a, b),
            "Break" => WrittenContact::Break(a, b),
            "Left" => WrittenContact::Left(a, b),
            _ => WrittenContact::Right(a, b),
        };
        Some((contact, [Some(a_span), Some(b_span), None]))
    }

    fn changeover(&mut self, piece: Piece<'s>, record: Record<'s>) -> Option<(WrittenContact, [Option<Span>; 3])> {
        let word = self.source.span_of(record.name);
        let fields = self.fields(piece, record, CHANGEOVER)?;
        let before = self.findings.len();
        let fields = self.once(fields);
        let mut nets: [Option<(String, Span)>; 3] = [None, None, None];
        let mut bridging = None;
        for (name, piece) in fields {
            let place = match name {
                "common" => 0,
                "break" => 1,
                "make" => 2,
                "bridging" => {
                    if let Some(piece) = piece.given() {
                        bridging = self.flag(piece);
                    }
                    continue;
                }
                _ => {
                    self.unknown_inner_field(name, &CHANGEOVER_FIELDS, "a change-over contact");
                    continue;
                }
            };
            if let Some(piece) = piece.given() {
                nets[place] = self.net(piece);
            }
        }
        let [common, break_side, make_side] = nets;
        if self.findings.len() == before && (common.is_none() || (break_side.is_none() && make_side.is_none())) {
            let what = if common.is_none() { "`common`" } else { "side: neither `break` nor `make`" };
            self.error("missing-field", word, format!("this change-over contact has no {what}")).help =
                Some(format!("for example `{CHANGEOVER}`; one of the two sides may be left out"));
        }
        if self.findings.len() > before {
            return None;
        }
        let spans = [common.as_ref(), break_side.as_ref(), make_side.as_ref()].map(|net| net.map(|(_, span)| *span));
        let net = |side: Option<(String, Span)>| side.map(|(net, _)| net);
        let contact = WrittenContact::Changeover {
            common: net(common)?,
            break_side: net(break_side),
            make_side: net(make_side),
            bridging,
        };
        Some((contact, spans))
    }

    /// `{"A": (pins: ("a", "b"), ohms: …, operate_ma: …), …}`.
    pub(crate) fn coils(&mut self, piece: Piece<'s>) -> Option<Placed<WrittenCoil, CoilPlaces>> {
        let wanted = format!("a map of windings, as in `{COIL}`");
        let entries = self.named_entries(piece, &wanted, NameRule::Winding, "duplicate-coil")?;
        if entries.is_empty() {
            let span = self.place(piece);
            self.error("missing-field", span, "a relay needs at least one winding").help =
                Some(format!("for example `{COIL}`"));
            return None;
        }
        let before = self.findings.len();
        let (mut coils, mut places) = (Vec::new(), Vec::new());
        for (name, _, piece) in entries {
            if let Some((coil, pins)) = self.coil(piece) {
                coils.push((name, coil));
                places.push(CoilPlaces { pins });
            }
        }
        (self.findings.len() == before).then_some((coils, places))
    }

    fn coil(&mut self, piece: Piece<'s>) -> Option<(WrittenCoil, [Span; 2])> {
        let piece = piece.given()?;
        let record = self.record(piece, &format!("a winding, as in `{COIL}`"))?;
        let fields = self.fields(piece, record, COIL)?;
        let fields = self.once(fields);
        let (mut pins, mut ohms, mut operate_ma) = (None, None, None);
        let before = self.findings.len();
        for (name, piece) in fields {
            let Some(piece) = piece.given() else { continue };
            match name {
                "pins" => pins = self.pins(piece),
                "ohms" => ohms = self.quantity(piece, &COIL_OHMS),
                "operate_ma" => operate_ma = self.quantity(piece, &OPERATE_MA),
                _ => self.unknown_inner_field(name, &COIL_FIELDS, "a winding"),
            }
        }
        if pins.is_none() && self.findings.len() == before {
            let span = self.place(piece);
            self.error("missing-field", span, "this winding has no `pins`").help =
                Some(format!("for example `{COIL}`"));
        }
        let (pins, spans) = pins?;
        Some((WrittenCoil { pins, ohms, operate_ma }, spans))
    }

    pub(crate) fn unknown_inner_field(&mut self, name: &'s str, names: &[&'static str], what: &str) {
        let span = self.source.span_of(name);
        let meant = self.meant(name, names.iter().copied(), &format!("the fields of {what} are"));
        self.error("unknown-field", span, format!("{what} has no field `{name}`")).help = meant;
    }
}
