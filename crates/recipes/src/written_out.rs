//! What is carried out in the text itself: the program is read again with it.
//!
//! Kernels with a `when` come first, since each of their versions may have schedules of its own.

use diagnostics::Sink;
use hir::{DirectiveKind, Program, Span};
use source::Sources;

use crate::{schedule, when};

/// A part of the program written anew.
#[derive(Clone, Debug)]
pub struct Rewritten {
    /// What it takes the place of: from its first directive to its end.
    pub place: Span,
    /// The text, piece by piece.
    pub parts: Vec<Part>,
}

/// A piece of new text.
#[derive(Clone, Debug)]
pub enum Part {
    /// New, and told as this place.
    New(String, Span),
    /// The user's, as it stands there.
    Kept(Span),
    /// The same, in one of several versions.
    Version(Span),
}

/// All parts of a program that are to be written anew before it is analysed. What cannot be carried out is in the sink.
pub fn written_out(program: &mut Program, sources: &mut Sources, sink: &mut Sink) -> Vec<Rewritten> {
    let has = |is_wanted: fn(&hir::Directive) -> bool| program.directives.iter().any(|(_, d)| is_wanted(d));
    if has(|directive| directive.when.is_some()) {
        return when::written_out(program, sources, sink);
    }
    match has(|directive| matches!(directive.kind, DirectiveKind::Schedule(_))) {
        true => schedule::written_out(program, sources, sink),
        false => Vec::new(),
    }
}
