//! Who works on the rows of a block, and who helps to carry their tiles.
//!
//! # Before
//! ```c
//! smooth<<<(n + 63) / 64, 64>>>(in, out, n, m);       // a thread for each row
//! ```
//! # After
//! ```c
//! smooth<<<2 * ((n + 63) / 64), dim3(32, 16)>>>(in, out, n, m);
//! ```
//! A row that must be gone through in order keeps one thread busy, and 12288 rows are
//! few threads for a large processor. So each row gets sixteen of them: the one with
//! `threadIdx.y == 0` works, and all of them carry. Where the kernel knows its row only
//! as `blockIdx.x * blockDim.x + threadIdx.x`, blocks also become as small as a warp
//! has lanes, which spreads them evenly.
//!
//! Invariant: the rows that are worked on stay the same; where a launch cannot be
//! changed, so does the block.

use std::ops::Range;

use hir::{Axis, ExprId, ExprKind, GridQuery, Init, Item, Node, StmtKind, VarId};

use crate::kernel::{Kernel, grid_of};
use crate::patch::Patch;
use crate::row_of_warp::{grid_text, multiply_grid, thread_numbers};

/// Lanes of a warp.
const WARP: u64 = 32;

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
}

impl Team {
    /// Threads of a block that are enough to keep its tiles coming.
    pub(crate) const MOST_THREADS: u64 = 512;

    /// One thread for each row, as it was.
    pub(crate) fn alone(rows: u64) -> Team {
        Team { rows, per_row: 1, blocks: 1, number: "threadIdx.x".to_owned() }
    }

    /// The threads that the rows of a block are best given, long ones or short ones.
    pub(crate) fn of(kernel: &Kernel<'_>, rows: u64, are_short: bool) -> Team {
        let launches = &kernel.found.launches;
        let can_change = launches.iter().all(|launch| block_range(kernel, *launch).is_some());
        if launches.is_empty() || !can_change || uses_second_dimension(kernel) || declares_with_effect(kernel)
        {
            return Team::alone(rows);
        }
        let is_by_number = rows > WARP && rows.is_multiple_of(WARP) && knows_only_its_number(kernel);
        let (rows, blocks) = if is_by_number { (WARP, rows / WARP) } else { (rows, 1) };
        let most = if are_short { Team::MOST_THREADS / 2 } else { Team::MOST_THREADS };
        match [16, 8, 4, 2].into_iter().find(|per_row| rows * per_row <= most) {
            Some(per_row) => Team { rows, per_row, blocks, number: kernel.fresh("t") },
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

    /// The declaration of the thread's number.
    pub(crate) fn declaration(&self, indent: &str) -> String {
        match self.has_helpers() {
            true => format!(
                "\n{indent}// A thread works on each row; all of them carry the tiles.\n\
                 {indent}const unsigned {} = threadIdx.y * {} + threadIdx.x;",
                self.number, self.rows
            ),
            false => String::new(),
        }
    }

    /// Says that three blocks are to fit: with more registers some would wait for others.
    pub(crate) fn bound_launches(&self, kernel: &Kernel<'_>, patch: &mut Patch) {
        const TOGETHER: u64 = 3;
        if let (true, Ok(name)) =
            (self.has_helpers(), kernel.range(kernel.program().functions[kernel.found.function].span))
        {
            patch.insert(name.start, format!("__launch_bounds__({}, {TOGETHER}) ", self.threads()));
        }
    }

    /// Gives the launches the new shape.
    pub(crate) fn change_launches(&self, kernel: &Kernel<'_>, patch: &mut Patch) {
        if !self.has_helpers() {
            return;
        }
        for launch in &kernel.found.launches {
            if let Some(range) = block_range(kernel, *launch) {
                patch.replace(range, format!("dim3({}, {})", self.rows, self.per_row));
            }
            if self.blocks > 1 {
                multiply_grid(kernel, *launch, self.blocks, patch);
            }
        }
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
    kernel.range(kernel.input.span(block)).ok().filter(|_| is_plain && !has_launch_bounds(kernel))
}

/// Does the kernel say how many threads its blocks have at most?
pub(crate) fn has_launch_bounds(kernel: &Kernel<'_>) -> bool {
    const WORD: &[u8] = b"__launch_bounds__";
    let program = kernel.program();
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

/// Does the kernel know thread and block by `blockIdx.x * blockDim.x + threadIdx.x`
/// alone, whatever the size of the block?
fn knows_only_its_number(kernel: &Kernel<'_>) -> bool {
    let Some(numbers) = thread_numbers(kernel) else { return false };
    let program = kernel.program();
    let sizes: Vec<Range<usize>> = program
        .exprs_below(kernel.found.body)
        .filter(|expr| matches!(grid_of(kernel.input, *expr), Some((GridQuery::BlockSize, _))))
        .filter_map(|expr| kernel.range(kernel.input.span(expr)).ok())
        .collect();
    let is_in =
        |size: &Range<usize>, number: &Range<usize>| number.start <= size.start && size.end <= number.end;
    let launches = &kernel.found.launches;
    numbers.iter().all(|number| sizes.iter().any(|size| is_in(size, number)))
        && sizes.iter().all(|size| numbers.iter().any(|number| is_in(size, number)))
        && launches.iter().all(|launch| grid_text(kernel, *launch).is_some())
}
