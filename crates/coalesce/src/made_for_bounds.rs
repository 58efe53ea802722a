//! Launches whose grids are made for the bounds that they pass, and nothing else.
//!
//! # Before
//! ```c
//! dim3 block(8, 8), grid((n + 7) / 8, (m + 7) / 8);
//! scale<<<grid, block>>>(a, n, m);
//! ```
//! # After, for blocks of 32 by 8 threads that have four columns each
//! ```c
//! dim3 block(32, 8), grid((n + 7) / 8, (m + 127) / 128);
//! ```
//! Constants are bounds, too: `grid(N / 16, N / 16)` is made for `row < N` if `N` is 1024.
//!
//! Invariant: the blocks of the new grid have all numbers below the bounds, and none of
//! them has nothing to do.

use std::ops::Range;

use hir::{BinaryOp, ExprId, ExprKind, Init, VarId, const_eval};

use crate::kernel::Kernel;

/// The blocks of a launch, before and after.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// Numbers that a block had in each dimension of the grid.
    pub old: [u64; 2],
    /// Numbers that it will have.
    pub new: [u64; 2],
    /// Threads that it will have, along `x` and `y`.
    pub block: [u64; 2],
}

/// What numbers stay below.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// A parameter, which never changes.
    Parameter(VarId),
    /// A constant expression.
    Constant(ExprId),
}

/// The launch for blocks of the other shape; `None` if its grid is not made for
/// exactly the bounds that it passes.
pub(crate) fn relaunched(
    kernel: &Kernel<'_>,
    launch: ExprId,
    bounds: [Bound; 2],
    shape: Shape,
) -> Option<Vec<(Range<usize>, String)>> {
    let program = kernel.program();
    let ExprKind::Launch { config, args, .. } = &program.exprs[launch].kind else { return None };
    let params = &program.functions[kernel.found.function].params;
    let (grid_range, grid) = dimensions(kernel, *config.first()?)?;
    let [x, y] = shape.block;
    let block = block_edit(kernel, *config.get(1)?, &format!("{x}, {y}"))?;
    let mut counts = Vec::new();
    for (at, bound) in bounds.into_iter().enumerate() {
        let size = match bound {
            Bound::Parameter(bound) => *args.get(params.iter().position(|param| *param == bound)?)?,
            Bound::Constant(size) => size,
        };
        let size = size_of_grid(kernel, *grid.get(at)?, size, shape.old[at])?;
        let numbers = shape.new[at];
        counts.push(format!("({size} + {}) / {numbers}", numbers - 1));
    }
    Some(vec![block, (grid_range, counts.join(", "))])
}

/// The threads of a block, written otherwise: `dim3(16, 8)` where a number was.
fn block_edit(kernel: &Kernel<'_>, block: ExprId, shape: &str) -> Option<(Range<usize>, String)> {
    if kernel.program().types.is_integer(kernel.program().exprs[block].ty) {
        return Some((kernel.written(block)?, format!("dim3({shape})")));
    }
    let (range, _) = dimensions(kernel, block)?;
    Some((range, shape.to_owned()))
}

/// The text of a size, if a dimension of the grid is made for it.
fn size_of_grid(kernel: &Kernel<'_>, count: ExprId, size: ExprId, threads: u64) -> Option<String> {
    let program = kernel.program();
    if let ExprKind::Var(passed) = program.exprs[kernel.program().without_casts(size)].kind
        && is_divided_up(kernel, count, passed, threads)
        && !changes_after(kernel, passed, count)
    {
        return Some(kernel.input.name(passed));
    }
    let threads = i128::from(threads);
    let value = const_eval::integer(program, size).filter(|value| *value > 0)?;
    let is_made_for_it = const_eval::integer(program, count)? == (value + threads - 1) / threads;
    let is_literal = matches!(program.exprs[kernel.program().without_casts(size)].kind, ExprKind::Int { .. });
    // A macro has a name that says more than its value.
    let text = kernel.written(size).filter(|_| is_literal).map(|range| &kernel.text()[range]);
    let is_word = |text: &&[u8]| text.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let text = text.filter(is_word).map(|text| String::from_utf8_lossy(text).into_owned());
    is_made_for_it.then(|| text.unwrap_or_else(|| value.to_string()))
}

/// The two arguments of a `dim3`, and where they stand.
fn dimensions<'a>(kernel: &Kernel<'a>, expr: ExprId) -> Option<(Range<usize>, &'a [ExprId])> {
    let program = kernel.program();
    let args = match &program.exprs[kernel.program().without_casts(expr)].kind {
        ExprKind::Construct(args) => args,
        // A variable that is there for this launch alone.
        ExprKind::Var(var) => {
            let is_mention = |expr: &hir::Expr| matches!(expr.kind, ExprKind::Var(v) if v == *var);
            match &program.vars[*var].init {
                Some(Init::Construct(args))
                    if program.exprs.iter().filter(|(_, e)| is_mention(e)).count() == 1 =>
                {
                    args
                }
                _ => return None,
            }
        }
        _ => return None,
    };
    let [first, second] = args.as_slice() else { return None };
    let start = kernel.written(*first)?.start;
    let end = kernel.written(*second)?.end;
    (start < end).then_some((start..end, args.as_slice()))
}

/// May a variable have another value at the launch than where the grid was made?
fn changes_after(kernel: &Kernel<'_>, var: VarId, count: ExprId) -> bool {
    let program = kernel.program();
    let made = kernel.input.span(count).lo;
    let changes = |expr: ExprId| {
        let target = program.assigned_or_addressed(expr).and_then(|target| program.variable_of(target));
        target == Some(var) && kernel.input.span(expr).lo > made
    };
    program.exprs.iter().any(|(expr, _)| changes(expr))
}

/// `(n + 7) / 8`, in whatever spelling, or `n` itself.
fn is_divided_up(kernel: &Kernel<'_>, count: ExprId, n: VarId, threads: u64) -> bool {
    let program = kernel.program();
    if threads == 1 && more_than(kernel, count, n, 0) == Some(0) {
        return true;
    }
    let ExprKind::Binary { op: BinaryOp::Div, lhs, rhs } =
        program.exprs[kernel.program().without_casts(count)].kind
    else {
        return false;
    };
    const_eval::integer(program, rhs) == Some(i128::from(threads))
        && more_than(kernel, lhs, n, 0) == Some(i128::from(threads) - 1)
}

/// By how much an expression is more than a variable.
fn more_than(kernel: &Kernel<'_>, expr: ExprId, n: VarId, depth: u32) -> Option<i128> {
    const DEEPEST: u32 = 8;
    let program = kernel.program();
    let constant = |expr: ExprId| const_eval::integer(program, expr);
    match program.exprs[kernel.program().without_casts(expr)].kind {
        _ if depth > DEEPEST => None,
        ExprKind::Var(var) if var == n => Some(0),
        ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } => match (constant(lhs), constant(rhs)) {
            (_, Some(more)) => Some(more_than(kernel, lhs, n, depth + 1)? + more),
            (Some(more), _) => Some(more_than(kernel, rhs, n, depth + 1)? + more),
            _ => None,
        },
        ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs } => {
            Some(more_than(kernel, lhs, n, depth + 1)? - constant(rhs)?)
        }
        _ => None,
    }
}
