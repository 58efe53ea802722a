//! What a block has of a loop that is shared out, as loops.
//!
//! Which iterations those are depends on how blocks share the loop; how the
//! threads of the block share them does not matter, except that round robin
//! deals out one iteration per thread at a time:
//!
//! ```text
//! BLOCK    for (int i = i_begin; i < i_end; i++)
//! CYCLIC   for (int i_base = block_i * 256; i_base < n; i_base += blocks_i * 256)
//!              for (int i = i_base; i < i_end; i++)
//! ```
//! Bounds are computed before a loop, so that nothing is tested inside it.

use hir::{BinaryOp, Distribution, ExprId, ExprKind, StmtId, StmtKind, Type, VarId};
use kir::{BlockShare, Extent, Partition};

use super::Lowering;
use crate::jumps::has_loose_jump;

/// A contiguous run of iterations, from `begin` up to but without `end`.
#[derive(Clone, Copy)]
pub(super) struct Range {
    pub begin: ExprId,
    pub end: ExprId,
}

/// The iterations of a block.
pub(super) enum Share {
    /// The whole loop.
    All,
    /// A contiguous chunk.
    Chunk(BlockShare),
    /// Every so many-th.
    Strided(BlockShare),
    /// Every so many-th batch of one iteration per thread.
    Batches(BlockShare, Extent),
}

impl Lowering<'_, '_> {
    /// The iterations a block has of a loop.
    pub(super) fn share(&mut self, p: &Partition) -> Share {
        let is_shared_out = |share: &BlockShare| self.has_blocks && share.count != Extent::Constant(1);
        let Some(mut share) = p.over_block.filter(is_shared_out) else {
            return Share::All;
        };
        share.count = self.extent_for_block(share.count);
        share.chunk = self.extent_for_block(share.chunk);
        match (share.distribution, p.over_thread) {
            (Distribution::Block, _) => Share::Chunk(share),
            (Distribution::Cyclic, None) => Share::Strided(share),
            (Distribution::Cyclic, Some(_)) => {
                let lanes = p.lanes(self.b);
                Share::Batches(share, self.extent_for_block(lanes))
            }
        }
    }

    /// The block's iterations of a loop, one after the other.
    pub(super) fn partition(&mut self, p: &Partition, body: Vec<StmtId>) -> Vec<StmtId> {
        let mut out = Vec::new();
        if p.trips == Extent::Constant(0) {
            return out;
        }
        let is_long = |ty: Type| self.b.program.size_of(ty).is_none_or(|size| size > 4);
        let ends = [self.b.program.vars[p.index].ty, self.b.program.exprs[p.bound.1].ty];
        if p.may_wrap && ends.into_iter().any(is_long) {
            return self.numbered(p, body);
        }
        match self.share(p) {
            Share::All => out.push(self.whole_loop(p, body)),
            Share::Chunk(share) if share.chunk == Extent::Constant(1) => {
                let start = self.start(p, share.dim, share.chunk);
                self.one_iteration(p, start, body, &mut out);
            }
            Share::Chunk(share) => {
                let range = self.chunk(p, share, &mut out);
                out.push(self.ranged_loop(p, range, body));
            }
            Share::Strided(share) => {
                let start = self.start(p, share.dim, Extent::Constant(1));
                if p.single {
                    self.one_iteration(p, start, body, &mut out);
                } else {
                    let end = self.end(p);
                    out.push(self.index_loop(p, Range { begin: start, end }, share.count, body));
                }
            }
            Share::Batches(share, threads) => {
                let start = self.start(p, share.dim, threads);
                let ty = self.range_type(p);
                let base_name = format!("{}_base", self.b.name_of(p.index));
                let base_var = self.names.local(self.b, &base_name, ty);
                let base = self.b.var(base_var);
                let mut inside = Vec::new();
                let end = self.batch_end(p, base, threads, &mut inside);
                let inner = self.ranged_loop(p, Range { begin: base, end }, body);
                inside.push(inner);
                if p.single {
                    out.push(self.b.declare(base_var, Some(start)));
                    out.extend(inside);
                } else {
                    let all = share.count.times(threads, self.b);
                    let end = self.end(p);
                    out.push(self.strided(base_var, Range { begin: start, end }, all, p.step, inside));
                }
            }
        }
        out
    }

    /// The same where not even 64 bits have room for index values beyond the end: the block shares the
    /// iterations' numbers, from which the index is computed.
    fn numbered(&mut self, p: &Partition, body: Vec<StmtId>) -> Vec<StmtId> {
        let long = |lowering: &mut Self, operand: ExprId| {
            let kind = ExprKind::Cast { kind: hir::CastKind::Arithmetic, implicit: false, operand };
            lowering.b.expr(kind, Type::LONG)
        };
        let (first, end) = (self.for_block(p.first), self.for_block(p.end));
        let (low, high) = if p.step > 0 { (first, end) } else { (end, first) };
        let (low, high) = (long(self, low), long(self, high));
        let distance = self.b.sub(high, low);
        let (rounding, magnitude) = (self.b.int(p.step.abs() - 1), self.b.int(p.step.abs()));
        let rounded = self.b.add(distance, rounding);
        let trips = self.b.div(rounded, magnitude);
        // The ends of a loop that does not run may be farther apart than 64 bits hold.
        let (bound, zero) = (self.for_block(p.bound.1), self.b.int(0));
        let runs = self.b.binary(p.bound.0, first, bound);
        let kind = ExprKind::Conditional { cond: runs, then: Some(trips), otherwise: zero };
        let trips = self.b.expr(kind, Type::LONG);
        let count = format!("{}_count", self.b.name_of(p.index));
        let count = self.names.local(self.b, &count, Type::LONG);
        let mut out = Vec::new();
        let trips = self.named(p, "trips", trips, &mut out);
        let value = self.b.var(count);
        let index = self.stepped(first, Extent::Expr(value), p.step);
        let mut inside = vec![self.b.declare(p.index, Some(index))];
        inside.extend(body);
        let zero = self.b.int(0);
        let numbers = Partition {
            index: count,
            first: zero,
            step: 1,
            end: trips,
            bound: (BinaryOp::Lt, trips),
            may_wrap: false,
            ..p.clone()
        };
        out.extend(self.partition(&numbers, inside));
        out
    }

    /// The loop as it was written.
    fn whole_loop(&mut self, p: &Partition, body: Vec<StmtId>) -> StmtId {
        self.loop_over(p, p.index, body)
    }

    /// The same with a variable that stands for its index.
    pub(super) fn loop_over(&mut self, p: &Partition, var: VarId, body: Vec<StmtId>) -> StmtId {
        let mut first = self.for_block(p.first);
        let known = hir::const_eval::integer(self.b.program, first).and_then(|v| i64::try_from(v).ok());
        if let Some(known) = known.filter(|_| var != p.index) {
            // Not in the words of the index's type.
            first = self.b.int(known);
        }
        let bound = self.for_block(p.bound.1);
        let init = Some(self.b.declare(var, Some(first)));
        let index = self.b.var(var);
        let cond = Some(self.b.binary(p.bound.0, index, bound));
        let step = self.b.int(p.step);
        let step = Some(self.b.advance(var, step));
        let body = self.b.block(body);
        self.b.stmt(StmtKind::For { init, cond, step, body })
    }

    fn ranged_loop(&mut self, p: &Partition, range: Range, body: Vec<StmtId>) -> StmtId {
        self.index_loop(p, range, Extent::Constant(1), body)
    }

    /// A loop over index values. Where the index could wrap around, a wider
    /// variable goes through them.
    fn index_loop(&mut self, p: &Partition, range: Range, iterations: Extent, body: Vec<StmtId>) -> StmtId {
        if !p.may_wrap {
            return self.strided(p.index, range, iterations, p.step, body);
        }
        let name = format!("{}_value", self.b.name_of(p.index));
        let wide = self.names.local(self.b, &name, Type::LONG);
        let value = self.b.var(wide);
        let mut inside = vec![self.b.declare(p.index, Some(value))];
        inside.extend(body);
        self.strided(wide, range, iterations, p.step, inside)
    }

    /// A loop over a range, so many iterations of size `step` at a time.
    pub(super) fn strided(
        &mut self,
        var: VarId,
        range: Range,
        iterations: Extent,
        step: i64,
        body: Vec<StmtId>,
    ) -> StmtId {
        let distance = iterations.times(Extent::Constant(step.saturating_abs()), self.b);
        let advance = match (distance, step > 0) {
            (Extent::Constant(distance), upwards) => {
                let signed = self.b.int(if upwards { distance } else { distance.saturating_neg() });
                self.b.advance(var, signed)
            }
            (Extent::Expr(distance), true) => self.b.advance(var, distance),
            (Extent::Expr(rhs), false) => {
                let (lhs, ty) = (self.b.var(var), self.b.program.vars[var].ty);
                self.b.expr(ExprKind::AssignOp { op: BinaryOp::Sub, lhs, rhs, compute: ty }, ty)
            }
        };
        let init = Some(self.b.declare(var, Some(range.begin)));
        let op = if step > 0 { BinaryOp::Lt } else { BinaryOp::Gt };
        let index = self.b.var(var);
        let cond = Some(self.b.binary(op, index, range.end));
        let body = self.b.block(body);
        self.b.stmt(StmtKind::For { init, cond, step: Some(advance), body })
    }

    /// A block that has at most one iteration needs no loop, unless the body
    /// leaves the iteration early or the index could wrap around.
    fn one_iteration(&mut self, p: &Partition, start: ExprId, body: Vec<StmtId>, out: &mut Vec<StmtId>) {
        let must_loop = body.iter().any(|&stmt| has_loose_jump(self.b.program, stmt));
        if must_loop || p.may_wrap {
            let begin = self.named(p, "begin", start, out);
            let next = self.stepped(begin, Extent::Constant(1), p.step);
            let end = if p.guard_end { self.nearer_end(p, next) } else { next };
            let end = self.named(p, "end", end, out);
            out.push(self.ranged_loop(p, Range { begin, end }, body));
            return;
        }
        out.push(self.b.declare(p.index, Some(start)));
        if p.guard_end {
            let index = self.b.var(p.index);
            let bound = self.for_block(p.bound.1);
            let cond = self.b.binary(p.bound.0, index, bound);
            out.push(self.b.if_then(cond, body));
        } else {
            out.extend(body);
        }
    }

    /// The bounds of a contiguous chunk, as names or numbers.
    pub(super) fn chunk(&mut self, p: &Partition, share: BlockShare, out: &mut Vec<StmtId>) -> Range {
        let chunk = self.named_extent(p, "chunk", share.chunk, out);
        let begin = self.start(p, share.dim, chunk);
        let begin = self.named(p, "begin", begin, out);
        let chunk_end = self.stepped(begin, chunk, p.step);
        if !p.guard_end {
            return Range { begin, end: chunk_end };
        }
        let end = self.nearer_end(p, chunk_end);
        Range { begin, end: self.named(p, "end", end, out) }
    }

    /// The end of a batch of one iteration per thread, as a name or number.
    fn batch_end(&mut self, p: &Partition, base: ExprId, threads: Extent, out: &mut Vec<StmtId>) -> ExprId {
        let batch_end = self.stepped(base, threads, p.step);
        // Where every block has one batch at most, some may have none.
        let may_be_short = p.ragged || p.single && p.guard_end;
        if !may_be_short {
            return batch_end;
        }
        let end = self.nearer_end(p, batch_end);
        self.named(p, "end", end, out)
    }

    /// `end`, or the end of the loop if that comes first.
    fn nearer_end(&mut self, p: &Partition, end: ExprId) -> ExprId {
        let loop_end = self.end(p);
        if p.step > 0 { self.smaller(end, loop_end) } else { self.larger(end, loop_end) }
    }

    /// The index value at which a block's share begins, where a block before
    /// it has `weight` iterations.
    pub(super) fn start(&mut self, p: &Partition, dim: usize, weight: Extent) -> ExprId {
        let ty = self.range_type(p);
        let first = self.for_block(p.first);
        let block = self.block_index(dim);
        let block = self.widened(block, ty);
        let weight = weight.times(Extent::Constant(p.step.saturating_abs()), self.b).expr(self.b);
        let offset = self.b.mul(block, weight);
        if p.step > 0 { self.b.add(first, offset) } else { self.b.sub(first, offset) }
    }

    /// `from + iterations * step`
    pub(super) fn stepped(&mut self, from: ExprId, iterations: Extent, step: i64) -> ExprId {
        let offset = iterations.times(Extent::Constant(step.saturating_abs()), self.b).expr(self.b);
        if step > 0 { self.b.add(from, offset) } else { self.b.sub(from, offset) }
    }

    /// `a < b ? a : b`
    pub(super) fn smaller(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.choice(BinaryOp::Lt, a, b)
    }

    /// `a > b ? a : b`
    pub(super) fn larger(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.choice(BinaryOp::Gt, a, b)
    }

    fn choice(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        if let (Some(x), Some(y)) = (self.b.constant(a), self.b.constant(b)) {
            let first = if op == BinaryOp::Lt { x < y } else { x > y };
            return if first { a } else { b };
        }
        let cond = self.b.binary(op, a, b);
        let ty = self.b.program.exprs[a].ty.unqualified();
        self.b.expr(ExprKind::Conditional { cond, then: Some(a), otherwise: b }, ty)
    }

    /// The value under a name of the loop, `i_end`, unless it is a name or a
    /// number already.
    pub(super) fn named(
        &mut self,
        p: &Partition,
        what: &str,
        value: ExprId,
        out: &mut Vec<StmtId>,
    ) -> ExprId {
        let is_name = matches!(self.b.program.exprs[value].kind, ExprKind::Var(_));
        if is_name || self.b.constant(value).is_some() {
            return value;
        }
        let (ty, name) = (self.range_type(p), format!("{}_{what}", self.b.name_of(p.index)));
        let var = self.names.local(self.b, &name, ty);
        out.push(self.b.declare(var, Some(value)));
        self.b.var(var)
    }

    /// A size under a name of the loop, unless it is a number.
    pub(super) fn named_extent(
        &mut self,
        p: &Partition,
        what: &str,
        size: Extent,
        out: &mut Vec<StmtId>,
    ) -> Extent {
        match size {
            Extent::Constant(_) => size,
            Extent::Expr(value) => Extent::Expr(self.named(p, what, value, out)),
        }
    }

    /// A number of 32 bits about to be multiplied: in 64 bits if `ty` is.
    pub(super) fn widened(&mut self, number: ExprId, ty: Type) -> ExprId {
        let is_wide = self.b.program.size_of(ty).is_some_and(|size| size > 4);
        if is_wide && self.b.constant(number).is_none() { self.b.cast(number, ty) } else { number }
    }

    /// The type in which the bounds of a share are computed.
    pub(super) fn range_type(&self, p: &Partition) -> Type {
        if p.may_wrap { Type::LONG } else { self.b.program.vars[p.index].ty.unqualified() }
    }

    /// The first index value beyond the loop, as the block knows it.
    pub(super) fn end(&mut self, p: &Partition) -> ExprId {
        let end = self.for_block(p.end);
        if !p.may_wrap || self.b.constant(end).is_some() {
            return end;
        }
        let kind = ExprKind::Cast { kind: hir::CastKind::Arithmetic, implicit: false, operand: end };
        self.b.expr(kind, Type::LONG)
    }
}
