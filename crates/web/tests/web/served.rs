//! The server over real sockets: games, answers, several machines.

use std::time::Duration;

use kiber_web::HouseRules;
use serde_json::json;

use crate::client::Running;

#[test]
fn a_whole_game_ends_with_l9_lit_and_p12_remembering() {
    let server = Running::article();
    let mut page = server.machine(None);
    for line in ["flip V1", "press KN1", "flip V3", "press KN1", "off V5, V6", "press KN1"] {
        page.act(line);
    }
    assert_eq!(
        (page.part("P12").as_str(), page.part("L8").as_str(), page.part("L9").as_str()),
        ("operated", "lit", "off")
    );
    assert_eq!(page.game()["said"], "The automaton took 1 lamp, 1 left. Your move: 1 to 3, then press KN1.");
    page.act("flip V8");
    assert_eq!(page.game()["said"], "You won. Press KN2, so that it learns.");
    page.act("press KN2");
    assert_eq!((page.part("L9").as_str(), page.part("P12'").as_str()), ("lit", "operated"));
    assert_eq!(
        page.game()["said"],
        "It has learnt: P12' remembers. Press KN4 and switch all lamps on for the next game."
    );
    assert_eq!((&page.game()["losses"], &page.game()["games"]), (&json!(1), &json!(1)));

    let whole = server.get(&format!("/api/machines/{}", page.id)).ok();
    assert_eq!(whole, page.machine, "what was appended bit by bit is what the server has");
    let script = server.get(&page.path("script"));
    assert_eq!(script.header("content-disposition"), Some("attachment; filename=\"article.script\""));
    assert_eq!(script.body.lines().count(), 8, "{}", script.body);
    assert!(server.get(&page.path("trace")).body.starts_with("kiber trace 1\ncircuit "));
    let timing = server.get(&page.path("timing.svg"));
    assert_eq!(timing.header("content-type"), Some("image/svg+xml"));
    assert!(timing.body.starts_with("<svg ") && timing.body.ends_with("</svg>\n"));
}

#[test]
fn the_page_and_nothing_else_is_served() {
    let server = Running::article();
    let index = server.get("/");
    assert_eq!((index.status, index.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert!(index.body.contains("/page/live.js"));
    for (file, kind) in [("live.js", "text/javascript"), ("style.css", "text/css"), ("ladder.css", "text/css")] {
        let answer = server.get(&format!("/page/{file}"));
        assert_eq!(answer.status, 200, "{file}");
        assert!(answer.header("content-type").unwrap().starts_with(kind), "{file}");
    }
    for path in
        ["/page/../Cargo.toml", "/page/index.html", "/page/%2e%2e%2fmod.rs", "/favicon.ico", "/api", "/api/machines/x"]
    {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    server.get("/api/machines").refused(405, "not by this method");
    server.ask("DELETE", "/", "", "").refused(405, "not by this method");
    let circuits = server.get("/api/circuits").ok();
    assert_eq!(circuits[0], json!({ "name": "article", "title": "The learning automaton of Igoshev and Komsky" }));
    assert!(circuits.as_array().unwrap().len() > 50);
}

#[test]
fn machines_are_separate() {
    let server = Running::article();
    let (mut one, other) = (server.machine(None), server.machine(Some("article")));
    assert_ne!(one.id, other.id);
    one.act("flip V1");
    assert_eq!(one.part("L1"), "off");
    let other = server.get(&format!("/api/machines/{}", other.id)).ok();
    assert_eq!(other["timeline"].as_array().unwrap().len(), 1);
    let buzzer = server.machine(Some("buzzer"));
    assert_eq!((&buzzer.machine["name"], &buzzer.machine["roles"]), (&json!("buzzer"), &json!(null)));
}

#[test]
fn why_is_answered_at_any_moment() {
    let server = Running::of("self-hold", Default::default());
    let mut page = server.machine(None);
    page.act("press S1");
    let index =
        |name: &str| page.machine["parts"].as_array().unwrap().iter().position(|part| part["name"] == name).unwrap();
    let why = |at: [usize; 2]| server.post(&page.path("why"), &json!({ "at": at, "part": index("K1") })).ok();
    let now = why(page.last());
    let lines = now["lines"].as_array().unwrap();
    assert_eq!(lines[1], "It holds itself, through K1/1.", "{now}");
    assert_eq!(lines.last().unwrap(), "K1 has been so since 8.000 ms into `press S1`, 8.000 ms after power-up.");
    for kind in ["parts", "contacts", "nets"] {
        assert!(!now["highlight"][kind].as_array().unwrap().is_empty(), "{now}");
    }
    assert_eq!(why([0, 0])["lines"][0], "K1 is released: 0 mA in its coil, too little to hold.");
    let contact = server.post(&page.path("why"), &json!({ "at": page.last(), "contact": 0 })).ok();
    assert!(contact["lines"][0].as_str().unwrap().contains("open"), "{contact}");
    let net = server.post(&page.path("why"), &json!({ "at": page.last(), "net": 0 })).ok();
    assert_eq!(net["highlight"]["nets"][0], 0);
}

#[test]
fn why_is_not_looked_for_without_end() {
    // A relay that stands behind many contacts could be otherwise in many ways.
    let asked = |longest_answer: Duration| {
        let server = Running::of("article", HouseRules { longest_answer, ..HouseRules::default() });
        let page = server.machine(None);
        let parts = page.machine["parts"].as_array().unwrap();
        let part = parts.iter().position(|part| part["name"] == "P14").unwrap();
        let answer = server.post(&page.path("why"), &json!({ "at": [0, 0], "part": part })).ok();
        answer["lines"].as_array().unwrap().iter().map(|line| line.as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let short = asked(Duration::ZERO);
    assert_eq!(short[1], "At least 1 would have to move for it to operate; there are too many to try all.");
    assert_ne!(asked(Duration::from_secs(60))[1], short[1]);
}

#[test]
fn acting_in_the_middle_cuts_the_deed_and_drops_what_came_later() {
    let server = Running::of("self-hold", Default::default());
    let mut page = server.machine(None);
    page.act("press S1");
    page.act("press S2");
    // The frames of the press: time 0, 7 ms (the armature leaves), 8 ms.
    page.act_at([1, 1], "free S1");
    let titles: Vec<&str> = page.deeds().iter().map(|deed| deed["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["power-up", "hold S1 for 7ms", "free S1"]);
    assert_eq!(server.get(&format!("/api/machines/{}", page.id)).ok(), page.machine);
    assert_eq!(server.get(&page.path("script")).body, "hold S1 for 7ms\nfree S1\n");
}

#[test]
fn what_cannot_be_done_is_said_and_changes_nothing() {
    let server = Running::article();
    let page = server.machine(None);
    let unknown = page.ask_to("press KN9");
    unknown.refused(400, "there is no part `KN9`");
    assert!(unknown.json()["near"][0].as_str().unwrap().contains("`KN1`"), "{}", unknown.body);
    page.ask_to("free KN1").refused(409, "KN1 is not pressed");
    assert_eq!(page.ask_to("expect L1 off").ok()["lines"], json!(["L1 is lit (305.455 mA), expected off"]));
    page.ask_to("# nothing").refused(400, "nothing to be done");
    page.ask_to("press KN1\npress KN2").refused(400, "");
    page.ask_to_at([0, 7], "press KN1").refused(400, "there is no moment [0, 7]");
    page.ask_to_at([9, 0], "press KN1").refused(400, "there is no moment [9, 0]");
    let why = |body| server.post(&page.path("why"), &body);
    why(json!({ "at": [0, 0], "part": 9999 })).refused(400, "there is no part 9999");
    why(json!({ "at": [0, 0] })).refused(400, "ask about one part");
    why(json!({ "at": [0, 0], "part": 1, "net": 1 })).refused(400, "ask about one part");
    let stale = server.post(&page.path("act"), &json!({ "at": [0, 0], "line": "press KN1", "version": 7 }));
    stale.refused(409, "meanwhile");
    assert_eq!(stale.json()["version"], 0);
    assert_eq!(server.get(&format!("/api/machines/{}", page.id)).ok(), page.machine);
    let answer = server.post("/api/machines", &json!({ "circuit": "artikle" }));
    answer.refused(404, "no circuit of the name `artikle`");
    assert_eq!(answer.json()["near"], json!(["article"]));
    server.post("/api/machines", &json!({ "circuit": "../article/article" })).refused(404, "no circuit");
}
