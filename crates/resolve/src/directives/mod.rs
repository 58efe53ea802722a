//! `ast` directives -> `hir` directives, bound to the statements they govern.

use hir::{DirectiveId, DirectiveKind, StmtId, StmtKind};
use syntax::ast;

use crate::resolver::Resolver;

/// The statement that `stmts[at]`, a directive, begins, and the index after
/// the last statement it takes.
pub(crate) fn statement(resolver: &mut Resolver<'_>, stmts: &[ast::StmtId], at: usize) -> (StmtId, usize) {
    let ast = resolver.ast;
    let span = ast.stmts[stmts[at]].span;
    let ast::StmtKind::Directive { directive, body } = ast.stmts[stmts[at]].kind else {
        return (resolver.make_stmt(StmtKind::Error, span), at + 1);
    };
    let directive = item(resolver, directive);
    let kind = match body {
        Some(body) => StmtKind::Annotated { directive, body: resolver.statement(body) },
        None => StmtKind::Directive(directive),
    };
    (resolver.make_stmt(kind, span), at + 1)
}

/// A directive at file level.
pub(crate) fn item(resolver: &mut Resolver<'_>, directive: ast::DirectiveId) -> DirectiveId {
    let written = &resolver.ast.directives[directive];
    let directive = hir::Directive { kind: DirectiveKind::Error, span: written.span, line: written.line };
    resolver.program.directives.alloc(directive)
}
