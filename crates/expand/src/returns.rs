//! Returns, written as what they mean where a body takes the place of its call.
//!
//! ```c
//! if (i % 2) return;              if (i % 2) { }
//! a[i] = 1;               ->      else a[i] = 1;
//!
//! return 2 * s;           ->      result = 2 * s;
//! ```
//! What follows an `if` that may return moves into the branch that goes on. A
//! `return` inside a loop or a `switch` cannot be written this way, and one that
//! would double what follows is not.

use hir::{BinaryOp, Builder, ExprId, ExprKind, Program, StmtId, StmtKind, Type, UnaryOp, VarId};

/// Can the returns of a body be written so?
pub(crate) fn are_plain(program: &Program, body: StmtId) -> bool {
    match &program.stmts[body].kind {
        StmtKind::Block(stmts) => Ending::of(program, stmts).is_some(),
        _ => false,
    }
}

/// How a list of statements ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ending {
    /// It goes on: nothing returns.
    GoesOn,
    /// It returns, in whatever branch.
    Returns,
    /// Some branches return.
    Either,
}

impl Ending {
    /// `None` where a return is in the way.
    fn of(program: &Program, stmts: &[StmtId]) -> Option<Ending> {
        let Some((first, rest)) = stmts.split_first() else { return Some(Ending::GoesOn) };
        match (Ending::of_stmt(program, *first)?, Ending::of(program, rest)?) {
            (Ending::GoesOn, rest) => Some(rest),
            (Ending::Returns, _) => Some(Ending::Returns),
            (Ending::Either, rest) => {
                goes_on_once(program, *first).then_some(())?;
                Some(if rest == Ending::Returns { Ending::Returns } else { Ending::Either })
            }
        }
    }

    fn of_stmt(program: &Program, stmt: StmtId) -> Option<Ending> {
        match &program.stmts[stmt].kind {
            StmtKind::Return(_) => Some(Ending::Returns),
            StmtKind::Block(stmts) => Ending::of(program, stmts),
            StmtKind::If { then, otherwise, .. } => {
                let then = Ending::of_stmt(program, *then)?;
                let otherwise = match otherwise {
                    Some(otherwise) => Ending::of_stmt(program, *otherwise)?,
                    None => Ending::GoesOn,
                };
                Some(if then == otherwise { then } else { Ending::Either })
            }
            _ => {
                let is_return = |stmt: StmtId| matches!(program.stmts[stmt].kind, StmtKind::Return(_));
                (!program.stmts_below(stmt).any(is_return)).then_some(Ending::GoesOn)
            }
        }
    }
}

/// An `if` with one branch that goes on without a return in it: what follows
/// has one place to move to.
fn goes_on_once(program: &Program, stmt: StmtId) -> bool {
    let StmtKind::If { then, otherwise, .. } = program.stmts[stmt].kind else { return false };
    let then = Ending::of_stmt(program, then);
    let otherwise = otherwise.map_or(Some(Ending::GoesOn), |stmt| Ending::of_stmt(program, stmt));
    matches!(
        (then, otherwise),
        (Some(Ending::Returns), Some(Ending::GoesOn)) | (Some(Ending::GoesOn), Some(Ending::Returns))
    )
}

/// The statements without their returns; `result` receives what they return.
/// Nesting is bounded by the parser.
pub(crate) fn without(b: &mut Builder<'_>, stmts: Vec<StmtId>, result: Option<VarId>) -> Vec<StmtId> {
    let mut out = Vec::new();
    for (at, &stmt) in stmts.iter().enumerate() {
        let rest = || stmts[at + 1..].to_vec();
        match b.program.stmts[stmt].kind.clone() {
            StmtKind::Return(value) => {
                out.extend(assigned(b, value, result));
                return out;
            }
            StmtKind::If { cond, then, otherwise }
                if Ending::of_stmt(b.program, stmt) != Some(Ending::GoesOn) =>
            {
                let then_returns = Ending::of_stmt(b.program, then) != Some(Ending::GoesOn);
                let mut branches =
                    [Some(then), otherwise].map(|branch| branch.into_iter().collect::<Vec<_>>());
                // What follows is for the branch that goes on, behind its own names.
                let goes_on = usize::from(then_returns);
                branches[goes_on].extend(rest());
                if let [only] = branches[1 - goes_on].as_slice() {
                    branches[1 - goes_on] = list(b.program, *only);
                }
                let [then, otherwise] = branches.map(|branch| without(b, branch, result));
                // `if (c) { } else { … }` is `if (!c) { … }`.
                let (cond, then, otherwise) = match then.is_empty() {
                    true => (negated(b, cond), otherwise, then),
                    false => (cond, then, otherwise),
                };
                let then = b.stmt(StmtKind::Block(then));
                let otherwise = (!otherwise.is_empty()).then(|| b.stmt(StmtKind::Block(otherwise)));
                out.push(b.stmt(StmtKind::If { cond, then, otherwise }));
                return out;
            }
            StmtKind::Block(inner) if Ending::of(b.program, &inner) != Some(Ending::GoesOn) => {
                // The block's own names end with it, but nothing behind it runs.
                let inner = without(b, inner, result);
                out.push(b.stmt(StmtKind::Block(inner)));
                return out;
            }
            _ => out.push(stmt),
        }
    }
    out
}

fn negated(b: &mut Builder<'_>, cond: ExprId) -> ExprId {
    match b.program.exprs[cond].kind {
        ExprKind::Binary { op: BinaryOp::Eq, lhs, rhs } => b.binary(BinaryOp::Ne, lhs, rhs),
        ExprKind::Binary { op: BinaryOp::Ne, lhs, rhs } => b.binary(BinaryOp::Eq, lhs, rhs),
        _ => b.expr(ExprKind::Unary { op: UnaryOp::Not, operand: cond }, Type::INT),
    }
}

fn list(program: &Program, stmt: StmtId) -> Vec<StmtId> {
    match &program.stmts[stmt].kind {
        StmtKind::Block(stmts) => stmts.clone(),
        _ => vec![stmt],
    }
}

fn assigned(b: &mut Builder<'_>, value: Option<ExprId>, result: Option<VarId>) -> Option<StmtId> {
    let value = value?;
    if let Some(result) = result {
        let result = b.var(result);
        return Some(b.assign(result, value));
    }
    // Nobody wants it; what computing it does must happen all the same.
    let acts = b.program.exprs_below(value).any(|expr| {
        let kind = &b.program.exprs[expr].kind;
        matches!(
            kind,
            ExprKind::Call { .. }
                | ExprKind::Assign { .. }
                | ExprKind::AssignOp { .. }
                | ExprKind::IncDec { .. }
        )
    });
    acts.then(|| b.stmt(StmtKind::Expr(value)))
}
