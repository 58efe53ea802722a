//! A `while` loop of few steps, as a loop that the CUDA compiler unrolls.
//!
//! ```text
//! int low = 0, high = 20;                  int low = 0, high = 20;
//! while (high - low > 1) {                 // The loop runs 4 to 5 times.
//!     int middle = (low + high) / 2;       #pragma unroll
//!     if (x < edges[middle])               for (int step = 0; step < 5; step++)
//!         low = middle;                        if (step < 4 || high - low > 1) {
//!     else                                         int middle = (low + high) / 2;
//!         high = middle;                           …
//! }                                            }
//! ```
//! How often it runs is worked out by following all values that its variables may have
//! ([`possible_values`]). Unrolled, the threads of a warp stay together, and the addresses
//! of the first step are constants.
//!
//! Invariant: the body runs exactly as often as before. The condition is left out only in
//! steps in which it is certain, and evaluating it changes nothing.

mod possible_values;
#[cfg(test)]
mod possible_values_tests;

use std::collections::HashSet;

use hir::copy::{self, Rewrite};
use hir::{BinaryOp, Builder, ExprId, ExprKind, StmtId, StmtKind, Type, VarId};

use self::possible_values::{PossibleValues, Trips};
use super::Lowering;
use crate::jumps::has_loose_jump;
use crate::names::Names;

/// More expressions than this, all steps together, are too long for a loop that may well
/// run less often.
const MOST_EXPRESSIONS: usize = 512;

impl Lowering<'_, '_> {
    /// The statements of the kernel, with such loops rewritten.
    pub(super) fn few_steps_unrolled(&mut self, stmts: Vec<StmtId>) -> Vec<StmtId> {
        let program = &*self.b.program;
        let has_label = |s: StmtId| matches!(program.stmts[s].kind, StmtKind::Label { .. });
        // A jump to a label could pass by what stands before a loop.
        if stmts.iter().any(|&stmt| program.stmts_below(stmt).any(has_label)) {
            return stmts;
        }
        let aliased = |expr: ExprId| match program.exprs[expr].kind {
            ExprKind::AddrOf(operand) => match program.exprs[operand].kind {
                ExprKind::Var(var) => Some(var),
                _ => None,
            },
            _ => None,
        };
        let aliased = stmts.iter().flat_map(|stmt| program.exprs_below(*stmt)).filter_map(aliased).collect();
        Unrolling { b: self.b, names: &mut self.names, aliased }.list(&stmts)
    }
}

struct Unrolling<'a, 'b> {
    b: &'a mut Builder<'b>,
    names: &'a mut Names,
    /// Variables whose address somebody has.
    aliased: HashSet<VarId>,
}

impl<'b> Rewrite<'b> for Unrolling<'_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
        self.b
    }

    fn replace_expr(&mut self, expr: ExprId) -> Option<ExprId> {
        Some(expr)
    }

    fn replace_stmt(&mut self, stmt: StmtId) -> Option<StmtId> {
        let StmtKind::Block(stmts) = self.b.program.stmts[stmt].kind.clone() else { return None };
        let rewritten = self.list(&stmts);
        (rewritten != stmts).then(|| self.b.stmt(StmtKind::Block(rewritten)))
    }
}

impl Unrolling<'_, '_> {
    /// Statements that follow each other: those before a loop say where it starts.
    fn list(&mut self, stmts: &[StmtId]) -> Vec<StmtId> {
        let mut out = Vec::new();
        for (at, &stmt) in stmts.iter().enumerate() {
            let rewritten = match self.b.program.stmts[stmt].kind {
                StmtKind::While { cond, body } => self.unrolled(&stmts[..at], cond, body),
                _ => None,
            };
            match rewritten {
                Some(rewritten) => out.extend(rewritten),
                None => out.push(copy::stmt(self, stmt)),
            }
        }
        out
    }

    fn unrolled(&mut self, before: &[StmtId], cond: ExprId, body: StmtId) -> Option<Vec<StmtId>> {
        let trips =
            PossibleValues::of(self.b.program, cond, body, &self.aliased)?.trips(before, cond, body)?;
        let length = self.b.program.exprs_below(body).count();
        if trips.most < 2 || length.saturating_mul(trips.most) > MOST_EXPRESSIONS {
            return None;
        }
        let body = copy::stmt(self, body);
        let Trips { least, most } = trips;
        let often = match () {
            () if has_loose_jump(self.b.program, body) => format!("at most {most}"),
            () if least == most => format!("{most}"),
            () => format!("{least} to {most}"),
        };
        let comment = format!("The loop runs {often} times.").into_boxed_str();
        let unroll = self.b.symbol("unroll");
        let step = self.names.scoped(self.b, "step", Type::INT);
        let guarded = match self.guard(step, trips, cond) {
            Some(guard) => self.b.if_then(guard, vec![body]),
            None => body,
        };
        let (zero, end, one) = (self.b.int(0), self.b.int(most as i64), self.b.int(1));
        Some(vec![
            self.b.stmt(StmtKind::Comment(comment)),
            self.b.stmt(StmtKind::Pragma(unroll)),
            self.b.count(step, zero, end, one, true, vec![guarded]),
        ])
    }

    /// `step < 4 || cond`
    fn guard(&mut self, step: VarId, trips: Trips, cond: ExprId) -> Option<ExprId> {
        if trips.least == trips.most {
            return None;
        }
        if trips.least == 0 {
            return Some(cond);
        }
        let (step, certain) = (self.b.var(step), self.b.int(trips.least as i64));
        let is_certain = self.b.binary(BinaryOp::Lt, step, certain);
        Some(self.b.binary(BinaryOp::Or, is_certain, cond))
    }
}
