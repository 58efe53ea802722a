//! Who works on the rows of a block, and who helps to carry their tiles.
//!
//! # Before
//! ```c
//! smooth<<<(n + 63) / 64, 64>>>(in, out, n, m);       // a thread for each row
//! ```
//! # After
//! ```c
//! smooth<<<2 * ((n + 63) / 64), dim3(32, 8)>>>(in, out, n, m);
//! ```
//! A row that must be gone through in order keeps one thread busy, and 12288 rows are
//! few threads for a large processor. So each row gets eight of them: the one with
//! `threadIdx.y == 0` works, and all of them carry. Where the kernel knows its row only
//! as `blockIdx.x * blockDim.x + threadIdx.x`, blocks also become as small as a warp
//! has lanes, which spreads them evenly; a size that is written as a number there becomes
//! `blockDim.x`.
//!
//! Invariant: the rows that are worked on stay the same; where a launch cannot be
//! changed, so does the block.

use std::ops::Range;

use gpu::WARP;
use hir::{Axis, ExprId, ExprKind, GridQuery, Init, Item, Node, StmtKind, VarId};

use crate::kernel::{BLOCK_SIZE, Kernel, grid_of};
use crate::patch::Patch;
use crate::refusal::Refusal;
use crate::row_of_warp::{multiply_grid, size_in_thread_number, thread_numbers};

/// The threads of a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Team {
    /// Rows of the block.
    pub rows: u64,
    /// Threads for each row, of which one works.
    pub per_row: u64,
    /// How many blocks there are where one was.
    blocks: u64,
    /// What a thread calls its number in the block.
    pub number: String,
    /// Where the kernel says the size of its blocks as a number.
    pub sizes: Vec<Range<usize>>,
}

impl Team {
    /// Threads of a block that are enough to keep its tiles coming.
    const MOST_THREADS: u64 = 256;

    /// One thread for each row, as it was.
    pub(crate) fn alone(rows: u64) -> Team {
        Team { rows, per_row: 1, blocks: 1, number: "threadIdx.x".to_owned(), sizes: Vec::new() }
    }

    /// The threads that the rows of a block are best given, long ones or short ones.
    pub(crate) fn of(kernel: &Kernel<'_>, rows: u64, are_short: bool) -> Team {
        let most = if are_short { Team::MOST_THREADS / 2 } else { Team::MOST_THREADS };
        Team::of_at_most(kernel, rows, most, &[8, 4, 2])
    }

    /// The same where all of them work.
    pub(crate) fn of_sharers(kernel: &Kernel<'_>, columns: u64) -> Team {
        Team::of_at_most(kernel, columns, 2 * Team::MOST_THREADS, &[16, 8, 4, 2])
    }

    fn of_at_most(kernel: &Kernel<'_>, rows: u64, most: u64, per_row: &[u64]) -> Team {
        let launches = &kernel.found.launches;
        let can_change = launches.iter().all(|launch| block_range(kernel, *launch).is_some());
        if launches.is_empty() || !can_change || uses_second_dimension(kernel) || declares_with_effect(kernel)
        {
            return Team::alone(rows);
        }
        let sizes = sizes_as_numbers(kernel).filter(|_| rows > WARP && rows.is_multiple_of(WARP));
        let (rows, blocks) = if sizes.is_some() { (WARP, rows / WARP) } else { (rows, 1) };
        match per_row.iter().copied().find(|per_row| rows * per_row <= most) {
            Some(per_row) => {
                let (number, sizes) = (kernel.fresh("t"), sizes.unwrap_or_default());
                Team { rows, per_row, blocks, number, sizes }
            }
            None => Team::alone(rows),
        }
    }

    pub(crate) fn threads(&self) -> u64 {
        self.rows * self.per_row
    }

    /// Are there threads without a row of their own?
    pub(crate) fn has_helpers(&self) -> bool {
        self.per_row > 1
    }

    /// Who does what, and the thread's number if anybody wants it.
    pub(crate) fn declaration(&self, indent: &str, is_counted: bool) -> String {
        let mut text = String::new();
        if self.has_helpers() {
            text += &format!("\n{indent}// A thread works on each row; all of them carry the tiles.");
        }
        if self.has_helpers() && is_counted {
            let (number, rows) = (&self.number, self.rows);
            text += &format!("\n{indent}const unsigned {number} = threadIdx.y * {rows} + threadIdx.x;");
        }
        text
    }

    /// Says that three blocks of long rows are to fit: with more registers some would wait for others, and
    /// without a word the CUDA compiler saves registers that elements could be in.
    pub(crate) fn bound_launches(&self, kernel: &Kernel<'_>, patch: &mut Patch) {
        const TOGETHER: u64 = 3;
        let is_long = self.has_helpers() && self.threads() == Team::MOST_THREADS;
        let name = kernel.range(kernel.program().functions[kernel.found.function].span);
        if let Some(name) = name.ok().filter(|_| is_long) {
            patch.insert(name.start, format!("__launch_bounds__({}, {TOGETHER}) ", self.threads()));
        }
    }

    /// Gives the launches the new shape.
    pub(crate) fn change_launches(&self, kernel: &Kernel<'_>, patch: &mut Patch) -> Result<(), Refusal> {
        if !self.has_helpers() {
            return Ok(());
        }
        for size in &self.sizes {
            patch.replace(size.clone(), BLOCK_SIZE);
        }
        for launch in &kernel.found.launches {
            if let Some(range) = block_range(kernel, *launch) {
                patch.replace(range, format!("dim3({}, {})", self.rows, self.per_row));
            }
            if self.blocks > 1 {
                multiply_grid(kernel, *launch, self.blocks, patch)?;
            }
        }
        Ok(())
    }
}

/// Where a launch says the threads of its blocks.
pub(crate) fn block_range(kernel: &Kernel<'_>, launch: ExprId) -> Option<Range<usize>> {
    let program = kernel.program();
    let ExprKind::Launch { config, .. } = &program.exprs[launch].kind else { return None };
    let block = *config.get(1)?;
    let is_line =
        |var: VarId| matches!(&program.vars[var].init, Some(Init::Construct(args)) if args.len() == 1);
    let is_number = program.types.is_integer(program.exprs[block].ty);
    let is_plain = is_number || matches!(program.exprs[block].kind, ExprKind::Var(var) if is_line(var));
    kernel.range(kernel.input.span(block)).ok().filter(|_| is_plain && !keeps_blocks(kernel))
}

/// Does the kernel say how many threads its blocks have at most, or is it launched elsewhere?
pub(crate) fn keeps_blocks(kernel: &Kernel<'_>) -> bool {
    const WORD: &[u8] = b"__launch_bounds__";
    let program = kernel.program();
    if kernel.found.launches.is_empty() {
        return true;
    }
    let Ok(body) = kernel.range(program.stmts[kernel.found.body].span) else { return true };
    let before = &kernel.text()[..body.start];
    let start = before.iter().rposition(|byte| b";}#".contains(byte)).map_or(0, |at| at + 1);
    before[start..].windows(WORD.len()).any(|word| word == WORD)
}

/// Does the kernel ask for anything of the other dimensions?
fn uses_second_dimension(kernel: &Kernel<'_>) -> bool {
    let program = kernel.program();
    program
        .exprs_below(kernel.found.body)
        .any(|expr| matches!(grid_of(kernel.input, expr), Some((_, Axis::Y | Axis::Z))))
}

/// Is there an initialiser that does more than compute? All threads would do it.
fn declares_with_effect(kernel: &Kernel<'_>) -> bool {
    let program = kernel.program();
    let has_effect = |init: &Init| {
        program.init_exprs(init).into_iter().flat_map(|expr| program.exprs_below(Node::Expr(expr))).any(
            |expr| {
                matches!(
                    program.exprs[expr].kind,
                    ExprKind::Assign { .. } | ExprKind::AssignOp { .. } | ExprKind::IncDec { .. }
                )
            },
        )
    };
    program.stmts_below(kernel.found.body).any(|stmt| match &program.stmts[stmt].kind {
        StmtKind::Decl(items) => items.iter().any(|item| match item {
            Item::Var { var, .. } => program.vars[*var].init.as_ref().is_some_and(has_effect),
            _ => false,
        }),
        _ => false,
    })
}

/// Where the size of the block is written as a number, in a kernel that knows thread and
/// block by `blockIdx.x * blockDim.x + threadIdx.x` or `blockIdx.x * 64 + threadIdx.x` alone.
fn sizes_as_numbers(kernel: &Kernel<'_>) -> Option<Vec<Range<usize>>> {
    let numbers = thread_numbers(kernel)?;
    let program = kernel.program();
    let range = |expr: ExprId| kernel.range(kernel.input.span(expr)).ok();
    let is_query = |expr: ExprId| matches!(grid_of(kernel.input, expr), Some((GridQuery::BlockSize, _)));
    let mut known = Vec::new();
    let mut as_numbers: Vec<Range<usize>> = Vec::new();
    for expr in program.exprs_below(kernel.found.body) {
        let Some(size) = size_in_thread_number(kernel, expr, Axis::X) else { continue };
        known.push(range(size)?);
        if !is_query(size) {
            as_numbers.push(range(size)?);
        }
    }
    // A macro that is the whole number has no place of its own for the size.
    let is_apart = |size: &Range<usize>| !numbers.contains(size) && is_in_declaration(kernel, size);
    let queries = program.exprs_below(kernel.found.body).filter(|expr| is_query(*expr));
    let are_all_known = queries.into_iter().all(|query| range(query).is_some_and(|at| known.contains(&at)));
    as_numbers.sort_by_key(|size| size.start);
    as_numbers.dedup();
    (are_all_known && as_numbers.iter().all(is_apart)).then_some(as_numbers)
}

/// Is it part of what a variable starts with? Conditions are written anew.
fn is_in_declaration(kernel: &Kernel<'_>, place: &Range<usize>) -> bool {
    let program = kernel.program();
    let holds = |var: VarId| {
        let init = program.vars[var].init.as_ref();
        let exprs = init.map(|init| program.init_exprs(init)).unwrap_or_default();
        let ranges = exprs.into_iter().filter_map(|expr| kernel.range(kernel.input.span(expr)).ok());
        ranges.into_iter().any(|range| range.start <= place.start && place.end <= range.end)
    };
    program.stmts_below(kernel.found.body).any(|stmt| match &program.stmts[stmt].kind {
        StmtKind::Decl(items) => items.iter().any(|item| match item {
            Item::Var { var, .. } => holds(*var),
            _ => false,
        }),
        _ => false,
    })
}
