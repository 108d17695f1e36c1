//! The server: who may ask, what can be asked, and the machines that are asked about.

mod answer;
mod guard;
mod hall;
mod keeper;
mod listen;
mod requests;
mod routes;
mod rules;
mod stand;

use std::io;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use crate::shelf::Given;
use hall::Hall;

pub use listen::DEFAULT_PORT;
pub use rules::HouseRules;

/// How often it is asked whether to end.
const ASK: Duration = Duration::from_millis(50);

/// A server that listens, and does not answer yet.
#[derive(Debug)]
pub struct Server {
    listeners: Vec<TcpListener>,
    port: u16,
    hall: Arc<Hall>,
}

impl Server {
    /// Listens on the loopback addresses at a port, 0 being any; without one at [`DEFAULT_PORT`] or, where that
    /// is taken, at any.
    ///
    /// # Errors
    /// When it cannot listen there.
    pub fn listen(given: Given, port: Option<u16>, rules: HouseRules) -> io::Result<Self> {
        let (listeners, port) = listen::listen(port)?;
        Ok(Self { listeners, port, hall: Arc::new(Hall::new(given, rules)) })
    }

    /// The port at which it listens.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The address of the page.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// Answers until it is told to stop, which it asks several times a second. Whatever is under way then is
    /// left.
    ///
    /// # Errors
    /// When the system gives it no threads, or takes the addresses away.
    pub fn run(self, mut stop: impl FnMut() -> bool) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let Self { listeners, port, hall } = self;
        let done = runtime.block_on(async {
            let router = routes::router(Arc::clone(&hall), port);
            for listener in listeners {
                listener.set_nonblocking(true)?;
                let listener = tokio::net::TcpListener::from_std(listener)?;
                let router = router.clone();
                tokio::spawn(async move { axum::serve(listener, router).await });
            }
            tokio::spawn(keeper::keep(hall));
            while !stop() {
                tokio::time::sleep(ASK).await;
            }
            Ok(())
        });
        runtime.shutdown_background();
        done
    }
}
