//! Times, currents and whole numbers as a trace writes them, and in no other way.

use kiber_engine::{Micros, Nanoamps};

/// A whole number without a sign and without noughts in front.
pub(super) fn whole(text: &str) -> Option<u64> {
    let digits = text.as_bytes();
    let plain = match digits {
        [b'0'] => true,
        [first, ..] => *first != b'0' && digits.iter().all(u8::is_ascii_digit),
        [] => false,
    };
    plain.then(|| text.parse().ok())?
}

/// `12.345` as microseconds.
pub(super) fn millis(text: &str) -> Option<Micros> {
    let (millis, decimals) = text.split_once('.')?;
    let decimals = decimals.as_bytes();
    if decimals.len() != 3 || !decimals.iter().all(u8::is_ascii_digit) {
        return None;
    }
    whole(millis)?.checked_mul(1000)?.checked_add(number_of(decimals))
}

/// `-24.5 mA`.
pub(super) fn milliamps(text: &str) -> Option<Nanoamps> {
    let text = text.strip_suffix(" mA")?;
    let (negative, text) = text.strip_prefix('-').map_or((false, text), |text| (true, text));
    let (milli, decimals) = text.split_once('.').map_or((text, None), |(milli, decimals)| (milli, Some(decimals)));
    let micro = match decimals.map(str::as_bytes) {
        None => 0,
        Some(decimals) => {
            let written = (1..=3).contains(&decimals.len()) && decimals.iter().all(u8::is_ascii_digit);
            if !written || decimals.last() == Some(&b'0') {
                return None;
            }
            number_of(decimals) * [100, 10, 1].get(decimals.len() - 1)?
        }
    };
    let nano = whole(milli)?.checked_mul(1000)?.checked_add(micro)?.checked_mul(1000)?;
    let nano = i64::try_from(nano).ok()?;
    // Nothing flows backwards only as 0.
    (!negative || nano > 0).then_some(Nanoamps(if negative { -nano } else { nano }))
}

fn number_of(digits: &[u8]) -> u64 {
    digits.iter().fold(0, |number, digit| number * 10 + u64::from(digit - b'0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<i64>) {
        assert_eq!(milliamps(text), expected.map(Nanoamps), "{text}");
    }

    #[test]
    fn a_current_is_written_in_one_way() {
        check("0 mA", Some(0));
        check("48 mA", Some(48_000_000));
        check("-24.5 mA", Some(-24_500_000));
        check("0.002 mA", Some(2_000));
        for wrong in ["48", "48.0 mA", "48. mA", "+48 mA", "048 mA", "4 8 mA", "-0 mA", "1.0005 mA", "mA", " mA"] {
            check(wrong, None);
        }
    }

    #[test]
    fn a_time_has_three_decimals() {
        assert_eq!(millis("0.000"), Some(0));
        assert_eq!(millis("12.345"), Some(12_345));
        assert_eq!(millis("18446744073709551.615"), Some(u64::MAX));
        for wrong in ["", "12", "12.3", "12.3456", "+1.000", "01.000", "18446744073709551.616", ".000", "1.0-0"] {
            assert_eq!(millis(wrong), None, "{wrong}");
        }
    }
}
