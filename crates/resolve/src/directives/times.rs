//! The times of a `schedule`: `(k, 1, i + j)`.
//!
//! Names are those of loop variables, which the loops below may declare themselves, so they stay names
//! here: a time is a sum of names with factors and a number, or of comparisons: `(i >= k) + (i > k)`.

use diagnostics::Diagnostic;
use diagnostics::codes::RECIPE_NOT_APPLICABLE;
use hir::{Comparison, IndexSum, Span, Symbol, Time, Times, const_eval};
use syntax::ast::{self, BinaryOp, ExprKind, UnaryOp};

use super::operands;
use crate::resolver::Resolver;

/// The times of one statement.
pub(super) fn tuple(resolver: &mut Resolver<'_>, written: &[ast::ScheduledTime]) -> Times {
    let entries: Vec<Time> = written.iter().map(|expr| time(resolver, *expr)).collect();
    let span = match (entries.first(), entries.last()) {
        (Some(first), Some(last)) => Span { hi: last.span.hi, ..first.span },
        _ => Span::BUILTIN,
    };
    Times { entries, span }
}

fn time(resolver: &mut Resolver<'_>, written: ast::ScheduledTime) -> Time {
    let ast::ScheduledTime { time: expr, is_shared_out } = written;
    let span = resolver.ast.exprs[expr].span;
    let mut sum = Sum::default();
    if add(resolver, expr, 1, &mut sum).is_none() {
        let message = "a time must be a sum of loop indices and numbers, or of comparisons of indices";
        let refused = Diagnostic::new(&RECIPE_NOT_APPLICABLE, span, message)
            .help("write for instance `(k, 1, i + j)`, or `(k, (i >= k) + (i > k), i)`");
        resolver.report(refused);
    }
    sum.indices.terms.retain(|(_, factor)| *factor != 0);
    if !sum.indices.terms.is_empty() && !sum.comparisons.is_empty() {
        let message = "a time is a sum of indices or of comparisons, not of both";
        let refused = Diagnostic::new(&RECIPE_NOT_APPLICABLE, span, message)
            .help("write two times: one with the comparisons, which puts parts one after the other, and one with the index");
        resolver.report(refused);
    }
    Time { sum: sum.indices, comparisons: sum.comparisons, is_shared_out, span }
}

/// What an entry adds up to.
#[derive(Default)]
struct Sum {
    indices: IndexSum,
    comparisons: Vec<Comparison>,
}

/// Adds a multiple of an expression; `None` if it is no such sum. The parser bounds the nesting.
fn add(resolver: &mut Resolver<'_>, expr: ast::ExprId, factor: i64, sum: &mut Sum) -> Option<()> {
    match resolver.ast.exprs[expr].kind {
        ExprKind::Paren(inner) => add(resolver, inner, factor, sum),
        ExprKind::Unary { op: UnaryOp::Plus, operand } => add(resolver, operand, factor, sum),
        ExprKind::Unary { op: UnaryOp::Neg, operand } => add(resolver, operand, factor.checked_neg()?, sum),
        ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } => {
            add(resolver, lhs, factor, sum)?;
            add(resolver, rhs, factor, sum)
        }
        ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs } => {
            add(resolver, lhs, factor, sum)?;
            add(resolver, rhs, factor.checked_neg()?, sum)
        }
        ExprKind::Binary { op: BinaryOp::Mul, lhs, rhs } => {
            let (number, other) = match is_number(resolver, lhs) {
                true => (lhs, rhs),
                false => (rhs, lhs),
            };
            let number = constant(resolver, number)?;
            add(resolver, other, factor.checked_mul(number)?, sum)
        }
        ExprKind::Binary { op, lhs, rhs } => compare(resolver, op, (lhs, rhs), factor, sum),
        ExprKind::Ident(name) => add_name(name, factor, &mut sum.indices),
        ExprKind::Number(_) => {
            let number = constant(resolver, expr)?;
            sum.indices.constant = sum.indices.constant.checked_add(factor.checked_mul(number)?)?;
            Some(())
        }
        _ => None,
    }
}

/// Adds `factor` where two sums of indices compare so.
fn compare(
    resolver: &mut Resolver<'_>,
    op: BinaryOp,
    (lhs, rhs): (ast::ExprId, ast::ExprId),
    factor: i64,
    sum: &mut Sum,
) -> Option<()> {
    // `l >= r` is `l - r >= 0`, and `l > r` is `l - r - 1 >= 0`; `l == r` holds where the first does and the second
    // does not.
    let (lhs, rhs, bounds): (_, _, &[(i64, i64)]) = match op {
        BinaryOp::Ge => (lhs, rhs, &[(0, 1)]),
        BinaryOp::Gt => (lhs, rhs, &[(-1, 1)]),
        BinaryOp::Le => (rhs, lhs, &[(0, 1)]),
        BinaryOp::Lt => (rhs, lhs, &[(-1, 1)]),
        BinaryOp::Eq => (lhs, rhs, &[(0, 1), (-1, -1)]),
        BinaryOp::Ne => (lhs, rhs, &[(0, -1), (-1, 1)]),
        _ => return None,
    };
    let mut difference = Sum::default();
    add(resolver, lhs, 1, &mut difference)?;
    add(resolver, rhs, -1, &mut difference)?;
    difference.indices.terms.retain(|(_, factor)| *factor != 0);
    if !difference.comparisons.is_empty() {
        return None;
    }
    for (shift, sign) in bounds {
        let mut not_negative = difference.indices.clone();
        not_negative.constant = not_negative.constant.checked_add(*shift)?;
        sum.comparisons.push(Comparison { not_negative, adds: factor.checked_mul(*sign)? });
    }
    if op == BinaryOp::Ne {
        sum.indices.constant = sum.indices.constant.checked_add(factor)?;
    }
    Some(())
}

fn add_name(name: Symbol, factor: i64, sum: &mut IndexSum) -> Option<()> {
    match sum.terms.iter_mut().find(|(other, _)| *other == name) {
        Some((_, sum)) => *sum = sum.checked_add(factor)?,
        None => sum.terms.push((name, factor)),
    }
    Some(())
}

fn is_number(resolver: &Resolver<'_>, expr: ast::ExprId) -> bool {
    match resolver.ast.exprs[expr].kind {
        ExprKind::Number(_) => true,
        ExprKind::Paren(inner) | ExprKind::Unary { op: UnaryOp::Neg, operand: inner } => {
            is_number(resolver, inner)
        }
        _ => false,
    }
}

fn constant(resolver: &mut Resolver<'_>, expr: ast::ExprId) -> Option<i64> {
    if !is_number(resolver, expr) {
        return None;
    }
    let value = operands::integer(resolver, expr, "a time");
    i64::try_from(const_eval::integer(resolver.program, value)?).ok()
}
