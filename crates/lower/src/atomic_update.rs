//! The update below an `atomic` directive, as both targets see it.

use hir::update::{About, Update, UpdateValue, of_stmt};
use hir::{Builder, DirectiveId, DirectiveKind, ExprId, ExprKind, StmtId, StmtKind, UnaryOp};

/// An `atomic` directive, the statement it governs, and the update that this is.
pub fn of_annotated(b: &Builder<'_>, stmt: StmtId) -> Option<(DirectiveId, StmtId, Update)> {
    let StmtKind::Annotated { directive, body } = b.program.stmts[stmt].kind else { return None };
    if !matches!(b.program.directives[directive].kind, DirectiveKind::Atomic) {
        return None;
    }
    let update = of_stmt(&About { program: b.program, sources: b.sources }, body)?;
    Some((directive, body, update))
}

/// What the target is combined with: `x -= e` adds `-e`, `x++` adds 1. `None` for
/// `if (e) x = 0;`, which stores a number or does nothing.
pub fn operand(b: &mut Builder<'_>, value: UpdateValue) -> Option<ExprId> {
    match value {
        UpdateValue::Of(value) => Some(value),
        UpdateValue::Minus(operand) => {
            let ty = b.program.exprs[operand].ty.unqualified();
            Some(b.expr(ExprKind::Unary { op: UnaryOp::Neg, operand }, ty))
        }
        UpdateValue::Step(step) => Some(b.int(step)),
        UpdateValue::If(_) | UpdateValue::Several => None,
    }
}
