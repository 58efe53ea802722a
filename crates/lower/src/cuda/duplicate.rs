//! The same statements once more: for a second way through them.
//!
//! Nothing is shared between the two, so that later passes may rewrite each in its place:
//! a variable has one declaration, and one initialiser.

use std::collections::HashMap;

use hir::copy::{self, Rewrite};
use hir::{Builder, ExprId, ExprKind, StmtId, VarId};

/// Copies of statements, with variables of their own for those that they declare.
pub(super) fn duplicate(b: &mut Builder<'_>, stmts: &[StmtId]) -> Vec<StmtId> {
    let mut duplicate = Duplicate { b, own: HashMap::new() };
    stmts.iter().map(|stmt| copy::stmt(&mut duplicate, *stmt)).collect()
}

/// Copies everything, variables included.
struct Duplicate<'a, 'b> {
    b: &'a mut Builder<'b>,
    own: HashMap<VarId, VarId>,
}

impl<'b> Rewrite<'b> for Duplicate<'_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
        self.b
    }

    fn replace_expr(&mut self, expr: ExprId) -> Option<ExprId> {
        let ExprKind::Var(var) = self.b.program.exprs[expr].kind else { return None };
        let own = *self.own.get(&var)?;
        Some(self.b.var(own))
    }

    fn copies_all(&self) -> bool {
        true
    }

    fn declared(&mut self, var: VarId) -> VarId {
        let copy = self.b.program.vars[var].clone();
        let own = self.b.program.vars.alloc(copy);
        self.own.insert(var, own);
        own
    }
}
