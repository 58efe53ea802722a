//! The bodies of kernels, each run once for every thread.
//!
//! The body becomes a lambda that copies the parameters, because each thread has its own.

use source::Edit;
use syntax::token::Punct;

use super::tokens::Text;

/// What may stand between `__global__` and the kernel's name, with parentheses behind it.
const ATTRIBUTES: [&str; 8] = [
    "__launch_bounds__",
    "__cluster_dims__",
    "__maxnreg__",
    "__block_size__",
    "__attribute__",
    "__align__",
    "decltype",
    "typename",
];

pub(super) fn rewrite(text: &Text<'_>, edits: &mut Vec<Edit>) {
    let kernels = (0..text.words.len()).filter(|&at| text.name(at) == Some("__global__"));
    for (open, close) in kernels.filter_map(|at| body(text, at)) {
        let begin = text.words[open].end;
        let wrap = b" ::warploom::kernel([=]() mutable -> void {".to_vec();
        edits.push(Edit { start: begin, end: begin, text: wrap });
        let end = text.words[close].start;
        edits.push(Edit { start: end, end, text: b"}); ".to_vec() });
    }
}

/// The braces of the kernel that is marked at `mark`; `None` for a declaration.
fn body(text: &Text<'_>, mark: usize) -> Option<(usize, usize)> {
    let mut at = mark + 1;
    loop {
        let word = text.words.get(at)?;
        if word.is(Punct::Semi) || word.is(Punct::LBrace) || word.directive != text.words[mark].directive {
            return None;
        }
        if word.is(Punct::LParen) {
            let closed = text.closing(at)?;
            let is_attribute = text.name(at - 1).is_some_and(|name| ATTRIBUTES.contains(&name));
            // `KERNEL(name)(int *a)`: the last parentheses are the parameters.
            if !is_attribute && !text.is(closed + 1, Punct::LParen) {
                let open = closed + 1;
                return text
                    .is(open, Punct::LBrace)
                    .then(|| text.closing(open).map(|close| (open, close)))?;
            }
            at = closed;
        }
        at += 1;
    }
}
