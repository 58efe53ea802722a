//! Values that can be computed by anyone, at any time.

use hir::{BinaryOp, ExprId, ExprKind, Program};

/// Computing the expression touches no memory, calls nothing and cannot fail.
pub fn is_register_only(program: &Program, expr: ExprId) -> bool {
    let mut stack = vec![expr];
    while let Some(expr) = stack.pop() {
        match &program.exprs[expr].kind {
            ExprKind::Int { .. }
            | ExprKind::Float { .. }
            | ExprKind::Var(_)
            | ExprKind::Enumerator(_)
            | ExprKind::Grid(..)
            | ExprKind::Measure { .. }
            | ExprKind::Offsetof { .. } => {}
            ExprKind::Unary { operand, .. } | ExprKind::Cast { operand, .. } => stack.push(*operand),
            ExprKind::Binary { op, lhs, rhs } => {
                let divides = matches!(op, BinaryOp::Div | BinaryOp::Rem);
                if divides && hir::const_eval::integer(program, *rhs).is_none_or(|value| value == 0) {
                    return false;
                }
                stack.extend([*lhs, *rhs]);
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                stack.extend([*cond, *otherwise]);
                stack.extend(*then);
            }
            _ => return false,
        }
    }
    true
}
