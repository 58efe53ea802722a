//! Macros with another meaning in each of nvcc's passes: the device's is kept under a second name.
//!
//! ```text
//! #ifdef __CUDA_ARCH__            #define warploom_device_WIDTH 32      as the device's pass reads the lines
//! #define WIDTH 32                #ifdef __CUDA_ARCH__                  as the host's does
//! #else                    ──▶    #define WIDTH 32
//! #define WIDTH 1                 #else …
//! #endif
//! __device__ int f() {            __device__ int f() {
//!     return WIDTH;               #define WIDTH warploom_device_WIDTH   (with the host's put aside)
//! }                                   return WIDTH; …
//! ```
//! Within such a body `__CUDA_ARCH__` has its value too, so that macros with it in their text mean what they say.

use std::collections::BTreeSet;
use std::ops::Range;

use source::Edit;

use super::conditions::{GENERATION, NAME, differs};
use super::functions::{Body, around};
use super::macros::{Definition, Macros};
use super::passes::{Groups, groups};
use super::tokens::Text;

/// The device's name for a chosen macro.
pub(super) fn of_device(name: &str) -> String {
    format!("warploom_device_{name}")
}

/// Gives chosen macros their second definitions, before the first ones.
pub(super) fn define(text: &Text<'_>, macros: &Macros, bodies: &[Body], edits: &mut Vec<Edit>) {
    if macros.chosen.is_empty() {
        return;
    }
    let is_outside = |hash: usize| around(text, bodies, hash..hash).is_none();
    let is_chosen = |found: &Definition<'_>| macros.chosen.contains(found.name) && is_outside(found.hash);
    let definitions: Vec<Definition<'_>> = text.definitions().filter(is_chosen).collect();
    let has_definition =
        |groups: &Groups| definitions.iter().any(|found| groups.range().contains(&found.hash));
    let all = groups(text, macros);
    let choices: Vec<&Groups> =
        all.iter().filter(|groups| differs(text, groups) && has_definition(groups)).collect();
    let is_within = |at: usize| choices.iter().any(|groups| groups.lines[0] < at && at < groups.end);
    for groups in choices.iter().filter(|groups| !is_within(groups.lines[0])) {
        let copy = copy(text, groups.lines[0]..groups.end + 1, macros);
        insert_lines(text, groups.lines[0], &copy, edits);
    }
    for found in definitions.iter().filter(|found| !is_within(found.hash)) {
        insert_lines(text, found.hash, &second(text, found), edits);
    }
}

/// Macros that stand between whole functions of the device are the host's again behind them: the lines
/// are read as the device's, and then once more for what they define.
pub(super) fn keep_for_host(text: &Text<'_>, groups: &Groups, macros: &Macros, edits: &mut Vec<Edit>) {
    let defines = text.definitions().filter(|found| groups.range().contains(&found.hash));
    let names: BTreeSet<&str> =
        defines.map(|found| found.name).filter(|name| macros.chosen.contains(*name)).collect();
    if names.is_empty() {
        return;
    }
    let aside: String = names.iter().map(|name| format!("#pragma push_macro(\"{name}\")\n")).collect();
    insert_lines(text, groups.lines[0], &aside, edits);
    let mut again: String = names.iter().map(|name| format!("#pragma pop_macro(\"{name}\")\n")).collect();
    for hash in directives(text, groups.lines[0]..groups.end + 1) {
        if is_condition(text, hash) || text.name(hash + 2).is_some_and(|name| names.contains(name)) {
            again += &format!("{}\n", line(text, hash));
        }
    }
    let end = text.words[text.line_end(groups.end) - 1].end;
    let number = 2 + text.bytes[..end].iter().filter(|&&byte| byte == b'\n').count();
    edits.push(Edit { start: end, end, text: format!("\n{again}#line {number}").into_bytes() });
}

/// The lines before a body of the device and behind it, in which macros mean what they mean there.
pub(super) fn frame(names: &BTreeSet<&str>, macros: &Macros) -> (String, String) {
    let (mut before, mut behind) = (String::new(), String::new());
    for &name in names.iter().filter(|&&name| name != NAME) {
        let second = of_device(name);
        before += &format!("#pragma push_macro(\"{name}\")\n#undef {name}\n");
        before += &format!("#ifdef {second}\n#define {name} {second}\n");
        // `#ifndef __CUDA_ARCH__ #define __popc(x) …`: the device has the one that it always had.
        if let Some(first) = macros.of_runtime.get(name) {
            before += &format!("#elif !defined {second}_is_gone\n#define {name} {first}\n");
        }
        before += "#endif\n";
        behind += &format!("#pragma pop_macro(\"{name}\")\n");
    }
    before += &format!("#pragma push_macro(\"{NAME}\")\n#undef {NAME}\n#define {NAME} {GENERATION}\n");
    behind += &format!("#pragma pop_macro(\"{NAME}\")\n");
    (before, behind)
}

/// What the words of a body lead to. The name in its own conditions does not matter: these are answered. In
/// code it has a value behind such a condition alone: nvcc reads the rest of the body for the host too.
pub(super) fn needed<'a>(text: &Text<'_>, words: Range<usize>, macros: &'a Macros) -> BTreeSet<&'a str> {
    let choices = groups(text, macros);
    let mut needed = BTreeSet::new();
    for at in words {
        let is_guarded = || choices.iter().any(|groups| groups.range().contains(&at));
        let hash = text.words[at].directive;
        let is_asked = text.words[at].text == NAME && hash.is_some_and(|hash| is_condition(text, hash));
        if let Some(name) = text.name(at).filter(|_| !is_asked) {
            let leads = macros.leads_to(name).into_iter();
            needed.extend(leads.filter(|&name| name != NAME || is_guarded()));
        }
    }
    needed
}

/// Lines of their own before the line of a directive.
fn insert_lines(text: &Text<'_>, hash: usize, lines: &str, edits: &mut Vec<Edit>) {
    let start = text.words[hash].start;
    edits.push(Edit {
        start,
        end: start,
        text: format!("\n{lines}#line {}\n", text.line(start)).into_bytes(),
    });
}

/// What the lines define for the device, under the second names.
fn copy(text: &Text<'_>, lines: Range<usize>, macros: &Macros) -> String {
    let names = lines.clone().filter_map(|at| text.name(at));
    let mut names: BTreeSet<&str> = names.flat_map(|name| macros.leads_to(name)).collect();
    names.insert(NAME);
    let (mut copy, behind) = frame(&names, macros);
    for hash in directives(text, lines) {
        if is_condition(text, hash) {
            copy += &format!("{}\n", line(text, hash));
        } else if let Some(found) = text.definition(hash).filter(|found| macros.chosen.contains(found.name)) {
            copy += &second(text, &found);
            copy += &format!(
                "#undef {0}\n#ifdef {1}\n#define {0} {1}\n#endif\n",
                found.name,
                of_device(found.name)
            );
        }
    }
    copy + &behind
}

/// A definition under the second name.
fn second(text: &Text<'_>, found: &Definition<'_>) -> String {
    let end = text.words[text.line_end(found.hash) - 1].end;
    let rest = text.source(text.words[found.at].end, end);
    let word = text.words[found.hash + 1].text;
    let name = of_device(found.name);
    match word {
        // One may be there already.
        "define" => format!("#undef {name}\n#define {name}{rest}\n"),
        _ => format!("#{word} {name}\n#define {name}_is_gone\n"),
    }
}

fn directives<'a>(text: &'a Text<'_>, words: Range<usize>) -> impl Iterator<Item = usize> + 'a {
    words.filter(|&at| text.words[at].directive == Some(at))
}

fn is_condition(text: &Text<'_>, hash: usize) -> bool {
    const CONDITIONS: [&str; 8] = ["if", "ifdef", "ifndef", "elif", "elifdef", "elifndef", "else", "endif"];
    text.name(hash + 1).is_some_and(|name| CONDITIONS.contains(&name))
}

fn line<'a>(text: &Text<'a>, hash: usize) -> &'a str {
    text.source(text.words[hash].start, text.words[text.line_end(hash) - 1].end)
}
