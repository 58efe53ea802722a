//! Can conditions hold, or fail, together?
//!
//! `m >= 64` and `m < 64 && n > 3` cannot, so that no launch asks for a kernel with both. Comparisons of sums of signed
//! variables and numbers are understood; what is not stays possible.

use affine::{Constraint, LinearExpr, Set, Var};
use hir::{BinaryOp, ExprId, ExprKind, Program, UnaryOp, const_eval};

/// Is there no way in which each condition is what it is said to be?
pub(crate) fn is_impossible(program: &Program, conditions: impl IntoIterator<Item = (ExprId, bool)>) -> bool {
    let add = |sets, (condition, holds)| with(program, sets, condition, holds);
    conditions.into_iter().fold(vec![Set::universe()], add).iter().all(Set::is_empty)
}

/// The points of some sets where a condition holds too, or fails.
fn with(program: &Program, sets: Vec<Set>, condition: ExprId, holds: bool) -> Vec<Set> {
    let condition = program.as_written(condition);
    match program.exprs[condition].kind {
        ExprKind::Unary { op: UnaryOp::Not, operand } => with(program, sets, operand, !holds),
        ExprKind::Binary { op: op @ (BinaryOp::And | BinaryOp::Or), lhs, rhs } => {
            // Both are so, or one of them is.
            match (op == BinaryOp::And) == holds {
                true => with(program, with(program, sets, lhs, holds), rhs, holds),
                false => {
                    let mut one = with(program, sets.clone(), lhs, holds);
                    one.extend(with(program, sets, rhs, holds));
                    one
                }
            }
        }
        ExprKind::Binary { op, lhs, rhs } => match (sum(program, lhs), sum(program, rhs)) {
            (Some(lhs), Some(rhs)) => {
                sets.into_iter().map(|set| compared(set, op, &lhs, &rhs, holds)).collect()
            }
            _ => sets,
        },
        _ => sets,
    }
}

fn compared(set: Set, op: BinaryOp, lhs: &LinearExpr, rhs: &LinearExpr, holds: bool) -> Set {
    match (op, holds) {
        (BinaryOp::Lt, true) | (BinaryOp::Ge, false) => set.with(Constraint::less(lhs, rhs)),
        (BinaryOp::Le, true) | (BinaryOp::Gt, false) => set.with(Constraint::at_most(lhs, rhs)),
        (BinaryOp::Gt, true) | (BinaryOp::Le, false) => set.with(Constraint::less(rhs, lhs)),
        (BinaryOp::Ge, true) | (BinaryOp::Lt, false) => set.with(Constraint::at_most(rhs, lhs)),
        (BinaryOp::Eq, true) | (BinaryOp::Ne, false) => set.with(Constraint::equal(lhs, rhs)),
        _ => set,
    }
}

/// A sum of signed variables, each with a factor, and a number.
fn sum(program: &Program, expr: ExprId) -> Option<LinearExpr> {
    let is_signed = |expr: ExprId| {
        let ty = program.types.strip(program.exprs[expr].ty);
        const_eval::integer_format(program, ty).is_some_and(|format| format.signed)
    };
    if let Some(number) = const_eval::integer(program, expr) {
        return Some(LinearExpr::constant(number));
    }
    let expr = program.as_written(expr);
    match program.exprs[expr].kind {
        ExprKind::Var(var) if is_signed(expr) => Some(LinearExpr::var(Var(u32::try_from(var.index()).ok()?))),
        ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } if is_signed(expr) => {
            sum(program, lhs)?.plus(&sum(program, rhs)?).ok()
        }
        ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs } if is_signed(expr) => {
            sum(program, lhs)?.minus(&sum(program, rhs)?).ok()
        }
        ExprKind::Binary { op: BinaryOp::Mul, lhs, rhs } if is_signed(expr) => {
            let number = |expr| const_eval::integer(program, expr);
            match (number(lhs), number(rhs)) {
                (Some(factor), None) => sum(program, rhs)?.times(factor).ok(),
                (None, Some(factor)) => sum(program, lhs)?.times(factor).ok(),
                _ => None,
            }
        }
        _ => None,
    }
}
