//! The bodies of kernels, each run once for every thread.
//!
//! The body becomes a lambda that copies the parameters, because each thread has its own. Where
//! the device is another process, the body is left out: it is read from the file itself, and
//! the host tells which instance of a template it means by the name that its compiler gives it.

use source::Edit;
use syntax::token::Punct;

use super::tokens::Text;

/// What may stand between `__global__` and the kernel's name, with parentheses behind it.
pub(super) const ATTRIBUTES: [&str; 8] = [
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

/// The kernels' bodies are elsewhere: what is left hands the arguments over.
pub(super) fn hand_over(text: &Text<'_>, edits: &mut Vec<Edit>) {
    let kernels = (0..text.words.len()).filter(|&at| text.name(at) == Some("__global__"));
    for (open, close) in kernels.filter_map(|at| body(text, at)) {
        let (start, end) = (text.words[open].end, text.words[close].start);
        edits.retain(|edit| edit.end <= start || edit.start >= end);
        let mut arguments = String::new();
        let parameters = text.opening(open - 1).and_then(|first| text.arguments(first));
        for (first, last) in joined(text, parameters.unwrap_or_default()) {
            match parameter_name(text, first, last) {
                Some(Ok(name)) => arguments += &format!(", {name}"),
                Some(Err(at)) => {
                    let name = format!("warploom_{at}");
                    arguments += &format!(", {name}");
                    let end = text.words[last].end;
                    edits.push(Edit { start: end, end, text: format!(" {name}").into_bytes() });
                }
                None => {}
            }
        }
        let lines = text.source(start, end).matches('\n').count();
        let body = format!(" ::warploom::launch(__PRETTY_FUNCTION__{arguments}); {}", "\n".repeat(lines));
        edits.push(Edit { start, end, text: body.into_bytes() });
    }
}

/// Parameters whose types have commas between angle brackets, in one piece again.
fn joined(text: &Text<'_>, parts: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    let mut whole: Vec<(usize, usize)> = Vec::new();
    let mut depth = 0_i32;
    for (first, last) in parts {
        match whole.last_mut() {
            Some(before) if depth > 0 => before.1 = last,
            _ => whole.push((first, last)),
        }
        for at in first..=last {
            depth += i32::from(text.is(at, Punct::Lt)) - i32::from(text.is(at, Punct::Gt));
            depth -= 2 * i32::from(text.is(at, Punct::Shr));
        }
        depth = depth.max(0);
    }
    whole
}

/// The name that a parameter has, or the number of the token where one is to be added. `None`
/// for `void`.
fn parameter_name<'a>(text: &Text<'a>, first: usize, last: usize) -> Option<Result<String, usize>> {
    let value = (first..=last).find(|&at| text.is(at, Punct::Eq)).unwrap_or(last + 1);
    // `void (*f)(int)`
    let pointer = (first..value).find(|&at| text.is(at, Punct::LParen) && text.is(at + 1, Punct::Star));
    if let Some(name) = pointer.and_then(|at| text.name(at + 2)) {
        return Some(Ok(name.to_owned()));
    }
    let end = (first..value).find(|&at| text.is(at, Punct::LBracket)).unwrap_or(value);
    let at = end.checked_sub(1).filter(|&at| at >= first)?;
    const TYPES: [&str; 12] = [
        "int",
        "float",
        "double",
        "char",
        "short",
        "long",
        "unsigned",
        "bool",
        "const",
        "__restrict__",
        "size_t",
        "signed",
    ];
    match text.name(at) {
        Some("void") if first == at => None,
        Some(name) if at > first && !TYPES.contains(&name) => {
            let is_pack = (first..at).any(|at| text.is(at, Punct::Ellipsis));
            Some(Ok(if is_pack { format!("{name}...") } else { name.to_owned() }))
        }
        _ => Some(Err(at)),
    }
}

/// The braces of the kernel that is marked at `mark`; `None` for a declaration.
fn body(text: &Text<'_>, mark: usize) -> Option<(usize, usize)> {
    let (_, closed) = parameters(text, mark)?;
    let open = closed + 1;
    text.is(open, Punct::LBrace).then(|| text.closing(open).map(|close| (open, close)))?
}

/// The name of the kernel that is marked at `mark`, defined here or elsewhere.
pub(super) fn name<'a>(text: &Text<'a>, mark: usize) -> Option<&'a str> {
    let (open, _) = parameters(text, mark)?;
    text.name(open.checked_sub(1)?)
}

/// The parentheses around its parameters.
fn parameters(text: &Text<'_>, mark: usize) -> Option<(usize, usize)> {
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
                return Some((at, closed));
            }
            at = closed;
        }
        at += 1;
    }
}
