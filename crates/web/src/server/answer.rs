//! Answers: JSON, text, and why not.

use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::bench::NotDone;

/// Why there is no answer, in a sentence, and with what status that is said.
#[derive(Debug, Serialize)]
pub(super) struct Problem {
    #[serde(skip)]
    pub(super) status: StatusCode,
    error: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    near: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    findings: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<u64>,
}

impl Problem {
    pub(super) fn new(status: StatusCode, error: impl Into<String>) -> Self {
        Self { status, error: error.into(), near: Vec::new(), findings: Vec::new(), version: None }
    }

    pub(super) fn near(self, near: Vec<String>) -> Self {
        Self { near, ..self }
    }

    pub(super) fn findings(self, findings: Vec<String>) -> Self {
        Self { findings, ..self }
    }

    pub(super) fn version(self, version: u64) -> Self {
        Self { version: Some(version), ..self }
    }

    pub(super) fn no_machine() -> Self {
        Self::new(StatusCode::NOT_FOUND, "there is no such machine, or it was put away; load the page again")
    }

    pub(super) fn busy(words: &str) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, words)
    }

    pub(super) fn broken() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "this machine broke down, which is a mistake of the program")
    }
}

impl From<NotDone> for Problem {
    fn from(not_done: NotDone) -> Self {
        match not_done {
            NotDone::NoSuch(words) => Self::new(StatusCode::BAD_REQUEST, words),
            NotDone::Unclear { error, near } => Self::new(StatusCode::BAD_REQUEST, error).near(near),
            NotDone::Now(words) => Self::new(StatusCode::CONFLICT, words),
            NotDone::Limit(words) => Self::new(StatusCode::TOO_MANY_REQUESTS, words),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = serde_json::to_vec(&self).unwrap_or_default();
        (self.status, [(CONTENT_TYPE, HeaderValue::from_static("application/json"))], body).into_response()
    }
}

/// A value as JSON, made where it is at hand.
pub(super) fn json_of(value: &impl Serialize) -> Result<Json, Problem> {
    serde_json::to_vec(value).map(Json).map_err(|_| Problem::broken())
}

/// JSON that is ready.
#[derive(Debug)]
pub(super) struct Json(Vec<u8>);

impl IntoResponse for Json {
    fn into_response(self) -> Response {
        ([(CONTENT_TYPE, HeaderValue::from_static("application/json"))], self.0).into_response()
    }
}

/// A text to be kept as a file.
#[derive(Debug)]
pub(super) struct Attachment {
    pub(super) media_type: &'static str,
    pub(super) name: String,
    pub(super) text: String,
}

impl IntoResponse for Attachment {
    fn into_response(self) -> Response {
        // A name with anything in it that a header, or a file system, might take otherwise is made plain.
        let plain = |letter: char| if letter.is_ascii_alphanumeric() || "-_.".contains(letter) { letter } else { '_' };
        let name: String = self.name.chars().map(plain).collect();
        let disposition = HeaderValue::from_str(&format!("attachment; filename=\"{name}\""));
        let disposition = disposition.unwrap_or(HeaderValue::from_static("attachment"));
        let headers = [(CONTENT_TYPE, HeaderValue::from_static(self.media_type)), (CONTENT_DISPOSITION, disposition)];
        (headers, self.text).into_response()
    }
}
