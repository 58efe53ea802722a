//! `__forceinline__` is `inline`, which a declaration says once.

use source::Edit;

use super::macros::Macros;
use super::tokens::Text;

pub(super) fn rewrite(text: &Text<'_>, macros: &Macros, edits: &mut Vec<Edit>) {
    say_once(text, macros, edits);
    for at in (0..text.words.len()).filter(|&at| text.name(at) == Some("__forceinline__")) {
        let before = text.declaration_start(at)..at;
        let after = at + 1..text.words.len();
        let in_declaration = |&at: &usize| {
            !["(", ";", "{"].contains(&text.words[at].text)
                && text.words[at].directive == text.words[before.end].directive
        };
        let is_c = |at: usize| matches!(text.name(at), Some("inline" | "__inline__" | "__inline"));
        let of_macro = |at: usize| text.words[at].directive.is_none() && is_said_by_macro(text, macros, at);
        let is_inline =
            before.clone().any(|at| is_c(at) || text.name(at) == Some("__forceinline__") || of_macro(at))
                || after.take_while(in_declaration).any(|at| is_c(at) || of_macro(at));
        let word = text.words[at];
        let new: &[u8] = if is_inline { b"" } else { b"inline" };
        edits.push(Edit { start: word.start, end: word.end, text: new.to_vec() });
    }
}

const WORDS: [&str; 4] = ["inline", "__inline__", "__inline", "__forceinline__"];

fn is_said_by_macro(text: &Text<'_>, macros: &Macros, at: usize) -> bool {
    text.name(at).is_some_and(|name| WORDS.iter().any(|word| macros.brings(name, word)))
}

/// `inline` beside a macro that says it too.
fn say_once(text: &Text<'_>, macros: &Macros, edits: &mut Vec<Edit>) {
    let says = |at: usize| is_said_by_macro(text, macros, at);
    let is_said = |&at: &usize| {
        text.words[at].directive.is_none() && text.name(at).is_some_and(|name| WORDS[..3].contains(&name))
    };
    for at in (0..text.words.len()).filter(is_said) {
        let in_declaration = |&at: &usize| !["(", ";", "{"].contains(&text.words[at].text);
        let mut others =
            (text.declaration_start(at)..at).chain((at + 1..text.words.len()).take_while(in_declaration));
        if others.any(says) {
            edits.push(Edit { start: text.words[at].start, end: text.words[at].end, text: Vec::new() });
        }
    }
}
