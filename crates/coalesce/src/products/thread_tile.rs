//! The tile of a product that each block has, and the part of it that each thread keeps in registers.
//!
//! A thread of 8 by 16 that has 8 by 4 elements has every eighth row and every sixteenth column
//! from its own on, so that the lanes of a warp stay side by side:
//!
//! ```text
//! row    = first_row    + threadIdx.y +  8 * r        r < 8
//! column = first_column + threadIdx.x + 16 * q        q < 4
//! ```
//! The more elements a thread has, the fewer words it reads for each. The fewer threads a block
//! has, the more blocks there are, which matters for a small matrix.

use gpu::STATIC_SHARED;
use hir::Type;

use crate::kernel::Kernel;
use crate::products::nest::Nest;
use crate::products::tiles::{Tile, padding};
use crate::refusal::{Refusal, refuse};

/// Threads of a block and elements of a thread, down and across: the best first. Eight by eight
/// elements are faster on a large matrix, but slower than nothing on one of 500 rows, whose
/// blocks are then too few.
const SHAPES: [([u64; 2], [u64; 2]); 3] = [([8, 16], [8, 4]), ([16, 16], [4, 4]), ([16, 16], [2, 2])];
/// Iterations of a round.
const DEPTH: u64 = 16;
/// Sums of a thread, and words of its registers for them and for what is on its way.
const MOST_SUMS: u64 = 32;
const MOST_REGISTERS: u64 = 96;

/// The elements of a block and of each thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ThreadTile {
    /// Threads of a block, by number.
    pub threads: [u64; 2],
    /// Elements of a thread, by number.
    pub own: [u64; 2],
    /// Iterations that one round takes.
    pub depth: u64,
    /// The number along which the lanes of a warp lie.
    pub across: usize,
}

impl ThreadTile {
    /// Elements of a block along a number.
    pub(crate) fn width(&self, number: usize) -> u64 {
        self.threads[number] * self.own[number]
    }

    /// The number along which lanes do not lie.
    pub(crate) fn down(&self) -> usize {
        1 - self.across
    }

    /// All threads of a block.
    pub(crate) fn all_threads(&self) -> u64 {
        self.threads[0] * self.threads[1]
    }

    /// Elements of a tile that each thread loads.
    pub(crate) fn steps(&self, tile: &Tile) -> u64 {
        self.depth * self.width(tile.number) / self.all_threads()
    }
}

/// As many elements for each thread as there is room for, and tiles padded for them.
pub(crate) fn thread_tile(
    kernel: &Kernel<'_>,
    nest: &Nest<'_>,
    tiles: &mut [Tile],
    across: usize,
) -> Result<ThreadTile, Refusal> {
    let by_number = |[down, along]: [u64; 2]| if across == 1 { [down, along] } else { [along, down] };
    let room = kernel.gpu.limits().shared_per_block.min(STATIC_SHARED);
    for (threads, own) in SHAPES {
        let thread_tile =
            ThreadTile { threads: by_number(threads), own: by_number(own), depth: DEPTH, across };
        let mut bytes = 0;
        for tile in tiles.iter_mut() {
            let width = thread_tile.width(tile.number);
            tile.padding = padding(kernel, tile, [DEPTH, width], thread_tile.all_threads());
            bytes += DEPTH * (width + tile.padding) * kernel.program().size_of(tile.element).unwrap_or(8);
        }
        let sums = nest.sums.len() as u64 * own[0] * own[1];
        if sums <= MOST_SUMS && bytes <= room && registers(kernel, nest, tiles, thread_tile) <= MOST_REGISTERS
        {
            return Ok(thread_tile);
        }
    }
    let span = kernel.program().stmts[nest.canonical.stmt].span;
    refuse(span, "the loop carries more than the registers of a thread hold for several elements")
}

/// Words of registers that sums and what is on its way take.
fn registers(kernel: &Kernel<'_>, nest: &Nest<'_>, tiles: &[Tile], thread_tile: ThreadTile) -> u64 {
    let words = |ty: Type| kernel.program().size_of(ty).unwrap_or(8).div_ceil(4);
    let sums: u64 = nest.sums.iter().map(|var| words(kernel.program().vars[*var].ty)).sum();
    let on_the_way: u64 = tiles.iter().map(|tile| words(tile.element) * thread_tile.steps(tile)).sum();
    sums * thread_tile.own[0] * thread_tile.own[1] + on_the_way
}
