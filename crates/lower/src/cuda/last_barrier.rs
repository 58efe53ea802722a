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

use hir::{ExprKind, Program, StmtId, StmtKind, VarId};

use crate::vars_in;

/// The statements of a kernel without such barriers. `memories`: the arrays that several
/// threads can reach; `reduces`: the threads come together once more, in memory of their own.
pub(super) fn without_last_barriers(
    program: &Program,
    mut stmts: Vec<StmtId>,
    memories: &HashSet<VarId>,
    reduces: bool,
) -> Vec<StmtId> {
    let touched = |stmts: &[StmtId]| -> HashSet<VarId> {
        let vars = vars_in(program, stmts);
        vars.filter(|var| memories.contains(var)).collect()
    };
    let is_barrier = |stmt: &StmtId| matches!(program.stmts[*stmt].kind, StmtKind::Barrier);
    while let Some(last) = stmts.iter().rposition(is_barrier) {
        let (before, after) = (&stmts[..last], &stmts[last + 1..]);
        let is_followed = reduces && !after.is_empty();
        if is_followed || waits(program, after) || !touched(before).is_disjoint(&touched(after)) {
            break;
        }
        stmts.remove(last);
    }
    stmts
}

/// Is there something in these statements that threads do together, or that is not seen?
fn waits(program: &Program, stmts: &[StmtId]) -> bool {
    let all = || stmts.iter().flat_map(|&stmt| program.stmts_below(stmt));
    let calls = |expr| matches!(program.exprs[expr].kind, ExprKind::Call { .. });
    all().any(|stmt| matches!(program.stmts[stmt].kind, StmtKind::Barrier | StmtKind::Asm(_)))
        || stmts.iter().flat_map(|&stmt| program.exprs_below(stmt)).any(calls)
}
