//! The lines a person types, or a program sends.

use std::collections::VecDeque;
use std::io::{self, BufRead};

use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{CompletionType, Config, Editor, Helper};

/// Where lines come from; `H` completes them.
pub(crate) enum Lines<'a, H: Helper = ()> {
    /// A terminal, with history and completion, and the lines that were pasted and not taken yet.
    Edited(Box<Editor<H, DefaultHistory>>, VecDeque<String>),
    /// Anything else, without a prompt.
    Plain(&'a mut dyn BufRead),
}

impl<'a, H: Helper> Lines<'a, H> {
    /// Lines from a terminal.
    pub(crate) fn edited(completes: H) -> io::Result<Self> {
        let config = Config::builder().auto_add_history(true).completion_type(CompletionType::List).build();
        let mut editor = Editor::with_config(config).map_err(other)?;
        editor.set_helper(Some(completes));
        Ok(Self::Edited(Box::new(editor), VecDeque::new()))
    }

    /// Lines from anything else.
    pub(crate) fn plain(input: &'a mut dyn BufRead) -> Self {
        Self::Plain(input)
    }

    /// The next line; nothing at the end of input.
    pub(crate) fn next(&mut self) -> io::Result<Option<String>> {
        match self {
            Self::Edited(editor, pasted) => loop {
                if let Some(line) = pasted.pop_front() {
                    return Ok(Some(line));
                }
                match editor.readline("kiber> ") {
                    Ok(text) => pasted.extend(text.split(['\n', '\r']).map(str::to_string)),
                    // Ctrl-C drops the line, as in a shell.
                    Err(ReadlineError::Interrupted) => {}
                    Err(ReadlineError::Eof) => return Ok(None),
                    // Bytes that are no text are told like any other line that is not understood.
                    Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                        pasted.push_back(char::REPLACEMENT_CHARACTER.to_string());
                    }
                    Err(error) => return Err(other(error)),
                }
            },
            Self::Plain(input) => {
                let mut bytes = Vec::new();
                let read = input.read_until(b'\n', &mut bytes)?;
                let line = String::from_utf8_lossy(&bytes);
                let line = line.trim_end_matches(['\n', '\r']).trim_start_matches('\u{feff}');
                Ok((read > 0).then(|| line.to_string()))
            }
        }
    }
}

fn other(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        error => io::Error::other(error),
    }
}
