//! Does a statement leave the loop around it?

use hir::{Node, Program, StmtId, StmtKind};

/// Is there a `continue` or `break` in the statement that belongs to a loop
/// or `switch` around it?
pub(super) fn has_loose_jump(program: &Program, stmt: StmtId) -> bool {
    let mut pending = vec![(stmt, false)];
    while let Some((stmt, in_switch)) = pending.pop() {
        let in_switch = match program.stmts[stmt].kind {
            StmtKind::Continue => return true,
            StmtKind::Break if !in_switch => return true,
            StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. } => continue,
            StmtKind::Switch { .. } => true,
            _ => in_switch,
        };
        for child in program.children(Node::Stmt(stmt)) {
            if let Node::Stmt(child) = child {
                pending.push((child, in_switch));
            }
        }
    }
    false
}
