//! A partitioned loop in CUDA.
//!
//! ```text
//! thread(256) tblock((n + 255) / 256)         each thread one iteration:
//! for (i = 0; i < n; i++) body                int i = blockIdx.x * 256 + threadIdx.x;
//!                                             if (i < n) body
//! ```
//! With more iterations than threads the loop stays and strides; around a
//! barrier it walks over batches that the whole block shares. Iterations that
//! are jammed are in [`super::jam`].

use hir::{BinaryOp, Distribution, ExprId, StmtId, Type};
use kir::{Batch, BlockShare, Extent, Partition};

use super::Lowering;
use crate::jumps::continues;

impl Lowering<'_, '_> {
    /// This thread's iterations of a loop.
    pub(super) fn shared_out(&mut self, p: &Partition) -> Vec<StmtId> {
        self.note_partition(p);
        let stmts = self.shares_of_thread(p);
        self.ranges.leave(p.index);
        stmts
    }

    fn shares_of_thread(&mut self, p: &Partition) -> Vec<StmtId> {
        match p.batch {
            _ if p.trips == Extent::Constant(0) => Vec::new(),
            _ if p.jam > 1 => self.jammed(p),
            Some(batch) => self.batched(p, batch),
            None if p.may_wrap => self.counted(p),
            None if p.single && !continues(self.b.program, &p.body) => self.single(p),
            None if p.single => {
                // `continue` needs a loop to continue; it runs once, within the chunk.
                let mut looped = p.clone();
                looped.guard_chunk = p.over_block.is_some();
                self.strided(&looped)
            }
            None => self.strided(p),
        }
    }

    /// At most one iteration per thread: an assignment and a guard. The guards
    /// of a perfect nest of such loops are joined.
    fn single(&mut self, p: &Partition) -> Vec<StmtId> {
        let mut stmts = Vec::new();
        let mut guards = Vec::new();
        let mut level = p;
        loop {
            let start = self.start(level);
            stmts.push(self.b.declare(level.index, Some(start)));
            guards.extend(self.guards(level));
            match only_partition(&level.body) {
                Some(inner)
                    if inner.single
                        && inner.jam == 1
                        && inner.trips != Extent::Constant(0)
                        && inner.batch.is_none()
                        && inner.reductions.is_empty()
                        && !inner.may_wrap
                        && self.is_register_only(inner.end)
                        && !continues(self.b.program, &inner.body) =>
                {
                    level = inner;
                }
                _ => break,
            }
        }
        let body = self.statement(&level.body);
        match self.b.all_of(&guards) {
            Some(cond) => stmts.push(self.b.if_then(cond, body)),
            None => stmts.extend(body),
        }
        stmts
    }

    /// The loop over iteration numbers, in 64 bits, from which the index is
    /// computed.
    fn counted(&mut self, p: &Partition) -> Vec<StmtId> {
        let name = self.b.name_of(p.index);
        let mut stmts = Vec::new();
        let (mut first, end, stride) = self.numbers(p, &mut stmts);
        if let Some(share) = p.over_thread {
            let lane = self.thread_index(share.dim);
            first = self.b.add(first, lane);
        }
        let count = self.names.local(self.b, &format!("{name}_count"), Type::LONG);
        let number = self.b.var(count);
        let index = self.stepped(p.first, number, p.step);
        let mut body = vec![self.b.declare(p.index, Some(index))];
        body.extend(self.statement(&p.body));
        stmts.push(self.b.count(count, first, end, stride, true, body));
        stmts
    }

    /// The same around a barrier: the numbers are those of whole batches, and
    /// a thread whose own number is beyond the end has no iteration.
    fn counted_batches(&mut self, p: &Partition, batch: Batch, lane: ExprId) -> Vec<StmtId> {
        let name = self.b.name_of(p.index);
        let mut stmts = Vec::new();
        let (first, end, stride) = self.numbers(p, &mut stmts);
        let count = self.names.local(self.b, &format!("{name}_count"), Type::LONG);
        let number = self.b.var(count);
        let base = self.stepped(p.first, number, p.step);
        let mut inside = vec![self.b.declare(batch.base, Some(base))];
        let base = self.b.var(batch.base);
        let index = self.stepped(base, lane, p.step);
        inside.push(self.b.declare(p.index, Some(index)));
        let own = self.b.add(number, lane);
        let has_iteration = self.b.binary(BinaryOp::Lt, own, end);
        inside.extend(self.under(vec![has_iteration], &p.body));
        stmts.push(self.b.count(count, first, end, stride, true, inside));
        stmts
    }

    /// The iteration numbers of a block: the first, the first beyond, and how
    /// far it is from one round of its threads to the next.
    fn numbers(&mut self, p: &Partition, stmts: &mut Vec<StmtId>) -> (ExprId, ExprId, ExprId) {
        let long = Type::LONG;
        let name = self.b.name_of(p.index);
        let trips = self.trips_in_64_bits(p);
        let trips = self.named(&format!("{name}_trips"), trips, long, stmts);
        let threads = p.over_thread.map_or(Extent::Constant(1), |share| share.count);
        let Some(share) = p.over_block else { return (self.b.int(0), trips, threads.expr(self.b)) };
        let block = self.block_index(share.dim);
        let block = self.b.cast(block, long);
        if share.distribution == Distribution::Cyclic {
            let weight = threads.expr(self.b);
            let stride = share.count.times(threads, self.b).expr(self.b);
            return (self.b.mul(block, weight), trips, stride);
        }
        let blocks = share.count.expr(self.b);
        let (one, blocks) = (self.b.int(1), self.wide(blocks));
        let sum = self.b.add(trips, blocks);
        let rounded = self.b.sub(sum, one);
        let chunk = self.b.div(rounded, blocks);
        let chunk = self.named(&format!("{name}_chunk"), chunk, long, stmts);
        let first = self.b.mul(block, chunk);
        let first = self.named(&format!("{name}_begin"), first, long, stmts);
        let chunk_end = self.b.add(first, chunk);
        let (chunk_end, limit) = (self.b.cast(chunk_end, long), self.b.cast(trips, long));
        let nearer = self.b.call("min", vec![chunk_end, limit], long);
        let end = self.named(&format!("{name}_end"), nearer, long, stmts);
        (first, end, threads.expr(self.b))
    }

    /// How many iterations the loop has; zero or less if it has none.
    fn trips_in_64_bits(&mut self, p: &Partition) -> ExprId {
        if let Some(known) = p.trips.constant() {
            return self.b.int(known);
        }
        let (first, end) = (self.wide(p.first), self.wide(p.end));
        let distance = if p.step > 0 { self.b.sub(end, first) } else { self.b.sub(first, end) };
        let (rounding, magnitude) = (self.b.int(p.step.abs() - 1), self.b.int(p.step.abs()));
        let rounded = self.b.add(distance, rounding);
        let trips = self.b.div(rounded, magnitude);
        // The ends of a loop that does not run may be farther apart than 64 bits, if they have so many.
        let is_short = |ty: Type| self.b.program.size_of(ty).is_some_and(|size| size <= 4);
        let ends = [self.b.program.vars[p.index].ty, self.b.program.exprs[p.bound.1].ty];
        if ends.into_iter().all(is_short) {
            return trips;
        }
        let (runs, zero) = (self.b.binary(p.bound.0, p.first, p.bound.1), self.b.int(0));
        self.b.expr(hir::ExprKind::Conditional { cond: runs, then: Some(trips), otherwise: zero }, Type::LONG)
    }

    /// `(long)value`, whatever type the value seems to have.
    fn wide(&mut self, operand: ExprId) -> ExprId {
        if self.b.constant(operand).is_some() {
            return operand;
        }
        let kind = hir::ExprKind::Cast { kind: hir::CastKind::Arithmetic, implicit: false, operand };
        self.b.expr(kind, Type::LONG)
    }

    /// Several iterations per thread.
    pub(super) fn strided(&mut self, p: &Partition) -> Vec<StmtId> {
        let mut stmts = Vec::new();
        let (begin, end) = self.range(p, &mut stmts);
        let first = match p.over_thread {
            Some(share) => {
                let lane = self.thread_index(share.dim);
                let lane = match p.over_block {
                    Some(_) => lane,
                    None => self.widened(lane, self.index_type(p)),
                };
                self.stepped(begin, lane, p.step)
            }
            None => begin,
        };
        let stride = self.stride(p);
        if self.is_short_walk(p) {
            if let Some(vectors) = self.vectors(p, stride) {
                stmts.extend(self.vector_walk(p, (first, end, stride), &vectors));
                return stmts;
            }
            stmts.extend(self.walk(p, first, end, stride));
            return stmts;
        }
        let body = self.statement(&p.body);
        stmts.push(self.b.count(p.index, first, end, stride, p.step > 0, body));
        stmts
    }

    /// The block walks over batches together; this thread's iteration of the
    /// batch is `base + lane * step`.
    fn batched(&mut self, p: &Partition, batch: Batch) -> Vec<StmtId> {
        let Some(share) = p.over_thread else { return self.strided(p) };
        let lane = self.thread_index(share.dim);
        self.lanes.insert(batch.lane, lane);
        let count = p.lanes(self.b);
        self.batches.insert(batch.lane, (batch.base, count));
        self.note_batch(p, batch);
        if p.may_wrap {
            return self.counted_batches(p, batch, lane);
        }
        let base = self.b.var(batch.base);
        let index = self.stepped(base, lane, p.step);
        let mut stmts = Vec::new();
        if p.single {
            let base_start = self.block_start(p);
            stmts.push(self.b.declare(batch.base, Some(base_start)));
            stmts.push(self.b.declare(p.index, Some(index)));
            let guards = self.guards(p);
            let body = self.under(guards, &p.body);
            let body = self.unless_outside(p, body);
            if every_block_has_iterations(self.b, p) {
                stmts.extend(body);
            } else {
                // The same for all threads of the block, so barriers may stand inside.
                let base = self.b.var(batch.base);
                let cond = self.b.binary(p.bound.0, base, p.bound.1);
                stmts.push(self.b.if_then(cond, body));
            }
            return stmts;
        }
        let (begin, end) = self.range(p, &mut stmts);
        let mut inside = vec![self.b.declare(p.index, Some(index))];
        let value = self.b.var(p.index);
        let op = if p.step > 0 { BinaryOp::Lt } else { BinaryOp::Gt };
        let guards =
            if p.guard_chunk || p.guard_end { vec![self.b.binary(op, value, end)] } else { Vec::new() };
        let body = self.under(guards, &p.body);
        inside.extend(self.unless_outside(p, body));
        let stride = self.stride(p);
        stmts.push(self.b.count(batch.base, begin, end, stride, p.step > 0, inside));
        stmts
    }

    /// A statement under further predicates.
    fn under(&mut self, mut guards: Vec<ExprId>, body: &kir::Stmt) -> Vec<StmtId> {
        let depth = self.predicates.len();
        self.predicates.append(&mut guards);
        let stmts = self.statement(body);
        self.predicates.truncate(depth);
        stmts
    }

    /// This thread's first index value.
    pub(super) fn start(&mut self, p: &Partition) -> ExprId {
        let ty = self.index_type(p);
        let thread = p.over_thread.map(|share| {
            let (thread, run) = (self.thread_index(share.dim), self.b.int(p.run.unwrap_or(1) as i64));
            self.b.mul(thread, run)
        });
        let thread = thread.map(|lane| if p.over_block.is_some() { lane } else { self.widened(lane, ty) });
        let block = p.over_block.map(|share| (self.block_index(share.dim), block_weight(self.b, p, share)));
        let mut iteration = match block {
            Some((index, weight)) => {
                let index = self.widened(index, ty);
                let weight = weight.expr(self.b);
                Some(self.b.mul(index, weight))
            }
            None => None,
        };
        if let Some(thread) = thread {
            iteration = Some(match iteration {
                Some(before) => self.b.add(before, thread),
                None => thread,
            });
        }
        match iteration {
            Some(iteration) => self.stepped(p.first, iteration, p.step),
            None => p.first,
        }
    }

    /// The first index value of the block's share.
    pub(super) fn block_start(&mut self, p: &Partition) -> ExprId {
        let Some(share) = p.over_block else { return p.first };
        let ty = self.index_type(p);
        let index = self.block_index(share.dim);
        let index = self.widened(index, ty);
        let weight = block_weight(self.b, p, share).expr(self.b);
        let iteration = self.b.mul(index, weight);
        self.stepped(p.first, iteration, p.step)
    }

    /// What must hold for a thread's single iteration to exist.
    fn guards(&mut self, p: &Partition) -> Vec<ExprId> {
        let mut guards = Vec::new();
        if let (true, Some(block), Some(thread)) = (p.guard_chunk, p.over_block, p.over_thread) {
            let lane = self.thread_index(thread.dim);
            let chunk = block.chunk.expr(self.b);
            guards.push(self.b.binary(BinaryOp::Lt, lane, chunk));
        }
        if p.guard_end {
            let index = self.b.var(p.index);
            guards.push(self.b.binary(p.bound.0, index, p.bound.1));
        }
        guards
    }

    /// The block's share of the loop: its first index value, and the first one
    /// beyond: of the chunk, of the loop, or the nearer of both. What is not
    /// plain gets a name, before the loop.
    pub(super) fn range(&mut self, p: &Partition, stmts: &mut Vec<StmtId>) -> (ExprId, ExprId) {
        let Some(share) = p.over_block.filter(|s| p.guard_chunk && s.distribution == Distribution::Block)
        else {
            return (self.block_start(p), p.end);
        };
        let ty = self.index_type(p);
        let name = self.b.name_of(p.index);
        let chunk = share.chunk.expr(self.b);
        let chunk = self.named(&format!("{name}_chunk"), chunk, ty, stmts);
        let index = self.block_index(share.dim);
        let index = self.widened(index, ty);
        let iteration = self.b.mul(index, chunk);
        let begin = self.stepped(p.first, iteration, p.step);
        let begin = self.named(&format!("{name}_begin"), begin, ty, stmts);
        let chunk_end = self.stepped(begin, chunk, p.step);
        if !p.guard_end {
            return (begin, chunk_end);
        }
        // `min` is overloaded in CUDA: both sides must have the index's type, and
        // a conversion that C implies must be written.
        let nearer = if p.step > 0 { "min" } else { "max" };
        let written = match self.b.program.exprs[p.end].kind {
            hir::ExprKind::Cast { implicit: true, operand, .. } => operand,
            _ => p.end,
        };
        let loop_end = self.b.cast(written, ty);
        let value = self.b.call(nearer, vec![chunk_end, loop_end], ty);
        (begin, self.named(&format!("{name}_end"), value, ty, stmts))
    }

    /// The value under a name, unless it is a name or a number already.
    pub(super) fn named(&mut self, name: &str, value: ExprId, ty: Type, stmts: &mut Vec<StmtId>) -> ExprId {
        if self.b.constant(value).is_some()
            || matches!(self.b.program.exprs[value].kind, hir::ExprKind::Var(_))
        {
            return value;
        }
        let var = self.names.local(self.b, name, ty);
        stmts.push(self.b.declare(var, Some(value)));
        self.b.var(var)
    }

    /// From one iteration of this thread to its next, in index values.
    pub(super) fn stride(&mut self, p: &Partition) -> ExprId {
        let lanes = p.lanes(self.b);
        let iterations = match p.over_block {
            Some(share) if share.distribution == Distribution::Cyclic => share.count.times(lanes, self.b),
            _ => lanes,
        };
        let iterations = iterations.expr(self.b);
        let distance = self.b.int(p.step.abs());
        let distance = self.b.mul(iterations, distance);
        match self.b.constant(distance) {
            _ if p.step > 0 => distance,
            Some(known) => self.b.int(-known),
            None => {
                let ty = self.index_type(p);
                self.b.expr(hir::ExprKind::Unary { op: hir::UnaryOp::Neg, operand: distance }, ty)
            }
        }
    }

    /// `from + iterations * step`. The grid's numbers are unsigned, and in 32
    /// bits that is no matter: the sum is converted to the index's type, which
    /// undoes any wrap-around.
    pub(super) fn stepped(&mut self, from: ExprId, iterations: ExprId, step: i64) -> ExprId {
        let distance = self.b.int(step.abs());
        let mut offset = self.b.mul(iterations, distance);
        let mut from = from;
        // A negative constant would change its sign beside the unsigned grid.
        let start = hir::const_eval::integer(self.b.program, from).and_then(|v| i64::try_from(v).ok());
        if let Some(start) = start.filter(|start| *start < 0) {
            from = self.b.int(start);
            let is_wide = self.b.program.size_of(self.b.program.exprs[offset].ty) == Some(8);
            if step < 0 && !is_wide {
                offset = self.b.cast(offset, Type::INT);
            }
        }
        if step > 0 { self.b.add(from, offset) } else { self.b.sub(from, offset) }
    }

    /// A grid number about to be multiplied: in 64 bits if the index is.
    pub(super) fn widened(&mut self, number: ExprId, ty: Type) -> ExprId {
        if self.b.program.size_of(ty).is_some_and(|size| size > 4) { self.b.cast(number, ty) } else { number }
    }

    pub(super) fn index_type(&self, p: &Partition) -> Type {
        self.b.program.vars[p.index].ty.unqualified()
    }
}

/// How many iterations lie between the starts of neighbouring blocks.
pub(super) fn block_weight(b: &mut hir::Builder<'_>, p: &Partition, share: BlockShare) -> Extent {
    match (share.distribution, p.over_thread) {
        (Distribution::Block, _) => share.chunk,
        (Distribution::Cyclic, Some(_)) => p.lanes(b),
        (Distribution::Cyclic, None) => Extent::Constant(1),
    }
}

/// Where each block has at most one batch: does even the last block have an
/// iteration? Launches whose size is computed from the loop's are never too large.
pub(super) fn every_block_has_iterations(b: &mut hir::Builder<'_>, p: &Partition) -> bool {
    let Some(share) = p.over_block else { return true };
    match (share.count.constant(), block_weight(b, p, share).constant(), p.trips.constant()) {
        (Some(blocks), Some(weight), Some(trips)) => (blocks - 1).saturating_mul(weight) < trips,
        _ => true,
    }
}

/// The partition that is all a statement consists of.
fn only_partition(stmt: &kir::Stmt) -> Option<&Partition> {
    match stmt {
        kir::Stmt::Partition(inner) => Some(inner),
        kir::Stmt::Block(stmts) => match stmts.as_slice() {
            [only] => only_partition(only),
            _ => None,
        },
        _ => None,
    }
}
