//! What every iteration of a loop's body evaluates, whatever the data.
//!
//! ```c
//! for (j = 0; j < n; j++) {
//!     float x = a[j];              // always
//!     if (x > 0)                   // the condition: always
//!         b[j] = x;                // not always
//! }
//! ```

use std::collections::BTreeSet;

use hir::{BinaryOp, ExprId, ExprKind, Node, Program, StmtId, StmtKind};

/// The expressions that are evaluated each time the statement is run.
pub(crate) fn always_evaluated(program: &Program, body: StmtId) -> BTreeSet<ExprId> {
    let mut found = BTreeSet::new();
    let jumps = |stmt: StmtId| matches!(program.stmts[stmt].kind, StmtKind::Continue | StmtKind::Goto(_));
    if program.stmts_below(body).any(jumps) {
        return found;
    }
    statement(program, body, &mut found);
    found
}

/// Statement nesting is bounded by the parser.
fn statement(program: &Program, stmt: StmtId, found: &mut BTreeSet<ExprId>) {
    match &program.stmts[stmt].kind {
        StmtKind::If { cond, .. } | StmtKind::While { cond, .. } | StmtKind::Switch { cond, .. } => {
            expression(program, *cond, found);
        }
        StmtKind::For { init, .. } => init.iter().for_each(|init| statement(program, *init, found)),
        StmtKind::DoWhile { body, .. } => statement(program, *body, found),
        StmtKind::Case { .. } | StmtKind::Default(_) | StmtKind::Label { .. } => {}
        _ => {
            for child in program.children(Node::Stmt(stmt)) {
                match child {
                    Node::Stmt(child) => statement(program, child, found),
                    Node::Expr(child) => expression(program, child, found),
                }
            }
        }
    }
}

fn expression(program: &Program, expr: ExprId, found: &mut BTreeSet<ExprId>) {
    let mut pending = vec![expr];
    while let Some(expr) = pending.pop() {
        found.insert(expr);
        match program.exprs[expr].kind {
            ExprKind::Binary { op: BinaryOp::And | BinaryOp::Or, lhs, .. } => pending.push(lhs),
            ExprKind::Conditional { cond, .. } => pending.push(cond),
            _ => {
                pending.extend(program.children(Node::Expr(expr)).into_iter().filter_map(|node| match node {
                    Node::Expr(expr) => Some(expr),
                    Node::Stmt(_) => None,
                }))
            }
        }
    }
}
