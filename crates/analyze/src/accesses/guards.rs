//! Conditions as constraints on the points where a statement runs.
//!
//! Inside `if (i > 0 && i < n - 1)` both comparisons hold; in its `else` one of
//! them does not, which no conjunction of linear constraints says. What cannot be
//! said is left out and the set is marked as an over-approximation, so that it
//! still proves safety but no longer serves as evidence of a fault.

use affine::{LinearExpr, Set, Var};
use hir::{BinaryOp, CastKind, ExprId, ExprKind, UnaryOp};

use crate::dependence::instances;
use crate::index_expr::Values;
use crate::{Input, Symbols};

/// The points of `domain` where the condition is true (or, with `holds` false,
/// where it is not).
pub fn with_condition(
    input: &Input<'_>,
    values: &mut Values,
    domain: Set,
    condition: ExprId,
    holds: bool,
) -> Set {
    let mut domain = domain;
    let mut pending = vec![(condition, holds)];
    while let Some((condition, holds)) = pending.pop() {
        match &input.program.exprs[condition].kind {
            ExprKind::Unary { op: UnaryOp::Not, operand } => pending.push((*operand, !holds)),
            ExprKind::Cast { kind: CastKind::ToBool | CastKind::Same, operand, .. } => {
                pending.push((*operand, holds));
            }
            ExprKind::Binary { op: BinaryOp::And, lhs, rhs } if holds => {
                pending.extend([(*rhs, holds), (*lhs, holds)]);
            }
            ExprKind::Binary { op: BinaryOp::Or, lhs, rhs } if !holds => {
                pending.extend([(*rhs, holds), (*lhs, holds)]);
            }
            ExprKind::Binary { op, lhs, rhs } => {
                domain = with_comparison(input, values, domain, (*op, *lhs, *rhs), holds);
            }
            _ => domain = domain.approximated(),
        }
    }
    domain
}

fn with_comparison(
    input: &Input<'_>,
    values: &mut Values,
    domain: Set,
    (op, lhs, rhs): (BinaryOp, ExprId, ExprId),
    holds: bool,
) -> Set {
    let integers =
        [lhs, rhs].iter().all(|side| input.program.types.is_integer(input.program.exprs[*side].ty));
    let Some(op) = normal_form(op, holds).filter(|_| integers) else { return domain.approximated() };
    let a = values.polynomial(input, lhs, &domain);
    let b = values.polynomial(input, rhs, &domain);
    let (Some(a), Some(b)) = (values.linear(&a), values.linear(&b)) else { return domain.approximated() };
    let real = is_real(&values.symbols, &a) && is_real(&values.symbols, &b);
    let narrowed = match op {
        BinaryOp::Lt => domain.with_less(&a, &b),
        BinaryOp::Le => domain.with_at_most(&a, &b),
        BinaryOp::Gt => domain.with_less(&b, &a),
        BinaryOp::Ge => domain.with_at_least(&a, &b),
        BinaryOp::Eq => domain.with_equal(&a, &b),
        _ => with_different(domain, &a, &b),
    };
    if real { narrowed } else { narrowed.approximated() }
}

/// `a != b` is a half of the set where one of the two sides is impossible, as
/// with `i != 0` in a loop from 0.
fn with_different(domain: Set, a: &LinearExpr, b: &LinearExpr) -> Set {
    let (below, above) = (domain.clone().with_less(a, b), domain.clone().with_less(b, a));
    match (below.is_empty(), above.is_empty()) {
        (true, _) => above,
        (false, true) => below,
        (false, false) => domain.approximated(),
    }
}

/// The comparison that holds when `op` is `holds`.
fn normal_form(op: BinaryOp, holds: bool) -> Option<BinaryOp> {
    Some(match (op, holds) {
        (BinaryOp::Lt, true) | (BinaryOp::Ge, false) => BinaryOp::Lt,
        (BinaryOp::Le, true) | (BinaryOp::Gt, false) => BinaryOp::Le,
        (BinaryOp::Gt, true) | (BinaryOp::Le, false) => BinaryOp::Gt,
        (BinaryOp::Ge, true) | (BinaryOp::Lt, false) => BinaryOp::Ge,
        (BinaryOp::Eq, true) | (BinaryOp::Ne, false) => BinaryOp::Eq,
        (BinaryOp::Ne, true) | (BinaryOp::Eq, false) => BinaryOp::Ne,
        _ => return None,
    })
}

/// Can each symbol take every value the constraints leave it? An opaque one is
/// a particular value that is not known, so it is no evidence, unless it is
/// determined by others. Nor is a product of values that change: `i*j` is a symbol
/// of its own here, but no 13 if `i` and `j` are below 13.
pub fn is_real(symbols: &Symbols, expr: &LinearExpr) -> bool {
    let changes = |factor: &&Var| !instances::is_shared(symbols, **factor);
    expr.vars().all(|var| {
        let factors = symbols.factors(var);
        let changing = factors.iter().filter(changes).count();
        changing < 2 && factors.iter().all(|factor| symbols.is_real(*factor))
    })
}
