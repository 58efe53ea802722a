//! How many registers a thread gets for the values it keeps.
//!
//! What a kernel's values need is counted where the kernel is known: from the machine's
//! instructions (`profile`), or from the declarations before anything is compiled
//! (`recipes`). What a GPU does with the number is the same for both.

use crate::{Gpu, MOST_THREADS, occupancy};

/// The most that a thread can have; what needs more lives in memory.
pub const MOST: u32 = 255;
/// Registers are handed out in pieces.
const PIECE: u32 = 8;
/// What a kernel needs besides its values: an address being built, the stack,
/// a loop that is ahead of itself.
const OVERHEAD: u32 = 8;

/// The registers of a thread with so many 32-bit values alive at once.
pub fn for_values(alive: u32) -> u32 {
    alive.saturating_add(OVERHEAD).next_multiple_of(PIECE).min(MOST)
}

/// The largest block, a power of two, of which two fit on a multiprocessor at once.
pub fn largest_block(gpu: Gpu, registers: u32) -> u64 {
    let sizes = std::iter::successors(Some(MOST_THREADS), |size| Some(size / 2));
    let fits = |size: &u64| {
        *size <= gpu.warp() || occupancy(gpu, *size, registers, 0).blocks >= 2.min(gpu.limits().blocks)
    };
    sizes.into_iter().find(fits).unwrap_or(gpu.warp())
}

#[cfg(test)]
mod registers_tests {
    use super::*;

    #[test]
    fn registers_come_in_pieces() {
        assert_eq!(for_values(0), 8);
        assert_eq!(for_values(9), 24);
        assert_eq!(for_values(1000), MOST);
    }

    #[test]
    fn more_registers_mean_smaller_blocks() {
        let largest = |registers| largest_block(Gpu::H200, registers);
        assert_eq!([20, 100, 200, 255].map(largest), [1024, 256, 128, 128]);
    }
}
