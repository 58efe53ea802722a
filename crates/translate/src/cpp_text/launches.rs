//! Launches as calls: `k<<<g, b>>>(a)` is `(::warploom::launching(g, b), k(a))`.
//!
//! Blanks between the brackets change nothing: in C++ a `<` never follows a `<<`.

use std::collections::BTreeSet;

use source::Edit;
use syntax::token::{Punct, TokenKind};

use super::kernels;
use super::macros::{Definition, Macros};
use super::tokens::Text;

/// A launch, by the indices of its tokens.
pub(crate) struct Launch {
    /// The first token of the kernel's name.
    pub callee: usize,
    /// The `<<`, with a `<` behind it.
    pub open: usize,
    /// The `>>`, with a `>` behind it.
    pub close: usize,
    last: usize,
}

pub(super) fn rewrite(text: &Text<'_>, edits: &mut Vec<Edit>) {
    for launch in (0..text.words.len()).filter_map(|at| launch_at(text, at)) {
        let word = |at: usize| text.words[at];
        let shape = text.source(word(launch.open + 1).end, word(launch.close).start);
        let start = word(launch.callee).start;
        let before = format!("(::warploom::launching({shape}), ");
        edits.push(Edit { start, end: start, text: before.into_bytes() });
        let (start, end) = (word(launch.open).start, word(launch.close + 1).end);
        edits.push(Edit { start, end, text: Vec::new() });
        let end = word(launch.last).end;
        edits.push(Edit { start: end, end, text: b")".to_vec() });
    }
}

/// Launches whose shape is a macro: `k SHAPE(g, b)(a)` is `(::warploom::launching SHAPE(g, b), k(a))`, and the
/// macro has parentheses.
pub(super) fn rewrite_shapes(text: &Text<'_>, macros: &Macros, edits: &mut Vec<Edit>) {
    let mut replace = |start: usize, end: usize, new: String| {
        let (start, end) = (text.words[start].start, text.words[end].end);
        edits.push(Edit { start, end, text: new.into_bytes() });
    };
    for (first, last) in text.definitions().filter_map(|found| shape_in(text, &found)) {
        replace(first, first + 1, "(".to_owned());
        replace(last - 1, last, ")".to_owned());
    }
    let is_shape = |&at: &usize| text.name(at).is_some_and(|name| macros.is_shape(name));
    for at in (0..text.words.len()).filter(is_shape) {
        let shape = if text.is(at + 1, Punct::LParen) { text.closing(at + 1) } else { Some(at) };
        let launch = || {
            let callee = callee_start(text, at.checked_sub(1)?)?;
            let args = shape? + 1;
            text.is(args, Punct::LParen)
                .then(|| text.closing(args))
                .flatten()
                .map(|last| (callee, args, last))
        };
        if let Some((callee, args, last)) = launch().filter(|_| !is_defined(text, at)) {
            let said = text.source(text.words[at].start, text.words[args - 1].end);
            let start = text.words[callee].start;
            let before = format!("(::warploom::launching {said}, ");
            edits.push(Edit { start, end: start, text: before.into_bytes() });
            edits.push(Edit { start: text.words[at].start, end: text.words[args - 1].end, text: Vec::new() });
            let end = text.words[last].end;
            edits.push(Edit { start: end, end, text: b")".to_vec() });
        }
    }
}

/// Is it the name in `#define name …`?
fn is_defined(text: &Text<'_>, at: usize) -> bool {
    text.words[at].directive.is_some_and(|hash| text.definition(hash).is_some_and(|found| found.at == at))
}

/// The first and the last word of a macro's text that is the shape of a launch.
pub(super) fn shape_in(text: &Text<'_>, found: &Definition<'_>) -> Option<(usize, usize)> {
    let (first, last) = (found.body.start, found.body.end.checked_sub(1)?);
    let is_shape = first + 3 < last
        && text.is(first, Punct::Shl)
        && text.is(first + 1, Punct::Lt)
        && text.is(last - 1, Punct::Shr)
        && text.is(last, Punct::Gt);
    is_shape.then_some((first, last))
}

/// `cudaLaunchKernel((void *)k, …)` without the cast: what a kernel takes is in its type.
pub(super) fn rewrite_untyped(text: &Text<'_>, edits: &mut Vec<Edit>) {
    const BY_POINTER: [&str; 2] = ["cudaLaunchKernel", "cudaLaunchCooperativeKernel"];
    let is_call = |&at: &usize| text.name(at).is_some_and(|name| BY_POINTER.contains(&name));
    for at in (0..text.words.len()).filter(is_call) {
        let mut cast = at + 2;
        if !text.is(at + 1, Punct::LParen) {
            continue;
        }
        // Within `reinterpret_cast<void *>( … )` there is one less.
        while let Some((open, close)) = named_cast(text, cast) {
            let (start, end) = (text.words[cast].start, text.words[open].end);
            edits.push(Edit { start, end, text: Vec::new() });
            edits.push(Edit { start: text.words[close].start, end: text.words[close].end, text: Vec::new() });
            cast = open + 1;
        }
        if let Some(close) = untyped_cast(text, cast) {
            let (start, end) = (text.words[cast].start, text.words[close].end);
            edits.push(Edit { start, end, text: Vec::new() });
        }
    }
}

/// `(void *)k` of a kernel elsewhere: its address, and a note of what it takes.
pub(super) fn rewrite_addresses(text: &Text<'_>, macros: &Macros, edits: &mut Vec<Edit>) {
    let marks = kernels::marks(text, macros);
    let kernels: BTreeSet<&str> = marks.filter_map(|mark| kernels::name(text, mark)).collect();
    for cast in (0..text.words.len()).filter(|&at| text.is(at, Punct::LParen)) {
        // `reinterpret_cast<void *>(`: the words before the parenthesis.
        let mut words = cast.saturating_sub(6)..cast;
        let named = words.find(|&first| named_cast(text, first).is_some_and(|(open, _)| open == cast));
        let (cast, before, behind) = match (named, untyped_cast(text, cast)) {
            (Some(first), _) => (first, cast, text.closing(cast)),
            (None, Some(close)) => (cast, close, None),
            _ => continue,
        };
        let name = before + 1 + usize::from(text.is(before + 1, Punct::Amp));
        let Some(last) = callee_end(text, name) else { continue };
        if behind.is_some_and(|behind| behind != last + 1) {
            continue;
        }
        let close = before;
        // A member of a struct that describes a launch may be given any kernel.
        let is_described = cast >= 2 && text.is(cast - 1, Punct::Eq) && text.name(cast - 2) == Some("func");
        let is_kernel = text.name(last).is_some_and(|name| kernels.contains(name))
            || text.name(name).is_some_and(|name| kernels.contains(name));
        let (start, end) = (text.words[cast].start, text.words[close].end);
        let is_rewritten = edits.iter().any(|edit| edit.start < end && edit.end > start);
        if (is_described || is_kernel) && !text.is(last + 1, Punct::LParen) && !is_rewritten {
            edits.push(Edit { start, end, text: b"::warploom::address(".to_vec() });
            // The other cast has a parenthesis there.
            if behind.is_none() {
                let end = text.words[last].end;
                edits.push(Edit { start: end, end, text: b")".to_vec() });
            }
        }
    }
}

/// The last word of `ns::k<T>`.
fn callee_end(text: &Text<'_>, first: usize) -> Option<usize> {
    let mut at = first;
    text.name(at)?;
    while text.is(at + 1, Punct::Colon) && text.is(at + 2, Punct::Colon) && text.name(at + 3).is_some() {
        at += 3;
    }
    match text.is(at + 1, Punct::Lt) {
        true => text.closing_angle(at + 1),
        false => Some(at),
    }
}

/// The parenthesis that closes `(void *)`, `(const void *)` or `(void const *)`.
fn untyped_cast(text: &Text<'_>, cast: usize) -> Option<usize> {
    let star = untyped_pointer(text, cast + 1)?;
    let is_cast = text.is(cast, Punct::LParen) && text.is(star + 1, Punct::RParen);
    is_cast.then_some(star + 1)
}

/// The star of `void *`, `const void *` or `void const *`.
fn untyped_pointer(text: &Text<'_>, first: usize) -> Option<usize> {
    let is_const = |at: usize| usize::from(text.name(at) == Some("const"));
    let void = first + is_const(first);
    let star = void + 1 + is_const(void + 1);
    (text.name(void) == Some("void") && text.is(star, Punct::Star)).then_some(star)
}

/// The parentheses of `reinterpret_cast<void *>(k)`, by the index of its first word.
fn named_cast(text: &Text<'_>, cast: usize) -> Option<(usize, usize)> {
    let is_cast = matches!(text.name(cast), Some("reinterpret_cast" | "static_cast"));
    let star = untyped_pointer(text, cast + 2).filter(|_| is_cast && text.is(cast + 1, Punct::Lt))?;
    let open = star + 2;
    let is_whole = text.is(star + 1, Punct::Gt) && text.is(open, Punct::LParen);
    is_whole.then(|| text.closing(open)).flatten().map(|close| (open, close))
}

/// The launch whose `<<<` begins here.
pub(crate) fn launch_at(text: &Text<'_>, open: usize) -> Option<Launch> {
    if !(text.is(open, Punct::Shl) && text.is(open + 1, Punct::Lt)) {
        return None;
    }
    let callee = callee_start(text, open.checked_sub(1)?)?;
    let close = shape_end(text, open + 2)?;
    let args = close + 2;
    text.is(args, Punct::LParen).then_some(())?;
    Some(Launch { callee, open, close, last: text.closing(args)? })
}

/// The `>>` of the `>>>` that ends a shape.
fn shape_end(text: &Text<'_>, from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        match text.words.get(at)?.kind {
            TokenKind::Punct(Punct::LParen | Punct::LBrace | Punct::LBracket) => at = text.closing(at)?,
            TokenKind::Punct(Punct::Shr) if text.is(at + 1, Punct::Gt) && text.is(at + 2, Punct::LParen) => {
                return Some(at);
            }
            TokenKind::Punct(Punct::Semi | Punct::RBrace) => return None,
            _ => {}
        }
        at += 1;
    }
}

/// The first token of the expression that ends at `last`: `ns::k<T>`, `table[i]`, `(*f)`.
fn callee_start(text: &Text<'_>, last: usize) -> Option<usize> {
    let mut at = last;
    loop {
        match text.words[at].kind {
            TokenKind::Punct(Punct::Gt | Punct::Shr) => at = text.opening_angle(at)?.checked_sub(1)?,
            TokenKind::Punct(Punct::RBracket) => at = text.opening(at)?.checked_sub(1)?,
            TokenKind::Punct(Punct::RParen) => {
                at = text.opening(at)?;
                match at.checked_sub(1).filter(|&before| is_called(text, before)) {
                    Some(before) => at = before,
                    None => return Some(at),
                }
            }
            TokenKind::Ident => match qualifier(text, at) {
                Some(before) => at = before,
                None => return Some(at),
            },
            TokenKind::Punct(Punct::Colon) => return Some(at),
            _ => return None,
        }
    }
}

/// Is this the name of a function before its arguments?
fn is_called(text: &Text<'_>, at: usize) -> bool {
    const WORDS: [&str; 7] = ["return", "if", "while", "for", "switch", "else", "do"];
    text.name(at).is_some_and(|name| !WORDS.contains(&name))
        || text.is(at, Punct::Gt)
        || text.is(at, Punct::RBracket)
}

/// What stands before a name and belongs to it: the token before `::`, `.` or `->`, or
/// a leading `::` itself.
fn qualifier(text: &Text<'_>, name: usize) -> Option<usize> {
    let mut before = name.checked_sub(1)?;
    if text.name(before) == Some("template") {
        before = before.checked_sub(1)?;
    }
    if text.is(before, Punct::Dot) || text.is(before, Punct::Arrow) {
        return before.checked_sub(1);
    }
    let first = before.checked_sub(1)?;
    if !(text.is(before, Punct::Colon) && text.is(first, Punct::Colon)) {
        return None;
    }
    let qualified = first.checked_sub(1).filter(|&at| text.words[at].is_name() || text.is(at, Punct::Gt));
    // `return ::k<<<…>>>` has a name before it that is none.
    Some(qualified.filter(|&at| text.name(at) != Some("return")).unwrap_or(first))
}
