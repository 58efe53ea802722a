//! Shared memory: `extern __shared__ T s[];` is the room that the launch asked for.
//!
//! In a function it becomes a pointer. Outside of functions there is no place for one
//! that each thread of the processor has a value of, so it becomes an object that turns
//! into that pointer.

use source::Edit;
use syntax::token::Punct;

use super::macros::Macros;
use super::tokens::Text;

pub(super) fn rewrite(text: &Text<'_>, macros: &Macros, edits: &mut Vec<Edit>) {
    let is_mark = |name: &str| name == "__shared__" || macros.brings(name, "__shared__");
    for at in (0..text.words.len()).filter(|&at| text.name(at).is_some_and(is_mark)) {
        let directive = text.words[at].directive;
        // What a macro declares begins behind its name, and ends with its line.
        let body = directive.and_then(|hash| text.definition(hash)).map(|found| found.body);
        let start = text.declaration_start(at).max(body.as_ref().map_or(0, |body| body.start));
        let last = body.map_or(text.words.len(), |body| body.end);
        let end = (at..last).find(|&at| text.is(at, Punct::Semi)).unwrap_or(last);
        let specifiers = start..end;
        let says = |word: &str| specifiers.clone().find(|&at| text.name(at) == Some(word));
        if says("extern").is_some() {
            edits.extend(dynamic(text, at, start, end));
        } else if text.name(at) != Some("__shared__") {
            // The macro says it.
        } else if let Some(aligned) =
            (text.name(at + 1) == Some("alignas")).then(|| text.closing(at + 2)).flatten()
        {
            // Nothing stands before `alignas`.
            let (word, behind) = (text.words[at], text.words[aligned].end);
            edits.push(Edit { start: word.start, end: word.end, text: Vec::new() });
            edits.push(Edit { start: behind, end: behind, text: b" __shared__".to_vec() });
        } else if let Some(word) = says("static").filter(|&word| word < at + 2) {
            // `__shared__` says it already.
            let word = text.words[word];
            edits.push(Edit { start: word.start, end: word.end, text: Vec::new() });
        }
    }
}

fn dynamic(text: &Text<'_>, mark: usize, start: usize, end: usize) -> Option<Edit> {
    let bracket = (start..end).find(|&at| text.is(at, Punct::LBracket))?;
    let name = text.name(bracket.checked_sub(1)?)?;
    let inner = text.words[text.closing(bracket)?].end;
    let behind = text.words[end - 1].end;
    let rows = text.source(inner, behind).trim();
    let ty = element_type(text, mark, start, bracket - 1);
    let is_macro = text.words[mark].directive.is_some();
    let new = match (is_macro || in_function(text, start), rows) {
        (true, "") => format!("{ty} *const {name} = ({ty} *)warploom_dynamic_shared()"),
        (true, rows) => format!("{ty} (*const {name}){rows} = ({ty} (*){rows})warploom_dynamic_shared()"),
        (false, _) => format!("static ::warploom::dynamic_shared<{ty}> {name}"),
    };
    let from = text.words[start].start;
    let lines = text.source(from, behind).matches('\n').count();
    let new = new + &(if is_macro { "\\\n" } else { "\n" }).repeat(lines);
    Some(Edit { start: from, end: behind, text: new.into_bytes() })
}

/// The words of the type, without storage and alignment.
fn element_type(text: &Text<'_>, mark: usize, start: usize, name: usize) -> String {
    let mut words = Vec::new();
    let mut at = start;
    while at < name {
        match text.words[at].text {
            "extern" | "__shared__" | "static" | "__device__" => {}
            _ if at == mark => {}
            "__align__" | "__attribute__" | "alignas" | "__builtin_align__" => {
                at = text.closing(at + 1).unwrap_or(at);
            }
            word => words.push(word),
        }
        at += 1;
    }
    words.join(" ")
}

/// Is a token within braces that are not of a namespace?
pub(super) fn in_function(text: &Text<'_>, at: usize) -> bool {
    let mut open: Vec<bool> = Vec::new();
    for (index, word) in text.words[..at].iter().enumerate() {
        if word.directive.is_some() {
            continue;
        }
        if word.is(Punct::LBrace) {
            open.push(is_namespace(text, index));
        } else if word.is(Punct::RBrace) {
            open.pop();
        }
    }
    open.contains(&false)
}

/// `namespace a::b {`, `namespace {` or `extern "C" {`
fn is_namespace(text: &Text<'_>, brace: usize) -> bool {
    let mut at = brace;
    while let Some(before) = at.checked_sub(1) {
        match text.name(before) {
            Some("namespace") => return true,
            Some(_) => {}
            None if text.is(before, Punct::Colon) => {}
            None => return text.words[before].text == "\"C\"",
        }
        at = before;
    }
    false
}
