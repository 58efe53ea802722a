//! Code of the device's pass: `__CUDA_ARCH__` has a value in it.
//!
//! ```text
//! __global__ void k(…) {            __global__ void k(…) {
//! #if __CUDA_ARCH__ >= 700     ──▶  #if 900 >= 700
//! ```
//! nvcc reads a file twice, and the name is defined when it reads for the device. Here the file is
//! read once, so what only the device has is told it: functions without `__host__`, and groups of
//! lines outside of functions that have nothing but such functions, or that only the device takes. Other
//! functions get a second body ([`super::both`]), and macros a second definition ([`super::chosen`]).
//! Where the device's branch has PTX that runs on GPUs alone, the next one without it is taken.

use std::collections::BTreeMap;
use std::ops::Range;

use source::Edit;
use syntax::token::Punct;

use super::conditions::{GENERATION, NAME, Pass, Taken, differs, taken};
use super::functions::{Body, around, bodies, is_of_device};
use super::macros::Macros;
use super::ptx::OF_GPUS_ALONE;
use super::tokens::Text;
use super::{both, chosen, ptx};
use crate::cuda_host::Device;

/// `#if … #elif … #else … #endif`, by the indices of their `#`.
pub(super) struct Groups {
    pub lines: Vec<usize>,
    pub end: usize,
}

impl Groups {
    pub fn range(&self) -> Range<usize> {
        self.lines[0]..self.end
    }

    /// The words from one condition to the next, the first condition included.
    pub fn branch(&self, number: usize) -> Range<usize> {
        self.lines[number]..self.lines.get(number + 1).copied().unwrap_or(self.end)
    }

    pub fn branches(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        (0..self.lines.len()).map(|number| self.branch(number))
    }
}

/// To be called when all else is rewritten that bodies have in them. The groups whose PTX is passed over are
/// `passed_over`, by the bytes of their first lines.
pub(super) fn rewrite(
    text: &Text<'_>,
    device: Device,
    macros: &Macros,
    edits: &mut Vec<Edit>,
    passed_over: &mut Vec<Range<usize>>,
) {
    let bodies = bodies(text, macros);
    let mut found = Vec::new();
    let mut of_both: BTreeMap<usize, (usize, Vec<Edit>)> = BTreeMap::new();
    let mut without_ptx: Vec<Range<usize>> = Vec::new();
    for groups in groups(text, macros) {
        let first = groups.lines[0];
        let in_head = bodies.iter().any(|body| body.is_of_device_alone() && body.has_in_head(first));
        let conditions = match (is_of_device(&bodies, first), around(text, &bodies, groups.range())) {
            (Some(true), _) => &mut found,
            (None, None) if in_head => &mut found,
            (_, Some((open, close))) => &mut of_both.entry(open).or_insert((close, Vec::new())).1,
            (None, None) if differs(text, &groups) && is_devices(text, &groups, &bodies) => {
                chosen::keep_for_host(text, &groups, macros, edits);
                groups.lines.iter().for_each(|&hash| ask_for_device(text, hash, macros, &mut found));
                continue;
            }
            _ => continue,
        };
        if let Some(refused) = ptx_to_avoid(text, &groups, edits, &without_ptx) {
            without_ptx.push(bytes(text, &groups.range()));
            passed_over.push(first_line(text, &groups));
            for (number, &hash) in groups.lines.iter().enumerate() {
                match refused[number] {
                    Some(is_taken) => answer(text, hash, is_taken, conditions),
                    None => ask_for_device(text, hash, &Macros::default(), conditions),
                }
            }
        } else {
            groups.lines.iter().for_each(|&hash| ask_for_device(text, hash, &Macros::default(), conditions));
        }
    }
    // What PTX became is as it is.
    let is_free = |new: &Edit| edits.iter().all(|edit| edit.end <= new.start || edit.start >= new.end);
    found.retain(is_free);
    of_both.values_mut().for_each(|(_, conditions)| conditions.retain(is_free));
    edits.extend(found);
    chosen::define(text, macros, &bodies, edits);
    for body in &bodies {
        let needed = chosen::needed(text, body.open..body.close, macros);
        if needed.is_empty() {
            continue;
        }
        if body.is_of_device_alone() {
            frame(text, body, &chosen::frame(&needed, macros), edits);
        } else if body.marks.is_of_device {
            of_both.entry(body.open).or_insert((body.close, Vec::new()));
        }
    }
    // On a device elsewhere, the host's functions run on the host alone.
    if device == Device::Here {
        // A function within a function first: it is in both bodies of that.
        for (open, (close, conditions)) in of_both.into_iter().rev() {
            let needed = chosen::needed(text, open..close, macros);
            let frame = if needed.is_empty() { Default::default() } else { chosen::frame(&needed, macros) };
            both::rewrite(text, open..close, conditions, &frame, edits);
        }
    }
}

/// A group of which PTX is passed over.
pub(super) struct Avoided {
    /// The bytes of its first line.
    pub at: Range<usize>,
    /// What its conditions are answered, by the place of the word `if` or `elif`.
    pub answers: Vec<(usize, bool)>,
}

/// The groups in which a branch stands in for PTX, where none of that can be run.
pub(super) fn avoided(text: &Text<'_>) -> Vec<Avoided> {
    let places = ptx::places(text).into_iter();
    let places: Vec<Edit> =
        places.map(|at| Edit { start: at.start, end: at.end, text: OF_GPUS_ALONE.into() }).collect();
    let mut without_ptx = Vec::new();
    let mut avoided = Vec::new();
    for groups in groups(text, &Macros::default()) {
        let Some(answered) = ptx_to_avoid(text, &groups, &places, &without_ptx) else { continue };
        without_ptx.push(bytes(text, &groups.range()));
        let lines = groups.lines.iter().zip(answered);
        let lines = lines.filter_map(|(&hash, answer)| Some((text.words[hash + 1].start, answer?)));
        avoided.push(Avoided { at: first_line(text, &groups), answers: lines.collect() });
    }
    avoided
}

/// Lines of their own within the braces of a body.
fn frame(text: &Text<'_>, body: &Body, (before, behind): &(String, String), edits: &mut Vec<Edit>) {
    let (start, end) = (text.words[body.open].end, text.words[body.close].start);
    let at = |at: usize, lines: &str| Edit {
        start: at,
        end: at,
        text: format!("\n{lines}#line {}\n", text.line(at)).into_bytes(),
    };
    edits.insert(0, at(start, before));
    edits.push(at(end, behind));
}

/// Where the device's branch has PTX that nothing here can run, and another one has not: which conditions
/// are answered, and how. What is left is asked as the device does.
fn ptx_to_avoid(
    text: &Text<'_>,
    groups: &Groups,
    edits: &[Edit],
    without_ptx: &[Range<usize>],
) -> Option<Vec<Option<bool>>> {
    let has_ptx = |words: Range<usize>| {
        let bytes = bytes(text, &words);
        edits.iter().any(|edit| {
            let is_avoided = without_ptx.iter().any(|group| group.contains(&edit.start));
            bytes.contains(&edit.start) && edit.text.starts_with(OF_GPUS_ALONE.as_bytes()) && !is_avoided
        })
    };
    let branches: Vec<bool> = groups.branches().map(has_ptx).collect();
    let is_reached = match taken(text, groups, Pass::Device) {
        Taken::Branch(branch) => branches[branch],
        Taken::Nothing => false,
        Taken::Unknown => branches.contains(&true),
    };
    if !is_reached {
        return None;
    }
    let last = groups.lines.len() - 1;
    if text.name(groups.lines[last] + 1) == Some("else") && !branches[last] {
        return Some(branches.iter().map(|&has_ptx| has_ptx.then_some(false)).collect());
    }
    let of_host = taken(text, groups, Pass::Host).branch().filter(|&branch| !branches[branch])?;
    Some((0..=last).map(|number| Some(number == of_host)).collect())
}

fn bytes(text: &Text<'_>, words: &Range<usize>) -> Range<usize> {
    text.words[words.start].start..text.words[words.end].end
}

/// The bytes of the first condition.
pub(super) fn first_line(text: &Text<'_>, groups: &Groups) -> Range<usize> {
    let hash = groups.lines[0];
    text.words[hash].start..text.words[text.line_end(hash) - 1].end
}

/// Are the lines outside of functions to be read as the device reads them? So they are where they have
/// its functions alone, or where the host's pass leaves out what the device's takes.
pub(super) fn is_devices(text: &Text<'_>, groups: &Groups, bodies: &[Body]) -> bool {
    let is_empty = |words: Range<usize>| !has_code(text, words);
    let host = taken(text, groups, Pass::Host);
    let is_left_out = host == Taken::Nothing || host.branch().is_some_and(|at| is_empty(groups.branch(at)));
    let is_taken = match taken(text, groups, Pass::Device) {
        Taken::Branch(branch) => !is_empty(groups.branch(branch)),
        Taken::Nothing => false,
        Taken::Unknown => !is_empty(groups.range()),
    };
    has_device_functions(text, groups.range(), bodies) || (is_left_out && is_taken)
}

/// Is there anything that is declared, or included?
pub(super) fn has_code(text: &Text<'_>, mut words: Range<usize>) -> bool {
    words.any(|at| match text.words[at].directive {
        None => true,
        Some(hash) => hash == at && text.name(at + 1) == Some("include"),
    })
}

/// Is there a function of the device between the lines, and none of the host?
pub(super) fn has_device_functions(text: &Text<'_>, lines: Range<usize>, bodies: &[Body]) -> bool {
    let within = || bodies.iter().filter(|body| lines.start < body.open && body.close < lines.end);
    let is_unmarked = |&at: &usize| {
        let is_code =
            text.words[at].directive.is_none() && !within().any(|body| body.open < at && at < body.close);
        is_code && text.is(at, Punct::RParen) && text.is(at + 1, Punct::LBrace)
    };
    let starts = |at: usize| within().any(|body| body.open == at + 1);
    within().next().is_some()
        && within().all(Body::is_of_device_alone)
        && !lines.clone().filter(is_unmarked).any(|at| !starts(at))
}

/// The condition of one line, as it is for the device.
fn ask_for_device(text: &Text<'_>, hash: usize, macros: &Macros, edits: &mut Vec<Edit>) {
    match (text.name(hash + 1), text.name(hash + 2)) {
        (Some("ifdef"), Some(NAME)) => return edits.push(edit(text, hash + 1, hash + 2, "if 1")),
        (Some("ifndef"), Some(NAME)) => return edits.push(edit(text, hash + 1, hash + 2, "if 0")),
        _ => {}
    }
    for at in hash + 1..text.line_end(hash) {
        match text.name(at) {
            Some(NAME) => {}
            Some(name) if macros.chosen.contains(name) => {
                edits.push(edit(text, at, at, &chosen::of_device(name)));
                continue;
            }
            _ => continue,
        }
        let (first, last, value) = match (text.name(at - 1), text.name(at - 2)) {
            (Some("defined"), _) => (at - 1, at, "1".to_owned()),
            (_, Some("defined")) if text.is(at - 1, Punct::LParen) => (at - 2, at + 1, "1".to_owned()),
            _ => (at, at, GENERATION.to_string()),
        };
        edits.push(edit(text, first, last, &value));
    }
}

/// The condition of one line is known.
fn answer(text: &Text<'_>, hash: usize, is_taken: bool, edits: &mut Vec<Edit>) {
    let word = match text.name(hash + 1) {
        Some("if" | "ifdef" | "ifndef") => "if",
        Some("elif" | "elifdef" | "elifndef") => "elif",
        _ => return,
    };
    let last = text.line_end(hash) - 1;
    let start = text.words[hash + 1].start;
    let lines = text.source(start, text.words[last].end).matches('\n').count();
    let continued = "\\\n".repeat(lines);
    edits.push(edit(text, hash + 1, last, &format!("{word} {}{continued}", u8::from(is_taken))));
}

fn edit(text: &Text<'_>, first: usize, last: usize, new: &str) -> Edit {
    Edit { start: text.words[first].start, end: text.words[last].end, text: new.into() }
}

/// The conditionals whose answer depends on the pass, the innermost first; one that is not closed is the
/// compiler's to tell.
pub(super) fn groups(text: &Text<'_>, macros: &Macros) -> Vec<Groups> {
    let mut open: Vec<Groups> = Vec::new();
    let mut closed = Vec::new();
    for at in (0..text.words.len()).filter(|&at| text.words[at].directive == Some(at)) {
        match (text.name(at + 1), open.last_mut()) {
            (Some("if" | "ifdef" | "ifndef"), _) => open.push(Groups { lines: vec![at], end: at }),
            (Some("elif" | "elifdef" | "elifndef" | "else"), Some(last)) => last.lines.push(at),
            (Some("endif"), Some(_)) => closed.extend(open.pop().map(|last| Groups { end: at, ..last })),
            _ => {}
        }
    }
    let asks = |&hash: &usize| {
        (hash + 1..text.line_end(hash)).any(|at| text.name(at).is_some_and(|name| macros.asks(name)))
    };
    closed.retain(|groups| groups.lines.iter().any(asks));
    closed
}
