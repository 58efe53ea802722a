//! CUDA files as sequential C, read again before they are given to anybody.
//!
//! What `raise` writes is the user's text with parts replaced. Whether that is C is not guessed
//! but tried: the text goes through preprocessor, parser and resolver as a C file, and what they
//! find is told at the line it comes from. Whether its directives are right is tried too, by
//! analysing it: they stay if nothing is found, once the threads of a CUDA kernel are taken to be
//! as independent as their author said.

use std::sync::Arc;

use diagnostics::{Diagnostic, Severity};
use source::{FileId, FileKind, FileRange, Span, line_start};
use syntax::Dialect;

use crate::pipeline::check_alone;
use crate::session::{Input, Session};

/// Raises each file.
pub(crate) fn raise_all(
    session: &mut Session,
    program: &mut hir::Program,
    read: &[(Input, usize)],
) -> Vec<(FileId, Vec<u8>)> {
    let mut all = Vec::new();
    for (input, _) in read {
        let macros = translate::MacroTable::of(program, &session.sources);
        let Session { sources, sink, timings, .. } = &mut *session;
        let holds = |name, place, sources: &source::Sources| macros.holds_before(name, place, sources);
        let unit = raise::Unit { program, sources, file: input.file, holds: &holds };
        let raised = timings.measure("raise", || raise::raise(unit, sink));
        let chosen = raised.and_then(|raised| choose(session, *input, &raised));
        all.extend(chosen.map(|text| (input.file, text)));
    }
    all
}

/// The text with directives if they are accepted, else the one without.
fn choose(session: &mut Session, input: Input, raised: &raise::Text) -> Option<Vec<u8>> {
    let independent = with_independent(&raised.with_directives);
    let mut reason: Option<(Span, String)> = None;
    let mut best: Option<(usize, Vec<u8>)> = None;
    for text in [raised.with_directives.clone(), independent] {
        let (file, found) = findings(session, input, &text, true)?;
        if let Some(fault) = found.iter().find(|d| d.severity() == Severity::Error) {
            reason = Some((line_in(session, input.file, file, fault.primary.span), fault.message.clone()));
            continue;
        }
        let warnings = found.iter().filter(|d| d.severity() == Severity::Warning).count();
        if best.as_ref().is_none_or(|(fewest, _)| warnings < *fewest) {
            best = Some((warnings, text));
        }
    }
    if let Some((_, text)) = best {
        return Some(text);
    }
    let (file, found) = findings(session, input, &raised.plain, false)?;
    if let Some(error) = found.iter().find(|d| d.severity() == Severity::Error) {
        let place = line_in(session, input.file, file, error.primary.span);
        session.sink.push(raise::not_c(place, &error.message));
        return None;
    }
    if let Some((place, reason)) = reason {
        session.sink.push(raise::without_directives(place, &reason));
    }
    Some(raised.plain.clone())
}

/// `independent` on every loop over blocks or threads.
fn with_independent(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for line in text.split_inclusive(|&b| b == b'\n') {
        if line.trim_ascii_start().starts_with(b"#pragma hicuda loop_partition") {
            let end = line.trim_ascii_end().len();
            out.extend_from_slice(&line[..end]);
            out.extend_from_slice(b" independent");
            out.extend_from_slice(&line[end..]);
        } else {
            out.extend_from_slice(line);
        }
    }
    out
}

/// What is found in a text that is read as C, analysed too if asked.
fn findings(
    session: &mut Session,
    input: Input,
    text: &[u8],
    analysed: bool,
) -> Option<(FileId, Vec<Diagnostic>)> {
    let name = session.sources.map.file(input.file).name.clone();
    let file = session.sources.map.add(name, Arc::from(text.to_vec()), FileKind::User, None)?;
    let told = session.sink.take();
    check_alone(session, Input { file, dialect: Dialect::C }, analysed);
    let found = session.sink.take();
    told.into_iter().for_each(|diagnostic| session.sink.push(diagnostic));
    Some((file, found))
}

/// The line of the user's file that a line of the raised text comes from: the one that reads the
/// same, or the file's start.
fn line_in(session: &Session, original: FileId, raised: FileId, span: Span) -> Span {
    let map = &session.sources.map;
    let written = session.sources.expansions.outermost_call(span);
    let start = FileRange { file: original, start: 0, end: 0 };
    let Some(range) = map.range(written).filter(|range| range.file == raised) else { return map.span(start) };
    let text = &map.file(raised).bytes;
    let from = line_start(text, range.start as usize);
    let to = text[from..].iter().position(|&b| b == b'\n').map_or(text.len(), |i| from + i);
    let line = text[from..to].trim_ascii();
    let whole = &map.file(original).bytes;
    let found = whole.windows(line.len().max(1)).position(|window| window == line);
    match found.filter(|_| !line.is_empty()) {
        Some(at) => {
            let (start, end) = (at as u32, (at + line.len()) as u32);
            map.span(FileRange { file: original, start, end })
        }
        None => map.span(start),
    }
}
