//! Statements that keep the smallest or largest value, and where it is.
//!
//! ```c
//! if (a[i] < d) { d = a[i]; k = i; }        // min: d at k
//! if (m <= f(i)) at = i, m = f(i);          // max: m at at; of equal values the last counts
//! ```
//! Invariant: a statement that is recognised does nothing else, and the value and the place that it
//! stores do not depend on either variable.

use syntax::ast::{BinaryOp, ReductionOp};

use crate::update::{About, extreme, has_effect, same, truth, written};
use crate::{ExprId, ExprKind, StmtId, StmtKind, Type, VarId};

/// A statement that keeps a value and its place.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LocatedUpdate {
    /// The variable that has the value so far.
    pub value: VarId,
    /// The smallest, or the largest.
    pub op: ReductionOp,
    /// The variable that says where it is.
    pub place: VarId,
    /// What that is set to.
    pub found_at: ExprId,
    /// Does an equal value take the place of one that was found before?
    pub last_counts: bool,
}

/// The located update that a statement is.
pub fn of_stmt(about: &About<'_>, stmt: StmtId) -> Option<LocatedUpdate> {
    let program = about.program;
    let StmtKind::If { cond, then, otherwise: None } = program.stmts[stmt].kind else { return None };
    let [one, other] = assignments(about, then)?[..] else { return None };
    let found = [(one, other), (other, one)].into_iter().find_map(|(value, place)| {
        let update = extreme(about, value.0, written(about, value.1), cond, true)?;
        Some((update.op, value, place))
    });
    let (op, (value, found), (place, found_at)) = found?;
    let (value, place) = (program.variable_of(value)?, program.variable_of(place)?);
    let depends = |expr: ExprId| {
        program.variables_below(expr).any(|var| var == place || var == value) || has_effect(about, expr)
    };
    if value == place || depends(found) || depends(found_at) {
        return None;
    }
    let ExprKind::Binary { op: comparison, lhs: compared, .. } = program.exprs[truth(about, cond)].kind
    else {
        return None;
    };
    // What is stored must compare like what was found: neither may be rounded to the other's type.
    let type_of = |ty: Type| program.types.as_builtin(ty);
    let kept = type_of(program.vars[value].ty)?;
    let own = type_of(program.exprs[written(about, found)].ty);
    if own != Some(kept) && type_of(program.exprs[compared].ty) != Some(kept) {
        return None;
    }
    let last_counts = matches!(comparison, BinaryOp::Le | BinaryOp::Ge);
    Some(LocatedUpdate { value, op, place, found_at, last_counts })
}

/// Do two of them keep the same thing in the same way?
pub fn agree(about: &About<'_>, one: &LocatedUpdate, other: &LocatedUpdate) -> bool {
    LocatedUpdate { found_at: one.found_at, ..*other } == *one && same(about, one.found_at, other.found_at)
}

/// Targets and values of the assignments that a statement consists of: `{ d = e; k = i; }` or `d = e, k = i;`.
fn assignments(about: &About<'_>, stmt: StmtId) -> Option<Vec<(ExprId, ExprId)>> {
    let program = about.program;
    let stmts = match &program.stmts[stmt].kind {
        StmtKind::Block(stmts) => stmts.clone(),
        _ => vec![stmt],
    };
    let mut found = Vec::new();
    for stmt in stmts {
        let StmtKind::Expr(expr) = program.stmts[stmt].kind else { return None };
        let mut pending = vec![expr];
        while let Some(expr) = pending.pop() {
            match program.exprs[expr].kind {
                ExprKind::Binary { op: BinaryOp::Comma, lhs, rhs } => pending.extend([rhs, lhs]),
                ExprKind::Assign { lhs, rhs } => found.push((lhs, rhs)),
                _ => return None,
            }
        }
    }
    Some(found)
}
