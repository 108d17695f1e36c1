//! A circuit, a nul and a script: read, played, and the trace read back.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kiber_tests::any_input::play(bytes));
