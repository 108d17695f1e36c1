//! A circuit, a nul and a rule-book: read, and what it allows explored.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kiber_tests::any_input::rules(bytes));
