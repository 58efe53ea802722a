//! How often a loop runs, where that is a number.

use hir::update::{self, About};
use hir::{BinaryOp, ExprId, ExprKind, Init, Item, Program, StmtId, StmtKind, const_eval};
use source::Sources;

/// `for (k = 0; k < 16; k++)`, and `for (k = e; k < e + 16; k++)`: 16.
pub(super) fn constant_trips(program: &Program, sources: &Sources, stmt: StmtId) -> Option<i64> {
    let StmtKind::For { init: Some(init), cond: Some(cond), step: Some(step), .. } = program.stmts[stmt].kind
    else {
        return None;
    };
    let constant = |expr| const_eval::integer(program, expr).and_then(|value| i64::try_from(value).ok());
    let ExprKind::Binary { op, rhs: bound, .. } = program.exprs[cond].kind else { return None };
    let length = distance(&About { program, sources }, first_value(program, init)?, bound)?;
    let length = match op {
        BinaryOp::Lt => length,
        BinaryOp::Le => length.checked_add(1)?,
        _ => return None,
    };
    let step = match program.exprs[step].kind {
        ExprKind::IncDec { op: hir::IncDec::Inc, .. } => 1,
        ExprKind::AssignOp { op: BinaryOp::Add, rhs, .. } => constant(rhs).filter(|step| *step > 0)?,
        _ => return None,
    };
    Some(length.max(0).checked_add(step - 1)? / step)
}

/// What the index starts with.
fn first_value(program: &Program, init: StmtId) -> Option<ExprId> {
    match &program.stmts[init].kind {
        StmtKind::Decl(items) => match items.as_slice() {
            [Item::Var { var, .. }] => match program.vars[*var].init {
                Some(Init::Expr(value)) => Some(value),
                _ => None,
            },
            _ => None,
        },
        StmtKind::Expr(assign) => match program.exprs[*assign].kind {
            ExprKind::Assign { rhs, .. } => Some(rhs),
            _ => None,
        },
        _ => None,
    }
}

/// `16` of `e` and `e + 16`.
fn distance(about: &About<'_>, from: ExprId, to: ExprId) -> Option<i64> {
    let program = about.program;
    let constant = |expr| const_eval::integer(program, expr).and_then(|value| i64::try_from(value).ok());
    if let (Some(from), Some(to)) = (constant(from), constant(to)) {
        return to.checked_sub(from);
    }
    match program.exprs[update::written(about, to)].kind {
        ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } if update::same(about, from, lhs) => constant(rhs),
        _ => None,
    }
}
