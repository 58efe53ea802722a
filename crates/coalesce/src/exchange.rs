//! Threads of a block of two dimensions that trade places.
//!
//! # Before
//! ```c
//! int row = blockIdx.x * 16 + threadIdx.x, column = blockIdx.y * 16 + threadIdx.y;
//! c[row * n + column] = …;                    // neighbours are a row apart
//! ```
//! # After
//! ```c
//! int row = blockIdx.x * 16 + threadIdx.y, column = blockIdx.y * 16 + threadIdx.x;
//! ```
//! # Legal when
//! 1. the block is square, so that trading places is a bijection;
//! 2. no lane asks another of its warp for something.
//!
//! # Worth it when
//! the transactions become fewer.

use analyze::coalescing::Cost;
use hir::{Axis, ExprId, ExprKind, GridQuery, Span};

use crate::Applied;
use crate::kernel::{Kernel, grid_of};
use crate::patch::Patch;
use crate::refusal::{Refusal, refuse, refuse_with};

/// Exchanges `threadIdx.x` and `threadIdx.y`; returns why.
pub(crate) fn exchange(kernel: &Kernel<'_>, patch: &mut Patch) -> Result<Applied, Refusal> {
    let program = kernel.program();
    let span = program.functions[kernel.found.function].span;
    let body = kernel.found.body;
    let thread = |axis: Axis| {
        let is_it = move |expr: &ExprId| grid_of(kernel.input, *expr) == Some((GridQuery::ThreadIndex, axis));
        program.exprs_below(body).filter(is_it).collect::<Vec<_>>()
    };
    let (along_x, along_y) = (thread(Axis::X), thread(Axis::Y));
    if along_x.is_empty() || along_y.is_empty() {
        return refuse(span, "it has one dimension of threads");
    }
    no_warp_functions(kernel)?;
    match kernel.found.block {
        Some([x, y, _]) if x == y => {}
        _ => {
            return refuse_with(
                span,
                "its blocks are not known to be square",
                "launch it with as many threads in y as in x",
            );
        }
    }
    let turned = kernel.view().turned();
    let total = |costs: &mut dyn Iterator<Item = Cost>| -> f64 {
        costs.map(|cost| cost.transactions.unwrap_or(cost.fewest * 8.0)).sum()
    };
    let now = total(&mut kernel.costs.iter().map(|(_, cost)| *cost));
    let then = total(&mut kernel.costs.iter().map(|(access, _)| turned.cost(access, kernel.gpu)));
    if then >= now {
        return refuse(span, "the threads of a block would be no better in another order");
    }
    for (places, name) in [(along_x, "threadIdx.y"), (along_y, "threadIdx.x")] {
        let mut spans: Vec<Span> = places.iter().map(|place| kernel.input.span(*place)).collect();
        spans.dedup();
        for span in spans {
            patch.replace(kernel.range(span)?, name);
        }
    }
    let reason = format!(
        "threads trade places: {now:.0} transactions per warp before, {then:.0} after, all accesses together"
    );
    Ok(Applied { reason, predicted: None })
}

/// Shuffles and votes know who is whose neighbour.
pub(crate) fn no_warp_functions(kernel: &Kernel<'_>) -> Result<(), Refusal> {
    let program = kernel.program();
    for expr in program.exprs_below(kernel.found.body) {
        let ExprKind::Call { callee, .. } = program.exprs[expr].kind else { continue };
        let Some(function) = program.called_function(callee) else {
            return refuse(kernel.input.span(expr), "it calls a function that is not known");
        };
        let name = kernel.input.function_name(function);
        let is_of_warp = ["__shfl", "__ballot", "__any", "__all", "__activemask", "__match", "__reduce"]
            .iter()
            .any(|prefix| name.starts_with(prefix));
        if is_of_warp || name == "__syncwarp" {
            return refuse(
                kernel.input.span(expr),
                format!("`{name}` depends on which threads share a warp"),
            );
        }
    }
    Ok(())
}
