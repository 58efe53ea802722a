//! Directives on raised loops: which of them are blocks, threads, or both.
//!
//! ```c
//! #pragma hicuda kernel scale_kernel tblock((n + 255) / 256) thread(256)
//! #pragma hicuda loop_partition over_tblock over_thread
//!     for (int i = 0; i < n; i++)
//! ```
//! The sizes are those of the launch, where they can be said in the kernel's own words; left out,
//! the compiler chooses.

use hir::{
    Axis, BinaryOp, Builder, Directive, DirectiveId, DirectiveKind, Distribution, ExprId, ExprKind,
    GridQuery, KernelClauses, PartitionClauses, Section, SectionDim, SharedAction, StmtId, StmtKind,
    TileClauses, VarId,
};

use crate::kernel::Kernel;
use crate::threads::ThreadLoop;

/// A directive in a program.
fn directive(b: &mut Builder<'_>, kind: DirectiveKind) -> DirectiveId {
    let span = b.origin;
    b.program.directives.alloc(Directive { kind, span, line: span, when: None })
}

/// `#pragma hicuda barrier`
pub(crate) fn barrier(b: &mut Builder<'_>) -> StmtId {
    let id = directive(b, DirectiveKind::Barrier);
    b.stmt(StmtKind::Directive(id))
}

/// `#pragma hicuda atomic` above an update.
pub(crate) fn atomic(b: &mut Builder<'_>, update: StmtId) -> StmtId {
    let id = directive(b, DirectiveKind::Atomic);
    b.stmt(StmtKind::Annotated { directive: id, body: update })
}

/// `#pragma hicuda shared alloc tile[*][*]`, for an array or variable of the block.
pub(crate) fn shared(b: &mut Builder<'_>, var: VarId) -> StmtId {
    let base = b.var(var);
    let mut dims = Vec::new();
    let mut ty = b.program.vars[var].ty;
    while let Some(element) = b.program.types.element(ty) {
        dims.push(SectionDim::All);
        ty = element;
    }
    let span = b.origin;
    let section = Section { base, var: Some(var), dims, span };
    let action = SharedAction::Alloc { section, copyin: None, tile: TileClauses::default() };
    let id = directive(b, DirectiveKind::Shared(action));
    b.stmt(StmtKind::Directive(id))
}

/// `#pragma hicuda loop_partition …` above a loop.
pub(crate) fn partition(b: &mut Builder<'_>, thread_loop: &ThreadLoop, nest: StmtId) -> StmtId {
    let clauses = PartitionClauses {
        over_tblock: thread_loop.blocks.then_some(Distribution::Block),
        names_distribution: false,
        over_thread: thread_loop.threads,
        block_entry: None,
        thread_entry: None,
        jam: None,
        run: None,
        vector: Vec::new(),
        reductions: Vec::new(),
        private: Vec::new(),
        independent: false,
        snapshots: Vec::new(),
        inside: None,
    };
    let id = directive(b, DirectiveKind::LoopPartition(clauses));
    b.stmt(StmtKind::Annotated { directive: id, body: nest })
}

/// `#pragma hicuda kernel … kernel_end` around what the kernel does.
pub(crate) fn kernel(
    kernel: &mut Kernel<'_, '_>,
    loops: &[ThreadLoop],
    threads: &[Axis],
    body: Vec<StmtId>,
) -> StmtId {
    let tblock: Option<Vec<ExprId>> =
        loops.iter().filter(|l| l.blocks).map(|thread_loop| size_of_grid(kernel, thread_loop)).collect();
    let thread: Option<Vec<ExprId>> =
        threads.iter().map(|&axis| known(kernel, GridQuery::BlockSize, axis)).collect();
    let own = format!("{}_kernel", kernel.b.sources.text(kernel.b.program.functions[kernel.function].name));
    let name_var = kernel.fresh(&own, hir::Type::INT);
    let name = kernel.b.program.vars[name_var].name.unwrap_or_else(|| kernel.b.symbol(&own));
    let is_some = |sizes: &Vec<ExprId>| !sizes.is_empty();
    let clauses = KernelClauses {
        name,
        name_span: kernel.b.origin,
        tblock: tblock.filter(is_some),
        thread: thread.filter(is_some),
        nowait: false,
        fastmath: false,
        defines: Vec::new(),
    };
    let id = directive(kernel.b, DirectiveKind::Kernel(clauses));
    let body = kernel.b.stmt(StmtKind::Block(body));
    let end = kernel.b.origin;
    kernel.b.stmt(StmtKind::Kernel { directive: id, body, end })
}

/// A size in the kernel's words: a number, or the parameter that it became.
fn known(kernel: &mut Kernel<'_, '_>, query: GridQuery, axis: Axis) -> Option<ExprId> {
    let is_parameter = kernel.sizes.iter().any(|(q, a, _)| (*q, *a) == (query, axis));
    (is_parameter || kernel.known_size(query, axis).is_some()).then(|| kernel.size(query, axis))
}

/// The blocks along a loop: as many as the launch has, or as its iterations need.
fn size_of_grid(kernel: &mut Kernel<'_, '_>, thread_loop: &ThreadLoop) -> Option<ExprId> {
    if let Some(size) = known(kernel, GridQuery::GridSize, thread_loop.axis) {
        return Some(size);
    }
    let threads = kernel.known_size(GridQuery::BlockSize, thread_loop.axis)?;
    let threads = i64::try_from(threads).ok()?;
    let ExprKind::Binary { op: BinaryOp::Lt, rhs, .. } = kernel.b.program.exprs[thread_loop.cond].kind else {
        return None;
    };
    let end = crate::grid::without_conversions(kernel.b.program, rhs);
    let more = kernel.b.int(threads - 1);
    let size = kernel.b.int(threads);
    let sum = kernel.b.add(end, more);
    Some(kernel.b.div(sum, size))
}
