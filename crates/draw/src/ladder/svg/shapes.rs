//! The shapes of the symbols. Numbers are those of IEC 60617: make contact 07-02-01, break contact 07-02-03,
//! change-over 07-02-04, coil 07-15-01, lamp 08-10-01, diode 05-03-01, fuse 07-21-01, resistor 04-01-01,
//! capacitor 04-02-01.

use kiber_netlist::Current;

use crate::ladder::geometry::{Pose, Symbol};
use crate::ladder::look::{Actuator, CoilMark, Form, SideWord};

/// The place of a symbol: upright, from its upper pin to its lower.
pub(super) struct Shapes {
    x: i32,
    /// Its upper and its lower end.
    ends: [i32; 2],
    /// Eighteen above its middle, from where shapes are measured.
    top: i32,
    pose: Pose,
}

impl Shapes {
    pub(super) fn of(symbol: &Symbol) -> Self {
        let straight = usize::from(symbol.pins.len() > 2 && symbol.pose.make_is_straight) + 1;
        let x = symbol.pins.get(straight).or(symbol.pins.first()).map_or(0, |pin| pin.x);
        let ends = [symbol.bounds.top, symbol.bounds.bottom];
        Self { x, ends, top: i32::midpoint(ends[0], ends[1]) - 18, pose: symbol.pose }
    }

    /// So far from the first pin, 36 being at the other end.
    fn y(&self, down: i32) -> i32 {
        let y = if self.pose.upside_down { self.top + 36 - down } else { self.top + down };
        match down {
            0 | 36 => y.clamp(self.ends[0], self.ends[1].max(self.ends[0])),
            _ => y,
        }
    }

    fn leads(&self, upper: i32, lower: i32) -> String {
        let (x, [top, bottom]) = (self.x, self.ends);
        format!("<path class=\"symbol\" d=\"M{x} {top}V{upper}M{x} {lower}V{bottom}\"/>")
    }

    /// A contact with a blade that turns about its lower end.
    pub(super) fn blade(&self, side: SideWord) -> String {
        let (x, top) = (self.x, self.top);
        let (upper, lower) = (top + 10, top + 27);
        let leads = self.leads(upper, lower);
        match side {
            SideWord::Break => format!(
                "{leads}<path class=\"symbol\" d=\"M{x} {upper}h-7\"/>\
                 <path class=\"blade-closed\" d=\"M{x} {lower}L{} {}\"/><path class=\"blade-open\" d=\"M{x} {lower}L{} {}\"/>",
                x - 7,
                top + 8,
                x - 11,
                top + 15
            ),
            SideWord::Place(_) => format!(
                "{leads}<circle class=\"body\" cx=\"{x}\" cy=\"{}\" r=\"2.2\"/>\
                 <path class=\"blade-closed\" d=\"M{x} {lower}V{}\"/><path class=\"blade-open\" d=\"M{x} {lower}L{} {}\"/>",
                upper - 1,
                upper + 1,
                x - 9,
                top + 12
            ),
            _ => format!(
                "{leads}<path class=\"blade-closed\" d=\"M{x} {lower}V{upper}\"/>\
                 <path class=\"blade-open\" d=\"M{x} {lower}L{} {}\"/>",
                x - 9,
                top + 11
            ),
        }
    }

    /// A contact as two strokes, with a third across if it breaks.
    pub(super) fn strokes(&self, breaks: bool) -> String {
        let (x, top) = (self.x, self.top);
        let (upper, lower) = (top + 15, top + 21);
        let across = if breaks { format!("M{} {}L{} {}", x - 8, top + 26, x + 8, top + 10) } else { String::new() };
        format!(
            "{}<path class=\"symbol\" d=\"M{} {upper}h16M{} {lower}h16{across}\"/>\
             <path class=\"blade-closed\" d=\"M{x} {upper}V{lower}\"/>",
            self.leads(upper, lower),
            x - 8,
            x - 8
        )
    }

    /// The common lead of a change-over, up to where its blade turns.
    pub(super) fn common(&self) -> String {
        format!("<path class=\"symbol\" d=\"M{x} {}V{}\"/>", self.y(0), self.y(9), x = self.x)
    }

    /// A side of a change-over: its fixed contact, and the blade that touches it.
    pub(super) fn throw(&self, make: bool) -> String {
        let Self { x, pose, .. } = *self;
        let straight = make == pose.make_is_straight;
        let inward = -pose.beside.signum();
        let (end, fixed) = if straight { (x, x + 5 * inward) } else { (x + pose.beside, x + pose.beside) };
        let tick = if make {
            0
        } else if straight {
            -inward * 3
        } else {
            inward * 3
        };
        let lead = format!(
            "<path class=\"symbol\" d=\"M{end} {}V{}L{fixed} {}V{}h{tick}\"/>",
            self.y(36),
            self.y(32),
            self.y(30),
            self.y(26)
        );
        let closed = format!("<path class=\"blade-closed\" d=\"M{x} {}L{} {}\"/>", self.y(9), fixed + tick, self.y(26));
        let open = match make {
            true => format!("<path class=\"blade-open\" d=\"M{x} {}L{} {}\"/>", self.y(9), x - 2 * inward, self.y(22)),
            false => String::new(),
        };
        lead + &closed + &open
    }

    /// What a hand works, and the linkage to the blade.
    pub(super) fn actuator(&self, actuator: Actuator, aside: i32) -> String {
        let (x, y) = (self.x, self.top + 18);
        let from = x - 5 + aside;
        let head = match actuator {
            Actuator::None => return String::new(),
            Actuator::Push => format!("M{} {}h-3v10h3", x - 17, y - 5),
            Actuator::Toggle => format!("M{} {}v10M{} {}l2.5 4l2.5 -4", x - 20, y - 5, x - 15, y),
            Actuator::Turn => format!("M{} {}h3v10h3", x - 21, y - 5),
        };
        let to = if actuator == Actuator::Turn { x - 18 } else { x - 20 };
        format!("<path class=\"linkage\" d=\"M{from} {y}H{to}\"/><path class=\"actuator\" d=\"{head}\"/>")
    }

    pub(super) fn part(&self, form: Form, russian: bool) -> String {
        let (x, top) = (self.x, self.top);
        match form {
            Form::Winding(_, _, mark, _) => self.coil(mark),
            Form::Lamp(_) => format!(
                "{}<circle class=\"body\" cx=\"{x}\" cy=\"{}\" r=\"9\"/><path class=\"symbol\" d=\"M{} {}l12.6 12.6m0 -12.6l-12.6 12.6\"/>",
                self.leads(top + 9, top + 27),
                top + 18,
                f64::from(x) - 6.3,
                f64::from(top) + 11.7
            ),
            Form::Resistor(_) if russian => format!(
                "{}<path class=\"symbol\" d=\"M{x} {}l5 2l-10 4l10 4l-10 4l10 4l-5 2\"/>",
                self.leads(top + 8, top + 28),
                top + 8
            ),
            Form::Resistor(_) => format!(
                "{}<rect class=\"body\" x=\"{}\" y=\"{}\" width=\"9\" height=\"20\"/>",
                self.leads(top + 8, top + 28),
                f64::from(x) - 4.5,
                top + 8
            ),
            Form::Fuse(_) => format!(
                "<rect class=\"body\" x=\"{}\" y=\"{}\" width=\"8\" height=\"20\"/><path class=\"symbol\" d=\"M{x} {}V{}\"/>",
                x - 4,
                top + 8,
                self.ends[0],
                self.ends[1]
            ),
            Form::Capacitor(_) => format!(
                "{}<path class=\"symbol\" d=\"M{} {}h18m0 4h-18\"/>",
                self.leads(top + 16, top + 20),
                x - 9,
                top + 16
            ),
            Form::Diode(_) => format!(
                "<path class=\"symbol\" d=\"M{x} {}V{}\"/><path class=\"solid\" d=\"M{} {}h14L{x} {}z\"/>\
                 <path class=\"symbol\" d=\"M{} {}h14\"/>",
                self.ends[0],
                self.ends[1],
                x - 7,
                self.y(12),
                self.y(24),
                x - 7,
                self.y(24)
            ),
            Form::Source(_, Current::Ac) => format!(
                "{}<circle class=\"body\" cx=\"{x}\" cy=\"{}\" r=\"10\"/><path class=\"symbol\" d=\"M{} {}q3 -6 6 0t6 0\"/>",
                self.leads(top + 8, top + 28),
                top + 18,
                x - 6,
                top + 18
            ),
            Form::Source(..) => format!(
                "{}<path class=\"symbol\" d=\"M{} {}h20M{} {}h10\"/>",
                self.leads(top + 15, top + 21),
                x - 10,
                self.y(15),
                x - 5,
                self.y(21)
            ),
            Form::Link(_) => format!(
                "{}<path class=\"symbol\" d=\"M{x} {}V{}\"/><circle class=\"body\" cx=\"{x}\" cy=\"{}\" r=\"2.2\"/>\
                 <circle class=\"body\" cx=\"{x}\" cy=\"{}\" r=\"2.2\"/>",
                self.leads(top + 12, top + 24),
                top + 12,
                top + 24,
                top + 12,
                top + 24
            ),
            Form::Side(..) | Form::Changeover(_) => String::new(),
        }
    }

    /// A rectangle with the mark of its kind.
    fn coil(&self, mark: CoilMark) -> String {
        let (x, top) = (self.x, self.top);
        let (left, up) = (x - 13, top + 11);
        let body = format!(
            "{}<rect class=\"body\" x=\"{left}\" y=\"{up}\" width=\"26\" height=\"14\"/>",
            self.leads(up, up + 14)
        );
        let mark = match mark {
            CoilMark::Plain => String::new(),
            CoilMark::SlowToRelease => {
                format!("<rect class=\"solid\" x=\"{left}\" y=\"{up}\" width=\"7\" height=\"14\"/>")
            }
            CoilMark::SlowToOperate => {
                format!("<path class=\"symbol\" d=\"M{} {up}v14M{left} {up}l7 14m0 -14l-7 14\"/>", left + 7)
            }
            CoilMark::Remanent => format!("<path class=\"symbol\" d=\"M{} {}h4v7h4v-7\"/>", x - 4, top + 15),
            CoilMark::Polarized => {
                format!("<path class=\"symbol\" d=\"M{} {}v-7h4a2 2 0 0 1 0 4h-4\"/>", x - 2, top + 22)
            }
            CoilMark::Impulse => format!("<path class=\"symbol\" d=\"M{} {}h4v-6h4v6h4\"/>", x - 6, top + 21),
            CoilMark::Stepper => format!("<path class=\"symbol\" d=\"M{} {}h10m-3 -3l3 3l-3 3\"/>", x - 5, top + 18),
            CoilMark::Alternating => format!("<path class=\"symbol\" d=\"M{} {}q3 -6 6 0t6 0\"/>", x - 6, top + 18),
        };
        body + &mark
    }
}
