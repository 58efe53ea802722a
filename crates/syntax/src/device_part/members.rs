//! The members of a class that the device may use: its data, and functions with `__device__`.
//!
//! ```c++
//! struct grid {
//!     int n;                                        // kept: it has its place in the layout
//!     grid(const std::string &file);                // the host's
//!     __device__ int at(int i) const { … }          // kept
//! };
//! ```

use std::ops::Range;

use crate::token::{Punct, Token, TokenKind};

use super::items::Text;

/// The braces of a class with what the device may use between them.
pub(super) fn of_device(text: &Text<'_>, body: Range<usize>) -> Vec<Token> {
    let mut kept = vec![text.tokens[body.start]];
    let last = body.end.saturating_sub(1);
    let is_enumeration = !(body.start..last).any(|at| text.is(at, Punct::Semi));
    if is_enumeration {
        return text.tokens[body].to_vec();
    }
    let mut at = body.start + 1;
    while at < last {
        let label =
            matches!(text.word(at), b"public" | b"private" | b"protected") && text.is(at + 1, Punct::Colon);
        if label || text.is(at, Punct::Semi) {
            kept.extend(&text.tokens[at..at + 1 + usize::from(label)]);
            at += 1 + usize::from(label);
            continue;
        }
        let (end, is_function) = member(text, at, last);
        let says = |word: &[u8]| (at..end).any(|at| text.word(at) == word);
        let is_device = says(b"__device__") && !says(b"default") && !says(b"delete");
        let is_hosts = is_function || matches!(text.word(at), b"friend" | b"static_assert");
        if is_device || !is_hosts {
            kept.extend(&text.tokens[at..end]);
        }
        at = end.max(at + 1);
    }
    kept.push(text.tokens[last]);
    kept
}

/// Where a member ends, and whether it is a function.
fn member(text: &Text<'_>, start: usize, last: usize) -> (usize, bool) {
    let (mut is_function, mut has_value) = (false, false);
    let mut at = start;
    if text.word(at) == b"template" && text.is(at + 1, Punct::Lt) {
        at = text.behind_angle(at + 1).unwrap_or(at + 1);
    }
    while at < last {
        match text.tokens[at].kind {
            TokenKind::Punct(Punct::Semi) => return (at + 1, is_function),
            TokenKind::Punct(Punct::Eq) if text.word(at - 1) != b"operator" => has_value = true,
            TokenKind::Punct(Punct::LParen) => {
                let attribute =
                    matches!(text.word(at - 1), b"__align__" | b"alignas" | b"__attribute__" | b"decltype");
                is_function |= !has_value && !attribute && !text.is(at + 1, Punct::Star);
                at = text.behind(at);
                continue;
            }
            TokenKind::Punct(Punct::LBrace) => {
                let behind = text.behind(at);
                let starts_another = text.is(behind, Punct::Comma) || text.is(behind, Punct::LBrace);
                if is_function && !has_value && !(text.is_name(at - 1) && starts_another) {
                    let end = behind + usize::from(text.is(behind, Punct::Semi));
                    return (end.min(last), true);
                }
                at = behind;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    (last, is_function)
}
