//! The view of a block: iterations that its threads run together.
//!
//! A loop over threads runs in batches: at one moment the block has iterations
//! `base, base + step, …`, one per thread (`n` per thread with `jam(n)`), and
//! `index = base + lane*step`. What a single iteration says about `index` becomes,
//! for the block, something about `base` (the same for all threads) and `lane`
//! (0 to N-1, or to N*n-1).

use affine::{Constraint, LinearExpr, Set, Span, Var};
use hir::{Distribution, StmtId};

use crate::index_expr::Values;
use crate::region::loop_range;
use crate::{Input, KernelFacts, PartitionFacts, SymbolKind};

/// One loop over threads, as the block sees it.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The thread dimension.
    pub dim: usize,
    /// The symbol of the loop's index.
    pub index: Var,
    /// The index of the batch's first iteration.
    pub base: Var,
    /// The thread's place in the batch.
    pub lane: Var,
    /// The loop's step.
    pub step: i64,
    /// How many neighbouring iterations of a batch a thread has.
    pub run: u64,
    /// Iterations in a batch, when that is a constant: one for each thread of
    /// the dimension, `jam` times.
    pub lanes: Option<u64>,
    /// The first value of the index, where it is a formula.
    pub first: Option<LinearExpr>,
    /// The values of the base: it is an index of the loop, too.
    pub range: Set,
    /// Every batch starts a multiple of this many steps after the loop's first
    /// iteration, when that is known.
    pub aligned: Option<u64>,
}

/// The loops over threads among these, outermost first. Makes their symbols.
pub fn batches(input: &Input<'_>, kernel: &KernelFacts, loops: &[StmtId], values: &mut Values) -> Vec<Batch> {
    let mut found = Vec::new();
    for stmt in loops {
        let Some(partition) = kernel.partitions.get(stmt) else { continue };
        let Some(dim) = partition.over_thread else { continue };
        let (loop_stmt, index) = (*stmt, partition.canonical.index);
        let lanes = lanes(kernel, partition, dim);
        let first = values.polynomial(input, partition.canonical.first, &Set::universe());
        let first = values.linear(&first);
        let base = values.symbols.intern(SymbolKind::BatchBase { loop_stmt, index });
        let range = match kernel.bounds.get(stmt) {
            Some((first, bound)) => {
                loop_range(Set::universe(), &partition.canonical, &LinearExpr::var(base), first, bound)
            }
            None => Set::universe(),
        };
        found.push(Batch {
            dim,
            index: values.symbols.intern(SymbolKind::LoopIndex { loop_stmt, index }),
            base,
            range,
            lane: values.symbols.intern(SymbolKind::Lane { loop_stmt }),
            step: partition.canonical.step,
            run: partition.run.unwrap_or(1),
            lanes,
            first,
            aligned: lanes.filter(|lanes| starts_on_multiple(kernel, partition, *lanes)),
        });
    }
    found
}

/// How many iterations a batch has.
fn lanes(kernel: &KernelFacts, partition: &PartitionFacts, dim: usize) -> Option<u64> {
    kernel.thread_sizes.get(dim).copied().flatten()?.checked_mul(partition.jam)
}

/// Does every batch start a multiple of `lanes` iterations after the first?
fn starts_on_multiple(kernel: &KernelFacts, partition: &PartitionFacts, lanes: u64) -> bool {
    match partition.over_block {
        None | Some((Distribution::Cyclic, _)) => true,
        Some((Distribution::Block, dim)) => {
            let blocks = kernel.block_sizes.get(dim).copied().flatten();
            let chunk = partition.canonical.trips.zip(blocks.filter(|blocks| *blocks > 0));
            chunk.is_some_and(|(trips, blocks)| trips.div_ceil(blocks) % lanes.max(1) == 0)
        }
    }
}

/// Has the block at most one batch of the loop?
pub fn is_single(kernel: &KernelFacts, partition: &PartitionFacts) -> bool {
    let lanes = match partition.over_thread {
        Some(dim) => lanes(kernel, partition, dim),
        None => Some(1),
    };
    let blocks = match partition.over_block {
        Some((_, dim)) => kernel.block_sizes.get(dim).copied().flatten(),
        None => Some(1),
    };
    let (Some(trips), Some(lanes), Some(blocks)) = (partition.canonical.trips, lanes, blocks) else {
        return false;
    };
    trips.div_ceil(blocks.max(1)) <= lanes
}

impl Batch {
    /// The values of the index in one batch, for a constant number of lanes.
    pub fn span(&self) -> Option<Span> {
        let reach = i128::from(self.lanes?.checked_sub(1)?) * i128::from(self.step);
        let base = LinearExpr::var(self.base);
        let far = base.plus_constant(reach).ok()?;
        let step = i128::from(self.step).abs();
        Some(match self.step > 0 {
            true => Span { low: base, high: far, step },
            false => Span { low: far, high: base, step },
        })
    }

    /// `base + lane*step`
    pub fn index_value(&self) -> Option<LinearExpr> {
        LinearExpr::new([(1, self.base), (i128::from(self.step), self.lane)], 0).ok()
    }

    /// What holds of base and lane in a domain that speaks of the index: the
    /// base is an index of the loop too.
    pub fn unfolded(&self, domain: &Set) -> Option<Set> {
        let set = domain
            .substituted(self.index, &self.index_value()?)
            .intersect(&self.of_base(domain))
            .with_at_least(&LinearExpr::var(self.lane), &0.into());
        Some(match self.lanes {
            Some(lanes) => set.with_less(&LinearExpr::var(self.lane), &i128::from(lanes).into()),
            None => set,
        })
    }

    /// What holds of the base: not what conditions say of the index, since the
    /// batch may begin with an iteration that does not meet them.
    pub fn of_base(&self, domain: &Set) -> Set {
        let base = LinearExpr::var(self.base);
        let others = domain.constraints().iter().filter(|constraint| !constraint.expr().mentions(self.index));
        let range = if domain.is_exact() { self.range.clone() } else { self.range.clone().approximated() };
        let set = others.fold(range, |set, other| set.with(Ok(other.clone())));
        let (Some(aligned), Some(first)) = (self.aligned, &self.first) else { return set };
        let grid = i128::from(aligned) * i128::from(self.step).abs();
        set.with(base.minus(first).and_then(|offset| Constraint::multiple_of(&offset, grid)))
    }
}
