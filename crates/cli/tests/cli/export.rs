//! `kiber export`.

use serde_json::Value;

use crate::{LAMP, Ran, file, kiber, path, without_folder};

/// The machine in a page.
#[track_caller]
fn machine(page: &str) -> Value {
    let (_, rest) = page.split_once("id=\"machine\">").unwrap_or_else(|| panic!("no page: {page}"));
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

fn titles(machine: &Value) -> Vec<&str> {
    machine["timeline"].as_array().unwrap().iter().map(|deed| deed["title"].as_str().unwrap()).collect()
}

/// Refused with status 2 and these words.
#[track_caller]
fn check_refused(args: &[&str], words: &str) {
    let ran: Ran = kiber(&[&["export"], args].concat());
    assert_eq!((ran.status, ran.output.as_str()), (2, ""), "{ran:?}");
    assert!(without_folder(&ran.errors).contains(words), "{}", ran.errors);
}

#[test]
fn a_script_becomes_a_page() {
    let page = path("game.html");
    let page_name = page.to_str().unwrap();
    let ran = kiber(&["export", "article", "--script", "game", "--html", page_name]);
    assert_eq!((ran.status, ran.output.as_str(), ran.errors.as_str()), (0, "", ""));
    let machine = machine(&std::fs::read_to_string(&page).unwrap());
    assert_eq!((&machine["name"], &machine["exported"]["script"]), (&"article".into(), &"game".into()));
    assert_eq!(titles(&machine)[..3], ["power-up", "flip V1", "press KN1"]);
    let ran = kiber(&["export", "article", "--script", "game", "--html", page_name, "--format", "json"]);
    let report = ran.json();
    assert_eq!(report["actions"], titles(&machine).len() - 1);
    assert_eq!(report["bytes"], std::fs::metadata(&page).unwrap().len());
    assert_eq!(report["cut"], Value::Array(Vec::new()));
}

#[test]
fn a_trace_becomes_the_same_page() {
    let of = |what: &str, name: &str| {
        let ran = kiber(&["export", "self-hold", what, name, "--html", "-"]);
        assert_eq!((ran.status, ran.errors.as_str()), (0, ""), "{name}");
        machine(&ran.output)
    };
    let trace = kiber(&["run", "self-hold", "--script", "how-short", "--trace", "-"]).output;
    let trace = file("how-short.trace", trace);
    let (by_script, by_trace) = (of("--script", "how-short"), of("--trace", &trace));
    assert_eq!(by_script["timeline"], by_trace["timeline"]);
    assert_eq!(by_trace["exported"]["trace"], trace.as_str());
}

#[test]
fn a_trace_that_the_circuit_does_not_give_is_refused_with_the_first_difference() {
    let circuit = file("export-lamp.ron", LAMP);
    let script = file("export-lamp.script", "press S1 for 5ms\nwait 3ms\n");
    let trace = kiber(&["run", &circuit, "--script", &script, "--trace", "-"]).output;
    let check = |text: String, words: &str| {
        let trace = file("export-other.trace", text);
        check_refused(&[&circuit, "--trace", &trace, "--html", "-"], words);
    };
    check(
        trace.replace("+5.000 ms  S1", "+4.000 ms  S1").replace("+5.000 ms  H1", "+4.000 ms  H1"),
        "export-other.trace: `press S1 for 5ms`: the circuit does something else than the trace tells\n  \
         trace    +4.000 ms  S1     free; opens S1/1\n  circuit  +5.000 ms  S1     free; opens S1/1\n",
    );
    check(trace.replace("== wait 3ms", "== what is this"), "`what is this`: `what` is no action");
    check(trace.replace("H1     lit, 100 mA", "H1     lit, 90 mA"), "lit, 90 mA");
    check(trace.replace("kiber trace 1", "no trace"), "export-other.trace:1: ");
    let other = kiber(&["run", "self-hold", "--script", "how-short", "--trace", "-"]).output;
    check(other, "export-other.trace:2: ");
}

#[test]
fn what_went_wrong_in_the_script_is_said_and_what_was_done_is_shown() {
    let circuit = file("export-stop.ron", LAMP);
    let script = file("export-stop.script", "break S1/1\nexpect H1 lit\nbreak S1/1\nwait 1ms\n");
    let ran = kiber(&["export", &circuit, "--script", &script, "--html", "-"]);
    assert_eq!(ran.status, 0);
    assert_eq!(
        without_folder(&ran.errors),
        "export-stop.script:3: warning: stopped here: that is broken already: S1/1: contact stuck open\n"
    );
    assert_eq!(titles(&machine(&ran.output)), ["power-up", "break S1/1"]);
}

#[test]
fn a_buzzer_is_cut_and_too_much_is_refused() {
    let script = file("export-buzz.script", "on S1\nwait 30s\n");
    let ran = kiber(&["export", "buzzer", "--script", &script, "--html", "-"]);
    assert_eq!(ran.status, 0);
    assert!(ran.errors.contains("moments were left out of 1 action, the first is `wait 30s`"), "{}", ran.errors);
    let circuit = file("export-much.ron", LAMP);
    let script = file("export-much.script", "repeat 1000000000 { press S1 }\n");
    check_refused(&[&circuit, "--script", &script, "--html", "-"], "a page of more than 5000 actions");
}

#[test]
fn neither_circuit_nor_script_is_written_over_and_wrong_usage_is_said() {
    let circuit = file("export-over.ron", LAMP);
    let script = file("export-over.script", "press S1\n");
    for read in [&circuit, &script] {
        check_refused(&[&circuit, "--script", &script, "--html", read], "it is what the page is made from");
    }
    assert_eq!(std::fs::read_to_string(&script).unwrap(), "press S1\n");
    check_refused(&["article", "--html", "x.html"], "for example `kiber export article --script game --html x.html`");
    check_refused(&["article", "--script", "game"], "--html");
    check_refused(&["article", "--script", "game", "--trace", "x", "--html", "-"], "cannot be used with");
    check_refused(&["article", "--trace", "nowhere.trace", "--html", "-"], "there is no such file");
    check_refused(&["article", "--script", "game", "--html", "nowhere/x.html"], "there is no such folder");
    check_refused(&["article", "--script", "game", "--html", "-", "--format", "json"], "give --html a file");
}
