//! Loops that load their next section while they work on the present one.
//!
//! ```text
//! hicuda_start_copy(&a_tile[0][threadIdx.x], &a[threadIdx.x], 4);
//! int buffer = 0;
//! for (int tile = 0; tile < n; tile += 32) {
//!     hicuda_await_copies();
//!     __syncthreads();
//!     if (tile + 32 < n)
//!         hicuda_start_copy(&a_tile[1 - buffer][threadIdx.x], &a[tile + 32 + threadIdx.x], 4);
//!     … a_tile[buffer][j] …
//!     buffer = 1 - buffer;
//! }
//! __syncthreads();
//! ```
//! The copies go past registers and need nobody: each thread starts its own, and waits for
//! them a step later. The barrier of a step says both that all parts of the section have
//! arrived and that all threads are done with the other buffer, in which the next one goes.
//! `outline` has found the loop fit for it (`kir::Ahead`); the two functions are
//! `translate`'s, because those of `cuda_pipeline.h` cannot be had in a file that has a macro
//! `N`.

use hir::copy::{self, Rewrite};
use hir::{BinaryOp, Builder, ExprId, ExprKind, StmtId, StmtKind, Type, VarId};
use kir::{Ahead, SectionLoop};

use super::Lowering;

/// Starts to copy bytes to shared memory: 4, 8 or 16 of them.
const START_COPY: &str = "hicuda_start_copy";
/// Waits for all that the thread has started.
const AWAIT_COPIES: &str = "hicuda_await_copies";

/// What transfers load that nobody waits for.
#[derive(Clone, Copy)]
pub(super) struct Loading {
    /// The index of the loop,
    index: VarId,
    /// and its value in the step for which they load.
    value: ExprId,
    /// Which buffer they fill.
    pub buffer: ExprId,
}

impl Lowering<'_, '_> {
    /// The loop, and the first section before it.
    pub(super) fn sections_ahead(
        &mut self,
        (init, cond, step): (Option<StmtId>, Option<ExprId>, Option<ExprId>),
        ahead: Ahead,
        sections: &SectionLoop<'_>,
    ) -> Vec<StmtId> {
        self.note_steps(ahead.index, ahead.first, ahead.next);
        let mut stmts = Vec::new();
        if sections.waits_first {
            stmts.push(self.b.stmt(StmtKind::Barrier));
        }
        let zero = self.b.int(0);
        let first = Loading { index: ahead.index, value: ahead.first, buffer: zero };
        let is_certain = ahead.runs;
        stmts.extend(self.start_loads(first, sections, cond.filter(|_| !is_certain)));
        let buffer = self.names.local(self.b, "buffer", Type::INT);
        stmts.push(self.b.declare(buffer, Some(zero)));
        let (one, present) = (self.b.int(1), self.b.var(buffer));
        let other = self.b.binary(BinaryOp::Sub, one, present);

        let mut body = Vec::new();
        if self.helpers.language.moves_bytes() {
            body.push(self.call(AWAIT_COPIES, Vec::new()));
        }
        body.push(self.b.stmt(StmtKind::Barrier));
        let next = Loading { index: ahead.index, value: ahead.next, buffer: other };
        body.extend(self.start_loads(next, sections, cond));
        let work = self.sequence(sections.work);
        let tiles = sections.transfers().map(|t| self.kernel.shared[t.shared].var).collect();
        let mut in_buffer = InBuffer { b: self.b, tiles, buffer };
        body.extend(work.into_iter().map(|stmt| copy::stmt(&mut in_buffer, stmt)));
        body.push(self.b.assign(present, other));
        let body = self.b.block(body);
        stmts.push(self.b.stmt(StmtKind::For { init, cond, step, body }));
        // Whoever uses that memory next must not be too early.
        stmts.push(self.b.stmt(StmtKind::Barrier));
        stmts
    }

    /// Starts the transfers of a step, if the condition says that it exists.
    fn start_loads(
        &mut self,
        loading: Loading,
        sections: &SectionLoop<'_>,
        cond: Option<ExprId>,
    ) -> Vec<StmtId> {
        self.loading = Some(loading);
        let mut stmts = Vec::new();
        for transfer in sections.transfers() {
            stmts.extend(self.transfer(transfer));
        }
        self.loading = None;
        match cond {
            Some(cond) => {
                let cond = loading.at(self.b, cond);
                vec![self.b.if_then(cond, stmts)]
            }
            None => stmts,
        }
    }

    /// `name(args);`
    fn call(&mut self, name: &str, args: Vec<ExprId>) -> StmtId {
        let call = self.b.call(name, args, Type::VOID);
        self.b.stmt(StmtKind::Expr(call))
    }

    /// Starts the copy of so many bytes to shared memory.
    pub(super) fn start_copy(&mut self, to: ExprId, from: ExprId, bytes: u64) -> StmtId {
        if !self.helpers.language.moves_bytes() {
            return self.b.assign(to, from);
        }
        let [to, from] = [to, from].map(|place| self.address(place));
        let bytes = self.b.int(i64::try_from(bytes).unwrap_or(i64::MAX));
        self.call(START_COPY, vec![to, from, bytes])
    }

    /// So many bytes become zero.
    pub(super) fn clear(&mut self, place: ExprId, bytes: u64) -> StmtId {
        let (place, zero) = (self.address(place), self.b.int(0));
        let bytes = self.b.int(i64::try_from(bytes).unwrap_or(i64::MAX));
        self.call("memset", vec![place, zero, bytes])
    }

    pub(super) fn address(&mut self, place: ExprId) -> ExprId {
        let pointer = self.b.program.types.pointer_to(self.b.program.exprs[place].ty);
        self.b.expr(ExprKind::AddrOf(place), pointer)
    }
}

impl Loading {
    /// An expression of the loop, in that step.
    pub(super) fn at(self, b: &mut Builder<'_>, expr: ExprId) -> ExprId {
        copy::expr(&mut InStep { b, loading: self }, expr)
    }
}

/// Puts the index of another step in the place of the index.
struct InStep<'a, 'b> {
    b: &'a mut Builder<'b>,
    loading: Loading,
}

impl<'b> Rewrite<'b> for InStep<'_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
        self.b
    }

    fn replace_expr(&mut self, expr: ExprId) -> Option<ExprId> {
        match self.b.program.exprs[expr].kind {
            ExprKind::Var(var) if var == self.loading.index => Some(self.loading.value),
            ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } => {
                let (lhs, rhs) = (copy::expr(self, lhs), copy::expr(self, rhs));
                Some(self.b.add(lhs, rhs))
            }
            _ => None,
        }
    }
}

/// Lets the work find its section in the present buffer.
struct InBuffer<'a, 'b> {
    b: &'a mut Builder<'b>,
    tiles: Vec<VarId>,
    buffer: VarId,
}

impl<'b> Rewrite<'b> for InBuffer<'_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
        self.b
    }

    fn replace_expr(&mut self, expr: ExprId) -> Option<ExprId> {
        match self.b.program.exprs[expr].kind {
            ExprKind::Var(var) if self.tiles.contains(&var) => {
                let (tile, buffer) = (self.b.var(var), self.b.var(self.buffer));
                Some(self.b.index(tile, &[buffer]))
            }
            _ => None,
        }
    }
}
