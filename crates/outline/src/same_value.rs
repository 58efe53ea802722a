//! Are two size expressions surely equal?
//!
//! Both are brought to a polynomial in the program's variables: `n * 2 + n`
//! and `3 * n` are one. What is no polynomial, like the smaller of two numbers, is
//! taken as it is written. Called only for expressions of one place, between
//! which nothing is assigned.

use affine::{Polynomial, Var};
use analyze::size_formula;
use hir::update::{self, About};
use hir::{BinaryOp, CastKind, ExprId, ExprKind, Program};
use kir::Extent;

/// Parts that are no polynomials are numbered from here, beyond all variables.
const FIRST_PART: u32 = 1 << 30;

/// Surely equal?
pub(crate) fn extents(about: &About<'_>, a: Extent, b: Extent) -> bool {
    let mut parts = Vec::new();
    let mut formula = |extent| of_extent(about, extent, &mut parts);
    a == b || matches!((formula(a), formula(b)), (Some(a), Some(b)) if a == b)
}

/// Is `quotient` surely `ceil(dividend / divisor)`, written as
/// `(dividend + divisor - 1) / divisor`, or 1 in its place under some condition?
pub(crate) fn is_ceiling(about: &About<'_>, quotient: ExprId, dividend: Extent, divisor: Extent) -> bool {
    let program = about.program;
    let mut quotient = look_through(program, quotient);
    // One block where there would be none: it has what there is.
    if let ExprKind::Conditional { then: Some(then), otherwise, .. } = program.exprs[quotient].kind
        && hir::const_eval::integer(program, otherwise) == Some(1)
    {
        quotient = look_through(program, then);
    }
    let ExprKind::Binary { op: BinaryOp::Div, lhs, rhs } = program.exprs[quotient].kind else { return false };
    let mut parts = Vec::new();
    let mut formula = |extent| of_extent(about, extent, &mut parts);
    let [Some(numerator), Some(denominator), Some(dividend), Some(divisor)] =
        [Extent::Expr(lhs), Extent::Expr(rhs), dividend, divisor].map(&mut formula)
    else {
        return false;
    };
    let expected = dividend.plus(&divisor).and_then(|sum| sum.minus(&Polynomial::constant(1)));
    denominator == divisor && expected.is_ok_and(|expected| expected == numerator)
}

fn of_extent(about: &About<'_>, extent: Extent, parts: &mut Vec<ExprId>) -> Option<Polynomial> {
    match extent {
        Extent::Constant(_) => size_formula::of_extent(about.program, extent),
        Extent::Expr(expr) => formula(about, expr, parts),
    }
}

/// The polynomial of an expression over variables and over the parts that were met, the same for those that
/// are written alike. Expression nesting is bounded by the parser.
fn formula(about: &About<'_>, expr: ExprId, parts: &mut Vec<ExprId>) -> Option<Polynomial> {
    let program = about.program;
    if let Some(plain) = size_formula::polynomial(program, expr) {
        return Some(plain);
    }
    match program.exprs[expr].kind {
        ExprKind::Cast { kind: CastKind::Arithmetic | CastKind::Same, operand, .. } => {
            let (from, to) = (program.exprs[operand].ty, program.exprs[expr].ty);
            let widens = program.size_of(from)? <= program.size_of(to)?;
            let integers = program.types.is_integer(from) && program.types.is_integer(to);
            if widens && integers { formula(about, operand, parts) } else { None }
        }
        ExprKind::Binary { op: op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul), lhs, rhs } => {
            let (lhs, rhs) = (formula(about, lhs, parts)?, formula(about, rhs, parts)?);
            match op {
                BinaryOp::Add => lhs.plus(&rhs).ok(),
                BinaryOp::Sub => lhs.minus(&rhs).ok(),
                _ => lhs.times(&rhs).ok(),
            }
        }
        ExprKind::Binary { op: BinaryOp::Div, .. } | ExprKind::Conditional { then: Some(_), .. } => {
            let known = parts.iter().position(|part| update::same(about, *part, expr));
            let number = known.unwrap_or_else(|| {
                parts.push(expr);
                parts.len() - 1
            });
            Some(Polynomial::var(Var(FIRST_PART + u32::try_from(number).ok()?)))
        }
        _ => None,
    }
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
