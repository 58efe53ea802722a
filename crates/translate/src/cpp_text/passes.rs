//! Code of the device's pass: `__CUDA_ARCH__` has a value in it.
//!
//! ```text
//! __global__ void k(…) {            __global__ void k(…) {
//! #if __CUDA_ARCH__ >= 700     ──▶  #if 900 >= 700
//! ```
//! nvcc reads a file twice, and the name is defined when it reads for the device. Here the file is
//! read once, so what only the device has is told it: functions without `__host__`, and groups of
//! lines outside of functions that have nothing but such functions. Other functions get a second body
//! ([`super::both`]). A group with PTX that runs on GPUs alone, and with an `#else` to it, is left to
//! the `#else`.

use std::collections::BTreeMap;
use std::ops::Range;

use source::Edit;
use syntax::token::Punct;

use super::both;
use super::functions::{Body, around, bodies, is_of_device, opens_function};
use super::ptx::OF_GPUS_ALONE;
use super::tokens::Text;
use crate::cuda_host::Device;

/// The name that is defined for the device alone.
const NAME: &str = "__CUDA_ARCH__";
/// What the runtime of programs without a GPU says of itself.
const VALUE: &[u8] = b"900";

/// `#if … #elif … #else … #endif`, by the indices of their `#`.
struct Groups {
    lines: Vec<usize>,
    end: usize,
}

/// To be called when all else is rewritten that bodies have in them.
pub(super) fn rewrite(text: &Text<'_>, device: Device, edits: &mut Vec<Edit>) {
    if !asks(text) {
        return;
    }
    let bodies = bodies(text);
    let mut found = Vec::new();
    let mut of_both: BTreeMap<usize, (usize, Vec<Edit>)> = BTreeMap::new();
    for groups in groups(text) {
        let (first, last) = (groups.lines[0], groups.end);
        let (start, end) = (text.words[first].start, text.words[last].end);
        let is_of_gpus = |edit: &Edit| {
            edit.start >= start && edit.end <= end && edit.text.starts_with(OF_GPUS_ALONE.as_bytes())
        };
        if groups.lines.len() > 1 && edits.iter().any(is_of_gpus) {
            continue;
        }
        let in_head = bodies.iter().any(|body| body.is_of_device_alone && body.has_in_head(first));
        let conditions = match (is_of_device(&bodies, first), around(text, &bodies, first..last)) {
            (Some(true), _) => &mut found,
            (None, None) if in_head => &mut found,
            (_, Some((open, close))) => &mut of_both.entry(open).or_insert((close, Vec::new())).1,
            (None, None) if has_device_functions(text, first..last, &bodies) => &mut found,
            _ => continue,
        };
        groups.lines.iter().for_each(|&hash| ask_for_device(text, hash, conditions));
    }
    // What PTX became is as it is.
    let is_free = |new: &Edit| edits.iter().all(|edit| edit.end <= new.start || edit.start >= new.end);
    found.retain(is_free);
    of_both.values_mut().for_each(|(_, conditions)| conditions.retain(is_free));
    edits.extend(found);
    // On a device elsewhere, the host's functions run on the host alone.
    if device == Device::Here {
        // A function within a function first: it is in both bodies of that.
        for (open, (close, conditions)) in of_both.into_iter().rev() {
            both::rewrite(text, open..close, conditions, edits);
        }
    }
}

/// Groups whose choice cannot be one at run time, by the bytes of their first lines: they stand in the
/// head of a function of both, or choose between whole functions.
pub(super) fn refused(text: &Text<'_>) -> Vec<Range<usize>> {
    if !asks(text) {
        return Vec::new();
    }
    let bodies = bodies(text);
    let is_refused = |groups: &Groups| {
        let (first, last) = (groups.lines[0], groups.end);
        let in_head = |is_alone: bool| {
            bodies.iter().any(|body| body.is_of_device_alone == is_alone && body.has_in_head(first))
        };
        // Its marks may come from a macro.
        let ends_head = text.is(last + 2, Punct::LBrace) && opens_function(text, last + 2);
        around(text, &bodies, first..last).is_none()
            && !has_device_functions(text, first..last, &bodies)
            && !in_head(true)
            && (in_head(false) || ends_head || chooses_function(text, groups, &bodies))
    };
    let bytes = |groups: Groups| {
        let hash = groups.lines[0];
        let last = text.words[hash..].iter().take_while(|word| word.directive == Some(hash)).last();
        text.words[hash].start..last.map_or(text.words[hash].end, |word| word.end)
    };
    groups(text).into_iter().filter(is_refused).map(bytes).collect()
}

/// Do two of the branches have functions, and one of them what kernels can call?
fn chooses_function(text: &Text<'_>, groups: &Groups, bodies: &[Body]) -> bool {
    let ends = groups.lines.iter().skip(1).chain([&groups.end]);
    let branches = groups.lines.iter().zip(ends).map(|(&start, &end)| start..end);
    let has_function = |branch: &Range<usize>| {
        branch.clone().any(|at| {
            text.is(at, Punct::LBrace) && text.words[at].directive.is_none() && opens_function(text, at)
        })
    };
    let is_marked = bodies.iter().any(|body| groups.lines[0] < body.open && body.open < groups.end);
    is_marked && branches.filter(has_function).count() > 1
}

fn asks(text: &Text<'_>) -> bool {
    text.words.iter().any(|word| word.text == NAME)
}

/// Is there a function of the device between the lines, and none of the host?
fn has_device_functions(text: &Text<'_>, lines: Range<usize>, bodies: &[Body]) -> bool {
    let within = || bodies.iter().filter(|body| lines.start < body.open && body.close < lines.end);
    let is_unmarked = |&at: &usize| {
        let is_code =
            text.words[at].directive.is_none() && !within().any(|body| body.open < at && at < body.close);
        is_code && text.is(at, Punct::RParen) && text.is(at + 1, Punct::LBrace)
    };
    let starts = |at: usize| within().any(|body| body.open == at + 1);
    within().next().is_some()
        && within().all(|body| body.is_of_device_alone)
        && !lines.clone().filter(is_unmarked).any(|at| !starts(at))
}

/// The condition of one line, as it is for the device.
fn ask_for_device(text: &Text<'_>, hash: usize, edits: &mut Vec<Edit>) {
    let of_line = |at: &usize| text.words.get(*at).is_some_and(|word| word.directive == Some(hash));
    match (text.name(hash + 1), text.name(hash + 2)) {
        (Some("ifdef"), Some(NAME)) => return edits.push(edit(text, hash + 1, hash + 2, b"if 1")),
        (Some("ifndef"), Some(NAME)) => return edits.push(edit(text, hash + 1, hash + 2, b"if 0")),
        _ => {}
    }
    for at in (hash + 1..).take_while(of_line).filter(|&at| text.name(at) == Some(NAME)) {
        let (first, last, value) = match (text.name(at - 1), text.name(at - 2)) {
            (Some("defined"), _) => (at - 1, at, &b"1"[..]),
            (_, Some("defined")) if text.is(at - 1, Punct::LParen) => (at - 2, at + 1, &b"1"[..]),
            _ => (at, at, VALUE),
        };
        edits.push(edit(text, first, last, value));
    }
}

fn edit(text: &Text<'_>, first: usize, last: usize, new: &[u8]) -> Edit {
    Edit { start: text.words[first].start, end: text.words[last].end, text: new.to_vec() }
}

/// The conditionals that ask for the name; one that is not closed is the compiler's to tell.
fn groups(text: &Text<'_>) -> Vec<Groups> {
    let mut open: Vec<Groups> = Vec::new();
    let mut closed = Vec::new();
    for at in (0..text.words.len()).filter(|&at| text.words[at].directive == Some(at)) {
        match (text.name(at + 1), open.last_mut()) {
            (Some("if" | "ifdef" | "ifndef"), _) => open.push(Groups { lines: vec![at], end: at }),
            (Some("elif" | "else"), Some(last)) => last.lines.push(at),
            (Some("endif"), Some(_)) => closed.extend(open.pop().map(|last| Groups { end: at, ..last })),
            _ => {}
        }
    }
    let asks = |&hash: &usize| {
        let line = text.words[hash..].iter().take_while(|word| word.directive == Some(hash));
        line.into_iter().any(|word| word.text == NAME)
    };
    closed.retain(|groups| groups.lines.iter().any(asks));
    closed
}
