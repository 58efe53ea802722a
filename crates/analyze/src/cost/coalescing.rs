//! How the threads of a warp lie in device memory when they access together.
//!
//! ```c
//! a[i]            // i = … + threadIdx.x:  coalesced, 4 sectors for 32 floats
//! a[row]          // the same for all:     broadcast, 1 sector
//! a[i * n + j]    // a row apart:          strided, 32 sectors
//! a[i + 1]        // one off:              misaligned, 5 sectors
//! a[index[i]]     // who knows:            irregular
//! ```
//! The subscript is evaluated for each lane of a warp, at a few sample points of
//! everything else, and the transactions are counted by the rules of
//! [`gpu`]: the same that the simulator counts by.
//!
//! Invariant: where block size, pitches and loop bounds are constants, the
//! average number of transactions is that of the simulator's counters; other
//! unknowns are taken to be large and to keep rows aligned.

use std::collections::BTreeMap;

use affine::{LinearExpr, Var};
use gpu::transactions::traffic;
use gpu::{Gpu, Way};
use hir::{Axis, GridQuery, StmtId};

use crate::bank_conflicts::passes_at;
use crate::cuda_kernel::{CudaKernel, grid_variable};
use crate::{Access, CanonicalLoop, Input, KernelFacts, SymbolKind, Symbols};

/// How lanes that are neighbours lie to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// As dense as can be.
    Coalesced,
    /// All lanes ask for the same.
    Broadcast,
    /// So many elements apart, where that is a number; a row, usually.
    Strided(Option<i128>),
    /// Side by side, but not from the start of a sector.
    Misaligned,
    /// Not a formula of the thread's number.
    Irregular,
}

impl Pattern {
    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            Pattern::Coalesced => "coalesced",
            Pattern::Broadcast => "broadcast",
            Pattern::Strided(_) => "strided",
            Pattern::Misaligned => "misaligned",
            Pattern::Irregular => "irregular",
        }
    }
}

/// What an access costs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cost {
    /// How the lanes lie.
    pub pattern: Pattern,
    /// Transactions of a warp, on average; `None` where it is not known.
    pub transactions: Option<f64>,
    /// The fewest with which the same bytes could be had.
    pub fewest: f64,
    /// Bytes of an element.
    pub size: u64,
}

/// A kernel as its threads see it.
pub struct View<'a> {
    input: &'a Input<'a>,
    symbols: &'a Symbols,
    loops: &'a BTreeMap<StmtId, CanonicalLoop>,
    bounds: &'a BTreeMap<StmtId, (LinearExpr, LinearExpr)>,
    /// The thread dimensions, slowest first, with the loop dimension each is.
    sizes: Vec<u64>,
    /// Loops over threads: the place of their dimension in `sizes`, and how many neighbouring iterations a thread has.
    partitioned: BTreeMap<StmtId, (usize, u64)>,
    /// Lanes run along the second dimension first.
    has_swapped_axes: bool,
    /// Lanes run along a loop, and `threadIdx.x` is the same for all.
    is_along: bool,
}

/// Where a lane stands, and which of the sample points is looked at.
struct Moment {
    coordinates: Vec<u64>,
    sample: u64,
}

/// Sample points: enough for a row of odd length to start at every place of a
/// sector.
const SAMPLES: u64 = 8;
/// Threads of a block where nothing tells.
const USUAL_BLOCK: u64 = 256;
const WARP: usize = gpu::WARP as usize;

impl<'a> View<'a> {
    /// The threads of a CUDA kernel.
    pub fn of_cuda(input: &'a Input<'a>, kernel: &'a CudaKernel) -> View<'a> {
        let [x, y, z] = kernel.block.unwrap_or([USUAL_BLOCK, 1, 1]);
        let region = &kernel.region;
        View {
            input,
            symbols: &region.values.symbols,
            loops: &region.loops,
            bounds: &region.bounds,
            sizes: vec![z, y, x],
            partitioned: BTreeMap::new(),
            has_swapped_axes: false,
            is_along: false,
        }
    }

    /// The threads of a kernel between directives.
    pub fn of_directives(input: &'a Input<'a>, kernel: &'a KernelFacts) -> View<'a> {
        let order = crate::bank_conflicts::hardware_order(&kernel.thread_sizes);
        let size = |dim: &usize| kernel.thread_sizes.get(*dim).copied().flatten().unwrap_or(USUAL_BLOCK);
        let place = |dim: usize| order.iter().position(|at| *at == dim);
        let over_threads = kernel
            .partitions
            .iter()
            .filter_map(|(stmt, p)| Some((*stmt, (place(p.over_thread?)?, p.run.unwrap_or(1)))));
        View {
            input,
            symbols: &kernel.symbols,
            loops: &kernel.loops,
            bounds: &kernel.bounds,
            sizes: order.iter().map(size).collect(),
            partitioned: over_threads.collect(),
            has_swapped_axes: false,
            is_along: false,
        }
    }

    /// As many threads in blocks of another shape: along `x`, along `y`.
    pub fn in_blocks_of(mut self, [x, y]: [u64; 2]) -> View<'a> {
        self.sizes = vec![1, y, x];
        self
    }

    /// The same threads, numbered along the second dimension first.
    pub fn with_swapped_axes(mut self) -> View<'a> {
        self.has_swapped_axes = true;
        self
    }

    /// As if neighbouring threads had neighbouring iterations of this loop, and
    /// what they were before were a loop of its own.
    pub fn along(mut self, stmt: StmtId) -> View<'a> {
        let fastest = self.sizes.len().saturating_sub(1);
        self.partitioned.insert(stmt, (fastest, 1));
        self.is_along = true;
        self
    }

    /// What an access costs on a GPU.
    pub fn cost(&self, access: &Access, gpu: Gpu) -> Cost {
        let program = self.input.program;
        let size = program.size_of(program.exprs[access.lvalue].ty).unwrap_or(4).max(1);
        let stride = program.size_of(program.exprs[access.expr].ty).unwrap_or(size).max(1);
        let lanes = self.sizes.iter().product::<u64>().clamp(1, WARP as u64) as usize;
        let dense: [u64; WARP] = std::array::from_fn(|lane| lane as u64 * size);
        let mask = u32::MAX >> (WARP - lanes);
        let fewest = traffic(gpu, &dense, mask, size).transactions as f64;
        let unknown = Cost { pattern: Pattern::Irregular, transactions: None, fewest, size };
        let Some(flat) = &access.flat else { return unknown };
        let mut total = 0;
        let mut samples = Vec::new();
        for sample in 0..SAMPLES {
            let Some(offsets) = self.offsets(flat, lanes, sample) else { return unknown };
            let lowest = offsets.iter().min().copied().unwrap_or(0);
            // Any address that is as far from the start of a sector will do.
            let base = (lowest * i128::from(stride)).rem_euclid(1024);
            let address = |offset: &i128| (base + (offset - lowest) * i128::from(stride)) as u64;
            let mut addresses = [0; WARP];
            addresses.iter_mut().zip(&offsets).for_each(|(at, offset)| *at = address(offset));
            total += traffic(gpu, &addresses, mask, size).transactions;
            samples.push(offsets);
        }
        let transactions = total as f64 / SAMPLES as f64;
        let elements_per_step = i128::from(stride / size.min(stride));
        let pattern = pattern(&samples, transactions, fewest, elements_per_step);
        let fewest = if pattern == Pattern::Broadcast { transactions } else { fewest };
        Cost { pattern, transactions: Some(transactions), fewest, size }
    }

    /// The passes over the banks of shared memory that a warp takes for an access to this element there, on
    /// average, if it is a formula; and the fewest that could be.
    pub fn passes(&self, access: &Access, flat: Option<&LinearExpr>, gpu: Gpu) -> (Option<f64>, f64) {
        let program = self.input.program;
        let size = program.size_of(program.exprs[access.lvalue].ty).unwrap_or(4).max(1);
        let stride = program.size_of(program.exprs[access.expr].ty).unwrap_or(size).max(1);
        let way = if access.mode.writes() { Way::Store } else { Way::Load };
        let lanes = self.sizes.iter().product::<u64>().clamp(1, WARP as u64) as usize;
        let dense: Vec<i128> = (0..lanes as i128).map(|lane| lane * i128::from(size)).collect();
        let fewest = passes_at(&dense, size, gpu, way) as f64;
        let of_sample = |flat: &LinearExpr, sample: u64| {
            let offsets = self.offsets(flat, lanes, sample)?;
            let bytes: Vec<i128> = offsets.iter().map(|offset| offset * i128::from(stride)).collect();
            Some(passes_at(&bytes, size, gpu, way) as f64)
        };
        let all =
            flat.and_then(|flat| (0..SAMPLES).map(|sample| of_sample(flat, sample)).sum::<Option<f64>>());
        (all.map(|sum| sum / SAMPLES as f64), fewest)
    }

    /// The element of each lane; `None` if a lane's is no formula.
    fn offsets(&self, flat: &LinearExpr, lanes: usize, sample: u64) -> Option<Vec<i128>> {
        (0..lanes as u64)
            .map(|lane| {
                let mut coordinates = vec![0; self.sizes.len()];
                let mut rest = lane;
                let mut order: Vec<usize> = (0..self.sizes.len()).rev().collect();
                if let (true, [x, y, ..]) = (self.has_swapped_axes, order.as_mut_slice()) {
                    std::mem::swap(x, y);
                }
                for at in order {
                    coordinates[at] = rest % self.sizes[at];
                    rest /= self.sizes[at];
                }
                self.formula(flat, &Moment { coordinates, sample }, 0)
            })
            .collect()
    }

    fn formula(&self, formula: &LinearExpr, at: &Moment, depth: u32) -> Option<i128> {
        formula.terms().iter().try_fold(formula.constant_part(), |sum, (var, coefficient)| {
            sum.checked_add(self.symbol(*var, at, depth)?.checked_mul(*coefficient)?)
        })
    }

    /// Formulas nest as deeply as loops and quotients do.
    fn symbol(&self, var: Var, at: &Moment, depth: u32) -> Option<i128> {
        const DEEPEST: u32 = 32;
        if depth > DEEPEST {
            return None;
        }
        match self.symbols.kind(var)? {
            SymbolKind::Invariant(place) => {
                Some(match grid_variable(self.input.program, self.input.sources, place) {
                    Some((query, axis)) => self.grid(query, axis, at),
                    None => unknown(var, at),
                })
            }
            SymbolKind::LoopIndex { loop_stmt, .. } => {
                // Without a formula for its start, lanes may start anywhere.
                let (first, _) = self.bounds.get(loop_stmt)?;
                let first = self.formula(first, at, depth + 1)?;
                let step = self.loops.get(loop_stmt).map_or(1, |canonical| i128::from(canonical.step));
                let rounds = match self.partitioned.get(loop_stmt) {
                    Some((dim, run)) => {
                        (at.coordinates[*dim] + at.sample / run * self.sizes[*dim]) * run + at.sample % run
                    }
                    None => at.sample,
                };
                Some(first + step * i128::from(rounds))
            }
            SymbolKind::Product(factors) => factors.iter().try_fold(1i128, |product, factor| {
                product.checked_mul(self.symbol(*factor, at, depth + 1)?)
            }),
            SymbolKind::Opaque(_) => {
                let quotient = self.symbols.quotient(var)?;
                let of = self.formula(&quotient.of, at, depth + 1)?;
                Some(match quotient.is_remainder {
                    true => of.rem_euclid(quotient.divisor),
                    false => of.div_euclid(quotient.divisor),
                })
            }
            SymbolKind::Fixed(_) | SymbolKind::Captured(_) | SymbolKind::BatchBase { .. } => {
                Some(unknown(var, at))
            }
            SymbolKind::Lane { .. } | SymbolKind::Element { .. } => None,
        }
    }

    fn grid(&self, query: GridQuery, axis: Axis, at: &Moment) -> i128 {
        let dim = match axis {
            Axis::X => 2,
            Axis::Y => 1,
            Axis::Z => 0,
        };
        i128::from(match query {
            GridQuery::ThreadIndex if self.is_along && axis == Axis::X => at.sample,
            GridQuery::ThreadIndex => at.coordinates.get(dim).copied().unwrap_or(0),
            GridQuery::BlockSize => self.sizes.get(dim).copied().unwrap_or(1),
            GridQuery::BlockIndex => at.sample,
            GridQuery::GridSize => SAMPLES,
        })
    }
}

/// A value for something that is not known: large, different at each sample,
/// and such that rows stay aligned.
fn unknown(var: Var, at: &Moment) -> i128 {
    1024 * (2 + (i128::from(var.0) + i128::from(at.sample)) % 5)
}

/// What the lanes' elements have in common.
fn pattern(samples: &[Vec<i128>], transactions: f64, fewest: f64, elements_per_step: i128) -> Pattern {
    let stride = |offsets: &Vec<i128>| -> Option<i128> {
        let [first, second, ..] = offsets.as_slice() else { return Some(0) };
        let step = second - first;
        offsets.windows(2).all(|pair| pair[1] - pair[0] == step).then_some(step)
    };
    let strides: Vec<Option<i128>> = samples.iter().map(stride).collect();
    let constant = strides.iter().all(|at| *at == strides[0]).then_some(strides[0]).flatten();
    match constant {
        Some(0) => Pattern::Broadcast,
        _ if transactions <= fewest => Pattern::Coalesced,
        Some(1 | -1) if elements_per_step == 1 => Pattern::Misaligned,
        Some(step) => Pattern::Strided(Some(step * elements_per_step)),
        None if strides.iter().all(|at| *at == Some(0)) => Pattern::Broadcast,
        None => Pattern::Strided(None),
    }
}

#[cfg(test)]
#[path = "coalescing_tests.rs"]
mod coalescing_tests;
