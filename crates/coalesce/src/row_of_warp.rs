//! Kernels whose row is the number of the thread in the grid: a warp can have a row
//! by dividing it.
//!
//! # Before
//! ```c
//! int row = blockIdx.x * blockDim.x + threadIdx.x;
//! dot<<<(n + 127) / 128, 128>>>(…);
//! ```
//! # After
//! ```c
//! int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
//! dot<<<32 * ((n + 127) / 128), 128>>>(…);
//! ```
//! Neighbouring blocks have neighbouring rows, which memory likes best. The kernel
//! is right with the larger grid only: all launches must be there to be changed.

use std::ops::Range;

use emit::Precedence;
use gpu::WARP;
use hir::{Axis, BinaryOp, ExprId, ExprKind, GridQuery, Init, Node, const_eval};

use crate::kernel::{Kernel, grid_of};
use crate::patch::Patch;
use crate::refusal::Refusal;

/// The places of `blockIdx.x * blockDim.x + threadIdx.x`, if the kernel knows its
/// thread and block by nothing else and every launch can be changed.
pub(crate) fn thread_numbers(kernel: &Kernel<'_>) -> Option<Vec<Range<usize>>> {
    let program = kernel.program();
    let launches = &kernel.found.launches;
    if launches.is_empty() || !launches.iter().all(|launch| grid_text(kernel, *launch).is_some()) {
        return None;
    }
    let mut numbers: Vec<Range<usize>> = Vec::new();
    for expr in program.exprs_below(kernel.found.body).filter(|expr| is_thread_number(kernel, *expr, Axis::X))
    {
        numbers.push(kernel.range(kernel.input.span(expr)).ok()?);
    }
    numbers.sort_by_key(|range| range.start);
    numbers.dedup();
    for expr in program.exprs_below(kernel.found.body) {
        let Some((GridQuery::ThreadIndex | GridQuery::BlockIndex | GridQuery::GridSize, _)) =
            grid_of(kernel.input, expr)
        else {
            continue;
        };
        let range = kernel.range(kernel.input.span(expr)).ok()?;
        if !numbers.iter().any(|number| number.start <= range.start && range.end <= number.end) {
            return None;
        }
    }
    (!numbers.is_empty()).then_some(numbers)
}

/// `blockIdx.x * blockDim.x + threadIdx.x`, or with the number of threads, or in
/// another dimension.
pub(crate) fn is_thread_number(kernel: &Kernel<'_>, expr: ExprId, axis: Axis) -> bool {
    size_in_thread_number(kernel, expr, axis).is_some()
}

/// The size of the block in it.
pub(crate) fn size_in_thread_number(kernel: &Kernel<'_>, expr: ExprId, axis: Axis) -> Option<ExprId> {
    let program = kernel.program();
    let ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } = program.exprs[expr].kind else { return None };
    let is = |expr: ExprId, query: GridQuery| {
        grid_of(kernel.input, kernel.program().without_casts(expr)) == Some((query, axis))
    };
    let size = |expr: ExprId| {
        let threads = kernel.found.block.map(|block| i128::from(block[axis as usize]));
        let written = const_eval::integer(program, kernel.program().without_casts(expr));
        let is_size = is(expr, GridQuery::BlockSize) || written.is_some() && written == threads;
        is_size.then(|| kernel.program().without_casts(expr))
    };
    let size_at_start = |expr: ExprId| match program.exprs[kernel.program().without_casts(expr)].kind {
        ExprKind::Binary { op: BinaryOp::Mul, lhs, rhs } if is(lhs, GridQuery::BlockIndex) => size(rhs),
        ExprKind::Binary { op: BinaryOp::Mul, lhs, rhs } if is(rhs, GridQuery::BlockIndex) => size(lhs),
        _ => None,
    };
    match () {
        () if is(rhs, GridQuery::ThreadIndex) => size_at_start(lhs),
        () if is(lhs, GridQuery::ThreadIndex) => size_at_start(rhs),
        () => None,
    }
}

/// Divides the numbers, and multiplies the grids.
pub(crate) fn write(kernel: &Kernel<'_>, numbers: &[Range<usize>], patch: &mut Patch) -> Result<(), Refusal> {
    for number in numbers {
        patch.insert(number.start, "(");
        patch.insert(number.end, ") / 32");
    }
    for launch in &kernel.found.launches {
        multiply_grid(kernel, *launch, WARP, patch)?;
    }
    Ok(())
}

/// So many blocks where there was one.
pub(crate) fn multiply_grid(
    kernel: &Kernel<'_>,
    launch: ExprId,
    blocks: u64,
    patch: &mut Patch,
) -> Result<(), Refusal> {
    let ExprKind::Launch { config, .. } = &kernel.program().exprs[launch].kind else { return Ok(()) };
    match (config.first(), grid_text(kernel, launch)) {
        (Some(grid), Some((_, member))) => {
            patch.enclose(kernel, *grid, &format!("{blocks} * "), Precedence::Unary, member)
        }
        _ => Ok(()),
    }
}

/// Where a launch says the number of blocks, and what to add to it to have a number.
pub(crate) fn grid_text(kernel: &Kernel<'_>, launch: ExprId) -> Option<(Range<usize>, &'static str)> {
    let program = kernel.program();
    let ExprKind::Launch { config, .. } = &program.exprs[launch].kind else { return None };
    let grid = *config.first()?;
    let range = kernel.range(kernel.input.span(grid)).ok()?;
    let is_line = |expr: ExprId| match program.exprs[expr].kind {
        ExprKind::Var(var) => {
            matches!(&program.vars[var].init, Some(Init::Construct(args)) if args.len() <= 1)
        }
        _ => false,
    };
    let mentions_grid =
        program.exprs_below(Node::Expr(grid)).any(|expr| grid_of(kernel.input, expr).is_some());
    match () {
        () if mentions_grid => None,
        () if program.types.is_integer(program.exprs[grid].ty) => Some((range, "")),
        () if is_line(grid) => Some((range, ".x")),
        () => None,
    }
}
