//! What can be asked.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Router, middleware};
use kiber_draw::ladder;
use kiber_draw::timing::{Choice, Diagram, SvgStyle, Window};
use serde::Serialize;
use tokio_stream::wrappers::ReceiverStream;

use crate::bench::{Bench, Point};
use crate::page::{File, INDEX};
use crate::protocol::{Deed, Description};
use crate::replay::{Exported, Origin, replay};

use super::answer::{Attachment, Json, Problem, json_of};
use super::guard::{Guard, guard};
use super::hall::Hall;
use super::requests::{Act, MOST_BYTES, NewMachine, Nothing, WhyAsked, read};
use super::stand::{Stand, Worked};

/// How often a stream without events shows that it is there.
const PING: Duration = Duration::from_secs(15);
/// So many parts a timing diagram shows.
const MOST_LANES: usize = 16;

type Shared = State<Arc<Hall>>;
type Body = Result<Bytes, BytesRejection>;

/// The routes, behind the guard.
pub(super) fn router(hall: Arc<Hall>, port: u16) -> Router {
    Router::new()
        .route("/", get(async || page(INDEX, "text/html; charset=utf-8")))
        .route("/page/{name}", get(file))
        .route("/api/circuits", get(circuits))
        .route("/api/machines", post(new_machine))
        .route("/api/machines/{id}", get(machine))
        .route("/api/machines/{id}/act", post(act))
        .route("/api/machines/{id}/why", post(why))
        .route("/api/machines/{id}/reload", post(reload))
        .route("/api/machines/{id}/script", get(script))
        .route("/api/machines/{id}/trace", get(trace))
        .route("/api/machines/{id}/timing.svg", get(timing))
        .route("/api/machines/{id}/html", get(html))
        .route("/api/machines/{id}/events", get(events))
        .fallback(async || Problem::new(StatusCode::NOT_FOUND, "there is nothing here"))
        .method_not_allowed_fallback(async || Problem::new(StatusCode::METHOD_NOT_ALLOWED, "not by this method"))
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(middleware::from_fn_with_state(Guard::new(port), guard))
        .with_state(hall)
}

fn page(text: &'static str, media_type: &'static str) -> Response {
    ([(CONTENT_TYPE, media_type)], text).into_response()
}

async fn file(Path(name): Path<String>) -> Result<Response, Problem> {
    if name == "ladder.css" {
        return Ok(page(ladder::STYLE, "text/css; charset=utf-8"));
    }
    let file = File::live(&name).ok_or_else(|| Problem::new(StatusCode::NOT_FOUND, "there is no such file"))?;
    Ok(page(file.text, file.media_type()))
}

async fn circuits(State(hall): Shared) -> Result<Json, Problem> {
    let asked = Arc::clone(&hall);
    hall.work(move || json_of(&asked.given.listed())).await
}

/// A whole machine.
#[derive(Serialize)]
struct Machine<'a> {
    id: &'a str,
    version: u64,
    #[serde(flatten)]
    description: &'a Description,
    timeline: &'a [Deed],
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<&'a [String]>,
}

fn whole(id: &str, worked: &Worked, refused: Option<&[String]>) -> Result<Json, Problem> {
    let Worked { bench, description } = worked;
    json_of(&Machine { id, version: bench.version(), description, timeline: bench.deeds(), refused })
}

async fn new_machine(State(hall): Shared, body: Body) -> Result<Json, Problem> {
    let NewMachine { circuit } = read(body)?;
    let stand = hall.new_machine(circuit).await?;
    tell(&hall, &stand).await
}

async fn machine(State(hall): Shared, Path(id): Path<String>) -> Result<Json, Problem> {
    let stand = hall.stand(&id)?;
    tell(&hall, &stand).await
}

async fn tell(hall: &Hall, stand: &Arc<Stand>) -> Result<Json, Problem> {
    let id = stand.id.clone();
    hall.on(stand, move |worked| whole(&id, worked, None)).await
}

/// Whether whoever asks knows the machine as it is.
fn is_known(bench: &Bench, version: Option<u64>) -> Result<(), Problem> {
    match version {
        Some(version) if version != bench.version() => {
            let words = "something was done to this machine meanwhile";
            Err(Problem::new(StatusCode::CONFLICT, words).version(bench.version()))
        }
        _ => Ok(()),
    }
}

async fn act(State(hall): Shared, Path(id): Path<String>, body: Body) -> Result<Json, Problem> {
    let Act { at, after_us, line, version } = read(body)?;
    let stand = hall.stand(&id)?;
    hall.on(&stand, move |Worked { bench, .. }| {
        is_known(bench, version)?;
        json_of(&bench.act(Point { at, after_us }, &line)?)
    })
    .await
}

async fn why(State(hall): Shared, Path(id): Path<String>, body: Body) -> Result<Json, Problem> {
    let asked: WhyAsked = read(body)?;
    let subject = asked.subject()?;
    let stand = hall.stand(&id)?;
    let longest = hall.rules.longest_answer;
    let question = move |Worked { bench, .. }: &mut Worked| {
        is_known(bench, asked.version)?;
        Ok(bench.question(Point { at: asked.at, after_us: asked.after_us }, subject)?)
    };
    hall.ask(&stand, question, move |question| {
        let began = Instant::now();
        json_of(&question.answer(&mut |_| began.elapsed() < longest)?)
    })
    .await
}

async fn reload(State(hall): Shared, Path(id): Path<String>, body: Body) -> Result<Json, Problem> {
    let Nothing {} = read(body)?;
    let stand = hall.stand(&id)?;
    let (asked, name) = (Arc::clone(&hall), stand.circuit.clone());
    hall.on(&stand, move |worked| {
        let circuit = asked.given.read(name.as_deref()).map_err(|not_had| asked.not_had(name.as_deref(), not_had))?;
        let refused = worked.bench.reload(circuit)?;
        worked.description = asked.described(name.as_deref(), &worked.bench);
        whole(&id, worked, Some(&refused))
    })
    .await
}

async fn script(State(hall): Shared, Path(id): Path<String>) -> Result<Attachment, Problem> {
    let stand = hall.stand(&id)?;
    hall.on(&stand, |Worked { bench, description }| {
        let name = format!("{}.script", stem(description));
        Ok(Attachment { media_type: "text/plain; charset=utf-8", name, text: bench.script() })
    })
    .await
}

async fn trace(State(hall): Shared, Path(id): Path<String>) -> Result<Attachment, Problem> {
    let stand = hall.stand(&id)?;
    hall.on(&stand, |Worked { bench, description }| {
        let name = format!("{}.trace", stem(description));
        let text = bench.recording().text(bench.circuit());
        Ok(Attachment { media_type: "text/plain; charset=utf-8", name, text })
    })
    .await
}

async fn timing(State(hall): Shared, Path(id): Path<String>) -> Result<Attachment, Problem> {
    let stand = hall.stand(&id)?;
    hall.on(&stand, |Worked { bench, description }| {
        let (circuit, recording) = (bench.circuit(), bench.recording());
        let window = Window::default();
        let shown = Choice::what_moved(circuit, recording, window, MOST_LANES).shown;
        let text = Diagram::new(circuit, recording, &shown, window).svg(&SvgStyle::default());
        Ok(Attachment { media_type: "image/svg+xml", name: format!("{}.svg", stem(description)), text })
    })
    .await
}

/// The page to give away, with this machine in it.
async fn html(State(hall): Shared, Path(id): Path<String>) -> Result<Attachment, Problem> {
    let stand = hall.stand(&id)?;
    hall.on(&stand, |Worked { bench, description }| {
        let name = format!("{}.html", stem(description));
        let text = replay(&Exported::new(description, bench.deeds(), Origin::default()));
        let text = text.map_err(|_| Problem::broken())?;
        Ok(Attachment { media_type: "text/html; charset=utf-8", name, text })
    })
    .await
}

fn stem(description: &Description) -> &str {
    let name = description.name.rsplit(['/', '\\']).next().unwrap_or_default();
    name.strip_suffix(".ron").unwrap_or(name)
}

/// The stream of what a page is told without asking.
async fn events(State(hall): Shared, Path(id): Path<String>) -> Result<Response, Problem> {
    let stand = hall.stand(&id)?;
    let mut look = stand.look(hall.rules.streams)?;
    let version = hall.on(&stand, |worked| Ok(worked.bench.version())).await?;
    let (sender, receiver) = tokio::sync::mpsc::channel(16);
    let hello = Event::default().event("hello").data(format!("{{\"version\":{version}}}"));
    let _ = sender.try_send(Ok::<Event, Infallible>(hello));
    tokio::spawn(async move {
        loop {
            let told = tokio::select! {
                told = look.events.recv() => told,
                () = sender.closed() => break,
            };
            // A page that is too slow loses its stream; it comes back and asks for everything.
            let Ok(told) = told else { break };
            let (name, data) = told.event();
            let sent = sender.try_send(Ok(Event::default().event(name).data(data)));
            if sent.is_err() || name == "gone" {
                break;
            }
        }
    });
    Ok(Sse::new(ReceiverStream::new(receiver)).keep_alive(KeepAlive::new().interval(PING)).into_response())
}
