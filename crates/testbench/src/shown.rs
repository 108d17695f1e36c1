//! Findings with the lines that they are about.

use std::ops::Range;

use kiber_netlist::{File, Finding, line_and_column};

/// A text with the name by which it is spoken of, and the files that it leads to.
pub(crate) struct Texts<'a> {
    pub(crate) name: &'a str,
    pub(crate) text: &'a str,
    pub(crate) files: &'a [File],
}

impl Texts<'_> {
    /// Every finding, one below the other.
    pub(crate) fn shown<'f>(&self, findings: impl IntoIterator<Item = &'f Finding>) -> String {
        let shown: Vec<String> = findings.into_iter().map(|finding| self.one(finding)).collect();
        shown.join("\n\n")
    }

    fn one(&self, finding: &Finding) -> String {
        let mut shown = format!("{}[{}]: {}", finding.severity, finding.code, finding.message);
        self.push_place(&mut shown, finding.file, &finding.span, &finding.label);
        if let Some((span, why)) = &finding.second {
            self.push_place(&mut shown, finding.second_file, span, why);
        }
        for (number, line) in finding.help.iter().flat_map(|help| help.lines()).enumerate() {
            shown.push_str(if number == 0 { "\n  = help: " } else { "\n          " });
            shown.push_str(line);
        }
        shown
    }

    /// A line with what is meant in it underlined.
    fn push_place(&self, shown: &mut String, file: usize, span: &Range<usize>, label: &str) {
        let file = file.checked_sub(1).and_then(|file| self.files.get(file));
        let (name, text) = file.map_or((self.name, self.text), |file| (file.name.as_str(), file.text.as_str()));
        let start = text.floor_char_boundary(span.start.min(text.len()));
        let (line, column) = line_and_column(text, start);
        let whole = text.lines().nth(line.saturating_sub(1)).unwrap_or_default().trim_end();
        let marked = text.get(start..span.end.min(text.len())).unwrap_or_default().lines().next().unwrap_or_default();
        let margin = " ".repeat(line.to_string().len());
        let under = format!("{}{}", " ".repeat(column.saturating_sub(1)), "^".repeat(marked.chars().count().max(1)));
        shown.push_str(&format!("\n{margin}--> {name}:{line}:{column}\n{margin} |\n{line} | {whole}\n"));
        shown.push_str(format!("{margin} | {under} {label}").trim_end());
    }
}
