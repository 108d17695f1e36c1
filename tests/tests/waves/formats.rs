//! The formats by themselves: whatever is said in whatever order reads back.

use std::io::Cursor;

use kiber_trace::waves::{Bit, Decimal, Fst, Kind, Signal, Vcd, WaveFormat};
use proptest::prelude::*;

use crate::reader::{Dump, Value};

#[derive(Clone, Debug)]
enum Said {
    Bit(Bit),
    Number(Option<u32>),
    Real(Option<Decimal>),
    Text(String),
}

/// A change of a signal, so long after the one before.
type Step = (u64, usize, Said);

const KINDS: [Kind; 6] = [Kind::Bit, Kind::Number(2), Kind::Number(16), Kind::Number(32), Kind::Real, Kind::Text];

fn any_said(signal: usize) -> BoxedStrategy<Said> {
    match KINDS[signal] {
        Kind::Bit => prop_oneof![Just(Bit::Zero), Just(Bit::One), Just(Bit::X)].prop_map(Said::Bit).boxed(),
        Kind::Number(bits) => prop::option::of(0..=u32::MAX >> (32 - bits)).prop_map(Said::Number).boxed(),
        Kind::Real => {
            let decimal = (-(1_i64 << 50)..1 << 50, 0..7_u8);
            let decimal = decimal.prop_map(|(units, decimals)| Decimal { units, decimals });
            prop::option::of(decimal).prop_map(Said::Real).boxed()
        }
        Kind::Text => "[ -#&-~]{0,40}".prop_map(Said::Text).boxed(),
    }
}

fn any_step() -> impl Strategy<Value = Step> {
    let span = prop_oneof![3 => Just(0), 3 => 1..300_u64, 1 => any::<u32>().prop_map(u64::from)];
    (span, 0..KINDS.len()).prop_flat_map(|(span, signal)| (Just(span), Just(signal), any_said(signal)))
}

fn say(format: &mut impl WaveFormat, signal: Signal, said: &Said) {
    match said {
        Said::Bit(bit) => format.bit(signal, *bit),
        Said::Number(number) => format.number(signal, *number),
        Said::Real(real) => format.real(signal, *real),
        Said::Text(text) => format.text(signal, text),
    }
}

fn value(kind: Kind, said: &Said) -> Value {
    match (said, kind) {
        (Said::Bit(bit), _) => Value::Bits(match bit {
            Bit::Zero => "0".to_owned(),
            Bit::One => "1".to_owned(),
            Bit::X => "x".to_owned(),
        }),
        (Said::Number(None), Kind::Number(bits)) => Value::Bits("x".repeat(bits as usize)),
        (Said::Number(Some(number)), Kind::Number(bits)) => {
            Value::Bits(format!("{number:0bits$b}", bits = bits as usize))
        }
        (Said::Real(real), _) => Value::Real(real.map(|Decimal { units, decimals }| {
            let digits = format!("{:01$}", units.unsigned_abs(), usize::from(decimals) + 1);
            let (whole, rest) = digits.split_at(digits.len() - usize::from(decimals));
            let sign = if units < 0 { "-" } else { "" };
            format!("{sign}{whole}.{rest}0").parse().unwrap()
        })),
        (Said::Text(text), _) => Value::Text(text.clone()),
        other => panic!("{other:?}"),
    }
}

/// Writes a file of all kinds of signal, with these changes.
fn written<F: WaveFormat>(mut format: F, steps: &[Step]) -> F::Out {
    format.remark("a remark");
    format.begin_scope("a");
    let signals: Vec<Signal> =
        KINDS.iter().enumerate().map(|(at, &kind)| format.signal(&at.to_string(), kind)).collect();
    format.end_scope();
    format.end_of_head();
    for (&signal, kind) in signals.iter().zip(KINDS) {
        say(&mut format, signal, &first(kind));
    }
    format.end_of_start();
    let mut now = 0;
    for (span, signal, said) in steps {
        now += span;
        format.instant(now);
        say(&mut format, signals[*signal], said);
    }
    format.finish().unwrap()
}

fn first(kind: Kind) -> Said {
    match kind {
        Kind::Bit => Said::Bit(Bit::Zero),
        Kind::Number(_) => Said::Number(Some(1)),
        Kind::Real => Said::Real(Some(Decimal { units: 5, decimals: 1 })),
        Kind::Text => Said::Text(String::new()),
    }
}

#[track_caller]
fn check(steps: &[Step]) {
    let vcd = Dump::read(Cursor::new(written(Vcd::new(Vec::new()), steps)));
    let read: Vec<_> = vcd.changes.iter().map(|change| (change.at, change.signal, change.value.clone())).collect();
    let mut now = 0;
    let told: Vec<_> = steps
        .iter()
        .map(|(span, signal, said)| {
            now += span;
            (now, *signal, value(KINDS[*signal], said))
        })
        .collect();
    assert_eq!(read, told);
    let fst = Dump::read(Cursor::new(written(Fst::new(Cursor::new(Vec::new())).unwrap(), steps).into_inner()));
    assert_eq!(fst.waves(), vcd.waves());
    assert_eq!(fst.signals, ["a.0", "a.1", "a.2", "a.3", "a.4", "a.5"]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_said_reads_back(steps in prop::collection::vec(any_step(), 0..60)) {
        check(&steps);
    }
}

/// More than fits into one block of an FST, and changes that go on from one block to the next.
#[test]
fn an_fst_of_several_blocks() {
    let long = "A very long text, and what is more, one that is told again and again. ".repeat(60);
    let steps: Vec<Step> = (0..6_000)
        .map(|at: u32| match at % 4 {
            0 => (1, 5, Said::Text(format!("{at} {long}"))),
            1 => (0, 0, Said::Bit(if at % 8 == 1 { Bit::One } else { Bit::X })),
            2 => (at.into(), 3, Said::Number(Some(at))),
            _ => (0, 4, Said::Real(Some(Decimal { units: at.into(), decimals: 3 }))),
        })
        .collect();
    check(&steps);
}
