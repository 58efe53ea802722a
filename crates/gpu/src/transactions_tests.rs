//! The known costs of known patterns, processor by processor.

use super::*;

/// Lane `l` touches `f(l)`.
fn lanes(f: impl Fn(u64) -> u64) -> [u64; 32] {
    std::array::from_fn(|lane| f(lane as u64))
}

fn transactions(gpu: Gpu, size: u64, f: impl Fn(u64) -> u64) -> u64 {
    traffic(gpu, &lanes(f), u32::MAX, size).transactions
}

#[test]
fn neighbours_are_one_transaction_per_group() {
    let row = |l: u64| 1024 + 4 * l;
    assert_eq!(transactions(Gpu::G80, 4, row), 2);
    assert_eq!(transactions(Gpu::Gt200, 4, row), 2);
    assert_eq!(transactions(Gpu::Fermi, 4, row), 1);
    assert_eq!(transactions(Gpu::H200, 4, row), 4);
    assert_eq!(transactions(Gpu::Mi250x, 4, row), 2);
    assert_eq!(transactions(Gpu::Rx6900, 4, row), 1);
}

#[test]
fn one_word_off_costs_g80_everything() {
    let shifted = |l: u64| 1028 + 4 * l;
    assert_eq!(transactions(Gpu::G80, 4, shifted), 32);
    assert_eq!(transactions(Gpu::Gt200, 4, shifted), 3);
    assert_eq!(transactions(Gpu::Fermi, 4, shifted), 2);
    assert_eq!(transactions(Gpu::H200, 4, shifted), 5);
}

#[test]
fn a_column_costs_one_each_everywhere() {
    let column = |l: u64| 4096 * l;
    for gpu in Gpu::ALL {
        assert_eq!(transactions(gpu, 4, column), 32);
    }
}

#[test]
fn one_address_for_all() {
    for (gpu, expected) in [(Gpu::G80, 32), (Gpu::Gt200, 2), (Gpu::Fermi, 1), (Gpu::H200, 1)] {
        assert_eq!(transactions(gpu, 4, |_| 4096), expected);
    }
}

#[test]
fn gt200_cuts_segments_to_what_is_used() {
    // One half-warp in the upper half of a segment: 64 bytes.
    let half = traffic(Gpu::Gt200, &lanes(|l| 1024 + 64 + 4 * (l % 16)), 0xffff, 4);
    assert_eq!(half, Traffic { transactions: 1, bytes: 64 });
    // A single word: a quarter.
    let word = traffic(Gpu::Gt200, &lanes(|_| 1024 + 100), 1, 4);
    assert_eq!(word, Traffic { transactions: 1, bytes: 32 });
}

#[test]
fn backwards_is_as_good_as_forwards() {
    assert_eq!(transactions(Gpu::H200, 4, |l| 4096 - 4 * l), 5);
    assert_eq!(transactions(Gpu::H200, 4, |l| 4096 + 4 * (31 - l)), 4);
}

#[test]
fn lanes_that_sleep_cost_nothing() {
    assert_eq!(traffic(Gpu::H200, &lanes(|l| 4096 * l), 0, 4), Traffic::default());
    assert_eq!(traffic(Gpu::H200, &lanes(|l| 4096 * l), 0b101, 4).transactions, 2);
}

#[test]
fn lanes_that_take_no_part_save_no_sector_of_their_neighbours() {
    // Every other lane of a line: all four sectors, not the two that would do side by side.
    assert_eq!(in_place(Gpu::H200, 0x5555_5555, 4), 4);
    assert_eq!(in_place(Gpu::H200, 0x0000_00ff, 4), 1);
    assert_eq!(in_place(Gpu::H200, 0x8000_0001, 4), 2);
    assert_eq!(in_place(Gpu::H200, u32::MAX, 16), 16);
    assert_eq!(in_place(Gpu::H200, 0x0000_0003, 12), 1);
    assert_eq!(in_place(Gpu::H200, 0x0000_0007, 12), 2);
    assert_eq!(in_place(Gpu::Fermi, 0x8000_0001, 4), 1);
    assert_eq!(in_place(Gpu::H200, 0, 4), 0);
}
