//! How long a product takes, with tiles and without.
//!
//! A multiprocessor serves one line of its first cache in a cycle, or one pass over its shared
//! memory, and four warps multiply at the same time. Without tiles each multiplication waits
//! for two lines or more. With them a thread of `r` by `c` elements reads `r + c` words for
//! `r * c` multiplications:
//!
//! | elements of a thread | cycles of a warp for each | predicted | measured on an H200 |
//! |---|---|---|---|
//! | 1, from the cache | 1.5 + 1.5 | 3.08 ms | 3.15 ms |
//! | 4 by 4 | 8 / 16 + 1 / 4 | 0.77 ms | 0.74 ms |
//! | 8 by 4 | 12 / 32 + 1 / 4 | 0.64 ms | 0.60 ms |
//! | 8 by 8 | 16 / 64 + 1 / 4 | 0.51 ms | 0.52 ms |
//!
//! Matrices of 2048 by 2048, `float`.

use analyze::coalescing::{Cost, Pattern};
use gpu::{Gpu, WARP};
use hir::const_eval;

use crate::kernel::Kernel;
use crate::launches::columns;
use crate::products::nest::Nest;
use crate::products::thread_tile::ThreadTile;
use crate::products::tiles::Tile;

/// Rows, columns and iterations where nothing tells.
const USUAL: f64 = 2048.0;
/// Warps that multiply at the same time.
const MULTIPLIERS: f64 = 4.0;

/// What there is to do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Work {
    /// Rows and columns, in the order of the grid.
    sizes: [f64; 2],
    iterations: f64,
    gpu: Gpu,
}

impl Work {
    /// The work of a kernel.
    pub(crate) fn of(kernel: &Kernel<'_>, nest: &Nest<'_>) -> Work {
        let iterations = columns(kernel, nest.canonical.stmt).map_or(USUAL, |trips| trips.max(1) as f64);
        let sizes = nest.numbers.map(|number| {
            let size = const_eval::integer(kernel.program(), number.written);
            size.map_or(USUAL, |size| size.max(1) as f64)
        });
        Work { sizes, iterations, gpu: kernel.gpu }
    }

    /// Seconds for so many cycles of an iteration of a warp.
    fn seconds(&self, cycles: f64) -> f64 {
        let warps = self.sizes[0] * self.sizes[1] * self.iterations / WARP as f64;
        self.gpu.passing(warps * cycles)
    }

    /// Each access of a warp looks up the lines that its lanes are in.
    pub(crate) fn before(&self, kernel: &Kernel<'_>, nest: &Nest<'_>) -> f64 {
        let inside = kernel.costs.iter().filter(|(access, _)| access.loops.contains(&nest.canonical.stmt));
        self.seconds(inside.map(|(_, cost)| lookups(cost)).sum())
    }

    /// Elements are read from shared memory once for the others of the thread.
    pub(crate) fn with_tiles(&self, kernel: &Kernel<'_>, tiles: &[Tile], thread_tile: ThreadTile) -> f64 {
        let words = |tile: &Tile| kernel.program().size_of(tile.element).unwrap_or(4).div_ceil(4);
        let read: Vec<(usize, u64)> = tiles.iter().map(|tile| (tile.number, words(tile))).collect();
        self.seconds(cycles(&read, thread_tile.own))
    }

    /// `2048 by 2048 elements of 2048 iterations`
    pub(crate) fn size(&self) -> String {
        let [x, y] = self.sizes;
        format!("{y:.0} by {x:.0} elements of {:.0} iterations", self.iterations)
    }
}

/// Cycles of an iteration of a warp, where tiles depend on these numbers and their elements have
/// so many words.
fn cycles(tiles: &[(usize, u64)], own: [u64; 2]) -> f64 {
    let elements = (own[0] * own[1]) as f64;
    let reads: u64 = tiles.iter().map(|(number, words)| own[*number] * words).sum();
    let widest = tiles.iter().map(|(_, words)| *words).max().unwrap_or(1);
    reads as f64 / elements + widest as f64 / MULTIPLIERS
}

/// Cycles of an access of a warp: lanes side by side are in one line, and take half a cycle
/// more than that.
fn lookups(cost: &Cost) -> f64 {
    const DENSE: f64 = 1.5;
    match cost.pattern {
        Pattern::Strided(_) | Pattern::Irregular => cost.transactions.unwrap_or(cost.fewest * 8.0).max(DENSE),
        _ => DENSE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn predictions_are_near_what_was_measured() {
        let near = |predicted: f64, measured: f64| (0.8..1.25).contains(&(predicted * 1e3 / measured));
        let work = Work { sizes: [USUAL; 2], iterations: USUAL, gpu: Gpu::H200 };
        let dense = Cost { pattern: Pattern::Coalesced, transactions: Some(4.0), fewest: 4.0, size: 4 };
        let strided = Cost { pattern: Pattern::Strided(None), transactions: Some(16.0), ..dense };
        assert!(near(work.seconds(2.0 * lookups(&dense)), 3.15));
        assert!(near(work.seconds(lookups(&strided) + lookups(&dense)), 17.67));
        let floats = [(0, 1), (1, 1)];
        assert!(near(work.seconds(cycles(&floats, [4, 4])), 0.742));
        assert!(near(work.seconds(cycles(&floats, [8, 4])), 0.601));
        assert!(near(work.seconds(cycles(&floats, [8, 8])), 0.524));
        // Doubles are read faster than two words after each other, which does not decide anything.
        let doubles = work.seconds(cycles(&[(0, 2), (1, 2)], [4, 4]));
        assert!((1.07e-3..1.6e-3).contains(&doubles));
    }
}
