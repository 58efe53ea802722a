//! Can conditions hold, or fail, together?
//!
//! `m >= 64` and `m < 64 && n > 3` cannot, so that no launch asks for a kernel with both. What a single comparison says
//! is asked of the analyses ([`guards`]); one of several is a set of its own here.

use affine::Set;
use analyze::Input;
use analyze::guards::with_condition;
use analyze::index_expr::Values;
use hir::{BinaryOp, ExprId, ExprKind, UnaryOp};

/// Is there no way in which each condition is what it is said to be?
pub(crate) fn is_impossible(input: &Input<'_>, conditions: impl IntoIterator<Item = (ExprId, bool)>) -> bool {
    let mut values = Values::default();
    let add = |sets, (condition, holds)| with(input, &mut values, sets, condition, holds);
    conditions.into_iter().fold(vec![Set::universe()], add).iter().all(Set::is_empty)
}

/// The points of some sets where a condition holds too, or fails.
fn with(input: &Input<'_>, values: &mut Values, sets: Vec<Set>, condition: ExprId, holds: bool) -> Vec<Set> {
    let condition = input.program.as_written(condition);
    match input.program.exprs[condition].kind {
        ExprKind::Unary { op: UnaryOp::Not, operand } => with(input, values, sets, operand, !holds),
        ExprKind::Binary { op: op @ (BinaryOp::And | BinaryOp::Or), lhs, rhs } => {
            // Both are so, or one of them is.
            if (op == BinaryOp::And) == holds {
                let sets = with(input, values, sets, lhs, holds);
                return with(input, values, sets, rhs, holds);
            }
            let mut one = with(input, values, sets.clone(), lhs, holds);
            one.extend(with(input, values, sets, rhs, holds));
            one
        }
        _ => sets.into_iter().map(|set| with_condition(input, values, set, condition, holds)).collect(),
    }
}
