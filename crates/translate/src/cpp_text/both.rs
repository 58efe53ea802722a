//! Functions of host and device that ask which of them they are for: the body is there twice.
//!
//! ```text
//! __host__ __device__ int f() {       { if (::warploom::in_kernel()) {
//! #ifdef __CUDA_ARCH__                #if 1
//!     return 1;                           return 1;
//! #else                          ──▶  #else
//!     return 0;                           return 0;
//! #endif                              #endif
//! }                                   } else { (as it was) }}
//! ```
//! Whole bodies, and not branches: what a branch declares is there for what follows it, and as for
//! nvcc, each side has its own `static` variables. Which of them runs is known when the function is called.

use std::collections::BTreeSet;
use std::ops::Range;

use source::{Edit, apply_edits};

use super::tokens::Text;

/// `braces` are a function's; `conditions` are what its lines ask, as they are for the device. Lines that go
/// before and behind the device's body are its `frame`.
pub(super) fn rewrite(
    text: &Text<'_>,
    braces: Range<usize>,
    conditions: Vec<Edit>,
    (first, last): &(String, String),
    edits: &mut Vec<Edit>,
) {
    let (start, end) = (text.words[braces.start].end, text.words[braces.end].start);
    let within = edits.iter().filter(|edit| start <= edit.start && edit.end <= end).cloned();
    let moved = within.chain(conditions).map(|edit| Edit {
        start: edit.start - start,
        end: edit.end - start,
        text: edit.text,
    });
    let Ok(of_device) = apply_edits(&text.bytes[start..end], &moved.collect::<Vec<_>>()) else { return };
    let labels = labels(text, braces);
    let line = format!("\n#line {}\n", text.line(start));
    let (first, last) = match (first.as_str(), last.as_str()) {
        ("", "") => Default::default(),
        _ => (format!("\n{first}{}", line.trim_start()), format!("\n{last}")),
    };
    let before = format!(" if (::warploom::in_kernel()) {{{labels}{first}");
    let between = format!("{last}}} else {{{labels}{line}");
    let copy = [before.as_bytes(), &of_device, between.as_bytes()].concat();
    // Before what else is written at the beginning.
    edits.insert(0, Edit { start, end: start, text: copy });
    edits.push(Edit { start: end, end, text: b"}".to_vec() });
}

/// Each body has its own labels.
fn labels(text: &Text<'_>, braces: Range<usize>) -> String {
    let jumps = braces.filter(|&at| text.name(at) == Some("goto"));
    let names: BTreeSet<&str> = jumps.filter_map(|at| text.name(at + 1)).collect();
    names.iter().map(|name| format!(" __label__ {name};")).collect()
}
