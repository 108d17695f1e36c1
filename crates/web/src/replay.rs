//! The page to give away: one file with everything in it.

use std::fmt;

use kiber_draw::ladder;
use serde::Serialize;

use crate::page::{FILES, Place, REPLAY, modules};
use crate::protocol::{Deed, Description};

/// What an exported page holds.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Exported<'a> {
    /// None: nobody is there to be asked.
    id: Option<&'a str>,
    #[serde(flatten)]
    description: &'a Description,
    timeline: &'a [Deed],
    exported: Origin<'a>,
}

impl<'a> Exported<'a> {
    /// What a circuit is, and what was done and all that came of it.
    pub fn new(description: &'a Description, timeline: &'a [Deed], exported: Origin<'a>) -> Self {
        Self { id: None, description, timeline, exported }
    }
}

/// What a page was made from, as people call it.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Origin<'a> {
    /// The script that was played.
    pub script: Option<&'a str>,
    /// The trace that was given.
    pub trace: Option<&'a str>,
}

/// Why a page could not be made.
#[derive(Debug)]
pub struct ReplayError(String);

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ReplayError {}

/// Where a thing goes in the template.
const STYLE: &str = "/*STYLE*/";
const SCRIPT: &str = "/*SCRIPT*/";
const MACHINE: &str = "/*MACHINE*/";

/// The whole page. Whatever names the circuit has, they are data in it and nothing else.
///
/// # Errors
/// When the machine has no text as JSON, which no machine is known to do.
pub fn replay(exported: &Exported<'_>) -> Result<String, ReplayError> {
    let json = serde_json::to_string(exported).map_err(|error| ReplayError(error.to_string()))?;
    let style = FILES.iter().find(|file| file.name == "style.css").map_or("", |file| file.text);
    let style = format!("{}\n{style}", ladder::STYLE);
    let script: String =
        modules().filter(|module| module.place != Place::Live).map(|module| joined_in(module.file.text)).collect();
    // One after another, each looked for in the template alone: what is put in is not searched again.
    let mut page = String::with_capacity(REPLAY.len() + style.len() + script.len() + json.len());
    let mut rest = REPLAY;
    for (place, what) in places([(STYLE, &style), (SCRIPT, &script), (MACHINE, &inert(&json))]) {
        let Some((before, after)) = rest.split_once(place) else { continue };
        page.push_str(before);
        page.push_str(what);
        rest = after;
    }
    page.push_str(rest);
    Ok(page)
}

/// The places in the order in which the template has them.
fn places<'a>(mut all: [(&'static str, &'a str); 3]) -> [(&'static str, &'a str); 3] {
    all.sort_by_key(|(place, _)| REPLAY.find(place));
    all
}

/// JSON that no reader of HTML takes for markup: it stays the same JSON.
fn inert(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for letter in json.chars() {
        match letter {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                let _ = fmt::Write::write_fmt(&mut text, format_args!("\\u{:04x}", letter as u32));
            }
            plain => text.push(plain),
        }
    }
    text
}

/// A module as part of one script: what it imports stands above it already, types and all, and nobody imports
/// from it.
fn joined_in(module: &str) -> String {
    let mut text = String::with_capacity(module.len());
    for line in module.lines().filter(|line| !line.starts_with("import ") && !line.starts_with("/** @import ")) {
        text.push_str(line.strip_prefix("export ").unwrap_or(line));
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_the_data_is_markup() {
        let json = inert(r#"{"title":"</script><!-- & \u2028"}"#);
        assert!(!json.contains(['<', '>', '&']), "{json}");
        let value: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(value["title"], "</script><!-- & \u{2028}");
    }

    #[test]
    fn modules_become_one_script() {
        let module =
            "// A module.\nimport { a, b } from \"./other.js\";\n\nexport function c() {\n  return a + b;\n}\n";
        assert_eq!(joined_in(module), "// A module.\n\nfunction c() {\n  return a + b;\n}\n");
    }

    #[test]
    fn the_template_has_each_place_once() {
        for place in [STYLE, SCRIPT, MACHINE] {
            assert_eq!(REPLAY.matches(place).count(), 1, "{place}");
        }
    }

    #[test]
    fn what_is_put_in_does_not_end_its_element() {
        for file in crate::page::FILES {
            let text = file.text.to_lowercase();
            assert!(!text.contains("</script") && !text.contains("</style") && !text.contains("<!--"), "{}", file.name);
        }
    }
}
