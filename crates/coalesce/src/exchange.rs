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
//! In a block that is not square, places are counted along the other dimension:
//! ```c
//! const unsigned t = threadIdx.y * 32 + threadIdx.x, tx = t / 8, ty = t % 8;
//! ```
//! # Legal when
//! 1. the size of the block is known, so that trading places is a bijection;
//! 2. no lane asks another of its warp for something.
//!
//! # Worth it when
//! the transactions become fewer.

use analyze::coalescing::Cost;
use hir::{Axis, ExprId, ExprKind, FunctionId, GridQuery, Span, VarStorage};

use crate::Applied;
use crate::kernel::{Kernel, grid_of};
use crate::layout::INDENT;
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
    let [x, y] = match kernel.found.block {
        Some([x, y, 1]) => [x, y],
        _ => {
            return refuse_with(
                span,
                "the number of threads of its blocks is not known",
                "launch it with constants, in two dimensions",
            );
        }
    };
    let transposed = kernel.view().with_swapped_axes();
    let total = |costs: &mut dyn Iterator<Item = Cost>| -> f64 {
        costs.map(|cost| cost.transactions.unwrap_or(cost.fewest * 8.0)).sum()
    };
    let now = total(&mut kernel.costs.iter().map(|(_, cost)| *cost));
    let then = total(&mut kernel.costs.iter().map(|(access, _)| transposed.cost(access, kernel.gpu)));
    if then >= now {
        return refuse(span, "the threads of a block would be no better in another order");
    }
    let names = match x == y {
        true => ["threadIdx.y".to_owned(), "threadIdx.x".to_owned()],
        false => deal_out(kernel, [x, y], patch)?,
    };
    for (places, name) in [along_x, along_y].iter().zip(names) {
        let mut spans: Vec<Span> = places.iter().map(|place| kernel.input.span(*place)).collect();
        spans.dedup();
        for span in spans {
            patch.replace(kernel.range(span)?, name.as_str());
        }
    }
    let reason = format!(
        "threads trade places: {now:.0} transactions per warp before, {then:.0} after, all accesses together"
    );
    Ok(Applied { reason, predicted: None, restricted: Vec::new(), crossing: None })
}

/// Declares the places of a thread in a block that is not square; their names.
fn deal_out(kernel: &Kernel<'_>, [x, y]: [u64; 2], patch: &mut Patch) -> Result<[String; 2], Refusal> {
    let (all, tx, ty) = (kernel.fresh("t"), kernel.fresh("tx"), kernel.fresh("ty"));
    let body = kernel.range(kernel.program().stmts[kernel.found.body].span)?;
    let indent = format!("{}{INDENT}", kernel.indentation(body.end - 1));
    patch.insert(
        body.start + 1,
        format!(
            "\n{indent}// Neighbouring threads are neighbours in the second dimension.\n\
             {indent}const unsigned {all} = threadIdx.y * {x} + threadIdx.x, {tx} = {all} / {y}, {ty} = {all} % {y};"
        ),
    );
    Ok([tx, ty])
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
        if asks_who_it_is(kernel, function, 0) {
            return refuse(kernel.input.span(expr), format!("`{name}` asks for the number of the thread"));
        }
    }
    Ok(())
}

/// Does a function mention `threadIdx` or its relatives, which would go on being
/// what they were?
fn asks_who_it_is(kernel: &Kernel<'_>, function: FunctionId, depth: u32) -> bool {
    const DEEPEST: u32 = 8;
    let program = kernel.program();
    let Some(body) = program.functions[kernel.input.definition(function)].body else { return false };
    depth > DEEPEST
        || program.exprs_below(body).any(|expr| match program.exprs[expr].kind {
            ExprKind::Var(var) => program.vars[var].storage == VarStorage::Predefined,
            ExprKind::Call { callee, .. } => program
                .called_function(callee)
                .is_some_and(|called| called != function && asks_who_it_is(kernel, called, depth + 1)),
            _ => false,
        })
}
