//! Times and currents as short as they can be told.

use kiber_engine::{Micros, Nanoamps};

/// A time in milliseconds without the noughts at its end: `8`, `0.5`, `1250`.
pub(crate) fn millis(at: Micros) -> String {
    let (whole, rest) = (at / 1000, at % 1000);
    if rest == 0 {
        return whole.to_string();
    }
    format!("{whole}.{rest:03}").trim_end_matches('0').to_owned()
}

/// A span in at most eight letters, with a `~` if that is not all of it: `500 ms`, `~1.23 s`.
pub(crate) fn short_span(span: Micros) -> String {
    let (unit, size) = if span >= 1_000_000 { ("s", 1_000_000) } else { ("ms", 1_000) };
    let value = span as f64 / size as f64;
    let digits = if value >= 100.0 {
        0
    } else if value >= 10.0 {
        1
    } else {
        2
    };
    let text = format!("{value:.digits$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text };
    let exact = text.parse::<f64>().is_ok_and(|shown| (shown * size as f64 - span as f64).abs() < 0.5);
    format!("{}{text} {unit}", if exact { "" } else { "~" })
}

/// A current to three figures: `48 mA`, `51.3 mA`, `1.25 A`.
pub(crate) fn current(current: Nanoamps) -> String {
    let milliamps = current.milliamps().abs();
    let (value, unit) = if milliamps >= 1000.0 { (milliamps / 1000.0, "A") } else { (milliamps, "mA") };
    let digits = if value >= 100.0 {
        0
    } else if value >= 10.0 {
        1
    } else {
        2
    };
    let text = format!("{value:.digits$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text };
    format!("{text} {unit}")
}

/// A text without letters that no terminal and no page shows, at most so many letters long.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    let plain: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    if plain.chars().count() <= most {
        return plain;
    }
    plain.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_short() {
        assert_eq!([0, 8_000, 500, 1_250_000, 12_345].map(millis), ["0", "8", "0.5", "1250", "12.345"]);
        assert_eq!([500_000, 492_000, 1_230_000, 1_234_000].map(short_span), ["500 ms", "492 ms", "1.23 s", "~1.23 s"]);
        assert_eq!([12_345, 5_000_000, 100_000_000].map(short_span), ["~12.3 ms", "5 s", "100 s"]);
        assert_eq!(
            [48_000_000, -51_282_051, 1_250_000_000].map(|n| current(Nanoamps(n))),
            ["48 mA", "51.3 mA", "1.25 A"]
        );
        assert_eq!(shortened("a longer\tname", 9), "a longer…");
    }
}
