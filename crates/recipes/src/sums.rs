//! Sums that a loop keeps in memory, kept in a variable while it runs.
//!
//! ```c
//! for (k = 0; k < n; k++)            float c_sum = c[i][j];
//!     c[i][j] += a[i][k] * b[k][j];  for (k = 0; k < n; k++)
//!                                        c_sum += a[i][k] * b[k][j];
//!                                    if (0 < n)
//!                                        c[i][j] = c_sum;
//! ```
//! Legal where the loop does nothing else with the array and the element is the same in every
//! iteration. A loop without iterations writes nothing, as before.

use analyze::CanonicalLoop;
use hir::{ExprId, ExprKind, Stmt, StmtId, StmtKind, VarId};

use crate::Kitchen;
use crate::nest::only_statement;

/// A sum that was taken out of memory.
pub(crate) struct Sum {
    /// What stands before the loop.
    pub before: StmtId,
    /// What stands behind it.
    pub after: StmtId,
}

impl Kitchen<'_> {
    /// Takes the sum of a loop into a variable, if its body is nothing but one.
    pub(crate) fn sum_in_register(&mut self, canonical: &CanonicalLoop) -> Option<Sum> {
        let (update, element, array) = self.sum_of(canonical)?;
        let ty = self.program.exprs[element].ty.unqualified();
        let name = format!("{}_sum", self.name_of(array));
        let sum = self.fresh(&name, ty, canonical.stmt);
        let stmt = only_statement(self.program, canonical.body);
        let mut b = self.builder(stmt);
        let start = b.declare(sum, Some(element));
        let (target, value) = (element, b.var(sum));
        let store = b.assign(target, value);
        let runs = b.binary(crate::tile::upwards(canonical.op, 1), canonical.first, canonical.bound);
        let after = match canonical.trips {
            Some(1..) => store,
            _ => b.if_then(runs, vec![store]),
        };
        let ExprKind::AssignOp { op, rhs, .. } = b.program.exprs[update].kind.clone() else { return None };
        let own = b.var(sum);
        let mut kept = b.program.exprs[update].clone();
        kept.kind = match kept.kind {
            ExprKind::AssignOp { compute, .. } => ExprKind::AssignOp { op, lhs: own, rhs, compute },
            other => other,
        };
        let kept = b.program.exprs.alloc(kept);
        let span = b.program.stmts[stmt].span;
        b.program.stmts[stmt] = Stmt { kind: StmtKind::Expr(kept), span };
        Some(Sum { before: start, after })
    }

    /// `c[i][j] += e`, the element and its array.
    fn sum_of(&self, canonical: &CanonicalLoop) -> Option<(ExprId, ExprId, VarId)> {
        let program = &*self.program;
        let StmtKind::Expr(update) = program.stmts[only_statement(program, canonical.body)].kind else {
            return None;
        };
        let ExprKind::AssignOp { lhs, .. } = program.exprs[update].kind else { return None };
        let (array, subscripts) = program.element(lhs);
        let array = program.variable_of(array).filter(|_| !subscripts.is_empty())?;
        let is_fixed = |subscript: &ExprId| {
            !program.mentions(*subscript, canonical.index)
                && !program
                    .exprs_below(*subscript)
                    .any(|e| matches!(program.exprs[e].kind, ExprKind::Index { .. }))
        };
        let mentions = program.variables_below(canonical.body).filter(|var| *var == array).count();
        let changes = program.exprs_below(update).filter(|expr| program.assigned(*expr).is_some()).count();
        (mentions == 1 && changes == 1 && subscripts.iter().all(is_fixed)).then_some((update, lhs, array))
    }
}
