//! Looking for something that happened, and telling what was done.

use kiber_netlist::fold;
use kiber_script::Step;

use crate::cutting::cut;
use crate::deed::Deed;
use crate::session::{Moment, Session};

impl Session {
    /// The next moment, or the one before, of which the trace tells something with these words in it; capitals and
    /// letters that look alike make no difference, nor do several blanks. Behind the end it begins anew.
    pub fn find(&self, text: &str, forward: bool) -> Option<Moment> {
        let wanted = words(text);
        if wanted.is_empty() {
            return None;
        }
        let mut found: Vec<Moment> = Vec::new();
        for (number, deed) in self.deeds.iter().enumerate() {
            if contains(deed.title(), &wanted) {
                found.push(Moment { deed: number, instant: 0 });
            }
            let at = deed.lines.iter().filter(|(_, line)| contains(line, &wanted));
            found.extend(at.map(|&(at, _)| Moment { deed: number, instant: deed.instant_at(at) }));
        }
        found.sort_unstable();
        if forward {
            found.iter().find(|&&moment| moment > self.here).or(found.first()).copied()
        } else {
            found.iter().rev().find(|&&moment| moment < self.here).or(found.last()).copied()
        }
    }

    /// What was done up to where the cursor stands, as a script: played, it comes to the same.
    pub fn script(&self) -> String {
        let mut steps: Vec<Step> = Vec::new();
        for (number, deed) in self.deeds.iter().enumerate().take(self.here.deed + 1) {
            let is_under_way = number == self.here.deed && (self.here != self.last_of(number) || self.past > 0);
            let done = if is_under_way { cut(deed, self.time_in_deed()) } else { None };
            for step in done.unwrap_or_else(|| whole(deed)) {
                match (steps.last_mut(), &step) {
                    // Time goes on bit by bit where a circuit does not settle.
                    (Some(Step::Wait(before)), Step::Wait(span)) => *before = before.saturating_add(*span),
                    _ => steps.push(step),
                }
            }
        }
        steps.iter().map(|step| format!("{}\n", step.shown(&self.circuit))).collect()
    }
}

fn whole(deed: &Deed) -> Vec<Step> {
    deed.step.iter().cloned().collect()
}

fn words(text: &str) -> String {
    let blanks_made_one = text.split_whitespace().collect::<Vec<_>>().join(" ");
    fold(&blanks_made_one).into_iter().collect()
}

fn contains(text: &str, wanted: &str) -> bool {
    words(text).contains(wanted)
}
