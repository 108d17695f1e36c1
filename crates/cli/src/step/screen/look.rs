//! Signs and styles: what stands for a lit lamp, an operated relay, a contact that is closed.
//!
//! Every state has a sign of its own; colour only repeats it.

use kiber_engine::{LampLevel, Nanoamps, Simulator};
use kiber_netlist::{Circuit, PartId, PartKind, RelayAction};
use ratatui::style::{Color, Modifier, Style};

/// What a piece of the screen is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    Plain,
    /// A title, or the moment that is looked at.
    Strong,
    /// What only frames the rest, and what is still to come.
    Faint,
    /// A lamp that is lit.
    Lit,
    /// A lamp that glows.
    Dim,
    /// Operated, on, pressed, closed.
    On,
    /// On its way.
    Moving,
    /// A fault, a short circuit, an error.
    Alarm,
    /// A key to press, a stop.
    Key,
}

/// How tones look on this terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Look {
    pub(super) color: bool,
}

impl Look {
    pub(super) fn style(self, tone: Tone) -> Style {
        let plain = Style::new();
        let colored = |color| if self.color { plain.fg(color) } else { plain };
        match tone {
            Tone::Plain => plain,
            Tone::Strong => plain.add_modifier(Modifier::BOLD),
            Tone::Faint if self.color => plain.fg(Color::DarkGray),
            Tone::Faint => plain.add_modifier(Modifier::DIM),
            Tone::Lit => colored(Color::Yellow).add_modifier(Modifier::BOLD),
            Tone::Dim => colored(Color::Yellow),
            Tone::On => colored(Color::Green).add_modifier(Modifier::BOLD),
            Tone::Moving => colored(Color::Cyan).add_modifier(Modifier::BOLD),
            Tone::Alarm => colored(Color::Red).add_modifier(Modifier::BOLD),
            Tone::Key => colored(Color::Magenta).add_modifier(Modifier::BOLD),
        }
    }
}

/// A part as it is drawn: its sign with its name, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Face {
    pub(super) text: String,
    pub(super) tone: Tone,
}

/// How many columns a face has beside the name.
pub(super) const AROUND_NAME: usize = 2;

/// How a part looks now. `mark` stands between sign and name where there is room for one.
pub(super) fn face(circuit: &Circuit, simulator: &Simulator, id: PartId, mark: Option<char>) -> Face {
    let part = &circuit.parts[id];
    let name = &part.name;
    let between = mark.unwrap_or(' ');
    let signed = |sign: char, tone| Face { text: format!("{sign}{between}{name}"), tone };
    match &part.kind {
        PartKind::Lamp(_) => match simulator.lamp(id) {
            LampLevel::Lit => signed('●', Tone::Lit),
            LampLevel::Dim => signed('◐', Tone::Dim),
            LampLevel::Off => signed('○', Tone::Plain),
        },
        PartKind::Button(_) if simulator.is_held(id) => Face { text: format!("▐{name}▌"), tone: Tone::On },
        PartKind::Button(_) => Face { text: format!("[{name}]"), tone: Tone::Plain },
        PartKind::Toggle(_) if simulator.is_held(id) => signed('▲', Tone::On),
        PartKind::Toggle(_) => signed('▽', Tone::Plain),
        PartKind::Source(_) if simulator.source_is_on(id) => signed('▲', Tone::On),
        PartKind::Source(_) => signed('▽', Tone::Plain),
        PartKind::Fuse(_) if simulator.is_blown(id) => signed('╳', Tone::Alarm),
        PartKind::Fuse(_) => signed('━', Tone::Plain),
        PartKind::Selector(_) | PartKind::Stepper(_) => {
            let stand = simulator.stand(id);
            if stand.towards.is_some() { signed('◒', Tone::Moving) } else { signed('◇', Tone::Plain) }
        }
        PartKind::Relay(relay) => {
            let stand = simulator.stand(id);
            let is_about_to_move = simulator.remaining(id).is_some();
            let has_centre = match relay.action {
                RelayAction::Polarized { centre, .. } => Some(centre),
                _ => None,
            };
            match (stand.towards, stand.at, has_centre) {
                (Some(_), ..) => signed('◧', Tone::Moving),
                // That it is about to move is told by the current behind its name.
                (None, 0, None) => signed('□', if is_about_to_move { Tone::Moving } else { Tone::Plain }),
                (None, _, None) => signed('■', if is_about_to_move { Tone::Moving } else { Tone::On }),
                (None, 0, Some(_)) => signed('◀', Tone::On),
                (None, 1, Some(true)) => signed('◇', Tone::Plain),
                (None, _, Some(_)) => signed('▶', Tone::On),
            }
        }
        _ => signed('·', Tone::Plain),
    }
}

/// The columns for what stands behind a name.
pub(super) const FIGURE: u16 = 5;

/// What stands behind the name: the current in a coil, the place of a selector, the volts of a capacitor; in
/// [`FIGURE`] columns.
pub(super) fn figure(circuit: &Circuit, simulator: &Simulator, id: PartId) -> String {
    let kind = &circuit.parts[id].kind;
    match kind {
        PartKind::Selector(_) | PartKind::Stepper(_) => {
            let at = simulator.stand(id).at;
            fitting([format!("at {at}"), at.to_string()])
        }
        PartKind::Capacitor(_) => {
            let volts = simulator.voltage(id).unwrap_or_default();
            let kilovolts = volts / 1000.0;
            match volts.abs() {
                ..0.05 => String::new(),
                ..999.5 => fitting([format!("{volts:.1}V"), format!("{volts:.0}V")]),
                _ => fitting([format!("{kilovolts:.1}kV"), format!("{kilovolts:.0}kV")]),
            }
        }
        PartKind::Relay(_) => {
            let currents = (0..kind.coils().count()).map(|winding| simulator.current(id, winding));
            currents.max_by_key(|current| current.0.unsigned_abs()).map(short_current).unwrap_or_default()
        }
        _ => String::new(),
    }
}

/// A current in five columns, rounded; nothing for none.
pub(super) fn short_current(current: Nanoamps) -> String {
    let milliamps = current.milliamps();
    let (amps, kiloamps) = (milliamps / 1e3, milliamps / 1e6);
    match milliamps.abs() {
        _ if current.0 == 0 => String::new(),
        ..0.05 => "~0 mA".to_owned(),
        ..9.95 => {
            let (exact, whole) = (one_decimal(milliamps), format!("{milliamps:.0}"));
            fitting([format!("{exact} mA"), format!("{exact}mA"), format!("{whole} mA"), format!("{whole}mA")])
        }
        ..999.5 => fitting([format!("{milliamps:.0} mA"), format!("{milliamps:.0}mA"), format!("{amps:.1}A")]),
        ..9950.0 => {
            let exact = one_decimal(amps);
            fitting([format!("{exact} A"), format!("{exact}A")])
        }
        ..999_500.0 => fitting([format!("{amps:.0} A"), format!("{amps:.0}A")]),
        _ => fitting([format!("{kiloamps:.1}kA"), format!("{kiloamps:.0}kA")]),
    }
}

/// With one decimal, or none where that is as good.
fn one_decimal(number: f64) -> String {
    if (number - number.round()).abs() > 0.05 { format!("{number:.1}") } else { format!("{number:.0}") }
}

/// The first that fits behind a name, or the last.
fn fitting<const N: usize>(ways: [String; N]) -> String {
    let fits = |way: &String| way.chars().count() <= usize::from(FIGURE);
    let at = ways.iter().position(fits).unwrap_or(N - 1);
    ways.into_iter().nth(at).unwrap_or_default()
}

/// Whether a relay stands operated. A polarized one stands at a side, which is no such thing.
pub(super) fn is_operated(circuit: &Circuit, simulator: &Simulator, id: PartId) -> bool {
    match &circuit.parts[id].kind {
        PartKind::Relay(relay) => {
            !matches!(relay.action, RelayAction::Polarized { .. }) && simulator.stand(id).is_at(1)
        }
        _ => false,
    }
}
