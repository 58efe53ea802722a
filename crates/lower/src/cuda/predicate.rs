//! Plain statements inside batched loops: only threads that have an iteration
//! run them, while all threads walk on to the next barrier.
//!
//! A declaration cannot stand inside the guard if a later phase uses its
//! variable, so it stands before it; a value that is safe to compute for any
//! thread (it reads no memory) stays with it.

use hir::{ExprId, ExprKind, Init, InitEntry, Item, ReductionOp, StmtId, StmtKind, Type, VarId};

use super::Lowering;
use super::combining::Helper;
use crate::jumps::{has_loose_jump, last_breaks};
use crate::registers::is_register_only;

impl Lowering<'_, '_> {
    /// A run of plain statements under the current predicates.
    pub(super) fn predicated(&mut self, stmts: &[StmtId]) -> Vec<StmtId> {
        if !self.jams.is_empty() {
            return self.in_copies(stmts);
        }
        let predicates = self.predicates.clone();
        let Some(guard) = self.b.all_of(&predicates) else { return stmts.to_vec() };
        // All threads leave a loop around a barrier together, also those that
        // have no iteration and know nothing of the reason.
        let leaving = stmts.iter().position(|&stmt| has_loose_jump(self.b.program, stmt));
        let Some(leaving) = leaving else { return self.guarded(guard, stmts) };
        let (before, rest) = stmts.split_at(leaving + 1);
        let leaves = self.names.scoped(self.b, "leaves", Type::INT);
        let zero = self.b.int(0);
        let mut all = vec![self.b.declare(leaves, Some(zero))];
        let last = before.last().map(|&stmt| self.leave_by_flag(stmt, leaves));
        let before: Vec<StmtId> = before[..leaving].iter().copied().chain(last).collect();
        all.extend(self.guarded(guard, &before));
        let flag = self.b.var(leaves);
        let any = match self.helpers.language.barrier_with_flag() {
            Some(function) => self.b.call(function, vec![flag], Type::INT),
            None => self.helpers.call(self.b, Helper::Block(ReductionOp::Or.into()), Type::INT, vec![flag]),
        };
        let leave = self.b.stmt(StmtKind::Break);
        all.push(self.b.if_then(any, vec![leave]));
        all.extend(self.predicated(rest));
        all
    }

    /// The statement with every `break` out of it turned into a flag.
    fn leave_by_flag(&mut self, stmt: StmtId, leaves: VarId) -> StmtId {
        let set = |b: &mut hir::Builder<'_>, value| {
            let (flag, value) = (b.var(leaves), b.int(value));
            b.assign(flag, value)
        };
        if let Some(breaks) = last_breaks(self.b.program, stmt) {
            for at in breaks {
                let set = set(self.b, 1);
                self.b.program.stmts[at].kind = self.b.program.stmts[set].kind.clone();
            }
            return stmt;
        }
        // What follows a `break` is skipped by a loop that runs once.
        let (set, reset) = (set(self.b, 1), set(self.b, 0));
        let body = self.b.block(vec![set, stmt, reset]);
        let cond = self.b.int(0);
        self.b.stmt(StmtKind::DoWhile { body, cond })
    }

    fn guarded(&mut self, guard: ExprId, stmts: &[StmtId]) -> Vec<StmtId> {
        let mut before = Vec::new();
        let mut guarded = Vec::new();
        for &stmt in stmts {
            let StmtKind::Decl(items) = self.b.program.stmts[stmt].kind.clone() else {
                guarded.push(stmt);
                continue;
            };
            for item in items {
                self.predicated_item(guard, item, &mut before, &mut guarded);
            }
        }
        if !guarded.is_empty() {
            let guarded = self.b.if_then(guard, guarded);
            before.push(guarded);
        }
        before
    }

    fn predicated_item(
        &mut self,
        guard: ExprId,
        item: Item,
        before: &mut Vec<StmtId>,
        guarded: &mut Vec<StmtId>,
    ) {
        let Item::Var { var, with_init: true, .. } = item else {
            before.push(self.b.stmt(StmtKind::Decl(vec![item])));
            return;
        };
        let init = self.b.program.vars[var].init.clone();
        match init {
            Some(Init::Expr(value)) if !self.is_register_only(value) || !guarded.is_empty() => {
                let declared = self.redeclare(var, None);
                self.set_in_part.insert(var, declared);
                before.push(declared);
                let target = self.b.var(var);
                guarded.push(self.b.assign(target, value));
            }
            Some(Init::List { ty, entries, span }) => {
                let entries = entries.into_iter().map(|entry| self.guarded_entry(guard, entry)).collect();
                before.push(self.redeclare(var, Some(Init::List { ty, entries, span })));
            }
            init => before.push(self.redeclare(var, init)),
        }
    }

    /// A thread without an iteration must not read the memory that an
    /// initialiser reads; it has zero there.
    fn guarded_entry(&mut self, guard: ExprId, entry: InitEntry) -> InitEntry {
        let value = match entry.value {
            Init::Expr(value) if !self.is_register_only(value) => {
                let ty = self.b.program.exprs[value].ty;
                let zero = self.b.int(0);
                let kind = ExprKind::Conditional { cond: guard, then: Some(value), otherwise: zero };
                Init::Expr(self.b.expr(kind, ty))
            }
            Init::List { ty, entries, span } => {
                let entries = entries.into_iter().map(|entry| self.guarded_entry(guard, entry)).collect();
                Init::List { ty, entries, span }
            }
            value => value,
        };
        InitEntry { value, ..entry }
    }

    /// Computing it is safe for a thread without an iteration.
    pub(super) fn is_register_only(&self, expr: ExprId) -> bool {
        is_register_only(self.b.program, expr)
    }
}
