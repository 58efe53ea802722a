//! Does an iteration write a variable before it reads it, as far as the text tells?
//!
//! ```c
//! for (i…) { n = 0; for (k…) if (x[k] > 0) list[n++] = x[k]; use(list); }      // `list`: yes, whatever `x` holds
//! for (i…) { if (i == 0) t = f(); a[i] = t; }                                 // `t`: no, one iteration writes for all
//! ```
//! A clause `private(t)` says that values do not go from one iteration to the next. It is believed where they may not,
//! and not where the text shows that they do: in the sequential program they would.

use hir::{ExprId, ExprKind, Node, Program, StmtId, StmtKind, VarId};

use crate::nests::body_of;

/// Is a write the first thing that an iteration of a loop does with a variable, and one that the index does not pick?
pub(crate) fn is_written_first(program: &Program, at: StmtId, index: VarId, var: VarId) -> bool {
    let Some(body) = body_of(program, at) else { return false };
    first_access(program, Node::Stmt(body), index, var) == Some(First::Write)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    Write,
    Other,
}

/// The first thing that is done with a variable, in the order of execution; `None` if there is none.
fn first_access(program: &Program, node: Node, index: VarId, var: VarId) -> Option<First> {
    if let Node::Stmt(stmt) = node
        && let StmtKind::If { cond, .. } | StmtKind::Switch { cond, .. } = program.stmts[stmt].kind
        && program.mentions(stmt, var)
        && is_picked(program, cond, index)
    {
        return Some(First::Other);
    }
    if let Node::Expr(expr) = node
        && let Some(target) = program.assigned(expr)
    {
        let (base, _) = program.element(target);
        let is_own = program.is_variable(base, var);
        let is_plain = matches!(program.exprs[expr].kind, ExprKind::Assign { .. });
        // The value and the subscripts come before the write.
        let children = program.children(node).into_iter();
        let mut before = children.filter(|child| !is_own || *child != Node::Expr(target));
        let earlier = before.find_map(|child| first_access(program, child, index, var));
        let in_target = || match is_own {
            true => Some(if is_plain { First::Write } else { First::Other }),
            false => None,
        };
        return earlier.or_else(in_target);
    }
    if let Node::Expr(expr) = node
        && program.is_variable(expr, var)
    {
        return Some(First::Other);
    }
    program.children(node).into_iter().find_map(|child| first_access(program, child, index, var))
}

/// Does a condition ask about the index itself, and not about an element?
fn is_picked(program: &Program, cond: ExprId, index: VarId) -> bool {
    match &program.exprs[cond].kind {
        ExprKind::Var(var) => *var == index,
        ExprKind::Index { .. } => false,
        _ => program.children(Node::Expr(cond)).into_iter().any(|child| match child {
            Node::Expr(child) => is_picked(program, child, index),
            Node::Stmt(_) => true,
        }),
    }
}
