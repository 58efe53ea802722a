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
//! Every usual spelling is understood: `(n - 1) / 8 + 1`, `(n + block.x - 1) / block.x`,
//! `ceil(n / 8.0)`, a variable that holds one of them. Constants are bounds, too:
//! `grid(N / 16, N / 16)` is made for `row < N` if `N` is 1024. A `dim3` that other launches
//! share stays as it is, and the launch gets its own.
//!
//! Invariant: the blocks of the new grid have all numbers below the bounds, and none of
//! them has nothing to do.

use std::ops::Range;

use hir::{BinaryOp, ExprId, ExprKind, Init, Node, VarId, const_eval, update};

use crate::kernel::Kernel;
use crate::launches::{is_assigned, on_host};
use crate::operand::Operand;
use crate::refusal::Refusal;

/// The blocks of a launch, before and after.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// Numbers that a block had in each dimension of the grid.
    pub old: [u64; 2],
    /// Numbers that it will have.
    pub new: [u64; 2],
    /// Threads that it will have, along `x` and `y`.
    pub block: [u64; 2],
    /// Must declarations stay as they are, because the old launch stays, too?
    pub at_launch: bool,
}

/// What numbers stay below.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// A parameter, which never changes.
    Parameter(VarId),
    /// A constant expression.
    Constant(ExprId),
}

/// Changes to a launch and its declarations.
pub(crate) type LaunchEdits = Vec<(Range<usize>, String)>;

/// The launch for blocks of the other shape; refused if its grid is not made for
/// exactly the bounds that it passes.
pub(crate) fn relaunched(
    kernel: &Kernel<'_>,
    launch: ExprId,
    bounds: [Bound; 2],
    shape: Shape,
) -> Result<LaunchEdits, Refusal> {
    let not_made = |help: Option<&'static str>| {
        let reason = "its grid is not made for the bounds alone".to_owned();
        Refusal { span: kernel.input.span(launch), reason, help, is_choice: true }
    };
    const USUAL: &str =
        "blocks could have another shape if the grid were made for the bounds: `(n + 15) / 16`";
    const ROUNDED_UP: &str =
        "`n / 16` leaves out the last rows where `n` is no multiple of 16: write `(n + 15) / 16`";
    let program = kernel.program();
    let ExprKind::Launch { config, args, .. } = &program.exprs[launch].kind else {
        return Err(not_made(None));
    };
    let params = &program.functions[kernel.found.function].params;
    let usual = || not_made(Some(USUAL));
    let [grid, block, ..] = config.as_slice() else { return Err(usual()) };
    let grid = dimensions(kernel, *grid, shape.at_launch).ok_or_else(usual)?;
    let [x, y] = shape.block;
    let block = block_edit(kernel, *block, &format!("{x}, {y}"), shape.at_launch).ok_or_else(usual)?;
    let mut counts = Vec::new();
    for (at, bound) in bounds.into_iter().enumerate() {
        let size = match bound {
            Bound::Parameter(bound) => {
                let place = params.iter().position(|param| *param == bound);
                *place.and_then(|place| args.get(place)).ok_or_else(usual)?
            }
            Bound::Constant(size) => size,
        };
        let count = grid.counts[at];
        let (size, form) = size_of_grid(kernel, count, size, shape.old[at]).ok_or_else(usual)?;
        let numbers = shape.new[at];
        counts.push(match form {
            Form::RoundedUp => format!("({} + {}) / {numbers}", size.summand(), numbers - 1),
            Form::FromOneLess => format!("({} - 1) / {numbers} + 1", size.summand()),
            Form::RoundedDown => return Err(not_made(Some(ROUNDED_UP))),
        });
    }
    let text = grid.text(&counts.join(", "));
    Ok(vec![block, (grid.range, text)])
}

/// The arguments of a `dim3`, and where they are written.
struct Dimensions {
    range: Range<usize>,
    counts: [ExprId; 2],
    /// Is the variable written there, and not its arguments?
    is_name: bool,
}

impl Dimensions {
    fn text(&self, arguments: &str) -> String {
        if self.is_name { format!("dim3({arguments})") } else { arguments.to_owned() }
    }
}

/// The threads of a block, written otherwise: `dim3(16, 8)` where a number was.
fn block_edit(
    kernel: &Kernel<'_>,
    block: ExprId,
    shape: &str,
    at_launch: bool,
) -> Option<(Range<usize>, String)> {
    if kernel.program().types.is_integer(kernel.program().exprs[block].ty) {
        return Some((kernel.written(block)?, format!("dim3({shape})")));
    }
    let dimensions = dimensions(kernel, block, at_launch)?;
    let text = dimensions.text(shape);
    Some((dimensions.range, text))
}

/// How a number of blocks is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// `(n + 7) / 8`, or `ceil(n / 8.0)`
    RoundedUp,
    /// `(n - 1) / 8 + 1`
    FromOneLess,
    /// `n / 8`
    RoundedDown,
}

/// A size, if a dimension of the grid is made for it, and how.
fn size_of_grid(kernel: &Kernel<'_>, count: ExprId, size: ExprId, threads: u64) -> Option<(Operand, Form)> {
    let program = kernel.program();
    let count = resolved(kernel, count, 0);
    if is_repeatable(kernel, size)
        && let Some(form) = form(kernel, count, size, threads)
        && !variables(kernel, size).into_iter().any(|var| changes_after(kernel, var, count))
    {
        return Some((kernel.spelled(size, crate::kernel::THREAD_INDEX).ok()?, form));
    }
    let threads = i128::from(threads);
    let value = on_host(program, size).filter(|value| *value > 0)?;
    let is_made_for_it = on_host(program, count)? == (value + threads - 1) / threads;
    // A macro has a name that says more than its value.
    let is_literal = matches!(program.exprs[kernel.program().without_casts(size)].kind, ExprKind::Int { .. });
    let word = kernel.spelled(size, crate::kernel::THREAD_INDEX).ok().filter(|text| text.as_word().is_some());
    let text = word.filter(|_| is_literal || const_eval::integer(program, size).is_none());
    is_made_for_it.then(|| (text.unwrap_or_else(|| Operand::name(value.to_string())), Form::RoundedUp))
}

/// May it be written a second time? Nothing happens when it is evaluated.
pub(crate) fn is_repeatable(kernel: &Kernel<'_>, expr: ExprId) -> bool {
    let program = kernel.program();
    program.exprs_below(Node::Expr(expr)).all(|below| {
        program.assigned_or_addressed(below).is_none()
            && !matches!(
                program.exprs[below].kind,
                ExprKind::Call { .. } | ExprKind::StmtExpr(_) | ExprKind::Index { .. } | ExprKind::Deref(_)
            )
    })
}

fn variables(kernel: &Kernel<'_>, expr: ExprId) -> Vec<VarId> {
    let program = kernel.program();
    program.exprs_below(Node::Expr(expr)).filter_map(|below| program.variable_of(below)).collect()
}

/// What a variable holds from its declaration on, if it is one.
fn resolved(kernel: &Kernel<'_>, expr: ExprId, depth: u32) -> ExprId {
    const DEEPEST: u32 = 8;
    let program = kernel.program();
    let at = kernel.program().without_casts(expr);
    match program.exprs[at].kind {
        ExprKind::Var(var) if depth < DEEPEST && !is_assigned(program, var) => match program.vars[var].init {
            Some(Init::Expr(value)) => resolved(kernel, value, depth + 1),
            _ => at,
        },
        _ => at,
    }
}

/// The two arguments of a `dim3`, and where they stand.
fn dimensions(kernel: &Kernel<'_>, expr: ExprId, at_launch: bool) -> Option<Dimensions> {
    let program = kernel.program();
    let (args, is_name) = match &program.exprs[kernel.program().without_casts(expr)].kind {
        ExprKind::Construct(args) => (args, false),
        ExprKind::Var(var) => {
            let is_mention = |expr: &hir::Expr| matches!(expr.kind, ExprKind::Var(v) if v == *var);
            let is_shared = program.exprs.iter().filter(|(_, e)| is_mention(e)).count() > 1;
            match &program.vars[*var].init {
                Some(Init::Construct(args)) if !is_assigned(program, *var) => (args, is_shared || at_launch),
                _ => return None,
            }
        }
        _ => return None,
    };
    let (first, second) = match args.as_slice() {
        [first, second] => (*first, *second),
        [first, second, third] if on_host(program, *third) == Some(1) => (*first, *second),
        _ => return None,
    };
    let range = match is_name {
        true => kernel.range(kernel.input.span(expr)).ok()?,
        false => kernel.written(first)?.start..kernel.written(second)?.end,
    };
    (range.start < range.end).then_some(Dimensions { range, counts: [first, second], is_name })
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

/// How a number of blocks is made for a size, in whatever spelling.
fn form(kernel: &Kernel<'_>, count: ExprId, size: ExprId, threads: u64) -> Option<Form> {
    let program = kernel.program();
    let count = resolved(kernel, count, 0);
    let threads = i128::from(threads);
    let more = |expr: ExprId| more_than(kernel, expr, size, 0);
    let divided = |expr: ExprId| match program.exprs[kernel.program().without_casts(expr)].kind {
        ExprKind::Binary { op: BinaryOp::Div, lhs, rhs } if value(kernel, rhs) == Some(threads) => more(lhs),
        _ => None,
    };
    if threads == 1 && more(count) == Some(0) {
        return Some(Form::RoundedUp);
    }
    match &program.exprs[count].kind {
        ExprKind::Binary { op: BinaryOp::Div, .. } => match divided(count)? {
            more if more == threads - 1 => Some(Form::RoundedUp),
            0 => Some(Form::RoundedDown),
            _ => None,
        },
        ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } => {
            let quotient = match (value(kernel, *lhs), value(kernel, *rhs)) {
                (_, Some(1)) => *lhs,
                (Some(1), _) => *rhs,
                _ => return None,
            };
            (divided(quotient)? == -1).then_some(Form::FromOneLess)
        }
        ExprKind::Call { callee, args } => {
            let name = kernel.input.function_name(program.called_function(*callee)?);
            let ExprKind::Binary { op: BinaryOp::Div, lhs, rhs } =
                program.exprs[kernel.program().without_casts(*args.first()?)].kind
            else {
                return None;
            };
            let divisor = const_eval::float(program, rhs).or(value(kernel, rhs).map(|value| value as f64));
            // The quotient must not have been rounded down before.
            let is_exact = program.types.is_real_floating(program.exprs[lhs].ty);
            let is_ceil = matches!(name.as_str(), "ceil" | "ceilf");
            (is_ceil && is_exact && divisor == Some(threads as f64) && more(lhs) == Some(0))
                .then_some(Form::RoundedUp)
        }
        _ => None,
    }
}

/// A number: a constant, a variable that keeps one, or the side of a block.
fn value(kernel: &Kernel<'_>, expr: ExprId) -> Option<i128> {
    let program = kernel.program();
    let ExprKind::Member { base, field, .. } = program.exprs[kernel.program().without_casts(expr)].kind
    else {
        return on_host(program, expr);
    };
    let ExprKind::Var(var) = program.exprs[kernel.program().without_casts(base)].kind else { return None };
    match &program.vars[var].init {
        Some(Init::Construct(args)) if !is_assigned(program, var) => match args.get(field as usize) {
            Some(side) => on_host(program, *side),
            None => Some(1),
        },
        _ => None,
    }
}

/// By how much an expression is more than a size.
fn more_than(kernel: &Kernel<'_>, expr: ExprId, size: ExprId, depth: u32) -> Option<i128> {
    const DEEPEST: u32 = 8;
    let program = kernel.program();
    let expr = kernel.program().without_casts(expr);
    if update::same(&kernel.input.about(), expr, kernel.program().without_casts(size)) {
        return Some(0);
    }
    match program.exprs[expr].kind {
        _ if depth > DEEPEST => None,
        ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } => match (value(kernel, lhs), value(kernel, rhs)) {
            (_, Some(more)) => Some(more_than(kernel, lhs, size, depth + 1)? + more),
            (Some(more), _) => Some(more_than(kernel, rhs, size, depth + 1)? + more),
            _ => None,
        },
        ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs } => {
            Some(more_than(kernel, lhs, size, depth + 1)? - value(kernel, rhs)?)
        }
        _ => None,
    }
}
