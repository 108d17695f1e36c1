//! Where a trace is written.

use std::fmt;
use std::io::{self, Write};

/// Takes text where bytes are written, and remembers why it could not.
pub(crate) struct TextOut<'a> {
    out: &'a mut dyn Write,
    failed: &'a mut Option<io::Error>,
}

impl<'a> TextOut<'a> {
    pub(crate) fn new(out: &'a mut dyn Write, failed: &'a mut Option<io::Error>) -> Self {
        Self { out, failed }
    }
}

impl fmt::Write for TextOut<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.out.write_all(text.as_bytes()).map_err(|error| {
            *self.failed = Some(error);
            fmt::Error
        })
    }
}
