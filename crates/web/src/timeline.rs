//! A session as deeds and frames: what was the case from which instant on.

use kiber_session::{Moment, Session};

use crate::protocol::{At, Deed, Frame};
use crate::referee::Referee;
use crate::standing::Standing;

/// So many lines are told of one instant.
const MOST_LINES: usize = 200;

/// The frames of a session, kept in step with it.
#[derive(Clone, Debug)]
pub struct Timeline {
    deeds: Vec<Deed>,
    /// Of each deed, the instant that each frame stands for.
    instants: Vec<Vec<usize>>,
    /// How the game stands at the end of each deed.
    referees: Vec<Option<Referee>>,
    /// How the game stands before power-up.
    referee: Option<Referee>,
    most_frames: usize,
}

impl Timeline {
    /// Everything that a session has, with so many frames a deed at most, and with whoever follows the game.
    /// The session's cursor is at its end then.
    pub fn of(session: &mut Session, most_frames: usize, referee: Option<Referee>) -> Self {
        let mut timeline = Self {
            deeds: Vec::new(),
            instants: Vec::new(),
            referees: Vec::new(),
            referee,
            most_frames: most_frames.max(2),
        };
        timeline.follow(session, 0);
        timeline
    }

    /// Takes over what a session has done since; so many deeds are as they were. The session's cursor is at its
    /// end then.
    pub fn follow(&mut self, session: &mut Session, kept: usize) {
        self.deeds.truncate(kept);
        self.instants.truncate(kept);
        self.referees.truncate(kept);
        let kept = self.deeds.len();
        let mut before = kept.checked_sub(1).map(|last| {
            session.go_to(session.last_of(last));
            Standing::of(session.simulator())
        });
        let mut referee = self.referees.last().unwrap_or(&self.referee).clone();
        let mut told = None;
        for number in kept..session.deeds().len() {
            let (deed, instants) = self.deed(session, number, &mut before, &mut referee, &mut told);
            self.deeds.push(deed);
            self.instants.push(instants);
            self.referees.push(referee.clone());
        }
        session.go_to(session.last());
    }

    fn deed(
        &self,
        session: &mut Session,
        number: usize,
        before: &mut Option<Standing>,
        referee: &mut Option<Referee>,
        told: &mut Option<crate::protocol::Game>,
    ) -> (Deed, Vec<usize>) {
        let Some(done) = session.deeds().get(number) else {
            return (
                Deed {
                    title: String::new(),
                    start_us: 0,
                    end_us: 0,
                    ending: String::new(),
                    frames: Vec::new(),
                    cut: false,
                },
                Vec::new(),
            );
        };
        let times = done.instants().to_vec();
        let chosen = chosen(times.len(), self.most_frames);
        let mut deed = Deed {
            title: done.title().to_owned(),
            start_us: done.start(),
            end_us: done.end(),
            ending: done.lines().last().map_or(String::new(), |(_, line)| line.trim().to_owned()),
            frames: Vec::with_capacity(chosen.len()),
            cut: done.is_cut() || chosen.len() < times.len(),
        };
        if let Some(referee) = referee.as_mut() {
            referee.begin(done.step());
        }
        let lines = session.event_lines(number).to_vec();
        for &instant in &chosen {
            session.go_to(Moment { deed: number, instant });
            let standing = Standing::of(session.simulator());
            let mut frame = standing.frame_after(before.as_ref());
            frame.t_us = times.get(instant).copied().unwrap_or(0);
            let after = instant.checked_sub(1).and_then(|before| times.get(before)).copied();
            let from = after.map_or(0, |after| lines.partition_point(|&(at, _)| at <= after));
            let to = lines.partition_point(|&(at, _)| at <= frame.t_us);
            frame.lines = some_of(lines.get(from..to).unwrap_or_default());
            if let Some(referee) = referee.as_mut() {
                let game = referee.see(&standing, instant + 1 == times.len());
                frame.game = (told.as_ref() != Some(&game)).then(|| game.clone());
                *told = Some(game);
            }
            deed.frames.push(frame);
            *before = Some(standing);
        }
        (deed, chosen)
    }

    /// The deeds, the power-up first.
    pub fn deeds(&self) -> &[Deed] {
        &self.deeds
    }

    /// The last frame of all.
    pub fn last(&self) -> At {
        let deed = self.deeds.len().saturating_sub(1);
        At(deed, self.deeds.get(deed).map_or(0, |deed| deed.frames.len().saturating_sub(1)))
    }

    /// The moment of a session that a frame shows; none if there is no such frame.
    pub fn moment(&self, at: At) -> Option<Moment> {
        let instant = *self.instants.get(at.0)?.get(at.1)?;
        Some(Moment { deed: at.0, instant })
    }
}

/// The instants that get a frame: all, or so many, most of them at the beginning and the others at the end.
fn chosen(instants: usize, most: usize) -> Vec<usize> {
    if instants <= most {
        return (0..instants).collect();
    }
    let at_the_end = (most / 4).max(1);
    (0..most - at_the_end).chain(instants - at_the_end..instants).collect()
}

fn some_of(lines: &[(u64, String)]) -> Vec<String> {
    let mut told: Vec<String> = lines.iter().take(MOST_LINES).map(|(_, line)| line.clone()).collect();
    if let Some(more) = lines.len().checked_sub(MOST_LINES).filter(|&more| more > 0) {
        told.push(format!("… and {more} more"));
    }
    told
}

impl Standing {
    /// Puts frames together again, up to one of them: how everything stands there.
    pub fn at(deeds: &[Deed], at: At) -> Option<Self> {
        let mut standing = Self::default();
        let whole = deeds.get(..at.0)?.iter().flat_map(|deed| &deed.frames);
        let last: &[Frame] = deeds.get(at.0)?.frames.get(..=at.1)?;
        whole.chain(last).for_each(|frame| standing.apply(frame));
        Some(standing)
    }
}
