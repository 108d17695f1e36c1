//! Who is refused: other pages, other names, other shapes.

use serde_json::json;

use crate::client::Running;

const JSON: &str = "X-Kiber: 1\r\nContent-Type: application/json\r\n";

/// Refused with this status, whatever the path of the API, and with the same headers as any answer.
#[track_caller]
fn check_refused(server: &Running, headers: &str, status: u16) {
    for (method, path, body) in [("POST", "/api/machines", "{}"), ("GET", "/api/circuits", "")] {
        let answer = server.ask(method, path, &format!("{JSON}{headers}"), body);
        assert_eq!(answer.status, status, "{method} {headers}: {}", answer.body);
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    }
}

#[test]
fn other_origins_are_refused() {
    let server = Running::article();
    let host = server.host();
    for origin in
        ["https://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1", &format!("https://{host}")]
    {
        check_refused(&server, &format!("Origin: {origin}\r\n"), 403);
    }
    check_refused(&server, &format!("Origin: http://{host}\r\nOrigin: http://evil.example\r\n"), 403);
    check_refused(&server, &format!("Origin: http://{host}\r\n"), 200);
    for site in ["cross-site", "same-site"] {
        check_refused(&server, &format!("Sec-Fetch-Site: {site}\r\n"), 403);
        check_refused(&server, &format!("Sec-Fetch-Site: {site}\r\nSec-Fetch-Mode: navigate\r\n"), 403);
    }
    check_refused(&server, "Sec-Fetch-Site: same-origin\r\n", 200);
    // A link from elsewhere may lead to the page; a script or a frame of another page may not have it.
    let from_elsewhere = |mode: &str| {
        server.ask("GET", "/", &format!("Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: {mode}\r\n"), "").status
    };
    assert_eq!((from_elsewhere("navigate"), from_elsewhere("no-cors")), (200, 403));
}

#[test]
fn names_that_lead_here_from_elsewhere_are_refused() {
    let server = Running::article();
    let port = server.host().split_once(':').unwrap().1.to_owned();
    let asked = |host: &str| server.raw(&format!("GET / HTTP/1.1\r\nConnection: close\r\n{host}\r\n\r\n")).status;
    for host in [
        "evil.example",
        "127.0.0.1",
        "127.0.0.1:1",
        &format!("evil.example:{port}"),
        &format!("127.0.0.1.evil.example:{port}"),
    ] {
        assert_eq!(asked(&format!("Host: {host}")), 403, "{host}");
    }
    assert_eq!(asked(&format!("Host: 127.0.0.1:{port}\r\nHost: evil.example")), 403);
    for host in ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"] {
        assert_eq!(asked(&format!("Host: {host}:{port}")), 200, "{host}");
    }
    let absolute = format!("GET http://evil.example/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n");
    assert_eq!(server.raw(&absolute).status, 403);
}

#[test]
fn what_is_no_request_of_the_page_is_refused() {
    let server = Running::article();
    let page = server.machine(None);
    let act = page.path("act");
    let body = json!({ "at": [0, 0], "line": "flip V1" }).to_string();
    server.ask("POST", &act, "Content-Type: application/json\r\n", &body).refused(403, "X-Kiber");
    for media_type in ["text/plain", "application/x-www-form-urlencoded", "application/jsonp"] {
        let headers = format!("X-Kiber: 1\r\nContent-Type: {media_type}\r\n");
        server.ask("POST", &act, &headers, &body).refused(415, "application/json");
    }
    server.ask("POST", &act, "X-Kiber: 1\r\n", &body).refused(415, "application/json");
    for wrong in [
        "",
        "{",
        "[]",
        "null",
        "7",
        "{\"at\":[0,0]}",
        "{\"at\":[0],\"line\":\"\"}",
        "{\"at\":[-1,0],\"line\":\"\"}",
        "{\"at\":[0,0],\"line\":7}",
        "{\"at\":[0,0],\"line\":\"\",\"more\":1}",
        "{\"at\":[1e99,0],\"line\":\"\"}",
    ] {
        server.ask("POST", &act, JSON, wrong).refused(400, "");
    }
    // So deep a nesting is an error, not the end of the program.
    server.ask("POST", &act, JSON, &"[".repeat(60_000)).refused(400, "");
    server.ask("POST", &act, JSON, &" ".repeat((64 << 10) + 1)).refused(413, "64 KiB");
    server.ask("POST", "/api/machines/0123/act", JSON, &body).refused(404, "no such machine");
    assert_eq!(server.raw("what is this\r\n\r\n").status, 400);
    assert_eq!(server.get(&format!("/api/machines/{}", page.id)).ok(), page.machine);
}

#[test]
fn every_answer_says_what_may_be_done_with_it() {
    let server = Running::article();
    for path in ["/", "/page/style.css", "/api/circuits", "/nothing"] {
        let answer = server.get(path);
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{policy}");
        assert!(!policy.contains("unsafe"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(answer.header("cross-origin-resource-policy"), Some("same-origin"));
        assert_eq!(answer.header("cache-control"), Some("no-store"));
        assert_eq!(answer.header("access-control-allow-origin"), None);
    }
}
