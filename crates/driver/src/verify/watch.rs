//! The two programs' records, side by side, while they run.
//!
//! Neither program is far ahead of the other: a pipe that nobody reads from holds its writer. After
//! the first difference both pipes are still emptied, so that the programs come to their ends.

use std::io::{self, Read};
use std::ops::Range;

use diagnostics::{Diagnostic, codes};

use super::Rules;
use super::numbers::Exactness;
use super::records::{Event, Part, PartKind, Record, next};
use crate::simulation::report::REQUEST;

/// What the records say.
#[derive(Debug, Default)]
pub struct Watched {
    /// The first value that differs.
    pub first: Option<Diagnostic>,
    /// A kernel has computed another value, or the host went another way. A transfer of another
    /// value alone proves nothing: nobody may ever read it.
    pub is_certain: bool,
    /// The first array whose values were newer on the device when its copy was freed. Nothing is
    /// wrong unless somebody reads them.
    pub left_behind: Option<Diagnostic>,
}

/// Compares what two programs tell, until both are at their ends.
pub fn compare(mut target: impl Read, mut sequential: impl Read, rules: &Rules) -> Watched {
    let mut watched = Watched::default();
    let mut pair = Pair { target: &mut target, sequential: &mut sequential, held: None, rules };
    // A program that crashed ends its records anywhere; how it ended is told elsewhere.
    while let Ok(true) = pair.step(&mut watched) {}
    let _ = io::copy(&mut target, &mut io::sink());
    let _ = io::copy(&mut sequential, &mut io::sink());
    watched
}

struct Pair<'a, T, S> {
    rules: &'a Rules,
    target: &'a mut T,
    sequential: &'a mut S,
    /// A sequential record that was read and not needed yet.
    held: Option<Record>,
}

impl<T: Read, S: Read> Pair<'_, T, S> {
    /// Compares one record of the target; false when there is nothing more to learn.
    fn step(&mut self, watched: &mut Watched) -> io::Result<bool> {
        let Some(found) = next(self.target)? else { return Ok(false) };
        let Some(expected) = self.counterpart(&found)? else { return Ok(false) };
        if expected.event != found.event || expected.place != found.place {
            watched.first.get_or_insert_with(|| another_way(&found, &expected));
            watched.is_certain = true;
            return Ok(false);
        }
        let Some(difference) = difference(&found, &expected, self.rules) else { return Ok(true) };
        let told = match found.event {
            Event::Freed => &mut watched.left_behind,
            Event::Transfer | Event::Written | Event::Kernel => &mut watched.first,
        };
        told.get_or_insert_with(|| difference.diagnostic(&found, self.rules.verdict(found.place)));
        watched.is_certain |= found.event == Event::Written;
        Ok(!watched.is_certain)
    }

    /// The sequential program does not know which copies a kernel writes, and tells of all.
    fn counterpart(&mut self, found: &Record) -> io::Result<Option<Record>> {
        loop {
            let Some(record) =
                self.held.take().map_or_else(|| next(self.sequential), |held| Ok(Some(held)))?
            else {
                return Ok(None);
            };
            let is_other_copy = record.event == Event::Written
                && (found.event != Event::Written || found.number != record.number);
            if !is_other_copy {
                return Ok(Some(record));
            }
        }
    }
}

/// An element that is not what it should be.
struct Difference {
    /// `a[3][4]`
    element: String,
    found: String,
    expected: String,
    /// How many elements differ.
    count: usize,
    /// The kernel left it as it was, and `defines` says that it writes all.
    is_left_out: bool,
}

fn difference(found: &Record, expected: &Record, rules: &Rules) -> Option<Difference> {
    let layout = &found.layout;
    if found.values.len() != expected.values.len() || found.ranges != expected.ranges {
        return Some(Difference {
            element: found.name.clone(),
            found: format!("a section of {} bytes", found.values.len()),
            expected: format!("one of {}", expected.values.len()),
            count: 1,
            is_left_out: false,
        });
    }
    let half = found.values.len() / if found.event == Event::Written { 2 } else { 1 };
    let (before, after) = found.values.split_at(found.values.len() - half);
    let after_expected = &expected.values[expected.values.len() - half..];
    let is_defined = rules.is_defined(found.place, &found.name);
    let is_untouched = |range: &Range<usize>| {
        found.event == Event::Written && before.get(range.clone()) == after.get(range.clone())
    };
    let mut first = None;
    let mut count = 0;
    for (number, start) in (0..half).step_by(layout.size.max(1)).enumerate() {
        let differs = |part: &&Part| {
            let range = start + part.offset..start + part.offset + part.size;
            let (Some(is), Some(should)) = (after.get(range.clone()), after_expected.get(range.clone()))
            else {
                return false;
            };
            // What the kernel leaves alone may be older than the host's, or written in shared memory only.
            (is_defined || !is_untouched(&range)) && !agrees(part, is, should, rules.exactness)
        };
        if let Some(part) = layout.parts.iter().find(differs) {
            count += 1;
            first.get_or_insert((number, start + part.offset, *part));
        }
    }
    let (number, at, part) = first?;
    let shown =
        |values: &[u8]| values.get(at..at + part.size).map_or(String::new(), |bytes| text(&part, bytes));
    Some(Difference {
        element: element(found, number, &part),
        found: shown(after),
        expected: shown(after_expected),
        count,
        is_left_out: is_untouched(&(at..at + part.size)),
    })
}

fn agrees(part: &Part, is: &[u8], should: &[u8], exactness: Exactness) -> bool {
    is == should
        || part.kind == PartKind::Floating && exactness.accepts(floating(is), floating(should), part.size)
}

fn floating(bytes: &[u8]) -> f64 {
    match bytes.len() {
        4 => f64::from(f32::from_ne_bytes(bytes.try_into().unwrap_or_default())),
        _ => f64::from_ne_bytes(bytes.try_into().unwrap_or_default()),
    }
}

fn text(part: &Part, bytes: &[u8]) -> String {
    match part.kind {
        PartKind::Floating if bytes.len() == 4 => {
            f32::from_ne_bytes(bytes.try_into().unwrap_or_default()).to_string()
        }
        PartKind::Floating => floating(bytes).to_string(),
        PartKind::Integer => {
            let negative = bytes.last().is_some_and(|byte| *byte >= 0x80);
            let mut wide = if negative { [0xff; 8] } else { [0; 8] };
            wide[..bytes.len()].copy_from_slice(bytes);
            i64::from_ne_bytes(wide).to_string()
        }
        PartKind::Bytes => {
            let bytes = bytes.iter().take(16).map(|byte| format!("{byte:02x}"));
            format!("the bytes {}", bytes.collect::<Vec<_>>().join(" "))
        }
    }
}

/// `a[3][4]`, and for a part of a struct where it lies.
fn element(record: &Record, number: usize, part: &Part) -> String {
    let mut left = number as i64;
    let mut indices = Vec::new();
    for (first, count) in record.ranges.iter().rev() {
        let count = (*count).max(1);
        indices.push(format!("[{}]", first + left % count));
        left /= count;
    }
    indices.reverse();
    let inside = match record.layout.parts.len() {
        0 | 1 => String::new(),
        _ => format!(", {} bytes into it,", part.offset),
    };
    format!("`{}{}`{inside}", record.name, indices.concat())
}

impl Difference {
    fn diagnostic(&self, record: &Record, proven: Option<&str>) -> Diagnostic {
        let Difference { element, found, expected, count, is_left_out } = self;
        let what = match record.event {
            _ if *is_left_out => "the kernel does not write every element, as its `defines` says",
            Event::Written | Event::Kernel => "the kernel computes another value than the sequential program",
            Event::Transfer => "this moves another value than the sequential program has",
            Event::Freed => "the host's array is not what it is in the sequential program",
        };
        let mut diagnostic = match proven {
            Some(_) => Diagnostic::new(
                &codes::CONTRADICTED_VERDICT,
                record.place,
                format!("{what}, where Warploom had proven that it does not"),
            ),
            None => Diagnostic::new(&codes::DIFFERS_FROM_SEQUENTIAL, record.place, what),
        };
        diagnostic =
            diagnostic.label(format!("{element} is {found}, and {expected} in the sequential program"));
        if *count > 1 {
            diagnostic = diagnostic.note(format!("{count} elements of `{}` differ", record.name));
        }
        match proven {
            Some(verdict) => diagnostic.note(format!("proven: {verdict}")).help(REQUEST),
            None => diagnostic,
        }
    }
}

fn another_way(found: &Record, expected: &Record) -> Diagnostic {
    let message = "the program comes here, and the sequential program does not";
    Diagnostic::new(&codes::DIFFERS_FROM_SEQUENTIAL, found.place, message)
        .label("comes here next")
        .related(expected.place, "the sequential program comes here next")
        .help("a condition of the host depends on values that the device has newer")
}
