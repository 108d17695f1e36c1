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
        if stand.is_broken() {
            return Err(Problem::no_machine());
        }
        let stand = Arc::clone(stand);
        self.work(move || {
            let _place = place;
            // Held here, where the work is: whoever asked may have gone before it panics.
            let _alarm = Alarm(&stand);
            work(&mut worked)
        })
        .await
    }

    /// Answers a question that is put to a machine, while others work it.
    pub(super) async fn ask<Q: Send + 'static, T: Send + 'static>(
        &self,
        stand: &Arc<Stand>,
        question: impl FnOnce(&mut Worked) -> Result<Q, Problem> + Send + 'static,
        answer: impl FnOnce(Q) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let busy = |_| Problem::busy("too many questions about this machine wait for an answer");
        let place = Arc::clone(&stand.asking).try_acquire_owned().map_err(busy)?;
        let question = self.on(stand, question).await?;
        self.work(move || {
            let _place = place;
            answer(question)
        })
        .await
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

/// Takes a machine out of use in which a panic has left something half done.
struct Alarm<'a>(&'a Stand);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.break_down();
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

#[cfg(test)]
mod tests {
    use std::future::Future as _;
    use std::task::{Context, Waker};
    use std::time::Duration;

    use kiber_automaton::Embedded;

    use super::*;

    fn run(test: impl Future<Output = ()>) {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_time().build().unwrap();
        runtime.block_on(test);
    }

    #[test]
    fn a_machine_that_panics_is_out_of_use_also_when_nobody_waits_for_the_answer() {
        run(panics_alone());
    }

    async fn panics_alone() {
        let given = Given::embedded(Embedded::find("self-hold").unwrap());
        let hall = Arc::new(Hall::new(given, HouseRules::default()));
        let stand = hall.new_machine(None).await.unwrap();
        let mut asked = Box::pin(hall.on(&stand, |_| -> Result<(), Problem> { panic!("a mistake of the program") }));
        // Begun, and then left alone.
        let _ = asked.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        drop(asked);
        while !stand.is_broken() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        assert_eq!(hall.stand(&stand.id).unwrap_err().status, StatusCode::NOT_FOUND);
        assert_eq!(hall.on(&stand, |_| Ok(())).await.unwrap_err().status, StatusCode::NOT_FOUND);
    }

    #[test]
    fn a_long_answer_does_not_hold_the_machine() {
        run(answers_for_long());
    }

    async fn answers_for_long() {
        let given = Given::embedded(Embedded::find("self-hold").unwrap());
        let hall = Arc::new(Hall::new(given, HouseRules::default()));
        let stand = hall.new_machine(None).await.unwrap();
        // As many at once as this takes, whatever the number of processors.
        hall.working.add_permits(2);
        let (go, wait) = std::sync::mpsc::channel::<()>();
        let (begun, begins) = std::sync::mpsc::channel::<()>();
        let answered = {
            let (hall, stand) = (Arc::clone(&hall), Arc::clone(&stand));
            tokio::spawn(async move {
                let answer = move |()| {
                    let _ = begun.send(());
                    wait.recv().map_err(|_| Problem::broken())
                };
                hall.ask(&stand, |_| Ok(()), answer).await
            })
        };
        begins.recv().unwrap();
        assert!(hall.on(&stand, |worked| Ok(worked.bench.version())).await.is_ok());
        go.send(()).unwrap();
        assert!(answered.await.unwrap().is_ok());
    }
}
