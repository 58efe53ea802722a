//! What a kernel asks of a GPU, and how long that may take.
//!
//! Five things hold a kernel up: device memory, the second cache, the first one with shared memory, the
//! answers that are under way (Little's law), and the instructions that are issued. The slowest counts most, the
//! others still count: they are added in the fourth power. Around that, the last wave of blocks leaves
//! multiprocessors idle, and each block costs its start.
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
    /// Lines of the first cache and passes over shared memory.
    pub passes: f64,
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
    /// Instructions of a thread that do not wait for each other.
    pub independent: f64,
    /// How often it is launched.
    pub launches: f64,
}

/// The second cache is faster than device memory by this.
const SECOND_CACHE: f64 = 2.2;
/// Schedulers of a multiprocessor.
const SCHEDULERS: f64 = 4.0;
/// Warps of a scheduler that hide the latency of arithmetic.
const HIDING: f64 = 6.0;
/// Seconds until a block runs.
const BLOCK_START: f64 = 0.4e-6;
/// Seconds until a launch runs.
const LAUNCH: f64 = 3e-6;
/// What values cost that have no register.
const SPILLED: f64 = 3.0;

impl Demand {
    /// What the simulator counted; what only the text tells, as estimated from it.
    pub fn counted(kernel: &Kernel, estimated: Option<&Demand>) -> Demand {
        let global = |memory: Memory| memory == Memory::Global;
        let accesses = || kernel.accesses.iter();
        let passes: f64 = accesses()
            .map(|access| match access.memory {
                Memory::Shared => access.passes as f64,
                Memory::Global | Memory::Local => {
                    (access.transactions as f64 / 4.0).max(access.requests as f64)
                }
            })
            .sum();
        let threads: u64 = kernel.block.iter().map(|&n| u64::from(n)).product();
        let blocks: f64 = kernel.grid.iter().map(|&n| f64::from(n)).product();
        let loads = accesses().filter(|access| global(access.memory));
        let largest = loads.map(|access| access.size as f64).fold(4.0, f64::max);
        Demand {
            instructions: kernel.instructions.warp as f64,
            device_bytes: kernel.bytes_moved as f64,
            cache_bytes: kernel.bytes_moved as f64,
            passes,
            blocks: estimated.map_or(blocks, |estimated| estimated.blocks.min(blocks)),
            threads,
            active: estimated.map_or(threads as f64, |estimated| estimated.active),
            registers: kernel.registers,
            shared_bytes: kernel.shared_bytes,
            under_way: estimated.map_or(largest, |estimated| estimated.under_way),
            independent: estimated.map_or(1.0, |estimated| estimated.independent),
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
        let at_once = multiprocessors * f64::from(held.blocks);
        // Few blocks spread over the multiprocessors before any gets a second one.
        let resident = (blocks / multiprocessors)
            .clamp(f64::from(u8::from(blocks >= multiprocessors)), f64::from(held.blocks));
        let busy = (blocks / multiprocessors).min(1.0);
        let warps = resident.max(1.0) * (self.active / WARP as f64).ceil().max(1.0);
        let hidden = (warps * self.independent / (SCHEDULERS * HIDING)).min(1.0);
        let issue = self.instructions / (multiprocessors * busy * SCHEDULERS * limits.shared_clock * hidden);
        let under_way = warps * multiprocessors * busy * WARP as f64 * self.under_way;
        let parts = [
            gpu.streaming(self.device_bytes),
            gpu.streaming(self.cache_bytes) / SECOND_CACHE,
            gpu.passing(self.passes) / busy,
            gpu.waiting(self.cache_bytes, under_way),
            issue,
        ];
        let together = parts.iter().map(|part| part.powi(4)).sum::<f64>().powf(0.25);
        let waves = blocks / at_once;
        let tail = if waves > 1.0 { waves.ceil() / waves } else { 1.0 };
        // Long rows of waves have their ends where others begin.
        let tail = 1.0 + (tail - 1.0) * 0.5;
        let spilled = if self.registers >= gpu::registers::MOST { SPILLED } else { 1.0 };
        let starts = self.launches * (blocks / at_once * BLOCK_START + LAUNCH);
        Some(together * tail * spilled + starts)
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
            blocks,
            threads,
            active: threads as f64,
            registers: 24,
            shared_bytes: 0,
            under_way,
            independent: 2.0,
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
