//! Loops over what a block has in shared memory, unrolled further than the CUDA compiler
//! does by itself.
//!
//! ```text
//! #pragma unroll 32
//! for (int j = tile; j < tile + 256; j++)
//!     sum += weight(bodies_tile[j - tile], …);
//! ```
//! Shared memory answers after some thirty cycles. With thirty-two iterations at once there
//! is always one whose elements have arrived; the compiler's own four are too few. Short
//! loops it unrolls altogether, so they are left to it.

use hir::copy::{self, Rewrite};
use hir::update::{self, About};
use hir::{BinaryOp, Builder, ExprId, ExprKind, Init, Item, StmtId, StmtKind, VarId, const_eval};

use super::Lowering;

/// So many iterations at once.
const TIMES: u32 = 32;
/// The compiler unrolls a loop of fewer iterations altogether.
const FEWEST_TRIPS: i128 = 64;
/// More than this would not fit the instruction cache so many times.
const MOST_EXPRESSIONS: usize = 160;

impl Lowering<'_, '_> {
    /// The statements, with the loops marked.
    pub(super) fn unrolled_over_shared(&mut self, stmts: Vec<StmtId>) -> Vec<StmtId> {
        let shared: Vec<VarId> = self.kernel.shared.iter().map(|(_, shared)| shared.var).collect();
        if shared.is_empty() {
            return stmts;
        }
        Unrolling { b: self.b, shared }.list(&stmts)
    }
}

struct Unrolling<'a, 'b> {
    b: &'a mut Builder<'b>,
    shared: Vec<VarId>,
}

impl<'b> Rewrite<'b> for Unrolling<'_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
        self.b
    }

    fn replace_expr(&mut self, _: ExprId) -> Option<ExprId> {
        None
    }

    fn replace_stmt(&mut self, stmt: StmtId) -> Option<StmtId> {
        let StmtKind::Block(stmts) = self.b.program.stmts[stmt].kind.clone() else { return None };
        let marked = self.list(&stmts);
        (marked != stmts).then(|| self.b.stmt(StmtKind::Block(marked)))
    }
}

impl Unrolling<'_, '_> {
    fn list(&mut self, stmts: &[StmtId]) -> Vec<StmtId> {
        let mut out = Vec::new();
        let mut is_marked = false;
        for &stmt in stmts {
            if !is_marked && self.is_worth_it(stmt) {
                let pragma = self.b.symbol(&format!("unroll {TIMES}"));
                out.push(self.b.stmt(StmtKind::Pragma(pragma)));
            }
            is_marked = matches!(self.b.program.stmts[stmt].kind, StmtKind::Pragma(_));
            out.push(copy::stmt(self, stmt));
        }
        out
    }

    fn is_worth_it(&self, stmt: StmtId) -> bool {
        let program = &*self.b.program;
        let StmtKind::For { body, .. } = program.stmts[stmt].kind else { return false };
        let reads_shared = program.exprs_below(body).any(|expr| match program.exprs[expr].kind {
            ExprKind::Var(var) => self.shared.contains(&var),
            _ => false,
        });
        let is_straight = program.stmts_below(body).all(|stmt| {
            matches!(program.stmts[stmt].kind, StmtKind::Block(_) | StmtKind::Expr(_) | StmtKind::Decl(_))
        });
        reads_shared
            && is_straight
            && program.exprs_below(body).count() <= MOST_EXPRESSIONS
            && self.trips(stmt).is_some_and(|trips| trips >= FEWEST_TRIPS)
    }

    /// How often `for (j = e; j < e + 256; j++)` runs, or `for (j = 0; j < 256; j++)`.
    fn trips(&self, stmt: StmtId) -> Option<i128> {
        let program = &*self.b.program;
        let StmtKind::For { init: Some(init), cond: Some(cond), step: Some(step), .. } =
            program.stmts[stmt].kind
        else {
            return None;
        };
        if !matches!(program.exprs[step].kind, ExprKind::IncDec { op: hir::IncDec::Inc, .. }) {
            return None;
        }
        let StmtKind::Decl(items) = &program.stmts[init].kind else { return None };
        let [Item::Var { var, .. }] = items.as_slice() else { return None };
        let Some(Init::Expr(first)) = program.vars[*var].init else { return None };
        let ExprKind::Binary { op: BinaryOp::Lt, rhs: end, .. } = program.exprs[cond].kind else {
            return None;
        };
        if let (Some(first), Some(end)) =
            (const_eval::integer(program, first), const_eval::integer(program, end))
        {
            return Some(end - first);
        }
        let about = About { program, sources: self.b.sources };
        match program.exprs[update::written(&about, end)].kind {
            ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } if update::same(&about, first, lhs) => {
                const_eval::integer(program, rhs)
            }
            _ => None,
        }
    }
}
