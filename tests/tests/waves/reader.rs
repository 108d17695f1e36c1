//! A wave file as a list of changes, by the reader `wellen`.

use std::io::{BufRead, Cursor, Seek};

use wellen::stream::{Filter, read};
use wellen::{Hierarchy, LoadOptions, SignalRef, SignalValueRef};

/// What one signal said, with its instants.
pub(crate) type Wave = (String, Vec<(u64, Value)>);

/// What is in a wave file.
pub(crate) struct Dump {
    /// The full names of the signals, in the order of the file.
    pub(crate) signals: Vec<String>,
    /// What each signal was before anything had happened.
    pub(crate) start: Vec<(usize, Value)>,
    /// What changed after that, in the order of the file.
    pub(crate) changes: Vec<Change>,
    /// The last instant.
    pub(crate) end: u64,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Change {
    pub(crate) at: u64,
    pub(crate) signal: usize,
    pub(crate) value: Value,
}

/// What a signal says.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    /// Ones, zeros and x.
    Bits(String),
    /// Not a number is none.
    Real(Option<f64>),
    Text(String),
}

impl Value {
    fn of(value: SignalValueRef<'_>) -> Self {
        match value {
            SignalValueRef::String(text) => Self::Text(text.to_owned()),
            SignalValueRef::Real(real) => Self::Real((!real.is_nan()).then_some(real)),
            other => Self::Bits(other.to_bit_string().unwrap()),
        }
    }

    #[track_caller]
    pub(crate) fn text(&self) -> &str {
        match self {
            Self::Text(text) => text,
            other => panic!("{other:?} is no text"),
        }
    }

    #[track_caller]
    pub(crate) fn real(&self) -> f64 {
        match self {
            Self::Real(Some(real)) => *real,
            other => panic!("{other:?} is no number"),
        }
    }

    /// A number; none where it is x.
    #[track_caller]
    pub(crate) fn number(&self) -> Option<u32> {
        match self {
            Self::Bits(bits) => u32::from_str_radix(bits, 2).ok(),
            other => panic!("{other:?} is no number"),
        }
    }

    #[track_caller]
    pub(crate) fn is_one(&self) -> bool {
        self.number() == Some(1)
    }
}

impl Dump {
    /// Reads a file to its end.
    #[track_caller]
    pub(crate) fn read<R: BufRead + Seek + Send + Sync + 'static>(input: R) -> Self {
        let mut waves = read(input, &LoadOptions::default()).unwrap();
        let signals = names(waves.hierarchy());
        let scale = waves.hierarchy().timescale().unwrap();
        assert_eq!((scale.factor, scale.unit.to_exponent()), (1, Some(-6)));
        assert_eq!(waves.hierarchy().date(), "");
        let mut changes = Vec::new();
        let mut end = 0;
        let take = |at, signal: SignalRef, value: SignalValueRef<'_>| {
            end = at;
            changes.push(Change { at, signal: signal.index(), value: Value::of(value) });
            Ok::<(), ()>(())
        };
        waves.stream_changes(Filter::all(), take).map_err(|_| "a file that reads").unwrap();
        let after = changes.split_off(signals.len());
        let start = changes.into_iter().map(|change| (change.signal, change.value)).collect();
        Self { signals, start, changes: after, end }
    }

    /// What one signal said, one after another and with its instants; what it repeats is left out, as
    /// viewers do.
    pub(crate) fn waves(&self) -> Vec<Wave> {
        let mut waves: Vec<Wave> = self.signals.iter().map(|name| (name.clone(), Vec::new())).collect();
        let start = self.start.iter().map(|(signal, value)| (0, *signal, value));
        for (at, signal, value) in
            start.chain(self.changes.iter().map(|change| (change.at, change.signal, &change.value)))
        {
            let wave = &mut waves[signal].1;
            if wave.last().map(|(_, before)| before) != Some(value) {
                wave.push((at, value.clone()));
            }
        }
        waves
    }

    /// What a signal says at the end.
    #[track_caller]
    pub(crate) fn last(&self, name: &str) -> &Value {
        let signal = self.signals.iter().position(|known| known == name).unwrap_or_else(|| panic!("no signal {name}"));
        let start = self.start.iter().find(|(known, _)| *known == signal).map(|(_, value)| value);
        self.changes.iter().rev().find(|change| change.signal == signal).map(|change| &change.value).or(start).unwrap()
    }
}

/// Every signal of a file, as viewers read it: all at once, signal by signal.
#[track_caller]
pub(crate) fn whole(file: Vec<u8>) -> Vec<Wave> {
    let mut waves = wellen::simple::read_from_reader(Cursor::new(file)).unwrap();
    let names = names(waves.hierarchy());
    let signals: Vec<SignalRef> = (0..names.len()).map(|signal| SignalRef::from_index(signal).unwrap()).collect();
    waves.load_signals(&signals);
    let instants = waves.time_table();
    let wave = |signal: SignalRef| -> Vec<(u64, Value)> {
        let changes = waves.get_signal(signal).unwrap().iter_changes();
        changes.map(|(instant, value)| (instants[instant as usize], Value::of(value))).collect()
    };
    names.into_iter().zip(signals).map(|(name, signal)| (name, wave(signal))).collect()
}

/// The full names, by the number of the signal.
fn names(hierarchy: &Hierarchy) -> Vec<String> {
    let mut names = Vec::new();
    for var in hierarchy.all_vars() {
        let var = &hierarchy[var];
        let signal = var.signal_ref().index();
        if names.len() <= signal {
            names.resize(signal + 1, String::new());
        }
        assert!(names[signal].is_empty(), "each signal has a name of its own");
        names[signal] = var.full_name(hierarchy);
    }
    names
}
