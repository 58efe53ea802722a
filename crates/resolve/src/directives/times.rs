//! The times of a `schedule`: `(k, 1, i + j)`.
//!
//! Names are those of loop variables, which the loops below may declare themselves, so they stay names
//! here: a time is a sum of names with factors and a number.

use diagnostics::Diagnostic;
use diagnostics::codes::RECIPE_NOT_APPLICABLE;
use hir::{Span, Symbol, Time, Times, const_eval};
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
    let mut time = Time { terms: Vec::new(), constant: 0, is_shared_out, span };
    if add(resolver, expr, 1, &mut time).is_none() {
        let message = "a time must be a sum of loop indices and numbers";
        let refused = Diagnostic::new(&RECIPE_NOT_APPLICABLE, span, message)
            .help("write for instance `(k, 1, i + j)`: an index, a number, or a sum of them");
        resolver.report(refused);
    }
    time.terms.retain(|(_, factor)| *factor != 0);
    time
}

/// Adds a multiple of an expression; `None` if it is no such sum. The parser bounds the nesting.
fn add(resolver: &mut Resolver<'_>, expr: ast::ExprId, factor: i64, time: &mut Time) -> Option<()> {
    match resolver.ast.exprs[expr].kind {
        ExprKind::Paren(inner) => add(resolver, inner, factor, time),
        ExprKind::Unary { op: UnaryOp::Plus, operand } => add(resolver, operand, factor, time),
        ExprKind::Unary { op: UnaryOp::Neg, operand } => add(resolver, operand, factor.checked_neg()?, time),
        ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } => {
            add(resolver, lhs, factor, time)?;
            add(resolver, rhs, factor, time)
        }
        ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs } => {
            add(resolver, lhs, factor, time)?;
            add(resolver, rhs, factor.checked_neg()?, time)
        }
        ExprKind::Binary { op: BinaryOp::Mul, lhs, rhs } => {
            let (number, other) = match is_number(resolver, lhs) {
                true => (lhs, rhs),
                false => (rhs, lhs),
            };
            let number = constant(resolver, number)?;
            add(resolver, other, factor.checked_mul(number)?, time)
        }
        ExprKind::Ident(name) => add_name(name, factor, time),
        ExprKind::Number(_) => {
            let number = constant(resolver, expr)?;
            time.constant = time.constant.checked_add(factor.checked_mul(number)?)?;
            Some(())
        }
        _ => None,
    }
}

fn add_name(name: Symbol, factor: i64, time: &mut Time) -> Option<()> {
    match time.terms.iter_mut().find(|(other, _)| *other == name) {
        Some((_, sum)) => *sum = sum.checked_add(factor)?,
        None => time.terms.push((name, factor)),
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
