//! How many warps of a kernel a multiprocessor holds at once.
//!
//! Threads, blocks, registers and shared memory are handed out block by
//! block; what runs out first is the limit.
//!
//! ```text
//! 256 threads, 40 registers, 0 bytes on the h200:
//!   65536 / (40 * 256) = 6 blocks = 48 of 64 warps, limited by registers
//! ```

use crate::Gpu;

/// How many warps a multiprocessor holds at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occupancy {
    /// Blocks at once.
    pub blocks: u32,
    /// Warps at once.
    pub warps: u32,
    /// Warps there is room for.
    pub most_warps: u32,
    /// What runs out first: "threads", "blocks", "registers" or "shared memory".
    pub limit: &'static str,
}

/// Registers that a block takes: they are handed out in pieces, at first to
/// whole blocks, later to warps.
fn registers_of_a_block(gpu: Gpu, warps: u32, registers: u32) -> u32 {
    let warp = registers * gpu.warp() as u32;
    match gpu {
        Gpu::G80 => (warp * warps).next_multiple_of(256),
        Gpu::Gt200 => (warp * warps).next_multiple_of(512),
        Gpu::Fermi => warp.next_multiple_of(64) * warps,
        Gpu::P100 | Gpu::H200 => warp.next_multiple_of(256) * warps,
        // In steps of eight for each of 64 lanes, and of sixteen for each of 32.
        Gpu::Mi250x | Gpu::Rx6900 => warp.next_multiple_of(512) * warps,
        Gpu::Processor => 1,
    }
}

/// Shared memory that the system keeps of each block's.
fn reserved_shared(gpu: Gpu) -> u64 {
    match gpu {
        Gpu::H200 => 1024,
        _ => 0,
    }
}

/// The occupancy of blocks of so many threads, each with so many registers.
pub fn occupancy(gpu: Gpu, threads: u64, registers: u32, shared_bytes: u64) -> Occupancy {
    let limits = gpu.limits();
    let warps_per_block = threads.div_ceil(gpu.warp()).max(1) as u32;
    let most_warps = limits.threads / gpu.warp() as u32;
    let registers = registers_of_a_block(gpu, warps_per_block, registers.max(1));
    let shared = match shared_bytes {
        0 => 0,
        bytes => bytes.next_multiple_of(128) + reserved_shared(gpu),
    };
    let by = [
        ("threads", most_warps / warps_per_block),
        ("blocks", limits.blocks),
        ("registers", limits.registers / registers),
        ("shared memory", limits.shared_bytes.checked_div(shared).map_or(u32::MAX, |n| n as u32)),
    ];
    let (limit, blocks) = by.into_iter().min_by_key(|&(_, blocks)| blocks).unwrap_or(("threads", 0));
    Occupancy { blocks, warps: blocks * warps_per_block, most_warps, limit }
}

#[cfg(test)]
mod occupancy_tests {
    use super::*;

    fn of(gpu: Gpu, threads: u64, registers: u32, shared: u64) -> (u32, &'static str) {
        let occupancy = occupancy(gpu, threads, registers, shared);
        (occupancy.warps, occupancy.limit)
    }

    #[test]
    fn the_first_thing_to_run_out_is_the_limit() {
        assert_eq!(of(Gpu::H200, 256, 32, 0), (64, "threads"));
        assert_eq!(of(Gpu::H200, 32, 32, 0), (32, "blocks"));
        assert_eq!(of(Gpu::H200, 256, 40, 0), (48, "registers"));
        assert_eq!(of(Gpu::H200, 256, 32, 48 * 1024), (32, "shared memory"));
    }

    #[test]
    fn the_tiled_product_of_the_lectures_on_the_first_processor() {
        // 16 x 16 threads with 10 registers: three blocks, all 768 threads;
        // one register more and only two blocks fit.
        assert_eq!(of(Gpu::G80, 256, 10, 2048).0, 24);
        assert_eq!(of(Gpu::G80, 256, 11, 2048), (16, "registers"));
    }

    #[test]
    fn wavefronts_have_registers_by_the_lane() {
        assert_eq!(of(Gpu::Mi250x, 256, 64, 0), (32, "threads"));
        assert_eq!(of(Gpu::Mi250x, 256, 65, 0), (28, "registers"));
        assert_eq!(of(Gpu::Mi250x, 64, 32, 0), (16, "blocks"));
        assert_eq!(of(Gpu::Rx6900, 256, 100, 0), (16, "registers"));
        assert_eq!(of(Gpu::Rx6900, 256, 32, 33 * 1024), (8, "shared memory"));
    }

    #[test]
    fn a_block_that_does_not_fit_holds_nothing() {
        assert_eq!(of(Gpu::H200, 1024, 255, 0).0, 0);
    }
}
