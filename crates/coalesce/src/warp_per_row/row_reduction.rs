//! Loops along a row whose iterations have nothing to do with each other but
//! what they add up.
//!
//! ```c
//! for (int j = 0; j < m; j++)
//!     sum += a[row * m + j] * x[j];            // `sum` is reduced by +
//! for (int j = 0; j < m; j++)
//!     greatest = fmaxf(greatest, a[row * m + j]);
//! ```
//! Such a loop can be shared out over the lanes of a warp. Each lane has a part of
//! the result, and shuffles give all lanes the whole.
//!
//! Invariant: a variable that is reduced is mentioned in the loop by updates of
//! one operation only, and nothing else crosses from iteration to iteration.

use std::collections::BTreeSet;

use analyze::dependence::dependences;
use analyze::reduction::updates_in;
use analyze::{Access, Place};
use hir::{ExprId, ExprKind, Init, Item, ReductionOp, StmtId, StmtKind, VarId, const_eval};

use crate::interchange::canonical;
use crate::kernel::Kernel;
use crate::legality::accesses_in;
use crate::refusal::{Refusal, refuse};
use crate::warp_per_row::located::located;

/// A variable of which each lane has a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reduced {
    pub var: VarId,
    pub op: ReductionOp,
    /// Lanes but the first must begin with nothing: the start would be counted
    /// by each of them otherwise.
    pub start_counts: bool,
    /// The variable that says where the extreme was found.
    pub at: Option<VarId>,
}

/// The variables that a loop reduces, if its iterations share nothing else.
pub(crate) fn reduced_variables(kernel: &Kernel<'_>, stmt: StmtId) -> Result<Vec<Reduced>, Refusal> {
    let located = located(kernel, canonical(kernel, stmt)?);
    let mut all: Vec<Reduced> = located
        .iter()
        .map(|found| Reduced { var: found.var, op: found.op, start_counts: false, at: Some(found.at) })
        .collect();
    for (var, access) in carried_variables(kernel, stmt)? {
        if !located.iter().any(|found| found.var == var || found.at == var) {
            all.push(reduced(kernel, stmt, var, &access)?);
        }
    }
    Ok(all)
}

/// The scalars that are carried from iteration to iteration; refused if memory is.
fn carried_variables(kernel: &Kernel<'_>, stmt: StmtId) -> Result<Vec<(VarId, Access)>, Refusal> {
    let accesses = accesses_in(kernel, stmt);
    let mut symbols = kernel.symbols().clone();
    let mut carried: Vec<(VarId, Access)> = Vec::new();
    for dependence in dependences(kernel.input, &accesses, &kernel.found.region.loops, &mut symbols) {
        if !dependence.crosses(stmt) {
            continue;
        }
        let access = &accesses[dependence.sink];
        let scalar = access.place == Place::var(access.place.var)
            && kernel.program().types.is_scalar(kernel.program().vars[access.place.var].ty)
            && !analyze::cuda_kernel::is_global_memory(kernel.program(), &access.place);
        if !scalar {
            let name = kernel.input.place_name(&access.place);
            return refuse(access.span, format!("`{name}` is carried from iteration to iteration"));
        }
        if !carried.iter().any(|(var, _)| *var == access.place.var) {
            carried.push((access.place.var, access.clone()));
        }
    }
    Ok(carried)
}

fn reduced(kernel: &Kernel<'_>, stmt: StmtId, var: VarId, access: &Access) -> Result<Reduced, Refusal> {
    let program = kernel.program();
    let is_it = |expr: ExprId| matches!(program.exprs[expr].kind, ExprKind::Var(found) if found == var);
    let mut ops: Vec<ReductionOp> = Vec::new();
    let mut allowed: BTreeSet<ExprId> = BTreeSet::new();
    for below in program.stmts_below(stmt) {
        for (root, update) in updates_in(kernel.input, below) {
            if is_it(update.target) {
                ops.push(update.op);
                allowed.extend(program.exprs_below(root).filter(|expr| is_it(*expr)));
            }
        }
    }
    ops.dedup();
    let stray = program.exprs_below(stmt).find(|expr| is_it(*expr) && !allowed.contains(expr));
    let name = kernel.input.name(var);
    let op = match (ops.as_slice(), stray) {
        ([op], None) => *op,
        (_, stray) => {
            let span = stray.map_or(access.span, |expr| kernel.input.span(expr));
            return refuse(span, format!("`{name}` is carried from iteration to iteration"));
        }
    };
    let ty = program.vars[var].ty;
    let shuffles = matches!(program.size_of(ty), Some(1 | 2 | 4 | 8));
    if !shuffles || !(program.types.is_integer(ty) || program.types.is_real_floating(ty)) {
        return refuse(access.span, format!("lanes cannot exchange values of the type of `{name}`"));
    }
    let start = start(kernel, stmt, var);
    if matches!(op, ReductionOp::And | ReductionOp::Or) && !matches!(start, Some(0 | 1)) {
        return refuse(access.span, format!("`{name}` is not known to start as 0 or 1"));
    }
    let start_counts = neutral(op).is_some_and(|neutral| start != Some(neutral));
    Ok(Reduced { var, op, start_counts, at: None })
}

/// The number that changes nothing, for operations that count a value each time
/// they meet it.
pub(crate) fn neutral(op: ReductionOp) -> Option<i128> {
    match op {
        ReductionOp::Add | ReductionOp::BitXor => Some(0),
        ReductionOp::Mul => Some(1),
        _ => None,
    }
}

/// Does the result depend on the order, if slightly?
pub(crate) fn rounds(kernel: &Kernel<'_>, reduced: &Reduced) -> bool {
    let types = &kernel.program().types;
    let orderless = matches!(reduced.op, ReductionOp::Min | ReductionOp::Max);
    !types.is_integer(kernel.program().vars[reduced.var].ty) && !orderless
}

/// The constant that a variable is declared with in front of the loop, in the
/// same block, nothing but the loop having changed it.
fn start(kernel: &Kernel<'_>, stmt: StmtId, var: VarId) -> Option<i128> {
    let program = kernel.program();
    let Some(Init::Expr(value)) = program.vars[var].init else { return None };
    let declares = |stmt: &StmtId| {
        let StmtKind::Decl(items) = &program.stmts[*stmt].kind else { return false };
        items.iter().any(|item| matches!(item, Item::Var { var: v, with_init: true, .. } if *v == var))
    };
    let block =
        program.stmts_below(kernel.found.body).find_map(|block| match &program.stmts[block].kind {
            StmtKind::Block(stmts) if stmts.iter().any(declares) => Some(stmts),
            _ => None,
        })?;
    let declared = block.iter().position(declares)?;
    let looped = block.iter().position(|at| program.stmts_below(*at).any(|below| below == stmt))?;
    let around = block[looped];
    let mentions = |at: &StmtId| program.mentions(*at, var);
    let is_repeated = around != stmt
        && program.stmts_below(around).any(|below| {
            let is_loop = matches!(
                program.stmts[below].kind,
                StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. }
            );
            is_loop && below != stmt && program.stmts_below(below).any(|inner| inner == stmt)
        });
    if is_repeated || block[declared + 1..looped].iter().any(mentions) {
        return None;
    }
    let earlier = |expr: ExprId| {
        matches!(program.exprs[expr].kind, ExprKind::Var(v) if v == var)
            && kernel.input.span(expr).lo < program.stmts[stmt].span.lo
    };
    if around != stmt && program.exprs_below(around).any(earlier) {
        return None;
    }
    constant(kernel, value)
}

/// A whole number, also one that is written with a point.
fn constant(kernel: &Kernel<'_>, expr: ExprId) -> Option<i128> {
    let program = kernel.program();
    let at = program.without_casts(expr);
    match program.exprs[at].kind {
        ExprKind::Float { value: 0.0, .. } => Some(0),
        ExprKind::Float { value: 1.0, .. } => Some(1),
        _ => const_eval::integer(program, at),
    }
}

/// Is a local array written in the loop that lives on behind it?
pub(crate) fn writes_private_array(kernel: &Kernel<'_>, stmt: StmtId) -> Option<Access> {
    let program = kernel.program();
    let own: BTreeSet<VarId> = analyze::region::declared_in(kernel.input, stmt).into_iter().collect();
    let accesses = kernel.found.region.found.accesses.iter();
    let mut private = accesses.filter(|access| {
        access.loops.contains(&stmt)
            && access.mode.writes()
            && !analyze::cuda_kernel::is_global_memory(program, &access.place)
            && !own.contains(&access.place.var)
    });
    private.next().cloned()
}
