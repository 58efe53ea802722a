//! A phase that is one loop, turned inside out.
//!
//! ```text
//! for (int j_lane = 0; j_lane < 16; j_lane++)       for (int k = 0; k < 16; k++) {
//!     for (int k = 0; k < 16; k++)                      #pragma omp simd
//!         sum += A[i_lane][k] * B[k][j_lane];           for (int j_lane = 0; j_lane < 16; j_lane++)
//!                                                           sum_of[j_lane] += A[i_lane][k] * B[k][j_lane];
//! ```
//! Each thread still does its additions in their order, but neighbouring
//! threads now do theirs together: a C compiler makes vector code of the
//! right side and cannot of the left, where it may not change the order of a
//! floating-point sum.
//!
//! It is right whenever all threads run the same loop, for the threads of a
//! phase do not depend on each other. It is done where it helps: the body is
//! straight-line arithmetic that touches memory at neighbouring places for
//! neighbouring threads.

use std::collections::HashMap;

use hir::{BinaryOp, ExprId, ExprKind, Item, Program, StmtId, StmtKind, VarId};

use super::Lowering;
use super::batch::Level;
use super::fission::Phase;
use super::lane_vars::LaneVars;
use crate::vars_in;

/// The loop of a phase.
struct CommonLoop {
    init: StmtId,
    cond: ExprId,
    step: ExprId,
    body: Vec<StmtId>,
}

impl<'a> Lowering<'a, '_> {
    /// The phase with its loop outside the innermost loop over threads, if
    /// that is possible and helps.
    pub(super) fn interchanged(
        &mut self,
        phase: &Phase,
        levels: &[Level<'a>],
        vars: &LaneVars,
    ) -> Option<StmtId> {
        let (innermost, outer) = levels.split_last()?;
        let common = self.common_loop(phase, levels, vars)?;
        let lane = LaneUse { program: self.b.program, level: innermost, vars };
        if !common.body.iter().all(|&stmt| lane.is_vectorisable(stmt)) {
            return None;
        }
        let mut values: HashMap<VarId, ExprId> = HashMap::new();
        for var in vars_in(self.b.program, &common.body) {
            if vars.is_of_thread(var) {
                // What is not kept would have to be a local of the loop's body.
                values.insert(var, vars.kept(var, levels)?.element);
            }
        }
        let body: Vec<StmtId> = common.body.iter().map(|&stmt| self.substituted(stmt, &values)).collect();
        let lanes = self.lane_loop(body, innermost);
        // Without it gcc unrolls a loop over few threads before it looks for vectors.
        let simd = self.b.symbol("omp simd");
        let simd = self.b.stmt(StmtKind::Pragma(simd));
        let lanes = self.b.block(vec![simd, lanes]);
        let (init, cond, step) = (Some(common.init), Some(common.cond), Some(common.step));
        let turned = self.b.stmt(StmtKind::For { init, cond, step, body: lanes });
        Some(self.over_lanes(vec![turned], outer))
    }

    /// The phase as one loop that is the same for all threads of the
    /// innermost batch.
    fn common_loop(&self, phase: &Phase, levels: &[Level<'a>], vars: &LaneVars) -> Option<CommonLoop> {
        let program = &*self.b.program;
        let [only] = phase.stmts.as_slice() else { return None };
        let StmtKind::For { init: Some(init), cond: Some(cond), step: Some(step), body } =
            program.stmts[*only].kind
        else {
            return None;
        };
        let StmtKind::Decl(items) = &program.stmts[init].kind else { return None };
        let [Item::Var { var: counter, with_init: true, .. }] = items.as_slice() else { return None };
        let innermost = levels.last()?;
        let differs = |expr: ExprId| {
            program.exprs_below(expr).any(|e| match program.exprs[e].kind {
                ExprKind::Var(var) => {
                    let is_lane = var == innermost.partition.index || var == innermost.batch.lane;
                    is_lane || vars.is_of_thread(var)
                }
                ExprKind::Index { .. } | ExprKind::Deref(_) | ExprKind::Call { .. } => true,
                _ => false,
            })
        };
        let first = program.vars[*counter].init.as_ref()?;
        let heading = program.init_exprs(first).into_iter().chain([cond, step]);
        if heading.into_iter().any(differs) || self.assigns(body, *counter) {
            return None;
        }
        let body = match &program.stmts[body].kind {
            StmtKind::Block(stmts) => stmts.clone(),
            _ => vec![body],
        };
        Some(CommonLoop { init, cond, step, body })
    }

    fn assigns(&self, body: StmtId, var: VarId) -> bool {
        super::flow::Flow::of(self.b.program, &[body]).assigned.contains(&var)
    }
}

/// How statements use the thread number of the innermost batch.
struct LaneUse<'p, 'k> {
    program: &'p Program,
    level: &'p Level<'k>,
    vars: &'p LaneVars,
}

impl LaneUse<'_, '_> {
    /// Arithmetic whose accesses are to neighbouring places for neighbouring
    /// threads, or to the same place for all.
    fn is_vectorisable(&self, stmt: StmtId) -> bool {
        let StmtKind::Expr(expr) = self.program.stmts[stmt].kind else { return false };
        self.program.exprs_below(expr).all(|e| match &self.program.exprs[e].kind {
            ExprKind::Index { base, index } => !self.mentions_lane(*base) && self.is_unit_stride(*index),
            ExprKind::Call { .. }
            | ExprKind::Launch { .. }
            | ExprKind::StmtExpr(_)
            | ExprKind::AddrOf(_)
            | ExprKind::Deref(_)
            | ExprKind::Member { arrow: true, .. }
            | ExprKind::Conditional { .. }
            | ExprKind::Binary { op: BinaryOp::And | BinaryOp::Or, .. } => false,
            _ => true,
        })
    }

    /// The subscript grows by one from thread to thread, or not at all.
    fn is_unit_stride(&self, index: ExprId) -> bool {
        match self.program.exprs[index].kind {
            ExprKind::Var(var) if self.is_lane(var) => true,
            ExprKind::Cast { implicit: true, operand, .. } => self.is_unit_stride(operand),
            ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } => {
                (self.is_unit_stride(lhs) && !self.mentions_lane(rhs))
                    || (!self.mentions_lane(lhs) && self.is_unit_stride(rhs))
            }
            ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs } => {
                self.is_unit_stride(lhs) && !self.mentions_lane(rhs)
            }
            _ => !self.mentions_lane(index),
        }
    }

    fn is_lane(&self, var: VarId) -> bool {
        let is_index = var == self.level.partition.index && self.level.partition.step == 1;
        is_index || var == self.level.batch.lane
    }

    /// Does the value differ from thread to thread?
    fn mentions_lane(&self, expr: ExprId) -> bool {
        self.program.exprs_below(expr).any(|e| match self.program.exprs[e].kind {
            ExprKind::Var(var) => {
                var == self.level.partition.index
                    || var == self.level.batch.lane
                    || self.vars.is_of_thread(var)
            }
            _ => false,
        })
    }
}
