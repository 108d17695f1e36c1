//! `kiber completions`.

use crate::kiber;

/// The commands that help lists.
pub(crate) fn commands() -> Vec<String> {
    let help = kiber(&["--help"]).output;
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = listed.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names: Vec<String> = names.filter_map(|line| Some(line.split_whitespace().next()?.to_string())).collect();
    assert!(names.len() > 12, "{names:?}");
    names
}

#[test]
fn every_shell_knows_every_command() {
    for (shell, sign) in [
        ("bash", "complete -F _kiber"),
        ("zsh", "#compdef kiber"),
        ("fish", "complete -c kiber"),
        ("elvish", "edit:completion:arg-completer[kiber]"),
        ("powershell", "Register-ArgumentCompleter"),
    ] {
        let ran = kiber(&["completions", shell]);
        assert_eq!((ran.status, ran.errors.as_str()), (0, ""), "{shell}");
        assert!(ran.output.contains(sign), "{shell}");
        for name in commands() {
            assert!(ran.output.contains(&name), "{shell} knows no {name}");
        }
        assert!(ran.output.contains("most-states"), "{shell}");
    }
}

#[test]
fn an_unknown_shell_is_told_the_known_ones() {
    let ran = kiber(&["completions", "tcsh"]);
    assert_eq!((ran.status, ran.output.as_str()), (2, ""));
    assert!(ran.errors.contains("bash, zsh, fish, elvish, powershell"), "{}", ran.errors);
    assert!(kiber(&["--format", "json", "completions", "bash"]).errors.contains("no JSON"));
}
