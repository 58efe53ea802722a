//! Plain C in, the same text with directives out: written, read again and checked until nothing is
//! said against it.
//!
//! The program is surveyed once ([`annotate::survey`]). Then, round by round, the text with the
//! directives of the moment goes through the whole check, as a user's would. What is reported about
//! a kernel makes its nest take its next choice; what nobody can be blamed for takes the last
//! kernel away. The rounds end, because choices do, and what comes out passes `check` in silence.

use std::collections::HashSet;
use std::sync::Arc;

use annotate::{Plan, Reason};
use diagnostics::{Diagnostic, Severity};
use source::{Edit, FileId, FileKind, Sources, Span, apply_edits};

use crate::pipeline::{Goal, compile_unguarded, read_program};
use crate::session::{Input, Session};

/// What became of the inputs.
#[derive(Debug)]
pub struct Annotated {
    /// The verdict on every nest.
    pub plan: Plan,
    /// Each input with its new text and the lines that were inserted.
    pub files: Vec<AnnotatedFile>,
}

/// One input.
#[derive(Debug)]
pub struct AnnotatedFile {
    /// Which.
    pub file: FileId,
    /// Its text with directives.
    pub text: Vec<u8>,
    /// The lines that it has more.
    pub edits: Vec<Edit>,
}

/// Annotates a program; `None` if it has errors, which are in the sink.
pub(crate) fn annotate(session: &mut Session, inputs: &[Input]) -> Option<Annotated> {
    compile_unguarded(session, inputs, Goal::Check);
    if session.sink.has_errors() {
        return None;
    }
    let told = session.sink.take();
    let known: HashSet<String> = told.iter().map(heading).collect();
    let mut program = read_program(session, inputs)?;
    session.sink.take();
    let settings = session.options.annotate.clone();
    let Session { sources, timings, .. } = &mut *session;
    let mut plan = timings.measure("annotate", || annotate::survey(&mut program, sources, &settings));
    let texts = settle(session, inputs, &mut plan, &known)?;
    session.sink.take();
    told.into_iter().for_each(|diagnostic| session.sink.push(diagnostic));
    let files = inputs.iter().zip(texts).map(|(input, text)| {
        let edits = inserted_lines(&session.sources.map.file(input.file).bytes, &text).unwrap_or_default();
        AnnotatedFile { file: input.file, text, edits }
    });
    Some(Annotated { files: files.collect(), plan })
}

/// Takes choices until the check is silent: the texts.
fn settle(
    session: &mut Session,
    inputs: &[Input],
    plan: &mut Plan,
    known: &HashSet<String>,
) -> Option<Vec<Vec<u8>>> {
    loop {
        let texts = written(session, inputs, plan)?;
        if plan.kernels().is_empty() {
            return Some(texts);
        }
        let Some(objections) = objections(session, inputs, &texts, known) else { return Some(texts) };
        if objections.is_empty() {
            return Some(texts);
        }
        for (kernel, reason) in objections {
            let last = plan.kernels().last().map(|kernel| kernel.name.clone());
            let Some(name) = kernel.or(last) else { break };
            plan.refuse(&name, &reason);
        }
    }
}

/// The inputs with the lines of the plan.
fn written(session: &Session, inputs: &[Input], plan: &Plan) -> Option<Vec<Vec<u8>>> {
    let text = |input: &Input| {
        let original = &session.sources.map.file(input.file).bytes;
        let text = apply_edits(original, &plan.edits(input.file)).ok()?;
        debug_assert!(inserted_lines(original, &text).is_some(), "only whole lines are inserted");
        Some(text)
    };
    inputs.iter().map(text).collect()
}

/// What the check says against the texts, each with the kernel that is to blame, if one can be told.
/// A kernel is named once. `None` when the texts cannot be loaded.
fn objections(
    session: &mut Session,
    inputs: &[Input],
    texts: &[Vec<u8>],
    known: &HashSet<String>,
) -> Option<Vec<(Option<String>, Reason)>> {
    let mut again = Vec::new();
    for (input, text) in inputs.iter().zip(texts) {
        let name = session.sources.map.file(input.file).name.clone();
        let file = session.sources.map.add(name, Arc::from(text.as_slice()), FileKind::User, None)?;
        again.push(Input { file, ..*input });
    }
    session.sink.take();
    compile_unguarded(session, &again, Goal::Check);
    let found = session.sink.take();
    let regions: Vec<Region> =
        again.iter().zip(texts).flat_map(|(input, text)| regions(input.file, text)).collect();
    let mut objections: Vec<(Option<String>, Reason)> = Vec::new();
    for finding in found.iter().filter(|finding| finding.severity() != Severity::Remark) {
        if known.contains(&heading(finding)) {
            continue;
        }
        let kernel = blamed(&session.sources, finding, &regions);
        if !objections.iter().any(|(other, _)| *other == kernel) {
            let reason = format!("with directives, `check` says: {} ({})", finding.message, finding.code.id);
            objections.push((kernel, Reason::plain(reason)));
        }
    }
    // What follows from a kernel's own mistake needs no second culprit.
    if objections.iter().any(|(kernel, _)| kernel.is_some()) {
        objections.retain(|(kernel, _)| kernel.is_some());
    }
    Some(objections)
}

fn heading(finding: &Diagnostic) -> String {
    format!("{} {}", finding.code.id, finding.message)
}

/// The text of a kernel, from its directive to its end.
struct Region {
    file: FileId,
    start: usize,
    end: usize,
    name: String,
}

fn regions(file: FileId, text: &[u8]) -> Vec<Region> {
    let mut found = Vec::new();
    let mut open: Option<(usize, String)> = None;
    let mut at = 0;
    for line in text.split_inclusive(|&b| b == b'\n') {
        let words: Vec<&[u8]> = line.split(|b| b.is_ascii_whitespace()).filter(|w| !w.is_empty()).collect();
        match words.as_slice() {
            [b"#pragma", b"hicuda", b"kernel", name, ..] => {
                open = Some((at, String::from_utf8_lossy(name).into_owned()));
            }
            [b"#pragma", b"hicuda", b"kernel_end", ..] => {
                let end = at + line.len();
                found.extend(open.take().map(|(start, name)| Region { file, start, end, name }));
            }
            _ => {}
        }
        at += line.len();
    }
    found
}

/// The kernel that a finding points into, by its first place that is in one.
fn blamed(sources: &Sources, finding: &Diagnostic, regions: &[Region]) -> Option<String> {
    let spans = std::iter::once(finding.primary.span).chain(finding.related.iter().map(|label| label.span));
    spans.into_iter().find_map(|span| region_of(sources, span, regions))
}

fn region_of(sources: &Sources, span: Span, regions: &[Region]) -> Option<String> {
    let range = sources.map.written_range(sources.expansions.outermost_call(span))?;
    let at = range.start as usize;
    let region = regions.iter().find(|r| r.file == range.file && (r.start..r.end).contains(&at))?;
    Some(region.name.clone())
}

/// The lines that a text has more than another, as insertions; `None` if it lacks any.
pub fn inserted_lines(original: &[u8], text: &[u8]) -> Option<Vec<Edit>> {
    let mut lines = original.split_inclusive(|&b| b == b'\n').peekable();
    let mut edits: Vec<Edit> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive(|&b| b == b'\n') {
        if lines.peek() == Some(&line) {
            at += line.len();
            lines.next();
            continue;
        }
        match edits.last_mut().filter(|edit| edit.start == at) {
            Some(edit) => edit.text.extend_from_slice(line),
            None => edits.push(Edit { start: at, end: at, text: line.to_vec() }),
        }
    }
    lines.next().is_none().then_some(edits)
}
