//! Long loops of few threads, shared by more of them.
//!
//! # Before
//! ```c
//! int column = blockIdx.x * blockDim.x + threadIdx.x;
//! if (column < m)
//!     for (int i = 0; i < n; i++)
//!         b[i * m + column] = 2 * a[i * m + column];
//! scale<<<(m + 255) / 256, 256>>>(…);
//! ```
//! # After
//! ```c
//!     for (int i = blockIdx.y; i < n; i += gridDim.y)
//! scale<<<dim3((m + 255) / 256, 1 + 8448 / (1 + (m + 255) / 256)), 256>>>(…);
//! ```
//! where 8448 is eight times the number of such blocks that the processor can hold: with
//! that many columns nothing changes.
//!
//! The accesses of such a kernel are as good as can be. But a thread for each of a few
//! thousand columns leaves most of a large processor without work, and memory waits for
//! the next request.
//!
//! # Legal when
//! any thread may run any iteration, as for [`mod@crate::interchange`], and the launches
//! are there to be given the larger grid.
//!
//! # Worth it when
//! the threads of the launch have fewer bytes under way than memory could deliver.

use affine::Var;
use analyze::cuda_kernel::is_global_memory;
use analyze::dependence::dependences;
use analyze::{Access, Place, SymbolKind};
use emit::Precedence;
use hir::{ExprId, ExprKind, StmtId, const_eval};

use crate::Applied;
use crate::batch::{Sharing, Spread, batch, is_simple};
use crate::bounds::bounds;
use crate::interchange::{is_all_there_is, stride_loop, widen_launch};
use crate::kernel::Kernel;
use crate::legality::{accesses_in, may_be_one};
use crate::operand::Operand;
use crate::patch::Patch;
use crate::predict::{COLUMNS, Work};
use crate::refusal::{Refusal, refuse};
use crate::row_walk::index_symbol;

/// Fewer iterations than this are not worth sharing.
const FEWEST: u64 = 64;

/// Shares the iterations of a loop with a second dimension of blocks; returns why.
pub(crate) fn split(kernel: &Kernel<'_>, patch: &mut Patch) -> Result<Applied, Refusal> {
    let stmt = only_loop(kernel)?;
    is_all_there_is(kernel, stmt)?;
    iterations_are_apart(kernel, stmt)?;
    is_long(kernel, stmt)?;
    let most = fewest_threads(kernel)?;
    // Several times what fits: a block that is done makes room for the next.
    let wanted = TURNS * blocks_that_fit(kernel);
    for launch in &kernel.found.launches {
        let Some((blocks, text)) = grid(kernel, *launch) else {
            return refuse(kernel.input.span(*launch), "this launch cannot be given a larger grid");
        };
        let more = match blocks {
            Some(blocks) => (wanted / blocks.max(1)).max(1).to_string(),
            None => format!("1 + {wanted} / (1 + {})", text.at(Precedence::Multiplicative)),
        };
        widen_launch(kernel, *launch, &more, patch);
    }
    let shared = match batch(kernel, stmt) {
        Some(batch) => {
            let (own, all, row) = ("blockIdx.y", "gridDim.y", "threadIdx.x");
            let by = Sharing { own, all, row, level: "", spread: Spread::No, what: "iterations" };
            batch.write(kernel, &by, patch)
        }
        None => stride_loop(kernel, stmt, "blockIdx.y", "gridDim.y", patch),
    };
    shared?;
    let work = Work::down_columns(kernel, stmt, most);
    let reason = format!(
        "blocks share the iterations of a loop: {most:.0} threads are too few to keep the memory of {} busy",
        kernel.gpu.name()
    );
    let predicted = Some((work.few_threads(), work.along_rows(), work.size_by_columns()));
    Ok(Applied { reason, predicted, restricted: Vec::new(), crossing: None })
}

/// Is a loop worth sharing?
pub(crate) fn is_long(kernel: &Kernel<'_>, stmt: StmtId) -> Result<(), Refusal> {
    let trips = kernel.found.region.loops.get(&stmt).and_then(|canonical| canonical.trips);
    match trips.is_some_and(|trips| trips < FEWEST) {
        true => refuse(kernel.program().stmts[stmt].span, "its loop is too short to be shared"),
        false => Ok(()),
    }
}

/// Threads in a block of the launches.
fn block_size(kernel: &Kernel<'_>) -> u64 {
    kernel.found.block.map_or(256, |[x, ..]| x).max(1)
}

/// Blocks that the processor holds at a time.
fn blocks_that_fit(kernel: &Kernel<'_>) -> u64 {
    let limits = kernel.gpu.limits();
    u64::from(limits.multiprocessors) * (u64::from(limits.threads) / block_size(kernel))
}

/// The threads of the largest launch, if they are too few for the processor.
pub(crate) fn fewest_threads(kernel: &Kernel<'_>) -> Result<f64, Refusal> {
    let threads = block_size(kernel);
    let blocks = |launch: &ExprId| match grid(kernel, *launch) {
        Some((Some(blocks), _)) => blocks as f64,
        _ => COLUMNS / threads as f64,
    };
    let most = kernel.found.launches.iter().map(blocks).fold(0.0, f64::max) * threads as f64;
    if most == 0.0 || most * 2.0 > (blocks_that_fit(kernel) * threads) as f64 {
        let span = kernel.program().functions[kernel.found.function].span;
        return refuse(span, "its launches fill the processor");
    }
    Ok(most)
}

/// Blocks that a place on the processor has, one after the other.
const TURNS: u64 = 8;

/// The blocks of a launch: how many if that is a constant, and as what they are written.
fn grid(kernel: &Kernel<'_>, launch: ExprId) -> Option<(Option<u64>, Operand)> {
    let program = kernel.program();
    let ExprKind::Launch { config, .. } = &program.exprs[launch].kind else { return None };
    let grid = *config.first()?;
    kernel.range(kernel.input.span(grid)).ok()?;
    if !program.types.is_integer(program.exprs[grid].ty) || !is_simple(kernel, grid) {
        return None;
    }
    let text = kernel.spelled(grid, "threadIdx.x").ok()?;
    let blocks = const_eval::integer(program, grid).and_then(|blocks| u64::try_from(blocks).ok());
    Some((blocks, text))
}

/// Each iteration has elements of its own, and variables too.
fn iterations_are_apart(kernel: &Kernel<'_>, stmt: StmtId) -> Result<(), Refusal> {
    let (inside, elsewhere): (Vec<&Access>, Vec<&Access>) =
        kernel.costs.iter().map(|(access, _)| *access).partition(|access| access.loops.contains(&stmt));
    for written in inside.iter().filter(|access| access.mode.writes()) {
        let name = kernel.input.place_name(&written.place);
        if !moves_on(kernel, written, stmt) {
            return refuse(written.span, format!("iterations may write the same element of `{name}`"));
        }
        let is_in_the_way = |other: &&&Access| {
            let is_same = other.flat.is_some() && other.flat == written.flat && other.loops == written.loops;
            may_be_one(kernel, written, other) && !is_same
        };
        if let Some(other) = inside.iter().chain(&elsewhere).find(is_in_the_way) {
            let other_name = kernel.input.place_name(&other.place);
            return refuse(other.span, format!("`{name}` and `{other_name}` may be the same array"));
        }
    }
    let scalars: Vec<Access> = accesses_in(kernel, stmt)
        .into_iter()
        .filter(|access| !is_global_memory(kernel.program(), &access.place))
        .collect();
    let mut symbols = kernel.symbols().clone();
    let found = dependences(kernel.input, &scalars, &kernel.found.region.loops, &mut symbols);
    match found.into_iter().find(|dependence| dependence.crosses(stmt)) {
        Some(dependence) => {
            let access = &scalars[dependence.sink];
            let name = kernel.input.place_name(&access.place);
            refuse(access.span, format!("`{name}` is carried from iteration to iteration"))
        }
        None => Ok(()),
    }
}

/// Does the next iteration access another element? It does if the index is
/// multiplied by a number, or by a bound of the threads: where a thread is below it, it
/// is not zero.
fn moves_on(kernel: &Kernel<'_>, access: &Access, stmt: StmtId) -> bool {
    let symbols = kernel.symbols();
    let (Some(index), Some(flat)) = (index_symbol(kernel, stmt), &access.flat) else { return false };
    let bound = bounds(kernel)[0].and_then(|var| symbols.find(&SymbolKind::Invariant(Place::var(var))));
    let mut factors =
        flat.terms().iter().map(|(var, _)| symbols.factors(*var)).filter(|all| all.contains(&index));
    let (Some(only), None) = (factors.next(), factors.next()) else { return false };
    let is_known =
        |factor: &Var| *factor == index || matches!(symbols.kind(*factor), Some(SymbolKind::Invariant(_)));
    if !flat.terms().iter().all(|(var, _)| symbols.factors(*var).iter().all(is_known)) {
        return false;
    }
    let others: Vec<_> = only.iter().filter(|factor| **factor != index).collect();
    only.iter().filter(|factor| **factor == index).count() == 1
        && others.iter().all(|factor| Some(**factor) == bound)
}

/// The one loop that all accesses in loops are in.
fn only_loop(kernel: &Kernel<'_>) -> Result<StmtId, Refusal> {
    let span = kernel.program().functions[kernel.found.function].span;
    let in_loops: Vec<&Access> =
        kernel.costs.iter().map(|(access, _)| *access).filter(|access| !access.loops.is_empty()).collect();
    let Some(stmt) = in_loops.first().map(|access| access.loops[0]) else {
        return refuse(span, "no loop accesses memory");
    };
    match in_loops.iter().find(|access| access.loops[0] != stmt) {
        Some(other) => refuse(other.span, "several loops access memory"),
        None => Ok(stmt),
    }
}
