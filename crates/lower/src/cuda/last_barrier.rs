//! Barriers that nobody has to wait at, because the kernel is nearly over.
//!
//! ```text
//! for (int kk = 0; kk < N; kk += 32) { … a_tile[buffer][threadIdx.y][k] … }
//! __syncthreads();                       goes away
//! c[i][j] = sum;
//! ```
//! A barrier orders what comes before it and what comes after it. Where the rest of the
//! kernel touches no memory that the kernel has touched before, there is nothing to order.

use std::collections::HashSet;

use hir::{Builder, ExprKind, Program, StmtId, StmtKind, VarId};

use crate::vars_in;

/// The statements of a kernel without such barriers. `memories`: the arrays that several
/// threads can reach; `reduces`: the threads come together once more, in memory of their own.
pub(super) fn without_last_barriers(
    b: &mut Builder<'_>,
    mut stmts: Vec<StmtId>,
    memories: &HashSet<VarId>,
    reduces: bool,
) -> Vec<StmtId> {
    Ending { b, memories, reduces }.shorten(&mut stmts, &[], &[]);
    stmts
}

struct Ending<'a, 'b> {
    b: &'a mut Builder<'b>,
    memories: &'a HashSet<VarId>,
    reduces: bool,
}

impl Ending<'_, '_> {
    /// Removes the last barriers of a list that stands between others, and of the blocks in it; false
    /// where one has to stay. Statement nesting is bounded by the parser.
    fn shorten(&mut self, stmts: &mut Vec<StmtId>, before: &[StmtId], after: &[StmtId]) -> bool {
        for at in (0..stmts.len()).rev() {
            let earlier = [before, &stmts[..at]].concat();
            let later = [&stmts[at + 1..], after].concat();
            match self.b.program.stmts[stmts[at]].kind.clone() {
                StmtKind::Barrier if self.is_needed(&earlier, &later) => return false,
                StmtKind::Barrier => {
                    stmts.remove(at);
                }
                StmtKind::Block(mut inner) => {
                    let goes_on = self.shorten(&mut inner, &earlier, &later);
                    stmts[at] = self.b.stmt(StmtKind::Block(inner));
                    if !goes_on {
                        return false;
                    }
                }
                _ if waits(self.b.program, &[stmts[at]]) => return false,
                _ => {}
            }
        }
        true
    }

    fn is_needed(&self, before: &[StmtId], after: &[StmtId]) -> bool {
        let touched = |stmts: &[StmtId]| -> HashSet<VarId> {
            let vars = vars_in(self.b.program, stmts);
            vars.filter(|var| self.memories.contains(var)).collect()
        };
        let is_followed = self.reduces && !after.is_empty();
        is_followed || !touched(before).is_disjoint(&touched(after))
    }
}

/// Is there something in these statements that threads do together, or that is not seen?
fn waits(program: &Program, stmts: &[StmtId]) -> bool {
    let all = || stmts.iter().flat_map(|&stmt| program.stmts_below(stmt));
    let calls = |expr| matches!(program.exprs[expr].kind, ExprKind::Call { .. });
    all().any(|stmt| matches!(program.stmts[stmt].kind, StmtKind::Barrier | StmtKind::Asm(_)))
        || stmts.iter().flat_map(|&stmt| program.exprs_below(stmt)).any(calls)
}
