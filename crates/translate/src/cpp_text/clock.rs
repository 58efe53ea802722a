//! `clock()`: ticks of the device in its functions, and C's function in those of the host.
//!
//! ```text
//! __device__ … { t = clock(); }  ──▶  __device__ … { t = ::warploom::clock(); }
//! ```
//! CUDA overloads the name by whom a function is for, which C++ cannot.

use source::Edit;
use syntax::token::Punct;

use super::functions::{bodies, is_of_device};
use super::macros::Macros;
use super::tokens::Text;

pub(super) fn rewrite(text: &Text<'_>, macros: &Macros, edits: &mut Vec<Edit>) {
    let is_call = |&at: &usize| {
        let is_member = at > 0 && (text.is(at - 1, Punct::Dot) || text.is(at - 1, Punct::Arrow));
        let is_of_scope = at > 0 && text.is(at - 1, Punct::Colon);
        let is_declared = at > 0 && text.words[at - 1].is_name() && text.name(at - 1) != Some("return");
        text.name(at) == Some("clock")
            && text.is(at + 1, Punct::LParen)
            && text.is(at + 2, Punct::RParen)
            && !(is_member || is_of_scope || is_declared)
    };
    let calls: Vec<usize> = (0..text.words.len()).filter(is_call).collect();
    if calls.is_empty() {
        return;
    }
    let bodies = bodies(text, macros);
    for at in calls {
        if is_of_device(&bodies, at) == Some(true) {
            let start = text.words[at].start;
            edits.push(Edit { start, end: start, text: b"::warploom::".to_vec() });
        }
    }
}
