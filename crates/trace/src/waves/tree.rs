//! Signals in the scopes of the sub-circuits they are in.

use super::format::{Kind, Signal, WaveFormat};
use super::names::{Instances, push_safe};

/// A signal that is to be declared.
#[derive(Debug)]
pub(super) struct Wanted<'a> {
    /// The sub-circuits it is in, from the outermost inwards.
    path: Vec<&'a str>,
    /// What it is called there, as a file can have it.
    name: String,
    kind: Kind,
}

impl<'a> Wanted<'a> {
    /// A signal of something of that name.
    pub(super) fn of(name: &'a str, kind: Kind, instances: &Instances<'a>) -> Self {
        let (path, name) = instances.split(name);
        let mut safe = String::new();
        push_safe(name, &mut safe);
        Self { path, name: safe, kind }
    }

    /// With more behind its name.
    pub(super) fn with(mut self, name: &str) -> Self {
        self.name.push('/');
        push_safe(name, &mut self.name);
        self
    }
}

/// Declares the signals in a scope of that name, and in it a scope for each sub-circuit; says the
/// signals in the order in which they were wanted. Of nothing there is no scope.
pub(super) fn declare(format: &mut impl WaveFormat, scope: &str, wanted: &[Wanted<'_>]) -> Vec<Signal> {
    let mut signals = vec![Signal(0); wanted.len()];
    if wanted.is_empty() {
        return signals;
    }
    let mut order: Vec<(usize, &Wanted<'_>)> = wanted.iter().enumerate().collect();
    order.sort_by(|(_, a), (_, b)| a.path.cmp(&b.path));
    format.begin_scope(scope);
    let mut open: &[&str] = &[];
    for (at, wanted) in order {
        let shared = open.iter().zip(&wanted.path).take_while(|(a, b)| a == b).count();
        (shared..open.len()).for_each(|_| format.end_scope());
        for name in wanted.path.iter().skip(shared) {
            let mut safe = String::new();
            push_safe(name, &mut safe);
            format.begin_scope(&safe);
        }
        open = &wanted.path;
        if let Some(signal) = signals.get_mut(at) {
            *signal = format.signal(&wanted.name, wanted.kind);
        }
    }
    (0..open.len()).for_each(|_| format.end_scope());
    format.end_scope();
    signals
}
