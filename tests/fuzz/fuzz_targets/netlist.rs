//! Any bytes at all, read as a circuit.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kiber_tests::any_input::netlist(bytes));
