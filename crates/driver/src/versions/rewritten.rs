//! Directives that are carried out in the text: `schedule` as the loops that it means, `when` as versions of its kernel.
//!
//! The text is changed before anything else is known of it, and kernels that stand in it are kernels like any other.
//! Every line leads back to what it was made of: a directive to itself, a loop to its first statement.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use diagnostics::Sink;
use hir::{Program, Span};
use recipes::written_out::{Part, Rewritten, written_out};
use source::{Edit, FileId, Origin, Sources};

use super::text::{Changes, Copy};
use crate::session::{Input, Session};

/// The inputs with what is written out; `None` if there is nothing, or it is refused.
pub(super) fn write(session: &mut Session, program: &mut Program, inputs: &[Input]) -> Option<Vec<Input>> {
    let Session { sources, sink, .. } = &mut *session;
    let errors = sink.error_count();
    let rewritten = written_out(program, sources, sink);
    if rewritten.is_empty() || sink.error_count() > errors {
        return None;
    }
    let mut changes: BTreeMap<FileId, Changes> = BTreeMap::new();
    for new in &rewritten {
        let (file, range) = own_text(sources, inputs, new.place)?;
        add(sources, file, range, new, changes.entry(file).or_default());
    }
    let mut again = Vec::new();
    for input in inputs {
        let Some(changes) = changes.get(&input.file) else {
            again.push(*input);
            continue;
        };
        let file = session.sources.map.file(input.file);
        let (text, pieces) = changes.apply(&file.bytes)?;
        let (original, mut steps) = match &file.origin {
            Some(origin) => (origin.file, origin.steps.clone()),
            None => (input.file, Vec::new()),
        };
        steps.insert(0, pieces);
        let name = file.name.clone();
        let read =
            session.sources.map.add_derived(name, Arc::from(text), Origin { file: original, steps })?;
        again.push(Input { file: read, ..*input });
    }
    // What was said of the text is said again of the new one.
    session.sink = Sink::default();
    Some(again)
}

/// The bytes of a place in one of the inputs; a header and the body of a macro stay as they are.
fn own_text(sources: &Sources, inputs: &[Input], span: Span) -> Option<(FileId, Range<usize>)> {
    let written = sources.expansions.written_at(span);
    let range = sources.map.range(written).filter(|_| (written.lo, written.hi) == (span.lo, span.hi))?;
    let is_input = inputs.iter().any(|input| input.file == range.file);
    is_input.then_some((range.file, range.start as usize..range.end as usize))
}

fn add(sources: &Sources, file: FileId, range: Range<usize>, new: &Rewritten, changes: &mut Changes) {
    let at = range.start;
    let inside = |span: Span| {
        let place = sources.map.range(sources.expansions.outermost_call(span))?;
        let place = (place.file == file).then_some(place.start as usize..place.end as usize)?;
        (range.start <= place.start && place.end <= range.end).then_some(place)
    };
    for part in &new.parts {
        let is_version = matches!(part, Part::Version(_));
        let (heading, part) = match part {
            Part::New(text, from) => {
                let from = inside(*from).map_or(at, |place| place.start);
                (text.clone(), from..from)
            }
            Part::Kept(text) | Part::Version(text) => match inside(*text) {
                Some(text) => (String::new(), text),
                None => continue,
            },
        };
        changes.copies.push(Copy { at, heading, part, edits: Vec::new(), is_version });
    }
    changes.edits.push(Edit { start: range.start, end: range.end, text: Vec::new() });
}
