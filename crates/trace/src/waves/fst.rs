//! The fast signal trace of GTKWave: blocks of changes, signal by signal and packed.
//!
//! The format is that of `fstapi.c` in GTKWave: a head with figures that are known only at the end, the
//! hierarchy, the kinds of the signals, and blocks of changes. A block has the values at its beginning,
//! the changes of each signal one after another (each as how many instants after the one before, and the
//! value), and the instants. Strings are of any length, and several changes of a signal at one instant
//! are kept; that is why no ready writer is used here, none of which can do both.

mod numbers;

use std::io::{self, Seek, SeekFrom, Write};

use kiber_engine::Micros;

use super::format::{Bit, Decimal, Kind, Signal, WaveFormat};
use numbers::{push_signed_varint, push_varint};

/// A block is written when its changes need so many bytes.
const BLOCK: usize = 1 << 22;
/// Changes of a signal that need fewer bytes are not packed.
const WORTH_PACKING: usize = 32;
/// Readers take names up to here.
const LONGEST_NAME: usize = 500;

const HEAD: u8 = 0;
const KINDS: u8 = 3;
const HIERARCHY_LZ4: u8 = 6;
const CHANGES: u8 = 8;
const BEGIN_SCOPE: u8 = 254;
const END_SCOPE: u8 = 255;
const ATTRIBUTE: u8 = 252;

/// Writes FST into `W` as things happen; it keeps a block at a time, however long the run.
///
/// The head at the beginning is written again at the end, so `W` has to be able to go back.
#[derive(Debug)]
pub struct Fst<W> {
    out: W,
    /// Where the file begins in `out`.
    begin: u64,
    failed: io::Result<()>,
    hierarchy: Vec<u8>,
    scopes: u64,
    blocks: u64,
    signals: Vec<OfSignal>,
    /// The value of every signal that has a length, one after another, as letters or the bytes of reals.
    values: Vec<u8>,
    /// The same at the beginning of the block.
    frame: Vec<u8>,
    block: Block,
    end: Micros,
}

#[derive(Debug)]
struct OfSignal {
    kind: Kind,
    /// Where in the values it is.
    place: usize,
    /// Its changes in the block.
    changes: Vec<u8>,
    /// The number of the instant of the last of them.
    last: u64,
}

/// What has come of the block so far, besides the changes.
#[derive(Debug, Default)]
struct Block {
    begin: Micros,
    /// The instants, each as how much later than the one before.
    instants: Vec<u8>,
    count: u64,
    bytes: usize,
}

impl<W: Write + Seek> Fst<W> {
    /// A trace into `out`, of nothing yet.
    ///
    /// # Errors
    /// When `out` cannot go back to where it is now.
    pub fn new(mut out: W) -> io::Result<Self> {
        let begin = out.stream_position()?;
        let mut fst = Self {
            out,
            begin,
            failed: Ok(()),
            hierarchy: Vec::new(),
            scopes: 0,
            blocks: 0,
            signals: Vec::new(),
            values: Vec::new(),
            frame: Vec::new(),
            block: Block::default(),
            end: 0,
        };
        let head = fst.head();
        fst.write(&head);
        Ok(fst)
    }

    fn write(&mut self, bytes: &[u8]) {
        if self.failed.is_ok() {
            self.failed = self.out.write_all(bytes);
        }
    }

    /// The head, with the figures as they are known now.
    fn head(&self) -> Vec<u8> {
        const VERSION: usize = 128;
        const DATE: usize = 119;
        let mut head = Vec::with_capacity(330);
        let numbers = |head: &mut Vec<u8>, numbers: &[u64]| {
            numbers.iter().for_each(|number| head.extend(number.to_be_bytes()));
        };
        numbers(&mut head, &[0, self.end]);
        // By this readers tell in which order the bytes of reals are.
        head.extend(std::f64::consts::E.to_le_bytes());
        let signals = self.signals.len() as u64;
        numbers(&mut head, &[0, self.scopes, signals, signals, self.blocks]);
        // An instant is 10⁻⁶ s.
        head.extend((-6_i8).to_be_bytes());
        push_padded(&mut head, b"kiber", VERSION);
        // No date: the same run gives the same file.
        push_padded(&mut head, b"", DATE);
        // Verilog, and time begins at 0.
        head.push(0);
        numbers(&mut head, &[0]);
        section(HEAD, &head)
    }

    /// Notes a change: of how many letters before the value the instants are, and the value.
    fn change(&mut self, signal: Signal, code: impl FnOnce(u64) -> u64, value: &[u8]) {
        let Some(now) = self.block.count.checked_sub(1) else { return };
        let Some(known) = self.signals.get_mut(signal.0 as usize) else { return };
        let before = known.changes.len();
        push_varint(&mut known.changes, code(now - known.last));
        known.changes.extend_from_slice(value);
        known.last = now;
        self.block.bytes += known.changes.len() - before;
    }

    /// Notes what a signal is now, for the frame of the next block.
    fn note(&mut self, signal: Signal, value: &[u8]) {
        let place = self.signals.get(signal.0 as usize).map_or(usize::MAX, |known| known.place);
        let until = place.saturating_add(value.len());
        if let Some(kept) = self.values.get_mut(place..until) {
            kept.copy_from_slice(value);
        }
    }

    fn write_block(&mut self) {
        if self.block.count == 0 {
            return;
        }
        let mut packed = Vec::with_capacity(self.block.bytes / 2);
        let mut places = Vec::new();
        let (mut unpacked_bytes, mut last_place, mut unchanged) = (0_u64, 0_u64, 0_u64);
        push_varint(&mut packed, self.signals.len() as u64);
        let counted_from = packed.len() as u64;
        packed.push(b'4');
        for signal in &mut self.signals {
            if signal.changes.is_empty() {
                unchanged += 1;
                continue;
            }
            push_unchanged(&mut places, &mut unchanged);
            let place = packed.len() as u64 - counted_from;
            // An odd number is how much further on its changes are.
            push_signed_varint(&mut places, ((place - last_place) << 1 | 1) as i64);
            last_place = place;
            unpacked_bytes += signal.changes.len() as u64;
            push_changes(&mut packed, &signal.changes);
            signal.changes.clear();
            signal.last = 0;
        }
        push_unchanged(&mut places, &mut unchanged);

        let mut body = Vec::with_capacity(packed.len() + self.frame.len() + self.block.instants.len() + 128);
        for number in [self.block.begin, self.end, unpacked_bytes] {
            body.extend(number.to_be_bytes());
        }
        // Of the same length packed and unpacked, so not packed.
        push_varint(&mut body, self.frame.len() as u64);
        push_varint(&mut body, self.frame.len() as u64);
        push_varint(&mut body, self.signals.len() as u64);
        body.extend_from_slice(&self.frame);
        body.extend_from_slice(&packed);
        body.extend_from_slice(&places);
        body.extend((places.len() as u64).to_be_bytes());
        body.extend_from_slice(&self.block.instants);
        let length = self.block.instants.len() as u64;
        for number in [length, length, self.block.count] {
            body.extend(number.to_be_bytes());
        }
        self.write(&section(CHANGES, &body));
        self.blocks += 1;
        self.frame.clone_from(&self.values);
        self.block.instants.clear();
        (self.block.count, self.block.bytes) = (0, 0);
    }

    fn name(&self, name: &str, number: usize) -> Vec<u8> {
        let mut bytes: Vec<u8> = name.bytes().take(LONGEST_NAME).collect();
        if bytes.len() < name.len() {
            bytes.extend(format!("%{number}").bytes());
        }
        bytes.push(0);
        bytes
    }
}

impl<W: Write + Seek> WaveFormat for Fst<W> {
    type Out = W;

    fn remark(&mut self, text: &str) {
        // A miscellaneous attribute that is a comment.
        self.hierarchy.extend([ATTRIBUTE, 0, 0]);
        self.hierarchy.extend_from_slice(text.as_bytes());
        self.hierarchy.extend([0, 0]);
    }

    fn begin_scope(&mut self, name: &str) {
        // A module of no kind of its own.
        self.hierarchy.extend([BEGIN_SCOPE, 0]);
        let name = self.name(name, self.scopes as usize);
        self.hierarchy.extend(name);
        self.hierarchy.push(0);
        self.scopes += 1;
    }

    fn end_scope(&mut self) {
        self.hierarchy.push(END_SCOPE);
    }

    fn signal(&mut self, name: &str, kind: Kind) -> Signal {
        let signal = Signal(self.signals.len() as u32);
        let (word, length) = match kind {
            Kind::Bit => (16, 1),
            Kind::Number(bits) => (1, u64::from(bits)),
            Kind::Real => (3, 8),
            Kind::Text => (21, 0),
        };
        // Its kind, and that it has no direction.
        self.hierarchy.extend([word, 0]);
        let name = self.name(name, self.signals.len());
        self.hierarchy.extend(name);
        push_varint(&mut self.hierarchy, length);
        // No other name of a signal that is there already.
        self.hierarchy.push(0);
        let place = self.values.len();
        self.values.resize(place + length as usize, b'x');
        self.signals.push(OfSignal { kind, place, changes: Vec::new(), last: 0 });
        if kind == Kind::Real {
            self.note(signal, &f64::NAN.to_le_bytes());
        }
        signal
    }

    fn end_of_head(&mut self) {
        let hierarchy = std::mem::take(&mut self.hierarchy);
        let mut body = (hierarchy.len() as u64).to_be_bytes().to_vec();
        body.extend(lz4_flex::block::compress(&hierarchy));
        self.write(&section(HIERARCHY_LZ4, &body));

        let mut lengths = Vec::new();
        for signal in &self.signals {
            push_varint(
                &mut lengths,
                match signal.kind {
                    Kind::Bit => 1,
                    Kind::Number(bits) => u64::from(bits),
                    Kind::Real => 0,
                    Kind::Text => u64::from(u32::MAX),
                },
            );
        }
        let mut body = Vec::with_capacity(lengths.len() + 16);
        body.extend((lengths.len() as u64).to_be_bytes());
        body.extend((self.signals.len() as u64).to_be_bytes());
        body.extend(lengths);
        self.write(&section(KINDS, &body));
        self.instant(0);
    }

    fn end_of_start(&mut self) {
        self.frame.clone_from(&self.values);
    }

    fn instant(&mut self, at: Micros) {
        if self.block.count > 0 && at == self.end {
            return;
        }
        if self.block.bytes >= BLOCK {
            self.write_block();
        }
        let before = if self.block.count == 0 { 0 } else { self.end };
        if self.block.count == 0 {
            self.block.begin = at;
        }
        let length = self.block.instants.len();
        push_varint(&mut self.block.instants, at.saturating_sub(before));
        self.block.bytes += self.block.instants.len() - length;
        self.block.count += 1;
        self.end = at;
    }

    fn bit(&mut self, signal: Signal, bit: Bit) {
        let (letter, code) = match bit {
            Bit::Zero => (b'0', 0),
            Bit::One => (b'1', 2),
            Bit::X => (b'x', 1),
        };
        let shift = if bit == Bit::X { 4 } else { 2 };
        self.change(signal, |instants| instants << shift | code, &[]);
        self.note(signal, &[letter]);
    }

    fn number(&mut self, signal: Signal, number: Option<u32>) {
        let Some(&OfSignal { kind: Kind::Number(bits), .. }) = self.signals.get(signal.0 as usize) else { return };
        let bits = bits.min(u32::BITS);
        let mut letters = [b'x'; u32::BITS as usize];
        let Some(letters) = letters.get_mut(..bits as usize) else { return };
        match number {
            None => self.change(signal, |instants| instants << 1 | 1, letters),
            Some(number) => {
                for (letter, bit) in letters.iter_mut().rev().zip(0..) {
                    *letter = b'0' + (number >> bit & 1) as u8;
                }
                // The first bit is the weightiest of the first byte.
                let bytes = (u64::from(number) << (u64::BITS - bits)).to_be_bytes();
                let bytes = bytes.get(..bits.div_ceil(8) as usize).unwrap_or_default();
                self.change(signal, |instants| instants << 1, bytes);
            }
        }
        self.note(signal, letters);
    }

    fn real(&mut self, signal: Signal, real: Option<Decimal>) {
        let bytes = real.map_or(f64::NAN, Decimal::to_f64).to_le_bytes();
        self.change(signal, |instants| instants << 1 | 1, &bytes);
        self.note(signal, &bytes);
    }

    fn text(&mut self, signal: Signal, text: &str) {
        let mut value = Vec::with_capacity(text.len() + 2);
        push_varint(&mut value, text.len() as u64);
        value.extend_from_slice(text.as_bytes());
        self.change(signal, |instants| instants << 1, &value);
    }

    fn finish(mut self) -> io::Result<W> {
        self.write_block();
        let head = self.head();
        if self.failed.is_ok() {
            self.out.seek(SeekFrom::Start(self.begin))?;
        }
        self.write(&head);
        self.failed?;
        self.out.seek(SeekFrom::End(0))?;
        self.out.flush()?;
        Ok(self.out)
    }
}

/// A section of the file: its kind, its length with the length itself, and what is in it.
fn section(kind: u8, body: &[u8]) -> Vec<u8> {
    let mut section = Vec::with_capacity(body.len() + 9);
    section.push(kind);
    section.extend((body.len() as u64 + 8).to_be_bytes());
    section.extend_from_slice(body);
    section
}

/// The changes of a signal: how long they are unpacked, or 0 if they are not packed, and they.
fn push_changes(out: &mut Vec<u8>, changes: &[u8]) {
    if changes.len() >= WORTH_PACKING {
        let packed = lz4_flex::block::compress(changes);
        if packed.len() < changes.len() {
            push_varint(out, changes.len() as u64);
            return out.extend(packed);
        }
    }
    out.push(0);
    out.extend_from_slice(changes);
}

/// So many signals in a row without changes; an even number.
fn push_unchanged(places: &mut Vec<u8>, unchanged: &mut u64) {
    if *unchanged > 0 {
        push_varint(places, *unchanged << 1);
        *unchanged = 0;
    }
}

fn push_padded(out: &mut Vec<u8>, text: &[u8], length: usize) {
    out.extend(text.iter().copied().chain(std::iter::repeat(0)).take(length));
}
