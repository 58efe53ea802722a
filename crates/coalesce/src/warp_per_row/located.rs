//! The greatest or least element of a row together with its column.
//!
//! ```c
//! if (value > greatest) {
//!     greatest = value;
//!     at = j;
//! }
//! ```
//! Of equal elements the first one counts: so it does when lanes compare theirs, the
//! one with the lower column winning. A lane that found nothing still has what the
//! variables started with, which is less than whatever any lane found.
//!
//! Invariant: neither variable is mentioned elsewhere in the loop, and the comparison
//! is strict.

use analyze::CanonicalLoop;
use hir::{BinaryOp, ExprId, ExprKind, ReductionOp, StmtId, StmtKind, VarId, update};

use crate::kernel::Kernel;

/// An extreme and its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Located {
    pub var: VarId,
    pub at: VarId,
    pub op: ReductionOp,
}

/// Those that a loop looks for.
pub(crate) fn located(kernel: &Kernel<'_>, canonical: &CanonicalLoop) -> Vec<Located> {
    let program = kernel.program();
    let in_loop = program.stmts_below(canonical.body);
    in_loop.filter_map(|stmt| of_statement(kernel, canonical, stmt)).collect()
}

fn of_statement(kernel: &Kernel<'_>, canonical: &CanonicalLoop, stmt: StmtId) -> Option<Located> {
    let program = kernel.program();
    let StmtKind::If { cond, then, otherwise: None } = program.stmts[stmt].kind else { return None };
    let StmtKind::Block(stmts) = &program.stmts[then].kind else { return None };
    let [first, second] = stmts.as_slice() else { return None };
    let (first, second) = (assignment(kernel, *first)?, assignment(kernel, *second)?);
    let is_index = |expr: ExprId| variable(kernel, expr) == Some(canonical.index);
    let ((var, value), (at, _)) = match (is_index(first.1), is_index(second.1)) {
        (false, true) => (first, second),
        (true, false) => (second, first),
        _ => return None,
    };
    let ExprKind::Binary { op, lhs, rhs } = program.exprs[kernel.program().without_casts(cond)].kind else {
        return None;
    };
    let same = |a: ExprId, b: ExprId| {
        update::same(
            &kernel.input.about(),
            kernel.program().without_casts(a),
            kernel.program().without_casts(b),
        )
    };
    let is_it = |expr: ExprId| variable(kernel, expr) == Some(var);
    let op = match op {
        BinaryOp::Gt if is_it(rhs) && same(lhs, value) => ReductionOp::Max,
        BinaryOp::Lt if is_it(lhs) && same(rhs, value) => ReductionOp::Max,
        BinaryOp::Lt if is_it(rhs) && same(lhs, value) => ReductionOp::Min,
        BinaryOp::Gt if is_it(lhs) && same(rhs, value) => ReductionOp::Min,
        _ => return None,
    };
    let mentions = |root: StmtId| {
        let is_one =
            |expr: &ExprId| matches!(program.exprs[*expr].kind, ExprKind::Var(v) if v == var || v == at);
        program.exprs_below(root).filter(is_one).count()
    };
    let is_alone = mentions(stmt) == mentions(canonical.stmt) && mentions(stmt) == 3;
    let ty = |ty: hir::Type| program.types.strip(ty).id;
    let (of_value, size) = (program.exprs[kernel.program().without_casts(value)].ty, |var: VarId| {
        program.size_of(program.vars[var].ty)
    });
    let keeps_values = ty(of_value) == ty(program.vars[var].ty) && size(at) >= size(canonical.index);
    (is_alone && keeps_values && var != at && is_exchangeable(kernel, var) && is_integer(kernel, at))
        .then_some(Located { var, at, op })
}

/// `var = value;`
fn assignment(kernel: &Kernel<'_>, stmt: StmtId) -> Option<(VarId, ExprId)> {
    let program = kernel.program();
    let StmtKind::Expr(expr) = program.stmts[stmt].kind else { return None };
    let ExprKind::Assign { lhs, rhs } = program.exprs[expr].kind else { return None };
    Some((variable(kernel, lhs)?, rhs))
}

fn variable(kernel: &Kernel<'_>, expr: ExprId) -> Option<VarId> {
    match kernel.program().exprs[kernel.program().without_casts(expr)].kind {
        ExprKind::Var(var) => Some(var),
        _ => None,
    }
}

/// Can lanes shuffle it, and compare it as the loop does?
fn is_exchangeable(kernel: &Kernel<'_>, var: VarId) -> bool {
    let program = kernel.program();
    let ty = program.vars[var].ty;
    let has_size = matches!(program.size_of(ty), Some(4 | 8));
    has_size && (program.types.is_integer(ty) || program.types.is_real_floating(ty))
}

fn is_integer(kernel: &Kernel<'_>, var: VarId) -> bool {
    let program = kernel.program();
    let ty = program.vars[var].ty;
    program.types.is_integer(ty) && matches!(program.size_of(ty), Some(4 | 8))
}
