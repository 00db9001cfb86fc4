#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| bristle_fuzz::run("curve", bytes));
