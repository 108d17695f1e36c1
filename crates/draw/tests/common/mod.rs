//! Circuits that have run, and what a picture must be.

#![allow(unreachable_pub, dead_code, reason = "each test file uses its own part of it")]

use std::path::Path;
use std::sync::Arc;

use kiber_netlist::{Circuit, Files, beside};
use kiber_script::{Player, Script, parse};
use kiber_trace::Recording;

/// A circuit of these parts on 24 V, and what the script did to it.
#[track_caller]
pub fn play(parts: &str, script: &str) -> (Arc<Circuit>, Recording) {
    let text = format!(r#"Circuit(title: "Test", parts: {{"G1": Source(plus: "+", minus: "-"), {parts}}})"#);
    let reading = kiber_netlist::read(&text);
    let circuit = Arc::new(reading.circuit.unwrap_or_else(|| panic!("{:?}", reading.findings)));
    let (script, findings) = parse(script, &circuit);
    let recording = recorded(&circuit, &script.unwrap_or_else(|| panic!("{findings:?}")));
    (circuit, recording)
}

pub fn recorded(circuit: &Arc<Circuit>, script: &Script) -> Recording {
    let mut recording = Recording::new();
    let report = Player::power_up(Arc::clone(circuit), &mut recording).play(script, &mut recording);
    assert!(report.stopped.is_none(), "{report:?}");
    recording
}

/// Every circuit of the library that stands in one file, with each of its scripts but the longest.
pub fn library() -> Vec<(String, Arc<Circuit>, Script)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../circuits");
    let mut found = Vec::new();
    let mut folders: Vec<_> = std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    for folder in folders {
        let Some(name) = folder.file_name().and_then(|name| name.to_str()) else { continue };
        let Ok(text) = std::fs::read_to_string(folder.join(format!("{name}.ron"))) else { continue };
        let Some(circuit) = kiber_netlist::read(&text).circuit.map(Arc::new) else { continue };
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|ending| ending != "script") {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            if let (true, (Some(script), _)) = (text.lines().count() < 150, parse(&text, &circuit)) {
                found.push((path.display().to_string(), Arc::clone(&circuit), script));
            }
        }
    }
    found
}

/// The files that circuits of the library name.
struct OnDisk;

impl Files for OnDisk {
    fn locate(&mut self, path: &str, from: &str) -> Result<String, String> {
        Ok(format!("/{}", beside(from, path)))
    }

    fn text(&mut self, file: &str) -> Result<String, String> {
        std::fs::read_to_string(file).map_err(|error| error.to_string())
    }
}

/// Every circuit of the library, by name.
pub fn circuits() -> Vec<(String, Arc<Circuit>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../circuits");
    let mut names: Vec<String> =
        std::fs::read_dir(&root).unwrap().filter_map(|entry| entry.unwrap().file_name().into_string().ok()).collect();
    names.sort();
    names.retain(|name| name != "bad");
    let read = |name: String| {
        let file = root.join(&name).join(format!("{name}.ron"));
        let text = std::fs::read_to_string(&file).ok()?;
        Some((name, Arc::new(kiber_netlist::read_with(&text, &file.to_string_lossy(), &mut OnDisk).circuit?)))
    };
    names.into_iter().filter_map(read).collect()
}

/// Checks that a picture is well-formed, says what it is, and that no two of its texts lie on each other.
#[track_caller]
pub fn check_svg(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = svg;
    while let Some(start) = rest.find('<') {
        let (before, tag) = rest.split_at(start);
        assert!(!before.contains('>') || open.last() == Some(&"style"), "a stray > in {before:?}");
        let end = tag.find('>').unwrap_or_else(|| panic!("a tag without end: {tag:.60}"));
        let inner = &tag[1..end];
        let name = inner.trim_start_matches('/').split([' ', '\n', '/']).next().unwrap_or_default();
        if inner.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "closed in the wrong order");
        } else if !inner.ends_with('/') {
            assert_eq!(inner.matches('"').count() % 2, 0, "{inner}");
            open.push(name);
        }
        rest = &tag[end + 1..];
    }
    assert!(open.is_empty(), "{open:?} left open");
    for part in ["<svg xmlns=", "viewBox=", "role=\"img\"", "<title id=\"k-title\">", "<desc id=\"k-desc\">"] {
        assert!(svg.contains(part), "no {part}");
    }
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "a length that is none");
    let texts: Vec<(f64, f64, f64, &str)> = svg.lines().filter_map(text_of).collect();
    for (number, &(start, end, y, words)) in texts.iter().enumerate() {
        for &(other_start, other_end, other_y, other) in &texts[..number] {
            let apart = (y - other_y).abs() >= 9.0 || start >= other_end || other_start >= end;
            assert!(apart, "`{words}` lies on `{other}` at {y}");
        }
    }
}

/// Where a text begins and ends, how deep it stands, and its words; letters taken as narrow as they are.
fn text_of(line: &str) -> Option<(f64, f64, f64, &str)> {
    let line = line.strip_prefix("<text ")?;
    let value = |name: &str| {
        let (_, rest) = line.split_once(&format!("{name}=\""))?;
        rest.split_once('"').map(|(value, _)| value)
    };
    let (_, words) = line.split_once('>')?;
    let words = words.strip_suffix("</text>")?;
    let (x, y): (f64, f64) = (value("x")?.parse().ok()?, value("y")?.parse().ok()?);
    let wide = words.chars().count() as f64 * 5.6;
    let start = match value("text-anchor") {
        Some("end") => x - wide,
        Some("middle") => x - wide / 2.0,
        _ => x,
    };
    Some((start, start + wide, y, words))
}
