//! From what is written to what is meant: names, labels, contacts, ranges.

use kiber_netlist::{Circuit, ContactId, Finding, NetId, PartId, Severity, nearest};

use crate::piece::Piece;
use crate::range::NumberRange;
use crate::show::part_name;
use crate::step::Target;
use crate::words::joined;

/// Past this many findings names are no longer compared with all others: a script for another
/// circuit would take long to say the same thing often.
const SUGGESTIONS: usize = 100;

/// Looks up names in a circuit and collects what is wrong with them.
pub(crate) struct Names<'a> {
    pub(crate) circuit: &'a Circuit,
    pub(crate) findings: Vec<Finding>,
}

impl<'a> Names<'a> {
    pub(crate) fn new(circuit: &'a Circuit) -> Self {
        Self { circuit, findings: Vec::new() }
    }

    pub(crate) fn error(&mut self, code: &'static str, at: Piece<'_>, message: impl Into<String>) -> &mut Finding {
        self.findings.push(Finding::new(code, Severity::Error, at.span(), message));
        // The list is not empty now.
        let last = self.findings.len() - 1;
        &mut self.findings[last]
    }

    /// The part, contact or range of them that is written; nothing, and a finding, when there is
    /// none. `push` gets each with the piece that named it.
    pub(crate) fn targets(&mut self, at: Piece<'_>, push: &mut impl FnMut(Target)) -> Option<()> {
        if let Some(target) = self.exactly(at.text) {
            push(target);
            return Some(());
        }
        match at.text.find("..") {
            Some(dots) => {
                let (first, rest) = at.split_at(dots);
                let (_, last) = rest.split_at(2);
                self.range(at, first.trim(), last.trim(), push)
            }
            None => {
                self.unknown(at);
                None
            }
        }
    }

    /// The part or contact of exactly that name or label.
    pub(crate) fn exactly(&self, text: &str) -> Option<Target> {
        if let Some(part) = self.circuit.part(text) {
            return Some(Target::Part(part));
        }
        self.circuit.contact(text).map(Target::Contact)
    }

    /// The net that is written, perhaps in quotes, or a finding.
    pub(crate) fn net_on(&mut self, part: PartId, at: Piece<'_>) -> Option<NetId> {
        let name = unquoted_name(at.text);
        let on_part = self.circuit.nets_of(part);
        match self.circuit.net(&name) {
            Some(net) if on_part.contains(&net) => Some(net),
            found => {
                let part = part_name(self.circuit, part);
                let message = if found.is_some() {
                    format!("{part} is not joined to the net {}", quoted(&name))
                } else {
                    format!("there is no net {}", quoted(&name))
                };
                let nets = on_part.iter().filter_map(|&net| self.circuit.nets.get(net)).map(|net| net.name.as_str());
                let help = match joined(nets.take(12), " and ") {
                    nets if nets.is_empty() => format!("{part} is joined to no net"),
                    nets => format!("{part} is joined to {nets}"),
                };
                self.error("script-unknown-net", at, message).help = Some(help);
                None
            }
        }
    }

    fn range(
        &mut self,
        all: Piece<'_>,
        first: Piece<'_>,
        last: Piece<'_>,
        push: &mut impl FnMut(Target),
    ) -> Option<()> {
        if first.is_empty() || last.is_empty() {
            self.error("script-bad-range", all, "a range needs a name at both ends").help =
                Some("write the first and the last name, as in `V1..V8`".into());
            return None;
        }
        let ends = [first, last].map(|end| {
            let found = self.exactly(end.text);
            if found.is_none() {
                self.unknown(end);
            }
            found
        });
        let [Some(only), Some(_)] = ends else { return None };
        if first.text == last.text {
            push(only);
            return Some(());
        }
        let Some(range) = NumberRange::between(first.text, last.text) else {
            self.error(
                "script-bad-range",
                all,
                format!("{} and {} are no range", quoted(first.text), quoted(last.text)),
            )
            .help = Some("the two names of a range are equal but for one whole number".into());
            return None;
        };
        for name in range.names() {
            match self.exactly(&name) {
                Some(target) => push(target),
                None => {
                    let message = format!("`{name}` is in the range {} and does not exist", quoted(all.text));
                    self.error("script-bad-range", all, message).help =
                        Some("name the parts one by one, with commas between".into());
                    return None;
                }
            }
        }
        Some(())
    }

    /// Says that there is no such part or contact, and what is near.
    pub(crate) fn unknown(&mut self, at: Piece<'_>) {
        if at.is_empty() {
            self.error("script-missing-part", at, "a name is missing here").help =
                Some("names stand between commas: `hold S1, S2`".into());
            return;
        }
        if let Some((part, _)) = at.text.rsplit_once('/')
            && let Some(part) = self.circuit.part(part)
        {
            let contacts = self.circuit.contacts_of(part).iter();
            let names: Vec<String> = contacts.map(|&contact| self.contact_name(contact)).collect();
            let near = nearest(at.text, names.iter().map(String::as_str));
            let shown = if near.is_empty() { names.iter().map(String::as_str).take(12).collect() } else { near };
            let help = match joined(shown, " and ") {
                names if names.is_empty() => format!("{} has no contacts", part_name(self.circuit, part)),
                names => format!("{} has {names}", part_name(self.circuit, part)),
            };
            self.error("script-unknown-contact", at, format!("there is no contact {}", quoted(at.text))).help =
                Some(help);
            return;
        }
        // A name may have a few words; what follows it may be a whole page.
        let known = at.cuts().take(8).map(|(first, _)| first).chain([at.first_word().0]);
        let known = known.into_iter().find(|first| first.text != at.text && self.exactly(first.text).is_some());
        if let Some(known) = known {
            let extra = at.split_at(known.text.len()).1.trim();
            let message = format!("{} belongs to nothing", quoted(extra.text));
            let help = format!("after `{}` comes a comma, `for` and a time, or the end of the line", known.text);
            self.error("script-extra-words", extra, message).help = Some(help);
            return;
        }
        let help = self.parts_inside(at.text).or_else(|| self.near_names(at.text));
        self.error("script-unknown-part", at, format!("there is no part {}", quoted(at.text))).help = help;
    }

    /// What a sub-circuit in use is made of, if that is what is named.
    fn parts_inside(&self, wanted: &str) -> Option<String> {
        const FEW: usize = 6;
        let used = self.circuit.instance(wanted)?;
        let parts = self.circuit.parts.rows().get(used.parts.clone())?;
        let names: Vec<&str> = parts.iter().take(FEW).map(|part| part.name.as_str()).collect();
        let more = if parts.len() > FEW { format!(" and {} more", parts.len() - FEW) } else { String::new() };
        Some(match names.as_slice() {
            [] => format!("`{wanted}` is a sub-circuit without parts"),
            names => {
                format!("`{wanted}` is a sub-circuit; its parts are {}{more}", joined(names.iter().copied(), ", "))
            }
        })
    }

    fn near_names(&self, wanted: &str) -> Option<String> {
        if self.findings.len() > SUGGESTIONS {
            return None;
        }
        let (wanted, contact) = wanted.split_once('/').map_or((wanted, None), |(part, contact)| (part, Some(contact)));
        let parts = self.circuit.parts.rows().iter();
        let names = parts.flat_map(|part| std::iter::once(part.name.as_str()).chain(part.label.as_deref()));
        // A name that is right but for the sub-circuits around it.
        let inside = |name: &&str| name.rsplit_once('.').is_some_and(|(_, last)| last == wanted);
        let mut near: Vec<&str> = names.clone().filter(inside).take(3).collect();
        if near.is_empty() {
            near = nearest(wanted, names);
        }
        if !near.is_empty() {
            let near = near.iter().map(|name| match contact {
                Some(contact) => format!("`{name}/{contact}`"),
                None => format!("`{name}`"),
            });
            return Some(format!("did you mean {}?", joined(near, " or ")));
        }
        self.circuit.net(wanted).map(|_| format!("{wanted} is a net; scripts act on parts and contacts"))
    }

    fn contact_name(&self, contact: ContactId) -> String {
        crate::show::contact_name(self.circuit, contact)
    }
}

/// What was written, between the signs that messages put around it; a long text is cut short.
pub(crate) fn quoted(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("`{}…`", text.get(..end).unwrap_or_default()),
        None => format!("`{text}`"),
    }
}

/// A net's name as it was meant: without quotes, its escapes undone.
fn unquoted_name(text: &str) -> String {
    let Some(inner) = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else {
        return text.to_owned();
    };
    let mut name = String::with_capacity(inner.len());
    let mut letters = inner.chars();
    while let Some(letter) = letters.next() {
        match (letter, letter == '\\') {
            (_, true) => match letters.next() {
                Some('n') => name.push('\n'),
                Some('r') => name.push('\r'),
                Some('t') => name.push('\t'),
                Some(other) => name.push(other),
                None => name.push('\\'),
            },
            (plain, false) => name.push(plain),
        }
    }
    name
}
