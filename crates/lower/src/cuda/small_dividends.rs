//! Loops that divide only what is below their end.
//!
//! ```text
//! for (int m = threadIdx.x; m < all; m += 32) {      m is below `all`,
//!     int l = m % d.count, abc = m / d.count;        and so is abc,
//!     int k = abc % c.count, ab = abc / c.count;     and ab,
//!     …                                              if the divisors are above zero
//! ```
//! If `all` is small, they all are: one test before the loop stands for one at each
//! division.
//!
//! Invariant: the dividends are the loop's index, which starts at zero or above and only
//! grows, and variables that are nothing but quotients of such.

use std::collections::HashSet;

use hir::{BinaryOp, ExprId, ExprKind, Init, Item, Program, StmtId, StmtKind, VarId, const_eval};

use super::invariant_division::changes;

/// A longer body is not written twice.
const MOST_EXPRESSIONS: usize = 256;

/// The dividends of a loop, and the end that they are below.
pub(super) struct SmallDividends {
    pub dividends: HashSet<VarId>,
    pub end: ExprId,
}

impl SmallDividends {
    /// `dividend`: what an expression divides by something that the loop does not change.
    pub fn of(
        program: &Program,
        stmt: StmtId,
        dividend: impl Fn(ExprId) -> Option<VarId>,
    ) -> Option<SmallDividends> {
        let StmtKind::For { init: Some(init), cond: Some(cond), step: Some(step), body } =
            program.stmts[stmt].kind
        else {
            return None;
        };
        let (index, first) = only_variable(program, init)?;
        let ExprKind::Binary { op: BinaryOp::Lt, lhs, rhs: end } = program.exprs[cond].kind else {
            return None;
        };
        let counts_up = matches!(program.exprs[lhs].kind, ExprKind::Var(var) if var == index)
            && is_never_negative(program, first)
            && grows(program, step, index)
            && !changes(program, body, index);
        if !counts_up || !is_computed(program, end) || program.exprs_below(body).count() > MOST_EXPRESSIONS {
            return None;
        }
        let mut dividends = HashSet::from([index]);
        let mut divisions = HashSet::new();
        for expr in program.exprs_below(body) {
            let Some(var) = dividend(expr) else { continue };
            if !dividends.contains(&var) {
                return None;
            }
            divisions.insert(var);
            // What is declared as this quotient is one of them, too.
            let is_quotient = matches!(program.exprs[expr].kind, ExprKind::Binary { op: BinaryOp::Div, .. });
            dividends.extend(declared_as(program, body, expr).filter(|_| is_quotient));
        }
        (divisions.len() > 1).then_some(SmallDividends { dividends, end })
    }
}

/// `int m = first`
fn only_variable(program: &Program, init: StmtId) -> Option<(VarId, ExprId)> {
    let StmtKind::Decl(items) = &program.stmts[init].kind else { return None };
    let [Item::Var { var, .. }] = items.as_slice() else { return None };
    match program.vars[*var].init {
        Some(Init::Expr(first)) => Some((*var, first)),
        _ => None,
    }
}

/// The variable that a body declares with this value, and never changes.
fn declared_as(program: &Program, body: StmtId, value: ExprId) -> Option<VarId> {
    let declared = program.stmts_below(body).find_map(|stmt| match &program.stmts[stmt].kind {
        StmtKind::Decl(items) => items.iter().find_map(|item| match item {
            Item::Var { var, .. } => {
                matches!(program.vars[*var].init, Some(Init::Expr(own)) if own == value).then_some(*var)
            }
            _ => None,
        }),
        _ => None,
    })?;
    let is_changed = program.exprs_below(body).any(|expr| {
        let Some(target) = program.assigned_or_addressed(expr) else { return false };
        matches!(program.exprs[target].kind, ExprKind::Var(var) if var == declared)
    });
    (!is_changed).then_some(declared)
}

/// Built from the thread's place and from numbers that are not below zero.
fn is_never_negative(program: &Program, expr: ExprId) -> bool {
    match program.exprs[expr].kind {
        ExprKind::Grid(..) => true,
        ExprKind::Cast { operand, .. } => is_never_negative(program, operand),
        ExprKind::Binary { op: BinaryOp::Add | BinaryOp::Mul, lhs, rhs } => {
            is_never_negative(program, lhs) && is_never_negative(program, rhs)
        }
        _ => const_eval::integer(program, expr).is_some_and(|value| value >= 0),
    }
}

/// `m++` or `m += 32`
fn grows(program: &Program, step: ExprId, index: VarId) -> bool {
    let (target, by) = match program.exprs[step].kind {
        ExprKind::IncDec { op: hir::IncDec::Inc, operand, .. } => (operand, Some(1)),
        ExprKind::AssignOp { op: BinaryOp::Add, lhs, rhs, .. } => (lhs, const_eval::integer(program, rhs)),
        _ => return false,
    };
    matches!(program.exprs[target].kind, ExprKind::Var(var) if var == index) && by.is_some_and(|by| by > 0)
}

/// A value that looks at nothing but variables.
fn is_computed(program: &Program, expr: ExprId) -> bool {
    program.exprs_below(expr).all(|expr| match program.exprs[expr].kind {
        ExprKind::Var(_) | ExprKind::Int { .. } | ExprKind::Enumerator(_) | ExprKind::Cast { .. } => true,
        ExprKind::Member { arrow, .. } => !arrow,
        ExprKind::Binary { op, .. } => matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul),
        _ => false,
    })
}
