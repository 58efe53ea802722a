//! Any token sequence is parsed and resolved without a panic, as C and as
//! CUDA C. The first byte chooses the language; CUDA seldom, because the
//! declarations that every CUDA file begins with take most of a run.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "front_end.rs"]
mod front_end;

fuzz_target!(|bytes: &[u8]| {
    if let Some((first, text)) = bytes.split_first() {
        front_end::run(text, first % 8 == 1);
    }
});
