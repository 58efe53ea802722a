//! A kernel over its whole grid.
//!
//! ```text
//! let launch = Launch::new(&code, &memory, Gpu::H200, config, &stop)?.counted();
//! launch.work();                    // on as many cores as there are
//! let outcome = launch.finish();
//! ```
//! Blocks are handed out one by one; [`Launch::work`] may run on several
//! threads at once, each on its own blocks, and returns when none are left.

use gpu::Gpu;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::block::Block;
use crate::code::{AtomicOp, Code, Instr, SiteId};
use crate::counters::Counters;
use crate::finding::Findings;
use crate::history::History;
use crate::memory::global::GlobalMemory;
use crate::race::Order;
use crate::under_way::UnderWay;

/// What a launch asks for.
#[derive(Clone, Debug)]
pub struct Config {
    /// Blocks: x, y, z.
    pub grid: [u32; 3],
    /// Threads of a block: x, y, z.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub dynamic_shared: u64,
    /// The arguments, one after the other, each with its own size.
    pub args: Vec<u8>,
}

/// Why a launch cannot begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// A dimension is zero or beyond the processor's limit.
    Grid(String),
    /// More shared memory than a block may have.
    SharedMemory {
        /// Asked for.
        bytes: u64,
        /// There is.
        limit: u64,
    },
    /// More memory of its own than a thread may have.
    LocalMemory {
        /// Asked for.
        bytes: u64,
        /// There is.
        limit: u64,
    },
    /// The arguments are not those of the kernel.
    Arguments,
}

/// A kernel that runs.
pub struct Launch<'a> {
    pub(crate) code: &'a Code,
    pub(crate) memory: &'a GlobalMemory,
    pub(crate) gpu: Gpu,
    pub(crate) config: Config,
    /// Per allocation, who touched it.
    pub(crate) histories: Vec<History>,
    /// Per block: one more than the epoch up to which a fence and an atomic
    /// update have published its writes.
    pub(crate) released: Vec<AtomicU64>,
    /// Stores that cores are about to make.
    pub(crate) under_way: UnderWay,
    /// Per site: does it compare and swap?
    swaps: Vec<bool>,
    /// Set from outside to end the launch.
    pub(crate) stop: &'a AtomicBool,
    /// Somebody wants to know what memory does.
    pub(crate) is_counted: bool,
    next: AtomicU64,
    outcome: Mutex<Outcome>,
}

/// What a launch leaves behind.
#[derive(Clone, Default, Debug)]
pub struct Outcome {
    /// Counts.
    pub counters: Counters,
    /// What was wrong.
    pub findings: Findings,
    /// What `printf` printed, by block.
    pub output: Vec<(u64, Vec<u8>)>,
}

/// Bytes of its own that a thread may have, on every processor since Fermi.
const LOCAL_LIMIT: u64 = 512 << 10;

/// Blocks whose publications are remembered; beyond, blocks are never taken
/// to be ordered.
const REMEMBERED_BLOCKS: u64 = 1 << 20;

impl<'a> Launch<'a> {
    /// Prepares a launch.
    pub fn new(
        code: &'a Code,
        memory: &'a GlobalMemory,
        gpu: Gpu,
        config: Config,
        stop: &'a AtomicBool,
    ) -> Result<Launch<'a>, Refused> {
        check(code, gpu, &config)?;
        let history = |bytes: u64| History::new(bytes, Order::Concurrent);
        let histories = memory.allocations().iter().map(|a| history(a.bytes())).collect();
        let blocks = config.grid.iter().map(|&n| u64::from(n)).product::<u64>();
        let mut released = Vec::new();
        released.resize_with(blocks.min(REMEMBERED_BLOCKS) as usize, AtomicU64::default);
        Ok(Launch {
            code,
            memory,
            gpu,
            config,
            histories,
            released,
            under_way: UnderWay::new(),
            swaps: swaps(code),
            stop,
            is_counted: false,
            next: AtomicU64::new(0),
            outcome: Mutex::default(),
        })
    }

    /// The same launch, with counters.
    pub fn counted(self) -> Launch<'a> {
        Launch { is_counted: true, ..self }
    }

    /// Tables for what is counted: empty ones if nothing is.
    pub(crate) fn counters(&self) -> Counters {
        match self.is_counted {
            true => Counters::new(self.code.sites.len(), self.code.instrs.len()),
            false => Counters::default(),
        }
    }

    /// Runs blocks until none are left.
    pub fn work(&self) {
        let [x, y, z] = self.config.grid.map(u64::from);
        let total = x * y * z;
        let mut block = Block::new(self);
        loop {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            if index >= total || self.stop.load(Ordering::Relaxed) {
                break;
            }
            block.run(index, [(index % x) as u32, (index / x % y) as u32, (index / x / y) as u32]);
        }
        if let Ok(mut outcome) = self.outcome.lock() {
            let mine = block.into_outcome();
            outcome.counters.add(&mine.counters);
            outcome.findings.add(mine.findings);
            outcome.output.extend(mine.output);
        }
    }

    /// Does an atomic update there compare first? Loops around one begin with a
    /// plain read of what they compare with, which is no race.
    pub(crate) fn is_swap(&self, site: SiteId) -> bool {
        self.swaps.get(site as usize).copied().unwrap_or(false)
    }

    /// How many blocks were begun.
    pub fn begun(&self) -> u64 {
        let total: u64 = self.config.grid.iter().map(|&n| u64::from(n)).product();
        self.next.load(Ordering::Relaxed).min(total)
    }

    /// What came of it.
    pub fn finish(self) -> Outcome {
        let mut outcome = self.outcome.into_inner().unwrap_or_default();
        outcome.output.sort();
        outcome
    }
}

fn swaps(code: &Code) -> Vec<bool> {
    let mut swaps = vec![false; code.sites.len()];
    for instr in &code.instrs {
        if let Instr::Atomic { op: AtomicOp::CompareAndSwap, site, .. } = *instr
            && let Some(swap) = swaps.get_mut(site as usize)
        {
            *swap = true;
        }
    }
    swaps
}

fn check(code: &Code, gpu: Gpu, config: &Config) -> Result<(), Refused> {
    let limits = gpu.limits();
    let grid_limit = [i32::MAX as u32, 65535, 65535];
    let block_limit = [limits.threads_per_block, limits.threads_per_block, 64];
    for (axis, name) in ["x", "y", "z"].iter().enumerate() {
        for (what, size, limit) in [
            ("the grid", config.grid[axis], grid_limit[axis]),
            ("the thread block", config.block[axis], block_limit[axis]),
        ] {
            if size == 0 || size > limit {
                return Err(Refused::Grid(format!("{what} has {size} in {name}; 1 to {limit} are possible")));
            }
        }
    }
    let threads = config.block.iter().map(|&n| u64::from(n)).product::<u64>();
    if threads > u64::from(limits.threads_per_block) {
        let limit = limits.threads_per_block;
        return Err(Refused::Grid(format!("a block of {threads} threads; {limit} are possible")));
    }
    let bytes = code.shared_bytes + config.dynamic_shared;
    if bytes > limits.shared_per_block {
        return Err(Refused::SharedMemory { bytes, limit: limits.shared_per_block });
    }
    if code.local_bytes > LOCAL_LIMIT {
        return Err(Refused::LocalMemory { bytes: code.local_bytes, limit: LOCAL_LIMIT });
    }
    let wanted: u64 = code.params.iter().map(|p| p.bytes).sum();
    if config.args.len() as u64 != wanted {
        return Err(Refused::Arguments);
    }
    Ok(())
}
