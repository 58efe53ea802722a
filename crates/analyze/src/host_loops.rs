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
//! from its head to wherever the kernel stands in it.

use hir::{FunctionId, StmtId, StmtKind};

use crate::canonical_loop::recognize;
use crate::capture::FunctionMemory;
use crate::control_flow::ControlFlow;
use crate::{CanonicalLoop, Input};

/// The counted loops of a function around a kernel, outermost first.
pub fn around(
    input: &Input<'_>,
    function: FunctionId,
    graph: &ControlFlow,
    kernel: StmtId,
) -> Vec<CanonicalLoop> {
    let (Some(body), Some(place)) = (input.program.functions[function].body, graph.extent(kernel)) else {
        return Vec::new();
    };
    let encloses = |stmt: &StmtId| {
        matches!(input.program.stmts[*stmt].kind, StmtKind::For { .. })
            && graph.extent(*stmt).is_some_and(|extent| extent.blocks.contains(&place.blocks.start))
    };
    let loops: Vec<StmtId> = input.program.stmts_below(body).filter(encloses).collect();
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
