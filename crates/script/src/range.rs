//! Ranges: from two names to all the names between.

/// Names that are equal but for one whole number, counted up or down.
pub(crate) struct NumberRange<'a> {
    head: &'a str,
    tail: &'a str,
    from: u64,
    to: u64,
    /// Filled up with zeros to so many digits.
    width: usize,
}

impl<'a> NumberRange<'a> {
    pub(crate) fn between(first: &'a str, last: &'a str) -> Option<Self> {
        let same = first.bytes().zip(last.bytes()).take_while(|(a, b)| a == b).count();
        // The number begins before the first difference, where its digits begin.
        let start =
            first.as_bytes().get(..same)?.iter().rposition(|byte| !byte.is_ascii_digit()).map_or(0, |at| at + 1);
        let (head, first_rest) = first.split_at_checked(start)?;
        let (_, last_rest) = last.split_at_checked(start)?;
        let (first_digits, tail) = leading_digits(first_rest)?;
        let (last_digits, last_tail) = leading_digits(last_rest)?;
        if tail != last_tail {
            return None;
        }
        let is_padded = [first_digits, last_digits].iter().any(|digits| digits.len() > 1 && digits.starts_with('0'));
        let width = if is_padded { first_digits.len().min(last_digits.len()) } else { 1 };
        let range = Self { head, tail, from: first_digits.parse().ok()?, to: last_digits.parse().ok()?, width };
        (range.name(range.from) == first && range.name(range.to) == last).then_some(range)
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = String> {
        let counts_down = self.from > self.to;
        let (least, most) = if counts_down { (self.to, self.from) } else { (self.from, self.to) };
        (least..=most).map(move |number| self.name(if counts_down { most - (number - least) } else { number }))
    }

    fn name(&self, number: u64) -> String {
        format!("{}{:0width$}{}", self.head, number, self.tail, width = self.width)
    }
}

fn leading_digits(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    (end > 0).then(|| text.split_at_checked(end))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(first: &str, last: &str, expected: &[&str]) {
        let range = NumberRange::between(first, last);
        let names = range.map(|range| range.names().collect::<Vec<_>>());
        assert_eq!(names.unwrap_or_default(), expected, "{first}..{last}");
    }

    #[test]
    fn ranges_count_one_number() {
        check("V1", "V3", &["V1", "V2", "V3"]);
        check("P9'", "P11'", &["P9'", "P10'", "P11'"]);
        check("KН1", "KН2", &["KН1", "KН2"]);
        check("R1C2", "R1C3", &["R1C2", "R1C3"]);
        check("R1C2", "R3C2", &["R1C2", "R2C2", "R3C2"]);
        check("K08", "K11", &["K08", "K09", "K10", "K11"]);
        check("V3", "V1", &["V3", "V2", "V1"]);
        check("K99", "K101", &["K99", "K100", "K101"]);
        check("V1", "V1", &["V1"]);
        check("1", "2", &["1", "2"]);
        check("K10", "K12", &["K10", "K11", "K12"]);
    }

    #[test]
    fn other_pairs_are_no_range() {
        check("V1", "W3", &[]);
        check("R1C2", "R3C4", &[]);
        check("K08", "K9", &[]);
        check("V", "V3", &[]);
        check("V1", "V99999999999999999999999", &[]);
    }
}
