//! The pictures of the documents are what the program draws now, and each is shown somewhere.
//!
//! With `UPDATE_DOCS=1` in the environment they are drawn anew.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot set up has failed")]

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use kiber_cli::{ExitStatus, Io, Terminal, run};
use kiber_tests::repository;

/// Where the pictures are.
const PICTURES: &str = "docs/pictures";

/// The commands, each with the file that it draws.
fn commands() -> Vec<(Vec<String>, String)> {
    let list = fs::read_to_string(repository().join(PICTURES).join("commands.txt")).expect("the list of commands");
    let lines = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            assert_eq!(words.first().map(String::as_str), Some("kiber"), "{line}");
            let file = words.iter().skip_while(|word| *word != "-o").nth(1);
            let file = file.unwrap_or_else(|| panic!("`{line}` draws into no file")).clone();
            (words, file)
        })
        .collect()
}

fn draw(words: &[String]) {
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let arguments: Vec<OsString> = words.iter().map(OsString::from).collect();
    let mut io =
        Io { input: &mut io::empty(), output: &mut output, errors: &mut errors, terminal: Terminal::default() };
    let status = run(arguments, &mut io);
    assert_eq!(status, ExitStatus::SUCCESS, "{words:?}\n{}", String::from_utf8_lossy(&errors));
}

/// One test for all, because the working directory belongs to the whole process.
#[test]
fn each_is_what_its_command_draws_and_is_shown_somewhere() {
    let kept = repository().join(PICTURES);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder to draw in");
    std::env::set_current_dir(&folder).expect("a folder to go to");
    let mut wrong = Vec::new();
    let mut drawn = BTreeSet::new();
    for (words, file) in commands() {
        draw(&words);
        let now = fs::read(folder.join(&file)).expect("a picture that was drawn");
        if fs::read(kept.join(&file)).ok().as_ref() != Some(&now) {
            if std::env::var_os("UPDATE_DOCS").is_some() {
                fs::write(kept.join(&file), &now).expect("a picture that can be written");
            } else {
                wrong.push(file.clone());
            }
        }
        assert!(drawn.insert(file), "two commands draw into one file: {words:?}");
    }
    assert!(wrong.is_empty(), "{wrong:?} would be drawn differently now; UPDATE_DOCS=1 draws them anew");
    let listed = fs::read_dir(&kept).expect("the pictures").map(|entry| entry.expect("an entry").file_name());
    let there: BTreeSet<String> =
        listed.map(|name| name.to_string_lossy().into_owned()).filter(|name| name.ends_with(".svg")).collect();
    assert_eq!(there, drawn, "every picture has its command");
    let shown: String = documents().iter().map(|file| fs::read_to_string(file).expect("a document")).collect();
    let unseen: Vec<&String> = there.iter().filter(|name| !shown.contains(&format!("pictures/{name}"))).collect();
    assert!(unseen.is_empty(), "{unseen:?} are in no document");
}

fn documents() -> Vec<PathBuf> {
    let root = repository();
    let folders = [root.clone(), root.join("docs"), root.join("docs/guide")];
    let files = folders.iter().flat_map(|folder| fs::read_dir(folder).expect("a folder of documents"));
    files
        .map(|entry| entry.expect("an entry").path())
        .filter(|file| file.extension().is_some_and(|ending| ending == "md"))
        .collect()
}

/// A picture that a document shows is there.
#[test]
fn no_document_shows_a_picture_that_is_not_there() {
    let mut missing = Vec::new();
    for file in documents() {
        let text = fs::read_to_string(&file).expect("a document");
        let folder = file.parent().expect("a document is in a folder");
        for picture in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if picture.ends_with(".svg") && !folder.join(picture).is_file() {
                missing.push(format!("{}: {picture}", file.display()));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}
