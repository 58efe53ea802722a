//! Loops over what a block has in shared memory, or all have in constant memory, unrolled
//! further than the CUDA compiler does by itself.
//!
//! ```text
//! #pragma unroll 32
//! for (int j = tile; j < tile + 256; j++)
//!     sum += weight(bodies_tile[j - tile], …);
//! ```
//! Shared memory answers after some thirty cycles. With thirty-two iterations at once there
//! is always one whose elements have arrived; the compiler's own four are too few. Long
//! bodies, such as those with jammed copies, are repeated less often, and those that branch
//! only four times. Short loops the compiler unrolls altogether, so they are left to it.

use hir::copy::{self, Rewrite};
use hir::{Builder, ExprId, ExprKind, StmtId, StmtKind, VarId};

use super::Lowering;
use super::trips::constant_trips;

/// So many iterations at once, as long as the code is not too long.
const TIMES: [u64; 3] = [32, 16, 8];
/// So many where a branch keeps them from being mixed.
const TIMES_WITH_BRANCHES: u64 = 4;
/// The compiler unrolls a loop of fewer iterations altogether.
const FEWEST_TRIPS: i64 = 64;
/// More expressions than this would not fit the instruction cache.
const MOST_EXPRESSIONS: u64 = 8192;

impl Lowering<'_, '_> {
    /// The statements, with the loops marked.
    pub(super) fn unrolled_over_near_memory(&mut self, stmts: Vec<StmtId>) -> Vec<StmtId> {
        let shared = self.kernel.shared.iter().map(|(_, shared)| shared.var);
        let constant = self.arrays.iter().filter_map(|(_, array)| array.constant);
        let near: Vec<VarId> = shared.chain(constant).collect();
        if near.is_empty() {
            return stmts;
        }
        Unrolling { b: self.b, near }.list(&stmts)
    }
}

struct Unrolling<'a, 'b> {
    b: &'a mut Builder<'b>,
    /// Arrays in shared and constant memory.
    near: Vec<VarId>,
}

/// What a body consists of, with inner loops unrolled.
#[derive(Default)]
struct Length {
    expressions: u64,
    branches: bool,
}

impl<'b> Rewrite<'b> for Unrolling<'_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
        self.b
    }

    fn replace_expr(&mut self, _: ExprId) -> Option<ExprId> {
        None
    }

    fn replace_stmt(&mut self, stmt: StmtId) -> Option<StmtId> {
        match self.b.program.stmts[stmt].kind.clone() {
            StmtKind::Block(stmts) => {
                let marked = self.list(&stmts);
                (marked != stmts).then(|| self.b.stmt(StmtKind::Block(marked)))
            }
            // A loop that is a branch by itself needs braces for its mark.
            StmtKind::If { cond, then, otherwise } => {
                let then = self.branch(then);
                let otherwise = otherwise.map(|otherwise| self.branch(otherwise));
                Some(self.b.stmt(StmtKind::If { cond, then, otherwise }))
            }
            _ => None,
        }
    }
}

impl Unrolling<'_, '_> {
    fn list(&mut self, stmts: &[StmtId]) -> Vec<StmtId> {
        let mut out = Vec::new();
        let mut is_marked = false;
        for &stmt in stmts {
            if let Some(times) = self.times(stmt).filter(|_| !is_marked) {
                let pragma = self.b.symbol(&format!("unroll {times}"));
                out.push(self.b.stmt(StmtKind::Pragma(pragma)));
            }
            is_marked = matches!(self.b.program.stmts[stmt].kind, StmtKind::Pragma(_));
            out.push(copy::stmt(self, stmt));
        }
        out
    }

    fn branch(&mut self, stmt: StmtId) -> StmtId {
        match self.list(&[stmt])[..] {
            [alone] => alone,
            ref marked => self.b.block(marked.to_vec()),
        }
    }

    /// How many iterations of a loop are worth having at once.
    fn times(&self, stmt: StmtId) -> Option<u64> {
        let program = &*self.b.program;
        let StmtKind::For { body, .. } = program.stmts[stmt].kind else { return None };
        let reads_near = program.exprs_below(body).any(|expr| match program.exprs[expr].kind {
            ExprKind::Var(var) => self.near.contains(&var),
            _ => false,
        });
        if !reads_near || constant_trips(self.b.program, self.b.sources, stmt)? < FEWEST_TRIPS {
            return None;
        }
        let mut length = Length::default();
        self.measure(&[body], 1, &mut length)?;
        let fits = |times: u64| length.expressions.saturating_mul(times) <= MOST_EXPRESSIONS;
        match length.branches {
            true => Some(TIMES_WITH_BRANCHES).filter(|times| fits(*times)),
            false => TIMES.into_iter().find(|times| fits(*times)),
        }
    }

    /// Adds up statements that run so many times; nothing if there is a loop among them
    /// that is not unrolled. Statement nesting is bounded by the parser.
    fn measure(&self, stmts: &[StmtId], times: u64, length: &mut Length) -> Option<()> {
        let program = &*self.b.program;
        let mut is_unrolled = false;
        for &stmt in stmts {
            match &program.stmts[stmt].kind {
                StmtKind::Block(inner) => self.measure(inner, times, length)?,
                StmtKind::Expr(_) | StmtKind::Decl(_) => {
                    let own = program.exprs_below(stmt).count() as u64;
                    length.expressions = length.expressions.saturating_add(own.saturating_mul(times));
                }
                StmtKind::If { cond, then, otherwise } => {
                    length.branches = true;
                    let own = program.exprs_below(*cond).count() as u64;
                    length.expressions = length.expressions.saturating_add(own.saturating_mul(times));
                    self.measure(&[*then], times, length)?;
                    otherwise.map_or(Some(()), |other| self.measure(&[other], times, length))?;
                }
                StmtKind::For { body, .. } if is_unrolled => {
                    let trips = u64::try_from(constant_trips(self.b.program, self.b.sources, stmt)?).ok()?;
                    self.measure(&[*body], times.saturating_mul(trips), length)?;
                }
                StmtKind::Pragma(_) | StmtKind::Comment(_) | StmtKind::Empty => {}
                _ => return None,
            }
            is_unrolled = match program.stmts[stmt].kind {
                StmtKind::Pragma(pragma) => &*self.b.sources.text(pragma) == "unroll",
                _ => false,
            };
        }
        Some(())
    }
}
