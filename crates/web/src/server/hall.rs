//! All machines of the server.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::http::StatusCode;
use kiber_script::parse_line;
use tokio::sync::Semaphore;

use crate::bench::{Bench, NotDone};
use crate::describe::describe;
use crate::drawing::drawing;
use crate::protocol::Description;
use crate::shelf::{Given, NotHad};

use super::answer::Problem;
use super::rules::HouseRules;
use super::stand::{Stand, Told, Worked};

/// Every machine, and where new ones come from.
#[derive(Debug)]
pub(super) struct Hall {
    pub(super) given: Given,
    pub(super) rules: HouseRules,
    stands: Mutex<Vec<Arc<Stand>>>,
    /// So many machines are worked at once; the others wait.
    working: Arc<Semaphore>,
}

impl Hall {
    pub(super) fn new(given: Given, rules: HouseRules) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Self { given, rules, stands: Mutex::new(Vec::new()), working: Arc::new(Semaphore::new(processors)) }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<Stand>>> {
        self.stands.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Every machine there is.
    pub(super) fn stands(&self) -> Vec<Arc<Stand>> {
        self.lock().clone()
    }

    /// The machine of that id.
    pub(super) fn stand(&self, id: &str) -> Result<Arc<Stand>, Problem> {
        let found = self.lock().iter().find(|stand| stand.id == id && !stand.is_broken()).cloned();
        let stand = found.ok_or_else(Problem::no_machine)?;
        stand.used();
        Ok(stand)
    }

    /// Puts machines away.
    pub(super) fn put_away(&self, mut which: impl FnMut(&Stand) -> bool) {
        self.lock().retain(|stand| {
            let goes = which(stand);
            if goes {
                stand.tell(Told::Gone);
            }
            !goes
        });
    }

    /// Does long work where it holds nobody else, as much of it at once as there are processors.
    pub(super) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let permit = Arc::clone(&self.working).acquire_owned().await.map_err(|_| Problem::broken())?;
        let done = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work()
        });
        done.await.map_err(|_| Problem::broken())?
    }

    /// Works a machine, alone and in turn.
    pub(super) async fn on<T: Send + 'static>(
        &self,
        stand: &Arc<Stand>,
        work: impl FnOnce(&mut Worked) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let busy = |_| Problem::busy("too many requests wait for this machine");
        let place = Arc::clone(&stand.waiting).try_acquire_owned().map_err(busy)?;
        let mut worked = Arc::clone(&stand.worked).lock_owned().await;
        let done = self.work(move || {
            let _place = place;
            work(&mut worked)
        });
        let done = done.await;
        if done.as_ref().is_err_and(|problem| problem.status == StatusCode::INTERNAL_SERVER_ERROR) {
            stand.break_down();
        }
        done
    }

    /// A new machine, with the given script done to it if it is the given circuit.
    pub(super) async fn new_machine(self: &Arc<Self>, circuit: Option<String>) -> Result<Arc<Stand>, Problem> {
        let hall = Arc::clone(self);
        let name = circuit.clone();
        let worked = self.work(move || hall.worked(name.as_deref())).await?;
        let stand = Arc::new(Stand::new(new_id()?, circuit, worked, self.rules.waiting));
        let mut stands = self.lock();
        while stands.len() >= self.rules.machines.max(1) {
            let unwatched = |stand: &Arc<Stand>| (stand.is_watched(), stand.last_asked());
            let Some(oldest) = (0..stands.len()).min_by_key(|&index| stands.get(index).map(unwatched)) else { break };
            stands.remove(oldest).tell(Told::Gone);
        }
        stands.push(Arc::clone(&stand));
        Ok(stand)
    }

    fn worked(&self, name: Option<&str>) -> Result<Worked, Problem> {
        let circuit = self.given.read(name).map_err(|not_had| self.not_had(name, not_had))?;
        let mut bench = Bench::new(circuit, self.rules.machine)?;
        let description = self.described(name, &bench);
        if name.is_none() {
            for line in &self.given.script {
                let Ok(Some(step)) = parse_line(line, bench.circuit()) else { continue };
                // Where a limit is reached, what is done by then is shown.
                if let Err(NotDone::Limit(_)) = bench.step_at_end(&step) {
                    break;
                }
            }
        }
        Ok(Worked { bench, description })
    }

    /// What a circuit is, with its drawing.
    pub(super) fn described(&self, name: Option<&str>, bench: &Bench) -> Description {
        let circuit = bench.circuit();
        match name {
            Some(name) => describe(circuit, name, None, drawing(circuit)),
            None => describe(circuit, &self.given.name, self.given.file.clone(), drawing(circuit)),
        }
    }

    pub(super) fn not_had(&self, name: Option<&str>, not_had: NotHad) -> Problem {
        match not_had {
            NotHad::Unknown(near) => {
                let error = format!("no circuit of the name `{}` is built in", name.unwrap_or_default());
                Problem::new(StatusCode::NOT_FOUND, error).near(near)
            }
            NotHad::Wrong(findings) => {
                let error = format!("{} has errors", name.unwrap_or(&self.given.name));
                Problem::new(StatusCode::UNPROCESSABLE_ENTITY, error).findings(findings)
            }
        }
    }
}

/// An id that nobody guesses.
fn new_id() -> Result<String, Problem> {
    let mut bytes = [0u8; 16];
    getrandom::fill(&mut bytes).map_err(|_| Problem::broken())?;
    let mut id = String::with_capacity(32);
    for byte in bytes {
        let _ = write!(id, "{byte:02x}");
    }
    Ok(id)
}
