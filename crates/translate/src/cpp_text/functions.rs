//! The functions that are marked, and whom their code is for.
//!
//! `__global__` and `__device__` say that a function is of the device alone; with `__host__` it is of both.

use syntax::token::Punct;

use super::kernels::ATTRIBUTES;
use super::tokens::Text;

/// A function's body, by the indices of its braces.
pub(super) struct Body {
    pub open: usize,
    pub close: usize,
    pub is_of_device_alone: bool,
}

/// Is the innermost function around a word of the device alone? `None` outside of functions.
pub(super) fn is_of_device(bodies: &[Body], at: usize) -> Option<bool> {
    let innermost = bodies.iter().rfind(|body| body.open < at && at < body.close);
    innermost.map(|body| body.is_of_device_alone)
}

/// The bodies of functions that are marked, in the order of the file.
pub(super) fn bodies(text: &Text<'_>) -> Vec<Body> {
    let mut bodies: Vec<Body> = Vec::new();
    for mark in (0..text.words.len()).filter(|&at| is_mark(text, at)) {
        let Some(open) = body(text, mark) else { continue };
        let is_of_host = text.name(mark) == Some("__host__");
        match bodies.iter_mut().find(|body| body.open == open) {
            // `__host__ __device__`
            Some(body) => body.is_of_device_alone &= !is_of_host,
            None => bodies.extend(text.closing(open).map(|close| Body {
                open,
                close,
                is_of_device_alone: !is_of_host,
            })),
        }
    }
    bodies
}

fn is_mark(text: &Text<'_>, at: usize) -> bool {
    matches!(text.name(at), Some("__global__" | "__device__" | "__host__"))
        && text.words[at].directive.is_none()
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
            let is_member = initialises && (text.name(at - 1).is_some() || text.is(at - 1, Punct::Gt));
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
