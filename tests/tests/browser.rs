//! The page in a real browser: somebody plays a whole game on it, by mouse, by key and by finger.
//!
//! What is done and what must come of it stands in `tests/browser`. It takes node, Chromium and the
//! packages of `tests/browser` (`npm ci` in that folder); where one of them is missing the test is skipped,
//! and says so. `KIBER_CHROMIUM` names a Chromium that is not `/usr/bin/chromium`, and with `KIBER_SHOTS`
//! in the environment screenshots are left in the folder of that name.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot set up has failed")]

use std::env;
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use kiber_automaton::Embedded;
use kiber_cli::{ExitStatus, Io, Terminal};
use kiber_tests::repository;
use kiber_web::{Given, HouseRules, Server};

/// Says past the test harness, which shows what a passed test prints to nobody, why nothing was tested.
fn skipped(why: &str) {
    let _ = writeln!(io::stderr(), "SKIPPED: {why}, so the page is not tried");
}

fn node() -> bool {
    Command::new("node").arg("--version").output().is_ok_and(|answer| answer.status.success())
}

/// Runs node in `tests/browser`; what it says is told if it fails.
#[track_caller]
fn run_node(arguments: &[OsString]) {
    let Output { status, stdout, stderr } =
        Command::new("node").args(arguments).current_dir(repository().join("tests/browser")).output().unwrap();
    assert!(status.success(), "{}{}", String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
}

/// `kiber export` with the article's game.
fn export(to: &Path) {
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let mut io =
        Io { input: &mut io::empty(), output: &mut output, errors: &mut errors, terminal: Terminal::default() };
    let mut arguments: Vec<OsString> =
        ["kiber", "export", "article", "--script", "game", "--html"].map(OsString::from).into();
    arguments.push(to.into());
    let status = kiber_cli::run(arguments, &mut io);
    assert!(status == ExitStatus::SUCCESS, "{}", String::from_utf8_lossy(&errors));
}

#[test]
fn the_model_of_the_page_is_right() {
    if !node() {
        skipped("node is not installed");
        return;
    }
    run_node(&["--test".into(), "model.test.js".into()]);
}

#[test]
fn somebody_plays_on_the_page() {
    let chromium = env::var_os("KIBER_CHROMIUM").map_or_else(|| PathBuf::from("/usr/bin/chromium"), PathBuf::from);
    if !node() || !chromium.exists() {
        skipped("node and chromium are not installed");
        return;
    }
    if !repository().join("tests/browser/node_modules/playwright-core").exists() {
        skipped("the packages of tests/browser are not installed (npm ci)");
        return;
    }
    let exported = Path::new(env!("CARGO_TARGET_TMPDIR")).join("exported-game.html");
    export(&exported);

    let server =
        Server::listen(Given::embedded(Embedded::find("article").unwrap()), Some(0), HouseRules::default()).unwrap();
    let url = format!("http://127.0.0.1:{}/", server.port());
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    let serving = thread::spawn(move || server.run(|| asked.load(Ordering::Relaxed)));
    let mut arguments: Vec<OsString> = vec!["drive.js".into(), url.into(), exported.into()];
    arguments.extend(env::var_os("KIBER_SHOTS"));
    run_node(&arguments);
    stop.store(true, Ordering::Relaxed);
    serving.join().unwrap().unwrap();
}
