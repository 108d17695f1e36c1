//! Times and currents as a trace writes them.

use kiber_engine::{Micros, Nanoamps};

use crate::recording::microamps;

/// Milliseconds with three decimals, which is exact: `12.000`. With `width`, a plus and blanks in
/// front up to that many characters.
pub(crate) fn push_millis(line: &mut String, span: Micros, width: usize) {
    // The longest time has 17 digits before the point.
    let mut text = [b' '; 24];
    let mut place = text.len();
    let mut put = |byte: u8| {
        place = place.saturating_sub(1);
        if let Some(slot) = text.get_mut(place) {
            *slot = byte;
        }
    };
    let mut rest = span;
    for _ in 0..3 {
        put(digit(rest));
        rest /= 10;
    }
    put(b'.');
    loop {
        put(digit(rest));
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if width > 0 {
        put(b'+');
        place = place.min(text.len().saturating_sub(width));
    }
    line.push_str(text.get(place..).and_then(|text| std::str::from_utf8(text).ok()).unwrap_or_default());
}

/// Milliamperes with up to three decimals and their unit: `16 mA`, `32.432 mA`.
pub(crate) fn push_milliamps(line: &mut String, current: Nanoamps) {
    let micro = microamps(current);
    if micro < 0 {
        line.push('-');
    }
    let micro = micro.unsigned_abs();
    push_whole(line, micro / 1000);
    let mut decimals = micro % 1000;
    if decimals > 0 {
        line.push('.');
        let mut unit = 100;
        while decimals > 0 {
            line.push(char::from(digit(decimals / unit)));
            decimals %= unit;
            unit /= 10;
        }
    }
    line.push_str(" mA");
}

/// A whole number.
pub(crate) fn push_whole(line: &mut String, number: u64) {
    let mut unit = 1;
    while number / unit >= 10 {
        unit *= 10;
    }
    while unit > 0 {
        line.push(char::from(digit(number / unit)));
        unit /= 10;
    }
}

fn digit(number: u64) -> u8 {
    b"0123456789"[(number % 10) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_millis(span: Micros, expected: &str) {
        let mut line = String::new();
        push_millis(&mut line, span, 0);
        assert_eq!(line, expected);
    }

    #[track_caller]
    fn check_milliamps(nanoamps: i64, expected: &str) {
        let mut line = String::new();
        push_milliamps(&mut line, Nanoamps(nanoamps));
        assert_eq!(line, expected);
        // Whole microamperes read as the engine shows them.
        assert_eq!(line, Nanoamps(nanoamps).to_string());
    }

    #[test]
    fn times_are_exact_to_the_microsecond() {
        check_millis(0, "0.000");
        check_millis(7, "0.007");
        check_millis(12_000, "12.000");
        check_millis(u64::MAX, "18446744073709551.615");
        let mut line = String::new();
        push_millis(&mut line, 8_250, 9);
        assert_eq!(line, "   +8.250");
    }

    #[test]
    fn currents_end_at_the_last_decimal_that_is_not_zero() {
        check_milliamps(0, "0 mA");
        check_milliamps(16_000_000, "16 mA");
        check_milliamps(32_432_432, "32.432 mA");
        check_milliamps(-24_500_000, "-24.5 mA");
        check_milliamps(2_000, "0.002 mA");
        check_milliamps(2_440_000_000, "2440 mA");
        check_milliamps(1_050_000, "1.05 mA");
    }
}
