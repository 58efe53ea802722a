//! One test for all copies of a thread, where most threads have all of them.
//!
//! ```text
//! for (int u = 0; u < 4; u++)            if (i + 384 < n) {
//!     if (i + 128 * u < n)                   for (int u = 0; u < 4; u++)
//!         y[i + 128 * u] = …;                    y[i + 128 * u] = …;
//!                                        } else {
//!                                            for (int u = 0; u < 4; u++)
//!                                                if (i + 128 * u < n)
//!                                                    y[i + 128 * u] = …;
//!                                        }
//! ```
//! Without tests in between, the compiler starts the loads of all copies at once. It pays
//! where copies read device memory and are short.
//!
//! Invariant: the test of the last copy implies those of the others, because they come
//! before it in the loop.

use hir::copy::{self, Rewrite};
use hir::{BinaryOp, Builder, ExprId, ExprKind, StmtId, StmtKind};

use super::{Level, Lowering};

/// A longer body is not written twice.
const MOST_EXPRESSIONS: usize = 256;

impl Lowering<'_, '_> {
    /// The test that all copies pass if the last one does; nothing if testing them
    /// together is not possible or does not pay.
    pub(super) fn whole_batch(&mut self, guards: &[ExprId], body: &[StmtId]) -> Option<ExprId> {
        let (&[level], &[guard]) = (self.jams.as_slice(), guards) else { return None };
        let ExprKind::Binary { op, .. } = self.b.program.exprs[guard].kind else { return None };
        let is_last_furthest = match op {
            BinaryOp::Lt | BinaryOp::Le => level.step > 0,
            BinaryOp::Gt | BinaryOp::Ge => level.step < 0,
            _ => false,
        };
        // Where the block's own part ends unevenly, that would be so in every block.
        let ends_with_loop = self.b.program.mentions(guard, level.index);
        let is_simple = ends_with_loop && self.copies.kept.is_empty() && is_last_furthest;
        (is_simple && self.is_short_and_loads(body))
            .then(|| copy::expr(&mut LastCopy { b: self.b, level }, guard))
    }

    fn is_short_and_loads(&self, body: &[StmtId]) -> bool {
        let program = &*self.b.program;
        let exprs = || body.iter().flat_map(|stmt| program.exprs_below(*stmt));
        let is_straight = body.iter().flat_map(|stmt| program.stmts_below(*stmt)).all(|stmt| {
            matches!(program.stmts[stmt].kind, StmtKind::Block(_) | StmtKind::Expr(_) | StmtKind::Decl(_))
        });
        let accesses = exprs().filter(|e| matches!(program.exprs[*e].kind, ExprKind::Index { .. })).count();
        let stores = exprs().filter(|e| match program.exprs[*e].kind {
            ExprKind::Assign { lhs, .. } => matches!(program.exprs[lhs].kind, ExprKind::Index { .. }),
            _ => false,
        });
        is_straight && accesses > stores.count() && exprs().count() <= MOST_EXPRESSIONS
    }
}

/// Puts the number of the last copy for the counter of the copies.
pub(super) struct LastCopy<'a, 'b> {
    pub b: &'a mut Builder<'b>,
    pub level: Level,
}

impl<'b> Rewrite<'b> for LastCopy<'_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
        self.b
    }

    fn replace_expr(&mut self, expr: ExprId) -> Option<ExprId> {
        let last = i64::try_from(self.level.copies).unwrap_or(i64::MAX) - 1;
        match self.b.program.exprs[expr].kind {
            ExprKind::Var(var) if var == self.level.counter => Some(self.b.int(last)),
            // What a counter is multiplied with, divided by and added to becomes one number.
            ExprKind::Binary { op, lhs, rhs } if self.b.program.mentions(expr, self.level.counter) => {
                let (lhs, rhs) = (copy::expr(self, lhs), copy::expr(self, rhs));
                match op {
                    BinaryOp::Mul => Some(self.b.mul(lhs, rhs)),
                    BinaryOp::Div => Some(self.b.div(lhs, rhs)),
                    BinaryOp::Rem => Some(self.b.rem(lhs, rhs)),
                    BinaryOp::Add => Some(self.b.add(lhs, rhs)),
                    BinaryOp::Sub => Some(self.b.sub(lhs, rhs)),
                    _ => Some(self.b.binary(op, lhs, rhs)),
                }
            }
            _ => None,
        }
    }
}
