//! A difference while its section is compared, and the phrases that all of them share.

use kiber_engine::{LampLevel, Micros, Nanoamps};

use super::coils::gets;
use super::difference::Kind;
use super::rows::Row;
use crate::figures::push_milliamps;
use crate::words;
use crate::written::{Hand, Step, Words};

/// A difference within a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) kind: Kind,
    /// When it happens, in microseconds since the section began.
    pub(super) since: Micros,
    pub(super) line_a: Option<usize>,
    pub(super) line_b: Option<usize>,
    pub(super) part: Option<String>,
    pub(super) message: String,
}

impl Finding {
    /// A finding about a line of the first trace, of the second, or of both.
    pub(super) fn at(kind: Kind, a: Option<&Row<'_>>, b: Option<&Row<'_>>, message: String) -> Self {
        let either = b.or(a);
        Self {
            kind,
            since: either.map_or(0, Row::since),
            line_a: a.map(|row| row.number),
            line_b: b.map(|row| row.number),
            part: either.and_then(Row::part).map(str::to_owned),
            message,
        }
    }
}

/// A time within a section: `+8.000 ms`.
pub(super) fn at(since: Micros) -> String {
    format!("+{}", words::millis(since))
}

/// A span of time, short: `2 ms`, `0.25 ms`.
pub(super) fn span(span: Micros) -> String {
    let text = words::millis(span);
    let number = text.strip_suffix(" ms").unwrap_or(&text);
    format!("{} ms", number.trim_end_matches('0').trim_end_matches('.'))
}

/// A current: `16 mA (partial)`.
pub(super) fn amps(current: Nanoamps, partial: bool) -> String {
    let mut text = String::new();
    push_milliamps(&mut text, current);
    if partial {
        text.push_str(" (partial)");
    }
    text
}

/// How often: nothing at all for once.
pub(super) fn times(count: usize) -> String {
    match count {
        1 => String::new(),
        2 => " twice".to_owned(),
        _ => format!(" {count} times"),
    }
}

/// Things one after another: `K1`, `K1 and K2`, `K1, K2 and K3`.
pub(super) fn and<T: AsRef<str>>(things: &[T]) -> String {
    match things.split_last() {
        None => String::new(),
        Some((last, [])) => last.as_ref().to_owned(),
        Some((last, others)) => {
            let others: Vec<&str> = others.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", others.join(", "), last.as_ref())
        }
    }
}

/// How a lamp comes to such a level.
pub(super) fn goes(level: LampLevel) -> &'static str {
    match level {
        LampLevel::Off => "goes off",
        LampLevel::Dim => "goes dim",
        LampLevel::Lit => "is lit",
    }
}

/// A line as a clause, for what comes earlier or later: `K1 operates`, `L7 goes off`.
pub(super) fn clause(row: &Row<'_>) -> String {
    let who = row.line.who.unwrap_or_default();
    match row.line.words {
        Words::Hand(Hand::Pressed, _) => format!("{who} is pressed"),
        Words::Hand(Hand::Free, _) => format!("{who} is freed"),
        Words::Hand(Hand::On, _) => format!("{who} goes on"),
        Words::Hand(Hand::Off, _) => format!("{who} goes off"),
        Words::TurnedTo(place) | Words::Turned { to: place, .. } => format!("{who} is turned to {place}"),
        Words::Switched(on) => format!("{who} is switched {}", if on { "on" } else { "off" }),
        Words::Coil { coil, current, .. } => format!("{} {}", gets(coil, who), amps(current, false)),
        Words::Move(it) if it.armature => format!("{who}, its armature, {}", it.to.verb()),
        Words::Move(it) => match it.step {
            Step::Arrives | Step::AtOnce | Step::Other => format!("{who} {}", it.to.verb()),
            Step::Between => format!("{who} is {}", it.words),
            Step::Bounces => format!("{who} bounces"),
            Step::Starts | Step::FallsBack => format!("{who} {}", it.words),
        },
        Words::Lamp(level, _) => format!("{who} {}", goes(level)),
        Words::ShortBegins { sources, .. } => format!("the short circuit of {} begins", sources.as_str()),
        Words::ShortEnds { sources, .. } => format!("the short circuit of {} ends", sources.as_str()),
        Words::Overloaded(_) => format!("{who} is overloaded"),
        Words::NoLongerOverloaded(_) => format!("{who} is no longer overloaded"),
        Words::Blown(_) => format!("{who} blows"),
        Words::Replaced => format!("{who} is replaced"),
        Words::BothCoils(true) => format!("{who} has both coils driven"),
        Words::BothCoils(false) => format!("{who} no longer has both coils driven"),
        Words::Fault(fault) => format!("{who} fails ({fault})"),
        Words::Mended(fault) => format!("{who} is mended ({fault})"),
        Words::Settled => "it settles".to_owned(),
        Words::Oscillates { .. } => "it is seen to oscillate".to_owned(),
        Words::TimeUp(_) => "time is up".to_owned(),
        Words::GaveUp(_) => "it is given up".to_owned(),
        Words::Refused => "it is refused".to_owned(),
    }
}
