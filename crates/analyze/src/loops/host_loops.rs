//! What the host's loops around a kernel say about its scalars.
//!
//! ```c
//! for (int k = 0; k < n - 1; k++) {
//! #pragma hicuda kernel column tblock(8) thread(64)
//! #pragma hicuda loop_partition over_tblock over_thread
//!     for (int i = k + 1; i < n; i++)
//!         a[i * n + k] /= a[k * n + k];
//! #pragma hicuda kernel_end
//! }
//! ```
//! `k` is a number to the kernel, but not any number: it is a column of the matrix,
//! so that `a[i * n + k]` is in row `i`, and no iteration writes row `k`.
//!
//! Invariant: a loop is listed only if its index, first value and bound are the same
//! from its head to wherever a kernel stands in it.

use hir::{FunctionId, Node, StmtId, StmtKind};

use crate::canonical_loop::recognize;
use crate::capture::FunctionMemory;
use crate::{CanonicalLoop, Input};

/// The counted loops of a function outside its kernels, outer ones first.
pub fn of_function(input: &Input<'_>, function: FunctionId) -> Vec<CanonicalLoop> {
    let Some(body) = input.program.functions[function].body else { return Vec::new() };
    let loops = loops_outside_kernels(input, body);
    if loops.is_empty() {
        return Vec::new();
    }
    let memory = FunctionMemory::new(input, body);
    let is_kept = |found: &CanonicalLoop| {
        let changes = memory.changes(&[found.body]);
        !memory.may_assign(found.index, &changes)
            && !memory.may_change(found.first, &changes)
            && !memory.may_change(found.bound, &changes)
    };
    loops.into_iter().filter_map(|stmt| recognize(input, stmt).ok()).filter(is_kept).collect()
}

fn loops_outside_kernels(input: &Input<'_>, body: StmtId) -> Vec<StmtId> {
    let mut nodes = input.program.nodes(body);
    let mut loops = Vec::new();
    while let Some(node) = nodes.next() {
        let Node::Stmt(stmt) = node else { continue };
        match input.program.stmts[stmt].kind {
            StmtKind::Kernel { .. } => nodes.skip_children(),
            StmtKind::For { .. } => loops.push(stmt),
            _ => {}
        }
    }
    loops
}
