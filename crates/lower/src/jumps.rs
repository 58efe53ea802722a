//! Does a statement leave the loop around it?

use hir::{Node, Program, StmtId, StmtKind};
use kir::Stmt;

/// Does the body of a shared-out loop have a `continue` of that loop?
pub fn continues(program: &Program, body: &Stmt) -> bool {
    let in_plain = |root: StmtId| {
        let mut nodes = program.nodes(root);
        while let Some(node) = nodes.next() {
            let Node::Stmt(stmt) = node else { continue };
            match program.stmts[stmt].kind {
                StmtKind::Continue => return true,
                StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. } => {
                    nodes.skip_children();
                }
                _ => {}
            }
        }
        false
    };
    match body {
        Stmt::Plain(stmt) => in_plain(*stmt),
        Stmt::Block(stmts) => stmts.iter().any(|s| continues(program, s)),
        Stmt::If { then, otherwise, .. } => {
            continues(program, then) || otherwise.as_ref().is_some_and(|s| continues(program, s))
        }
        Stmt::Singular(body) => continues(program, body),
        Stmt::For { .. } | Stmt::Partition(_) | Stmt::Barrier(_) | Stmt::Transfer(_) => false,
    }
}

/// Is there a `continue` or `break` in the statement that belongs to a loop
/// or `switch` around it?
pub fn has_loose_jump(program: &Program, stmt: StmtId) -> bool {
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

/// The `break`s of a statement that belong to the loop around it, if each is
/// the last thing the statement does: then nothing has to be skipped when one
/// becomes something else. `None` if one is not.
pub(crate) fn last_breaks(program: &Program, stmt: StmtId) -> Option<Vec<StmtId>> {
    match &program.stmts[stmt].kind {
        StmtKind::Break => Some(vec![stmt]),
        StmtKind::Block(stmts) => {
            let (last, before) = stmts.split_last()?;
            if before.iter().any(|&stmt| has_loose_jump(program, stmt)) {
                return None;
            }
            last_breaks(program, *last)
        }
        StmtKind::If { then, otherwise, .. } => {
            let mut breaks = last_breaks(program, *then)?;
            if let Some(otherwise) = otherwise {
                breaks.extend(last_breaks(program, *otherwise)?);
            }
            Some(breaks)
        }
        _ if has_loose_jump(program, stmt) => None,
        _ => Some(Vec::new()),
    }
}
