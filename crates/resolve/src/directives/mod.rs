//! `ast` directives -> `hir` directives, bound to the statements they govern.
//!
//! Three steps. Before names are resolved, [`pairing`] finds the ends of
//! regions and reports those that do not fit. While statements are resolved,
//! [`statement`] makes regions and annotated loops out of them and the files
//! beside this one resolve names, sections and numbers. When the unit is
//! complete, [`placement`] and [`jumps`] look at where everything came to
//! stand.
//!
//! Invariant: whatever is wrong here is reported once, and what is returned is a
//! tree like any other, with `Error` where there is nothing better.

mod binding;
mod jumps;
mod operands;
mod pairing;
mod placement;
mod sections;
mod times;

use diagnostics::Sink;
use hir::{DirectiveId, Span, Stmt, StmtId, StmtKind};
use source::Sources;
use syntax::ast::{self, DirectiveKind};

use crate::resolver::Resolver;

/// Reports regions whose ends do not belong together; before resolving.
pub(crate) fn check_pairing(unit: &ast::Unit, sources: &Sources, sink: &mut Sink) {
    pairing::check(unit, sources, sink);
}

/// Reports directives in the wrong place and jumps across regions, in the
/// functions of one resolved unit.
pub(crate) fn check_unit(program: &hir::Program, unit: usize, sources: &Sources, sink: &mut Sink) {
    placement::check(program, unit, sources, sink);
    jumps::check(program, unit, sink);
}

/// The directive statement `stmts[at]` of a block. Returns the resolved
/// statement and the index after the last statement it took: a region takes
/// all up to its end.
pub(crate) fn statement(resolver: &mut Resolver<'_>, stmts: &[ast::StmtId], at: usize) -> (StmtId, usize) {
    let unit = resolver.ast;
    let stmt = &unit.stmts[stmts[at]];
    let ast::StmtKind::Directive { directive, body } = stmt.kind else {
        return (resolver.statement(stmts[at]), at + 1);
    };
    let kind = match &unit.directives[directive].kind {
        DirectiveKind::Kernel { .. } | DirectiveKind::Singular => {
            return region(resolver, stmts, at, directive);
        }
        // Reported by `pairing`.
        DirectiveKind::KernelEnd | DirectiveKind::SingularEnd => StmtKind::Error,
        kind if kind.governs_something() => {
            let bound = binding::directive(resolver, directive);
            match body {
                Some(body) => StmtKind::Annotated { directive: bound, body: resolver.statement(body) },
                // Nothing below it: reported by the parser.
                None => StmtKind::Error,
            }
        }
        _ => StmtKind::Directive(binding::directive(resolver, directive)),
    };
    (make(resolver, kind, stmt.span), at + 1)
}

/// A directive at file level.
pub(crate) fn item(resolver: &mut Resolver<'_>, directive: ast::DirectiveId) -> DirectiveId {
    binding::directive(resolver, directive)
}

/// `kernel … kernel_end` or `singular … singular_end`.
fn region(
    resolver: &mut Resolver<'_>,
    stmts: &[ast::StmtId],
    at: usize,
    directive: ast::DirectiveId,
) -> (StmtId, usize) {
    let unit = resolver.ast;
    let begin = unit.stmts[stmts[at]].span;
    let bound = binding::directive(resolver, directive);
    let Some(end) = pairing::end_of_region(unit, stmts, at) else {
        return (make(resolver, StmtKind::Error, begin), at + 1);
    };
    let inside = resolver.statement_list(&stmts[at + 1..end]);
    let end_line = pairing::directive_of(unit, stmts[end]).map_or(begin, |end| unit.directives[end].line);
    let span = resolver.sources.join(begin, unit.stmts[stmts[end]].span);
    let body = make(resolver, StmtKind::Block(inside), span);
    let kind = match unit.directives[directive].kind {
        DirectiveKind::Singular => StmtKind::Singular { directive: bound, body, end: end_line },
        _ => StmtKind::Kernel { directive: bound, body, end: end_line },
    };
    (make(resolver, kind, span), end + 1)
}

fn make(resolver: &mut Resolver<'_>, kind: StmtKind, span: Span) -> StmtId {
    resolver.program.stmts.alloc(Stmt { kind, span })
}
