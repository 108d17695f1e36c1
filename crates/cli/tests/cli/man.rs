//! `kiber man`.

use crate::completions::commands;
use crate::{kiber, path};

#[test]
fn one_page_names_every_command() {
    let ran = kiber(&["man"]);
    assert_eq!((ran.status, ran.errors.as_str()), (0, ""));
    assert!(
        ran.output.contains(concat!(".TH \"kiber\" 1 \"\" \"kiber ", env!("CARGO_PKG_VERSION"), "\"")),
        "{}",
        ran.output
    );
    for name in commands().iter().filter(|name| *name != "help") {
        assert!(ran.output.contains(&format!("kiber\\-{}", name.replace('-', "\\-"))), "no {name}");
    }
}

#[test]
fn a_folder_gets_a_page_for_every_command() {
    let folder = path("man-pages");
    let _ = std::fs::remove_dir_all(&folder);
    let ran = kiber(&["man", "--dir", folder.to_str().unwrap()]);
    assert_eq!((ran.status, ran.errors.as_str()), (0, ""));
    let pages = std::fs::read_dir(&folder).unwrap().count();
    assert!(ran.output.starts_with(&format!("{pages} pages written")), "{}", ran.output);
    let page = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(page("kiber.1"), kiber(&["man"]).output);
    for name in commands().iter().filter(|name| *name != "help") {
        let page = page(&format!("kiber-{name}.1"));
        for section in [".SH NAME", ".SH SYNOPSIS", ".SH DESCRIPTION", ".SH OPTIONS"] {
            assert!(page.contains(section), "{name} has no {section}");
        }
    }
    insta::assert_snapshot!(page("kiber-fmt.1"));
    assert!(page("kiber-kalah-solve.1").contains(".SH \"EXIT STATUS\""));
    assert!(!folder.join("kiber-help.1").exists());
}

#[test]
fn pages_that_cannot_be_written_are_status_2() {
    let ran = kiber(&["man", "--dir", "/dev/null/man"]);
    assert_eq!((ran.status, ran.output.as_str()), (2, ""));
    assert!(ran.errors.contains("cannot write"), "{}", ran.errors);
}
