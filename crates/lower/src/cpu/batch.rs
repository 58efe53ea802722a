//! The loop over a block's batches.
//!
//! A batch is one iteration for each thread of the block, or as many as are
//! jammed: here a jammed thread is nothing but several threads. `i_base` is the
//! index of its first, `i_lanes` how many there are, where the last batch may
//! be short:
//!
//! ```text
//! for (int i_base = i_begin; i_base < i_end; i_base += 16) {
//!     int i_lanes = i_end - i_base < 16 ? i_end - i_base : 16;
//! ```
//! A block that has one batch at most needs no loop.

use hir::{BinaryOp, ExprId, StmtId, Type, VarId};
use kir::{Batch, Extent, Partition};

use super::Lowering;
use super::fission::Node;
use super::lane_vars::LaneVars;
use super::partition::{Range, Share};

/// A batched loop around a phase.
#[derive(Clone, Copy)]
pub(super) struct Level<'k> {
    pub partition: &'k Partition,
    pub batch: Batch,
    /// The number of threads, times the iterations that each has at once.
    pub threads: Extent,
    /// The number of threads that have an iteration in the present batch.
    pub lanes: ExprId,
    /// The variable that holds it, where it has to be computed.
    counted: Option<VarId>,
}

impl<'a> Lowering<'a, '_> {
    /// The names of a batched loop.
    pub(super) fn level(&mut self, p: &'a Partition, batch: Batch) -> Level<'a> {
        let threads = p.lanes(self.b);
        let threads = self.extent_for_block(threads);
        self.b.program.vars[batch.base].ty = self.range_type(p);
        let known = match self.share(p) {
            _ if !p.ragged => Some(threads),
            Share::All if p.single => Some(p.trips),
            Share::Chunk(share) if p.single && !p.guard_end => Some(share.chunk),
            _ => None,
        };
        if let Some(lanes) = known.filter(|lanes| !p.ragged || lanes.constant().is_some()) {
            return Level { partition: p, batch, threads, lanes: lanes.expr(self.b), counted: None };
        }
        let name = format!("{}_lanes", self.b.name_of(p.index));
        let var = self.names.local(self.b, &name, Type::INT);
        Level { partition: p, batch, threads, lanes: self.b.var(var), counted: Some(var) }
    }

    /// The batches of a block. `levels` ends in this loop.
    pub(super) fn batch_loop(
        &mut self,
        body: &[Node<'a>],
        levels: &[Level<'a>],
        vars: &LaneVars,
    ) -> Vec<StmtId> {
        let Some(&level) = levels.last() else { return Vec::new() };
        let p = level.partition;
        if p.trips == Extent::Constant(0) {
            return Vec::new();
        }
        let outside = self.for_block.clone();
        let mut inside = Vec::new();
        self.enter_level(levels, vars, &mut inside);
        inside.extend(self.nodes(body, levels, vars));
        self.for_block = outside;
        if p.single { self.single_batch(level, inside) } else { self.several_batches(level, inside) }
    }

    /// Makes thread variables known to the block as a whole, and declares the
    /// arrays of those that no phase declares.
    fn enter_level(&mut self, levels: &[Level<'a>], vars: &LaneVars, out: &mut Vec<StmtId>) {
        let Some(level) = levels.last() else { return };
        let (base, zero) = (self.b.var(level.batch.base), self.b.int(0));
        let index = level.partition.index;
        let first = match level.partition.may_wrap {
            true => self.b.cast(base, self.b.program.vars[index].ty.unqualified()),
            false => base,
        };
        self.for_block.insert(index, first);
        self.for_block.insert(level.batch.lane, zero);
        let mut homeless = Vec::new();
        for (var, kept, declared) in vars.kept_in(levels) {
            self.for_block.insert(var, kept.first);
            if !declared {
                homeless.push(kept.array);
            }
        }
        out.extend(self.declare_all_unset(&homeless));
    }

    /// A block with one batch at most.
    fn single_batch(&mut self, level: Level<'a>, body: Vec<StmtId>) -> Vec<StmtId> {
        let p = level.partition;
        let mut out = Vec::new();
        let (start, longest) = match self.share(p) {
            Share::All => (self.for_block(p.first), level.threads),
            Share::Chunk(share) => {
                let chunk = self.named_extent(p, "chunk", share.chunk, &mut out);
                (self.start(p, share.dim, chunk), chunk)
            }
            Share::Strided(share) | Share::Batches(share, _) => {
                (self.start(p, share.dim, level.threads), level.threads)
            }
        };
        out.push(self.b.declare(level.batch.base, Some(start)));
        let mut inside = Vec::new();
        if let Some(lanes) = level.counted {
            let left = if p.guard_end {
                let end = self.end(p);
                let left = self.iterations_left(level, end);
                let longest = longest.expr(self.b);
                self.smaller(left, longest)
            } else {
                longest.expr(self.b)
            };
            inside.push(self.b.declare(lanes, Some(left)));
        }
        inside.extend(body);
        if !p.guard_end || p.over_block.is_none() && p.trips.constant().is_some() {
            out.extend(inside);
            return out;
        }
        let op = if p.step > 0 { BinaryOp::Lt } else { BinaryOp::Gt };
        let (base, end) = (self.b.var(level.batch.base), self.end(p));
        let cond = self.b.binary(op, base, end);
        out.push(self.b.if_then(cond, inside));
        out
    }

    fn several_batches(&mut self, level: Level<'a>, body: Vec<StmtId>) -> Vec<StmtId> {
        let p = level.partition;
        let mut out = Vec::new();
        let (range, stride) = match self.share(p) {
            Share::All => {
                let (begin, end) = (self.for_block(p.first), self.end(p));
                (Range { begin, end: self.named(p, "end", end, &mut out) }, level.threads)
            }
            Share::Chunk(share) => (self.chunk(p, share, &mut out), level.threads),
            Share::Strided(share) | Share::Batches(share, _) => {
                let begin = self.start(p, share.dim, level.threads);
                let end = self.end(p);
                let end = self.named(p, "end", end, &mut out);
                (Range { begin, end }, share.count.times(level.threads, self.b))
            }
        };
        let mut inside = Vec::new();
        if let Some(lanes) = level.counted {
            let left = self.iterations_left(level, range.end);
            let threads = level.threads.expr(self.b);
            let value = self.smaller(left, threads);
            inside.push(self.b.declare(lanes, Some(value)));
        }
        inside.extend(body);
        out.push(self.strided(level.batch.base, range, stride, p.step, inside));
        out
    }

    /// How many iterations there are from the batch's first up to an end.
    fn iterations_left(&mut self, level: Level<'a>, end: ExprId) -> ExprId {
        let step = level.partition.step;
        let base = self.b.var(level.batch.base);
        let distance = if step > 0 { self.b.sub(end, base) } else { self.b.sub(base, end) };
        let magnitude = step.saturating_abs();
        let (rounding, magnitude) = (self.b.int(magnitude - 1), self.b.int(magnitude));
        let rounded = self.b.add(distance, rounding);
        self.b.div(rounded, magnitude)
    }
}
