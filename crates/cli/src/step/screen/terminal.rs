//! The real terminal, the clock and the files around a screen.

use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::panic;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::{Backend, CrosstermBackend};
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableFocusChange, DisableMouseCapture, EnableBracketedPaste, EnableFocusChange,
    EnableMouseCapture, Event,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::layout::Rect;

use super::page::WhyTold;
use super::state::{Screen, Wish};
use super::watched::Watched;
use crate::source::Source;
use crate::whole_file::WholeFile;

/// How often a running circuit is shown.
const FRAME: Duration = Duration::from_millis(33);
/// How often files and signals are looked at.
const IDLE: Duration = Duration::from_millis(250);
/// Most answers are there so soon that nothing needs to be shown before.
const SHORTLY: Duration = Duration::from_millis(15);
/// How long the program has to end in order before it is ended.
const PATIENCE: Duration = Duration::from_millis(500);
/// The most time that may pass for the circuit between two looks: less than what a stopped program misses.
const MOST_ELAPSED: Duration = Duration::from_millis(500);

/// Shows the screen until its user leaves.
pub(super) fn run(out: &mut dyn Write, screen: &mut Screen, given: &Path, source: &Source) -> io::Result<()> {
    let ended = Arc::new(AtomicBool::new(false));
    let signals = Signals::heed(&ended);
    let _watched_over = WatchedOver::begin(&ended);
    let mut terminal = Terminal::new(CrosstermBackend::new(Restored::begin(out)?))?;
    let size = terminal.size()?;
    screen.resize(size.width, size.height);
    let mut watched = Watched::new(source);
    let mut looked = Instant::now();
    let mut last = Instant::now();
    let mut thinker = Thinker::default();
    while !ended.load(Ordering::Relaxed) {
        thinker.think(screen);
        if screen.take_changed() {
            terminal.draw(|frame| screen.draw(frame))?;
        }
        let mut wait = if screen.is_running || thinker.is_busy() { FRAME } else { IDLE };
        // What waits already is done before anything is drawn.
        while event::poll(wait)? {
            wait = Duration::ZERO;
            screen.tick(elapsed_since(&mut last));
            let wish = match event::read()? {
                Event::Key(key) => screen.key(key),
                Event::Paste(text) => screen.paste(&text),
                Event::Mouse(mouse) => {
                    screen.mouse(mouse);
                    None
                }
                Event::Resize(width, height) => {
                    screen.resize(width, height);
                    None
                }
                Event::FocusLost => {
                    screen.focus_lost();
                    None
                }
                Event::FocusGained => None,
            };
            match wish {
                None => {}
                Some(Wish::Leave) => {
                    drop(terminal);
                    drop(signals);
                    return Ok(());
                }
                Some(Wish::Write { path, text, replace }) => write(screen, path, &text, replace, &watched.paths()),
                Some(Wish::Reload) => match watched.read_again(given) {
                    Ok(circuit) => screen.reloaded(circuit),
                    Err(message) => screen.failed(message),
                },
                Some(Wish::Redraw) => draw_anew(&mut terminal)?,
                Some(Wish::Suspend) => {
                    suspend(terminal.backend_mut())?;
                    draw_anew(&mut terminal)?;
                    last = Instant::now();
                }
            }
        }
        screen.tick(elapsed_since(&mut last));
        if looked.elapsed() >= 2 * IDLE {
            looked = Instant::now();
            if watched.has_changed() {
                screen.file_has_changed();
            }
        }
    }
    Ok(())
}

/// Sees to it that the program ends when it has to, whatever it is in the middle of. Where the terminal has gone away,
/// reading keys from it does not come back.
struct WatchedOver {
    _until: mpsc::Sender<()>,
}

impl WatchedOver {
    fn begin(ended: &Arc<AtomicBool>) -> Self {
        let (until, over) = mpsc::channel();
        let ended = Arc::clone(ended);
        std::thread::spawn(move || {
            let is_over = |after| over.recv_timeout(after) != Err(RecvTimeoutError::Timeout);
            loop {
                if is_over(IDLE) {
                    return;
                }
                if !io::stdin().is_terminal() {
                    ended.store(true, Ordering::Relaxed);
                }
                if ended.load(Ordering::Relaxed) {
                    if !is_over(PATIENCE) {
                        end_at_once();
                    }
                    return;
                }
            }
        });
        Self { _until: until }
    }
}

/// Ends the program, and puts the terminal back if it can be.
fn end_at_once() {
    let (tried, put_back) = mpsc::channel::<()>();
    std::thread::spawn(move || {
        // Standard output may be in use by the one that does not come back.
        let left = File::options().write(true).open("/dev/tty").and_then(leave);
        let _ = left.or_else(|_| disable_raw_mode());
        drop(tried);
    });
    // A terminal that takes nothing is not waited for.
    let _ = put_back.recv_timeout(PATIENCE);
    std::process::exit(1);
}

/// Clears the terminal, so that the next drawing is whole. [`Terminal::clear`] would ask the terminal where its
/// cursor is, and fail where nobody answers.
fn draw_anew(terminal: &mut Terminal<impl Backend<Error = io::Error>>) -> io::Result<()> {
    let size = terminal.size()?;
    terminal.resize(Rect::new(0, 0, size.width, size.height))
}

/// Finds out what takes long, beside the screen, which goes on meanwhile.
#[derive(Default)]
struct Thinker {
    /// Where the answer to what is being thought about will be.
    answer: Option<Receiver<WhyTold>>,
}

impl Thinker {
    fn is_busy(&self) -> bool {
        self.answer.is_some()
    }

    /// Asks what there is to ask, one question at a time, and passes on what was found.
    fn think(&mut self, screen: &mut Screen) {
        if self.answer.is_none()
            && let Some(asked) = screen.question()
        {
            let (sender, receiver) = mpsc::channel();
            // Nobody waits for an answer when the program is left meanwhile.
            std::thread::spawn(move || sender.send(asked.answer()));
            self.answer = Some(receiver);
        }
        let Some(answer) = &self.answer else { return };
        match answer.recv_timeout(SHORTLY) {
            Ok(told) => {
                screen.told(told);
                self.answer = None;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                self.answer = None;
                screen.failed("why it is so could not be found out".to_owned());
            }
        }
    }
}

fn elapsed_since(last: &mut Instant) -> Duration {
    let now = Instant::now();
    let elapsed = now.duration_since(*last);
    *last = now;
    elapsed.min(MOST_ELAPSED)
}

/// Writes a script, and tells the screen what came of it.
fn write(screen: &mut Screen, path: PathBuf, text: &str, replace: bool, circuit: &[&Path]) {
    if !replace && path.symlink_metadata().is_ok() {
        screen.is_there_already(path);
        return;
    }
    let written = WholeFile::create_unless_read(&path, circuit, "the circuit is read from it").and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.keep()?;
        Ok(())
    });
    match written {
        Ok(()) => screen.was_written(path),
        Err(problem) => screen.failed(problem.to_string()),
    }
}

/// A terminal that is put back as it was, whatever ends the program.
struct Restored<'a> {
    out: &'a mut dyn Write,
}

impl<'a> Restored<'a> {
    fn begin(out: &'a mut dyn Write) -> io::Result<Self> {
        // What a panic says would be lost with the screen; so the screen goes first.
        let before = panic::take_hook();
        let here = std::thread::current().id();
        panic::set_hook(Box::new(move |panic| {
            // Who thinks beside the screen does not end it.
            if std::thread::current().id() == here {
                let _ = leave(io::stdout());
                before(panic);
            }
        }));
        let mut this = Self { out };
        enter(&mut this)?;
        Ok(this)
    }
}

fn enter(mut out: impl Write) -> io::Result<()> {
    enable_raw_mode()?;
    execute!(out, EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste, EnableFocusChange)
}

fn leave(mut out: impl Write) -> io::Result<()> {
    let left =
        execute!(out, DisableFocusChange, DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, Show);
    disable_raw_mode().and(left)
}

/// Stands aside for the shell, until it calls the program back.
fn suspend(mut out: impl Write) -> io::Result<()> {
    if cfg!(unix) {
        leave(&mut out)?;
        stop_here()?;
        enter(&mut out)?;
    }
    Ok(())
}

#[cfg(unix)]
fn stop_here() -> io::Result<()> {
    signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)
}

#[cfg(not(unix))]
fn stop_here() -> io::Result<()> {
    Ok(())
}

impl Write for Restored<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Drop for Restored<'_> {
    fn drop(&mut self) {
        // After a panic it has been put back already; once more would move the cursor over what was said.
        if !std::thread::panicking() {
            // A terminal that is gone cannot be put back.
            let _ = leave(&mut *self.out);
            let _ = panic::take_hook();
        }
    }
}

/// Signals that end the program in order, so that the terminal is put back.
struct Signals {
    #[cfg(unix)]
    registered: Vec<signal_hook::SigId>,
}

impl Signals {
    #[cfg(unix)]
    fn heed(ended: &Arc<AtomicBool>) -> Self {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        let register = |signal| signal_hook::flag::register(signal, Arc::clone(ended)).ok();
        Self { registered: [SIGHUP, SIGINT, SIGTERM].into_iter().filter_map(register).collect() }
    }

    #[cfg(not(unix))]
    fn heed(_: &Arc<AtomicBool>) -> Self {
        Self {}
    }
}

impl Drop for Signals {
    fn drop(&mut self) {
        #[cfg(unix)]
        for id in self.registered.drain(..) {
            signal_hook::low_level::unregister(id);
        }
    }
}
