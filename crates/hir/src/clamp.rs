//! Sizes with an upper limit: `n < 65535 ? n : 65535`.

use crate::update::{About, same};
use crate::{BinaryOp, Builder, Duplicate, ExprId, ExprKind, const_eval};

/// A size that is at most `most`.
pub fn clamped(b: &mut Builder<'_>, size: ExprId, most: i64) -> ExprId {
    let (compared, limit) = (Duplicate::new(b).expr(size), b.int(most));
    let cond = b.binary(BinaryOp::Lt, compared, limit);
    let otherwise = b.int(most);
    let ty = b.program.exprs[size].ty.unqualified();
    let otherwise = b.cast(otherwise, ty);
    b.expr(ExprKind::Conditional { cond, then: Some(size), otherwise }, ty)
}

/// The size below a positive limit: it is zero where the other is.
pub fn unclamped(about: &About<'_>, size: ExprId) -> ExprId {
    let exprs = &about.program.exprs;
    let number = |expr: ExprId| const_eval::integer(about.program, expr);
    let ExprKind::Conditional { cond, then: Some(then), otherwise } = exprs[size].kind else { return size };
    let ExprKind::Binary { op: BinaryOp::Lt, lhs, rhs } = exprs[about.program.as_written(cond)].kind else {
        return size;
    };
    match (number(rhs), number(otherwise)) {
        (Some(limit), Some(most)) if limit == most && most > 0 && same(about, lhs, then) => then,
        _ => size,
    }
}
