//! Places in the user's text between two statements ([`Gap`]).

use analyze::Input;
use hir::{StmtId, StmtKind};
use source::{Gap, Span};

use crate::tree::Tree;

/// Before or after a statement of a block.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Spot {
    /// Just before it.
    Before(StmtId),
    /// Just after it.
    After(StmtId),
}

/// A place in a text.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Anchor {
    /// Which of the input files.
    pub file: usize,
    /// Where.
    pub gap: Gap,
}

/// Where a spot is in the text that was read; `None` for statements that macros or headers hold.
pub fn anchor(input: &Input<'_>, tree: &Tree<'_>, spot: Spot, files: usize) -> Option<Anchor> {
    let (stmt, is_before) = match spot {
        Spot::Before(stmt) => (above_pragmas(input, tree, stmt), true),
        Spot::After(stmt) => (stmt, false),
    };
    let span = whole_span(input, stmt);
    let sources = input.sources;
    let written = sources.expansions.outermost_call(span);
    let range = sources.map.written_range(written)?;
    let file = range.file.index();
    if file >= files {
        return None;
    }
    let text = &sources.map.file(range.file).bytes;
    let (start, end) = (range.start as usize, range.end as usize);
    let gap = if is_before { Gap::before(text, start) } else { Gap::after(text, start, end) };
    Some(Anchor { file, gap })
}

/// A statement with the pragmas of others that belong to it.
fn above_pragmas(input: &Input<'_>, tree: &Tree<'_>, stmt: StmtId) -> StmtId {
    let siblings = tree.parent(stmt).and_then(|parent| tree.list(parent)).unwrap_or_default();
    let Some(mut at) = siblings.iter().position(|sibling| *sibling == stmt) else { return stmt };
    let is_pragma = |stmt: StmtId| matches!(input.program.stmts[stmt].kind, StmtKind::Pragma(_));
    while at > 0 && is_pragma(siblings[at - 1]) {
        at -= 1;
    }
    siblings[at]
}

/// A statement with its directive's line, and a kernel with its end.
fn whole_span(input: &Input<'_>, stmt: StmtId) -> Span {
    let program = input.program;
    let span = program.stmts[stmt].span;
    match program.stmts[stmt].kind {
        StmtKind::Kernel { directive, end, .. } => {
            input.sources.join(program.directives[directive].line, end)
        }
        StmtKind::Annotated { directive, .. } => input.sources.join(program.directives[directive].line, span),
        StmtKind::Directive(directive) => program.directives[directive].line,
        _ => span,
    }
}
