//! Are two size expressions surely equal?
//!
//! Both are brought to a polynomial in the program's variables: `n * 2 + n`
//! and `3 * n` are one. Called only for expressions of one place, between
//! which nothing is assigned.

use affine::Polynomial;
use analyze::size_formula::{of_extent, polynomial};
use hir::{BinaryOp, CastKind, ExprId, ExprKind, Program};
use kir::Extent;

/// Surely equal?
pub(crate) fn extents(program: &Program, a: Extent, b: Extent) -> bool {
    a == b || matches!((of_extent(program, a), of_extent(program, b)), (Some(a), Some(b)) if a == b)
}

/// Is `quotient` surely `ceil(dividend / divisor)`, written as
/// `(dividend + divisor - 1) / divisor`, or 1 in its place under some condition?
pub(crate) fn is_ceiling(program: &Program, quotient: ExprId, dividend: Extent, divisor: Extent) -> bool {
    let mut quotient = look_through(program, quotient);
    // One block where there would be none: it has what there is.
    if let ExprKind::Conditional { then: Some(then), otherwise, .. } = program.exprs[quotient].kind
        && hir::const_eval::integer(program, otherwise) == Some(1)
    {
        quotient = look_through(program, then);
    }
    let ExprKind::Binary { op: BinaryOp::Div, lhs, rhs } = program.exprs[quotient].kind else { return false };
    let (Some(numerator), Some(denominator)) = (polynomial(program, lhs), polynomial(program, rhs)) else {
        return false;
    };
    let (Some(dividend), Some(divisor)) = (of_extent(program, dividend), of_extent(program, divisor)) else {
        return false;
    };
    let expected = dividend.plus(&divisor).and_then(|sum| sum.minus(&Polynomial::constant(1)));
    denominator == divisor && expected.is_ok_and(|expected| expected == numerator)
}

fn look_through(program: &Program, expr: ExprId) -> ExprId {
    match program.exprs[expr].kind {
        ExprKind::Cast { kind: CastKind::Arithmetic | CastKind::Same, operand, .. }
            if program.types.is_integer(program.exprs[operand].ty) =>
        {
            look_through(program, operand)
        }
        _ => expr,
    }
}
