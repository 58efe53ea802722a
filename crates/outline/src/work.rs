//! How much a thread has to do, by a rough count.
//!
//! Every expression counts one, as often as the loops around it run; loops of which that is
//! not known count as one round. It tells a long computation from a short one, no more.

use hir::{BinaryOp, ExprId, ExprKind, IncDec, Init, Item, Node, Program, StmtId, StmtKind, VarId};
use kir::Stmt;

/// Expressions that statements compute.
pub(crate) fn expressions(program: &Program, stmts: &[Stmt]) -> u64 {
    stmts.iter().fold(0u64, |sum, stmt| {
        let own = match stmt {
            Stmt::Plain(plain) => below(program, Node::Stmt(*plain)),
            Stmt::Block(stmts) => expressions(program, stmts),
            Stmt::If { then, otherwise, .. } => {
                let otherwise = otherwise.as_deref().map_or(&[][..], std::slice::from_ref);
                expressions(program, std::slice::from_ref(then)).max(expressions(program, otherwise))
            }
            Stmt::For { init, cond: Some(cond), step: Some(step), body, .. } => {
                let rounds = init.and_then(|init| rounds(program, init, *cond, *step));
                expressions(program, std::slice::from_ref(body)).saturating_mul(rounds.unwrap_or(1))
            }
            Stmt::For { body, .. } | Stmt::Singular(body) => expressions(program, std::slice::from_ref(body)),
            Stmt::Partition(p) => expressions(program, std::slice::from_ref(&p.body)),
            Stmt::Barrier(_) | Stmt::Transfer(_) => 0,
        };
        sum.saturating_add(own)
    })
}

/// Nesting is bounded by the parser.
fn below(program: &Program, node: Node) -> u64 {
    if let Node::Stmt(stmt) = node
        && let StmtKind::For { init: Some(init), cond: Some(cond), step: Some(step), body } =
            program.stmts[stmt].kind
    {
        let rounds = rounds(program, init, cond, step).unwrap_or(1);
        return below(program, Node::Stmt(body)).saturating_mul(rounds);
    }
    let own = u64::from(matches!(node, Node::Expr(_)));
    let children = program.children(node).into_iter().map(|child| below(program, child));
    children.fold(own, u64::saturating_add)
}

/// The variable that a statement declares, and its value.
pub(crate) fn declared(program: &Program, init: StmtId) -> Option<(VarId, ExprId)> {
    let StmtKind::Decl(items) = &program.stmts[init].kind else { return None };
    let [Item::Var { var, with_init: true, .. }] = items.as_slice() else { return None };
    match program.vars[*var].init {
        Some(Init::Expr(first)) => Some((*var, first)),
        _ => None,
    }
}

/// How often `for (int k = 0; k < 64; k += 8)` runs, or `for (int k = e; k < e + 64; k++)`.
fn rounds(program: &Program, init: StmtId, cond: ExprId, step: ExprId) -> Option<u64> {
    let (index, first) = declared(program, init)?;
    let ExprKind::Binary { op: BinaryOp::Lt, lhs, rhs } = program.exprs[cond].kind else { return None };
    if program.converted_variable(lhs) != Some(index) {
        return None;
    }
    let number = |expr| hir::const_eval::integer(program, expr);
    let step = match program.exprs[step].kind {
        ExprKind::IncDec { op: IncDec::Inc, .. } => 1,
        ExprKind::AssignOp { op: BinaryOp::Add, rhs, .. } => number(rhs)?,
        _ => return None,
    };
    let reach = match (number(first), number(rhs)) {
        (Some(first), Some(end)) => end.checked_sub(first)?,
        _ => match program.exprs[rhs].kind {
            ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } if is_same(program, lhs, first) => number(rhs)?,
            _ => return None,
        },
    };
    u64::try_from(reach / step.max(1)).ok()
}

fn is_same(program: &Program, a: ExprId, b: ExprId) -> bool {
    program.converted_variable(a).is_some() && program.converted_variable(a) == program.converted_variable(b)
}
