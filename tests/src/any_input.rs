//! What has to hold for any input at all; a fuzzer and a plain test ask the same questions.

use kiber_netlist::{CODES, Finding, print, read};

/// Reads bytes as a circuit, and the printed circuit again.
///
/// # Panics
/// When a finding has an unknown code or a place outside the text, when there is a circuit in spite
/// of an error or none without one, or when the printed circuit reads back as another.
pub fn netlist(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let reading = read(&text);
    for finding in &reading.findings {
        assert!(CODES.iter().any(|code| code.name == finding.code), "unknown code {}", finding.code);
        assert!(text.get(finding.span.clone()).is_some(), "{finding:?} is not in the text");
        if let Some((second, _)) = &finding.second {
            assert!(text.get(second.clone()).is_some(), "{finding:?} has a second place outside the text");
        }
    }
    let has_errors = reading.findings.iter().any(Finding::is_error);
    assert_eq!(reading.circuit.is_none(), has_errors, "{:?}", reading.findings);
    if let Some(circuit) = reading.circuit {
        let printed = print(&circuit);
        assert_eq!(read(&printed).circuit, Some(circuit), "{printed}");
    }
}
