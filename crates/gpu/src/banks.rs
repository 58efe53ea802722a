//! Passes over the banks of shared memory.
//!
//! Word `w` lies in bank `w mod banks`. In one pass every bank serves one word,
//! to any number of lanes; so an access takes as many passes as the busiest
//! bank has different words. Wider accesses are looked at in halves or
//! quarters of the warp, so that a pass never moves more than the banks can.
//!
//! When a warp loads, two such neighbouring groups go together all the same if
//! the lanes come in couples that want the same address: `i` and `i ^ 1`
//! throughout the warp, or `i` and `i ^ 2` (a sleeping lane wants whatever its
//! partner wants). Stores never do. This is what the counters of an H200 show;
//! docs/counters.md has the table.

use crate::{Gpu, Way};

/// Bytes that a bank serves in a pass.
pub const WORD: u64 = 4;

/// Lanes that one pass can serve.
fn lanes_at_once(gpu: Gpu, size: u64) -> usize {
    match (gpu, size) {
        (_, 16) => 8,
        (Gpu::G80 | Gpu::Gt200, _) | (_, 8) => 16,
        _ => 32,
    }
}

/// The lanes of a mask in the groups that are served one after the other.
pub fn groups(gpu: Gpu, way: Way, offsets: &[u64; 32], mask: u32, size: u64) -> impl Iterator<Item = u32> {
    let narrow = lanes_at_once(gpu, size);
    let together = narrow < 32 && joins_couples(gpu) && way == Way::Load && in_couples(offsets, mask);
    let lanes = if together { narrow * 2 } else { narrow };
    (0..32).step_by(lanes).map(move |first| mask & ones(lanes) << first).filter(|&group| group != 0)
}

/// Do groups of couples go together there?
fn joins_couples(gpu: Gpu) -> bool {
    match gpu {
        Gpu::Fermi | Gpu::P100 | Gpu::H200 => true,
        Gpu::G80 | Gpu::Gt200 | Gpu::Mi250x | Gpu::Rx6900 | Gpu::Processor => false,
    }
}

/// Do all lanes want what their neighbour wants, or all what the lane two
/// further on wants?
fn in_couples(offsets: &[u64; 32], mask: u32) -> bool {
    [1, 2].into_iter().any(|partner| {
        (0..32usize).all(|lane| {
            let both = 1u32 << lane | 1 << (lane ^ partner);
            mask & both != both || offsets[lane] == offsets[lane ^ partner]
        })
    })
}

fn ones(lanes: usize) -> u32 {
    if lanes >= 32 { u32::MAX } else { (1 << lanes) - 1 }
}

/// The passes of the same lanes without conflicts.
pub fn ideal(gpu: Gpu, mask: u32, size: u64) -> u64 {
    let lanes = lanes_at_once(gpu, size);
    (0..32).step_by(lanes).filter(|&first| mask >> first & ones(lanes) != 0).count() as u64
}

/// The passes of an access at these offsets, for the lanes in `mask`.
pub fn passes(gpu: Gpu, way: Way, offsets: &[u64; 32], mask: u32, size: u64) -> u64 {
    if gpu == Gpu::Processor {
        return ideal(gpu, mask, size);
    }
    groups(gpu, way, offsets, mask, size).map(|group| busiest_bank(gpu, offsets, group, size)).sum()
}

fn busiest_bank(gpu: Gpu, offsets: &[u64; 32], lanes: u32, size: u64) -> u64 {
    let banks = gpu.banks();
    let mut words = [0u64; 128];
    let mut count = 0;
    let (mut used, mut shared) = (0u32, false);
    for lane in (0..32).filter(|lane| lanes >> lane & 1 != 0) {
        for word in offsets[lane] / WORD..=(offsets[lane] + size - 1) / WORD {
            if count > 0 && words[count - 1] == word {
                continue;
            }
            let bank = 1u32 << (word % banks);
            shared |= used & bank != 0;
            used |= bank;
            words[count] = word;
            count += 1;
        }
    }
    if shared { most_words_of_a_bank(&mut words[..count], banks) } else { u64::from(count > 0) }
}

/// The same word counts once.
fn most_words_of_a_bank(words: &mut [u64], banks: u64) -> u64 {
    words.sort_unstable();
    let mut load = [0u64; 32];
    for (at, &word) in words.iter().enumerate() {
        if at == 0 || words[at - 1] != word {
            load[(word % banks) as usize] += 1;
        }
    }
    load.into_iter().max().unwrap_or(0)
}

#[cfg(test)]
mod banks_tests {
    use super::*;

    fn strided(stride: u64) -> u64 {
        passes(Gpu::H200, Way::Load, &std::array::from_fn(|lane| 4 * stride * lane as u64), u32::MAX, 4)
    }

    #[test]
    fn a_stride_shares_as_many_banks_as_its_common_divisor() {
        for (stride, expected) in [(0, 1), (1, 1), (2, 2), (3, 1), (16, 16), (32, 32), (33, 1), (36, 4)] {
            assert_eq!(strided(stride), expected, "stride {stride}");
        }
    }

    #[test]
    fn doubles_go_in_halves() {
        assert_eq!(passes(Gpu::H200, Way::Load, &std::array::from_fn(|l| 8 * l as u64), u32::MAX, 8), 2);
    }

    /// The passes of lanes that want `f(lane)`-th words of a size.
    fn wide(size: u64, mask: u32, f: impl Fn(u64) -> u64) -> u64 {
        passes(Gpu::H200, Way::Load, &std::array::from_fn(|lane| size * f(lane as u64)), mask, size)
    }

    #[test]
    fn couples_at_one_address_let_groups_go_together() {
        assert_eq!(wide(8, u32::MAX, |l| l / 2), 1);
        assert_eq!(wide(8, u32::MAX, |l| l % 16), 2);
        assert_eq!(wide(8, u32::MAX, |l| l / 16 * 16), 2);
        assert_eq!(wide(16, u32::MAX, |l| l), 4);
        assert_eq!(wide(16, u32::MAX, |_| 9), 2);
        assert_eq!(wide(16, u32::MAX, |l| l / 2), 2);
        assert_eq!(wide(16, u32::MAX, |l| l % 8), 4);
        assert_eq!(wide(16, 0xff, |l| l), 1);
        // Half of the warp is not enough.
        assert_eq!(wide(16, u32::MAX, |l| if l < 16 { l / 2 } else { l }), 4);
    }

    #[test]
    fn stores_never_go_together() {
        let same = [72; 32];
        assert_eq!(passes(Gpu::H200, Way::Load, &same, u32::MAX, 8), 1);
        assert_eq!(passes(Gpu::H200, Way::Store, &same, u32::MAX, 8), 2);
    }

    #[test]
    fn a_processor_has_no_banks() {
        let same_bank = std::array::from_fn(|lane| 128 * lane as u64);
        assert_eq!(passes(Gpu::Mi250x, Way::Load, &same_bank, u32::MAX, 4), 32);
        assert_eq!(passes(Gpu::Processor, Way::Load, &same_bank, u32::MAX, 4), 1);
    }

    #[test]
    fn half_warps_on_old_processors() {
        assert_eq!(passes(Gpu::G80, Way::Load, &std::array::from_fn(|l| 4 * l as u64), u32::MAX, 4), 2);
        assert_eq!(passes(Gpu::G80, Way::Load, &std::array::from_fn(|l| 64 * l as u64), u32::MAX, 4), 32);
    }
}
