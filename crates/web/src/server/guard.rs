//! Who may ask: pages that came from this server, and programs on this machine.
//!
//! Any page in a browser can send requests to the loopback address. The name by which a request calls the
//! server (against names that another site lets lead here), where it says that it comes from, and a header that
//! no form can set keep all but our own page out; and what is answered is nothing that another page may read,
//! frame or run.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, HeaderName, ORIGIN, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::answer::Problem;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
                      img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What every answer says of itself.
const SAID: [(HeaderName, &str); 7] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (X_FRAME_OPTIONS, "DENY"),
    (REFERRER_POLICY, "no-referrer"),
    (CACHE_CONTROL, "no-store"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// The names by which the server may be called.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    hosts: Arc<[String]>,
}

impl Guard {
    pub(super) fn new(port: u16) -> Self {
        let hosts = ["127.0.0.1", "localhost", "[::1]"];
        Self { hosts: hosts.iter().map(|host| format!("{host}:{port}")).collect() }
    }

    fn check(&self, request: &Request) -> Result<(), Problem> {
        let headers = request.headers();
        let refused = |words: &str| Problem::new(StatusCode::FORBIDDEN, words);
        let host = only(headers, &HOST).filter(|host| self.hosts.iter().any(|known| known.eq_ignore_ascii_case(host)));
        let Some(host) = host else { return Err(refused("this server answers to 127.0.0.1 and localhost only")) };
        if request.uri().authority().is_some_and(|asked| !asked.as_str().eq_ignore_ascii_case(host)) {
            return Err(refused("this server answers to 127.0.0.1 and localhost only"));
        }
        if headers.contains_key(ORIGIN) {
            let own = format!("http://{host}");
            if !only(headers, &ORIGIN).is_some_and(|origin| origin.eq_ignore_ascii_case(&own)) {
                return Err(refused("this request comes from another page"));
            }
        }
        let of_machines = request.uri().path().starts_with("/api");
        let is_navigation = only(headers, &SEC_FETCH_MODE) == Some("navigate");
        if headers.contains_key(SEC_FETCH_SITE) {
            match only(headers, &SEC_FETCH_SITE) {
                Some("same-origin" | "none") => {}
                // A link from elsewhere may lead to the page, which shows nothing by itself.
                _ if !of_machines && is_navigation => {}
                _ => return Err(refused("this request comes from another page")),
            }
        }
        if request.method() == Method::POST {
            if !headers.contains_key(X_KIBER) {
                return Err(refused("the header X-Kiber is missing"));
            }
            if !only(headers, &CONTENT_TYPE).is_some_and(is_json) {
                return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "the body is to be application/json"));
            }
        }
        Ok(())
    }
}

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const SEC_FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");
const X_KIBER: HeaderName = HeaderName::from_static("x-kiber");

/// The value of a header that is there once, if it is text.
fn only<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    let mut values = headers.get_all(name).iter();
    let first = values.next()?;
    if values.next().is_some() { None } else { first.to_str().ok() }
}

fn is_json(media_type: &str) -> bool {
    let essence = media_type.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/json")
}

/// Lets through what may ask, and puts on every answer what it says of itself.
pub(super) async fn guard(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let mut response = match guard.check(&request) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    for (name, value) in SAID {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
