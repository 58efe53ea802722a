//! Whatever stands behind `#pragma hicuda`, inside a function with things to
//! name, is parsed and resolved without a panic. Lines of the input alternate
//! between directives and statements.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "front_end.rs"]
mod front_end;

fuzz_target!(|bytes: &[u8]| {
    let mut text = b"#define BLK 16\nstruct s { float *x; int n; };\nint N; float A[8][8], *p;\n\
                     void f(int n, struct s *sd)\n{\nint i, j, k; float t;\n"
        .to_vec();
    for (i, line) in bytes.split(|&b| b == b'\n').enumerate() {
        if i % 2 == 0 {
            text.extend_from_slice(b"#pragma hicuda ");
        }
        text.extend_from_slice(line);
        text.push(b'\n');
    }
    text.extend_from_slice(b"}\n");
    front_end::run(&text, false);
});
