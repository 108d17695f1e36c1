//! Which contacts the parts of a generated machine have, and what they are wired to.
//!
//! Relays are numbered from 1, in the order of the strategies: P1 takes 1 from the highest position.
//! Nets: `T1` is the coil of P1 and `M1` that of its memory relay; `N7` is where the supply enters box
//! 7 and `X1` where it leaves the memory contact of P1; `q1` is the place of P1 in the chain of
//! punishment; `C7` the place of V7 in the chain that reads the position; `l8-2` lies behind the
//! second contact in the line of lamp 8.

use kiber_bachet::{Strategies, Strategy};

/// A contact as it is written: its form with its nets.
pub(super) type Contact = String;

fn make(from: &str, to: &str) -> Contact {
    format!(r#"Make("{from}", "{to}")"#)
}

fn break_(from: &str, to: &str) -> Contact {
    format!(r#"Break("{from}", "{to}")"#)
}

fn changeover(common: &str, when_free: &str, when_operated: &str) -> Contact {
    format!(r#"Changeover(common: "{common}", break: "{when_free}", make: "{when_operated}")"#)
}

/// The wiring of a machine.
pub(super) struct Wiring<'s> {
    pub(super) strategies: &'s Strategies,
    /// For each lamp from the first, the relays that darken it, in the order of the strategies.
    darkened_by: Vec<Vec<usize>>,
}

impl<'s> Wiring<'s> {
    pub(super) fn new(strategies: &'s Strategies) -> Self {
        let objects = strategies.rules().objects();
        let mut darkened_by = vec![Vec::new(); objects as usize];
        for (number, strategy) in strategies.list().iter().enumerate() {
            let first = (objects - strategy.position) as usize;
            for relays in darkened_by.iter_mut().skip(first).take(strategy.take as usize) {
                relays.push(number);
            }
        }
        Self { strategies, darkened_by }
    }

    fn objects(&self) -> usize {
        self.darkened_by.len()
    }

    /// The contacts of the relay of a strategy: 1 holds it, 2 passes punishment on or takes it, the
    /// others darken lamps.
    pub(super) fn relay(&self, number: usize, strategy: &Strategy) -> Vec<Contact> {
        let name = number + 1;
        let mut contacts = vec![make("HB", &format!("T{name}")), self.punishment(number)];
        let first = self.objects() - strategy.position as usize;
        contacts.extend((first..first + strategy.take as usize).map(|lamp| self.darkens(lamp, number)));
        contacts
    }

    /// The chain of punishment: from Q to the relay of the lowest position first, so that the last move
    /// takes it all.
    fn punishment(&self, number: usize) -> Contact {
        let name = number + 1;
        let is_last = name == self.strategies.list().len();
        let common = if is_last { "Q".to_string() } else { format!("q{name}") };
        match number {
            0 => make(&common, &format!("M{name}")),
            _ => changeover(&common, &format!("q{number}"), &format!("M{name}")),
        }
    }

    /// The contact with which a relay darkens a lamp. Those of the last lamp light "you lost" instead.
    fn darkens(&self, lamp: usize, number: usize) -> Contact {
        let relays = self.darkened_by.get(lamp).map(Vec::as_slice).unwrap_or_default();
        let place = relays.iter().position(|&relay| relay == number).unwrap_or_default();
        let (from, to) = (self.line(lamp, place), self.line(lamp, place + 1));
        if lamp + 1 == self.objects() { changeover(&from, &to, "W") } else { break_(&from, &to) }
    }

    /// The line of a lamp behind so many contacts.
    fn line(&self, lamp: usize, contacts: usize) -> String {
        if contacts == 0 { "LA".to_string() } else { format!("l{}-{contacts}", lamp + 1) }
    }

    /// The contacts of the memory relay of a strategy: 1 holds it, 2 passes the supply of the box on.
    pub(super) fn memory(&self, number: usize, strategy: &Strategy) -> Vec<Contact> {
        let name = number + 1;
        let coil = format!("T{name}");
        let before = if strategy.take == 1 { format!("N{}", strategy.position) } else { format!("X{number}") };
        let is_last = self.strategies.rules().takes(strategy.position).last() == Some(strategy.take);
        let choice = if is_last { break_(&before, &coil) } else { changeover(&before, &coil, &format!("X{name}")) };
        vec![make("VP", &format!("M{name}")), choice]
    }

    /// The contacts of the toggle of a lamp (counted from 0): `a` is for the lamp, `b` for the chain that
    /// reads the position.
    pub(super) fn toggle(&self, lamp: usize) -> [Contact; 2] {
        let (name, objects) = (lamp + 1, self.objects());
        let line = self.line(lamp, self.darkened_by.get(lamp).map_or(0, Vec::len));
        let lit = format!("l{name}");
        if name == objects {
            return [changeover(&line, &format!("l{}", name + 1), &lit), make("HB", "MV")];
        }
        let (chain, position) = (format!("C{name}"), format!("N{}", objects - name));
        let read =
            if lamp == 0 { break_(&chain, &position) } else { changeover(&chain, &position, &format!("C{lamp}")) };
        [make(&line, &lit), read]
    }
}
