//! Sizes as formulas in the program's variables.
//!
//! `n * 2 + n` and `3 * n` are one polynomial. The variable with index `k` in
//! the program is `Var(k)` in the formula, so that formulas of different
//! expressions can be compared. That says something only of expressions between
//! which no variable is assigned.

use affine::{Polynomial, Var};
use hir::{BinaryOp, Builder, CastKind, ExprId, ExprKind, Program, VarId};
use kir::Extent;

/// The polynomial an integer expression computes, if it is plainly one.
pub fn polynomial(program: &Program, expr: ExprId) -> Option<Polynomial> {
    polynomial_of(program, expr, &mut |_| None)
}

/// The same with a word of the caller about what is neither number, variable nor arithmetic.
pub fn polynomial_of(
    program: &Program,
    expr: ExprId,
    other: &mut dyn FnMut(ExprId) -> Option<Polynomial>,
) -> Option<Polynomial> {
    if let Some(value) = hir::const_eval::integer(program, expr) {
        return Some(Polynomial::constant(value));
    }
    match &program.exprs[expr].kind {
        ExprKind::Var(var) => variable(*var),
        ExprKind::Cast { kind: CastKind::Arithmetic | CastKind::Same, operand, .. } => {
            let (from, to) = (program.exprs[*operand].ty, program.exprs[expr].ty);
            let widens = program.size_of(from)? <= program.size_of(to)?;
            let integers = program.types.is_integer(from) && program.types.is_integer(to);
            if widens && integers { polynomial_of(program, *operand, other) } else { None }
        }
        ExprKind::Binary { op, lhs, rhs } => {
            let lhs = polynomial_of(program, *lhs, other)?;
            let rhs = polynomial_of(program, *rhs, other)?;
            match op {
                BinaryOp::Add => lhs.plus(&rhs).ok(),
                BinaryOp::Sub => lhs.minus(&rhs).ok(),
                BinaryOp::Mul => lhs.times(&rhs).ok(),
                _ => None,
            }
        }
        _ => other(expr),
    }
}

/// The polynomial of a size.
pub fn of_extent(program: &Program, extent: Extent) -> Option<Polynomial> {
    match extent {
        Extent::Constant(value) => Some(Polynomial::constant(i128::from(value))),
        Extent::Expr(expr) => polynomial(program, expr),
    }
}

/// A variable as a formula.
pub fn variable(var: VarId) -> Option<Polynomial> {
    Some(Polynomial::var(symbol(var)?))
}

/// What stands for a variable in formulas.
pub fn symbol(var: VarId) -> Option<Var> {
    Some(Var(u32::try_from(var.index()).ok()?))
}

/// The formula as a size: a number, or an expression in the variables that
/// `variable_of` knows. Positive terms come first, as a person would write it.
pub fn extent(
    b: &mut Builder<'_>,
    formula: &Polynomial,
    variable_of: &dyn Fn(Var) -> Option<VarId>,
) -> Option<Extent> {
    if let Some(value) = formula.as_constant() {
        return i64::try_from(value).ok().map(Extent::Constant);
    }
    let mut terms: Vec<_> = formula.terms().collect();
    terms.sort_by_key(|(monomial, factor)| (*factor < 0, monomial.degree() == 0));
    let mut sum: Option<ExprId> = None;
    for (monomial, factor) in terms {
        let mut value = None;
        for (var, power) in monomial.powers() {
            for _ in 0..*power {
                let factor = b.var(variable_of(*var)?);
                value = Some(value.map_or(factor, |product| b.mul(product, factor)));
            }
        }
        let magnitude = b.int(i64::try_from(factor.checked_abs()?).ok()?);
        let value = value.map_or(magnitude, |value| b.mul(value, magnitude));
        sum = Some(match sum {
            None if factor < 0 => {
                let zero = b.int(0);
                b.sub(zero, value)
            }
            None => value,
            Some(sum) if factor < 0 => b.sub(sum, value),
            Some(sum) => b.add(sum, value),
        });
    }
    sum.map(Extent::Expr)
}
