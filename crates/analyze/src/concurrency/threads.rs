//! Which thread runs which iteration, as constraints.
//!
//! ```c
//! #pragma hicuda kernel k tblock(4) thread(32)
//! #pragma hicuda loop_partition over_tblock over_thread      // 1000 iterations
//! for (i = 0; i < 1000; i++)
//! ```
//! Each block has a chunk of 250 iterations and deals them to its threads in
//! turn: iteration `k` is run by block `b` and thread `t` when
//! `k = 250*b + 32*q + t` with `0 <= 32*q + t < 250`. Here `q` is the *round*:
//! threads of one block in one round run at the same time.
//!
//! A dimension that no loop around a statement takes runs it in *all* its blocks
//! or threads; `singular` runs it in thread 0. The sizes are numbers here: where
//! the program decides them at run time, the caller picks some.

use std::collections::{BTreeMap, BTreeSet};

use affine::{LinearExpr, Set, Var};
use hir::{BinaryOp, Distribution, StmtId, StmtKind};

use crate::dependence::instances::{Renaming, SECOND};
use crate::{Access, Input, KernelFacts, PartitionFacts, SymbolKind, Symbols};

/// A dimension of the grid, or of a thread block; 0 is the outermost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Dimension {
    /// Of `tblock`.
    Block(usize),
    /// Of `thread`.
    Thread(usize),
}

/// One of the two accesses that are compared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Side {
    /// The one whose symbols keep their names.
    First,
    /// The one with names of its own.
    Second,
}

impl Side {
    /// The other one.
    pub fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// The size of every dimension.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launch {
    /// Of `tblock`.
    pub blocks: Vec<i128>,
    /// Of `thread`.
    pub threads: Vec<i128>,
    /// Iterations per block for loops in chunks whose length is not a number.
    pub chunk: i128,
}

impl Launch {
    /// The size of one dimension.
    pub fn size(&self, dimension: Dimension) -> i128 {
        match dimension {
            Dimension::Block(at) => self.blocks.get(at).copied().unwrap_or(1),
            Dimension::Thread(at) => self.threads.get(at).copied().unwrap_or(1),
        }
    }
}

/// Who runs a statement, in one dimension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Runner {
    /// The one that has the iteration of this loop.
    Loop(StmtId),
    /// Number 0.
    First,
    /// All of them.
    All,
}

/// Coordinates, rounds and other unknowns of ours are numbered from here;
/// those of the second side lie above [`SECOND`] like its other symbols.
const OURS: u32 = 1 << 26;
/// Unknowns per loop or dimension.
const PER_LOOP: u32 = 8;

/// A side's coordinate in a dimension.
pub fn coordinate(side: Side, dimension: Dimension) -> Var {
    let number = match dimension {
        Dimension::Block(at) => 2 * at as u32,
        Dimension::Thread(at) => 2 * at as u32 + 1,
    };
    of_side(side, OURS + number)
}

fn of_side(side: Side, number: u32) -> Var {
    match side {
        Side::First => Var(number),
        Side::Second => Var(number | SECOND),
    }
}

/// The threads of a kernel.
pub struct Threads<'a> {
    kernel: &'a KernelFacts,
    /// Statements that only thread 0 runs.
    singular: BTreeSet<StmtId>,
    /// A number for each partitioned loop.
    numbers: BTreeMap<StmtId, u32>,
}

impl<'a> Threads<'a> {
    /// Looks at the loops and regions of a kernel.
    pub fn new(input: &Input<'_>, kernel: &'a KernelFacts) -> Threads<'a> {
        let mut singular = BTreeSet::new();
        for stmt in input.program.stmts_below(kernel.body) {
            if let StmtKind::Singular { body, .. } = &input.program.stmts[stmt].kind {
                singular.extend(input.program.stmts_below(*body));
            }
        }
        let numbers = kernel.partitions.keys().copied().zip(1..).collect();
        Threads { kernel, singular, numbers }
    }

    /// The dimensions, blocks first. Where the compiler chooses the sizes
    /// there are as many as the loops use.
    pub fn dimensions(&self) -> Vec<Dimension> {
        let partitions = || self.kernel.partitions.values();
        let used_blocks = partitions().filter_map(|p| p.over_block.map(|(_, dim)| dim + 1)).max();
        let used_threads = partitions().filter_map(|p| p.over_thread.map(|dim| dim + 1)).max();
        let blocks = self.kernel.block_sizes.len().max(used_blocks.unwrap_or(1));
        let threads = self.kernel.thread_sizes.len().max(used_threads.unwrap_or(1));
        (0..blocks).map(Dimension::Block).chain((0..threads).map(Dimension::Thread)).collect()
    }

    /// The constant size of a dimension.
    pub fn constant_size(&self, dimension: Dimension) -> Option<u64> {
        match dimension {
            Dimension::Block(at) => self.kernel.block_sizes.get(at).copied().flatten(),
            Dimension::Thread(at) => self.kernel.thread_sizes.get(at).copied().flatten(),
        }
    }

    /// Who runs an access.
    pub fn runner(&self, access: &Access, dimension: Dimension) -> Runner {
        if matches!(dimension, Dimension::Thread(_)) && self.singular.contains(&access.stmt) {
            return Runner::First;
        }
        let takes = |partition: &PartitionFacts| match dimension {
            Dimension::Block(at) => partition.over_block.is_some_and(|(_, dim)| dim == at),
            Dimension::Thread(at) => partition.over_thread == Some(at),
        };
        let taken = |stmt: &&StmtId| self.kernel.partitions.get(stmt).is_some_and(takes);
        access.loops.iter().find(taken).map_or(Runner::All, |stmt| Runner::Loop(*stmt))
    }

    /// The partitioned loops around an access.
    pub fn partitions(&self, access: &Access) -> impl Iterator<Item = &'a PartitionFacts> {
        let kernel = self.kernel;
        let loops = access.loops.clone();
        loops.into_iter().filter_map(move |stmt| kernel.partitions.get(&stmt))
    }

    /// Does the number of iterations per block decide who runs the loop, and
    /// is it not a number?
    pub fn has_unknown_chunk(&self, partition: &PartitionFacts) -> bool {
        let Some((Distribution::Block, dim)) = partition.over_block else { return false };
        let is_alone = self.constant_size(Dimension::Block(dim)) == Some(1);
        !is_alone && partition.canonical.trips.is_none()
    }

    /// What relates the coordinates of a side to the iterations it is in;
    /// `None` when a loop's bounds are no formulas.
    pub fn situated(
        &self,
        set: Set,
        access: &Access,
        side: Side,
        names: &Renaming,
        symbols: &Symbols,
        launch: &Launch,
    ) -> Option<Set> {
        let mut set = set;
        for dimension in self.dimensions() {
            let at = LinearExpr::var(coordinate(side, dimension));
            let last = match self.runner(access, dimension) {
                Runner::First => 0,
                Runner::All | Runner::Loop(_) => launch.size(dimension) - 1,
            };
            set = set.with_range(&at, &0.into(), &last.into());
        }
        for partition in self.partitions(access) {
            set = self.shared_out(set, partition, side, names, symbols, launch)?;
        }
        Some(set)
    }

    fn own(&self, partition: &PartitionFacts, side: Side, which: u32) -> LinearExpr {
        let number = self.numbers.get(&partition.canonical.stmt).copied().unwrap_or(0);
        LinearExpr::var(of_side(side, OURS + 64 + PER_LOOP * number + which))
    }

    /// The iteration number of a side in a partitioned loop.
    fn iteration(&self, partition: &PartitionFacts, side: Side) -> LinearExpr {
        self.own(partition, side, 0)
    }

    /// How many times the block went round in a partitioned loop before.
    pub fn round(&self, partition: &PartitionFacts, side: Side) -> LinearExpr {
        self.own(partition, side, 1)
    }

    /// The place of a side's iteration among those that a block runs in one round, and how many these are. Where threads
    /// take turns and the block's iterations are neighbours, jammed copies are nothing but several rounds.
    ///
    /// With `jam(n:w)`, copy `c` of run `r` has place `(r*threads + thread)*w + c` of `n*threads`.
    fn place(
        &self,
        set: Set,
        partition: &PartitionFacts,
        side: Side,
        lane: &LinearExpr,
        threads: i128,
    ) -> Option<(Set, LinearExpr, i128)> {
        let is_dealt_to_blocks = matches!(partition.over_block, Some((Distribution::Cyclic, _)));
        let (copies, width) = (i128::from(partition.jam), i128::from(partition.run.unwrap_or(1)));
        if width == 1 && (copies == 1 || !is_dealt_to_blocks) {
            return Some((set, lane.clone(), threads));
        }
        let (run, copy) = (self.own(partition, side, 3), self.own(partition, side, 4));
        let (last_run, last_copy) = (copies / width - 1, width - 1);
        let set = set.with_range(&run, &0.into(), &last_run.into());
        let set = set.with_range(&copy, &0.into(), &last_copy.into());
        let first = run.times(threads).ok()?.plus(lane).ok()?;
        let place = first.times(width).ok()?.plus(&copy).ok()?;
        Some((set, place, threads.checked_mul(copies)?))
    }

    /// `iteration = place of the thread`, for one loop.
    fn shared_out(
        &self,
        set: Set,
        partition: &PartitionFacts,
        side: Side,
        names: &Renaming,
        symbols: &Symbols,
        launch: &Launch,
    ) -> Option<Set> {
        let (k, round) = (self.iteration(partition, side), self.round(partition, side));
        let set = self.numbered(set, partition, side, names, symbols)?.with_at_least(&round, &0.into());
        let thread = partition.over_thread.map(Dimension::Thread);
        let threads = thread.map_or(1, |dimension| launch.size(dimension));
        let lane = thread.map_or(LinearExpr::constant(0), |d| LinearExpr::var(coordinate(side, d)));
        let (set, lane, threads) = self.place(set, partition, side, &lane, threads)?;
        let in_rounds = |turn: i128| round.times(turn).ok()?.plus(&lane).ok();
        let Some((distribution, dim)) = partition.over_block else {
            return Some(set.with_equal(&k, &in_rounds(threads)?));
        };
        let blocks = launch.size(Dimension::Block(dim));
        let block = LinearExpr::var(coordinate(side, Dimension::Block(dim)));
        match distribution {
            // One block has all iterations, however many there are.
            Distribution::Block if blocks == 1 => Some(set.with_equal(&k, &in_rounds(threads)?)),
            Distribution::Cyclic => {
                let place =
                    in_rounds(blocks.checked_mul(threads)?)?.plus(&block.times(threads).ok()?).ok()?;
                Some(set.with_equal(&k, &place))
            }
            Distribution::Block => {
                let (set, chunk) = self.chunk(set, partition, side, names, launch, blocks)?;
                let inside = in_rounds(threads)?;
                let place = block.times(chunk).ok()?.plus(&inside).ok()?;
                Some(set.with_equal(&k, &place).with_less(&inside, &chunk.into()))
            }
        }
    }

    /// `index = first + step*iteration`
    fn numbered(
        &self,
        set: Set,
        partition: &PartitionFacts,
        side: Side,
        names: &Renaming,
        symbols: &Symbols,
    ) -> Option<Set> {
        let canonical = &partition.canonical;
        let kind = SymbolKind::LoopIndex { loop_stmt: canonical.stmt, index: canonical.index };
        let index = of_side(side, symbols.find(&kind)?.0);
        let first = self.formula(&self.kernel.bounds.get(&canonical.stmt)?.0, side, names)?;
        let k = self.iteration(partition, side);
        let value = first.plus_scaled(&k, i128::from(canonical.step)).ok()?;
        Some(set.with_equal(&LinearExpr::var(index), &value))
    }

    fn formula(&self, formula: &LinearExpr, side: Side, names: &Renaming) -> Option<LinearExpr> {
        match side {
            Side::First => Some(formula.clone()),
            Side::Second => names.of_expr(formula),
        }
    }

    /// Iterations per block. Where their number is not constant, the launch
    /// picks one, and the set keeps the runs in which it is so.
    fn chunk(
        &self,
        set: Set,
        partition: &PartitionFacts,
        side: Side,
        names: &Renaming,
        launch: &Launch,
        blocks: i128,
    ) -> Option<(Set, i128)> {
        let canonical = &partition.canonical;
        if let Some(trips) = canonical.trips {
            let trips = i128::from(trips);
            return Some((set, trips.checked_add(blocks - 1)?.checked_div(blocks)?));
        }
        let (first, bound) = self.kernel.bounds.get(&canonical.stmt)?;
        let (first, bound) = (self.formula(first, side, names)?, self.formula(bound, side, names)?);
        let up = canonical.step > 0;
        let distance = if up { bound.minus(&first) } else { first.minus(&bound) }.ok()?;
        let closed = i128::from(matches!(canonical.op, BinaryOp::Le | BinaryOp::Ge));
        let distance = distance.plus_constant(closed).ok()?;
        // distance <= size*trips < distance + size, and blocks*(chunk - 1) < trips <= blocks*chunk
        let size = i128::from(canonical.step).abs();
        let trips = self.own(partition, side, 2);
        let covered = trips.times(size).ok()?;
        let chunk = launch.chunk;
        let set = set
            .with_at_most(&distance, &covered)
            .with_less(&covered, &distance.plus_constant(size).ok()?)
            .with_less(&LinearExpr::constant(blocks.checked_mul(chunk - 1)?), &trips)
            .with_at_most(&trips, &blocks.checked_mul(chunk)?.into());
        Some((set, chunk))
    }
}
