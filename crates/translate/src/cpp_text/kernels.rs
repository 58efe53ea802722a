//! The bodies of kernels, each run once for every thread.
//!
//! The body becomes a lambda that copies the parameters, because each thread has its own. Where
//! the device is another process, the body is left out: it is read from the file itself, and
//! the host tells which instance of a template it means by the name that its compiler gives it.

use std::collections::BTreeMap;

use source::Edit;
use syntax::token::Punct;

use super::macros::Macros;
use super::tokens::{Text, Word};

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

pub(super) fn rewrite(text: &Text<'_>, macros: &Macros, edits: &mut Vec<Edit>) {
    for (open, Kernel { close, parameters }) in defined(text, macros) {
        name_itself(text, macros, (open..close, parameters.0), edits);
        let begin = text.words[open].end;
        let wrap = b" ::warploom::kernel([=]() mutable -> void {".to_vec();
        edits.push(Edit { start: begin, end: begin, text: wrap });
        let end = text.words[close].start;
        edits.push(Edit { start: end, end, text: b"}); ".to_vec() });
    }
}

/// `__func__` of the kernel, and not of the lambda that its body becomes.
fn name_itself(
    text: &Text<'_>,
    macros: &Macros,
    (braces, parameters): (std::ops::Range<usize>, usize),
    edits: &mut Vec<Edit>,
) {
    let name = parameters.checked_sub(1).and_then(|at| text.name(at));
    let Some(name) = name.filter(|name| macros.mark(name).is_none()) else { return };
    let is_asked = |at: &usize| matches!(text.name(*at), Some("__func__" | "__FUNCTION__"));
    for word in braces.filter(is_asked).map(|at| text.words[at]) {
        edits.push(Edit { start: word.start, end: word.end, text: format!("\"{name}\"").into_bytes() });
    }
}

/// The kernels' bodies are elsewhere: what is left hands the arguments over.
pub(super) fn hand_over(text: &Text<'_>, macros: &Macros, edits: &mut Vec<Edit>) {
    for (open, kernel) in defined(text, macros) {
        let (start, end) = (text.words[open].end, text.words[kernel.close].start);
        edits.retain(|edit| edit.end <= start || edit.start >= end);
        let mut arguments = String::new();
        let of_macro = kernel.parameters.0.checked_sub(1).and_then(|at| macros.parameters(text.name(at)?));
        for name in of_macro.into_iter().flatten() {
            arguments += &format!(", {name}");
        }
        let parameters = text.arguments(kernel.parameters.0).filter(|_| of_macro.is_none());
        for (first, last) in joined(text, parameters.unwrap_or_default()) {
            match parameter_name(text, first, last) {
                Some(Ok(name)) => arguments += &format!(", {name}"),
                Some(Err(at)) => {
                    let name = format!("warploom_{at}");
                    arguments += &format!(", {name}");
                    // Before a value or the length of an array.
                    let end = text.words[at].end;
                    edits.push(Edit { start: end, end, text: format!(" {name}").into_bytes() });
                }
                None => {}
            }
        }
        let lines = directives_alone(text, open..kernel.close);
        let body = format!(" ::warploom::launch(WARPLOOM_UNIT, __PRETTY_FUNCTION__{arguments}); {lines}");
        edits.push(Edit { start, end, text: body.into_bytes() });
    }
}

/// The lines between two braces without their code: what a body defines for the preprocessor, all that
/// follows may use.
fn directives_alone(text: &Text<'_>, braces: std::ops::Range<usize>) -> String {
    let (mut at, end) = (text.words[braces.start].end, text.words[braces.end].start);
    let mut lines = String::new();
    let mut depth = 0_usize;
    for hash in braces.filter(|&at| text.words[at].directive == Some(at)) {
        let is_kept = match text.name(hash + 1) {
            Some("define" | "undef") => true,
            Some("if" | "ifdef" | "ifndef") => {
                depth += 1;
                true
            }
            Some("elif" | "else") => depth > 0,
            Some("endif") => {
                let is_open = depth > 0;
                depth = depth.saturating_sub(1);
                is_open
            }
            _ => false,
        };
        let (start, last) = (text.words[hash].start, text.words[text.line_end(hash) - 1].end);
        lines += &"\n".repeat(text.source(at, start).matches('\n').count());
        at = start;
        if is_kept {
            lines += text.source(start, last);
            at = last;
        }
    }
    lines + &"\n".repeat(text.source(at, end).matches('\n').count())
}

/// The names of the parameters in a macro's body that is a kernel's head; `None` where one has no name.
pub(super) fn parameters_of_head(text: &Text<'_>, body: std::ops::Range<usize>) -> Option<Vec<String>> {
    let close = body.end.checked_sub(1).filter(|&at| text.is(at, Punct::RParen))?;
    let open = text.opening(close).filter(|open| body.contains(open))?;
    let names = joined(text, text.arguments(open)?).into_iter();
    let names = names.filter_map(|(first, last)| parameter_name(text, first, last));
    names.map(Result::ok).collect()
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

/// A kernel with its body, by the indices of its brackets.
struct Kernel {
    close: usize,
    /// The parentheses around its parameters.
    parameters: (usize, usize),
}

/// The kernels that a file defines, by their opening braces.
fn defined(text: &Text<'_>, macros: &Macros) -> BTreeMap<usize, Kernel> {
    let found = marks(text, macros).filter_map(|mark| {
        let parameters = parameters(text, mark)?;
        let open = next(text, mark, parameters.1);
        let close = text.is(open, Punct::LBrace).then(|| text.closing(open)).flatten()?;
        Some((open, Kernel { close, parameters }))
    });
    found.collect()
}

/// Where a declaration is marked as a kernel's, by `__global__` or by a macro with it.
pub(super) fn marks<'a>(text: &'a Text<'_>, macros: &'a Macros) -> impl Iterator<Item = usize> + 'a {
    (0..text.words.len()).filter(|&at| match text.name(at) {
        Some("__global__") => true,
        Some(name) => {
            text.words[at].directive.is_none() && macros.mark(name).is_some_and(|mark| mark.is_kernel)
        }
        None => false,
    })
}

/// The name of the kernel that is marked at `mark`, defined here or elsewhere.
pub(super) fn name<'a>(text: &Text<'a>, mark: usize) -> Option<&'a str> {
    let (open, _) = parameters(text, mark)?;
    text.name(open.checked_sub(1)?)
}

/// The parentheses around its parameters: the last ones before its body, or before the `;`. Behind
/// `KERNEL(name)(int *a)` and `BOUNDS(256) k(int *a)` there are others before them.
fn parameters(text: &Text<'_>, mark: usize) -> Option<(usize, usize)> {
    let directive = text.words[mark].directive;
    let mut found = None;
    let mut at = mark;
    loop {
        let word = text.words.get(at)?;
        if word.directive != directive {
            // A macro's body ends with its line; between the lines of a head there may be conditions.
            if directive.is_some() {
                return found;
            }
        } else if word.is(Punct::Semi) || word.is(Punct::LBrace) {
            return found;
        } else if word.is(Punct::RBrace) || word.is(Punct::Eq) {
            return None;
        } else if word.is(Punct::LParen) {
            let closed = text.closing(at)?;
            let is_attribute = text.name(at - 1).is_some_and(|name| ATTRIBUTES.contains(&name));
            found = if is_attribute { found } else { Some((at, closed)) };
            at = closed;
        }
        at += 1;
    }
}

/// The word behind another one of the same text: conditions between the lines of a head are left out.
fn next(text: &Text<'_>, mark: usize, at: usize) -> usize {
    let directive = text.words[mark].directive;
    let rest = text.words.iter().skip(at + 1);
    let is_other = |word: &&Word<'_>| directive.is_none() && word.directive.is_some();
    let skipped = rest.take_while(is_other).count();
    let next = at + 1 + skipped;
    // A macro's body has no brace on the next line.
    if text.words.get(next).is_some_and(|word| word.directive == directive) { next } else { text.words.len() }
}
