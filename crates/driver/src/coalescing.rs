//! `coalesce`: kernels rewritten in the user's own text, also where that is OpenCL C.
//!
//! ```text
//! X.cl ──questions in CUDA's words──▶ text ──coalesce──▶ edits of the text ──back──▶ edits of X.cl
//! ```
//! Remedies read and write CUDA's words for threads and blocks. A file in OpenCL C is read with `get_local_id(0)`
//! written as `threadIdx.x`; edits of that text are said in OpenCL's words again, and where one is inside of such a
//! question, the question as a whole is replaced. Nothing else of the file changes.

use std::ops::Range;
use std::sync::Arc;

use coalesce::{Language, Rewritten, Settings, open_cl};
use diagnostics::{Diagnostic, codes};
use source::{Edit, FileId, FileRange, Origin, Piece, apply_edits};
use syntax::Dialect;
use translate::open_cl_words::questions;

use crate::session::{Input, Session};

/// The input, with questions for work items in CUDA's words if it is in OpenCL C.
pub(crate) fn in_cuda_words(session: &mut Session, input: Input) -> Input {
    if input.dialect != Dialect::OpenCl {
        return input;
    }
    let reserved = open_cl::QUERIES.map(|(word, _)| word);
    let found = match questions(input.file, &reserved, &mut session.sources) {
        Ok(found) => found,
        Err(name) => {
            let message = format!(
                "nothing is rewritten: `{name}` is a name of the program's, and stands for other things here"
            );
            let start = session.sources.map.span(FileRange { file: input.file, start: 0, end: 0 });
            session
                .sink
                .push(Diagnostic::new(&codes::NOT_COALESCED, start, message).help("call it otherwise"));
            return input;
        }
    };
    let bytes = &session.sources.map.file(input.file).bytes;
    let (mut text, mut pieces, mut at) = (Vec::new(), Vec::new(), 0);
    let mut add = |text: &mut Vec<u8>, new: &[u8], from: usize, copied: bool| {
        pieces.push(Piece { start: text.len() as u32, from: from as u32, copied, is_version: false });
        text.extend_from_slice(new);
    };
    for question in found {
        let asked = match question.name.as_str() {
            "get_global_id" => open_cl::global_id(question.dimension),
            "get_global_size" => open_cl::global_size(question.dimension),
            name => open_cl::query(name, question.dimension),
        };
        let Some(asked) = asked else { continue };
        add(&mut text, &bytes[at..question.place.start], at, true);
        add(&mut text, asked.as_bytes(), question.place.start, false);
        at = question.place.end;
    }
    add(&mut text, &bytes[at..], at, true);
    let name = session.sources.map.file(input.file).name.clone();
    let origin = Origin { file: input.file, steps: vec![Arc::from(pieces)] };
    match session.sources.map.add_derived(name, Arc::from(text), origin) {
        Some(file) => Input { file, ..input },
        None => input,
    }
}

/// Rewrites the kernels of each file; the edits are of the files that users wrote.
pub(crate) fn coalesce_all(
    session: &mut Session,
    program: &hir::Program,
    read: &[(Input, usize)],
    settings: Settings,
) -> Vec<(FileId, Vec<Rewritten>)> {
    let Session { sources, sink, timings, .. } = session;
    let analysed = analyze::Input::new(program, sources);
    timings.measure("coalesce", || {
        let mut rewritten = |input: &Input| {
            let language = match input.dialect {
                Dialect::OpenCl => Language::OpenCl,
                _ => Language::Cuda,
            };
            let mut all = coalesce::coalesce(&analysed, input.file, language, settings, sink);
            let file = sources.map.file(input.file);
            let Some(origin) = &file.origin else { return (input.file, all) };
            let map = Way {
                text: &file.bytes,
                pieces: &origin.steps[0],
                end: sources.map.file(origin.file).bytes.len(),
            };
            all.retain_mut(|kernel| match map.back(&kernel.edits) {
                Some(edits) => {
                    kernel.edits = edits;
                    true
                }
                None => {
                    let name = &kernel.kernel;
                    let message =
                        format!("`{name}` is left as it is after all: the changes have no words in OpenCL C");
                    let start = sources.map.span(FileRange { file: origin.file, start: 0, end: 0 });
                    sink.push(Diagnostic::new(&codes::NOT_COALESCED, start, message));
                    false
                }
            });
            (origin.file, all)
        };
        read.iter().map(|(input, _)| rewritten(input)).collect()
    })
}

/// From the text that was read to the file that it was made from.
struct Way<'a> {
    text: &'a [u8],
    pieces: &'a [Piece],
    /// Where the file ends.
    end: usize,
}

impl Way<'_> {
    /// The edits of the file; `None` if one has no words in OpenCL C.
    fn back(&self, edits: &[Edit]) -> Option<Vec<Edit>> {
        let mut grouped: Vec<(Range<usize>, Vec<Edit>)> = Vec::new();
        let mut sorted = edits.to_vec();
        sorted.sort_by_key(|edit| (edit.start, edit.end));
        for edit in sorted {
            let place = self.question(edit.start).start..self.question_behind(edit.end, edit.start);
            match grouped.last_mut() {
                // Two edits of one question, or of two that one edit joins.
                Some((known, of)) if place.start < known.end => {
                    known.end = known.end.max(place.end);
                    of.push(edit);
                }
                _ => grouped.push((place, vec![edit])),
            }
        }
        grouped.into_iter().map(|(place, edits)| self.one(place, edits)).collect()
    }

    fn one(&self, place: Range<usize>, mut edits: Vec<Edit>) -> Option<Edit> {
        for edit in &mut edits {
            (edit.start, edit.end) = (edit.start - place.start, edit.end - place.start);
        }
        let text = apply_edits(&self.text[place.clone()], &edits).ok()?;
        // Whether parentheses are needed around a number is told by what stands beside it.
        let before = self.text[..place.start].trim_ascii_end().last().copied().unwrap_or(b' ');
        let after = self.text[place.end..].trim_ascii_start().first().copied().unwrap_or(b' ');
        let whole = format!("{}{}{}", before as char, String::from_utf8_lossy(&text), after as char);
        let whole = open_cl::said(&whole).ok()?;
        let text = whole.strip_prefix(before as char)?.strip_suffix(after as char)?;
        let (start, end) = (self.offset(place.start), self.offset(place.end));
        Some(Edit { start, end, text: text.as_bytes().to_vec() })
    }

    /// The question that an offset is inside of, or nothing at that offset.
    fn question(&self, at: usize) -> Range<usize> {
        let after = self.pieces.partition_point(|piece| (piece.start as usize) < at);
        let end = self.pieces.get(after).map_or(self.text.len(), |piece| piece.start as usize);
        match after.checked_sub(1).map(|before| self.pieces[before]) {
            Some(piece) if !piece.copied && at < end => piece.start as usize..end,
            _ => at..at,
        }
    }

    /// Where an edit ends, a question that it ends in included.
    fn question_behind(&self, end: usize, start: usize) -> usize {
        let inside = self.question(end).end;
        // An insertion into a question takes the whole of it.
        if start == end { self.question(start).end } else { inside }
    }

    /// An offset in the file for one that is in no question.
    fn offset(&self, at: usize) -> usize {
        if at == self.text.len() {
            return self.end;
        }
        let after = self.pieces.partition_point(|piece| piece.start as usize <= at);
        match after.checked_sub(1).map(|before| self.pieces[before]) {
            Some(piece) if piece.copied => piece.from as usize + at - piece.start as usize,
            Some(piece) => piece.from as usize,
            None => at,
        }
    }
}
