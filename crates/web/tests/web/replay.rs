//! The page to give away: whole, and safe whatever the circuit is called.

use std::sync::Arc;

use kiber_web::{Bench, Exported, Limits, Origin, describe, drawing, replay};
use serde_json::Value;

/// The page of a circuit after these lines.
fn page(source: &str, lines: &[&str]) -> String {
    let circuit = Arc::new(kiber_netlist::read(source).circuit.unwrap());
    let mut bench = Bench::new(Arc::clone(&circuit), Limits::default()).unwrap();
    for line in lines {
        bench.act(bench.last(), line).unwrap();
    }
    let description = describe(&circuit, "my", None, drawing(&circuit));
    replay(&Exported::new(&description, bench.deeds(), Origin { script: Some("my"), trace: None })).unwrap()
}

fn machine(page: &str) -> Value {
    let (_, rest) = page.split_once("id=\"machine\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

const PLAIN: &str = r#"Circuit(title: "A lamp", parts: {
    "G1": Source(plus: "+", minus: "-"), "S1": Button(contacts: {"1": Make("+", "a")}), "H1": Lamp(pins: ("a", "-")) })"#;

#[test]
fn everything_is_in_it() {
    let page = page(PLAIN, &["hold S1"]);
    let machine = machine(&page);
    assert_eq!(
        (&machine["title"], &machine["exported"]["script"], &machine["id"]),
        (&"A lamp".into(), &"my".into(), &Value::Null)
    );
    assert_eq!(machine["timeline"].as_array().unwrap().len(), 2);
    assert!(machine["drawing"].as_str().unwrap().starts_with("<svg"));
    // Nothing is fetched from anywhere.
    for fetching in [
        "src=\"",
        "href=\"/",
        "href=\"http",
        "url(http",
        "@import",
        "import(",
        "fetch(",
        "/*STYLE*/",
        "/*SCRIPT*/",
        "/*MACHINE*/",
    ] {
        assert!(!page.contains(fetching), "{fetching}");
    }
    assert!(!page.lines().any(|line| line.starts_with("import ") || line.starts_with("export ")));
}

#[test]
fn names_and_titles_are_no_markup() {
    let title = r#"</script><script>alert(1)</script><!-- ]]> /*STYLE*/ /*MACHINE*/ \u{2028} & <img onerror=x>"#;
    let source = PLAIN
        .replace("A lamp", title)
        .replace("\"S1\": Button(", "\"S1\": Button(label: \"</script>\", note: \"<!--<script>\", ")
        .replace("\"a\"", "\"</style>&lt;\"");
    let wild = page(&source, &["press S1"]);
    let plain = page(PLAIN, &["press S1"]);
    for tag in ["<script", "</script", "<style", "</style", "<!--", "<img", "]]>"] {
        assert_eq!(wild.matches(tag).count(), plain.matches(tag).count(), "{tag}");
    }
    let machine = machine(&wild);
    assert_eq!(machine["title"], title.replace("\\u{2028}", "\u{2028}"));
    assert_eq!(machine["parts"][1]["label"], "</script>");
    // The drawing is markup, and names in it are none either.
    let drawing = machine["drawing"].as_str().unwrap();
    assert!(!drawing.contains("<script") && !drawing.contains("<img") && !drawing.contains("</style"), "{drawing}");
}
