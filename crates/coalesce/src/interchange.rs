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
//! // 16 blocks for each row, their threads side by side.
//! int row = blockIdx.x / 16;
//! if (row < n)
//!     for (int j = blockDim.x * (blockIdx.x % 16) + threadIdx.x; j < n; j += 16 * blockDim.x)
//!         b[row * n + j] = 2 * a[row * n + j];
//! ```
//! with as many blocks more at the launch. Where the launch is not there to be changed,
//! a block does the same work as before, one of its rows after the other:
//! ```c
//! for (unsigned r = blockIdx.y; r < blockDim.x; r += gridDim.y) {
//!     int row = blockIdx.x * blockDim.x + r;
//! ```
//! which is right with a second dimension in the grid and without.
//!
//! # Legal when
//! 1. the iterations of the loop are independent, so that any thread may run any;
//! 2. nothing outside the loop writes memory, since all threads now run it;
//! 3. the kernel has no barrier, and leaves early only outside of loops.
//!
//! # Worth it when
//! the transactions become fewer, over all accesses of the loop.

use std::ops::Range;

use analyze::CanonicalLoop;
use analyze::coalescing::Cost;
use analyze::region::leaves_early;
use emit::Precedence;
use hir::{Axis, BinaryOp, ExprId, ExprKind, GridQuery, Init, StmtId, StmtKind, const_eval};
use source::line_start;

use crate::Applied;
use crate::batch::{AT_ONCE, Batch, Sharing, Spread, batch};
use crate::crossing::{BLOCKS_SHARE_ROW, Crossing};
use crate::exchange::no_warp_functions;
use crate::kernel::{Kernel, grid_of};
use crate::layout::INDENT;
use crate::legality;
use crate::operand::Operand;
use crate::patch::Patch;
use crate::predict::Work;
use crate::refusal::{Refusal, refuse};
use crate::row_of_warp::{grid_text, multiply_grid, thread_numbers};
use crate::row_walk::row_walk;

/// Interchanges rows and columns; returns why.
pub(crate) fn interchange(kernel: &Kernel<'_>, patch: &mut Patch) -> Result<Applied, Refusal> {
    let stmt = walked_loop(kernel)?;
    let gain = gain(kernel, stmt)?;
    is_all_there_is(kernel, stmt)?;
    legality::arrays_are_apart(kernel, stmt)?;
    legality::nothing_outside_is_overwritten(kernel, stmt)?;
    legality::iterations_are_independent(kernel, stmt)?;
    let batch = batch(kernel, stmt);
    let replaced = batch.iter().flat_map(Batch::replaced).collect::<Vec<_>>();
    match batch.as_ref().and_then(|batch| Some((batch, parts(kernel, &replaced)?))) {
        Some((batch, (parts, rows))) => parts_of_rows(kernel, batch, parts, rows, &replaced, patch)?,
        None => rows_in_turn(kernel, stmt, batch.as_ref(), &replaced, patch)?,
    }
    let work = Work::of(kernel, &[stmt]);
    let predicted = Some((work.original(), work.along_rows(), work.size()));
    let crossing = Some(Crossing { loops: vec![stmt], columns: BLOCKS_SHARE_ROW });
    Ok(Applied { reason: gain, predicted, restricted: Vec::new(), crossing })
}

/// Each block has a part of one row: those of a row, and rows, are neighbours, which memory
/// likes best. `parts` blocks for each of the `rows` of what was a block.
fn parts_of_rows(
    kernel: &Kernel<'_>,
    batch: &Batch<'_>,
    parts: u64,
    rows: u64,
    replaced: &[Range<usize>],
    patch: &mut Patch,
) -> Result<(), Refusal> {
    let body = kernel.range(kernel.program().stmts[kernel.found.body].span)?;
    let indent = format!("{}{INDENT}", kernel.indentation(body.end - 1));
    let mut head = format!("\n{indent}// {parts} blocks for each row, their threads side by side.");
    let is_replaced = |number: &Range<usize>| {
        replaced.iter().any(|whole| whole.start <= number.start && number.end <= whole.end)
    };
    let mut row = "threadIdx.x".to_owned();
    match thread_numbers(kernel).filter(|numbers| !numbers.iter().any(is_replaced)) {
        Some(numbers) => {
            numbers.into_iter().for_each(|number| patch.replace(number, format!("blockIdx.x / {parts}")));
        }
        None => {
            row = kernel.fresh("r");
            head += &format!("\n{indent}const unsigned {row} = blockIdx.x / {parts} % {rows};");
            rename_thread(kernel, &row, replaced, patch)?;
            divide_blocks(kernel, parts * rows, patch)?;
        }
    }
    patch.insert(body.start + 1, head);
    let (own, all, spread) = ("threadIdx.x", "blockDim.x", Spread::Neighbours(parts));
    batch.write(kernel, &Sharing { own, all, row: &row, level: "", spread, what: "columns" }, patch)?;
    for launch in &kernel.found.launches {
        multiply_grid(kernel, *launch, parts * rows, patch)?;
    }
    Ok(())
}

/// A block keeps its rows and takes one after the other: right with any grid, for
/// kernels that are launched elsewhere.
fn rows_in_turn(
    kernel: &Kernel<'_>,
    stmt: StmtId,
    batch: Option<&Batch<'_>>,
    replaced: &[Range<usize>],
    patch: &mut Patch,
) -> Result<(), Refusal> {
    let row = kernel.fresh("r");
    rename_thread(kernel, &row, replaced, patch)?;
    let (own, all) = ("threadIdx.x", "blockDim.x");
    match batch {
        Some(batch) => {
            let spread = Spread::ThirdDimension;
            batch.write(
                kernel,
                &Sharing { own, all, row: &row, level: INDENT, spread, what: "columns" },
                patch,
            )?;
        }
        None => stride_loop(kernel, stmt, own, all, patch)?,
    }
    for span in legality::returns_outside_loops(kernel)? {
        patch.replace(kernel.range(span)?, "continue;");
    }
    let head = [
        "// The block takes one of its rows after the other, its threads side by side in it.".to_owned(),
        format!("for (unsigned {row} = blockIdx.y; {row} < blockDim.x; {row} += gridDim.y) {{"),
    ];
    wrap_body(kernel, &head, patch)?;
    for launch in &kernel.found.launches {
        let Some(rows) = threads_text(kernel, *launch) else { continue };
        let others = match (batch, blocks_of_row(kernel)) {
            (Some(_), 2..) => format!("{rows}, {}", blocks_of_row(kernel)),
            _ => rows,
        };
        widen_launch(kernel, *launch, &others, patch);
    }
    Ok(())
}

/// The one loop along whose rows the strided accesses go.
pub(crate) fn walked_loop(kernel: &Kernel<'_>) -> Result<StmtId, Refusal> {
    let mut chosen: Option<StmtId> = None;
    for (access, _) in kernel.strided() {
        let walks =
            |stmt: &&StmtId| row_walk(kernel, access, **stmt).is_some_and(|walk| walk.step.abs() == 1);
        let Some(stmt) = access.loops.iter().rev().find(walks) else {
            // What is read once for the row is one element for all who share it.
            if access.loops.is_empty() {
                continue;
            }
            return refuse(access.span, "no loop around this access walks along the row");
        };
        if chosen.is_some_and(|other| other != *stmt) {
            return refuse(access.span, "several loops walk along rows");
        }
        chosen = Some(*stmt);
    }
    let span = kernel.program().functions[kernel.found.function].span;
    chosen.map_or_else(|| refuse(span, "no loop walks along rows"), Ok)
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

/// The loop is all that the kernel does, and can be shared.
pub(crate) fn is_all_there_is(kernel: &Kernel<'_>, stmt: StmtId) -> Result<(), Refusal> {
    let program = kernel.program();
    legality::is_plain(kernel)?;
    no_warp_functions(kernel)?;
    let span = program.stmts[stmt].span;
    legality::grid_has_one_dimension(kernel)?;
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
    Ok(())
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

/// `threadIdx.x` becomes the row, but for text that is replaced anyway.
pub(crate) fn rename_thread(
    kernel: &Kernel<'_>,
    row: &str,
    replaced: &[Range<usize>],
    patch: &mut Patch,
) -> Result<(), Refusal> {
    let program = kernel.program();
    let mut spans: Vec<hir::Span> = program
        .exprs_below(kernel.found.body)
        .filter(|expr| grid_of(kernel.input, *expr) == Some((GridQuery::ThreadIndex, Axis::X)))
        .map(|expr| kernel.input.span(expr))
        .collect();
    spans.sort_by_key(|span| span.lo);
    spans.dedup();
    for span in spans {
        let range = kernel.range(span)?;
        if !replaced.iter().any(|whole| whole.start <= range.start && range.end <= whole.end) {
            patch.replace(range, row);
        }
    }
    Ok(())
}

/// The loop starts at the thread's `own` column and goes on by as many as there
/// are threads: `all`.
pub(crate) fn stride_loop(
    kernel: &Kernel<'_>,
    stmt: StmtId,
    own: &str,
    all: &str,
    patch: &mut Patch,
) -> Result<(), Refusal> {
    let program = kernel.program();
    let canonical = canonical(kernel, stmt)?;
    let StmtKind::For { step: Some(step), .. } = program.stmts[stmt].kind else {
        return refuse(program.stmts[stmt].span, "its loop cannot be counted");
    };
    let factor = if canonical.step == 1 { String::new() } else { format!("{} * ", canonical.step) };
    if const_eval::integer(program, canonical.first) == Some(0) {
        let own = match canonical.step {
            1 => Operand::name(own),
            _ => Operand::generated(format!("{factor}{own}"), Precedence::Multiplicative),
        };
        patch.replace(kernel.range(kernel.input.span(canonical.first))?, own.value());
    } else {
        patch.enclose(kernel, canonical.first, "", Precedence::Additive, &format!(" + {factor}{own}"))?;
    }
    let name = kernel.input.name(canonical.index);
    patch.replace(kernel.range(kernel.input.span(step))?, format!("{name} += {factor}{all}"));
    Ok(())
}

/// Puts a loop around the body; its head comes after the lines before it.
pub(crate) fn wrap_body(kernel: &Kernel<'_>, head: &[String], patch: &mut Patch) -> Result<(), Refusal> {
    let body = kernel.range(kernel.program().stmts[kernel.found.body].span)?;
    let text = kernel.text();
    let indent = format!("{}{INDENT}", kernel.indentation(body.end - 1));
    let lines: String = head.iter().map(|line| format!("\n{indent}{line}")).collect();
    patch.insert(body.start + 1, lines);
    let last_line = line_start(text, body.end - 1);
    let is_alone = text[last_line..body.end - 1].iter().all(u8::is_ascii_whitespace);
    if is_alone && last_line > body.start {
        patch.shift(text, body.start + 1..last_line, 1);
        patch.insert(last_line, format!("{indent}}}\n"));
    } else {
        // The closing brace stands behind a statement.
        patch.shift(text, body.start + 1..body.end - 1, 1);
        patch.insert(body.end - 1, format!("\n{indent}}}\n"));
    }
    Ok(())
}

/// Blocks that share a row: enough for a few thousand columns at once.
fn blocks_of_row(kernel: &Kernel<'_>) -> u64 {
    const COLUMNS: u64 = 4096;
    let threads = kernel.found.block.map_or(256, |[x, ..]| x).max(1);
    (COLUMNS / (AT_ONCE * threads)).max(1)
}

/// The blocks that can share a row, and the rows that a block had: where every launch can
/// be changed and nothing else asks for the number of blocks.
fn parts(kernel: &Kernel<'_>, replaced: &[Range<usize>]) -> Option<(u64, u64)> {
    let program = kernel.program();
    let launches = &kernel.found.launches;
    let is_in_the_way = |expr: ExprId| match grid_of(kernel.input, expr) {
        Some((GridQuery::GridSize, _)) => true,
        Some((GridQuery::BlockIndex, Axis::X)) => {
            kernel.range(kernel.input.span(expr)).map_or(true, |range| {
                replaced.iter().any(|whole| whole.start <= range.start && range.end <= whole.end)
            })
        }
        _ => false,
    };
    let can_divide = launches.iter().all(|launch| grid_text(kernel, *launch).is_some())
        && !launches.is_empty()
        && !program.exprs_below(kernel.found.body).any(is_in_the_way);
    let [rows, ..] = kernel.found.block?;
    can_divide.then(|| (blocks_of_row(kernel), rows))
}

/// The number of a block as the kernel knows it.
fn divide_blocks(kernel: &Kernel<'_>, blocks: u64, patch: &mut Patch) -> Result<(), Refusal> {
    let program = kernel.program();
    let mut done: Vec<Range<usize>> = Vec::new();
    let divided = Operand::generated(format!("blockIdx.x / {blocks}"), Precedence::Multiplicative);
    for expr in program.exprs_below(kernel.found.body) {
        if grid_of(kernel.input, expr) != Some((GridQuery::BlockIndex, Axis::X)) {
            continue;
        }
        let range = kernel.range(kernel.input.span(expr))?;
        if done.contains(&range) {
            continue;
        }
        match is_initial_value(kernel, expr) {
            true => patch.replace(range.clone(), divided.value()),
            false => patch.replace_expr(kernel, expr, &divided)?,
        }
        done.push(range);
    }
    Ok(())
}

/// Is it all that a variable starts with?
fn is_initial_value(kernel: &Kernel<'_>, expr: ExprId) -> bool {
    let vars = &kernel.program().vars;
    vars.iter().any(|(_, var)| matches!(var.init, Some(Init::Expr(value)) if kernel.program().without_casts(value) == expr))
}

/// The number of threads of a launch's blocks.
fn threads_text(kernel: &Kernel<'_>, launch: ExprId) -> Option<String> {
    let program = kernel.program();
    let ExprKind::Launch { config, .. } = &program.exprs[launch].kind else { return None };
    let block = *config.get(1)?;
    match kernel.found.block {
        Some([x, ..]) => Some(x.to_string()),
        None if program.types.is_integer(program.exprs[block].ty) => {
            Some(kernel.spelled(block, "threadIdx.x").ok()?.value())
        }
        None => None,
    }
}

/// So many blocks more in other dimensions, where the launch is a plain one.
pub(crate) fn widen_launch(kernel: &Kernel<'_>, launch: ExprId, others: &str, patch: &mut Patch) {
    if let Some((range, member)) = grid_text(kernel, launch) {
        patch.insert(range.start, "dim3(");
        patch.insert(range.end, format!("{member}, {others})"));
    }
}
