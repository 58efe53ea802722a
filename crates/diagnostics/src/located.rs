//! Where a diagnostic points once macros are taken out of the picture.
//!
//! A span may lie in the body of a macro that three other macros call. People
//! look at what they wrote, so the primary place is the outermost text they
//! can edit, and every macro body passed on the way there becomes a frame:
//!
//! ```text
//! 1 | #define SQUARE(x) ((x) * (y))
//!   |                           - in this expansion of macro `SQUARE`
//! ...
//! 4 |     return SQUARE(a);
//!   |            ^^^^^^^^^ `y` is not declared
//! ```
//!
//! All three renderers start from this; none of them knows about expansions.

use source::{ExpansionKind, FileId, FileRange, Sources, Span};

use crate::{Diagnostic, Label};

/// A diagnostic with its places found.
pub struct Located<'d> {
    /// What is said.
    pub diagnostic: &'d Diagnostic,
    /// The place the user wrote; `None` for something built in.
    pub primary: Option<Place>,
    /// The macro bodies between the problem and the primary place, innermost first.
    pub expansions: Vec<Frame>,
    /// The other places.
    pub related: Vec<Place>,
    /// The `#include` lines that lead to the primary place, innermost first.
    pub included_from: Vec<(FileId, u32)>,
}

/// A range of a file and what is to be said there.
pub struct Place {
    /// The bytes.
    pub range: FileRange,
    /// The label; may be empty.
    pub text: String,
}

/// One step of a macro backtrace.
pub struct Frame {
    /// The macro's name.
    pub macro_name: String,
    /// The text in the macro's body that the problem was traced through.
    pub inside: FileRange,
    /// The call that expanded the macro.
    pub call: Option<FileRange>,
}

/// A backtrace longer than this says no more: macros that recurse by deferral
/// make chains of hundreds.
const FRAMES: usize = 6;

impl<'d> Located<'d> {
    /// Finds the places of a diagnostic.
    pub fn new(diagnostic: &'d Diagnostic, sources: &Sources) -> Located<'d> {
        let (primary, expansions) = trace(diagnostic.primary.span, sources);
        let primary = sources
            .map
            .written_range(primary)
            .map(|range| Place { range, text: diagnostic.primary.text.clone() });
        let included_from = primary.as_ref().map_or(Vec::new(), |p| include_chain(p.range.file, sources));
        let related = diagnostic.related.iter().filter_map(|label| place(label, sources)).collect();
        Located { diagnostic, primary, expansions, related, included_from }
    }

    /// Orders diagnostics as their text is read.
    pub fn sort_key(&self) -> (Option<FileRange>, crate::Severity) {
        (self.primary.as_ref().map(|p| p.range), self.diagnostic.severity())
    }
}

fn place(label: &Label, sources: &Sources) -> Option<Place> {
    let range = sources.map.written_range(sources.expansions.written_at(label.span))?;
    Some(Place { range, text: label.text.clone() })
}

/// Follows a span out of its macros: the same way as
/// `ExpansionTable::written_at`, keeping the bodies it leaves behind.
fn trace(span: Span, sources: &Sources) -> (Span, Vec<Frame>) {
    let mut frames = Vec::new();
    let mut span = span;
    while let Some(record) = sources.expansions.get(span.ctx) {
        match record.kind {
            ExpansionKind::Argument { inner } => span.ctx = inner,
            ExpansionKind::Body => {
                let call = sources.map.written_range(sources.expansions.written_at(record.call));
                let inside = sources.map.written_range(span).filter(|_| !record.body.is_builtin());
                if let Some(inside) = inside.filter(|_| frames.len() < FRAMES) {
                    let macro_name = sources.text(record.macro_name).into_owned();
                    frames.push(Frame { macro_name, inside, call });
                }
                span = record.call;
            }
        }
    }
    (span, frames)
}

/// The includes from a file up to the input; bounded, since a file that
/// includes itself has a chain as long as the nesting limit.
fn include_chain(file: FileId, sources: &Sources) -> Vec<(FileId, u32)> {
    let mut chain = Vec::new();
    let mut at = sources.map.file(file).included_at;
    while let Some((file, position)) = at.and_then(|span| sources.map.written_line_column(span.lo)) {
        if chain.len() == FRAMES {
            break;
        }
        chain.push((file, position.line));
        at = sources.map.file(file).included_at;
    }
    chain
}
