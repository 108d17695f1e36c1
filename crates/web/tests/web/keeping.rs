//! What the server keeps: limits, pages that go and come back, files that change.

use std::io::{Read, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

use kiber_web::{Given, HouseRules, Limits};
use serde_json::{Value, json};

use crate::client::Running;

const SOON: Duration = Duration::from_millis(150);

/// Rules under which a test need not wait long.
fn quick() -> HouseRules {
    HouseRules { grace: SOON, round: Duration::from_millis(20), ..HouseRules::default() }
}

/// Asks until the answer is as it should be.
#[track_caller]
fn wait_until(mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(10), "it never came");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn titles(machine: &Value) -> Vec<&str> {
    machine["timeline"].as_array().unwrap().iter().map(|deed| deed["title"].as_str().unwrap()).collect()
}

#[test]
fn a_page_that_goes_in_mid_press_has_its_buttons_freed() {
    let server = Running::of("article", quick());
    let mut page = server.machine(None);
    let mut events = server.events(&page.id);
    assert_eq!(events.next(), Some(("hello".to_owned(), json!({ "version": 0 }))));
    page.act("flip V1");
    page.act("hold KN1, KN4");
    drop(events);
    let now = || server.get(&format!("/api/machines/{}", page.id)).ok();
    wait_until(|| titles(&now()).len() == 4);
    assert_eq!(titles(&now())[3], "free KN4, KN1");
    // Who comes back sees by the version that something was done.
    assert_eq!(server.events(&page.id).next(), Some(("hello".to_owned(), json!({ "version": 3 }))));
}

#[test]
fn a_page_that_comes_back_in_time_still_holds_its_button() {
    let server = Running::of("article", quick());
    let mut page = server.machine(None);
    let mut events = server.events(&page.id);
    let _ = events.next();
    page.act("hold KN1");
    drop(events);
    let mut again = server.events(&page.id);
    assert_eq!(again.next(), Some(("hello".to_owned(), json!({ "version": 1 }))));
    std::thread::sleep(3 * SOON);
    assert_eq!(server.get(&format!("/api/machines/{}", page.id)).ok(), page.machine);
}

#[test]
fn time_without_end_is_ended() {
    let server = Running::of("buzzer", HouseRules::default());
    let mut page = server.machine(None);
    page.act("on S1");
    assert!(page.deeds()[1]["ending"].as_str().unwrap().starts_with("oscillates"));
    let began = Instant::now();
    let answer = page.ask_to("wait 1000000s").ok();
    assert!(answer["lines"][0].as_str().unwrap().contains("5000 instants at most"), "{}", answer["lines"]);
    page.append(&answer);
    assert!(began.elapsed() < Duration::from_secs(5));
    let waited = &page.deeds()[2];
    assert_eq!(waited["cut"], true);
    assert_eq!(waited["frames"].as_array().unwrap().len(), Limits::default().frames);
    assert!(waited["end_us"].as_u64().unwrap() < 60_000_000);
    assert_eq!(server.get(&format!("/api/machines/{}", page.id)).ok(), page.machine);
}

#[test]
fn deeds_and_instants_are_limited_and_going_back_makes_room() {
    let machine = Limits { deeds: 4, all_instants: 50, instants: 50, frames: 20, ..Limits::default() };
    let server = Running::of("buzzer", HouseRules { machine, ..HouseRules::default() });
    let mut page = server.machine(None);
    page.act("on S1");
    page.act("wait 10s");
    page.ask_to("wait 10s").refused(429, "more than 50 instants");
    page.act_at([0, 0], "wait 1s");
    page.act("wait 1s");
    page.act("wait 1s");
    page.ask_to("wait 1s").refused(429, "4 actions is the most");
    assert_eq!(server.get(&format!("/api/machines/{}", page.id)).ok(), page.machine);
    // A larger circuit has fewer instants.
    let server =
        Running::of("buzzer", HouseRules { machine: Limits { cells: 90, ..machine }, ..HouseRules::default() });
    let mut page = server.machine(None);
    page.act("on S1");
    page.act("on S1 for 30ms");
    page.ask_to("wait 10s").refused(429, "more than 10 instants");
}

#[test]
fn machines_are_few_and_the_one_that_nobody_looks_at_goes_first() {
    let server = Running::of("self-hold", HouseRules { machines: 3, streams: 2, ..quick() });
    let watched = server.machine(None);
    let mut events = server.events(&watched.id);
    let _ = events.next();
    let (old, new) = (server.machine(None), server.machine(None));
    let third = server.machine(None);
    let status = |id: &str| server.get(&format!("/api/machines/{id}")).status;
    assert_eq!([&watched, &old, &new, &third].map(|page| status(&page.id)), [200, 404, 200, 200]);
    // When all are looked at the oldest goes, and its page is told.
    let mut others = [server.events(&new.id), server.events(&third.id)];
    others.iter_mut().for_each(|events| assert!(events.next().is_some()));
    let _ = (status(&new.id), status(&third.id));
    server.machine(None);
    assert_eq!(events.next(), Some(("gone".to_owned(), json!({}))));
    assert_eq!(events.next(), None);
    assert_eq!(status(&watched.id), 404);
    let mut second = server.events(&new.id);
    let _ = second.next();
    server.get(&new.path("events")).refused(429, "too many pages");
}

#[test]
fn a_machine_that_nobody_looks_at_is_put_away_after_a_time() {
    let server = Running::of("self-hold", HouseRules { idle: SOON, ..quick() });
    let (watched, left) = (server.machine(None), server.machine(None));
    let mut events = server.events(&watched.id);
    let _ = events.next();
    std::thread::sleep(4 * SOON);
    assert_eq!(server.get(&format!("/api/machines/{}", left.id)).status, 404);
    assert_eq!(server.get(&format!("/api/machines/{}", watched.id)).status, 200);
}

#[test]
fn requests_to_one_machine_come_one_after_another_and_not_too_many_wait() {
    let server = Running::of("buzzer", HouseRules { waiting: 2, ..HouseRules::default() });
    let mut page = server.machine(None);
    page.act("on S1");
    let at = page.last();
    let path = page.path("act");
    let answers: Vec<u16> = std::thread::scope(|scope| {
        let ask = || server.post(&path, &json!({ "at": at, "line": "wait 100s" })).status;
        let asked: Vec<_> = (0..8).map(|_| scope.spawn(ask)).collect();
        asked.into_iter().map(|asked| asked.join().unwrap()).collect()
    });
    assert!(answers.iter().all(|status| [200, 429].contains(status)), "{answers:?}");
    assert!(answers.contains(&200) && answers.contains(&429), "{answers:?}");
    // Each was done at the same moment, so each but the last was undone by the next.
    let now = server.get(&format!("/api/machines/{}", page.id)).ok();
    assert_eq!(titles(&now).len(), 3);
    let done = answers.iter().filter(|&&status| status == 200).count();
    assert_eq!(now["version"], 1 + done);
}

#[test]
fn a_client_that_is_slow_or_says_nothing_holds_nobody() {
    let server = Running::article();
    let page = server.machine(None);
    let mut half_said: Vec<_> = (0..20).map(|_| server.connect()).collect();
    for stream in &mut half_said {
        write!(stream, "POST {} HTTP/1.1\r\nHost: {}\r\nContent-Le", page.path("act"), server.host()).unwrap();
    }
    // The body never comes.
    let mut promised = server.connect();
    write!(
        promised,
        "POST {} HTTP/1.1\r\nHost: {}\r\nX-Kiber: 1\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{{",
        page.path("act"),
        server.host()
    )
    .unwrap();
    // Nobody reads this stream.
    let _unread = server.events(&page.id);
    let began = Instant::now();
    assert_eq!(page.ask_to("flip V1").status, 200);
    assert!(began.elapsed() < Duration::from_secs(2));
    drop(half_said);
    promised.shutdown(std::net::Shutdown::Write).unwrap();
    let mut answer = String::new();
    let _ = promised.read_to_string(&mut answer);
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 400"), "{answer}");
}

/// A circuit whose text a test may change.
fn changing(text: &Arc<Mutex<String>>, times: &Arc<AtomicU64>, script: &[&str]) -> Given {
    let (text, times) = (Arc::clone(text), Arc::clone(times));
    Given {
        name: "my.ron".to_owned(),
        file: Some("my.ron".to_owned()),
        read: Box::new(move || {
            let reading = kiber_netlist::read(&text.lock().unwrap());
            let findings = reading.findings.iter().map(|finding| finding.message.clone()).collect();
            reading.circuit.map(Arc::new).ok_or(findings)
        }),
        stamp: Box::new(move || {
            let changed = SystemTime::UNIX_EPOCH + Duration::from_secs(times.load(Ordering::Relaxed));
            vec![Some((changed, 0))]
        }),
        script: script.iter().map(|&line| line.to_owned()).collect(),
    }
}

#[test]
fn doing_all_again_keeps_to_the_limits() {
    const LAMP: &str = r#"Circuit(title: "A lamp", parts: {
        "G1": Source(plus: "+", minus: "-"),
        "S1": Toggle(contacts: {"1": Make("+", "a")}), "H1": Lamp(pins: ("a", "-")),
    })"#;
    // The same toggle, and a relay that switches itself off.
    let buzzing = LAMP.replace(
        r#""H1": Lamp(pins: ("a", "-"))"#,
        r#""K1": Relay(coil: ("b", "-"), contacts: {"1": Break("a", "b")}), "K2": Relay(coil: ("b", "-"))"#,
    );
    let machine = Limits { instants: 40, all_instants: 100, cells: 500, ..Limits::default() };
    let (text, times) = (Arc::new(Mutex::new(LAMP.to_owned())), Arc::new(AtomicU64::new(0)));
    let server = Running::with(changing(&text, &times, &[]), HouseRules { machine, ..quick() });
    let mut page = server.machine(None);
    for _ in 0..12 {
        page.act("flip S1 for 10s");
    }
    *text.lock().unwrap() = buzzing;
    let again = server.post(&page.path("reload"), &json!({})).ok();
    let refused: Vec<&str> = again["refused"].as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
    let only = "flip S1 for 10s: only `flip S1 for 119ms` was done: one action has 40 instants at most";
    // Of the larger circuit fewer instants are kept.
    let more = "flip S1 for 10s: more than 83 instants have been kept; go back, or begin anew";
    assert_eq!(refused, [only, only, more, "the 8 actions after it were not done either"]);
    assert_eq!(titles(&again).len(), 4);
    // The limits are those of the circuit as it is now.
    page.machine = again;
    page.ask_to("wait 10s").refused(429, "instants have been kept");
}

#[test]
fn what_does_not_settle_in_time_is_said() {
    const BUZZER: &str = r#"Circuit(title: "A buzzer", parts: {
        "G1": Source(plus: "+", minus: "-"),
        "S1": Button(contacts: {"1": Make("+", "a")}),
        "K1": Relay(coil: ("b", "-"), contacts: {"1": Break("a", "b")}),
    })"#;
    let machine = Limits { instants: 3, ..Limits::default() };
    let (text, times) = (Arc::new(Mutex::new(BUZZER.to_owned())), Arc::new(AtomicU64::new(0)));
    let server = Running::with(changing(&text, &times, &[]), HouseRules { machine, ..quick() });
    let told = |line: &str| server.machine(None).ask_to(line).ok()["lines"].clone();
    // What can be said as so long a time was done for as long.
    let only = |what: &str| json!([format!("only `{what} S1 for 11ms` was done: one action has 3 instants at most")]);
    assert_eq!((told("press S1"), told("hold S1")), (only("press"), only("hold")));
    let given_up = "`hold S1 in order K1` was given up, still moving: one action has 3 instants at most";
    assert_eq!(told("hold S1 in order K1"), json!([given_up]));
}

#[test]
fn a_file_that_changes_is_told_of_and_read_again_on_request() {
    const LAMPS: &str = r#"Circuit(title: "Two lamps", parts: {
        "G1": Source(plus: "+", minus: "-"),
        "S1": Button(contacts: {"1": Make("+", "a")}), "H1": Lamp(pins: ("a", "-")),
        "S2": Button(contacts: {"1": Make("+", "b")}), "H2": Lamp(pins: ("b", "-")),
    })"#;
    let (text, times) = (Arc::new(Mutex::new(LAMPS.to_owned())), Arc::new(AtomicU64::new(0)));
    let server = Running::with(changing(&text, &times, &["hold S1", "press S2"]), quick());
    let page = server.machine(None);
    assert_eq!(titles(&page.machine), ["power-up", "hold S1", "press S2"]);
    assert_eq!(page.machine["file"], "my.ron");
    let other = server.machine(Some("buzzer"));
    let (mut events, mut not_told) = (server.events(&page.id), server.events(&other.id));
    let _ = (events.next(), not_told.next());
    let change = |new: String| {
        *text.lock().unwrap() = new;
        times.fetch_add(1, Ordering::Relaxed);
    };

    change(LAMPS.replace("Lamp(", "Lampe("));
    assert_eq!(events.next(), Some(("changed".to_owned(), json!({}))));
    let wrong = server.post(&page.path("reload"), &json!({}));
    wrong.refused(422, "my.ron has errors");
    assert!(wrong.json()["findings"][0].as_str().unwrap().contains("Lampe"), "{}", wrong.body);
    assert_eq!(server.get(&format!("/api/machines/{}", page.id)).ok(), page.machine, "it goes on as it was");
    server.post("/api/machines", &json!({})).refused(422, "my.ron has errors");

    change(LAMPS.replace("\"S2\"", "\"S3\"").replace("Two lamps", "Two lamps, renamed"));
    assert_eq!(events.next(), Some(("changed".to_owned(), json!({}))));
    let again = server.post(&page.path("reload"), &json!({})).ok();
    assert_eq!((&again["title"], titles(&again)), (&json!("Two lamps, renamed"), vec!["power-up", "hold S1"]));
    let refused = again["refused"][0].as_str().unwrap();
    assert!(refused.starts_with("press S2: there is no part `S2`"), "{refused}");
    assert_eq!(again["version"], page.machine["version"].as_u64().unwrap() + 1);
    let mut again_page = page;
    again_page.machine = again;
    again_page.act("press S3");
    assert_eq!(again_page.part("H2"), "off");
}
