//! Atomic sums that a thread adds to the same element again and again, added up first.
//!
//! ```text
//!                                          int grid_last = 0;
//!                                          unsigned long long grid_sum = 0;
//! while (…) {                              while (…) {
//!     walk(&p);                                walk(&p);
//!     #pragma hicuda atomic                    int grid_now = bin(&p);
//!     grid[bin(&p)] += weight;                 if (grid_now != grid_last) {
//! }                                                if (grid_sum != 0)
//!                                                      atomicAdd(&grid[grid_last], grid_sum);
//!                                                  grid_last = grid_now;
//!                                                  grid_sum = 0;
//!                                              }
//!                                              grid_sum += weight;
//!                                          }
//!                                          if (grid_sum != 0) …
//! ```
//! It pays where the next element is often the same one: where the subscript follows from
//! what the loop carries along, such as a place that moves a little. A subscript that is
//! looked up anew in every iteration is left alone.
//!
//! Invariant: only sums of integers, which may be added in any order, to an array that the
//! kernel uses nowhere else; so nobody sees that they come later. The loop ends in one
//! place, and nobody waits for others in it.

use std::collections::HashSet;

use hir::copy::{self, Rewrite};
use hir::{
    BinaryOp, Builder, DirectiveId, ExprId, ExprKind, Node, Program, ReductionOp, StmtId, StmtKind, Type,
    VarId, const_eval,
};

use super::Lowering;
use crate::atomic_update::{of_annotated, operand};
use crate::names::Names;

impl Lowering<'_, '_> {
    /// The statements of the kernel, with such updates merged.
    pub(super) fn updates_merged(&mut self, stmts: Vec<StmtId>) -> Vec<StmtId> {
        let mentioned = |var: VarId| {
            let exprs = stmts.iter().flat_map(|stmt| self.b.program.exprs_below(*stmt));
            exprs.filter(|expr| self.b.program.variable_of(*expr) == Some(var)).count()
        };
        let arrays = self.kernel.params.iter().filter_map(|param| match param.value {
            kir::ParamValue::Array { array, .. } if !self.arrays[array].is_texture() => Some(param.var),
            _ => None,
        });
        let arrays: HashSet<VarId> = arrays.filter(|var| mentioned(*var) == 1).collect();
        if arrays.is_empty() {
            return stmts;
        }
        let redirected = self.redirections.iter().map(|to| to.updates).collect();
        Merging { b: self.b, names: &mut self.names, arrays, redirected, current: None }.list(&stmts)
    }
}

/// An update that is merged, and the variables in which it is.
#[derive(Clone, Copy)]
struct Merged {
    stmt: StmtId,
    directive: DirectiveId,
    /// The array, as the update names it.
    base: ExprId,
    subscript: ExprId,
    value: ExprId,
    element: Type,
    last: VarId,
    now: VarId,
    sum: VarId,
}

struct Merging<'a, 'b> {
    b: &'a mut Builder<'b>,
    names: &'a mut Names,
    /// The arrays that are mentioned once.
    arrays: HashSet<VarId>,
    /// Updates that go to copies in shared memory.
    redirected: Vec<DirectiveId>,
    /// That of the loop around the present place.
    current: Option<Merged>,
}

impl<'b> Rewrite<'b> for Merging<'_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
        self.b
    }

    fn replace_expr(&mut self, expr: ExprId) -> Option<ExprId> {
        Some(expr)
    }

    fn replace_stmt(&mut self, stmt: StmtId) -> Option<StmtId> {
        if let Some(merged) = self.current.filter(|merged| merged.stmt == stmt) {
            let stmts = self.merged(merged);
            return Some(self.b.stmt(StmtKind::Block(stmts)));
        }
        let StmtKind::Block(stmts) = self.b.program.stmts[stmt].kind.clone() else { return None };
        let rewritten = self.list(&stmts);
        (rewritten != stmts).then(|| self.b.stmt(StmtKind::Block(rewritten)))
    }
}

impl Merging<'_, '_> {
    fn list(&mut self, stmts: &[StmtId]) -> Vec<StmtId> {
        let mut out = Vec::new();
        for &stmt in stmts {
            let Some(merged) = self.mergeable(stmt).filter(|_| self.current.is_none()) else {
                out.push(copy::stmt(self, stmt));
                continue;
            };
            let (first, nothing) = (self.b.int(0), self.b.int(0));
            out.push(self.b.declare(merged.last, Some(first)));
            out.push(self.b.declare(merged.sum, Some(nothing)));
            self.current = Some(merged);
            out.push(copy::stmt(self, stmt));
            self.current = None;
            out.push(self.flush(merged));
        }
        out
    }

    /// The update of a loop that is worth merging.
    fn mergeable(&mut self, stmt: StmtId) -> Option<Merged> {
        let program = &*self.b.program;
        if !matches!(program.stmts[stmt].kind, StmtKind::For { .. } | StmtKind::While { .. }) {
            return None;
        }
        let ends_elsewhere = |s: StmtId| {
            matches!(
                program.stmts[s].kind,
                StmtKind::Return(_) | StmtKind::Goto(_) | StmtKind::Label { .. } | StmtKind::Barrier
            )
        };
        if program.stmts_below(stmt).any(ends_elsewhere) {
            return None;
        }
        let below: Vec<StmtId> = program.stmts_below(stmt).collect();
        below.into_iter().find_map(|update| self.update(stmt, update))
    }

    fn update(&mut self, around: StmtId, stmt: StmtId) -> Option<Merged> {
        let (directive, _, update) = of_annotated(self.b, stmt)?;
        let program = &*self.b.program;
        let ExprKind::Index { base, index } = program.exprs[update.target].kind else { return None };
        let array = program.variable_of(base).filter(|array| self.arrays.contains(array))?;
        let element = program.exprs[update.target].ty.unqualified();
        let is_sum = update.op == ReductionOp::Add && const_eval::integer_format(program, element).is_some();
        if !is_sum || self.redirected.contains(&directive) || !is_carried(program, around, index) {
            return None;
        }
        let value = operand(self.b, update.value)?;
        let name = self.b.program.vars[array].name.map(|name| self.b.sources.text(name).into_owned())?;
        let subscript_type = self.b.program.exprs[index].ty.unqualified();
        let last = self.names.local(self.b, &format!("{name}_last"), subscript_type);
        let now = self.names.local(self.b, &format!("{name}_now"), subscript_type);
        let sum = self.names.local(self.b, &format!("{name}_sum"), element);
        Some(Merged { stmt, directive, base, subscript: index, value, element, last, now, sum })
    }

    /// What stands for the update in the loop.
    fn merged(&mut self, merged: Merged) -> Vec<StmtId> {
        let declare = self.b.declare(merged.now, Some(merged.subscript));
        let (now, last, sum) = (self.b.var(merged.now), self.b.var(merged.last), self.b.var(merged.sum));
        let is_another = self.b.binary(BinaryOp::Ne, now, last);
        let flush = self.flush(merged);
        let zero = self.b.int(0);
        let (remember, restart) = (self.b.assign(last, now), self.b.assign(sum, zero));
        let change = self.b.if_then(is_another, vec![flush, remember, restart]);
        let (rhs, compute) = (merged.value, merged.element);
        let add = ExprKind::AssignOp { op: BinaryOp::Add, lhs: sum, rhs, compute };
        let add = self.b.expr(add, merged.element);
        vec![declare, change, self.b.stmt(StmtKind::Expr(add))]
    }

    /// `if (grid_sum != 0) grid[grid_last] += grid_sum;`, atomically.
    fn flush(&mut self, merged: Merged) -> StmtId {
        let (last, sum, zero) = (self.b.var(merged.last), self.b.var(merged.sum), self.b.int(0));
        let lhs = self.b.expr(ExprKind::Index { base: merged.base, index: last }, merged.element);
        let add = ExprKind::AssignOp { op: BinaryOp::Add, lhs, rhs: sum, compute: merged.element };
        let add = self.b.expr(add, merged.element);
        let body = self.b.stmt(StmtKind::Expr(add));
        let update = self.b.stmt(StmtKind::Annotated { directive: merged.directive, body });
        let is_something = self.b.binary(BinaryOp::Ne, sum, zero);
        self.b.if_then(is_something, vec![update])
    }
}

/// Does an expression follow from a variable that outlives the iterations of a loop and
/// that its body changes, or gives to somebody who may?
fn is_carried(program: &Program, around: StmtId, expr: ExprId) -> bool {
    let (StmtKind::For { body, .. } | StmtKind::While { body, .. }) = program.stmts[around].kind else {
        return false;
    };
    let declared: HashSet<VarId> =
        program.stmts_below(body).flat_map(|stmt| program.declared(stmt)).collect();
    let changed: HashSet<VarId> = program.exprs_below(body).filter_map(|e| changed(program, e)).collect();
    program
        .exprs_below(expr)
        .filter_map(|e| program.variable_of(e))
        .any(|var| changed.contains(&var) && !declared.contains(&var))
}

fn changed(program: &Program, expr: ExprId) -> Option<VarId> {
    let target = program.assigned_or_addressed(expr)?;
    program.exprs_below(Node::Expr(target)).find_map(|e| program.variable_of(e))
}
