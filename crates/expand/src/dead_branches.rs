//! Branches of a kernel that are never taken: `if (DEBUG) fprintf(…);` with a `DEBUG` that is 0.
//!
//! They are removed before anything is asked about the kernel: what stands in them needs no device.
//! A branch that a label leads into stays.

use hir::{Builder, StmtId, StmtKind, const_eval};

/// Removes them from a region.
pub(crate) fn remove(b: &mut Builder<'_>, region: StmtId) {
    let stmts: Vec<StmtId> = b.program.stmts_below(region).collect();
    for stmt in stmts {
        let kind = b.program.stmts[stmt].kind.clone();
        let replaced = match kind {
            StmtKind::If { cond, then, otherwise } => match const_eval::integer(b.program, cond) {
                Some(0) if !is_entered(b, then) => {
                    otherwise.map_or(StmtKind::Empty, |taken| StmtKind::Block(vec![taken]))
                }
                Some(value) if value != 0 => match otherwise {
                    Some(dead) if !is_entered(b, dead) => StmtKind::Block(vec![then]),
                    _ => continue,
                },
                _ => continue,
            },
            StmtKind::While { cond, body } => match const_eval::integer(b.program, cond) {
                Some(0) if !is_entered(b, body) => StmtKind::Empty,
                _ => continue,
            },
            _ => continue,
        };
        b.program.stmts[stmt].kind = replaced;
    }
}

/// Does a jump or a `switch` around it lead into a statement?
fn is_entered(b: &Builder<'_>, stmt: StmtId) -> bool {
    b.program.stmts_below(stmt).any(|stmt| {
        matches!(
            b.program.stmts[stmt].kind,
            StmtKind::Label { .. } | StmtKind::Case { .. } | StmtKind::Default(_)
        )
    })
}
