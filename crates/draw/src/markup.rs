//! Writing SVG: text that is safe to write, and numbers that are short.

use std::fmt;

/// A text as it stands between tags or in quotes; what XML cannot say is left out.
pub(crate) struct Escaped<'t>(pub(crate) &'t str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '&' => f.write_str("&amp;")?,
                '"' => f.write_str("&quot;")?,
                '\t' | '\n' | '\r' => f.write_str(" ")?,
                letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => {}
                letter => write!(f, "{letter}")?,
            }
        }
        Ok(())
    }
}

/// A length to a tenth of a pixel.
pub(crate) struct Px(pub(crate) f64);

impl fmt::Display for Px {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round() as i64;
        match tenths % 10 {
            0 => write!(f, "{}", tenths / 10),
            _ => write!(f, "{}", tenths as f64 / 10.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_written_is_markup() {
        assert_eq!(Escaped("a<b> & \"c\"\u{0}\n").to_string(), "a&lt;b&gt; &amp; &quot;c&quot; ");
        assert_eq!([1.0, 2.25, -0.04, -3.5].map(|px| Px(px).to_string()), ["1", "2.3", "0", "-3.5"]);
    }
}
