//! A warp for each row, its lanes side by side in it.
//!
//! # Before
//! ```c
//! int row = blockIdx.x * blockDim.x + threadIdx.x;
//! if (row >= n)
//!     return;
//! float sum = 0;
//! for (int j = 0; j < m; j++)
//!     sum += a[row * m + j] * x[j];
//! y[row] = sum;
//! ```
//! # After
//! ```c
//! // A warp for each row, its lanes side by side.
//! const int lane = threadIdx.x % 32;
//! int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
//! if (row >= n)
//!     return;
//! float sum = 0;
//! for (int j = lane; j < m; j += 32)
//!     sum += a[row * m + j] * x[j];
//! for (int offset = 16; offset > 0; offset /= 2)
//!     sum += __shfl_xor_sync(0xffffffff, sum, offset);
//! if (lane == 0)
//!     y[row] = sum;
//! ```
//! All lanes run what is outside the loops, with the same values; memory is
//! written by the first ([`mod@crate::warp_per_row::first_lane`]). The launches get 32 times the
//! blocks ([`mod@crate::row_of_warp`]); where that cannot be, the warps of a block take
//! turns with its rows.
//!
//! Where the row is gone along more than once, or written, a whole block has it: few rows
//! at a time stay in the cache.
//!
//! # Legal when
//! 1. iterations of the loops share nothing but what they reduce
//!    ([`mod@crate::warp_per_row::row_reduction`]); sums of floating-point numbers round differently
//!    in another order, and need permission;
//! 2. the block is a whole number of warps, without barriers or shuffles;
//! 3. nobody leaves from inside a loop.
//!
//! # Worth it when
//! the transactions become fewer, over all accesses of the loops.

pub(crate) mod first_lane;
pub(crate) mod located;
pub(crate) mod row_reduction;

use std::ops::Range;

use analyze::coalescing::Cost;
use analyze::region::leaves_early;
use gpu::WARP;
use hir::StmtId;

use crate::Applied;
use crate::batch::{Batch, Sharing, Spread, batch};
use crate::crossing::{Crossing, WARP_HAS_ROW};
use crate::exchange::no_warp_functions;
use crate::interchange::{canonical, rename_thread, stride_loop, widen_launch, wrap_body};
use crate::kernel::Kernel;
use crate::layout::INDENT;
use crate::legality;
use crate::patch::Patch;
use crate::predict::Work;
use crate::refusal::{Refusal, refuse, refuse_with, several_dimensions};
use crate::row_of_warp::{self, multiply_grid, thread_numbers};
use crate::row_walk::row_walk;
use crate::staging::begins;
use crate::staging::team::block_range;
use crate::warp_per_row::first_lane::{FirstLane, Sharers};
use crate::warp_per_row::row_reduction::{Reduced, reduced_variables, rounds, writes_private_array};

/// Threads of a block that has a row to itself.
const BLOCK: u64 = 512;

/// A loop that the lanes of a warp share.
pub(crate) struct SharedLoop {
    pub stmt: StmtId,
    pub reduced: Vec<Reduced>,
}

/// Gives each row to a warp; returns why.
pub(crate) fn warp_per_row(kernel: &Kernel<'_>, patch: &mut Patch) -> Result<Applied, Refusal> {
    let threads = whole_warps(kernel)?;
    let loops = shared_loops(kernel)?;
    rows_are_long(kernel, &loops)?;
    let lane = kernel.fresh("lane");
    let batches: Vec<(StmtId, Option<Batch<'_>>)> =
        loops.iter().map(|shared| (shared.stmt, batch(kernel, shared.stmt))).collect();
    let replaced = batches.iter().flat_map(|(_, batch)| batch).flat_map(Batch::replaced).collect::<Vec<_>>();
    let is_replaced = |number: &Range<usize>| {
        replaced.iter().any(|whole| whole.start <= number.start && number.end <= whole.end)
    };
    let numbers = thread_numbers(kernel).filter(|numbers| !numbers.iter().any(is_replaced));
    let row = if numbers.is_some() { "threadIdx.x".to_owned() } else { kernel.fresh("r") };
    let level = if numbers.is_some() { "" } else { INDENT };
    let stores = batches.iter().any(|(_, batch)| batch.is_some());
    let sharers = match numbers.is_some() && (stores || loops.len() > 1) && can_be_blocks(kernel, &loops) {
        true => Sharers::Block(BLOCK),
        false => Sharers::Warp,
    };
    let gain = gain(kernel, &loops, sharers)?;
    let help = "`--reassociate` lets a warp share each row: faster, with sums in another order";
    may_round(kernel, &loops, help)?;
    let (lane, all) = match sharers {
        Sharers::Warp => (lane, "32".to_owned()),
        Sharers::Block(threads) => ("threadIdx.x".to_owned(), threads.to_string()),
    };
    let by = Sharing { own: &lane, all: &all, row: &row, level, spread: Spread::No, what: "columns" };
    for (stmt, batch) in &batches {
        match batch {
            Some(batch) => batch.write(kernel, &by, patch)?,
            None => {
                let starts = |shared: &SharedLoop| shared.reduced.iter().any(|reduced| reduced.start_counts);
                let is_plain = !loops.iter().any(|shared| shared.stmt == *stmt && starts(shared));
                if numbers.is_some() && is_plain {
                    unroll(kernel, *stmt, patch)?;
                }
                stride_loop(kernel, *stmt, &lane, &all, patch)?;
            }
        }
    }
    FirstLane { kernel, loops: &loops, lane: &lane, sharers, level, patch }.write()?;
    match numbers {
        Some(numbers) if sharers != Sharers::Warp => row_of_block(kernel, threads, &numbers, patch)?,
        Some(numbers) => {
            row_of_warp::write(kernel, &numbers, patch)?;
            let body = kernel.range(kernel.program().stmts[kernel.found.body].span)?;
            let indent = format!("{}{INDENT}", kernel.indentation(body.end - 1));
            let comment = "// A warp for each row, its lanes side by side.";
            let declares = format!("const int {lane} = threadIdx.x % 32;");
            patch.insert(body.start + 1, format!("\n{indent}{comment}\n{indent}{declares}"));
        }
        None => {
            rename_thread(kernel, &row, &replaced, patch)?;
            take_turns(kernel, threads, &row, &lane, patch)?;
        }
    }
    let stmts: Vec<StmtId> = loops.iter().map(|shared| shared.stmt).collect();
    let work = Work::of(kernel, &stmts);
    let predicted = Some((work.original(), work.by_warps(), work.size()));
    let crossing = Some(Crossing { loops: stmts, columns: WARP_HAS_ROW });
    Ok(Applied { reason: gain, predicted, restricted: Vec::new(), crossing })
}

/// A warp is of no use to a row that most of its lanes have no part of.
fn rows_are_long(kernel: &Kernel<'_>, loops: &[SharedLoop]) -> Result<(), Refusal> {
    let trips = |shared: &SharedLoop| kernel.found.region.loops.get(&shared.stmt).and_then(|l| l.trips);
    match loops.iter().find(|shared| trips(shared).is_some_and(|trips| trips < WARP)) {
        Some(short) => refuse(kernel.program().stmts[short.stmt].span, "its rows are shorter than a warp"),
        None => Ok(()),
    }
}

/// Asks for several loads to be under way, where no store stands between them.
pub(crate) fn unroll(kernel: &Kernel<'_>, stmt: StmtId, patch: &mut Patch) -> Result<(), Refusal> {
    let writes = |access: &analyze::Access| access.loops.contains(&stmt) && access.mode.writes();
    let start = kernel.range(kernel.program().stmts[stmt].span)?.start;
    let line = start - kernel.indentation(start).len();
    let is_first = line == 0 || kernel.text()[line - 1] == b'\n';
    // Rows that begin within a line are no faster for it.
    let begins_aligned = begins(kernel, canonical(kernel, stmt)?).is_none();
    if is_first && begins_aligned && !kernel.costs.iter().any(|(access, _)| writes(access)) {
        patch.insert(line, "#pragma unroll 8\n");
    }
    Ok(())
}

/// Can a block have a row to itself? Its loops must be run once, the launches be there
/// to be changed, and rows be long.
fn can_be_blocks(kernel: &Kernel<'_>, loops: &[SharedLoop]) -> bool {
    let accesses = || kernel.costs.iter().map(|(access, _)| *access);
    let is_once = |shared: &SharedLoop| {
        let trips = kernel.found.region.loops.get(&shared.stmt).and_then(|canonical| canonical.trips);
        let is_outermost = accesses()
            .filter(|access| access.loops.contains(&shared.stmt))
            .all(|a| a.loops[0] == shared.stmt);
        let is_long = trips.is_none_or(|trips| trips >= 2 * BLOCK);
        is_outermost && is_long && shared.reduced.iter().all(|reduced| reduced.at.is_none())
    };
    let mut reduced: Vec<_> = loops.iter().flat_map(|shared| &shared.reduced).map(|one| one.var).collect();
    let count = reduced.len();
    reduced.sort();
    reduced.dedup();
    let mut launches = kernel.found.launches.iter();
    reduced.len() == count
        && loops.iter().all(is_once)
        && launches.all(|launch| block_range(kernel, *launch).is_some())
}

/// The row is the number of the block, and there are as many blocks as there were
/// threads.
fn row_of_block(
    kernel: &Kernel<'_>,
    threads: u64,
    numbers: &[Range<usize>],
    patch: &mut Patch,
) -> Result<(), Refusal> {
    numbers.iter().for_each(|number| patch.replace(number.clone(), "blockIdx.x"));
    let body = kernel.range(kernel.program().stmts[kernel.found.body].span)?;
    let indent = format!("{}{INDENT}", kernel.indentation(body.end - 1));
    patch.insert(body.start + 1, format!("\n{indent}// A block for each row, its threads side by side."));
    for launch in &kernel.found.launches {
        multiply_grid(kernel, *launch, threads, patch)?;
        if let Some(range) = block_range(kernel, *launch) {
            patch.replace(range, BLOCK.to_string());
        }
    }
    Ok(())
}

/// A block keeps its rows, and its warps take turns with them: for kernels that
/// use the thread's number in ways of their own, or are launched elsewhere.
fn take_turns(
    kernel: &Kernel<'_>,
    threads: u64,
    row: &str,
    lane: &str,
    patch: &mut Patch,
) -> Result<(), Refusal> {
    for span in legality::returns_outside_loops(kernel)? {
        patch.replace(kernel.range(span)?, "continue;");
    }
    let warps = threads / WARP;
    let (first, step) = match warps {
        1 => ("blockIdx.y".to_owned(), "gridDim.y".to_owned()),
        _ => (format!("blockIdx.y * {warps} + threadIdx.x / 32"), format!("gridDim.y * {warps}")),
    };
    let head = [
        format!("const int {lane} = threadIdx.x % 32;"),
        "// Each warp takes rows of the block, its lanes side by side in the row.".to_owned(),
        format!("for (unsigned {row} = {first}; {row} < {threads}; {row} += {step}) {{"),
    ];
    wrap_body(kernel, &head, patch)?;
    for launch in &kernel.found.launches {
        widen_launch(kernel, *launch, "32", patch);
    }
    Ok(())
}

/// The threads of a block.
fn whole_warps(kernel: &Kernel<'_>) -> Result<u64, Refusal> {
    let span = kernel.program().functions[kernel.found.function].span;
    legality::is_plain(kernel)?;
    no_warp_functions(kernel)?;
    legality::grid_has_one_dimension(kernel)?;
    match kernel.found.block {
        Some([x, 1, 1]) if x.is_multiple_of(WARP) => Ok(x),
        Some([_, 1, 1]) => refuse_with(
            span,
            "its blocks are no whole number of warps",
            "launch it with a multiple of 32 threads in a block",
        ),
        Some(_) => several_dimensions(span),
        None => refuse_with(
            span,
            "the number of threads of its blocks is not known",
            "launch it with a constant, or write `#pragma cudalite kernel(256, 2)` in it",
        ),
    }
}

/// The loops along whose rows the strided accesses go, with what they reduce.
fn shared_loops(kernel: &Kernel<'_>) -> Result<Vec<SharedLoop>, Refusal> {
    let program = kernel.program();
    let mut loops: Vec<SharedLoop> = Vec::new();
    for (access, _) in kernel.strided() {
        let walks =
            |stmt: &&StmtId| row_walk(kernel, access, **stmt).is_some_and(|walk| walk.step.abs() == 1);
        let Some(&stmt) = access.loops.iter().rev().find(walks) else {
            // What is read once for the row is one element for all lanes.
            if access.loops.is_empty() {
                continue;
            }
            return refuse(access.span, "no loop around this access walks along the row");
        };
        if loops.iter().any(|shared| shared.stmt == stmt) {
            continue;
        }
        check_loop(kernel, stmt)?;
        loops.push(SharedLoop { stmt, reduced: reduced_variables(kernel, stmt)? });
    }
    if loops.is_empty() {
        let span = program.functions[kernel.found.function].span;
        return refuse(span, "no loop walks along rows");
    }
    for shared in &loops {
        let is_inside = |other: &&SharedLoop| {
            other.stmt != shared.stmt && program.stmts_below(shared.stmt).any(|below| below == other.stmt)
        };
        if let Some(inner) = loops.iter().find(is_inside) {
            return refuse(program.stmts[inner.stmt].span, "one loop along a row is inside another");
        }
    }
    Ok(loops)
}

pub(crate) fn check_loop(kernel: &Kernel<'_>, stmt: StmtId) -> Result<(), Refusal> {
    let span = kernel.program().stmts[stmt].span;
    let canonical = canonical(kernel, stmt)?;
    if leaves_early(kernel.input, canonical.body) {
        return refuse(span, "the loop may end early");
    }
    if let Some(used) = legality::is_used_after(kernel, canonical.index, stmt) {
        return refuse(used, "the index of the loop is used behind it");
    }
    if let Some(access) = writes_private_array(kernel, stmt) {
        let name = kernel.input.place_name(&access.place);
        return refuse(access.span, format!("each lane would have a part of `{name}` only"));
    }
    legality::arrays_are_apart(kernel, stmt)
}

/// Why it is worth it.
fn gain(kernel: &Kernel<'_>, loops: &[SharedLoop], sharers: Sharers) -> Result<String, Refusal> {
    let price = |cost: Cost| cost.transactions.unwrap_or(cost.fewest * 8.0);
    let (mut now, mut then) = (0.0, 0.0);
    for shared in loops {
        let along = kernel.view().along(shared.stmt);
        for (access, cost) in kernel.costs.iter().filter(|(access, _)| access.loops.contains(&shared.stmt)) {
            now += price(*cost);
            then += price(along.cost(access, kernel.gpu));
        }
    }
    if then >= now {
        let span = loops.first().map(|shared| kernel.program().stmts[shared.stmt].span);
        let span = span.unwrap_or(kernel.program().functions[kernel.found.function].span);
        return refuse(span, "other accesses would become as bad as these are now");
    }
    let order = match rounded(kernel, loops) {
        Some(name) => format!("; `{name}` is summed in another order and may round differently"),
        None => String::new(),
    };
    let who = if sharers == Sharers::Warp { "warp" } else { "block" };
    Ok(format!(
        "a {who} for each row: {now:.0} transactions per iteration of a warp before, {then:.0} after{order}"
    ))
}

/// A variable whose last bits depend on the order.
pub(crate) fn rounded(kernel: &Kernel<'_>, loops: &[SharedLoop]) -> Option<String> {
    let mut all = loops.iter().flat_map(|shared| &shared.reduced);
    all.find(|reduced| rounds(kernel, reduced)).map(|reduced| kernel.input.name(reduced.var))
}

/// Sums in another order are for the user to allow.
pub(crate) fn may_round(
    kernel: &Kernel<'_>,
    loops: &[SharedLoop],
    help: &'static str,
) -> Result<(), Refusal> {
    match rounded(kernel, loops) {
        Some(name) if !kernel.settings.reassociate => {
            let span = kernel.program().functions[kernel.found.function].span;
            let reason = format!("`{name}` would be summed in another order and may round differently");
            Err(Refusal { span, reason, help: Some(help), is_choice: true })
        }
        _ => Ok(()),
    }
}
