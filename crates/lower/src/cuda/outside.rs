//! Blocks that are wholly outside a triangle of iterations do nothing.
//!
//! ```text
//! for (i…) for (j = 0; j < n; j++)       int i_base = blockIdx.y * 64, j_base = blockIdx.x * 64;
//!     if (j <= i) …                      if (j_base <= i_base + 63) {
//!                                            …
//! ```
//! The test is the same for all threads of the block, so barriers may stand inside: it is the one of the iteration
//! that is furthest inside ([`kir::Partition::inside`]).

use hir::copy::{self, Rewrite};
use hir::{BinaryOp, Builder, ExprId, ExprKind, StmtId, VarId};
use kir::Partition;

use super::Lowering;

impl Lowering<'_, '_> {
    /// What a block does in one batch, only where some of its iterations have an effect.
    pub(super) fn unless_outside(&mut self, p: &Partition, body: Vec<StmtId>) -> Vec<StmtId> {
        match self.some_inside(p) {
            Some(condition) => vec![self.b.if_then(condition, body)],
            None => body,
        }
    }

    fn some_inside(&mut self, p: &Partition) -> Option<ExprId> {
        let inside = p.inside.filter(|_| p.batch.is_some())?;
        let ExprKind::Binary { op, .. } = self.b.program.exprs[inside].kind else { return None };
        let is_below = match op {
            BinaryOp::Lt | BinaryOp::Le => true,
            BinaryOp::Gt | BinaryOp::Ge => false,
            _ => return None,
        };
        let mut values = Vec::new();
        for var in self.b.program.variables_below(inside).collect::<Vec<_>>() {
            let Some(lane) = self.lane_of.get(&var) else { continue };
            let (base, lanes) = self.batches.get(lane)?;
            // The smallest column and the largest row, or the other way round.
            let furthest = match (var == p.index) == is_below {
                true => 0,
                false => lanes.constant()? - 1,
            };
            values.push((var, *base, furthest));
        }
        Some(copy::expr(&mut Furthest { b: self.b, values }, inside))
    }
}

/// Puts one iteration of a batch for the index of its loop.
struct Furthest<'a, 'b> {
    b: &'a mut Builder<'b>,
    values: Vec<(VarId, VarId, i64)>,
}

impl<'b> Rewrite<'b> for Furthest<'_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
        self.b
    }

    fn replace_expr(&mut self, expr: ExprId) -> Option<ExprId> {
        let ExprKind::Var(var) = self.b.program.exprs[expr].kind else { return None };
        let (_, base, distance) = *self.values.iter().find(|(index, ..)| *index == var)?;
        let base = self.b.var(base);
        let distance = self.b.int(distance);
        Some(self.b.add(base, distance))
    }
}
