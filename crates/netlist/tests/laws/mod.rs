//! What holds for the canonical form of every text, whatever it is.

use kiber_netlist::text::{Token, tokens};
use kiber_netlist::{format, read};

/// The comments of a text, without blanks at their ends and with line ends of one kind.
pub(crate) fn comments(text: &str) -> Vec<String> {
    let comments = tokens(text).filter(|(token, _)| matches!(token, Token::Comment { .. }));
    comments.map(|(_, place)| text[place].trim_end().replace("\r\n", "\n")).collect()
}

/// Everything that has to hold; the canonical form, if there is one.
#[track_caller]
pub(crate) fn check_format(text: &str) -> Option<String> {
    let reading = read(text);
    let formatted = match format(text) {
        Ok(formatted) => formatted,
        Err(findings) => {
            // What keeps it from being formatted keeps it from being read.
            assert_eq!(findings, reading.findings, "{text}");
            assert!(matches!(findings[0].code, "ron-syntax" | "nested-too-deep"), "{findings:?}");
            return None;
        }
    };
    assert_eq!(comments(&formatted), comments(text), "\n{text}\n{formatted}");
    assert_eq!(format(&formatted).as_ref(), Ok(&formatted), "\n{text}\n{formatted}");
    let again = read(&formatted);
    assert_eq!(again.circuit, reading.circuit, "\n{text}\n{formatted}");
    let codes = |reading: &kiber_netlist::Reading| {
        let mut codes: Vec<&str> = reading.findings.iter().map(|finding| finding.code).collect();
        codes.sort_unstable();
        codes
    };
    assert_eq!(codes(&again), codes(&reading), "\n{text}\n{formatted}");
    Some(formatted)
}
