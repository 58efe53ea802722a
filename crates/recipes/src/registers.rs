//! How many registers a thread of a kernel needs, roughly, before anything is
//! compiled.
//!
//! ```c
//! #pragma hicuda loop_partition over_tblock over_thread jam(8)
//! for (i = 0; i < n; i++) {
//!     double s = 0;                  // 8 copies of 2 registers
//!     for (k = 0; k < m; k++) s += a[i][k] * x[k];
//! }
//! ```
//! Counted are the variables of the kernel, once for each of the iterations that a
//! thread runs at once, the addresses of the arrays it mentions, and what every
//! kernel needs. Compilers do better where lives do not overlap and worse where
//! loops are unrolled; the number decides how many threads a block may have, for
//! which it is good enough.

use std::collections::BTreeSet;

use hir::{DirectiveKind, Node, Program, StmtId, StmtKind, Type, VarId};

/// Place in the grid, loop control and intermediate values.
const ALWAYS: u64 = 14;
/// A larger array of a thread is in memory.
const LARGEST_ARRAY: u64 = 64;

/// An estimate for a thread of this region.
pub fn estimate(program: &Program, body: StmtId) -> u32 {
    let mut count = ALWAYS;
    let mut pending = vec![(body, 1u64)];
    while let Some((stmt, copies)) = pending.pop() {
        let copies = copies.saturating_mul(jam(program, stmt));
        for var in program.declared(stmt) {
            count += copies.saturating_mul(words(program, program.vars[var].ty));
        }
        for child in program.children(Node::Stmt(stmt)) {
            if let Node::Stmt(child) = child {
                pending.push((child, copies));
            }
        }
    }
    let outside: u64 = mentioned(program, body).iter().map(|var| address(program, *var)).sum();
    count.saturating_add(outside).min(u64::from(gpu::registers::MOST)) as u32
}

/// How many iterations of a partitioned loop a thread runs at once.
fn jam(program: &Program, stmt: StmtId) -> u64 {
    let StmtKind::Annotated { directive, .. } = program.stmts[stmt].kind else { return 1 };
    let DirectiveKind::LoopPartition(clauses) = &program.directives[directive].kind else { return 1 };
    let jam = clauses.jam.and_then(|n| hir::const_eval::integer(program, n));
    jam.and_then(|n| u64::try_from(n).ok()).unwrap_or(1).max(1)
}

/// Registers of four bytes.
fn words(program: &Program, ty: Type) -> u64 {
    let words = program.size_of(ty).unwrap_or(8).div_ceil(4);
    if words > LARGEST_ARRAY { 0 } else { words }
}

/// Variables from outside that the region mentions.
fn mentioned(program: &Program, body: StmtId) -> BTreeSet<VarId> {
    let own: BTreeSet<VarId> = program.declared_below(body).collect();
    program.variables_below(body).filter(|var| !own.contains(var)).collect()
}

/// Arrays are two words, whatever their size.
fn address(program: &Program, var: VarId) -> u64 {
    let ty = program.vars[var].ty;
    if program.types.is_array(ty) { 2 } else { words(program, ty) }
}
