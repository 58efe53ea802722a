//! Plain statements inside batched loops: only threads that have an iteration
//! run them, while all threads walk on to the next barrier.
//!
//! A declaration cannot stand inside the guard if a later phase uses its
//! variable, so it stands before it; a value that is safe to compute for any
//! thread (it reads no memory) stays with it.

use hir::{ExprId, Init, Item, StmtId, StmtKind, VarId};

use super::Lowering;
use crate::registers::is_register_only;

impl Lowering<'_, '_> {
    /// A run of plain statements under the current predicates.
    pub(super) fn predicated(&mut self, stmts: &[StmtId]) -> Vec<StmtId> {
        if !self.jams.is_empty() {
            return self.in_copies(stmts);
        }
        let predicates = self.predicates.clone();
        let Some(guard) = self.b.all_of(&predicates) else { return stmts.to_vec() };
        let mut before = Vec::new();
        let mut guarded = Vec::new();
        for &stmt in stmts {
            let StmtKind::Decl(items) = self.b.program.stmts[stmt].kind.clone() else {
                guarded.push(stmt);
                continue;
            };
            for item in items {
                self.predicated_item(item, &mut before, &mut guarded);
            }
        }
        if !guarded.is_empty() {
            let guarded = self.b.if_then(guard, guarded);
            before.push(guarded);
        }
        before
    }

    fn predicated_item(&mut self, item: Item, before: &mut Vec<StmtId>, guarded: &mut Vec<StmtId>) {
        let Item::Var { var, with_init: true, .. } = item else {
            before.push(self.b.stmt(StmtKind::Decl(vec![item])));
            return;
        };
        let init = self.b.program.vars[var].init.clone();
        match init {
            Some(Init::Expr(value)) if !self.is_register_only(value) || !guarded.is_empty() => {
                before.push(self.redeclare(var, None));
                let target = self.b.var(var);
                guarded.push(self.b.assign(target, value));
            }
            init => before.push(self.redeclare(var, init)),
        }
    }

    /// Computing it is safe for a thread without an iteration.
    pub(super) fn is_register_only(&self, expr: ExprId) -> bool {
        is_register_only(self.b.program, expr)
    }

    /// A variable's name as text.
    pub(super) fn name_of(&self, var: VarId) -> String {
        match self.b.program.vars[var].name {
            Some(name) => self.b.sources.text(name).into_owned(),
            None => String::from("value"),
        }
    }
}
