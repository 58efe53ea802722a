//! Blocks that share tiles of what they multiply.
//!
//! # Before
//! ```c
//! int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
//! if (row < n && column < m) {
//!     float sum = 0;
//!     for (int k = 0; k < l; k++)
//!         sum += a[row * l + k] * b[k * m + column];
//!     c[row * m + column] = sum;
//! }
//! ```
//! # After
//! Each block has 64 rows and 64 columns, each thread eight and four of them; rows of `a` and
//! columns of `b` come through shared memory, sixteen `k` at a time (`text` has the
//! text). Every element of `a` is loaded once for 64 columns, and read from shared memory
//! once for four. The sum of an element is taken in the same order as before.
//!
//! # Legal when
//! 1. the kernel is a loop for each element of a matrix, and what it needs before and after
//!    (`nest`);
//! 2. what the loop reads depends on its index and one of the two numbers, and is not
//!    written (`tiles`);
//! 3. every launch passes for the bounds of the numbers what its grid was made for
//!    (`made_for_bounds`).
//!
//! # Worth it when
//! the passes over shared memory take less time than those over the first cache did. A
//! kernel whose accesses are coalesced can be made faster by it, too.

pub(crate) mod cost;
pub(crate) mod nest;
pub(crate) mod text;
pub(crate) mod thread_tile;
pub(crate) mod tiles;

use std::collections::BTreeSet;

use analyze::{Place, SymbolKind};

use crate::Applied;
use crate::crossing::{Crossing, TILES};
use crate::exchange::no_warp_functions;
use crate::kernel::Kernel;
use crate::legality;
use crate::made_for_bounds::{Shape, relaunched};
use crate::patch::Patch;
use crate::products::cost::Work;
use crate::products::nest::{AXES, Nest, nest, thread_mention};
use crate::products::text::Writer;
use crate::products::thread_tile::thread_tile;
use crate::products::tiles::{steps_by_one, tiles};
use crate::refusal::{Refusal, refuse};
use crate::staging::team::keeps_blocks;

/// Gives blocks tiles to share; returns why.
pub(crate) fn products(kernel: &Kernel<'_>, patch: &mut Patch) -> Result<Applied, Refusal> {
    let span = kernel.program().functions[kernel.found.function].span;
    let Some([x, y, 1]) = kernel.found.block else {
        return refuse(span, "the number of threads of its blocks is not known");
    };
    legality::is_plain(kernel)?;
    no_warp_functions(kernel)?;
    if keeps_blocks(kernel) {
        return refuse(span, "its blocks cannot be given another shape");
    }
    let nest = nest(kernel)?;
    let mut tiles = tiles(kernel, &nest)?;
    let across = across(kernel, &nest);
    let thread_tile = thread_tile(kernel, &nest, &mut tiles, across)?;
    let bounds = nest.numbers.map(|number| number.bound);
    let crossing = Crossing { loops: vec![nest.canonical.stmt], columns: TILES };
    let shape = Shape {
        at_launch: crossing.is_at_run_time(kernel),
        old: [x, y],
        new: [thread_tile.width(0), thread_tile.width(1)],
        block: [thread_tile.threads[across], thread_tile.threads[thread_tile.down()]],
    };
    for launch in &kernel.found.launches {
        let edits = relaunched(kernel, *launch, bounds, shape)?;
        edits.into_iter().for_each(|(range, text)| patch.replace(range, text));
    }
    let work = Work::of(kernel, &nest);
    let (before, after) = (work.before(kernel, &nest), work.with_tiles(kernel, &tiles, thread_tile));
    if after >= before {
        return refuse(span, "the loop would be no faster with tiles");
    }
    Writer::new(kernel, &nest, &tiles, thread_tile).write(patch)?;
    let (high, wide) = (thread_tile.width(thread_tile.down()), thread_tile.width(across));
    let serves = if high == wide { high.to_string() } else { format!("{high} or {wide}") };
    let names: BTreeSet<String> = tiles.iter().map(|tile| format!("`{}`", tile.array(kernel))).collect();
    let names = names.into_iter().collect::<Vec<_>>().join(" and ");
    let reason = format!(
        "blocks of {high} by {wide} elements share tiles of {names}: what is loaded from global memory serves one thread before, {serves} elements after"
    );
    let predicted = Some((before, after, work.size()));
    Ok(Applied { reason, predicted, restricted: Vec::new(), crossing: Some(crossing) })
}

/// The number along which lanes are to lie: the one that steps to the next element of what is
/// written.
fn across(kernel: &Kernel<'_>, nest: &Nest<'_>) -> usize {
    let thread = |at: usize| {
        let mention = thread_mention(kernel, nest.numbers[at], AXES[at])?;
        kernel.symbols().find(&SymbolKind::Invariant(Place::of(kernel.program(), mention)?))
    };
    let written = || kernel.costs.iter().map(|(access, _)| *access).filter(|access| access.mode.writes());
    let steps =
        |at: usize| thread(at).is_some_and(|var| written().any(|access| steps_by_one(kernel, access, var)));
    if steps(1) && !steps(0) { 1 } else { 0 }
}
