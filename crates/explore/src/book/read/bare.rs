//! `AnyOperator(…)` without a field's name, as it may stand in `Rules(…)`: RON has no place for it,
//! so it is given the name of the field that it stands for before the text is read.

use kiber_netlist::Finding;
use kiber_netlist::text::tokens;

const OPERATOR: &str = "AnyOperator";
const FIELD: &str = "rules: ";

/// The text with the name put in.
pub(crate) struct Named {
    pub(crate) text: String,
    at: usize,
}

/// The text with `rules: ` before an `AnyOperator` that has no field's name; nothing if there is none.
pub(crate) fn name_bare_operator(text: &str) -> Option<Named> {
    let mut depth = 0_usize;
    // Whether what comes next begins an item of the outermost parentheses.
    let mut begins = false;
    for (token, range) in tokens(text) {
        use kiber_netlist::text::Token;
        match token {
            Token::Blank | Token::Comment { .. } => continue,
            Token::Open(_) => depth += 1,
            Token::Close(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
        if begins && text.get(range.clone()) == Some(OPERATOR) {
            let (before, after) = text.split_at_checked(range.start)?;
            return Some(Named { text: format!("{before}{FIELD}{after}"), at: range.start });
        }
        begins = depth == 1 && matches!(token, Token::Open(b'(') | Token::Comma);
    }
    None
}

impl Named {
    /// Tells a finding in the places of the text as it was written.
    pub(crate) fn put_back(&self, finding: &mut Finding) {
        let put_back = |byte: &mut usize| {
            if *byte > self.at {
                *byte = byte.saturating_sub(FIELD.len()).max(self.at);
            }
        };
        let second = finding.second.iter_mut().map(|(range, _)| range);
        for range in std::iter::once(&mut finding.span).chain(second) {
            put_back(&mut range.start);
            put_back(&mut range.end);
        }
    }
}
