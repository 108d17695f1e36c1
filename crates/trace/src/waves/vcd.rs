//! The value change dump of IEEE 1364, with the strings that GTKWave added to it.

use std::io;

use kiber_engine::Micros;

use super::format::{Bit, Decimal, Kind, Signal, WaveFormat};

/// So much is written at a time.
const CHUNK: usize = 1 << 16;

/// Writes VCD into `W` as things happen; it keeps a piece of the text at a time, however long the run.
#[derive(Debug)]
pub struct Vcd<W> {
    out: W,
    text: Vec<u8>,
    failed: io::Result<()>,
    /// How each signal is called in the file, after the declarations.
    codes: Vec<Code>,
    now: Option<Micros>,
}

/// A signal's name in changes of value: printable letters, the least weighty first.
#[derive(Clone, Copy, Debug)]
struct Code {
    letters: [u8; Self::MOST],
    length: u8,
}

impl Code {
    /// Enough for 94⁵ signals and more.
    const MOST: usize = 5;
    /// The first letter, and how many there are.
    const FIRST: u8 = b'!';
    const LETTERS: u32 = 94;

    fn of(number: u32) -> Self {
        let mut code = Self { letters: [0; Self::MOST], length: 0 };
        let mut rest = number;
        for letter in &mut code.letters {
            *letter = Self::FIRST + (rest % Self::LETTERS) as u8;
            code.length += 1;
            match (rest / Self::LETTERS).checked_sub(1) {
                Some(left) => rest = left,
                None => break,
            }
        }
        code
    }

    fn letters(&self) -> &[u8] {
        self.letters.get(..usize::from(self.length)).unwrap_or_default()
    }
}

impl<W: io::Write> Vcd<W> {
    /// A dump into `out`, of nothing yet.
    pub fn new(out: W) -> Self {
        let mut vcd =
            Self { out, text: Vec::with_capacity(CHUNK + CHUNK / 4), failed: Ok(()), codes: Vec::new(), now: None };
        vcd.put(b"$version kiber $end\n$timescale 1 us $end\n");
        vcd
    }

    fn put(&mut self, bytes: &[u8]) {
        self.text.extend_from_slice(bytes);
    }

    /// The end of a change of value: which signal's.
    fn put_code(&mut self, signal: Signal) {
        let Some(code) = self.codes.get(signal.0 as usize) else { return };
        self.text.extend_from_slice(code.letters());
        self.text.push(b'\n');
        if self.text.len() >= CHUNK {
            self.pass_on();
        }
    }

    fn pass_on(&mut self) {
        if self.failed.is_ok() {
            self.failed = self.out.write_all(&self.text);
        }
        self.text.clear();
    }

    fn put_whole(&mut self, number: u64) {
        let mut digits = [0; 20];
        let mut rest = number;
        let mut begin = digits.len();
        for (at, digit) in digits.iter_mut().enumerate().rev() {
            *digit = b'0' + (rest % 10) as u8;
            rest /= 10;
            begin = at;
            if rest == 0 {
                break;
            }
        }
        self.text.extend_from_slice(digits.get(begin..).unwrap_or_default());
    }
}

impl<W: io::Write> WaveFormat for Vcd<W> {
    type Out = W;

    fn remark(&mut self, text: &str) {
        self.put(b"$comment ");
        self.put(text.as_bytes());
        self.put(b" $end\n");
    }

    fn begin_scope(&mut self, name: &str) {
        self.put(b"$scope module ");
        self.put(name.as_bytes());
        self.put(b" $end\n");
    }

    fn end_scope(&mut self) {
        self.put(b"$upscope $end\n");
    }

    fn signal(&mut self, name: &str, kind: Kind) -> Signal {
        let signal = Signal(self.codes.len() as u32);
        let (word, width) = match kind {
            Kind::Bit => ("wire", 1),
            Kind::Number(bits) => ("integer", bits),
            Kind::Real => ("real", 64),
            Kind::Text => ("string", 1),
        };
        self.put(b"$var ");
        self.put(word.as_bytes());
        self.put(b" ");
        self.put_whole(u64::from(width));
        self.put(b" ");
        let code = Code::of(signal.0);
        self.put(code.letters());
        self.put(b" ");
        self.put(name.as_bytes());
        self.put(b" $end\n");
        self.codes.push(code);
        if self.text.len() >= CHUNK {
            self.pass_on();
        }
        signal
    }

    fn end_of_head(&mut self) {
        self.put(b"$enddefinitions $end\n#0\n$dumpvars\n");
        self.now = Some(0);
    }

    fn end_of_start(&mut self) {
        self.put(b"$end\n");
    }

    fn instant(&mut self, at: Micros) {
        if self.now != Some(at) {
            self.now = Some(at);
            self.text.push(b'#');
            self.put_whole(at);
            self.text.push(b'\n');
        }
    }

    fn bit(&mut self, signal: Signal, bit: Bit) {
        self.text.push(match bit {
            Bit::Zero => b'0',
            Bit::One => b'1',
            Bit::X => b'x',
        });
        self.put_code(signal);
    }

    fn number(&mut self, signal: Signal, number: Option<u32>) {
        self.text.push(b'b');
        match number {
            None => self.text.push(b'x'),
            Some(number) => {
                // Leading zeros may be left out, but not the last one.
                let bits = (u32::BITS - number.leading_zeros()).max(1);
                self.text.extend((0..bits).rev().map(|bit| b'0' + (number >> bit & 1) as u8));
            }
        }
        self.text.push(b' ');
        self.put_code(signal);
    }

    fn real(&mut self, signal: Signal, real: Option<Decimal>) {
        self.text.push(b'r');
        match real {
            None => self.put(b"nan"),
            Some(Decimal { units, decimals }) => {
                if units < 0 {
                    self.text.push(b'-');
                }
                let unit = 10_u64.pow(u32::from(decimals.min(9)));
                let whole = units.unsigned_abs();
                self.put_whole(whole / unit);
                let mut rest = whole % unit;
                if rest > 0 {
                    self.text.push(b'.');
                    let mut unit = unit / 10;
                    while rest > 0 && unit > 0 {
                        self.text.push(b'0' + (rest / unit) as u8);
                        rest %= unit;
                        unit /= 10;
                    }
                }
            }
        }
        self.text.push(b' ');
        self.put_code(signal);
    }

    fn text(&mut self, signal: Signal, text: &str) {
        self.text.push(b's');
        for byte in text.bytes() {
            match byte {
                // A blank would end the text; the escapes are those of C, as GTKWave reads them.
                b' ' => self.put(b"\\040"),
                b'\\' => self.put(b"\\\\"),
                _ => self.text.push(byte),
            }
        }
        self.text.push(b' ');
        self.put_code(signal);
    }

    fn finish(mut self) -> io::Result<W> {
        self.pass_on();
        self.failed?;
        self.out.flush()?;
        Ok(self.out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_count_in_letters() {
        let code = |number| String::from_utf8(Code::of(number).letters().to_vec()).unwrap();
        assert_eq!(code(0), "!");
        assert_eq!(code(93), "~");
        assert_eq!(code(94), "!!");
        assert_eq!(code(95), "\"!");
        assert_eq!(code(94 + 94 * 94 - 1), "~~");
        assert_eq!(code(94 + 94 * 94), "!!!");
        assert_eq!(code(u32::MAX).len(), 5);
    }

    #[test]
    fn values_as_the_file_has_them() {
        let mut vcd = Vcd::new(Vec::new());
        vcd.begin_scope("a");
        let [bit, number, real, text] =
            [("b", Kind::Bit), ("n", Kind::Number(16)), ("r", Kind::Real), ("t", Kind::Text)]
                .map(|(name, kind)| vcd.signal(name, kind));
        vcd.end_scope();
        vcd.end_of_head();
        vcd.bit(bit, Bit::X);
        vcd.end_of_start();
        vcd.instant(12_345);
        vcd.bit(bit, Bit::One);
        vcd.instant(12_345);
        vcd.bit(bit, Bit::Zero);
        for at in [Some(0), Some(5), None] {
            vcd.number(number, at);
        }
        for (units, decimals) in [(48_000, 3), (-1_050, 3), (2, 3), (0, 3), (24_000_001, 6)] {
            vcd.real(real, Some(Decimal { units, decimals }));
        }
        vcd.real(real, None);
        vcd.text(text, r"press K\1");
        vcd.text(text, "");
        let written = String::from_utf8(vcd.finish().unwrap()).unwrap();
        insta::assert_snapshot!(written, @r#"
        $version kiber $end
        $timescale 1 us $end
        $scope module a $end
        $var wire 1 ! b $end
        $var integer 16 " n $end
        $var real 64 # r $end
        $var string 1 $ t $end
        $upscope $end
        $enddefinitions $end
        #0
        $dumpvars
        x!
        $end
        #12345
        1!
        0!
        b0 "
        b101 "
        bx "
        r48 #
        r-1.05 #
        r0.002 #
        r0 #
        r24.000001 #
        rnan #
        spress\040K\\1 $
        s $
        "#);
    }
}
