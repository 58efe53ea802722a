//! What a file includes, in HIP.
//!
//! ```text
//! #include <cuda_runtime.h>             #include <hip/hip_runtime.h>
//! #include <device_launch_parameters.h>      (left out: nobody needs it)
//! ```
//! nvcc includes its runtime itself, so a file that does not say it gets a line.

use std::collections::HashSet;

use source::{Edit, line_ending, line_start};

use super::names::{self, Word};
use super::{Kind, Note, Place, Port, warps};
use crate::cpp_text::tokens::Text;

const RUNTIME: &str = "hip/hip_runtime.h";

/// Renames headers; the words of their lines are done.
pub(super) fn rewrite(port: &mut Port<'_>) -> HashSet<usize> {
    let text = port.text;
    let mut done = HashSet::new();
    for include in text.includes() {
        let within = |at: &usize| {
            let word = text.words[*at];
            word.end > include.range.start && word.start < include.range.end
        };
        done.extend((0..text.words.len()).filter(within));
        match names::header(&include.name) {
            Word::Same => {}
            Word::Other(other) if other.is_empty() => port.edits.push(line(text.bytes, &include.range)),
            Word::Other(other) => {
                port.replace(include.range.start, include.range.end, &format!("<{other}>"));
            }
            Word::Missing => {
                let message = format!("HIP has no header `{}`", include.name);
                let note = Note { end: include.range.end, message, kind: Kind::Refused };
                port.notes.insert(include.range.start, note);
            }
        }
    }
    done
}

/// Takes a line away.
fn line(bytes: &[u8], range: &std::ops::Range<usize>) -> Edit {
    let end = bytes[range.end..]
        .iter()
        .position(|&byte| byte == b'\n')
        .map_or(bytes.len(), |at| range.end + at + 1);
    Edit { start: line_start(bytes, range.start), end, text: Vec::new() }
}

/// What a file needs before its own text: HIP's runtime, and the functions of warps behind it.
pub(super) fn open(text: &Text<'_>, place: Place, needs_warps: bool, edits: &mut Vec<Edit>) {
    let includes = text.includes();
    let is_runtime =
        |include: &&crate::cpp_text::Include| names::header(&include.name) == Word::Other(RUNTIME.to_owned());
    // A header of the user's that comes first may count on what nvcc has included by then.
    let said = includes
        .iter()
        .find(is_runtime)
        .filter(|said| !includes.iter().any(|other| other.quoted && other.range.start < said.range.start));
    let ending = line_ending(text.bytes);
    let mut opening = String::new();
    if said.is_none() && (place == Place::Input || needs_warps) {
        opening = format!("#include <{RUNTIME}>\n");
    }
    let functions = if needs_warps { format!("\n{}", warps::FUNCTIONS) } else { String::new() };
    let insert =
        |at: usize, what: String| Edit { start: at, end: at, text: what.replace('\n', ending).into_bytes() };
    // Before all else, as nvcc does: an `#include` may stand in `extern "C"`.
    let start = line_start(text.bytes, text.words.first().map_or(0, |word| word.start));
    match said.filter(|_| opening.is_empty()) {
        Some(said) if needs_warps => {
            let end = line(text.bytes, &said.range).end;
            edits.push(insert(end, functions));
        }
        Some(_) => {}
        None if opening.is_empty() => {}
        None => edits.push(insert(start, opening + functions.trim_start_matches('\n'))),
    }
}
