//! Bank conflicts of shared accesses, and the padding that avoids them.
//!
//! Shared memory has 32 banks of 4 bytes. In one access the 32 threads of a warp
//! are served together as long as each bank is asked for one word; two words of
//! one bank take two passes. A column of a 32×32 `float` tile is one bank for all
//! threads: 32 passes. With rows of 33 the column spreads over all banks.
//!
//! Where a thread walks along a row, the compiler of the kernel can read four
//! words at once if rows start at multiples of 16 bytes: a row of 36 then beats
//! one of 33.
//!
//! Invariant: the padding chosen has the least total number of passes of all
//! paddings from 0 to 32 elements; among those it keeps rows aligned if that is
//! of use, and is the smallest.

use affine::LinearExpr;
use gpu::{Gpu, TARGET, WARP, Way, banks};
use kir::geometry::{Space, SpaceKind};

use crate::batches::{Batch, batches};
use crate::index_expr::Values;
use crate::{Input, KernelFacts, SharedFacts};

/// Words of a column that a thread reads by one instruction.
pub const READ_AT_ONCE: u64 = 4;

/// A shared access as a function of the thread: element offset
/// `constant + coefficient[d] * thread_index[d]`, per array dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaneAccess {
    /// One row per array dimension, outermost first: a coefficient for each
    /// thread dimension.
    pub coefficients: Vec<Vec<i128>>,
}

/// The passes over the banks that a load of one warp takes, by the rules of [`gpu::banks`].
///
/// `threads` are the sizes of the thread dimensions, innermost (x) last;
/// `extents` those of the array, with the padding in the last one.
pub fn passes(access: &LaneAccess, threads: &[u64], extents: &[u64], element: u64) -> u64 {
    let lanes = threads.iter().product::<u64>().clamp(1, WARP);
    let byte = |lane: u64| element_offset(access, threads, extents, lane) * i128::from(element);
    let bytes: Vec<i128> = (0..lanes).map(byte).collect();
    passes_at(&bytes, element, TARGET, Way::Load)
}

/// The same for the bytes that the lanes of a warp are at, from any start.
pub fn passes_at(bytes: &[i128], element: u64, gpu: Gpu, way: Way) -> u64 {
    // All lanes are moved by whole rows of banks, so that the lowest offset is positive.
    let row = i128::from(banks::WORD * gpu.banks());
    let lowest = bytes.iter().min().copied().unwrap_or(0).div_euclid(row) * row;
    let mask = u32::MAX >> (WARP as usize - bytes.len().clamp(1, WARP as usize));
    let offsets = std::array::from_fn(|lane| {
        let byte = bytes.get(lane).or(bytes.last()).copied().unwrap_or(0);
        u64::try_from(byte - lowest).unwrap_or(u64::MAX / 2)
    });
    // What no single instruction moves is moved word by word.
    let size = if element.is_power_of_two() && element <= gpu::WIDEST { element } else { banks::WORD };
    let part = |at: u64| banks::passes(gpu, way, &offsets.map(|offset| offset + at), mask, size);
    (0..element.max(1)).step_by(size as usize).map(part).sum()
}

/// Elements to add to the columns of an array that is stored column by column: elements of neighbouring columns
/// that are stored together lie in different banks, and columns begin at multiples of what is read at once.
pub fn column_padding(rows: u64) -> u64 {
    let aligned = rows.next_multiple_of(READ_AT_ONCE);
    let length = if aligned.is_multiple_of(TARGET.banks()) { aligned + READ_AT_ONCE } else { aligned };
    length - rows
}

/// The element a thread accesses, relative to that of the constant part.
fn element_offset(access: &LaneAccess, threads: &[u64], extents: &[u64], thread: u64) -> i128 {
    let mut index = vec![0i128; threads.len()];
    let mut rest = thread;
    for (at, size) in threads.iter().enumerate().rev() {
        index[at] = i128::from(rest % size.max(&1));
        rest /= size.max(&1);
    }
    let mut offset = 0;
    for (row, extent) in access.coefficients.iter().zip(extents) {
        let moved: i128 = row.iter().zip(&index).map(|(c, t)| c * t).sum();
        offset = offset * i128::from(*extent) + moved;
    }
    offset
}

/// The padding of the innermost extent, 0 to 32 elements, with the fewest
/// passes over all accesses; of those, one that keeps rows aligned for threads
/// that walk along them; of those, the smallest.
pub fn choose_padding(accesses: &[LaneAccess], threads: &[u64], extents: &[u64], element: u64) -> u64 {
    let Some((inner, outer)) = extents.split_last() else { return 0 };
    if outer.is_empty() || accesses.is_empty() {
        return 0;
    }
    let total = |pad: u64| -> u64 {
        let mut padded = outer.to_vec();
        padded.push(inner + pad);
        accesses.iter().map(|access| passes(access, threads, &padded, element)).sum()
    };
    let walks_row =
        |access: &LaneAccess| access.coefficients.last().is_some_and(|row| row.iter().all(|c| *c == 0));
    let walked = accesses.iter().any(walks_row);
    let misaligned = |pad: u64| walked && !((inner + pad) * element).is_multiple_of(gpu::WIDEST);
    (0..=TARGET.banks()).min_by_key(|pad| (total(*pad), misaligned(*pad), *pad)).unwrap_or(0)
}

/// The padding for a shared array of a kernel.
pub fn best_padding(
    input: &Input<'_>,
    kernel: &KernelFacts,
    shared: &SharedFacts,
    values: &mut Values,
) -> u64 {
    let sizes: Option<Vec<u64>> = kernel.thread_sizes.iter().copied().collect();
    let (Some(sizes), Some(element)) = (sizes, input.program.size_of(shared.element)) else { return 0 };
    let order = hardware_order(&kernel.thread_sizes);
    let threads: Vec<u64> = order.iter().map(|dim| sizes[*dim]).collect();
    let accesses: Vec<LaneAccess> =
        shared.accesses.iter().filter_map(|at| lanes_of(input, kernel, *at, &order, values)).collect();
    let extents: Vec<u64> = shared.dims.iter().map(|dim| dim.extent).collect();
    choose_padding(&accesses, &threads, &extents, element)
}

/// The virtual thread dimensions in the order in which threads are numbered,
/// slowest first.
pub fn hardware_order(thread_sizes: &[Option<u64>]) -> Vec<usize> {
    let space = Space { dims: Vec::new(), sizes: thread_sizes.to_vec() };
    let mapping = space.mapping(SpaceKind::Threads);
    let axes = [hir::Axis::Z, hir::Axis::Y, hir::Axis::X];
    axes.iter().flat_map(|axis| mapping.on(*axis).collect::<Vec<_>>()).collect()
}

/// How an access moves with each thread dimension; `None` if it is not affine.
fn lanes_of(
    input: &Input<'_>,
    kernel: &KernelFacts,
    at: usize,
    order: &[usize],
    values: &mut Values,
) -> Option<LaneAccess> {
    let access = kernel.accesses.get(at)?;
    let around = batches(input, kernel, &access.loops, values);
    let row = |subscript: &LinearExpr| -> Vec<i128> {
        order
            .iter()
            .map(|dim| {
                let lanes = around.iter().filter(|batch| batch.dim == *dim);
                let distance = |batch: &Batch| i128::from(batch.step) * i128::from(batch.run);
                lanes.map(|batch| subscript.coefficient(batch.index) * distance(batch)).sum()
            })
            .collect()
    };
    Some(LaneAccess { coefficients: access.subscripts.as_ref()?.iter().map(row).collect() })
}

#[cfg(test)]
#[path = "bank_conflicts_tests.rs"]
mod bank_conflicts_tests;
