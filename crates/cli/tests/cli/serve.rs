//! `kiber serve`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::{LAMP, file, kiber, without_folder};

/// The program itself, which serves until it is told to end.
struct Serving {
    child: Child,
    output: BufReader<std::process::ChildStdout>,
}

impl Serving {
    fn start(args: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kiber"));
        command.arg("serve").args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, output }
    }

    #[track_caller]
    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// Its machine, as the page asks for it.
    fn machine(address: &str) -> Value {
        let host = address.strip_prefix("http://").unwrap().trim_end_matches('/');
        let mut stream = TcpStream::connect(host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        write!(
            stream,
            "POST /api/machines HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nX-Kiber: 1\r\n\
             Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{{}}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 200"), "{answer}");
        serde_json::from_str(body).unwrap()
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_script_is_played_and_the_page_is_served() {
    let mut serving = Serving::start(&["self-hold", "--script", "set-and-break", "--port", "0"]);
    let line = serving.line();
    let address = line.strip_prefix("self-hold is at ").unwrap_or_else(|| panic!("{line}"));
    assert_eq!(serving.line(), "Ctrl-C ends it.");
    let machine = Serving::machine(address);
    assert_eq!(machine["name"], "self-hold");
    assert!(machine["timeline"].as_array().unwrap().len() > 3);
}

#[test]
fn a_file_is_served_as_programs_are_told() {
    let circuit = file("serve-lamp.ron", LAMP);
    let mut serving = Serving::start(&[&circuit, "--port", "0", "--format", "json"]);
    let told: Value = serde_json::from_str(&serving.line()).unwrap();
    assert_eq!(told["circuit"], circuit.as_str());
    let machine = Serving::machine(told["address"].as_str().unwrap());
    assert_eq!((&machine["title"], &machine["file"]), (&"A lamp and a button".into(), &circuit.as_str().into()));
    assert_eq!(machine["panel"][0][0]["caption"], "Light");
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_it_with_status_0() {
    // Whoever is started with the interrupt ignored, as in the background of a shell, ignores it.
    let ours = std::fs::read_to_string("/proc/self/status").unwrap();
    let ignored = ours.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap().trim();
    if u64::from_str_radix(ignored, 16).unwrap() & 2 != 0 {
        return;
    }
    let mut serving = Serving::start(&["--port", "0"]);
    let line = serving.line();
    let address = line.strip_prefix("article is at ").unwrap();
    // A stream that is open does not keep it.
    let host = address.strip_prefix("http://").unwrap().trim_end_matches('/');
    let id = Serving::machine(address)["id"].as_str().unwrap().to_owned();
    let mut stream = TcpStream::connect(host).unwrap();
    write!(stream, "GET /api/machines/{id}/events HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
    let mut first = String::new();
    BufReader::new(&stream).read_line(&mut first).unwrap();
    assert_eq!(first.trim_end(), "HTTP/1.1 200 OK");
    let ended = Command::new("kill").args(["-INT", &serving.child.id().to_string()]).status().unwrap();
    assert!(ended.success());
    assert_eq!(serving.child.wait().unwrap().code(), Some(0));
}

#[test]
fn what_cannot_be_served_is_said() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let ran = kiber(&["serve", "article", "--port", &port]);
    assert_eq!((ran.status, ran.output.as_str()), (2, ""));
    assert_eq!(ran.errors, format!("error: cannot listen at port {port}: another program listens there\n"));

    let wrong = file("serve-wrong.ron", LAMP.replace("Lamp(", "Lampe("));
    let ran = kiber(&["serve", &wrong]);
    assert_eq!(ran.status, 2);
    assert!(without_folder(&ran.errors).contains("serve-wrong.ron has errors"), "{}", ran.errors);
    let ran = kiber(&["serve", "artikle"]);
    assert!(ran.status == 2 && ran.errors.contains("did you mean `article`?"), "{}", ran.errors);
    let ran = kiber(&["serve", "article", "--script", "gam"]);
    assert!(ran.status == 2 && ran.errors.contains("the scripts of article: `game`"), "{}", ran.errors);
    let ran = kiber(&["serve", "article", "--port", "70000"]);
    assert!(ran.status == 2 && ran.errors.contains("70000"), "{}", ran.errors);
    let long = file("serve-long.script", "repeat 3000 { press S1 }\n");
    let lamp = file("serve-long.ron", LAMP);
    let ran = kiber(&["serve", &lamp, "--script", &long]);
    assert!(ran.status == 2 && ran.errors.contains("more than 2,000 actions"), "{}", ran.errors);
}
