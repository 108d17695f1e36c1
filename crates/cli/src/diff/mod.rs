//! `kiber diff`: two traces compared by what happened.

mod arguments;
mod input;
mod show;

use kiber_trace::diff::{self, Difference, Error, Listener, Progress};
use kiber_trace::written::ReadError;

pub(crate) use arguments::{Asked, Typed};

use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;
use crate::watch::{Watch, gave_up};
use input::Input;
use show::{Show, Shown};

pub(crate) fn diff(io: &mut Io<'_>, manner: Manner, asked: &Asked) -> Result<ExitStatus, Problem> {
    let mut a = Input::open(&asked.a, io)?;
    let mut b = Input::open(&asked.b, io)?;
    let show = match (manner.json, asked.markdown) {
        (true, _) => Show::Json,
        (false, true) => Show::Markdown,
        (false, false) => Show::Text { color: manner.color },
    };
    let (done, why) = compared(io, manner, asked, (&mut a, &mut b), show)?;
    match done {
        Ok(true) => Ok(ExitStatus::SUCCESS),
        Ok(false) => Ok(ExitStatus::FAILED),
        Err(Error::First(error)) => Err(unreadable(&a.name, &error)),
        Err(Error::Second(error)) => Err(unreadable(&b.name, &error)),
        Err(error @ Error::NoSuchPart { .. }) => Err(Problem::message(error.to_string())),
        Err(Error::Stopped) => gave_up(io, "not compared to the end", why.unwrap_or("interrupted")),
    }
}

/// Compares and shows; comes with whether they are the same, and with what ended it early.
fn compared(
    io: &mut Io<'_>,
    manner: Manner,
    asked: &Asked,
    (a, b): (&mut Input, &mut Input),
    show: Show,
) -> Result<(Result<bool, Error>, Option<&'static str>), Problem> {
    let shown = Shown::new(show, asked.all, io.output);
    let watch = Some(Watch::new(io.errors, manner.progress, None));
    let mut told = Told { shown, watch, stopped: None, failed: None };
    let done = diff::compare(&mut a.source, &mut b.source, &asked.options, &mut told);
    let Told { shown, watch, stopped, failed } = told;
    let ended = watch.and_then(|watch| watch.end().1);
    if let Some(error) = failed {
        return Err(error.into());
    }
    let done = match done {
        Ok(summary) => {
            shown.end(&summary)?;
            Ok(summary.is_same())
        }
        Err(error) => Err(error),
    };
    Ok((done, stopped.or(ended)))
}

fn unreadable(name: &str, error: &ReadError) -> Problem {
    Problem::message(match error {
        ReadError::Io(error) => format!("cannot read `{name}`: {error}"),
        ReadError::Damaged(error) => format!("{name}:{}: {}", error.line, error.message),
    })
}

/// Shows each difference as it comes, and until the first one how far it is.
struct Told<'a, 'w> {
    shown: Shown<'a>,
    watch: Option<Watch<'w>>,
    stopped: Option<&'static str>,
    failed: Option<std::io::Error>,
}

impl Listener for Told<'_, '_> {
    fn difference(&mut self, difference: Difference) {
        if let Some(watch) = self.watch.take_if(|_| self.shown.is_written_at_once()) {
            self.stopped = watch.end().1;
        }
        if self.failed.is_none() {
            self.failed = self.shown.difference(&difference).err();
        }
    }

    fn goes_on(&mut self, progress: Progress) -> bool {
        let Progress { done, of } = progress;
        let may_go_on = self.watch.as_mut().is_none_or(|watch| {
            watch.show_share(done, of, || format!("{} of {} MB", done / 1_000_000, of / 1_000_000));
            watch.may_go_on()
        });
        may_go_on && self.failed.is_none()
    }
}
