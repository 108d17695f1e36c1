//! Headings above a section that both traces have.

use super::difference::Kind;
use super::finding::Finding;

/// What headings are new or gone; each text holds a line a heading.
pub(super) fn findings(a: &str, b: &str) -> Vec<Finding> {
    if a == b {
        return Vec::new();
    }
    let finding =
        |message: String| Finding { kind: Kind::Heading, since: 0, line_a: None, line_b: None, part: None, message };
    let gone = a.lines().filter(|heading| !b.lines().any(|other| other == *heading));
    let new = b.lines().filter(|heading| !a.lines().any(|other| other == *heading));
    let mut findings: Vec<Finding> = gone.map(|heading| finding(format!("the heading {heading} is gone"))).collect();
    findings.extend(new.map(|heading| finding(format!("the heading {heading} is new"))));
    if findings.is_empty() {
        findings.push(finding("the headings above come in another order, or not as often".to_owned()));
    }
    findings
}
