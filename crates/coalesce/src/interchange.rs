//! Threads that run along the row instead of down the rows.
//!
//! # Before
//! ```c
//! int row = blockIdx.x * blockDim.x + threadIdx.x;
//! if (row < n)
//!     for (int j = 0; j < n; j++)
//!         b[row * n + j] = 2 * a[row * n + j];
//! ```
//! # After
//! ```c
//! for (int r = blockIdx.y; r < blockDim.x; r += gridDim.y) {
//!     int row = blockIdx.x * blockDim.x + r;
//!     if (row < n)
//!         for (int j = threadIdx.x; j < n; j += blockDim.x)
//!             b[row * n + j] = 2 * a[row * n + j];
//! }
//! ```
//! A block does the same work as before, one of its rows after the other. With
//! a second dimension in the grid its rows are shared by several blocks: where
//! the launch is in the file, it gets one.
//!
//! # Legal when
//! 1. the iterations of the loop are independent, so that any thread may run any;
//! 2. nothing outside the loop writes memory, since all threads now run it;
//! 3. the kernel has no barrier, and leaves early only outside of loops.
//!
//! # Worth it when
//! the transactions become fewer, over all accesses of the loop.

use analyze::CanonicalLoop;
use analyze::coalescing::Cost;
use analyze::region::leaves_early;
use hir::{Axis, BinaryOp, ExprId, ExprKind, GridQuery, Init, StmtId, StmtKind, const_eval};

use crate::exchange::no_warp_functions;
use crate::kernel::{Kernel, grid_of};
use crate::legality;
use crate::patch::{INDENT, Patch};
use crate::refusal::{Refusal, refuse};
use crate::row_walk::row_walk;

/// Interchanges rows and columns; returns why.
pub(crate) fn interchange(kernel: &Kernel<'_>, patch: &mut Patch) -> Result<String, Refusal> {
    let stmt = walked_loop(kernel)?;
    let gain = gain(kernel, stmt)?;
    check(kernel, stmt)?;
    let row = kernel.fresh("r");
    rename_thread(kernel, &row, patch)?;
    stride_loop(kernel, stmt, patch)?;
    for span in legality::returns_outside_loops(kernel)? {
        patch.replace(kernel.range(span)?, "continue;");
    }
    wrap_body(kernel, &row, patch)?;
    for launch in &kernel.found.launches {
        widen_launch(kernel, *launch, patch);
    }
    Ok(gain)
}

/// The one loop along whose rows the strided accesses go.
pub(crate) fn walked_loop(kernel: &Kernel<'_>) -> Result<StmtId, Refusal> {
    let mut chosen: Option<StmtId> = None;
    for (access, _) in kernel.strided() {
        let walks =
            |stmt: &&StmtId| row_walk(kernel, access, **stmt).is_some_and(|walk| walk.step.abs() == 1);
        let Some(stmt) = access.loops.iter().rev().find(walks) else {
            return refuse(access.span, "no loop around this access walks along the row");
        };
        if chosen.is_some_and(|other| other != *stmt) {
            return refuse(access.span, "several loops walk along rows");
        }
        chosen = Some(*stmt);
    }
    let span = kernel.program().functions[kernel.found.function].span;
    chosen.map_or_else(|| refuse(span, "no access is far from the best"), Ok)
}

/// Why it is worth it.
fn gain(kernel: &Kernel<'_>, stmt: StmtId) -> Result<String, Refusal> {
    let along = kernel.view().along(stmt);
    let inside = || kernel.costs.iter().filter(|(access, _)| access.loops.contains(&stmt));
    let price = |cost: Cost| cost.transactions.unwrap_or(cost.fewest * 8.0);
    let now: f64 = inside().map(|(_, cost)| price(*cost)).sum();
    let then: f64 = inside().map(|(access, _)| price(along.cost(access, kernel.gpu))).sum();
    if then < now {
        return Ok(format!(
            "threads run along the rows: {now:.0} transactions per iteration of a warp before, {then:.0} after"
        ));
    }
    refuse(kernel.program().stmts[stmt].span, "other accesses would become as bad as these are now")
}

fn check(kernel: &Kernel<'_>, stmt: StmtId) -> Result<(), Refusal> {
    let program = kernel.program();
    legality::is_plain(kernel)?;
    no_warp_functions(kernel)?;
    let span = program.stmts[stmt].span;
    if kernel.found.block.is_some_and(|[_, y, z]| y * z != 1) {
        return refuse(span, "its blocks have several dimensions");
    }
    for expr in program.exprs_below(kernel.found.body) {
        if let Some((query, Axis::Y | Axis::Z)) = grid_of(kernel.input, expr)
            && query != GridQuery::BlockSize
        {
            return refuse(kernel.input.span(expr), "it uses the second dimension of the grid already");
        }
    }
    if let Some((access, _)) =
        kernel.costs.iter().find(|(access, _)| access.mode.writes() && !access.loops.contains(&stmt))
    {
        return refuse(access.span, "this write outside the loop would be done by all threads");
    }
    let canonical = canonical(kernel, stmt)?;
    if kernel.costs.iter().any(|(access, _)| access.loops.contains(&stmt) && access.loops[0] != stmt) {
        return refuse(span, "another loop stands around it");
    }
    if leaves_early(kernel.input, canonical.body) {
        return refuse(span, "the loop may end early");
    }
    if let Some(used) = legality::is_used_after(kernel, canonical.index, stmt) {
        return refuse(used, "the index of the loop is used behind it");
    }
    legality::arrays_are_apart(kernel, stmt)?;
    legality::iterations_are_independent(kernel, stmt)
}

/// The loop, if it counts upwards with an index that can take larger steps.
pub(crate) fn canonical<'a>(kernel: &Kernel<'a>, stmt: StmtId) -> Result<&'a CanonicalLoop, Refusal> {
    let program = kernel.program();
    let span = program.stmts[stmt].span;
    let Some(canonical) = kernel.found.region.loops.get(&stmt) else {
        return refuse(span, "its loop cannot be counted");
    };
    let wide = program.size_of(program.vars[canonical.index].ty).is_some_and(|size| size >= 4);
    if canonical.step < 1 || !matches!(canonical.op, BinaryOp::Lt | BinaryOp::Le) || !wide {
        return refuse(span, "its loop does not count upwards to a bound");
    }
    Ok(canonical)
}

/// `threadIdx.x` becomes the row.
fn rename_thread(kernel: &Kernel<'_>, row: &str, patch: &mut Patch) -> Result<(), Refusal> {
    let program = kernel.program();
    let mut spans: Vec<hir::Span> = program
        .exprs_below(kernel.found.body)
        .filter(|expr| grid_of(kernel.input, *expr) == Some((GridQuery::ThreadIndex, Axis::X)))
        .map(|expr| kernel.input.span(expr))
        .collect();
    spans.sort_by_key(|span| span.lo);
    spans.dedup();
    for span in spans {
        patch.replace(kernel.range(span)?, row);
    }
    Ok(())
}

/// The loop starts at the thread's column and goes on by as many as there are
/// threads.
fn stride_loop(kernel: &Kernel<'_>, stmt: StmtId, patch: &mut Patch) -> Result<(), Refusal> {
    let program = kernel.program();
    let canonical = canonical(kernel, stmt)?;
    let StmtKind::For { step: Some(step), .. } = program.stmts[stmt].kind else {
        return refuse(program.stmts[stmt].span, "its loop cannot be counted");
    };
    let factor = if canonical.step == 1 { String::new() } else { format!("{} * ", canonical.step) };
    let start = kernel.range(kernel.input.span(canonical.first))?;
    if const_eval::integer(program, canonical.first) == Some(0) {
        patch.replace(start, format!("{factor}threadIdx.x"));
    } else {
        if !is_sum(&kernel.text()[start.clone()]) {
            patch.insert(start.start, "(");
            patch.insert(start.end, ")");
        }
        patch.insert(start.end, format!(" + {factor}threadIdx.x"));
    }
    let name = kernel.input.name(canonical.index);
    patch.replace(kernel.range(kernel.input.span(step))?, format!("{name} += {factor}blockDim.x"));
    Ok(())
}

/// Can something be added behind it without parentheses?
pub(crate) fn is_sum(text: &[u8]) -> bool {
    text.iter().all(|byte| byte.is_ascii_alphanumeric() || b"_. +-*/%()[]".contains(byte))
}

fn wrap_body(kernel: &Kernel<'_>, row: &str, patch: &mut Patch) -> Result<(), Refusal> {
    let body = kernel.range(kernel.program().stmts[kernel.found.body].span)?;
    let text = kernel.text();
    let last_line =
        text[..body.end].iter().rposition(|byte| *byte == b'\n').map_or(body.end - 1, |at| at + 1);
    let indent = format!("{}{INDENT}", kernel.indentation(body.end - 1));
    patch.insert(
        body.start + 1,
        format!(
            "\n{indent}// The block takes one of its rows after the other, its threads side by side in it.\n\
             {indent}for (int {row} = blockIdx.y; {row} < blockDim.x; {row} += gridDim.y) {{"
        ),
    );
    patch.shift(text, body.start + 1..last_line, 1);
    patch.insert(last_line.max(body.start + 1), format!("{indent}}}\n"));
    Ok(())
}

/// One block for each row, where the launch is a plain one. The kernel is right
/// without it, too.
fn widen_launch(kernel: &Kernel<'_>, launch: ExprId, patch: &mut Patch) {
    let program = kernel.program();
    let ExprKind::Launch { config, .. } = &program.exprs[launch].kind else { return };
    let [grid, block, ..] = config.as_slice() else { return };
    let Ok(range) = kernel.range(kernel.input.span(*grid)) else { return };
    let is_number = |expr: ExprId| program.types.is_integer(program.exprs[expr].ty);
    let rows = match kernel.found.block {
        Some([x, ..]) => x.to_string(),
        None if is_number(*block) => match kernel.spelled(*block, "threadIdx.x") {
            Ok(text) => text,
            Err(_) => return,
        },
        None => return,
    };
    let is_line = |var: hir::VarId| match &program.vars[var].init {
        Some(Init::Construct(args)) => args.len() <= 1,
        _ => false,
    };
    let member = match program.exprs[*grid].kind {
        _ if is_number(*grid) => "",
        ExprKind::Var(var) if is_line(var) => ".x",
        _ => return,
    };
    patch.insert(range.start, "dim3(");
    patch.insert(range.end, format!("{member}, {rows})"));
}
