//! Variables that others may reach without their names: somebody keeps their address, or passes it on.
//!
//! ```c
//! t[2] = *&x;                // neither: the pointers are used where they stand
//! keep = t;   f(&x.y);       // both
//! ```

use std::collections::HashSet;

use crate::{CastKind, ExprId, ExprKind, Node, Program, VarId};

impl Program {
    /// The variables whose address is kept or passed on below a node.
    pub fn addressed_below(&self, root: impl Into<Node>) -> HashSet<VarId> {
        let mut followed = HashSet::new();
        self.exprs_below(root).filter_map(|expr| addressed(self, expr, &mut followed)).collect()
    }
}

/// The variable whose address an expression takes. `followed`: pointers that are used where they stand.
fn addressed(program: &Program, expr: ExprId, followed: &mut HashSet<ExprId>) -> Option<VarId> {
    let mut at = match program.exprs[expr].kind {
        // An access comes before its pointer.
        ExprKind::Index { base, .. } | ExprKind::Deref(base) => {
            followed.insert(base);
            return None;
        }
        ExprKind::Cast { kind: CastKind::Same, operand, .. } if followed.contains(&expr) => {
            followed.insert(operand);
            return None;
        }
        ExprKind::AddrOf(operand) | ExprKind::Cast { kind: CastKind::ArrayDecay, operand, .. }
            if !followed.contains(&expr) =>
        {
            operand
        }
        _ => return None,
    };
    loop {
        at = match program.exprs[at].kind {
            ExprKind::Var(var) => return Some(var),
            ExprKind::Member { base, arrow: false, .. } | ExprKind::Index { base, .. } => base,
            ExprKind::Cast { operand, .. } => operand,
            _ => return None,
        };
    }
}
