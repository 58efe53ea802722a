//! `__forceinline__` is `inline`, which a declaration says once.

use source::Edit;

use super::tokens::Text;

pub(super) fn rewrite(text: &Text<'_>, edits: &mut Vec<Edit>) {
    for at in (0..text.words.len()).filter(|&at| text.name(at) == Some("__forceinline__")) {
        let before = text.declaration_start(at)..at;
        let after = at + 1..text.words.len();
        let in_declaration = |&at: &usize| {
            !["(", ";", "{"].contains(&text.words[at].text)
                && text.words[at].directive == text.words[before.end].directive
        };
        let is_c = |at: usize| matches!(text.name(at), Some("inline" | "__inline__" | "__inline"));
        let is_inline = before.clone().any(|at| is_c(at) || text.name(at) == Some("__forceinline__"))
            || after.take_while(in_declaration).any(is_c);
        let word = text.words[at];
        let new: &[u8] = if is_inline { b"" } else { b"inline" };
        edits.push(Edit { start: word.start, end: word.end, text: new.to_vec() });
    }
}
