//! What each kernel of an analysed program asks of a GPU, estimated from its text.
//!
//! For each access it is known how often it runs, how many sectors a warp touches with it
//! ([`analyze::coalescing`]), and whether it is the same for the iterations that `jam` gives one thread: then it is
//! one load for all of them. What comes through shared memory is loaded once for a block and read
//! there. How often loops run is told by a run ([`crate::sizes`]), else by the program's text, or taken to be
//! large ([`annotate::counts`]).

use std::collections::{BTreeMap, BTreeSet, HashMap};

use analyze::coalescing::View;
use analyze::{Access, Facts, Input, KernelFacts, Place};
use annotate::counts::Counts;
use annotate::strides::varies;
use gpu::{Gpu, WARP};
use hir::{DirectiveKind, Distribution, StmtId, VarId};

use crate::demand::Demand;
use crate::issue::{Issue, rests};
use crate::sizes::{self, Sizes};

/// Threads of a block where nothing tells.
const USUAL_BLOCK: u64 = 256;
/// Loads of a thread that can be under way.
const MOST_UNDER_WAY: f64 = 16.0;
/// Instructions for an access: its address, and itself.
const ACCESS: f64 = 2.0;
/// Bytes that the second cache holds.
const SECOND_CACHE: f64 = 40e6;
/// The part of what leaves the cache that comes from device memory, where arrays are larger.
const MISSED: f64 = 0.15;

/// The demand of each kernel, by its name, in a run of these sizes.
pub fn demands(input: &Input<'_>, facts: &[Facts], gpu: Gpu, sizes: &Sizes) -> BTreeMap<String, Demand> {
    let counts = Counts::new(input);
    let kernels = facts.iter().flat_map(|facts| &facts.kernels);
    let named = kernels.filter_map(|kernel| {
        let DirectiveKind::Kernel(clauses) = &input.program.directives[kernel.directive].kind else {
            return None;
        };
        let name = input.sources.text(clauses.name).into_owned();
        let known = sizes::known(input.program, input.sources, kernel.body, sizes.get(&name));
        let rests = rests(input.program, kernel.body);
        Some((name, Estimate { input, counts: &counts, kernel, gpu, known, rests }.demand()))
    });
    named.collect()
}

struct Estimate<'a> {
    input: &'a Input<'a>,
    counts: &'a Counts,
    kernel: &'a KernelFacts,
    gpu: Gpu,
    /// What variables from outside hold.
    known: HashMap<VarId, f64>,
    /// Loops that only run for what strips leave over.
    rests: BTreeSet<StmtId>,
}

impl Estimate<'_> {
    fn demand(&self) -> Demand {
        let kernel = self.kernel;
        let program = self.input.program;
        let threads =
            kernel.thread_sizes.iter().map(|size| size.unwrap_or(USUAL_BLOCK)).product::<u64>().max(1);
        let registers = gpu::registers::for_values(recipes::registers::estimate(program, kernel.body));
        let blocks = self.blocks();
        let jam = kernel.partitions.values().map(|partition| partition.jam as f64).product::<f64>();
        let mut demand = Demand {
            threads,
            blocks,
            registers,
            shared_bytes: self.shared_bytes(),
            copies: jam,
            run: self.run(),
            launches: 1.0,
            ..Demand::default()
        };
        let issue = Issue {
            program,
            counts: self.counts,
            kernel,
            depth: self.depth(),
            is_fast: self.is_fast(),
            rests: &self.rests,
        };
        demand.instructions = issue.instructions(&self.known) / WARP as f64;
        self.add_accesses(&mut demand);
        let (active, wasted) = self.active();
        demand.active = active;
        demand.instructions *= wasted;
        demand.passes *= wasted;
        demand.shared_passes *= wasted;
        self.add_transfers(&mut demand);
        demand
    }

    /// Is it the same element for all threads of a block?
    fn is_uniform(&self, access: &Access) -> bool {
        let over_threads =
            self.kernel.partitions.iter().filter(|(_, partition)| partition.over_thread.is_some());
        let mut indices = over_threads.filter_map(|(stmt, _)| Some(self.kernel.loops.get(stmt)?.index));
        !indices.any(|index| varies(self.kernel, access, index))
    }

    /// Does it load what it stores?
    fn is_in_place(&self) -> bool {
        let accesses = &self.kernel.accesses;
        let stored = accesses.iter().filter(|access| access.mode.writes()).map(|access| &access.place);
        let stored: BTreeSet<&Place> = stored.collect();
        accesses.iter().any(|access| access.mode.reads() && stored.contains(&access.place))
    }

    /// Bytes that the threads of a row of the block access together, at least.
    fn run(&self) -> f64 {
        let row = self.kernel.thread_sizes.last().copied().flatten().unwrap_or(USUAL_BLOCK);
        let arrays = self.kernel.accesses.iter().filter(|access| !access.loops.is_empty());
        let smallest = arrays.map(|access| self.size(access)).fold(8.0, f64::min);
        row.min(WARP) as f64 * smallest
    }

    /// The threads of a block that have an iteration, and how many lanes are executed for each of them.
    fn active(&self) -> (f64, f64) {
        let sizes = &self.kernel.thread_sizes;
        let (mut active, mut wasted, mut inner) = (1.0, 1.0, 1.0);
        for (dim, size) in sizes.iter().enumerate().rev() {
            let size = size.unwrap_or(USUAL_BLOCK) as f64;
            let needed = self.needed(dim).clamp(1.0, size);
            // Lanes idle in warps that also have work; whole warps without work end at once.
            let whole = (WARP as f64 / inner).max(1.0).min(size);
            wasted *= (needed / whole).ceil() * whole / needed;
            active *= needed;
            inner *= size;
        }
        (active, wasted)
    }

    /// The threads of a dimension that a block could give an iteration.
    fn needed(&self, dim: usize) -> f64 {
        let of_dim =
            |(_, partition): &(&StmtId, &analyze::PartitionFacts)| partition.over_thread == Some(dim);
        let Some((stmt, partition)) = self.kernel.partitions.iter().find(of_dim) else { return 1.0 };
        let trips = self.trips(&[*stmt]).first().map_or(1.0, |(_, trips)| *trips);
        let given = partition.over_block.map(|(_, dim)| self.kernel.block_sizes.get(dim).copied().flatten());
        let blocks = match given {
            None => 1.0,
            Some(Some(_)) if partition.over_block.is_some_and(|(way, _)| way == Distribution::Cyclic) => 1.0,
            Some(Some(given)) => given as f64,
            // As many as it takes.
            Some(None) => return f64::INFINITY,
        };
        (trips / (blocks * partition.jam as f64)).ceil()
    }

    /// For sizes that only the run knows. Who tunes runs something large: nests of three loops over 512 fit into
    /// caches, where other variants are fast.
    fn depth(&self) -> usize {
        self.kernel.accesses.iter().map(|access| access.loops.len()).max().unwrap_or(1).min(2)
    }

    /// How often each of some nested loops runs.
    fn trips(&self, loops: &[StmtId]) -> Vec<(StmtId, f64)> {
        let mut around = self.known.clone();
        let canonical = loops.iter().filter_map(|stmt| Some((*stmt, self.kernel.loops.get(stmt)?)));
        canonical
            .map(|(stmt, at)| {
                (stmt, self.counts.trips(self.input.program, at, &mut around, self.depth()).count)
            })
            .collect()
    }

    fn jam(&self, stmt: StmtId) -> f64 {
        self.kernel.partitions.get(&stmt).map_or(1.0, |partition| partition.jam as f64)
    }

    /// Blocks of the launch: as it says, or as many as give each thread one round.
    fn blocks(&self) -> f64 {
        let dims = self.kernel.block_sizes.iter().enumerate();
        let with_work = |(dim, size): (usize, &Option<u64>)| match size {
            None => self.blocks_in(dim),
            // The last ones of those that take turns may have none.
            Some(size) if self.takes_turns(dim) => self.blocks_in(dim).min(*size as f64),
            Some(size) => *size as f64,
        };
        dims.map(with_work).product::<f64>().max(1.0)
    }

    fn takes_turns(&self, dim: usize) -> bool {
        let turns =
            |partition: &analyze::PartitionFacts| partition.over_block == Some((Distribution::Cyclic, dim));
        self.kernel.partitions.values().any(turns)
    }

    fn blocks_in(&self, dim: usize) -> f64 {
        let over = |(_, partition): &(&StmtId, &analyze::PartitionFacts)| {
            partition.over_block.is_some_and(|(_, own)| own == dim)
        };
        let Some((stmt, partition)) = self.kernel.partitions.iter().find(over) else { return 1.0 };
        let trips = self.trips(&[*stmt]).first().map_or(1.0, |(_, trips)| *trips);
        let size = |dim: usize| self.kernel.thread_sizes.get(dim).copied().flatten();
        let threads = partition.over_thread.map_or(1, |dim| size(dim).unwrap_or(USUAL_BLOCK));
        (trips / (threads as f64 * partition.jam as f64)).ceil()
    }

    fn is_fast(&self) -> bool {
        let kind = &self.input.program.directives[self.kernel.directive].kind;
        matches!(kind, DirectiveKind::Kernel(clauses) if clauses.fastmath)
    }

    /// How often an access runs: once for all copies that it is the same for.
    fn executions(&self, access: &Access) -> f64 {
        let times = self.trips(&access.loops).into_iter().map(|(stmt, trips)| {
            let index = self.kernel.loops.get(&stmt).map(|canonical| canonical.index);
            let is_same = index.is_some_and(|index| !varies(self.kernel, access, index));
            if is_same { trips / self.jam(stmt) } else { trips }
        });
        times.product()
    }

    fn size(&self, access: &Access) -> f64 {
        let program = self.input.program;
        program.size_of(program.exprs[access.lvalue].ty).unwrap_or(4) as f64
    }

    /// Elements of an array that an access reaches.
    fn reached(&self, access: &Access) -> f64 {
        let varying = self.trips(&access.loops).into_iter().filter(|(stmt, _)| {
            let index = self.kernel.loops.get(stmt).map(|canonical| canonical.index);
            index.is_none_or(|index| varies(self.kernel, access, index))
        });
        varying.map(|(_, trips)| trips).product()
    }

    fn add_accesses(&self, demand: &mut Demand) {
        let kernel = self.kernel;
        let view = View::of_directives(self.input, kernel);
        let mut arrays: BTreeMap<&Place, (f64, f64)> = BTreeMap::new();
        for (at, access) in kernel.accesses.iter().enumerate() {
            if access.loops.iter().any(|stmt| self.rests.contains(stmt)) {
                continue;
            }
            let is_global =
                kernel.arrays.iter().any(|used| used.place == access.place && used.copy.is_some());
            let is_shared = kernel.shared.iter().any(|shared| shared.accesses.contains(&at));
            if !is_global && !is_shared {
                continue;
            }
            let requests = self.executions(access) / WARP as f64;
            demand.instructions += requests * ACCESS;
            if is_shared {
                demand.shared_passes += requests;
                continue;
            }
            let cost = view.cost(access, self.gpu);
            let sectors = cost.transactions.unwrap_or(WARP as f64);
            let bytes = match self.is_uniform(access) {
                // The first cache has it for all warps of a block.
                true => self.executions(access) / demand.threads as f64 * self.size(access),
                false => requests * sectors * gpu::transactions::SECTOR as f64,
            };
            demand.passes += requests * (sectors / 4.0).max(1.0);
            let copies: f64 = access.loops.iter().map(|stmt| self.jam(*stmt)).product();
            demand.under_way += self.size(access) * copies;
            let entry = arrays.entry(&access.place).or_default();
            entry.0 += bytes;
            entry.1 = entry.1.max(self.reached(access) * self.size(access));
        }
        demand.under_way = demand.under_way.clamp(4.0, MOST_UNDER_WAY * 4.0);
        if self.is_in_place() {
            // What a copy stores stands in the way of the next one's loads.
            demand.under_way /= demand.copies;
        }
        for (bytes, whole) in arrays.into_values() {
            add_traffic(demand, bytes, whole);
        }
    }

    /// What `shared` loads and stores, once for each block and round.
    fn add_transfers(&self, demand: &mut Demand) {
        let kernel = self.kernel;
        for shared in &kernel.shared {
            let program = self.input.program;
            let size = program.size_of(shared.element).unwrap_or(4) as f64;
            let elements: f64 = shared.dims.iter().map(|dim| dim.extent as f64).product();
            let moved = kernel.transfers.iter().find(|access| access.place == shared.place);
            let Some(moved) = moved else { continue };
            let rounds = self
                .trips(&moved.loops)
                .into_iter()
                .filter(|(stmt, _)| !kernel.partitions.contains_key(stmt));
            let times = rounds.map(|(_, trips)| trips).product::<f64>() * demand.blocks * self.turns();
            let bytes = elements * size * times;
            demand.instructions += elements * times * 2.0 * ACCESS / WARP as f64;
            demand.passes += elements * times / WARP as f64;
            demand.shared_passes += elements * times / WARP as f64;
            demand.staged_bytes += bytes;
            demand.staged_under_way += (elements * size / demand.threads as f64).min(MOST_UNDER_WAY * 4.0);
            add_traffic(demand, bytes, self.whole(&shared.place).min(bytes));
        }
    }

    /// Rounds of each block over its iterations.
    fn turns(&self) -> f64 {
        let over_blocks =
            self.kernel.partitions.iter().filter(|(_, partition)| partition.over_block.is_some());
        let rounds = over_blocks.map(|(_, partition)| {
            let dim = partition.over_block.map_or(0, |(_, dim)| dim);
            let given = self.kernel.block_sizes.get(dim).copied().flatten();
            let needed = self.blocks_in(dim);
            given.map_or(1.0, |given| (needed / given as f64).max(1.0))
        });
        rounds.product()
    }

    fn whole(&self, place: &Place) -> f64 {
        let of_place = self.kernel.accesses.iter().filter(|access| access.place == *place);
        of_place.map(|access| self.reached(access) * self.size(access)).fold(0.0, f64::max)
    }

    fn shared_bytes(&self) -> u64 {
        let program = self.input.program;
        let end = |shared: &analyze::SharedFacts| {
            let size = program.size_of(shared.element).unwrap_or(4);
            shared.offset + size * shared.padded_extents().iter().product::<u64>()
        };
        self.kernel.shared.iter().map(end).max().unwrap_or(0)
    }
}

/// What leaves the second cache, and what of it comes from device memory.
fn add_traffic(demand: &mut Demand, bytes: f64, whole: f64) {
    let whole = whole.min(bytes);
    let missed = if whole > SECOND_CACHE { (bytes - whole) * MISSED } else { 0.0 };
    demand.cache_bytes += bytes;
    demand.device_bytes += whole + missed;
}
