//! Who runs which iterations.
//!
//! For `T` iterations, `B` blocks and `N` threads: with contiguous chunks a
//! block has `ceil(T/B)` neighbouring iterations and its threads take turns;
//! round robin, thread `t` of block `b` has number `b*N + t` and stride `B*N`.
//! Which loops vanish (nobody has two iterations) and which guards are needed
//! (somebody may have none) is decided here, by arithmetic where the sizes are
//! constants and by comparing expressions where they are not.
//!
//! With `jam(n)` a thread has n places in a batch, and N stands for all of them.
//!
//! One refinement: a launch written as `tblock((n + 255) / 256) thread(256)`
//! has chunks of 256, not of `ceil(n / B)`. It is a chunk per block all the
//! same, and it keeps every block on an aligned address.

use analyze::{PartitionFacts, Place, room};
use hir::{Axis, BinaryOp, Distribution, ExprId, GridQuery, VarId};
use kir::geometry::{Space, SpaceKind};
use kir::{BlockShare, Extent, Partition, Stmt, ThreadShare, VectorArray};

use crate::kernel::KernelOutline;
use crate::same_value;
use crate::skeleton::exclusive_end;

impl KernelOutline<'_, '_> {
    /// A partition without batch and body, which the caller fills in.
    pub(crate) fn shares(
        &mut self,
        facts: &PartitionFacts,
        index: VarId,
        first: ExprId,
        bound: ExprId,
    ) -> Partition {
        let canonical = &facts.canonical;
        let step = canonical.step;
        let op = match canonical.op {
            BinaryOp::Ne if step > 0 => BinaryOp::Lt,
            BinaryOp::Ne => BinaryOp::Gt,
            op => op,
        };
        let end = exclusive_end(&mut self.o.b, op, bound);
        let trips = match canonical.trips.and_then(|t| i64::try_from(t).ok()) {
            Some(trips) => Extent::Constant(trips),
            None => self.trips(first, end, step),
        };
        let over_thread =
            facts.over_thread.map(|dim| ThreadShare { dim, count: self.count(SpaceKind::Threads, dim) });
        let over_block = facts.over_block.map(|(distribution, dim)| BlockShare {
            dim,
            count: self.count(SpaceKind::Blocks, dim),
            distribution,
            is_said: self.says_distribution(facts),
            chunk: Extent::Constant(1),
        });
        let mut partition = Partition {
            index,
            first,
            step,
            end,
            bound: (op, bound),
            trips,
            over_block,
            over_thread,
            jam: facts.jam,
            run: facts.run,
            vectors: self.vectors(facts),
            single: false,
            guard_chunk: false,
            guard_end: true,
            ragged: true,
            may_wrap: room::may_wrap(self.o.b.program, canonical)
                || facts.jam == 1 && room::is_only_arithmetic(self.o.b.program, canonical),
            batch: None,
            inside: None,
            body: Stmt::Block(Vec::new()),
            reductions: Vec::new(),
            directive: facts.directive,
            span: self.o.b.program.stmts[canonical.stmt].span,
        };
        self.divide(&mut partition);
        partition
    }

    /// The arrays that `vector` names, with their sizes as the kernel sees them.
    fn vectors(&mut self, facts: &PartitionFacts) -> Vec<VectorArray> {
        let mut found = Vec::new();
        for &(name, _) in &facts.vectors {
            let Some(&(copy, var)) = self.places.get(&Place::var(name)) else { continue };
            let array = self.o.arrays[&copy];
            let extents: Vec<Extent> = self.o.out.arrays[array].dims.iter().map(|dim| dim.extent).collect();
            for extent in &extents {
                if let Extent::Expr(size) = extent {
                    self.pass_variables(*size);
                }
            }
            found.push(VectorArray { var, array, extents });
        }
        found
    }

    /// Does the directive of a loop say how blocks share it?
    fn says_distribution(&self, facts: &PartitionFacts) -> bool {
        match &self.o.b.program.directives[facts.directive].kind {
            hir::DirectiveKind::LoopPartition(clauses) => clauses.names_distribution,
            _ => false,
        }
    }

    /// Sets chunk, `single` and the guards.
    fn divide(&mut self, p: &mut Partition) {
        let lanes = p.lanes(&mut self.o.b);
        match p.over_block.map(|share| share.distribution) {
            None => {
                let (fits, exact) = self.compare(p.trips, lanes);
                (p.single, p.guard_end) = (fits, !exact);
                p.ragged = !self.divides(lanes, p.trips);
            }
            Some(Distribution::Cyclic) => {
                let Some(share) = p.over_block else { return };
                let all = share.count.times(lanes, &mut self.o.b);
                let (fits, exact) = self.compare(p.trips, all);
                let fits = fits || self.is_ceiling_launch(share, p.trips, lanes);
                (p.single, p.guard_end) = (fits, !exact);
                p.ragged = !self.divides(lanes, p.trips);
            }
            Some(Distribution::Block) => self.divide_chunks(p, lanes),
        }
    }

    fn divide_chunks(&mut self, p: &mut Partition, lanes: Extent) {
        let Some(share) = p.over_block else { return };
        let chunk = self.chunk(p, share, lanes);
        let (fits, exact) = self.compare(chunk, lanes);
        p.single = fits;
        // One block has everything: its chunk ends where the loop ends.
        let one_block = share.count == Extent::Constant(1);
        p.guard_chunk = if fits { !exact } else { !one_block };
        p.guard_end = one_block && !fits || !self.covers_exactly(share, chunk, p.trips);
        p.ragged = !self.divides(lanes, chunk) || p.guard_end;
        if let Some(share) = &mut p.over_block {
            share.chunk = chunk;
        }
    }

    /// Iterations per block.
    fn chunk(&mut self, p: &Partition, share: BlockShare, lanes: Extent) -> Extent {
        let trips = p.trips;
        if let (Some(t), Some(blocks)) = (trips.constant(), share.count.constant()) {
            return Extent::Constant((t + blocks - 1).div_euclid(blocks.max(1)));
        }
        let written = Extent::Expr(self.blocks.dims[share.dim]);
        if same_value::extents(&self.o.about(), written, trips) || share.count == trips {
            return Extent::Constant(1);
        }
        if share.count == Extent::Constant(1) {
            return trips;
        }
        let all = Extent::Expr(self.blocks.dims[share.dim]).times(lanes, &mut self.o.b);
        if same_value::extents(&self.o.about(), all, trips) || self.is_ceiling_launch(share, trips, lanes) {
            return lanes;
        }
        let (trips, blocks) = (self.surely_counted(p), share.count.expr(&mut self.o.b));
        let blocks_value = match self.o.b.program.exprs[blocks].kind {
            // The grid's size is unsigned; the count of an empty loop is negative.
            hir::ExprKind::Grid(..) => {
                let ty = self.o.b.program.exprs[trips].ty.unqualified();
                self.o.b.cast(blocks, ty)
            }
            _ => blocks,
        };
        let one = self.o.b.int(1);
        let sum = self.o.b.add(trips, blocks_value);
        let rounded = self.o.b.sub(sum, one);
        Extent::Expr(self.o.b.div(rounded, blocks_value))
    }

    /// The launch is written as the number of batch-wide chunks that cover
    /// the loop.
    fn is_ceiling_launch(&self, share: BlockShare, trips: Extent, lanes: Extent) -> bool {
        let written = self.blocks.dims[share.dim];
        let lanes = match lanes {
            Extent::Constant(_) => lanes,
            Extent::Expr(_) => return false,
        };
        lanes != Extent::Constant(1)
            && share.count.constant().is_none()
            && same_value::is_ceiling(&self.o.about(), written, trips, lanes)
    }

    /// Is the last chunk a whole one?
    fn covers_exactly(&mut self, share: BlockShare, chunk: Extent, trips: Extent) -> bool {
        let written = match share.count {
            Extent::Constant(_) => share.count,
            Extent::Expr(_) => Extent::Expr(self.blocks.dims[share.dim]),
        };
        let all = written.times(chunk, &mut self.o.b);
        same_value::extents(&self.o.about(), all, trips)
    }

    /// Is `a <= b`, and is `a == b`? Surely, that is.
    fn compare(&self, a: Extent, b: Extent) -> (bool, bool) {
        match (a.constant(), b.constant()) {
            (Some(a), Some(b)) => (a <= b, a == b),
            _ => {
                let equal = same_value::extents(&self.o.about(), a, b);
                (equal, equal)
            }
        }
    }

    /// Is `amount` surely a multiple of `divisor`?
    fn divides(&self, divisor: Extent, amount: Extent) -> bool {
        match (divisor.constant(), amount.constant()) {
            (Some(1), _) => true,
            (Some(d), Some(a)) => d > 0 && a % d == 0,
            _ => same_value::extents(&self.o.about(), divisor, amount),
        }
    }

    /// `(end - first + step - 1) / step`, simplified.
    fn trips(&mut self, first: ExprId, end: ExprId, step: i64) -> Extent {
        let distance = if step > 0 { self.o.b.sub(end, first) } else { self.o.b.sub(first, end) };
        let (rounding, magnitude) = (self.o.b.int(step.abs() - 1), self.o.b.int(step.abs()));
        let rounded = self.o.b.add(distance, rounding);
        Extent::Expr(self.o.b.div(rounded, magnitude))
    }

    /// The number of iterations where it is divided.
    fn surely_counted(&mut self, p: &Partition) -> ExprId {
        if p.trips.constant().is_some() || !p.may_wrap && p.has_plain_distance(self.o.b.program) {
            return p.trips.expr(&mut self.o.b);
        }
        let b = &mut self.o.b;
        let (first, end) = match p.may_wrap {
            true => (b.cast(p.first, hir::Type::LONG), b.cast(p.end, hir::Type::LONG)),
            false => (p.first, p.end),
        };
        let trips = self.trips(first, end, p.step).expr(&mut self.o.b);
        let b = &mut self.o.b;
        let (runs, ty) = (b.binary(p.bound.0, p.first, p.bound.1), b.program.exprs[trips].ty);
        let none = b.int(0);
        let otherwise = b.cast(none, ty);
        b.expr(hir::ExprKind::Conditional { cond: runs, then: Some(trips), otherwise }, ty)
    }

    /// The size of a virtual dimension, as the kernel sees it: a number, what
    /// the hardware reports where the dimension has an axis to itself, or the
    /// host's expression, its variables passed.
    fn count(&mut self, kind: SpaceKind, dim: usize) -> Extent {
        let space: &Space = match kind {
            SpaceKind::Blocks => &self.blocks,
            SpaceKind::Threads => &self.threads,
        };
        if let Some(size) = space.sizes[dim] {
            return Extent::Constant(i64::try_from(size).unwrap_or(i64::MAX));
        }
        let mapping = space.mapping(kind);
        let axis: Axis = mapping.axes[dim];
        if mapping.on(axis).count() == 1 {
            let query = match kind {
                SpaceKind::Blocks => GridQuery::GridSize,
                SpaceKind::Threads => GridQuery::BlockSize,
            };
            return Extent::Expr(self.o.b.grid(query, axis));
        }
        let expr = space.dims[dim];
        self.pass_variables(expr);
        Extent::Expr(expr)
    }
}
