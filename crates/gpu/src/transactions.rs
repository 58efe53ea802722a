//! Transactions with device memory.
//!
//! *g80*: the lanes of a half-warp must touch the words of one aligned piece
//! of memory, the k-th lane the k-th word; then it is one transaction (two for
//! 16-byte words). Otherwise every lane has its own.
//! *gt200*: the segment of the first waiting lane is fetched, cut to the half
//! or quarter that is used, and serves every lane in it; then the next.
//! *fermi*: whole cache lines of 128 bytes.
//! *p100, h200*: sectors of 32 bytes.
//! *mi250x, rx6900, processor*: whole cache lines, of 64, 128 and 64 bytes.

use crate::{Gpu, WARP};

/// What one access of a warp costs.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Traffic {
    /// Transactions.
    pub transactions: u64,
    /// Bytes moved.
    pub bytes: u64,
}

impl Traffic {
    fn add(&mut self, bytes: u64) {
        self.transactions += 1;
        self.bytes += bytes;
    }
}

/// The cost of an access: the address of each lane, for those in `mask`.
pub fn traffic(gpu: Gpu, addresses: &[u64; 32], mask: u32, size: u64) -> Traffic {
    match gpu {
        Gpu::G80 => by_half_warps(addresses, mask, |lanes, traffic| strict(lanes, size, traffic)),
        Gpu::Gt200 => by_half_warps(addresses, mask, |lanes, traffic| segments(lanes, size, traffic)),
        Gpu::Fermi | Gpu::Rx6900 => pieces(addresses, mask, size, 128),
        Gpu::P100 | Gpu::H200 => pieces(addresses, mask, size, SECTOR),
        Gpu::Mi250x | Gpu::Processor => pieces(addresses, mask, size, 64),
    }
}

/// Bytes of a sector.
pub const SECTOR: u64 = 32;

/// The sectors of a warp whose lanes each need so many bytes side by side.
pub fn sectors_of_warp(bytes_of_lane: u64) -> f64 {
    (bytes_of_lane * WARP) as f64 / SECTOR as f64
}

/// The cost of fetching elements of a texture, as many as a warp asks for at
/// once: the sectors they lie in.
pub fn fetched(addresses: impl Iterator<Item = u64>, size: u64) -> Traffic {
    let last = |address: u64| address.saturating_add(size.saturating_sub(1)) / SECTOR;
    let mut touched: Vec<u64> = addresses.flat_map(|a| [a / SECTOR, last(a)]).collect();
    let transactions = distinct(&mut touched);
    Traffic { transactions, bytes: transactions * SECTOR }
}

/// The transactions of the same lanes if they touched neighbouring words.
pub fn ideal(gpu: Gpu, mask: u32, size: u64) -> u64 {
    let bytes = u64::from(mask.count_ones()) * size;
    let halves = u64::from(mask & 0xffff != 0) + u64::from(mask >> 16 != 0);
    match gpu {
        Gpu::G80 | Gpu::Gt200 => halves * (size * 16).div_ceil(128).max(1),
        Gpu::Fermi | Gpu::Rx6900 => bytes.div_ceil(128),
        Gpu::P100 | Gpu::H200 => bytes.div_ceil(SECTOR),
        Gpu::Mi250x | Gpu::Processor => bytes.div_ceil(64),
    }
}

/// The same if each lane touched the word of its place. Where data chooses the lanes, no
/// rewriting needs less: what lies in memory between their elements stays there.
pub fn in_place(gpu: Gpu, mask: u32, size: u64) -> u64 {
    match gpu {
        Gpu::G80 | Gpu::Gt200 => ideal(gpu, mask, size),
        Gpu::Fermi | Gpu::Rx6900 => pieces_in_place(mask, size, 128),
        Gpu::P100 | Gpu::H200 => pieces_in_place(mask, size, SECTOR),
        Gpu::Mi250x | Gpu::Processor => pieces_in_place(mask, size, 64),
    }
}

fn pieces_in_place(mask: u32, size: u64, piece: u64) -> u64 {
    if mask == u32::MAX {
        return (u64::from(u32::BITS) * size).div_ceil(piece);
    }
    let mut touched = 0;
    let mut behind = 0;
    for lane in (0..u64::from(u32::BITS)).filter(|lane| mask >> lane & 1 != 0) {
        let (first, end) = (lane * size / piece, ((lane + 1) * size).div_ceil(piece));
        touched += end - first.max(behind).min(end);
        behind = end;
    }
    touched
}

/// The lanes of a half-warp that take part: their place in it and address.
type HalfWarp = Vec<(u64, u64)>;

fn by_half_warps(addresses: &[u64; 32], mask: u32, rule: impl Fn(HalfWarp, &mut Traffic)) -> Traffic {
    let mut traffic = Traffic::default();
    for half in 0..2 {
        let lanes: HalfWarp = (0..16)
            .filter(|lane| mask >> (half * 16 + lane) & 1 != 0)
            .map(|lane| (lane as u64, addresses[half * 16 + lane]))
            .collect();
        if !lanes.is_empty() {
            rule(lanes, &mut traffic);
        }
    }
    traffic
}

fn strict(lanes: HalfWarp, size: u64, traffic: &mut Traffic) {
    let span = 16 * size;
    let start = lanes.first().map_or(0, |(_, address)| address / span * span);
    let in_step = lanes.iter().all(|&(lane, address)| address == start + lane * size);
    match size {
        4 | 8 if in_step => traffic.add(span),
        16 if in_step => {
            traffic.add(128);
            traffic.add(128);
        }
        _ => lanes.iter().for_each(|_| traffic.add(size.max(32))),
    }
}

fn segments(lanes: HalfWarp, size: u64, traffic: &mut Traffic) {
    let segment = match size {
        1 => 32,
        2 => 64,
        _ => 128,
    };
    let mut waiting = lanes;
    while let Some(&(_, first)) = waiting.first() {
        let start = first / segment * segment;
        let (served, rest): (HalfWarp, HalfWarp) =
            waiting.into_iter().partition(|&(_, address)| address / segment * segment == start);
        let lowest = served.iter().map(|s| s.1).min().unwrap_or(first);
        let highest = served.iter().map(|s| s.1 + size - 1).max().unwrap_or(first);
        traffic.add(cut(start, segment, lowest, highest));
        waiting = rest;
    }
}

/// The smallest half or quarter of a segment that holds what is used.
fn cut(start: u64, segment: u64, lowest: u64, highest: u64) -> u64 {
    let (mut start, mut bytes) = (start, segment);
    while bytes > 32 {
        let half = bytes / 2;
        if highest < start + half {
            bytes = half;
        } else if lowest >= start + half {
            start += half;
            bytes = half;
        } else {
            break;
        }
    }
    bytes
}

/// How many aligned pieces are touched.
fn pieces(addresses: &[u64; 32], mask: u32, size: u64, piece: u64) -> Traffic {
    let mut touched = [0u64; 64];
    let mut count = 0;
    let mut sorted = true;
    for (lane, address) in addresses.iter().enumerate() {
        if mask >> lane & 1 == 0 {
            continue;
        }
        for at in [address / piece, (address + size - 1) / piece] {
            if count == 0 || touched[count - 1] != at {
                sorted &= count == 0 || touched[count - 1] < at;
                touched[count] = at;
                count += 1;
            }
        }
    }
    let touched = &mut touched[..count];
    let transactions = if sorted { count as u64 } else { distinct(touched) };
    Traffic { transactions, bytes: transactions * piece }
}

fn distinct(values: &mut [u64]) -> u64 {
    values.sort_unstable();
    let repeated = values.windows(2).filter(|pair| pair[0] == pair[1]).count();
    (values.len() - repeated) as u64
}

#[cfg(test)]
#[path = "transactions_tests.rs"]
mod transactions_tests;
