//! Passes over the banks of shared memory.
//!
//! Word `w` lies in bank `w mod banks`. In one pass every bank serves one word,
//! to any number of lanes; so an access takes as many passes as the busiest
//! bank has different words. Wider accesses are looked at in halves or
//! quarters of the warp, so that a pass never moves more than the banks can.

use super::Gpu;

/// The passes of an access at these offsets, for the lanes in `mask`.
pub fn passes(gpu: Gpu, offsets: &[u64; 32], mask: u32, size: u64) -> u64 {
    let lanes_at_once = match (gpu, size) {
        (Gpu::G80 | Gpu::Gt200, _) | (_, 8) => 16,
        (_, 16) => 8,
        _ => 32,
    };
    (0..32 / lanes_at_once)
        .map(|group| {
            let lanes = group * lanes_at_once..(group + 1) * lanes_at_once;
            busiest_bank(gpu, offsets, mask, size, lanes)
        })
        .sum()
}

fn busiest_bank(gpu: Gpu, offsets: &[u64; 32], mask: u32, size: u64, lanes: std::ops::Range<usize>) -> u64 {
    let mut words: Vec<u64> = Vec::with_capacity(32);
    for lane in lanes {
        if mask >> lane & 1 != 0 {
            words.extend((0..size.div_ceil(4)).map(|part| offsets[lane] / 4 + part));
        }
    }
    words.sort_unstable();
    words.dedup();
    let mut load = [0u64; 32];
    for word in words {
        load[(word % gpu.banks()) as usize] += 1;
    }
    load.into_iter().max().unwrap_or(0)
}

#[cfg(test)]
mod banks_tests {
    use super::*;

    fn strided(stride: u64) -> u64 {
        passes(Gpu::H200, &std::array::from_fn(|lane| 4 * stride * lane as u64), u32::MAX, 4)
    }

    #[test]
    fn a_stride_shares_as_many_banks_as_its_common_divisor() {
        for (stride, expected) in [(0, 1), (1, 1), (2, 2), (3, 1), (16, 16), (32, 32), (33, 1), (36, 4)] {
            assert_eq!(strided(stride), expected, "stride {stride}");
        }
    }

    #[test]
    fn doubles_go_in_halves() {
        assert_eq!(passes(Gpu::H200, &std::array::from_fn(|l| 8 * l as u64), u32::MAX, 8), 2);
    }

    #[test]
    fn half_warps_on_old_processors() {
        assert_eq!(passes(Gpu::G80, &std::array::from_fn(|l| 4 * l as u64), u32::MAX, 4), 2);
        assert_eq!(passes(Gpu::G80, &std::array::from_fn(|l| 64 * l as u64), u32::MAX, 4), 32);
    }
}
