//! Updates that only combine values, and where to say so.
//!
//! `h[x[i]] += w[i]`, `n++` and `s = s + a[i]` can run in any order: threads may
//! share them out when a `reduction` clause or `atomic` tells the compiler so.

use hir::{BinaryOp, ExprId, ExprKind, Program, Span, StmtId, StmtKind};

use crate::canonical_loop::without_implicit_casts;
use crate::{Access, Input};

/// An update that combines a value into what is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Combination {
    /// As a `reduction` clause names it.
    pub operator: &'static str,
    /// The statement that does it, and nothing else.
    pub stmt: StmtId,
}

/// The combination that an access is part of: `a[i] += e`, and both accesses
/// of `a[i] = a[i] + e`.
pub fn combination(program: &Program, access: &Access) -> Option<Combination> {
    let stmt = access.stmt;
    let StmtKind::Expr(expr) = program.stmts[stmt].kind else { return None };
    let (target, operator) = update(program, expr)?;
    let is_target = same_lvalue(program, target, access.lvalue);
    is_target.then_some(Combination { operator, stmt })
}

/// What a whole statement updates, and how.
pub fn update(program: &Program, expr: ExprId) -> Option<(ExprId, &'static str)> {
    match &program.exprs[expr].kind {
        ExprKind::IncDec { operand, .. } => Some((*operand, "+")),
        ExprKind::AssignOp { op, lhs, rhs, .. } => {
            let again = mentions(program, *rhs, *lhs);
            operator(*op).filter(|_| !again).map(|operator| (*lhs, operator))
        }
        ExprKind::Assign { lhs, rhs } => {
            let rhs = without_implicit_casts(program, *rhs);
            let ExprKind::Binary { op, lhs: a, rhs: b } = program.exprs[rhs].kind else { return None };
            let old = |side: ExprId| same_lvalue(program, without_implicit_casts(program, side), *lhs);
            let commutes = op != BinaryOp::Sub;
            let other = if old(a) { b } else { a };
            let combines = old(a) || commutes && old(b);
            let operator = operator(op).filter(|_| combines && !mentions(program, other, *lhs))?;
            Some((*lhs, operator))
        }
        _ => None,
    }
}

fn operator(op: BinaryOp) -> Option<&'static str> {
    Some(match op {
        BinaryOp::Add | BinaryOp::Sub => "+",
        BinaryOp::Mul => "*",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitOr => "|",
        BinaryOp::BitXor => "^",
        _ => return None,
    })
}

fn mentions(program: &Program, expr: ExprId, target: ExprId) -> bool {
    program.exprs_below(hir::Node::Expr(expr)).any(|at| same_lvalue(program, at, target))
}

/// Are the two written alike, so that they name the same object? Calls and
/// assignments inside make them different.
pub fn same_lvalue(program: &Program, a: ExprId, b: ExprId) -> bool {
    let mut pending = vec![(a, b)];
    while let Some((a, b)) = pending.pop() {
        if a == b {
            continue;
        }
        match (&program.exprs[a].kind, &program.exprs[b].kind) {
            (ExprKind::Var(x), ExprKind::Var(y)) if x == y => {}
            (ExprKind::Int { value: x, .. }, ExprKind::Int { value: y, .. }) if x == y => {}
            (ExprKind::Index { base: x, index: i }, ExprKind::Index { base: y, index: j }) => {
                pending.extend([(*x, *y), (*i, *j)]);
            }
            (ExprKind::Deref(x), ExprKind::Deref(y)) => pending.push((*x, *y)),
            (
                ExprKind::Member { base: x, record, field, arrow },
                ExprKind::Member { base: y, record: r, field: f, arrow: w },
            ) if (record, field, arrow) == (r, f, w) => pending.push((*x, *y)),
            (ExprKind::Cast { operand: x, kind, .. }, ExprKind::Cast { operand: y, kind: k, .. })
                if kind == k =>
            {
                pending.push((*x, *y));
            }
            (ExprKind::Binary { op, lhs, rhs }, ExprKind::Binary { op: o, lhs: l, rhs: r }) if op == o => {
                pending.extend([(*lhs, *l), (*rhs, *r)]);
            }
            (ExprKind::Unary { op, operand }, ExprKind::Unary { op: o, operand: x }) if op == o => {
                pending.push((*operand, *x));
            }
            _ => return false,
        }
    }
    true
}

/// The edit that puts a line above a statement: where, and the text. `None`
/// for a statement that comes out of a macro.
pub fn line_above(input: &Input<'_>, stmt: StmtId, line: &str) -> Option<(Span, String)> {
    let span = input.program.stmts[stmt].span;
    if span.is_from_macro() {
        return None;
    }
    let (_, place) = input.sources.map.line_column(span.lo)?;
    let column = place.column.checked_sub(1)?;
    let line_start = Span { lo: span.lo - column, hi: span.lo, ..span };
    let before = input.sources.map.text(line_start);
    match before.iter().all(u8::is_ascii_whitespace) {
        true => Some((line_start.start(), format!("{line}\n"))),
        false => Some((span.start(), format!("\n{line}\n"))),
    }
}
