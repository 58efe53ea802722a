//! Places in one memory for what lives in it, not all at once.
//!
//! ```text
//! a |------|                 0 .. 40 KiB
//! b          |---------|     0 .. 30 KiB, where `a` was
//! c               |------|  30 .. 60 KiB, beside `b`
//! ```
//! First-fit interval colouring: largest first, each goes to the lowest place
//! where it overlaps none that it meets. It serves the shared arrays of a
//! kernel ([`place_shared`]) and the constants of a file
//! ([`crate::constant_memory`]).
//!
//! Invariant: two that meet never overlap.

use hir::{Program, StmtId};

use crate::maps::HashMap;
use crate::{KernelFacts, SharedFacts};

/// What the widest access to memory needs.
pub const ALIGNMENT: u64 = 16;

/// Offsets for pieces of these sizes, of which some `meet`: are alive together.
pub fn place(sizes: &[u64], meet: &dyn Fn(usize, usize) -> bool) -> Vec<u64> {
    let sizes: Vec<u64> = sizes.iter().map(|size| size.next_multiple_of(ALIGNMENT)).collect();
    let mut by_size: Vec<usize> = (0..sizes.len()).collect();
    by_size.sort_by_key(|&piece| std::cmp::Reverse(sizes[piece]));
    let mut offsets = vec![0; sizes.len()];
    for (at, &piece) in by_size.iter().enumerate() {
        let neighbours = by_size[..at].iter().filter(|&&other| meet(piece, other));
        let mut taken: Vec<(u64, u64)> =
            neighbours.map(|&other| (offsets[other], offsets[other] + sizes[other])).collect();
        taken.sort_unstable();
        let mut offset = 0;
        for (start, end) in taken {
            if offset + sizes[piece] <= start {
                break;
            }
            offset = offset.max(end);
        }
        offsets[piece] = offset;
    }
    offsets
}

/// Sets the offset of every shared array of a kernel. An array lives from its
/// `shared alloc` to its `shared remove`, or to the end of the kernel.
pub fn place_shared(program: &Program, kernel: &mut KernelFacts) {
    let order: HashMap<StmtId, usize> =
        program.stmts_below(kernel.body).enumerate().map(|(at, stmt)| (stmt, at)).collect();
    let position = |stmt: StmtId| order.get(&stmt).copied();
    let life = |shared: &SharedFacts| {
        (position(shared.stmt).unwrap_or(0), shared.remove.and_then(position).unwrap_or(usize::MAX))
    };
    let lives: Vec<(usize, usize)> = kernel.shared.iter().map(life).collect();
    let sizes: Vec<u64> = kernel.shared.iter().map(|shared| shared_bytes(program, shared)).collect();
    let meet = |a: usize, b: usize| lives[a].0 < lives[b].1 && lives[b].0 < lives[a].1;
    let offsets = place(&sizes, &meet);
    for (shared, offset) in kernel.shared.iter_mut().zip(offsets) {
        shared.offset = offset;
    }
}

/// Bytes of a shared array, padding included; more than there can be where the
/// number has no type.
pub fn shared_bytes(program: &Program, shared: &SharedFacts) -> u64 {
    let elements = shared.padded_extents().into_iter().fold(1u64, u64::saturating_mul);
    // Room to add several of them.
    elements.saturating_mul(program.size_of(shared.element).unwrap_or(1)).min(u64::MAX / 256)
}

#[cfg(test)]
#[path = "packing_tests.rs"]
mod packing_tests;
