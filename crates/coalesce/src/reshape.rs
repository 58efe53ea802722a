//! Blocks of two dimensions that run along the rows, whatever shape they had.
//!
//! # Before
//! ```c
//! int i = blockIdx.x * blockDim.x + threadIdx.x;
//! int j = blockIdx.y * blockDim.y + threadIdx.y;
//! if (i < n && j < m)
//!     c[i * m + j] = …;                       // neighbours are a row apart
//! dim3 block(8, 8), grid((n + 7) / 8, (m + 7) / 8);
//! ```
//! # After
//! ```c
//! int i = blockIdx.x * blockDim.y + threadIdx.y;
//! int j = blockIdx.y * blockDim.x + threadIdx.x;
//! …
//! dim3 block(32, 8), grid((n + 7) / 8, (m + 31) / 32);
//! ```
//! The grid is not turned: its second dimension is limited, and rows may be many. Where
//! a kernel is one statement for each column, a thread gets four of them, and loads for
//! all before it works on the first.
//!
//! # Legal when
//! 1. the kernel knows its thread and block by its numbers in the two dimensions alone,
//!    so that any shape of block is right;
//! 2. it does nothing where a number has reached its bound, a parameter;
//! 3. every launch passes for that parameter what its grid was made for, so that the
//!    numbers below the bounds are the same before and after.
//!
//! # Worth it when
//! the transactions become fewer.

use std::ops::Range;

use analyze::Access;
use analyze::coalescing::Cost;
use hir::{Axis, ExprId, ExprKind, GridQuery, Item, Node, StmtId, StmtKind, VarId};

use crate::Applied;
use crate::batch::{AT_ONCE, Load, MOST_LOADS, declarations, filling, loads, write_uses};
use crate::bounds::bounds;
use crate::exchange::no_warp_functions;
use crate::kernel::{Kernel, grid_of};
use crate::layout::INDENT;
use crate::legality;
use crate::made_for_bounds::{Bound, Shape, relaunched};
use crate::patch::Patch;
use crate::refusal::{Refusal, refuse};
use crate::row_of_warp::is_thread_number;
use crate::staging::team::keeps_blocks;

/// Threads along a row, and rows of a block.
const SHAPE: [u64; 2] = [32, 8];

/// Gives the grid blocks of another shape; returns why.
pub(crate) fn reshape(kernel: &Kernel<'_>, patch: &mut Patch) -> Result<Applied, Refusal> {
    let program = kernel.program();
    let span = program.functions[kernel.found.function].span;
    let Some([x, y, 1]) = kernel.found.block.filter(|[_, y, _]| *y > 1) else {
        return refuse(span, "it has one dimension of threads");
    };
    legality::is_plain(kernel)?;
    no_warp_functions(kernel)?;
    let mentions = axes(kernel)?;
    let [Some(along_x), Some(along_y)] = bounds(kernel) else {
        return refuse(span, "its threads are not kept below bounds in both dimensions");
    };
    let [columns, rows] = SHAPE;
    let total = |costs: &mut dyn Iterator<Item = Cost>| -> f64 {
        costs.map(|cost| cost.transactions.unwrap_or(cost.fewest * 8.0)).sum()
    };
    let view = kernel.view().in_blocks_of([rows, columns]).with_swapped_axes();
    let now = total(&mut kernel.costs.iter().map(|(_, cost)| *cost));
    let then = total(&mut kernel.costs.iter().map(|(access, _)| view.cost(access, kernel.gpu)));
    if then >= now {
        return refuse(span, "the threads of a block would be no better in another order");
    }
    if keeps_blocks(kernel) {
        return refuse(span, "its blocks cannot be given another shape");
    }
    let four = four_columns(kernel);
    let along_rows = columns * if four.is_some() { AT_ONCE } else { 1 };
    if y > along_rows {
        return refuse(span, "its blocks are longer than a row of the new ones");
    }
    for launch in &kernel.found.launches {
        let shape = Shape { old: [x, y], new: [rows, along_rows], block: SHAPE, at_launch: false };
        let edits = relaunched(kernel, *launch, [along_x, along_y].map(Bound::Parameter), shape)?;
        edits.into_iter().for_each(|(range, text)| patch.replace(range, text));
    }
    let replaced = four.as_ref().map(|four| four.declaration.clone());
    for (range, text) in mentions {
        if !replaced.as_ref().is_some_and(|whole| whole.start <= range.start && range.end <= whole.end) {
            patch.replace(range, text);
        }
    }
    if let Some(four) = four {
        four.write(kernel, patch)?;
    }
    let reason = format!(
        "blocks of {columns} by {rows} threads run along the rows: {now:.0} transactions per warp before, {then:.0} after, all accesses together"
    );
    Ok(Applied { reason, predicted: None, restricted: Vec::new(), crossing: None })
}

/// A kernel that is one statement for each column, so that a thread can have four.
struct FourColumns {
    loads: Vec<Load>,
    column: VarId,
    /// The declaration of the column.
    declaration: Range<usize>,
    /// What is done with it.
    stmt: StmtId,
    cond: ExprId,
}

/// Can a thread load for four columns before it works on the first?
fn four_columns(kernel: &Kernel<'_>) -> Option<FourColumns> {
    let program = kernel.program();
    let StmtKind::Block(stmts) = &program.stmts[kernel.found.body].kind else { return None };
    let (stmt, others) = stmts.split_last()?;
    let StmtKind::If { cond, then, otherwise: None } = program.stmts[*stmt].kind else { return None };
    let declares = |stmt: &StmtId| match &program.stmts[*stmt].kind {
        StmtKind::Decl(items) => match items.as_slice() {
            [Item::Var { var, with_init: true, .. }] => Some(*var),
            _ => None,
        },
        _ => None,
    };
    let is_column = |var: VarId| {
        let value = kernel.only_value(var).map(|value| kernel.program().without_casts(value));
        value.is_some_and(|value| is_thread_number(kernel, value, Axis::Y))
    };
    let at = others.iter().position(|stmt| declares(stmt).is_some_and(is_column))?;
    let column = declares(&others[at])?;
    let mentions = |stmt: &StmtId| {
        let is_it = |expr: ExprId| matches!(program.exprs[expr].kind, ExprKind::Var(v) if v == column);
        program.exprs_below(*stmt).any(is_it)
    };
    let is_loop = |below: StmtId| {
        matches!(
            program.stmts[below].kind,
            StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. } | StmtKind::Return(_)
        )
    };
    let all_are_declarations =
        others.iter().all(|stmt| matches!(program.stmts[*stmt].kind, StmtKind::Decl(_)));
    if !all_are_declarations
        || others[at + 1..].iter().any(mentions)
        || program.stmts_below(then).any(is_loop)
    {
        return None;
    }
    let inside: Vec<&Access> = kernel.costs.iter().map(|(access, _)| *access).collect();
    let loads = loads(kernel, then, column, &inside)?;
    let range = kernel.range(program.stmts[others[at]].span).ok()?;
    let declaration = range.start..kernel.statement_end(range.end);
    kernel.range(program.stmts[*stmt].span).ok()?;
    (1..=MOST_LOADS).contains(&loads.len()).then_some(FourColumns {
        loads,
        column,
        declaration,
        stmt: *stmt,
        cond,
    })
}

impl FourColumns {
    fn write(&self, kernel: &Kernel<'_>, patch: &mut Patch) -> Result<(), Refusal> {
        let whole = kernel.range(kernel.program().stmts[self.stmt].span)?;
        let indent = kernel.indentation(whole.start);
        let inner = format!("{indent}{INDENT}");
        let (first, count) = (kernel.fresh("first"), kernel.fresh("k"));
        let name = kernel.input.name(self.column);
        let ty = kernel.type_text(kernel.program().vars[self.column].ty);
        let start = format!("const {ty} {first} = {AT_ONCE} * blockDim.x * blockIdx.y + threadIdx.x;");
        patch.replace(self.declaration.clone(), start);
        let round = format!(
            "#pragma unroll\n\
             {indent}for (int {count} = 0; {count} < {AT_ONCE}; {count}++) {{\n\
             {inner}const {ty} {name} = {first} + {count} * blockDim.x;\n\
             {inner}"
        );
        let condition = kernel.spelled(self.cond, "threadIdx.x")?.whole();
        let declared = declarations(&self.loads, &indent);
        let before = format!(
            "// Four columns for each thread: their loads are under way together.\n\
             {declared}{round}if ({condition}){}{indent}}}\n{round}",
            filling(kernel, &self.loads, "threadIdx.x", &count, &inner)?
        );
        let end = kernel.statement_end(whole.end);
        patch.insert(whole.start, before);
        patch.shift(kernel.text(), whole.start + 1..end, 1);
        patch.insert(end, format!("\n{indent}}}"));
        write_uses(kernel, &self.loads, &count, patch)
    }
}

/// Where the kernel asks for its place, and what it has to ask for instead.
fn axes(kernel: &Kernel<'_>) -> Result<Vec<(Range<usize>, &'static str)>, Refusal> {
    let program = kernel.program();
    let mut numbers: Vec<Range<usize>> = Vec::new();
    for expr in program.exprs_below(kernel.found.body) {
        let is_number = [Axis::X, Axis::Y].into_iter().any(|axis| is_thread_number(kernel, expr, axis));
        let has_size = |expr: ExprId| {
            let mut below = program.exprs_below(Node::Expr(expr));
            below.any(|below| matches!(grid_of(kernel.input, below), Some((GridQuery::BlockSize, _))))
        };
        if is_number && has_size(expr) {
            numbers.push(kernel.range(kernel.input.span(expr))?);
        }
    }
    let mut found = Vec::new();
    for expr in program.exprs_below(kernel.found.body) {
        let Some(asked) = grid_of(kernel.input, expr) else { continue };
        let span = kernel.input.span(expr);
        let range = kernel.range(span)?;
        let is_inside = |number: &Range<usize>| number.start <= range.start && range.end <= number.end;
        let other = match asked {
            (GridQuery::ThreadIndex, Axis::X) => "threadIdx.y",
            (GridQuery::ThreadIndex, Axis::Y) => "threadIdx.x",
            (GridQuery::BlockIndex, Axis::X) => "blockIdx.x",
            (GridQuery::BlockIndex, Axis::Y) => "blockIdx.y",
            (GridQuery::BlockSize, Axis::X) => "blockDim.y",
            (GridQuery::BlockSize, Axis::Y) => "blockDim.x",
            _ => return refuse(span, "it asks for more than its number"),
        };
        if !numbers.iter().any(is_inside) {
            return refuse(span, "it asks for more than its number");
        }
        if !found.contains(&(range.clone(), other)) {
            found.push((range, other));
        }
    }
    Ok(found)
}
