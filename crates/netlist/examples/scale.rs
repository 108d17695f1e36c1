use std::fmt::Write;
#[allow(clippy::disallowed_methods, clippy::disallowed_macros)]
fn main() {
    let mut text = String::from(
        "Circuit(title: \"long\", parts: {\n\"G1\": Source(plus: \"+\", minus: \"-\"),\n\"S1\": Button(contacts: {",
    );
    let n = 1_000_000;
    for i in 0..n {
        let a = if i == 0 { "+".into() } else { format!("n{i}") };
        let _ = write!(text, "\"{i}\": Make(\"{a}\", \"n{}\"),\n", i + 1);
    }
    let _ = write!(text, "}}), \"H1\": Lamp(pins: (\"n{n}\", \"-\")),}})");
    report("million", &text);
    let mut text = String::from("Circuit(title: \"ring\", parts: {\n\"G1\": Source(plus: \"+\", minus: \"-\"),\n");
    let n = 100_000;
    for i in 0..n {
        let _ = writeln!(
            text,
            "\"K{i}\": Relay(coil: (\"c{i}\", \"-\"), contacts: {{\"1\": Make(\"+\", \"c{}\")}}),",
            (i + 1) % n
        );
    }
    text.push_str("\"S1\": Button(contacts: {\"1\": Make(\"+\", \"c0\")})})");
    report("ring", &text);
}
#[allow(clippy::disallowed_methods, clippy::disallowed_macros)]
fn report(name: &str, text: &str) {
    let t = std::time::Instant::now();
    let reading = kiber_netlist::read(text);
    println!(
        "{name} read: {} bytes {:?} findings {} {:?}",
        text.len(),
        t.elapsed(),
        reading.findings.len(),
        reading.findings.first()
    );
    let circuit = reading.circuit.unwrap();
    let t = std::time::Instant::now();
    let printed = kiber_netlist::print(&circuit);
    println!("print {} bytes {:?}", printed.len(), t.elapsed());
    let t = std::time::Instant::now();
    drop(circuit);
    println!("drop {:?}", t.elapsed());
}
