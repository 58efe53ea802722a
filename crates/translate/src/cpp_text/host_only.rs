//! Words of C++ that no function of the device has in its body.
//!
//! ```text
//! __global__ void k(int *a) { if (!a) throw 1; }           no exceptions there
//! __device__ int f() { std::vector<int> v(3); … }          its functions are the host's
//! ```
//! On the processor the C++ compiler takes them, and nvcc does not. In functions of both sides such words may be
//! the host's.

use std::ops::Range;

use syntax::token::Punct;

use super::functions::{bodies, is_of_device};
use super::macros::Macros;
use super::tokens::Text;

const STATEMENTS: [&str; 4] = ["throw", "try", "dynamic_cast", "typeid"];

/// Of `std`, what is of no use on the device because all its functions are the host's.
const OF_STD: [&str; 19] = [
    "cerr",
    "cin",
    "clog",
    "cout",
    "deque",
    "endl",
    "ifstream",
    "list",
    "map",
    "mutex",
    "ofstream",
    "ostringstream",
    "string",
    "stringstream",
    "thread",
    "to_string",
    "unordered_map",
    "unordered_set",
    "vector",
];

/// The words, with their bytes, as they are to be named.
pub(super) fn find(text: &Text<'_>, macros: &Macros) -> Vec<(String, Range<usize>)> {
    let bodies = bodies(text, macros);
    let mut found = Vec::new();
    for (at, word) in text.words.iter().enumerate() {
        let Some(name) = text.name(at).filter(|_| word.directive.is_none()) else { continue };
        let is_std = name == "std"
            && text.is(at + 1, Punct::Colon)
            && text.is(at + 2, Punct::Colon)
            && text.name(at + 3).is_some_and(|name| OF_STD.contains(&name));
        if !(is_std || STATEMENTS.contains(&name)) || is_of_device(&bodies, at) != Some(true) {
            continue;
        }
        let last = if is_std { at + 3 } else { at };
        let place = word.start..text.words[last].end;
        found.push((text.source(place.start, place.end).to_owned(), place));
    }
    found
}
