//! The functions that are marked, and whom their code is for.
//!
//! `__global__` and `__device__` say that a function is of the device alone; with `__host__` it is of both.

use std::ops::Range;

use syntax::token::Punct;

use super::kernels::ATTRIBUTES;
use super::macros::{Macros, Mark};
use super::tokens::Text;

/// A function's body, by the indices of its braces.
pub(super) struct Body {
    /// The first mark.
    pub mark: usize,
    pub open: usize,
    pub close: usize,
    pub marks: Mark,
}

impl Body {
    pub fn is_of_device_alone(&self) -> bool {
        self.marks.is_of_device && !self.marks.is_of_host
    }

    /// Does the word stand before the body?
    pub fn has_in_head(&self, at: usize) -> bool {
        self.mark < at && at < self.open
    }
}

/// Is the innermost function around a word of the device alone? `None` outside of functions.
pub(super) fn is_of_device(bodies: &[Body], at: usize) -> Option<bool> {
    let innermost = bodies.iter().rfind(|body| body.open < at && at < body.close);
    innermost.map(Body::is_of_device_alone)
}

/// The bodies of functions that are marked, in the order of the file.
pub(super) fn bodies(text: &Text<'_>, macros: &Macros) -> Vec<Body> {
    let mut bodies: Vec<Body> = Vec::new();
    for at in (0..text.words.len()).filter(|&at| text.words[at].directive.is_none()) {
        let Some(mark) = text.name(at).and_then(|name| macros.mark(name)) else { continue };
        let Some(open) = body(text, at) else { continue };
        match bodies.iter_mut().find(|body| body.open == open) {
            // `__host__ __device__`
            Some(body) => body.marks = body.marks.with(mark),
            None => {
                bodies.extend(text.closing(open).map(|close| Body { mark: at, open, close, marks: mark }))
            }
        }
    }
    bodies
}

/// The braces of the innermost function around some words; its marks may come from a macro.
pub(super) fn around(text: &Text<'_>, bodies: &[Body], words: Range<usize>) -> Option<(usize, usize)> {
    let is_body = |&open: &usize| {
        text.is(open, Punct::LBrace)
            && text.words[open].directive.is_none()
            && (bodies.iter().any(|body| body.open == open) || opens_function(text, open))
    };
    let braces = (0..words.start).rev().filter(is_body);
    let mut braces = braces.filter_map(|open| Some((open, text.closing(open)?)));
    braces.find(|&(_, close)| close > words.end)
}

/// `f(int x) const {`, `a() : x{0} {`, and not `if (x) {`
pub(super) fn opens_function(text: &Text<'_>, open: usize) -> bool {
    const BEHIND: [&str; 6] = ["const", "noexcept", "override", "final", "mutable", "volatile"];
    const STATEMENTS: [&str; 6] = ["if", "for", "while", "switch", "catch", "constexpr"];
    const NO_MEMBERS: [&str; 3] = ["else", "try", "do"];
    let Some(mut last) = previous(text, open) else { return false };
    // `auto f() -> std::pair<int, int> {`
    let mut at = Some(last);
    while let Some(word) = at.filter(|&at| is_of_type(text, at)) {
        at = previous(text, word);
        last = at.filter(|_| text.is(word, Punct::Arrow)).unwrap_or(last);
    }
    while text.name(last).is_some_and(|name| BEHIND.contains(&name)) {
        let Some(before) = previous(text, last) else { return false };
        last = before;
    }
    let Some(start) = text.opening(last).filter(|&start| start > 0) else { return false };
    let name = text.name(start - 1);
    match text.words[last].is(Punct::RParen) {
        true => !name.is_some_and(|name| STATEMENTS.contains(&name)),
        false => {
            text.is(last, Punct::RBrace)
                && text.is(start, Punct::LBrace)
                && (name.is_some_and(|name| !NO_MEMBERS.contains(&name)) || text.is(start - 1, Punct::Gt))
        }
    }
}

/// The word before another, directives left out.
fn previous(text: &Text<'_>, at: usize) -> Option<usize> {
    text.words[..at].iter().rposition(|word| word.directive.is_none())
}

/// May the word be one of the type of a result?
fn is_of_type(text: &Text<'_>, at: usize) -> bool {
    const NEVER: [Punct; 6] =
        [Punct::Semi, Punct::LBrace, Punct::RBrace, Punct::LParen, Punct::RParen, Punct::Eq];
    !NEVER.iter().any(|&sign| text.is(at, sign))
}

/// The brace that opens the body of the function that is marked at `mark`.
fn body(text: &Text<'_>, mark: usize) -> Option<usize> {
    let mut at = mark + 1;
    let (mut has_parameters, mut initialises) = (false, false);
    loop {
        let word = text.words.get(at)?;
        if word.directive.is_some() {
            at += 1;
            continue;
        }
        if word.is(Punct::LParen) {
            let is_attribute = text.name(at - 1).is_some_and(|name| ATTRIBUTES.contains(&name));
            has_parameters |= !is_attribute;
            at = text.closing(at)?;
        } else if word.is(Punct::LBrace) {
            // `: x{a}, y{b} { … }`
            let before = previous(text, at).unwrap_or(mark);
            let is_member = initialises && (text.name(before).is_some() || text.is(before, Punct::Gt));
            if !has_parameters || !is_member {
                return has_parameters.then_some(at);
            }
            at = text.closing(at)?;
        } else if word.is(Punct::Semi) || word.is(Punct::RBrace) || (word.is(Punct::Eq) && !has_parameters) {
            return None;
        }
        let is_scope = text.is(at - 1, Punct::Colon) || text.is(at + 1, Punct::Colon);
        initialises |= has_parameters && word.is(Punct::Colon) && !is_scope;
        at += 1;
    }
}
