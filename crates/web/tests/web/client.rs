//! A server on a port of its own, and as much of HTTP as it takes to ask it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use kiber_web::{Given, HouseRules, Server};
use serde_json::{Value, json};

/// Nothing that a test waits for takes longer.
const PATIENCE: Duration = Duration::from_secs(10);

/// A server that ends with the test.
pub(crate) struct Running {
    port: u16,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    #[track_caller]
    pub(crate) fn ok(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.body);
        self.json()
    }

    /// The answer is no, with this status and these words.
    #[track_caller]
    pub(crate) fn refused(&self, status: u16, words: &str) {
        assert_eq!(self.status, status, "{}", self.body);
        assert!(self.json()["error"].as_str().unwrap().contains(words), "{}", self.body);
    }
}

impl Running {
    pub(crate) fn article() -> Self {
        Self::of("article", HouseRules::default())
    }

    pub(crate) fn of(circuit: &str, rules: HouseRules) -> Self {
        Self::with(Given::embedded(crate::embedded(circuit).0), rules)
    }

    pub(crate) fn with(given: Given, rules: HouseRules) -> Self {
        let server = Server::listen(given, Some(0), rules).unwrap();
        let (port, stop) = (server.port(), Arc::new(AtomicBool::new(false)));
        let asked = Arc::clone(&stop);
        let thread = std::thread::spawn(move || server.run(|| asked.load(Ordering::Relaxed)).unwrap());
        Self { port, stop, thread: Some(thread) }
    }

    pub(crate) fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends what is given to the letter.
    pub(crate) fn raw(&self, request: &str) -> Answer {
        let mut stream = self.connect();
        // Who is refused early may find the door shut before all is said.
        let _ = stream.write_all(request.as_bytes());
        answer(stream)
    }

    pub(crate) fn ask(&self, method: &str, path: &str, headers: &str, body: &str) -> Answer {
        let (host, length) = (self.host(), body.len());
        self.raw(&format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
        ))
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, "", "")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path, "X-Kiber: 1\r\nContent-Type: application/json\r\n", &body.to_string())
    }

    pub(crate) fn machine(&self, circuit: Option<&str>) -> Page<'_> {
        let machine = self.post("/api/machines", &json!({ "circuit": circuit })).ok();
        Page::new(self, machine)
    }

    /// The events of a machine, as they come.
    #[track_caller]
    pub(crate) fn events(&self, id: &str) -> Events {
        let mut stream = self.connect();
        let host = self.host();
        write!(stream, "GET /api/machines/{id}/events HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
        let mut stream = BufReader::new(stream);
        let mut line = String::new();
        stream.read_line(&mut line).unwrap();
        assert_eq!(line.trim_end(), "HTTP/1.1 200 OK");
        Events(stream)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(std::thread::panicking() || ended.is_ok());
        }
    }
}

fn answer(stream: TcpStream) -> Answer {
    let mut stream = BufReader::new(stream);
    let mut line = String::new();
    stream.read_line(&mut line).unwrap();
    let status = line.split(' ').nth(1).unwrap_or_else(|| panic!("no answer: {line:?}")).parse().unwrap();
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).unwrap();
        match line.trim_end().split_once(": ") {
            Some((name, value)) => headers.push((name.to_ascii_lowercase(), value.to_owned())),
            None => break,
        }
    }
    let mut answer = Answer { status, headers, body: String::new() };
    let length = answer.header("content-length").map(|length| length.parse::<u64>().unwrap());
    stream.take(length.unwrap_or(u64::MAX)).read_to_string(&mut answer.body).unwrap();
    answer
}

/// A stream of events.
pub(crate) struct Events(BufReader<TcpStream>);

impl Events {
    /// The next event and its data; none once the stream has ended.
    pub(crate) fn next(&mut self) -> Option<(String, Value)> {
        let mut name = None;
        loop {
            let mut line = String::new();
            // The last chunk is empty.
            if self.0.read_line(&mut line).unwrap() == 0 || line.trim_end() == "0" {
                return None;
            }
            if let Some(event) = line.trim_end().strip_prefix("event: ") {
                name = Some(event.to_owned());
            }
            if let Some(data) = line.trim_end().strip_prefix("data: ") {
                return Some((name.unwrap(), serde_json::from_str(data).unwrap()));
            }
        }
    }
}

/// What a page does: it holds the timeline, and puts to it what it is answered.
pub(crate) struct Page<'s> {
    server: &'s Running,
    pub(crate) machine: Value,
    pub(crate) id: String,
}

impl<'s> Page<'s> {
    fn new(server: &'s Running, machine: Value) -> Self {
        let id = machine["id"].as_str().unwrap().to_owned();
        Self { server, machine, id }
    }

    pub(crate) fn path(&self, what: &str) -> String {
        format!("/api/machines/{}/{what}", self.id)
    }

    pub(crate) fn deeds(&self) -> &Vec<Value> {
        self.machine["timeline"].as_array().unwrap()
    }

    /// The last frame there is.
    pub(crate) fn last(&self) -> [usize; 2] {
        let deeds = self.deeds();
        [deeds.len() - 1, deeds.last().unwrap()["frames"].as_array().unwrap().len() - 1]
    }

    pub(crate) fn ask_to(&self, line: &str) -> Answer {
        self.ask_to_at(self.last(), line)
    }

    pub(crate) fn ask_to_at(&self, at: [usize; 2], line: &str) -> Answer {
        self.server.post(&self.path("act"), &json!({ "at": at, "line": line }))
    }

    /// Does a line at the end.
    #[track_caller]
    pub(crate) fn act(&mut self, line: &str) {
        self.act_at(self.last(), line);
    }

    #[track_caller]
    pub(crate) fn act_at(&mut self, at: [usize; 2], line: &str) {
        let appended = self.ask_to_at(at, line).ok();
        self.append(&appended);
    }

    pub(crate) fn append(&mut self, appended: &Value) {
        let timeline = self.machine["timeline"].as_array_mut().unwrap();
        match appended["keep"].as_array() {
            None => timeline.clear(),
            Some(keep) => {
                let [deed, frame] = [0, 1].map(|index| keep[index].as_u64().unwrap() as usize);
                timeline.truncate(deed + 1);
                timeline[deed]["frames"].as_array_mut().unwrap().truncate(frame + 1);
            }
        }
        timeline.extend(appended["deeds"].as_array().unwrap().iter().cloned());
        self.machine["version"] = appended["version"].clone();
    }

    /// What the frames say of a part at the end, by name.
    #[track_caller]
    pub(crate) fn part(&self, name: &str) -> String {
        let parts = self.machine["parts"].as_array().unwrap();
        let index = parts.iter().position(|part| part["name"] == name).unwrap_or_else(|| panic!("no {name}"));
        let frames = self.deeds().iter().flat_map(|deed| deed["frames"].as_array().unwrap());
        let mut told = frames.filter_map(|frame| frame["parts"].get(index.to_string()));
        told.next_back().unwrap()[0].as_str().unwrap().to_owned()
    }

    /// The game at the end.
    #[track_caller]
    pub(crate) fn game(&self) -> Value {
        let frames = self.deeds().iter().flat_map(|deed| deed["frames"].as_array().unwrap());
        frames.filter_map(|frame| frame.get("game")).next_back().unwrap().clone()
    }
}
