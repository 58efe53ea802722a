//! What a kernel asks of a GPU, and how long that may take.
//!
//! Six things hold a kernel up: device memory, the second cache, the first one with shared memory, the
//! answers that are under way (Little's law), the instructions that are issued, and the blocks that are started.
//! The slowest counts most, the others still count.
//!
//! The number orders variants of one kernel; it promises no time. The same formula takes
//! what is estimated from the text ([`crate::model`]) and what the simulator counted.

use gpu::{Gpu, WARP, occupancy};
use profile::model::{Kernel, Memory};

/// What all launches of a kernel together ask for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Demand {
    /// Instructions, once for each warp.
    pub instructions: f64,
    /// Bytes that device memory moves at least.
    pub device_bytes: f64,
    /// Bytes that leave the second cache.
    pub cache_bytes: f64,
    /// Lines of the first cache.
    pub passes: f64,
    /// Passes over shared memory.
    pub shared_passes: f64,
    /// Those of the bytes that leave the second cache which `shared` brings.
    pub staged_bytes: f64,
    /// Bytes of them that a thread has under way at once.
    pub staged_under_way: f64,
    /// Blocks of a launch.
    pub blocks: f64,
    /// Threads of a block.
    pub threads: u64,
    /// Those of them that have an iteration.
    pub active: f64,
    /// Registers of a thread.
    pub registers: u32,
    /// Bytes of shared memory of a block.
    pub shared_bytes: u64,
    /// Bytes that a thread has under way at once.
    pub under_way: f64,
    /// Iterations that a thread runs at once.
    pub copies: f64,
    /// Bytes that neighbouring threads of a row of the block access together.
    pub run: f64,
    /// How often it is launched.
    pub launches: f64,
}

// The constants below are fitted to the times of 368 variants of twelve kernels on an H200 (`kit/model`), so
// that the order of each kernel's variants comes out; several would be other numbers if times had to.

/// The second cache is faster than device memory by this.
const SECOND_CACHE: f64 = 2.0;
/// Schedulers of a multiprocessor.
const SCHEDULERS: f64 = 4.0;
/// Warps of a scheduler that hide the latency of arithmetic.
const HIDING: f64 = 3.7;
/// Copies of an iteration that help to hide it.
const HELPING: f64 = 2.0;
/// Bytes that a thread has under way at once, at least and at most: what it loads into registers, not what is staged.
const UNDER_WAY: (f64, f64) = (8.0, 20.0);
/// Seconds of a multiprocessor for each of its blocks, and for each set of blocks that it holds at once.
const BLOCK: f64 = 90e-9;
const WAVE: f64 = 2e-6;
/// Seconds until a launch runs.
const LAUNCH: f64 = 3e-6;
/// Lines of the first cache for each that is counted, and passes over shared memory.
const LINE: f64 = 1.2;
const PASS: f64 = 0.9;
/// Rows of a block that are shorter than a line of 128 bytes: what each halving costs more.
const SHORT_ROWS: f64 = 0.7;
/// Guards and addresses of several copies: what each doubling adds to the instructions.
const COPIES: f64 = 0.38;
/// How much the slowest of the parts hides the others: 1 would add them up.
const TOGETHER: f64 = 1.3;

impl Demand {
    /// What the simulator counted; what only the text tells, as estimated from it.
    pub fn counted(kernel: &Kernel, estimated: Option<&Demand>) -> Demand {
        let global = |memory: Memory| memory == Memory::Global;
        let accesses = || kernel.accesses.iter();
        let shared = accesses().filter(|access| access.memory == Memory::Shared);
        let shared_passes: f64 = shared.map(|access| access.passes as f64).sum();
        let others = accesses().filter(|access| access.memory != Memory::Shared);
        let lines = others.map(|access| (access.transactions as f64 / 4.0).max(access.requests as f64));
        let passes: f64 = lines.sum();
        let threads: u64 = kernel.block.iter().map(|&n| u64::from(n)).product();
        let blocks: f64 = kernel.grid.iter().map(|&n| f64::from(n)).product();
        let loads = accesses().filter(|access| global(access.memory));
        let largest = loads.map(|access| access.size as f64).fold(4.0, f64::max);
        Demand {
            instructions: kernel.instructions.warp as f64,
            device_bytes: kernel.bytes_moved as f64,
            cache_bytes: kernel.bytes_moved as f64,
            passes,
            shared_passes,
            staged_bytes: estimated.map_or(0.0, |estimated| estimated.staged_bytes),
            staged_under_way: estimated.map_or(0.0, |estimated| estimated.staged_under_way),
            blocks: estimated.map_or(blocks, |estimated| estimated.blocks.min(blocks)),
            threads,
            active: estimated.map_or(threads as f64, |estimated| estimated.active),
            registers: kernel.registers,
            shared_bytes: kernel.shared_bytes,
            under_way: estimated.map_or(largest, |estimated| estimated.under_way),
            copies: estimated.map_or(1.0, |estimated| estimated.copies),
            run: estimated.map_or(128.0, |estimated| estimated.run),
            launches: kernel.launches as f64,
        }
    }

    /// Seconds of all launches, roughly; `None` for a block that no multiprocessor can hold.
    pub fn seconds(&self, gpu: Gpu) -> Option<f64> {
        let limits = gpu.limits();
        let held = occupancy(gpu, self.threads, self.registers, self.shared_bytes);
        if held.blocks == 0 {
            return None;
        }
        let multiprocessors = f64::from(limits.multiprocessors);
        let blocks = self.blocks.max(1.0);
        let of_each = blocks / multiprocessors;
        let busy = of_each.min(1.0);
        // Few blocks spread over the multiprocessors before any gets a second one.
        let resident = of_each.clamp(1.0, f64::from(held.blocks).max(1.0));
        let warps = resident * (self.active / WARP as f64).ceil().max(1.0);
        let threads = warps * multiprocessors * busy * WARP as f64;
        let row = (128.0 / self.run.max(4.0)).max(1.0);
        let short = 1.0 + SHORT_ROWS * (row - 1.0);
        let direct = (self.cache_bytes - self.staged_bytes).max(0.0);
        let parts = [
            gpu.streaming(self.device_bytes * short),
            gpu.streaming(self.cache_bytes * short) / SECOND_CACHE,
            gpu.passing(self.passes * LINE + self.shared_passes * PASS) / busy,
            gpu.waiting(direct, threads * self.under_way.clamp(UNDER_WAY.0, UNDER_WAY.1))
                + gpu.waiting(self.staged_bytes, threads * self.staged_under_way.max(4.0)),
            self.issuing(gpu, multiprocessors * busy, warps),
            of_each * BLOCK,
        ];
        let together = parts.iter().map(|part| part.powf(TOGETHER)).sum::<f64>().powf(1.0 / TOGETHER);
        let waves = blocks / (multiprocessors * f64::from(held.blocks));
        Some(together + self.launches * (waves * WAVE + LAUNCH))
    }

    /// Seconds in which some multiprocessors, with so many warps on each, issue the instructions.
    fn issuing(&self, gpu: Gpu, multiprocessors: f64, warps: f64) -> f64 {
        let copies = self.copies.max(1.0);
        let instructions = self.instructions * (1.0 + COPIES * copies.log2());
        let hidden = (warps * copies.min(HELPING) / (SCHEDULERS * HIDING)).min(1.0);
        instructions / (multiprocessors * SCHEDULERS * gpu.limits().shared_clock * hidden)
    }
}

#[cfg(test)]
mod demand_tests {
    use super::*;

    fn seconds(demand: Demand) -> f64 {
        demand.seconds(Gpu::H200).unwrap_or(f64::INFINITY)
    }

    /// A stream of 1 GiB in blocks of some threads.
    fn stream(threads: u64, blocks: f64, under_way: f64) -> Demand {
        let bytes = f64::from(1u32 << 30);
        Demand {
            instructions: bytes / 128.0 * 4.0,
            device_bytes: bytes,
            cache_bytes: bytes,
            passes: bytes / 128.0,
            shared_passes: 0.0,
            staged_bytes: 0.0,
            staged_under_way: 0.0,
            blocks,
            threads,
            active: threads as f64,
            registers: 24,
            shared_bytes: 0,
            under_way,
            copies: 1.0,
            run: 128.0,
            launches: 1.0,
        }
    }

    #[test]
    fn more_under_way_is_faster_and_few_blocks_are_slow() {
        let many = f64::from(1u32 << 20);
        assert!(seconds(stream(256, many / 4.0, 16.0)) < seconds(stream(256, many, 4.0)));
        assert!(seconds(stream(256, 16.0, 4.0)) > 3.0 * seconds(stream(256, many, 4.0)));
        assert!(seconds(stream(32, many * 8.0, 4.0)) > seconds(stream(256, many, 4.0)));
    }

    #[test]
    fn what_no_multiprocessor_holds_has_no_time() {
        let large = Demand { threads: 1024, registers: 255, ..stream(1024, 10.0, 4.0) };
        assert_eq!(large.seconds(Gpu::H200), None);
    }
}
