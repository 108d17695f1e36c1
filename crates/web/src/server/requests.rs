//! What is asked, as it comes in a body.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::protocol::{At, Subject};

use super::answer::Problem;

/// The largest body, in bytes.
pub(super) const MOST_BYTES: usize = 64 << 10;

/// A new machine.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewMachine {
    #[serde(default)]
    pub(super) circuit: Option<String>,
}

/// Something to be done.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Act {
    pub(super) at: At,
    #[serde(default)]
    pub(super) after_us: u64,
    pub(super) line: String,
    #[serde(default)]
    pub(super) version: Option<u64>,
}

/// A question.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WhyAsked {
    pub(super) at: At,
    #[serde(default)]
    pub(super) after_us: u64,
    #[serde(default)]
    part: Option<usize>,
    #[serde(default)]
    net: Option<usize>,
    #[serde(default)]
    contact: Option<usize>,
    #[serde(default)]
    pub(super) version: Option<u64>,
}

impl WhyAsked {
    pub(super) fn subject(&self) -> Result<Subject, Problem> {
        match (self.part, self.net, self.contact) {
            (Some(part), None, None) => Ok(Subject::Part(part)),
            (None, Some(net), None) => Ok(Subject::Net(net)),
            (None, None, Some(contact)) => Ok(Subject::Contact(contact)),
            _ => Err(Problem::new(StatusCode::BAD_REQUEST, "ask about one part, one net or one contact")),
        }
    }
}

/// Nothing but the request itself.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Nothing {}

/// Reads a body.
pub(super) fn read<T: DeserializeOwned>(body: Result<Bytes, BytesRejection>) -> Result<T, Problem> {
    let body = body.map_err(|rejection| {
        let status = rejection.into_response().status();
        match status {
            StatusCode::PAYLOAD_TOO_LARGE => {
                Problem::new(status, format!("a request is {} KiB long at most", MOST_BYTES >> 10))
            }
            _ => Problem::new(StatusCode::BAD_REQUEST, "the request ended too early"),
        }
    })?;
    serde_json::from_slice(&body).map_err(|error| {
        Problem::new(StatusCode::BAD_REQUEST, format!("this is not what is to be asked here: {error}"))
    })
}
